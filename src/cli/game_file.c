/* SPDX-License-Identifier: ISC */
/*
 * One table out of a record's file: see game_file.h.
 */
#include "cli/game_file.h"

#include "cli/documents.h"
#include "record/replay.h"

#include <limits.h>
#include <stdio.h>

/* Takes document `number` in hand. 0, or -1 with the reason in *err. */
static int find_document(struct documents *d, long number, struct err *err)
{
	for (long i = 0; i < number; i++) {
		int rc = documents_next(d, err);
		if (rc < 0)
			return -1;
		if (rc == 0)
			return err_set(err, "%s: there %s only %ld record%s", d->path,
			               i == 1 ? "is" : "are", i, i == 1 ? "" : "s");
	}
	return d->is_too_long
	               ? err_set(err, "%s: longer than %zu bytes", d->path, d->document.ceiling)
	               : 0;
}

static int read_record(struct game_file *f, const char *path, long number, struct err *err)
{
	struct documents d;
	struct fault fault;
	if (documents_open(&d, path, err))
		return -1;
	int rc = find_document(&d, number, err);
	if (rc == 0 && record_parse(&f->record, text_string(&d.document), d.document.len,
	                            f->sets.known, f->sets.count, &fault))
		rc = err_set(err, "%s: %s: %s", path, fault.place, fault.reason);
	documents_close(&d);
	return rc;
}

static int replay(struct game_file *f, const char *path, long at, struct err *err)
{
	struct replay p;
	struct fault fault;
	if (at >= 0 && (size_t)at > f->record.row_count)
		return err_set(err, "%s: the log has %zu entries", path, f->record.row_count);
	if (replay_to(&p, &f->record, at < 0 ? f->record.row_count : (size_t)at, &fault))
		return err_set(err, "%s: %s: %s", path, fault.place, fault.reason);
	f->game = p.game;
	return 0;
}

int game_file_load(struct game_file *f, const struct cli_command *c, const char *path,
                   const struct game_file_options *o)
{
	long at = -1, number = 1;
	struct err err;
	if (o->at && cli_number(o->at, 0, INT_MAX, &at))
		return cli_usage(c, "--at wants a number of log entries");
	if (o->record && cli_number(o->record, 1, INT_MAX, &number))
		return cli_usage(c, "--record wants a number from 1");
	record_init(&f->record);
	if (sets_load(&f->sets, o->tileset, &err) || read_record(f, path, number, &err))
		return cli_no("%s", err.text);
	if (replay(f, path, at, &err)) {
		record_release(&f->record);
		return cli_no("%s", err.text);
	}
	return EXIT_YES;
}

void game_file_release(struct game_file *f)
{
	record_release(&f->record);
}
