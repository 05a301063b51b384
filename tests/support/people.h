/* SPDX-License-Identifier: ISC */
/*
 * Three people and a visitor with browsers of their own, and what they do around a game in few
 * words: for tests of the pages of lobby and games.
 */
#ifndef SUPPORT_PEOPLE_H
#define SUPPORT_PEOPLE_H

#include "store/games.h"
#include "support/browser.h"

/* Ada, Ben and Cleo have accounts; the visitor has none. All ask for pages. */
struct people {
	struct desk *desk;
	struct browser ada, ben, cleo, visitor;
	char id[GAME_ID_LEN + 1]; /* of the game made last */
	char key[JOIN_KEY_LEN + 1];
};

/* Setup and teardown of a test. */
int people_open(void **state);
int people_close(void **state);

/* Makes a game by the form of /new; its id and key are kept. */
void people_make(struct people *p, struct browser *b, const char *form);

/* Keeps the id of the game that the last answer led to. */
void people_keep_id(struct people *p, const struct browser *b);

/* A POST, and a GET, below the game's URL; they answer the status. */
int people_post(const struct people *p, struct browser *b, const char *what, const char *form);
int people_get(const struct people *p, struct browser *b, const char *what);
int people_join_by_link(const struct people *p, struct browser *b, const char *more);

/* What the page that came last says, or does not; what home says to a program. */
void people_see(const struct browser *b, const char *what);
void people_see_not(const struct browser *b, const char *what);
void people_home_says(struct browser *b, const char *what);

/* Ada makes a game by link and Ben joins; Ada too: it runs. */
void people_begin_two(struct people *p, const char *form);

#endif
