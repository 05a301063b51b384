/* SPDX-License-Identifier: ISC */
/*
 * The log's lines as they arrive; the clock that stands; secrets that follow from others.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/secret.h"
#include "base/utf8.h"

/* What log_event() writes for one string. */
static void logged(const char *said, char *out, size_t room)
{
	int ends[2], kept = dup(STDERR_FILENO);
	assert_int_equal(pipe(ends), 0);
	dup2(ends[1], STDERR_FILENO);
	log_event("test", "%s", said);
	dup2(kept, STDERR_FILENO);
	close(ends[1]);
	close(kept);
	ssize_t n = read(ends[0], out, room - 1);
	close(ends[0]);
	assert_true(n > 0);
	out[n] = '\0';
}

static void check(const char *said, const char *expected)
{
	char line[LOG_LINE_BYTES + 8];
	logged(said, line, sizeof(line));
	assert_string_equal(line, expected);
}

static void what_is_said_stands_on_one_line(void **state)
{
	(void)state;
	check("plain", "test: plain\n");
	check("Gro\xc3\x9f, \xf0\x9f\xa6\x81", "test: Gro\xc3\x9f, \xf0\x9f\xa6\x81\n");
	check("a\nweb: b\r\t", "test: a\\x0aweb: b\\x0d\\x09\n");
	check("\x1b[2J\x7f", "test: \\x1b[2J\\x7f\n");
	check("\xc2\x9b", "test: \\xc2\\x9b\n");
	check("\xff\xc0\xaf", "test: \\xff\\xc0\\xaf\n");
	check("\\x0a", "test: \\x5cx0a\n");
}

static void long_lines_are_cut_between_characters(void **state)
{
	(void)state;
	char said[3 * LOG_LINE_BYTES + 1], line[2 * LOG_LINE_BYTES];
	for (size_t i = 0; i + 3 < sizeof(said); i += 3)
		memcpy(said + i, "\xe2\x82\xac", 4);
	said[sizeof(said) - 1] = '\0';
	logged(said, line, sizeof(line));
	size_t len = strlen(line);
	assert_true(len > LOG_LINE_BYTES / 2 && len <= LOG_LINE_BYTES);
	assert_int_equal(line[len - 1], '\n');
	memset(said, '\n', sizeof(said) - 1);
	logged(said, line, sizeof(line));
	assert_true(strlen(line) <= LOG_LINE_BYTES);
	assert_int_equal(strchr(line, '\n') - line + 1, (long)strlen(line));
}

static void a_clock_that_stands_shows_what_it_was_set_to(void **state)
{
	(void)state;
	struct clock stands = {.stands = true, .at = 17}, runs = CLOCK_SYSTEM;
	assert_int_equal(clock_now(&stands), 17);
	atomic_store(&stands.at, 18);
	assert_int_equal(clock_now(&stands), 18);
	assert_true(clock_now(&runs) > 1700000000);
}

static void derived_secrets_depend_on_key_and_label(void **state)
{
	(void)state;
	unsigned char key[SECRET_KEY_BYTES] = {1}, other[SECRET_KEY_BYTES] = {2};
	unsigned char a[16], b[16];
	secret_derive(a, sizeof(a), key, "x", 1);
	secret_derive(b, sizeof(b), key, "x", 1);
	assert_true(secret_equals(a, b, sizeof(a)));
	secret_derive(b, sizeof(b), key, "y", 1);
	assert_false(secret_equals(a, b, sizeof(a)));
	secret_derive(b, sizeof(b), other, "x", 1);
	assert_false(secret_equals(a, b, sizeof(a)));
}

static void random_secrets_differ(void **state)
{
	(void)state;
	unsigned char a[32] = {0}, b[32] = {0};
	secret_random(a, sizeof(a));
	secret_random(b, sizeof(b));
	assert_memory_not_equal(a, b, sizeof(a));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_said_stands_on_one_line),
		cmocka_unit_test(long_lines_are_cut_between_characters),
		cmocka_unit_test(a_clock_that_stands_shows_what_it_was_set_to),
		cmocka_unit_test(derived_secrets_depend_on_key_and_label),
		cmocka_unit_test(random_secrets_differ),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
