/* SPDX-License-Identifier: ISC */
/*
 * Rows of notices: see notices.h. Nothing is sent from here.
 */
#include "store/notices.h"

#include "store/db.h"

void notice_add(struct db *db, const struct notice *n, const void *bytes, size_t len)
{
	struct query q = QUERY(
		db, "INSERT INTO notices (kind, number, game_id, rev, user_id, signin_id, channel,"
		    " address, due_at, created_at, state, bytes)"
		    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'waiting', ?)"
		    " ON CONFLICT (kind, game_id, rev, user_id, channel, number)"
		    " WHERE game_id IS NOT NULL DO NOTHING");
	put_text(&q, n->kind);
	put_int(&q, n->number);
	put_text_or_null(&q, n->game_id);
	put_int_unless(&q, n->rev, 0);
	put_int_unless(&q, n->user_id, 0);
	put_int_unless(&q, n->signin_id, 0);
	put_text(&q, n->channel);
	put_text_or_null(&q, n->address);
	put_int(&q, n->due_at);
	put_int(&q, n->created_at);
	put_blob(&q, bytes, len);
	query_run(&q);
}

void notice_cancel(struct db *db, const char *game_id, int64_t user_id, const char *kind,
                   int64_t at)
{
	struct query q =
		QUERY(db, "UPDATE notices SET state = 'cancelled', settled_at = ?1, bytes = NULL"
	                  " WHERE game_id = ?2 AND state = 'waiting'"
	                  " AND (?3 IS NULL OR user_id = ?3) AND (?4 IS NULL OR kind = ?4)");
	put_int(&q, at);
	put_text(&q, game_id);
	put_int_unless(&q, user_id, 0);
	put_text_or_null(&q, kind ? kind : "");
	query_run(&q);
}

void notice_restore(struct db *db, const char *game_id, int64_t user_id, int64_t cancelled_at)
{
	struct query q = QUERY(db, "UPDATE notices SET state = 'waiting', settled_at = NULL"
	                           " WHERE game_id = ? AND user_id = ? AND state = 'cancelled'"
	                           " AND settled_at = ?");
	put_text(&q, game_id);
	put_int(&q, user_id);
	put_int(&q, cancelled_at);
	query_run(&q);
}

void notice_move_all(struct db *db, int64_t from_user, int64_t to_user)
{
	struct query q = QUERY(db, "UPDATE OR IGNORE notices SET user_id = ?"
	                           " WHERE user_id = ? AND state = 'waiting'");
	put_int(&q, to_user);
	put_int(&q, from_user);
	query_run(&q);
}

static void read_notice(struct query *q, struct notice *out, struct text *bytes)
{
	*out = (struct notice){.id = get_int(q)};
	get_text(q, out->kind, sizeof(out->kind));
	out->number = (int)get_int(q);
	get_text(q, out->game_id, sizeof(out->game_id));
	out->rev = get_int_or(q, 0);
	out->user_id = get_int_or(q, 0);
	out->signin_id = get_int_or(q, 0);
	get_text(q, out->channel, sizeof(out->channel));
	get_text(q, out->address, sizeof(out->address));
	out->due_at = get_int(q);
	out->created_at = get_int(q);
	out->tries = (int)get_int(q);
	get_bytes(q, bytes);
}

bool notice_claim(struct db *db, bool is_signin, int64_t now, int64_t lease_until,
                  struct notice *out, struct text *bytes)
{
	struct query q = QUERY(
		db, "UPDATE notices SET state = 'sending', lease_until = ?1, tries = tries + 1"
		    " WHERE id = (SELECT id FROM notices"
		    "  WHERE (state = 'waiting' AND due_at <= ?2"
		    "   OR state = 'sending' AND lease_until <= ?2)"
		    "  AND (kind = 'sign in') = ?3 ORDER BY due_at, id LIMIT 1)"
		    " RETURNING id, kind, number, game_id, rev, user_id, signin_id, channel, "
		    "address, due_at,"
		    " created_at, tries, bytes");
	put_int(&q, lease_until);
	put_int(&q, now);
	put_int(&q, is_signin);
	bool is_there = query_step(&q);
	if (is_there) {
		read_notice(&q, out, bytes);
		query_step(&q); /* to its end */
	}
	query_end(&q);
	return is_there;
}

void notice_keep_bytes(struct db *db, int64_t id, const void *bytes, size_t len)
{
	struct query q =
		QUERY(db, "UPDATE notices SET bytes = ? WHERE id = ? AND state = 'sending'");
	put_blob(&q, bytes, len);
	put_int(&q, id);
	query_run(&q);
}

static void settle(struct db *db, int64_t id, const char *state, int64_t at, const char *answer)
{
	struct query q = QUERY(
		db, "UPDATE notices SET state = ?, settled_at = ?, answer = ?, lease_until = NULL,"
		    " bytes = NULL WHERE id = ? AND state = 'sending'");
	put_text(&q, state);
	put_int(&q, at);
	put_text(&q, answer);
	put_int(&q, id);
	query_run(&q);
}

void notice_sent(struct db *db, int64_t id, int64_t at, const char *answer)
{
	settle(db, id, "sent", at, answer);
}

void notice_dead(struct db *db, int64_t id, int64_t at, const char *answer)
{
	settle(db, id, "dead", at, answer);
}

void notice_again(struct db *db, int64_t id, int64_t due_at, const char *answer)
{
	struct query q = QUERY(
		db,
		"UPDATE notices SET state = 'waiting', due_at = ?, answer = ?, lease_until = NULL"
		" WHERE id = ? AND state = 'sending'");
	put_int(&q, due_at);
	put_text(&q, answer);
	put_int(&q, id);
	query_run(&q);
}

int64_t notice_next_due(struct db *db, bool is_signin, int64_t now)
{
	struct query q = QUERY(db, "SELECT min(due) FROM (SELECT min(due_at) AS due FROM notices"
	                           " WHERE state = 'waiting' AND (kind = 'sign in') = ?1"
	                           " UNION ALL SELECT min(lease_until) FROM notices"
	                           " WHERE state = 'sending' AND (kind = 'sign in') = ?1)");
	put_int(&q, is_signin);
	int64_t due = query_number(&q);
	return due && due < now ? now : due;
}
