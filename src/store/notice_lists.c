/* SPDX-License-Identifier: ISC */
/*
 * Lists of notices: see notices.h.
 */
#include "store/hooks.h"
#include "store/notice_row.h"

const char *const notice_lanes[LANE_COUNT] = {"mail", "sign in", "digest", "hook"};
const char *const notice_states[] = {"waiting", "sending", "sent", "dead", "cancelled"};

void notice_read(struct query *q, struct notice *out)
{
	*out = (struct notice){.id = get_int(q)};
	get_text(q, out->kind, sizeof(out->kind));
	out->number = (int)get_int(q);
	get_text(q, out->game_id, sizeof(out->game_id));
	out->rev = get_int_or(q, 0);
	out->user_id = get_int_or(q, 0);
	out->signin_id = get_int_or(q, 0);
	out->lane = (uint8_t)get_word(q, notice_lanes, LANE_COUNT);
	out->hook_id = get_int(q);
	out->is_news = get_bool(q);
	get_text(q, out->address, sizeof(out->address));
	out->due_at = get_int(q);
	out->created_at = get_int(q);
	out->tries = (int)get_int(q);
}

#define ENTRY_COLUMNS NOTICE_COLUMNS ", state, answer, settled_at, digest_id"

/* Ends the query. */
static size_t read_entries(struct query *q, struct notice_entry *out, size_t cap)
{
	size_t count = 0;
	while (count < cap && query_step(q)) {
		struct notice_entry *e = &out[count++];
		notice_read(q, &e->notice);
		e->state = (uint8_t)get_word(q, notice_states, NOTICE_CANCELLED + 1);
		get_text(q, e->answer, sizeof(e->answer));
		e->settled_at = get_int_or(q, 0);
		e->digest_id = get_int_or(q, 0);
	}
	query_end(q);
	return count;
}

bool notice_get(struct db *db, int64_t id, struct notice_entry *out)
{
	struct query q = QUERY(db, "SELECT " ENTRY_COLUMNS " FROM notices WHERE id = ?");
	put_int(&q, id);
	return read_entries(&q, out, 1) == 1;
}

size_t notice_list_of_user(struct db *db, int64_t user_id, int64_t before_id,
                           struct notice_entry *out, size_t cap)
{
	struct query q = QUERY(db, "SELECT " ENTRY_COLUMNS " FROM notices WHERE user_id = ?"
	                           " AND id < ? ORDER BY id DESC LIMIT ?");
	put_int(&q, user_id);
	put_int(&q, before_id ? before_id : INT64_MAX);
	put_int(&q, (int64_t)cap);
	return read_entries(&q, out, cap);
}

size_t hook_list_notices(struct db *db, int64_t id, struct notice_entry *out, size_t cap)
{
	struct query q = QUERY(db, "SELECT " ENTRY_COLUMNS " FROM notices WHERE hook_id = ?"
	                           " AND hook_id <> 0 AND channel = 'hook'"
	                           " ORDER BY id DESC LIMIT ?");
	put_int(&q, id);
	put_int(&q, (int64_t)cap);
	return read_entries(&q, out, cap);
}

size_t notice_list_of_digest(struct db *db, int64_t digest_id, struct notice_entry *out, size_t cap)
{
	struct query q = QUERY(db, "SELECT " ENTRY_COLUMNS " FROM notices WHERE digest_id = ?"
	                           " ORDER BY id LIMIT ?");
	put_int(&q, digest_id);
	put_int(&q, (int64_t)cap);
	return read_entries(&q, out, cap);
}

size_t notice_list_for_digest(struct db *db, int64_t user_id, struct notice *out, size_t cap)
{
	size_t count = 0;
	struct query q = QUERY(db, "SELECT " NOTICE_COLUMNS " FROM notices WHERE channel = 'digest'"
	                           " AND state = 'waiting' AND user_id = ? ORDER BY id LIMIT ?");
	put_int(&q, user_id);
	put_int(&q, (int64_t)cap);
	while (query_step(&q))
		notice_read(&q, &out[count++]);
	query_end(&q);
	return count;
}

/* The partial indexes want their states as literals. */
static size_t list_waiting(struct db *db, struct notice_entry *out, size_t cap)
{
	struct query q = QUERY(db, "SELECT " ENTRY_COLUMNS " FROM notices WHERE state = 'waiting'"
	                           " AND channel IN ('mail', 'sign in', 'digest', 'hook')"
	                           " ORDER BY due_at, id LIMIT ?");
	put_int(&q, (int64_t)cap);
	return read_entries(&q, out, cap);
}

static size_t list_sending(struct db *db, struct notice_entry *out, size_t cap)
{
	struct query q = QUERY(db, "SELECT " ENTRY_COLUMNS " FROM notices WHERE state = 'sending'"
	                           " AND channel IN ('mail', 'sign in', 'digest', 'hook')"
	                           " ORDER BY due_at, id LIMIT ?");
	put_int(&q, (int64_t)cap);
	return read_entries(&q, out, cap);
}

size_t notice_list(struct db *db, enum notice_state state, struct notice_entry *out, size_t cap)
{
	if (state == NOTICE_WAITING)
		return list_waiting(db, out, cap);
	if (state == NOTICE_SENDING)
		return list_sending(db, out, cap);
	struct query q = QUERY(db, "SELECT " ENTRY_COLUMNS " FROM notices WHERE state = ?"
	                           " AND settled_at IS NOT NULL ORDER BY settled_at DESC LIMIT ?");
	put_text(&q, notice_states[state]);
	put_int(&q, (int64_t)cap);
	return read_entries(&q, out, cap);
}

unsigned notice_count(struct db *db, const char *kind, int64_t user_id, const char *address,
                      int64_t since)
{
	/* Each by its own index. */
	struct query q =
		QUERY(db, "SELECT (SELECT count(*) FROM notices WHERE user_id = ?1 AND kind = ?2"
	                  " AND channel <> 'hook' AND created_at >= ?4) + (SELECT count(*) FROM "
	                  "notices WHERE user_id IS NULL"
	                  " AND address = ?3 AND kind = ?2 AND created_at >= ?4)");
	put_int_unless(&q, user_id, 0);
	put_text(&q, kind);
	put_text_or_null(&q, address ? address : "");
	put_int(&q, since);
	return (unsigned)query_number(&q);
}
