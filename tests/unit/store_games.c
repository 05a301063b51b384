/* SPDX-License-Identifier: ISC */
/*
 * Rows of games, places, moves, submissions and tile sets: what is put there is what is found,
 * column for column, and the table refuses what cannot be.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "store/calendars.h"
#include "store/games.h"
#include "store/people.h"
#include "support/database.h"

#define SET "5e75e75e75e75e75e75e75e75e75e75e75e75e75e75e75e75e75e75e75e75e75"

/* Every field is another value than in database_game(). */
static struct game_row full_row(const struct game_row *g)
{
	struct game_row full = {.name = "Dawn",
	                        .is_public = false,
	                        .state = GAME_RUNNING,
	                        .scores_everyone = true,
	                        .baobabs_afterwards = true,
	                        .turn_s = 3600,
	                        .grace_s = 30,
	                        .started_at = 2000,
	                        .ended_at = 3000,
	                        .rev = 17,
	                        .move_count = 12,
	                        .draw_at = 2222,
	                        .has_undo = true,
	                        .undo_count = 10,
	                        .undo_seat = 1,
	                        .awaits = "place",
	                        .seat_on_turn = 2,
	                        .tile = "CS26.3",
	                        .turn = 5};
	memcpy(full.id, g->id, sizeof(full.id));
	memset(full.head, 0xcd, sizeof(full.head));
	return full;
}

static void a_new_game_is_found_as_put(void **state)
{
	struct database *d = *state;
	struct game_row first = database_game(d->db, "aaaaaaaa",
	                                      database_user(d->db, "Ada", false)),
			got;
	struct game_row g = first;
	snprintf(g.id, sizeof(g.id), "bbbbbbbb");
	snprintf(g.join_key, sizeof(g.join_key), "abcdefghijklmnopqrstuvwxyz");
	snprintf(g.rematch_of, sizeof(g.rematch_of), "aaaaaaaa");
	g.is_dev = true;
	memset(g.seed, 0x5e, sizeof(g.seed));
	memset(g.commitment, 0xc0, sizeof(g.commitment));
	game_insert(d->db, &g);
	rows(d, "SELECT * FROM games WHERE id = 'bbbbbbbb'",
	     "bbbbbbbb|Dusk|1|1|open|1|" SET
	     "|majority|at once|86400|60|abcdefghijklmnopqrstuvwxyz|"
	     "5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e|"
	     "c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0|"
	     "aaaaaaaa|1000|NULL|NULL|1|0|0|"
	     "0000000000000000000000000000000000000000000000000000000000000000|"
	     "NULL|NULL|NULL|tokens|NULL|NULL|0\n");
	assert_true(game_by_join_key(d->db, g.join_key, &got));
	assert_string_equal(got.id, g.id);
	assert_string_equal(got.name, "Dusk");
	assert_int_equal(got.owner_id, 1);
	assert_true(got.is_public && got.is_dev);
	assert_int_equal(got.state, GAME_OPEN);
	assert_int_equal(got.rules, 1);
	assert_string_equal(got.tileset, SET);
	assert_string_equal(got.join_key, g.join_key);
	assert_memory_equal(got.seed, g.seed, sizeof(g.seed));
	assert_memory_equal(got.commitment, g.commitment, sizeof(g.commitment));
	assert_string_equal(got.rematch_of, "aaaaaaaa");
	assert_int_equal(got.created_at, 1000);
	assert_int_equal(got.started_at + got.ended_at + got.draw_at, 0);
	assert_false(got.has_undo);
	assert_int_equal(got.seat_on_turn, -1);
	assert_string_equal(got.tile, "");
	assert_false(game_get(d->db, "cccccccc", &got));
	assert_false(game_by_join_key(d->db, "", &got));
}

