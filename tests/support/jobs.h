/* SPDX-License-Identifier: ISC */
/*
 * Jobs that are sure to share one transaction: while one job keeps the writer busy, others are
 * queued behind it. Nothing sleeps: who waits does so for the queue's length, or for a semaphore.
 */
#ifndef SUPPORT_JOBS_H
#define SUPPORT_JOBS_H

#include <pthread.h>
#include <semaphore.h>

#include "store/store.h"

/* A thread that hands over one job. */
struct jobs_client {
	int (*job)(struct db *db, void *context);
	void *context;
	enum store_result result; /* once it has ended */
	struct store *store;
	pthread_t thread;
};

struct jobs_keeper {
	struct jobs_client client;
	sem_t entered, leave;
};

/* When it returns, the writer is within a transaction, in a job that changes nothing. */
void jobs_keep_busy(struct jobs_keeper *keeper, struct store *store);
/* Lets that job end; its result. */
enum store_result jobs_let_go(struct jobs_keeper *keeper);

/* Runs the jobs of count clients in one transaction, in their order, and waits for them all. */
void jobs_together(struct store *store, struct jobs_client *clients, unsigned count);

#endif
