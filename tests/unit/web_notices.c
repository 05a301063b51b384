/* SPDX-License-Identifier: ISC */
/*
 * Mails by their pages: which come and where they go (N4), how they end without signing in, and the
 * list of those that went out (N6). What a choice does to a mail is app_notices.c's.
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

enum { PATH_BYTES = 600 };

#define FORM "application/x-www-form-urlencoded"

/* The first user's row. */
#define ADA_HAS(w, columns, expected) \
	stored((w)->desk, "SELECT " columns " FROM users WHERE id = 1", expected "\n")

/* ---- Choices ---- */

static void ways_and_the_hour_are_kept(void **state)
{
	struct web_party *w = *state;
	assert_int_equal(browser_get(&w->ada, "/settings/notices"), 200);
	assert_true(browser_sees(&w->ada, "It is your turn"));
	assert_true(browser_sees(&w->ada, "<option value=\"8\" selected>08:00</option>"));
	assert_int_equal(browser_post(&w->ada, "/settings/notices",
	                              "your_turn=digest&reminder=off&digest_hour=19"),
	                 303);
	assert_string_equal(w->ada.location, "/settings/notices?done=saved");
	stored(w->desk,
	       "SELECT kind, way FROM notice_choices WHERE way NOT IN ('mail', 'both') ORDER BY "
	       "kind",
	       "reminder|off\nyour turn|digest\n");
	ADA_HAS(w, "digest_hour, mail_address", "19|NULL");
	browser_get(&w->ada, w->ada.location);
	assert_true(browser_sees(&w->ada, "Saved."));
	assert_true(browser_sees(&w->ada, "<option value=\"digest\" selected>"));
	assert_true(browser_sees(&w->ada, "<option value=\"19\" selected>19:00</option>"));
	/* What is not sent stays. */
	assert_int_equal(browser_post(&w->ada, "/settings/notices", "reminder=mail"), 303);
	stored(w->desk, "SELECT kind, way FROM notice_choices WHERE way NOT IN ('mail', 'both')",
	       "your turn|digest\n");
}

static void mails_go_to_an_address_of_ones_own(void **state)
{
	struct web_party *w = *state;
	party_sql(&w->party, "INSERT INTO addresses VALUES ('second@example.org', 1, 2000000)");
	assert_int_equal(browser_post(&w->ada, "/settings/notices", "address=Second@Example.org"),
	                 303);
	ADA_HAS(w, "mail_address", "second@example.org");
	browser_get(&w->ada, "/settings/notices");
	assert_true(browser_sees(&w->ada, "<option value=\"second@example.org\" selected>"));
	assert_int_equal(browser_post(&w->ada, "/settings/notices", "address=user1@example.org"),
	                 422);
	assert_true(browser_sees(&w->ada, "That is no address of yours"));
	assert_int_equal(browser_post(&w->ada, "/settings/notices", "address=nothing"), 422);
	ADA_HAS(w, "mail_address", "second@example.org");
}

/* A form sends the first address back: that is no choice, and bounces there are not forgotten. */
static void where_mails_go_by_themselves_is_no_choice(void **state)
{
	struct web_party *w = *state;
	party_sql(&w->party, "UPDATE users SET mail_off = 2, bounced_at = 900000 WHERE id = 1");
	assert_int_equal(browser_post(&w->ada, "/settings/notices",
	                              "address=user0@example.org&your_turn=mail"),
	                 303);
	ADA_HAS(w, "mail_address, mail_off, bounced_at", "NULL|2|900000");
}

