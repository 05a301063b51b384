/* SPDX-License-Identifier: ISC */
/*
 * Rows of notices: see notices.h. Nothing is sent from here. Lists of them stand in
 * notice_lists.c.
 */
#include "store/notices.h"

#include "store/db.h"
#include "store/notice_row.h"

void notice_add(struct db *db, const struct notice *n, const void *bytes, size_t len)
{
	struct query q = QUERY(
		db, "INSERT INTO notices (kind, number, game_id, rev, user_id, signin_id, channel,"
		    " hook_id, is_news, address, due_at, created_at, state, bytes)"
		    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'waiting', ?)"
		    " ON CONFLICT (game_id, rev, kind, user_id, channel, number, hook_id)"
		    " WHERE game_id IS NOT NULL DO NOTHING");
	put_text(&q, n->kind);
	put_int(&q, n->number);
	put_text_or_null(&q, n->game_id);
	put_int_unless(&q, n->rev, 0);
	put_int_unless(&q, n->user_id, 0);
	put_int_unless(&q, n->signin_id, 0);
	put_text(&q, notice_lanes[n->lane]);
	put_int(&q, n->hook_id);
	put_int(&q, n->is_news);
	put_text_or_null(&q, n->address);
	put_int(&q, n->due_at);
	put_int(&q, n->created_at);
	put_blob(&q, bytes, len);
	query_run(&q);
	db_notice_due(db, n->due_at);
}

/* Those that wait or are being sent. For an UPDATE of what it searches SQLite would make a table
 * first, which takes longer than all that is to do here. */
static size_t list_asked(struct db *db, const char *game_id, int64_t user_id, const char *kind,
                         int64_t *ids, size_t cap)
{
	size_t count = 0;
	struct query q =
		QUERY(db, "SELECT id FROM notices INDEXED BY notices_asked WHERE game_id = ?1"
	                  " AND (state = 'waiting' OR state = 'sending')"
	                  " AND (?2 IS NULL OR user_id = ?2)"
	                  " AND CASE WHEN ?3 IS NULL THEN NOT is_news ELSE kind = ?3 END LIMIT ?4");
	put_text(&q, game_id);
	put_int_unless(&q, user_id, 0);
	put_text_or_null(&q, kind ? kind : "");
	put_int(&q, (int64_t)cap);
	while (query_step(&q))
		ids[count++] = get_int(&q);
	query_end(&q);
	return count;
}

void notice_cancel(struct db *db, const char *game_id, int64_t user_id, const char *kind,
                   int64_t at)
{
	enum { AT_ONCE = 32 };
	int64_t ids[AT_ONCE];
	size_t count;
	do {
		count = list_asked(db, game_id, user_id, kind, ids, AT_ONCE);
		for (size_t i = 0; i < count; i++) {
			/* Bytes and lease stay: it may be restored, or be taken by the other side
			 * just now. */
			struct query q = QUERY(db, "UPDATE notices SET state = 'cancelled',"
			                           " settled_at = ? WHERE id = ?");
			put_int(&q, at);
			put_int(&q, ids[i]);
			query_run(&q);
		}
	} while (count == AT_ONCE);
}

void notice_restore(struct db *db, const char *game_id, int64_t user_id, int64_t cancelled_at)
{
	struct query q = QUERY(
		db,
		"UPDATE notices SET settled_at = NULL,"
		" state = CASE WHEN lease_until IS NULL THEN 'waiting' ELSE 'sending' END"
		" WHERE settled_at = ? AND +game_id = ? AND +user_id = ? AND state = 'cancelled'");
	put_int(&q, cancelled_at);
	put_text(&q, game_id);
	put_int(&q, user_id);
	if (query_run(&q))
		db_notice_due(db, 0);
}

void notice_move_all(struct db *db, int64_t from_user, int64_t to_user)
{
	struct query q = QUERY(db, "UPDATE OR IGNORE notices SET user_id = ? WHERE user_id = ?");
	put_int(&q, to_user);
	put_int(&q, from_user);
	query_run(&q);
}

