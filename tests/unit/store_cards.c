/* SPDX-License-Identifier: ISC */
/*
 * Games with their seats and people, read list by list: the same that reading them one by one says.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "store/cards.h"
#include "store/people.h"
#include "support/database.h"

enum { CAP = 10 };

/* What came, in its order. */
struct taken {
	struct game_card cards[CAP];
	size_t count, wanted;
};

static bool take(void *context, const struct game_card *card)
{
	struct taken *t = context;
	assert_true(t->count < CAP);
	t->cards[t->count++] = *card;
	return t->count < t->wanted;
}

/* The ids' first letters, in the list's order; the cards stay in `got`. */
#define comes(call, expected)                                \
	do {                                                 \
		char firsts[CAP + 1] = "";                   \
		got.count = 0;                               \
		call;                                        \
		for (size_t i = 0; i < got.count; i++)       \
			firsts[i] = got.cards[i].game.id[0]; \
		assert_string_equal(firsts, expected);       \
	} while (0)

static struct taken got = {.wanted = CAP};
static const struct card_taker to_got = {.take = take, .context = &got};

/* A game of the owner named by a letter; the later in the alphabet, the later it began. */
static struct game_row game(struct db *db, char letter, int64_t owner, enum game_state state)
{
	char id[GAME_ID_LEN + 1] = "xaaaaaaa";
	id[0] = letter;
	struct game_row g = database_game(db, id, owner);
	g.state = (uint8_t)state;
	g.rev = letter;
	g.started_at = state == GAME_OPEN ? 0 : letter;
	g.ended_at = state == GAME_OVER ? 1000 + letter : 0;
	game_update(db, &g);
	return g;
}

static void seat(struct db *db, const struct game_row *g, int place, int number, int64_t user)
{
	struct seat_row s = database_seat(db, g->id, place, user);
	s.kind = user ? SEAT_OPEN : SEAT_BOT;
	snprintf(s.bot, sizeof(s.bot), user ? "" : "quick");
	s.joined = number >= 0 ? number : -1;
	s.color = number;
	s.seat = number;
	s.is_awaited = number == 0;
	s.deadline_at = number == 0 ? 5000 + place : 0;
	s.score = 7 * place;
	s.has_won = place == 1;
	s.resigned_at = number == 2 ? 90 : 0;
	s.moved_at = number > 0 ? 80 + place : 0;
	s.absent_turns = place;
	s.agrees_more_time = place == 0;
	seat_update(db, &s);
}

static void equals_single_loads(struct db *db, const struct game_card *card)
{
	struct game_row g;
	struct seat_row seats[GAME_SEATS_MAX];
	assert_true(game_get(db, card->game.id, &g));
	assert_string_equal(card->game.name, g.name);
	assert_int_equal(card->game.is_public, g.is_public);
	assert_int_equal(card->game.state, g.state);
	assert_int_equal(card->game.turn_s, g.turn_s);
	assert_int_equal(card->game.started_at, g.started_at);
	assert_int_equal(card->game.ended_at, g.ended_at);
	assert_int_equal(card->game.rev, g.rev);
	assert_string_equal(card->game.awaits, g.awaits);
	assert_int_equal(card->game.seat_on_turn, g.seat_on_turn);
	assert_int_equal(card->seat_count, seat_list(db, g.id, seats));
	for (size_t i = 0; i < card->seat_count; i++) {
		const struct seat_row *a = &card->seats[i], *b = &seats[i];
		assert_string_equal(a->game_id, b->game_id);
		assert_int_equal(a->kind, b->kind);
		assert_string_equal(a->bot, b->bot);
		assert_int_equal(a->user_id, b->user_id);
		assert_int_equal(a->joined, b->joined);
		assert_int_equal(a->color, b->color);
		assert_int_equal(a->seat, b->seat);
		assert_int_equal(a->is_awaited, b->is_awaited);
		assert_int_equal(a->deadline_at, b->deadline_at);
		assert_int_equal(a->score, b->score);
		assert_int_equal(a->has_won, b->has_won);
		assert_int_equal(a->resigned_at, b->resigned_at);
		assert_int_equal(a->moved_at, b->moved_at);
		assert_int_equal(a->absent_turns, b->absent_turns);
		assert_int_equal(a->agrees_more_time, b->agrees_more_time);
		assert_string_equal(a->user_name, b->user_name);
		assert_int_equal(a->user_is_deleted, b->user_is_deleted);
	}
}

static void a_card_equals_what_is_loaded_singly(void **state)
{
	struct database *d = *state;
	int64_t ada = database_user(d->db, "Ada", false), id = database_user(d->db, "Ben", false);
	struct game_row a = game(d->db, 'a', ada, GAME_RUNNING);
	struct game_row b = game(d->db, 'b', ada, GAME_OPEN);
	struct game_row c = game(d->db, 'c', id, GAME_OVER);
	/* Seats stand in another order than places, some are nobody's yet. */
	seat(d->db, &a, 0, 2, ada);
	seat(d->db, &a, 1, 0, id);
	seat(d->db, &a, 2, 1, 0);
	seat(d->db, &b, 0, -1, ada);
	seat(d->db, &b, 1, -1, 0);
	seat(d->db, &c, 0, 1, ada);
	seat(d->db, &c, 1, 0, id);
	user_delete(d->db, id, "former player", 300);
	comes(game_cards_of_user(d->db, ada, &to_got), "bac");
	for (size_t i = 0; i < got.count; i++)
		equals_single_loads(d->db, &got.cards[i]);
	assert_int_equal(got.cards[1].seats[0].user_id, id);
	assert_true(got.cards[2].seats[0].user_is_deleted);
}

