/* SPDX-License-Identifier: ISC */
/*
 * Comparing with golden files: see golden.h. Tests run from the tree's root.
 */
#include "support/golden.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void write_golden(const char *path, const char *data, size_t len)
{
	FILE *file = fopen(path, "wb");
	assert_non_null(file);
	assert_int_equal(fwrite(data, 1, len, file), len);
	assert_int_equal(fclose(file), 0);
}

void golden_check(const char *name, const char *data, size_t len)
{
	enum { LARGEST = 1 << 18 };
	char path[128];
	snprintf(path, sizeof(path), "tests/golden/%s", name);
	const char *mode = getenv("SLOWSAFARI_GOLDEN");
	if (mode && strcmp(mode, "write") == 0)
		write_golden(path, data, len);

	FILE *file = fopen(path, "rb");
	if (!file)
		fail_msg("%s is not there", path);
	char *golden = malloc(LARGEST);
	assert_non_null(golden);
	size_t size = fread(golden, 1, LARGEST, file);
	fclose(file);
	size_t at = 0;
	while (at < size && at < len && golden[at] == data[at])
		at++;
	bool is_same = at == size && at == len;
	free(golden);
	if (!is_same)
		fail_msg("%s differs from byte %zu on: SLOWSAFARI_GOLDEN=write writes it anew",
		         path, at);
}
