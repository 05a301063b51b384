/* SPDX-License-Identifier: ISC */
/*
 * What happens when somebody's time is over (T3): the caretaker, absence and return, reminders,
 * and games without a clock. More time is app_more_time.c's. Time is moved by hand; a turn has a
 * day.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app/beat.h"
#include "app/clocks.h"
#include "app/times.h"
#include "base/clock.h"
#include "support/party.h"

#define TEST(name) cmocka_unit_test_setup_teardown(name, party_open, party_close)

/* ---- Time goes on ---- */

/* Whose turn it is, if a turn is awaited: a seat, or -1. */
static int on_turn(struct party *p, const char *id)
{
	struct play *play = party_load(p, id);
	int seat = play->game.awaits == AWAITS_PLACE ? play->game.seat_on_turn : -1;
	play_free(play);
	return seat;
}

/* The seat plays when it is its turn; for the others time goes by. */
static void plays_until_turn(struct party *p, const char *id, int seat, int turn)
{
	for (;;) {
		struct play *play = party_load(p, id);
		bool is_there = play->game.awaits == AWAITS_PLACE && play->game.turn_count >= turn;
		play_free(play);
		if (is_there)
			return;
		if (on_turn(p, id) == seat)
			party_take_turn(p, id);
		party_later(p, PARTY_GRACE_S);
		if (on_turn(p, id) != seat)
			party_later(p, PARTY_TURN_S);
	}
}

static void start(struct party *p, unsigned people, char id[GAME_ID_LEN + 1])
{
	party_start(p, &(struct party_game){.people = people}, id);
}

/* ---- The caretaker ---- */

static void a_caretaker_plays_when_the_time_is_over_and_not_before(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	start(p, 2, id);
	party_later(p, PARTY_TURN_S - 1);
	party_has(p, "SELECT awaits, rev, turn FROM games", "place|1|0\n");
	party_later(p, 1);
	/* Without grace: the next one's time begins at once. */
	party_has(p, "SELECT awaits, rev, turn, seat_on_turn, draw_at, undo_count FROM games",
	          "place|3|1|1|NULL|NULL\n");
	party_has(p, "SELECT DISTINCT by, rev FROM moves WHERE text <> 'draw'", "caretaker|2\n");
	party_has(p, "SELECT absent_turns, moved_at FROM seats ORDER BY seat", "1|NULL\n0|NULL\n");
	party_has(p, "SELECT seat, awaited_since, deadline_at FROM seats WHERE is_awaited",
	          "1|1800086400|1800172800\n");
	/* Told, and not asked for a turn any more. */
	party_has(p,
	          "SELECT notices.kind, rev, state, due_at FROM notices JOIN seats USING (user_id)"
	          " WHERE seat = 0 ORDER BY notices.rev",
	          "your turn|1|cancelled|1800000000\nreminder|1|cancelled|1800086399\n"
	          "caretaker|2|waiting|1800086400\n");
}

static void all_games_that_are_over_time_move_in_one_beat(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	enum { GAMES = 300 };
	for (int i = 0; i < GAMES; i++)
		start(p, 2, id);
	p->now += PARTY_TURN_S;
	assert_true(beat_games(p->store, p->sets, p->now) >= GAMES);
	party_has(p, "SELECT count(*) FROM games WHERE turn = 1", "300\n");
}

static void a_person_who_acts_in_time_is_not_played_for(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	struct play *play;
	start(p, 2, id);
	play = party_load(p, id);
	/* Thought out before, and submitted when it is too early: more time came between. */
	struct turn t;
	party_choose(p, play, 0, &t);
	play_free(play);
	t.game_id = id;
	t.user_id = 0;
	t.seat = 0;
	t.by = "caretaker";
	t.now = p->now + PARTY_TURN_S - 1;
	turn_submit(p->store, p->sets, &t);
	assert_int_equal(t.status, TURN_TOO_EARLY);
	/* Late, but before the beat. */
	p->now += PARTY_TURN_S + 10;
	party_take_turn(p, id);
	party_later(p, 0);
	party_has(p, "SELECT count(*) FROM moves WHERE by = 'caretaker'", "0\n");
	party_has(p, "SELECT max(absent_turns) FROM seats", "0\n");
}

/* ---- Absence ---- */

