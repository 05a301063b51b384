/* SPDX-License-Identifier: ISC */
/*
 * Notices on their whole way, some at a time: claimed under a lease; judged (verdict.h), composed
 * once, their bytes kept; handed over; settled. It has no thread and waits for nothing but the
 * other side: mailer.h runs it.
 *
 * Between two of these steps the program may end. Then the lease runs out and the notice is claimed
 * again, by a later program too, and the bytes that were kept are sent again. So nothing is lost,
 * and what arrives twice is the same byte for byte. What is cancelled before it is handed over is
 * not sent.
 *
 * A courier serves one lane: that of sign-in mails, or that of all other mails, and with these the
 * mails of the day.
 */
#ifndef NOTIFY_COURIER_H
#define NOTIFY_COURIER_H

#include <stdatomic.h>

#include "app/config.h"
#include "app/mail_secrets.h"
#include "app/sets.h"
#include "base/clock.h"
#include "base/err.h"
#include "store/notices.h"

enum {
	COURIER_AT_ONCE = 16, /* notices that share their jobs of the writer */
	COURIER_LEASE_S =
		240, /* longer than any attempt can take: SMTP_TIMEOUT_MS twice, and some */
	COURIER_SETTLE_MS = 1000, /* what was handed over is settled so soon, whatever is still to
	                             be sent */
};

/* What was done last. */
enum courier_step {
	COURIER_CLAIMED,
	COURIER_COMPOSED,
	COURIER_KEPT,
	COURIER_SENT, /* one of them */
	COURIER_SETTLED,
};

struct courier;

struct courier_options {
	struct store *store;
	const struct config *config; /* how mails go out, and what they say of the site */
	const struct sets *sets;
	const struct mail_secrets *secrets;
	const struct clock *clock;
	enum notice_lane lane;    /* LANE_SIGN_IN or LANE_MAIL */
	unsigned timeout_ms;      /* for one mail; 0: SMTP_TIMEOUT_MS */
	const atomic_bool *stops; /* once true, an attempt under way is given up; NULL: never */
	void (*step)(void *context, enum courier_step done); /* for tests; NULL: nobody looks */
	void *step_context;
};

/*
 * Everything in options stays the caller's and must outlive it. 0, or -1: a password's file that
 * cannot be read, a folder that cannot be written to, a mail_from or smtp_url that is none. It
 * connects to nothing yet.
 */
int courier_open(struct courier **out, const struct courier_options *options, struct err *err);
void courier_close(struct courier *c);

/*
 * Takes the notices that are due longest and settles them, or puts them back to be tried later
 * (backoff.h): one that failed for now and would be too old by then is dead. Each is a line of the
 * log. False when none is due, or when the database failed.
 */
bool courier_run(struct courier *c);

/* When there will be something to do, Unix seconds; 0: nothing is waiting. */
int64_t courier_next(struct courier *c);

#endif
