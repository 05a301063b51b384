/* SPDX-License-Identifier: ISC */
/*
 * What was read holds until a row that it names is written, by whatever statement, in whatever
 * table; and not a moment longer than until others can see that row.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "store/changes.h"
#include "store/db.h"
#include "store/store.h"
#include "support/database.h"

enum { SOMEBODY = 987654321 };
#define SOMETHING "k7m2p9qd"

/* Two games of Ada, who sits in both, one of them with Ben. */
enum { ADA = 1, BEN, CLEO };
#define ONE "aaaaaaaa"
#define OTHER "bbbbbbbb"

struct party {
	void *database;
	struct store *store;
};

static int add_rows(struct db *db, void *context)
{
	(void)context;
	assert_int_equal(database_user(db, "Ada", false), ADA);
	assert_int_equal(database_user(db, "Ben", false), BEN);
	assert_int_equal(database_user(db, "Cleo", false), CLEO);
	database_game(db, ONE, ADA);
	database_seat(db, ONE, 0, ADA);
	database_seat(db, ONE, 1, BEN);
	database_game(db, OTHER, ADA);
	database_seat(db, OTHER, 0, ADA);
	return 0;
}

static int open_party(void **state)
{
	static struct party p;
	struct err err;
	if (database_folder(&p.database))
		return -1;
	const struct database *d = p.database;
	if (store_open(&p.store, &(struct store_options){.path = d->path}, &err))
		fail_msg("%s", err.text);
	*state = &p;
	return store_write(p.store, add_rows, NULL) == STORE_OK ? 0 : -1;
}

static int close_party(void **state)
{
	struct party *p = *state;
	store_close(p->store);
	return database_remove(&p->database);
}

static const struct changes *changes_of(const struct party *p)
{
	return store_changes(p->store);
}

static bool holds(const struct party *p, const struct reading *r)
{
	return reading_holds(r, changes_of(p));
}

static void run(sqlite3 *sqlite, const char *sql)
{
	char *said = NULL;
	if (sqlite3_exec(sqlite, sql, NULL, NULL, &said) != SQLITE_OK)
		fail_msg("%s: %s", sql, said);
}

static int run_job(struct db *db, void *context)
{
	const char *const *sql = context;
	run(db->sqlite, *sql);
	return 0;
}

static void commit(const struct party *p, const char *sql)
{
	assert_int_equal(store_write(p->store, run_job, &sql), STORE_OK);
}

/* ---- Each column of each table ---- */

struct naming {
	char table[40], column[40];
	bool is_text;
};

/* A job: a row with that value in that column, and something in all others; then it is refused, so
 * that nobody has to ask whether such a row makes sense. */
static int insert_row(struct db *db, void *context)
{
	const struct naming *n = context;
	struct text sql;
	sqlite3_stmt *columns;
	const char *comma = "";
	text_init(&sql, 4096);
	run(db->sqlite, "PRAGMA defer_foreign_keys = ON; PRAGMA ignore_check_constraints = ON");
	assert_int_equal(sqlite3_prepare_v2(db->sqlite,
	                                    "SELECT name, type FROM pragma_table_info(?)", -1,
	                                    &columns, NULL),
	                 SQLITE_OK);
	sqlite3_bind_text(columns, 1, n->table, -1, SQLITE_STATIC);
	text_printf(&sql, "INSERT INTO %s VALUES (", n->table);
	while (sqlite3_step(columns) == SQLITE_ROW) {
		const char *name = (const char *)sqlite3_column_text(columns, 0),
			   *type = (const char *)sqlite3_column_text(columns, 1);
		text_add(&sql, comma);
		comma = ", ";
		if (strcmp(name, n->column) == 0 && n->is_text)
			text_add(&sql, "'" SOMETHING "'");
		else if (strcmp(name, n->column) == 0)
			text_printf(&sql, "%d", SOMEBODY);
		else
			text_add(&sql, strcmp(type, "INTEGER") == 0 ? "4711"
			               : strcmp(type, "TEXT") == 0  ? "'else'"
			                                            : "x'e15e'");
	}
	text_add(&sql, ")");
	sqlite3_finalize(columns);
	run(db->sqlite, text_string(&sql));
	run(db->sqlite, "PRAGMA ignore_check_constraints = OFF");
	text_release(&sql);
	return -1;
}

/* By their names, which a new table will choose like those before it. */
#define NAMING_COLUMNS                                                                      \
	"SELECT t.name, c.name, c.type = 'TEXT' FROM sqlite_schema AS t"                    \
	" JOIN pragma_table_info(t.name) AS c WHERE t.type = 'table'"                       \
	" AND t.name NOT IN ('moves', 'submissions', 'notices')"                            \
	" AND (c.name LIKE '%game_id' OR c.name LIKE '%user_id' OR c.name LIKE '%owner_id'" \
	"  OR c.name LIKE '%address' AND t.name <> 'users' OR c.name = 'rematch_of'"        \
	"  OR c.name = 'id' AND t.name IN ('users', 'games'))"

