/* SPDX-License-Identifier: ISC */
/*
 * See rulebook.h: what an entry brings, and what features in play are worth.
 */
#include "support/rulebook.h"
#include "support/slow_table.h"

struct tally {
	struct points *out;
	size_t count;
};

static void give(struct tally *t, unsigned seat, enum points_kind kind, int value, unsigned piece)
{
	if (value && t->count < POINTS_MAX)
		t->out[t->count++] = (struct points){(uint8_t)seat, (uint8_t)kind, (int16_t)value,
		                                     (uint16_t)piece};
}

/* R14, R15, R20, R21 */
static void tally_token(const struct game *g, const struct entry *e, struct tally *t)
{
	static const int prices[] = {0, 3, 4, 5, 6};
	struct slow_point p = slow_point_at(g, slow_tile_at(g, e->x, e->y), e->corner);
	unsigned number = 1, owners = 0;
	for (unsigned i = 1; i < 4; i++) {
		number += p.tokens[i] != 0;
		owners |= p.meeples[i] ? 1u << (p.meeples[i] - 1) : 0;
	}
	if (e->type == ENTRY_DIG) /* never the fourth: the one beside it would be there */
		give(t, e->seat, POINTS_DIG, prices[1], 0);
	else
		give(t, e->seat, POINTS_EXPAND, prices[number], 0);
	if (number < 4)
		return;
	for (unsigned step = 0; step < g->seat_count; step++) {
		unsigned seat = (g->seat_on_turn + step) % g->seat_count;
		give(t, seat, POINTS_HOLE, owners >> seat & 1 ? 3 : 0, 0);
	}
}

/* R24: completed features, with the meeple that this very entry may have laid. */
static void tally_features(const struct tileset *ts, const struct game *g, const struct said *said,
                           const struct entry *e, struct tally *t)
{
	struct slow_walk completed[COMPLETED_MAX], w = {.first = PIECES_MAX};
	unsigned count = slow_completed(ts, g, completed);
	int last = g->laid_count - 1;
	if (e->type == ENTRY_MEEPLE)
		slow_walk(ts, g, last, slow_piece_at(ts, g, last, e->side), &w);
	for (unsigned i = 0; i < count; i++) {
		if (completed[i].first == w.first)
			completed[i].meeples[e->seat]++;
		for (unsigned step = 0; step < g->seat_count; step++) {
			unsigned seat = (g->seat_on_turn + step) % g->seat_count,
				 word = said->animals[i][seat];
			unsigned animal = word && word != SAID_NONE ? word - 1 : ANIMAL_NONE;
			if (slow_has_most(&completed[i], seat))
				give(t, seat,
				     completed[i].terrain == TERRAIN_BUSH ? POINTS_BUSH
				                                          : POINTS_TRAIL,
				     slow_worth(&completed[i], animal), completed[i].first);
		}
	}
}

/* R30 */
static int final_worth(const struct game *g, const struct slow_walk *w, unsigned seat)
{
	bool scores = g->options.final_scoring == FINAL_EVERYONE ? w->meeples[seat] > 0
	                                                         : slow_has_most(w, seat);
	return scores ? (int)(w->animals + (w->terrain == TERRAIN_BUSH ? w->birds : 0)) : 0;
}

/* The feature that begins with piece p; false when none does. */
static bool begins_feature(const struct tileset *ts, const struct game *g, unsigned p,
                           struct slow_walk *w)
{
	int laid = (int)p / TILESET_PIECES_MAX, piece = (int)p % TILESET_PIECES_MAX;
	if (piece >= tileset_kind_of(ts, g->laid[laid].tile)->piece_count)
		return false;
	slow_walk(ts, g, laid, piece, w);
	return w->first == p;
}

/* R30, R31 */
static void tally_end(const struct tileset *ts, const struct game *g, struct tally *t)
{
	struct slow_walk w;
	for (unsigned p = 0; p < g->laid_count * TILESET_PIECES_MAX; p++) {
		for (unsigned seat = 0; begins_feature(ts, g, p, &w) && seat < g->seat_count;
		     seat++)
			give(t, seat,
			     w.terrain == TERRAIN_BUSH ? POINTS_FINAL_BUSH : POINTS_FINAL_TRAIL,
			     final_worth(g, &w, seat), p);
	}
	for (unsigned seat = 0; seat < g->seat_count; seat++) {
		int tokens = 0;
		for (unsigned a = 0; a < ANIMAL_COUNT; a++)
			tokens += g->hands[seat][a];
		give(t, seat, POINTS_FINAL_TOKENS, tokens, 0);
	}
}

/* R27: is the turn past the points of its features? */
static bool is_past_features(const struct game *g)
{
	return g->awaits == AWAITS_TILE ||
	       (g->awaits == AWAITS_TOKENS && g->tokens_cause == CAUSE_BAOBAB &&
	        g->options.baobab_tokens == BAOBAB_AFTERWARDS);
}

size_t rulebook_points(const struct tileset *ts, const struct game *before,
                       const struct game *after, const struct said *said, const struct entry *e,
                       struct points out[POINTS_MAX])
{
	struct tally t = {out, 0};
	if (e->type == ENTRY_DIG || e->type == ENTRY_EXPAND)
		tally_token(before, e, &t);
	if (before->turn_count && !is_past_features(before) && is_past_features(after))
		tally_features(ts, before, said, e, &t);
	if (before->has_displaced && after->awaits == AWAITS_TILE)
		give(&t, before->seat_on_turn, POINTS_RANGER, 3, 0); /* R25 */
	if (after->awaits == AWAITS_END)
		tally_end(ts, before, &t);
	return t.count;
}

size_t rulebook_worths(const struct tileset *ts, const struct game *g, struct worth out[WORTHS_MAX])
{
	size_t count = 0;
	struct slow_walk w;
	for (unsigned p = 0; p < g->laid_count * TILESET_PIECES_MAX; p++) {
		if (!begins_feature(ts, g, p, &w) || !w.open_sides || !slow_is_held(&w))
			continue;
		struct worth *worth = &out[count++];
		*worth = (struct worth){.feature = (uint16_t)p};
		for (unsigned seat = 0; seat < g->seat_count; seat++) {
			worth->now[seat] = (int16_t)(slow_has_most(&w, seat)
			                                     ? slow_worth(&w, ANIMAL_NONE)
			                                     : 0);
			worth->final[seat] = (int16_t)final_worth(g, &w, seat);
		}
	}
	return count;
}
