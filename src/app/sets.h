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

struct replays;
struct zones;

/*
 * The first `offered` are there to choose from for new games, the one that is taken without a
 * choice first; the others are known because games are played with them. A service has replays
 * besides, of games played with these sets (replays.h), and the zones of their clocks: they are the
 * caller's. Large: a static or allocated object.
 */
struct sets {
	struct record_set known[SETS_MAX];
	size_t count, offered;
	struct replays *replays; /* NULL: none */
	struct zones *zones;     /* NULL: opened anew each time */
};

/*
 * Loads the file at `path`, when it is not NULL, and the built-in set "safari". 0, or -1 when the
 * file cannot be read or has a mistake, which *err then names with its line.
 */
int sets_load(struct sets *sets, const char *path, struct err *err);

/*
 * What a service offers, after sets_load(): the built-in set and every .tiles file of a folder ("":
 * none), in the order of their names. Their bytes go to the database, for the games that will be
 * played with them; with a store of NULL they are read only. 0, or -1 as above, or when they are
 * too many or cannot be stored.
 */
int sets_offer(struct sets *sets, struct store *store, const char *folder, struct err *err);

/* Knows the sets of the database too. 0, or -1 when one cannot be read. */
int sets_recall(struct sets *sets, struct store *store, struct err *err);

/* The set with that hash, or NULL; and whether it is offered. */
const struct record_set *sets_find(const struct sets *sets, const char *sha256);
bool sets_is_offered(const struct sets *sets, const char *sha256);

#endif
