/* SPDX-License-Identifier: ISC */
/*
 * A look at a database from outside, beside a server that runs or without one, which leaves no
 * trace: nothing is made, migrated, recovered or checkpointed. For reading rows open the store.
 */
#ifndef STORE_LOOK_H
#define STORE_LOOK_H

#include <stdbool.h>

#include "base/err.h"

struct store_look {
	bool is_there;   /* or the first start makes it */
	bool is_open;    /* a server runs with it */
	bool was_killed; /* no server runs, and what the last one had not merged lies beside the
	                    file: the next start does it, and `version` may be older than that */
	int version;     /* the number of its last migration */
	int known;       /* that of the last one that this program knows */
};

/* 0, or -1: it cannot be read, or is no database of this program's. */
int store_look(const char *path, struct store_look *out, struct err *err);

#endif
