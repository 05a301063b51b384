/* SPDX-License-Identifier: ISC */
/*
 * A table as plain text in a fixed-width font, for mails and terminals: ASCII only, because a mail program
 * may show it in any encoding. It says all that the drawing says, with a legend below.
 */
#ifndef RENDER_TEXT_BOARD_H
#define RENDER_TEXT_BOARD_H

#include "base/text.h"
#include "engine/game.h"

enum { TEXT_BOARD_MAX = 1 << 18 }; /* bytes that a table never reaches */

/* Appends the table and its legend, lines ending in "\n". Seats are the digits 1 to 5, seat 0 is 1. */
void text_board(struct text *out, const struct tileset *ts, const struct game *g);

#endif
