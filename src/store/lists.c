/* SPDX-License-Identifier: ISC */
/*
 * Lists of games, for home, lobby, clock and fsck: see games.h.
 */
#include "store/games.h"

#include "store/db.h"
#include "store/rows.h"

/* Binds the limit and ends the query. */
static size_t list(struct query *q, struct game_ref *out, size_t cap)
{
	size_t count = 0;
	put_int(q, (int64_t)cap);
	while (query_step(q)) {
		get_text(q, out[count].id, sizeof(out[count].id));
		out[count++].rev = get_int(q);
	}
	query_end(q);
	return count;
}

size_t game_list_of_user(struct db *db, int64_t user_id, enum game_state state,
                         struct game_ref *out, size_t cap)
{
	struct query q =
		QUERY(db, "SELECT id, rev FROM games WHERE state = ? AND id IN"
	                  " (SELECT game_id FROM seats WHERE user_id = ?2"
	                  "  UNION ALL SELECT id FROM games WHERE owner_id = ?2)"
	                  " ORDER BY coalesce(ended_at, started_at, created_at) DESC, id LIMIT ?");
	put_text(&q, game_states[state]);
	put_int(&q, user_id);
	return list(&q, out, cap);
}

size_t game_list_awaiting(struct db *db, int64_t user_id, struct game_ref *out, size_t cap)
{
	struct query q = QUERY(db, "SELECT games.id, rev FROM (" LIST_AWAITING " LIMIT ?) AS listed"
	                           " CROSS JOIN games ON games.id = listed.id");
	put_int(&q, user_id);
	return list(&q, out, cap);
}

size_t game_count_awaiting(struct db *db, int64_t user_id)
{
	struct query q = QUERY(db, "SELECT count(*) FROM seats WHERE user_id = ?"
	                           " AND is_awaited = 1 AND resigned_at IS NULL");
	put_int(&q, user_id);
	return (size_t)query_number(&q);
}

size_t game_list_muted(struct db *db, int64_t user_id, struct game_ref *out, size_t cap)
{
	struct query q = QUERY(db, "SELECT id, rev FROM seats JOIN games ON id = game_id"
	                           " WHERE user_id = ? AND is_muted = 1"
	                           "  AND state IN ('open', 'running') ORDER BY name, id LIMIT ?");
	put_int(&q, user_id);
	return list(&q, out, cap);
}

size_t game_list_for_address(struct db *db, const char *address, struct game_ref *out, size_t cap)
{
	struct query q = QUERY(db, "SELECT DISTINCT id, rev FROM seats JOIN games ON id = game_id"
	                           " WHERE address = ? AND kind = 'address' AND user_id IS NULL"
	                           " AND state = 'open' ORDER BY created_at DESC, id LIMIT ?");
	put_text(&q, address);
	return list(&q, out, cap);
}

size_t game_list_draw_due(struct db *db, int64_t at, struct game_ref *out, size_t cap)
{
	struct query q = QUERY(db,
	                       "SELECT id, rev FROM games WHERE draw_at <= ? AND state = 'running'"
	                       " ORDER BY draw_at, id LIMIT ?");
	put_int(&q, at);
	return list(&q, out, cap);
}

int64_t game_next_draw(struct db *db)
{
	struct query q = QUERY(db, "SELECT min(draw_at) FROM games WHERE draw_at IS NOT NULL");
	return query_number(&q);
}

size_t game_list_bot_awaited(struct db *db, struct game_ref *out, size_t cap)
{
	struct query q = QUERY(db,
	                       "SELECT DISTINCT id, rev FROM seats JOIN games ON id = game_id"
	                       " WHERE is_awaited = 1 AND (kind = 'bot' OR resigned_at IS NOT NULL)"
	                       " AND state = 'running' ORDER BY id LIMIT ?");
	return list(&q, out, cap);
}

/* The index seats_due, of what is due first of a seat. */
#define DUE "coalesce(min(remind_at, deadline_at), remind_at, deadline_at)"

size_t game_list_deadline_due(struct db *db, int64_t at, struct game_ref *out, size_t cap)
{
	struct query q = QUERY(db, "SELECT id, rev FROM seats INDEXED BY seats_due"
	                           " JOIN games ON id = game_id WHERE " DUE
	                           " <= ?1 AND deadline_at <= ?1"
	                           " AND state = 'running'"
	                           " ORDER BY deadline_at, id LIMIT ?");
	put_int(&q, at);
	return list(&q, out, cap);
}

size_t game_list_remind_due(struct db *db, int64_t at, struct game_ref *out, size_t cap)
{
	struct query q = QUERY(db,
	                       "SELECT id, rev FROM seats INDEXED BY seats_due"
	                       " JOIN games ON id = game_id WHERE " DUE " <= ?1 AND remind_at <= ?1"
	                       " AND state = 'running'"
	                       " ORDER BY remind_at, id LIMIT ?");
	put_int(&q, at);
	return list(&q, out, cap);
}

size_t game_list_absent_awaited(struct db *db, int absent_turns, struct game_ref *out, size_t cap)
{
	struct query q =
		QUERY(db, "SELECT DISTINCT id, rev FROM seats AS absent JOIN games ON id = game_id"
	                  " WHERE is_awaited = 1 AND absent_turns > 0 AND absent_turns >= ?1"
	                  " AND resigned_at IS NULL AND state = 'running' AND EXISTS"
	                  " (SELECT 1 FROM seats AS other WHERE other.game_id = id"
	                  "  AND other.place <> absent.place AND other.user_id IS NOT NULL"
	                  "  AND other.resigned_at IS NULL AND other.absent_turns < ?1)"
	                  " ORDER BY id LIMIT ?2");
	put_int(&q, absent_turns);
	return list(&q, out, cap);
}

size_t game_list_open_older(struct db *db, int64_t created_before, struct game_ref *out, size_t cap)
{
	struct query q =
		QUERY(db, "SELECT id, rev FROM games WHERE state = 'open' AND is_public IN (0, 1)"
	                  " AND created_at < ? ORDER BY created_at, id LIMIT ?");
	put_int(&q, created_before);
	return list(&q, out, cap);
}

size_t game_list_all(struct db *db, const char *after_id, struct game_ref *out, size_t cap)
{
	struct query q = QUERY(db, "SELECT id, rev FROM games WHERE id > ? ORDER BY id LIMIT ?");
	put_text(&q, after_id);
	return list(&q, out, cap);
}

bool game_find_rematch(struct db *db, const char *of_id, struct game_ref *out)
{
	struct query q = QUERY(db, "SELECT id, rev FROM games WHERE rematch_of = ?"
	                           " AND state <> 'removed' ORDER BY created_at DESC, id LIMIT ?");
	put_text(&q, of_id);
	return list(&q, out, 1) == 1;
}
