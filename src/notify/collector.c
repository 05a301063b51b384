/* SPDX-License-Identifier: ISC */
/*
 * The thread of the mailbox: see collector.h.
 */
#include "notify/collector.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/log.h"
#include "base/memory.h"
#include "notify/mailbox.h"

struct collector {
	const struct inbox *inbox;
	pthread_t thread;
	atomic_bool stops;
	pthread_mutex_t lock;
	pthread_cond_t wakes;
};

static enum mailbox_verdict take(void *context, const char *bytes, size_t len)
{
	switch (inbox_take(context, bytes, len)) {
	case INBOX_TAKEN:
		return MAILBOX_DONE;
	case INBOX_NOT_OURS:
	case INBOX_UNREADABLE:
		return MAILBOX_STAYS;
	case INBOX_LATER:
		break;
	}
	return MAILBOX_WAITS;
}

int collector_look(const struct inbox *inbox, const char *ca_file, const atomic_bool *stops,
                   struct err *err)
{
	struct inbox own = *inbox; /* take() may not change ours */
	struct mailbox_options o = {.config = inbox->config,
	                            .ca_file = ca_file,
	                            .stops = stops,
	                            .take = take,
	                            .context = &own};
	return mailbox_look(&o, err);
}

static void rest(struct collector *c)
{
	struct timespec end;
	clock_gettime(CLOCK_MONOTONIC, &end);
	end.tv_sec += COLLECTOR_EVERY_S;
	pthread_mutex_lock(&c->lock);
	while (!atomic_load(&c->stops) && pthread_cond_timedwait(&c->wakes, &c->lock, &end) == 0)
		;
	pthread_mutex_unlock(&c->lock);
}

static void *work(void *arg)
{
	struct collector *c = arg;
	bool was_good = true;
	while (!atomic_load(&c->stops)) {
		struct err err;
		bool is_good = collector_look(c->inbox, NULL, &c->stops, &err) >= 0;
		if (!is_good && was_good && !atomic_load(&c->stops))
			log_event("mail-in", "the mailbox cannot be read: %s", err.text);
		if (is_good && !was_good)
			log_event("mail-in", "the mailbox can be read again");
		was_good = is_good;
		rest(c);
	}
	return NULL;
}

int collector_start(struct collector **out, const struct inbox *inbox, struct err *err)
{
	struct collector *c = memory_resize(NULL, 1, sizeof(*c));
	pthread_condattr_t attr;
	*c = (struct collector){.inbox = inbox};
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&c->wakes, &attr);
	pthread_condattr_destroy(&attr);
	pthread_mutex_init(&c->lock, NULL);
	/* Signals are for the threads that expect them. */
	sigset_t all, before;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	int rc = pthread_create(&c->thread, NULL, work, c);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (rc != 0) {
		pthread_cond_destroy(&c->wakes);
		pthread_mutex_destroy(&c->lock);
		free(c);
		return err_set(err, "the thread of the mailbox: %s", strerror(rc));
	}
	pthread_setname_np(c->thread, "mailbox");
	*out = c;
	return 0;
}

void collector_stop(struct collector *c)
{
	if (!c)
		return;
	pthread_mutex_lock(&c->lock);
	atomic_store(&c->stops, true);
	pthread_cond_signal(&c->wakes);
	pthread_mutex_unlock(&c->lock);
	pthread_join(c->thread, NULL);
	pthread_cond_destroy(&c->wakes);
	pthread_mutex_destroy(&c->lock);
	free(c);
}
