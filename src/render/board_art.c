/* SPDX-License-Identifier: ISC */
/*
 * The drawings of a tile set as one <defs>: every tile in every rotation, so that a table needs one
 * <use> for each, and everything that can lie on one. Nothing here depends on a game: a page may
 * keep it.
 *
 * Identifiers: t<4 * tile + turns> a tile, k<kind> its ground; a<animal>, o<animal> its token;
 * m<color> a meeple, f<color> a frame, w<color> the sign on it; others are words.
 */
#include "render/art.h"
#include "render/board.h"
#include "render/ground.h"
#include "render/lettering.h"

#define LINE ART_DARK

static const char *const color_fills[BOARD_COLOR_COUNT] = {
	"#F0E442", "#D55E00", "#009E73", "#0072B2", "#000"}; /* Okabe and Ito, W6 */

/* Opens <g id="LETTER NUMBER">. */
static void open_group(struct text *t, const char *letter, long number)
{
	text_add(t, "<g id=\"");
	text_add(t, letter);
	if (number >= 0)
		text_add_int(t, number);
	text_add(t, "\">");
}

static void add_number(struct text *t, const char *attribute, double value)
{
	text_printf(t, " %s=\"%g\"", attribute, value);
}

static void add_layer(struct text *t, const char *path, const char *fill, const char *stroke,
                      double width)
{
	text_add(t, "<path d=\"");
	text_add(t, path);
	text_add_char(t, '"');
	if (*fill) {
		text_add(t, " fill=\"");
		text_add(t, fill);
		text_add_char(t, '"');
	}
	if (width > 0) {
		text_add(t, " stroke=\"");
		text_add(t, stroke);
		text_add_char(t, '"');
		add_number(t, "stroke-width", width);
		text_add(t, " stroke-linejoin=\"round\" paint-order=\"stroke\"");
	}
	text_add(t, "/>");
}

/* A drawing with the middle of its box at 0, 0 and in the given fill where it leaves it open. */
static void add_art(struct text *t, const struct art *a, double scale, const char *fill)
{
	text_printf(t, "<g transform=\"translate(%g %g)scale(%g)\"", -a->box_w * scale / 2,
	            -a->box_h * scale / 2, scale);
	if (*fill)
		text_printf(t, " fill=\"%s\"", fill);
	text_add_char(t, '>');
	if (a->halo > 0)
		add_layer(t, a->layers[0].path, "none", ART_LIGHT, a->halo);
	for (size_t i = 0; i < a->count; i++)
		add_layer(t, a->layers[i].path, a->layers[i].fill, ART_DARK, i == 0 ? a->line : 0);
	text_add(t, "</g>");
}

static void add_letter(struct text *t, const char *letter, int x, int y)
{
	text_printf(t,
	            "<circle cx=\"%d\" cy=\"%d\" r=\"8\" fill=\"#fff\" stroke=\"" LINE
	            "\"/><path d=\"",
	            x, y);
	lettering_add(t, x, y, letter);
	text_add(t, "\" fill=\"none\" stroke=\"" LINE "\" stroke-width=\"1.8\"/>");
}

static void add_animals(struct text *t, bool letters)
{
	for (unsigned i = 0; i < ANIMAL_COUNT; i++) {
		open_group(t, "a", i);
		add_art(t, &art_animal[i], 33. / 24, "");
		if (letters)
			add_letter(t, art_animal[i].letter, 11, 11);
		text_add(t, "</g>");
		open_group(t, "o", i);
		text_add(t, "<circle r=\"15.2\" fill=\"#fff8e6\" stroke=\"" LINE
		            "\" stroke-width=\"1.4\"/>");
		add_art(t, &art_animal[i], 25. / 24, "");
		if (letters)
			add_letter(t, art_animal[i].letter, 10, 9);
		text_add(t, "</g>");
	}
}

static void add_pawns(struct text *t)
{
	for (unsigned i = 0; i < BOARD_COLOR_COUNT; i++) {
		open_group(t, "m", i);
		add_art(t, &art_meeple[i], 27. / 24, color_fills[i]);
		text_add(t, "</g>");
		open_group(t, "f", i);
		text_printf(t,
		            "<path d=\"M-49-49H49V49H-49z\" fill=\"none\" stroke=\"" LINE
		            "\" stroke-width=\"7\"/>"
		            "<path d=\"M-49-49H49V49H-49z\" fill=\"none\" stroke=\"%s\" "
		            "stroke-width=\"4.4\"/></g>",
		            i == BOARD_BLACK ? "#fff" : color_fills[i]);
		open_group(t, "w", i);
		text_add(t, "<rect x=\"-19\" y=\"-10\" width=\"38\" height=\"20\" rx=\"10\" "
		            "fill=\"#fff\""
		            " stroke=\"" LINE
		            "\" stroke-width=\"1.6\"/><g transform=\"translate(-8)\">");
		add_art(t, &art_meeple[i], 17. / 24, color_fills[i]);
		text_add(t, "</g></g>");
	}
	open_group(t, "ranger", -1);
	add_art(t, &art_ranger, 40. / 24, "");
	text_add(t, "</g>");
}

/* A finger hits a space anywhere, not its mark alone. */
#define WHOLE_SPACE "<path d=\"M-50-50H50V50H-50z\" fill=\"#fff\" fill-opacity=\"0\"/>"

