/* SPDX-License-Identifier: ISC */
/*
 * Signing in as people do it, by the pages: by code and by link, in one browser and in two, and
 * what a stranger, a scanner of mails and a hostile page get.
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

enum { START = 1000000 };

static void set_clock(struct desk *d, int64_t at)
{
	atomic_store(&d->http.clock.at, at);
}

static void one_signs_in_by_code_and_is_back_at_the_page_one_wanted(void **state)
{
	struct desk *d = *state;
	struct browser b = {.desk = d};
	char path[MAIL_PATH_BYTES], code[MAIL_CODE_BYTES], form[40];
	assert_int_equal(browser_get(&b, "/settings"), 303);
	assert_string_equal(b.location, "/signin?next=%2Fsettings");
	assert_int_equal(browser_get(&b, "/signin?next=%2Fg%2Fk7m2p9qd%3Frev%3D17"), 200);
	assert_true(browser_sees(&b, "name=\"next\" value=\"/g/k7m2p9qd?rev=17\""));
	assert_int_equal(browser_post(&b, "/signin",
	                              "address=+Ada@Example.org&next=%2Fg%2Fk7m2p9qd%3Frev%3D17"),
	                 303);
	assert_string_equal(b.location, "/signin/code");
	assert_non_null(strstr(b.head, "; Path=/; HttpOnly; SameSite=Lax; Max-Age=600\r\n"));
	assert_int_equal(browser_get(&b, "/signin/code"), 200);
	assert_true(browser_sees(&b, "<b>ada@example.org</b>"));
	assert_true(browser_sees(&b, "10 minutes"));
	desk_read_mail(d, path, code);
	snprintf(form, sizeof(form), "code=%.3s+%s", code, code + 3);
	assert_int_equal(browser_post(&b, "/signin/code", form), 303);
	assert_string_equal(b.location, "/welcome?next=%2Fg%2Fk7m2p9qd%3Frev%3D17");
	assert_string_equal(b.signin, "");
	assert_int_equal(strlen(b.session), 64);
	assert_int_equal(browser_get(&b, "/"), 200);
	assert_true(browser_sees(&b, "<bdi>ada</bdi>"));
	browser_close(&b);
}

static void a_link_is_looked_at_without_harm_and_signs_in_by_a_tap(void **state)
{
	struct desk *d = *state;
	struct browser asks = {.desk = d}, scanner = {.desk = d}, phone = {.desk = d};
	char path[MAIL_PATH_BYTES], code[MAIL_CODE_BYTES], head[MAIL_PATH_BYTES + 8];
	browser_post(&asks, "/signin", "address=ada@example.org");
	desk_read_mail(d, path, code);
	snprintf(head, sizeof(head), "HEAD %s", path);
	for (int i = 0; i < 100; i++) {
		assert_int_equal(browser_get(&scanner, path), 200);
		assert_int_equal(browser_send(&scanner, head, "", ""), 200);
	}
	assert_string_equal(scanner.session, "");
	stored(d, "SELECT used_at, tries_left, (SELECT count(*) FROM users) FROM signins",
	       "NULL|5|0\n");

	assert_int_equal(browser_get(&phone, path), 200);
	assert_true(browser_sees(&phone, "<b>ada@example.org</b>"));
	assert_true(browser_sees(&phone, path));
	assert_int_equal(browser_post(&phone, path, ""), 303);
	assert_string_equal(phone.location, "/welcome?next=%2F");
	/* Used up, there and where it was asked for. */
	assert_int_equal(browser_get(&scanner, path), 410);
	assert_int_equal(browser_post(&scanner, path, ""), 410);
	assert_false(browser_sees(&scanner, "name=\"link\""));
	assert_int_equal(browser_get(&asks, "/signin/code"), 410);
	stored(d, "SELECT count(*) FROM sessions", "1\n");
	browser_close(&asks);
	browser_close(&scanner);
	browser_close(&phone);
}

