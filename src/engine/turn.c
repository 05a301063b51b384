/* SPDX-License-Identifier: ISC */
/*
 * The course of a game: which entry may come when, what it changes, and what follows from it (R6 to
 * R35). An entry is first checked whole, then applied; so a refusal never needs to be undone. After
 * each entry go_on() walks through the stages of the turn until something is awaited again.
 */
#include "engine/game.h"
#include "engine/table.h"

#include <assert.h>
#include <string.h>

/* R27 in its order. */
enum stage {
	STAGE_SETUP, /* R6 */
	STAGE_DRAW,
	STAGE_PLACE,
	STAGE_ACT,
	STAGE_LAID,     /* tokens for a meeple laid on the baobab (R12) */
	STAGE_BAOBABS,  /* R26 */
	STAGE_RELOCATE, /* R25 */
	STAGE_WORDS,    /* R28 */
	STAGE_FEATURES, /* R24, then the draws of R26 that come afterwards */
	STAGE_RANGER,   /* the points of R25 */
	STAGE_OVER,
};

enum {
	TOKENS_A_DRAW = 2,
	POINTS_FOR_DIG = 3,   /* R14 */
	POINTS_FOR_HOLE = 3,  /* R21 */
	POINTS_FOR_RANGER = 3 /* R25 */
};

void game_init(struct game *g, const struct tileset *ts, unsigned seats,
               struct game_options options)
{
	assert(seats >= SEATS_MIN && seats <= SEATS_MAX);
	memset(g, 0, sizeof(*g));
	g->options = options;
	g->seat_count = (uint8_t)seats;
	g->tile = TILE_NONE;
	for (unsigned seat = 0; seat < seats; seat++)
		g->meeples[seat] = MEEPLES_EACH;
	for (unsigned a = 0; a < ANIMAL_COUNT; a++)
		g->supply[a] = TOKENS_EACH;
	for (unsigned tile = 0; tile < ts->tile_count; tile++)
		g->left_mask[tile / 64] |= 1ull << (tile % 64);
	g->left_count = ts->tile_count;
	table_init(g, ts);
	g->stage = STAGE_SETUP;
	g->awaits = AWAITS_TOKENS;
	g->tokens_count = TOKENS_A_DRAW;
	g->tokens_cause = CAUSE_SETUP;
}

unsigned game_awaited_seats(const struct game *g)
{
	unsigned mask = 0;
	switch ((enum awaits)g->awaits) {
	case AWAITS_TOKENS:
		return 1u << g->tokens_seat;
	case AWAITS_TILE:
	case AWAITS_PLACE:
	case AWAITS_ACTION:
	case AWAITS_RELOCATE:
		return 1u << g->seat_on_turn;
	case AWAITS_BOOST:
		for (unsigned seat = 0; seat < g->seat_count; seat++)
			mask |= (g->words[seat] < g->completed_count ? 1u : 0u) << seat;
		return mask;
	case AWAITS_END:
	case AWAITS_COUNT:
		break;
	}
	return mask;
}

static void give(struct game *g, unsigned seat, enum points_kind kind, int value, unsigned piece)
{
	if (!value)
		return;
	assert(g->points_count < POINTS_MAX);
	g->points[g->points_count++] =
		(struct points){(uint8_t)seat, (uint8_t)kind, (int16_t)value, (uint16_t)piece};
	g->scores[seat] = (int16_t)(g->scores[seat] + value);
}

/* The seat that comes `steps` after the seat on turn, clockwise. */
static unsigned clockwise(const struct game *g, unsigned steps)
{
	return (g->seat_on_turn + steps) % g->seat_count;
}

static unsigned total(const uint8_t counts[ANIMAL_COUNT])
{
	unsigned n = 0;
	for (unsigned a = 0; a < ANIMAL_COUNT; a++)
		n += counts[a];
	return n;
}

