/* SPDX-License-Identifier: ISC */
/*
 * People and their games on a store, for tests of app and over HTTP: games are made, joined and
 * played by app's own functions, so that a test begins where it becomes interesting. Everything
 * follows from the order of the calls. Whatever fails here fails the test.
 *
 *	party_init(&party, store, sets, now);
 *	party_start(&party, &(struct party_game){.people = 2}, id);
 *	party_forward(&party, id, is_end_near, NULL);
 */
#ifndef SUPPORT_PARTY_H
#define SUPPORT_PARTY_H

#include <sqlite3.h>

#include "app/lobby.h"
#include "app/turn.h"
#include "engine/bots.h"
#include "support/database.h"

enum { PARTY_PEOPLE = 5, PARTY_GRACE_S = 60, PARTY_TURN_S = 86400 };

struct party {
	struct store *store;
	const struct sets *sets;
	int64_t now;
	int64_t people[PARTY_PEOPLE]; /* accounts: "User 0", of user0@example.org, and so on */
	uint32_t serial;              /* makes each call's chance another one */
	struct chance chance;         /* of turns */
	void *database;               /* its folder, after party_open() */
	sqlite3 *sqlite;              /* likewise: reads what is stored */
};

/* Setup and teardown: a party with a store of its own, at PARTY_BEGINS. One at a time. */
enum { PARTY_BEGINS = 1800000000 };
int party_open(void **state);
int party_close(void **state);

/* On a store that is there, and has the sets already. */
void party_init(struct party *p, struct store *store, const struct sets *sets, int64_t now);

/* One more account of that name, or guest; the user's id. */
int64_t party_add(struct party *p, const char *name, bool is_guest);

/* A session for a user; the cookie's value. */
enum { PARTY_SESSION_LEN = 64 };
void party_session(struct party *p, int64_t user_id, char out[PARTY_SESSION_LEN + 1]);

/* Runs SQL past all rules, in a job. */
void party_sql(struct party *p, const char *sql);

struct party_game {
	unsigned people, bots; /* the first of the party; quick ones */
	unsigned places; /* for people: those left stay free, and it does not start; 0: as many as
	                    people */
	bool is_public;
	int64_t turn_s;            /* 0: PARTY_TURN_S; below: no clock */
	const char *tileset;       /* hash; NULL: the built-in one */
	const unsigned char *seed; /* of the draws; NULL: by chance */
};

/* A game of people[0], begun unless places are free. */
void party_start(struct party *p, const struct party_game *g, char id[GAME_ID_LEN + 1]);

/* What a statement gives, as rows_are() has it; after party_open(). */
#define party_has(p, sql, expected) rows_are((p)->sqlite, sql, expected, __FILE__, __LINE__)

/* The game as it is now; play_free() it. */
struct play *party_load(const struct party *p, const char *id);

/* A seat's turn or words, by chance, up to the next thing that is not its choice. *t can be
 * submitted. */
void party_choose(struct party *p, const struct play *play, unsigned seat, struct turn *t);

/* The seat on turn lays its tile and does nothing more, at p->now. */
void party_take_turn(struct party *p, const char *id);

/* Time goes by, and the clock beats: draws, caretakers, reminders. */
void party_later(struct party *p, int64_t seconds);

/* What a person does that is no turn, at the game's rev: turn_draw, turn_more_time and their like.
 */
enum turn_status party_does(struct party *p, const char *id, int64_t user_id,
                            void (*act)(struct store *, const struct sets *, struct turn *));

/* Who sits at a seat. */
int64_t party_user_at(struct party *p, const char *id, unsigned seat);

/* A turn's text, as forms send it. */
void party_text(const struct turn *t, char out[LIMIT_TURN_BYTES + 1]);

/*
 * Plays on by chance, everybody's turns and words, in one job, until `is_there` answers true: it is
 * asked whenever something is to be chosen. False, and nothing has changed, when the game came to
 * its end before. NULL plays it to its end.
 */
bool party_forward(struct party *p, const char *id,
                   bool (*is_there)(const struct play *play, void *context), void *context);

/* For party_forward(): is there a turn that asks at least two other seats for a word, and its own
 * not? That turn: the tile, and nothing more. */
bool party_asks_two(const struct play *play, void *turn);

/* Lays the tile so and does nothing more, on a copy. False where a ranger is to be put back. */
bool party_lay(const struct play *play, const struct entry *place, struct turn *t,
               struct game *after);

#endif
