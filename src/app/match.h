/* SPDX-License-Identifier: ISC */
/*
 * Games that bots play among themselves, from the first draw to the record: for `simulate`, for
 * samples and for tests on real input. Everything follows from the setup and the game's number.
 */
#ifndef APP_MATCH_H
#define APP_MATCH_H

#include "engine/bots.h"
#include "record/record.h"

struct match {
	const struct record_set *set;
	struct game_options options;
	unsigned seat_count;
	const struct bot *bots[SEATS_MAX]; /* by order of joining */
	const char *seed;    /* any text; the draws' seeds follow from it and the game's number */
	bool counts_choices; /* into each row that a seat chose */
};

/*
 * Plays game `number` to its end. *g is the game then, and *r (to be released by the caller) its
 * record, with the seed. Joiner i is named after its bot, "quick 1", and has the i-th colour.
 */
void match_play(const struct match *m, unsigned long number, struct game *g, struct record *r);

#endif
