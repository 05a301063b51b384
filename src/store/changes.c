/* SPDX-License-Identifier: ISC */
/*
 * Counters of what changes: see changes.h. SQLite tells of each row before it is written
 * (sqlite3_preupdate_hook): unlike its other hook, of tables WITHOUT ROWID too, and with the values
 * that were there.
 */
#define SQLITE_ENABLE_PREUPDATE_HOOK /* Debian's library has it; its header asks for this */
#include "store/changes.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "store/db.h"

enum thing { A_GAME, A_PERSON, BELONGINGS, AN_ADDRESS };
enum { TABLES_MAX = 32, COLUMNS_MAX = 8, NAME_BYTES = 32 };

struct changes {
	atomic_uint_fast64_t ended; /* transactions */
	atomic_uint_fast64_t counters[CHANGES_COUNTERS];
	/* Those that have columns which name things. */
	size_t table_count;
	struct table {
		char name[NAME_BYTES];
		size_t column_count;
		struct column {
			int index;
			bool is_key; /* of its row, whose value never changes */
			enum thing thing;
		} columns[COLUMNS_MAX];
	} tables[TABLES_MAX];
};

/* ---- Things ---- */

/* FNV-1a; who finds things that share a counter only has pages made more often. */
static size_t counter_of(enum thing thing, const void *bytes, size_t len)
{
	const unsigned char *b = bytes;
	uint64_t h = 0xcbf29ce484222325u + thing;
	for (size_t i = 0; i < len; i++)
		h = (h ^ b[i]) * 0x100000001b3u;
	return (size_t)((h ^ h >> 32) * 0x9e3779b97f4a7c15u >> 32) % CHANGES_COUNTERS;
}

static void add(struct reading *r, size_t counter)
{
	r->counters[counter / 64] |= UINT64_C(1) << counter % 64;
}

void reading_add_game(struct reading *r, const char *id)
{
	add(r, counter_of(A_GAME, id, strlen(id)));
}

void reading_add_person(struct reading *r, int64_t user_id)
{
	add(r, counter_of(A_PERSON, &user_id, sizeof(user_id)));
}

void reading_add_belongings(struct reading *r, int64_t user_id)
{
	add(r, counter_of(BELONGINGS, &user_id, sizeof(user_id)));
}

void reading_add_address(struct reading *r, const char *address)
{
	add(r, counter_of(AN_ADDRESS, address, strlen(address)));
}

void reading_add_part(struct reading *r, const struct reading *part)
{
	for (size_t i = 0; i < CHANGES_COUNTERS / 64; i++)
		r->counters[i] |= part->counters[i];
}

void reading_begin(struct reading *r, const struct changes *c)
{
	*r = (struct reading){.since = atomic_load(&c->ended)};
}

bool reading_holds(const struct reading *r, const struct changes *c)
{
	for (size_t i = 0; i < CHANGES_COUNTERS / 64; i++) {
		for (uint64_t left = r->counters[i]; left; left &= left - 1) {
			size_t counter = i * 64 + (size_t)__builtin_ctzll(left);
			if (atomic_load(&c->counters[counter]) > r->since)
				return false;
		}
	}
	return true;
}

/* ---- Rows ---- */

static void note_value(struct changes *c, enum thing thing, sqlite3_value *value)
{
	int64_t number;
	const void *bytes = &number;
	size_t len = sizeof(number);
	switch (sqlite3_value_type(value)) {
	case SQLITE_INTEGER:
		number = sqlite3_value_int64(value);
		break;
	case SQLITE_TEXT:
		bytes = sqlite3_value_text(value);
		len = (size_t)sqlite3_value_bytes(value);
		break;
	default:
		return;
	}
	atomic_store(&c->counters[counter_of(thing, bytes, len)], atomic_load(&c->ended) + 1);
}

static struct table *find_table(struct changes *c, const char *name)
{
	size_t i = 0;
	while (i < c->table_count && strcmp(c->tables[i].name, name) != 0)
		i++;
	return i < c->table_count ? &c->tables[i] : NULL;
}

/* What a row named, and what it names now. */
static void note_row(void *context, sqlite3 *sqlite, int operation, const char *schema,
                     const char *table, sqlite3_int64 key_before, sqlite3_int64 key)
{
	struct changes *c = context;
	const struct table *t = find_table(c, table);
	sqlite3_value *value;
	(void)schema, (void)key_before, (void)key;
	for (size_t i = 0; t && i < t->column_count; i++) {
		const struct column *column = &t->columns[i];
		bool is_kept = operation == SQLITE_UPDATE && column->is_key;
		if (operation != SQLITE_INSERT && !is_kept &&
		    sqlite3_preupdate_old(sqlite, column->index, &value) == SQLITE_OK)
			note_value(c, column->thing, value);
		if (operation != SQLITE_DELETE &&
		    sqlite3_preupdate_new(sqlite, column->index, &value) == SQLITE_OK)
			note_value(c, column->thing, value);
	}
}

void changes_end(struct changes *c)
{
	atomic_fetch_add(&c->ended, 1);
}

/*
 * All tables but three, which are left out to save time for each turn: moves and submissions change
 * with their game's row alone, and notices, which change at each step of a mail's way, are shown by
 * nothing that is kept.
 */
static void read_columns(struct changes *c, struct db *db)
{
	static const char *const things[] = {
		[A_GAME] = "game",
		[A_PERSON] = "person",
		[BELONGINGS] = "belongings",
		[AN_ADDRESS] = "address",
	};
	struct query q =
		QUERY(db, "SELECT t.name, c.cid, c.pk > 0,"
	                  " CASE WHEN t.name = 'games' AND c.pk THEN 'game'"
	                  "  WHEN t.name = 'users' AND c.pk THEN 'person'"
	                  "  WHEN f.\"table\" = 'games' THEN 'game'"
	                  "  WHEN f.\"table\" = 'users' THEN 'belongings'"
	                  "  WHEN c.name = 'address' THEN 'address' END AS thing"
	                  " FROM sqlite_schema AS t JOIN pragma_table_info(t.name) AS c"
	                  " LEFT JOIN pragma_foreign_key_list(t.name) AS f ON f.\"from\" = c.name"
	                  " WHERE t.type = 'table' AND thing IS NOT NULL"
	                  " AND t.name NOT IN ('moves', 'submissions', 'notices')");
	while (query_step(&q)) {
		char name[NAME_BYTES];
		get_text(&q, name, sizeof(name));
		struct table *t = find_table(c, name);
		if (!t) {
			assert(c->table_count < TABLES_MAX);
			t = &c->tables[c->table_count++];
			memcpy(t->name, name, sizeof(name));
		}
		assert(t->column_count < COLUMNS_MAX);
		struct column *column = &t->columns[t->column_count++];
		column->index = (int)get_int(&q);
		column->is_key = get_bool(&q);
		column->thing =
			(enum thing)get_word(&q, things, sizeof(things) / sizeof(things[0]));
	}
	query_end(&q);
}

int changes_watch(struct changes **out, struct db *db, struct err *err)
{
	struct changes *c = memory_resize(NULL, 1, sizeof(*c));
	memset(c, 0, sizeof(*c));
	if (db_exec(db, "BEGIN") == 0) {
		read_columns(c, db);
		db_exec(db, "COMMIT");
	}
	if (db->is_failed) {
		free(c);
		return err_set(err, "the database's schema can't be read");
	}
	sqlite3_preupdate_hook(db->sqlite, note_row, c);
	*out = c;
	return 0;
}

void changes_free(struct changes *c)
{
	free(c);
}
