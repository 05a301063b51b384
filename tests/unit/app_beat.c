/* SPDX-License-Identifier: ISC */
/*
 * What happens with time: draws when the grace is over, bots that waited for it, seats that a
 * caretaker plays; what runs out. How much bots do at a time is autoplay's.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app/beat.h"
#include "support/party.h"

static void forget(struct party *p, const char *id)
{
	static const char *const tables[] = {"notices", "submissions", "moves", "seats"};
	char sql[100];
	for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++) {
		snprintf(sql, sizeof(sql), "DELETE FROM %s WHERE game_id = '%s'", tables[i], id);
		party_sql(p, sql);
	}
	snprintf(sql, sizeof(sql), "DELETE FROM games WHERE id = '%s'", id);
	party_sql(p, sql);
}

/* A game in whose beginning a person was on turn, and is done with it; a machine is next. */
static void start(struct party *p, unsigned machines, char id[GAME_ID_LEN + 1])
{
	bool is_person;
	do {
		party_start(p, &(struct party_game){.people = 2, .bots = machines}, id);
		struct play *play = party_load(p, id);
		is_person = !play_is_automatic(play, play->game.seat_on_turn) &&
		            (!machines || play_is_automatic(play, 1));
		play_free(play);
		if (!is_person)
			forget(p, id);
	} while (!is_person);
	party_take_turn(p, id);
}

static void a_draw_is_made_when_the_grace_is_over_and_not_before(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	start(p, 0, id);
	party_has(p, "SELECT awaits, rev, draw_at FROM games", "tile|2|1800000060\n");
	assert_int_equal(beat_games(p->store, p->sets, p->now + PARTY_GRACE_S - 1), 0);
	party_has(p, "SELECT awaits, rev FROM games", "tile|2\n");
	assert_int_equal(beat_games(p->store, p->sets, p->now + PARTY_GRACE_S + 7), 1);
	party_has(p, "SELECT awaits, rev, draw_at, undo_count FROM games", "place|3|NULL|NULL\n");
	party_has(p, "SELECT by, text, at, seat FROM moves WHERE n = (SELECT max(n) FROM moves)",
	          "clock|draw|1800000067|1\n");
	/* Told to the next one, who has all their time from the draw on. */
	party_has(p,
	          "SELECT user_id = (SELECT user_id FROM seats WHERE seat = 1), due_at FROM "
	          "notices WHERE rev = 3",
	          "1|1800000067\n");
	party_has(p, "SELECT seat, deadline_at FROM seats WHERE is_awaited", "1|1800086467\n");
	assert_int_equal(beat_games(p->store, p->sets, p->now + DAY_S), 0);
}

static void a_bot_that_is_next_waits_for_the_grace_of_a_person(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	start(p, 1, id);
	assert_int_equal(beat_games(p->store, p->sets, p->now + PARTY_GRACE_S - 1), 0);
	assert_int_equal(beat_games(p->store, p->sets, p->now + PARTY_GRACE_S), 1);
	party_has(p, "SELECT count(*) > 0, min(seat), max(seat) FROM moves WHERE by = 'bot'",
	          "1|1|1\n");
	party_has(p, "SELECT awaits, seat_on_turn, turn, undo_count FROM games",
	          "place|2|2|NULL\n");
}

static void a_seat_that_resigned_is_played_by_a_caretaker(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	party_start(p, &(struct party_game){.people = 2}, id);
	struct play *play = party_load(p, id);
	struct turn t = {.game_id = id, .user_id = play->seats[0].user_id, .now = p->now};
	turn_resign(p->store, p->sets, &t);
	play_free(play);
	assert_int_equal(t.status, TURN_DONE);
	assert_int_equal(beat_games(p->store, p->sets, p->now), 1);
	party_has(p, "SELECT DISTINCT seat FROM moves WHERE by = 'caretaker'", "0\n");
	party_has(p, "SELECT awaits, seat_on_turn, turn FROM games", "place|1|1\n");
}

static void all_games_that_are_due_move_in_one_beat(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	for (int i = 0; i < 5; i++)
		start(p, 0, id);
	party_start(p, &(struct party_game){.people = 2}, id); /* waits for a person */
	assert_int_equal(beat_games(p->store, p->sets, p->now + PARTY_GRACE_S), 5);
	assert_int_equal(beat_games(p->store, p->sets, p->now + PARTY_GRACE_S), 0);
}

