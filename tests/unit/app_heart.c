/* SPDX-License-Identifier: ISC */
/*
 * What is an outage and what a jump of the wall clock, case by case; and that what was lost is
 * credited to everybody once, whatever happens meanwhile.
 */
#include <sched.h>
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
#include "app/heart.h"
#include "app/times.h"
#include "app/mail_secrets.h"
#include "store/service.h"
#include "support/party.h"

#define TEST(name) cmocka_unit_test_setup_teardown(name, party_open, party_close)

/* ---- Two clocks ---- */

static void gaps_and_jumps_are_told_apart(void **state)
{
	/* The last look was at wall 10000, steady 500. */
	static const struct {
		const char *what;
		int64_t wall, steady, lost_s, jump_s, held_until;
	} cases[] = {
		{"a second", 10001, 501, 0, 0, 0},
		{"a minute", 10060, 560, 0, 0, 0},
		{"asleep", 10061, 561, 61, 0, 0},
		{"a day down", 96400, 86900, 86400, 0, 0},
		{"put forward", 10062, 501, 62, 61, 0},
		{"put forward by a little", 10061, 501, 61, 0, 0},
		{"put forward by a day", 96401, 501, 86401, 86400, 0},
		{"put back by a little", 9941, 501, 0, 0, 0},
		{"put back", 9940, 501, 0, -61, 10001},
		{"put back by a day", -76399, 501, 0, -86400, -76399 + 3600},
		{"put back while it slept", 10100, 1000, 100, -400, 10500},
		{"put back to before it slept", 9000, 1000, 0, -1500, 10500},
		{"the machine slept", 13600, 501, 3600, 3599, 0},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct heart h = {.wall = 10000, .steady = 500};
		struct heart_look l = heart_look(&h, cases[i].wall, cases[i].steady);
		if (l.lost_until - l.lost_from != cases[i].lost_s || l.jump_s != cases[i].jump_s ||
		    h.held_until != cases[i].held_until)
			fail_msg("%s: lost %lld, jump %lld, held until %lld", cases[i].what,
			         (long long)(l.lost_until - l.lost_from), (long long)l.jump_s,
			         (long long)h.held_until);
		assert_int_equal(l.lost_until, cases[i].wall);
		assert_int_equal(l.is_held, cases[i].wall < cases[i].held_until);
		assert_int_equal(h.wall, cases[i].wall);
	}
}

static void the_first_look_knows_the_last_beat_alone(void **state)
{
	struct heart h;
	(void)state;
	struct heart_look l = heart_begin(&h, 10000, 10060, 7);
	assert_true(l.lost_from == l.lost_until && !l.jump_s && !l.is_held);
	l = heart_begin(&h, 10000, 20000, 7);
	assert_true(l.lost_from == 10000 && l.lost_until == 20000 && !l.jump_s && !l.is_held);
	/* The wall clock was put back while it was down. */
	l = heart_begin(&h, 10000, 9000, 7);
	assert_true(l.lost_from == l.lost_until && l.jump_s == -1000 && l.is_held);
	assert_int_equal(h.held_until, 10000);
}

static void what_is_held_goes_on_at_the_old_time_or_after_an_hour(void **state)
{
	struct heart h = {.wall = 10000};
	(void)state;
	assert_true(heart_look(&h, 9000, 0).is_held);
	assert_true(heart_look(&h, 9001, 1).is_held);
	/* Put back once more: the old time is what it was. */
	assert_true(heart_look(&h, 8000, 2).is_held);
	assert_int_equal(h.held_until, 10000);
	for (int64_t t = 1; t < 2000; t++)
		assert_true(heart_look(&h, 8000 + t, 2 + t).is_held);
	assert_false(heart_look(&h, 10000, 2002).is_held);
	/* Put forward again, it waits no longer. */
	assert_true(heart_look(&h, 7000, 2003).is_held);
	assert_false(heart_look(&h, 10001, 2004).is_held);
	/* An hour at most. */
	assert_true(heart_look(&h, -90000, 2005).is_held);
	for (int64_t t = 1; t < 3600; t++)
		assert_true(heart_look(&h, -90000 + t, 2005 + t).is_held);
	assert_false(heart_look(&h, -86400, 5605).is_held);
}

static void what_could_not_be_credited_is_found_again(void **state)
{
	struct heart h = {.wall = 10000, .steady = 500};
	(void)state;
	heart_look(&h, 10100, 600);
	heart_lose_again(&h, 100);
	struct heart_look l = heart_look(&h, 10101, 601);
	assert_int_equal(l.lost_until - l.lost_from, 101);
	assert_int_equal(l.jump_s, 0);
}

/* ---- Credit ---- */

static void beat_at(struct party *p, int64_t at)
{
	char sql[160];
	snprintf(sql, sizeof(sql),
	         "INSERT INTO service (id, key, beat_at) VALUES (1, zeroblob(32), %lld)"
	         " ON CONFLICT (id) DO UPDATE SET beat_at = excluded.beat_at",
	         (long long)at);
	party_sql(p, sql);
}

