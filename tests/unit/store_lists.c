/* SPDX-License-Identifier: ISC */
/*
 * Lists of games: who stands on which, and in which order.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "store/cards.h"
#include "support/database.h"

enum { CAP = 10 };

/* The ids' first letters, in the list's order. */
#define lists(call, expected)                       \
	do {                                        \
		struct game_ref out[CAP];           \
		char got[CAP + 1] = "";             \
		size_t count = call;                \
		for (size_t i = 0; i < count; i++)  \
			got[i] = out[i].id[0];      \
		assert_string_equal(got, expected); \
	} while (0)

/* A game of the owner named by a letter. */
static struct game_row game(struct db *db, char letter, int64_t owner, enum game_state state,
                            int64_t created_at)
{
	char id[GAME_ID_LEN + 1] = "xaaaaaaa";
	id[0] = letter;
	struct game_row g = database_game(db, id, owner);
	/* created_at is fixed, so it is set where nothing else can. */
	char sql[100];
	snprintf(sql, sizeof(sql), "UPDATE games SET created_at = %d WHERE id = '%s'",
	         (int)created_at, id);
	sqlite3_exec(db->sqlite, sql, NULL, NULL, NULL);
	g.state = (uint8_t)state;
	g.rev = letter;
	game_update(db, &g);
	return g;
}

static void a_users_games_are_where_they_sit_or_what_they_own(void **state)
{
	struct database *d = *state;
	int64_t ada = database_user(d->db, "Ada", false), ben = database_user(d->db, "Ben", false);
	game(d->db, 'a', ada, GAME_OPEN, 1);
	struct game_row b = game(d->db, 'b', ben, GAME_OPEN, 2);
	game(d->db, 'c', ben, GAME_OPEN, 3);
	struct game_row e = game(d->db, 'e', ada, GAME_RUNNING, 4);
	database_seat(d->db, b.id, 0, ada);
	database_seat(d->db, e.id, 0, ada);
	lists(game_list_of_user(d->db, ada, GAME_OPEN, out, CAP), "ba");
	lists(game_list_of_user(d->db, ada, GAME_OPEN, out, 1), "b");
	lists(game_list_of_user(d->db, ada, GAME_RUNNING, out, CAP), "e");
	lists(game_list_of_user(d->db, ada, GAME_OVER, out, CAP), "");
	lists(game_list_of_user(d->db, ben, GAME_OPEN, out, CAP), "cb");

	struct game_row f = game(d->db, 'f', ada, GAME_OVER, 1),
			g = game(d->db, 'g', ada, GAME_OVER, 2);
	f.ended_at = 20;
	g.ended_at = 10;
	game_update(d->db, &f);
	game_update(d->db, &g);
	lists(game_list_of_user(d->db, ada, GAME_OVER, out, CAP), "fg");
}

static void a_list_says_each_games_rev(void **state)
{
	struct database *d = *state;
	int64_t ada = database_user(d->db, "Ada", false);
	game(d->db, 'a', ada, GAME_OPEN, 1);
	struct game_ref out;
	assert_int_equal(game_list_of_user(d->db, ada, GAME_OPEN, &out, 1), 1);
	assert_string_equal(out.id, "aaaaaaaa");
	assert_int_equal(out.rev, 'a');
}

/* A running game in which a seat is awaited since a time. */
static void awaiting(struct db *db, char letter, int64_t user, int64_t deadline_at,
                     int64_t awaited_since)
{
	struct game_row g = game(db, letter, user, GAME_RUNNING, 1);
	struct seat_row s = database_seat(db, g.id, 0, user);
	s.is_awaited = true;
	s.deadline_at = deadline_at;
	s.awaited_since = awaited_since;
	seat_update(db, &s);
}

static void awaited_seats_stand_by_time_left_then_by_wait(void **state)
{
	struct database *d = *state;
	int64_t ada = database_user(d->db, "Ada", false), ben = database_user(d->db, "Ben", false);
	awaiting(d->db, 'a', ada, 0, 50);
	awaiting(d->db, 'b', ada, 0, 40);
	awaiting(d->db, 'c', ada, 900, 10);
	awaiting(d->db, 'e', ada, 800, 60);
	awaiting(d->db, 'f', ada, 900, 5);
	awaiting(d->db, 'g', ben, 1, 1);
	lists(game_list_awaiting(d->db, ada, out, CAP), "efcba");
	assert_int_equal(game_count_awaiting(d->db, ada), 5);
	lists(game_list_awaiting(d->db, ada, out, 2), "ef");

	/* Neither one that is not awaited, nor one that was resigned. */
	struct seat_row list[GAME_SEATS_MAX];
	seat_list(d->db, "eaaaaaaa", list);
	list[0].is_awaited = false;
	seat_update(d->db, &list[0]);
	seat_list(d->db, "baaaaaaa", list);
	list[0].resigned_at = 70;
	seat_update(d->db, &list[0]);
	lists(game_list_awaiting(d->db, ada, out, CAP), "fca");
	assert_int_equal(game_count_awaiting(d->db, ada), 3);
}