/* Awaits the tokens that there are to draw (R29), or answers false when there are none. */
static bool await_tokens(struct game *g, unsigned seat, enum token_cause cause)
{
	unsigned there = total(g->supply) + total(g->discarded);
	if (!there)
		return false;
	g->awaits = AWAITS_TOKENS;
	g->tokens_seat = (uint8_t)seat;
	g->tokens_cause = (uint8_t)cause;
	g->tokens_count = (uint8_t)(there < TOKENS_A_DRAW ? there : TOKENS_A_DRAW);
	return true;
}

static bool await_due_tokens(struct game *g)
{
	while (g->due_next < g->due_count) {
		if (await_tokens(g, g->due[g->due_next++], CAUSE_BAOBAB))
			return true;
	}
	return false;
}

/* Baobabs that the placed tile surrounded give their meeples back; their owners are due tokens
 * (R26). */
static void complete_baobabs(struct game *g)
{
	const struct game_laid *last = game_last_laid(g);
	const struct game_space *here = &g->spaces[last->space];
	struct game_laid *complete[DUE_MAX];
	unsigned count = 0;
	for (int dy = 1; dy >= -1; dy--) {
		for (int dx = -1; dx <= 1; dx++) {
			uint16_t space = game_space_at(g, here->x + dx, here->y + dy);
			if (space == SPACE_NONE || !g->spaces[space].is_laid)
				continue;
			struct game_laid *laid = &g->laid[g->spaces[space].at];
			if (laid->around == 8 && laid->baobab)
				complete[count++] = laid;
		}
	}
	g->due_count = g->due_next = 0;
	for (unsigned step = 0; count && step < g->seat_count; step++) {
		unsigned seat = clockwise(g, step);
		for (unsigned i = 0; i < count; i++) {
			if (complete[i]->baobab != seat + 1)
				continue;
			complete[i]->baobab = 0;
			g->meeples[seat]++;
			g->due[g->due_count++] = (uint8_t)seat;
		}
	}
}

/* Moves a seat's word on to the next completed feature that it is asked for (R28). */
static void seek_word(struct game *g, unsigned seat)
{
	while (g->words[seat] < g->completed_count) {
		const struct game_feature *f = &g->features[g->completed[g->words[seat]]];
		if ((game_majority(g, f) >> seat & 1) && game_usable(g, seat, f))
			return;
		g->words[seat]++;
	}
}

static void complete_features(struct game *g, const struct tileset *ts)
{
	unsigned index = g->laid_count - 1u;
	unsigned pieces = tileset_kind_of(ts, g->laid[index].tile)->piece_count;
	g->completed_count = 0;
	for (unsigned k = 0; k < pieces; k++) {
		uint16_t f = game_feature_of(g, index, k);
		bool is_known = g->features[f].open_sides > 0;
		for (unsigned i = 0; i < g->completed_count; i++)
			is_known |= g->completed[i] == f;
		if (!is_known)
			g->completed[g->completed_count++] = f;
	}
	memset(g->boosts, ANIMAL_NONE, sizeof(g->boosts));
	for (unsigned seat = 0; seat < g->seat_count; seat++) {
		g->words[seat] = 0;
		seek_word(g, seat);
	}
}

static void return_meeples(struct game *g, uint16_t feature)
{
	uint16_t p = feature;
	do {
		if (g->meeple_on[p])
			g->meeples[g->meeple_on[p] - 1]++;
		g->meeple_on[p] = 0;
		p = g->next_piece[p];
	} while (p != feature);
	memset(g->features[feature].meeples, 0, sizeof(g->features[feature].meeples));
}

