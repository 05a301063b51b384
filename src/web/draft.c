/* SPDX-License-Identifier: ISC */
/*
 * Drafts: see draft.h.
 */
#include "web/draft.h"

#include <assert.h>
#include <string.h>

static bool awaits_choice(const struct game *g, unsigned seat)
{
	return g->awaits != AWAITS_TILE && g->awaits != AWAITS_TOKENS &&
	       (game_awaited_seats(g) >> seat & 1);
}

void draft_read(struct draft *d, const struct play *p, unsigned seat, const char *text)
{
	struct entry entries[NOTATION_TURN_MAX];
	size_t count = 0, fault;
	*d = (struct draft){.p = p, .seat = seat, .after = p->game};
	if (!text || !*text)
		return;
	if (notation_parse_turn(text, strlen(text), seat, entries, &count, &fault)) {
		d->problem = "That is not the text of a turn.";
		return;
	}
	for (size_t i = 0; i < count; i++) {
		enum refusal r = awaits_choice(&d->after, seat)
		                         ? game_apply(&p->set->ts, &d->after, &entries[i])
		                         : REFUSAL_NOT_AWAITED;
		if (r != REFUSAL_NONE) {
			d->problem = refusal_sentence(r);
			return;
		}
		d->entries[d->count++] = entries[i];
	}
}

bool draft_is_complete(const struct draft *d)
{
	return d->count > 0 && !awaits_choice(&d->after, d->seat);
}

void draft_add(struct draft *out, const struct draft *d, const struct entry *e)
{
	assert(d->count < NOTATION_TURN_MAX);
	if (out != d)
		*out = *d;
	enum refusal r = game_apply(&out->p->set->ts, &out->after, e);
	assert(r == REFUSAL_NONE);
	(void)r;
	out->entries[out->count++] = *e;
}

void draft_drop(struct draft *out, const struct draft *d)
{
	struct draft shorter = {.p = d->p, .seat = d->seat, .after = d->p->game};
	assert(d->count > 0);
	for (size_t i = 0; i + 1 < d->count; i++)
		draft_add(&shorter, &shorter, &d->entries[i]);
	*out = shorter;
}

static int points_of(const struct game *g, unsigned seat)
{
	int sum = 0;
	for (unsigned i = 0; i < g->points_count; i++)
		sum += g->points[i].seat == seat ? g->points[i].value : 0;
	return sum;
}

/* Any tokens that may come: which ones does not matter for the points of this turn. */
static struct entry some_tokens(const struct game *g)
{
	struct entry e = {.type = ENTRY_TOKENS, .seat = g->tokens_seat, .cause = g->tokens_cause};
	uint8_t supply[ANIMAL_COUNT], pile[ANIMAL_COUNT];
	memcpy(supply, g->supply, sizeof(supply));
	memcpy(pile, g->discarded, sizeof(pile));
	while (e.count < g->tokens_count) {
		unsigned a = 0;
		while (a < ANIMAL_COUNT && !supply[a])
			a++;
		if (a == ANIMAL_COUNT) {
			memcpy(supply, pile, sizeof(supply));
			memset(pile, 0, sizeof(pile));
			continue;
		}
		supply[a]--;
		e.animals[e.count++] = (uint8_t)a;
	}
	return e;
}

/* The least that the turn still needs: nothing more, the first space for a ranger, no token added.
 * All of these stand first in the list of what is legal. */
static struct entry least(const struct tileset *ts, const struct game *g)
{
	struct entry e;
	if (g->awaits == AWAITS_TOKENS)
		return some_tokens(g);
	size_t n = game_legal(ts, g, (unsigned)__builtin_ctz(game_awaited_seats(g)), 0, 1, &e);
	assert(n > 0);
	(void)n;
	return e;
}

int draft_gain(const struct draft *d)
{
	const struct tileset *ts = &d->p->set->ts;
	struct game g = d->p->game;
	unsigned turn = g.seat_on_turn;
	int sum = 0;
	for (size_t i = 0;
	     g.awaits != AWAITS_TILE && g.awaits != AWAITS_END && g.seat_on_turn == turn; i++) {
		struct entry e = i < d->count ? d->entries[i] : least(ts, &g);
		if (i >= d->count && g.awaits == AWAITS_PLACE)
			break;
		enum refusal r = game_apply(ts, &g, &e);
		assert(r == REFUSAL_NONE);
		(void)r;
		sum += points_of(&g, d->seat);
	}
	return sum;
}

unsigned draft_next_turn(unsigned mask, unsigned turns, unsigned by)
{
	for (unsigned i = 1; i < 4; i++) {
		unsigned next = (turns + i * by) % 4;
		if (mask >> next & 1)
			return next;
	}
	return turns;
}
