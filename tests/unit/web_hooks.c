/* SPDX-License-Identifier: ISC */
/*
 * Webhooks by their pages (N5): adding and taking away, the secret that is shown once, tests, what
 * was delivered, and that nobody touches another one's. How they are sent is notify_hooks.c's.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "app/hooks.h"
#include "support/web_party.h"

#define PAGE "/settings/hooks"
#define GENERIC "kind=generic&url=https%3A%2F%2Fexample.org%2Fsafari%3Fkey%3Dverysecret"
#define DISCORD "kind=discord&url=https%3A%2F%2Fdiscord.com%2Fapi%2Fwebhooks%2F1%2Fabcdefgh"

#define HOOKS(w, columns, expected) \
	stored((w)->desk, "SELECT " columns " FROM hooks ORDER BY id", expected)

static void a_webhook_is_added_and_its_secret_shown_once(void **state)
{
	struct web_party *w = *state;
	browser_get(&w->ada, PAGE);
	assert_true(browser_sees(&w->ada, "Add a webhook"));
	assert_int_equal(browser_post(&w->ada, PAGE, GENERIC), 200);
	assert_true(browser_sees(&w->ada, "<code>whsec_"));
	HOOKS(w, "user_id, kind, url, state",
	      "1|generic|https://example.org/safari?key=verysecret|on\n");
	browser_get(&w->ada, PAGE);
	assert_false(browser_sees(&w->ada, "whsec_"));
	assert_false(browser_sees(&w->ada, "verysecret"));
	assert_true(browser_sees(&w->ada, "example.org …cret"));
}

static void what_signs_nothing_has_no_secret(void **state)
{
	struct web_party *w = *state;
	assert_int_equal(browser_post(&w->ada, PAGE, DISCORD), 303);
	assert_string_equal(w->ada.location, PAGE "?done=hook-added");
	browser_get(&w->ada, PAGE);
	assert_false(browser_sees(&w->ada, PAGE "/rotate"));
}

static void a_new_secret_is_another_one(void **state)
{
	struct web_party *w = *state;
	char first[120], *end;
	browser_post(&w->ada, PAGE, GENERIC);
	snprintf(first, sizeof(first), "%s", strstr(w->ada.body, "whsec_"));
	end = strchr(first, '<');
	assert_non_null(end);
	*end = '\0';
	assert_int_equal(strlen(first), strlen("whsec_") + 44); /* 32 bytes */
	assert_int_equal(browser_post(&w->ada, PAGE "/rotate", "id=1"), 200);
	assert_true(browser_sees(&w->ada, "whsec_"));
	assert_false(browser_sees(&w->ada, first));
	HOOKS(w, "secret_number, rotated_at", "1|1000000\n");
}

static void a_double_tap_is_one_new_secret(void **state)
{
	struct web_party *w = *state;
	char first[120];
	browser_post(&w->ada, PAGE, GENERIC);
	assert_int_equal(browser_post(&w->ada, PAGE "/rotate", "id=1"), 200);
	snprintf(first, sizeof(first), "%.50s", strstr(w->ada.body, "whsec_"));
	atomic_fetch_add(&w->desk->http.clock.at, HOOKS_TWICE_S - 1);
	assert_int_equal(browser_post(&w->ada, PAGE "/rotate", "id=1"), 200);
	assert_true(browser_sees(&w->ada, first));
	HOOKS(w, "secret_number, rotated_at", "1|1000000\n");
	atomic_fetch_add(&w->desk->http.clock.at, 1);
	assert_int_equal(browser_post(&w->ada, PAGE "/rotate", "id=1"), 200);
	assert_false(browser_sees(&w->ada, first));
	HOOKS(w, "secret_number, rotated_at", "2|1000060\n");
}

