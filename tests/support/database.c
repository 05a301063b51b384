/* SPDX-License-Identifier: ISC */
/*
 * Databases for tests: see database.h.
 */
#include "support/database.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/memory.h"
#include "store/migrate.h"
#include "store/people.h"

int database_folder(void **state)
{
	struct database *d = memory_resize(NULL, 1, sizeof(*d));
	*d = (struct database){.folder = "/tmp/slowsafari-test-XXXXXX"};
	if (!mkdtemp(d->folder))
		return -1;
	snprintf(d->path, sizeof(d->path), "%s/games.db", d->folder);
	*state = d;
	return 0;
}

int database_remove(void **state)
{
	struct database *d = *state;
	DIR *dir = opendir(d->folder);
	for (struct dirent *e; dir && (e = readdir(dir));) {
		char path[400];
		snprintf(path, sizeof(path), "%s/%s", d->folder, e->d_name);
		unlink(path);
	}
	if (dir)
		closedir(dir);
	int rc = rmdir(d->folder);
	free(d);
	return rc;
}

int database_begin(void **state)
{
	struct err err;
	if (database_folder(state) < 0)
		return -1;
	struct database *d = *state;
	if (db_create_file(d->path, &err) < 0 || db_open(&d->db, d->path, true, &err) < 0 ||
	    migrate(d->db, d->path, embedded_files, &err) < 0) {
		print_error("%s\n", err.text);
		return -1;
	}
	return db_exec(d->db, "BEGIN IMMEDIATE");
}

/* Once a day, over tables of people: they may be read whole. */
static bool may_scan(const char *sql)
{
	return strstr(sql, "FROM users AS guest") || strstr(sql, "FROM signins WHERE created_at <");
}

/* What a subquery or a view has found, by its name, is no table. */
static bool is_subquery(const char *name)
{
	static const char *const names[] = {"listed", "mine", "waiting", "hook_queue"};
	bool is_one = name[0] == '(';
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		is_one = is_one || strcmp(name, names[i]) == 0;
	return is_one;
}

static int look_at_plan(sqlite3 *sqlite, const char *sql)
{
	char explained[2000];
	sqlite3_stmt *stmt = NULL;
	int scans = 0;
	snprintf(explained, sizeof(explained), "EXPLAIN QUERY PLAN %s", sql);
	if (sqlite3_prepare_v2(sqlite, explained, -1, &stmt, NULL) != SQLITE_OK)
		return 0; /* BEGIN and its like have no plan */
	while (sqlite3_step(stmt) == SQLITE_ROW) {
		const char *step = (const char *)sqlite3_column_text(stmt, 3);
		if (strncmp(step, "SCAN ", 5) == 0 && !strstr(step, " USING ") &&
		    !is_subquery(step + 5) && strcmp(step + 5, "CONSTANT ROW") != 0) {
			print_error("%s: %s\n", step, sql);
			scans++;
		}
	}
	sqlite3_finalize(stmt);
	return scans;
}

int database_end(void **state)
{
	struct database *d = *state;
	int faults = d->db->is_failed || d->db->open_count > 0;
	for (size_t i = 0; i < DB_STATEMENTS_MAX; i++) {
		const char *sql = d->db->statements[i].sql;
		if (sql && !may_scan(sql))
			faults += look_at_plan(d->db->sqlite, sql);
	}
	faults += db_exec(d->db, "COMMIT") != 0;
	db_close(d->db);
	return database_remove(state) < 0 || faults ? -1 : 0;
}

static void add_value(struct text *t, sqlite3_stmt *stmt, int column)
{
	const unsigned char *bytes = sqlite3_column_blob(stmt, column);
	int len = sqlite3_column_bytes(stmt, column);
	switch (sqlite3_column_type(stmt, column)) {
	case SQLITE_NULL:
		text_add(t, "NULL");
		break;
	case SQLITE_BLOB:
		for (int i = 0; i < len; i++)
			text_printf(t, "%02x", bytes[i]);
		break;
	default:
		text_add(t, (const char *)sqlite3_column_text(stmt, column));
	}
}

void rows_are(sqlite3 *sqlite, const char *sql, const char *expected, const char *file, int line)
{
	struct text t;
	sqlite3_stmt *stmt = NULL;
	text_init(&t, 1 << 20);
	int rc = sqlite3_prepare_v2(sqlite, sql, -1, &stmt, NULL);
	while (rc == SQLITE_OK && sqlite3_step(stmt) == SQLITE_ROW) {
		for (int i = 0; i < sqlite3_column_count(stmt); i++) {
			text_add(&t, i ? "|" : "");
			add_value(&t, stmt, i);
		}
		text_add(&t, "\n");
	}
	rc = sqlite3_finalize(stmt);
	if (rc != SQLITE_OK)
		print_error("%s: %s\n", sql, sqlite3_errmsg(sqlite));
	_assert_string_equal(text_string(&t), expected, file, line);
	text_release(&t);
}

void fails_at(struct db *db, const char *file, int line)
{
	_assert_true(db->is_failed, "the statement fails", file, line);
	db->is_failed = false;
}

int64_t database_user(struct db *db, const char *name, bool is_guest)
{
	struct user u = {.is_guest = is_guest,
	                 .zone = "UTC",
	                 .standing_order = 2,
	                 .created_at = 100,
	                 .seen_at = 200};
	snprintf(u.name, sizeof(u.name), "%s", name);
	return user_insert(db, &u);
}

int64_t database_signin(struct db *db, unsigned char secret, int64_t user_id, int64_t created_at)
{
	struct signin s = {
		.address = "ada@example.org", .user_id = user_id, .next = "/g/aaaaaaaa?rev=3"};
	memset(s.link_hash, secret, HASH_BYTES);
	memset(s.browser_hash, secret + 1, HASH_BYTES);
	memset(s.code_hash, secret + 2, HASH_BYTES);
	memset(s.code_salt, secret + 3, sizeof(s.code_salt));
	s.created_at = created_at;
	s.expires_at = created_at + 600;
	s.tries_left = 5;
	return signin_insert(db, &s);
}

struct game_row database_game(struct db *db, const char *id, int64_t owner_id)
{
	static const char set[] =
		"5e75e75e75e75e75e75e75e75e75e75e75e75e75e75e75e75e75e75e75e75e75";
	struct game_row g = {.name = "Dusk", .owner_id = owner_id, .is_public = true, .rules = 1};
	snprintf(g.id, sizeof(g.id), "%s", id);
	snprintf(g.join_key, sizeof(g.join_key), "%s-key", id);
	snprintf(g.tileset, sizeof(g.tileset), "%s", set);
	snprintf(g.awaits, sizeof(g.awaits), "tokens");
	g.turn_s = 86400;
	g.grace_s = 60;
	g.created_at = 1000;
	g.seat_on_turn = -1;
	tileset_put(db, set, "safari", "tile", 4);
	game_insert(db, &g);
	return g;
}

struct seat_row database_seat(struct db *db, const char *id, int place, int64_t user_id)
{
	struct seat_row s = {
		.place = place, .user_id = user_id, .joined = -1, .color = -1, .seat = -1};
	snprintf(s.game_id, sizeof(s.game_id), "%s", id);
	seat_insert(db, &s);
	return s;
}
