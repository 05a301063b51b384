/* SPDX-License-Identifier: ISC */
/*
 * Rows of choices: see choices.h.
 */
#include "store/choices.h"

#include "store/db.h"

bool user_mail_get(struct db *db, int64_t user_id, struct user_mail *out)
{
	struct query q = QUERY(db, "SELECT mail_address, mail_off, bounced_at, digest_hour,"
	                           " feed_number FROM users WHERE id = ?");
	put_int(&q, user_id);
	bool is_there = query_step(&q);
	if (is_there) {
		get_text(&q, out->address, sizeof(out->address));
		out->off = (uint8_t)get_int(&q);
		out->bounced_at = get_int_or(&q, 0);
		out->digest_hour = (int)get_int(&q);
		out->feed_number = get_int(&q);
	}
	query_end(&q);
	return is_there;
}

void user_mail_update(struct db *db, int64_t user_id, const struct user_mail *m)
{
	struct query q = QUERY(db,
	                       "UPDATE users SET mail_address = ?, mail_off = ?, bounced_at = ?,"
	                       " digest_hour = ?, feed_number = ? WHERE id = ?");
	put_text_or_null(&q, m->address);
	put_int(&q, m->off);
	put_int_unless(&q, m->bounced_at, 0);
	put_int(&q, m->digest_hour);
	put_int(&q, m->feed_number);
	put_int(&q, user_id);
	query_run(&q);
}

bool user_mail_address(struct db *db, int64_t user_id, char out[LIMIT_ADDRESS_BYTES + 1])
{
	struct query q =
		QUERY(db, "SELECT address FROM addresses JOIN users ON users.id = user_id"
	                  " WHERE user_id = ?"
	                  " ORDER BY address IS NOT mail_address, confirmed_at, address LIMIT 1");
	put_int(&q, user_id);
	bool is_there = query_step(&q);
	if (is_there)
		get_text(&q, out, LIMIT_ADDRESS_BYTES + 1);
	query_end(&q);
	return is_there;
}

bool choice_get(struct db *db, int64_t user_id, const char *kind, char way[CHOICE_WAY_BYTES])
{
	struct query q = QUERY(db, "SELECT way FROM notice_choices WHERE user_id = ? AND kind = ?");
	put_int(&q, user_id);
	put_text(&q, kind);
	bool is_there = query_step(&q);
	if (is_there)
		get_text(&q, way, CHOICE_WAY_BYTES);
	query_end(&q);
	return is_there;
}

void choice_put(struct db *db, int64_t user_id, const char *kind, const char *way)
{
	struct query q = QUERY(db,
	                       "INSERT INTO notice_choices (user_id, kind, way) VALUES (?, ?, ?)"
	                       " ON CONFLICT DO UPDATE SET way = excluded.way");
	put_int(&q, user_id);
	put_text(&q, kind);
	put_text(&q, way);
	query_run(&q);
}

void choice_add_hooks(struct db *db, int64_t user_id)
{
	struct query q = QUERY(db, "UPDATE notice_choices SET way = 'both'"
	                           " WHERE user_id = ? AND way = 'mail'");
	put_int(&q, user_id);
	query_run(&q);
}

void choice_delete_all(struct db *db, int64_t user_id)
{
	struct query q = QUERY(db, "DELETE FROM notice_choices WHERE user_id = ?");
	put_int(&q, user_id);
	query_run(&q);
}

bool seat_is_muted(struct db *db, const char *game_id, int64_t user_id)
{
	struct query q = QUERY(db, "SELECT is_muted FROM seats WHERE user_id = ? AND game_id = ?");
	put_int(&q, user_id);
	put_text(&q, game_id);
	return query_number(&q) != 0;
}

bool seat_mute(struct db *db, const char *game_id, int64_t user_id, bool is_muted)
{
	struct query q =
		QUERY(db, "UPDATE seats SET is_muted = ? WHERE user_id = ? AND game_id = ?");
	put_int(&q, is_muted);
	put_int(&q, user_id);
	put_text(&q, game_id);
	return query_run(&q) > 0;
}

unsigned seats_unreached(struct db *db, const char *game_id, const char *kind)
{
	unsigned places = 0;
	struct query q = QUERY(
		db, "SELECT place FROM seats JOIN users ON users.id = seats.user_id"
		    " LEFT JOIN notice_choices AS c ON c.user_id = users.id AND c.kind = ?"
		    " WHERE game_id = ?"
		    " AND NOT is_guest AND deleted_at IS NULL"
		    " AND (is_muted OR c.way IS 'off' OR ((mail_off"
		    "  OR NOT EXISTS (SELECT 1 FROM addresses AS a WHERE a.user_id = users.id))"
		    "  AND (c.way IS 'mail' OR c.way IS 'digest'"
		    "  OR NOT EXISTS (SELECT 1 FROM hooks AS h"
		    "   WHERE h.user_id = users.id AND h.state = 'on'))))");
	put_text(&q, kind);
	put_text(&q, game_id);
	while (query_step(&q))
		places |= 1u << get_int(&q);
	query_end(&q);
	return places;
}

bool refusal_get(struct db *db, const char *address)
{
	struct query q = QUERY(db, "SELECT 1 FROM refusals WHERE address = ?");
	put_text(&q, address);
	return query_number(&q) != 0;
}

void refusal_put(struct db *db, const char *address, int64_t at)
{
	struct query q = QUERY(
		db, "INSERT INTO refusals (address, at) VALUES (?, ?) ON CONFLICT DO NOTHING");
	put_text(&q, address);
	put_int(&q, at);
	query_run(&q);
}

void refusal_delete(struct db *db, const char *address)
{
	struct query q = QUERY(db, "DELETE FROM refusals WHERE address = ?");
	put_text(&q, address);
	query_run(&q);
}
