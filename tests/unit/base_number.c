/* SPDX-License-Identifier: ISC */
/*
 * Whole numbers out of texts: what is one, and what only looks like it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/number.h"

static void digits_alone_are_a_number(void **state)
{
	static const struct {
		const char *text;
		int64_t number;
	} all[] = {{"0", 0}, {"007", 7}, {"17", 17}, {"999999999999999", NUMBER_MOST}};
	(void)state;
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		int64_t n = -1;
		assert_true(number_parse(all[i].text, 0, NUMBER_MOST, &n));
		assert_int_equal(n, all[i].number);
	}
}

static void anything_else_is_none_and_changes_nothing(void **state)
{
	static const char *const all[] = {
		NULL,
		"",
		" ",
		"-1",
		"+1",
		" 1",
		"1 ",
		"1.0",
		"1e3",
		"0x1",
		"1a",
		"١",
		"1\n",
		"--",
		"1000000000000000",
		"0000000000000001",
	};
	(void)state;
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		int64_t n = 42;
		assert_false(number_parse(all[i], 0, NUMBER_MOST, &n));
		assert_int_equal(n, 42);
	}
}

static void both_bounds_belong_to_what_is_allowed(void **state)
{
	int64_t n = 42;
	(void)state;
	assert_false(number_parse("1", 2, 5, &n));
	assert_false(number_parse("6", 2, 5, &n));
	assert_int_equal(n, 42);
	assert_true(number_parse("2", 2, 5, &n));
	assert_true(number_parse("5", 2, 5, &n));
	assert_int_equal(n, 5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(digits_alone_are_a_number),
		cmocka_unit_test(anything_else_is_none_and_changes_nothing),
		cmocka_unit_test(both_bounds_belong_to_what_is_allowed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
