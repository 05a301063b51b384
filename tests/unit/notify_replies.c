/* SPDX-License-Identifier: ISC */
/*
 * Forty replies to a mail of ours in the manner of as many mail programs, written down by somebody
 * who had not seen the reader: tests/replies/, with the line that each person wrote in
 * expected.txt. Some of what programs do cannot be told from what persons write, so two may be read
 * otherwise, and are named.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "notify/incoming.h"

#define FOLDER "tests/replies/"

enum { REPLIES = 40, MAY_BE_WRONG = 2 };

/* Whether the mail of a line "NAME<tab>LINE" is read as it says. */
static bool is_read(const char *name, const char *expected)
{
	static struct incoming mail;
	char path[256];
	struct text bytes;
	struct err err;
	snprintf(path, sizeof(path), FOLDER "%s", name);
	text_init(&bytes, LIMIT_INCOMING_BYTES);
	assert_int_equal(file_read(path, &bytes, &err), 0);
	assert_int_equal(incoming_read(bytes.data, bytes.len, NULL, &mail, &err), 0);
	bool is_right = !mail.automatic && strcmp(mail.first_line, expected) == 0;
	if (!is_right)
		print_message("%s: \"%s\" instead of \"%s\"\n", name, mail.first_line, expected);
	text_release(&bytes);
	return is_right;
}

static void the_line_that_a_person_wrote_is_found(void **state)
{
	(void)state;
	struct text list;
	struct err err;
	unsigned count = 0, right = 0;
	char *rest = NULL;
	text_init(&list, 65536);
	assert_int_equal(file_read(FOLDER "expected.txt", &list, &err), 0);
	text_string(&list); /* ends it in NUL */
	for (char *line = strtok_r(list.data, "\n", &rest); line;
	     line = strtok_r(NULL, "\n", &rest)) {
		char *tab = strchr(line, '\t');
		assert_non_null(tab);
		*tab = '\0';
		count++;
		right += is_read(line, tab + 1);
	}
	text_release(&list);
	print_message("%u of %u replies are read as they were meant\n", right, count);
	assert_int_equal(count, REPLIES);
	assert_true(right >= REPLIES - MAY_BE_WRONG);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_line_that_a_person_wrote_is_found),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
