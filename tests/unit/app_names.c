/* SPDX-License-Identifier: ISC */
/*
 * What people type for names and addresses, as it is kept and compared.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "app/names.h"

static void an_address_has_one_form(void **state)
{
	static const char *const pairs[][2] = {
		{"ada@example.org", "ada@example.org"},
		{" \t Ada.Lovelace+Tag@Example.ORG \r\n", "ada.lovelace+tag@example.org"},
		{"a@localhost", "a@localhost"},
		{"!#$%&'*+-/=?^_`{|}~@x-y.example", "!#$%&'*+-/=?^_`{|}~@x-y.example"},
		{"1@1.example", "1@1.example"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
		char out[LIMIT_ADDRESS_BYTES + 1];
		assert_true(address_normalise(pairs[i][0], out));
		assert_string_equal(out, pairs[i][1]);
	}
}

static void what_no_mail_reaches_is_no_address(void **state)
{
	static const char *const texts[] = {
		"",
		" ",
		"ada",
		"@example.org",
		"ada@",
		"a b@x.org",
		"a@b@x.org",
		".a@x.org",
		"a.@x.org",
		"a..b@x.org",
		"\"a\"@x.org",
		"<a@x.org>",
		"a@x..org",
		"a@.org",
		"a@x.org.",
		"a@-x.org",
		"a@x-.org",
		"a@x_y.org",
		"a@[127.0.0.1]",
		"a@x.org,b@x.org",
		"a\n@x.org",
		"a@x.org\nb",
		"a@x\x01.org",
		"\xc3\xa4@x.org",
		"a@\xc3\xa4.org",
		"a@x.org:25",
		"mailto:a@x",
		"a\\@x.org",
		"a(c)@x.org",
		"a;b@x.org",
	};
	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		char out[LIMIT_ADDRESS_BYTES + 1] = "untouched";
		if (address_normalise(texts[i], out))
			fail_msg("\"%s\" passed as an address", texts[i]);
		assert_string_equal(out, "untouched");
	}
}

/* LOCAL@LABEL.LABEL... with the lengths that are asked for. */
static bool takes(int local, int label, int labels)
{
	char text[600], out[LIMIT_ADDRESS_BYTES + 1];
	int len = snprintf(text, sizeof(text), "%0*d@", local, 0);
	for (int i = 0; i < labels; i++)
		len += snprintf(text + len, sizeof(text) - (size_t)len, "%s%0*d", i ? "." : "",
		                label, 0);
	return address_normalise(text, out);
}

static void the_parts_of_an_address_are_bounded(void **state)
{
	(void)state;
	assert_true(takes(64, 63, 2));
	assert_false(takes(65, 63, 2));
	assert_false(takes(64, 64, 2));
	assert_true(takes(62, 63, 3)); /* 254 bytes */
	assert_false(takes(63, 63, 3));
	assert_false(takes(64, 63, 8));
}

static void a_name_is_trimmed_and_has_up_to_40_characters(void **state)
{
	char out[LIMIT_NAME_BYTES + 1], forty[4 * 40 + 2];
	(void)state;
	assert_true(name_normalise(" \tAda <b> & Ben\n", out));
	assert_string_equal(out, "Ada <b> & Ben");
	for (int i = 0; i < 40; i++)
		memcpy(forty + 4 * i, "\xf0\x9f\xa6\x92", 4); /* a giraffe */
	memcpy(forty + 160, "", 1);
	assert_true(name_normalise(forty, out));
	assert_string_equal(out, forty);
	memcpy(forty + 160, "x", 2);
	assert_false(name_normalise(forty, out));
	assert_false(name_normalise("", out));
	assert_false(name_normalise(" \r\n ", out));
	assert_false(name_normalise("a\x01"
	                            "b",
	                            out));
	assert_false(name_normalise("a\nb", out));
	assert_false(name_normalise("a\x7f"
	                            "b",
	                            out));
	assert_false(name_normalise("a\xc2\x85"
	                            "b",
	                            out));
	static const char *const turning[] = {"\u202a", "\u202b", "\u202c", "\u202d", "\u202e",
	                                      "\u2066", "\u2067", "\u2068", "\u2069"};
	for (size_t i = 0; i < sizeof(turning) / sizeof(turning[0]); i++)
		assert_false(name_normalise(turning[i], out));
	assert_true(name_normalise("\u05d0\u2029\u2065\u206a", out));
	assert_false(name_normalise("a\xff"
	                            "b",
	                            out));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_address_has_one_form),
		cmocka_unit_test(what_no_mail_reaches_is_no_address),
		cmocka_unit_test(the_parts_of_an_address_are_bounded),
		cmocka_unit_test(a_name_is_trimmed_and_has_up_to_40_characters),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