struct open_games {
	struct game_ref *out;
	size_t count;
};

static bool take_open(void *context, const struct game_card *card)
{
	struct open_games *o = context;
	memcpy(o->out[o->count++].id, card->game.id, sizeof(card->game.id));
	return o->count < CAP;
}

static size_t list_open(struct db *db, struct game_ref *out)
{
	struct open_games o = {out, 0};
	game_cards_open(db, &(struct card_taker){.take = take_open, .context = &o});
	return o.count;
}

static void open_games_are_the_public_ones(void **state)
{
	struct database *d = *state;
	int64_t ada = database_user(d->db, "Ada", false);
	struct game_row a = game(d->db, 'a', ada, GAME_OPEN, 10);
	game(d->db, 'b', ada, GAME_OPEN, 20);
	game(d->db, 'c', ada, GAME_OPEN, 15);
	game(d->db, 'e', ada, GAME_RUNNING, 16);
	static const char *const ids[] = {"aaaaaaaa", "baaaaaaa", "caaaaaaa", "eaaaaaaa"};
	for (int i = 0; i < 4; i++)
		database_seat(d->db, ids[i], 0, ada);
	lists(list_open(d->db, out), "bca");
	lists(game_list_open_older(d->db, 20, out, CAP), "ac");
	a.is_public = false;
	game_update(d->db, &a);
	lists(list_open(d->db, out), "bc");
	lists(game_list_open_older(d->db, 20, out, CAP), "ac");
	lists(game_list_open_older(d->db, 10, out, CAP), "");
}

static void an_address_is_offered_its_places_until_they_are_taken(void **state)
{
	struct database *d = *state;
	int64_t ada = database_user(d->db, "Ada", false);
	for (char letter = 'a'; letter <= 'c'; letter++) {
		struct game_row g =
			game(d->db, letter, ada, letter == 'c' ? GAME_OVER : GAME_OPEN, letter);
		struct seat_row s = database_seat(d->db, g.id, 0, 0);
		s.kind = SEAT_ADDRESS;
		snprintf(s.address, sizeof(s.address), "ben@example.org");
		seat_update(d->db, &s);
	}
	lists(game_list_for_address(d->db, "ben@example.org", out, CAP), "ba");
	lists(game_list_for_address(d->db, "cy@example.org", out, CAP), "");
	struct seat_row list[GAME_SEATS_MAX];
	seat_list(d->db, "baaaaaaa", list);
	list[0].user_id = ada;
	seat_update(d->db, &list[0]);
	lists(game_list_for_address(d->db, "ben@example.org", out, CAP), "a");
}

static void draws_are_due_in_their_order(void **state)
{
	struct database *d = *state;
	int64_t ada = database_user(d->db, "Ada", false);
	assert_int_equal(game_next_draw(d->db), 0);
	static const int due[] = {70, 60, 80, 0};
	for (int i = 0; i < 4; i++) {
		struct game_row g = game(d->db, (char)('a' + i), ada, GAME_RUNNING, 1);
		g.draw_at = due[i];
		game_update(d->db, &g);
	}
	assert_int_equal(game_next_draw(d->db), 60);
	lists(game_list_draw_due(d->db, 59, out, CAP), "");
	lists(game_list_draw_due(d->db, 70, out, CAP), "ba");
	lists(game_list_draw_due(d->db, 1000, out, CAP), "bac");
	lists(game_list_draw_due(d->db, 1000, out, 1), "b");
}

static void bots_and_resigned_seats_are_found_when_awaited(void **state)
{
	struct database *d = *state;
	int64_t ada = database_user(d->db, "Ada", false);
	/* awaited person, awaited bot, bot, awaited resigned, two awaited bots, awaited bot in a
	 * game that is over */
	static const struct {
		char letter;
		bool is_bot, is_awaited, is_resigned, is_over;
	} cases[] = {{'a', false, true, false, false}, {'b', true, true, false, false},
	             {'c', true, false, false, false}, {'e', false, true, true, false},
	             {'f', true, true, false, false},  {'g', true, true, false, true}};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct game_row g = game(d->db, cases[i].letter, ada,
		                         cases[i].is_over ? GAME_OVER : GAME_RUNNING, 1);
		for (int place = 0; place < 2; place++) {
			struct seat_row s = database_seat(d->db, g.id, place, 0);
			s.kind = cases[i].is_bot ? SEAT_BOT : SEAT_OPEN;
			s.is_awaited = cases[i].is_awaited &&
			               (place == 0 || cases[i].letter == 'f');
			s.resigned_at = cases[i].is_resigned ? 5 : 0;
			seat_update(d->db, &s);
		}
	}
	lists(game_list_bot_awaited(d->db, out, CAP), "bef");
}

static void all_games_are_listed_piece_by_piece(void **state)
{
	struct database *d = *state;
	int64_t ada = database_user(d->db, "Ada", false);
	for (char letter = 'e'; letter >= 'a'; letter--)
		game(d->db, letter, ada, (enum game_state)(letter % 4), 1);
	lists(game_list_all(d->db, "", out, 3), "abc");
	lists(game_list_all(d->db, "caaaaaaa", out, 3), "de");
	lists(game_list_all(d->db, "eaaaaaaa", out, 3), "");
}