/* The program starts at a moment, and has looked at the clock once. */
static void start_at(struct party *p, int64_t now)
{
	struct clock clock = {.stands = true};
	struct beat *beat;
	struct err err;
	atomic_store(&clock.at, now);
	assert_int_equal(beat_start(&beat, p->store, p->sets, &clock, &err), 0);
	beat_stop(beat);
}

static const char clocks[] = "SELECT awaited_since - 1800000000, deadline_at - 1800000000,"
			     " remind_at - 1800000000 FROM seats WHERE is_awaited";

static void an_outage_is_credited_to_a_clock_and_its_reminders(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	party_start(p, &(struct party_game){.people = 2}, id);
	beat_at(p, PARTY_BEGINS + 10000);
	/* Two days: its time would be long over. */
	start_at(p, PARTY_BEGINS + 10000 + 172800);
	party_has(p, clocks, "172800|259200|216000\n");
	party_has(p, "SELECT beat_at - 1800000000, outage_from FROM service", "182800|NULL\n");
	party_has(p, "SELECT turn FROM games", "0\n");
	party_has(p, "SELECT count(*) FROM notices WHERE kind = 'reminder'", "0\n");
	/* A minute is none. */
	start_at(p, PARTY_BEGINS + 182860);
	party_has(p, clocks, "172800|259200|216000\n");
	party_has(p, "SELECT beat_at - 1800000000 FROM service", "182860\n");
}

/* The database is of a program that knew no clocks. */
static void before_the_first_start_no_time_has_counted(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	struct mail_secrets secrets;
	struct err err;
	party_start(p, &(struct party_game){.people = 2}, id);
	assert_int_equal(mail_secrets_open(&secrets, p->store, PARTY_BEGINS + 2592000, &err), 0);
	start_at(p, PARTY_BEGINS + 2592000);
	party_has(p, clocks, "2592000|2678400|2635200\n");
	party_has(p, "SELECT turn FROM games", "0\n");
	/* That is once: the next start is one of many. */
	assert_int_equal(mail_secrets_open(&secrets, p->store, PARTY_BEGINS + 2592030, &err), 0);
	start_at(p, PARTY_BEGINS + 2592030);
	party_has(p, clocks, "2592000|2678400|2635200\n");
}

/* Whoever begins after it neither shows nor mails a deadline that was over while nobody was there.
 */
static void what_was_lost_is_credited_before_anything_begins(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	struct pulse pulse;
	party_start(p, &(struct party_game){.people = 2}, id);
	beat_at(p, PARTY_BEGINS + 10000);
	beat_begin(&pulse, p->store, p->sets, PARTY_BEGINS + 10000 + 172800, 0);
	party_has(p, clocks, "172800|259200|216000\n");
}

static void what_would_have_rested_is_not_credited(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	enum calendar_status why;
	struct times_change nights = {
		.sets_quiet = true, .quiet_from = 20 * 60, .quiet_to = 8 * 60};
	for (int i = 0; i < PARTY_PEOPLE; i++)
		assert_int_equal(times_change(p->store, NULL, p->people[i], &nights, p->now, &why),
		                 TIMES_OK);
	party_start(p, &(struct party_game){.people = 2}, id);
	/* 08:00 to 20:00 of two days. */
	party_has(p, clocks, "0|129600|86400\n");
	beat_at(p, PARTY_BEGINS + 11 * HOUR_S);
	start_at(p, PARTY_BEGINS + 26 * HOUR_S);
	/* An hour of the evening, two of the morning. */
	party_has(p, clocks, "10800|183600|97200\n");
}

static void a_wait_without_a_clock_is_credited_too(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	party_start(p, &(struct party_game){.people = 2, .turn_s = -1}, id);
	beat_at(p, PARTY_BEGINS + DAY_S);
	start_at(p, PARTY_BEGINS + 11 * DAY_S);
	party_has(p,
	          "SELECT (awaited_since - 1800000000) / 86400, deadline_at,"
	          " (remind_at - 1800000000) / 86400 FROM seats WHERE is_awaited",
	          "10|NULL|13\n");
}

static void a_time_that_was_over_before_is_over(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	party_start(p, &(struct party_game){.people = 2}, id);
	beat_at(p, PARTY_BEGINS + PARTY_TURN_S);
	start_at(p, PARTY_BEGINS + PARTY_TURN_S + HOUR_S);
	party_has(p, "SELECT turn FROM games", "1\n");
	party_has(p, clocks, "90000|176400|133200\n");
}

static void a_word_whose_time_begins_later_loses_what_it_would_have_had(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	party_start(p, &(struct party_game){.people = 2}, id);
	/* As if it began within the outage, and after it. */
	party_sql(p, "UPDATE seats SET awaited_since = 1800005000, deadline_at = 1800091400,"
	             " remind_at = 1800048200 WHERE is_awaited");
	beat_at(p, PARTY_BEGINS + 1000);
	start_at(p, PARTY_BEGINS + 4000);
	party_has(p, clocks, "5000|91400|48200\n");
	beat_at(p, PARTY_BEGINS + 1000);
	start_at(p, PARTY_BEGINS + 7000);
	party_has(p, clocks, "7000|93400|50200\n");
}

