/* SPDX-License-Identifier: ISC */
/*
 * Settings of times by their page: zone, quiet hours, holidays (T1). What they do to a clock is
 * app_clocks.c's; which days a calendar takes base_calendar.c's.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/browser.h"

/* Tuesday, 1 December 2026, 20:00 UTC: the next day already in Tokyo. */
enum { NOW = 1796155200, FORM_BYTES = 100 };

static struct browser ada;

static int open_page(void **state)
{
	if (desk_open(state))
		return -1;
	struct desk *d = *state;
	atomic_store(&d->http.clock.at, NOW);
	ada = (struct browser){.desk = d};
	browser_sign_in(&ada, "ada@example.org");
	return 0;
}

static int close_page(void **state)
{
	browser_close(&ada);
	return desk_close(state);
}

#define KEPT "SELECT text FROM calendars JOIN users ON calendar_id = calendars.id"

/* Posts to a page below /settings/times; what it says is then in ada's page. */
static int change(const char *what, const char *form)
{
	char path[FORM_BYTES];
	snprintf(path, sizeof(path), "/settings/times%s", what);
	int status = browser_post(&ada, path, form);
	if (status == 303)
		browser_get(&ada, ada.location);
	return status;
}

static void the_zone_is_one_of_the_worlds(void **state)
{
	static const char *const wrong[] = {"Mars%2FBase", "..%2Fetc%2Fpasswd", "%2B02", "",
	                                    "UTC+1"};
	struct desk *d = *state;
	char form[80];
	assert_int_equal(browser_get(&ada, "/settings/times"), 200);
	assert_true(browser_sees(&ada, "<option value=\"UTC\" selected>UTC</option>"));
	assert_true(browser_sees(&ada, "<optgroup label=\"America\">"));
	assert_true(browser_sees(&ada, ">Argentina, Buenos Aires</option>"));
	assert_int_equal(browser_post(&ada, "/settings/times", "zone=Europe%2FBerlin"), 303);
	assert_int_equal(browser_get(&ada, ada.location), 200);
	assert_true(browser_sees(&ada, "<option value=\"Europe/Berlin\" selected>Berlin</option>"));
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		snprintf(form, sizeof(form), "zone=%s", wrong[i]);
		assert_int_equal(browser_post(&ada, "/settings/times", form), 422);
		assert_true(browser_sees(&ada, "There is no such time zone"));
	}
	stored(d, "SELECT zone FROM users", "Europe/Berlin\n");
	/* An old name that is on no list. */
	assert_int_equal(browser_post(&ada, "/settings/times", "zone=Asia%2FCalcutta"), 303);
	browser_get(&ada, "/settings/times");
	assert_true(browser_sees(&ada, "<option value=\"Asia/Calcutta\" selected>"));
}

static void quiet_hours_are_kept_in_the_zone(void **state)
{
	struct desk *d = *state;
	assert_int_equal(change("", "zone=Europe%2FBerlin&quiet_from=22:00&quiet_to=07:30"), 303);
	stored(d, KEPT, "Europe/Berlin 22:00-07:30\n");
	assert_true(browser_sees(&ada, "name=\"quiet_from\" value=\"22:00\""));
	assert_true(browser_sees(&ada, "name=\"quiet_to\" value=\"07:30\""));
	/* They move along with who travels. */
	assert_int_equal(change("", "zone=Asia%2FTokyo"), 303);
	stored(d, KEPT, "Asia/Tokyo 22:00-07:30\n");
	stored(d, "SELECT zone FROM users", "Asia/Tokyo\n");
	assert_int_equal(change("", "quiet_from=&quiet_to="), 303);
	stored(d, KEPT, "");
	stored(d, "SELECT zone FROM users", "Asia/Tokyo\n");
}

static void quiet_hours_that_can_not_be_are_refused(void **state)
{
	struct desk *d = *state;
	static const struct {
		const char *form, *says;
	} cases[] = {
		{"quiet_from=19:00&quiet_to=07:01", "12 hours"},
		{"quiet_from=19:00&quiet_to=19:00", "12 hours"},
		{"quiet_from=19:00", "a beginning and an end"},
		{"quiet_from=19:00&quiet_to=", "a beginning and an end"},
		{"quiet_from=24:00&quiet_to=01:00", "a beginning and an end"},
		{"quiet_from=23:60&quiet_to=01:00", "a beginning and an end"},
		{"quiet_from=7:00&quiet_to=9:00", "a beginning and an end"},
		{"quiet_from=-1:00&quiet_to=09:00", "a beginning and an end"},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		assert_int_equal(change("", cases[i].form), 422);
		if (!browser_sees(&ada, cases[i].says))
			fail_msg("%s: not said: %s", cases[i].form, cases[i].says);
	}
	assert_int_equal(change("", "quiet_from=19:00&quiet_to=07:00&zone=Mars"), 422);
	assert_int_equal(change("", "quiet=19:00"), 400);
	stored(d, KEPT, "");
	assert_int_equal(change("", "quiet_from=19:00&quiet_to=07:00"), 303);
}