static void a_running_game_is_found_as_updated(void **state)
{
	struct database *d = *state;
	struct game_row first = database_game(d->db, "aaaaaaaa",
	                                      database_user(d->db, "Ada", false)),
			got;
	struct game_row g = full_row(&first);
	database_game(d->db, "bbbbbbbb", 1);
	game_update(d->db, &g);
	assert_true(game_get(d->db, "aaaaaaaa", &got));
	assert_string_equal(got.name, "Dawn");
	assert_false(got.is_public);
	assert_int_equal(got.state, GAME_RUNNING);
	assert_true(got.scores_everyone && got.baobabs_afterwards);
	assert_int_equal(got.turn_s, 3600);
	assert_int_equal(got.grace_s, 30);
	assert_int_equal(got.started_at, 2000);
	assert_int_equal(got.ended_at, 3000);
	assert_int_equal(got.rev, 17);
	assert_int_equal(got.move_count, 12);
	assert_memory_equal(got.head, g.head, sizeof(g.head));
	assert_int_equal(got.draw_at, 2222);
	assert_true(got.has_undo);
	assert_int_equal(got.undo_count, 10);
	assert_int_equal(got.undo_seat, 1);
	assert_string_equal(got.awaits, "place");
	assert_int_equal(got.seat_on_turn, 2);
	assert_string_equal(got.tile, "CS26.3");
	assert_int_equal(got.turn, 5);
	/* What is fixed stayed, and so did the other game. */
	assert_int_equal(got.owner_id, 1);
	assert_string_equal(got.join_key, "aaaaaaaa-key");
	assert_string_equal(got.tileset, SET);
	assert_int_equal(got.created_at, 1000);
	rows(d, "SELECT name, rev FROM games WHERE id = 'bbbbbbbb'", "Dusk|0\n");
	rows(d,
	     "SELECT state, final_scoring, baobab_tokens, undo_count, undo_seat FROM games"
	     " WHERE id = 'aaaaaaaa'",
	     "running|everyone|afterwards|10|1\n");
}

static void an_undo_of_everything_is_an_undo(void **state)
{
	struct database *d = *state;
	struct game_row g = database_game(d->db, "aaaaaaaa", database_user(d->db, "Ada", false)),
			got;
	g.has_undo = true; /* to 0 moves, of seat 0, without a deadline */
	game_update(d->db, &g);
	assert_true(game_get(d->db, g.id, &got) && got.has_undo);
	g.has_undo = false;
	game_update(d->db, &g);
	assert_true(game_get(d->db, g.id, &got) && !got.has_undo);
	rows(d, "SELECT undo_count, undo_seat FROM games", "NULL|NULL\n");
}

static void each_state_has_its_word(void **state)
{
	struct database *d = *state;
	static const char *const words[] = {"open\n", "running\n", "over\n", "removed\n"};
	struct game_row g = database_game(d->db, "aaaaaaaa", database_user(d->db, "Ada", false)),
			got;
	for (uint8_t s = GAME_OPEN; s <= GAME_REMOVED; s++) {
		g.state = s;
		game_update(d->db, &g);
		rows(d, "SELECT state FROM games", words[s]);
		assert_true(game_get(d->db, g.id, &got) && got.state == s);
	}
}

static void a_game_needs_an_owner_a_set_and_a_key_of_its_own(void **state)
{
	struct database *d = *state;
	int64_t ada = database_user(d->db, "Ada", false);
	struct game_row good = database_game(d->db, "aaaaaaaa", ada), g = good;
	game_insert(d->db, &g);
	fails(d);
	snprintf(g.id, sizeof(g.id), "bbbbbbbb");
	game_insert(d->db, &g); /* the same key */
	fails(d);
	snprintf(g.join_key, sizeof(g.join_key), "another");
	g.owner_id = 99;
	game_insert(d->db, &g);
	fails(d);
	g.owner_id = ada;
	g.tileset[0] = '0';
	game_insert(d->db, &g);
	fails(d);
	g.tileset[0] = '5';
	game_insert(d->db, &g);
	assert_false(d->db->is_failed);
}

static void games_change_their_owner_together(void **state)
{
	struct database *d = *state;
	int64_t ada = database_user(d->db, "Ada", true), ben = database_user(d->db, "Ben", false);
	database_game(d->db, "aaaaaaaa", ada);
	database_game(d->db, "bbbbbbbb", ada);
	database_game(d->db, "cccccccc", ben);
	game_change_owner(d->db, ada, ben);
	rows(d, "SELECT count(*) FROM games WHERE owner_id = 2", "3\n");
}

