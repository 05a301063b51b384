/* SPDX-License-Identifier: ISC */
/*
 * The table of bots, their chance, and the one that plays by nothing else.
 */
#include "engine/bots.h"
#include "engine/quick.h"

#include <string.h>

uint64_t chance_next(struct chance *c)
{
	uint64_t z = c->state += 0x9e3779b97f4a7c15ull;
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ z >> 27) * 0x94d049bb133111ebull;
	return z ^ z >> 31;
}

uint32_t chance_below(struct chance *c, uint32_t n)
{
	uint64_t product = (chance_next(c) >> 32) * n;
	if ((uint32_t)product < n) {
		uint32_t least = -n % n;
		while ((uint32_t)product < least)
			product = (chance_next(c) >> 32) * n;
	}
	return (uint32_t)(product >> 32);
}

static void choose_random(const struct tileset *ts, const struct game *g, unsigned seat,
                          struct chance *c, struct entry *out)
{
	uint32_t count = (uint32_t)game_legal(ts, g, seat, 0, 0, NULL);
	game_legal(ts, g, seat, chance_below(c, count), 1, out);
}

const struct bot bots[] = {
	{"random", choose_random},
	{"quick", quick_choose},
	{NULL, NULL},
};

const struct bot *bot_find(const char *name, size_t len)
{
	for (const struct bot *b = bots; b->name; b++) {
		if (strlen(b->name) == len && memcmp(b->name, name, len) == 0)
			return b;
	}
	return NULL;
}