static void after_three_turns_it_plays_at_once_while_a_person_waits(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	start(p, 2, id);
	/* Seat 1 plays, seat 0 never. Its turns are 0, 2, 4. */
	plays_until_turn(p, id, 1, 5);
	party_has(p, "SELECT absent_turns FROM seats ORDER BY seat", "3\n0\n");
	assert_int_equal(on_turn(p, id), 1);
	party_take_turn(p, id);
	/* In the grace the turn can be taken back: nobody plays yet. */
	party_later(p, PARTY_GRACE_S - 1);
	party_has(p, "SELECT turn, awaits FROM games", "6|tile\n");
	party_later(p, 1);
	party_has(p, "SELECT turn, awaits, seat_on_turn FROM games", "7|place|1\n");
	party_has(p, "SELECT absent_turns FROM seats ORDER BY seat", "4\n0\n");
}

static void when_all_are_absent_the_game_goes_on_at_the_clocks_pace(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	start(p, 3, id);
	for (int turn = 1; turn <= 12; turn++) {
		party_later(p, PARTY_TURN_S - 1);
		struct play *play = party_load(p, id);
		assert_int_equal(play->game.turn_count, turn - 1);
		play_free(play);
		party_later(p, 1);
		play = party_load(p, id);
		assert_int_equal(play->game.turn_count, turn);
		play_free(play);
	}
	party_has(p, "SELECT min(absent_turns), max(absent_turns) FROM seats", "4|4\n");
	/* One is back: the others are played for at once, and it has its turn. */
	assert_int_equal(party_does(p, id, party_user_at(p, id, 2), turn_return), TURN_DONE);
	party_later(p, 0);
	party_has(p, "SELECT turn, awaits, seat_on_turn FROM games", "14|place|2\n");
	party_later(p, PARTY_TURN_S - 1);
	party_has(p, "SELECT turn, seat_on_turn FROM games", "14|2\n");
}

static void a_game_nobody_visits_comes_to_its_end_and_tells_everybody(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	int64_t before = 0;
	start(p, 2, id);
	for (int day = 0; day < 100 && before != p->now; day++) {
		before = p->now;
		struct play *play = party_load(p, id);
		bool is_over = play->row.state == GAME_OVER;
		play_free(play);
		if (!is_over) {
			party_later(p, PARTY_TURN_S / 2);
			party_later(p, PARTY_TURN_S / 2);
		}
	}
	party_has(p, "SELECT state, awaits FROM games", "over|end\n");
	/* A day for each tile that could be laid. */
	party_has(p, "SELECT ended_at - started_at = 86400 * turn, turn > 60 FROM games", "1|1\n");
	party_has(p,
	          "SELECT count(*) FROM seats WHERE deadline_at IS NOT NULL OR remind_at IS NOT "
	          "NULL OR is_awaited",
	          "0\n");
	party_has(p,
	          "SELECT kind, count(*) = (SELECT turn FROM games) FROM notices"
	          " WHERE kind IN ('your turn', 'caretaker', 'reminder') GROUP BY kind",
	          "caretaker|1\nreminder|1\nyour turn|1\n");
	/* Only news are left to be told. */
	party_has(p, "SELECT DISTINCT kind FROM notices WHERE state = 'waiting' ORDER BY kind",
	          "caretaker\ngame over\nstarted\n");
}

static void with_bots_alone_an_absent_person_has_the_clocks_pace(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	party_start(p, &(struct party_game){.people = 1, .bots = 1}, id);
	for (int i = 0; i < 6; i++)
		party_later(p, PARTY_TURN_S);
	party_has(p, "SELECT max(absent_turns) > 3 FROM seats", "1\n");
	party_has(p, "SELECT count(*) FROM seats WHERE kind = 'bot' AND absent_turns", "0\n");
	struct play *play = party_load(p, id);
	int turn = play->game.turn_count;
	play_free(play);
	party_later(p, PARTY_TURN_S - 1);
	play = party_load(p, id);
	assert_int_equal(play->game.turn_count, turn);
	play_free(play);
}

/* ---- Return ---- */

static void make_absent(struct party *p, const char *id, char out[GAME_ID_LEN + 1])
{
	(void)id;
	start(p, 2, out);
	party_sql(p, "UPDATE seats SET absent_turns = 3");
}

