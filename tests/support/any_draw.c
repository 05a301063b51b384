/* SPDX-License-Identifier: ISC */
/*
 * Picking draws by numbers: see any_draw.h. Each draw is as likely as it would be from a bag.
 */
#include "support/any_draw.h"

#include <string.h>

static struct entry any_tokens(const struct game *g, uint32_t number)
{
	struct entry e = {.type = ENTRY_TOKENS, .seat = g->tokens_seat, .cause = g->tokens_cause};
	uint8_t from[ANIMAL_COUNT], pile[ANIMAL_COUNT];
	memcpy(from, g->supply, sizeof(from));
	memcpy(pile, g->discarded, sizeof(pile));
	while (e.count < g->tokens_count) {
		unsigned left = 0, a = 0;
		for (unsigned i = 0; i < ANIMAL_COUNT; i++)
			left += from[i];
		if (!left) {
			memcpy(from, pile, sizeof(from));
			continue;
		}
		for (unsigned n = number % left; n >= from[a]; a++)
			n -= from[a];
		number /= left;
		from[a]--;
		e.animals[e.count++] = (uint8_t)a;
	}
	return e;
}

struct entry any_draw(const struct tileset *ts, const struct game *g, uint32_t number)
{
	if (g->awaits == AWAITS_TOKENS)
		return any_tokens(g, number);
	if (!g->left_count)
		return (struct entry){.type = ENTRY_END};
	uint8_t tile = 0;
	for (unsigned n = number % g->left_count;; tile++) {
		if ((g->left_mask[tile / 64] >> (tile % 64) & 1) && n-- == 0)
			break;
	}
	return (struct entry){.type = game_tile_fits(ts, g, tile) ? ENTRY_DRAW : ENTRY_REMOVE,
	                      .tile = tile};
}
