/* SPDX-License-Identifier: ISC */
/*
 * The yardstick for the engine: plain tile-laying at its barest. It lists the placements of each
 * tile with bit masks, picks one by chance and lays it; no meeples, no features, no points, no
 * checks. What a whole engine costs beside it is what the rules cost.
 */
#ifndef SUPPORT_BARE_LOOP_H
#define SUPPORT_BARE_LOOP_H

#include "engine/bots.h"

enum { BARE_WIDTH = 256 };

/* All zero before the first game; each leaves it so. */
struct bare_table {
	uint8_t edges[BARE_WIDTH * BARE_WIDTH], known[BARE_WIDTH * BARE_WIDTH];
	bool is_laid[BARE_WIDTH * BARE_WIDTH];
	uint16_t open[OPEN_MAX], touched[SPACES_MAX];
	unsigned open_count, touched_count;
};

/* Plays one table full of tiles; answers how many placements it listed. */
unsigned bare_loop_play(struct bare_table *b, const struct tileset *ts, struct chance *c);

#endif
