/* SPDX-License-Identifier: ISC */
/*
 * The order of what is still to be drawn. Apart from struct game on purpose: nothing that shows a
 * game can give away what is to come. It holds orders and shuffles nothing; an empty supply is the
 * caller's to refill (R29) with an order from the record's token stream.
 */
#ifndef ENGINE_BAG_H
#define ENGINE_BAG_H

#include "engine/game.h"

struct bag {
	uint8_t tile_count, tile_next;
	uint8_t token_count, token_next;
	uint8_t tiles[TILESET_TILES_MAX];
	uint8_t tokens[TOKENS_MAX];
};

/* An unshuffled bag: tiles in file order, copy by copy; tokens as tokens_in_order() has them (R6).
 */
void bag_init(struct bag *bag, const struct tileset *ts);

/* The next tile, or TILE_NONE. */
uint8_t bag_draw_tile(struct bag *bag);

/* The next token (enum animal), or ANIMAL_NONE when the supply is empty: see bag_refill(). */
uint8_t bag_draw_token(struct bag *bag);

/* Hands over a new supply (R29); count is at most TOKENS_MAX. */
void bag_refill(struct bag *bag, const uint8_t *tokens, size_t count);

/* Tokens by animal, in the order M, E, G, L, Z; answers how many. */
size_t tokens_in_order(const uint8_t counts[ANIMAL_COUNT], uint8_t out[TOKENS_MAX]);

#endif
