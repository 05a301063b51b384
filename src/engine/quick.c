/* SPDX-License-Identifier: ISC */
/*
 * How the quick bot judges. A table is worth, to each seat: its points, what its features will
 * bring with the chance that they are completed, its tokens, its meeples at work and in supply. All
 * in hundredths of a point and in integers, so that every machine plays alike. A placement is
 * judged by the table after it plus the best action it allows; actions are judged by what they
 * change, without another copy of the game.
 */
#include "engine/quick.h"

#include "engine/table.h"

#include <assert.h>
#include <limits.h>

enum {
	POINT = 100,
	CHUNK = 64, /* legal entries looked at at a time */

	TOKEN_IN_HAND = 170, /* R31 pays 100; the rest is what it can do before */
	RANGER_LURE = 90,    /* what a ranger that surely can be displaced offers to the others */
	HOLE_OPENING = 40,   /* a hole that others can expand */
};

/* Per cent of features with so many open sides that are completed in time, early in a game. */
static const uint8_t completion[] = {100, 64, 44, 27, 16, 9, 5, 3, 2};
enum { COMPLETION_MAX = sizeof(completion) / sizeof(completion[0]) - 1 };

/* What the n-th meeple in supply is worth when the whole game lies ahead. */
static const int16_t nth_meeple[MEEPLES_EACH + 1] = {0, 420, 280, 190, 130, 90, 60};

static int chance_of_completion(const struct game *g, unsigned open_sides)
{
	if (!open_sides)
		return 100;
	int left = g->left_count,
	    early = completion[open_sides < COMPLETION_MAX ? open_sides : COMPLETION_MAX];
	return early * left / (left + 4 * (int)open_sides);
}

/* The share of the game that lies ahead, per cent. */
static int ahead(const struct tileset *ts, const struct game *g)
{
	return 100 * g->left_count / ts->tile_count;
}

/* What one more animal on a feature would bring: R24's steps are 1, 2, 3, 4, 5. */
static int boost_gain(const struct game *g, unsigned seat, const struct game_feature *f)
{
	if (!game_usable(g, seat, f))
		return 0;
	int gain = (__builtin_popcount(f->animal_mask) + 1) * POINT - TOKEN_IN_HAND;
	return gain > 0 ? gain : 0;
}

/* What a feature will bring to a seat of its majority. */
static int feature_value(const struct game *g, unsigned seat, const struct game_feature *f)
{
	int chance = chance_of_completion(g, f->open_sides);
	int whole = game_feature_points(f, f->animal_mask) * POINT + boost_gain(g, seat, f);
	return (chance * whole + (100 - chance) * game_final_points(f) * POINT) / 100;
}

/* The chance, per cent, that a meeple on a baobab comes back, and two tokens with it. */
static int chance_of_baobab(const struct game *g, const struct game_laid *laid)
{
	int missing = 8 - laid->around;
	return missing ? 100 * g->left_count / (g->left_count + 12 * missing) : 100;
}

static int supply_value(const struct tileset *ts, const struct game *g, unsigned seat)
{
	int value = 0;
	for (unsigned n = 1; n <= g->meeples[seat]; n++)
		value += nth_meeple[n];
	return value * ahead(ts, g) / 100;
}

/* What laying one meeple costs, when it comes back with that chance (per cent). */
static int meeple_cost(const struct tileset *ts, const struct game *g, unsigned seat,
                       int chance_back)
{
	return nth_meeple[g->meeples[seat]] * ahead(ts, g) / 100 * (150 - chance_back) / 150;
}

static void value_features(const struct tileset *ts, const struct game *g, int values[SEATS_MAX])
{
	for (unsigned p = 0; p < g->laid_count * TILESET_PIECES_MAX; p++) {
		const struct game_feature *f = &g->features[p];
		if (!game_is_feature(ts, g, p))
			continue;
		unsigned majority = game_majority(g, f);
		int back = majority ? chance_of_completion(g, f->open_sides) : 0;
		for (unsigned seat = 0; majority && seat < g->seat_count; seat++) {
			if (majority >> seat & 1)
				values[seat] += feature_value(g, seat, f);
			if (f->meeples[seat]) /* the sooner they come back, the better */
				values[seat] += f->meeples[seat] * nth_meeple[3] * ahead(ts, g) /
				                100 * back / 150;
		}
	}
}

