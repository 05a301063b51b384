/* SPDX-License-Identifier: ISC */
/*
 * Base64: the examples of RFC 4648, and lines as mails want them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/base64.h"

static void is(struct text *t, const char *expected)
{
	assert_string_equal(text_string(t), expected);
	text_clear(t);
}

static void examples_of_the_rfc_come_out(void **state)
{
	(void)state;
	static const char *const cases[][2] = {
		{"", ""},
		{"f", "Zg=="},
		{"fo", "Zm8="},
		{"foo", "Zm9v"},
		{"foob", "Zm9vYg=="},
		{"fooba", "Zm9vYmE="},
		{"foobar", "Zm9vYmFy"},
		{"\xff\xfe", "//4="},
	};
	struct text t;
	text_init(&t, 1000);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		base64_add(&t, cases[i][0], strlen(cases[i][0]));
		is(&t, cases[i][1]);
	}
	text_release(&t);
}

static void lines_have_at_most_76_characters(void **state)
{
	(void)state;
	static const char zeros[115];
	char line[77];
	struct text t, expected;
	memset(line, 'A', 76);
	line[76] = '\0';
	text_init(&t, 1000);
	text_init(&expected, 1000);
	base64_add_lines(&t, zeros, 0);
	is(&t, "");
	base64_add_lines(&t, zeros, 57);
	text_printf(&expected, "%s\r\n", line);
	is(&t, text_string(&expected));
	base64_add_lines(&t, zeros, 115);
	text_printf(&expected, "%s\r\nAA==\r\n", line);
	is(&t, text_string(&expected));
	base64_add(&t, zeros, 114);
	assert_int_equal(t.len, 152);
	text_release(&t);
	text_release(&expected);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(examples_of_the_rfc_come_out),
		cmocka_unit_test(lines_have_at_most_76_characters),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
