/* SPDX-License-Identifier: ISC */
/*
 * Quiet hours and holidays against a yardstick of another make: glibc's localtime_r, asked minute
 * by minute what a clock on the wall shows. Zones' offsets are whole minutes now and in all years
 * to come.
 */
#include "base/calendar.h"
#include "base/clock.h"
#include "base/draws.h"
#include "support/libc_rests.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>

/* 2026-01-01 00:00 UTC, and a hundred years. */
static const int64_t BEGINS = 1767225600, YEAR_S = 365 * DAY_S + DAY_S / 4;
enum { YEARS = 100 };

/* Both hemispheres, changes at midnight, half and quarter hours, a change by half an hour, one by
 * two hours, one for Ramadan, days that there never were left out. */
static const char *const zone_names[] = {
	"Europe/Berlin",       "America/New_York",  "America/Santiago",
	"Australia/Lord_Howe", "Pacific/Auckland",  "Asia/Kathmandu",
	"America/St_Johns",    "Africa/Casablanca", "Africa/Cairo",
	"Asia/Beirut",         "Pacific/Chatham",   "Antarctica/Troll",
	"Pacific/Kiritimati",  "America/Havana",    "UTC",
};
enum { ZONES = sizeof(zone_names) / sizeof(zone_names[0]) };

static struct calendar calendar(const char *text)
{
	struct calendar c;
	if (calendar_parse(text, &c))
		fail_msg("no calendar: %s", text);
	return c;
}

/* A calendar of a zone, quiet from and to, a holiday or none ("" or " 2026-..."). */
static struct calendar calendar_of(const char *zone, const char *rest)
{
	char text[CALENDAR_TEXT];
	snprintf(text, sizeof(text), "%s%s", zone, rest);
	return calendar(text);
}

/* ---- The yardstick ---- */

static void stand_in(const char *zone)
{
	setenv("TZ", zone, 1);
	tzset();
}

static int64_t offset_at(int64_t at)
{
	time_t t = at;
	struct tm tm;
	localtime_r(&t, &tm);
	return tm.tm_gmtoff;
}

/* From a moment within the first minute on. */
static int64_t slow_add(const struct calendar *c, int64_t from, int64_t running_s)
{
	int64_t at = from;
	while (running_s > 0) {
		int64_t minute = 60 - at % 60;
		if (!libc_rests(c, at)) {
			if (running_s <= minute)
				return at + running_s;
			running_s -= minute;
		}
		at += minute;
	}
	return at;
}

static int64_t slow_running(const struct calendar *c, int64_t from, int64_t to)
{
	int64_t ran = 0;
	while (from < to) {
		int64_t until = from + 60 - from % 60;
		until = until < to ? until : to;
		ran += libc_rests(c, from) ? 0 : until - from;
		from = until;
	}
	return ran;
}

static int64_t slow_rests_until(const struct calendar *c, int64_t at)
{
	if (!libc_rests(c, at))
		return 0;
	while (libc_rests(c, at))
		at += 60 - at % 60;
	return at;
}

static void agrees_at(struct zones *zones, const struct calendar *c, int64_t at)
{
	int64_t fast = calendar_rests_until(zones, c, at), slow = slow_rests_until(c, at);
	if (fast != slow)
		fail_msg("%s, %lld: rests until %lld, by the wall until %lld", c->zone,
		         (long long)at, (long long)fast, (long long)slow);
	assert_int_equal(calendar_running(zones, c, at, at + 1), slow ? 0 : 1);
}

/* ---- Both changes of each year ---- */

/* The moment within the day at which the offset becomes another one; 0 for none. */
static int64_t change_within_a_day(int64_t at)
{
	int64_t same = at, other = at + DAY_S, offset = offset_at(at);
	if (offset_at(other) == offset)
		return 0;
	while (other - same > 1) {
		int64_t middle = (same + other) / 2;
		if (offset_at(middle) == offset)
			same = middle;
		else
			other = middle;
	}
	return other;
}

static void agrees_around(struct zones *zones, const struct calendar *c, int64_t change)
{
	for (int64_t at = change - 36 * HOUR_S; at < change + 36 * HOUR_S;) {
		bool is_near = llabs(at - change) < 75 * 60;
		agrees_at(zones, c, at);
		at += is_near ? 60 : 1740;
	}
	int64_t from = change - 20 * HOUR_S + 17, to = change + 30 * HOUR_S + 5;
	int64_t ran = slow_running(c, from, to);
	assert_int_equal(calendar_running(zones, c, from, to), ran);
	assert_int_equal(calendar_add(zones, c, from, ran), slow_add(c, from, ran));
}