static void add_overlays(struct text *t)
{
	text_add(
		t,
		"<g id=\"proposal\" fill=\"none\" stroke-width=\"5\"><path d=\"M-47-47H47V47H-47z\""
		" stroke=\"#fff\" stroke-width=\"8\"/><path d=\"M-47-47H47V47H-47z\" stroke=\"" LINE
		"\""
		" stroke-dasharray=\"14 9.5\"/></g>"
		"<g id=\"choice\">" WHOLE_SPACE
		"<rect x=\"-42\" y=\"-42\" width=\"84\" height=\"84\" rx=\"10\" "
		"fill=\"#fff6dd\""
		" stroke=\"#8a4b14\" stroke-width=\"4\" stroke-dasharray=\"12 8\"/>"
		"<path d=\"M-14 0H14M0-14V14\" stroke=\"#8a4b14\" stroke-width=\"6\"/></g>"
		"<g id=\"over\" fill=\"#fff\" fill-opacity=\"0\">" WHOLE_SPACE
		"<rect x=\"-44\" y=\"-44\" "
		"width=\"88\" "
		"height=\"88\" rx=\"10\" stroke=\"#fff\" stroke-width=\"9\"/>"
		"<rect x=\"-44\" y=\"-44\" width=\"88\" height=\"88\" rx=\"10\""
		" stroke=\"#8a4b14\" stroke-width=\"5\" stroke-dasharray=\"12 8\"/></g>"
		"<g id=\"quiet\">" WHOLE_SPACE "</g>");
}

static void add_use(struct text *t, const char *id, long number, struct spot s)
{
	text_add(t, "<use href=\"#");
	text_add(t, id);
	if (number >= 0)
		text_add_int(t, number);
	text_add(t, "\" x=\"");
	text_add_int(t, s.x);
	text_add(t, "\" y=\"");
	text_add_int(t, s.y);
	text_add(t, "\"/>");
}

static void add_birds(struct text *t, const struct layout *l, unsigned piece, unsigned birds,
                      unsigned turns)
{
	if (birds <= LAYOUT_BIRDS_MAX) {
		for (unsigned i = 0; i < birds; i++)
			add_use(t, "bird", -1, spot_turn(l->birds[piece][i], turns));
		return;
	}
	struct spot at = spot_turn(l->birds[piece][0], turns);
	add_use(t, "bird", -1, at);
	text_add(t, "<path d=\"");
	lettering_add_int(t, at.x + 13, at.y, (int)birds);
	text_add(t, "\" fill=\"none\" stroke=\"#fff\" stroke-width=\"2.4\"/>");
}

static void add_tile(struct text *t, const struct board_art *art, uint8_t tile, unsigned turns)
{
	const struct tileset_kind *kind = tileset_kind_of(art->ts, tile);
	const struct tileset_tile *shown = &art->ts->tiles[tile];
	const struct layout *l = &art->layouts[tile];
	open_group(t, "t", 4 * tile + (int)turns);
	text_add(t, "<use href=\"#k");
	text_add_int(t, shown->kind);
	if (turns) {
		text_add(t, "\" transform=\"rotate(");
		text_add_int(t, 90 * (long)turns);
		text_add_char(t, ')');
	}
	text_add(t, "\"/>");
	if (kind->has_baobab)
		add_use(t, "baobab", -1, spot_turn(l->baobab, turns));
	for (unsigned p = 0; p < kind->piece_count; p++) {
		add_birds(t, l, p, shown->life[p].birds, turns);
		for (unsigned i = 0; i < shown->life[p].animal_count; i++)
			add_use(t, "a", shown->life[p].animals[i],
			        spot_turn(l->animals[p][i], turns));
	}
	text_add(t, "</g>");
}

void board_art_init(struct board_art *art, const struct tileset *ts, bool letters)
{
	unsigned tiles = ts->tile_count + ts->start_count;
	struct text *t = &art->defs;
	art->ts = ts;
	text_init(t, BOARD_SVG_MAX);
	text_add(t, "<defs>");
	ground_add_shapes(t);
	for (unsigned k = 0; k < (unsigned)ts->kind_count + ts->start_count; k++) {
		open_group(t, "k", k);
		ground_add(t, &ts->kinds[k]);
		text_add(t, "</g>");
	}
	add_animals(t, letters);
	open_group(t, "bird", -1);
	add_art(t, &art_bird, 1.6, "");
	text_add(t, "</g>");
	open_group(t, "baobab", -1);
	add_art(t, &art_baobab, 1, "");
	text_add(t, "</g>");
	add_pawns(t);
	add_overlays(t);
	for (unsigned i = 0; i < tiles; i++) {
		layout_find(&art->layouts[i], ts, (uint8_t)i);
		for (unsigned turns = 0; turns < 4; turns++) {
			art->tile_at[4 * i + turns] = (uint32_t)t->len;
			add_tile(t, art, (uint8_t)i, turns);
		}
	}
	art->tile_at[4 * tiles] = (uint32_t)t->len;
	text_add(t, "</defs>");
}

void board_drawings(struct text *out, const struct board_art *art)
{
	text_add(out, "<svg xmlns=\"http://www.w3.org/2000/svg\">");
	text_add_bytes(out, art->defs.data, art->defs.len);
	text_add(out, "</svg>\n");
}

void board_art_release(struct board_art *art)
{
	text_release(&art->defs);
}
