/* SPDX-License-Identifier: ISC */
/*
 * A server with all routes (browser.h) whose people sit and play by statements (party.h): for tests
 * of a page that is about a game, or about somebody, and not of how these came about. Whose
 * sign-ins and joining are looked at, too, is people.h's.
 */
#ifndef SUPPORT_WEB_PARTY_H
#define SUPPORT_WEB_PARTY_H

#include "support/browser.h"
#include "support/party.h"

enum { WEB_PARTY_NOW = 1000000 }; /* the party's time; the server's clock is the test's to set */

struct web_party {
	struct desk *desk;
	struct party party;
	struct browser ada, ben; /* signed in as the first and the second of the party */
	struct browser visitor;  /* as nobody */
};

/* Setup and teardown, and *state is a struct web_party. One at a time. */
int web_party_open(void **state);
int web_party_close(void **state);

#endif
