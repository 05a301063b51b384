/* SPDX-License-Identifier: ISC */
/*
 * Settings by their pages: what is kept, what is refused and said, and that nobody changes what is
 * another one's.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app/notices.h"
#include "support/browser.h"

static void name_and_order_are_kept(void **state)
{
	struct desk *d = *state;
	struct browser b = {.desk = d};
	browser_sign_in(&b, "ada@example.org");
	assert_int_equal(browser_get(&b, "/settings"), 200);
	assert_true(browser_sees(&b, "name=\"name\" required maxlength=\"40\" value=\"ada\""));
	assert_true(browser_sees(&b, "<option value=\"2\" selected>"));
	assert_int_equal(browser_post(&b, "/settings", "name=+Ada+%26+Co+&standing_order=-1"), 303);
	assert_string_equal(b.location, "/settings?done=saved");
	assert_int_equal(browser_get(&b, b.location), 200);
	assert_true(browser_sees(&b, "Saved."));
	assert_true(browser_sees(&b, "value=\"Ada &amp; Co\""));
	assert_true(browser_sees(&b, "<option value=\"-1\" selected>"));
	stored(d, "SELECT name, standing_order FROM users", "Ada & Co|-1\n");
	/* What is not sent stays. */
	assert_int_equal(browser_post(&b, "/settings", "standing_order=0"), 303);
	stored(d, "SELECT name, standing_order FROM users", "Ada & Co|0\n");
	browser_close(&b);
}

static void what_can_not_be_is_told_and_nothing_is_kept(void **state)
{
	static const struct {
		const char *form, *says;
	} cases[] = {
		{"name=+", "A name has 1 to 40 characters"},
		{"name=a%0Ab", "A name has 1 to 40 characters"},
		{"name=Ben&standing_order=6", "none of the standing orders"},
		{"name=Ben&standing_order=-2", "none of the standing orders"},
		{"name=Ben&standing_order=2x", "none of the standing orders"},
		{"name=Ben&standing_order=", "none of the standing orders"},
	};
	struct desk *d = *state;
	struct browser b = {.desk = d};
	browser_sign_in(&b, "ada@example.org");
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		assert_int_equal(browser_post(&b, "/settings", cases[i].form), 422);
		assert_true(browser_sees(&b, cases[i].says));
	}
	assert_int_equal(browser_post(&b, "/settings", "name=Ben&is_guest=0"), 400);
	assert_int_equal(browser_post(&b, "/settings", "name=Ben&id=2"), 400);
	stored(d, "SELECT name, zone, standing_order FROM users", "ada|UTC|2\n");
	/* What was typed is there to be mended. */
	browser_post(&b, "/settings", "name=%3Cb%3EBen&standing_order=9");
	assert_true(browser_sees(&b, "value=\"&lt;b&gt;Ben\""));
	browser_close(&b);
}

static void addresses_come_by_mail_and_go_but_the_last(void **state)
{
	struct desk *d = *state;
	struct browser b = {.desk = d};
	char path[MAIL_PATH_BYTES], code[MAIL_CODE_BYTES], form[40];
	browser_sign_in(&b, "ada@example.org");
	assert_int_equal(browser_post(&b, "/settings/address", "address=nothing"), 422);
	assert_true(browser_sees(&b, "That is not a mail address."));
	assert_int_equal(browser_post(&b, "/settings/address", "address=Ada@example.com"), 303);
	stored(d, "SELECT count(*) FROM addresses", "1\n");
	desk_read_mail(d, path, code);
	snprintf(form, sizeof(form), "code=%s", code);
	assert_int_equal(browser_post(&b, "/signin/code", form), 303);
	assert_string_equal(b.location, "/settings");
	browser_get(&b, "/settings");
	assert_true(browser_sees(&b, "Remove ada@example.com"));
	assert_int_equal(browser_post(&b, "/settings/address/remove", "address=ADA@example.org"),
	                 303);
	assert_int_equal(browser_post(&b, "/settings/address/remove", "address=ada@example.com"),
	                 422);
	assert_true(browser_sees(&b, "your last one"));
	assert_false(browser_sees(&b, "Remove ada@example.com"));
	stored(d, "SELECT address FROM addresses", "ada@example.com\n");
	browser_close(&b);
}

