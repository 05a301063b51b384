/* SPDX-License-Identifier: ISC */
/*
 * Listing what is legal. Whoever only counts, or picks one entry by its number, does not pay for
 * the others: a run of entries that lies outside the window is counted whole.
 */
#include "engine/game.h"
#include "engine/table.h"

#include <string.h>

struct window {
	size_t first, cap, count;
	struct entry *out;
};

/* Counts n entries at once if the window needs none of them. */
static bool skip(struct window *w, size_t n)
{
	if (w->count + n > w->first && w->count < w->first + w->cap)
		return false;
	w->count += n;
	return true;
}

static void offer(struct window *w, struct entry e)
{
	if (w->count >= w->first && w->count - w->first < w->cap)
		w->out[w->count - w->first] = e;
	w->count++;
}

/* Quarter turns in a mask of them. */
static const uint8_t turn_counts[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};

static void list_places(const struct tileset *ts, const struct game *g, unsigned seat,
                        struct window *w)
{
	const uint8_t *fit = ts->fit[ts->tiles[g->tile].kind];
	for (unsigned i = 0; i < g->open_count; i++) {
		unsigned turns = fit[g->open_edges[i]];
		if (!turns || skip(w, turn_counts[turns]))
			continue;
		const struct game_space *s = &g->spaces[g->open[i]];
		for (unsigned t = 0; t < 4; t++) {
			if (turns >> t & 1)
				offer(w, (struct entry){.type = ENTRY_PLACE,
				                        .seat = (uint8_t)seat,
				                        .x = s->x,
				                        .y = s->y,
				                        .turns = (uint8_t)t});
		}
	}
}

static void list_meeples(const struct tileset *ts, const struct game *g, unsigned seat,
                         struct window *w)
{
	unsigned index = g->laid_count - 1u;
	const struct game_laid *last = &g->laid[index];
	const struct tileset_kind *kind = tileset_kind_of(ts, last->tile);
	if (!g->meeples[seat])
		return;
	for (unsigned k = 0; k < kind->piece_count; k++) {
		if (!game_majority(g, &g->features[game_feature_of(g, index, k)]))
			offer(w, (struct entry){.type = ENTRY_MEEPLE,
			                        .seat = (uint8_t)seat,
			                        .terrain = kind->pieces[k].terrain,
			                        .side = (uint8_t)tileset_first_side(
							&kind->pieces[k], last->turns)});
	}
	if (kind->has_baobab)
		offer(w, (struct entry){.type = ENTRY_BAOBAB, .seat = (uint8_t)seat});
}

/* Every open space but the rangers' own, for one ranger or for the displaced one (from =
 * SPACE_NONE). */
static void list_ranger(const struct game *g, unsigned seat, uint16_t from, struct window *w)
{
	unsigned taken[RANGER_COUNT], standing = 0;
	for (unsigned i = 0; i < RANGER_COUNT; i++) {
		if (g->rangers[i] != SPACE_NONE)
			taken[standing++] = g->spaces[g->rangers[i]].at;
	}
	size_t count = g->open_count - standing, begin = w->count;
	w->count += count;
	if (standing == 2 && taken[0] > taken[1]) {
		unsigned swapped = taken[0];
		taken[0] = taken[1];
		taken[1] = swapped;
	}
	struct entry e = {.type = ENTRY_RELOCATE, .seat = (uint8_t)seat};
	if (from != SPACE_NONE)
		e = (struct entry){.type = ENTRY_RANGER,
		                   .seat = (uint8_t)seat,
		                   .x = g->spaces[from].x,
		                   .y = g->spaces[from].y};
	for (size_t n = w->first > begin ? w->first - begin : 0;
	     n < count && begin + n - w->first < w->cap; n++) {
		size_t i = n; /* the n-th space that is not taken */
		for (unsigned k = 0; k < standing; k++)
			i += taken[k] <= i;
		const struct game_space *s = &g->spaces[g->open[i]];
		e.to_x = s->x;
		e.to_y = s->y;
		w->out[begin + n - w->first] = e;
	}
}

enum { WORD = sizeof(uint64_t) };

static const uint64_t every_byte = 0x0101010101010101ull;

/* The animals of a hand that eight corners may take, a byte each; no starts without a meeple (R14).
 */
static uint64_t corners_for(uint64_t allows, unsigned hand, bool has_meeple)
{
	uint64_t usable = allows & hand * every_byte;
	return has_meeple ? usable
	                  : usable & (allows >> ANIMAL_COUNT & every_byte) * (CORNER_EXPANDS - 1u);
}

