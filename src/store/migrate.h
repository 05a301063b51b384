/* SPDX-License-Identifier: ISC */
/*
 * Bringing a database file up to what this program knows. Private to this folder.
 *
 * The migrations are the embedded files sql/NNN-*.sql, NNN from 001 without gaps; the file's
 * user_version is the number of the last one that was applied. Each runs in one transaction with
 * its number. There is no way back: the copy that was made before is.
 */
#ifndef STORE_MIGRATE_H
#define STORE_MIGRATE_H

#include "base/embedded.h"
#include "store/db.h"

struct migrate_version {
	bool is_new; /* nothing is in it yet */
	int applied; /* the number of its last migration, 0 for none */
	int known;   /* that of the last one among files[] */
};

/* What migrate() begins with; a connection that only reads will do. 0, or -1: the database is newer
 * than the program, belongs to another one, or is none. */
int migrate_version(sqlite3 *sqlite, const char *path, const struct embedded *files,
                    struct migrate_version *out, struct err *err);

/*
 * Applies those of files[] (ending with a NULL path; other paths are skipped) that the writer's
 * database at path lacks. A file that is not new is copied to path.before-NNN first, NNN being the
 * first one applied; an older copy of that name is replaced. 0, or -1: as migrate_version() has it,
 * or a migration failed, and then those before it stand.
 */
int migrate(struct db *db, const char *path, const struct embedded *files, struct err *err);

#endif
