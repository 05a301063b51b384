/* SPDX-License-Identifier: ISC */
/*
 * The store with its threads: jobs that share a transaction stand or fall alone, what was said to
 * be committed is there after a kill, and readers see one moment.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/memory.h"
#include "store/notices.h"
#include "store/people.h"
#include "store/store.h"
#include "store/writer.h"
#include "support/database.h"
#include "support/jobs.h"

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

/* What a program of its own reads in the file. */
static void file_rows(const struct database *d, const char *sql, const char *expected)
{
	sqlite3 *sqlite;
	assert_int_equal(sqlite3_open_v2(d->path, &sqlite, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
	rows_are(sqlite, sql, expected, __FILE__, __LINE__);
	sqlite3_close(sqlite);
}

static struct user named(const char *name)
{
	struct user u = {.zone = "UTC", .created_at = 1, .seen_at = 1};
	snprintf(u.name, sizeof(u.name), "%s", name);
	return u;
}

/* A job: adds a user, then does what its name says. */
static int add(struct db *db, void *name)
{
	struct user u = named(name);
	user_insert(db, &u);
	return 0;
}

static int add_and_refuse(struct db *db, void *name)
{
	add(db, name);
	return 7;
}

static int add_and_fail(struct db *db, void *name)
{
	add(db, name);
	address_insert(db, &(struct address){"x@example.org", 12345, 1}); /* nobody's */
	add(db, name);
	return 0;
}

static void a_job_that_stands_is_in_the_file(void **state)
{
	struct database *d = *state;
	struct store *store = opened(d);
	char name[] = "Ada";
	assert_int_equal(store_write(store, add, name), STORE_OK);
	file_rows(d, "SELECT name FROM users", "Ada\n");
	store_close(store);
	file_rows(d, "SELECT name FROM users", "Ada\n");
}

static void closing_leaves_one_file_and_the_lock(void **state)
{
	struct database *d = *state;
	struct store *store = opened(d);
	char name[] = "Ada", path[120];
	store_write(store, add, name);
	snprintf(path, sizeof(path), "%s-wal", d->path);
	assert_int_equal(access(path, F_OK), 0);
	store_close(store);
	assert_int_equal(access(path, F_OK), -1);
	snprintf(path, sizeof(path), "%s-shm", d->path);
	assert_int_equal(access(path, F_OK), -1);
}

static void files_are_nobody_elses_to_read(void **state)
{
	struct database *d = *state;
	struct store *store = opened(d);
	static const char *const ends[] = {"", "-wal", "-shm", ".lock"};
	for (size_t i = 0; i < 4; i++) {
		char path[120];
		struct stat st;
		snprintf(path, sizeof(path), "%s%s", d->path, ends[i]);
		assert_int_equal(stat(path, &st), 0);
		assert_int_equal(st.st_mode & 0777, 0600);
	}
	store_close(store);
}

static void a_refused_job_leaves_nothing(void **state)
{
	struct database *d = *state;
	struct store *store = opened(d);
	char a[] = "Ada", b[] = "Ben", c[] = "Cy";
	assert_int_equal(store_write(store, add, a), STORE_OK);
	assert_int_equal(store_write(store, add_and_refuse, b), STORE_REFUSED);
	assert_int_equal(store_write(store, add_and_fail, b), STORE_FAILED);
	assert_int_equal(store_write(store, add, c), STORE_OK);
	file_rows(d, "SELECT id, name FROM users", "1|Ada\n2|Cy\n");
	store_close(store);
}

static void jobs_of_one_transaction_stand_or_fall_alone(void **state)
{
	struct database *d = *state;
	struct store *store = opened(d);
	char names[6][2] = {"A", "B", "C", "D", "E", "F"};
	struct jobs_client clients[] = {
		{.job = add, .context = names[0]},
		{.job = add_and_refuse, .context = names[1]},
		{.job = add, .context = names[2]},
		{.job = add_and_fail, .context = names[3]},
		{.job = add_and_refuse, .context = names[4]},
		{.job = add, .context = names[5]},
	};
	static const enum store_result expected[] = {STORE_OK,     STORE_REFUSED, STORE_OK,
	                                             STORE_FAILED, STORE_REFUSED, STORE_OK};
	jobs_together(store, clients, 6);
	for (size_t i = 0; i < 6; i++)
		assert_int_equal(clients[i].result, expected[i]);
	file_rows(d, "SELECT name FROM users", "A\nC\nF\n");
	store_close(store);
}

/* Jobs that find themselves in one transaction see what those before them did, and nobody else
 * does. */
static int count_users(struct db *db, void *context)
{
	struct query q = QUERY(db, "SELECT count(*) FROM users");
	*(int64_t *)context = query_number(&q);
	return 0;
}

static void a_job_sees_those_before_it(void **state)
{
	struct database *d = *state;
	struct store *store = opened(d);
	char name[] = "Ada";
	int64_t first = -1, second = -1;
	struct jobs_client clients[] = {
		{.job = count_users, .context = &first},
		{.job = add, .context = name},
		{.job = add_and_refuse, .context = name},
		{.job = count_users, .context = &second},
	};
	jobs_together(store, clients, 4);
	assert_int_equal(first, 0);
	assert_int_equal(second, 1);
	store_close(store);
}

static void more_jobs_than_a_transaction_takes_are_all_done(void **state)
{
	struct database *d = *state;
	struct store *store = opened(d);
	enum { COUNT = WRITER_JOBS_MAX + 40 };
	struct jobs_client *clients = memory_resize(NULL, COUNT, sizeof(*clients));
	char name[] = "Ada";
	for (size_t i = 0; i < COUNT; i++)
		clients[i] = (struct jobs_client){.job = add, .context = name};
	jobs_together(store, clients, COUNT);
	for (size_t i = 0; i < COUNT; i++)
		assert_int_equal(clients[i].result, STORE_OK);
	file_rows(d, "SELECT count(*) FROM users", "296\n");
	free(clients);
	store_close(store);
}

static void a_reader_sees_the_moment_at_which_it_began(void **state)
{
	struct database *d = *state;
	struct store *store = opened(d);
	char name[] = "Ada";
	struct user u;
	store_write(store, add, name);
	struct db *before = store_read(store);
	assert_int_equal(store_write(store, add, name),
	                 STORE_OK); /* does not wait for the reader */
	struct db *after = store_read(store);
	assert_true(user_get(before, 1, &u));
	assert_false(user_get(before, 2, &u));
	assert_true(user_get(after, 2, &u));
	assert_true(store_read_done(store, before));
	before = store_read(store);
	assert_true(user_get(before, 2, &u));
	store_read_done(store, before);
	store_read_done(store, after);
	store_close(store);
}

static void a_reader_does_not_wait_for_the_writer(void **state)
{
	struct database *d = *state;
	struct store *store = opened(d);
	struct jobs_keeper keeper;
	struct user u;
	jobs_keep_busy(&keeper, store); /* within its transaction */
	struct db *db = store_read(store);
	assert_false(user_get(db, 1, &u));
	store_read_done(store, db);
	assert_int_equal(jobs_let_go(&keeper), STORE_OK);
	store_close(store);
}

static void a_reader_cannot_write(void **state)
{
	struct database *d = *state;
	struct store *store = opened(d);
	struct db *db = store_read(store);
	char name[] = "Ada";
	add(db, name);
	assert_false(store_read_done(store, db));
	file_rows(d, "SELECT count(*) FROM users", "0\n");
	db = store_read(store); /* and is well again */
	assert_true(store_read_done(store, db));
	store_close(store);
}

enum { CROWD = 8, ROUNDS = 60 };

struct crowd {
	struct store *store;
	bool is_writer;
	unsigned faults;
	pthread_t thread;
};

static int add_two(struct db *db, void *name)
{
	add(db, name);
	add(db, name);
	return 0;
}

/* Writes, or reads twice in a snapshot. */
static void *crowd_main(void *arg)
{
	struct crowd *c = arg;
	char name[] = "Ada";
	for (unsigned i = 0; i < ROUNDS; i++) {
		if (c->is_writer) {
			c->faults += store_write(c->store, add_two, name) != STORE_OK;
			continue;
		}
		int64_t first, again;
		struct db *db = store_read(c->store);
		count_users(db, &first);
		count_users(db, &again);
		c->faults += !store_read_done(c->store, db) || first % 2 || first != again;
	}
	return NULL;
}

static void readers_never_see_half_a_job(void **state)
{
	struct database *d = *state;
	struct store *store = opened(d);
	struct crowd crowd[2 * CROWD];
	for (unsigned i = 0; i < 2 * CROWD; i++) {
		crowd[i] = (struct crowd){.store = store, .is_writer = i < CROWD};
		pthread_create(&crowd[i].thread, NULL, crowd_main, &crowd[i]);
	}
	for (unsigned i = 0; i < 2 * CROWD; i++) {
		pthread_join(crowd[i].thread, NULL);
		assert_int_equal(crowd[i].faults, 0);
	}
	file_rows(d, "SELECT count(*) FROM users", "960\n");
	store_close(store);
}

static int add_megabytes(struct db *db, void *context)
{
	enum { SIZE = 3 << 20 };
	char *bytes = memory_resize(NULL, SIZE, 1), id[24];
	memset(bytes, 'x', SIZE);
	snprintf(id, sizeof(id), "%d", *(int *)context);
	tileset_put(db, id, "big", bytes, SIZE);
	free(bytes);
	return 0;
}

struct watch {
	unsigned calls;
	int64_t due_at;
};

static void note_due(void *context, int64_t due_at)
{
	struct watch *w = context;
	w->calls++;
	w->due_at = due_at;
}

/* Two notices, of which the second is due first. */
static int add_notices(struct db *db, void *context)
{
	(void)context;
	for (int64_t due_at = 60; due_at >= 50; due_at -= 10) {
		struct notice n = {.kind = "address", .due_at = due_at};
		notice_add(db, &n, NULL, 0);
	}
	return 0;
}

static void a_watch_is_told_of_the_earliest_notice_of_a_commit(void **state)
{
	struct store *store = opened(*state);
	struct watch watch = {0};
	char someone[] = "Ada";
	store_watch(store, note_due, &watch);
	assert_int_equal(store_write(store, add, someone), STORE_OK);
	assert_int_equal(store_write(store, add_notices, NULL), STORE_OK);
	/* Who waits for a job is woken before who watches. */
	assert_int_equal(store_write(store, add, someone), STORE_OK);
	assert_int_equal(watch.calls, 1);
	assert_int_equal(watch.due_at, 50);
	store_watch(store, NULL, NULL);
	assert_int_equal(store_write(store, add_notices, NULL), STORE_OK);
	assert_int_equal(store_write(store, add, someone), STORE_OK);
	assert_int_equal(watch.calls, 1);
	store_close(store);
}

static void the_log_does_not_grow_for_ever(void **state)
{
	struct database *d = *state;
	struct store *store = opened(d);
	struct stat st;
	char path[120];
	for (int i = 0; i < 8; i++)
		assert_int_equal(store_write(store, add_megabytes, &i), STORE_OK);
	snprintf(path, sizeof(path), "%s-wal", d->path);
	assert_int_equal(stat(path, &st), 0);
	assert_true(st.st_size < 10 << 20);
	store_close(store);
}

struct borrower {
	struct store *store;
	sem_t *has_one;
	pthread_t thread;
};

static void *borrow(void *arg)
{
	struct borrower *b = arg;
	struct db *db = store_read(b->store);
	sem_post(b->has_one);
	store_read_done(b->store, db);
	return NULL;
}

static void a_reader_given_back_is_the_next_ones(void **state)
{
	struct database *d = *state;
	struct store *store = opened(d);
	struct db *mine[] = {store_read(store), store_read(store)};
	sem_t has_one;
	sem_init(&has_one, 0, 0);
	struct borrower borrowers[4];
	for (size_t i = 0; i < 4; i++) {
		borrowers[i] = (struct borrower){.store = store, .has_one = &has_one};
		pthread_create(&borrowers[i].thread, NULL, borrow, &borrowers[i]);
	}
	assert_int_equal(sem_trywait(&has_one), -1); /* both are out */
	store_read_done(store, mine[0]);
	for (size_t i = 0; i < 4; i++)
		while (sem_wait(&has_one) != 0)
			;
	for (size_t i = 0; i < 4; i++)
		pthread_join(borrowers[i].thread, NULL);
	store_read_done(store, mine[1]);
	store_close(store);
}

static void a_second_program_is_refused(void **state)
{
	struct database *d = *state;
	struct store *store = opened(d), *second = NULL;
	struct err err = {0};
	char expected[160];
	assert_int_equal(store_open(&second, &(struct store_options){.path = d->path}, &err), -1);
	assert_null(second);
	snprintf(expected, sizeof(expected), "%s: another slowsafari has it open", d->path);
	assert_string_equal(err.text, expected);
	store_close(store);
	store_close(opened(d));
}

static void a_path_that_leads_nowhere_is_refused(void **state)
{
	struct database *d = *state;
	struct store *store = NULL;
	struct err err = {0};
	char path[120], expected[200];
	snprintf(path, sizeof(path), "%s/nowhere/games.db", d->folder);
	assert_int_equal(store_open(&store, &(struct store_options){.path = path}, &err), -1);
	snprintf(expected, sizeof(expected), "%s.lock: No such file or directory", path);
	assert_string_equal(err.text, expected);
}

/* The transaction's check aborts; its last words go where nobody sees them. */
static void a_statement_outside_of_a_transaction_aborts(void **state)
{
	struct database *d = *state;
	int pipe_fds[2];
	struct user u;
	struct err err;
	char said[200] = {0};
	assert_int_equal(pipe(pipe_fds), 0);
	pid_t child = fork();
	if (child == 0) {
		struct db *db;
		sigaction(SIGABRT, &(struct sigaction){.sa_handler = SIG_DFL}, NULL);
		dup2(pipe_fds[1], STDERR_FILENO);
		if (db_create_file(d->path, &err) == 0 && db_open(&db, d->path, true, &err) == 0)
			user_get(db, 1, &u);
		_exit(0);
	}
	int status;
	close(pipe_fds[1]);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(read(pipe_fds[0], said, sizeof(said) - 1) > 0);
	close(pipe_fds[0]);
	assert_non_null(strstr(said, "user_get: a statement outside of a transaction"));
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}

enum { KILL_THREADS = 64, KILL_AFTER = 3000 };

struct pumping {
	struct store *store;
	int out;
};

struct numbered {
	int64_t id;
};

static int add_numbered(struct db *db, void *context)
{
	struct user u = named("Ada");
	((struct numbered *)context)->id = user_insert(db, &u);
	return 0;
}

/* Writes each id that was acknowledged to the pipe, until the end. */
static void *pump(void *arg)
{
	const struct pumping *p = arg;
	for (;;) {
		struct numbered n;
		if (store_write(p->store, add_numbered, &n) != STORE_OK ||
		    write(p->out, &n.id, sizeof(n.id)) != sizeof(n.id))
			_exit(1);
	}
}

static void run_child(const char *path, int out)
{
	struct pumping p = {.out = out};
	struct err err;
	pthread_t threads[KILL_THREADS];
	if (store_open(&p.store, &(struct store_options){.path = path}, &err) < 0)
		_exit(1);
	for (size_t i = 0; i < KILL_THREADS; i++)
		if (pthread_create(&threads[i], NULL, pump, &p) != 0)
			_exit(1);
	pthread_join(threads[0], NULL);
}

static void what_was_acknowledged_survives_a_kill(void **state)
{
	struct database *d = *state;
	int fds[2];
	assert_int_equal(pipe(fds), 0);
	pid_t child = fork();
	if (child == 0) {
		close(fds[0]);
		run_child(d->path, fds[1]);
		_exit(1);
	}
	close(fds[1]);
	int64_t *ids = memory_resize(NULL, 1 << 20, sizeof(*ids));
	size_t count = 0;
	while (count < 1 << 20 && read(fds[0], &ids[count], sizeof(*ids)) == sizeof(*ids))
		if (++count == KILL_AFTER)
			kill(child, SIGKILL);
	close(fds[0]);
	int status;
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
	assert_true(count >= KILL_AFTER);

	struct store *store = opened(d); /* with its check of the whole file */
	struct db *db = store_read(store);
	struct user u;
	for (size_t i = 0; i < count; i++)
		if (!user_get(db, ids[i], &u))
			fail_msg("user %lld was acknowledged and is not there", (long long)ids[i]);
	store_read_done(store, db);
	store_close(store);
	free(ids);
}

/* So many bytes that undoing a job does not fit SQLite's memory for that. */
static int add_many_bytes(struct db *db, void *context)
{
	static const char bytes[100000] = {1};
	struct notice n = {.kind = "x", .due_at = 1, .created_at = 1};
	(void)context;
	for (int i = 0; i < 20; i++)
		notice_add(db, &n, bytes, sizeof(bytes));
	return 0;
}

static int claim_many_bytes(struct db *db, void *answer)
{
	struct notice n;
	struct text bytes;
	text_init(&bytes, 1 << 20);
	while (notice_claim(db, LANE_MAIL, 1, 100, &n, &bytes))
		text_clear(&bytes);
	text_release(&bytes);
	return *(const int *)answer;
}

static void a_job_that_changes_many_pages_stands_or_is_undone(void **state)
{
	struct store *store = opened(*state);
	assert_int_equal(store_write(store, add_many_bytes, NULL), STORE_OK);
	assert_int_equal(store_write(store, claim_many_bytes, &(int){1}), STORE_REFUSED);
	file_rows(*state, "SELECT state, count(*), sum(tries) FROM notices", "waiting|20|0\n");
	assert_int_equal(store_write(store, claim_many_bytes, &(int){0}), STORE_OK);
	file_rows(*state, "SELECT state, count(*), sum(tries) FROM notices", "sending|20|20\n");
	store_close(store);
}

/* A program that has SQLite and nothing of ours: for each byte it says how many users it finds. */
static void count_for_another(const char *path, int in, int out)
{
	sqlite3 *sqlite;
	sqlite3_stmt *stmt;
	char asked;
	while (read(in, &asked, 1) == 1) {
		int64_t count = -1;
		if (sqlite3_open_v2(path, &sqlite, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK &&
		    sqlite3_prepare_v2(sqlite, "SELECT count(*) FROM users", -1, &stmt, NULL) ==
		            SQLITE_OK) {
			if (sqlite3_step(stmt) == SQLITE_ROW)
				count = sqlite3_column_int64(stmt, 0);
			sqlite3_finalize(stmt);
		}
		sqlite3_close(sqlite);
		if (write(out, &count, sizeof(count)) != sizeof(count))
			return;
	}
}

static void another_program_finds_each_commit(void **state)
{
	enum { COMMITS = 50 };
	struct database *d = *state;
	int to[2], from[2], status;
	assert_int_equal(pipe(to), 0);
	assert_int_equal(pipe(from), 0);
	pid_t child = fork();
	if (child == 0) {
		close(to[1]);
		count_for_another(d->path, to[0], from[1]);
		_exit(0);
	}
	close(to[0]);
	close(from[1]);
	struct store *store = opened(d);
	for (int64_t n = 1; n <= COMMITS; n++) {
		struct numbered user;
		int64_t found = 0;
		assert_int_equal(store_write(store, add_numbered, &user), STORE_OK);
		assert_int_equal(write(to[1], "?", 1), 1);
		assert_int_equal(read(from[0], &found, sizeof(found)), sizeof(found));
		assert_int_equal(found, n);
	}
	close(to[1]);
	close(from[0]);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	store_close(store);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, database_folder, database_remove)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_job_that_stands_is_in_the_file),
		TEST(closing_leaves_one_file_and_the_lock),
		TEST(files_are_nobody_elses_to_read),
		TEST(a_refused_job_leaves_nothing),
		TEST(jobs_of_one_transaction_stand_or_fall_alone),
		TEST(a_job_sees_those_before_it),
		TEST(a_job_that_changes_many_pages_stands_or_is_undone),
		TEST(more_jobs_than_a_transaction_takes_are_all_done),
		TEST(a_reader_sees_the_moment_at_which_it_began),
		TEST(a_reader_does_not_wait_for_the_writer),
		TEST(a_reader_cannot_write),
		TEST(readers_never_see_half_a_job),
		TEST(a_watch_is_told_of_the_earliest_notice_of_a_commit),
		TEST(the_log_does_not_grow_for_ever),
		TEST(a_reader_given_back_is_the_next_ones),
		TEST(a_second_program_is_refused),
		TEST(a_path_that_leads_nowhere_is_refused),
		TEST(a_statement_outside_of_a_transaction_aborts),
		TEST(what_was_acknowledged_survives_a_kill),
		TEST(another_program_finds_each_commit),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