bool notice_claim(struct db *db, enum notice_lane lane, int64_t now, int64_t lease_until,
                  struct notice *out, struct text *bytes)
{
	struct query q = QUERY(
		db, "UPDATE notices SET state = 'sending', lease_until = ?1, tries = tries + 1"
		    " WHERE id = coalesce("
		    " (SELECT id FROM notices WHERE state = 'sending' AND channel = ?3"
		    "  AND lease_until <= ?2 ORDER BY lease_until LIMIT 1),"
		    " (SELECT id FROM notices WHERE state = 'waiting' AND channel = ?3"
		    "  AND due_at <= ?2 ORDER BY due_at, id LIMIT 1))"
		    " RETURNING " NOTICE_COLUMNS ", bytes");
	put_int(&q, lease_until);
	put_int(&q, now);
	put_text(&q, notice_lanes[lane]);
	bool is_there = query_step(&q);
	if (is_there) {
		notice_read(&q, out);
		get_bytes(&q, bytes);
		query_step(&q); /* to its end */
	}
	query_end(&q);
	return is_there;
}

bool notice_keep_bytes(struct db *db, int64_t id, const char *address, const void *bytes,
                       size_t len)
{
	struct query q = QUERY(db, "UPDATE notices SET address = ?, bytes = ?"
	                           " WHERE id = ? AND state = 'sending'");
	put_text_or_null(&q, address);
	put_blob(&q, bytes, len);
	put_int(&q, id);
	return query_run(&q) > 0;
}

bool notice_look(struct db *db, int64_t id, struct notice *out, struct text *bytes)
{
	struct query q = QUERY(db, "SELECT " NOTICE_COLUMNS ", bytes FROM notices WHERE id = ?");
	put_int(&q, id);
	bool is_there = query_step(&q);
	if (is_there) {
		notice_read(&q, out);
		get_bytes(&q, bytes);
	}
	query_end(&q);
	return is_there;
}

bool notice_is_wanted(struct db *db, int64_t id)
{
	struct query q = QUERY(db, "SELECT 1 FROM notices WHERE id = ? AND state = 'sending'");
	put_int(&q, id);
	return query_number(&q) != 0;
}

void notice_sent(struct db *db, int64_t id, int64_t at, const char *answer)
{
	/* One that was cancelled meanwhile too: it has arrived. */
	struct query q = QUERY(db, "UPDATE notices SET state = 'sent', settled_at = ?, answer = ?,"
	                           " lease_until = NULL, bytes = NULL"
	                           " WHERE id = ? AND lease_until IS NOT NULL");
	put_int(&q, at);
	put_text(&q, answer);
	put_int(&q, id);
	query_run(&q);
}

/* The end of one that does not arrive. Of one that was cancelled meanwhile only the lease ends. */
static void settle(struct db *db, int64_t id, const char *state, int64_t at, const char *answer)
{
	struct query q =
		QUERY(db, "UPDATE notices SET"
	                  " bytes = CASE WHEN state = 'sending' THEN NULL ELSE bytes END,"
	                  " settled_at = CASE WHEN state = 'sending' THEN ?2 ELSE settled_at END,"
	                  " state = CASE WHEN state = 'sending' THEN ?1 ELSE state END,"
	                  " answer = ?3, lease_until = NULL"
	                  " WHERE id = ?4 AND lease_until IS NOT NULL");
	put_text(&q, state);
	put_int(&q, at);
	put_text(&q, answer);
	put_int(&q, id);
	query_run(&q);
}

void notice_dead(struct db *db, int64_t id, int64_t at, const char *answer)
{
	settle(db, id, "dead", at, answer);
}

void notice_skip(struct db *db, int64_t id, int64_t at, const char *answer)
{
	settle(db, id, "cancelled", at, answer);
}

void notice_again(struct db *db, int64_t id, int64_t due_at, const char *answer)
{
	struct query q = QUERY(db,
	                       "UPDATE notices SET due_at = ?, answer = ?, lease_until = NULL,"
	                       " state = CASE WHEN state = 'sending' THEN 'waiting' ELSE state END"
	                       " WHERE id = ? AND lease_until IS NOT NULL");
	put_int(&q, due_at);
	put_text(&q, answer);
	put_int(&q, id);
	query_run(&q);
}

void notice_put_back(struct db *db, int64_t id, int64_t due_at)
{
	struct query q =
		QUERY(db, "UPDATE notices SET tries = tries - 1, due_at = ?, lease_until = NULL,"
	                  " state = CASE WHEN state = 'sending' THEN 'waiting' ELSE state END"
	                  " WHERE id = ? AND lease_until IS NOT NULL");
	put_int(&q, due_at);
	put_int(&q, id);
	query_run(&q);
}

void notice_let_go(struct db *db, int64_t id, const char *answer)
{
	struct query q = QUERY(db,
	                       "UPDATE notices SET lease_until = NULL,"
	                       " answer = CASE WHEN state = 'sending' THEN answer ELSE ?1 END,"
	                       " tries = tries - CASE WHEN state = 'sending' THEN 1 ELSE 0 END,"
	                       " state = CASE WHEN state = 'sending' THEN 'waiting' ELSE state END"
	                       " WHERE id = ?2 AND lease_until IS NOT NULL");
	put_text(&q, answer);
	put_int(&q, id);
	query_run(&q);
}

