/* SPDX-License-Identifier: ISC */
/*
 * How the files of turn.h do their work, for them alone: a job of the writer that loads the game,
 * finds the seat, and hands both to what changes them.
 */
#ifndef APP_TURN_JOB_H
#define APP_TURN_JOB_H

#include "app/turn.h"

/* A job's context: the caller's turn, and the game that was loaded for it, running or over. */
struct turn_job {
	struct turn *t;
	const struct sets *sets;
	struct play *p;
	int (*change)(struct db *db, struct turn_job *j);
};

/* t->seat is set before `change` is called, for a t->user_id; it answers by turn_answer(). */
void turn_run(struct store *store, const struct sets *sets, struct turn *t,
              int (*change)(struct db *db, struct turn_job *j));

/* Sets the status; what a job answers to the store: only what is TURN_DONE is kept. */
int turn_answer(struct turn_job *j, enum turn_status status);

/* Gives more time where it was asked for and everybody agrees who is there now, and saves that. */
void turn_settle_consent(struct db *db, struct play *p, int64_t now);

#endif
