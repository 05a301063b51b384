/* SPDX-License-Identifier: ISC */
/*
 * The writer's thread: see writer.h. It is the only place that begins a transaction that writes,
 * commits, or checkpoints: SQLite before 3.51.3 can lose pages when a checkpoint and a commit of
 * two connections meet.
 */
#include "store/writer.h"

#include <assert.h>
#include <signal.h>
#include <string.h>

/* In its savepoint, so that a job that is refused takes nothing of others with it. */
static enum store_result run_job(struct db *db, struct job *job)
{
	db->is_failed = false;
	if (db_exec(db, "SAVEPOINT job") < 0)
		return STORE_FAILED;
	int answer = job->run(db, job->context);
	assert(db->open_count == 0);
	enum store_result result = db->is_failed ? STORE_FAILED : answer ? STORE_REFUSED : STORE_OK;
	/* A full disk has ended the whole transaction already. */
	if (result != STORE_OK && db_is_open(db))
		db_exec(db, "ROLLBACK TO job");
	if (db_is_open(db) && db_exec(db, "RELEASE job") < 0)
		return STORE_FAILED;
	return result;
}

static void run_jobs(struct db *db, struct job **jobs, unsigned count)
{
	bool is_well = db_exec(db, "BEGIN IMMEDIATE") == 0;
	db->due_at = DB_NONE_DUE;
	for (unsigned i = 0; i < count && is_well; i++) {
		jobs[i]->result = run_job(db, jobs[i]);
		is_well = db_is_open(db);
	}
	if (is_well && db_exec(db, "COMMIT") == 0)
		return;
	if (db_is_open(db))
		db_exec(db, "ROLLBACK");
	db->due_at = DB_NONE_DUE;
	for (unsigned i = 0; i < count; i++)
		jobs[i]->result = STORE_FAILED;
}

/* Waits for jobs and takes them from the queue; 0 when there will be no more. */
static unsigned take_jobs(struct writer *w, struct job **jobs)
{
	unsigned count = 0;
	pthread_mutex_lock(&w->lock);
	while (!w->first && !w->is_stopping)
		pthread_cond_wait(&w->has_work, &w->lock);
	for (; w->first && count < WRITER_JOBS_MAX; w->first = w->first->next)
		jobs[count++] = w->first;
	if (!w->first)
		w->end = &w->first;
	w->waiting -= count;
	pthread_mutex_unlock(&w->lock);
	return count;
}

/* Each job by itself and without the lock, so that none wakes only to wait for another. */
static void wake(struct writer *w, struct job **jobs, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		sem_post(&jobs[i]->done);
	pthread_mutex_lock(&w->lock);
	if (w->due && w->db->due_at != DB_NONE_DUE)
		w->due(w->due_context, w->db->due_at);
	pthread_mutex_unlock(&w->lock);
}

/* After the jobs were woken: nobody waits for it but who comes meanwhile. */
static void checkpoint_when_due(struct writer *w)
{
	struct db *db = w->db;
	if (db->wal_pages < w->checkpointed) /* the log began anew */
		w->checkpointed = 0;
	if (db->wal_pages - w->checkpointed < WRITER_CHECKPOINT_PAGES)
		return;
	w->checkpointed = db->wal_pages;
	if (sqlite3_wal_checkpoint_v2(db->sqlite, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL) !=
	    SQLITE_OK)
		db_fail(db, __func__, sqlite3_errmsg(db->sqlite));
}

static void *work(void *arg)
{
	struct writer *w = arg;
	struct job *jobs[WRITER_JOBS_MAX];
	unsigned count;
	while ((count = take_jobs(w, jobs)) > 0) {
		run_jobs(w->db, jobs, count);
		changes_end(w->changes);
		wake(w, jobs, count);
		checkpoint_when_due(w);
	}
	return NULL;
}

int writer_start(struct writer *w, struct db *db, struct changes *changes, struct err *err)
{
	*w = (struct writer){.db = db, .changes = changes};
	w->end = &w->first;
	pthread_mutex_init(&w->lock, NULL);
	pthread_cond_init(&w->has_work, NULL);
	/* Signals are for the threads that expect them. */
	sigset_t all, before;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	int rc = pthread_create(&w->thread, NULL, work, w);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (rc != 0)
		return err_set(err, "the writer's thread: %s", strerror(rc));
	pthread_setname_np(w->thread, "writer");
	return 0;
}

enum store_result writer_run(struct writer *w, int (*run)(struct db *db, void *context),
                             void *context)
{
	/* A job that waits for another one would wait for ever. */
	assert(!pthread_equal(pthread_self(), w->thread));
	struct job job = {.run = run, .context = context};
	sem_init(&job.done, 0, 0);
	pthread_mutex_lock(&w->lock);
	assert(!w->is_stopping);
	*w->end = &job;
	w->end = &job.next;
	w->waiting++;
	pthread_mutex_unlock(&w->lock);
	pthread_cond_signal(&w->has_work);
	while (sem_wait(&job.done) < 0) /* a signal's handler ran */
		continue;
	sem_destroy(&job.done);
	return job.result;
}

void writer_watch(struct writer *w, void (*due)(void *context, int64_t due_at), void *context)
{
	pthread_mutex_lock(&w->lock);
	w->due = due;
	w->due_context = context;
	pthread_mutex_unlock(&w->lock);
}

unsigned writer_waiting(struct writer *w)
{
	pthread_mutex_lock(&w->lock);
	unsigned waiting = w->waiting;
	pthread_mutex_unlock(&w->lock);
	return waiting;
}

void writer_stop(struct writer *w)
{
	pthread_mutex_lock(&w->lock);
	w->is_stopping = true;
	pthread_cond_signal(&w->has_work);
	pthread_mutex_unlock(&w->lock);
	pthread_join(w->thread, NULL);
	pthread_cond_destroy(&w->has_work);
	pthread_mutex_destroy(&w->lock);
}
