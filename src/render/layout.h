/* SPDX-License-Identifier: ISC */
/*
 * Where things stand on a tile: animals near the middle of their piece, birds over their bush, a
 * place for a meeple on each piece, the baobab in the savanna, tokens in the corners. Found from
 * what the tile set says alone, so that a set that nobody has seen yet finds its places too. It
 * draws nothing.
 *
 * Units: a tile is 100 wide, its middle is 0, 0, x to the right, y down, as at no rotation.
 */
#ifndef RENDER_LAYOUT_H
#define RENDER_LAYOUT_H

#include "engine/tileset.h"

struct spot {
	int8_t x, y;
};

enum {
	LAYOUT_BIRDS_MAX = 3, /* more birds than these are one bird and a number */
	LAYOUT_CORNER = 33,   /* of a token, from the middle both ways */
};

struct layout {
	struct spot animals[TILESET_PIECES_MAX][TILESET_ANIMALS_MAX];
	struct spot birds[TILESET_PIECES_MAX][LAYOUT_BIRDS_MAX];
	struct spot meeples[TILESET_PIECES_MAX];
	struct spot baobab; /* its middle */
};

/* The places on one tile of the set. Unused ones are 0, 0. */
void layout_find(struct layout *l, const struct tileset *ts, uint8_t tile);

/* How far from the middle of the tile a trail with a single side ends. */
int layout_trail_end(const struct tileset_kind *kind);

/* A spot after some quarter turns clockwise. */
static inline struct spot spot_turn(struct spot s, unsigned turns)
{
	for (unsigned i = 0; i < turns; i++)
		s = (struct spot){(int8_t)-s.y, s.x};
	return s;
}

/* The middle of a token in a corner of the table. */
static inline struct spot layout_corner(unsigned corner)
{
	return spot_turn((struct spot){LAYOUT_CORNER, -LAYOUT_CORNER}, corner);
}

#endif
