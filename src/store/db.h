/* SPDX-License-Identifier: ISC */
/*
 * A connection to SQLite and the statements that run on it. Private to this folder, and the only
 * header that shows sqlite3.h. It does not know what rows mean, nor who commits: that is writer.h.
 *
 * A statement is compiled once for each connection and kept under the address of its text, which is
 * a literal that stands where it is used. Parameters are bound and columns read in their order:
 *
 *	struct query q = QUERY(db, "SELECT name, seen_at FROM users WHERE id = ?");
 *	put_int(&q, id);
 *	bool is_there = query_step(&q);
 *	if (is_there) {
 *		get_text(&q, out->name, sizeof(out->name));
 *		out->seen_at = get_int(&q);
 *	}
 *	query_end(&q);
 *
 * Nothing here answers an error. What fails marks the connection (is_failed) and is logged; from
 * then until the next transaction, or the next job, every statement does nothing and finds nothing.
 */
#ifndef STORE_DB_H
#define STORE_DB_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/text.h"

enum { DB_STATEMENTS_MAX = 256 };
#define DB_NONE_DUE INT64_MAX

struct db {
	sqlite3 *sqlite;
	bool is_failed;
	unsigned open_count; /* queries begun and not ended */
	unsigned statement_count;
	int wal_pages;   /* of the writer: in the log after the last commit */
	int64_t due_at;  /* the earliest notice of the transaction; DB_NONE_DUE */
	struct db *next; /* in the pool of readers */
	struct db_statement {
		const char *sql; /* NULL: free */
		sqlite3_stmt *stmt;
	} statements[DB_STATEMENTS_MAX]; /* by hash of the text's address, open addressing */
};

/*
 * Opens a file that there is. The writer's connection makes it a WAL database and never checkpoints
 * by itself; a reader's cannot write. 0, or -1 and *out is untouched.
 */
int db_open(struct db **out, const char *path, bool is_writer, struct err *err);

/* Every query has ended. NULL is allowed. */
void db_close(struct db *db);

/* Makes a file that others cannot read, unless there is one. 0, or -1. */
int db_create_file(const char *path, struct err *err);

/* Runs BEGIN, COMMIT and their like: no parameters, no rows, a literal. 0, or -1, logged. */
int db_exec(struct db *db, const char *sql);

/* Is a transaction open? SQLite itself rolls back when the disk is full. */
bool db_is_open(const struct db *db);

/* err_set() with the path and what SQLite said last. */
int db_err(struct db *db, const char *path, struct err *err);

/* Logs what went wrong in one line and marks the connection. Aborts when memory ran out. */
void db_fail(struct db *db, const char *caller, const char *reason);

/* The transaction adds a notice that is due then: see store_watch(). */
void db_notice_due(struct db *db, int64_t due_at);

/* A statement under way. A plain value; ended in the function that began it. */
struct query {
	struct db *db;
	sqlite3_stmt *stmt; /* NULL when it could not begin */
	const char *caller;
	int put, got; /* parameters bound, columns read */
};

/* Begins one; sql is a literal. Outside of a transaction it aborts and names its caller. */
#define QUERY(db, sql) query_begin(db, "" sql "", __func__)
struct query query_begin(struct db *db, const char *sql, const char *caller);

/* The next row. False at the end, and on failure. */
bool query_step(struct query *q);
void query_end(struct query *q);

/* Runs one that gives no rows, ends it; answers how many rows it changed. */
unsigned query_run(struct query *q);

/* Likewise, for INSERT; answers the new rowid, 0 on failure. */
int64_t query_insert(struct query *q);

/* Likewise, for a SELECT of one number: that number, or 0. */
int64_t query_number(struct query *q);

/* What is bound must live until the query ends. */
void put_int(struct query *q, int64_t value);
void put_int_unless(struct query *q, int64_t value, int64_t none); /* NULL when it is none */
void put_text(struct query *q, const char *text);
void put_text_or_null(struct query *q, const char *text);      /* NULL for "" */
void put_blob(struct query *q, const void *bytes, size_t len); /* NULL for NULL */

int64_t get_int(struct query *q);
int64_t get_int_or(struct query *q, int64_t none); /* none for NULL */
bool get_bool(struct query *q);
/* "" for NULL. A text or blob that does not fit fails: this program did not write it. */
void get_text(struct query *q, char *out, size_t size);
bool is_text(struct query *q, const char *text);       /* is it that one? NULL is none */
bool get_blob(struct query *q, void *out, size_t len); /* false for NULL, and *out is untouched */
void get_bytes(struct query *q, struct text *out);     /* appends a text or blob of any length */

/* Enums that stand in columns as words: the index of a word in words[count]. */
unsigned get_word(struct query *q, const char *const *words, unsigned count);

#endif