static void rests_are_what_the_clock_on_the_wall_shows_for_a_hundred_years(void **state)
{
	static const char *const quiet[] = {" 22:00-07:00", " 01:30-02:15", " 23:45-00:20",
	                                    " 00:00-03:00", " 02:30-14:30", " 00:00-00:01"};
	struct zones *zones = zones_new();
	unsigned changes = 0;
	(void)state;
	for (size_t z = 0; z < ZONES; z++) {
		stand_in(zone_names[z]);
		/* Each year has its turn in some zone, each zone in some years. */
		for (unsigned year = (unsigned)z % 11; year < YEARS; year += 11) {
			int64_t begins = BEGINS + year * YEAR_S;
			struct calendar c = calendar_of(zone_names[z], quiet[(year / 11 + z) % 6]);
			for (int64_t at = begins; at < begins + YEAR_S; at += DAY_S) {
				int64_t change = change_within_a_day(at);
				if (!change)
					continue;
				agrees_around(zones, &c, change);
				changes++;
			}
		}
	}
	assert_in_range(changes, 150, 1000);
	zones_free(zones);
}

static void added_time_is_what_runs_minute_by_minute(void **state)
{
	static const char *const rests[] = {"", " 22:00-07:00", " 20:15-08:15", " 06:00-17:59",
	                                    " 12:00-12:01"};
	struct zones *zones = zones_new();
	struct draws chance;
	unsigned char seed[DRAWS_SEED_BYTES] = {4};
	(void)state;
	draws_init(&chance, "calendar", seed, NULL, 0);
	for (unsigned i = 0; i < 150; i++) {
		const char *zone = zone_names[draws_below(&chance, ZONES)];
		struct calendar c = calendar_of(zone, rests[draws_below(&chance, 5)]);
		int64_t from = BEGINS + draws_below(&chance, (uint32_t)YEARS * 365) * DAY_S +
		               draws_below(&chance, DAY_S);
		int64_t running_s = draws_below(&chance, 8 * DAY_S);
		stand_in(zone);
		int32_t today = calendar_day_at(zones, &c, from);
		if (draws_below(&chance, 2)) {
			int32_t first = today + (int32_t)draws_below(&chance, 9) - 3;
			int32_t days = (int32_t)draws_below(&chance, 6);
			assert_int_equal(calendar_take(&c, first, first + days), CALENDAR_OK);
		}
		int64_t to = calendar_add(zones, &c, from, running_s);
		if (to != slow_add(&c, from, running_s))
			fail_msg("%s from %lld for %lld: %lld", zone, (long long)from,
			         (long long)running_s, (long long)to);
		assert_int_equal(calendar_running(zones, &c, from, to), running_s);
		agrees_at(zones, &c, from);
		agrees_at(zones, &c, to);
	}
	zones_free(zones);
}

/* ---- Seen by eye ---- */

static void a_night_and_a_holiday_do_not_count(void **state)
{
	struct zones *zones = zones_new();
	struct calendar c = calendar("Europe/Berlin 22:00-07:00 2026-12-24/2026-12-26");
	/* Wed 23 December 2026, 21:00 in Berlin. */
	int64_t at = 1798056000;
	(void)state;
	assert_int_equal(calendar_rests_until(zones, &c, at), 0);
	/* An hour of that evening, then from seven on Sunday. */
	int64_t sunday = at + 3 * DAY_S + 10 * HOUR_S;
	assert_int_equal(calendar_rests_until(zones, &c, at + HOUR_S), sunday);
	assert_int_equal(calendar_add(zones, &c, at, HOUR_S), at + HOUR_S);
	assert_int_equal(calendar_add(zones, &c, at, HOUR_S + 1), sunday + 1);
	assert_int_equal(calendar_add(zones, &c, at, 0), at);
	assert_int_equal(calendar_running(zones, &c, at, sunday + 60), HOUR_S + 60);
	assert_int_equal(calendar_running(zones, &c, sunday, at), 0);
	zones_free(zones);
}

static void an_hour_that_there_is_twice_counts_twice(void **state)
{
	struct zones *zones = zones_new();
	struct calendar c = calendar("Europe/Berlin 01:00-02:30");
	/* 2026-10-25 01:00 UTC: three o'clock becomes two. */
	int64_t change = 1792890000;
	(void)state;
	assert_int_equal(calendar_rests_until(zones, &c, change - 31 * 60), change - 30 * 60);
	assert_int_equal(calendar_rests_until(zones, &c, change - 30 * 60), 0);
	assert_int_equal(calendar_rests_until(zones, &c, change), change + 30 * 60);
	/* 2026-03-29 01:00 UTC: two o'clock becomes three. */
	change = 1774746000;
	assert_int_equal(calendar_rests_until(zones, &c, change - 60), change);
	assert_int_equal(calendar_rests_until(zones, &c, change), 0);
	zones_free(zones);
}