static void score_features(struct game *g)
{
	for (unsigned i = 0; i < g->completed_count; i++) {
		const struct game_feature *f = &g->features[g->completed[i]];
		unsigned majority = game_majority(g, f);
		for (unsigned step = 0; majority && step < g->seat_count; step++) {
			unsigned seat = clockwise(g, step), mask = f->animal_mask;
			if (g->boosts[i][seat] < ANIMAL_COUNT)
				mask |= 1u << g->boosts[i][seat];
			if (majority >> seat & 1)
				give(g, seat,
				     f->terrain == TERRAIN_BUSH ? POINTS_BUSH : POINTS_TRAIL,
				     game_feature_points(f, mask), g->completed[i]);
		}
		if (majority)
			return_meeples(g, g->completed[i]);
	}
}

static void score_final(struct game *g, const struct tileset *ts)
{
	for (unsigned p = 0; p < g->laid_count * TILESET_PIECES_MAX; p++) {
		const struct game_feature *f = &g->features[p];
		if (!game_is_feature(ts, g, p))
			continue;
		unsigned scoring = game_final_seats(g, f);
		for (unsigned seat = 0; seat < g->seat_count; seat++) {
			if (scoring >> seat & 1)
				give(g, seat,
				     f->terrain == TERRAIN_BUSH ? POINTS_FINAL_BUSH
				                                : POINTS_FINAL_TRAIL,
				     game_final_points(f), p);
		}
	}
	for (unsigned seat = 0; seat < g->seat_count; seat++)
		give(g, seat, POINTS_FINAL_TOKENS, (int)game_hand_size(g, seat), 0);
	g->stage = STAGE_OVER;
	g->awaits = AWAITS_END;
}

/* Enters the stage that g->stage names; answers whether something is awaited there. */
static bool enter_stage(struct game *g, const struct tileset *ts)
{
	switch ((enum stage)g->stage) {
	case STAGE_SETUP:
		return await_tokens(g, g->tokens_seat + 1u, CAUSE_SETUP);
	case STAGE_DRAW:
		g->awaits = AWAITS_TILE;
		return true;
	case STAGE_PLACE:
		g->awaits = AWAITS_PLACE;
		return true;
	case STAGE_ACT:
		g->awaits = AWAITS_ACTION;
		return true;
	case STAGE_LAID:
		return game_last_laid(g)->baobab && await_tokens(g, g->seat_on_turn, CAUSE_LAID);
	case STAGE_BAOBABS:
		complete_baobabs(g);
		return g->options.baobab_tokens == BAOBAB_AT_ONCE && await_due_tokens(g);
	case STAGE_RELOCATE:
		g->awaits = AWAITS_RELOCATE;
		return g->has_displaced;
	case STAGE_WORDS:
		complete_features(g, ts);
		g->awaits = AWAITS_BOOST;
		return game_awaited_seats(g) != 0;
	case STAGE_FEATURES:
		score_features(g);
		return await_due_tokens(g);
	case STAGE_RANGER:
		if (g->has_displaced)
			give(g, g->seat_on_turn, POINTS_RANGER, POINTS_FOR_RANGER, 0);
		g->has_displaced = false;
		g->completed_count = 0;
		g->seat_on_turn = (uint8_t)clockwise(g, 1);
		return false;
	case STAGE_OVER:
		score_final(g, ts);
		return true;
	}
	return false;
}

/* The stage is done: enters those that follow until one awaits something. */
static void go_on(struct game *g, const struct tileset *ts)
{
	do
		g->stage = g->stage == STAGE_RANGER ? STAGE_DRAW : (uint8_t)(g->stage + 1);
	while (!enter_stage(g, ts));
}

static bool is_left(const struct game *g, unsigned tile)
{
	return g->left_mask[tile / 64] >> (tile % 64) & 1;
}

static void take_tile(struct game *g, unsigned tile)
{
	g->left_mask[tile / 64] &= ~(1ull << (tile % 64));
	g->left_count--;
}