/* The number of the other session, as the page has it in its form. */
static void other_session(struct browser *b, char form[40])
{
	browser_get(b, "/settings/sessions");
	const char *at = strstr(b->body, "name=\"id\" value=\"");
	assert_non_null(at);
	snprintf(form, 40, "id=%.*s", (int)strspn(at + 17, "0123456789"), at + 17);
}

static void sessions_are_listed_and_ended(void **state)
{
	struct desk *d = *state;
	struct browser b = {.desk = d}, phone = {.desk = d}, ben = {.desk = d};
	char form[40];
	browser_sign_in(&b, "ada@example.org");
	browser_sign_in(&phone, "ada@example.org");
	browser_sign_in(&ben, "ben@example.org");
	other_session(&b, form);
	assert_true(browser_sees(&b, "Firefox on Android"));
	assert_true(browser_sees(&b, "this one"));
	assert_true(browser_sees(&b, "seen today"));
	assert_int_equal(browser_post(&ben, "/settings/sessions/remove", form), 422);
	assert_int_equal(browser_get(&phone, "/settings"), 200);
	assert_int_equal(browser_post(&b, "/settings/sessions/remove", form), 303);
	assert_int_equal(browser_get(&phone, "/settings"), 303);
	assert_int_equal(browser_post(&b, "/settings/sessions/remove", form), 422);
	assert_int_equal(browser_post(&b, "/settings/sessions/remove", "id=-1"), 422);
	browser_sign_in(&phone, "ada@example.org");
	assert_int_equal(browser_post(&b, "/settings/sessions/remove-others", ""), 303);
	assert_int_equal(browser_get(&phone, "/settings"), 303);
	assert_int_equal(browser_get(&b, "/settings"), 200);
	assert_int_equal(browser_get(&ben, "/settings"), 200);
	browser_close(&b);
	browser_close(&phone);
	browser_close(&ben);
}

/* More than are read at once; the first turn against the bots has one already. */
static int add_notices(struct db *db, void *context)
{
	struct notice n = notices_new(NOTICE_GAME_OVER, 1000000);
	(void)context;
	n.user_id = 2;
	for (int i = 0; i < 60; i++)
		notice_add(db, &n, NULL, 0);
	return 0;
}

static void ones_data_is_all_there_and_nobody_elses(void **state)
{
	struct desk *d = *state;
	struct browser b = {.desk = d}, ben = {.desk = d};
	browser_sign_in(&ben, "ben@example.org");
	browser_post(&ben, "/guest", "");
	browser_sign_in(&b, "ada@example.org");
	browser_post(&b, "/guest", "");
	browser_post(&b, "/settings/notices", "your_turn=off");
	assert_int_equal(store_write(d->store, add_notices, NULL), STORE_OK);
	assert_int_equal(browser_get(&b, "/settings/data"), 200);
	assert_string_equal(b.type, "application/json");
	cJSON *data = cJSON_Parse(b.body);
	assert_non_null(data);
	assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItem(data, "name")), "ada");
	assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(data, "addresses")), 1);
	assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(data, "sessions")), 1);
	assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(data, "games")), 1);
	assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItem(data, "calendar")), "UTC");
	assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(data, "notices")), 61);
	const cJSON *mails = cJSON_GetObjectItem(data, "mails"),
		    *ways = cJSON_GetObjectItem(mails, "ways");
	assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItem(mails, "state")), "on");
	assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItem(ways, "your turn")), "off");
	cJSON_Delete(data);
	assert_false(browser_sees(&b, "ben"));
	browser_close(&b);
	browser_close(&ben);
}

