/* SPDX-License-Identifier: ISC */
/*
 * One table out of a record's file: see game_file.h.
 */
#include "cli/game_file.h"

#include "base/number.h"
#include "cli/documents.h"
#include "record/replay.h"

#include <limits.h>

/* Takes document `number` in hand. 0, or -1 with the reason in *err. */
static int find_document(struct documents *d, int64_t number, struct err *err)
{
	for (int64_t i = 0; i < number; i++) {
		int rc = documents_next(d, err);
		if (rc < 0)
			return -1;
		if (rc == 0)
			return err_set(err, "%s: there %s only %lld record%s", d->path,
			               i == 1 ? "is" : "are", (long long)i, i == 1 ? "" : "s");
	}
	return 0;
}

/* The game after `at` entries; all of them when that is negative. */
static int replay(struct game_file *f, int64_t at, struct fault *fault)
{
	struct replay p;
	size_t count = at < 0 ? f->record.row_count : (size_t)at;
	if (count > f->record.row_count)
		return fault_set(fault, "", "--at %zu is beyond its log of %zu entries", count,
		                 f->record.row_count);
	if (replay_to(&p, &f->record, count, fault)) {
		if (at >= 0 && p.at == count)
			fault_set(fault, "", "--at %zu parts an entry from the points that follow",
			          count);
		return -1;
	}
	f->game = p.game;
	return 0;
}

static int read_game(struct game_file *f, struct documents *d, int64_t at, int64_t number,
                     struct err *err)
{
	struct fault fault;
	if (find_document(d, number, err))
		return -1;
	if (documents_record(d, &f->sets, &f->record, &fault))
		return documents_refuse(d, &fault, err);
	if (replay(f, at, &fault)) {
		record_release(&f->record);
		return documents_refuse(d, &fault, err);
	}
	return 0;
}

int game_file_load(struct game_file *f, const struct cli_command *c, const char *path,
                   const struct game_file_options *o)
{
	int64_t at = -1, number = 1;
	struct documents d;
	struct err err;
	if (o->at && !number_parse(o->at, 0, INT_MAX, &at))
		return cli_usage(c, "--at wants a number of log entries, not \"%s\"", o->at);
	if (o->record && !number_parse(o->record, 1, INT_MAX, &number))
		return cli_usage(c, "--record wants a number from 1, not \"%s\"", o->record);
	if (sets_load(&f->sets, o->tileset, &err) || documents_open(&d, path, &err))
		return cli_no("%s", err.text);
	int rc = read_game(f, &d, at, number, &err);
	documents_close(&d);
	return rc ? cli_no("%s", err.text) : EXIT_YES;
}

void game_file_release(struct game_file *f)
{
	record_release(&f->record);
}
