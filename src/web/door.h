/* SPDX-License-Identifier: ISC */
/*
 * The doors (S1): may this request act for that session? Pure predicates, so that each case is a
 * row of a test.
 */
#ifndef WEB_DOOR_H
#define WEB_DOOR_H

#include <stdbool.h>

#include "web/request.h"

/*
 * Does a request come from a page of our own? By Sec-Fetch-Site, which browsers set and pages
 * can't: only same-origin does. Where it is missing, by Origin, which must be base_url's. An Origin
 * of "null" never does. With neither header it does not: every browser that we serve sends Origin
 * with a POST.
 */
bool door_is_same_origin(const char *sec_fetch_site, const char *origin, const char *base_url);

/* The token of a session's forms, FORM_TOKEN_LEN hexadecimal digits with a terminator. */
void door_token(char out[FORM_TOKEN_LEN + 1], const unsigned char secret[SESSION_SECRET_BYTES]);

/* Is that the token? NULL is not. Takes the same time for all of its length. */
bool door_is_token(const char *token, const unsigned char secret[SESSION_SECRET_BYTES]);

#endif
