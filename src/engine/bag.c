/* SPDX-License-Identifier: ISC */
/*
 * The bag: two orders and how far each is drawn.
 */
#include "engine/bag.h"

#include <assert.h>
#include <string.h>

size_t tokens_in_order(const uint8_t counts[ANIMAL_COUNT], uint8_t out[TOKENS_MAX])
{
	size_t n = 0;
	for (unsigned a = 0; a < ANIMAL_COUNT; a++) {
		assert(n + counts[a] <= TOKENS_MAX);
		memset(out + n, (int)a, counts[a]);
		n += counts[a];
	}
	return n;
}

void bag_init(struct bag *bag, const struct tileset *ts)
{
	static const uint8_t all[ANIMAL_COUNT] = {TOKENS_EACH, TOKENS_EACH, TOKENS_EACH,
	                                          TOKENS_EACH, TOKENS_EACH};
	*bag = (struct bag){.tile_count = ts->tile_count};
	for (unsigned tile = 0; tile < ts->tile_count; tile++)
		bag->tiles[tile] = (uint8_t)tile;
	bag->token_count = (uint8_t)tokens_in_order(all, bag->tokens);
}

uint8_t bag_draw_tile(struct bag *bag)
{
	return bag->tile_next < bag->tile_count ? bag->tiles[bag->tile_next++] : TILE_NONE;
}

uint8_t bag_draw_token(struct bag *bag)
{
	return bag->token_next < bag->token_count ? bag->tokens[bag->token_next++] : ANIMAL_NONE;
}

void bag_refill(struct bag *bag, const uint8_t *tokens, size_t count)
{
	assert(count <= TOKENS_MAX && bag->token_next == bag->token_count);
	memcpy(bag->tokens, tokens, count);
	bag->token_count = (uint8_t)count;
	bag->token_next = 0;
}