static void a_new_account_is_asked_for_name_and_zone_and_then_goes_on(void **state)
{
	struct desk *d = *state;
	struct browser b = {.desk = d};
	char path[MAIL_PATH_BYTES], code[MAIL_CODE_BYTES];
	browser_post(&b, "/signin", "address=ada@example.org&next=/lobby");
	desk_read_mail(d, path, code);
	assert_int_equal(browser_post(&b, path, "zone=Asia/Tokyo"), 303);
	stored(d, "SELECT name, zone FROM users", "ada|Asia/Tokyo\n");
	assert_int_equal(browser_get(&b, b.location), 200);
	assert_true(browser_sees(&b, "name=\"next\" value=\"/lobby\""));
	assert_true(browser_sees(&b, "value=\"ada\""));
	assert_true(browser_sees(&b, "<option value=\"Asia/Tokyo\" selected>Tokyo</option>"));
	assert_int_equal(browser_post(&b, "/welcome", "name=+&next=/lobby"), 422);
	assert_true(browser_sees(&b, "A name has 1 to 40 characters"));
	assert_int_equal(browser_post(&b, "/welcome", "name=Ada&zone=Mars/North&next=/lobby"), 422);
	assert_true(browser_sees(&b, "name=\"next\" value=\"/lobby\""));
	stored(d, "SELECT name, zone FROM users", "ada|Asia/Tokyo\n");
	assert_int_equal(browser_post(&b, "/welcome", "name=Ada+L.&zone=Europe/Berlin&next=/lobby"),
	                 303);
	assert_string_equal(b.location, "/lobby");
	stored(d, "SELECT name, zone FROM users", "Ada L.|Europe/Berlin\n");
	assert_int_equal(browser_post(&b, "/welcome", "next=//evil.example"), 303);
	assert_string_equal(b.location, "/");
	/* Once: the next time it is the page that was wanted, and the zone is kept. */
	browser_post(&b, "/signout", "");
	browser_post(&b, "/signin", "address=ada@example.org&next=/rules");
	desk_read_mail(d, path, code);
	assert_int_equal(browser_post(&b, path, "zone=Asia/Tokyo"), 303);
	assert_string_equal(b.location, "/rules");
	stored(d, "SELECT name, zone FROM users", "Ada L.|Europe/Berlin\n");
	browser_close(&b);
}

static void a_guest_begins_in_the_browsers_zone_or_in_utc(void **state)
{
	struct desk *d = *state;
	struct browser tokyo = {.desk = d}, mars = {.desk = d}, plain = {.desk = d};
	assert_int_equal(browser_post(&tokyo, "/guest", "zone=Asia/Tokyo"), 303);
	assert_int_equal(browser_post(&mars, "/guest", "zone=Mars/North"), 303);
	assert_int_equal(browser_post(&plain, "/guest", ""), 303);
	stored(d, "SELECT zone FROM users ORDER BY id", "Asia/Tokyo\nUTC\nUTC\n");
	browser_get(&plain, "/");
	assert_true(browser_sees(&plain, "Choose your time zone"));
	browser_get(&tokyo, "/");
	assert_false(browser_sees(&tokyo, "Choose your time zone"));
	browser_close(&tokyo);
	browser_close(&mars);
	browser_close(&plain);
}

static void known_and_unknown_addresses_look_alike(void **state)
{
	struct desk *d = *state;
	struct browser b = {.desk = d}, known = {.desk = d}, unknown = {.desk = d};
	browser_sign_in(&b, "ada@example.org");
	assert_int_equal(browser_post(&known, "/signin", "address=ada@example.org"), 303);
	assert_int_equal(browser_post(&unknown, "/signin", "address=bob@example.org"), 303);
	assert_string_equal(known.location, unknown.location);
	assert_int_equal(known.all.len, unknown.all.len);
	browser_get(&known, "/signin/code");
	browser_get(&unknown, "/signin/code");
	char *differs = strstr(unknown.all.data, "bob@");
	assert_non_null(differs);
	memcpy(differs, "ada@", 4);
	assert_string_equal(known.body, unknown.body);
	browser_close(&b);
	browser_close(&known);
	browser_close(&unknown);
}

static void a_wrong_code_may_be_mended_five_times(void **state)
{
	struct desk *d = *state;
	struct browser b = {.desk = d};
	char path[MAIL_PATH_BYTES], code[MAIL_CODE_BYTES], form[40];
	browser_post(&b, "/signin", "address=ada@example.org");
	desk_read_mail(d, path, code);
	for (int left = 4; left > 0; left--) {
		snprintf(form, sizeof(form), "Tries left: %d", left);
		assert_int_equal(browser_post(&b, "/signin/code", "code=12345"), 422);
		assert_true(browser_sees(&b, "That is not the code in the mail."));
		assert_true(browser_sees(&b, form));
	}
	assert_int_equal(browser_post(&b, "/signin/code", "code=12345"), 410);
	snprintf(form, sizeof(form), "code=%s", code);
	assert_int_equal(browser_post(&b, "/signin/code", form), 410);
	assert_true(browser_sees(&b, "action=\"/signin\""));
	assert_string_equal(b.session, "");
	browser_close(&b);
}

