/* SPDX-License-Identifier: ISC */
/*
 * The table inside a game: where tiles lie, how pieces join to features, which corners take a
 * token. Private to the engine. It lays and counts; whose turn it is and what is worth points is
 * not its concern, and it checks nothing: turn.c does before it calls.
 */
#ifndef ENGINE_TABLE_H
#define ENGINE_TABLE_H

#include "engine/game.h"

/* The start, laid space by space in file order (R4), and the rangers (R5). */
void table_init(struct game *g, const struct tileset *ts);

/* Lays a tile on an open space: joins features (R23), closes and opens spaces, counts neighbours
 * (R26). */
void table_lay(struct game *g, const struct tileset *ts, uint16_t space, uint8_t tile,
               unsigned turns);

/* One of the four corners that meet at a point (R17); laid is an index, or -1 where no tile lies.
 */
struct hole_corner {
	int laid;
	uint8_t corner;
};

/* The corners around the point of a laid tile's corner: that one first, then clockwise or not, each
 * beside the next. */
void hole_corners(const struct game *g, unsigned laid, unsigned corner, struct hole_corner out[4]);

/* Lays a token (enum animal) on a corner, with the meeple of seat - 1 or 0; answers its number at
 * the point. */
unsigned hole_lay(const struct tileset *ts, struct game *g, unsigned laid, unsigned corner,
                  uint8_t animal, uint8_t meeple);

static inline uint16_t game_feature_of(const struct game *g, unsigned laid, unsigned piece)
{
	return g->feature_of[laid * TILESET_PIECES_MAX + piece];
}

static inline const struct tileset_lie *table_lie(const struct tileset *ts,
                                                  const struct game_laid *laid)
{
	return &tileset_kind_of(ts, laid->tile)->lies[laid->turns];
}

#endif