static void without_a_calendar_time_runs_on(void **state)
{
	struct zones *zones = zones_new();
	struct calendar c = calendar("Asia/Tokyo");
	(void)state;
	assert_int_equal(calendar_add(zones, NULL, BEGINS, 12345), BEGINS + 12345);
	assert_int_equal(calendar_running(zones, NULL, BEGINS, BEGINS + 5), 5);
	assert_int_equal(calendar_running(zones, NULL, BEGINS, BEGINS - 5), 0);
	assert_int_equal(calendar_rests_until(zones, NULL, BEGINS), 0);
	assert_int_equal(calendar_add(zones, &c, BEGINS, 30 * YEAR_S), BEGINS + 30 * YEAR_S);
	assert_int_equal(calendar_rests_until(zones, &c, BEGINS), 0);
	zones_free(zones);
}

static void a_day_begins_at_midnight_there(void **state)
{
	struct zones *zones = zones_new();
	struct calendar east = calendar("Pacific/Kiritimati"), west = calendar("Pacific/Honolulu");
	int32_t day;
	char text[CALENDAR_DAY_TEXT], words[CALENDAR_DAY_WORDS];
	(void)state;
	assert_int_equal(calendar_day_parse("2026-01-02", &day), 0);
	assert_int_equal(calendar_day_at(zones, &east, BEGINS + 10 * HOUR_S), day);
	assert_int_equal(calendar_day_at(zones, &east, BEGINS + 10 * HOUR_S - 1), day - 1);
	assert_int_equal(calendar_day_at(zones, &west, BEGINS + 10 * HOUR_S - 1), day - 2);
	calendar_day_format(day - 2, text);
	assert_string_equal(text, "2025-12-31");
	calendar_day_words(day - 2, words);
	assert_string_equal(words, "31 December 2025");
	zones_free(zones);
}

/* ---- The text ---- */

static void a_calendar_has_one_text(void **state)
{
	static const char *const good[] = {
		"UTC",
		"Europe/Berlin 22:00-07:00",
		"Europe/Berlin 00:00-12:00",
		"Etc/GMT+12 2028-02-29/2028-02-29",
		"Europe/Berlin 22:00-07:00 2026-12-24/2027-01-01 2027-03-05/2027-03-05",
		"No/Such_Zone",
	};
	static const char *const bad[] = {
		"",
		" UTC",
		"UTC ",
		"UTC  22:00-07:00",
		"UTC 22:00-22:00",
		"UTC 22:00-24:00",
		"UTC 22:60-07:00",
		"UTC 22:00-10:01",
		"UTC 22:00-7:00",
		"UTC 22:00-07:00 22:00-07:00",
		"UTC 2026-12-24",
		"UTC 2026-12-24/2026-12-23",
		"UTC 2026-02-29/2026-03-01",
		"UTC 1999-12-31/2000-01-01",
		"UTC 2026-12-24/2026-12-24 22:00-07:00",
		"UTC 2026-12-24/2026-12-24 2026-12-25/2026-12-25",
		"UTC 2026-12-24/2026-12-24 2026-12-20/2026-12-20",
		"UTC 2026-12-01/2026-12-15",
		"UTC 2026-01-01/2026-01-10 2026-12-01/2026-12-05",
		"UTC 2026-12-17/2027-01-14",
		"UTC nonsense",
		"UTC 2026-12-24/2026-12-2x",
		"UTC 9999999-12-24/2026-12-26",
	};
	char text[CALENDAR_TEXT], long_text[2 * CALENDAR_TEXT];
	(void)state;
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		struct calendar c = calendar(good[i]);
		calendar_format(&c, text);
		assert_string_equal(text, good[i]);
	}
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct calendar c = {.zone = "as it was"};
		if (!calendar_parse(bad[i], &c))
			fail_msg("taken: %s", bad[i]);
		assert_string_equal(c.zone, "as it was");
	}
	struct calendar c;
	memset(long_text, 'x', sizeof(long_text) - 1);
	long_text[sizeof(long_text) - 1] = '\0';
	assert_int_equal(calendar_parse(long_text, &c), -1);
	long_text[LIMIT_ZONE_BYTES + 1] = '\0';
	assert_int_equal(calendar_parse(long_text, &c), -1);
	long_text[LIMIT_ZONE_BYTES] = '\0';
	assert_int_equal(calendar_parse(long_text, &c), 0);
}