static void holidays_are_taken_and_counted(void **state)
{
	struct desk *d = *state;
	browser_get(&ada, "/settings/times");
	assert_true(browser_sees(&ada, "14 in 2026"));
	assert_int_equal(change("/holiday", "first=2026-12-24&last=2027-01-01"), 303);
	stored(d, KEPT, "UTC 2026-12-24/2027-01-01\n");
	assert_true(browser_sees(&ada, "24 December 2026 to 1 January 2027"));
	assert_true(browser_sees(&ada, "6 in 2026"));
	assert_true(browser_sees(&ada, "13 in 2027"));
	assert_int_equal(change("/holiday", "first=2026-12-10&last=2026-12-16"), 422);
	assert_true(browser_sees(&ada, "14 days"));
	assert_int_equal(change("/holiday", "first=2026-12-10&last=2026-12-10"), 303);
	assert_true(browser_sees(&ada, ">10 December 2026<"));
	stored(d, KEPT, "UTC 2026-12-10/2026-12-10 2026-12-24/2027-01-01\n");
	assert_int_equal(change("/holiday/remove", "first=2026-12-24&last=2027-01-01"), 303);
	stored(d, KEPT, "UTC 2026-12-10/2026-12-10\n");
}

static void days_that_are_none_are_refused(void **state)
{
	struct desk *d = *state;
	static const char *const forms[] = {
		"",
		"first=2026-12-24",
		"first=2026-12-24&last=",
		"first=2026-12-24&last=2026-12-23",
		"first=2026-12-32&last=2027-01-01",
		"first=24.12.2026&last=25.12.2026",
		"first=2026-11-30&last=2026-12-02", /* yesterday */
		"first=1026-11-30&last=1026-12-02",
	};
	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		if (change("/holiday", forms[i]) != 422)
			fail_msg("%s: %d", forms[i], ada.status);
		if (change("/holiday/remove", forms[i]) != 422 && i != 6)
			fail_msg("remove %s: %d", forms[i], ada.status);
	}
	stored(d, KEPT, "");
}

/* A day is lived where one is; what was lived stays taken. */
static void a_holiday_that_has_begun_ends_tomorrow_at_the_earliest(void **state)
{
	struct desk *d = *state;
	assert_int_equal(change("", "zone=Asia%2FTokyo"), 303);
	assert_int_equal(change("/holiday", "first=2026-12-01&last=2026-12-04"), 422);
	assert_true(browser_sees(&ada, "begin before today"));
	assert_int_equal(change("/holiday", "first=2026-12-02&last=2026-12-04"), 303);
	assert_true(browser_sees(&ada, "End today"));
	assert_int_equal(change("/holiday/remove", "first=2026-12-02&last=2026-12-04"), 303);
	stored(d, KEPT, "Asia/Tokyo 2026-12-02/2026-12-02\n");
	assert_true(browser_sees(&ada, "13 in 2026"));
	assert_int_equal(change("/holiday/remove", "first=2026-12-02&last=2026-12-02"), 422);
	stored(d, KEPT, "Asia/Tokyo 2026-12-02/2026-12-02\n");
}

static void holidays_of_years_before_are_forgotten(void **state)
{
	struct desk *d = *state;
	assert_int_equal(change("/holiday", "first=2026-12-10&last=2026-12-10"), 303);
	assert_int_equal(change("/holiday", "first=2026-12-30&last=2027-01-02"), 303);
	atomic_store(&d->http.clock.at, NOW + 200 * 86400);
	browser_get(&ada, "/settings/times");
	assert_false(browser_sees(&ada, "January 2027"));
	assert_true(browser_sees(&ada, "12 in 2027"));
	assert_int_equal(change("", "quiet_from=01:00&quiet_to=02:00"), 303);
	stored(d, KEPT, "UTC 01:00-02:00 2027-01-01/2027-01-02\n");
	assert_true(browser_sees(&ada, "12 in 2027"));
}

static void a_guest_has_times_and_no_calendar_of_deadlines(void **state)
{
	struct browser guest = {.desk = *state};
	assert_int_equal(browser_post(&guest, "/guest", ""), 303);
	assert_int_equal(browser_get(&guest, "/settings/times"), 200);
	assert_false(browser_sees(&guest, "/feed"));
	assert_int_equal(browser_post(&guest, "/settings/times", "zone=Europe%2FRome"), 303);
	browser_close(&guest);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_page, close_page)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(the_zone_is_one_of_the_worlds),
		TEST(quiet_hours_are_kept_in_the_zone),
		TEST(quiet_hours_that_can_not_be_are_refused),
		TEST(holidays_are_taken_and_counted),
		TEST(days_that_are_none_are_refused),
		TEST(a_holiday_that_has_begun_ends_tomorrow_at_the_earliest),
		TEST(holidays_of_years_before_are_forgotten),
		TEST(a_guest_has_times_and_no_calendar_of_deadlines),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
