/* SPDX-License-Identifier: ISC */
/*
 * The words that columns have for enums, by the enum's value: for put_text() and get_word().
 * Private to this folder.
 */
#ifndef STORE_ROWS_H
#define STORE_ROWS_H

#include <stddef.h>

struct seat_row;

/* What columns have for enums, by the enum's value: for put_text() and get_word(). */
extern const char *const game_states[4]; /* enum game_state */
extern const char *const seat_kinds[4];  /* enum seat_kind */

/* The order of game_list_awaiting(), from an index alone: the ids, for one user. */
#define LIST_AWAITING                                                   \
	"SELECT game_id AS id FROM seats"                               \
	" WHERE user_id = ? AND is_awaited = 1 AND resigned_at IS NULL" \
	" ORDER BY deadline_at IS NULL, deadline_at, awaited_since, game_id"

/* Rows of seats come by place: puts the last of count where it belongs by seat. A sorter of
 * SQLite's for five rows takes longer than reading them. */
void seats_sort_last(struct seat_row *seats, size_t count);

#endif
