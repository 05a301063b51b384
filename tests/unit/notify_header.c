/* SPDX-License-Identifier: ISC */
/*
 * Fields of a mail's head: whatever a value holds, one well-formed field comes out that means it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "notify/header.h"

static void is_field(struct text *t, const char *expected)
{
	assert_string_equal(text_string(t), expected);
	text_clear(t);
}

/* Exactly one field: lines of printable ASCII, at most 78 long, all but the first begin with a
 * blank and hold more. */
static void is_one_field(struct text *t)
{
	const char *line = text_string(t);
	for (bool is_first = true; *line; is_first = false) {
		const char *end = strstr(line, "\r\n");
		assert_non_null(end);
		assert_true(end - line <= 78);
		assert_true(is_first ? line[0] != ' '
		                     : line[0] == ' ' && line[1] != ' ' && line[1] != '\r');
		for (const char *c = line; c < end; c++)
			assert_true(*c >= ' ' && *c <= '~');
		line = end + 2;
	}
}

static void plain_text_stays_plain(void **state)
{
	(void)state;
	struct text t;
	text_init(&t, 10000);
	header_text(&t, "Subject", "482913 is your code for Slow Safari");
	is_field(&t, "Subject: 482913 is your code for Slow Safari\r\n");
	header_mailbox(&t, "From", "Slow Safari", "mail@safari.example");
	is_field(&t, "From: \"Slow Safari\"\r\n <mail@safari.example>\r\n");
	header_mailbox(&t, "To", "", "a@b.example");
	is_field(&t, "To: <a@b.example>\r\n");
	header_mailbox(&t, "To", "a \"b\" \\", "a@b.example");
	is_field(&t, "To: \"a \\\"b\\\" \\\\\"\r\n <a@b.example>\r\n");
	text_release(&t);
}

static void other_text_is_encoded(void **state)
{
	(void)state;
	struct text t;
	text_init(&t, 10000);
	header_text(&t, "Subject", "J\xc3\xb6rg");
	is_field(&t, "Subject: =?UTF-8?B?SsO2cmc=?=\r\n");
	header_text(&t, "Subject", "=?x");
	is_field(&t, "Subject: =?UTF-8?B?PT94?=\r\n");
	header_text(&t, "Subject", " x");
	is_field(&t, "Subject: =?UTF-8?B?IHg=?=\r\n");
	header_mailbox(&t, "From", "J\xc3\xb6rg", "j@b.example");
	is_field(&t, "From: =?UTF-8?B?SsO2cmc=?=\r\n <j@b.example>\r\n");
	text_release(&t);
}

static void no_value_begins_a_field_of_its_own(void **state)
{
	(void)state;
	struct text t;
	text_init(&t, 10000);
	header_text(&t, "Subject", "a\r\nBcc: everybody@example.org\n\rx\x7f\xc2\x85");
	/* Base64 of "a  Bcc: everybody@example.org  x  ". */
	is_one_field(&t);
	is_field(&t, "Subject: =?UTF-8?B?YSAgQmNjOiBldmVyeWJvZHlAZXhhbXBsZS5vcmcgIHggIA==?=\r\n");
	header_mailbox(&t, "From", "a>\r\n\r\nbody <x@y.example>", "j@b.example");
	is_field(&t, "From: \"a>    body <x@y.example>\"\r\n <j@b.example>\r\n");
	header_text(&t, "Subject", "\xff\xc3");
	is_field(&t, "Subject: =?UTF-8?B?77+977+9?=\r\n");
	text_release(&t);
}

/* The longest plain line, and one character more. */
static void what_does_not_fit_its_line_is_folded(void **state)
{
	(void)state;
	char value[80];
	struct text t;
	memset(value, 'w', sizeof(value));
	value[78 - 9] = '\0';
	text_init(&t, 10000);
	header_text(&t, "Subject", value);
	assert_int_equal(t.len, 80);
	is_one_field(&t);
	assert_null(strstr(text_string(&t), "=?"));
	text_clear(&t);
	value[78 - 9] = 'w';
	value[79 - 9] = '\0';
	header_text(&t, "Subject", value);
	is_one_field(&t);
	assert_non_null(strstr(text_string(&t), "?=\r\n =?UTF-8?B?"));
	text_release(&t);
}