/* The table after a placement, for the seat that placed: its own worth less the mean of the
 * others'. */
static int value_table(const struct tileset *ts, const struct game *g, unsigned seat)
{
	int values[SEATS_MAX] = {0}, others = 0;
	value_features(ts, g, values);
	for (unsigned i = 0; i < g->laid_count; i++) {
		if (g->laid[i].baobab)
			values[g->laid[i].baobab - 1] += chance_of_baobab(g, &g->laid[i]) * 2 *
			                                 TOKEN_IN_HAND / 100;
	}
	for (unsigned s = 0; s < g->seat_count; s++) {
		values[s] += g->scores[s] * POINT + (int)game_hand_size(g, s) * TOKEN_IN_HAND +
		             supply_value(ts, g, s);
		others += s == seat ? 0 : values[s];
	}
	return values[seat] - others / (g->seat_count - 1) + (g->has_displaced ? 3 * POINT : 0);
}

/* What a ranger on an open space offers to those who come next: the share of the tiles left that
 * fit there. */
static int lure(const struct tileset *ts, const struct game *g, int x, int y)
{
	const struct game_space *s = &g->spaces[game_space_at(g, x, y)];
	int fitting = 0;
	for (unsigned k = 0; k < ts->kind_count && g->left_count; k++) {
		if (!ts->fit[k][g->open_edges[s->at]])
			continue;
		for (unsigned t = ts->kinds[k].first_tile;
		     t < ts->kinds[k].first_tile + (unsigned)ts->kinds[k].copies; t++)
			fitting += (int)(g->left_mask[t / 64] >> (t % 64) & 1);
	}
	return g->left_count ? RANGER_LURE * fitting / g->left_count : 0;
}

/* Tokens and meeples around the point of a corner. */
struct point {
	unsigned tokens, own_meeples;
	int laid_count;
	bool can_fill;
};

static struct point look_at_point(const struct tileset *ts, const struct game *g, unsigned seat,
                                  const struct entry *e)
{
	struct hole_corner corners[4];
	struct point p = {.can_fill = true};
	hole_corners(g, (unsigned)(game_laid_at(g, e->x, e->y) - g->laid), e->corner, corners);
	for (unsigned i = 0; i < 4; i++) {
		if (corners[i].laid < 0)
			continue;
		const struct game_laid *laid = &g->laid[corners[i].laid];
		p.laid_count++;
		p.tokens += laid->tokens[corners[i].corner] != 0;
		p.own_meeples += laid->meeples[corners[i].corner] == seat + 1;
		p.can_fill &= table_lie(ts, laid)->free_corners >> corners[i].corner & 1;
	}
	return p;
}

static int token_gain(const struct tileset *ts, const struct game *g, unsigned seat,
                      const struct entry *e)
{
	struct point p = look_at_point(ts, g, seat, e);
	/* The most common animal in hand goes first: variety is what completes features. */
	int token = TOKEN_IN_HAND - 10 * g->hands[seat][e->animals[0]];
	int opening = p.can_fill && p.tokens < 3 ? HOLE_OPENING * (int)(p.tokens + 1) : 0;
	if (e->type == ENTRY_DIG) {
		int back = p.can_fill ? 10 * p.laid_count : 0;
		return 3 * POINT + back * 3 - token - opening - meeple_cost(ts, g, seat, back);
	}
	int gain = (int)(p.tokens + 3) * POINT - token - opening;
	if (p.tokens == 3 && p.own_meeples)
		gain += 3 * POINT + (int)p.own_meeples * nth_meeple[3] * ahead(ts, g) / 100;
	return gain;
}

/* The feature of a piece of the placed tile that an entry names. */
static const struct game_feature *named_feature(const struct tileset *ts, const struct game *g,
                                                const struct entry *e)
{
	unsigned index = g->laid_count - 1u;
	uint8_t piece = game_piece_at(ts, g, index, e->terrain, e->side);
	return &g->features[game_feature_of(g, index, piece)];
}

