/* SPDX-License-Identifier: ISC */
/*
 * A record named on the command line, replayed up to a point: for the commands that look at one
 * table.
 */
#ifndef CLI_GAME_FILE_H
#define CLI_GAME_FILE_H

#include "app/sets.h"
#include "cli/cli.h"

/* The options that such commands share; values as given, NULL when missing. */
struct game_file_options {
	const char *at, *tileset, *record;
};

struct game_file {
	struct sets sets;
	struct record record;
	struct game game; /* after `at` log entries */
};

/*
 * Reads the record in the file (the one that --record counts, from 1, where there are several) and
 * replays it. EXIT_YES and *f, which is the caller's to release; or EXIT_NO or EXIT_USAGE, having
 * said why.
 */
int game_file_load(struct game_file *f, const struct cli_command *c, const char *path,
                   const struct game_file_options *o);

void game_file_release(struct game_file *f);

#endif