static enum refusal draw(const struct tileset *ts, struct game *g, const struct entry *e)
{
	if (e->tile >= ts->tile_count || !is_left(g, e->tile))
		return REFUSAL_TILE_GONE;
	bool fits = game_tile_fits(ts, g, e->tile);
	if (fits && e->type == ENTRY_REMOVE)
		return REFUSAL_TILE_FITS;
	if (!fits && e->type == ENTRY_DRAW)
		return REFUSAL_TILE_FITS_NOT;
	take_tile(g, e->tile);
	if (e->type == ENTRY_REMOVE)
		return REFUSAL_NONE;
	g->tile = e->tile;
	go_on(g, ts);
	return REFUSAL_NONE;
}

static enum refusal end(const struct tileset *ts, struct game *g, const struct entry *e)
{
	if (e->type == ENTRY_END && g->left_count)
		return REFUSAL_TILES_LEFT;
	if (e->type == ENTRY_END_AGREED && !g->left_count)
		return REFUSAL_NO_TILES_LEFT;
	if (e->type == ENTRY_END_AGREED && g->resigned_mask == (1u << g->seat_count) - 1)
		return REFUSAL_NOBODY_LEFT;
	g->stage = STAGE_OVER;
	enter_stage(g, ts);
	return REFUSAL_NONE;
}

/* R29: from the supply, and when that is empty from the discard pile, which becomes the supply. */
static bool draw_token(uint8_t supply[ANIMAL_COUNT], uint8_t discarded[ANIMAL_COUNT],
                       unsigned animal)
{
	if (!total(supply)) {
		memcpy(supply, discarded, ANIMAL_COUNT);
		memset(discarded, 0, ANIMAL_COUNT);
	}
	if (!supply[animal])
		return false;
	supply[animal]--;
	return true;
}

static enum refusal draw_tokens(const struct tileset *ts, struct game *g, const struct entry *e)
{
	uint8_t supply[ANIMAL_COUNT], discarded[ANIMAL_COUNT];
	memcpy(supply, g->supply, sizeof(supply));
	memcpy(discarded, g->discarded, sizeof(discarded));
	if (e->seat != g->tokens_seat || e->cause != g->tokens_cause)
		return REFUSAL_TOKENS_CAUSE;
	if (e->count != g->tokens_count)
		return REFUSAL_TOKENS_COUNT;
	for (unsigned i = 0; i < e->count; i++) {
		if (!draw_token(supply, discarded, e->animals[i]))
			return REFUSAL_TOKENS_GONE;
	}
	memcpy(g->supply, supply, sizeof(supply));
	memcpy(g->discarded, discarded, sizeof(discarded));
	for (unsigned i = 0; i < e->count; i++)
		g->hands[e->seat][e->animals[i]]++;
	switch ((enum token_cause)e->cause) {
	case CAUSE_SETUP:
		if (e->seat + 1u < g->seat_count && enter_stage(g, ts))
			return REFUSAL_NONE;
		break;
	case CAUSE_BAOBAB:
		if (await_due_tokens(g))
			return REFUSAL_NONE;
		break;
	case CAUSE_LAID:
	case CAUSE_COUNT:
		break;
	}
	g->tokens_count = 0;
	go_on(g, ts);
	return REFUSAL_NONE;
}

static enum refusal place(const struct tileset *ts, struct game *g, const struct entry *e)
{
	uint16_t space = game_space_at(g, e->x, e->y);
	if (space == SPACE_NONE)
		return REFUSAL_SPACE_APART;
	if (g->spaces[space].is_laid)
		return REFUSAL_SPACE_TAKEN;
	if (!(game_turns_that_fit(ts, g, g->tile, e->x, e->y) >> e->turns & 1))
		return REFUSAL_EDGES_DIFFER;
	table_lay(g, ts, space, g->tile, e->turns);
	for (unsigned i = 0; i < RANGER_COUNT; i++) {
		if (g->rangers[i] != space)
			continue;
		g->rangers[i] = SPACE_NONE;
		g->has_displaced = true;
	}
	g->tile = TILE_NONE;
	g->last_laid[e->seat] = (uint8_t)g->laid_count;
	g->turn_count++;
	go_on(g, ts);
	return REFUSAL_NONE;
}

