/* SPDX-License-Identifier: ISC */
/*
 * What things are worth, by R21 to R32: reading only. When points are given is turn.c's business.
 */
#include "engine/game.h"

#include <assert.h>
#include <string.h>

/* R24: for 0 to 5 different animals. */
static const int8_t animal_points[ANIMAL_COUNT + 1] = {0, 1, 3, 6, 10, 15};

unsigned game_majority(const struct game *g, const struct game_feature *f)
{
	unsigned most = 1, mask = 0;
	for (unsigned seat = 0; seat < g->seat_count; seat++) {
		if (f->meeples[seat] > most) {
			most = f->meeples[seat];
			mask = 0;
		}
		if (f->meeples[seat] == most)
			mask |= 1u << seat;
	}
	return mask;
}

unsigned game_usable(const struct game *g, unsigned seat, const struct game_feature *f)
{
	unsigned held = 0;
	for (unsigned a = 0; a < ANIMAL_COUNT; a++)
		held |= (g->hands[seat][a] ? 1u : 0u) << a;
	return held & ~(unsigned)f->animal_mask;
}

int game_feature_points(const struct game_feature *f, unsigned animal_mask)
{
	int birds = f->terrain == TERRAIN_BUSH ? f->birds : 0;
	return animal_points[__builtin_popcount(animal_mask & 31)] + birds;
}

unsigned game_hand_size(const struct game *g, unsigned seat)
{
	unsigned n = 0;
	for (unsigned a = 0; a < ANIMAL_COUNT; a++)
		n += g->hands[seat][a];
	return n;
}

unsigned game_winners(const struct game *g)
{
	if (g->awaits != AWAITS_END)
		return 0;
	int best = INT16_MIN;
	unsigned mask = 0;
	for (unsigned seat = 0; seat < g->seat_count; seat++) {
		if (g->resigned_mask >> seat & 1)
			continue;
		if (g->scores[seat] > best) {
			best = g->scores[seat];
			mask = 0;
		}
		if (g->scores[seat] == best)
			mask |= 1u << seat;
	}
	return mask;
}

unsigned game_final_seats(const struct game *g, const struct game_feature *f)
{
	if (g->options.final_scoring == FINAL_MAJORITY)
		return game_majority(g, f);
	unsigned mask = 0;
	for (unsigned seat = 0; seat < g->seat_count; seat++)
		mask |= (f->meeples[seat] ? 1u : 0u) << seat;
	return mask;
}

int game_final_points(const struct game_feature *f)
{
	return f->animal_count + (f->terrain == TERRAIN_BUSH ? f->birds : 0);
}

size_t game_worths(const struct tileset *ts, const struct game *g, size_t cap, struct worth *out)
{
	size_t count = 0;
	for (unsigned p = 0; p < g->laid_count * TILESET_PIECES_MAX; p++) {
		const struct game_feature *f = &g->features[p];
		if (!game_is_feature(ts, g, p) || !f->open_sides || !game_majority(g, f))
			continue;
		if (count < cap) {
			unsigned majority = game_majority(g, f), final = game_final_seats(g, f);
			struct worth *w = &out[count];
			*w = (struct worth){.feature = (uint16_t)p};
			for (unsigned seat = 0; seat < g->seat_count; seat++) {
				w->now[seat] =
					(int16_t)(majority >> seat & 1
				                          ? game_feature_points(f, f->animal_mask)
				                          : 0);
				w->final[seat] =
					(int16_t)(final >> seat & 1 ? game_final_points(f) : 0);
			}
		}
		count++;
	}
	return count;
}

enum refusal game_propose(const struct tileset *ts, const struct game *g,
                          const struct entry *entries, size_t count, int gained[SEATS_MAX],
                          size_t *failed)
{
	struct game after = *g;
	memset(gained, 0, SEATS_MAX * sizeof(gained[0]));
	for (size_t i = 0; i < count; i++) {
		enum refusal r = game_apply(ts, &after, &entries[i]);
		if (r != REFUSAL_NONE) {
			if (failed)
				*failed = i;
			return r;
		}
		for (unsigned p = 0; p < after.points_count; p++)
			gained[after.points[p].seat] += after.points[p].value;
	}
	return REFUSAL_NONE;
}
