/* SPDX-License-Identifier: ISC */
/*
 * The table itself. Everything here is appended piece by piece, nothing is formatted: a page draws
 * a board for each answer. What depends on no game stands in board_art.c.
 */
#include "render/board.h"

#include "render/ground.h"
#include "render/lettering.h"
#include "render/spaces.h"
#include "render/xml.h"

#define PAPER "#f8f3e6"
#define FAINT "#a5977a"
#define WATER "#6fb7d6"
#define WATER_LINE "#3f86a8"

/* The middle of a space, in units. */
static int at_x(int x)
{
	return BOARD_TILE * x;
}

static int at_y(int y)
{
	return -BOARD_TILE * y;
}

static void add_place(struct text *t, int x, int y)
{
	text_add(t, "\" x=\"");
	text_add_int(t, x);
	text_add(t, "\" y=\"");
	text_add_int(t, y);
	text_add(t, "\"/>");
}

/* Where a drawing stands: "#t17", or in a file of its own. */
static void add_reference(struct text *t, const struct board_options *o, const char *id)
{
	if (o->drawings)
		text_add(t, o->drawings);
	text_add_char(t, '#');
	text_add(t, id);
}

static void add_use(struct text *t, const struct board_options *o, const char *id, long number,
                    int x, int y)
{
	text_add(t, "<use href=\"");
	add_reference(t, o, id);
	text_add_int(t, number);
	add_place(t, x, y);
}

static void add_word(struct text *t, const struct board_options *o, const char *id, int x, int y)
{
	text_add(t, "<use href=\"");
	add_reference(t, o, id);
	add_place(t, x, y);
}

static void add_move(struct text *t, int x, int y)
{
	text_add_char(t, 'M');
	text_add_int(t, x);
	text_add_char(t, ' ');
	text_add_int(t, y);
}

static unsigned color_of(const struct board_options *o, unsigned seat)
{
	return o->colors ? o->colors[seat] : seat;
}

/* ---- The frame around it all ---- */

static void add_four(struct text *t, const char *const names[4], const long values[4])
{
	for (unsigned i = 0; i < 4; i++) {
		text_add(t, names[i]);
		text_add_int(t, values[i]);
	}
}

