/* SPDX-License-Identifier: ISC */
/*
 * Playing a match: see match.h.
 */
#include "app/match.h"

#include "base/hash.h"
#include "record/dealer.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* 32 bytes for one purpose in one game: SHA-256 of "purpose number text". */
static void derive(unsigned char out[HASH_BYTES], const char *purpose, unsigned long number,
                   const char *seed)
{
	char text[512];
	unsigned char digest[HASH_BYTES];
	/* However long the text is, all of it counts. */
	hash_sha256(digest, seed, strlen(seed));
	int len = snprintf(text, sizeof(text), "%s %lu ", purpose, number);
	memcpy(text + len, digest, sizeof(digest));
	hash_sha256(out, text, (size_t)len + sizeof(digest));
}

static void set_up(const struct match *m, unsigned long number, struct record *r)
{
	record_init(r);
	r->set = m->set;
	r->options = m->options;
	r->seat_count = (uint8_t)m->seat_count;
	r->has_seed = true;
	derive(r->seed, "seed", number, m->seed);
	hash_sha256(r->commitment, r->seed, sizeof(r->seed));
	for (unsigned joiner = 0; joiner < m->seat_count; joiner++) {
		unsigned char bytes[HASH_BYTES];
		char purpose[32];
		snprintf(purpose, sizeof(purpose), "entropy %u", joiner);
		derive(bytes, purpose, number, m->seed);
		memcpy(r->entropy[joiner], bytes, sizeof(r->entropy[joiner]));
	}
	uint8_t order[SEATS_MAX];
	dealer_seat_order(r->seed, r->entropy[0], m->seat_count, order);
	for (unsigned seat = 0; seat < m->seat_count; seat++) {
		struct record_seat *s = &r->seats[seat];
		const char *bot = m->bots[order[seat]]->name;
		s->joined = order[seat];
		s->color = order[seat];
		snprintf(s->name, sizeof(s->name), "%s %u", bot, order[seat] + 1u);
		snprintf(s->bot, sizeof(s->bot), "%s", bot);
	}
}

static unsigned first_seat(unsigned mask)
{
	assert(mask);
	return (unsigned)__builtin_ctz(mask);
}

void match_play(const struct match *m, unsigned long number, struct game *g, struct record *r)
{
	const struct tileset *ts = &m->set->ts;
	struct dealer dealer;
	struct chance chance;
	unsigned char bytes[HASH_BYTES];
	set_up(m, number, r);
	dealer_init(&dealer, ts, r->seed, r->entropy[0], m->seat_count);
	derive(bytes, "chance", number, m->seed);
	chance.state = 0;
	for (unsigned i = 0; i < 8; i++)
		chance.state = chance.state << 8 | bytes[i];
	game_init(g, ts, m->seat_count, m->options);
	while (g->awaits != AWAITS_END) {
		struct entry e;
		unsigned choices = 0;
		bool is_draw = g->awaits == AWAITS_TOKENS || g->awaits == AWAITS_TILE;
		if (is_draw) {
			dealer_draw(&dealer, ts, g, &e);
		} else {
			unsigned seat = first_seat(game_awaited_seats(g));
			if (m->counts_choices)
				choices = (unsigned)game_legal(ts, g, seat, 0, 0, NULL);
			m->bots[r->seats[seat].joined]->choose(ts, g, seat, &chance, &e);
		}
		enum refusal refusal = game_apply(ts, g, &e);
		assert(refusal == REFUSAL_NONE);
		(void)refusal;
		record_add(r, &e, g, is_draw ? BY_PERSON : BY_BOT, choices);
	}
	record_finish(r, g);
}
