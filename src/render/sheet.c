/* SPDX-License-Identifier: ISC */
/*
 * The sheet of a tile set: a grid of cells, the start's first, then one for each kind: its first
 * copy large, all of its copies small below. It stands alone and is not fast; words are text in the
 * reader's font here.
 */
#include "render/sheet.h"

#include <stdio.h>

#include "render/ground.h"
#include "render/xml.h"

enum {
	COLUMNS = 6,
	IN_ROW = 4, /* small tiles */
	SMALL = 46,
	STEP = 54,
	CELL_W = IN_ROW * STEP + 24,
	CODE_Y = 22,   /* of the code's line, from the top of the cell */
	TILE_Y = 86,   /* of the large tile's middle */
	SMALL_Y = 172, /* of the first row of small ones */
	HEAD = 70,
};

static unsigned rows_of(unsigned copies)
{
	return copies > 1 ? (copies + IN_ROW - 1) / IN_ROW : 0;
}

static int cell_height(const struct tileset *ts)
{
	unsigned rows = 0;
	for (unsigned k = 0; k < ts->kind_count; k++)
		rows = rows_of(ts->kinds[k].copies) > rows ? rows_of(ts->kinds[k].copies) : rows;
	return SMALL_Y - SMALL / 2 + (int)rows * STEP;
}

static void add_tile(struct text *t, unsigned tile, double x, double y, double size)
{
	text_printf(t,
	            "<g transform=\"translate(%g %g)scale(%g)\"><path fill=\"" GROUND_SAVANNA
	            "\" stroke=\"" GROUND_GRASS "\" d=\"M-50-50" GROUND_SQUARE
	            "\"/><path fill=\"none\" stroke=\"" GROUND_GRASS
	            "\" stroke-width=\"2\" d=\"M-50-50" GROUND_TUFTS "\"/><use href=\"#t%u\"/></g>",
	            x, y, size / BOARD_TILE, 4 * tile);
}

static void add_words(struct text *t, int x, int y, int size, const char *words)
{
	text_printf(t, "<text class=\"words\" x=\"%d\" y=\"%d\" font-size=\"%d\">", x, y, size);
	xml_add(t, words);
	text_add(t, "</text>");
}

static void add_kind(struct text *t, const struct tileset_kind *k, int x, int y)
{
	char words[48];
	snprintf(words, sizeof(words), "%s  \xc3\x97%u", k->code, k->copies);
	add_words(t, x, y + CODE_Y, 17, words);
	add_tile(t, k->first_tile, x, y + TILE_Y, BOARD_TILE);
	for (unsigned i = 0; i < k->copies && k->copies > 1; i++) {
		unsigned row = i / IN_ROW, left = k->copies - row * IN_ROW;
		int in_row = left < IN_ROW ? (int)left : IN_ROW;
		double at = x + ((int)(i % IN_ROW) - (in_row - 1) / 2.) * STEP;
		add_tile(t, k->first_tile + i, at, y + SMALL_Y + (int)row * STEP, SMALL);
	}
}

/* The start's spaces as they lie, small enough for a cell. */
static void add_start(struct text *t, const struct tileset *ts, int x, int y, int height)
{
	int min_x = 0, max_x = 0, min_y = 0, max_y = 0;
	for (unsigned i = 0; i < ts->start_count; i++) {
		min_x = ts->start[i].x < min_x ? ts->start[i].x : min_x;
		max_x = ts->start[i].x > max_x ? ts->start[i].x : max_x;
		min_y = ts->start[i].y < min_y ? ts->start[i].y : min_y;
		max_y = ts->start[i].y > max_y ? ts->start[i].y : max_y;
	}
	double size = BOARD_TILE;
	if ((max_x - min_x + 1) * size > CELL_W - 20)
		size = (CELL_W - 20.) / (max_x - min_x + 1);
	if ((max_y - min_y + 1) * size > height - CODE_Y - 24)
		size = (height - CODE_Y - 24.) / (max_y - min_y + 1);
	double top = y + TILE_Y - BOARD_TILE / 2. + size / 2;
	add_words(t, x, y + CODE_Y, 17, "Start");
	for (unsigned i = 0; i < ts->start_count; i++)
		add_tile(t, ts->tile_count + i, x + (ts->start[i].x - (min_x + max_x) / 2.) * size,
		         top + (max_y - ts->start[i].y) * size, size);
}

void sheet_svg(struct text *out, const struct board_art *art, const char *title)
{
	const struct tileset *ts = art->ts;
	int height = cell_height(ts);
	int w = COLUMNS * CELL_W, h = HEAD + (ts->kind_count / COLUMNS + 1) * height + 10;
	char words[64];
	text_printf(out,
	            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
	            "viewBox=\"0 0 %d %d\""
	            " role=\"img\"><title>",
	            w, h, w, h);
	xml_add(out, title);
	text_add(out,
	         "</title><style>.words{fill:#3a3020;font-family:sans-serif;text-anchor:middle}</"
	         "style>"
	         "<path fill=\"#f8f3e6\" d=\"M0 0h9999v9999h-9999z\"/>");
	text_add_bytes(out, art->defs.data, art->defs.len);
	add_words(out, w / 2, 32, 24, title);
	snprintf(words, sizeof(words), "%u tiles of %u kinds", ts->tile_count, ts->kind_count);
	add_words(out, w / 2, 56, 16, words);
	add_start(out, ts, CELL_W / 2, HEAD, height);
	for (unsigned k = 0; k < ts->kind_count; k++)
		add_kind(out, &ts->kinds[k], (int)((k + 1) % COLUMNS) * CELL_W + CELL_W / 2,
		         HEAD + (int)((k + 1) / COLUMNS) * height);
	text_add(out, "</svg>\n");
}
