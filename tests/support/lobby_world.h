/* SPDX-License-Identifier: ISC */
/*
 * People and games before they start, on a real database, for tests of the lobby: three accounts
 * and a guest, and calls of app/lobby.h in few words.
 */
#ifndef SUPPORT_LOBBY_WORLD_H
#define SUPPORT_LOBBY_WORLD_H

#include "app/lobby.h"
#include "support/database.h"

enum { START = 1800000000, DAY = 86400, ADA = 0, BEN, CLEO, GUEST, USERS };

struct world {
	void *database; /* its folder */
	struct store *store;
	sqlite3 *sqlite; /* reads what is stored */
	struct sets sets;
	int64_t users[USERS], now;
	unsigned serial; /* makes each call's chance another one */
	struct lobby_setup setup;
	char id[GAME_ID_LEN + 1]; /* of the game made last */
};

/* Setup and teardown of a test. */
int lobby_world_open(void **state);
int lobby_world_close(void **state);

#define has(w, sql, expected) rows_are((w)->sqlite, sql, expected, __FILE__, __LINE__)

/* Chance that tells who drew it: byte k of value i is 16 i + the serial number. */
struct lobby_chance lobby_world_chance(struct world *w);

/* A private game with places as the letters say: o(pen), l(ink), a (for Ben's address), q(uick),
 * r(andom). */
void lobby_world_setup(struct world *w, const char *places);
enum lobby_status lobby_world_try(struct world *w, int user); /* to make it */
void lobby_world_make(struct world *w, int user, const char *places);
void lobby_world_make_public(struct world *w, int user, const char *places);

enum lobby_status lobby_world_join(struct world *w, int user, bool has_key);
enum lobby_status lobby_world_join_as(struct world *w, int user, int color, const char *entropy);
enum lobby_status lobby_world_hold(struct world *w, int user, const char *address);
enum lobby_status lobby_world_start(struct world *w, int user, const char *bot);

#endif
