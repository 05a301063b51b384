/* SPDX-License-Identifier: ISC */
/*
 * The records in a file, one after the other: a file whose name ends in .jsonl holds one a line,
 * one that ends in .json a single one; of others, the standard input included, the first line
 * decides.
 */
#ifndef CLI_DOCUMENTS_H
#define CLI_DOCUMENTS_H

#include "base/err.h"
#include "base/text.h"

#include <stdio.h>

struct documents {
	const char *path;
	FILE *file;
	bool is_lines;
	unsigned long line; /* of the document in hand, from 1; 0 when the file is one document */
	bool is_done;
	bool is_too_long;     /* the document in hand passes the ceiling: what stands in it is a
	                         beginning */
	struct text document; /* the document in hand */
};

/* Opens a file, "-" for the standard input. 0, or -1. */
int documents_open(struct documents *d, const char *path, struct err *err);

/* Takes the next document in hand; blank lines are passed over. 1, 0 at the end, or -1 on a read
 * error. */
int documents_next(struct documents *d, struct err *err);

void documents_close(struct documents *d);

#endif