/* ---- What runs out ---- */

/* The thread beats at least once, and at first it tidies. */
static void tidy(struct party *p, int64_t at)
{
	struct clock clock = {.stands = true};
	struct beat *beat;
	struct err err;
	atomic_store(&clock.at, at);
	assert_int_equal(beat_start(&beat, p->store, p->sets, &clock, &err), 0);
	beat_stop(beat);
}

static void an_open_game_ends_after_30_days(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	party_start(p, &(struct party_game){.people = 1, .places = 2}, id);
	tidy(p, p->now + 30 * DAY_S);
	party_has(p, "SELECT state FROM games", "open\n");
	tidy(p, p->now + 30 * DAY_S + 1);
	party_has(p, "SELECT state FROM games", "removed\n");
}

static void a_place_that_was_held_in_vain_is_free_again(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	party_start(p, &(struct party_game){.people = 2, .places = 3}, id);
	party_sql(p, "UPDATE seats SET held_until = 1800000100 WHERE place = 1");
	tidy(p, p->now + 99);
	party_has(p, "SELECT count(*) FROM seats WHERE user_id IS NOT NULL", "2\n");
	tidy(p, p->now + 101);
	party_has(p, "SELECT count(*) FROM seats WHERE user_id IS NOT NULL", "1\n");
	party_has(p, "SELECT joined, color, entropy, held_until FROM seats WHERE place = 1",
	          "NULL|NULL|NULL|NULL\n");
}

static void a_guest_who_never_came_back_is_gone(void **state)
{
	struct party *p = *state;
	party_add(p, "Guest", true);
	tidy(p, p->now + 30 * DAY_S);
	party_has(p, "SELECT count(*) FROM users WHERE is_guest", "1\n");
	tidy(p, p->now + 30 * DAY_S + 1);
	party_has(p, "SELECT count(*) FROM users WHERE is_guest", "0\n");
	party_has(p, "SELECT count(*) FROM users", "5\n");
}

static void a_calendar_that_nobody_goes_by_is_gone(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	party_start(p, &(struct party_game){.people = 2}, id);
	party_sql(p, "INSERT INTO calendars (text) VALUES ('of a user'), ('of a clock'), ('none')");
	party_sql(p, "UPDATE users SET calendar_id = 1 WHERE id = 1");
	party_sql(p, "UPDATE seats SET calendar_id = 2 WHERE seat = 1");
	tidy(p, p->now);
	party_has(p, "SELECT text FROM calendars ORDER BY id", "of a user\nof a clock\n");
}

/* ---- The thread ---- */

/* The clock stands and is moved by hand; that the thread looks again is waited for. */
static void the_thread_follows_the_clock_and_ends_when_told(void **state)
{
	struct party *p = *state;
	struct clock clock = {.stands = true};
	struct beat *beat;
	struct err err;
	char id[GAME_ID_LEN + 1];
	bool is_drawn = false;
	start(p, 0, id);
	atomic_store(&clock.at, p->now);
	assert_int_equal(beat_start(&beat, p->store, p->sets, &clock, &err), 0);
	party_has(p, "SELECT awaits FROM games", "tile\n");
	atomic_store(&clock.at, p->now + PARTY_GRACE_S);
	while (!is_drawn) {
		struct play *play = party_load(p, id);
		is_drawn = play->game.awaits == AWAITS_PLACE;
		play_free(play);
		sched_yield();
	}
	beat_stop(beat);
	beat_stop(NULL);
	party_has(p, "SELECT rev FROM games", "3\n");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, party_open, party_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_draw_is_made_when_the_grace_is_over_and_not_before),
		TEST(a_bot_that_is_next_waits_for_the_grace_of_a_person),
		TEST(a_seat_that_resigned_is_played_by_a_caretaker),
		TEST(all_games_that_are_due_move_in_one_beat),
		TEST(an_open_game_ends_after_30_days),
		TEST(a_place_that_was_held_in_vain_is_free_again),
		TEST(a_guest_who_never_came_back_is_gone),
		TEST(a_calendar_that_nobody_goes_by_is_gone),
		TEST(the_thread_follows_the_clock_and_ends_when_told),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