static void a_code_is_of_no_use_in_another_browser(void **state)
{
	struct desk *d = *state;
	struct browser asks = {.desk = d}, other = {.desk = d};
	char path[MAIL_PATH_BYTES], code[MAIL_CODE_BYTES], form[40];
	browser_post(&asks, "/signin", "address=ada@example.org");
	desk_read_mail(d, path, code);
	snprintf(form, sizeof(form), "code=%s", code);
	assert_int_equal(browser_post(&other, "/signin/code", form), 410);
	assert_int_equal(browser_get(&other, "/signin/code"), 410);
	/* From asking there it works there: a home-screen app has cookies of its own. */
	browser_sign_in(&other, "ada@example.org");
	assert_int_equal(browser_post(&asks, "/signin/code", form), 303);
	browser_close(&asks);
	browser_close(&other);
}

static void a_path_to_go_on_to_is_one_of_ours(void **state)
{
	static const char *const paths[] = {
		"//evil.example",
		"https%3A%2F%2Fevil.example",
		"%2F%2Fevil.example",
		"%2F%5Cevil.example",
		"%2F%09%2Fevil.example",
		"%2F%0A%2Fevil.example",
		"javascript%3Aalert(1)",
		"evil.example",
		"%2F+a",
		"",
	};
	struct desk *d = *state;
	struct browser b = {.desk = d};
	char path[MAIL_PATH_BYTES], code[MAIL_CODE_BYTES], form[200];
	browser_sign_in(&b, "ada@example.org");
	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
		struct browser c = {.desk = d};
		snprintf(form, sizeof(form), "/signin?next=%s", paths[i]);
		assert_int_equal(browser_get(&c, form), 200);
		assert_true(browser_sees(&c, "name=\"next\" value=\"/\""));
		assert_int_equal(browser_get(&b, form), 303);
		assert_string_equal(b.location, "/");
		/* So many mails in an hour. */
		set_clock(d, START + (int64_t)i * 3600);
		snprintf(form, sizeof(form), "address=ada@example.org&next=%s", paths[i]);
		assert_int_equal(browser_post(&c, "/signin", form), 303);
		desk_read_mail(d, path, code);
		assert_int_equal(browser_post(&c, path, ""), 303);
		assert_string_equal(c.location, "/");
		browser_close(&c);
	}
	browser_close(&b);
}

static void pages_of_others_sign_nobody_in(void **state)
{
	struct desk *d = *state;
	struct browser evil = {.desk = d, .origin = "https://evil.example"}, b = {.desk = d};
	char path[MAIL_PATH_BYTES], code[MAIL_CODE_BYTES], form[40];
	assert_int_equal(browser_post(&evil, "/signin", "address=ada@example.org"), 403);
	assert_int_equal(browser_post(&evil, "/guest", ""), 403);
	stored(d, "SELECT (SELECT count(*) FROM signins), (SELECT count(*) FROM users)", "0|0\n");
	browser_post(&b, "/signin", "address=ada@example.org");
	desk_read_mail(d, path, code);
	snprintf(form, sizeof(form), "code=%s", code);
	memcpy(evil.signin, b.signin, sizeof(b.signin));
	assert_int_equal(browser_post(&evil, path, ""), 403);
	assert_int_equal(browser_post(&evil, "/signin/code", form), 403);
	evil = (struct browser){.desk = d, .origin = "null", .all = evil.all};
	assert_int_equal(browser_post(&evil, path, ""), 403);
	evil = (struct browser){
		.desk = d, .headers = "Sec-Fetch-Site: same-site\r\n", .all = evil.all};
	assert_int_equal(browser_post(&evil, path, ""), 403);
	stored(d, "SELECT (SELECT count(*) FROM sessions), (SELECT used_at FROM signins)",
	       "0|NULL\n");
	browser_close(&evil);
	browser_close(&b);
}

static void what_is_no_address_is_told_and_kept(void **state)
{
	struct browser b = {.desk = *state};
	assert_int_equal(browser_post(&b, "/signin", "address=%22%3Cb%3E&next=/lobby"), 422);
	assert_true(browser_sees(&b, "That is not a mail address."));
	assert_true(browser_sees(&b, "value=\"&quot;&lt;b&gt;\""));
	assert_true(browser_sees(&b, "name=\"next\" value=\"/lobby\""));
	assert_int_equal(browser_post(&b, "/signin", "next=/lobby"), 422);
	assert_int_equal(browser_post(&b, "/signin", "address=ada@example.org&admin=1"), 400);
	assert_int_equal(browser_get(&b, "/signin?nxt=/lobby"), 400);
	stored(b.desk, "SELECT count(*) FROM signins", "0\n");
	browser_close(&b);
}

