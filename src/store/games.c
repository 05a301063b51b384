/* SPDX-License-Identifier: ISC */
/*
 * Rows of games, and the tile sets that they use: see games.h. Places, moves and lists have files
 * of their own.
 */
#include "store/games.h"

#include "store/db.h"
#include "store/rows.h"

const char *const game_states[4] = {"open", "running", "over", "removed"};
static const char *const scorings[] = {"majority", "everyone"};
static const char *const baobabs[] = {"at once", "afterwards"};

/* In one order for reading and writing: what is fixed from the beginning, what was agreed on and
 * the game's state, and what each turn changes. */
#define FIXED_COLUMNS \
	"id, owner_id, rules, tileset, join_key, seed, commitment, rematch_of, created_at, is_dev"
#define TABLE_COLUMNS                                                                        \
	"name, is_public, state, final_scoring, baobab_tokens, turn_s, grace_s, started_at," \
	" ended_at"
#define TURN_COLUMNS                                                     \
	"rev, move_count, head, draw_at, undo_count, undo_seat, awaits," \
	" seat_on_turn, tile, turn"
#define ALL_COLUMNS FIXED_COLUMNS ", " TABLE_COLUMNS ", " TURN_COLUMNS

static void put_fixed(struct query *q, const struct game_row *g)
{
	put_text(q, g->id);
	put_int(q, g->owner_id);
	put_int(q, g->rules);
	put_text(q, g->tileset);
	put_text(q, g->join_key);
	put_blob(q, g->seed, sizeof(g->seed));
	put_blob(q, g->commitment, sizeof(g->commitment));
	put_text_or_null(q, g->rematch_of);
	put_int(q, g->created_at);
	put_int(q, g->is_dev);
}

static void put_table(struct query *q, const struct game_row *g)
{
	put_text(q, g->name);
	put_int(q, g->is_public);
	put_text(q, game_states[g->state]);
	put_text(q, scorings[g->scores_everyone]);
	put_text(q, baobabs[g->baobabs_afterwards]);
	put_int(q, g->turn_s);
	put_int(q, g->grace_s);
	put_int_unless(q, g->started_at, 0);
	put_int_unless(q, g->ended_at, 0);
}

static void put_turn(struct query *q, const struct game_row *g)
{
	put_int(q, g->rev);
	put_int(q, g->move_count);
	put_blob(q, g->head, sizeof(g->head));
	put_int_unless(q, g->draw_at, 0);
	put_int_unless(q, g->has_undo ? g->undo_count : -1, -1);
	put_int_unless(q, g->has_undo ? g->undo_seat : -1, -1);
	put_text(q, g->awaits);
	put_int_unless(q, g->seat_on_turn, -1);
	put_text_or_null(q, g->tile);
	put_int(q, g->turn);
}

static void read_fixed(struct query *q, struct game_row *g)
{
	get_text(q, g->id, sizeof(g->id));
	g->owner_id = get_int(q);
	g->rules = (int)get_int(q);
	get_text(q, g->tileset, sizeof(g->tileset));
	get_text(q, g->join_key, sizeof(g->join_key));
	get_blob(q, g->seed, sizeof(g->seed));
	get_blob(q, g->commitment, sizeof(g->commitment));
	get_text(q, g->rematch_of, sizeof(g->rematch_of));
	g->created_at = get_int(q);
	g->is_dev = get_bool(q);
}

static void read_others(struct query *q, struct game_row *g)
{
	get_text(q, g->name, sizeof(g->name));
	g->is_public = get_bool(q);
	g->state = (uint8_t)get_word(q, game_states, 4);
	g->scores_everyone = get_word(q, scorings, 2);
	g->baobabs_afterwards = get_word(q, baobabs, 2);
	g->turn_s = get_int(q);
	g->grace_s = get_int(q);
	g->started_at = get_int_or(q, 0);
	g->ended_at = get_int_or(q, 0);
	g->rev = get_int(q);
	g->move_count = get_int(q);
	get_blob(q, g->head, sizeof(g->head));
	g->draw_at = get_int_or(q, 0);
	int64_t undo_count = get_int_or(q, -1);
	g->has_undo = undo_count >= 0;
	g->undo_count = g->has_undo ? undo_count : 0;
	g->undo_seat = (int)get_int_or(q, 0);
	get_text(q, g->awaits, sizeof(g->awaits));
	g->seat_on_turn = (int)get_int_or(q, -1);
	get_text(q, g->tile, sizeof(g->tile));
	g->turn = (int)get_int(q);
}

