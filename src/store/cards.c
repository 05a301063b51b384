/* SPDX-License-Identifier: ISC */
/*
 * Lists of games with their seats and people, each by one statement: see cards.h.
 */
#include "store/cards.h"

#include <string.h>

#include "store/db.h"
#include "store/rows.h"

/*
 * The games that a subquery lists, with their seats and people. The order is that of the first
 * loop, which CROSS JOIN fixes: sorting the wide rows of the join once more would take longer than
 * all the rest. Of the games that are listed the ids alone go through the subquery's sorting;
 * without a limit SQLite would leave that out.
 */
#define CARDS(ids)                                                                      \
	"SELECT games.id, games.name, is_public, state, turn_s, started_at, ended_at,"  \
	" rev, awaits, seat_on_turn, place, kind, bot, user_id, joined, color, seat,"   \
	" is_awaited, deadline_at, score, has_won, resigned_at, moved_at,"              \
	" seats.calendar_id, absent_turns, agrees_more_time, users.name,"               \
	" users.deleted_at IS NOT NULL"                                                 \
	" FROM (" ids " LIMIT 1000) AS listed CROSS JOIN games ON games.id = listed.id" \
	" CROSS JOIN seats ON game_id = listed.id LEFT JOIN users ON users.id = user_id"
enum { GAME_COLUMN_COUNT = 10 };

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

/* Hands over the cards until the taker has enough, and ends the query. */
static void hand_over(struct query *q, game_card_taker *take, void *context)
{
	struct game_card card;
	bool goes_on = true;
	card.seat_count = 0;
	while (goes_on && query_step(q)) {
		bool is_same = card.seat_count > 0 && is_text(q, card.game.id);
		q->got = is_same ? GAME_COLUMN_COUNT : 0;
		if (!is_same && card.seat_count > 0)
			goes_on = take(context, &card);
		if (!is_same) {
			card.seat_count = 0;
			read_game(q, &card.game);
		}
		if (card.seat_count < GAME_SEATS_MAX) {
			read_seat(q, card.game.id, &card.seats[card.seat_count++]);
			seats_sort_last(card.seats, card.seat_count);
		}
	}
	query_end(q);
	if (goes_on && card.seat_count > 0)
		take(context, &card);
}

void game_cards_awaiting(struct db *db, int64_t user_id, game_card_taker *take, void *context)
{
	struct query q = QUERY(db, CARDS(LIST_AWAITING));
	put_int(&q, user_id);
	hand_over(&q, take, context);
}

void game_cards_of_user(struct db *db, int64_t user_id, game_card_taker *take, void *context)
{
	/* Where the user sits, and what is only the user's own. */
	struct query q = QUERY(
		db, CARDS("SELECT games.id FROM"
	                  " (SELECT game_id FROM seats WHERE user_id = ?1 AND game_id NOT IN"
	                  "   (SELECT game_id FROM seats WHERE user_id = ?1 AND is_awaited = 1"
	                  "     AND resigned_at IS NULL)"
	                  "  UNION ALL SELECT id FROM games WHERE owner_id = ?1 AND NOT EXISTS"
	                  "   (SELECT 1 FROM seats WHERE user_id = ?1 AND game_id = id)) AS mine"
	                  " CROSS JOIN games ON games.id = mine.game_id WHERE state <> 'removed'"
	                  " ORDER BY state = 'over',"
	                  "  coalesce(ended_at, started_at, created_at) DESC, games.id"));
	put_int(&q, user_id);
	hand_over(&q, take, context);
}

void game_cards_open(struct db *db, game_card_taker *take, void *context)
{
	struct query q =
		QUERY(db, CARDS("SELECT id FROM games WHERE state = 'open' AND is_public = 1"
	                        " ORDER BY created_at DESC, id"));
	hand_over(&q, take, context);
}

void game_cards_inviting(struct db *db, int64_t user_id, game_card_taker *take, void *context)
{
	/* From the few addresses on; the + keeps it from going through all free seats. */
	struct query q =
		QUERY(db, CARDS("SELECT DISTINCT id, created_at FROM addresses"
	                        " CROSS JOIN seats ON seats.address = addresses.address"
	                        "  AND kind = 'address' AND +seats.user_id IS NULL"
	                        " CROSS JOIN games ON id = game_id"
	                        " WHERE addresses.user_id = ?1 AND state = 'open'"
	                        " AND owner_id <> ?1 AND NOT EXISTS"
	                        "  (SELECT 1 FROM seats WHERE user_id = ?1 AND game_id = id)"
	                        " ORDER BY created_at DESC, id"));
	put_int(&q, user_id);
	hand_over(&q, take, context);
}
