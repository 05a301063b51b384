/* SPDX-License-Identifier: ISC */
/*
 * Migrations: see migrate.h. What they say stands in sql/.
 */
#include "store/migrate.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Tells this program's files from other programs': "Safr". */
enum { APPLICATION_ID = 0x53616672 };

static bool is_migration(const struct embedded *file)
{
	return strncmp(file->path, "sql/", 4) == 0;
}

/* The first number that a statement gives. 0, or -1. */
static int ask(sqlite3 *sqlite, const char *sql, int64_t *out)
{
	sqlite3_stmt *stmt = NULL;
	int rc = sqlite3_prepare_v2(sqlite, sql, -1, &stmt, NULL);
	if (rc == SQLITE_OK)
		rc = sqlite3_step(stmt);
	if (rc == SQLITE_ROW)
		*out = sqlite3_column_int64(stmt, 0);
	sqlite3_finalize(stmt);
	return rc == SQLITE_ROW ? 0 : -1;
}

static int count_migrations(const struct embedded *files)
{
	int count = 0;
	for (const struct embedded *f = files; f->path; f++)
		if (is_migration(f)) {
			count++;
			assert(strtol(f->path + 4, NULL, 10) == count);
		}
	return count;
}

/* The backup interface rather than VACUUM INTO: the copy is on the disk when it is closed. */
static int back_up(struct db *db, const char *path, int number, struct err *err)
{
	char to[4096];
	int n = snprintf(to, sizeof(to), "%s.before-%03d", path, number);
	if (n < 0 || (size_t)n >= sizeof(to))
		return err_set(err, "%s: the path is too long", path);
	/* Left by a start that failed before the migration was committed: what is there now is
	 * newer. */
	unlink(to);
	if (db_create_file(to, err) < 0)
		return -1;
	sqlite3 *copy = NULL;
	int rc = sqlite3_open_v2(to, &copy, SQLITE_OPEN_READWRITE, NULL);
	sqlite3_backup *backup =
		rc == SQLITE_OK ? sqlite3_backup_init(copy, "main", db->sqlite, "main") : NULL;
	if (backup) {
		sqlite3_backup_step(backup, -1);
		rc = sqlite3_backup_finish(backup);
	} else {
		rc = sqlite3_errcode(copy);
	}
	int closed = sqlite3_close(copy);
	if (rc == SQLITE_OK)
		rc = closed;
	return rc == SQLITE_OK ? 0 : err_set(err, "%s: %s", to, sqlite3_errstr(rc));
}

static int apply(struct db *db, const struct embedded *file, int number, struct err *err)
{
	char end[120];
	snprintf(end, sizeof(end), "PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT",
	         APPLICATION_ID, number);
	const char *steps[] = {"BEGIN IMMEDIATE", (const char *)file->data, end};
	for (size_t i = 0; i < 3; i++)
		if (sqlite3_exec(db->sqlite, steps[i], NULL, NULL, NULL) != SQLITE_OK) {
			db_err(db, file->path, err);
			if (db_is_open(db))
				sqlite3_exec(db->sqlite, "ROLLBACK", NULL, NULL, NULL);
			return -1;
		}
	return 0;
}

int migrate_version(sqlite3 *sqlite, const char *path, const struct embedded *files,
                    struct migrate_version *out, struct err *err)
{
	int64_t version, owner, tables;
	if (ask(sqlite, "PRAGMA user_version", &version) < 0 ||
	    ask(sqlite, "PRAGMA application_id", &owner) < 0 ||
	    ask(sqlite, "SELECT count(*) FROM sqlite_schema", &tables) < 0)
		return err_set(err, "%s: %s", path, sqlite3_errmsg(sqlite));
	int known = count_migrations(files);
	bool is_new = version == 0 && owner == 0 && tables == 0;
	if (!is_new && owner != APPLICATION_ID)
		return err_set(err, "%s: the database of another program", path);
	if (version > known)
		return err_set(err,
		               "%s: written by a newer slowsafari: its version is %lld,"
		               " this program knows %d",
		               path, (long long)version, known);
	*out = (struct migrate_version){is_new, (int)version, known};
	return 0;
}

int migrate(struct db *db, const char *path, const struct embedded *files, struct err *err)
{
	struct migrate_version at;
	if (migrate_version(db->sqlite, path, files, &at, err) < 0)
		return -1;
	int number = 0;
	for (const struct embedded *f = files; f->path; f++) {
		if (!is_migration(f) || ++number <= at.applied)
			continue;
		if (!at.is_new && number == at.applied + 1 && back_up(db, path, number, err) < 0)
			return -1;
		if (apply(db, f, number, err) < 0)
			return -1;
	}
	return 0;
}
