/* SPDX-License-Identifier: ISC */
/*
 * Dealing: see dealer.h. What may be drawn is the game's to say; this only says what comes.
 */
#include "record/dealer.h"

#include <assert.h>

void dealer_init(struct dealer *d, const struct tileset *ts,
                 const unsigned char seed[DRAWS_SEED_BYTES], const unsigned char *entropy,
                 unsigned seats)
{
	struct draws tiles;
	bag_init(&d->bag, ts);
	draws_init(&tiles, "tiles", seed, entropy, seats);
	draws_shuffle(&tiles, d->bag.tiles, d->bag.tile_count);
	draws_init(&d->tokens, "tokens", seed, entropy, seats);
	draws_shuffle(&d->tokens, d->bag.tokens, d->bag.token_count);
}

void dealer_seat_order(const unsigned char seed[DRAWS_SEED_BYTES], const unsigned char *entropy,
                       unsigned seats, uint8_t order[SEATS_MAX])
{
	struct draws d;
	assert(seats >= SEATS_MIN && seats <= SEATS_MAX);
	for (unsigned i = 0; i < seats; i++)
		order[i] = (uint8_t)i;
	draws_init(&d, "seats", seed, entropy, seats);
	draws_shuffle(&d, order, seats);
}

static void draw_tokens(struct dealer *d, const struct game *g, struct entry *out)
{
	*out = (struct entry){
		.type = ENTRY_TOKENS, .seat = g->tokens_seat, .cause = g->tokens_cause};
	while (out->count < g->tokens_count) {
		uint8_t animal = bag_draw_token(&d->bag);
		if (animal == ANIMAL_NONE) {
			/* At most once a draw: the game asks for no more than supply and pile hold.
			 */
			uint8_t pile[TOKENS_MAX];
			size_t count = tokens_in_order(g->discarded, pile);
			assert(count > 0);
			draws_shuffle(&d->tokens, pile, count);
			bag_refill(&d->bag, pile, count);
			animal = bag_draw_token(&d->bag);
		}
		out->animals[out->count++] = animal;
	}
}

void dealer_draw(struct dealer *d, const struct tileset *ts, const struct game *g,
                 struct entry *out)
{
	if (g->awaits == AWAITS_TOKENS) {
		draw_tokens(d, g, out);
		return;
	}
	assert(g->awaits == AWAITS_TILE);
	uint8_t tile = bag_draw_tile(&d->bag);
	if (tile == TILE_NONE)
		*out = (struct entry){.type = ENTRY_END};
	else if (game_tile_fits(ts, g, tile))
		*out = (struct entry){.type = ENTRY_DRAW, .tile = tile};
	else
		*out = (struct entry){.type = ENTRY_REMOVE, .tile = tile};
}
