/* SPDX-License-Identifier: ISC */
/*
 * A game as everybody at the table sees it, and the one function that changes it.
 *
 * `struct game` is a plain value without pointers: a copy is an assignment, an undo is an older
 * copy. It holds public knowledge only. What is still to be drawn has no order here (bag.h holds
 * that): drawing is an input like a move, and the game says when it wants one. No allocation, no
 * clock, no I/O.
 *
 *	struct game g;
 *	game_init(&g, &ts, 2, (struct game_options){0});
 *	while (g.awaits != AWAITS_END) {
 *		struct entry e = ...;  // drawn (bag.h) or chosen from game_legal()
 *		enum refusal r = game_apply(&ts, &g, &e);
 *		if (r != REFUSAL_NONE)
 *			puts(refusal_sentence(r));  // and g is as it was
 *	}
 *
 * Rules are cited by their numbers (R9 and so on).
 */
#ifndef ENGINE_GAME_H
#define ENGINE_GAME_H

#include "engine/entry.h"
#include "engine/refusal.h"
#include "engine/tileset.h"

enum {
	SEATS_MIN = 2,
	SEATS_MAX = 5,
	SEAT_NONE = 0xff,
	MEEPLES_EACH = 6, /* R2 */
	TOKENS_EACH = 10, /* of each animal, R2 */
	TOKENS_MAX = TOKENS_EACH * ANIMAL_COUNT,
	RANGER_COUNT = 2,

	LAID_MAX = TILESET_TILES_MAX + TILESET_START_MAX,
	OPEN_MAX = 2 * LAID_MAX + 2, /* empty spaces beside n joined tiles */
	SPACES_MAX = LAID_MAX + OPEN_MAX,
	PIECES_MAX = LAID_MAX * TILESET_PIECES_MAX,
	SPACE_NONE = 0xffff,
	SPACE_BUCKETS = 512,
	COORDINATE_MAX = 127,

	COMPLETED_MAX = TILESET_PIECES_MAX, /* features that one tile can complete */
	DUE_MAX = 9,                        /* baobabs that one tile can complete */
	POINTS_MAX = MEEPLES_EACH * SEATS_MAX +
	             8, /* that can follow one entry: a seat and feature each hold a meeple */
};

enum final_scoring { FINAL_MAJORITY, FINAL_EVERYONE };    /* R30 */
enum baobab_tokens { BAOBAB_AT_ONCE, BAOBAB_AFTERWARDS }; /* R27 */

struct game_options {
	uint8_t final_scoring, baobab_tokens;
};

/* What must come next. */
enum awaits {
	AWAITS_TOKENS, /* ENTRY_TOKENS of tokens_seat, tokens_cause, tokens_count */
	AWAITS_TILE,   /* ENTRY_DRAW or ENTRY_REMOVE; ENTRY_END when no tile is left */
	AWAITS_PLACE,  /* of the seat on turn, like the next two */
	AWAITS_ACTION,
	AWAITS_RELOCATE,
	AWAITS_BOOST, /* of every seat in game_awaited_seats(), in any order */
	AWAITS_END,   /* nothing: the game is over */
	AWAITS_COUNT
};

/* A space that a tile lies on or beside. Spaces are numbered as they arise and never change their
 * number. */
struct game_space {
	int8_t x, y;
	bool is_laid;
	uint8_t at;                  /* index into laid[] or open[] */
	uint16_t beside[SIDE_COUNT]; /* the neighbour spaces that have arisen, or SPACE_NONE */
};

/* A tile on the table. */
struct game_laid {
	uint8_t tile, turns;
	uint16_t space;
	uint8_t tokens[CORNER_COUNT];  /* enum animal + 1 by corner of the table, 0 for none */
	uint8_t meeples[CORNER_COUNT]; /* seat + 1 of the meeple on that token, 0 for none */
	uint8_t baobab;                /* seat + 1 of the meeple on the baobab, 0 for none */
	uint8_t around; /* of the eight spaces around it, how many hold tiles (R26) */
};

