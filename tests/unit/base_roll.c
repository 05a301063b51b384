/* SPDX-License-Identifier: ISC */
/*
 * Rolls: what a holder has stays as it is, whatever the others add.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/roll.h"

static char *add(char *roll, size_t len, const char *text)
{
	roll = roll_extend(roll, len, strlen(text));
	memcpy(roll + len, text, strlen(text));
	return roll;
}

static void it_grows_and_keeps_what_was_there(void **state)
{
	(void)state;
	int *rows = NULL;
	for (size_t i = 0; i < 5000; i++) {
		rows = roll_extend(rows, i * sizeof(*rows), sizeof(*rows));
		rows[i] = (int)i;
	}
	for (size_t i = 0; i < 5000; i++)
		assert_int_equal(rows[i], i);
	assert_true(roll_bytes(rows) >= 5000 * sizeof(*rows));
	assert_int_equal((uintptr_t)rows % _Alignof(max_align_t), 0);
	roll_release(rows);
}

static void what_one_adds_lies_behind_what_others_have(void **state)
{
	(void)state;
	char *a = add(NULL, 0, "place"), *b = roll_share(a);
	assert_ptr_equal(a, b);
	char *longer = add(b, 5, " draw");
	assert_ptr_equal(longer, a);
	assert_memory_equal(longer, "place draw", 10);
	roll_release(a);
	roll_release(longer);
}

static void who_goes_on_from_the_same_place_gets_a_copy(void **state)
{
	(void)state;
	char *a = add(NULL, 0, "place"), *b = roll_share(a);
	a = add(a, 5, " draw");
	char *other = add(b, 5, " pass");
	assert_ptr_not_equal(other, a);
	assert_memory_equal(a, "place draw", 10);
	assert_memory_equal(other, "place pass", 10);
	roll_release(a);
	assert_memory_equal(other, "place pass", 10);
	roll_release(other);
}

static void who_holds_it_alone_may_go_back(void **state)
{
	(void)state;
	char *a = add(NULL, 0, "place draw"), *b = roll_share(a);
	roll_release(b);
	char *again = add(a, 5, " pass");
	assert_ptr_equal(again, a);
	assert_memory_equal(again, "place pass", 10);
	b = roll_share(again);
	char *shorter = add(b, 5, " none");
	assert_ptr_not_equal(shorter, again);
	assert_memory_equal(again, "place pass", 10);
	roll_release(again);
	roll_release(shorter);
}

static void none_is_nothing(void **state)
{
	(void)state;
	assert_null(roll_share(NULL));
	assert_int_equal(roll_bytes(NULL), 0);
	roll_release(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_grows_and_keeps_what_was_there),
		cmocka_unit_test(what_one_adds_lies_behind_what_others_have),
		cmocka_unit_test(who_goes_on_from_the_same_place_gets_a_copy),
		cmocka_unit_test(who_holds_it_alone_may_go_back),
		cmocka_unit_test(none_is_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
