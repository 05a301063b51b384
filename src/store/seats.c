/* SPDX-License-Identifier: ISC */
/*
 * Rows of places at tables: see games.h.
 */
#include "store/games.h"

#include <string.h>

#include "store/db.h"
#include "store/rows.h"

const char *const seat_kinds[4] = {"open", "link", "address", "bot"};
static const char *const sources[] = {"server", "player"};

/* All but game_id and place, in one order for reading and writing: who sits there, and what turns
 * change. */
#define PLACE_COLUMNS                                                                 \
	"kind, address, bot, user_id, held_until, signin_id, joined, color, entropy," \
	" entropy_from, seat, standing_order, is_muted"
#define TURN_COLUMNS                                                                     \
	"is_awaited, deadline_at, score, has_won, resigned_at, moved_at, awaited_since," \
	" clock_s, calendar_id, remind_at, reminders, absent_turns, agrees_more_time"

static void put_place(struct query *q, const struct seat_row *s)
{
	put_text(q, seat_kinds[s->kind]);
	put_text_or_null(q, s->address);
	put_text_or_null(q, s->bot);
	put_int_unless(q, s->user_id, 0);
	put_int_unless(q, s->held_until, 0);
	put_int_unless(q, s->signin_id, 0);
	put_int_unless(q, s->joined, -1);
	put_int_unless(q, s->color, -1);
	put_blob(q, s->has_entropy ? s->entropy : NULL, sizeof(s->entropy));
	put_text_or_null(q, s->has_entropy ? sources[s->is_entropy_of_player] : "");
	put_int_unless(q, s->seat, -1);
	put_int_unless(q, s->has_own_standing_order ? s->standing_order : INT64_MIN, INT64_MIN);
	put_int(q, s->is_muted);
}

static void put_turn(struct query *q, const struct seat_row *s)
{
	put_int(q, s->is_awaited);
	put_int_unless(q, s->deadline_at, 0);
	put_int(q, s->score);
	put_int(q, s->has_won);
	put_int_unless(q, s->resigned_at, 0);
	put_int_unless(q, s->moved_at, 0);
	put_int_unless(q, s->awaited_since, 0);
	put_int_unless(q, s->clock_s, 0);
	put_int_unless(q, s->calendar_id, 0);
	put_int_unless(q, s->remind_at, 0);
	put_int(q, s->reminders);
	put_int(q, s->absent_turns);
	put_int(q, s->agrees_more_time);
}

static void read_seat(struct query *q, struct seat_row *s)
{
	*s = (struct seat_row){0};
	get_text(q, s->game_id, sizeof(s->game_id));
	s->place = (int)get_int(q);
	s->kind = (uint8_t)get_word(q, seat_kinds, 4);
	get_text(q, s->address, sizeof(s->address));
	get_text(q, s->bot, sizeof(s->bot));
	s->user_id = get_int_or(q, 0);
	s->held_until = get_int_or(q, 0);
	s->signin_id = get_int_or(q, 0);
	s->joined = (int)get_int_or(q, -1);
	s->color = (int)get_int_or(q, -1);
	s->has_entropy = get_blob(q, s->entropy, sizeof(s->entropy));
	char from[8];
	get_text(q, from, sizeof(from));
	s->is_entropy_of_player = from[0] == 'p';
	s->seat = (int)get_int_or(q, -1);
	int64_t order = get_int_or(q, INT64_MIN);
	s->has_own_standing_order = order != INT64_MIN;
	s->standing_order = s->has_own_standing_order ? (int)order : 0;
	s->is_awaited = get_bool(q);
	s->deadline_at = get_int_or(q, 0);
	s->score = (int)get_int(q);
	s->has_won = get_bool(q);
	s->resigned_at = get_int_or(q, 0);
	s->moved_at = get_int_or(q, 0);
	s->awaited_since = get_int_or(q, 0);
	s->clock_s = get_int_or(q, 0);
	s->calendar_id = get_int_or(q, 0);
	s->remind_at = get_int_or(q, 0);
	s->reminders = (int)get_int(q);
	s->absent_turns = (int)get_int(q);
	s->agrees_more_time = get_bool(q);
	s->is_muted = get_bool(q);
	get_text(q, s->user_name, sizeof(s->user_name));
	s->user_is_deleted = get_bool(q);
}

void seat_insert(struct db *db, const struct seat_row *s)
{
	struct query q = QUERY(db, "INSERT INTO seats (" PLACE_COLUMNS ", " TURN_COLUMNS
	                           ", game_id, place) VALUES"
	                           " (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
	                           " ?, ?, ?, ?, ?, ?, ?, ?)");
	put_place(&q, s);
	put_turn(&q, s);
	put_text(&q, s->game_id);
	put_int(&q, s->place);
	query_run(&q);
}

void seat_update(struct db *db, const struct seat_row *s)
{
	struct query q = QUERY(db, "UPDATE seats SET (" PLACE_COLUMNS ", " TURN_COLUMNS ") ="
	                           " (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
	                           " ?, ?, ?, ?, ?, ?)"
	                           " WHERE game_id = ? AND place = ?");
	put_place(&q, s);
	put_turn(&q, s);
	put_text(&q, s->game_id);
	put_int(&q, s->place);
	query_run(&q);
}