/* Ends the query. */
static bool read_game(struct query *q, struct game_row *out)
{
	bool is_there = query_step(q);
	if (is_there) {
		*out = (struct game_row){0};
		read_fixed(q, out);
		read_others(q, out);
	}
	query_end(q);
	return is_there;
}

void game_insert(struct db *db, const struct game_row *g)
{
	struct query q = QUERY(db, "INSERT INTO games (" ALL_COLUMNS ") VALUES"
	                           " (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
	                           " ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
	put_fixed(&q, g);
	put_table(&q, g);
	put_turn(&q, g);
	query_run(&q);
}

bool game_get(struct db *db, const char *id, struct game_row *out)
{
	struct query q = QUERY(db, "SELECT " ALL_COLUMNS " FROM games WHERE id = ?");
	put_text(&q, id);
	return read_game(&q, out);
}

bool game_by_join_key(struct db *db, const char *key, struct game_row *out)
{
	struct query q = QUERY(db, "SELECT " ALL_COLUMNS " FROM games WHERE join_key = ?");
	put_text(&q, key);
	return read_game(&q, out);
}

void game_update(struct db *db, const struct game_row *g)
{
	struct query q = QUERY(
		db, "UPDATE games SET (" TABLE_COLUMNS ", " TURN_COLUMNS ") ="
		    " (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE id = ?");
	put_table(&q, g);
	put_turn(&q, g);
	put_text(&q, g->id);
	query_run(&q);
}

/* Fewer columns, and so fewer indexes and checks: for each turn that counts. */
void game_update_turn(struct db *db, const struct game_row *g)
{
	struct query q = QUERY(db, "UPDATE games SET (" TURN_COLUMNS ") ="
	                           " (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE id = ?");
	put_turn(&q, g);
	put_text(&q, g->id);
	query_run(&q);
}

void game_change_owner(struct db *db, int64_t from_user, int64_t to_user)
{
	struct query q = QUERY(db, "UPDATE games SET owner_id = ? WHERE owner_id = ?");
	put_int(&q, to_user);
	put_int(&q, from_user);
	query_run(&q);
}

static void run_with_id(struct query q, const char *id)
{
	put_text(&q, id);
	query_run(&q);
}

void game_delete(struct db *db, const char *id)
{
	run_with_id(QUERY(db, "DELETE FROM notices WHERE game_id = ?"), id);
	run_with_id(QUERY(db, "DELETE FROM replies WHERE game_id = ?"), id);
	run_with_id(QUERY(db, "DELETE FROM submissions WHERE game_id = ?"), id);
	run_with_id(QUERY(db, "DELETE FROM moves WHERE game_id = ?"), id);
	run_with_id(QUERY(db, "DELETE FROM seats WHERE game_id = ?"), id);
	run_with_id(QUERY(db, "UPDATE games SET rematch_of = NULL WHERE rematch_of = ?"), id);
	run_with_id(QUERY(db, "DELETE FROM games WHERE id = ?"), id);
}

bool tileset_get(struct db *db, const char *sha256, char *name, size_t name_size,
                 struct text *bytes)
{
	struct query q = QUERY(db, "SELECT name, bytes FROM tilesets WHERE sha256 = ?");
	put_text(&q, sha256);
	bool is_there = query_step(&q);
	if (is_there) {
		get_text(&q, name, name_size);
		get_bytes(&q, bytes);
	}
	query_end(&q);
	return is_there;
}

size_t tileset_list(struct db *db, char sha256[][HASH_HEX], size_t cap)
{
	struct query q = QUERY(db, "SELECT sha256 FROM tilesets ORDER BY name, sha256 LIMIT ?");
	size_t count = 0;
	put_int(&q, (int64_t)cap);
	while (query_step(&q))
		get_text(&q, sha256[count++], HASH_HEX);
	query_end(&q);
	return count;
}

void tileset_put(struct db *db, const char *sha256, const char *name, const void *bytes, size_t len)
{
	struct query q = QUERY(db, "INSERT INTO tilesets (sha256, name, bytes) VALUES (?, ?, ?)"
	                           " ON CONFLICT DO NOTHING");
	put_text(&q, sha256);
	put_text(&q, name);
	put_blob(&q, bytes, len);
	query_run(&q);
}
