/* SPDX-License-Identifier: ISC */
/*
 * The words that columns have for enums, by the enum's value: for put_text() and get_word().
 * Private to this folder.
 */
#ifndef STORE_WORDS_H
#define STORE_WORDS_H

extern const char *const game_states[4]; /* enum game_state */
extern const char *const seat_kinds[4];  /* enum seat_kind */

#endif
