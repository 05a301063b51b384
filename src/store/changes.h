/* SPDX-License-Identifier: ISC */
/*
 * Which games and people have changed since when, so that what was made of their rows can be kept
 * until they do. It knows what changes from the connection that writes, row by row: nobody has to
 * say so. It does not know what was made, nor of what: whoever keeps something names the things
 * whose rows it shows. Never locks; from any thread.
 *
 *	struct reading r;
 *	reading_begin(&r, store_changes(store));
 *	struct db *db = store_read(store);           // after it, never before
 *	reading_add_game(&r, id);
 *	...
 *	if (reading_holds(&r, store_changes(store)))  // a day later: still as it was read
 *
 * A thing's counter is raised before the commit that changes it, the reading's from then on after
 * it. So nobody who has seen the new rows is told that the old ones still hold; what was read while
 * the commit was under way is dropped, though it may have been new already. Things share counters
 * by their hash: something may be dropped early, nothing late.
 */
#ifndef STORE_CHANGES_H
#define STORE_CHANGES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

enum { CHANGES_COUNTERS = 8192 };

struct changes;
struct db;

/* What was read, and not before when. A plain value. */
struct reading {
	uint64_t since;
	uint64_t counters[CHANGES_COUNTERS / 64]; /* of its things, a bit each */
};

/* Of nothing yet: as of now. */
void reading_begin(struct reading *r, const struct changes *c);

/* A game: its row, and every row that refers to it: seats, moves, a rematch. */
void reading_add_game(struct reading *r, const char *id);
/* A person as others see them: the row of users. */
void reading_add_person(struct reading *r, int64_t user_id);
/* What refers to a person: seats, games of their own, sessions, addresses, choices, webhooks. */
void reading_add_belongings(struct reading *r, int64_t user_id);
/* What a mail address stands in: a place that is kept for it, before it is anybody's. */
void reading_add_address(struct reading *r, const char *address);

/* What a part of the whole has read, and not later than the whole. */
void reading_add_part(struct reading *r, const struct reading *part);

/* Has nothing of it changed since? */
bool reading_holds(const struct reading *r, const struct changes *c);

/* ---- For store.c and writer.c ---- */

/*
 * Watches the connection that writes from now on. Which columns name a game, a person or an address
 * is read from its schema, after the migrations: keys of games and users, what REFERENCES these,
 * and what is called address. 0, or -1.
 */
int changes_watch(struct changes **out, struct db *db, struct err *err);
/* After the connection was closed. NULL is allowed. */
void changes_free(struct changes *c);

/* The transaction under way has ended, well or not; before those are told who wait for it. */
void changes_end(struct changes *c);

#endif
