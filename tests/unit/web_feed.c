/* SPDX-License-Identifier: ISC */
/*
 * The calendar of one's deadlines: what is in it, its lines, and who gets it. Another program reads
 * it in tests/browser/feed.js.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/web_party.h"

enum { PATH_BYTES = 100, LINE_MAX_BYTES = 75 };

/* The game in which the first is waited for, and the feed that is asked for. */
static char game[GAME_ID_LEN + 1], path[PATH_BYTES];

static void feed_path(struct web_party *w, int64_t user_id, int64_t number)
{
	char token[MAIL_TOKEN_BYTES];
	mail_secrets_feed(&w->desk->secrets, user_id, number, token);
	assert_true(strlen(token) < 80);
	snprintf(path, sizeof(path), "/feed/%.80s", token);
}

/* A game of the first two, in which the first is waited for. */
static int begin(void **state)
{
	if (web_party_open(state))
		return -1;
	struct web_party *w = *state;
	party_start(&w->party, &(struct party_game){.people = 2}, game);
	party_sql(&w->party, "UPDATE seats SET is_awaited = user_id = 1,"
	                     " deadline_at = iif(user_id = 1, 1086400, NULL)");
	feed_path(w, 1, 0);
	return 0;
}

/* The feed with its lines unfolded (RFC 5545, 3.1); free() it. */
static char *unfolded(struct web_party *w)
{
	assert_int_equal(browser_get(&w->visitor, path), 200);
	assert_string_equal(w->visitor.type, "text/calendar; charset=utf-8");
	char *text = strdup(w->visitor.body), *to = text;
	size_t line = 0;
	for (const char *at = text; *at; at++) {
		line = *at == '\n' ? 0 : line + 1;
		assert_true(line <= LINE_MAX_BYTES + 1); /* with its CR */
		if (*at == '\n')
			assert_true(at > text && at[-1] == '\r');
		if (strncmp(at, "\r\n ", 3) == 0)
			at += 2, line = 1;
		else
			*to++ = *at;
	}
	*to = '\0';
	return text;
}

static void assert_line(const char *feed, const char *line)
{
	const char *at = strstr(feed, line);
	if (!at || at[-1] != '\n' || at[strlen(line)] != '\r')
		fail_msg("no line \"%s\" in:\n%s", line, feed);
}

static void a_clock_that_runs_is_an_event(void **state)
{
	struct web_party *w = *state;
	char line[400];
	char *feed = unfolded(w);
	assert_line(feed, "VERSION:2.0");
	assert_line(feed, "DTSTART:19700113T134640Z");
	snprintf(line, sizeof(line), "URL:%s/g/%s#here", w->desk->http.config.base_url, game);
	assert_line(feed, line);
	snprintf(line, sizeof(line), "UID:%s.", game);
	assert_non_null(strstr(feed, line));
	free(feed);
}

static void nobody_elses_and_no_clock_is_none(void **state)
{
	struct web_party *w = *state;
	feed_path(w, 2, 0);
	char *feed = unfolded(w);
	assert_null(strstr(feed, "VEVENT"));
	assert_line(feed, "END:VCALENDAR");
	free(feed);
	party_sql(&w->party, "UPDATE seats SET deadline_at = NULL");
	feed_path(w, 1, 0);
	feed = unfolded(w);
	assert_null(strstr(feed, "VEVENT"));
	free(feed);
}

/* RFC 5545, 3.6: a calendar without any component is none. */
static void a_calendar_without_deadlines_has_a_zone(void **state)
{
	struct web_party *w = *state;
	char *feed = unfolded(w);
	assert_null(strstr(feed, "VTIMEZONE"));
	free(feed);
	party_sql(&w->party, "UPDATE seats SET deadline_at = NULL");
	feed = unfolded(w);
	assert_non_null(strstr(feed, "BEGIN:VTIMEZONE\r\nTZID:UTC\r\nBEGIN:STANDARD\r\n"
	                             "DTSTART:19700101T000000\r\n"
	                             "TZOFFSETFROM:+0000\r\nTZOFFSETTO:+0000\r\n"
	                             "END:STANDARD\r\nEND:VTIMEZONE\r\nEND:VCALENDAR\r\n"));
	free(feed);
}

