/* SPDX-License-Identifier: ISC */
/*
 * A record's log, played again row by row: by the rules, with every row of points compared with
 * those that follow, every draw with the seed's when the record tells it, and the result. Each step
 * leaves the game as it then stood, for whoever shows or tells it.
 *
 *	struct replay p;
 *	if (replay_init(&p, &record, &fault) < 0)
 *		...;
 *	while (p.at < record.row_count) {
 *		if (replay_step(&p, &fault) < 0)
 *			...;
 *		if (replay_may_stop(&p))
 *			...;  // look at p.game
 *	}
 *	if (replay_finish(&p, &fault) < 0)
 *		...;
 *
 * A draw that is due when no tile is left ends the game (R30); no row says so, and the final points
 * follow at once from what stands before them.
 */
#ifndef RECORD_REPLAY_H
#define RECORD_REPLAY_H

#include "record/dealer.h"
#include "record/record.h"

struct replay {
	const struct record *record; /* the caller's */
	size_t at;                   /* rows taken: the next is record->rows[at] */
	struct game game;            /* after them; their points may be ahead of their rows */
	unsigned points_taken;       /* of game.points[], those whose rows were taken */
	struct dealer dealer;        /* where the record tells the seed */
};

/*
 * Before the first row. With the seed told, the commitment and the order of the seats must follow
 * from it. 0, or -1 with the fault.
 */
int replay_init(struct replay *p, const struct record *record, struct fault *fault);

/* Takes the next row, which there must be. 0; or -1 with the fault, and *p is of no more use. */
int replay_step(struct replay *p, struct fault *fault);

/* May a log stop here: is what comes next a choice or a draw, or nothing, rather than points? */
bool replay_may_stop(const struct replay *p);

/*
 * After the last row: the log must be one that may stop here, and the result that of the game: null
 * while it is not over. 0, or -1 with the fault.
 */
int replay_finish(const struct replay *p, struct fault *fault);

/* The game after `count` rows, in p->game. 0; or -1 with a fault before that, or where none may
 * stop. */
int replay_to(struct replay *p, const struct record *record, size_t count, struct fault *fault);

/* The whole record, from first to last. 0, or -1 with the first fault. */
int replay_check(const struct record *record, struct fault *fault);

#endif