void notice_digest(struct db *db, int64_t id, int64_t due_at)
{
	struct query q = QUERY(db,
	                       "UPDATE notices SET channel = 'digest', due_at = ?, tries = 0,"
	                       " lease_until = NULL,"
	                       " state = CASE WHEN state = 'sending' THEN 'waiting' ELSE state END"
	                       " WHERE id = ? AND lease_until IS NOT NULL");
	put_int(&q, due_at);
	put_int(&q, id);
	query_run(&q);
}

int64_t notice_collect(struct db *db, int64_t user_id, const char *kind, int64_t now,
                       const char *answer)
{
	struct query add = QUERY(
		db, "INSERT INTO notices (kind, user_id, channel, due_at, created_at, state)"
		    " SELECT ?1, ?2, 'mail', ?3, ?3, 'waiting' WHERE EXISTS (SELECT 1 FROM notices"
		    "  WHERE channel = 'digest' AND state = 'waiting' AND user_id = ?2)");
	put_text(&add, kind);
	put_int(&add, user_id);
	put_int(&add, now);
	int64_t id = query_insert(&add);
	if (!id)
		return 0;
	struct query q = QUERY(db,
	                       "UPDATE notices SET state = 'sent', digest_id = ?,"
	                       " settled_at = ?, answer = ?, bytes = NULL"
	                       " WHERE channel = 'digest' AND state = 'waiting' AND user_id = ?");
	put_int(&q, id);
	put_int(&q, now);
	put_text(&q, answer);
	put_int(&q, user_id);
	query_run(&q);
	db_notice_due(db, now);
	return id;
}

int64_t notice_next_due(struct db *db, enum notice_lane lane, int64_t now)
{
	struct query q = QUERY(db, "SELECT min(due) FROM (SELECT min(due_at) AS due FROM notices"
	                           " WHERE state = 'waiting' AND channel = ?1"
	                           " UNION ALL SELECT min(lease_until) FROM notices"
	                           " WHERE state = 'sending' AND channel = ?1)");
	put_text(&q, notice_lanes[lane]);
	int64_t due = query_number(&q);
	return due && due < now ? now : due;
}

bool notice_retry(struct db *db, int64_t id, int64_t now)
{
	/* What a sign-in mail was made of is gone with its bytes; and nobody is asked for what the
	 * seat has done meanwhile. */
	struct query q = QUERY(
		db, "UPDATE notices SET state = 'waiting', due_at = ?, tries = 0, settled_at = NULL"
		    " WHERE id = ? AND (state = 'waiting' OR state = 'dead' AND signin_id IS NULL"
		    "  AND (is_news OR NOT EXISTS (SELECT 1 FROM seats JOIN moves"
		    "   ON moves.game_id = seats.game_id AND moves.seat = seats.seat"
		    "   WHERE seats.game_id = notices.game_id AND seats.user_id = notices.user_id"
		    "   AND moves.rev > notices.rev)))");
	put_int(&q, now);
	put_int(&q, id);
	bool is_there = query_run(&q) > 0;
	if (is_there)
		db_notice_due(db, now);
	return is_there;
}

bool notice_drop(struct db *db, int64_t id, int64_t now, const char *answer)
{
	struct query q = QUERY(db, "UPDATE notices SET state = 'cancelled', settled_at = ?,"
	                           " answer = ? WHERE id = ? AND state IN ('waiting', 'sending')");
	put_int(&q, now);
	put_text(&q, answer);
	put_int(&q, id);
	return query_run(&q) > 0;
}

enum { DELETED_AT_ONCE = 1000 };

unsigned notice_delete_old(struct db *db, int64_t settled_before)
{
	struct query q = QUERY(db, "DELETE FROM notices WHERE id IN (SELECT id FROM notices"
	                           " WHERE settled_at < ? ORDER BY settled_at LIMIT ?)");
	put_int(&q, settled_before);
	put_int(&q, DELETED_AT_ONCE);
	return query_run(&q);
}

void notice_forget_bytes(struct db *db, int64_t settled_before)
{
	struct query q =
		QUERY(db, "UPDATE notices SET bytes = NULL, lease_until = NULL"
	                  " WHERE settled_at < ? AND settled_at IS NOT NULL AND bytes IS NOT NULL");
	put_int(&q, settled_before);
	query_run(&q);
}