static void a_seat_is_found_as_put(void **state)
{
	struct database *d = *state;
	int64_t ada = database_user(d->db, "Ada", false);
	database_game(d->db, "aaaaaaaa", ada);
	struct seat_row s = {.game_id = "aaaaaaaa",
	                     .place = 3,
	                     .kind = SEAT_ADDRESS,
	                     .user_id = ada,
	                     .held_until = 500,
	                     .signin_id = database_signin(d->db, 1, 0, 1),
	                     .joined = 0,
	                     .color = 4,
	                     .seat = 0,
	                     .has_entropy = true,
	                     .is_entropy_of_player = true,
	                     .has_own_standing_order = true,
	                     .standing_order = -1,
	                     .is_awaited = true,
	                     .has_won = true,
	                     .deadline_at = 600,
	                     .resigned_at = 700,
	                     .moved_at = 800,
	                     .score = 61,
	                     .awaited_since = 550,
	                     .clock_s = 50,
	                     .calendar_id = calendar_row_put(d->db, "UTC 22:00-07:00"),
	                     .remind_at = 575,
	                     .reminders = 4,
	                     .absent_turns = 2,
	                     .agrees_more_time = true,
	                     .is_muted = true};
	snprintf(s.address, sizeof(s.address), "ada@example.org");
	memset(s.entropy, 0xee, sizeof(s.entropy));
	seat_insert(d->db, &s);
	struct seat_row bot = {.game_id = "aaaaaaaa",
	                       .place = 1,
	                       .kind = SEAT_BOT,
	                       .bot = "quick",
	                       .has_entropy = true,
	                       .joined = -1,
	                       .color = -1,
	                       .seat = -1};
	seat_insert(d->db, &bot);
	rows(d, "SELECT * FROM seats ORDER BY place DESC",
	     "aaaaaaaa|3|address|ada@example.org|NULL|1|500|1|0|4|eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee|"
	     "player|"
	     "0|-1|1|600|61|1|700|800|550|50|1|575|4|2|1|1\n"
	     "aaaaaaaa|1|bot|NULL|quick|NULL|NULL|NULL|NULL|NULL|00000000000000000000000000000000|"
	     "server|"
	     "NULL|NULL|0|NULL|0|0|NULL|NULL|NULL|NULL|NULL|NULL|0|0|0|0\n");

	struct seat_row list[GAME_SEATS_MAX];
	assert_int_equal(seat_list(d->db, "aaaaaaaa", list), 2);
	struct seat_row *got = &list[1];
	assert_string_equal(got->game_id, "aaaaaaaa");
	assert_int_equal(got->place, 3);
	assert_int_equal(got->kind, SEAT_ADDRESS);
	assert_string_equal(got->address, "ada@example.org");
	assert_string_equal(got->bot, "");
	assert_int_equal(got->user_id, ada);
	assert_int_equal(got->held_until, 500);
	assert_int_equal(got->signin_id, 1);
	assert_int_equal(got->joined, 0);
	assert_int_equal(got->color, 4);
	assert_int_equal(got->seat, 0);
	assert_true(got->has_entropy && got->is_entropy_of_player);
	assert_memory_equal(got->entropy, s.entropy, sizeof(s.entropy));
	assert_true(got->has_own_standing_order);
	assert_int_equal(got->standing_order, -1);
	assert_true(got->is_awaited && got->has_won);
	assert_int_equal(got->deadline_at, 600);
	assert_int_equal(got->resigned_at, 700);
	assert_int_equal(got->moved_at, 800);
	assert_int_equal(got->awaited_since, 550);
	assert_int_equal(got->clock_s, 50);
	assert_int_equal(got->calendar_id, 1);
	assert_int_equal(got->remind_at, 575);
	assert_int_equal(got->reminders, 4);
	assert_int_equal(got->absent_turns, 2);
	assert_true(got->agrees_more_time && got->is_muted);
	assert_int_equal(got->score, 61);
	assert_string_equal(got->user_name, "Ada");
	assert_false(got->user_is_deleted);

	got = &list[0];
	assert_int_equal(got->kind, SEAT_BOT);
	assert_string_equal(got->bot, "quick");
	assert_int_equal(got->user_id, 0);
	assert_int_equal(got->joined, -1);
	assert_int_equal(got->color, -1);
	assert_int_equal(got->seat, -1);
	assert_true(got->has_entropy && !got->is_entropy_of_player);
	assert_false(got->has_own_standing_order);
	assert_string_equal(got->user_name, "");
}

static void a_seat_is_updated_alone(void **state)
{
	struct database *d = *state;
	int64_t ada = database_user(d->db, "Ada", false);
	database_game(d->db, "aaaaaaaa", ada);
	struct seat_row s = database_seat(d->db, "aaaaaaaa", 0, 0);
	database_seat(d->db, "aaaaaaaa", 1, 0);
	s.kind = SEAT_LINK;
	s.user_id = ada;
	s.joined = 1;
	s.color = 2;
	s.score = -3;
	seat_update(d->db, &s);
	rows(d, "SELECT place, kind, user_id, joined, color, score FROM seats",
	     "0|link|1|1|2|-3\n1|open|NULL|NULL|NULL|0\n");
	seat_delete(d->db, "aaaaaaaa", 0);
	rows(d, "SELECT place FROM seats", "1\n");
}