static void signing_out_ends_the_session(void **state)
{
	struct desk *d = *state;
	struct browser b = {.desk = d}, thief = {.desk = d};
	browser_sign_in(&b, "ada@example.org");
	memcpy(thief.session, b.session, sizeof(b.session));
	assert_int_equal(browser_send(&b, "POST /signout", "application/x-www-form-urlencoded", ""),
	                 403);
	assert_int_equal(browser_post(&b, "/signout", ""), 303);
	assert_string_equal(b.location, "/");
	assert_string_equal(b.session, "");
	assert_int_equal(browser_get(&thief, "/settings"), 303);
	stored(d, "SELECT count(*) FROM sessions", "0\n");
	browser_close(&b);
	browser_close(&thief);
}

static void a_guest_plays_at_once_and_keeps_the_games(void **state)
{
	struct desk *d = *state;
	struct browser b = {.desk = d};
	char table[sizeof(b.location)];
	assert_int_equal(browser_post(&b, "/guest", ""), 303);
	memcpy(table, b.location, sizeof(table));
	assert_int_equal(strncmp(table, "/g/", 3), 0);
	assert_int_equal(browser_get(&b, table), 200);
	/* Once more is another game of the same guest. */
	assert_int_equal(browser_post(&b, "/guest", ""), 303);
	stored(d, "SELECT name, is_guest, (SELECT count(*) FROM games) FROM users", "Guest|1|2\n");
	browser_sign_in(&b, "ada@example.org");
	stored(d, "SELECT name, is_guest FROM users", "ada|0\n");
	stored(d, "SELECT count(*) FROM sessions", "1\n");
	assert_int_equal(browser_get(&b, table), 200);
	browser_close(&b);
}

/* A visitor asks for a mail on one device, comes too late on another, and asks again there. */
static void a_link_that_ran_out_leads_to_another_mail_for_the_same_guest(void **state)
{
	struct desk *d = *state;
	struct browser desktop = {.desk = d}, phone = {.desk = d};
	char path[MAIL_PATH_BYTES], code[MAIL_CODE_BYTES], form[200];
	browser_post(&desktop, "/guest", "");
	browser_post(&desktop, "/signin", "address=ada@example.org&next=/lobby");
	desk_read_mail(d, path, code);
	set_clock(d, START + 600);
	assert_int_equal(browser_post(&phone, path, ""), 410);
	assert_int_equal(browser_get(&phone, path), 410);
	assert_true(browser_sees(&phone, "value=\"ada@example.org\""));
	assert_true(browser_sees(&phone, "name=\"next\" value=\"/lobby\""));
	const char *link = strrchr(path, '/') + 1;
	snprintf(form, sizeof(form), "name=\"link\" value=\"%s\"", link);
	assert_true(browser_sees(&phone, form));
	/* Not for another address. */
	snprintf(form, sizeof(form), "address=mallory@example.org&link=%s", link);
	assert_int_equal(browser_post(&phone, "/signin", form), 303);
	snprintf(form, sizeof(form), "address=ada@example.org&next=/lobby&link=%s", link);
	assert_int_equal(browser_post(&phone, "/signin", form), 303);
	stored(d, "SELECT address, user_id FROM signins",
	       "ada@example.org|1\nmallory@example.org|NULL\nada@example.org|1\n");
	desk_read_mail(d, path, code);
	assert_int_equal(browser_post(&phone, path, ""), 303);
	assert_string_equal(phone.location, "/welcome?next=%2Flobby");
	stored(d, "SELECT name, is_guest FROM users", "ada|0\n");
	browser_close(&desktop);
	browser_close(&phone);
}

