/* SPDX-License-Identifier: ISC */
/*
 * A database for a test: a real file in a folder of its own under /tmp, gone afterwards. Tests of
 * rows work on one connection in one transaction, as a job of the writer does, without its thread:
 *
 *	static void an_address_is_found(void **state)
 *	{
 *		struct database *d = *state;
 *		address_insert(d->db, &(struct address){"ada@example.org", ...});
 *		rows(d, "SELECT address, user_id FROM addresses", "ada@example.org|1\n");
 *	}
 *	cmocka_unit_test_setup_teardown(an_address_is_found, database_begin, database_end)
 *
 * Tests of the store open one on d->path.
 */
#ifndef SUPPORT_DATABASE_H
#define SUPPORT_DATABASE_H

#include "store/db.h"
#include "store/games.h"

struct database {
	char folder[64];
	char path[96];
	struct db *db; /* NULL where a test only wants the folder */
};

/* Setup: an empty database with all migrations, a transaction begun. Teardown: commits, looks at
 * the plans of the statements that were used (none may read a table from end to end), removes the
 * folder. */
int database_begin(void **state);
int database_end(void **state);

/* Setup and teardown of the folder alone. */
int database_folder(void **state);
int database_remove(void **state);

/* What a statement gives, each row on a line, columns between bars: NULL as such, blobs as
 * hexadecimal. */
#define rows(d, sql, expected) rows_are((d)->db->sqlite, sql, expected, __FILE__, __LINE__)
void rows_are(sqlite3 *sqlite, const char *sql, const char *expected, const char *file, int line);

/* The statements since have failed; the connection is well again. */
#define fails(d) fails_at((d)->db, __FILE__, __LINE__)
void fails_at(struct db *db, const char *file, int line);

/* Rows for other rows to refer to. */
int64_t database_user(struct db *db, const char *name, bool is_guest);
int64_t database_signin(struct db *db, unsigned char secret, int64_t user_id, int64_t created_at);
struct game_row database_game(struct db *db, const char *id, int64_t owner_id);
struct seat_row database_seat(struct db *db, const char *id, int place, int64_t user_id);

#endif
