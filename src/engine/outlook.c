/* SPDX-License-Identifier: ISC */
/*
 * What may come of a table, for whoever looks at it: what features in play are worth, what a
 * proposed turn brings.
 */
#include "engine/game.h"

#include <string.h>

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
