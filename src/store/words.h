/* SPDX-License-Identifier: ISC */
/*
 * The words that columns have for enums, by the enum's value: for put_text() and get_word().
 * Private to this folder.
 */
#ifndef STORE_WORDS_H
#define STORE_WORDS_H

/* What columns have for enums, by the enum's value: for put_text() and get_word(). */
extern const char *const game_states[4]; /* enum game_state */
extern const char *const seat_kinds[4];  /* enum seat_kind */

/* The order of game_list_awaiting(), from an index alone: the ids, for one user. */
#define LIST_AWAITING                                                   \
	"SELECT game_id AS id FROM seats"                               \
	" WHERE user_id = ? AND is_awaited = 1 AND resigned_at IS NULL" \
	" ORDER BY deadline_at IS NULL, deadline_at, awaited_since, game_id"

#endif
