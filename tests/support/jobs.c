/* SPDX-License-Identifier: ISC */
/*
 * Jobs that share a transaction: see jobs.h.
 */
#include "support/jobs.h"

#include <sched.h>
#include <stdlib.h>

static void *run(void *arg)
{
	struct jobs_client *c = arg;
	c->result = store_write(c->store, c->job, c->context);
	return NULL;
}

static void start(struct jobs_client *c, struct store *store)
{
	c->store = store;
	if (pthread_create(&c->thread, NULL, run, c) != 0)
		abort();
}

static void wait_for(sem_t *semaphore)
{
	while (sem_wait(semaphore) != 0)
		;
}

static int keep(struct db *db, void *context)
{
	struct jobs_keeper *keeper = context;
	(void)db;
	sem_post(&keeper->entered);
	wait_for(&keeper->leave);
	return 0;
}

void jobs_keep_busy(struct jobs_keeper *keeper, struct store *store)
{
	keeper->client = (struct jobs_client){.job = keep, .context = keeper};
	sem_init(&keeper->entered, 0, 0);
	sem_init(&keeper->leave, 0, 0);
	start(&keeper->client, store);
	wait_for(&keeper->entered);
}

enum store_result jobs_let_go(struct jobs_keeper *keeper)
{
	sem_post(&keeper->leave);
	pthread_join(keeper->client.thread, NULL);
	sem_destroy(&keeper->entered);
	sem_destroy(&keeper->leave);
	return keeper->client.result;
}

void jobs_together(struct store *store, struct jobs_client *clients, unsigned count)
{
	struct jobs_keeper keeper;
	jobs_keep_busy(&keeper, store);
	for (unsigned i = 0; i < count; i++) {
		start(&clients[i], store);
		while (store_waiting(store) <= i)
			sched_yield();
	}
	jobs_let_go(&keeper);
	for (unsigned i = 0; i < count; i++)
		pthread_join(clients[i].thread, NULL);
}
