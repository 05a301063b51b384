/* SPDX-License-Identifier: ISC */
/*
 * The one text form of what a seat chooses: in URLs, forms, rows of moves, logs, mails and the API.
 *
 *	place 3,1 90           meeple trail N        meeple baobab      ranger 0,1 2,2
 *	dig 1,0 NE L           expand 1,0 NE Z       pass               relocate 2,-1
 *	boost bush W Z         boost bush W none     resign
 *	draw                   end agreed            (rows of moves only)
 *
 * Parsing and formatting are inverse: one spelling for each entry. Seats and drawn tiles are not
 * part of the text; who spoke is known otherwise.
 */
#ifndef ENGINE_NOTATION_H
#define ENGINE_NOTATION_H

#include "engine/entry.h"

enum {
	NOTATION_MAX = 32,      /* bytes of one entry, terminator included */
	NOTATION_TURN_MAX = 12, /* entries in one turn's text */
};

/* Formats an entry that a seat can choose, or a draw or end agreed; the length, 0 for any other. */
size_t notation_format(const struct entry *e, char out[NOTATION_MAX]);

/* Parses exactly one entry of len bytes for `seat`. 0, or -1 when it is not one, and *e is
 * untouched. */
int notation_parse(const char *text, size_t len, unsigned seat, struct entry *e);

/*
 * Parses a turn: entries with ";" between them, spaces around it allowed. 0 with *count entries, or
 * -1 with *fault the byte at which the entry begins that is none.
 */
int notation_parse_turn(const char *text, size_t len, unsigned seat,
                        struct entry out[NOTATION_TURN_MAX], size_t *count, size_t *fault);

#endif