static void an_event_stays_the_same_one_when_the_deadline_moves(void **state)
{
	struct web_party *w = *state;
	char uid[2][100];
	for (int i = 0; i < 2; i++) {
		char *feed = unfolded(w), *at = strstr(feed, "\nUID:");
		assert_non_null(at);
		snprintf(uid[i], sizeof(uid[i]), "%.*s", (int)strcspn(at + 1, "\r"), at + 1);
		free(feed);
		party_sql(&w->party, "UPDATE seats SET deadline_at = 1200000 WHERE user_id = 1");
	}
	assert_string_equal(uid[0], uid[1]);
}

/* Names may hold what has a meaning in such a file, and letters of several bytes at a fold. */
static void a_name_is_text_and_no_more(void **state)
{
	struct web_party *w = *state;
	party_sql(
		&w->party,
		"UPDATE games SET name = 'a, b; c\\d: \"e\" \u00e4\u00f6\u00fc \U0001F992\U0001F992"
		"\U0001F992\U0001F992\U0001F992\U0001F992\U0001F992 END'");
	char *feed = unfolded(w);
	assert_non_null(strstr(
		feed,
		"SUMMARY:Your turn ends: a\\, b\\; c\\\\d: \"e\" \u00e4\u00f6\u00fc "
		"\U0001F992\U0001F992\U0001F992\U0001F992\U0001F992\U0001F992\U0001F992 END\r"));
	free(feed);
}

static void what_has_not_changed_is_not_sent_again(void **state)
{
	struct web_party *w = *state;
	char headers[200];
	assert_int_equal(browser_get(&w->visitor, path), 200);
	const char *tag = strstr(w->visitor.head, "ETag: ");
	assert_non_null(tag);
	snprintf(headers, sizeof(headers), "If-None-Match: %.*s\r\n", (int)strcspn(tag + 6, "\r"),
	         tag + 6);
	w->visitor.headers = headers;
	atomic_store(&w->desk->http.clock.at, WEB_PARTY_NOW + 3600);
	assert_int_equal(browser_get(&w->visitor, path), 304);
	party_sql(&w->party, "UPDATE seats SET deadline_at = 1200000 WHERE user_id = 1");
	assert_int_equal(browser_get(&w->visitor, path), 200);
}

static void an_address_that_was_renewed_is_none(void **state)
{
	struct web_party *w = *state;
	char old[PATH_BYTES];
	memcpy(old, path, sizeof(old));
	browser_get(&w->ada, "/settings/times");
	assert_true(browser_sees(&w->ada, "<a href=\"webcal://"));
	assert_int_equal(browser_post(&w->ada, "/settings/times/feed", ""), 303);
	assert_int_equal(browser_get(&w->visitor, old), 404);
	feed_path(w, 1, 1);
	assert_int_equal(browser_get(&w->visitor, path), 200);
	browser_get(&w->ada, "/settings/times");
	assert_true(browser_sees(&w->ada, path));
	assert_int_equal(browser_get(&w->visitor, "/feed/nothing"), 404);
	party_sql(&w->party, "UPDATE users SET deleted_at = 1 WHERE id = 1");
	assert_int_equal(browser_get(&w->visitor, path), 404);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, web_party_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_clock_that_runs_is_an_event),
		TEST(nobody_elses_and_no_clock_is_none),
		TEST(a_calendar_without_deadlines_has_a_zone),
		TEST(an_event_stays_the_same_one_when_the_deadline_moves),
		TEST(a_name_is_text_and_no_more),
		TEST(what_has_not_changed_is_not_sent_again),
		TEST(an_address_that_was_renewed_is_none),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
