/* SPDX-License-Identifier: ISC */
/*
 * The row that the service keeps of itself.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "store/service.h"
#include "support/database.h"

static void there_is_one_row(void **state)
{
	struct database *d = *state;
	struct service s = {.beat_at = 1000}, got;
	assert_false(service_get(d->db, &got));
	memset(s.key, 0x4e, sizeof(s.key));
	service_insert(d->db, &s);
	assert_true(service_get(d->db, &got));
	assert_memory_equal(got.key, s.key, sizeof(s.key));
	assert_int_equal(got.beat_at, 1000);
	service_beat(d->db, 2000);
	assert_true(service_get(d->db, &got) && got.beat_at == 2000);
	service_insert(d->db, &s);
	fails(d);
}

static void an_outage_is_kept_until_it_is_credited(void **state)
{
	struct database *d = *state;
	struct outage o = {.from = 10, .until = 20, .after_user = 7}, got;
	assert_false(service_outage(d->db, &got));
	service_insert(d->db, &(struct service){.beat_at = 1});
	assert_false(service_outage(d->db, &got));
	service_set_outage(d->db, &(struct outage){.from = 10, .until = 20});
	assert_true(service_outage(d->db, &got));
	assert_true(got.from == 10 && got.until == 20 && got.after_user == 0);
	assert_string_equal(got.after_game, "");
	memcpy(o.after_game, "aaaaaaaa", sizeof(o.after_game));
	service_set_outage(d->db, &o);
	assert_true(service_outage(d->db, &got) && got.after_user == 7);
	assert_string_equal(got.after_game, "aaaaaaaa");
	service_set_outage(d->db, NULL);
	assert_false(service_outage(d->db, &got));
	rows(d, "SELECT beat_at, outage_from, outage_until, outage_user, outage_game FROM service",
	     "1|NULL|NULL|NULL|NULL\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(there_is_one_row, database_begin, database_end),
		cmocka_unit_test_setup_teardown(an_outage_is_kept_until_it_is_credited,
	                                        database_begin, database_end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
