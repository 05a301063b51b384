/* SPDX-License-Identifier: ISC */
/*
 * Rows of moves and of submissions: see games.h. What their texts mean, and how links chain, is
 * app's.
 */
#include "store/games.h"

#include "store/db.h"

void move_insert(struct db *db, const char *game_id, int64_t n, const struct move_row *m)
{
	struct query q = QUERY(db, "INSERT INTO moves (game_id, n, seat, by, at, text, rev, link)"
	                           " VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
	put_text(&q, game_id);
	put_int(&q, n);
	put_int(&q, m->seat);
	put_text(&q, m->by);
	put_int(&q, m->at);
	put_text(&q, m->text);
	put_int(&q, m->rev);
	put_blob(&q, m->link, HASH_BYTES);
	query_run(&q);
}

size_t move_list(struct db *db, const char *game_id, struct move_row *out, size_t cap)
{
	size_t count = 0;
	struct query q = QUERY(db,
	                       "SELECT seat, by, at, text, rev, link FROM moves WHERE game_id = ?"
	                       " ORDER BY n LIMIT ?");
	put_text(&q, game_id);
	put_int(&q, (int64_t)cap);
	while (query_step(&q)) {
		struct move_row *m = &out[count++];
		m->seat = (int)get_int(&q);
		get_text(&q, m->by, sizeof(m->by));
		m->at = get_int(&q);
		get_text(&q, m->text, sizeof(m->text));
		m->rev = get_int(&q);
		get_blob(&q, m->link, HASH_BYTES);
	}
	query_end(&q);
	return count;
}

void move_delete_from(struct db *db, const char *game_id, int64_t n)
{
	struct query q = QUERY(db, "DELETE FROM moves WHERE game_id = ? AND n >= ?");
	put_text(&q, game_id);
	put_int(&q, n);
	query_run(&q);
}

bool submission_get(struct db *db, const char *game_id, int seat, int64_t base_rev,
                    struct submission *out)
{
	struct query q = QUERY(db, "SELECT text, rev, is_undone FROM submissions"
	                           " WHERE game_id = ? AND seat = ? AND base_rev = ?");
	put_text(&q, game_id);
	put_int(&q, seat);
	put_int(&q, base_rev);
	bool is_there = query_step(&q);
	if (is_there) {
		get_text(&q, out->text, sizeof(out->text));
		out->rev = get_int(&q);
		out->is_undone = get_bool(&q);
	}
	query_end(&q);
	return is_there;
}

void submission_put(struct db *db, const char *game_id, int seat, int64_t base_rev,
                    const struct submission *s)
{
	struct query q = QUERY(
		db,
		"INSERT INTO submissions (game_id, seat, base_rev, text, rev, is_undone)"
		" VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE"
		" SET text = excluded.text, rev = excluded.rev, is_undone = excluded.is_undone");
	put_text(&q, game_id);
	put_int(&q, seat);
	put_int(&q, base_rev);
	put_text(&q, s->text);
	put_int(&q, s->rev);
	put_int(&q, s->is_undone);
	query_run(&q);
}

void submission_undo(struct db *db, const char *game_id, int seat, int64_t rev)
{
	struct query q = QUERY(
		db,
		"UPDATE submissions SET is_undone = 1 WHERE game_id = ? AND seat = ? AND rev = ?");
	put_text(&q, game_id);
	put_int(&q, seat);
	put_int(&q, rev);
	query_run(&q);
}