/* More clocks than one job takes, killed after some of them. */
static void each_clock_is_credited_once_though_it_is_killed_between(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	for (int i = 0; i < 80; i++)
		party_start(p, &(struct party_game){.people = 2 + (unsigned)i % 3}, id);
	party_sql(p, "CREATE TABLE before AS SELECT user_id, game_id FROM seats"
	             " WHERE is_awaited ORDER BY 1, 2");
	/* The first 33 have it; the row says so. */
	beat_at(p, PARTY_BEGINS + 7200);
	party_sql(p, "UPDATE seats SET awaited_since = awaited_since + 3600, deadline_at ="
	             " deadline_at + 3600, remind_at = remind_at + 3600 WHERE is_awaited AND"
	             " (user_id, game_id) IN (SELECT * FROM before LIMIT 33);"
	             "UPDATE service SET outage_from = 1800001000, outage_until = 1800004600,"
	             " (outage_user, outage_game) = (SELECT * FROM before LIMIT 1 OFFSET 32)");
	start_at(p, PARTY_BEGINS + 7200);
	party_has(
		p,
		"SELECT DISTINCT awaited_since, deadline_at, remind_at FROM seats WHERE is_awaited",
		"1800003600|1800090000|1800046800\n");
	party_has(p, "SELECT count(*) FROM seats WHERE is_awaited", "80\n");
	party_has(p, "SELECT outage_from, outage_user, outage_game FROM service",
	          "NULL|NULL|NULL\n");
}

static void a_clock_that_is_put_by_hand_shows_time_that_has_passed(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	struct clock clock = {.stands = true};
	struct beat *beat;
	struct err err;
	bool is_played = false;
	party_start(p, &(struct party_game){.people = 2}, id);
	beat_at(p, PARTY_BEGINS - 30);
	atomic_store(&clock.at, PARTY_BEGINS);
	assert_int_equal(beat_start(&beat, p->store, p->sets, &clock, &err), 0);
	/* Until it has looked at the clock once. */
	for (struct service s = {.beat_at = 0}; s.beat_at != PARTY_BEGINS; sched_yield()) {
		struct db *db = store_read(p->store);
		assert_true(service_get(db, &s));
		store_read_done(p->store, db);
	}
	atomic_store(&clock.at, PARTY_BEGINS + PARTY_TURN_S);
	while (!is_played) {
		struct play *play = party_load(p, id);
		is_played = play->game.turn_count == 1;
		play_free(play);
		sched_yield();
	}
	beat_stop(beat);
	/* An earlier time by hand holds nothing. */
	start_at(p, PARTY_BEGINS + 2 * PARTY_TURN_S);
	party_has(p, "SELECT turn FROM games", "1\n");
	start_at(p, PARTY_BEGINS + PARTY_TURN_S);
	party_has(p, "SELECT beat_at FROM service", "1800086400\n");
}

/* A bot that is to play is the one thing that could be due then. */
static void nothing_is_done_by_itself_while_the_wall_clock_is_put_back(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	struct pulse pulse;
	static const char played[] = "SELECT count(*) > 0 FROM moves WHERE by = 'bot'";
	beat_at(p, p->now);
	beat_begin(&pulse, p->store, p->sets, p->now, 0);
	/* One of these begins with a bot's turn. */
	for (int i = 0; i < 8; i++)
		party_start(p, &(struct party_game){.people = 1, .bots = 1}, id);
	party_has(p, "SELECT count(*) > 0 FROM seats WHERE kind = 'bot' AND is_awaited", "1\n");
	beat_again(&pulse, p->store, p->sets, p->now - 2000, 1);
	beat_again(&pulse, p->store, p->sets, p->now - 1, 2000);
	party_has(p, played, "0\n");
	/* Where it would be had nobody put it. */
	beat_again(&pulse, p->store, p->sets, p->now + 1, 2002);
	party_has(p, played, "1\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(gaps_and_jumps_are_told_apart),
		cmocka_unit_test(the_first_look_knows_the_last_beat_alone),
		cmocka_unit_test(what_is_held_goes_on_at_the_old_time_or_after_an_hour),
		cmocka_unit_test(what_could_not_be_credited_is_found_again),
		TEST(an_outage_is_credited_to_a_clock_and_its_reminders),
		TEST(before_the_first_start_no_time_has_counted),
		TEST(what_was_lost_is_credited_before_anything_begins),
		TEST(what_would_have_rested_is_not_credited),
		TEST(a_wait_without_a_clock_is_credited_too),
		TEST(a_time_that_was_over_before_is_over),
		TEST(a_word_whose_time_begins_later_loses_what_it_would_have_had),
		TEST(each_clock_is_credited_once_though_it_is_killed_between),
		TEST(nothing_is_done_by_itself_while_the_wall_clock_is_put_back),
		TEST(a_clock_that_is_put_by_hand_shows_time_that_has_passed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
