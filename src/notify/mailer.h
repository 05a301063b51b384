/* SPDX-License-Identifier: ISC */
/*
 * The thread that sends mails: it runs a courier (courier.h) over whatever is due, then waits until
 * it is woken or the next one is. One for a server.
 *
 *	struct mailer *mailer;
 *	struct mailer_options options = {.store = store, .config = &config, .clock = &clock};
 *	if (mailer_start(&mailer, &options, &err) < 0)
 *		...;
 *	mailer_wake(mailer);    // after a commit that left a notice due
 *	mailer_stop(mailer);    // before store_close()
 */
#ifndef NOTIFY_MAILER_H
#define NOTIFY_MAILER_H

#include "app/config.h"
#include "base/clock.h"
#include "base/err.h"
#include "store/store.h"

/* The thread looks for itself that often: for what nobody woke it for, and because the wall clock
 * may jump. */
enum { MAILER_LOOK_S = 15 };

struct mailer;

/* All stay the caller's and must outlive it. */
struct mailer_options {
	struct store *store;
	const struct config *config;
	const struct clock *clock;
};

/* 0, or -1 as courier_open() has it, or when there is no thread. */
int mailer_start(struct mailer **out, const struct mailer_options *options, struct err *err);

/* Something may be due now. From any thread, at any time before mailer_stop(); never waits for a
 * mail. */
void mailer_wake(struct mailer *m);

/* Gives up what is under way (it will be sent by the next program, perhaps again), and ends. NULL
 * is allowed. */
void mailer_stop(struct mailer *m);

#endif