static void what_waits_for_somebody_stands_on_one_list_alone(void **state)
{
	struct database *d = *state;
	int64_t ada = database_user(d->db, "Ada", false), ben = database_user(d->db, "Ben", false);
	static const char letters[] = "abce";
	for (int i = 0; i < 4; i++) {
		struct game_row g = game(d->db, letters[i], ben, GAME_RUNNING);
		seat(d->db, &g, i, i % 2, ada);
		seat(d->db, &g, 4, 1 - i % 2, ben);
	}
	comes(game_cards_awaiting(d->db, ada, &to_got), "ac");
	comes(game_cards_of_user(d->db, ada, &to_got), "eb");
	comes(game_cards_awaiting(d->db, ben, &to_got), "be");
	comes(game_cards_of_user(d->db, ben, &to_got), "ca");
	got.wanted = 1;
	comes(game_cards_of_user(d->db, ben, &to_got), "c");
	got.wanted = CAP;
	/* Who has resigned is not waited for. */
	struct seat_row list[GAME_SEATS_MAX];
	seat_list(d->db, "aaaaaaaa", list);
	list[0].resigned_at = 400;
	seat_update(d->db, &list[0]);
	comes(game_cards_awaiting(d->db, ada, &to_got), "c");
	comes(game_cards_of_user(d->db, ada, &to_got), "eba");
	/* A game that one owns and does not sit at is one's own too. */
	struct game_row f = game(d->db, 'f', ada, GAME_RUNNING);
	seat(d->db, &f, 0, 0, ben);
	comes(game_cards_of_user(d->db, ada, &to_got), "feba");
}

static bool is_not_b(void *context, const char *id, enum game_state state)
{
	(void)context;
	assert_int_equal(state, GAME_RUNNING);
	return id[0] != 'b';
}

static void what_is_not_wanted_is_left_out(void **state)
{
	struct database *d = *state;
	int64_t ada = database_user(d->db, "Ada", false);
	for (char letter = 'a'; letter <= 'c'; letter++) {
		struct game_row g = game(d->db, letter, ada, GAME_RUNNING);
		seat(d->db, &g, 0, 1, ada);
	}
	struct card_taker taker = {is_not_b, take, &got};
	comes(game_cards_of_user(d->db, ada, &taker), "ca");
}

/* A free place for an address. */
static void invite(struct db *db, const struct game_row *g, int place, const char *address)
{
	struct seat_row s = database_seat(db, g->id, place, 0);
	s.kind = SEAT_ADDRESS;
	snprintf(s.address, sizeof(s.address), "%s", address);
	seat_update(db, &s);
}

static void who_is_invited_twice_sees_it_once(void **state)
{
	struct database *d = *state;
	int64_t ada = database_user(d->db, "Ada", false), ben = database_user(d->db, "Ben", false);
	address_insert(d->db, &(struct address){"ben@example.org", ben, 1});
	address_insert(d->db, &(struct address){"benjamin@example.org", ben, 1});
	struct game_row a = game(d->db, 'a', ada, GAME_OPEN), b = game(d->db, 'b', ben, GAME_OPEN),
			c = game(d->db, 'c', ada, GAME_OPEN), e = game(d->db, 'e', ada, GAME_OVER);
	invite(d->db, &a, 0, "ben@example.org");
	invite(d->db, &a, 1, "benjamin@example.org");
	/* One's own, one where one sits, one that is over, and somebody else's. */
	invite(d->db, &b, 0, "ben@example.org");
	invite(d->db, &c, 0, "ben@example.org");
	database_seat(d->db, c.id, 1, ben);
	invite(d->db, &e, 0, "ben@example.org");
	comes(game_cards_inviting(d->db, ben, &to_got), "a");
	assert_int_equal(got.cards[0].seat_count, 2);
	comes(game_cards_inviting(d->db, ada, &to_got), "");
}

static void open_games_come_with_their_places(void **state)
{
	struct database *d = *state;
	int64_t ada = database_user(d->db, "Ada", false);
	struct game_row a = game(d->db, 'a', ada, GAME_OPEN), b = game(d->db, 'b', ada, GAME_OPEN);
	seat(d->db, &a, 0, -1, ada);
	seat(d->db, &a, 1, -1, 0);
	seat(d->db, &b, 0, -1, ada);
	comes(game_cards_open(d->db, &to_got), "ab");
	assert_int_equal(got.cards[0].seat_count, 2);
	assert_int_equal(got.cards[1].seat_count, 1);
	a.is_public = false;
	game_update(d->db, &a);
	comes(game_cards_open(d->db, &to_got), "b");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, database_begin, database_end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_card_equals_what_is_loaded_singly),
		TEST(what_waits_for_somebody_stands_on_one_list_alone),
		TEST(what_is_not_wanted_is_left_out),
		TEST(who_is_invited_twice_sees_it_once),
		TEST(open_games_come_with_their_places),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
