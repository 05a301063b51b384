/* SPDX-License-Identifier: ISC */
/*
 * A database as people leave it who play here: accounts with sessions, and games among them that
 * were played for some turns by bots in their names. Everything goes the way of a request, by
 * app/'s functions. Time does not pass: no turn has a grace. What fails aborts.
 */
#ifndef SUPPORT_REGULARS_H
#define SUPPORT_REGULARS_H

#include "app/turn.h"
#include "engine/bots.h"
#include "web/door.h"

enum { REGULAR_NAME_BYTES = 16 };

/* Large: a static object. */
struct regulars {
	struct sets sets;
	struct store *store;
	struct chance chance; /* of every game's draws and of the bots */
	int64_t now;
	unsigned people, games;
};

/* Somebody with an account that adds no token to what others complete, and a session. */
struct regular {
	int64_t id;
	char cookie[2 * SESSION_SECRET_BYTES + 1];
	char token[FORM_TOKEN_LEN + 1];
};

/* A new file. seed is any number. */
void regulars_open(struct regulars *r, const char *path, uint64_t seed);
void regulars_close(struct regulars *r);

void regulars_come(struct regulars *r, struct regular *out);

/* A game of these people, three days a turn, that has begun. */
void regulars_begin(struct regulars *r, const struct regular *const *people, size_t count,
                    char id[GAME_ID_LEN + 1]);

/* Plays until so many tiles were placed, or the game is over. */
void regulars_play(struct regulars *r, const char *id, const char *bot, int tiles);

/*
 * The game as it is, play_free() it. From here on it can be played without the database: what it
 * asks of it are standing orders, and these stand in the seats' rows now.
 */
struct play *regulars_load(struct regulars *r, const char *id);

/* The seat whose choice is awaited, -1 when none is, and what a bot has it say up to the next thing
 * that is not its choice. *p is not changed. */
int regulars_think(const struct play *p, const char *bot, struct chance *chance, struct turn *out);

#endif
