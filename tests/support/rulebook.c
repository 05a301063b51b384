/* SPDX-License-Identifier: ISC */
/*
 * See rulebook.h: what is allowed. Each rule is a function that looks anew; nothing is kept between
 * two calls. The points are in rulebook_points.c.
 */
#include "support/rulebook.h"
#include "support/slow_table.h"

#include <string.h>

static const int side_dx[] = {0, 1, 0, -1}, side_dy[] = {1, 0, -1, 0};

/* R24, R28: may the seat add something? */
static bool can_add(const struct game *g, const struct slow_walk *w, unsigned seat)
{
	for (unsigned a = 0; a < ANIMAL_COUNT; a++) {
		if (g->hands[seat][a] && !(w->mask >> a & 1))
			return true;
	}
	return false;
}

/* R28: the index of the completed feature of which a seat speaks next, or -1. */
static int next_word(const struct game *g, const struct said *said,
                     const struct slow_walk *completed, unsigned count, unsigned seat)
{
	int next = -1;
	for (unsigned i = count; i-- > 0;) {
		if (said->animals[i][seat])
			break;
		if (slow_has_most(&completed[i], seat) && can_add(g, &completed[i], seat))
			next = (int)i;
	}
	return next;
}

static bool is_beside_a_tile(const struct game *g, int x, int y)
{
	for (unsigned side = 0; side < 4; side++) {
		if (slow_tile_at(g, x + side_dx[side], y + side_dy[side]) >= 0)
			return true;
	}
	return false;
}

static bool ranger_stands(const struct game *g, int x, int y)
{
	for (unsigned i = 0; i < RANGER_COUNT; i++) {
		uint16_t space = g->rangers[i];
		if (space != SPACE_NONE && g->spaces[space].x == x && g->spaces[space].y == y)
			return true;
	}
	return false;
}

/* R13, R25 */
static bool ranger_may_go(const struct game *g, int x, int y)
{
	return slow_tile_at(g, x, y) < 0 && is_beside_a_tile(g, x, y) && !ranger_stands(g, x, y);
}

/* R9 */
static bool may_place(const struct tileset *ts, const struct game *g, int x, int y, unsigned turns)
{
	if (slow_tile_at(g, x, y) >= 0 || !is_beside_a_tile(g, x, y))
		return false;
	for (unsigned side = 0; side < 4; side++) {
		int n = slow_tile_at(g, x + side_dx[side], y + side_dy[side]);
		if (n >= 0 && slow_edge_at(ts, g, n, (side + 2) % 4) !=
		                      slow_edge_of(ts, g->tile, turns, side))
			return false;
	}
	return true;
}

/* R12 */
static bool may_lay_meeple(const struct tileset *ts, const struct game *g, const struct entry *e)
{
	int last = g->laid_count - 1, piece = slow_piece_at(ts, g, last, e->side);
	struct slow_walk w;
	if (piece < 0 || slow_edge_at(ts, g, last, e->side) != e->terrain || !g->meeples[e->seat])
		return false;
	slow_walk(ts, g, last, piece, &w);
	return !slow_is_held(&w);
}

/* R14, R15, R18 to R20 */
static bool may_lay_token(const struct tileset *ts, const struct game *g, const struct entry *e)
{
	int laid = slow_tile_at(g, e->x, e->y);
	unsigned animal = e->animals[0];
	if (laid < 0 || !g->hands[e->seat][animal])
		return false;
	if (slow_edge_at(ts, g, laid, e->corner) == TERRAIN_BUSH ||
	    slow_edge_at(ts, g, laid, (e->corner + 1u) % 4) == TERRAIN_BUSH)
		return false;
	struct slow_point p = slow_point_at(g, laid, e->corner);
	if (p.tokens[0])
		return false;
	if (e->type == ENTRY_DIG)
		return !p.tokens[1] && !p.tokens[3] && g->meeples[e->seat];
	return (p.tokens[1] || p.tokens[3]) && p.tokens[1] != animal + 1 &&
	       p.tokens[2] != animal + 1 && p.tokens[3] != animal + 1;
}

/* R28 */
static bool may_boost(const struct tileset *ts, const struct game *g, const struct said *said,
                      const struct entry *e)
{
	int last = g->laid_count - 1, piece = slow_piece_at(ts, g, last, e->side);
	struct slow_walk completed[COMPLETED_MAX], w;
	unsigned count = slow_completed(ts, g, completed);
	int next = next_word(g, said, completed, count, e->seat);
	if (next < 0 || piece < 0 || slow_edge_at(ts, g, last, e->side) != e->terrain)
		return false;
	slow_walk(ts, g, last, piece, &w);
	if (w.first != completed[next].first)
		return false;
	return e->animals[0] == ANIMAL_NONE ||
	       (g->hands[e->seat][e->animals[0]] && !(w.mask >> e->animals[0] & 1));
}

