/* SPDX-License-Identifier: ISC */
/*
 * Statements: compiled once, bound, stepped, reset (db.h). No text of one stands here.
 */
#include "store/db.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The place of a text in the table: where it stands, or where it would. */
static struct db_statement *find(struct db *db, const char *sql)
{
	size_t at = (size_t)((uintptr_t)sql * 0x9e3779b97f4a7c15u >> 48);
	for (;; at++) {
		struct db_statement *s = &db->statements[at % DB_STATEMENTS_MAX];
		if (!s->sql || s->sql == sql)
			return s;
	}
}

/* The compiled statement, or NULL and the connection has failed. */
static sqlite3_stmt *compile(struct db *db, const char *sql, const char *caller)
{
	struct db_statement *s = find(db, sql);
	if (s->sql)
		return s->stmt;
	int rc = sqlite3_prepare_v3(db->sqlite, sql, -1, SQLITE_PREPARE_PERSISTENT, &s->stmt, NULL);
	if (rc != SQLITE_OK) {
		db_fail(db, caller, sqlite3_errmsg(db->sqlite));
		assert(rc != SQLITE_ERROR); /* the text itself is wrong */
		return NULL;
	}
	s->sql = sql;
	db->statement_count++;
	/* One place stays free, so that find() ends. */
	assert(db->statement_count < DB_STATEMENTS_MAX);
	return s->stmt;
}

int db_exec(struct db *db, const char *sql)
{
	sqlite3_stmt *stmt = compile(db, sql, sql);
	if (!stmt)
		return -1;
	int rc = sqlite3_step(stmt);
	if (rc != SQLITE_DONE && rc != SQLITE_ROW)
		db_fail(db, sql, sqlite3_errmsg(db->sqlite));
	sqlite3_reset(stmt);
	return rc == SQLITE_DONE || rc == SQLITE_ROW ? 0 : -1;
}

struct query query_begin(struct db *db, const char *sql, const char *caller)
{
	struct query q = {.db = db, .caller = caller};
	if (db->is_failed)
		return q;
	if (!db_is_open(db)) {
		fprintf(stderr, "store: %s: a statement outside of a transaction\n", caller);
		abort();
	}
	q.stmt = compile(db, sql, caller);
	if (q.stmt) {
		assert(!sqlite3_stmt_busy(q.stmt));
		db->open_count++;
	}
	return q;
}

bool query_step(struct query *q)
{
	if (!q->stmt || q->db->is_failed)
		return false;
	assert(q->put == sqlite3_bind_parameter_count(q->stmt));
	q->got = 0;
	int rc = sqlite3_step(q->stmt);
	if (rc != SQLITE_ROW && rc != SQLITE_DONE)
		db_fail(q->db, q->caller, sqlite3_errmsg(q->db->sqlite));
	return rc == SQLITE_ROW;
}

void query_end(struct query *q)
{
	if (!q->stmt)
		return;
	sqlite3_reset(q->stmt);
	sqlite3_clear_bindings(q->stmt);
	q->stmt = NULL;
	q->db->open_count--;
}

unsigned query_run(struct query *q)
{
	bool has_row = query_step(q);
	assert(!has_row);
	(void)has_row;
	unsigned changed = q->stmt && !q->db->is_failed ? (unsigned)sqlite3_changes(q->db->sqlite)
	                                                : 0;
	query_end(q);
	return changed;
}

int64_t query_insert(struct query *q)
{
	return query_run(q) ? sqlite3_last_insert_rowid(q->db->sqlite) : 0;
}

int64_t query_number(struct query *q)
{
	int64_t number = query_step(q) ? get_int_or(q, 0) : 0;
	query_end(q);
	return number;
}

/* Binding can fail only for want of memory, or as a bug: too many parameters. */
static void bound(struct query *q, int rc)
{
	if (rc != SQLITE_OK)
		db_fail(q->db, q->caller, sqlite3_errstr(rc));
	assert(rc != SQLITE_RANGE);
}

void put_int(struct query *q, int64_t value)
{
	if (q->stmt)
		bound(q, sqlite3_bind_int64(q->stmt, ++q->put, value));
}

void put_int_unless(struct query *q, int64_t value, int64_t none)
{
	if (value == none)
		put_blob(q, NULL, 0);
	else
		put_int(q, value);
}

void put_text(struct query *q, const char *text)
{
	if (q->stmt)
		bound(q, sqlite3_bind_text64(q->stmt, ++q->put, text, strlen(text), SQLITE_STATIC,
		                             SQLITE_UTF8));
}

void put_text_or_null(struct query *q, const char *text)
{
	if (text[0])
		put_text(q, text);
	else
		put_blob(q, NULL, 0);
}

void put_blob(struct query *q, const void *bytes, size_t len)
{
	if (q->stmt)
		bound(q, sqlite3_bind_blob64(q->stmt, ++q->put, bytes, len, SQLITE_STATIC));
}

/* The next column's index. */
static int next(struct query *q)
{
	assert(q->got < sqlite3_data_count(q->stmt));
	return q->got++;
}

int64_t get_int(struct query *q)
{
	return sqlite3_column_int64(q->stmt, next(q));
}

int64_t get_int_or(struct query *q, int64_t none)
{
	int column = next(q);
	bool is_null = sqlite3_column_type(q->stmt, column) == SQLITE_NULL;
	return is_null ? none : sqlite3_column_int64(q->stmt, column);
}

bool get_bool(struct query *q)
{
	return get_int(q) != 0;
}

void get_text(struct query *q, char *out, size_t size)
{
	int column = next(q);
	const char *text = (const char *)sqlite3_column_text(q->stmt, column);
	size_t len = (size_t)sqlite3_column_bytes(q->stmt, column);
	out[0] = '\0';
	if (len >= size)
		db_fail(q->db, q->caller,
		        "a text in the database is longer than any that was put there");
	else if (text)
		memcpy(out, text, len + 1);
}

bool is_text(struct query *q, const char *text)
{
	const char *there = (const char *)sqlite3_column_text(q->stmt, next(q));
	return there && strcmp(there, text) == 0;
}

bool get_blob(struct query *q, void *out, size_t len)
{
	int column = next(q);
	const void *bytes = sqlite3_column_blob(q->stmt, column);
	if (!bytes)
		return false;
	if ((size_t)sqlite3_column_bytes(q->stmt, column) == len)
		memcpy(out, bytes, len);
	else
		db_fail(q->db, q->caller,
		        "a blob in the database is of another length than any that was put there");
	return true;
}

void get_bytes(struct query *q, struct text *out)
{
	int column = next(q);
	const void *bytes = sqlite3_column_blob(q->stmt, column);
	if (bytes)
		text_add_bytes(out, bytes, (size_t)sqlite3_column_bytes(q->stmt, column));
}

unsigned get_word(struct query *q, const char *const *words, unsigned count)
{
	char word[24];
	get_text(q, word, sizeof(word));
	for (unsigned i = 0; i < count; i++)
		if (strcmp(word, words[i]) == 0)
			return i;
	db_fail(q->db, q->caller, "a word in the database is none of those that are put there");
	return 0;
}
