/* SPDX-License-Identifier: ISC */
/*
 * Times for people, in zones and in words.
 */
#include "base/zone.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

enum { NOW = 1772544600 }; /* 2026-03-03 13:30:00 UTC */

static void only_names_of_zones_are_zones(void **state)
{
	(void)state;
	assert_true(zone_exists("Europe/Berlin"));
	assert_true(zone_exists("UTC"));
	assert_false(zone_exists("Europe/Atlantis"));
	assert_false(zone_exists("+02:00"));
	assert_false(zone_exists("../../etc/passwd"));
	assert_false(zone_exists("/usr/share/zoneinfo/UTC"));
	assert_false(zone_exists(""));
}

static void a_time_stands_in_its_zone(void **state)
{
	struct zones *zones = zones_new();
	char out[ZONE_TEXT];
	(void)state;
	zone_format(zones, out, "Europe/Berlin", NOW, NOW);
	assert_string_equal(out, "Tue 3 March, 14:30");
	zone_format(zones, out, "Asia/Kathmandu", NOW, NOW);
	assert_string_equal(out, "Tue 3 March, 19:15");
	zone_format(zones, out, "nowhere", NOW, NOW);
	assert_string_equal(out, "Tue 3 March, 13:30");
	zone_format(zones, out, "UTC", NOW + 365 * 86400, NOW);
	assert_string_equal(out, "Wed 3 March 2027, 13:30");
	/* Zones that were asked for before, and one that there is not. */
	zone_format(zones, out, "Europe/Berlin", NOW, NOW);
	assert_string_equal(out, "Tue 3 March, 14:30");
	zone_format(zones, out, "nowhere", NOW, NOW);
	assert_string_equal(out, "Tue 3 March, 13:30");
	zone_format_utc(out, NOW);
	assert_string_equal(out, "2026-03-03T13:30:00Z");
	zones_free(zones);
}

static void summer_time_begins_where_it_does(void **state)
{
	struct zones *zones = zones_new();
	char out[ZONE_TEXT];
	(void)state;
	/* 2026-03-29 01:00 UTC: clocks in Berlin go from 2 to 3. */
	zone_format(zones, out, "Europe/Berlin", 1774746000 - 60, NOW);
	assert_string_equal(out, "Sun 29 March, 01:59");
	zone_format(zones, out, "Europe/Berlin", 1774746000, NOW);
	assert_string_equal(out, "Sun 29 March, 03:00");
	zones_free(zones);
}

static void every_moment_of_a_calendar_of_four_digits_is_written(void **state)
{
	static const struct {
		int64_t at;
		const char *utc;
	} cases[] = {
		{0, "1970-01-01T00:00:00Z"},
		{-1, "1969-12-31T23:59:59Z"},
		{951782400, "2000-02-29T00:00:00Z"},
		{4107542399, "2100-02-28T23:59:59Z"},
		{4107542400, "2100-03-01T00:00:00Z"},
		{-62135596800, "0001-01-01T00:00:00Z"},
		{-62135596801, ""},
		{253402300799, "9999-12-31T23:59:59Z"},
		{253402300800, ""},
		{INT64_MAX, ""},
		{INT64_MIN, ""},
	};
	char out[ZONE_TEXT];
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		zone_format_utc(out, cases[i].at);
		assert_string_equal(out, cases[i].utc);
	}
	struct zones *zones = zones_new();
	zone_format(zones, out, "Asia/Tokyo", 253402300799, NOW);
	assert_string_equal(out, "");
	zone_format(zones, out, "Asia/Tokyo", 253402214400, NOW);
	assert_string_equal(out, "Fri 31 December 9999, 09:00");
	zone_format(zones, out, "America/New_York", 253402300799, NOW);
	assert_string_equal(out, "Fri 31 December 9999, 18:59");
	zones_free(zones);
}

static void words_have_the_two_largest_units(void **state)
{
	static const struct {
		int64_t seconds;
		const char *words;
	} cases[] = {
		{0, "less than a minute"},
		{59, "less than a minute"},
		{60, "1 minute"},
		{3599, "59 minutes"},
		{3600, "1 hour"},
		{3660, "1 hour and 1 minute"},
		{86399, "23 hours and 59 minutes"},
		{86400, "1 day"},
		{90000 + 3600, "1 day and 2 hours"},
		{7 * 86400 + 59, "7 days"},
		{-5, "less than a minute"},
		{INT64_MAX, "106751991167300 days and 15 hours"},
	};
	char out[ZONE_TEXT];
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		zone_words(out, cases[i].seconds);
		assert_string_equal(out, cases[i].words);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_names_of_zones_are_zones),
		cmocka_unit_test(a_time_stands_in_its_zone),
		cmocka_unit_test(summer_time_begins_where_it_does),
		cmocka_unit_test(every_moment_of_a_calendar_of_four_digits_is_written),
		cmocka_unit_test(words_have_the_two_largest_units),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
