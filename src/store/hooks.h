/* SPDX-License-Identifier: ISC */
/*
 * Rows of webhooks, and the claiming of what goes to them. See people.h for what answers mean. What
 * the kinds of services are is app/hook_kinds.h's, who may have which webhooks app/hooks.h's, and
 * how something is sent notify's.
 *
 * A webhook gets one notice at a time, and none before free_at: while one is under way that is when
 * its lease ends, after a failure when the next attempt is due. So what is dead delays itself
 * alone.
 */
#ifndef STORE_HOOKS_H
#define STORE_HOOKS_H

#include "base/limits.h"
#include "store/notices.h"

struct hook {
	int64_t id, user_id;
	char kind[16];
	char url[LIMIT_HOOK_URL_BYTES + 1];
	bool is_on;
	int64_t created_at;
	int64_t secret_number;
	int64_t rotated_at; /* when the secret before was replaced; 0: never */
	int64_t free_at;
	int failures;          /* in a row */
	int64_t failing_since; /* 0: the last one was taken */
	int64_t told_at;       /* that it fails; 0: not since it was well */
};

int64_t hook_insert(struct db *db, const struct hook *h);
bool hook_get(struct db *db, int64_t id, struct hook *out);
/* All but id, user, kind and creation. */
void hook_update(struct db *db, const struct hook *h);
/* Its waiting notices are cancelled before; those that are settled stay as they are. */
void hook_delete(struct db *db, int64_t id);
void hook_delete_all(struct db *db, int64_t user_id);
/* A user's, the oldest first. */
size_t hook_list(struct db *db, int64_t user_id, struct hook *out, size_t cap);
bool hook_has_any_on(struct db *db, int64_t user_id);

/*
 * Takes the notice of LANE_HOOK whose lease ran out, or that is due longest and whose hook is free;
 * of one that has failed last only if `failing_too`. Else as notice_claim(); the hook is not free
 * before lease_until.
 */
bool hook_claim(struct db *db, bool failing_too, int64_t now, int64_t lease_until,
                struct notice *out, struct text *bytes);
/* When there will be one to take so: now if that is past, 0 for never. */
int64_t hook_next_due(struct db *db, bool failing_too, int64_t now);

bool hook_is_under_way(struct db *db, int64_t id);

/* What waits for a hook, or is under way, is cancelled. */
void hook_cancel(struct db *db, int64_t id, int64_t now, const char *answer);
/* What went to it, or is to go, newest first. */
size_t hook_list_notices(struct db *db, int64_t id, struct notice_entry *out, size_t cap);
/* One of its notices that was sent, is dead or waits is due now, its tries forgotten. False when
 * there is no such. */
bool hook_resend(struct db *db, int64_t id, int64_t notice_id, int64_t now);

#endif