/* Set bits; without the instruction, which not every x86 has, the compiler's own call is three
 * times slower. */
static unsigned count_bits(uint64_t x)
{
	x -= x >> 1 & 0x5555555555555555ull;
	x = (x & 0x3333333333333333ull) + (x >> 2 & 0x3333333333333333ull);
	x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0full;
	return (unsigned)(x * every_byte >> 56);
}

static void list_corner(const struct game *g, unsigned seat, unsigned corner, unsigned animals,
                        struct window *w)
{
	const struct game_space *s = &g->spaces[g->laid[corner / CORNER_COUNT].space];
	bool expands = g->corner_allows[corner] & CORNER_EXPANDS;
	for (unsigned a = 0; a < ANIMAL_COUNT; a++) {
		if (animals >> a & 1)
			offer(w, (struct entry){.type = expands ? ENTRY_EXPAND : ENTRY_DIG,
			                        .seat = (uint8_t)seat,
			                        .x = s->x,
			                        .y = s->y,
			                        .corner = (uint8_t)(corner % CORNER_COUNT),
			                        .animals = {(uint8_t)a}});
	}
}

static void list_tokens(const struct game *g, unsigned seat, struct window *w)
{
	unsigned hand = 0;
	for (unsigned a = 0; a < ANIMAL_COUNT; a++)
		hand |= (g->hands[seat][a] ? 1u : 0u) << a;
	if (!hand)
		return;
	for (unsigned at = 0; at < g->laid_count * (unsigned)CORNER_COUNT; at += WORD) {
		uint64_t allows;
		memcpy(&allows, g->corner_allows + at, WORD);
		uint64_t usable = corners_for(allows, hand, g->meeples[seat] > 0);
		if (!usable || skip(w, count_bits(usable)))
			continue;
		uint8_t animals[WORD];
		memcpy(animals, &usable, WORD);
		for (unsigned i = 0; i < WORD; i++)
			list_corner(g, seat, at + i, animals[i], w);
	}
}

static void list_actions(const struct tileset *ts, const struct game *g, unsigned seat,
                         struct window *w)
{
	offer(w, (struct entry){.type = ENTRY_PASS, .seat = (uint8_t)seat});
	list_meeples(ts, g, seat, w);
	if (!g->has_displaced) {
		list_ranger(g, seat, g->rangers[0], w);
		list_ranger(g, seat, g->rangers[1], w);
	}
	list_tokens(g, seat, w);
}

/* The piece of the placed tile that stands for a completed feature: the first one that belongs to
 * it. */
static void list_boosts(const struct tileset *ts, const struct game *g, unsigned seat,
                        struct window *w)
{
	unsigned index = g->laid_count - 1u, k = 0;
	const struct tileset_kind *kind = tileset_kind_of(ts, g->laid[index].tile);
	uint16_t feature = g->completed[g->words[seat]];
	while (game_feature_of(g, index, k) != feature)
		k++;
	struct entry e = {
		.type = ENTRY_BOOST,
		.seat = (uint8_t)seat,
		.terrain = kind->pieces[k].terrain,
		.side = (uint8_t)tileset_first_side(&kind->pieces[k], g->laid[index].turns),
		.animals = {ANIMAL_NONE}};
	offer(w, e);
	unsigned usable = game_usable(g, seat, &g->features[feature]);
	for (unsigned a = 0; a < ANIMAL_COUNT; a++) {
		e.animals[0] = (uint8_t)a;
		if (usable >> a & 1)
			offer(w, e);
	}
}

size_t game_legal(const struct tileset *ts, const struct game *g, unsigned seat, size_t first,
                  size_t cap, struct entry *out)
{
	struct window w = {first, cap, 0, out};
	if (!(game_awaited_seats(g) >> seat & 1))
		return 0;
	switch ((enum awaits)g->awaits) {
	case AWAITS_PLACE:
		list_places(ts, g, seat, &w);
		break;
	case AWAITS_ACTION:
		list_actions(ts, g, seat, &w);
		break;
	case AWAITS_RELOCATE:
		list_ranger(g, seat, SPACE_NONE, &w);
		break;
	case AWAITS_BOOST:
		list_boosts(ts, g, seat, &w);
		break;
	case AWAITS_TOKENS:
	case AWAITS_TILE:
	case AWAITS_END:
	case AWAITS_COUNT:
		break;
	}
	return w.count;
}
