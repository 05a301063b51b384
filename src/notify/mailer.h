/* SPDX-License-Identifier: ISC */
/*
 * The threads that send notices. Those of mails: each runs a courier (courier.h) over what is due
 * in its lane, then waits until the next is. Sign-in mails have a thread and a connection of their
 * own, so that nobody who sits and waits for one waits for others' mails. One more thread has all
 * webhooks (hook_courier.h), so none of these delays a mail. The writer wakes them when a commit
 * leaves something due.
 *
 *	struct mailer *mailer;
 *	struct mailer_options options = {.store = store, .config = &config, ...};
 *	if (mailer_start(&mailer, &options, &err) < 0)
 *		...;
 *	mailer_stop(mailer);    // before store_close()
 */
#ifndef NOTIFY_MAILER_H
#define NOTIFY_MAILER_H

#include "app/config.h"
#include "app/mail_secrets.h"
#include "app/sets.h"
#include "base/clock.h"
#include "base/err.h"
#include "store/store.h"

/* The threads look for themselves that often: the wall clock may jump. */
enum { MAILER_LOOK_S = 15 };

struct mailer;

/* All stay the caller's and must outlive it. */
struct mailer_options {
	struct store *store;
	const struct config *config;
	const struct sets *sets;
	const struct mail_secrets *secrets;
	const struct clock *clock;
};

/* 0, or -1 as courier_open() has it, or when there is no thread. The store's watch (store_watch())
 * is the mailer's from here on. */
int mailer_start(struct mailer **out, const struct mailer_options *options, struct err *err);

/* The clock was moved. From any thread, at any time before mailer_stop(); never waits for a mail.
 */
void mailer_wake(struct mailer *m);

/* Gives up what is under way (it will be sent by the next program, perhaps again), and ends. NULL
 * is allowed. */
void mailer_stop(struct mailer *m);

#endif