static void what_is_no_address_for_a_webhook_is_refused(void **state)
{
	struct web_party *w = *state;
	static const char *const forms[] = {
		"",
		"kind=generic",
		"kind=generic&url=",
		"kind=generic&url=http%3A%2F%2Fexample.org%2F", /* no network of the house */
		"kind=generic&url=ftp%3A%2F%2Fexample.org%2F",
		"kind=generic&url=https%3A%2F%2F",
		"kind=generic&url=https%3A%2F%2F%2Fpath",
		"kind=generic&url=https%3A%2F%2Fuser%3Asecret%40example.org%2F",
		"kind=generic&url=https%3A%2F%2Fexample.org%2F%0D%0AHost%3A%20x",
		"kind=generic&url=https%3A%2F%2Fexample.org%2F%23end",
		"kind=generic&url=https%3A%2F%2Fexample.org%2Fa%20b",
		"kind=generic&url=https%3A%2F%2Fexample.org%3A%2F",
		"kind=generic&url=https%3A%2F%2Fexample.org%3A0%2F",
		"kind=generic&url=https%3A%2F%2Fexample.org%3A65536%2F",
		"kind=generic&url=https%3A%2F%2Fexample.org%3A-1%2F",
		"kind=generic&url=https%3A%2F%2F%3A443%2F",
		"kind=generic&url=https%3A%2F%2Fexample.org%3A443x%2F",
		"kind=generic&url=https%3A%2F%2Fexample.org%2Cx%2F",
		"kind=generic&url=https%3A%2F%2F%256cocalhost%2F", /* %6c */
		"kind=generic&url=https%3A%2F%2Fb%C3%BCcher.example%2F",
		"kind=generic&url=https%3A%2F%2F%5B%3A%3A1",
		"kind=generic&url=https%3A%2F%2F%5B%5D%2F",
		"kind=generic&url=https%3A%2F%2F%5Bfe80%3A%3A1%2525lo%5D%2F",
		"kind=generic&url=https%3A%2F%2F%5B%3A%3A1%5Dx%2F",
		"kind=generic&url=javascript%3Aalert(1)",
		"kind=sms&url=https%3A%2F%2Fexample.org%2F",
	};
	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++)
		if (browser_post(&w->ada, PAGE, forms[i]) != 422)
			fail_msg("%s: %d", forms[i], w->ada.status);
	HOOKS(w, "count(*)", "0\n");
	w->desk->http.config.hook_network_count = 1;
	assert_int_equal(
		browser_post(&w->ada, PAGE, "kind=ntfy&url=http%3A%2F%2F192.168.1.7%2Fsafari"),
		303);
}

static void one_has_each_address_once_and_not_too_many(void **state)
{
	struct web_party *w = *state;
	assert_int_equal(browser_post(&w->ada, PAGE, DISCORD), 303);
	assert_int_equal(browser_post(&w->ada, PAGE, DISCORD), 422);
	assert_true(browser_sees(&w->ada, "already"));
	for (int i = 1; i < HOOKS_MAX; i++) {
		char form[100];
		snprintf(form, sizeof(form), "kind=slack&url=https%%3A%%2F%%2Fexample.org%%2F%d",
		         i);
		assert_int_equal(browser_post(&w->ada, PAGE, form), 303);
	}
	browser_get(&w->ada, PAGE);
	assert_false(browser_sees(&w->ada, "Add a webhook"));
	assert_int_equal(browser_post(&w->ada, PAGE, GENERIC), 422);
	HOOKS(w, "count(*)", "8\n");
}

static void a_guest_has_none(void **state)
{
	struct web_party *w = *state;
	struct browser guest = {.desk = w->desk};
	party_session(&w->party, party_add(&w->party, "Guest", true), guest.session);
	browser_get(&guest, PAGE);
	assert_true(browser_sees(&guest, "webhooks are for accounts"));
	assert_int_equal(browser_post(&guest, PAGE, GENERIC), 403);
	HOOKS(w, "count(*)", "0\n");
	browser_close(&guest);
}

static void a_test_is_a_notice_that_can_be_sent_again(void **state)
{
	struct web_party *w = *state;
	browser_post(&w->ada, PAGE, DISCORD);
	assert_int_equal(browser_post(&w->ada, PAGE "/test", "id=1"), 303);
	stored(w->desk, "SELECT kind, channel, hook_id, user_id, state FROM notices",
	       "test|hook|1|1|waiting\n");
	browser_get(&w->ada, PAGE);
	assert_true(browser_sees(&w->ada, "A test"));
	assert_false(browser_sees(&w->ada, "Send again"));
	party_sql(&w->party, "UPDATE notices SET state = 'sent', settled_at = 1000000,"
	                     " answer = 'answered 204', address = 'discord.com', tries = 1");
	browser_get(&w->ada, PAGE);
	assert_true(browser_sees(&w->ada, "answered 204"));
	assert_true(browser_sees(&w->ada, "Send again"));
	assert_int_equal(browser_post(&w->ada, PAGE "/resend", "id=1&notice=1"), 303);
	stored(w->desk, "SELECT state, tries, due_at FROM notices", "waiting|0|1000000\n");
	browser_get(&w->ada, "/settings/deliveries");
	assert_true(browser_sees(&w->ada, "to the webhook at discord.com"));
}

static void off_is_off_until_it_is_on(void **state)
{
	struct web_party *w = *state;
	browser_post(&w->ada, PAGE, DISCORD);
	browser_post(&w->ada, PAGE "/test", "id=1");
	assert_int_equal(browser_post(&w->ada, PAGE "/switch", "id=1&on=0"), 303);
	HOOKS(w, "state", "off\n");
	stored(w->desk, "SELECT state, answer FROM notices", "cancelled|the webhook is off\n");
	browser_get(&w->ada, PAGE);
	assert_true(browser_sees(&w->ada, "It is off."));
	assert_int_equal(browser_post(&w->ada, PAGE "/test", "id=1"), 422);
	assert_int_equal(browser_post(&w->ada, PAGE "/switch", "id=1&on=2"), 422);
	assert_int_equal(browser_post(&w->ada, PAGE "/switch", "id=1&on=1"), 303);
	HOOKS(w, "state", "on\n");
}

