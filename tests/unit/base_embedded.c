/* SPDX-License-Identifier: ISC */
/*
 * Embedded files are those of the tree, byte for byte. What is in them is for others to test.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/embedded.h"

static void each_file_has_the_bytes_of_the_tree(void **state)
{
	(void)state;
	size_t count = 0;
	for (const struct embedded *file = embedded_files; file->path; file++, count++) {
		FILE *disk = fopen(file->path, "rb");
		assert_non_null(disk);
		for (size_t i = 0; i < file->size; i++)
			assert_int_equal(getc(disk), file->data[i]);
		assert_int_equal(getc(disk), EOF);
		fclose(disk);
		assert_int_equal(file->data[file->size], 0);
	}
	assert_true(count > 0);
}

static void files_stand_in_the_order_of_their_paths(void **state)
{
	(void)state;
	for (const struct embedded *file = embedded_files; file->path && file[1].path; file++)
		assert_true(strcmp(file->path, file[1].path) < 0);
}

static void the_default_tile_set_is_found_by_its_path(void **state)
{
	(void)state;
	const struct embedded *file = embedded_find("data/safari.tiles");
	assert_non_null(file);
	assert_string_equal(file->path, "data/safari.tiles");
	assert_true(file->size > 0);
}

static void no_other_path_is_found(void **state)
{
	(void)state;
	assert_null(embedded_find("data/safari.tile"));
	assert_null(embedded_find("safari.tiles"));
	assert_null(embedded_find(""));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_file_has_the_bytes_of_the_tree),
		cmocka_unit_test(files_stand_in_the_order_of_their_paths),
		cmocka_unit_test(the_default_tile_set_is_found_by_its_path),
		cmocka_unit_test(no_other_path_is_found),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
