/* SPDX-License-Identifier: ISC */
/*
 * How the files of lobby.h do their work, for them alone: a job of the writer with room for the
 * places of one game.
 */
#ifndef APP_LOBBY_JOB_H
#define APP_LOBBY_JOB_H

#include "app/lobby.h"

/* A job's context. Which of the fields are set is each job's affair. */
struct lobby_job {
	const struct sets *sets;
	const struct lobby_chance *chance;
	int64_t now, user_id;
	enum lobby_status status;
	struct play *p; /* lobby_run()'s */
	const char *game_id;
	const struct lobby_setup *setup;
	const struct lobby_join *join;
	int place;
	const char *bot, *address;
	char new_id[GAME_ID_LEN + 1];
};

/* Sets the status; what a job answers to the store: only what is LOBBY_OK is kept. */
int lobby_answer(struct lobby_job *j, enum lobby_status status);

/* Runs a job, which answers by lobby_answer(). Its status. */
enum lobby_status lobby_run(struct store *store, int (*change)(struct db *, void *),
                            struct lobby_job *j);

#endif
