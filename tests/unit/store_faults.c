/* SPDX-License-Identifier: ISC */
/*
 * What the disk does wrong: writes, syncs and reads that fail, the n-th of each. Whatever fails,
 * who was told "committed" finds the rows, who was told "failed" finds none, and the store goes on.
 * The disk is the real one behind a file system of SQLite's that counts and refuses.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <signal.h>

#include <cmocka.h>

#include "base/memory.h"
#include "store/people.h"
#include "support/database.h"
#include "support/jobs.h"

enum operation { OPERATION_WRITE, OPERATION_SYNC, OPERATION_READ, OPERATION_COUNT };

/* SQLite's callbacks know their file only, so what they do stands here. */
static struct disk {
	sqlite3_vfs *real;
	const sqlite3_io_methods *methods[2]; /* of the database file, and of all others */
	sqlite3_io_methods faulty[2];
	atomic_long done[OPERATION_COUNT];
	atomic_long fails_from, fails_to; /* which of `failing` are refused, counted from 0 */
	atomic_int failing;               /* enum operation */
	atomic_int answer;
} disk;

/* Does this one fail? */
static bool is_refused(enum operation o)
{
	long n = atomic_fetch_add(&disk.done[o], 1);
	return disk.failing == (int)o && n >= disk.fails_from && n < disk.fails_to;
}

static const sqlite3_io_methods *methods_of(const sqlite3_file *file)
{
	return disk.methods[file->pMethods == &disk.faulty[1]];
}

static int faulty_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 at)
{
	return is_refused(OPERATION_WRITE) ? disk.answer
	                                   : methods_of(file)->xWrite(file, bytes, count, at);
}

static int faulty_sync(sqlite3_file *file, int flags)
{
	return is_refused(OPERATION_SYNC) ? disk.answer : methods_of(file)->xSync(file, flags);
}

static int faulty_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 at)
{
	return is_refused(OPERATION_READ) ? disk.answer
	                                  : methods_of(file)->xRead(file, bytes, count, at);
}

static int faulty_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags,
                       int *flags_out)
{
	(void)vfs;
	int rc = disk.real->xOpen(disk.real, name, file, flags, flags_out);
	if (rc != SQLITE_OK)
		return rc;
	int i = !(flags & SQLITE_OPEN_MAIN_DB);
	if (!disk.methods[i]) {
		disk.methods[i] = file->pMethods;
		disk.faulty[i] = *file->pMethods;
		disk.faulty[i].xWrite = faulty_write;
		disk.faulty[i].xSync = faulty_sync;
		disk.faulty[i].xRead = faulty_read;
	}
	assert_ptr_equal(disk.methods[i], file->pMethods);
	file->pMethods = &disk.faulty[i];
	return rc;
}

/* From now on, `count` operations fail after the next `after` ones. */
static void refuse(enum operation o, long after, long count, int answer)
{
	disk.answer = answer;
	disk.fails_from = disk.done[o] + after;
	disk.fails_to = disk.fails_from + count;
	disk.failing = (int)o;
}

/* Did any fail? Then none does any more. */
static bool stop_refusing(void)
{
	bool has_refused = disk.done[disk.failing] > disk.fails_from;
	disk.failing = OPERATION_COUNT;
	return has_refused;
}

static int install(void **state)
{
	static sqlite3_vfs vfs;
	(void)state;
	disk.real = sqlite3_vfs_find(NULL);
	disk.failing = OPERATION_COUNT;
	vfs = *disk.real;
	vfs.zName = "faulty";
	vfs.pNext = NULL;
	vfs.xOpen = faulty_open;
	return sqlite3_vfs_register(&vfs, 1);
}

static struct store *opened(const struct database *d)
{
	struct store *store = NULL;
	struct err err;
	if (store_open(&store,
	               &(struct store_options){.path = d->path, .readers = 2, .is_checked = true},
	               &err) < 0)
		fail_msg("%s", err.text);
	return store;
}

static int add_user(struct db *db, void *context)
{
	(void)context;
	database_user(db, "Ada", false);
	return 0;
}

static int64_t count_users(struct store *store)
{
	struct db *db = store_read(store);
	struct query q = QUERY(db, "SELECT count(*) FROM users");
	int64_t count = query_number(&q);
	assert_true(store_read_done(store, db));
	return count;
}