static int meeple_gain(const struct tileset *ts, const struct game *g, unsigned seat,
                       const struct entry *e)
{
	const struct game_feature *f = named_feature(ts, g, e);
	if (!f->open_sides)
		return feature_value(g, seat, f);
	int chance = chance_of_completion(g, f->open_sides);
	/* Animals and birds that are still to join it. */
	int growth = f->open_sides > 3 ? 3 : f->open_sides;
	return feature_value(g, seat, f) + growth * 40 * ahead(ts, g) / 100 -
	       meeple_cost(ts, g, seat, chance);
}

static int action_gain(const struct tileset *ts, const struct game *g, unsigned seat,
                       const struct entry *e)
{
	switch ((enum entry_type)e->type) {
	case ENTRY_MEEPLE:
		return meeple_gain(ts, g, seat, e);
	case ENTRY_BAOBAB: {
		int chance = chance_of_baobab(g, game_last_laid(g));
		return 2 * TOKEN_IN_HAND + chance * 2 * TOKEN_IN_HAND / 100 -
		       meeple_cost(ts, g, seat, chance);
	}
	case ENTRY_DIG:
	case ENTRY_EXPAND:
		return token_gain(ts, g, seat, e);
	case ENTRY_RANGER:
		return lure(ts, g, e->x, e->y) - lure(ts, g, e->to_x, e->to_y) - 10;
	case ENTRY_RELOCATE:
		return -lure(ts, g, e->to_x, e->to_y);
	case ENTRY_TOKENS:
	case ENTRY_DRAW:
	case ENTRY_REMOVE:
	case ENTRY_PLACE:
	case ENTRY_PASS:
	case ENTRY_BOOST:
	case ENTRY_RESIGN:
	case ENTRY_END_AGREED:
	case ENTRY_END:
	case ENTRY_TYPE_COUNT:
		break;
	}
	return 0;
}

/* The best action after a placement. Rangers are left out: they cost most to judge and matter
 * least. */
static int best_action_gain(const struct tileset *ts, const struct game *g, unsigned seat)
{
	struct entry chunk[CHUNK];
	int best = 0;
	size_t count = game_legal(ts, g, seat, 0, CHUNK, chunk);
	for (size_t i = 0; i < count; i++) {
		if (i && i % CHUNK == 0)
			game_legal(ts, g, seat, i, CHUNK, chunk);
		const struct entry *e = &chunk[i % CHUNK];
		int gain = e->type == ENTRY_RANGER ? 0 : action_gain(ts, g, seat, e);
		best = gain > best ? gain : best;
	}
	return best;
}

static int place_gain(const struct tileset *ts, const struct game *g, unsigned seat,
                      const struct entry *e)
{
	struct game after = *g;
	enum refusal r = game_apply(ts, &after, e);
	assert(r == REFUSAL_NONE);
	(void)r;
	return value_table(ts, &after, seat) + best_action_gain(ts, &after, seat);
}

/* Which token to add: the one of which one holds most, when it gains more than it is worth
 * elsewhere. */
static int boost_choice_gain(const struct tileset *ts, const struct game *g, unsigned seat,
                             const struct entry *e)
{
	unsigned animal = e->animals[0];
	if (animal == ANIMAL_NONE)
		return 0;
	int gain = boost_gain(g, seat, named_feature(ts, g, e));
	return gain ? gain + g->hands[seat][animal] : -1;
}

static int gain_of(const struct tileset *ts, const struct game *g, unsigned seat,
                   const struct entry *e)
{
	if (e->type == ENTRY_PLACE)
		return place_gain(ts, g, seat, e);
	if (e->type == ENTRY_BOOST)
		return boost_choice_gain(ts, g, seat, e);
	return action_gain(ts, g, seat, e);
}

void quick_choose(const struct tileset *ts, const struct game *g, unsigned seat, struct chance *c,
                  struct entry *out)
{
	struct entry chunk[CHUNK];
	int best = INT_MIN;
	uint32_t alike = 0;
	size_t count = game_legal(ts, g, seat, 0, CHUNK, chunk);
	for (size_t i = 0; i < count; i++) {
		if (i && i % CHUNK == 0)
			game_legal(ts, g, seat, i, CHUNK, chunk);
		const struct entry *e = &chunk[i % CHUNK];
		int gain = gain_of(ts, g, seat, e);
		if (gain > best) {
			best = gain;
			alike = 0;
		}
		if (gain == best && chance_below(c, ++alike) == 0)
			*out = *e;
	}
}