static void any_act_is_a_return(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	static const char absent[] = "SELECT absent_turns FROM seats ORDER BY seat";
	make_absent(p, NULL, id);
	int64_t first = party_user_at(p, id, 0), second = party_user_at(p, id, 1);
	party_take_turn(p, id);
	party_has(p, absent, "0\n3\n");
	party_sql(p, "UPDATE seats SET absent_turns = 3");
	assert_int_equal(party_does(p, id, first, turn_take_back), TURN_DONE);
	party_has(p, absent, "0\n3\n");
	party_take_turn(p, id);
	assert_int_equal(party_does(p, id, second, turn_draw), TURN_DONE);
	party_has(p, absent, "0\n0\n");
	party_sql(p, "UPDATE seats SET absent_turns = 1");
	assert_int_equal(party_does(p, id, second, turn_return), TURN_DONE);
	assert_int_equal(party_does(p, id, second, turn_return), TURN_ALREADY_DONE);
	party_has(p, absent, "1\n0\n");
	assert_int_equal(party_does(p, id, first, turn_more_time), TURN_DONE);
	party_has(p, absent, "0\n0\n");
	assert_int_equal(party_does(p, id, p->people[3], turn_return), TURN_NOT_SEATED);
	assert_int_equal(party_does(p, id, first, turn_resign), TURN_DONE);
	assert_int_equal(party_does(p, id, first, turn_return), TURN_RESIGNED);
}

/* ---- Words ---- */

/* A game in which two seats are asked for a word. */
static void ask_two(struct party *p, char id[GAME_ID_LEN + 1])
{
	struct turn t;
	party_sql(p, "UPDATE users SET standing_order = -1");
	do {
		start(p, 3, id);
	} while (!party_forward(p, id, party_asks_two, &t));
	struct play *play = party_load(p, id);
	t.game_id = id;
	t.user_id = play->seats[play->game.seat_on_turn].user_id;
	t.base_rev = play->row.rev;
	t.now = p->now;
	turn_submit(p->store, p->sets, &t);
	assert_int_equal(t.status, TURN_DONE);
	play_free(play);
}

static void a_word_is_given_when_its_time_is_over_and_counts_for_nothing(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1], sql[200];
	ask_two(p, id);
	party_later(p, PARTY_GRACE_S + PARTY_TURN_S - 1);
	snprintf(sql, sizeof(sql), "SELECT awaits FROM games WHERE id = '%s'", id);
	party_has(p, sql, "boost\n");
	party_later(p, 1);
	party_has(p, sql, "place\n");
	snprintf(sql, sizeof(sql),
	         "SELECT count(DISTINCT seat), min(text GLOB 'boost*') FROM moves"
	         " WHERE game_id = '%s' AND by = 'caretaker'",
	         id);
	party_has(p, sql, "2|1\n");
	snprintf(sql, sizeof(sql), "SELECT max(absent_turns) FROM seats WHERE game_id = '%s'", id);
	party_has(p, sql, "0\n");
	snprintf(sql, sizeof(sql),
	         "SELECT count(*) FROM notices WHERE game_id = '%s' AND kind = 'caretaker'", id);
	party_has(p, sql, "2\n");
}

static void an_absent_seats_word_is_given_when_the_grace_is_over(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1], sql[200];
	ask_two(p, id);
	snprintf(sql, sizeof(sql),
	         "UPDATE seats SET absent_turns = 3 WHERE game_id = '%s' AND is_awaited", id);
	party_sql(p, sql);
	snprintf(sql, sizeof(sql), "SELECT awaits = 'boost' FROM games WHERE id = '%s'", id);
	party_later(p, PARTY_GRACE_S - 1);
	party_has(p, sql, "1\n");
	party_later(p, 1);
	party_has(p, sql, "0\n");
}

/* ---- Reminders ---- */

static void reminders_come_at_half_and_at_four_fifths_of_the_time(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	static const char told[] = "SELECT number, rev, due_at, state FROM notices"
				   " WHERE kind = 'reminder' ORDER BY id";
	start(p, 2, id);
	party_later(p, PARTY_TURN_S / 2 - 1);
	party_has(p, told, "");
	party_later(p, 1);
	party_has(p, told, "1|1|1800043200|waiting\n");
	party_later(p, PARTY_TURN_S * 3 / 10);
	party_has(p, told, "1|1|1800043200|waiting\n2|1|1800069120|waiting\n");
	party_later(p, HOUR_S);
	party_take_turn(p, id);
	party_has(p, told, "1|1|1800043200|cancelled\n2|1|1800069120|cancelled\n");
	party_has(p, "SELECT count(*) FROM seats WHERE remind_at IS NOT NULL", "0\n");
}