static void seats_stand_by_number_then_place(void **state)
{
	struct database *d = *state;
	database_game(d->db, "aaaaaaaa", database_user(d->db, "Ada", false));
	struct seat_row s[3], list[GAME_SEATS_MAX];
	for (int i = 2; i >= 0; i--)
		s[i] = database_seat(d->db, "aaaaaaaa", i, 0);
	assert_int_equal(seat_list(d->db, "aaaaaaaa", list), 3);
	for (int i = 0; i < 3; i++)
		assert_int_equal(list[i].place, i);
	for (int i = 0; i < 3; i++) {
		s[i].seat = 2 - i;
		seat_update(d->db, &s[i]);
	}
	assert_int_equal(seat_list(d->db, "aaaaaaaa", list), 3);
	for (int i = 0; i < 3; i++)
		assert_int_equal(list[i].place, 2 - i);
	assert_int_equal(seat_list(d->db, "bbbbbbbb", list), 0);
}

static void nobody_sits_twice_at_a_table(void **state)
{
	struct database *d = *state;
	int64_t ada = database_user(d->db, "Ada", false);
	database_game(d->db, "aaaaaaaa", ada);
	database_seat(d->db, "aaaaaaaa", 0, ada);
	database_seat(d->db, "aaaaaaaa", 1, ada);
	fails(d);
	database_seat(d->db, "aaaaaaaa", 0, 0);
	fails(d);
	database_seat(d->db, "bbbbbbbb", 0, 0); /* no such game */
	fails(d);
	rows(d, "SELECT count(*) FROM seats", "1\n");
}

static void all_seats_move_but_where_both_sit(void **state)
{
	struct database *d = *state;
	int64_t guest = database_user(d->db, "Guest", true),
		ada = database_user(d->db, "Ada", false);
	database_game(d->db, "aaaaaaaa", ada);
	database_game(d->db, "bbbbbbbb", ada);
	database_seat(d->db, "aaaaaaaa", 0, guest);
	database_seat(d->db, "aaaaaaaa", 1, ada);
	database_seat(d->db, "bbbbbbbb", 0, guest);
	assert_int_equal(seat_move_all(d->db, guest, ada), 1);
	rows(d, "SELECT game_id, place, user_id FROM seats",
	     "aaaaaaaa|0|1\naaaaaaaa|1|2\nbbbbbbbb|0|2\n");
	seat_delete(d->db, "aaaaaaaa", 1);
	assert_int_equal(seat_move_all(d->db, guest, ada), 0);
}

/* Two places held for guest 1, one for guest 2, in two games of user 3. */
static int64_t hold_places(struct db *db)
{
	for (unsigned char i = 0; i < 2; i++)
		database_signin(db, (unsigned char)(16 * i), database_user(db, "Guest", true), 1);
	int64_t owner = database_user(db, "Ada", false);
	database_game(db, "aaaaaaaa", owner);
	database_game(db, "bbbbbbbb", owner);
	static const struct {
		const char *game;
		int place, signin, until;
	} holds[] = {{"aaaaaaaa", 0, 1, 50}, {"bbbbbbbb", 0, 1, 50}, {"bbbbbbbb", 1, 2, 60}};
	for (size_t i = 0; i < 3; i++) {
		struct seat_row s =
			database_seat(db, holds[i].game, holds[i].place, holds[i].signin);
		s.kind = SEAT_LINK;
		s.signin_id = holds[i].signin;
		s.held_until = holds[i].until;
		s.joined = s.color = 1;
		s.has_entropy = true;
		seat_update(db, &s);
	}
	return owner;
}

static void holds_that_ran_out_are_free_places(void **state)
{
	struct database *d = *state;
	hold_places(d->db);
	assert_int_equal(seat_release_holds(d->db, 50), 0);
	assert_int_equal(seat_release_holds(d->db, 51), 2);
	rows(d,
	     "SELECT game_id, place, kind, held_until, signin_id, joined, color, entropy, "
	     "entropy_from"
	     " FROM seats",
	     "aaaaaaaa|0|link|NULL|NULL|NULL|NULL|NULL|NULL\n"
	     "bbbbbbbb|0|link|NULL|NULL|NULL|NULL|NULL|NULL\n"
	     "bbbbbbbb|1|link|60|2|1|1|00000000000000000000000000000000|server\n");
}