static void what_is_removed_is_gone(void **state)
{
	struct web_party *w = *state;
	browser_post(&w->ada, PAGE, DISCORD);
	browser_post(&w->ada, PAGE "/test", "id=1");
	assert_int_equal(browser_post(&w->ada, PAGE "/remove", "id=1"), 303);
	HOOKS(w, "count(*)", "0\n");
	stored(w->desk, "SELECT state FROM notices", "cancelled\n");
	/* Nor does its number come back. */
	browser_post(&w->ada, PAGE, DISCORD);
	HOOKS(w, "id", "2\n");
}

static void another_ones_webhook_is_not_there(void **state)
{
	struct web_party *w = *state;
	static const char *const posts[][2] = {
		{"/test", "id=1"},   {"/resend", "id=1&notice=1"}, {"/rotate", "id=1"},
		{"/remove", "id=1"}, {"/switch", "id=1&on=0"},     {"/test", "id=x"},
		{"/test", ""},
	};
	browser_post(&w->ada, PAGE, GENERIC);
	browser_post(&w->ada, PAGE "/test", "id=1");
	for (size_t i = 0; i < sizeof(posts) / sizeof(posts[0]); i++) {
		char path[60];
		snprintf(path, sizeof(path), PAGE "%s", posts[i][0]);
		assert_int_equal(browser_post(&w->ben, path, posts[i][1]), 422);
		assert_false(browser_sees(&w->ben, "whsec_"));
		assert_false(browser_sees(&w->ben, "example.org"
		                                   " …"));
	}
	HOOKS(w, "state, secret_number", "on|0\n");
	stored(w->desk, "SELECT state FROM notices", "waiting\n");
	/* Nor does a notice of another webhook of one's own go there. */
	browser_post(&w->ben, PAGE, DISCORD);
	assert_int_equal(browser_post(&w->ben, PAGE "/resend", "id=2&notice=1"), 422);
}

static void the_first_one_gets_what_comes_by_mail(void **state)
{
	struct web_party *w = *state;
	browser_get(&w->ada, "/settings/notices");
	assert_false(browser_sees(&w->ada, "value=\"webhook\""));
	browser_post(&w->ada, "/settings/notices", "your_turn=mail&reminder=off&started=digest");
	browser_post(&w->ada, PAGE, DISCORD);
	stored(w->desk,
	       "SELECT kind, way FROM notice_choices WHERE kind IN ('your turn', 'reminder',"
	       " 'started') ORDER BY kind",
	       "reminder|off\nstarted|digest\nyour turn|both\n");
	browser_get(&w->ada, "/settings/notices");
	assert_true(browser_sees(&w->ada, "value=\"webhook\""));
	assert_int_equal(browser_post(&w->ada, "/settings/notices", "your_turn=webhook"), 303);
	browser_post(&w->ada, PAGE, GENERIC);
	stored(w->desk, "SELECT way FROM notice_choices WHERE kind = 'your turn'", "webhook\n");
}

static void programs_get_the_same_page(void **state)
{
	struct web_party *w = *state;
	w->ada.wants_json = true;
	assert_int_equal(browser_post(&w->ada, PAGE, GENERIC), 200);
	assert_true(browser_sees(&w->ada, "\"secret\":\"whsec_"));
	browser_get(&w->ada, PAGE);
	assert_true(browser_sees(&w->ada, "\"kind\":\"generic\""));
	assert_false(browser_sees(&w->ada, "whsec_"));
	browser_get(&w->ada, "/settings/data");
	assert_true(browser_sees(&w->ada, "verysecret")); /* one's own data, whole */
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, web_party_open, web_party_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_webhook_is_added_and_its_secret_shown_once),
		TEST(what_signs_nothing_has_no_secret),
		TEST(a_new_secret_is_another_one),
		TEST(a_double_tap_is_one_new_secret),
		TEST(what_is_no_address_for_a_webhook_is_refused),
		TEST(one_has_each_address_once_and_not_too_many),
		TEST(a_guest_has_none),
		TEST(a_test_is_a_notice_that_can_be_sent_again),
		TEST(off_is_off_until_it_is_on),
		TEST(what_is_removed_is_gone),
		TEST(another_ones_webhook_is_not_there),
		TEST(the_first_one_gets_what_comes_by_mail),
		TEST(programs_get_the_same_page),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
