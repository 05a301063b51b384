/* SPDX-License-Identifier: ISC */
/*
 * Migrations: each once, whole or not at all, after a copy; and what the current schema promises.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "store/migrate.h"
#include "store/store.h"
#include "support/database.h"

#define FILE_OF(path, text)                                           \
	{                                                             \
		path, (const unsigned char *)(text), sizeof(text) - 1 \
	}
#define FIRST                        \
	FILE_OF("sql/001-first.sql", \
	        "CREATE TABLE t (a TEXT) STRICT; INSERT INTO t VALUES ('one');")
#define SECOND FILE_OF("sql/002-second.sql", "INSERT INTO t VALUES ('two');")
#define THIRD                        \
	FILE_OF("sql/003-third.sql", \
	        "INSERT INTO t VALUES ('three'); INSERT INTO nowhere VALUES (1);")
#define OTHER FILE_OF("data/safari.tiles", "no SQL")

static const struct embedded one[] = {OTHER, FIRST, {0}};
static const struct embedded two[] = {OTHER, FIRST, SECOND, {0}};
static const struct embedded broken[] = {OTHER, FIRST, SECOND, THIRD, {0}};

/* Opens the file, migrates it, closes it. 0, or -1 and *err. */
static int migrated(const struct database *d, const struct embedded *files, struct err *err)
{
	struct db *db;
	*err = (struct err){0};
	if (db_create_file(d->path, err) < 0 || db_open(&db, d->path, true, err) < 0)
		return -1;
	int rc = migrate(db, d->path, files, err);
	db_close(db);
	return rc;
}

