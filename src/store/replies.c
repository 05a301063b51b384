/* SPDX-License-Identifier: ISC */
/*
 * Rows of replies: see replies.h.
 */
#include "store/replies.h"

#include "store/db.h"

const char *const reply_outcomes[REPLY_OUTCOMES] = {
	[REPLY_DONE] = "done",       [REPLY_ALREADY] = "already",
	[REPLY_OVER] = "over",       [REPLY_UNFINISHED] = "unfinished",
	[REPLY_UNCLEAR] = "unclear", [REPLY_REFUSED] = "refused",
	[REPLY_STATUS] = "status",   [REPLY_HELP] = "help",
	[REPLY_AWAY] = "away",       [REPLY_NOT_AWAY] = "not away",
	[REPLY_RESIGN] = "resign",   [REPLY_STRANGER] = "stranger",
};

int64_t reply_insert(struct db *db, const struct reply *r)
{
	struct query q = QUERY(db, "INSERT INTO replies (hash, at, user_id, sender, game_id,"
	                           " message_id, outcome, said, detail, is_answered)"
	                           " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
	                           " ON CONFLICT (hash) DO NOTHING");
	put_blob(&q, r->hash, HASH_BYTES);
	put_int(&q, r->at);
	put_int(&q, r->user_id);
	put_text(&q, r->sender);
	put_text(&q, r->game_id);
	put_text(&q, r->message_id);
	put_text(&q, reply_outcomes[r->outcome]);
	put_text(&q, r->said);
	put_text(&q, r->detail);
	put_int(&q, r->is_answered);
	return query_insert(&q);
}

bool reply_is_known(struct db *db, const unsigned char hash[HASH_BYTES])
{
	struct query q = QUERY(db, "SELECT 1 FROM replies WHERE hash = ?");
	put_blob(&q, hash, HASH_BYTES);
	return query_number(&q) != 0;
}

#define REPLY_COLUMNS                                                                       \
	"SELECT id, hash, at, user_id, sender, game_id, message_id, outcome, said, detail," \
	" is_answered FROM replies"

static void read_reply(struct query *q, struct reply *out)
{
	out->id = get_int(q);
	get_blob(q, out->hash, HASH_BYTES);
	out->at = get_int(q);
	out->user_id = get_int(q);
	get_text(q, out->sender, sizeof(out->sender));
	get_text(q, out->game_id, sizeof(out->game_id));
	get_text(q, out->message_id, sizeof(out->message_id));
	out->outcome = (uint8_t)get_word(q, reply_outcomes, REPLY_OUTCOMES);
	get_text(q, out->said, sizeof(out->said));
	get_text(q, out->detail, sizeof(out->detail));
	out->is_answered = get_bool(q);
}

bool reply_get(struct db *db, int64_t id, struct reply *out)
{
	struct query q = QUERY(db, REPLY_COLUMNS " WHERE id = ?");
	put_int(&q, id);
	bool is_there = query_step(&q);
	if (is_there)
		read_reply(&q, out);
	query_end(&q);
	return is_there;
}

size_t reply_list_of_user(struct db *db, int64_t user_id, const struct reply *after,
                          struct reply *out, size_t cap)
{
	size_t count = 0;
	struct query q = QUERY(db, REPLY_COLUMNS " WHERE user_id = ? AND (at, id) > (?, ?)"
	                                         " ORDER BY at, id LIMIT ?");
	put_int(&q, user_id);
	put_int(&q, after ? after->at : 0);
	put_int(&q, after ? after->id : 0);
	put_int(&q, (int64_t)cap);
	while (query_step(&q))
		read_reply(&q, &out[count++]);
	query_end(&q);
	return count;
}

enum reply_sort reply_sort_of(enum reply_outcome outcome)
{
	return outcome == REPLY_STRANGER ? REPLY_SORT_STRANGER
	       : outcome == REPLY_UNCLEAR || outcome == REPLY_OVER || outcome == REPLY_ALREADY
	               ? REPLY_SORT_IDLE
	               : REPLY_SORT_USEFUL;
}

unsigned reply_count(struct db *db, const struct reply *r, int64_t since)
{
	/* As reply_sort_of() has it. */
#define ALIKE                                                     \
	" AND at > ?3 AND is_answered"                            \
	" AND CASE outcome WHEN 'stranger' THEN 2 WHEN 'unclear'" \
	" THEN 1 WHEN 'over' THEN 1 WHEN 'already' THEN 1 ELSE 0 END = ?4)"
	struct query q = QUERY(db,
	                       "SELECT max((SELECT count(*) FROM replies WHERE user_id = ?1" ALIKE
	                       ", (SELECT count(*) FROM replies WHERE sender = ?2" ALIKE ")");
#undef ALIKE
	put_int(&q, r->user_id);
	put_text(&q, r->sender);
	put_int(&q, since);
	put_int(&q, reply_sort_of(r->outcome));
	return (unsigned)query_number(&q);
}

void reply_delete_of_user(struct db *db, int64_t user_id)
{
	struct query q = QUERY(db, "DELETE FROM replies WHERE user_id = ?1 OR sender IN"
	                           " (SELECT address FROM addresses WHERE user_id = ?1)");
	put_int(&q, user_id);
	query_run(&q);
}

enum { DELETED_AT_ONCE = 1000 };

unsigned reply_delete_old(struct db *db, int64_t before)
{
	struct query q = QUERY(db, "DELETE FROM replies WHERE id IN (SELECT id FROM replies"
	                           " WHERE at < ? ORDER BY at LIMIT ?)");
	put_int(&q, before);
	put_int(&q, DELETED_AT_ONCE);
	return query_run(&q);
}
