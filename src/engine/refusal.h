/* SPDX-License-Identifier: ISC */
/*
 * Why the rules forbid an entry: an enum, and one sentence each for the person who tried.
 */
#ifndef ENGINE_REFUSAL_H
#define ENGINE_REFUSAL_H

enum refusal {
	REFUSAL_NONE,
	REFUSAL_MALFORMED,      /* a field out of its range */
	REFUSAL_OVER,           /* the game is over */
	REFUSAL_NOT_AWAITED,    /* something else comes next (R27) */
	REFUSAL_NOT_YOUR_TURN,  /* another seat's entry */
	REFUSAL_SPACE_TAKEN,    /* R9: a tile lies there */
	REFUSAL_SPACE_APART,    /* R9: no tile beside it */
	REFUSAL_EDGES_DIFFER,   /* R9 */
	REFUSAL_NO_MEEPLE,      /* R12, R14: none in supply */
	REFUSAL_NO_SUCH_PIECE,  /* R12 */
	REFUSAL_FEATURE_HELD,   /* R12 */
	REFUSAL_NO_BAOBAB,      /* R12 */
	REFUSAL_NO_RANGER,      /* R13: none stands there */
	REFUSAL_RANGER_MOVED,   /* R13: one was displaced this turn */
	REFUSAL_RANGER_STAYS,   /* R13: to where it stands */
	REFUSAL_RANGER_ON_TILE, /* R13 */
	REFUSAL_RANGER_APART,   /* R13, R25 */
	REFUSAL_RANGER_MET,     /* R13, R25: the other one stands there */
	REFUSAL_NO_TILE,        /* R14, R15: no tile there */
	REFUSAL_CORNER_BUSH,    /* R18 */
	REFUSAL_CORNER_TAKEN,   /* R18 */
	REFUSAL_NO_TOKEN,       /* R14, R15, R24: not in hand */
	REFUSAL_EXPANDS,        /* R19: a dig that would expand */
	REFUSAL_NOTHING_BESIDE, /* R19: an expansion of nothing */
	REFUSAL_ANIMAL_IN_HOLE, /* R15, R20 */
	REFUSAL_NOT_COMPLETED,  /* R24: no feature completed there */
	REFUSAL_NO_WORD,        /* R28: not asked for that feature */
	REFUSAL_WORD_ORDER,     /* R28: another feature comes first */
	REFUSAL_ANIMAL_SHOWN,   /* R24 */
	REFUSAL_TILE_GONE,      /* drawn before, or never there */
	REFUSAL_TILE_FITS,      /* R10: removed though it fits */
	REFUSAL_TILE_FITS_NOT,  /* R10: drawn though it fits nowhere */
	REFUSAL_TOKENS_GONE,    /* R29: not in the supply */
	REFUSAL_TOKENS_COUNT,   /* R6, R12, R26, R29: more or fewer than are due */
	REFUSAL_TOKENS_CAUSE,   /* drawn for another reason, or by another seat */
	REFUSAL_RESIGNED,       /* R35: has resigned before */
	REFUSAL_NOBODY_LEFT,    /* R35: nobody left to agree */
	REFUSAL_TILES_LEFT,     /* R30: not the end yet */
	REFUSAL_NO_TILES_LEFT,  /* R30: the end comes by itself */
	REFUSAL_COUNT
};

/* One English sentence with its full stop, for the person whose entry was refused. Static. */
const char *refusal_sentence(enum refusal r);

#endif
