/* SPDX-License-Identifier: ISC */
/*
 * Draws for games that numbers drive: whoever has a number, from a generator or from a fuzzer's
 * bytes, needs no bag. It chooses nothing for a seat: game_legal() lists that.
 */
#ifndef SUPPORT_ANY_DRAW_H
#define SUPPORT_ANY_DRAW_H

#include "engine/game.h"

/*
 * A draw that the game awaits (AWAITS_TOKENS or AWAITS_TILE, nothing else), the one of all possible
 * ones that a number picks; any number will do. ENTRY_END when no tile is left.
 */
struct entry any_draw(const struct tileset *ts, const struct game *g, uint32_t number);

#endif