bool rulebook_allows(const struct tileset *ts, const struct game *g, const struct said *said,
                     const struct entry *e)
{
	bool acts = g->awaits == AWAITS_ACTION && e->seat == g->seat_on_turn;
	switch ((enum entry_type)e->type) {
	case ENTRY_PLACE:
		return g->awaits == AWAITS_PLACE && e->seat == g->seat_on_turn &&
		       may_place(ts, g, e->x, e->y, e->turns);
	case ENTRY_MEEPLE:
		return acts && may_lay_meeple(ts, g, e);
	case ENTRY_BAOBAB:
		return acts && tileset_kind_of(ts, game_last_laid(g)->tile)->has_baobab &&
		       g->meeples[e->seat];
	case ENTRY_RANGER:
		return acts && g->rangers[0] != SPACE_NONE && g->rangers[1] != SPACE_NONE &&
		       ranger_stands(g, e->x, e->y) && ranger_may_go(g, e->to_x, e->to_y);
	case ENTRY_DIG:
	case ENTRY_EXPAND:
		return acts && may_lay_token(ts, g, e);
	case ENTRY_PASS:
		return acts;
	case ENTRY_RELOCATE:
		return g->awaits == AWAITS_RELOCATE && e->seat == g->seat_on_turn &&
		       ranger_may_go(g, e->to_x, e->to_y);
	case ENTRY_BOOST:
		return g->awaits == AWAITS_BOOST && may_boost(ts, g, said, e);
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

/* Collects what is allowed. */
struct listing {
	const struct tileset *ts;
	const struct game *g;
	const struct said *said;
	struct entry *out;
	size_t count;
};

static void try(struct listing *l, const struct entry *e)
{
	if (!rulebook_allows(l->ts, l->g, l->said, e))
		return;
	if (l->out && l->count < LEGAL_MAX)
		l->out[l->count] = *e;
	l->count++;
}

static void try_tokens(struct listing *l, struct entry e)
{
	for (e.corner = 0; e.corner < CORNER_COUNT; e.corner++) {
		for (e.animals[0] = 0; e.animals[0] < ANIMAL_COUNT; e.animals[0]++) {
			e.type = ENTRY_DIG;
			try(l, &e);
			e.type = ENTRY_EXPAND;
			try(l, &e);
		}
	}
}

/* What names a space: a placement there, a ranger's way to it, tokens on it. */
static void try_space(struct listing *l, unsigned seat, int8_t x, int8_t y)
{
	struct entry e = {.type = ENTRY_PLACE, .seat = (uint8_t)seat, .x = x, .y = y};
	for (e.turns = 0; e.turns < 4; e.turns++)
		try(l, &e);
	e = (struct entry){.type = ENTRY_RELOCATE, .seat = (uint8_t)seat, .to_x = x, .to_y = y};
	try(l, &e);
	e.type = ENTRY_RANGER;
	for (unsigned i = 0; i < RANGER_COUNT; i++) {
		if (l->g->rangers[i] == SPACE_NONE)
			continue;
		e.x = l->g->spaces[l->g->rangers[i]].x;
		e.y = l->g->spaces[l->g->rangers[i]].y;
		try(l, &e);
	}
	try_tokens(l, (struct entry){.seat = (uint8_t)seat, .x = x, .y = y});
}

/* A piece goes by its first side, a feature by its first piece. */
static void try_pieces(struct listing *l, unsigned seat)
{
	int last = l->g->laid_count - 1;
	const struct tileset_kind *kind = tileset_kind_of(l->ts, l->g->laid[last].tile);
	unsigned firsts[TILESET_PIECES_MAX];
	for (int k = 0; k < kind->piece_count; k++) {
		struct slow_walk w;
		bool is_first = true;
		slow_walk(l->ts, l->g, last, k, &w);
		firsts[k] = w.first;
		for (int i = 0; i < k; i++)
			is_first &= firsts[i] != w.first;
		struct entry e = {
			.type = ENTRY_MEEPLE,
			.seat = (uint8_t)seat,
			.terrain = kind->pieces[k].terrain,
			.side = (uint8_t)((kind->pieces[k].first + l->g->laid[last].turns) % 4)};
		try(l, &e);
		e.type = ENTRY_BOOST;
		for (e.animals[0] = 0; is_first && e.animals[0] <= ANIMAL_NONE; e.animals[0]++)
			try(l, &e);
	}
}

size_t rulebook_list(const struct tileset *ts, const struct game *g, const struct said *said,
                     unsigned seat, struct entry out[LEGAL_MAX])
{
	struct listing l = {ts, g, said, out, 0};
	int low_x = 0, high_x = 0, low_y = 0, high_y = 0;
	for (unsigned i = 0; i < g->laid_count; i++) {
		const struct game_space *s = slow_space_of(g, i);
		low_x = s->x < low_x ? s->x : low_x;
		high_x = s->x > high_x ? s->x : high_x;
		low_y = s->y < low_y ? s->y : low_y;
		high_y = s->y > high_y ? s->y : high_y;
	}
	for (int y = low_y - 2; y <= high_y + 2; y++) {
		for (int x = low_x - 2; x <= high_x + 2; x++)
			try_space(&l, seat, (int8_t)x, (int8_t)y);
	}
	try_pieces(&l, seat);
	try(&l, &(struct entry){.type = ENTRY_PASS, .seat = (uint8_t)seat});
	try(&l, &(struct entry){.type = ENTRY_BAOBAB, .seat = (uint8_t)seat});
	return l.count;
}

void rulebook_note(const struct tileset *ts, const struct game *before, struct said *said,
                   const struct entry *e)
{
	struct slow_walk completed[COMPLETED_MAX], w;
	if (e->type == ENTRY_PLACE)
		memset(said, 0, sizeof(*said));
	if (e->type != ENTRY_BOOST)
		return;
	int last = before->laid_count - 1;
	slow_walk(ts, before, last, slow_piece_at(ts, before, last, e->side), &w);
	unsigned count = slow_completed(ts, before, completed);
	for (unsigned i = 0; i < count; i++) {
		if (completed[i].first == w.first)
			said->animals[i][e->seat] = e->animals[0] == ANIMAL_NONE
			                                    ? SAID_NONE
			                                    : (uint8_t)(e->animals[0] + 1);
	}
}
