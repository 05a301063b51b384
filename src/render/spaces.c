/* SPDX-License-Identifier: ISC */
/*
 * How far a table reaches and which of its spaces are dead: see spaces.h. Nothing is kept: both are
 * found anew for each drawing, in a microsecond or two.
 */
#include "render/spaces.h"

struct extent extent_of(const struct game *g)
{
	struct extent e = {g->spaces[0].x, g->spaces[0].x, g->spaces[0].y, g->spaces[0].y};
	for (unsigned i = 1; i < g->space_count; i++) {
		int x = g->spaces[i].x, y = g->spaces[i].y;
		e.min_x = x < e.min_x ? x : e.min_x;
		e.max_x = x > e.max_x ? x : e.max_x;
		e.min_y = y < e.min_y ? y : e.min_y;
		e.max_y = y > e.max_y ? y : e.max_y;
	}
	return e;
}

void spaces_find_dead(const struct tileset *ts, const struct game *g, bool is_dead[OPEN_MAX])
{
	bool is_left[TILESET_KINDS_MAX] = {false};
	for (unsigned i = 0; i < ts->tile_count; i++)
		if (g->left_mask[i / 64] >> (i % 64) & 1)
			is_left[ts->tiles[i].kind] = true;
	if (g->tile != TILE_NONE)
		is_left[ts->tiles[g->tile].kind] = true;
	bool goes_on = g->left_count > 0 || g->tile != TILE_NONE;
	for (unsigned i = 0; i < g->open_count; i++) {
		is_dead[i] = goes_on;
		for (unsigned k = 0; k < ts->kind_count && is_dead[i]; k++)
			if (is_left[k] && ts->fit[k][g->open_edges[i]])
				is_dead[i] = false;
	}
}
