/* SPDX-License-Identifier: ISC */
/*
 * The weights in Accept and Accept-Encoding.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "web/accept.h"

static void a_name_has_the_weight_that_stands_beside_it(void **state)
{
	(void)state;
	static const struct {
		const char *list;
		int weight;
	} cases[] = {
		{NULL, -1},
		{"", -1},
		{"gzip", 1000},
		{"GZIP", 1000},
		{" gzip ", 1000},
		{"br,gzip", 1000},
		{"br;q=1.0, gzip;q=0.8", 800},
		{"gzip ; Q=0.25", 250},
		{"gzip;level=9;q=0.125", 125},
		{"gzip;q=0", 0},
		{"gzip;q=0.000", 0},
		{"gzip;q=0.001", 1},
		{"gzip;q=1.000, br", 1000},
		{"gzip;q=0, br;q=1", 0},
		{"gzip;eq=0", 1000},
		{"gzip;", 1000},
		{"x-gzip", -1},
		{"gzipped", -1},
		{"*", -1},
		{",,", -1},
		{"br,", -1},
		{"gzip;q=", -1},
		{"gzip;q=2", -1},
		{"gzip;q=1.001", -1},
		{"gzip;q=0.0001", -1},
		{"gzip;q=.5", -1},
		{"gzip;q=-1", -1},
		{"gzip;q=nan", -1},
		{"gzip;q=1e300", -1},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		int weight = accept_weight(cases[i].list, "gzip");
		if (weight != cases[i].weight)
			print_error("%s\n", cases[i].list);
		assert_int_equal(weight, cases[i].weight);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_name_has_the_weight_that_stands_beside_it),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
