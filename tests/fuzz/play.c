/* SPDX-License-Identifier: ISC */
/*
 * Bytes as a game with the built-in tiles. They pick draws and choices among the legal ones and now
 * and then throw an entry made of anything: accepted it must have been listed, refused it must
 * leave every byte of the game as it was. After each the invariants hold. When the bytes are used
 * up the game goes on with zeros to its end.
 */
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/embedded.h"
#include "support/any_draw.h"
#include "support/invariants.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { BYTES_MAX = 1024 }; /* some 200 entries: the rest of a long game shows nothing new */

struct bytes {
	const uint8_t *at, *end;
};

static uint8_t take(struct bytes *b)
{
	return b->at < b->end ? *b->at++ : 0;
}

static uint32_t take_number(struct bytes *b)
{
	uint32_t n = take(b);
	return n << 8 | take(b);
}

static const struct tileset *tiles(void)
{
	static struct tileset ts;
	if (!ts.tile_count) {
		struct tileset_fault fault;
		const struct embedded *file = embedded_find("data/safari.tiles");
		int rc = tileset_parse(&ts, (const char *)file->data, file->size, &fault);
		assert(rc == 0);
		(void)rc;
	}
	return &ts;
}

static unsigned pick_seat(const struct game *g, unsigned number)
{
	unsigned mask = game_awaited_seats(g), seat = number % SEATS_MAX;
	while (!(mask >> seat & 1))
		seat = (seat + 1) % SEATS_MAX;
	return seat;
}

static struct entry pick(const struct tileset *ts, const struct game *g, struct bytes *b)
{
	struct entry e;
	if (g->awaits == AWAITS_TOKENS || g->awaits == AWAITS_TILE)
		return any_draw(ts, g, take_number(b));
	unsigned seat = pick_seat(g, g->awaits == AWAITS_BOOST ? take(b) : 0);
	size_t count = game_legal(ts, g, seat, 0, 0, NULL);
	assert(count > 0 && count <= LEGAL_MAX);
	game_legal(ts, g, seat, take_number(b) % count, 1, &e);
	return e;
}

/* Any bytes at all, or nearly something: a legal entry or a draw with one byte changed. */
static struct entry throw(const struct tileset *ts, const struct game *g, struct bytes *b)
{
	struct entry e;
	uint8_t raw[sizeof(e)];
	uint8_t where = take(b);
	if (where & 128) {
		for (size_t i = 0; i < sizeof(raw); i++)
			raw[i] = take(b);
	} else {
		e = pick(ts, g, b);
		memcpy(raw, &e, sizeof(raw));
		raw[where % sizeof(raw)] = take(b);
	}
	memcpy(&e, raw, sizeof(e));
	return e;
}

static bool is_choice(const struct entry *e)
{
	return e->type >= ENTRY_PLACE && e->type <= ENTRY_BOOST;
}

static bool is_same_choice(const struct tileset *ts, const struct game *g, const struct entry *a,
                           const struct entry *b)
{
	if (a->type != b->type || a->seat != b->seat)
		return false;
	bool same_at = a->x == b->x && a->y == b->y;
	bool same_to = a->to_x == b->to_x && a->to_y == b->to_y;
	bool same_animal = a->animals[0] == b->animals[0];
	unsigned last = g->laid_count - 1u;
	switch ((enum entry_type)a->type) {
	case ENTRY_PLACE:
		return same_at && a->turns == b->turns;
	case ENTRY_RANGER:
		return same_at && same_to;
	case ENTRY_RELOCATE:
		return same_to;
	case ENTRY_DIG:
	case ENTRY_EXPAND:
		return same_at && a->corner == b->corner && same_animal;
	case ENTRY_MEEPLE:
		return game_piece_at(ts, g, last, a->terrain, a->side) ==
		       game_piece_at(ts, g, last, b->terrain, b->side);
	case ENTRY_BOOST:
		return same_animal &&
		       g->feature_of[last * 4 + game_piece_at(ts, g, last, a->terrain, a->side)] ==
		               g->feature_of[last * 4 +
		                             game_piece_at(ts, g, last, b->terrain, b->side)];
	case ENTRY_BAOBAB:
	case ENTRY_PASS:
		return true;
	case ENTRY_TOKENS:
	case ENTRY_DRAW:
	case ENTRY_REMOVE:
	case ENTRY_RESIGN:
	case ENTRY_END_AGREED:
	case ENTRY_END:
	case ENTRY_TYPE_COUNT:
		break;
	}
	return false;
}

/* Is an entry whose fields are all in range among the legal ones? */
static bool is_listed(const struct tileset *ts, const struct game *g, const struct entry *e)
{
	struct entry listed[LEGAL_MAX];
	size_t count = e->seat < g->seat_count ? game_legal(ts, g, e->seat, 0, LEGAL_MAX, listed)
	                                       : 0;
	for (size_t i = 0; i < count; i++) {
		if (is_same_choice(ts, g, &listed[i], e))
			return true;
	}
	return false;
}

static bool reaches_a_piece(const struct tileset *ts, const struct game *g, const struct entry *e)
{
	return (e->type != ENTRY_MEEPLE && e->type != ENTRY_BOOST) ||
	       (e->side < SIDE_COUNT &&
	        game_piece_at(ts, g, g->laid_count - 1u, e->terrain, e->side) != PIECE_NONE);
}

/* Applies what somebody threw: what is allowed is what is listed. */
static void try(const struct tileset *ts, struct game *g, const struct entry *e,
                int scores[SEATS_MAX])
{
	bool should_pass = is_choice(e) && reaches_a_piece(ts, g, e) && is_listed(ts, g, e);
	enum refusal r = invariants_apply(ts, g, e, scores);
	assert(refusal_sentence(r)[0]);
	assert(!is_choice(e) || (r == REFUSAL_NONE) == should_pass);
}

/* Goes on by the first of everything; checked at the end alone, which makes it quick. */
static void play_out(const struct tileset *ts, struct game *g, int scores[SEATS_MAX])
{
	struct bytes none = {NULL, NULL};
	while (g->awaits != AWAITS_END) {
		struct entry e = pick(ts, g, &none);
		enum refusal r = game_apply(ts, g, &e);
		assert(r == REFUSAL_NONE);
		(void)r;
		for (unsigned i = 0; i < g->points_count; i++)
			scores[g->points[i].seat] += g->points[i].value;
	}
	assert(!invariants_broken(ts, g, scores));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct tileset *ts = tiles();
	struct bytes b = {data, data + (size < BYTES_MAX ? size : BYTES_MAX)};
	struct game g;
	int scores[SEATS_MAX] = {0};
	uint8_t kind = take(&b);
	game_init(&g, ts, SEATS_MIN + (kind & 3u),
	          (struct game_options){.final_scoring = kind >> 2 & 1,
	                                .baobab_tokens = kind >> 3 & 1});
	while (g.awaits != AWAITS_END && b.at < b.end) {
		bool throws = (take(&b) & 3) == 3;
		struct entry e = throws ? throw(ts, &g, &b) : pick(ts, &g, &b);
		if (throws) {
			try(ts, &g, &e, scores);
		} else {
			enum refusal r = invariants_apply(ts, &g, &e, scores);
			assert(r == REFUSAL_NONE);
			(void)r;
		}
	}
	play_out(ts, &g, scores);
	assert(game_winners(&g) || g.resigned_mask == (1u << g.seat_count) - 1);
	return 0;
}
