/* SPDX-License-Identifier: ISC */
/*
 * What can be told to a game: what a seat chose, what was drawn, and the points that followed.
 * These are the rows of a record's log as values; their text and JSON forms live in notation.h and
 * in record/.
 */
#ifndef ENGINE_ENTRY_H
#define ENGINE_ENTRY_H

#include "engine/tileset.h"

enum entry_type {
	ENTRY_TOKENS,   /* drawn by a seat: count, animals[], cause */
	ENTRY_DRAW,     /* the seat on turn drew `tile` */
	ENTRY_REMOVE,   /* `tile` fits nowhere and left the game (R10) */
	ENTRY_PLACE,    /* R9: x, y, turns */
	ENTRY_MEEPLE,   /* R12: terrain and side of the placed tile */
	ENTRY_BAOBAB,   /* R12 */
	ENTRY_RANGER,   /* R13: from x, y to to_x, to_y */
	ENTRY_DIG,      /* R14: x, y, corner, animals[0] */
	ENTRY_EXPAND,   /* R15: likewise */
	ENTRY_PASS,     /* R16 */
	ENTRY_RELOCATE, /* R25: to_x, to_y */
	ENTRY_BOOST,  /* R24, R28: terrain and side of the placed tile; animals[0] or ANIMAL_NONE */
	ENTRY_RESIGN, /* R35 */
	ENTRY_END_AGREED, /* R35 */
	ENTRY_END, /* R30: a draw is due and no tile is left; in no record, there it goes without
	              saying */
	ENTRY_TYPE_COUNT
};

enum token_cause { CAUSE_SETUP, CAUSE_LAID, CAUSE_BAOBAB, CAUSE_COUNT };

/* A plain value; the fields that its type does not name are 0. */
struct entry {
	uint8_t type; /* enum entry_type */
	uint8_t seat; /* 0 for draws, removes and ends: nobody says them */
	int8_t x, y, to_x, to_y;
	uint8_t turns; /* quarter turns clockwise, 0 to 3 */
	uint8_t terrain, side, corner;
	uint8_t animals[2];
	uint8_t count; /* of animals drawn */
	uint8_t cause; /* enum token_cause */
	uint8_t tile;
};

enum points_kind {
	POINTS_DIG,
	POINTS_EXPAND,
	POINTS_HOLE,
	POINTS_TRAIL,
	POINTS_BUSH,
	POINTS_RANGER,
	POINTS_FINAL_TRAIL,
	POINTS_FINAL_BUSH,
	POINTS_FINAL_TOKENS,
	POINTS_KIND_COUNT
};

/* Points that followed from an entry, never 0. */
struct points {
	uint8_t seat, kind; /* enum points_kind */
	int16_t value;
	uint16_t piece; /* a piece of the feature that scored, as in struct game; 0 for other kinds
	                 */
};

#endif