static void the_account_is_deleted_by_who_is_sure(void **state)
{
	struct desk *d = *state;
	struct browser b = {.desk = d}, phone = {.desk = d};
	browser_sign_in(&b, "ada@example.org");
	browser_sign_in(&phone, "ada@example.org");
	assert_int_equal(browser_post(&b, "/settings/delete", ""), 422);
	assert_int_equal(browser_post(&b, "/settings/delete", "sure=0"), 422);
	stored(d, "SELECT deleted_at FROM users", "NULL\n");
	assert_int_equal(browser_post(&b, "/settings/delete", "sure=1"), 303);
	assert_string_equal(b.location, "/");
	assert_string_equal(b.session, "");
	assert_int_equal(browser_get(&phone, "/settings"), 303);
	stored(d, "SELECT name, deleted_at FROM users", "former player|1000000\n");
	stored(d, "SELECT count(*) FROM addresses", "0\n");
	browser_close(&b);
	browser_close(&phone);
}

static void a_seat_has_its_own_order(void **state)
{
	struct desk *d = *state;
	struct browser b = {.desk = d}, ben = {.desk = d};
	char table[80], order[100];
	browser_sign_in(&b, "ada@example.org");
	browser_sign_in(&ben, "ben@example.org");
	browser_post(&b, "/guest", "");
	snprintf(table, sizeof(table), "%.60s", b.location);
	snprintf(order, sizeof(order), "%s/order", table);
	assert_int_equal(browser_post(&b, order, "order=4"), 303);
	assert_string_equal(b.location, table);
	stored(d, "SELECT standing_order FROM seats WHERE user_id = 1", "4\n");
	assert_int_equal(browser_post(&b, order, "order=7"), 422);
	assert_int_equal(browser_post(&b, order, ""), 422);
	assert_int_equal(browser_post(&ben, order, "order=0"), 404);
	assert_int_equal(browser_post(&b, "/g/zzzzzzzz/order", "order=0"), 404);
	stored(d, "SELECT standing_order FROM seats WHERE user_id = 1", "4\n");
	assert_int_equal(browser_post(&b, order, "order="), 303);
	stored(d, "SELECT standing_order FROM seats WHERE user_id = 1", "NULL\n");
	browser_close(&b);
	browser_close(&ben);
}

static void every_change_wants_a_session_and_its_token(void **state)
{
	static const char *const posts[] = {
		"POST /settings",
		"POST /settings/times",
		"POST /settings/times/holiday",
		"POST /settings/times/holiday/remove",
		"POST /settings/times/feed",
		"POST /settings/notices",
		"POST /settings/notices/off",
		"POST /settings/notices/on",
		"POST /settings/address",
		"POST /settings/address/remove",
		"POST /settings/sessions/remove",
		"POST /settings/sessions/remove-others",
		"POST /settings/delete",
		"POST /g/aaaaaaaa/order",
		"POST /g/aaaaaaaa/mute",
	};
	static const char type[] = "application/x-www-form-urlencoded";
	struct desk *d = *state;
	struct browser b = {.desk = d}, visitor = {.desk = d, .wants_json = true};
	browser_sign_in(&b, "ada@example.org");
	for (size_t i = 0; i < sizeof(posts) / sizeof(posts[0]); i++) {
		assert_int_equal(browser_send(&visitor, posts[i], type, ""), 401);
		assert_int_equal(browser_send(&b, posts[i], type, ""), 403);
		assert_int_equal(
			browser_send(&b, posts[i], type, "token=00112233445566778899aabbccddeeff"),
			403);
	}
	assert_int_equal(browser_get(&visitor, "/settings/data"), 401);
	browser_close(&b);
	browser_close(&visitor);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, desk_open, desk_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(name_and_order_are_kept),
		TEST(what_can_not_be_is_told_and_nothing_is_kept),
		TEST(addresses_come_by_mail_and_go_but_the_last),
		TEST(sessions_are_listed_and_ended),
		TEST(ones_data_is_all_there_and_nobody_elses),
		TEST(the_account_is_deleted_by_who_is_sure),
		TEST(a_seat_has_its_own_order),
		TEST(every_change_wants_a_session_and_its_token),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