static enum refusal lay_meeple(const struct tileset *ts, struct game *g, const struct entry *e)
{
	unsigned index = g->laid_count - 1u;
	uint8_t piece = game_piece_at(ts, g, index, e->terrain, e->side);
	if (piece == PIECE_NONE)
		return REFUSAL_NO_SUCH_PIECE;
	struct game_feature *f = &g->features[game_feature_of(g, index, piece)];
	if (game_majority(g, f))
		return REFUSAL_FEATURE_HELD;
	if (!g->meeples[e->seat])
		return REFUSAL_NO_MEEPLE;
	g->meeples[e->seat]--;
	f->meeples[e->seat]++;
	g->meeple_on[index * TILESET_PIECES_MAX + piece] = (uint8_t)(e->seat + 1);
	go_on(g, ts);
	return REFUSAL_NONE;
}

static enum refusal lay_on_baobab(const struct tileset *ts, struct game *g, const struct entry *e)
{
	struct game_laid *last = &g->laid[g->laid_count - 1];
	if (!tileset_kind_of(ts, last->tile)->has_baobab)
		return REFUSAL_NO_BAOBAB;
	if (!g->meeples[e->seat])
		return REFUSAL_NO_MEEPLE;
	g->meeples[e->seat]--;
	last->baobab = (uint8_t)(e->seat + 1);
	go_on(g, ts);
	return REFUSAL_NONE;
}

/* Where a ranger may go (R13, R25). */
static enum refusal check_ranger(const struct game *g, uint16_t to)
{
	if (to == SPACE_NONE)
		return REFUSAL_RANGER_APART;
	if (g->spaces[to].is_laid)
		return REFUSAL_RANGER_ON_TILE;
	if (to == g->rangers[0] || to == g->rangers[1])
		return REFUSAL_RANGER_MET;
	return REFUSAL_NONE;
}

static enum refusal move_ranger(const struct tileset *ts, struct game *g, const struct entry *e)
{
	uint16_t from = game_space_at(g, e->x, e->y), to = game_space_at(g, e->to_x, e->to_y);
	unsigned i = from == g->rangers[0] ? 0 : 1;
	if (g->has_displaced)
		return REFUSAL_RANGER_MOVED;
	if (from == SPACE_NONE || from != g->rangers[i])
		return REFUSAL_NO_RANGER;
	if (from == to)
		return REFUSAL_RANGER_STAYS;
	enum refusal r = check_ranger(g, to);
	if (r != REFUSAL_NONE)
		return r;
	g->rangers[i] = to;
	go_on(g, ts);
	return REFUSAL_NONE;
}

static enum refusal relocate(const struct tileset *ts, struct game *g, const struct entry *e)
{
	uint16_t to = game_space_at(g, e->to_x, e->to_y);
	enum refusal r = check_ranger(g, to);
	if (r != REFUSAL_NONE)
		return r;
	g->rangers[g->rangers[0] == SPACE_NONE ? 0 : 1] = to;
	go_on(g, ts);
	return REFUSAL_NONE;
}

/* Each player with a meeple on the complete hole scores, once; all meeples return (R21). */
static void complete_hole(struct game *g, unsigned laid, unsigned corner)
{
	struct hole_corner corners[4];
	unsigned owners = 0;
	hole_corners(g, laid, corner, corners);
	for (unsigned i = 0; i < 4; i++) {
		uint8_t *meeple = &g->laid[corners[i].laid].meeples[corners[i].corner];
		if (!*meeple)
			continue;
		owners |= 1u << (*meeple - 1);
		g->meeples[*meeple - 1]++;
		*meeple = 0;
	}
	for (unsigned step = 0; step < g->seat_count; step++) {
		if (owners >> clockwise(g, step) & 1)
			give(g, clockwise(g, step), POINTS_HOLE, POINTS_FOR_HOLE, 0);
	}
}