static void a_row_changes_what_it_names_in_every_table(void **state)
{
	struct party *p = *state;
	const struct database *d = p->database;
	sqlite3 *sqlite;
	sqlite3_stmt *columns;
	unsigned count = 0;
	assert_int_equal(sqlite3_open_v2(d->path, &sqlite, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_prepare_v2(sqlite, NAMING_COLUMNS, -1, &columns, NULL), SQLITE_OK);
	while (sqlite3_step(columns) == SQLITE_ROW) {
		struct naming n = {.is_text = sqlite3_column_int(columns, 2) != 0};
		struct reading r;
		snprintf(n.table, sizeof(n.table), "%s", sqlite3_column_text(columns, 0));
		snprintf(n.column, sizeof(n.column), "%s", sqlite3_column_text(columns, 1));
		reading_begin(&r, changes_of(p));
		if (strstr(n.column, "address"))
			reading_add_address(&r, SOMETHING);
		else if (n.is_text)
			reading_add_game(&r, SOMETHING);
		else if (strcmp(n.column, "id") == 0)
			reading_add_person(&r, SOMEBODY);
		else
			reading_add_belongings(&r, SOMEBODY);
		assert_true(holds(p, &r));
		assert_int_equal(store_write(p->store, insert_row, &n), STORE_REFUSED);
		if (holds(p, &r))
			fail_msg("%s.%s", n.table, n.column);
		count++;
	}
	sqlite3_finalize(columns);
	sqlite3_close(sqlite);
	assert_in_range(count, 15, 99);
}

/* ---- Rows that were there ---- */

struct things {
	struct reading game, person, belongings;
};

static void begin(const struct party *p, struct things *t, const char *game_id, int64_t user_id)
{
	reading_begin(&t->game, changes_of(p));
	t->person = t->belongings = t->game;
	reading_add_game(&t->game, game_id);
	reading_add_person(&t->person, user_id);
	reading_add_belongings(&t->belongings, user_id);
}

static void a_row_changes_what_it_named_before(void **state)
{
	struct party *p = *state;
	struct things ada, ben;
	begin(p, &ada, ONE, ADA);
	begin(p, &ben, ONE, BEN);
	commit(p, "UPDATE seats SET user_id = NULL WHERE user_id = 2");
	assert_true(holds(p, &ada.belongings));
	assert_false(holds(p, &ben.belongings));
	assert_true(holds(p, &ben.person));
	assert_false(holds(p, &ben.game));

	begin(p, &ada, OTHER, ADA);
	commit(p, "DELETE FROM seats WHERE game_id = '" OTHER "'");
	assert_false(holds(p, &ada.belongings));
	assert_false(holds(p, &ada.game));
	assert_true(holds(p, &ada.person));
}

static void what_no_row_names_holds(void **state)
{
	struct party *p = *state;
	struct things here, there, whole;
	begin(p, &here, ONE, BEN);
	begin(p, &there, OTHER, CLEO);
	whole = there;
	reading_add_part(&whole.game, &here.game);
	commit(p, "UPDATE games SET rev = rev + 1 WHERE id = '" ONE "'");
	assert_false(holds(p, &here.game));
	assert_true(holds(p, &here.belongings));
	assert_true(holds(p, &here.person));
	assert_true(holds(p, &there.game));
	assert_true(holds(p, &there.belongings));
	assert_false(holds(p, &whole.game));
	begin(p, &here, ONE, BEN);
	assert_true(holds(p, &here.game));
	commit(p, "UPDATE users SET name = 'Benno' WHERE id = 2");
	assert_false(holds(p, &here.person));
	assert_true(holds(p, &here.belongings));
	assert_true(holds(p, &there.person));
}

/* ---- The moment ---- */

struct meanwhile {
	const struct party *p;
	struct reading before, during;
};

static int rename_somebody(struct db *db, void *context)
{
	struct meanwhile *m = context;
	assert_true(holds(m->p, &m->before));
	run(db->sqlite, "UPDATE users SET name = 'Cleo' WHERE id = 1");
	assert_false(holds(m->p, &m->before));
	reading_begin(&m->during, changes_of(m->p));
	reading_add_person(&m->during, 1);
	return 0;
}

static void nothing_holds_from_before_a_commit_to_after_it(void **state)
{
	struct party *p = *state;
	struct meanwhile m = {.p = p};
	reading_begin(&m.before, changes_of(p));
	reading_add_person(&m.before, 1);
	assert_int_equal(store_write(p->store, rename_somebody, &m), STORE_OK);
	assert_false(holds(p, &m.during));
	reading_begin(&m.during, changes_of(p));
	reading_add_person(&m.during, 1);
	assert_true(holds(p, &m.during));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_row_changes_what_it_names_in_every_table,
	                                        open_party, close_party),
		cmocka_unit_test_setup_teardown(a_row_changes_what_it_named_before, open_party,
	                                        close_party),
		cmocka_unit_test_setup_teardown(what_no_row_names_holds, open_party, close_party),
		cmocka_unit_test_setup_teardown(nothing_holds_from_before_a_commit_to_after_it,
	                                        open_party, close_party),
	};
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
