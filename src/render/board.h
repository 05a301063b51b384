/* SPDX-License-Identifier: ISC */
/*
 * A table as SVG: what lies there, and what a caller lays over it. Two parts: the drawings of a
 * tile set, made once (struct board_art), and a table that uses them, made for each answer.
 *
 *	struct board_art art;
 *	board_art_init(&art, &ts, false);
 *	struct text svg;
 *	text_init(&svg, BOARD_SVG_MAX);
 *	board_svg(&svg, &art, &game, &(struct board_options){.title = "Ben and Ada, turn 12"});
 *
 * It knows no rules, only what struct game says, and no page: URLs and words come from the caller.
 * A proposed turn is drawn from a copy of the game to which the turn was applied.
 *
 * A tile is BOARD_TILE units wide; the tile at x, y (y grows north) has its middle at x *
 * BOARD_TILE, -y * BOARD_TILE. The drawings need no fonts: digits and letters are strokes.
 *
 * A page that shows boards inline styles them by their classes: `board-ground` (the ground around
 * the tiles), `board-faint` (coordinates and empty spaces). A standalone file brings its own dark
 * mode.
 */
#ifndef RENDER_BOARD_H
#define RENDER_BOARD_H

#include "base/text.h"
#include "engine/game.h"
#include "render/layout.h"

enum {
	BOARD_TILE = 100,
	BOARD_RIM = 56,          /* units beside the outermost spaces, for the coordinates */
	BOARD_SVG_MAX = 1 << 19, /* bytes that a board never reaches */
};

/* The colours of the box, each with a shape of its own (W6): person, tent, jeep, balloon, star. */
enum board_color {
	BOARD_YELLOW,
	BOARD_RED,
	BOARD_GREEN,
	BOARD_BLUE,
	BOARD_BLACK,
	BOARD_COLOR_COUNT
};

/* The drawings of one tile set. Read-only after board_art_init(): threads may share it. */
struct board_art {
	const struct tileset *ts; /* the caller's; must outlive this */
	struct text defs;         /* the whole <defs> element */
	/* Where in it the drawing of a tile (4 * tile + turns) begins; the next one ends it. */
	uint32_t tile_at[4 * (TILESET_TILES_MAX + TILESET_START_MAX) + 1];
	struct layout layouts[TILESET_TILES_MAX + TILESET_START_MAX];
};

/* Draws every tile of the set in every rotation; with letters, each animal has its own. */
void board_art_init(struct board_art *art, const struct tileset *ts, bool letters);
void board_art_release(struct board_art *art);

/*
 * Appends the set's drawings as a file of their own, which a page's boards may refer to instead of
 * bringing them along: tile t at n quarter turns is #t<4 t + n>, the ground of kind k is #k<k>.
 */
void board_drawings(struct text *out, const struct board_art *art);

/* A space to tap. Its name for who listens is "column X, row Y", then ", turned right" and so on.
 */
struct board_link {
	int8_t x, y;
	uint8_t turns;   /* quarter turns clockwise, for its URL and its name */
	bool is_quiet;   /* not marked as a choice */
	bool is_refused; /* there to answer why not: its name says so */
};

/* All zero is a standalone file with no overlay. Strings and arrays stay the caller's. */
struct board_options {
	const uint8_t *colors; /* enum board_color by seat; NULL: seat i has colour i */
	const char *title;     /* plain text; NULL: "A table of Carcassonne: Safari" */
	const char *desc; /* plain text, for those to whom the table is read aloud; NULL: none */
	bool is_inline;   /* part of an HTML page: no width, height and style of its own */
	bool is_lean;     /* leave the drawings out that this table does not need: for pictures */
	const char *drawings; /* the URL of board_drawings(); NULL: they stand in the element */
	bool is_proposal;     /* the last tile is only proposed: a dashed frame, no number */
	int tile_px;          /* size of a tile in a standalone file, in px; 0: 64 */

	/* Links, drawn above everything. Each goes to href_prefix "X,Y" and, unless
	 * links_are_plain, "+ROTATION", so that the prefix "?rev=17&t=place+" leads to
	 * "?rev=17&t=place+3,1+90"; then the suffix, NULL for none. */
	const char *href_prefix, *href_suffix;
	bool links_are_plain;
	size_t link_count;
	const struct board_link *links;
};

/*
 * Appends the <svg> element. Spaces that no tile still to come fits are crossed out (W4); each
 * seat's last tile is framed in its colour and says, beside its shape, how many turns ago it was
 * laid: 1 for the last one. At most 400 elements stand outside <defs> on a full table with a link
 * on every space (W7).
 */
void board_svg(struct text *out, const struct board_art *art, const struct game *g,
               const struct board_options *options);

#endif