static enum refusal lay_token(const struct tileset *ts, struct game *g, const struct entry *e)
{
	const struct game_laid *laid = game_laid_at(g, e->x, e->y);
	bool digs = e->type == ENTRY_DIG;
	if (!laid)
		return REFUSAL_NO_TILE;
	unsigned index = (unsigned)(laid - g->laid),
		 allows = g->corner_allows[index * CORNER_COUNT + e->corner];
	if (!(table_lie(ts, laid)->free_corners >> e->corner & 1))
		return REFUSAL_CORNER_BUSH;
	if (laid->tokens[e->corner])
		return REFUSAL_CORNER_TAKEN;
	if (digs && (allows & CORNER_EXPANDS))
		return REFUSAL_EXPANDS;
	if (!digs && !(allows & CORNER_EXPANDS))
		return REFUSAL_NOTHING_BESIDE;
	if (!g->hands[e->seat][e->animals[0]])
		return REFUSAL_NO_TOKEN;
	if (digs && !g->meeples[e->seat])
		return REFUSAL_NO_MEEPLE;
	if (!(allows >> e->animals[0] & 1))
		return REFUSAL_ANIMAL_IN_HOLE;
	g->hands[e->seat][e->animals[0]]--;
	g->meeples[e->seat] = (uint8_t)(g->meeples[e->seat] - digs);
	unsigned number =
		hole_lay(ts, g, index, e->corner, e->animals[0], digs ? (uint8_t)(e->seat + 1) : 0);
	if (digs)
		give(g, e->seat, POINTS_DIG, POINTS_FOR_DIG, 0);
	else
		give(g, e->seat, POINTS_EXPAND, (int)number + 2, 0); /* R15, R20: 4, 5, 6 */
	if (number == CORNER_COUNT)
		complete_hole(g, index, e->corner);
	go_on(g, ts);
	return REFUSAL_NONE;
}

static enum refusal boost(const struct tileset *ts, struct game *g, const struct entry *e)
{
	unsigned index = g->laid_count - 1u, animal = e->animals[0], n = 0;
	uint8_t piece = game_piece_at(ts, g, index, e->terrain, e->side);
	if (piece == PIECE_NONE)
		return REFUSAL_NOT_COMPLETED;
	uint16_t feature = game_feature_of(g, index, piece);
	const struct game_feature *f = &g->features[feature];
	if (f->open_sides)
		return REFUSAL_NOT_COMPLETED;
	while (g->completed[n] != feature)
		n++;
	if (!(game_majority(g, f) >> e->seat & 1) || n < g->words[e->seat])
		return REFUSAL_NO_WORD;
	if (n > g->words[e->seat])
		return REFUSAL_WORD_ORDER;
	if (animal != ANIMAL_NONE) {
		if (f->animal_mask >> animal & 1)
			return REFUSAL_ANIMAL_SHOWN;
		if (!g->hands[e->seat][animal])
			return REFUSAL_NO_TOKEN;
		g->hands[e->seat][animal]--;
		g->discarded[animal]++;
	}
	g->boosts[n][e->seat] = (uint8_t)animal;
	g->words[e->seat]++;
	seek_word(g, e->seat);
	if (!game_awaited_seats(g))
		go_on(g, ts);
	return REFUSAL_NONE;
}

static enum refusal pass(const struct tileset *ts, struct game *g, const struct entry *e)
{
	(void)e;
	go_on(g, ts);
	return REFUSAL_NONE;
}

/* R35: the seat plays on by a caretaker, so nothing that is awaited changes. */
static enum refusal resign(const struct tileset *ts, struct game *g, const struct entry *e)
{
	(void)ts;
	if (g->resigned_mask >> e->seat & 1)
		return REFUSAL_RESIGNED;
	g->resigned_mask |= (uint8_t)(1u << e->seat);
	return REFUSAL_NONE;
}

