/* SPDX-License-Identifier: ISC */
/*
 * The tile sets that the program knows: the one it carries, and one that a person brings as a file.
 * A record picks among them by hash, else by name.
 */
#ifndef APP_SETS_H
#define APP_SETS_H

#include "base/err.h"
#include "record/record.h"
#include "store/store.h"

enum { SETS_MAX = 16 };

/* The set that games are played with comes first. Large: a static or allocated object. */
struct sets {
	struct record_set known[SETS_MAX];
	size_t count;
};

/*
 * Loads the file at `path`, when it is not NULL, and the built-in set "safari". 0, or -1 when the
 * file cannot be read or has a mistake, which *err then names with its line.
 */
int sets_load(struct sets *sets, const char *path, struct err *err);

/* Adds a set from its bytes, unless it is known by its hash already. 0, or -1 as above. */
int sets_add(struct sets *sets, const char *name, const char *bytes, size_t len, struct err *err);

/* Puts the built-in set's bytes into the database, for the games that are played with it. False
 * when that failed. */
bool sets_store(struct store *store);

/* The set with that hash, or NULL. */
const struct record_set *sets_find(const struct sets *sets, const char *sha256);

#endif
