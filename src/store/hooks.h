/* SPDX-License-Identifier: ISC */
/*
 * Rows of webhooks, and the claiming of what goes to them. See people.h for what answers mean. What
 * the kinds of services are is app/hook_kinds.h's, who may have which webhooks app/hooks.h's, and
 * how something is sent notify's.
 *
 * A webhook gets one notice at a time, and none before free_at, which is when the next attempt may
 * be made after one that failed. So what is dead delays itself alone.
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
 * Notices of LANE_HOOK that are to be sent now, to webhooks of which the last attempt failed or to
 * the others: those whose lease ran out, then of each webhook that is free the one that waits
 * longest; those that are due longest first. Answers how many.
 */
size_t hook_list_due(struct db *db, bool is_failing, int64_t now, int64_t *ids, size_t cap);
/*
 * Claims one of that list, as notice_claim(), and keeps at once what will be sent and where, as
 * notice_keep_bytes(); no bytes: nothing will be. False when it is to be sent no more, or another
 * one is under way to its webhook.
 */
bool hook_claim(struct db *db, const struct notice *n, int64_t now, int64_t lease_until,
                const void *bytes, size_t len);
/* When there will be one in the lists: now if that is past, 0 for never. */
int64_t hook_next_due(struct db *db, int64_t now);

/* What waits for a hook, or is under way, is cancelled. */
void hook_cancel(struct db *db, int64_t id, int64_t now, const char *answer);
/* What went to it, or is to go, newest first. */
size_t hook_list_notices(struct db *db, int64_t id, struct notice_entry *out, size_t cap);
/* One of its notices that was sent, is dead or waits is due now, its tries forgotten. False when
 * there is no such. */
bool hook_resend(struct db *db, int64_t id, int64_t notice_id, int64_t now);

#endif
