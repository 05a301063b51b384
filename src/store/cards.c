/* SPDX-License-Identifier: ISC */
/*
 * Lists of games, and the seats and people of those that are wanted: see cards.h.
 */
#include "store/cards.h"

#include <string.h>

#include "store/db.h"
#include "store/rows.h"

/* Lists give id and state. With a limit SQLite sorts these alone, without it the whole rows. */
#define LIMIT " LIMIT 1000"

static void read_game(struct query *q, struct game_row *g)
{
	*g = (struct game_row){0};
	get_text(q, g->id, sizeof(g->id));
	get_text(q, g->name, sizeof(g->name));
	g->is_public = get_bool(q);
	g->state = (uint8_t)get_word(q, game_states, 4);
	g->turn_s = get_int(q);
	g->started_at = get_int_or(q, 0);
	g->ended_at = get_int_or(q, 0);
	g->rev = get_int(q);
	get_text(q, g->awaits, sizeof(g->awaits));
	g->seat_on_turn = (int)get_int_or(q, -1);
}

static void read_seat(struct query *q, const char *game_id, struct seat_row *s)
{
	*s = (struct seat_row){0};
	memcpy(s->game_id, game_id, sizeof(s->game_id));
	s->place = (int)get_int(q);
	s->kind = (uint8_t)get_word(q, seat_kinds, 4);
	get_text(q, s->bot, sizeof(s->bot));
	s->user_id = get_int_or(q, 0);
	s->joined = (int)get_int_or(q, -1);
	s->color = (int)get_int_or(q, -1);
	s->seat = (int)get_int_or(q, -1);
	s->is_awaited = get_bool(q);
	s->deadline_at = get_int_or(q, 0);
	s->score = (int)get_int(q);
	s->has_won = get_bool(q);
	s->resigned_at = get_int_or(q, 0);
	s->moved_at = get_int_or(q, 0);
	s->calendar_id = get_int_or(q, 0);
	s->absent_turns = (int)get_int(q);
	s->agrees_more_time = get_bool(q);
	get_text(q, s->user_name, sizeof(s->user_name));
	s->user_is_deleted = get_bool(q);
}

static void read_card(struct db *db, const char *id, struct game_card *card)
{
	struct query q = QUERY(
		db, "SELECT games.id, games.name, is_public, state, turn_s, started_at, ended_at,"
		    " rev, awaits, seat_on_turn, place, kind, bot, user_id, joined, color, seat,"
		    " is_awaited, deadline_at, score, has_won, resigned_at, moved_at,"
		    " seats.calendar_id, absent_turns, agrees_more_time, users.name,"
		    " users.deleted_at IS NOT NULL"
		    " FROM games CROSS JOIN seats ON game_id = games.id"
		    " LEFT JOIN users ON users.id = user_id WHERE games.id = ?");
	put_text(&q, id);
	card->seat_count = 0;
	while (query_step(&q) && card->seat_count < GAME_SEATS_MAX) {
		read_game(&q, &card->game);
		read_seat(&q, card->game.id, &card->seats[card->seat_count++]);
		seats_sort_last(card->seats, card->seat_count);
	}
	query_end(&q);
}

/* Hands over the cards that are wanted, and ends the query of the list. */
static void hand_over(struct query *q, const struct card_taker *to)
{
	bool goes_on = true;
	while (goes_on && query_step(q)) {
		char id[GAME_ID_LEN + 1];
		struct game_card card;
		get_text(q, id, sizeof(id));
		enum game_state state = (enum game_state)get_word(q, game_states, 4);
		if (to->wants && !to->wants(to->context, id, state))
			continue;
		read_card(q->db, id, &card);
		if (card.seat_count > 0)
			goes_on = to->take(to->context, &card);
	}
	query_end(q);
}

void game_cards_awaiting(struct db *db, int64_t user_id, const struct card_taker *to)
{
	struct query q = QUERY(db, "SELECT id, 'running' FROM (" LIST_AWAITING LIMIT ")");
	put_int(&q, user_id);
	hand_over(&q, to);
}

void game_cards_of_user(struct db *db, int64_t user_id, const struct card_taker *to)
{
	/* Where the user sits, and what is only the user's own. */
	struct query q =
		QUERY(db, "SELECT games.id, state FROM"
	                  " (SELECT game_id FROM seats WHERE user_id = ?1 AND game_id NOT IN"
	                  "   (SELECT game_id FROM seats WHERE user_id = ?1 AND is_awaited = 1"
	                  "     AND resigned_at IS NULL)"
	                  "  UNION ALL SELECT id FROM games WHERE owner_id = ?1 AND NOT EXISTS"
	                  "   (SELECT 1 FROM seats WHERE user_id = ?1 AND game_id = id)) AS mine"
	                  " CROSS JOIN games ON games.id = mine.game_id WHERE state <> 'removed'"
	                  " ORDER BY state = 'over',"
	                  "  coalesce(ended_at, started_at, created_at) DESC, games.id" LIMIT);
	put_int(&q, user_id);
	hand_over(&q, to);
}

void game_cards_open(struct db *db, const struct card_taker *to)
{
	struct query q = QUERY(db,
	                       "SELECT id, state FROM games WHERE state = 'open' AND is_public = 1"
	                       " ORDER BY created_at DESC, id" LIMIT);
	hand_over(&q, to);
}

void game_cards_inviting(struct db *db, int64_t user_id, const struct card_taker *to)
{
	/* From the few addresses on; the + keeps it from going through all free seats. */
	struct query q = QUERY(db, "SELECT DISTINCT id, state, created_at FROM addresses"
	                           " CROSS JOIN seats ON seats.address = addresses.address"
	                           "  AND kind = 'address' AND +seats.user_id IS NULL"
	                           " CROSS JOIN games ON id = game_id"
	                           " WHERE addresses.user_id = ?1 AND state = 'open'"
	                           " AND owner_id <> ?1 AND NOT EXISTS"
	                           "  (SELECT 1 FROM seats WHERE user_id = ?1 AND game_id = id)"
	                           " ORDER BY created_at DESC, id" LIMIT);
	put_int(&q, user_id);
	hand_over(&q, to);
}
