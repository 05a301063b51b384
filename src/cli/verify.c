/* SPDX-License-Identifier: ISC */
/*
 * slowsafari verify: replays records and tells where the first difference of each is.
 */
#include "app/sets.h"
#include "cli/cli.h"
#include "cli/documents.h"
#include "record/replay.h"

#include <stdio.h>

static const char help[] =
	"verify [--tileset FILE] FILE...\n"
	"\n"
	"Replays game records (.json, or .jsonl with a record a line, - for the standard\n"
	"input) and compares every entry, every point, every draw where the seed is told,\n"
	"and the result. For each that differs it prints the file, the line, the first\n"
	"place and why; last how many were read and how many differ.\n"
	"\n"
	"  --tileset FILE   a tile set that is known besides the built-in one\n";

struct verification {
	struct sets sets;
	unsigned long records, differ;
	bool has_failed; /* a file could not be read */
};

static int check_document(const struct verification *v, struct documents *d, struct fault *fault)
{
	struct record r;
	if (documents_record(d, &v->sets, &r, fault))
		return -1;
	int rc = replay_check(&r, fault);
	record_release(&r);
	return rc;
}

static void verify_file(struct verification *v, const char *path)
{
	struct documents d;
	struct err err;
	struct fault fault;
	int rc;
	if (documents_open(&d, path, &err)) {
		cli_no("%s", err.text);
		v->has_failed = true;
		return;
	}
	while ((rc = documents_next(&d, &err)) > 0) {
		v->records++;
		if (check_document(v, &d, &fault) == 0)
			continue;
		v->differ++;
		documents_refuse(&d, &fault, &err);
		puts(err.text);
	}
	if (rc < 0) {
		cli_no("%s", err.text);
		v->has_failed = true;
	}
	documents_close(&d);
}

static int run(int argc, char **argv)
{
	const char *tileset = NULL;
	const struct cli_option options[] = {{.name = "tileset", .value = &tileset}};
	struct verification v = {0};
	struct err err;
	int words = cli_options(&cli_verify, argc, argv, options, 1, NULL);
	if (words < 0)
		return EXIT_USAGE;
	if (words == 0)
		return cli_usage(&cli_verify, "a file is wanted");
	if (sets_load(&v.sets, tileset, &err))
		return cli_no("%s", err.text);
	for (int i = 1; i <= words; i++)
		verify_file(&v, argv[i]);
	if (v.records || !v.has_failed)
		printf("%lu record%s, %lu differ\n", v.records, v.records == 1 ? "" : "s",
		       v.differ);
	return v.differ || v.has_failed ? EXIT_NO : EXIT_YES;
}

const struct cli_command cli_verify = {"verify", "replays records and finds the first difference",
                                       help, run};
