/* SPDX-License-Identifier: ISC */
/*
 * A tile set: what each landscape tile shows, read from a text file (data/safari.tiles describes
 * the format in its head), and how each kind lies at each rotation.
 *
 * It knows nothing of a game: not which tiles are left, not where one lies. Names and hashes of
 * sets are the record's business.
 */
#ifndef ENGINE_TILESET_H
#define ENGINE_TILESET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sides clockwise from north; a quarter turn clockwise adds one. */
enum side { SIDE_N, SIDE_E, SIDE_S, SIDE_W, SIDE_COUNT };

/* Corner i lies between side i and side i + 1. */
enum corner { CORNER_NE, CORNER_SE, CORNER_SW, CORNER_NW, CORNER_COUNT };

enum terrain { TERRAIN_NONE, TERRAIN_SAVANNA, TERRAIN_TRAIL, TERRAIN_BUSH };

enum animal {
	ANIMAL_MONKEY,
	ANIMAL_ELEPHANT,
	ANIMAL_GIRAFFE,
	ANIMAL_LION,
	ANIMAL_ZEBRA,
	ANIMAL_COUNT
};

enum {
	ANIMAL_NONE = ANIMAL_COUNT, /* where an animal may be missing */

	TILESET_TILES_MAX = 96,
	TILESET_KINDS_MAX = 64,
	TILESET_START_MAX = 6,
	TILESET_ANIMALS_MAX = 2, /* on one piece */
	TILESET_BIRDS_MAX = 7,   /* over one piece */
	TILESET_PIECES_MAX = 4,  /* on one tile: a piece reaches a side at least */
	TILESET_CODE_MAX = 15,   /* bytes of a tile's code, without terminator */
	TILESET_FILE_MAX = 65536,

	TILE_NONE = 0xff,
	PIECE_NONE = 0xff,
};

/* One trail or bush as drawn; sides is a mask with bit SIDE_* set, first the side that the file
 * names first. */
struct tileset_piece {
	uint8_t terrain, sides, first;
};

/* How a kind lies at one rotation. */
struct tileset_lie {
	uint8_t edges;        /* two bits for each side, an enum terrain each: TILESET_EDGE */
	uint8_t free_corners; /* mask of corners without bush at their two sides (R18) */
	uint8_t piece_at[SIDE_COUNT]; /* the piece that reaches the side, or PIECE_NONE */
};

struct tileset_kind {
	char code[TILESET_CODE_MAX + 1];
	uint8_t copies;
	uint8_t first_tile; /* the tile that is its first copy; the others follow */
	uint8_t piece_count;
	bool has_baobab;
	struct tileset_piece pieces[TILESET_PIECES_MAX]; /* in file order */
	struct tileset_lie lies[4];                      /* by quarter turns clockwise */
};

/* What one copy shows on one piece. */
struct tileset_life {
	uint8_t animal_count;
	uint8_t animals[TILESET_ANIMALS_MAX]; /* enum animal, in file order */
	uint8_t animal_mask;
	uint8_t birds;
};

struct tileset_tile {
	uint8_t kind;
	uint8_t copy; /* from 1 */
	struct tileset_life life[TILESET_PIECES_MAX];
};

struct tileset_space {
	int8_t x, y;
};

/*
 * A whole set. Tiles stand in file order, copy by copy: the order that a record's draws start from.
 * The start's spaces are tiles and kinds of their own behind the others: tiles tile_count to
 * tile_count + start_count - 1, with kinds kind_count and following.
 */
struct tileset {
	uint8_t kind_count, tile_count, start_count;
	struct tileset_kind kinds[TILESET_KINDS_MAX + TILESET_START_MAX];
	struct tileset_tile tiles[TILESET_TILES_MAX + TILESET_START_MAX];
	struct tileset_space start[TILESET_START_MAX];
	struct tileset_space rangers[2];
	/* For each kind and each set of known edges (as in a lie, TERRAIN_NONE where no tile lies):
	 * a mask of the quarter turns that fit. Nothing fits where no edge is known. */
	uint8_t fit[TILESET_KINDS_MAX][256];
};

struct tileset_fault {
	int line; /* from 1 */
	char reason[160];
};

/*
 * Reads a set. 0, or -1 with the first mistake, by line, and *ts unspecified. Copies what it needs.
 */
int tileset_parse(struct tileset *ts, const char *text, size_t len, struct tileset_fault *fault);

/* Works out lies and fit from what was read: the last thing that tileset_parse() does. */
void tileset_lay(struct tileset *ts);

/* The tile with that code and copy, of the drawn ones only; TILE_NONE when there is none. */
uint8_t tileset_find(const struct tileset *ts, const char *code, size_t code_len, unsigned copy);

static inline const struct tileset_kind *tileset_kind_of(const struct tileset *ts, uint8_t tile)
{
	return &ts->kinds[ts->tiles[tile].kind];
}

/* The terrain at a side in a code of edges. */
static inline enum terrain tileset_edge(uint8_t edges, unsigned side)
{
	return (enum terrain)(edges >> (2 * side) & 3);
}

/* A piece's first side (file order) on the table, after some quarter turns. */
static inline enum side tileset_first_side(const struct tileset_piece *p, unsigned turns)
{
	return (enum side)((p->first + turns) % SIDE_COUNT);
}

/* Letters of the record: "MEGLZ", "NESW"; corners are words. */
extern const char tileset_animal_letters[ANIMAL_COUNT + 1];
extern const char tileset_side_letters[SIDE_COUNT + 1];
extern const char tileset_corner_words[CORNER_COUNT][3];

/* Counts for those who make sets: `slowsafari tileset`. */
struct tileset_stats {
	unsigned edges[4];     /* sides of each terrain on the drawn tiles */
	unsigned free_corners; /* R18, drawn tiles */
	unsigned animals[ANIMAL_COUNT];
	unsigned birds, baobabs, trails, bushes;
};

void tileset_count(const struct tileset *ts, struct tileset_stats *stats);

#endif
