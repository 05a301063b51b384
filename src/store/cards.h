/* SPDX-License-Identifier: ISC */
/*
 * Games as lists show them: what a card needs of a game, its seats and their people. Who may see a
 * game, and what is said of it, is not known here.
 *
 *	static bool take(void *context, const struct game_card *card) { ... }
 *
 *	game_cards_awaiting(db, user_id, &(struct card_taker){.take = take, .context = &games});
 */
#ifndef STORE_CARDS_H
#define STORE_CARDS_H

#include "store/games.h"

/*
 * Of the rows those columns that a list shows; all others are as if nothing stood there, so such a
 * row is not to be written back. Of game: id, name, is_public, state, turn_s, started_at, ended_at,
 * rev, awaits, seat_on_turn. Of seats: game_id, place, kind, bot, user_id, joined, color, seat,
 * is_awaited, deadline_at, score, has_won, resigned_at, moved_at, calendar_id, absent_turns,
 * agrees_more_time, and the person's name.
 */
struct game_card {
	struct game_row game;
	struct seat_row seats[GAME_SEATS_MAX]; /* by seat, then by place */
	size_t seat_count;
};

/* Who takes cards. */
struct card_taker {
	/* Is that game's card wanted? If not, it is not read. NULL: all are. */
	bool (*wants)(void *context, const char *id, enum game_state state);
	/* Takes one, which is the list's again when this returns. Answers whether more is wanted.
	 */
	bool (*take)(void *context, const struct game_card *card);
	void *context;
};

/* Lists, of 1000 games at most. */

/* Those of game_list_awaiting(), in its order. */
void game_cards_awaiting(struct db *db, int64_t user_id, const struct card_taker *to);
/* Where the user sits, and what the user owns, without these; what is over comes last, the newest
 * first: by when that state began. */
void game_cards_of_user(struct db *db, int64_t user_id, const struct card_taker *to);
/* Open public ones, newest first. */
void game_cards_open(struct db *db, const struct card_taker *to);
/* Those of game_list_for_address() for all of the user's addresses, each once, without those that
 * game_cards_of_user() has. */
void game_cards_inviting(struct db *db, int64_t user_id, const struct card_taker *to);

#endif
