/* SPDX-License-Identifier: ISC */
/*
 * The mailbox: who reads mails there can sign in as anybody, so it is there for this house alone.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "notify/folder.h"
#include "notify/letter.h"
#include "support/browser.h"

enum { AT = 1000000 };

/* A mail of the service in its folder. */
static void deliver(struct desk *d, int64_t id)
{
	static const char payload[] = "00112233445566778899aabbccddeeff01234567 012345";
	struct notice n = {
		.id = id, .kind = "sign in", .address = "ada@example.org", .created_at = AT + id};
	struct letters *letters;
	struct delivery result;
	struct text bytes;
	struct err err;
	text_init(&bytes, 1 << 20);
	assert_int_equal(letters_open(&letters, NULL, &err), 0);
	assert_int_equal(letter_sign_in(letters, &bytes, &d->http.config, &n, payload,
	                                sizeof(payload) - 1, &err),
	                 0);
	folder_send(d->http.config.mail_folder, &n, bytes.data, bytes.len, &result);
	assert_int_equal(result.fate, DELIVERY_TAKEN);
	letters_free(letters);
	text_release(&bytes);
}

static void mails_are_listed_and_read(void **state)
{
	struct desk *d = *state;
	struct browser b = {.desk = d};
	d->http.site.has_mailbox = true;
	assert_int_equal(browser_get(&b, "/mailbox"), 200);
	assert_true(browser_sees(&b, "No mail yet."));
	deliver(d, 1);
	deliver(d, 2);
	assert_int_equal(browser_get(&b, "/mailbox"), 200);
	assert_true(browser_sees(&b, "012345 is your code for Slow Safari"));
	const char *newer = strstr(b.body, "/mailbox/000001000002-2");
	assert_non_null(newer);
	assert_non_null(strstr(newer, "/mailbox/000001000001-1"));
	assert_int_equal(browser_get(&b, "/mailbox/000001000001-1"), 200);
	assert_true(browser_sees(&b, "ada@example.org"));
	assert_true(
		browser_sees(&b, "href=\"/signin/link/00112233445566778899aabbccddeeff01234567\""));
	assert_true(browser_sees(&b, "href=\"/mailbox/000001000001-1/whole\" download="));
	assert_int_equal(browser_get(&b, "/mailbox/000001000001-1/whole"), 200);
	assert_string_equal(b.type, "message/rfc822");
	assert_true(browser_sees(&b, "To: "));
	assert_int_equal(browser_get(&b, "/mailbox/000001000009-9/whole"), 404);
	b.wants_json = true;
	assert_int_equal(browser_get(&b, "/mailbox/000001000001-1"), 200);
	assert_true(browser_sees(&b, "\"to\":\"ada@example.org\""));
	browser_close(&b);
}

static void what_is_no_mail_is_not_read(void **state)
{
	static const char *const names[] = {"1-1",           "..%2F..%2Fetc%2Fpasswd",
	                                    "games.db",      "000001000001-1.eml",
	                                    "000001000001-", "."};
	struct desk *d = *state;
	struct browser b = {.desk = d};
	d->http.site.has_mailbox = true;
	deliver(d, 1);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		char path[60];
		snprintf(path, sizeof(path), "/mailbox/%s", names[i]);
		assert_int_equal(browser_get(&b, path), 404);
	}
	browser_close(&b);
}

/* Whatever is asked for answers as a path that there is not. */
static void is_hidden(struct desk *d, const char *headers)
{
	static const char *const paths[] = {"/mailbox", "/mailbox/000001000001-1",
	                                    "/mailbox/000001000001-1/whole"};
	struct browser b = {.desk = d, .headers = headers},
		       unknown = {.desk = d, .wants_json = true};
	b.wants_json = true;
	browser_get(&unknown, "/no-such-page");
	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
		assert_int_equal(browser_get(&b, paths[i]), 404);
		assert_string_equal(b.body, unknown.body);
	}
	browser_close(&b);
	browser_close(&unknown);
}

static void there_is_none_where_mails_go_out(void **state)
{
	deliver(*state, 1);
	is_hidden(*state, NULL);
}

static void what_a_proxy_passes_on_finds_none(void **state)
{
	static const char *const headers[] = {
		"Forwarded: for=192.0.2.1\r\n", "Via: 1.1 proxy\r\n",
		"X-Real-IP: 192.0.2.1\r\n",     "x-forwarded-for: 127.0.0.1\r\n",
		"X-Forwarded-Proto: https\r\n", "X-Forwarded-Anything: \r\n",
	};
	struct desk *d = *state;
	d->http.site.has_mailbox = true;
	deliver(d, 1);
	for (size_t i = 0; i < sizeof(headers) / sizeof(headers[0]); i++)
		is_hidden(d, headers[i]);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, desk_open, desk_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(mails_are_listed_and_read),
		TEST(what_is_no_mail_is_not_read),
		TEST(there_is_none_where_mails_go_out),
		TEST(what_a_proxy_passes_on_finds_none),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
