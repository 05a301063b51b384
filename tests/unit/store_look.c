/* SPDX-License-Identifier: ISC */
/*
 * Looking at a database: what is told of it in each state, and that the look leaves no trace.
 */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/embedded.h"
#include "base/file.h"
#include "store/db.h"
#include "store/look.h"
#include "store/store.h"
#include "support/database.h"

static int known_migrations(void)
{
	int count = 0;
	for (const struct embedded *f = embedded_files; f->path; f++)
		count += strncmp(f->path, "sql/", 4) == 0;
	return count;
}

static int count_files(const char *folder)
{
	DIR *dir = opendir(folder);
	int count = 0;
	assert_non_null(dir);
	while (readdir(dir))
		count++;
	closedir(dir);
	return count;
}

/* Looks, and sees that no file came or went. */
static struct store_look look_at(const struct database *d, const char *path)
{
	struct store_look look;
	struct err err;
	int before = count_files(d->folder);
	if (store_look(path, &look, &err) < 0)
		fail_msg("%s", err.text);
	assert_int_equal(count_files(d->folder), before);
	return look;
}

static void refused(const struct database *d, const char *why)
{
	struct store_look look = {.version = 77};
	struct err err;
	int before = count_files(d->folder);
	assert_int_equal(store_look(d->path, &look, &err), -1);
	if (!strstr(err.text, why) || !strstr(err.text, d->path))
		fail_msg("%s", err.text);
	assert_int_equal(look.version, 77);
	assert_int_equal(count_files(d->folder), before);
}

static struct store *open_store(const char *path)
{
	struct store *store;
	struct err err;
	assert_int_equal(store_open(&store, &(struct store_options){.path = path}, &err), 0);
	return store;
}

static void copy(const char *from, const char *to)
{
	struct text bytes;
	struct err err;
	text_init(&bytes, 1 << 24);
	assert_int_equal(file_read(from, &bytes, &err), 0);
	assert_int_equal(file_write(to, text_string(&bytes), bytes.len, &err), 0);
	text_release(&bytes);
}

static void a_file_that_is_not_there_is_not_made(void **state)
{
	struct database *d = *state;
	assert_false(look_at(d, d->path).is_there);
}

static void beside_a_server_its_last_commit_is_seen(void **state)
{
	struct database *d = *state;
	struct store *store = open_store(d->path);
	struct store_look look = look_at(d, d->path);
	assert_true(look.is_there);
	assert_true(look.is_open);
	assert_false(look.was_killed);
	assert_int_equal(look.version, known_migrations());
	assert_int_equal(look.known, known_migrations());
	store_close(store);
}

static void after_a_server_it_is_closed(void **state)
{
	struct database *d = *state;
	store_close(open_store(d->path));
	struct store_look look = look_at(d, d->path);
	assert_true(look.is_there);
	assert_false(look.is_open);
	assert_false(look.was_killed);
	assert_int_equal(look.version, known_migrations());
}

static void what_a_killed_server_left_is_told(void **state)
{
	struct database *d = *state;
	char to[120], from_log[120], to_log[130];
	snprintf(to, sizeof(to), "%s/killed.db", d->folder);
	snprintf(from_log, sizeof(from_log), "%s-wal", d->path);
	snprintf(to_log, sizeof(to_log), "%s-wal", to);
	struct store *store = open_store(d->path);
	copy(d->path, to);
	copy(from_log, to_log);
	store_close(store);
	assert_true(look_at(d, to).was_killed);
	assert_false(look_at(d, to).is_open);
}

static void any_name_is_a_path(void **state)
{
	struct database *d = *state;
	char path[160];
	snprintf(path, sizeof(path), "%s/a b%%41?mode=rw#c.db", d->folder);
	store_close(open_store(path));
	assert_true(look_at(d, path).is_there);
	assert_int_equal(look_at(d, path).version, known_migrations());
}

static void what_is_no_database_of_ours_is_refused(void **state)
{
	static const char junk[] = "this is no database, and it is longer than a hundred bytes: "
				   "that is what the head of a database takes, not less.";
	struct database *d = *state;
	struct err err;
	sqlite3 *sqlite;
	assert_int_equal(file_write(d->path, junk, sizeof(junk), &err), 0);
	refused(d, "not a database");
	assert_int_equal(unlink(d->path), 0);
	assert_int_equal(sqlite3_open(d->path, &sqlite), SQLITE_OK);
	sqlite3_exec(sqlite, "CREATE TABLE t (a)", NULL, NULL, NULL);
	sqlite3_close(sqlite);
	refused(d, "another program");
}

static void a_newer_database_is_refused(void **state)
{
	struct database *d = *state;
	sqlite3 *sqlite;
	store_close(open_store(d->path));
	assert_int_equal(sqlite3_open(d->path, &sqlite), SQLITE_OK);
	sqlite3_exec(sqlite, "PRAGMA journal_mode = DELETE; PRAGMA user_version = 999", NULL, NULL,
	             NULL);
	sqlite3_close(sqlite);
	refused(d, "newer");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, database_folder, database_remove)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_file_that_is_not_there_is_not_made),
		TEST(beside_a_server_its_last_commit_is_seen),
		TEST(after_a_server_it_is_closed),
		TEST(what_a_killed_server_left_is_told),
		TEST(any_name_is_a_path),
		TEST(what_is_no_database_of_ours_is_refused),
		TEST(a_newer_database_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