static void many_jobs_share_one_sync(void **state)
{
	struct database *d = *state;
	struct store *store = opened(d);
	struct jobs_client clients[40];
	for (size_t i = 0; i < 40; i++)
		clients[i] = (struct jobs_client){.job = add_user};
	jobs_together(store, clients, 1);
	long one = -disk.done[OPERATION_SYNC];
	jobs_together(store, clients, 1);
	one += disk.done[OPERATION_SYNC];
	long forty = -disk.done[OPERATION_SYNC];
	jobs_together(store, clients, 40);
	forty += disk.done[OPERATION_SYNC];
	assert_true(one > 0);
	assert_int_equal(forty, one);
	assert_int_equal(count_users(store), 42);
	store_close(store);
}

static void a_commit_is_written_to_the_log_at_once(void **state)
{
	struct database *d = *state;
	struct store *store = opened(d);
	assert_int_equal(store_write(store, add_user, NULL), STORE_OK);
	long writes = disk.done[OPERATION_WRITE];
	assert_int_equal(store_write(store, add_user, NULL), STORE_OK);
	assert_int_equal(disk.done[OPERATION_WRITE], writes + 1);
	assert_int_equal(count_users(store), 2);
	store_close(store);
}

static void a_commit_that_cannot_be_synced_fails_all_its_jobs(void **state)
{
	struct database *d = *state;
	struct store *store = opened(d);
	struct jobs_client clients[] = {{.job = add_user}, {.job = add_user}, {.job = add_user}};
	assert_int_equal(store_write(store, add_user, NULL), STORE_OK);
	refuse(OPERATION_SYNC, 0, 1, SQLITE_IOERR_FSYNC);
	jobs_together(store, clients, 3);
	assert_true(stop_refusing());
	for (size_t i = 0; i < 3; i++)
		assert_int_equal(clients[i].result, STORE_FAILED);
	assert_int_equal(count_users(store), 1);
	assert_int_equal(store_write(store, add_user, NULL), STORE_OK);
	store_close(store);
	store = opened(d);
	assert_int_equal(count_users(store), 2);
	store_close(store);
}

/* Hundreds of pages. */
static int add_much(struct db *db, void *context)
{
	enum { SIZE = 3 << 20 };
	char *bytes = memory_resize(NULL, SIZE, 1);
	memset(bytes, 'x', SIZE);
	tileset_put(db, "big", context, bytes, SIZE);
	free(bytes);
	return add_user(db, NULL);
}

/* One round: write number n from now on fails. Answers whether there was one. */
static bool survives(struct store *store, long n, int answer, int64_t *users)
{
	char name[] = "big";
	struct jobs_client clients[] = {
		{.job = add_user}, {.job = add_much, .context = name}, {.job = add_user}};
	refuse(OPERATION_WRITE, n, 1, answer);
	jobs_together(store, clients, 3);
	/* The writer may be at its checkpoint still: after another job it is not. */
	enum store_result after = store_write(store, add_user, NULL);
	bool was_refused = stop_refusing();
	for (size_t i = 1; i < 3; i++)
		assert_int_equal(clients[i].result, clients[0].result);
	assert_true(clients[0].result == STORE_OK || was_refused);
	*users += (clients[0].result == STORE_OK ? 3 : 0) + (after == STORE_OK);
	assert_int_equal(count_users(store), *users);
	return was_refused;
}

static void whichever_write_fails_nothing_is_half_done(void **state)
{
	struct database *d = *state;
	struct store *store = opened(d);
	int64_t users = 0;
	unsigned rounds = 0;
	for (long n = 0; survives(store, n, rounds % 2 ? SQLITE_FULL : SQLITE_IOERR_WRITE, &users);
	     rounds++)
		n += n < 40 ? 1 : 150;
	assert_true(rounds > 15);
	store_close(store);
	store = opened(d); /* checks the file */
	assert_int_equal(count_users(store), users);
	store_close(store);
}

enum { LARGER_BYTES = 20 << 20 };

/* More than the writer's cache holds, so that pages go to the log before the commit. */
static int add_larger(struct db *db, void *context)
{
	char *bytes = memory_resize(NULL, LARGER_BYTES, 1);
	memset(bytes, 'x', LARGER_BYTES);
	tileset_put(db, context, "larger", bytes, LARGER_BYTES);
	free(bytes);
	return add_user(db, NULL);
}

static size_t larger_bytes(struct db *db, const char *sha256)
{
	char name[24];
	struct text bytes;
	text_init(&bytes, LARGER_BYTES);
	tileset_get(db, sha256, name, sizeof(name), &bytes);
	size_t len = bytes.len;
	text_release(&bytes);
	return len;
}