static void run_sql(const char *path, const char *sql)
{
	sqlite3 *sqlite;
	assert_int_equal(sqlite3_open(path, &sqlite), SQLITE_OK);
	assert_int_equal(sqlite3_exec(sqlite, sql, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(sqlite);
}

static void file_is(const char *path, const char *rows_of_t, const char *version)
{
	sqlite3 *sqlite;
	assert_int_equal(sqlite3_open_v2(path, &sqlite, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
	rows_are(sqlite, "PRAGMA quick_check", "ok\n", __FILE__, __LINE__);
	rows_are(sqlite, "SELECT a FROM t", rows_of_t, __FILE__, __LINE__);
	rows_are(sqlite, "PRAGMA user_version", version, __FILE__, __LINE__);
	sqlite3_close(sqlite);
}

static const char *backup(const struct database *d, const char *number, char path[120])
{
	snprintf(path, 120, "%s.before-%s", d->path, number);
	return path;
}

static void a_new_file_gets_all_and_no_copy(void **state)
{
	struct database *d = *state;
	struct err err;
	char copy[120];
	assert_int_equal(migrated(d, two, &err), 0);
	file_is(d->path, "one\ntwo\n", "2\n");
	assert_int_equal(access(backup(d, "001", copy), F_OK), -1);
	assert_int_equal(access(backup(d, "002", copy), F_OK), -1);
}

static void what_was_applied_is_not_applied_again(void **state)
{
	struct database *d = *state;
	struct err err;
	assert_int_equal(migrated(d, two, &err), 0);
	assert_int_equal(migrated(d, two, &err), 0);
	file_is(d->path, "one\ntwo\n", "2\n");
}

static void an_older_file_is_copied_first(void **state)
{
	struct database *d = *state;
	struct err err;
	char copy[120];
	assert_int_equal(migrated(d, one, &err), 0);
	run_sql(d->path, "INSERT INTO t VALUES ('mine')");
	assert_int_equal(migrated(d, two, &err), 0);
	file_is(d->path, "one\nmine\ntwo\n", "2\n");
	file_is(backup(d, "002", copy), "one\nmine\n", "1\n");
}

static void a_copy_that_was_left_is_replaced(void **state)
{
	struct database *d = *state;
	struct err err;
	char copy[120];
	assert_int_equal(migrated(d, one, &err), 0);
	run_sql(backup(d, "002", copy), "CREATE TABLE left_over (a)");
	assert_int_equal(migrated(d, two, &err), 0);
	file_is(copy, "one\n", "1\n");
}

static void a_migration_that_fails_leaves_those_before(void **state)
{
	struct database *d = *state;
	struct err err;
	char copy[120];
	assert_int_equal(migrated(d, one, &err), 0);
	assert_int_equal(migrated(d, broken, &err), -1);
	assert_string_equal(err.text, "sql/003-third.sql: no such table: nowhere");
	file_is(d->path, "one\ntwo\n", "2\n");
	file_is(backup(d, "002", copy), "one\n", "1\n");
	/* The next start, with the mistake corrected, goes on from there. */
	static const struct embedded corrected[] = {
		FIRST, SECOND, FILE_OF("sql/003-third.sql", "INSERT INTO t VALUES ('3')"), {0}};
	assert_int_equal(migrated(d, corrected, &err), 0);
	file_is(d->path, "one\ntwo\n3\n", "3\n");
	file_is(backup(d, "003", copy), "one\ntwo\n", "2\n");
}

static void a_copy_that_cannot_be_made_stops_it(void **state)
{
	struct database *d = *state;
	struct err err;
	char copy[120];
	assert_int_equal(migrated(d, one, &err), 0);
	/* A folder stands where the copy would. */
	assert_int_equal(mkdir(backup(d, "002", copy), 0700), 0);
	assert_int_equal(migrated(d, two, &err), -1);
	assert_int_equal(strncmp(err.text, copy, strlen(copy)), 0);
	file_is(d->path, "one\n", "1\n");
	rmdir(copy);
}

static void a_newer_file_is_refused(void **state)
{
	struct database *d = *state;
	struct err err;
	char expected[250];
	assert_int_equal(migrated(d, two, &err), 0);
	assert_int_equal(migrated(d, one, &err), -1);
	snprintf(expected, sizeof(expected),
	         "%s: written by a newer slowsafari: its version is 2, this program knows 1",
	         d->path);
	assert_string_equal(err.text, expected);
	file_is(d->path, "one\ntwo\n", "2\n");
}

static void another_programs_file_is_refused(void **state)
{
	struct database *d = *state;
	struct err err;
	char expected[250];
	run_sql(d->path, "CREATE TABLE t (a TEXT); INSERT INTO t VALUES ('theirs')");
	assert_int_equal(migrated(d, two, &err), -1);
	snprintf(expected, sizeof(expected), "%s: the database of another program", d->path);
	assert_string_equal(err.text, expected);
	run_sql(d->path, "PRAGMA user_version = 1");
	assert_int_equal(migrated(d, two, &err), -1);
	assert_string_equal(err.text, expected);
	file_is(d->path, "theirs\n", "1\n");
}

static void what_is_no_database_is_refused(void **state)
{
	struct database *d = *state;
	struct store *store = NULL;
	struct err err = {0};
	char expected[250], junk[5000];
	memset(junk, 'j', sizeof(junk));
	FILE *f = fopen(d->path, "wb");
	assert_non_null(f);
	assert_int_equal(fwrite(junk, 1, sizeof(junk), f), sizeof(junk));
	fclose(f);
	assert_int_equal(store_open(&store, &(struct store_options){.path = d->path}, &err), -1);
	snprintf(expected, sizeof(expected), "%s: file is not a database", d->path);
	assert_string_equal(err.text, expected);
	assert_null(store);
}

/* A page in the middle of the file, overwritten. */
static void a_damaged_file_is_refused_when_it_is_checked(void **state)
{
	struct database *d = *state;
	struct store *store = NULL;
	struct err err = {0};
	char junk[4096], begin[160];
	memset(junk, 'j', sizeof(junk));
	assert_int_equal(store_open(&store, &(struct store_options){.path = d->path}, &err), 0);
	store_close(store);
	FILE *f = fopen(d->path, "r+b");
	assert_non_null(f);
	fseek(f, 5 * 4096, SEEK_SET);
	fwrite(junk, 1, sizeof(junk), f);
	fclose(f);
	struct store_options options = {.path = d->path, .is_checked = true};
	assert_int_equal(store_open(&store, &options, &err), -1);
	int n = snprintf(begin, sizeof(begin), "%s: damaged: ", d->path);
	assert_int_equal(strncmp(err.text, begin, (size_t)n), 0);
}

/* The first program wrote rows of what it did not mail yet. */
static void ends_of_games_of_long_ago_are_not_mailed(void **state)
{
	struct database *d = *state;
	struct err err;
	sqlite3 *sqlite;
	struct embedded first[] = {*embedded_find("sql/001-start.sql"), {0}};
	assert_int_equal(migrated(d, first, &err), 0);
	run_sql(d->path,
	        "INSERT INTO moves VALUES ('aaaaaaaa', 0, 0, 'clock', 1000000, 'draw', 1, x'00');"
	        "INSERT INTO notices (kind, game_id, rev, channel, due_at, created_at, state)"
	        " VALUES ('game over', 'aaaaaaaa', 1, 'mail', 827199, 1, 'waiting'),"
	        " ('game over', 'bbbbbbbb', 1, 'mail', 827200, 1, 'waiting'),"
	        " ('your turn', 'aaaaaaaa', 1, 'mail', 1, 1, 'waiting')");
	assert_int_equal(migrated(d, embedded_files, &err), 0);
	assert_int_equal(sqlite3_open_v2(d->path, &sqlite, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
	rows_are(sqlite, "SELECT state, settled_at, answer FROM notices",
	         "cancelled|827199|too old\nwaiting|NULL|NULL\nwaiting|NULL|NULL\n", __FILE__,
	         __LINE__);
	sqlite3_close(sqlite);
}

static void the_program_knows_its_own_migrations(void **state)
{
	struct database *d = *state;
	int64_t count = 0;
	char expected[24];
	for (const struct embedded *f = embedded_files; f->path; f++)
		count += strncmp(f->path, "sql/", 4) == 0;
	snprintf(expected, sizeof(expected), "%d\n", (int)count);
	rows(d, "PRAGMA user_version", expected);
	rows(d, "PRAGMA journal_mode", "wal\n");
	rows(d, "PRAGMA synchronous", "2\n");
	rows(d, "PRAGMA foreign_keys", "1\n");
	rows(d, "PRAGMA trusted_schema", "0\n");
	rows(d, "PRAGMA wal_autocheckpoint", "0\n");
	rows(d, "PRAGMA integrity_check", "ok\n");
}

static void every_table_is_strict(void **state)
{
	struct database *d = *state;
	rows(d,
	     "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND "
	     "strict = 0"
	     " AND name NOT LIKE 'sqlite_%'",
	     "");
}

static void the_schema_cannot_be_written_by_hand(void **state)
{
	struct database *d = *state;
	sqlite3_exec(d->db->sqlite, "PRAGMA writable_schema = 1", NULL, NULL, NULL);
	assert_int_equal(sqlite3_exec(d->db->sqlite, "DELETE FROM sqlite_schema", NULL, NULL, NULL),
	                 SQLITE_ERROR);
}

/* Else deleting a row would read the whole table that refers to it. Tile sets are never deleted. */
static void every_foreign_key_has_an_index(void **state)
{
	struct database *d = *state;
	rows(d,
	     "SELECT t.name, k.\"from\" FROM pragma_table_list AS t, "
	     "pragma_foreign_key_list(t.name) AS k"
	     " WHERE t.schema = 'main' AND k.\"table\" <> 'tilesets' AND NOT EXISTS"
	     " (SELECT 1 FROM pragma_index_list(t.name) AS i, pragma_index_info(i.name) AS c"
	     "  WHERE c.seqno = 0 AND c.name = k.\"from\")",
	     "");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, database_folder, database_remove)
#define TEST_OPEN(name) cmocka_unit_test_setup_teardown(name, database_begin, database_end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_new_file_gets_all_and_no_copy),
		TEST(what_was_applied_is_not_applied_again),
		TEST(an_older_file_is_copied_first),
		TEST(a_copy_that_was_left_is_replaced),
		TEST(a_migration_that_fails_leaves_those_before),
		TEST(a_copy_that_cannot_be_made_stops_it),
		TEST(a_newer_file_is_refused),
		TEST(another_programs_file_is_refused),
		TEST(what_is_no_database_is_refused),
		TEST(a_damaged_file_is_refused_when_it_is_checked),
		TEST(ends_of_games_of_long_ago_are_not_mailed),
		TEST_OPEN(the_program_knows_its_own_migrations),
		TEST_OPEN(every_table_is_strict),
		TEST_OPEN(the_schema_cannot_be_written_by_hand),
		TEST_OPEN(every_foreign_key_has_an_index),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