static void confirmed_holds_are_the_users_but_where_they_sit(void **state)
{
	struct database *d = *state;
	int64_t ada = hold_places(d->db);
	database_seat(d->db, "bbbbbbbb", 2, ada);
	seat_confirm_holds(d->db, 1, ada);
	rows(d, "SELECT game_id, place, user_id, held_until, signin_id, joined FROM seats",
	     "aaaaaaaa|0|3|NULL|NULL|1\n"
	     "bbbbbbbb|0|NULL|NULL|NULL|NULL\n"
	     "bbbbbbbb|1|2|60|2|1\n"
	     "bbbbbbbb|2|3|NULL|NULL|NULL\n");
	seat_confirm_holds(d->db, 2, 2);
	rows(d, "SELECT game_id, user_id, held_until, joined FROM seats WHERE place = 1",
	     "bbbbbbbb|2|NULL|1\n");
}

static struct move_row move(int n)
{
	struct move_row m = {.seat = n % 3, .by = "person", .at = 1000 + n, .rev = 2 + n};
	snprintf(m.text, sizeof(m.text), "place %d,1 90", n);
	memset(m.link, n, sizeof(m.link));
	return m;
}

static void moves_are_found_in_order(void **state)
{
	struct database *d = *state;
	database_game(d->db, "aaaaaaaa", database_user(d->db, "Ada", false));
	database_game(d->db, "bbbbbbbb", 1);
	for (int n = 11; n >= 0; n--) {
		struct move_row m = move(n);
		move_insert(d->db, "aaaaaaaa", n, &m);
	}
	struct move_row other = {.by = "standing order", .text = "boost bush W none"}, list[20];
	move_insert(d->db, "bbbbbbbb", 0, &other);
	rows(d, "SELECT * FROM moves WHERE n = 5",
	     "aaaaaaaa|5|2|person|1005|place 5,1 90|7|"
	     "0505050505050505050505050505050505050505050505050505050505050505\n");
	assert_int_equal(move_list(d->db, "aaaaaaaa", list, 20), 12);
	for (int n = 0; n < 12; n++) {
		struct move_row m = move(n);
		assert_int_equal(list[n].seat, m.seat);
		assert_string_equal(list[n].by, m.by);
		assert_int_equal(list[n].at, m.at);
		assert_int_equal(list[n].rev, m.rev);
		assert_string_equal(list[n].text, m.text);
		assert_memory_equal(list[n].link, m.link, HASH_BYTES);
	}
	assert_int_equal(move_list(d->db, "aaaaaaaa", list, 7), 7);
	move_delete_from(d->db, "aaaaaaaa", 10);
	rows(d, "SELECT game_id, count(*), max(n) FROM moves GROUP BY game_id",
	     "aaaaaaaa|10|9\nbbbbbbbb|1|0\n");
}

static void a_move_is_by_somebody_known_and_once(void **state)
{
	struct database *d = *state;
	database_game(d->db, "aaaaaaaa", database_user(d->db, "Ada", false));
	struct move_row m = move(0);
	move_insert(d->db, "aaaaaaaa", 0, &m);
	move_insert(d->db, "aaaaaaaa", 0, &m);
	fails(d);
	snprintf(m.by, sizeof(m.by), "ghost");
	move_insert(d->db, "aaaaaaaa", 1, &m);
	fails(d);
}

static void what_stands_in_the_file_is_not_trusted(void **state)
{
	struct database *d = *state;
	database_game(d->db, "aaaaaaaa", database_user(d->db, "Ada", false));
	struct move_row m = move(0), list[1];
	struct game_row g;
	move_insert(d->db, "aaaaaaaa", 0, &m);
	sqlite3_exec(d->db->sqlite, "UPDATE moves SET link = x'00'", NULL, NULL, NULL);
	move_list(d->db, "aaaaaaaa", list, 1);
	fails(d);
	sqlite3_exec(d->db->sqlite,
	             "UPDATE moves SET link = zeroblob(32), text = printf('%100s', 'x')", NULL,
	             NULL, NULL);
	move_list(d->db, "aaaaaaaa", list, 1);
	fails(d);
	sqlite3_exec(d->db->sqlite, "UPDATE games SET final_scoring = 'nobody'", NULL, NULL, NULL);
	game_get(d->db, "aaaaaaaa", &g);
	fails(d);
}