static void a_link_that_adds_an_address_says_so_and_works_at_home_alone(void **state)
{
	struct desk *d = *state;
	struct browser b = {.desk = d}, other = {.desk = d};
	char path[MAIL_PATH_BYTES], code[MAIL_CODE_BYTES];
	browser_sign_in(&b, "ada@example.org");
	assert_int_equal(browser_post(&b, "/settings/address", "address=ada@example.com"), 303);
	assert_string_equal(b.location, "/signin/code");
	assert_int_equal(browser_get(&b, b.location), 200);
	assert_true(browser_sees(&b, "<button class=\"primary\">Add this address</button>"));
	assert_true(browser_sees(&b, "<a href=\"/settings\">try again</a>"));
	assert_false(browser_sees(&b, "is kept for 24 hours"));
	desk_read_mail(d, path, code);
	browser_get(&other, path);
	assert_true(browser_sees(&other, "Add this address"));
	assert_true(browser_sees(&other, "will sign in to your account, too"));
	assert_int_equal(browser_post(&other, path, ""), 403);
	assert_true(browser_sees(&other, "where that account is signed in"));
	assert_int_equal(browser_post(&b, path, ""), 303);
	assert_string_equal(b.location, "/settings");
	stored(d, "SELECT address FROM addresses WHERE user_id = 1 ORDER BY address",
	       "ada@example.com\nada@example.org\n");
	browser_close(&b);
	browser_close(&other);
}

static void mails_and_guests_are_limited_by_network_and_address(void **state)
{
	struct desk *d = *state;
	struct browser b = {.desk = d};
	char form[60];
	d->http.config.has_rate_limits = true;
	for (int i = 0; i < 4; i++)
		assert_int_equal(browser_post(&b, "/signin", "address=ada@example.org"), 303);
	assert_int_equal(browser_post(&b, "/signin", "address=Ada@example.org"), 429);
	assert_non_null(strstr(b.head, "\r\nRetry-After: "));
	int mails = 5; /* which the network asked for, that one included */
	do
		snprintf(form, sizeof(form), "address=%d@example.org", mails);
	while (browser_post(&b, "/signin", form) == 303 && ++mails < 100);
	assert_int_equal(b.status, 429);
	assert_int_equal(mails, 20);
	stored(d, "SELECT count(*) FROM notices", "19\n");
	browser_close(&b);
}

static void programs_get_the_same_as_json(void **state)
{
	struct desk *d = *state;
	struct browser b = {.desk = d, .wants_json = true};
	char path[MAIL_PATH_BYTES], code[MAIL_CODE_BYTES], body[60];
	assert_int_equal(browser_get(&b, "/signin"), 200);
	assert_string_equal(b.type, "application/json");
	assert_int_equal(browser_get(&b, "/settings"), 401);
	assert_string_equal(b.type, "application/problem+json");
	assert_int_equal(browser_send(&b, "POST /signin", "application/json",
	                              "{\"address\": \"ada@example.org\"}"),
	                 303);
	assert_int_equal(browser_get(&b, b.location), 200);
	assert_true(browser_sees(&b, "\"address\":\"ada@example.org\",\"minutes\":10"));
	assert_int_equal(browser_send(&b, "POST /signin/code", "application/json", "{\"code\": 1}"),
	                 422);
	assert_string_equal(b.type, "application/problem+json");
	assert_true(browser_sees(&b, "\"tries\":4"));
	desk_read_mail(d, path, code);
	assert_int_equal(browser_get(&b, path), 200);
	assert_true(browser_sees(&b, "\"does\":\"Sign in\""));
	snprintf(body, sizeof(body), "{\"code\": \"%s\"}", code);
	assert_int_equal(browser_send(&b, "POST /signin/code", "application/json", body), 303);
	assert_int_equal(browser_get(&b, "/settings"), 200);
	assert_true(browser_sees(&b, "\"token\":\""));
	browser_close(&b);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, desk_open, desk_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(one_signs_in_by_code_and_is_back_at_the_page_one_wanted),
		TEST(a_link_is_looked_at_without_harm_and_signs_in_by_a_tap),
		TEST(a_new_account_is_asked_for_name_and_zone_and_then_goes_on),
		TEST(a_guest_begins_in_the_browsers_zone_or_in_utc),
		TEST(known_and_unknown_addresses_look_alike),
		TEST(a_wrong_code_may_be_mended_five_times),
		TEST(a_code_is_of_no_use_in_another_browser),
		TEST(a_path_to_go_on_to_is_one_of_ours),
		TEST(pages_of_others_sign_nobody_in),
		TEST(what_is_no_address_is_told_and_kept),
		TEST(signing_out_ends_the_session),
		TEST(a_guest_plays_at_once_and_keeps_the_games),
		TEST(a_link_that_ran_out_leads_to_another_mail_for_the_same_guest),
		TEST(a_link_that_adds_an_address_says_so_and_works_at_home_alone),
		TEST(mails_and_guests_are_limited_by_network_and_address),
		TEST(programs_get_the_same_as_json),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
