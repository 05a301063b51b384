/* SPDX-License-Identifier: ISC */
/*
 * A game told in words, one line for each thing that happened: for the log beside a table, for
 * "since your last turn", for mails. A line says who and what, apart: how a name is shown is up to
 * whoever shows it. Words are made of the lines that are shown. Plain English text; nothing is
 * escaped. What game it is, and when it is told, is whoever's who plays it (play.h).
 */
#ifndef APP_STORY_H
#define APP_STORY_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/game.h"

enum { STORY_TEXT_MAX = 160 };

struct story_line {
	int turn;       /* tiles placed, this one included; 0 for the setup */
	int move;       /* the row that it came from; -1 for the setup */
	int16_t points; /* that the seat got */
	int8_t seat;    /* who; -1 for nobody */
	bool begins_turn;
	/* What story_text() makes words of. */
	bool is_scored; /* points, of this kind; for a feature with the space where it begins */
	uint8_t points_kind;
	struct entry entry; /* of a tile that was placed with the tile */
};

/* Grows as the game is told; empty is all zero. Lines are shared with copies (base/roll.h). */
struct story {
	struct story_line *lines;
	size_t count;
};

/* Tells what an entry has done: e was applied to *g just now, and came from that move's row, or
 * from -1 for the tokens of the setup. */
void story_add(struct story *s, const struct game *g, const struct entry *e, int move);

/* *to tells what *from does; it may have told another game before. */
void story_copy(struct story *to, const struct story *from);

void story_release(struct story *s);

/* What a line says, without the name: "placed a tile on column 3, row 1". */
void story_text(const struct story_line *line, char out[STORY_TEXT_MAX]);

/* One entry in words, as in a line, no tile by its code: for choices on offer and for what is
 * proposed. */
void story_entry(const struct entry *e, char out[STORY_TEXT_MAX]);

/* Words: "monkey", "north", "north-east corner", "turned right" ("" for 0). */
extern const char *const story_animals[ANIMAL_COUNT],
	*const story_sides[SIDE_COUNT], *const story_corners[CORNER_COUNT], *const story_turns[4];

#endif
