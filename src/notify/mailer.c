/* SPDX-License-Identifier: ISC */
/*
 * The mail thread: see mailer.h.
 */
#include "notify/mailer.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"
#include "notify/courier.h"

struct mailer {
	struct courier *courier; /* the thread's */
	const struct clock *clock;
	pthread_t thread;
	atomic_bool stops;
	pthread_mutex_t lock; /* guards is_woken */
	pthread_cond_t wakes; /* and `stops`, for who waits */
	bool is_woken;
};

/*
 * Until the next one is due, or for MAILER_LOOK_S. Never at once: one that is due and was not taken
 * means that the database fails, and whoever adds one now wakes us.
 */
static struct timespec wait_end(struct mailer *m)
{
	struct timespec end;
	int64_t now = clock_now(m->clock), next = courier_next(m->courier), wait = MAILER_LOOK_S;
	if (next != 0 && next - now < wait)
		wait = next > now ? next - now : 1;
	clock_gettime(CLOCK_MONOTONIC, &end);
	end.tv_sec += wait;
	return end;
}

static void rest(struct mailer *m)
{
	struct timespec end = wait_end(m);
	pthread_mutex_lock(&m->lock);
	while (!m->is_woken && !atomic_load(&m->stops) &&
	       pthread_cond_timedwait(&m->wakes, &m->lock, &end) == 0)
		;
	m->is_woken = false;
	pthread_mutex_unlock(&m->lock);
}

static void *work(void *arg)
{
	struct mailer *m = arg;
	while (!atomic_load(&m->stops)) {
		if (!courier_run(m->courier))
			rest(m);
	}
	return NULL;
}

static void init_waiting(struct mailer *m)
{
	pthread_condattr_t attr;
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&m->wakes, &attr);
	pthread_condattr_destroy(&attr);
	pthread_mutex_init(&m->lock, NULL);
}

static void release(struct mailer *m)
{
	courier_close(m->courier);
	pthread_cond_destroy(&m->wakes);
	pthread_mutex_destroy(&m->lock);
	free(m);
}

int mailer_start(struct mailer **out, const struct mailer_options *options, struct err *err)
{
	struct mailer *m = memory_resize(NULL, 1, sizeof(*m));
	*m = (struct mailer){.clock = options->clock};
	init_waiting(m);
	struct courier_options courier = {options->store, options->config, options->clock,
	                                  &m->stops};
	if (courier_open(&m->courier, &courier, err) < 0) {
		release(m);
		return -1;
	}
	/* Signals are for the threads that expect them; a server that hangs up must not raise
	 * SIGPIPE here. */
	sigset_t all, before;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	int rc = pthread_create(&m->thread, NULL, work, m);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (rc != 0) {
		release(m);
		return err_set(err, "the mail thread: %s", strerror(rc));
	}
	pthread_setname_np(m->thread, "mail");
	*out = m;
	return 0;
}

void mailer_wake(struct mailer *m)
{
	pthread_mutex_lock(&m->lock);
	m->is_woken = true;
	pthread_cond_signal(&m->wakes);
	pthread_mutex_unlock(&m->lock);
}

void mailer_stop(struct mailer *m)
{
	if (!m)
		return;
	pthread_mutex_lock(&m->lock);
	atomic_store(&m->stops, true);
	pthread_cond_signal(&m->wakes);
	pthread_mutex_unlock(&m->lock);
	pthread_join(m->thread, NULL);
	release(m);
}
