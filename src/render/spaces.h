/* SPDX-License-Identifier: ISC */
/*
 * What every form of a table needs to know of its spaces: how far they reach, and which are dead.
 * No rules: what fits where is the engine's to say.
 */
#ifndef RENDER_SPACES_H
#define RENDER_SPACES_H

#include "engine/game.h"

/* The spaces that a table spans: every tile and every empty space beside one. */
struct extent {
	int min_x, max_x, min_y, max_y;
};

struct extent extent_of(const struct game *g);

/* Which of g->open[] no tile still to come fits (W4); none when there is none to come. */
void spaces_find_dead(const struct tileset *ts, const struct game *g, bool is_dead[OPEN_MAX]);

#endif
