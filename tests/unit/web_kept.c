/* SPDX-License-Identifier: ISC */
/*
 * What is kept comes back as it was, under its own key alone, and never takes more room than it
 * may.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "web/kept.h"

enum { BYTES_MAX = 4000 };

static struct kept_key key_of(const struct kept *k, const char *name)
{
	return kept_key(k, name, strlen(name));
}

static bool finds(struct kept *k, const char *name, const char *expected)
{
	struct text out;
	struct kept_key key = key_of(k, name);
	text_init(&out, BYTES_MAX);
	bool is_there = kept_find(k, &key, &out);
	if (is_there)
		assert_string_equal(text_string(&out), expected);
	assert_true(is_there || out.len == 0);
	text_release(&out);
	return is_there;
}

static void keep(struct kept *k, const char *name, const char *bytes)
{
	struct kept_key key = key_of(k, name);
	kept_add(k, &key, bytes, strlen(bytes));
}

static void what_is_kept_is_found_under_its_own_key(void **state)
{
	struct kept *k = kept_new(BYTES_MAX);
	(void)state;
	assert_false(finds(k, "one", ""));
	keep(k, "one", "first");
	keep(k, "two", "second");
	assert_true(finds(k, "one", "first"));
	assert_true(finds(k, "two", "second"));
	assert_false(finds(k, "", ""));
	assert_false(finds(k, "on", ""));
	kept_free(k);
	kept_free(NULL);
}

static void the_oldest_give_way(void **state)
{
	struct kept *k = kept_new(BYTES_MAX);
	char name[16], bytes[301];
	(void)state;
	memset(bytes, 'x', 300);
	bytes[300] = '\0';
	for (int i = 0; i < 2000; i++) {
		snprintf(name, sizeof(name), "%d", i);
		keep(k, name, bytes);
		assert_true(finds(k, name, bytes));
	}
	unsigned found = 0;
	for (int i = 0; i < 2000; i++) {
		snprintf(name, sizeof(name), "%d", i);
		bool is_there = finds(k, name, bytes);
		found += is_there;
		assert_true(is_there == (i >= 2000 - BYTES_MAX / 300));
	}
	assert_int_equal(found, BYTES_MAX / 300);
	kept_free(k);
}

static void what_is_large_is_not_kept(void **state)
{
	struct kept *k = kept_new(BYTES_MAX);
	char bytes[BYTES_MAX / 4 + 2];
	(void)state;
	memset(bytes, 'x', sizeof(bytes));
	bytes[BYTES_MAX / 4] = '\0';
	keep(k, "fits", bytes);
	assert_true(finds(k, "fits", bytes));
	bytes[BYTES_MAX / 4] = 'x';
	bytes[BYTES_MAX / 4 + 1] = '\0';
	keep(k, "large", bytes);
	assert_false(finds(k, "large", ""));
	kept_free(k);
}

static void keys_are_each_stores_own(void **state)
{
	struct kept *one = kept_new(BYTES_MAX), *other = kept_new(BYTES_MAX);
	(void)state;
	struct kept_key a = key_of(one, "page"), b = key_of(one, "page"), c = key_of(other, "page");
	assert_memory_equal(&a, &b, sizeof(a));
	assert_memory_not_equal(&a, &c, sizeof(a));
	kept_free(one);
	kept_free(other);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_kept_is_found_under_its_own_key),
		cmocka_unit_test(the_oldest_give_way),
		cmocka_unit_test(what_is_large_is_not_kept),
		cmocka_unit_test(keys_are_each_stores_own),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
