/* SPDX-License-Identifier: ISC */
/*
 * Base 32: the examples of RFC 4648, and that each value has one spelling but for its case.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/base32.h"

static void the_examples_of_the_rfc_hold(void **state)
{
	static const char *const texts[][2] = {
		{"", ""},
		{"f", "my"},
		{"fo", "mzxq"},
		{"foo", "mzxw6"},
		{"foob", "mzxw6yq"},
		{"fooba", "mzxw6ytb"},
		{"foobar", "mzxw6ytboi"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		char out[32], upper[32];
		size_t len = strlen(texts[i][0]);
		base32_format(out, texts[i][0], len);
		assert_string_equal(out, texts[i][1]);
		assert_int_equal(strlen(out), BASE32_LEN(len));
		assert_int_equal(base32_parse(upper, sizeof(upper), out, strlen(out)), len);
		assert_memory_equal(upper, texts[i][0], len);
		for (size_t k = 0; k <= strlen(out); k++)
			upper[k] = out[k] >= 'a' ? (char)(out[k] - 'a' + 'A') : out[k];
		assert_int_equal(base32_parse(out, sizeof(out), upper, strlen(upper)), len);
		assert_memory_equal(out, texts[i][0], len);
	}
}

static void what_is_no_base_32_is_not_read(void **state)
{
	/* Other characters; a length that no bytes have; bits left over; NUL. */
	static const char *const texts[] = {"m1", "m y", "m",  "mzx",    "mzxw6y",
	                                    "mz", "m=",  "m8", "mzxw6yr"};
	char out[8];
	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		assert_int_equal(base32_parse(out, sizeof(out), texts[i], strlen(texts[i])), -1);
	assert_int_equal(base32_parse(out, sizeof(out), "m\0zxw6", 6), -1);
	assert_int_equal(base32_parse(out, 2, "mzxw6", 5), -1);
	assert_int_equal(base32_parse(out, 3, "mzxw6", 5), 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_examples_of_the_rfc_hold),
		cmocka_unit_test(what_is_no_base_32_is_not_read),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
