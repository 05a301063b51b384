/* SPDX-License-Identifier: ISC */
/*
 * What a player writes to choose by mail (N7), read; and the lists by whose numbers it chooses. A
 * line and a game in, entries out: it knows no mail, no database and nothing of who writes.
 *
 *	7			the tile at place 7 of the list, and nothing more
 *	7 a			and a meeple: the letter stands beside the place
 *	7 a 2			and number 2 of what is to be chosen then (a ranger, a token)
 *	7; dig 1,0 NE L		and something by its words: notation.h
 *	place 3,1 90; pass	all by its words
 *	pass			no token, where one's word is asked
 *
 * Numbers count from 1 through a list that follows from the game alone, so that whoever knows the
 * game's rev knows what a number means. Marks of mail programs and of habit around a line do no
 * harm: "*7 a*", "> 7.", "\"7\"", "7 :-)"; nor do words of courtesy.h: "I take number 7, please".
 * Any other word makes it no choice, and so does a question mark: "7 or 8", "not 7", "7?". Any case
 * will do.
 */
#ifndef APP_ANSWER_H
#define APP_ANSWER_H

#include "base/limits.h"
#include "engine/game.h"
#include "engine/notation.h"

enum { ANSWER_LIST_MAX = LEGAL_MAX };

/*
 * What may be chosen next by number: places for the tile, grouped by space; a displaced ranger's
 * spaces; the tokens to add, and none as the last; or what there is to do after placing. Writes up
 * to ANSWER_LIST_MAX entries and answers how many: 0 when nothing of the seat is awaited.
 */
size_t answer_list(const struct tileset *ts, const struct game *g, unsigned seat,
                   struct entry out[ANSWER_LIST_MAX]);

/* The meeples by letter, from "a" on, once the tile lies as `place` has it; how many. */
enum { ANSWER_MEEPLES_MAX = TILESET_PIECES_MAX + 1 };
size_t answer_meeples(const struct tileset *ts, const struct game *g, const struct entry *place,
                      struct entry out[ANSWER_MEEPLES_MAX]);

enum answer_status {
	ANSWER_READ,       /* entries[] are all that the seat can choose now */
	ANSWER_NEEDS_MORE, /* they are legal, and more is to be chosen: behind `line`, from after */
	ANSWER_NO_NUMBER,  /* a number or letter that stands in no list */
	ANSWER_REFUSED,    /* by a rule */
	ANSWER_NONE,       /* it is no choice */
};

struct answer {
	size_t count;
	struct entry entries[NOTATION_TURN_MAX];
	struct game after;    /* with these entries */
	enum refusal refusal; /* ANSWER_REFUSED: why */
	char line[LIMIT_FIRST_LINE_BYTES +
	          1]; /* what was read, without what does not belong to it */
};

/* Reads a line as the choice of a seat. `out` is set as far as the line was understood. */
enum answer_status answer_read(const struct tileset *ts, const struct game *g, unsigned seat,
                               const char *line, struct answer *out);

/* The line without marks around and between its words and without courtesies, as it is read and
 * shown. */
void answer_clean(const char *line, char out[LIMIT_FIRST_LINE_BYTES + 1]);

#endif
