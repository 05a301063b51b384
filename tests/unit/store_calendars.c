/* SPDX-License-Identifier: ISC */
/*
 * Rows of calendars: each text once, and whose it is.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "store/calendars.h"
#include "support/database.h"

static void a_text_has_one_row(void **state)
{
	struct database *d = *state;
	char text[CALENDAR_TEXT] = "as it was";
	int64_t first = calendar_row_put(d->db, "UTC 22:00-07:00");
	int64_t second = calendar_row_put(d->db, "Asia/Tokyo");
	assert_int_not_equal(first, second);
	assert_int_equal(calendar_row_put(d->db, "UTC 22:00-07:00"), first);
	assert_false(calendar_row_get(d->db, 99, text));
	assert_string_equal(text, "as it was");
	assert_true(calendar_row_get(d->db, second, text));
	assert_string_equal(text, "Asia/Tokyo");
	rows(d, "SELECT count(*) FROM calendars", "2\n");
}

static void a_user_has_one_or_none(void **state)
{
	struct database *d = *state;
	int64_t ada = database_user(d->db, "Ada", false), ben = database_user(d->db, "Ben", false);
	int64_t id = calendar_row_put(d->db, "UTC 22:00-07:00");
	calendar_row_set_user(d->db, ada, id);
	assert_int_equal(calendar_row_of_user(d->db, ada), id);
	assert_int_equal(calendar_row_of_user(d->db, ben), 0);
	assert_int_equal(calendar_row_of_user(d->db, 99), 0);
	calendar_row_set_user(d->db, ada, 0);
	rows(d, "SELECT calendar_id FROM users", "NULL\nNULL\n");
	calendar_row_set_user(d->db, ada, 99);
	fails(d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_text_has_one_row, database_begin, database_end),
		cmocka_unit_test_setup_teardown(a_user_has_one_or_none, database_begin,
	                                        database_end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
