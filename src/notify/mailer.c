/* SPDX-License-Identifier: ISC */
/*
 * The threads of notices: see mailer.h.
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
#include "notify/hook_courier.h"

enum { LANES = 2 };

struct lane {
	struct mailer *mailer;
	struct courier *courier; /* the thread's */
	pthread_t thread;
	bool is_started;
	pthread_cond_t wakes;
	int64_t waits_until; /* what is due before wakes it: it would not look in time */
	bool is_woken;
};

struct mailer {
	struct store *store;
	const struct clock *clock;
	atomic_bool stops;
	pthread_mutex_t lock; /* guards what the lanes wait for */
	struct lane lanes[LANES];
	struct hook_courier *hooks; /* their thread's, but for waking */
	pthread_t hooks_thread;
	bool has_hooks_thread;
};

/* Until the next one is due, or for MAILER_LOOK_S. Never at once: one that is due and was not taken
 * means that the database fails. */
static int64_t wait_s(const struct lane *l, int64_t now)
{
	int64_t next = courier_next(l->courier);
	if (next == 0 || next - now > MAILER_LOOK_S)
		return MAILER_LOOK_S;
	return next > now ? next - now : 1;
}

static void rest(struct lane *l)
{
	struct mailer *m = l->mailer;
	struct timespec end;
	int64_t now = clock_now(m->clock), wait = wait_s(l, now);
	clock_gettime(CLOCK_MONOTONIC, &end);
	end.tv_sec += wait;
	pthread_mutex_lock(&m->lock);
	l->waits_until = now + wait;
	while (!l->is_woken && !atomic_load(&m->stops) &&
	       pthread_cond_timedwait(&l->wakes, &m->lock, &end) == 0)
		;
	l->is_woken = false;
	/* Until it waits again all that is added is news to it. */
	l->waits_until = INT64_MAX;
	pthread_mutex_unlock(&m->lock);
}

static void *work(void *arg)
{
	struct lane *l = arg;
	while (!atomic_load(&l->mailer->stops)) {
		if (!courier_run(l->courier))
			rest(l);
	}
	return NULL;
}

/* It waits for the other sides and for what is due at once. */
static void *work_hooks(void *arg)
{
	struct mailer *m = arg;
	while (!atomic_load(&m->stops))
		hook_courier_run(m->hooks, 1000 * MAILER_LOOK_S);
	return NULL;
}

/* In the writer's thread: something is due at that time. */
static void due(void *context, int64_t due_at)
{
	struct mailer *m = context;
	pthread_mutex_lock(&m->lock);
	for (int i = 0; i < LANES; i++) {
		struct lane *l = &m->lanes[i];
		if (due_at >= l->waits_until)
			continue;
		l->is_woken = true;
		pthread_cond_signal(&l->wakes);
	}
	pthread_mutex_unlock(&m->lock);
	hook_courier_wake(m->hooks, due_at);
}

void mailer_wake(struct mailer *m)
{
	due(m, INT64_MIN);
}

static void init_waiting(struct mailer *m)
{
	pthread_condattr_t attr;
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	for (int i = 0; i < LANES; i++)
		pthread_cond_init(&m->lanes[i].wakes, &attr);
	pthread_condattr_destroy(&attr);
	pthread_mutex_init(&m->lock, NULL);
}

/* Signals are for the threads that expect them; a server that hangs up must not raise SIGPIPE here.
 */
static int start_thread(pthread_t *out, const char *name, void *(*run)(void *arg), void *arg,
                        struct err *err)
{
	sigset_t all, before;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	int rc = pthread_create(out, NULL, run, arg);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (rc != 0)
		return err_set(err, "the thread %s: %s", name, strerror(rc));
	pthread_setname_np(*out, name);
	return 0;
}

static int start_lane(struct lane *l, const struct mailer_options *o, enum notice_lane lane,
                      struct err *err)
{
	static const char *const names[] = {[LANE_MAIL] = "mail", [LANE_SIGN_IN] = "mail-sign-in"};
	struct courier_options courier = {
		.store = o->store,
		.config = o->config,
		.sets = o->sets,
		.secrets = o->secrets,
		.clock = o->clock,
		.lane = lane,
		.stops = &l->mailer->stops,
	};
	l->waits_until = INT64_MAX;
	if (courier_open(&l->courier, &courier, err) < 0)
		return -1;
	l->is_started = start_thread(&l->thread, names[lane], work, l, err) == 0;
	return l->is_started ? 0 : -1;
}

int mailer_start(struct mailer **out, const struct mailer_options *options, struct err *err)
{
	struct mailer *m = memory_resize(NULL, 1, sizeof(*m));
	*m = (struct mailer){.store = options->store, .clock = options->clock};
	init_waiting(m);
	for (int i = 0; i < LANES; i++)
		m->lanes[i].mailer = m;
	m->hooks = hook_courier_open(&(struct hook_courier_options){
		.store = options->store,
		.config = options->config,
		.secrets = options->secrets,
		.clock = options->clock,
	});
	store_watch(m->store, due, m);
	if (start_lane(&m->lanes[0], options, LANE_SIGN_IN, err) < 0 ||
	    start_lane(&m->lanes[1], options, LANE_MAIL, err) < 0 ||
	    start_thread(&m->hooks_thread, "hooks", work_hooks, m, err) < 0) {
		mailer_stop(m);
		return -1;
	}
	m->has_hooks_thread = true;
	*out = m;
	return 0;
}

void mailer_stop(struct mailer *m)
{
	if (!m)
		return;
	store_watch(m->store, NULL, NULL);
	atomic_store(&m->stops, true);
	mailer_wake(m);
	for (int i = 0; i < LANES; i++) {
		struct lane *l = &m->lanes[i];
		if (l->is_started)
			pthread_join(l->thread, NULL);
		courier_close(l->courier);
		pthread_cond_destroy(&l->wakes);
	}
	if (m->has_hooks_thread)
		pthread_join(m->hooks_thread, NULL);
	hook_courier_close(m->hooks);
	pthread_mutex_destroy(&m->lock);
	free(m);
}
