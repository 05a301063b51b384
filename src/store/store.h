/* SPDX-License-Identifier: ISC */
/*
 * The database: one SQLite file, one connection that writes, a pool of connections that read. It
 * knows rows, not rules: what they mean is app's business. Nothing outside this folder sees SQLite.
 *
 * Whoever wants to write hands the writer thread a job and waits. The writer runs the jobs that
 * wait, each in its own savepoint, in one transaction, commits once, durably, and wakes them; so
 * many share one sync. A job does nothing slow and touches nothing but its db and its context. When
 * store_write() answers STORE_OK, the job's rows are on the disk.
 *
 * Reading is by snapshot: between store_read() and store_read_done() nothing changes.
 */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct changes;
struct store;
struct db; /* a connection in a transaction: in a job the writer's, between read and done a reader's
            */

struct store_options {
	const char *path; /* of the database file; its folder must exist */
	unsigned readers; /* connections for reading; 0: 8 */
	bool is_checked;  /* the whole file is checked first (PRAGMA quick_check) */
};

/*
 * Opens the file, takes its lock (path.lock; a second program is refused), applies the migrations
 * that it lacks (sql/NNN-*.sql, embedded; before that, where the file is not new, a backup to
 * path.before-NNN) and starts the writer. 0, or -1.
 */
int store_open(struct store **out, const struct store_options *options, struct err *err);

/* Waits for the jobs under way, checkpoints, closes. NULL is allowed. */
void store_close(struct store *store);

enum store_result {
	STORE_OK,      /* committed, durably */
	STORE_REFUSED, /* the job answered another number than 0; its savepoint was rolled back */
	STORE_FAILED,  /* the database did: nothing of the job is there; logged */
};

/* Runs a job in the writer and waits for its commit. */
enum store_result store_write(struct store *store, int (*job)(struct db *db, void *context),
                              void *context);

/*
 * From now on the writer calls due() after each commit that leaves notices to be sent which were
 * not there before: with the earliest of their times, Unix seconds. It is called in the writer's
 * thread, and must neither wait nor write. One for a store; NULL: nobody. When this returns, the
 * one before is not being called, nor will be.
 */
void store_watch(struct store *store, void (*due)(void *context, int64_t due_at), void *context);

/*
 * A reader in a snapshot of the last commit; waits when all are in use, so a thread takes one at a
 * time. Never NULL: failing to begin aborts.
 */
struct db *store_read(struct store *store);
/* Gives it back. False when a statement failed meanwhile (logged): then what was read lacks rows.
 */
bool store_read_done(struct store *store, struct db *db);

/* What its commits change: see changes.h. */
const struct changes *store_changes(const struct store *store);

/* Is it the writer's, in a job, so that what is read there may never be committed? */
bool store_is_job(const struct db *db);

/* Jobs that wait for the transaction under way to end: 0 while the writer keeps up. */
unsigned store_waiting(struct store *store);

#endif
