/* SPDX-License-Identifier: ISC */
/*
 * Clocks of seats: how long somebody has, when that stands still, when a reminder is due, and what
 * a take back gives back. The time of a turn is a day here, and games begin on a Friday at 08:00
 * UTC.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app/clocks.h"
#include "base/clock.h"
#include "support/party.h"

struct keeping {
	int64_t user_id;
	struct calendar c;
};

static int keep(struct db *db, void *context)
{
	const struct keeping *k = context;
	clocks_keep_calendar(db, k->user_id, &k->c);
	return 0;
}

static void keep_calendar(struct party *p, int64_t user_id, const char *text)
{
	struct keeping k = {.user_id = user_id};
	assert_int_equal(calendar_parse(text, &k.c), 0);
	assert_int_equal(store_write(p->store, keep, &k), STORE_OK);
}

static void everybody_keeps(struct party *p, const char *text)
{
	for (size_t i = 0; i < PARTY_PEOPLE; i++)
		keep_calendar(p, p->people[i], text);
}

static void draw(struct party *p, const char *id)
{
	struct turn t = {.game_id = id, .now = p->now};
	turn_draw_due(p->store, p->sets, &t);
	assert_int_equal(t.status, TURN_DONE);
}

/* What of a clock is in the row, all seats. */
#define CLOCK                                                                                 \
	"SELECT deadline_at - awaited_since, clock_s, remind_at - awaited_since, calendar_id" \
	" FROM seats WHERE is_awaited ORDER BY seat"

static void a_clock_runs_from_the_draw_for_the_time_of_a_turn(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	party_start(p, &(struct party_game){.people = 2}, id);
	party_has(p, CLOCK, "86400|86400|43200|NULL\n");
	party_has(p, "SELECT awaited_since FROM seats WHERE is_awaited", "1800000000\n");
	party_take_turn(p, id);
	/* Whoever is next has no clock before the draw. */
	party_has(p, "SELECT seat, deadline_at, remind_at FROM seats WHERE is_awaited",
	          "1|NULL|NULL\n");
	p->now += PARTY_GRACE_S;
	draw(p, id);
	party_has(p, "SELECT seat, awaited_since, deadline_at FROM seats WHERE is_awaited",
	          "1|1800000060|1800086460\n");
	party_has(p, "SELECT count(*) FROM seats WHERE deadline_at IS NOT NULL", "1\n");
}

static void quiet_hours_and_holidays_do_not_count(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	/* 12 hours a day run: 2 days; half of it at the end of Friday's, so on Saturday. */
	everybody_keeps(p, "UTC 20:00-08:00");
	party_start(p, &(struct party_game){.people = 2}, id);
	party_has(p, CLOCK, "129600|86400|86400|1\n");
	/* And Saturday off. */
	everybody_keeps(p, "UTC 20:00-08:00 2027-01-16/2027-01-16");
	party_has(p, CLOCK, "129600|86400|86400|1\n");
	party_take_turn(p, id);
	p->now += PARTY_GRACE_S;
	draw(p, id);
	party_has(p, CLOCK, "259200|86400|172800|2\n");
}

static void a_change_of_quiet_hours_counts_from_the_next_turn_on(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	party_start(p, &(struct party_game){.people = 2}, id);
	everybody_keeps(p, "UTC 20:00-08:00");
	party_has(p, CLOCK, "86400|86400|43200|NULL\n");
	party_take_turn(p, id);
	p->now += PARTY_GRACE_S;
	draw(p, id);
	everybody_keeps(p, "UTC");
	party_has(p, "SELECT count(*) FROM users WHERE calendar_id IS NOT NULL", "0\n");
	party_has(p, "SELECT clock_s, calendar_id FROM seats WHERE is_awaited", "86400|1\n");
}

static void a_take_back_gives_the_old_clock_back(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	everybody_keeps(p, "UTC 20:00-08:00");
	party_start(p, &(struct party_game){.people = 2}, id);
	everybody_keeps(p, "UTC 21:00-09:00");
	party_sql(p, "UPDATE seats SET reminders = 1, remind_at = 1800097920 WHERE is_awaited");
	p->now += 3 * HOUR_S;
	party_take_turn(p, id);
	party_has(p, "SELECT count(*) FROM seats WHERE deadline_at IS NOT NULL", "0\n");
	struct turn t = {.game_id = id, .base_rev = 2, .now = p->now + 30};
	struct play *play = party_load(p, id);
	t.user_id = play->seats[0].user_id;
	play_free(play);
	turn_take_back(p->store, p->sets, &t);
	assert_int_equal(t.status, TURN_DONE);
	party_has(p,
	          "SELECT awaited_since, clock_s, deadline_at, remind_at, reminders, calendar_id "
	          "FROM seats WHERE is_awaited",
	          "1800000000|86400|1800129600|1800112320|1|1\n");
}