static void no_reminder_comes_in_quiet_hours(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	enum calendar_status why;
	/* Half of a day's time is over at 20:00 UTC. */
	struct times_change nights = {
		.sets_quiet = true, .quiet_from = 20 * 60, .quiet_to = 6 * 60};
	for (int i = 0; i < PARTY_PEOPLE; i++)
		assert_int_equal(times_change(p->store, NULL, p->people[i], &nights, p->now, &why),
		                 TIMES_OK);
	start(p, 2, id);
	party_later(p, 22 * HOUR_S - 1);
	party_has(p, "SELECT count(*) FROM notices WHERE kind = 'reminder'", "0\n");
	party_later(p, 1);
	party_has(p, "SELECT due_at - 1800000000 FROM notices WHERE kind = 'reminder'", "79200\n");
}

static void reminders_that_were_missed_are_one(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	party_start(p, &(struct party_game){.people = 2, .turn_s = -1}, id);
	party_later(p, 22 * DAY_S);
	party_has(p, "SELECT number, due_at - created_at FROM notices WHERE kind = 'reminder'",
	          "4|0\n");
	party_has(p, "SELECT reminders, remind_at - awaited_since FROM seats WHERE is_awaited",
	          "4|2419200\n");
}

/* ---- Without a clock ---- */

static void without_a_clock_there_are_reminders_and_no_caretaker(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	party_start(p, &(struct party_game){.people = 2, .turn_s = -1}, id);
	for (int day = 1; day <= 61; day++)
		party_later(p, DAY_S);
	party_has(p,
	          "SELECT (due_at - 1800000000) / 86400, number FROM notices"
	          " WHERE kind = 'reminder' ORDER BY number",
	          "3|1\n7|2\n14|3\n21|4\n28|5\n35|6\n42|7\n49|8\n56|9\n");
	party_has(p, "SELECT turn FROM games", "0\n");
}

static void after_60_days_any_seat_may_call_a_caretaker_once(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	party_start(p, &(struct party_game){.people = 2, .turn_s = -1}, id);
	int64_t gone = party_user_at(p, id, 0), other = party_user_at(p, id, 1);
	party_later(p, 60 * DAY_S - 1);
	assert_int_equal(party_does(p, id, other, turn_call_caretaker), TURN_TOO_EARLY);
	p->now++;
	assert_int_equal(party_does(p, id, gone, turn_call_caretaker), TURN_TOO_EARLY);
	assert_int_equal(party_does(p, id, p->people[4], turn_call_caretaker), TURN_NOT_SEATED);
	assert_int_equal(party_does(p, id, other, turn_call_caretaker), TURN_DONE);
	assert_int_equal(party_does(p, id, other, turn_call_caretaker), TURN_ALREADY_DONE);
	party_later(p, 0);
	party_has(p, "SELECT turn, awaits, seat_on_turn FROM games", "1|place|1\n");
	party_has(p, "SELECT absent_turns, deadline_at FROM seats ORDER BY seat",
	          "1|NULL\n0|NULL\n");
	/* Their next turn is waited for anew. */
	party_take_turn(p, id);
	party_later(p, PARTY_GRACE_S);
	party_later(p, 59 * DAY_S);
	assert_int_equal(party_does(p, id, other, turn_call_caretaker), TURN_TOO_EARLY);
	party_has(p, "SELECT turn FROM games", "2\n");
}

static void where_a_clock_runs_no_caretaker_is_called(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	start(p, 2, id);
	p->now += 60 * DAY_S;
	assert_int_equal(party_does(p, id, party_user_at(p, id, 1), turn_call_caretaker),
	                 TURN_TOO_EARLY);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_caretaker_plays_when_the_time_is_over_and_not_before),
		TEST(all_games_that_are_over_time_move_in_one_beat),
		TEST(a_person_who_acts_in_time_is_not_played_for),
		TEST(after_three_turns_it_plays_at_once_while_a_person_waits),
		TEST(when_all_are_absent_the_game_goes_on_at_the_clocks_pace),
		TEST(a_game_nobody_visits_comes_to_its_end_and_tells_everybody),
		TEST(with_bots_alone_an_absent_person_has_the_clocks_pace),
		TEST(any_act_is_a_return),
		TEST(a_word_is_given_when_its_time_is_over_and_counts_for_nothing),
		TEST(an_absent_seats_word_is_given_when_the_grace_is_over),
		TEST(reminders_come_at_half_and_at_four_fifths_of_the_time),
		TEST(no_reminder_comes_in_quiet_hours),
		TEST(reminders_that_were_missed_are_one),
		TEST(without_a_clock_there_are_reminders_and_no_caretaker),
		TEST(after_60_days_any_seat_may_call_a_caretaker_once),
		TEST(where_a_clock_runs_no_caretaker_is_called),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
