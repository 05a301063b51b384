/* SPDX-License-Identifier: ISC */
/*
 * Players that need no person. A bot chooses one legal entry whenever its seat is awaited; it sees
 * what everybody sees, and what chance it needs comes from a generator that the caller seeds.
 */
#ifndef ENGINE_BOTS_H
#define ENGINE_BOTS_H

#include "engine/game.h"

/* SplitMix64 (Steele, Lea, Flood 2014): small, fast, any seed will do. Not for draws: those are
 * base/draws. */
struct chance {
	uint64_t state;
};

uint64_t chance_next(struct chance *c);

/* Uniform below n, 1 <= n < 2^32 (Lemire 2019, with rejection). */
uint32_t chance_below(struct chance *c, uint32_t n);

struct bot {
	const char *name;
	/* The seat's next entry; the seat is one of game_awaited_seats() and awaited for a choice,
	 * not a draw. */
	void (*choose)(const struct tileset *ts, const struct game *g, unsigned seat,
	               struct chance *c, struct entry *out);
};

extern const struct bot bots[]; /* ends with a NULL name */

/* The bot of that name, or NULL. */
const struct bot *bot_find(const char *name, size_t len);

#endif
