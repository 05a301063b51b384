/* SPDX-License-Identifier: ISC */
/*
 * Random play without records and bags: see random_table.h.
 */
#include "support/random_table.h"

#include <assert.h>

#include "engine/bots.h"
#include "support/any_draw.h"

static struct entry any_choice(const struct tileset *ts, const struct game *g, struct chance *c)
{
	unsigned seats = game_awaited_seats(g), seat = 0;
	while (!(seats >> seat & 1))
		seat++;
	struct entry e = {0};
	size_t count = game_legal(ts, g, seat, 0, 0, NULL);
	assert(count > 0);
	game_legal(ts, g, seat, chance_below(c, (uint32_t)count), 1, &e);
	return e;
}

void random_table(const struct tileset *ts, struct game *g, unsigned seats, unsigned laid,
                  uint64_t seed)
{
	struct chance c = {seed};
	game_init(g, ts, seats, (struct game_options){0});
	while (g->awaits != AWAITS_END && !(g->laid_count >= laid && g->awaits == AWAITS_PLACE)) {
		struct entry e;
		if (g->awaits == AWAITS_TOKENS || g->awaits == AWAITS_TILE)
			e = any_draw(ts, g, (uint32_t)chance_next(&c));
		else
			e = any_choice(ts, g, &c);
		enum refusal r = game_apply(ts, g, &e);
		assert(r == REFUSAL_NONE);
		(void)r;
	}
}
