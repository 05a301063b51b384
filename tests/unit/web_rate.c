/* SPDX-License-Identifier: ISC */
/*
 * Token buckets, by a clock of the test's own. What each kind allows is not repeated here: tests
 * take it from the table by emptying a bucket.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "web/rate.h"

enum { START_MS = 1000000000 };

/* Takes until there is none; answers how many there were. */
static unsigned drain(struct rates *r, enum rate kind, const char *key, int64_t now_ms,
                      unsigned *wait_s)
{
	unsigned taken = 0;
	while (!(*wait_s = rates_take(r, kind, key, strlen(key), now_ms)))
		taken++;
	return taken;
}

static void a_bucket_is_emptied_and_fills_again(void **state)
{
	(void)state;
	for (int kind = 0; kind < RATE_COUNT; kind++) {
		struct rates *r = rates_new();
		unsigned wait_s, ignored;
		unsigned depth = drain(r, (enum rate)kind, "a", START_MS, &wait_s);
		assert_true(depth >= 2);
		assert_true(wait_s >= 1);
		/* After the time that was named there is one, and when as much has passed for each
		 * that was there, all are there again. */
		int64_t later = START_MS + (int64_t)wait_s * 1000;
		assert_int_equal(rates_take(r, (enum rate)kind, "a", 1, later), 0);
		int64_t full = later + (int64_t)wait_s * 1000 * depth;
		assert_int_equal(drain(r, (enum rate)kind, "a", full, &ignored), depth);
		rates_free(r);
	}
}

static void who_waits_for_long_has_no_more_than_a_full_bucket(void **state)
{
	(void)state;
	struct rates *r = rates_new();
	unsigned wait_s;
	unsigned depth = drain(r, RATE_ADDRESS_MAIL, "a", START_MS, &wait_s);
	assert_int_equal(drain(r, RATE_ADDRESS_MAIL, "a", START_MS * 10LL, &wait_s), depth);
	rates_free(r);
}

static void keys_and_kinds_have_buckets_of_their_own(void **state)
{
	(void)state;
	struct rates *r = rates_new();
	unsigned wait_s;
	drain(r, RATE_ADDRESS_MAIL, "a", START_MS, &wait_s);
	assert_int_equal(rates_take(r, RATE_ADDRESS_MAIL, "b", 1, START_MS), 0);
	assert_int_equal(rates_take(r, RATE_NETWORK_GUEST, "a", 1, START_MS), 0);
	assert_true(rates_take(r, RATE_ADDRESS_MAIL, "a", 1, START_MS) > 0);
	rates_free(r);
}

static void a_clock_that_goes_back_fills_nothing(void **state)
{
	(void)state;
	struct rates *r = rates_new();
	unsigned wait_s;
	drain(r, RATE_ADDRESS_MAIL, "a", START_MS, &wait_s);
	assert_true(rates_take(r, RATE_ADDRESS_MAIL, "a", 1, START_MS - 1000) > 0);
	rates_free(r);
}

static void a_flood_of_keys_is_borne(void **state)
{
	(void)state;
	struct rates *r = rates_new();
	for (uint32_t i = 0; i < 100000; i++)
		assert_int_equal(rates_take(r, RATE_NETWORK, &i, sizeof(i), START_MS + i), 0);
	rates_free(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_bucket_is_emptied_and_fills_again),
		cmocka_unit_test(who_waits_for_long_has_no_more_than_a_full_bucket),
		cmocka_unit_test(keys_and_kinds_have_buckets_of_their_own),
		cmocka_unit_test(a_clock_that_goes_back_fills_nothing),
		cmocka_unit_test(a_flood_of_keys_is_borne),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