static void open_svg(struct text *t, struct extent e, const struct board_options *o)
{
	const char *title = o->title ? o->title : "A table of Carcassonne: Safari";
	long left = at_x(e.min_x) - BOARD_TILE / 2 - BOARD_RIM,
	     top = at_y(e.max_y) - BOARD_TILE / 2 - BOARD_RIM;
	long w = (e.max_x - e.min_x + 1) * BOARD_TILE + 2 * BOARD_RIM;
	long h = (e.max_y - e.min_y + 1) * BOARD_TILE + 2 * BOARD_RIM;
	long px = o->tile_px ? o->tile_px : 64;

	text_add(t, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
	if (!o->is_inline)
		add_four(t,
		         (const char *const[4]){" width=\"", "\" height=\"", "\" viewBox=\"", " "},
		         (const long[4]){w * px / BOARD_TILE, h * px / BOARD_TILE, left, top});
	else
		add_four(t, (const char *const[4]){" class=\"board\" viewBox=\"", " ", " ", " "},
		         (const long[4]){left, top, w, h});
	if (!o->is_inline) {
		text_add_char(t, ' ');
		text_add_int(t, w);
		text_add_char(t, ' ');
		text_add_int(t, h);
	}
	text_add(t, o->link_count ? "\" role=\"group\" aria-label=\""
	                          : "\" role=\"img\" aria-label=\"");
	xml_add(t, title);
	text_add(t, "\">");
	if (!o->is_inline) {
		text_add(t, "<title>");
		xml_add(t, title);
		text_add(t, "</title>");
	}
	if (o->desc) {
		text_add(t, "<desc>");
		xml_add(t, o->desc);
		text_add(t, "</desc>");
	}
	if (!o->is_inline)
		text_add(t, "<style>@media(prefers-color-scheme:dark){.board-ground{fill:#211d16}"
		            ".board-faint{stroke:#8f8469}}</style>");
	add_four(t,
	         (const char *const[4]){"<rect class=\"board-ground\" fill=\"" PAPER "\" x=\"",
	                                "\" y=\"", "\" width=\"", "\" height=\""},
	         (const long[4]){left, top, w, h});
	text_add(t, "\"/>");
}

static void add_rim(struct text *t, struct extent e)
{
	/* Twice the size of the strokes' own box. */
	int beside = (BOARD_TILE + BOARD_RIM) / 4;
	text_add(t,
	         "<path class=\"board-faint\" transform=\"scale(2)\" fill=\"none\" stroke=\"" FAINT
	         "\" d=\"");
	for (int x = e.min_x; x <= e.max_x; x++) {
		lettering_add_int(t, at_x(x) / 2, at_y(e.max_y) / 2 - beside, x);
		lettering_add_int(t, at_x(x) / 2, at_y(e.min_y) / 2 + beside, x);
	}
	for (int y = e.min_y; y <= e.max_y; y++) {
		lettering_add_int(t, at_x(e.min_x) / 2 - beside, at_y(y) / 2, y);
		lettering_add_int(t, at_x(e.max_x) / 2 + beside, at_y(y) / 2, y);
	}
	text_add(t, "\"/>");
}

/* ---- Spaces and tiles ---- */

static void add_spaces(struct text *t, const struct tileset *ts, const struct game *g)
{
	bool is_dead[OPEN_MAX];
	spaces_find_dead(ts, g, is_dead);
	text_add(t, "<path class=\"board-faint\" fill=\"none\" stroke=\"" FAINT
	            "\" stroke-dasharray=\"5 5\" d=\"");
	for (unsigned i = 0; i < g->open_count; i++) {
		const struct game_space *s = &g->spaces[g->open[i]];
		add_move(t, at_x(s->x) - 44, at_y(s->y) - 44);
		text_add(t, "h88v88h-88z");
	}
	text_add(t, "\"/><path class=\"board-faint\" fill=\"none\" stroke=\"" FAINT
	            "\" stroke-width=\"5\" d=\"");
	for (unsigned i = 0; i < g->open_count; i++) {
		const struct game_space *s = &g->spaces[g->open[i]];
		if (!is_dead[i])
			continue;
		add_move(t, at_x(s->x) - 13, at_y(s->y) - 13);
		text_add(t, "l26 26m-26 0l26-26");
	}
	text_add(t, "\"/>");
}

/* The drawings of the set: all of them, so that they are the same for every game, or what lies
 * here. */
static void add_defs(struct text *t, const struct board_art *art, const struct game *g,
                     bool is_lean)
{
	const char *defs = art->defs.data;
	if (!is_lean) {
		text_add_bytes(t, defs, art->defs.len);
		return;
	}
	text_add_bytes(t, defs, art->tile_at[0]);
	for (unsigned i = 0; i < g->laid_count; i++) {
		const uint32_t *at = &art->tile_at[4 * g->laid[i].tile + g->laid[i].turns];
		text_add_bytes(t, defs + at[0], at[1] - at[0]);
	}
	text_add(t, "</defs>");
}

/* Under every tile, the same path data: its square, or the grass on it. */
static void add_savanna(struct text *t, const struct game *g, const char *start, const char *data)
{
	text_add(t, start);
	for (unsigned i = 0; i < g->laid_count; i++) {
		const struct game_space *s = &g->spaces[g->laid[i].space];
		add_move(t, at_x(s->x) - BOARD_TILE / 2, at_y(s->y) - BOARD_TILE / 2);
		text_add(t, data);
	}
	text_add(t, "\"/>");
}

static void add_tiles(struct text *t, const struct game *g, const struct board_options *o)
{
	for (unsigned i = 0; i < g->laid_count; i++) {
		const struct game_space *s = &g->spaces[g->laid[i].space];
		add_use(t, o, "t", 4 * g->laid[i].tile + g->laid[i].turns, at_x(s->x), at_y(s->y));
	}
}

/* ---- The last turns ---- */

/* How many of the seats' last tiles lie at or after this one; a proposal is not one of them. */
static int turns_ago(const struct game *g, const struct board_options *o, unsigned seat)
{
	int n = o->is_proposal ? -1 : 0;
	for (unsigned i = 0; i < g->seat_count; i++)
		n += g->last_laid[i] >= g->last_laid[seat];
	return n;
}

static bool is_marked(const struct game *g, const struct board_options *o, unsigned seat)
{
	return g->last_laid[seat] && !(o->is_proposal && g->last_laid[seat] == g->laid_count);
}

static const struct game_space *last_space(const struct game *g, unsigned seat)
{
	return &g->spaces[g->laid[g->last_laid[seat] - 1].space];
}

static void add_frames(struct text *t, const struct game *g, const struct board_options *o)
{
	for (unsigned i = 0; i < g->seat_count; i++)
		if (is_marked(g, o, i))
			add_use(t, o, "f", color_of(o, i), at_x(last_space(g, i)->x),
			        at_y(last_space(g, i)->y));
	if (o->is_proposal) {
		const struct game_space *s = &g->spaces[game_last_laid(g)->space];
		add_word(t, o, "proposal", at_x(s->x), at_y(s->y));
	}
}

static void add_signs(struct text *t, const struct game *g, const struct board_options *o)
{
	for (unsigned i = 0; i < g->seat_count; i++)
		if (is_marked(g, o, i))
			add_use(t, o, "w", color_of(o, i), at_x(last_space(g, i)->x),
			        at_y(last_space(g, i)->y) - BOARD_TILE / 2);
	text_add(t, "<path fill=\"none\" stroke=\"#2b1d10\" stroke-width=\"2\" d=\"");
	for (unsigned i = 0; i < g->seat_count; i++)
		if (is_marked(g, o, i))
			lettering_add_int(t, at_x(last_space(g, i)->x) + 9,
			                  at_y(last_space(g, i)->y) - BOARD_TILE / 2,
			                  turns_ago(g, o, i));
	text_add(t, "\"/>");
}

/* ---- What lies on the tiles ---- */

/* A pool around each point with tokens: a disc around the point and one around each token, run
 * together. */
static void add_pools(struct text *t, const struct game *g)
{
	text_add(t, "<path fill=\"" WATER "\" stroke=\"" WATER_LINE
	            "\" stroke-width=\"4\" paint-order=\"stroke\" d=\"");
	for (unsigned i = 0; i < g->laid_count; i++) {
		const struct game_space *s = &g->spaces[g->laid[i].space];
		for (unsigned c = 0; c < CORNER_COUNT; c++) {
			if (!g->laid[i].tokens[c])
				continue;
			struct spot at = layout_corner(c);
			int point_x = at.x > 0 ? BOARD_TILE / 2 : -BOARD_TILE / 2;
			int point_y = at.y > 0 ? BOARD_TILE / 2 : -BOARD_TILE / 2;
			add_move(t, at_x(s->x) + at.x - 19, at_y(s->y) + at.y);
			text_add(t, "a19 19 0 0 1 38 0 19 19 0 0 1-38 0");
			add_move(t, at_x(s->x) + point_x - 17, at_y(s->y) + point_y);
			text_add(t, "a17 17 0 0 1 34 0 17 17 0 0 1-34 0");
		}
	}
	text_add(t, "\"/>");
}

static void add_tokens(struct text *t, const struct game *g, const struct board_options *o)
{
	for (unsigned i = 0; i < g->laid_count; i++) {
		const struct game_space *s = &g->spaces[g->laid[i].space];
		for (unsigned c = 0; c < CORNER_COUNT; c++)
			if (g->laid[i].tokens[c])
				add_use(t, o, "o", g->laid[i].tokens[c] - 1,
				        at_x(s->x) + layout_corner(c).x,
				        at_y(s->y) + layout_corner(c).y);
	}
}

static void add_meeple(struct text *t, const struct board_options *o, const struct game_space *s,
                       unsigned seat, struct spot at)
{
	add_use(t, o, "m", color_of(o, seat), at_x(s->x) + at.x, at_y(s->y) + at.y);
}

static void add_meeples(struct text *t, const struct board_art *art, const struct game *g,
                        const struct board_options *o)
{
	for (unsigned i = 0; i < g->laid_count; i++) {
		const struct game_laid *laid = &g->laid[i];
		const struct game_space *s = &g->spaces[laid->space];
		const struct layout *l = &art->layouts[laid->tile];
		for (unsigned p = 0; p < TILESET_PIECES_MAX; p++)
			if (g->meeple_on[TILESET_PIECES_MAX * i + p])
				add_meeple(t, o, s, g->meeple_on[TILESET_PIECES_MAX * i + p] - 1u,
				           spot_turn(l->meeples[p], laid->turns));
		if (laid->baobab) {
			struct spot at = spot_turn(l->baobab, laid->turns);
			add_meeple(t, o, s, laid->baobab - 1u,
			           (struct spot){at.x, (int8_t)(at.y + 6)});
		}
		for (unsigned c = 0; c < CORNER_COUNT; c++)
			if (laid->meeples[c]) {
				struct spot at = layout_corner(c);
				add_meeple(t, o, s, laid->meeples[c] - 1u,
				           (struct spot){(int8_t)(at.x * 3 / 5),
				                         (int8_t)(at.y * 3 / 5)});
			}
	}
}

/* A ranger stays in sight on a space that is a link: a tile may be laid there (R9). */
static void add_rangers(struct text *t, const struct game *g, const struct board_options *o)
{
	for (unsigned i = 0; i < RANGER_COUNT; i++) {
		if (g->rangers[i] == SPACE_NONE)
			continue;
		const struct game_space *s = &g->spaces[g->rangers[i]];
		text_add(t, "<use pointer-events=\"none\" href=\"");
		add_reference(t, o, "ranger");
		add_place(t, at_x(s->x), at_y(s->y));
	}
}

/* ---- Links ---- */

/* On a tile the mark is a frame, so that what the tile shows stays in sight. */
static const char *mark_of(const struct game *g, const struct board_link *link)
{
	if (link->is_quiet)
		return "quiet";
	return game_laid_at(g, link->x, link->y) ? "over" : "choice";
}

static void add_link(struct text *t, const struct game *g, const struct board_options *o,
                     const struct board_link *link)
{
	static const char *const turned[] = {"", ", turned right", ", turned upside down",
	                                     ", turned left"};
	text_add(t, "<a href=\"");
	xml_add(t, o->href_prefix);
	text_add_int(t, link->x);
	text_add_char(t, ',');
	text_add_int(t, link->y);
	if (!o->links_are_plain) {
		text_add_char(t, '+');
		text_add_int(t, 90 * (long)link->turns);
	}
	if (o->href_suffix)
		xml_add(t, o->href_suffix);
	text_add(t, "\" aria-label=\"column ");
	text_add_int(t, link->x);
	text_add(t, ", row ");
	text_add_int(t, link->y);
	text_add(t, turned[link->turns & 3]);
	if (link->is_refused)
		text_add(t, ", not possible");
	text_add(t, "\">");
	add_word(t, o, mark_of(g, link), at_x(link->x), at_y(link->y));
	text_add(t, "</a>");
}

void board_svg(struct text *out, const struct board_art *art, const struct game *g,
               const struct board_options *options)
{
	struct extent e = extent_of(g);
	open_svg(out, e, options);
	if (!options->drawings)
		add_defs(out, art, g, options->is_lean);
	add_spaces(out, art->ts, g);
	add_savanna(out, g, "<path fill=\"" GROUND_SAVANNA "\" stroke=\"" GROUND_GRASS "\" d=\"",
	            GROUND_SQUARE);
	add_savanna(out, g,
	            "<path fill=\"none\" stroke=\"" GROUND_GRASS "\" stroke-width=\"2\" d=\"",
	            GROUND_TUFTS);
	add_tiles(out, g, options);
	add_frames(out, g, options);
	add_pools(out, g);
	add_tokens(out, g, options);
	add_meeples(out, art, g, options);
	add_signs(out, g, options);
	add_rim(out, e);
	for (size_t i = 0; i < options->link_count; i++)
		add_link(out, g, options, &options->links[i]);
	add_rangers(out, g, options);
	text_add(out, "</svg>\n");
}
