/* SPDX-License-Identifier: ISC */
/*
 * Notices for webhooks on their way: as courier.h has it for mails, but many at a time, and in
 * fewer steps. One that is due is judged (verdict.h) and composed from a snapshot; claimed under a
 * lease and its bytes kept, in one job of the writer; posted (post.h); settled by the job of a
 * later round. Between any two of these steps the program may end: then nothing has been said yet,
 * or the lease runs out and a later one sends the same bytes, under the same webhook-id.
 *
 * A webhook gets one notice at a time. Those of which the last attempt failed share a part of the
 * places, so however many are dead or hang, the others find room; and their notices wait in the
 * database, not here. One that fails is tried again for a day (backoff.h), its notices in their
 * order, but one that the other side refuses for what it is does not hold up those behind it.
 */
#ifndef NOTIFY_HOOK_COURIER_H
#define NOTIFY_HOOK_COURIER_H

#include "app/config.h"
#include "app/mail_secrets.h"
#include "base/clock.h"
#include "store/store.h"

enum {
	HOOKS_AT_ONCE = 128,
	HOOKS_FAILING_AT_ONCE = 32, /* of these */
	HOOK_LEASE_S = 60,          /* longer than an attempt can take */
};

/* What was done last. */
enum hook_step {
	HOOK_COMPOSED,
	HOOK_KEPT,     /* and claimed */
	HOOK_POSTED,   /* one of them is under way */
	HOOK_ANSWERED, /* one of them has come to its end */
	HOOK_SETTLED,
};

struct hook_courier;

/* All stay the caller's and must outlive it. */
struct hook_courier_options {
	struct store *store;
	const struct config *config;
	const struct mail_secrets *secrets;
	const struct clock *clock;
	const char *ca_file;                              /* NULL: the system's authorities */
	unsigned timeout_ms;                              /* 0: POST_TIMEOUT_MS */
	void (*step)(void *context, enum hook_step done); /* for tests; NULL: nobody looks */
	void *step_context;
};

struct hook_courier *hook_courier_open(const struct hook_courier_options *options);
/* Puts back what is under way: it may arrive twice. NULL is allowed. */
void hook_courier_close(struct hook_courier *c);

/*
 * One round: composes what is due; or, when that is nothing, waits for an answer, until something
 * is due or hook_courier_wake(), for so long at most. Then it settles what has ended and posts what
 * it composed, and goes on with those under way without waiting. Each notice that is settled is a
 * line of the log. What is under way after it is settled by a later round.
 */
void hook_courier_run(struct hook_courier *c, int timeout_ms);

/* How many are under way. */
unsigned hook_courier_busy(const struct hook_courier *c);

/* From any thread, at any time: something is due then. It wakes if it would not look in time; at
 * INT64_MIN in any case. Answers whether it had to. */
bool hook_courier_wake(struct hook_courier *c, int64_t due_at);

#endif