/* A feature, at the index of its first piece, the one that was laid first. */
struct game_feature {
	uint16_t open_sides; /* that touch no tile (R23) */
	uint16_t animal_count, birds;
	uint8_t terrain;
	uint8_t animal_mask;
	uint8_t meeples[SEATS_MAX];
};

/*
 * Piece k of laid tile i has the number 4 i + k; numbers follow the order of laying. `feature` is
 * the feature's first piece; `next` closes a ring through all pieces of the feature.
 */
struct game {
	struct game_options options;
	uint8_t seat_count;
	uint8_t seat_on_turn;
	uint8_t awaits; /* enum awaits */
	uint8_t stage;  /* where in the turn (R27): private to turn.c */
	uint8_t tile;   /* in hand: drawn, not yet placed; TILE_NONE */
	uint8_t tokens_seat, tokens_cause, tokens_count;
	uint8_t resigned_mask;

	int16_t scores[SEATS_MAX];
	uint8_t hands[SEATS_MAX][ANIMAL_COUNT];
	uint8_t meeples[SEATS_MAX];   /* in supply */
	uint8_t last_laid[SEATS_MAX]; /* index + 1 of the tile that the seat placed last, 0 for none
	                               */
	uint8_t supply[ANIMAL_COUNT]; /* tokens to draw, order unknown */
	uint8_t discarded[ANIMAL_COUNT]; /* R29 */
	uint64_t left_mask[2];           /* tiles to draw, bit by tile, order unknown */
	uint8_t left_count;
	uint16_t turn_count; /* tiles placed by seats */

	uint16_t rangers[RANGER_COUNT]; /* spaces; SPACE_NONE while it waits for one (R11) */
	bool has_displaced;             /* a ranger, this turn */

	uint8_t completed_count;           /* by this turn's tile, in the order of R28 */
	uint16_t completed[COMPLETED_MAX]; /* features */
	uint8_t words[SEATS_MAX]; /* index of the completed feature that a seat speaks of next */
	uint8_t boosts[COMPLETED_MAX][SEATS_MAX]; /* enum animal, ANIMAL_NONE for none */
	uint8_t due_count, due_next;
	uint8_t due[DUE_MAX]; /* seats to draw for completed baobabs */

	uint8_t points_count;
	struct points
		points[POINTS_MAX]; /* that followed from the last entry, in the record's order */

	uint16_t space_count, open_count, laid_count;
	struct game_space spaces[SPACES_MAX];
	uint16_t buckets[SPACE_BUCKETS]; /* space + 1 by hash of x, y; 0 for none */
	uint16_t open[OPEN_MAX];         /* the empty spaces beside a tile */
	uint8_t open_edges[OPEN_MAX];    /* what their neighbours demand: a code as in
	                                    tileset_lie.edges */
	struct game_laid laid[LAID_MAX];
	/* The animals that a token on a corner may show (mask), with CORNER_EXPANDS when it would
	 * expand a hole (R15, R19); 0 where none may lie (R18). Four for each laid tile, in words
	 * of eight. */
	uint8_t corner_allows[(PIECES_MAX + 7) / 8 * 8];
	uint16_t feature_of[PIECES_MAX];
	uint16_t next_piece[PIECES_MAX];
	uint8_t meeple_on[PIECES_MAX]; /* seat + 1, 0 for none */
	struct game_feature features[PIECES_MAX];
};

enum { CORNER_EXPANDS = 1 << ANIMAL_COUNT };

_Static_assert(sizeof(struct game) <= 16384, "a game is copied often");

/*
 * Sets a game up to R5: the start lies, the rangers stand, seat 0 draws its tokens first. seats is
 * SEATS_MIN to SEATS_MAX, the tile set one that tileset_parse() accepted.
 */
void game_init(struct game *g, const struct tileset *ts, unsigned seats,
               struct game_options options);

/*
 * Applies one entry, with the points that follow from it (g->points). Any bytes may stand in *e.
 * Answers REFUSAL_NONE, or the rule that forbids it, and *g is untouched.
 */
enum refusal game_apply(const struct tileset *ts, struct game *g, const struct entry *e);

/* Mask of the seats whose word or draw is awaited: several only with AWAITS_BOOST (R28); 0 at the
 * end. */
