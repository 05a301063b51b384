/* SPDX-License-Identifier: ISC */
/*
 * Connections to SQLite: see db.h. How they are set up is here, what is run on them is not.
 */
#include "store/db.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "base/memory.h"
#include "store/log_file.h"

enum {
	BUSY_MS = 10000, /* only recovering the log after a crash keeps others waiting */
	UNDO_BYTES = (1 << 17) - 1,
};

int db_err(struct db *db, const char *path, struct err *err)
{
	return err_set(err, "%s: %s", path, sqlite3_errmsg(db->sqlite));
}

void db_fail(struct db *db, const char *caller, const char *reason)
{
	log_event("store", "%s: %s", caller, reason);
	if (sqlite3_errcode(db->sqlite) == SQLITE_NOMEM)
		abort();
	db->is_failed = true;
}

bool db_is_open(const struct db *db)
{
	return !sqlite3_get_autocommit(db->sqlite);
}

int db_create_file(const char *path, struct err *err)
{
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (fd < 0)
		return err_set(err, "%s: %s", path, strerror(errno));
	close(fd);
	return 0;
}

static int note_wal_pages(void *context, sqlite3 *sqlite, const char *schema, int pages)
{
	struct db *db = context;
	(void)sqlite, (void)schema;
	db->wal_pages = pages;
	return SQLITE_OK;
}

/*
 * Takes effect before the first connection only; later SQLite refuses it, which is well. Nobody
 * asks how much memory there is in use, and counting takes a lock that all threads share. What
 * undoes a savepoint lies in memory in one piece, not in a hundred; a job that changes more pages
 * than that leaves it in a temporary file. SQLite 3.40 writes the piece there in one go, of which
 * it takes the length modulo 128 KiB: a larger one ends in "database or disk is full".
 */
static void configure_library(void)
{
	sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
	sqlite3_config(SQLITE_CONFIG_STMTJRNL_SPILL, UNDO_BYTES);
}

static void configure(sqlite3 *sqlite, bool is_writer)
{
	const struct {
		int option, value;
	} options[] = {
		{SQLITE_DBCONFIG_DEFENSIVE, 1},
		{SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
		{SQLITE_DBCONFIG_ENABLE_FKEY, 1},
		{SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
		{SQLITE_DBCONFIG_DQS_DML, 0},
		{SQLITE_DBCONFIG_DQS_DDL, 0},
		{SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, !is_writer},
	};
	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
		int is_set = -1;
		sqlite3_db_config(sqlite, options[i].option, options[i].value, &is_set);
		assert(is_set == options[i].value);
	}
	sqlite3_extended_result_codes(sqlite, 1);
	sqlite3_busy_timeout(sqlite, BUSY_MS);
	sqlite3_wal_autocheckpoint(sqlite, 0);
}

int db_open(struct db **out, const char *path, bool is_writer, struct err *err)
{
	struct db *db = memory_resize(NULL, 1, sizeof(*db));
	*db = (struct db){.due_at = DB_NONE_DUE};
	configure_library();
	int flags = is_writer ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY;
	if (sqlite3_open_v2(path, &db->sqlite, flags | SQLITE_OPEN_NOMUTEX,
	                    is_writer ? log_file_vfs() : NULL) != SQLITE_OK)
		goto failed;
	configure(db->sqlite, is_writer);
	if (is_writer && sqlite3_db_readonly(db->sqlite, "main")) {
		err_set(err, "%s: cannot be written", path);
		goto closed;
	}
	/* synchronous = FULL: a commit is on the disk. The writer's pages stay in memory, 16 MiB of
	 * them; a reader's are stale after the next commit. What a reader sorts stays there too. */
	if (sqlite3_exec(db->sqlite,
	                 is_writer ? "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
	                             " PRAGMA cache_size = -16384"
	                           : "PRAGMA temp_store = MEMORY",
	                 NULL, NULL, NULL) != SQLITE_OK)
		goto failed;
	if (is_writer)
		sqlite3_wal_hook(db->sqlite, note_wal_pages, db);
	*out = db;
	return 0;
failed:
	db_err(db, path, err);
closed:
	db_close(db);
	return -1;
}

void db_notice_due(struct db *db, int64_t due_at)
{
	if (due_at < db->due_at)
		db->due_at = due_at;
}

void db_close(struct db *db)
{
	if (!db)
		return;
	assert(db->open_count == 0);
	for (size_t i = 0; i < DB_STATEMENTS_MAX; i++)
		sqlite3_finalize(db->statements[i].stmt);
	int rc = sqlite3_close(db->sqlite);
	assert(rc == SQLITE_OK);
	(void)rc;
	free(db);
}
