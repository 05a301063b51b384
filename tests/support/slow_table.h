/* SPDX-License-Identifier: ISC */
/*
 * What lies on the table, found anew at each call by coordinates and by the drawings of the tiles:
 * the ground that rulebook.h stands on. Of what the engine keeps count of it looks at nothing.
 */
#ifndef SUPPORT_SLOW_TABLE_H
#define SUPPORT_SLOW_TABLE_H

#include "engine/game.h"

static inline const struct game_space *slow_space_of(const struct game *g, unsigned laid)
{
	return &g->spaces[g->laid[laid].space];
}

/* The index of the tile at x, y, or -1. */
int slow_tile_at(const struct game *g, int x, int y);

/* A kind's terrain at a side of the table after some quarter turns, from its drawing. */
unsigned slow_edge_of(const struct tileset *ts, uint8_t tile, unsigned turns, unsigned side);

/* Likewise of a laid tile. */
unsigned slow_edge_at(const struct tileset *ts, const struct game *g, int laid, unsigned side);

/* The piece of a laid tile that reaches a side of the table, or -1. */
int slow_piece_at(const struct tileset *ts, const struct game *g, int laid, unsigned side);

/* R23: a feature as one finds it by walking along its pieces; numbers of pieces are those of struct
 * game. */
struct slow_walk {
	uint16_t pieces[PIECES_MAX];
	unsigned count, open_sides, animals, birds, mask, terrain;
	unsigned first; /* piece: the one laid first */
	unsigned meeples[SEATS_MAX];
};

void slow_walk(const struct tileset *ts, const struct game *g, int laid, int piece,
               struct slow_walk *w);

/* By anybody's meeple. */
bool slow_is_held(const struct slow_walk *w);

/* R24: is the seat one of those with most meeples? */
bool slow_has_most(const struct slow_walk *w, unsigned seat);

/* R24: what a completed feature brings with an animal added, or with ANIMAL_NONE. */
int slow_worth(const struct slow_walk *w, unsigned animal);

/* R28: the features that the tile placed last completed, in their order; how many. */
unsigned slow_completed(const struct tileset *ts, const struct game *g,
                        struct slow_walk out[COMPLETED_MAX]);

/* R17: the four corners at a corner's point: itself, beside, across, beside; values as in struct
 * game_laid. */
struct slow_point {
	unsigned tokens[4], meeples[4];
};

struct slow_point slow_point_at(const struct game *g, int laid, unsigned corner);

#endif
