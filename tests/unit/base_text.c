/* SPDX-License-Identifier: ISC */
/*
 * The growable buffer: what is appended stands in it, and nothing passes the ceiling. Not the speed
 * of it.
 */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/err.h"
#include "base/fault.h"
#include "base/text.h"

static void appends_stand_in_order(void **state)
{
	(void)state;
	struct text t;
	text_init(&t, 1000);
	assert_string_equal(text_string(&t), "");
	text_add(&t, "a");
	text_add_char(&t, 'b');
	text_add_bytes(&t, "cde", 2);
	text_add_int(&t, 0);
	text_add_int(&t, -17);
	text_printf(&t, "<%s %d>", "x", 5);
	assert_string_equal(text_string(&t), "abcd0-17<x 5>");
	assert_int_equal(t.len, strlen("abcd0-17<x 5>"));
	text_release(&t);
	assert_int_equal(t.len, 0);
}

static void integers_are_written_to_their_ends(void **state)
{
	(void)state;
	struct text t;
	text_init(&t, 100);
	text_add_int(&t, LONG_MIN);
	text_add_char(&t, ' ');
	text_add_int(&t, LONG_MAX);
	char expected[64];
	snprintf(expected, sizeof(expected), "%ld %ld", LONG_MIN, LONG_MAX);
	assert_string_equal(text_string(&t), expected);
	text_release(&t);
}

static void the_ceiling_itself_fits_and_one_more_does_not(void **state)
{
	(void)state;
	for (size_t ceiling = 0; ceiling < 600; ceiling += 37) {
		struct text t;
		text_init(&t, ceiling);
		for (size_t i = 0; i < ceiling; i++)
			text_add_char(&t, 'x');
		assert_false(text_is_over(&t));
		assert_int_equal(t.len, ceiling);
		text_add_char(&t, 'y');
		assert_true(text_is_over(&t));
		assert_int_equal(strlen(text_string(&t)), ceiling);
		assert_null(strchr(text_string(&t), 'y'));
		text_release(&t);
	}
}

static void nothing_is_appended_after_what_did_not_fit(void **state)
{
	(void)state;
	struct text t;
	text_init(&t, 8);
	text_add(&t, "12345");
	text_add(&t, "too long");
	text_add(&t, "6");
	text_add_int(&t, 7);
	text_printf(&t, "8");
	assert_true(text_is_over(&t));
	assert_string_equal(text_string(&t), "12345");
	text_clear(&t);
	assert_false(text_is_over(&t));
	text_add(&t, "12345678");
	assert_false(text_is_over(&t));
	assert_string_equal(text_string(&t), "12345678");
	text_release(&t);
}

static void long_formats_are_whole(void **state)
{
	(void)state;
	char long_one[1001];
	memset(long_one, 'z', 1000);
	long_one[1000] = '\0';
	struct text t;
	text_init(&t, 5000);
	text_printf(&t, "%s", long_one);
	text_printf(&t, "%s!", long_one);
	assert_int_equal(t.len, 2001);
	assert_int_equal(strspn(text_string(&t), "z"), 2000);
	assert_int_equal(text_string(&t)[2000], '!');
	text_release(&t);

	text_init(&t, 999);
	text_printf(&t, "%s", long_one);
	assert_true(text_is_over(&t));
	assert_string_equal(text_string(&t), "");
	text_release(&t);
}

static void taking_hands_over_and_empties(void **state)
{
	(void)state;
	struct text t;
	text_init(&t, 10);
	char *nothing = text_take(&t);
	assert_string_equal(nothing, "");
	free(nothing);
	text_add(&t, "whole");
	char *taken = text_take(&t);
	assert_string_equal(taken, "whole");
	free(taken);
	assert_int_equal(t.len, 0);
	text_add(&t, "again");
	assert_string_equal(text_string(&t), "again");
	text_clear(&t);
	assert_string_equal(text_string(&t), "");
	text_release(&t);
}

static void errors_and_faults_are_cut_to_fit(void **state)
{
	(void)state;
	struct err err;
	char long_one[2 * sizeof(err.text)];
	memset(long_one, 'z', sizeof(long_one) - 1);
	long_one[sizeof(long_one) - 1] = '\0';
	assert_int_equal(err_set(&err, "%d: %s", 5, long_one), -1);
	assert_int_equal(strlen(err.text), sizeof(err.text) - 1);
	assert_memory_equal(err.text, "5: zzz", 6);
	assert_int_equal(err_set(NULL, "nobody asks"), -1);
	struct fault fault;
	assert_int_equal(fault_set(&fault, long_one, "%s", long_one), -1);
	assert_int_equal(strlen(fault.place), sizeof(fault.place) - 1);
	assert_int_equal(strlen(fault.reason), sizeof(fault.reason) - 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(appends_stand_in_order),
		cmocka_unit_test(integers_are_written_to_their_ends),
		cmocka_unit_test(the_ceiling_itself_fits_and_one_more_does_not),
		cmocka_unit_test(nothing_is_appended_after_what_did_not_fit),
		cmocka_unit_test(long_formats_are_whole),
		cmocka_unit_test(taking_hands_over_and_empties),
		cmocka_unit_test(errors_and_faults_are_cut_to_fit),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
