/* SPDX-License-Identifier: ISC */
/*
 * Records for tests to work on: those that were given with the project, beside its tree, and those
 * that tests/records keeps. Tests run from the tree's root.
 */
#ifndef SUPPORT_RECORDS_H
#define SUPPORT_RECORDS_H

#include "record/record.h"

enum { RECORDS_MAX = 256 };

struct records_file {
	char path[128];
	struct text text;
	struct record record;
};

struct records {
	struct record_set sets[2]; /* "safari", "baobabs" */
	size_t set_count;          /* 1 where the second is not there */
	size_t count;
	struct records_file files[RECORDS_MAX];
};

/*
 * The sets that there are, and all records, read: at least those of tests/records. Says on stdout
 * when the given ones are not there; aborts on a record that is there and cannot be read. The
 * caller frees it.
 */
struct records *records_load(void);
void records_free(struct records *all);

/* A copy of a record with rows of its own; the caller's to release. */
void records_copy(struct record *to, const struct record *from);

#endif
