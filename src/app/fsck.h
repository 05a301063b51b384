/* SPDX-License-Identifier: ISC */
/*
 * Checking every stored game: its chain of moves, its replay by the rules, and the derived columns
 * against it.
 */
#ifndef APP_FSCK_H
#define APP_FSCK_H

#include "app/play.h"

struct fsck_report {
	unsigned long games, faults;
	/* Told of each fault: the game and one sentence. */
	void (*fault)(void *context, const char *game_id, const char *sentence);
	void *context;
};

/* Checks all games that have started. 0, or -1 when the database could not be read. */
int fsck_all(struct store *store, const struct sets *sets, struct fsck_report *report);

#endif
