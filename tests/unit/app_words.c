/* SPDX-License-Identifier: ISC */
/*
 * Words that are given without asking (R28): what a standing order makes of a hand, whose order
 * counts, and for whom nobody answers. Games are loaded and changed in memory; nothing is stored.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app/words.h"
#include "support/party.h"

enum { FAR = 6 };

/* ---- A turn that asks two seats ---- */

static const struct game_feature *asked(const struct game *g, unsigned seat)
{
	return &g->features[g->completed[g->words[seat]]];
}

static unsigned missing_on(const struct game_feature *f)
{
	return ~(unsigned)f->animal_mask & ((1u << ANIMAL_COUNT) - 1);
}

/* Asks two, of features that two animals are missing on. */
static bool is_before_words(const struct play *p, void *context)
{
	struct turn *t = context;
	struct game g;
	struct turn same;
	if (!party_asks_two(p, t) || !party_lay(p, &t->entries[0], &same, &g))
		return false;
	for (unsigned seat = 0; seat < g.seat_count; seat++) {
		if ((game_awaited_seats(&g) >> seat & 1) &&
		    __builtin_popcount(missing_on(asked(&g, seat))) < 2)
			return false;
	}
	return true;
}

struct table {
	struct party *party;
	struct play *play; /* its words are awaited */
	unsigned first, second;
};

static void begin(struct table *t, void *party)
{
	char id[GAME_ID_LEN + 1];
	struct turn turn;
	bool is_found = false;
	*t = (struct table){.party = party};
	party_start(t->party, &(struct party_game){.people = 4}, id);
	for (int tries = 0; tries < 3000 && !is_found; tries++)
		is_found = party_forward(t->party, id, is_before_words, &turn);
	assert_true(is_found);
	t->play = party_load(t->party, id);
	for (size_t i = 0; i < turn.count; i++)
		assert_int_equal(play_choose(t->play, &turn.entries[i], "person", t->party->now),
		                 REFUSAL_NONE);
	unsigned awaited = game_awaited_seats(&t->play->game);
	t->first = (unsigned)__builtin_ctz(awaited);
	t->second = (unsigned)__builtin_ctz(awaited & (awaited - 1));
	for (unsigned seat = 0; seat < 4; seat++) {
		t->play->seats[seat].has_own_standing_order = true;
		t->play->seats[seat].standing_order = ORDER_ASK;
	}
}

static void order(struct table *t, unsigned seat, int points)
{
	t->play->seats[seat].standing_order = points;
}

static void give(struct table *t)
{
	struct db *db = store_read(t->party->store);
	words_give(db, t->play, t->party->now + FAR);
	assert_true(store_read_done(t->party->store, db));
}

static bool is_asked(const struct table *t, unsigned seat)
{
	return play_awaits_choice(t->play, seat);
}

/* The first word that a seat gave, as moves say it; "" for none. */
static const struct move_row *word_of(const struct table *t, unsigned seat)
{
	static const struct move_row none;
	for (size_t n = t->play->stored_count; n < t->play->move_count; n++) {
		const struct move_row *m = &t->play->moves[n];
		if (m->seat == (int)seat && strncmp(m->text, "boost ", 6) == 0)
			return m;
	}
	return &none;
}

static void assert_says(const struct table *t, unsigned seat, unsigned animal)
{
	char end[8];
	const char *said = word_of(t, seat)->text;
	if (animal < ANIMAL_COUNT)
		snprintf(end, sizeof(end), " %c", tileset_animal_letters[animal]);
	else
		snprintf(end, sizeof(end), " none");
	size_t len = strlen(said), end_len = strlen(end);
	assert_true(len > end_len);
	assert_string_equal(said + len - end_len, end);
}

/* Two animals that the seat may add, in the order of M, E, G, L, Z, and nothing else in its hand.
 */
static void hold(struct table *t, unsigned seat, uint8_t one, uint8_t other, unsigned animals[2])
{
	struct game *g = &t->play->game;
	unsigned missing = missing_on(asked(g, seat));
	animals[0] = (unsigned)__builtin_ctz(missing);
	animals[1] = (unsigned)__builtin_ctz(missing & (missing - 1));
	memset(g->hands[seat], 0, sizeof(g->hands[seat]));
	g->hands[seat][animals[0]] = one;
	g->hands[seat][animals[1]] = other;
}

static int gain_of(const struct table *t, unsigned seat)
{
	const struct game_feature *f = asked(&t->play->game, seat);
	unsigned more = f->animal_mask | (missing_on(f) & -missing_on(f));
	return game_feature_points(f, more) - game_feature_points(f, f->animal_mask);
}

/* ---- Tests ---- */

static void who_wants_to_be_asked_is_asked(void **state)
{
	struct table t;
	begin(&t, *state);
	give(&t);
	assert_true(is_asked(&t, t.first) && is_asked(&t, t.second));
	order(&t, t.second, ORDER_NEVER);
	give(&t);
	assert_true(is_asked(&t, t.first));
	assert_false(is_asked(&t, t.second));
	play_free(t.play);
}

static void never_is_no_token(void **state)
{
	struct table t;
	unsigned animals[2];
	begin(&t, *state);
	hold(&t, t.first, 3, 3, animals);
	order(&t, t.first, ORDER_NEVER);
	give(&t);
	assert_says(&t, t.first, ANIMAL_NONE);
	assert_string_equal(word_of(&t, t.first)->by, "standing order");
	assert_int_equal(word_of(&t, t.first)->at, t.party->now + FAR);
	assert_int_equal(t.play->game.hands[t.first][animals[0]], 3);
	play_free(t.play);
}

