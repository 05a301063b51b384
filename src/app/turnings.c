/* SPDX-License-Identifier: ISC */
/*
 * Rotations that are offered: see turnings.h.
 */
#include "app/turnings.h"

/* Does a piece show the same as another one of its tile? */
static bool is_life_alike(const struct tileset_life *a, const struct tileset_life *b)
{
	return a->animal_count == b->animal_count && a->animal_mask == b->animal_mask &&
	       a->birds == b->birds &&
	       (a->animal_count < 2 || a->animals[0] == b->animals[0] ||
	        a->animals[0] == b->animals[1]);
}

/* Two rotations look alike when each side shows the same, and the same sides belong together. */
static bool is_turn_alike(const struct tileset *ts, uint8_t tile, unsigned a, unsigned b)
{
	const struct tileset_kind *kind = tileset_kind_of(ts, tile);
	const struct tileset_lie *la = &kind->lies[a], *lb = &kind->lies[b];
	if (la->edges != lb->edges)
		return false;
	for (unsigned s = 0; s < SIDE_COUNT; s++) {
		if (la->piece_at[s] == PIECE_NONE)
			continue;
		for (unsigned o = 0; o < SIDE_COUNT; o++) {
			if ((la->piece_at[s] == la->piece_at[o]) !=
			    (lb->piece_at[s] == lb->piece_at[o]))
				return false;
		}
		if (!is_life_alike(&ts->tiles[tile].life[la->piece_at[s]],
		                   &ts->tiles[tile].life[lb->piece_at[s]]))
			return false;
	}
	return true;
}

unsigned turnings_of(const struct tileset *ts, const struct game *g, int x, int y)
{
	unsigned fits = game_turns_that_fit(ts, g, g->tile, x, y), mask = 0;
	for (unsigned turns = 0; turns < 4; turns++) {
		bool is_new = fits >> turns & 1;
		for (unsigned before = 0; before < turns && is_new; before++)
			is_new = !((mask >> before & 1) &&
			           is_turn_alike(ts, g->tile, before, turns));
		mask |= (is_new ? 1u : 0u) << turns;
	}
	return mask;
}