unsigned game_awaited_seats(const struct game *g);

/*
 * Everything that `seat` may choose now; nothing when nothing of it is awaited. Answers how many
 * entries there are and writes those from index `first` on, at most cap of them, to out. So
 * game_legal(ts, g, seat, 0, 0, NULL) counts and game_legal(ts, g, seat, i, 1, &e) picks.
 * Resigning, always possible, is not listed.
 */
size_t game_legal(const struct tileset *ts, const struct game *g, unsigned seat, size_t first,
                  size_t cap, struct entry *out);

/* An upper bound of game_legal() for any game. */
enum { LEGAL_MAX = 4 * OPEN_MAX + 2 * OPEN_MAX + 4 * LAID_MAX * ANIMAL_COUNT };

/* Does the tile fit at some space in some rotation (R9, R10)? */
bool game_tile_fits(const struct tileset *ts, const struct game *g, uint8_t tile);

/* The quarter turns (mask) in which a tile fits at x, y; 0 where none. */
unsigned game_turns_that_fit(const struct tileset *ts, const struct game *g, uint8_t tile, int x,
                             int y);

/* The number of the space at x, y, or SPACE_NONE when no tile lies on or beside it. */
uint16_t game_space_at(const struct game *g, int x, int y);

/* The tile that lies at x, y, or NULL. */
const struct game_laid *game_laid_at(const struct game *g, int x, int y);

/* The tile placed last in this game, start spaces included. */
static inline const struct game_laid *game_last_laid(const struct game *g)
{
	return &g->laid[g->laid_count - 1];
}

/* The piece of laid tile `index` that reaches a side of the table and has that terrain, or
 * PIECE_NONE. */
uint8_t game_piece_at(const struct tileset *ts, const struct game *g, unsigned index,
                      unsigned terrain, unsigned side);

/* Is number p (below 4 laid_count) a feature: a piece that there is, the first one of its feature?
 */
static inline bool game_is_feature(const struct tileset *ts, const struct game *g, unsigned p)
{
	uint8_t tile = g->laid[p / TILESET_PIECES_MAX].tile;
	return g->feature_of[p] == p &&
	       p % TILESET_PIECES_MAX < tileset_kind_of(ts, tile)->piece_count;
}

/* The seats (mask) with most meeples on a feature; 0 when there are none. */
unsigned game_majority(const struct game *g, const struct game_feature *f);

/* The animals (mask) that a seat may add to a feature (R24). */
unsigned game_usable(const struct game *g, unsigned seat, const struct game_feature *f);

/* What a completed feature brings to each seat of its majority with these animals on it (R24). */
int game_feature_points(const struct game_feature *f, unsigned animal_mask);

/* The seats (mask) that score an incomplete feature at the end (R30), and what each of them gets.
 */
unsigned game_final_seats(const struct game *g, const struct game_feature *f);
int game_final_points(const struct game_feature *f);

/* Tokens of all animals in a hand. */
unsigned game_hand_size(const struct game *g, unsigned seat);

/* The winners (mask) of a game that is over (R32, R35); 0 before. */
unsigned game_winners(const struct game *g);

/*
 * What features in play are worth, for the page: each one that holds a meeple and is not complete,
 * in the order of their first pieces. `now` is what each seat would get were it complete as it
 * lies; `final` what each would get if the game ended (R30).
 */
struct worth {
	uint16_t feature;
	int16_t now[SEATS_MAX], final[SEATS_MAX];
};

size_t game_worths(const struct tileset *ts, const struct game *g, size_t cap, struct worth *out);

/* The most worths there can be: each feature in play holds a meeple. */
enum { WORTHS_MAX = MEEPLES_EACH * SEATS_MAX };

/*
 * What a proposed turn brings: applies entries to a copy, stops at the first refusal. *gained gets
 * the points of each seat, *failed (may be NULL) the index of the entry refused.
 */
enum refusal game_propose(const struct tileset *ts, const struct game *g,
                          const struct entry *entries, size_t count, int gained[SEATS_MAX],
                          size_t *failed);

#endif