static void a_submission_is_known_by_its_seat_and_rev(void **state)
{
	struct database *d = *state;
	database_game(d->db, "aaaaaaaa", database_user(d->db, "Ada", false));
	struct submission s = {.text = "place 3,1 90; pass", .rev = 5}, got;
	submission_put(d->db, "aaaaaaaa", 1, 4, &s);
	submission_put(d->db, "aaaaaaaa", 2, 4, &(struct submission){"boost bush W Z", 5, true});
	assert_true(submission_get(d->db, "aaaaaaaa", 1, 4, &got));
	assert_string_equal(got.text, s.text);
	assert_int_equal(got.rev, 5);
	assert_false(got.is_undone);
	assert_true(submission_get(d->db, "aaaaaaaa", 2, 4, &got) && got.is_undone);
	assert_false(submission_get(d->db, "aaaaaaaa", 0, 4, &got));
	assert_false(submission_get(d->db, "aaaaaaaa", 1, 5, &got));
	submission_put(d->db, "aaaaaaaa", 1, 4, &(struct submission){"pass", 9, true});
	rows(d, "SELECT * FROM submissions",
	     "aaaaaaaa|1|4|pass|9|1\naaaaaaaa|2|4|boost bush W Z|5|1\n");
}

static void a_submission_is_undone_by_what_it_led_to(void **state)
{
	struct database *d = *state;
	database_game(d->db, "aaaaaaaa", database_user(d->db, "Ada", false));
	for (int seat = 0; seat < 2; seat++)
		for (int rev = 4; rev < 6; rev++)
			submission_put(d->db, "aaaaaaaa", seat, rev,
			               &(struct submission){"pass", rev + 1, false});
	submission_undo(d->db, "aaaaaaaa", 1, 6);
	rows(d, "SELECT seat, base_rev FROM submissions WHERE is_undone", "1|5\n");
}

static void a_tile_set_is_kept_once(void **state)
{
	struct database *d = *state;
	char name[LIMIT_SET_NAME_BYTES + 1];
	struct text bytes;
	text_init(&bytes, 100);
	tileset_put(d->db, SET, "safari", "a\0b", 3);
	tileset_put(d->db, SET, "another", "c", 1);
	assert_true(tileset_get(d->db, SET, name, sizeof(name), &bytes));
	assert_string_equal(name, "safari");
	assert_int_equal(bytes.len, 3);
	assert_memory_equal(bytes.data, "a\0b", 3);
	assert_false(tileset_get(d->db, "", name, sizeof(name), &bytes));
	text_release(&bytes);
}

static void a_deleted_game_leaves_nothing(void **state)
{
	struct database *d = *state;
	int64_t ada = database_user(d->db, "Ada", false);
	for (int i = 0; i < 2; i++) {
		const char *id = i ? "bbbbbbbb" : "aaaaaaaa";
		struct move_row m = move(0);
		database_game(d->db, id, ada);
		database_seat(d->db, id, 0, ada);
		move_insert(d->db, id, 0, &m);
		submission_put(d->db, id, 0, 0, &(struct submission){"pass", 1, false});
	}
	game_delete(d->db, "aaaaaaaa");
	rows(d,
	     "SELECT id FROM games UNION ALL SELECT game_id FROM seats UNION ALL SELECT game_id "
	     "FROM moves"
	     " UNION ALL SELECT game_id FROM submissions",
	     "bbbbbbbb\nbbbbbbbb\nbbbbbbbb\nbbbbbbbb\n");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, database_begin, database_end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_new_game_is_found_as_put),
		TEST(a_running_game_is_found_as_updated),
		TEST(an_undo_of_everything_is_an_undo),
		TEST(each_state_has_its_word),
		TEST(a_game_needs_an_owner_a_set_and_a_key_of_its_own),
		TEST(games_change_their_owner_together),
		TEST(a_seat_is_found_as_put),
		TEST(a_seat_is_updated_alone),
		TEST(seats_stand_by_number_then_place),
		TEST(nobody_sits_twice_at_a_table),
		TEST(all_seats_move_but_where_both_sit),
		TEST(holds_that_ran_out_are_free_places),
		TEST(confirmed_holds_are_the_users_but_where_they_sit),
		TEST(moves_are_found_in_order),
		TEST(a_move_is_by_somebody_known_and_once),
		TEST(what_stands_in_the_file_is_not_trusted),
		TEST(a_submission_is_known_by_its_seat_and_rev),
		TEST(a_submission_is_undone_by_what_it_led_to),
		TEST(a_tile_set_is_kept_once),
		TEST(a_deleted_game_leaves_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
