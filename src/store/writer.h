/* SPDX-License-Identifier: ISC */
/*
 * The one thread that writes. Private to this folder; see store.h for what a job is.
 *
 * Jobs that come while a transaction is under way wait and share the next one. A job that comes
 * alone is run at once: nothing waits for company.
 */
#ifndef STORE_WRITER_H
#define STORE_WRITER_H

#include <pthread.h>
#include <semaphore.h>

#include "store/changes.h"
#include "store/db.h"
#include "store/store.h"

enum {
	WRITER_JOBS_MAX = 256,          /* in one transaction */
	WRITER_CHECKPOINT_PAGES = 2000, /* more in the log than at the last checkpoint */
};

struct job {
	int (*run)(struct db *db, void *context);
	void *context;
	enum store_result result;
	sem_t done; /* posted once result is there; from then on the job is its caller's again */
	struct job *next;
};

struct writer {
	struct db *db; /* the thread's alone while it runs */
	struct changes *changes;
	pthread_t thread;
	pthread_mutex_t lock; /* guards what follows, and the jobs in it */
	pthread_cond_t has_work;
	struct job *first, **end;
	unsigned waiting; /* jobs in the queue */
	bool is_stopping;
	void (*due)(void *context, int64_t due_at); /* see store_watch() */
	void *due_context;
	int checkpointed; /* the thread's: pages in the log at the last checkpoint */
};

/* Starts the thread. The connection and what watches its changes stay the caller's, to be closed
 * after writer_stop(). 0, or -1. */
int writer_start(struct writer *w, struct db *db, struct changes *changes, struct err *err);

/* Hands over a job and waits for its result. */
enum store_result writer_run(struct writer *w, int (*run)(struct db *db, void *context),
                             void *context);

/* See store_watch(). */
void writer_watch(struct writer *w, void (*due)(void *context, int64_t due_at), void *context);

/* Jobs that wait for a transaction to end, without those in it. */
unsigned writer_waiting(struct writer *w);

/* Runs what waits, then ends the thread. */
void writer_stop(struct writer *w);

#endif