static void a_token_is_added_where_it_gains_as_much_as_is_wanted(void **state)
{
	for (int more = 0; more < 2; more++) {
		struct table t;
		unsigned animals[2];
		begin(&t, *state);
		hold(&t, t.first, 1, 0, animals);
		order(&t, t.first, gain_of(&t, t.first) + more);
		give(&t);
		assert_says(&t, t.first, more ? (unsigned)ANIMAL_NONE : animals[0]);
		play_free(t.play);
	}
}

static void the_token_of_which_one_holds_most_is_spent(void **state)
{
	static const uint8_t held[3][2] = {{1, 2}, {2, 1}, {2, 2}};
	static const unsigned spent[3] = {1, 0, 0}; /* where both are as many: M, E, G, L, Z */
	for (size_t i = 0; i < 3; i++) {
		struct table t;
		unsigned animals[2];
		begin(&t, *state);
		hold(&t, t.first, held[i][0], held[i][1], animals);
		order(&t, t.first, 1);
		give(&t);
		assert_says(&t, t.first, animals[spent[i]]);
		assert_int_equal(t.play->game.hands[t.first][animals[spent[i]]],
		                 held[i][spent[i]] - 1);
		play_free(t.play);
	}
}

static void the_order_of_a_seat_goes_before_that_of_its_person(void **state)
{
	struct table t;
	begin(&t, *state);
	party_sql(t.party, "UPDATE users SET standing_order = 0");
	t.play->seats[t.second].has_own_standing_order = false;
	give(&t);
	assert_true(is_asked(&t, t.first));
	assert_says(&t, t.second, ANIMAL_NONE);
	play_free(t.play);
	party_sql(t.party, "UPDATE users SET standing_order = -1");
	begin(&t, *state);
	order(&t, t.first, ORDER_NEVER);
	t.play->seats[t.second].has_own_standing_order = false;
	give(&t);
	assert_says(&t, t.first, ANIMAL_NONE);
	assert_true(is_asked(&t, t.second));
	play_free(t.play);
}

static void bots_and_caretakers_need_no_order(void **state)
{
	struct table t;
	begin(&t, *state);
	struct seat_row *bot = &t.play->seats[t.first], *gone = &t.play->seats[t.second];
	bot->kind = SEAT_BOT;
	snprintf(bot->bot, sizeof(bot->bot), "random");
	gone->user_is_deleted = true;
	give(&t);
	assert_string_equal(word_of(&t, t.first)->by, "bot");
	assert_string_equal(word_of(&t, t.second)->by, "caretaker");
	play_free(t.play);
}

/* A turn that completes what its own seat shares. */
static bool asks_itself(const struct play *p, void *context)
{
	struct turn *t = context;
	struct entry places[LEGAL_MAX];
	struct game after;
	if (p->game.awaits != AWAITS_PLACE)
		return false;
	size_t count =
		game_legal(&p->set->ts, &p->game, p->game.seat_on_turn, 0, LEGAL_MAX, places);
	for (size_t i = 0; i < count; i++) {
		if (party_lay(p, &places[i], t, &after) && after.awaits == AWAITS_BOOST &&
		    (game_awaited_seats(&after) >> p->game.seat_on_turn & 1))
			return true;
	}
	return false;
}

/* Its words are part of its turn: a turn without them is not finished. */
static void nobody_answers_for_the_seat_on_turn(void **state)
{
	struct party *p = *state;
	struct turn t;
	char id[GAME_ID_LEN + 1];
	bool is_found = false;
	party_sql(p, "UPDATE users SET standing_order = 1");
	party_start(p, &(struct party_game){.people = 2}, id);
	for (int tries = 0; tries < 3000 && !is_found; tries++)
		is_found = party_forward(p, id, asks_itself, &t);
	assert_true(is_found);
	struct play *play = party_load(p, id);
	t.game_id = id;
	t.user_id = play->seats[play->game.seat_on_turn].user_id;
	t.base_rev = play->row.rev;
	t.now = p->now;
	turn_submit(p->store, p->sets, &t);
	assert_int_equal(t.status, TURN_UNFINISHED);
	for (size_t i = 0; i < t.count; i++)
		assert_int_equal(play_choose(play, &t.entries[i], "person", p->now), REFUSAL_NONE);
	struct db *db = store_read(p->store);
	words_give(db, play, p->now);
	store_read_done(p->store, db);
	assert_true(play_awaits_choice(play, play->game.seat_on_turn));
	play_free(play);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(who_wants_to_be_asked_is_asked, party_open,
	                                        party_close),
		cmocka_unit_test_setup_teardown(never_is_no_token, party_open, party_close),
		cmocka_unit_test_setup_teardown(
			a_token_is_added_where_it_gains_as_much_as_is_wanted, party_open,
			party_close),
		cmocka_unit_test_setup_teardown(the_token_of_which_one_holds_most_is_spent,
	                                        party_open, party_close),
		cmocka_unit_test_setup_teardown(the_order_of_a_seat_goes_before_that_of_its_person,
	                                        party_open, party_close),
		cmocka_unit_test_setup_teardown(bots_and_caretakers_need_no_order, party_open,
	                                        party_close),
		cmocka_unit_test_setup_teardown(nobody_answers_for_the_seat_on_turn, party_open,
	                                        party_close),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