/* Leaves most indexes and references alone. */
void seat_update_turn(struct db *db, const struct seat_row *s)
{
	struct query q = QUERY(
		db, "UPDATE seats SET (" TURN_COLUMNS ") ="
		    " (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE game_id = ? AND place = ?");
	put_turn(&q, s);
	put_text(&q, s->game_id);
	put_int(&q, s->place);
	query_run(&q);
}

void seat_delete(struct db *db, const char *game_id, int place)
{
	struct query q = QUERY(db, "DELETE FROM seats WHERE game_id = ? AND place = ?");
	put_text(&q, game_id);
	put_int(&q, place);
	query_run(&q);
}

void seats_sort_last(struct seat_row *seats, size_t count)
{
	size_t last = count - 1, at = last;
	while (at > 0 && seats[at - 1].seat > seats[last].seat)
		at--;
	if (at == last)
		return;
	struct seat_row s = seats[last];
	memmove(&seats[at + 1], &seats[at], (last - at) * sizeof(s));
	seats[at] = s;
}

size_t seat_list(struct db *db, const char *game_id, struct seat_row out[GAME_SEATS_MAX])
{
	size_t count = 0;
	struct query q = QUERY(
		db, "SELECT game_id, place, kind, address, bot, user_id, held_until, signin_id,"
		    " joined, color, entropy, entropy_from, seat, seats.standing_order, is_awaited,"
		    " deadline_at, score, has_won, resigned_at, moved_at, awaited_since, clock_s,"
		    " seats.calendar_id, remind_at, reminders, absent_turns, agrees_more_time,"
		    " is_muted, users.name, users.deleted_at IS NOT NULL"
		    " FROM seats LEFT JOIN users ON users.id = user_id"
		    " WHERE game_id = ? ORDER BY place LIMIT ?");
	put_text(&q, game_id);
	put_int(&q, GAME_SEATS_MAX);
	while (query_step(&q)) {
		read_seat(&q, &out[count++]);
		seats_sort_last(out, count);
	}
	query_end(&q);
	return count;
}

size_t seat_list_awaited(struct db *db, int64_t after_user, const char *after_game,
                         struct seat_row *out, size_t cap)
{
	size_t count = 0;
	struct query q = QUERY(db, "SELECT user_id, game_id FROM seats"
	                           " WHERE is_awaited = 1 AND resigned_at IS NULL"
	                           " AND user_id IS NOT NULL AND (user_id, game_id) > (?, ?)"
	                           " ORDER BY user_id, game_id LIMIT ?");
	put_int(&q, after_user);
	put_text(&q, after_game);
	put_int(&q, (int64_t)cap);
	while (query_step(&q)) {
		out[count] = (struct seat_row){.user_id = get_int(&q)};
		get_text(&q, out[count].game_id, sizeof(out[count].game_id));
		count++;
	}
	query_end(&q);
	return count;
}

unsigned seat_move_all(struct db *db, int64_t from_user, int64_t to_user)
{
	/* Those where both sit would break seats_of_user. */
	struct query q = QUERY(db, "UPDATE OR IGNORE seats SET user_id = ? WHERE user_id = ?");
	put_int(&q, to_user);
	put_int(&q, from_user);
	query_run(&q);
	struct query left = QUERY(db, "SELECT count(*) FROM seats WHERE user_id = ?");
	put_int(&left, from_user);
	return (unsigned)query_number(&left);
}

/* Free again, for whom it was. */
#define LET_GO                                                                                 \
	"UPDATE seats SET user_id = NULL, held_until = NULL, signin_id = NULL, joined = NULL," \
	" color = NULL, entropy = NULL, entropy_from = NULL, standing_order = NULL "

unsigned seat_release_holds(struct db *db, int64_t before)
{
	struct query q = QUERY(db, LET_GO "WHERE held_until < ?");
	put_int(&q, before);
	return query_run(&q);
}

void seat_let_go(struct db *db, int64_t user_id)
{
	struct query q = QUERY(db, LET_GO
	                       "WHERE user_id = ?1 AND held_until IS NOT NULL"
	                       " OR signin_id IN (SELECT id FROM signins WHERE user_id = ?1)");
	put_int(&q, user_id);
	query_run(&q);
}

void seat_confirm_holds(struct db *db, int64_t from_user, int64_t to_user)
{
	struct query q = QUERY(
		db, "UPDATE OR IGNORE seats SET user_id = ?, held_until = NULL, signin_id = NULL"
		    " WHERE user_id = ? AND held_until IS NOT NULL");
	put_int(&q, to_user);
	put_int(&q, from_user);
	query_run(&q);
	/* What is left is where the other one sits already. */
	struct query rest = QUERY(db, LET_GO "WHERE user_id = ? AND held_until IS NOT NULL");
	put_int(&rest, from_user);
	query_run(&rest);
}