static void the_longest_calendar_has_room(void **state)
{
	struct calendar c = {.quiet_from = 22 * 60, .quiet_to = 7 * 60};
	char text[CALENDAR_TEXT];
	int32_t day;
	(void)state;
	memset(c.zone, 'Z', LIMIT_ZONE_BYTES);
	for (int year = 2026; year < 2028; year++) {
		snprintf(text, sizeof(text), "%d-02-01", year);
		assert_int_equal(calendar_day_parse(text, &day), 0);
		for (int32_t i = 0; i < CALENDAR_DAYS_A_YEAR; i++)
			assert_int_equal(calendar_take(&c, day + 2 * i, day + 2 * i), CALENDAR_OK);
		assert_int_equal(calendar_days_in(&c, year), CALENDAR_DAYS_A_YEAR);
		assert_int_equal(calendar_take(&c, day + 40, day + 40),
		                 year == 2026 ? CALENDAR_TOO_MANY_DAYS : CALENDAR_TOO_SCATTERED);
	}
	calendar_format(&c, text);
	assert_int_equal(strlen(text), CALENDAR_TEXT - 1);
	struct calendar again = calendar(text);
	assert_int_equal(again.holiday_count, CALENDAR_HOLIDAYS_MAX);
}

static void assert_text(const struct calendar *c, const char *expected)
{
	char text[CALENDAR_TEXT];
	calendar_format(c, text);
	assert_string_equal(text, expected);
}

static void holidays_are_taken_and_given_back_by_the_day(void **state)
{
	struct calendar c = calendar("UTC 2026-06-10/2026-06-12");
	int32_t day;
	(void)state;
	assert_int_equal(calendar_day_parse("2026-06-10", &day), 0);
	assert_int_equal(calendar_take(&c, day + 4, day + 4), CALENDAR_OK);
	assert_text(&c, "UTC 2026-06-10/2026-06-12 2026-06-14/2026-06-14");
	assert_int_equal(calendar_take(&c, day - 5, day - 3), CALENDAR_OK);
	assert_text(&c, "UTC 2026-06-05/2026-06-07 2026-06-10/2026-06-12 2026-06-14/2026-06-14");
	/* What overlaps and what touches becomes one. */
	assert_int_equal(calendar_take(&c, day + 2, day + 3), CALENDAR_OK);
	assert_text(&c, "UTC 2026-06-05/2026-06-07 2026-06-10/2026-06-14");
	assert_int_equal(calendar_take(&c, day, day + 11), CALENDAR_TOO_MANY_DAYS);
	assert_int_equal(calendar_take(&c, day + 1, day), CALENDAR_NO_DAYS);
	assert_int_equal(calendar_take(&c, INT32_MAX, INT32_MAX), CALENDAR_NO_DAYS);
	assert_int_equal(calendar_take(&c, INT32_MIN, day), CALENDAR_NO_DAYS);
	assert_int_equal(calendar_take(&c, day, INT32_MAX), CALENDAR_NO_DAYS);
	assert_text(&c, "UTC 2026-06-05/2026-06-07 2026-06-10/2026-06-14");
	assert_int_equal(calendar_give_back(&c, day + 1, day + 1), CALENDAR_OK);
	assert_text(&c, "UTC 2026-06-05/2026-06-07 2026-06-10/2026-06-10 2026-06-12/2026-06-14");
	assert_int_equal(calendar_give_back(&c, day - 4, day + 2), CALENDAR_OK);
	assert_text(&c, "UTC 2026-06-05/2026-06-05 2026-06-13/2026-06-14");
	assert_int_equal(calendar_give_back(&c, 0, day + 4), CALENDAR_OK);
	assert_text(&c, "UTC");
}

static void what_may_not_be_kept_is_told_in_a_sentence(void **state)
{
	struct calendar c = calendar("Europe/Berlin 22:00-07:00");
	(void)state;
	assert_int_equal(calendar_check(&c), CALENDAR_OK);
	c.quiet_to = 10 * 60;
	assert_int_equal(calendar_check(&c), CALENDAR_OK);
	c.quiet_to++;
	assert_int_equal(calendar_check(&c), CALENDAR_QUIET_TOO_LONG);
	c.quiet_to = -1;
	assert_int_equal(calendar_check(&c), CALENDAR_QUIET_TOO_LONG);
	c = calendar("Europe/Atlantis");
	assert_int_equal(calendar_check(&c), CALENDAR_NO_ZONE);
	for (unsigned i = 0; i < CALENDAR_STATUS_COUNT; i++)
		assert_int_equal(calendar_sentence(i)[strlen(calendar_sentence(i)) - 1], '.');
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rests_are_what_the_clock_on_the_wall_shows_for_a_hundred_years),
		cmocka_unit_test(added_time_is_what_runs_minute_by_minute),
		cmocka_unit_test(a_night_and_a_holiday_do_not_count),
		cmocka_unit_test(an_hour_that_there_is_twice_counts_twice),
		cmocka_unit_test(without_a_calendar_time_runs_on),
		cmocka_unit_test(a_day_begins_at_midnight_there),
		cmocka_unit_test(a_calendar_has_one_text),
		cmocka_unit_test(the_longest_calendar_has_room),
		cmocka_unit_test(holidays_are_taken_and_given_back_by_the_day),
		cmocka_unit_test(what_may_not_be_kept_is_told_in_a_sentence),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