/* out holds 400 of the longest piece. */
static void repeat(char *out, const char *piece, int times)
{
	size_t len = strlen(piece);
	for (int i = 0; i < times; i++)
		memcpy(out + (size_t)i * len, piece, len);
	out[(size_t)times * len] = '\0';
}

/* A word must be decodable alone, so a code point is never cut: each word's base64 ends at one. */
static void names_of_400_characters_in_any_script_stay_one_field(void **state)
{
	(void)state;
	static const char *const pieces[] = {
		"x",
		"a b ",
		"\xc3\xa9",         /* e with acute */
		"\xe7\x8c\xab",     /* cat */
		"\xf0\x9f\xa6\x81", /* lion */
		"\xd7\x90\xd9\x84", /* Hebrew and Arabic */
		"a\xf0\x9f\xa6\x81",
		"\r\n",
		"\xff",
	};
	char value[400 * 8 + 1];
	for (size_t i = 0; i < sizeof(pieces) / sizeof(pieces[0]); i++) {
		struct text t;
		text_init(&t, 10000);
		repeat(value, pieces[i], 400);
		header_text(&t, "Subject", value);
		is_one_field(&t);
		text_clear(&t);
		header_mailbox(&t, "Reply-To", value, "j@b.example");
		is_one_field(&t);
		assert_non_null(strstr(text_string(&t), "\r\n <j@b.example>\r\n"));
		text_release(&t);
	}
	struct text t;
	text_init(&t, 10000);
	repeat(value, "\xf0\x9f\xa6\x81", 20);
	header_text(&t, "Subject", value);
	/* 9 lions on the first line, 11 on the next. */
	is_field(&t,
	         "Subject: =?UTF-8?B?8J+mgfCfpoHwn6aB8J+mgfCfpoHwn6aB8J+mgfCfpoHwn6aB?=\r\n"
	         " =?UTF-8?B?8J+mgfCfpoHwn6aB8J+mgfCfpoHwn6aB8J+mgfCfpoHwn6aB8J+mgfCfpoE=?=\r\n");
	text_release(&t);
}

static void what_stands_in_angle_brackets_is_never_broken(void **state)
{
	(void)state;
	char value[300];
	struct text t;
	text_init(&t, 10000);
	header_angles(&t, "References", "a@b.example");
	is_field(&t, "References: <a@b.example>\r\n");
	memset(value, 'w', sizeof(value));
	value[78 - 14] = '\0';
	header_angles(&t, "References", value);
	assert_int_equal(t.len, 80);
	is_one_field(&t);
	text_clear(&t);
	value[78 - 14] = 'w';
	value[sizeof(value) - 1] = '\0';
	header_angles(&t, "References", value);
	assert_int_equal(strncmp(text_string(&t), "References:\r\n <www", 18), 0);
	assert_int_equal(t.len, strlen("References:\r\n <>\r\n") + sizeof(value) - 1);
	text_clear(&t);
	header_list(&t, "List-Id", "a\r\nb", "x.games.b.example");
	is_field(&t, "List-Id: \"a  b\"\r\n <x.games.b.example>\r\n");
	text_release(&t);
}

static void dates_are_in_utc(void **state)
{
	(void)state;
	struct text t;
	text_init(&t, 1000);
	header_date(&t, "Date", 0);
	is_field(&t, "Date: Thu, 01 Jan 1970 00:00:00 +0000\r\n");
	header_date(&t, "Date", 1709210096);
	is_field(&t, "Date: Thu, 29 Feb 2024 12:34:56 +0000\r\n");
	text_release(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(plain_text_stays_plain),
		cmocka_unit_test(other_text_is_encoded),
		cmocka_unit_test(no_value_begins_a_field_of_its_own),
		cmocka_unit_test(what_does_not_fit_its_line_is_folded),
		cmocka_unit_test(names_of_400_characters_in_any_script_stay_one_field),
		cmocka_unit_test(what_stands_in_angle_brackets_is_never_broken),
		cmocka_unit_test(dates_are_in_utc),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