static void a_words_clock_runs_from_the_end_of_the_grace(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	struct turn t;
	struct play *play;
	party_sql(p, "UPDATE users SET standing_order = -1");
	do {
		party_start(p, &(struct party_game){.people = 3}, id);
	} while (!party_forward(p, id, party_asks_two, &t));
	play = party_load(p, id);
	t.game_id = id;
	t.user_id = play->seats[play->game.seat_on_turn].user_id;
	t.base_rev = play->row.rev;
	t.now = p->now;
	turn_submit(p->store, p->sets, &t);
	assert_int_equal(t.status, TURN_DONE);
	play_free(play);
	char sql[200];
	snprintf(sql, sizeof(sql),
	         "SELECT awaited_since - %lld, deadline_at - %lld FROM seats WHERE game_id = '%s'"
	         " AND is_awaited",
	         (long long)p->now, (long long)p->now, id);
	party_has(p, sql, "60|86460\n60|86460\n");
}

static void bots_have_no_clock(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	for (int i = 0; i < 6; i++)
		party_start(p, &(struct party_game){.people = 1, .bots = 2}, id);
	party_has(p,
	          "SELECT count(*) FROM seats WHERE kind = 'bot' AND (deadline_at IS NOT NULL OR "
	          "remind_at IS NOT NULL)",
	          "0\n");
	party_has(p, "SELECT count(*) > 0 FROM seats WHERE kind = 'bot' AND is_awaited", "1\n");
}

static void without_time_for_a_turn_there_are_reminders(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	everybody_keeps(p, "UTC 07:00-10:00");
	party_start(p, &(struct party_game){.people = 2, .turn_s = -1}, id);
	/* Three days later it is eight in the morning: at ten. */
	party_has(p, CLOCK, "NULL|NULL|266400|1\n");
	static const int days[] = {3, 7, 14, 21, 28};
	for (int i = 0; i < 5; i++) {
		struct seat_row s = {.awaited_since = 1000, .reminders = i};
		clocks_derive(NULL, NULL, &s);
		assert_int_equal(s.deadline_at, 0);
		assert_int_equal(s.remind_at, 1000 + days[i] * DAY_S);
	}
}

static void there_are_two_reminders_with_a_clock(void **state)
{
	static const int64_t at[] = {1050, 1080, 0, 0};
	(void)state;
	for (int i = 0; i < 4; i++) {
		struct seat_row s = {.awaited_since = 1000, .clock_s = 100, .reminders = i};
		clocks_derive(NULL, NULL, &s);
		assert_int_equal(s.deadline_at, 1100);
		assert_int_equal(s.remind_at, at[i]);
	}
}

static void others_see_when_a_clock_stands_still(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	everybody_keeps(p, "Europe/Berlin 22:00-07:00");
	party_start(p, &(struct party_game){.people = 2}, id);
	struct play *play = party_load(p, id);
	struct db *db = store_read(p->store);
	const struct seat_row *on_turn = &play->seats[0], *other = &play->seats[1];
	/* Friday, 22:00 in Berlin is 21:00 UTC. */
	int64_t evening = PARTY_BEGINS + 13 * HOUR_S;
	assert_int_equal(clocks_rests_until(db, NULL, on_turn, evening - 1, NULL), 0);
	assert_int_equal(clocks_rests_until(db, NULL, on_turn, evening, NULL),
	                 evening + 9 * HOUR_S);
	assert_int_equal(clocks_rests_until(db, NULL, other, evening, NULL), 0);
	store_read_done(p->store, db);
	play_free(play);
}

static void a_calendar_is_kept_and_found(void **state)
{
	struct party *p = *state;
	struct calendar c;
	char text[CALENDAR_TEXT];
	struct db *db = store_read(p->store);
	assert_true(clocks_calendar_of(db, p->people[0], &c));
	assert_false(clocks_calendar_of(db, 999, &c));
	store_read_done(p->store, db);
	calendar_format(&c, text);
	assert_string_equal(text, "UTC");
	keep_calendar(p, p->people[0], "Asia/Tokyo 22:00-07:00");
	keep_calendar(p, p->people[1], "Asia/Tokyo 22:00-07:00");
	party_has(p, "SELECT * FROM calendars", "1|Asia/Tokyo 22:00-07:00\n");
	db = store_read(p->store);
	assert_true(clocks_calendar_of(db, p->people[1], &c));
	store_read_done(p->store, db);
	calendar_format(&c, text);
	assert_string_equal(text, "Asia/Tokyo 22:00-07:00");
	party_has(p, "SELECT count(*) FROM users WHERE calendar_id = 1", "2\n");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, party_open, party_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_clock_runs_from_the_draw_for_the_time_of_a_turn),
		TEST(quiet_hours_and_holidays_do_not_count),
		TEST(a_change_of_quiet_hours_counts_from_the_next_turn_on),
		TEST(a_take_back_gives_the_old_clock_back),
		TEST(a_words_clock_runs_from_the_end_of_the_grace),
		TEST(bots_have_no_clock),
		TEST(without_time_for_a_turn_there_are_reminders),
		cmocka_unit_test(there_are_two_reminders_with_a_clock),
		TEST(others_see_when_a_clock_stands_still),
		TEST(a_calendar_is_kept_and_found),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
