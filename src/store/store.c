/* SPDX-License-Identifier: ISC */
/*
 * The store as a whole: its lock, its writer, its pool of readers. See store.h. What is done with
 * rows stands in the files named after them.
 */
#include "store/store.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/memory.h"
#include "store/changes.h"
#include "store/migrate.h"
#include "store/writer.h"

enum { READERS_DEFAULT = 8 };

struct store {
	int lock; /* the lock file's descriptor, -1 for none */
	struct db *db;
	struct changes *changes;
	bool is_started; /* the writer */
	struct writer writer;
	pthread_mutex_t pool_lock; /* guards the pool */
	pthread_cond_t has_reader;
	struct db *pool; /* readers that nobody uses; the last one given back first: its pages are
	                    warm */
	unsigned reader_count, pooled;
};

static int lock_file(int *out, const char *path, struct err *err)
{
	char name[4096];
	int n = snprintf(name, sizeof(name), "%s.lock", path);
	if (n < 0 || (size_t)n >= sizeof(name))
		return err_set(err, "%s: the path is too long", path);
	int fd = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (fd < 0)
		return err_set(err, "%s: %s", name, strerror(errno));
	/* flock() rather than fcntl(): closing another descriptor of the file does not let it go.
	 */
	if (flock(fd, LOCK_EX | LOCK_NB) < 0) {
		err_set(err, "%s: %s", path,
		        errno == EWOULDBLOCK ? "another slowsafari has it open" : strerror(errno));
		close(fd);
		return -1;
	}
	*out = fd;
	return 0;
}

static int quick_check(struct db *db, const char *path, struct err *err)
{
	sqlite3_stmt *stmt = NULL;
	int rc = sqlite3_prepare_v2(db->sqlite, "PRAGMA quick_check(1)", -1, &stmt, NULL);
	if (rc == SQLITE_OK)
		rc = sqlite3_step(stmt);
	const char *said = rc == SQLITE_ROW ? (const char *)sqlite3_column_text(stmt, 0) : NULL;
	int answer = 0;
	if (!said)
		answer = db_err(db, path, err);
	else if (strcmp(said, "ok") != 0)
		answer = err_set(err, "%s: damaged: %s", path, said);
	sqlite3_finalize(stmt);
	return answer;
}

static int open_readers(struct store *store, const char *path, unsigned count, struct err *err)
{
	for (; store->reader_count < count; store->reader_count++, store->pooled++) {
		struct db *reader = NULL;
		if (db_open(&reader, path, false, err) < 0)
			return -1;
		reader->next = store->pool;
		store->pool = reader;
	}
	return 0;
}

int store_open(struct store **out, const struct store_options *options, struct err *err)
{
	const char *path = options->path;
	struct store *store = memory_resize(NULL, 1, sizeof(*store));
	*store = (struct store){.lock = -1};
	/* SQLite's count of its bytes would be a lock around each allocation, of all threads. It
	 * can be set before SQLite's first use only; later there is nothing to do. */
	sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
	pthread_mutex_init(&store->pool_lock, NULL);
	pthread_cond_init(&store->has_reader, NULL);
	if (lock_file(&store->lock, path, err) < 0 || db_create_file(path, err) < 0 ||
	    db_open(&store->db, path, true, err) < 0)
		goto failed;
	if (options->is_checked && quick_check(store->db, path, err) < 0)
		goto failed;
	if (migrate(store->db, path, embedded_files, err) < 0)
		goto failed;
	if (open_readers(store, path, options->readers ? options->readers : READERS_DEFAULT, err) <
	    0)
		goto failed;
	if (changes_watch(&store->changes, store->db, err) < 0 ||
	    writer_start(&store->writer, store->db, store->changes, err) < 0)
		goto failed;
	store->is_started = true;
	*out = store;
	return 0;
failed:
	store_close(store);
	return -1;
}

void store_close(struct store *store)
{
	if (!store)
		return;
	if (store->is_started)
		writer_stop(&store->writer);
	assert(store->pooled == store->reader_count);
	while (store->pool) {
		struct db *reader = store->pool;
		store->pool = reader->next;
		db_close(reader);
	}
	/* Readers are gone, so the log can be emptied; what fails here is done at the next start.
	 */
	if (store->is_started)
		db_exec(store->db, "PRAGMA wal_checkpoint(TRUNCATE)");
	db_close(store->db);
	changes_free(store->changes);
	if (store->lock >= 0)
		close(store->lock);
	pthread_cond_destroy(&store->has_reader);
	pthread_mutex_destroy(&store->pool_lock);
	free(store);
}

enum store_result store_write(struct store *store, int (*job)(struct db *db, void *context),
                              void *context)
{
	return writer_run(&store->writer, job, context);
}

void store_watch(struct store *store, void (*due)(void *context, int64_t due_at), void *context)
{
	writer_watch(&store->writer, due, context);
}

struct db *store_read(struct store *store)
{
	pthread_mutex_lock(&store->pool_lock);
	while (!store->pool)
		pthread_cond_wait(&store->has_reader, &store->pool_lock);
	struct db *db = store->pool;
	store->pool = db->next;
	store->pooled--;
	pthread_mutex_unlock(&store->pool_lock);
	db->is_failed = false;
	/* The transaction's snapshot is that of its first read. */
	if (db_exec(db, "BEGIN DEFERRED") < 0 || db_exec(db, "SELECT 1 FROM sqlite_schema") < 0)
		abort();
	return db;
}

bool store_read_done(struct store *store, struct db *db)
{
	assert(db->open_count == 0);
	bool is_whole = !db->is_failed;
	/* A failure may have ended it. */
	if (db_is_open(db) && db_exec(db, "COMMIT") < 0)
		abort();
	pthread_mutex_lock(&store->pool_lock);
	db->next = store->pool;
	store->pool = db;
	store->pooled++;
	pthread_cond_signal(&store->has_reader);
	pthread_mutex_unlock(&store->pool_lock);
	return is_whole;
}

const struct changes *store_changes(const struct store *store)
{
	return store->changes;
}

bool store_is_job(const struct db *db)
{
	return !sqlite3_db_readonly(db->sqlite, "main");
}

unsigned store_waiting(struct store *store)
{
	return writer_waiting(&store->writer);
}
