/* SPDX-License-Identifier: ISC */
/*
 * Tile sets that a service offers, and those that it knows because games are played with them.
 */
#include "app/sets.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/embedded.h"
#include "base/file.h"
#include "support/database.h"

struct world {
	void *files; /* struct database */
	const struct database *database;
	struct store *store;
	struct sets sets;
	char path[256]; /* of a set's file in the database's folder */
};

static int setup(void **state)
{
	struct world *w = calloc(1, sizeof(*w));
	struct err err;
	if (!w || database_folder(&w->files) < 0)
		return -1;
	w->database = w->files;
	*state = w;
	snprintf(w->path, sizeof(w->path), "%s/mine.tiles", w->database->folder);
	return store_open(&w->store, &(struct store_options){.path = w->database->path}, &err) ||
	       sets_load(&w->sets, NULL, &err);
}

static int teardown(void **state)
{
	struct world *w = *state;
	unlink(w->path);
	store_close(w->store);
	int rc = database_remove(&w->files);
	free(w);
	return rc;
}

/* The built-in set with a comment more: other bytes, so another set. */
static void write_set(struct world *w, const char *more)
{
	const struct embedded *builtin = embedded_find("data/safari.tiles");
	struct text t;
	struct err err;
	text_init(&t, TILESET_FILE_MAX);
	text_add_bytes(&t, (const char *)builtin->data, builtin->size);
	text_add(&t, more);
	assert_int_equal(file_write(w->path, t.data, t.len, &err), 0);
	text_release(&t);
}

static void without_a_folder_the_built_in_set_is_offered(void **state)
{
	struct world *w = *state;
	struct err err;
	assert_int_equal(sets_offer(&w->sets, w->store, "", &err), 0);
	assert_int_equal(w->sets.offered, 1);
	assert_true(sets_is_offered(&w->sets, w->sets.known[0].sha256));
}

static void the_files_of_the_folder_are_offered(void **state)
{
	struct world *w = *state;
	struct err err;
	write_set(w, "# mine\n");
	assert_int_equal(sets_offer(&w->sets, w->store, w->database->folder, &err), 0);
	assert_int_equal(w->sets.offered, 2);
	assert_string_equal(w->sets.known[1].name, "mine");
	assert_true(sets_is_offered(&w->sets, w->sets.known[1].sha256));
}

static void a_set_whose_file_is_gone_is_known_and_not_offered(void **state)
{
	struct world *w = *state;
	struct err err;
	char sha256[HASH_HEX];
	write_set(w, "# mine\n");
	assert_int_equal(sets_offer(&w->sets, w->store, w->database->folder, &err), 0);
	memcpy(sha256, w->sets.known[1].sha256, sizeof(sha256));
	unlink(w->path);
	assert_int_equal(sets_load(&w->sets, NULL, &err), 0);
	assert_int_equal(sets_offer(&w->sets, w->store, w->database->folder, &err), 0);
	assert_null(sets_find(&w->sets, sha256));
	assert_int_equal(sets_recall(&w->sets, w->store, &err), 0);
	assert_non_null(sets_find(&w->sets, sha256));
	assert_string_equal(sets_find(&w->sets, sha256)->name, "mine");
	assert_false(sets_is_offered(&w->sets, sha256));
}

static void a_broken_file_is_named_with_its_line(void **state)
{
	struct world *w = *state;
	struct err err;
	write_set(w, "\nnonsense\n");
	assert_int_equal(sets_offer(&w->sets, w->store, w->database->folder, &err), -1);
	assert_non_null(strstr(err.text, "mine.tiles:"));
	assert_non_null(strstr(err.text, "unknown word \"nonsense\""));
}

static void a_folder_that_is_not_there_is_an_error(void **state)
{
	struct world *w = *state;
	struct err err;
	assert_int_equal(sets_offer(&w->sets, w->store, "/nowhere/at/all", &err), -1);
	assert_non_null(strstr(err.text, "/nowhere/at/all"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(without_a_folder_the_built_in_set_is_offered, setup,
	                                        teardown),
		cmocka_unit_test_setup_teardown(the_files_of_the_folder_are_offered, setup,
	                                        teardown),
		cmocka_unit_test_setup_teardown(a_set_whose_file_is_gone_is_known_and_not_offered,
	                                        setup, teardown),
		cmocka_unit_test_setup_teardown(a_broken_file_is_named_with_its_line, setup,
	                                        teardown),
		cmocka_unit_test_setup_teardown(a_folder_that_is_not_there_is_an_error, setup,
	                                        teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
