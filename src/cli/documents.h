/* SPDX-License-Identifier: ISC */
/*
 * The records in a file, one after the other: a file whose name ends in .jsonl holds one a line,
 * one that ends in .json a single one; of others, the standard input included, the first line
 * decides.
 */
#ifndef CLI_DOCUMENTS_H
#define CLI_DOCUMENTS_H

#include "app/sets.h"
#include "base/err.h"
#include "base/text.h"

#include <stdio.h>

struct documents {
	const char *path;
	FILE *file;
	bool is_lines;
	unsigned long line; /* of the document in hand, from 1; 0 when the file is one document */
	bool is_done, has_any;
	struct text document; /* the one in hand; over when it passes the ceiling of a record */
};

/* Opens a file, "-" for the standard input. 0, or -1. */
int documents_open(struct documents *d, const char *path, struct err *err);

/*
 * Takes the next document in hand; blank lines are passed over. 1, 0 at the end, or -1 when the
 * file cannot be read or holds none at all.
 */
int documents_next(struct documents *d, struct err *err);

/* Reads the document in hand as a record, which is the caller's to release. 0, or -1 with the
 * fault. */
int documents_record(struct documents *d, const struct sets *sets, struct record *r,
                     struct fault *fault);

/* Says where in which file a fault is: "games.jsonl:3: /log/17/x: must be ...". Always -1. */
int documents_refuse(const struct documents *d, const struct fault *fault, struct err *err);

void documents_close(struct documents *d);

#endif