/* Reads what the log has of this very transaction. */
static int read_larger(struct db *db, void *context)
{
	larger_bytes(db, context);
	return 0;
}

static void pages_in_the_log_before_the_commit_stand_or_fall_with_it(void **state)
{
	struct database *d = *state;
	struct store *store = opened(d);
	static const long fails[] = {0, 20, 35, 80, 100000};
	int64_t users = 0;
	unsigned stood = 0, fell = 0;
	for (size_t i = 0; i < 5; i++) {
		char sha256[] = {(char)('a' + i), '\0'};
		struct jobs_client clients[] = {{.job = add_user},
		                                {.job = add_larger, .context = sha256},
		                                {.job = read_larger, .context = sha256}};
		refuse(OPERATION_WRITE, fails[i], 1, SQLITE_FULL);
		jobs_together(store, clients, 3);
		stop_refusing();
		bool is_there = clients[0].result == STORE_OK;
		assert_int_equal(clients[1].result, clients[0].result);
		users += is_there ? 2 : 0;
		stood += is_there;
		fell += !is_there;
		assert_int_equal(count_users(store), users);
		struct db *db = store_read(store);
		assert_int_equal(larger_bytes(db, sha256), is_there ? LARGER_BYTES : 0);
		assert_true(store_read_done(store, db));
	}
	assert_true(stood > 0);
	assert_true(fell > 0);
	store_close(store);
	store = opened(d); /* checks the file */
	assert_int_equal(count_users(store), users);
	store_close(store);
}

static void a_checkpoint_that_fails_loses_nothing(void **state)
{
	struct database *d = *state;
	struct store *store = opened(d);
	char name[] = "big";
	/* The log's one sync is that of the commit; the database's own file comes later. */
	refuse(OPERATION_SYNC, 1, 100, SQLITE_IOERR_FSYNC);
	assert_int_equal(store_write(store, add_much, name), STORE_OK);
	store_close(store);
	assert_true(stop_refusing());
	store = opened(d);
	assert_int_equal(count_users(store), 1);
	store_close(store);
}

static void a_reader_says_when_it_could_not_read(void **state)
{
	struct database *d = *state;
	struct store *store = opened(d);
	char name[24];
	char big[] = "big";
	struct text bytes;
	text_init(&bytes, 4 << 20);
	assert_int_equal(store_write(store, add_much, big), STORE_OK);
	struct db *db = store_read(store);
	assert_false(tileset_get(db, "none", name, sizeof(name), &bytes));
	refuse(OPERATION_READ, 3, 1000, SQLITE_IOERR_READ);
	assert_false(tileset_get(db, "big", name, sizeof(name), &bytes));
	assert_true(stop_refusing());
	assert_false(store_read_done(store, db));
	db = store_read(store);
	assert_true(tileset_get(db, "big", name, sizeof(name), &bytes));
	assert_int_equal(bytes.len, 3 << 20);
	assert_true(store_read_done(store, db));
	text_release(&bytes);
	store_close(store);
}

/* A real limit of the kernel's in place of a full disk. */
static void a_file_that_may_not_grow_fails_its_jobs(void **state)
{
	struct database *d = *state;
	struct store *store = opened(d);
	struct rlimit before, limit;
	char name[] = "big";
	sigaction(SIGXFSZ, &(struct sigaction){.sa_handler = SIG_IGN}, NULL);
	assert_int_equal(store_write(store, add_user, NULL), STORE_OK);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
	limit = before;
	limit.rlim_cur = 1 << 20;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
	assert_int_equal(store_write(store, add_much, name), STORE_FAILED);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
	assert_int_equal(count_users(store), 1);
	assert_int_equal(store_write(store, add_much, name), STORE_OK);
	assert_int_equal(count_users(store), 2);
	store_close(store);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, database_folder, database_remove)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(many_jobs_share_one_sync),
		TEST(a_commit_is_written_to_the_log_at_once),
		TEST(a_commit_that_cannot_be_synced_fails_all_its_jobs),
		TEST(whichever_write_fails_nothing_is_half_done),
		TEST(pages_in_the_log_before_the_commit_stand_or_fall_with_it),
		TEST(a_checkpoint_that_fails_loses_nothing),
		TEST(a_reader_says_when_it_could_not_read),
		TEST(a_file_that_may_not_grow_fails_its_jobs),
	};
	return cmocka_run_group_tests(tests, install, NULL);
}
