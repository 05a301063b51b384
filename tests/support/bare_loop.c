/* SPDX-License-Identifier: ISC */
/*
 * The barest loop: see bare_loop.h. A tile's edges are a byte, two bits a side; a space knows the
 * edges that its neighbours show and which of the bits are known.
 */
#include "support/bare_loop.h"

#include <string.h>

enum { MIDDLE = BARE_WIDTH / 2 * BARE_WIDTH + BARE_WIDTH / 2 };

static const int steps[SIDE_COUNT] = {BARE_WIDTH, 1, -BARE_WIDTH, -1};

static void lay(struct bare_table *b, unsigned space, uint8_t edges)
{
	b->is_laid[space] = true;
	for (unsigned side = 0; side < SIDE_COUNT; side++) {
		unsigned n = (unsigned)((int)space + steps[side]),
			 back = 2 * ((side + 2) % SIDE_COUNT);
		if (b->is_laid[n])
			continue;
		if (!b->known[n])
			b->open[b->open_count++] = b->touched[b->touched_count++] = (uint16_t)n;
		b->edges[n] |= (uint8_t)((edges >> (2 * side) & 3) << back);
		b->known[n] |= (uint8_t)(3u << back);
	}
}

static void clear(struct bare_table *b)
{
	for (unsigned i = 0; i < b->touched_count; i++) {
		unsigned space = b->touched[i];
		b->edges[space] = b->known[space] = 0;
		b->is_laid[space] = false;
	}
	b->open_count = b->touched_count = 0;
}

unsigned bare_loop_play(struct bare_table *b, const struct tileset *ts, struct chance *c)
{
	uint8_t tiles[TILESET_TILES_MAX];
	unsigned listed = 0;
	for (unsigned i = 0; i < ts->tile_count; i++) {
		unsigned j = chance_below(c, i + 1);
		tiles[i] = tiles[j];
		tiles[j] = (uint8_t)i;
	}
	b->touched[b->touched_count++] = MIDDLE;
	lay(b, MIDDLE, ts->kinds[ts->kind_count].lies[0].edges);
	for (unsigned i = 0; i < ts->tile_count; i++) {
		const struct tileset_lie *lies = tileset_kind_of(ts, tiles[i])->lies;
		uint16_t places[4 * OPEN_MAX];
		unsigned count = 0;
		for (unsigned k = 0; k < b->open_count; k++) {
			for (unsigned turns = 0; turns < 4; turns++) {
				if (!((lies[turns].edges ^ b->edges[b->open[k]]) &
				      b->known[b->open[k]]))
					places[count++] = (uint16_t)(k * 4 + turns);
			}
		}
		listed += count;
		if (!count)
			continue;
		unsigned place = places[chance_below(c, count)], space = b->open[place / 4];
		b->open[place / 4] = b->open[--b->open_count];
		lay(b, space, lies[place % 4].edges);
	}
	clear(b);
	return listed;
}
