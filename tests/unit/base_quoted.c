/* SPDX-License-Identifier: ISC */
/*
 * Quoted-printable: what comes out is what RFC 2045 allows, and reading it gives the text back.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/quoted.h"

static void becomes(const char *text, const char *expected)
{
	struct text quoted, back;
	text_init(&quoted, 100000);
	text_init(&back, 100000);
	quoted_add(&quoted, text);
	assert_string_equal(text_string(&quoted), expected);
	quoted_read(&back, quoted.data ? quoted.data : "", quoted.len);
	size_t len = strlen(text);
	assert_int_equal(strncmp(text_string(&back), text, len), 0);
	/* A line end is added where the last line had none. */
	assert_true(back.len == len || (back.len == len + 1 && back.data[len] == '\n'));
	text_release(&quoted);
	text_release(&back);
}

static void plain_lines_stay_and_end_in_crlf(void **state)
{
	(void)state;
	becomes("", "");
	becomes("a\n\nb c\n", "a\r\n\r\nb c\r\n");
	becomes("no end", "no end\r\n");
	becomes(".\n..two\nFrom x\n", ".\r\n..two\r\nFrom x\r\n");
}

static void what_mail_servers_might_change_is_escaped(void **state)
{
	(void)state;
	becomes("1=2", "1=3D2\r\n");
	becomes("blank \ntab\t\n", "blank=20\r\ntab=09\r\n");
	becomes("a \t b", "a \t b\r\n");
	becomes("ends in a blank ", "ends in a blank=20\r\n");
	becomes("\xc3\xa4\x7f\r\x01", "=C3=A4=7F=0D=01\r\n");
}

static void long_lines_go_on_after_75_characters(void **state)
{
	(void)state;
	char text[80], expected[90];
	memset(text, 'x', 76);
	text[75] = '\0';
	snprintf(expected, sizeof(expected), "%s\r\n", text);
	becomes(text, expected);
	memcpy(text + 75, "y", 2);
	snprintf(expected, sizeof(expected), "%.75s=\r\ny\r\n", text);
	becomes(text, expected);
	/* An escape is never cut. */
	memcpy(text + 73, "=", 2);
	snprintf(expected, sizeof(expected), "%.73s=\r\n=3D\r\n", text);
	becomes(text, expected);
}

/* Texts of anything, long and short lines, always the same ones. */
static size_t some_text(char *out, size_t size, uint32_t *chance)
{
	static const char likely[] = " \t\n=.\r";
	*chance = *chance * 1664525 + 1013904223;
	size_t len = (*chance >> 8) % size;
	for (size_t i = 0; i < len; i++) {
		*chance = *chance * 1664525 + 1013904223;
		unsigned v = *chance >> 16;
		out[i] = v % 4 == 0 ? likely[v / 4 % 6] : (char)(v / 4 % 255 + 1);
	}
	out[len] = '\0';
	return len;
}

static void any_text_comes_back_from_short_ascii_lines(void **state)
{
	(void)state;
	char text[600];
	uint32_t chance = 7;
	for (int round = 0; round < 3000; round++) {
		struct text quoted, back;
		size_t len = some_text(text, sizeof(text) - 2, &chance), column = 0;
		memcpy(text + len, "\n", 2);
		text_init(&quoted, 100000);
		text_init(&back, 100000);
		quoted_add(&quoted, text);
		quoted_read(&back, quoted.data, quoted.len);
		assert_string_equal(text_string(&back), text);
		for (size_t i = 0; i < quoted.len; i++) {
			char c = quoted.data[i];
			if (c == '\r' && quoted.data[i + 1] == '\n') {
				assert_true(column == 0 || (quoted.data[i - 1] != ' ' &&
				                            quoted.data[i - 1] != '\t'));
				column = 0;
				i++;
				continue;
			}
			assert_true((c >= ' ' && c <= '~') || c == '\t');
			assert_true(++column <= 76);
		}
		text_release(&quoted);
		text_release(&back);
	}
}

static void reading_takes_what_is_no_escape_as_it_stands(void **state)
{
	(void)state;
	static const char odd[] = "a=ZZ b=4 =\nc=3d\r\n=";
	struct text back;
	text_init(&back, 100);
	quoted_read(&back, odd, sizeof(odd) - 1);
	assert_string_equal(text_string(&back), "a=ZZ b=4 c=\n=");
	text_release(&back);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(plain_lines_stay_and_end_in_crlf),
		cmocka_unit_test(what_mail_servers_might_change_is_escaped),
		cmocka_unit_test(long_lines_go_on_after_75_characters),
		cmocka_unit_test(any_text_comes_back_from_short_ascii_lines),
		cmocka_unit_test(reading_takes_what_is_no_escape_as_it_stands),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
