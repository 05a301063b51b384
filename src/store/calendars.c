/* SPDX-License-Identifier: ISC */
/*
 * Rows of calendars: see calendars.h.
 */
#include "store/calendars.h"

#include "store/db.h"

int64_t calendar_row_put(struct db *db, const char *text)
{
	struct query found = QUERY(db, "SELECT id FROM calendars WHERE text = ?");
	put_text(&found, text);
	int64_t id = query_number(&found);
	if (id)
		return id;
	struct query q = QUERY(db, "INSERT INTO calendars (text) VALUES (?)");
	put_text(&q, text);
	return query_insert(&q);
}

bool calendar_row_get(struct db *db, int64_t id, char out[CALENDAR_TEXT])
{
	struct query q = QUERY(db, "SELECT text FROM calendars WHERE id = ?");
	put_int(&q, id);
	bool is_there = query_step(&q);
	if (is_there)
		get_text(&q, out, CALENDAR_TEXT);
	query_end(&q);
	return is_there;
}

int64_t calendar_row_of_user(struct db *db, int64_t user_id)
{
	struct query q = QUERY(db, "SELECT calendar_id FROM users WHERE id = ?");
	put_int(&q, user_id);
	return query_number(&q);
}

void calendar_row_set_user(struct db *db, int64_t user_id, int64_t calendar_id)
{
	struct query q = QUERY(db, "UPDATE users SET calendar_id = ? WHERE id = ?");
	put_int_unless(&q, calendar_id, 0);
	put_int(&q, user_id);
	query_run(&q);
}

void calendar_row_delete_unused(struct db *db)
{
	struct query q =
		QUERY(db, "DELETE FROM calendars WHERE"
	                  " NOT EXISTS (SELECT 1 FROM users WHERE calendar_id = calendars.id) AND"
	                  " NOT EXISTS (SELECT 1 FROM seats WHERE calendar_id = calendars.id)");
	query_run(&q);
}
