/* SPDX-License-Identifier: ISC */
/*
 * What things are worth, by R21 to R32: reading only. When points are given is turn.c's business.
 */
#include "engine/game.h"

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
