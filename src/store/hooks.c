/* SPDX-License-Identifier: ISC */
/*
 * Rows of webhooks: see hooks.h.
 */
#include "store/hooks.h"

#include "store/db.h"
#include "store/notice_row.h"

#define HOOK_COLUMNS                                                                     \
	"id, user_id, kind, url, state, created_at, secret_number, rotated_at, free_at," \
	" failures, failing_since, told_at"

static const char *const states[] = {"off", "on"};

static void read_hook(struct query *q, struct hook *out)
{
	*out = (struct hook){.id = get_int(q), .user_id = get_int(q)};
	get_text(q, out->kind, sizeof(out->kind));
	get_text(q, out->url, sizeof(out->url));
	out->is_on = get_word(q, states, 2) == 1;
	out->created_at = get_int(q);
	out->secret_number = get_int(q);
	out->rotated_at = get_int_or(q, 0);
	out->free_at = get_int(q);
	out->failures = (int)get_int(q);
	out->failing_since = get_int_or(q, 0);
	out->told_at = get_int_or(q, 0);
}

int64_t hook_insert(struct db *db, const struct hook *h)
{
	struct query q = QUERY(db, "INSERT INTO hooks (user_id, kind, url, state, created_at)"
	                           " VALUES (?, ?, ?, ?, ?)");
	put_int(&q, h->user_id);
	put_text(&q, h->kind);
	put_text(&q, h->url);
	put_text(&q, states[h->is_on]);
	put_int(&q, h->created_at);
	return query_insert(&q);
}

bool hook_get(struct db *db, int64_t id, struct hook *out)
{
	struct query q = QUERY(db, "SELECT " HOOK_COLUMNS " FROM hooks WHERE id = ?");
	put_int(&q, id);
	bool is_there = query_step(&q);
	if (is_there)
		read_hook(&q, out);
	query_end(&q);
	return is_there;
}

void hook_update(struct db *db, const struct hook *h)
{
	struct query q = QUERY(
		db, "UPDATE hooks SET url = ?, state = ?, secret_number = ?, rotated_at = ?,"
		    " free_at = ?, failures = ?, failing_since = ?, told_at = ? WHERE id = ?");
	put_text(&q, h->url);
	put_text(&q, states[h->is_on]);
	put_int(&q, h->secret_number);
	put_int_unless(&q, h->rotated_at, 0);
	put_int(&q, h->free_at);
	put_int(&q, h->failures);
	put_int_unless(&q, h->failing_since, 0);
	put_int_unless(&q, h->told_at, 0);
	put_int(&q, h->id);
	query_run(&q);
}

void hook_delete(struct db *db, int64_t id)
{
	struct query q = QUERY(db, "DELETE FROM hooks WHERE id = ?");
	put_int(&q, id);
	query_run(&q);
}

void hook_delete_all(struct db *db, int64_t user_id)
{
	struct query q = QUERY(db, "DELETE FROM hooks WHERE user_id = ?");
	put_int(&q, user_id);
	query_run(&q);
}

size_t hook_list(struct db *db, int64_t user_id, struct hook *out, size_t cap)
{
	size_t count = 0;
	struct query q = QUERY(db, "SELECT " HOOK_COLUMNS " FROM hooks WHERE user_id = ?"
	                           " ORDER BY id LIMIT ?");
	put_int(&q, user_id);
	put_int(&q, (int64_t)cap);
	while (query_step(&q))
		read_hook(&q, &out[count++]);
	query_end(&q);
	return count;
}

bool hook_has_any_on(struct db *db, int64_t user_id)
{
	struct query q =
		QUERY(db, "SELECT 1 FROM hooks WHERE user_id = ? AND state = 'on' LIMIT 1");
	put_int(&q, user_id);
	return query_number(&q) != 0;
}

/* ---- Their notices ---- */

size_t hook_list_due(struct db *db, bool is_failing, int64_t now, int64_t *ids, size_t cap)
{
	size_t count = 0;
	struct query q =
		QUERY(db, "SELECT notice_id FROM hook_queue WHERE due_at <= ? AND is_failing = ?"
	                  " ORDER BY is_waiting, due_at, notice_id LIMIT ?");
	put_int(&q, now);
	put_int(&q, is_failing);
	put_int(&q, (int64_t)cap);
	while (query_step(&q))
		ids[count++] = get_int(&q);
	query_end(&q);
	return count;
}

bool hook_claim(struct db *db, const struct notice *n, int64_t now, int64_t lease_until,
                const void *bytes, size_t len)
{
	struct query q = QUERY(
		db, "UPDATE notices SET state = 'sending', lease_until = ?, tries = tries + 1,"
		    " address = ?, bytes = ?"
		    " WHERE id = ? AND state IN ('waiting', 'sending')"
		    " AND NOT EXISTS (SELECT 1 FROM notices AS other"
		    "  WHERE other.hook_id = notices.hook_id AND other.channel = 'hook'"
		    "  AND other.lease_until > ?)");
	put_int(&q, lease_until);
	put_text_or_null(&q, n->address);
	put_blob(&q, len ? bytes : NULL, len);
	put_int(&q, n->id);
	put_int(&q, now);
	return query_run(&q) > 0;
}

int64_t hook_next_due(struct db *db, int64_t now)
{
	struct query q = QUERY(db, "SELECT min(due_at) FROM hook_queue");
	int64_t due = query_number(&q);
	return due && due < now ? now : due;
}

void hook_cancel(struct db *db, int64_t id, int64_t now, const char *answer)
{
	struct query q = QUERY(db, "UPDATE notices SET state = 'cancelled', settled_at = ?,"
	                           " answer = ?, bytes = NULL WHERE hook_id = ? AND hook_id <> 0"
	                           " AND channel = 'hook' AND state IN ('waiting', 'sending')");
	put_int(&q, now);
	put_text(&q, answer);
	put_int(&q, id);
	query_run(&q);
}

bool hook_resend(struct db *db, int64_t id, int64_t notice_id, int64_t now)
{
	struct query q =
		QUERY(db, "UPDATE notices SET state = 'waiting', due_at = ?, tries = 0,"
	                  " settled_at = NULL WHERE id = ? AND hook_id = ? AND channel = 'hook'"
	                  " AND state IN ('sent', 'dead', 'waiting')");
	put_int(&q, now);
	put_int(&q, notice_id);
	put_int(&q, id);
	bool is_there = query_run(&q) > 0;
	if (is_there)
		db_notice_due(db, now);
	return is_there;
}
