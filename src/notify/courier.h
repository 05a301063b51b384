/* SPDX-License-Identifier: ISC */
/*
 * One notice at a time on its whole way: claimed under a lease, composed once, its bytes kept,
 * handed over, settled. It has no thread and waits for nothing but the other side: mailer.h runs
 * it.
 *
 * Between two of these steps the program may end. Then the lease runs out and the notice is claimed
 * again, by a later program too, and the bytes that were kept are sent again. So nothing is lost,
 * and what arrives twice is the same byte for byte.
 *
 * Served is the lane of sign-in mails. Other notices stay as they are.
 */
#ifndef NOTIFY_COURIER_H
#define NOTIFY_COURIER_H

#include <stdatomic.h>

#include "app/config.h"
#include "base/clock.h"
#include "base/err.h"
#include "store/store.h"

/* Longer than any attempt can take: SMTP_TIMEOUT_MS twice, and some. */
enum { COURIER_LEASE_S = 240 };

struct courier;

struct courier_options {
	struct store *store;
	const struct config *config; /* how mails go out, and what they say of the site */
	const struct clock *clock;
	const atomic_bool *stops; /* once true, an attempt under way is given up; NULL: never */
};

/*
 * Everything in options stays the caller's and must outlive it. 0, or -1: a password's file that
 * cannot be read, a folder that cannot be written to, a mail_from or smtp_url that is none. It
 * connects to nothing yet.
 */
int courier_open(struct courier **out, const struct courier_options *options, struct err *err);
void courier_close(struct courier *c);

/*
 * Takes the notice that is due longest and settles it, or puts it back to be tried later
 * (backoff.h): one that failed for now and would be too old by then is dead. Each is a line of the
 * log. False when none is due, or when the database failed.
 */
bool courier_run(struct courier *c);

/* When there will be something to do, Unix seconds; 0: nothing is waiting. */
int64_t courier_next(struct courier *c);

#endif