static void times_that_are_over_and_reminders_stand_in_their_order(void **state)
{
	struct database *d = *state;
	int64_t ada = database_user(d->db, "Ada", false);
	static const int64_t over[] = {70, 60, 80, 65, 0};
	for (size_t i = 0; i < 5; i++) {
		/* 'd' is over. */
		struct game_row g =
			game(d->db, (char)('a' + i), ada, i == 3 ? GAME_OVER : GAME_RUNNING, 1);
		struct seat_row s = database_seat(d->db, g.id, 0, 0);
		s.deadline_at = over[i];
		s.remind_at = over[i] ? 1000 - over[i] : 0;
		seat_update(d->db, &s);
	}
	lists(game_list_deadline_due(d->db, 59, out, CAP), "");
	lists(game_list_deadline_due(d->db, 70, out, CAP), "ba");
	lists(game_list_deadline_due(d->db, 1000, out, CAP), "bac");
	lists(game_list_deadline_due(d->db, 1000, out, 1), "b");
	lists(game_list_remind_due(d->db, 919, out, CAP), "");
	lists(game_list_remind_due(d->db, 930, out, CAP), "ca");
	lists(game_list_remind_due(d->db, 1000, out, CAP), "cab");
	lists(game_list_remind_due(d->db, 1000, out, 1), "c");
}

static void absent_seats_are_found_while_others_are_there(void **state)
{
	struct database *d = *state;
	int64_t ada = database_user(d->db, "Ada", false), ben = database_user(d->db, "Ben", false);
	static const struct {
		char letter;
		bool is_awaited, is_over;
		int absent, other; /* turns of the caretaker */
		bool has_other_resigned;
	} cases[] = {
		{'a', true, false, 3, 2, false},  {'b', true, false, 2, 0, false},
		{'c', false, false, 3, 0, false}, {'d', true, false, 9, 3, false},
		{'e', true, false, 4, 0, true},   {'f', true, true, 3, 0, false},
		{'g', true, false, 5, 0, false},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct game_row g = game(d->db, cases[i].letter, ada,
		                         cases[i].is_over ? GAME_OVER : GAME_RUNNING, 1);
		struct seat_row s = database_seat(d->db, g.id, 0, ada);
		s.is_awaited = cases[i].is_awaited;
		s.absent_turns = cases[i].absent;
		seat_update(d->db, &s);
		s = database_seat(d->db, g.id, 1, ben);
		s.absent_turns = cases[i].other;
		s.resigned_at = cases[i].has_other_resigned;
		seat_update(d->db, &s);
		s = database_seat(d->db, g.id, 2, 0); /* a bot's */
	}
	lists(game_list_absent_awaited(d->db, 3, out, CAP), "ag");
	lists(game_list_absent_awaited(d->db, 3, out, 1), "a");
}

static void awaited_seats_of_persons_are_listed_piece_by_piece(void **state)
{
	struct database *d = *state;
	struct seat_row out[CAP];
	int64_t users[] = {database_user(d->db, "Ada", false), database_user(d->db, "Ben", false)};
	for (char letter = 'c'; letter >= 'a'; letter--) {
		struct game_row g = game(d->db, letter, users[0], GAME_RUNNING, 1);
		for (int place = 0; place < 3; place++) {
			struct seat_row s =
				database_seat(d->db, g.id, place, place < 2 ? users[place] : 0);
			s.is_awaited = true;
			s.resigned_at = letter == 'b' && place == 0;
			seat_update(d->db, &s);
		}
	}
	assert_int_equal(seat_list_awaited(d->db, 0, "", out, 2), 2);
	assert_string_equal(out[0].game_id, "aaaaaaaa");
	assert_int_equal(out[0].user_id, users[0]);
	assert_string_equal(out[1].game_id, "caaaaaaa");
	assert_int_equal(seat_list_awaited(d->db, users[0], "caaaaaaa", out, CAP), 3);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(out[i].game_id[0], 'a' + i);
		assert_int_equal(out[i].user_id, users[1]);
	}
	assert_int_equal(seat_list_awaited(d->db, users[1], "caaaaaaa", out, CAP), 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, database_begin, database_end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_users_games_are_where_they_sit_or_what_they_own),
		TEST(a_list_says_each_games_rev),
		TEST(awaited_seats_stand_by_time_left_then_by_wait),
		TEST(open_games_are_the_public_ones),
		TEST(an_address_is_offered_its_places_until_they_are_taken),
		TEST(draws_are_due_in_their_order),
		TEST(bots_and_resigned_seats_are_found_when_awaited),
		TEST(all_games_are_listed_piece_by_piece),
		TEST(times_that_are_over_and_reminders_stand_in_their_order),
		TEST(absent_seats_are_found_while_others_are_there),
		TEST(awaited_seats_of_persons_are_listed_piece_by_piece),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
