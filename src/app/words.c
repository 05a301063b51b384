/* SPDX-License-Identifier: ISC */
/*
 * Words that need no person: see words.h.
 */
#include "app/words.h"

#include "store/people.h"

#include <assert.h>

static const struct game_feature *asked_feature(const struct game *g, unsigned seat)
{
	return &g->features[g->completed[g->words[seat]]];
}

/* What one more animal brings (R24). */
static int gain(const struct game_feature *f)
{
	unsigned missing = ~(unsigned)f->animal_mask & ((1u << ANIMAL_COUNT) - 1);
	return game_feature_points(f, f->animal_mask | (missing & -missing)) -
	       game_feature_points(f, f->animal_mask);
}

/* The answer by a standing order: the token of which the seat holds most, then M, E, G, L, Z, when
 * it gains so many points; else none. False with ORDER_ASK. */
static bool choose_by_order(const struct play *p, unsigned seat, int order, struct entry *out)
{
	const struct game *g = &p->game;
	struct entry legal[ANIMAL_COUNT + 1];
	if (order == ORDER_ASK)
		return false;
	size_t count = game_legal(&p->set->ts, g, seat, 0, ANIMAL_COUNT + 1, legal);
	assert(count > 0);
	*out = legal[0]; /* none */
	if (order == ORDER_NEVER || gain(asked_feature(g, seat)) < order)
		return true;
	unsigned most = 0;
	for (size_t i = 1; i < count; i++) {
		unsigned held = g->hands[seat][legal[i].animals[0]];
		if (held > most) {
			most = held;
			*out = legal[i];
		}
	}
	return true;
}

static int order_of(struct db *db, const struct seat_row *s)
{
	struct user u;
	if (s->has_own_standing_order)
		return s->standing_order;
	return user_get(db, s->user_id, &u) ? u.standing_order : ORDER_DEFAULT;
}

/* One word of one seat, if it needs no person. */
static bool give_one(struct db *db, struct play *p, unsigned seat, int64_t now)
{
	const struct seat_row *s = &p->seats[seat];
	struct entry e;
	const char *by = "standing order";
	if (play_is_automatic(p, seat)) {
		struct chance chance = {(uint64_t)p->row.rev};
		play_bot_of(s)->choose(&p->set->ts, &p->game, seat, &chance, &e);
		by = play_by_of(s);
	} else if (!choose_by_order(p, seat, order_of(db, s), &e)) {
		return false;
	}
	enum refusal r = play_choose(p, &e, by, now);
	assert(r == REFUSAL_NONE);
	(void)r;
	return true;
}

void words_give(struct db *db, struct play *p, int64_t now)
{
	for (unsigned step = 1; p->game.awaits == AWAITS_BOOST && step < p->seat_count; step++) {
		unsigned seat = (p->game.seat_on_turn + step) % (unsigned)p->seat_count;
		while (p->game.awaits == AWAITS_BOOST &&
		       (game_awaited_seats(&p->game) >> seat & 1)) {
			if (!give_one(db, p, seat, now))
				break;
		}
	}
}
