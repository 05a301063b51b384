/* SPDX-License-Identifier: ISC */
/*
 * A table as plain text in a fixed-width font, for mails and terminals: ASCII, because a mail
 * program may show it in any encoding. It says all that the drawing says. A tile takes 8 columns
 * and 4 lines, its borders included; they show what its sides are:
 *
 *	+ . . . +#######+
 *	:       : #M1## :     a bush over the side between two tiles, with a monkey and one bird
 *	---Za-----L     :     a trail with a zebra and a's meeple, which ends at a lion
 *	:       :     bG:     a token (giraffe) in a corner, with b's meeple
 *	+ . . . + . . . +
 */
#ifndef RENDER_TEXT_BOARD_H
#define RENDER_TEXT_BOARD_H

#include "base/text.h"
#include "engine/game.h"

enum { TEXT_BOARD_MAX = 1 << 18 }; /* bytes that a table never reaches */

/*
 * Appends the table and its legend, lines ending in "\n". Seats are the letters a to e, seat 0 is
 * a; names (by seat, UTF-8 without controls) stand in the legend, or NULL for "seat 0" and so on.
 */
void text_board(struct text *out, const struct tileset *ts, const struct game *g,
                const char *const names[SEATS_MAX]);

#endif
