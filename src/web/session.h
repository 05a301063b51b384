/* SPDX-License-Identifier: ISC */
/*
 * The cookie that keeps a person signed in (A3), both ways. `__Host-session` on https; `session` on
 * plain http, which is for loopback and private addresses alone. Its value is 64 hexadecimal
 * digits; the database knows their SHA-256 only. Who may have one is app's business.
 */
#ifndef WEB_SESSION_H
#define WEB_SESSION_H

#include <stdbool.h>

#include "app/config.h"
#include "base/clock.h"
#include "web/request.h"
#include "web/response.h"

/* A year: browsers keep no cookie much longer. */
enum { SESSION_AGE_S = 365 * DAY_S };

/* The cookie's name here. */
const char *session_cookie_name(const struct config *config);

/* The value of a cookie in a Cookie header to out (room bytes); false when it is not there once or
 * too long. */
bool cookie_find(const char *header, const char *name, char *out, size_t room);

/*
 * Finds out whose session the request's cookie is, into req->viewer, req->secret. Nobody's when
 * there is none. Where the session was not seen today, a job notes it.
 */
void session_find(struct request *req);

/* Sets the cookie for a new session; app has stored its hash. The request's viewer stays as it was.
 */
void session_begin(struct request *req, struct response *res,
                   const unsigned char secret[SESSION_SECRET_BYTES]);

/* Takes the cookie away. */
void session_end(struct request *req, struct response *res);

#endif