static void what_is_no_choice_is_refused_and_changes_nothing(void **state)
{
	struct web_party *w = *state;
	static const struct {
		const char *form;
		int status;
	} cases[] = {
		{"your_turn=sms", 422},   {"your_turn=", 422},
		{"reminder=digest", 422}, {"digest_hour=24", 422},
		{"digest_hour=-1", 422},  {"digest_hour=x", 422},
		{"address=", 422},        {"digest=off", 400},
		{"sign_in=off", 400},     {"your_turn=off&digest_hour=99", 422},
		{"your+turn=off", 400},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_int_equal(browser_post(&w->ada, "/settings/notices", cases[i].form),
		                 cases[i].status);
	stored(w->desk, "SELECT count(*) FROM notice_choices", "0\n");
	ADA_HAS(w, "digest_hour", "8");
}

static void a_guest_is_told_that_there_is_no_address(void **state)
{
	struct web_party *w = *state;
	struct browser guest = {.desk = w->desk};
	assert_int_equal(browser_post(&guest, "/guest", ""), 303);
	browser_get(&guest, "/settings/notices");
	assert_true(browser_sees(&guest, "there is no address for mails"));
	browser_get(&guest, "/settings");
	assert_false(browser_sees(&guest, "/settings/notices"));
	browser_close(&guest);
}

/* ---- Off, and on again ---- */

static void a_banner_says_that_mails_are_off_and_switches_them_on(void **state)
{
	static const char *const pages[] = {"/", "/settings", "/settings/notices"};
	struct web_party *w = *state;
	assert_int_equal(browser_post(&w->ada, "/settings/notices/off", ""), 303);
	ADA_HAS(w, "mail_off", "1");
	for (size_t i = 0; i < 3; i++) {
		browser_get(&w->ada, pages[i]);
		assert_true(browser_sees(&w->ada, "You get no mails: they are switched off."));
		assert_true(browser_sees(&w->ada, "action=\"/settings/notices/on\""));
		browser_get(&w->ben, pages[i]);
		assert_false(browser_sees(&w->ben, "/settings/notices/on"));
	}
	assert_int_equal(browser_post(&w->ada, "/settings/notices/on", ""), 303);
	browser_get(&w->ada, w->ada.location);
	assert_true(browser_sees(&w->ada, "Mails are on."));
	assert_true(browser_sees(&w->ada, "action=\"/settings/notices/off\""));
	ADA_HAS(w, "mail_off", "0");
}

static void a_banner_says_which_address_gave_mails_back(void **state)
{
	struct web_party *w = *state;
	party_sql(&w->party, "UPDATE users SET mail_off = 2, bounced_at = 900000 WHERE id = 1");
	browser_get(&w->ada, "/");
	assert_true(browser_sees(&w->ada, "Mails to <b>user0@example.org</b> came back"));
	assert_int_equal(browser_post(&w->ada, "/settings/notices/on", ""), 303);
	ADA_HAS(w, "mail_off, bounced_at", "0|NULL");
}

static void a_game_is_muted_by_its_seats_alone(void **state)
{
	struct web_party *w = *state;
	char id[GAME_ID_LEN + 1], path[PATH_BYTES];
	party_start(&w->party, &(struct party_game){.people = 1, .bots = 1, .is_public = true}, id);
	snprintf(path, sizeof(path), "/g/%s/mute", id);
	assert_int_equal(browser_post(&w->ada, path, "muted=1"), 303);
	browser_get(&w->ada, w->ada.location);
	assert_true(browser_sees(&w->ada, "You get no mails of this game any more."));
	browser_get(&w->ada, "/settings/notices");
	assert_true(browser_sees(&w->ada, "</bdi></a> is muted"));
	stored(w->desk, "SELECT is_muted FROM seats WHERE user_id = 1", "1\n");
	assert_int_equal(browser_post(&w->ada, path, ""), 422);
	assert_int_equal(browser_post(&w->ada, path, "muted=2"), 422);
	assert_int_equal(browser_post(&w->ben, path, "muted=0"), 404);
	stored(w->desk, "SELECT is_muted FROM seats WHERE user_id = 1", "1\n");
	assert_int_equal(browser_post(&w->ada, path, "muted=0"), 303);
	browser_get(&w->ada, w->ada.location);
	assert_true(browser_sees(&w->ada, "Mails of this game come again."));
	browser_get(&w->ada, "/settings/notices");
	assert_false(browser_sees(&w->ada, "is muted"));
	stored(w->desk, "SELECT is_muted FROM seats WHERE user_id = 1", "0\n");
}

/* ---- Without signing in ---- */

static void user_path(const struct web_party *w, int64_t user_id, char out[PATH_BYTES])
{
	char token[MAIL_TOKEN_BYTES];
	mail_secrets_unsubscribe_user(&w->desk->secrets, user_id, token);
	snprintf(out, PATH_BYTES, "/unsubscribe/%s", token);
}

/* What mail providers send: no cookie, no origin, and an answer that leads nowhere. */
static void one_click_ends_mails_whatever_form_it_has(void **state)
{
	struct web_party *w = *state;
	static const char part[] = "--b\r\nContent-Disposition: form-data; "
				   "name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--b--\r\n";
	static const struct {
		const char *type, *body;
	} clicks[] = {
		{FORM, "List-Unsubscribe=One-Click"},
		{"multipart/form-data; boundary=b", part},
		{FORM, ""},
	};
	char path[PATH_BYTES], line[PATH_BYTES + 8];
	user_path(w, 1, path);
	snprintf(line, sizeof(line), "POST %s", path);
	snprintf(w->visitor.origin, sizeof(w->visitor.origin), "null");
	for (size_t i = 0; i < sizeof(clicks) / sizeof(clicks[0]); i++) {
		party_sql(&w->party, "UPDATE users SET mail_off = 0");
		assert_int_equal(browser_send(&w->visitor, line, clicks[i].type, clicks[i].body),
		                 200);
		assert_true(browser_sees(&w->visitor, "gets no more mails from us"));
		stored(w->desk, "SELECT id FROM users WHERE mail_off = 1", "1\n");
	}
}

static void looking_changes_nothing_and_the_button_can_be_taken_back(void **state)
{
	struct web_party *w = *state;
	char path[PATH_BYTES];
	user_path(w, 1, path);
	assert_int_equal(browser_get(&w->visitor, path), 200);
	assert_true(browser_sees(&w->visitor, "User 0"));
	assert_true(browser_sees(&w->visitor, "<button class=\"primary\">No more mails</button>"));
	ADA_HAS(w, "mail_off", "0");
	assert_int_equal(browser_post(&w->visitor, path, "List-Unsubscribe=One-Click"), 200);
	assert_true(browser_sees(&w->visitor, "name=\"undo\""));
	assert_int_equal(browser_get(&w->visitor, path), 200);
	assert_true(browser_sees(&w->visitor, "name=\"undo\""));
	assert_int_equal(browser_post(&w->visitor, path, "undo=1"), 200);
	assert_true(browser_sees(&w->visitor, "<h1>Mails are on again</h1>"));
	assert_false(browser_sees(&w->visitor, "Shall"));
	ADA_HAS(w, "mail_off", "0");
	w->visitor.wants_json = true;
	assert_int_equal(browser_post(&w->visitor, path, ""), 200);
	assert_true(browser_sees(&w->visitor, "\"is_off\":true"));
}

static void an_address_without_account_wants_no_invitations(void **state)
{
	struct web_party *w = *state;
	char path[PATH_BYTES], token[MAIL_TOKEN_BYTES], address[LIMIT_ADDRESS_BYTES + 1];
	memset(address, 'a', sizeof(address));
	memcpy(address + LIMIT_ADDRESS_BYTES - 12, "@example.org", 13);
	mail_secrets_unsubscribe_address(&w->desk->secrets, address, token);
	snprintf(path, sizeof(path), "/unsubscribe/%s", token);
	assert_int_equal(browser_get(&w->visitor, path), 200);
	assert_true(browser_sees(&w->visitor, address));
	stored(w->desk, "SELECT count(*) FROM refusals", "0\n");
	assert_int_equal(browser_post(&w->visitor, path, ""), 200);
	stored(w->desk, "SELECT count(*) FROM refusals", "1\n");
	assert_int_equal(browser_post(&w->visitor, path, "undo=1"), 200);
	stored(w->desk, "SELECT count(*) FROM refusals", "0\n");
}

static void an_account_is_led_to_what_its_address_refused(void **state)
{
	struct web_party *w = *state;
	char token[MAIL_TOKEN_BYTES], path[PATH_BYTES];
	mail_secrets_unsubscribe_address(&w->desk->secrets, "user0@example.org", token);
	snprintf(path, sizeof(path), "/unsubscribe/%s", token);
	browser_get(&w->ada, "/settings/notices");
	assert_false(browser_sees(&w->ada, "/unsubscribe/"));
	assert_int_equal(browser_post(&w->visitor, path, ""), 200);
	assert_true(browser_sees(&w->visitor, "No invitations are mailed to <b>user0@"));
	browser_get(&w->ada, "/settings/notices");
	assert_true(browser_sees(&w->ada, path));
	browser_get(&w->ben, "/settings/notices");
	assert_false(browser_sees(&w->ben, "/unsubscribe/"));
}

static void another_secret_opens_nothing(void **state)
{
	struct web_party *w = *state;
	char path[PATH_BYTES], feed[MAIL_TOKEN_BYTES];
	user_path(w, 1, path);
	char *last = path + strlen(path) - 1;
	*last = *last == 'a' ? 'b' : 'a';
	assert_int_equal(browser_get(&w->visitor, path), 404);
	assert_int_equal(browser_post(&w->visitor, path, ""), 404);
	assert_true(browser_sees(&w->visitor, "This link is not whole."));
	/* A feed's is for the feed. */
	mail_secrets_feed(&w->desk->secrets, 1, 0, feed);
	snprintf(path, sizeof(path), "/unsubscribe/%s", feed);
	assert_int_equal(browser_post(&w->visitor, path, ""), 404);
	user_path(w, 4711, path);
	assert_int_equal(browser_post(&w->visitor, path, ""), 410);
	user_path(w, 2, path);
	assert_int_equal(browser_post(&w->ben, "/settings/delete", "sure=1"), 303);
	assert_int_equal(browser_get(&w->visitor, path), 410);
	stored(w->desk, "SELECT count(*) FROM users WHERE mail_off <> 0", "0\n");
}

/* ---- Deliveries ---- */

static void put_notice(struct web_party *w, const char *kind, const char *state, const char *more)
{
	char sql[600];
	snprintf(sql, sizeof(sql),
	         "INSERT INTO notices (kind, user_id, channel, address, due_at, created_at, state,"
	         " tries, settled_at, answer) VALUES ('%s', 1, 'mail', 'user0@example.org', 996400,"
	         " 996400, '%s', %s)",
	         kind, state, more);
	party_sql(&w->party, sql);
}

static void each_mail_is_listed_with_what_came_of_it(void **state)
{
	struct web_party *w = *state;
	char id[GAME_ID_LEN + 1];
	browser_get(&w->ada, "/settings/deliveries");
	assert_true(browser_sees(&w->ada, "There were none yet."));
	put_notice(w, "game over", "sent", "1, 996460, '250 2.0.0 queued as 4F2'");
	put_notice(w, "your word", "dead", "3, 999999, '550 5.1.1 <b>no</b> such user'");
	put_notice(w, "reminder", "cancelled", "0, 996500, 'You want none'");
	put_notice(w, "your turn", "cancelled", "0, 996500, NULL");
	put_notice(w, "digest", "waiting", "2, NULL, '451 later'");
	put_notice(w, "address", "sending", "1, NULL, NULL");
	assert_int_equal(browser_get(&w->ada, "/settings/deliveries"), 200);
	static const char *const seen[] = {
		"A game is over",
		"Sent Mon 12 January, 12:47 UTC</time> <small>to user0@example.org</small>",
		"250 2.0.0 queued as 4F2",
		"You may add a token",
		"<p class=\"bad\"><time",
		"Given up Mon 12 January, 13:46 UTC",
		"550 5.1.1 &lt;b&gt;no&lt;/b&gt; such user",
		"Not sent, Mon 12 January, 12:48 UTC",
		"You want none",
		"Not needed any more: that turn had been played already.",
		"The mail of the day",
		"Not taken yet; tried again Mon 12 January, 12:46 UTC",
		"Your addresses have changed",
		"On its way",
	};
	for (size_t i = 0; i < sizeof(seen) / sizeof(seen[0]); i++) {
		if (!browser_sees(&w->ada, seen[i]))
			fail_msg("not there: %s", seen[i]);
	}
	/* Times are mine. */
	party_sql(&w->party, "UPDATE users SET zone = 'Asia/Tokyo' WHERE id = 1");
	browser_get(&w->ada, "/settings/deliveries");
	assert_true(browser_sees(&w->ada, "Sent Mon 12 January, 21:47"));
	/* Nobody else's are. */
	browser_get(&w->ben, "/settings/deliveries");
	assert_false(browser_sees(&w->ben, "4F2"));
	/* Of a game there is its name, and the way to it. */
	party_start(&w->party, &(struct party_game){.people = 2}, id);
	party_sql(&w->party, "UPDATE notices SET user_id = 1 WHERE game_id IS NOT NULL");
	browser_get(&w->ada, "/settings/deliveries");
	assert_true(browser_sees(&w->ada, "It is your turn</b>: <a href=\"/g/"));
}

static void many_mails_come_in_pages(void **state)
{
	struct web_party *w = *state;
	unsigned pages = 1, count = 0;
	for (int i = 0; i < 120; i++)
		put_notice(w, "game over", "sent", "1, 996460, 'ok'");
	browser_get(&w->ada, "/settings/deliveries");
	for (;; pages++) {
		char path[PATH_BYTES];
		for (const char *at = w->ada.body; (at = strstr(at, "A game is over")); at++)
			count++;
		const char *more = strstr(w->ada.body, "/settings/deliveries?before=");
		if (!more)
			break;
		snprintf(path, sizeof(path), "%.*s", (int)strcspn(more, "\""), more);
		assert_int_equal(browser_get(&w->ada, path), 200);
	}
	assert_int_equal(pages, 3);
	assert_int_equal(count, 120);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, web_party_open, web_party_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(ways_and_the_hour_are_kept),
		TEST(mails_go_to_an_address_of_ones_own),
		TEST(where_mails_go_by_themselves_is_no_choice),
		TEST(what_is_no_choice_is_refused_and_changes_nothing),
		TEST(a_guest_is_told_that_there_is_no_address),
		TEST(a_banner_says_that_mails_are_off_and_switches_them_on),
		TEST(a_banner_says_which_address_gave_mails_back),
		TEST(a_game_is_muted_by_its_seats_alone),
		TEST(one_click_ends_mails_whatever_form_it_has),
		TEST(looking_changes_nothing_and_the_button_can_be_taken_back),
		TEST(an_address_without_account_wants_no_invitations),
		TEST(an_account_is_led_to_what_its_address_refused),
		TEST(another_secret_opens_nothing),
		TEST(each_mail_is_listed_with_what_came_of_it),
		TEST(many_mails_come_in_pages),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