struct entry_rule {
	enum refusal (*apply)(const struct tileset *, struct game *, const struct entry *);
	uint8_t awaits; /* when it may come; AWAITS_COUNT: whenever the game is not over */
	bool is_of_seat_on_turn;
};

static const struct entry_rule rules[ENTRY_TYPE_COUNT] = {
	[ENTRY_TOKENS] = {draw_tokens, AWAITS_TOKENS, false},
	[ENTRY_DRAW] = {draw, AWAITS_TILE, false},
	[ENTRY_REMOVE] = {draw, AWAITS_TILE, false},
	[ENTRY_PLACE] = {place, AWAITS_PLACE, true},
	[ENTRY_MEEPLE] = {lay_meeple, AWAITS_ACTION, true},
	[ENTRY_BAOBAB] = {lay_on_baobab, AWAITS_ACTION, true},
	[ENTRY_RANGER] = {move_ranger, AWAITS_ACTION, true},
	[ENTRY_DIG] = {lay_token, AWAITS_ACTION, true},
	[ENTRY_EXPAND] = {lay_token, AWAITS_ACTION, true},
	[ENTRY_PASS] = {pass, AWAITS_ACTION, true},
	[ENTRY_RELOCATE] = {relocate, AWAITS_RELOCATE, true},
	[ENTRY_BOOST] = {boost, AWAITS_BOOST, false},
	[ENTRY_RESIGN] = {resign, AWAITS_COUNT, false},
	[ENTRY_END_AGREED] = {end, AWAITS_TILE, false},
	[ENTRY_END] = {end, AWAITS_TILE, false},
};

/* Are the fields that the entry's type names in range? Whether the rules allow it comes later. */
static bool is_wellformed(const struct game *g, const struct entry *e)
{
	if (e->type >= ENTRY_TYPE_COUNT || e->seat >= g->seat_count)
		return false;
	switch ((enum entry_type)e->type) {
	case ENTRY_TOKENS:
		return e->cause < CAUSE_COUNT && e->count >= 1 && e->count <= TOKENS_A_DRAW &&
		       e->animals[0] < ANIMAL_COUNT &&
		       (e->count == 1 || e->animals[1] < ANIMAL_COUNT);
	case ENTRY_PLACE:
		return e->turns < 4;
	case ENTRY_MEEPLE:
		return e->side < SIDE_COUNT;
	case ENTRY_BOOST:
		return e->side < SIDE_COUNT && e->animals[0] <= ANIMAL_NONE;
	case ENTRY_DIG:
	case ENTRY_EXPAND:
		return e->corner < CORNER_COUNT && e->animals[0] < ANIMAL_COUNT;
	case ENTRY_DRAW:
	case ENTRY_REMOVE:
	case ENTRY_BAOBAB:
	case ENTRY_RANGER:
	case ENTRY_PASS:
	case ENTRY_RELOCATE:
	case ENTRY_RESIGN:
	case ENTRY_END_AGREED:
	case ENTRY_END:
	case ENTRY_TYPE_COUNT:
		break;
	}
	return true;
}

enum refusal game_apply(const struct tileset *ts, struct game *g, const struct entry *e)
{
	if (!is_wellformed(g, e))
		return REFUSAL_MALFORMED;
	if (g->awaits == AWAITS_END)
		return REFUSAL_OVER;
	const struct entry_rule *rule = &rules[e->type];
	if (rule->awaits != AWAITS_COUNT && rule->awaits != g->awaits)
		return REFUSAL_NOT_AWAITED;
	if (rule->is_of_seat_on_turn && e->seat != g->seat_on_turn)
		return REFUSAL_NOT_YOUR_TURN;
	uint8_t points_before = g->points_count;
	g->points_count = 0;
	enum refusal r = rule->apply(ts, g, e);
	if (r != REFUSAL_NONE)
		g->points_count = points_before;
	return r;
}
