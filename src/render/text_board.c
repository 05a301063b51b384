/* SPDX-License-Identifier: ISC */
/*
 * The text form of a table, on a canvas of characters. Inside a tile there are 7 x 3 of them. Every
 * piece has places of its own for its line or area and for what is on it, so that nothing is ever
 * in the way of anything else: bushes write along their side, trails around the middle of theirs,
 * tokens in the corners; a baobab takes what is left. Colours, coordinates in px and words beyond
 * the legend are elsewhere.
 */
#include "render/text_board.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "render/spaces.h"

enum { INNER_W = 7, INNER_H = 3, STEP_W = INNER_W + 1, STEP_H = INNER_H + 1, RIM_W = 5 };

struct canvas {
	struct extent extent;
	int w, h;
	char *cells;
};

/* The tile that is being written: its top left inner cell. */
struct pen {
	struct canvas *canvas;
	int x, y;
};

static void put(struct pen p, int column, int row, char c)
{
	p.canvas->cells[(p.y + row) * p.canvas->w + p.x + column] = c;
}

static char get(struct pen p, int column, int row)
{
	return p.canvas->cells[(p.y + row) * p.canvas->w + p.x + column];
}

static void fill(struct pen p, int column, int row, int count, char c)
{
	for (int i = 0; i < count; i++)
		put(p, column + i, row, c);
}

static struct pen pen_at(struct canvas *c, int x, int y)
{
	return (struct pen){c, RIM_W + 1 + (x - c->extent.min_x) * STEP_W,
	                    2 + (c->extent.max_y - y) * STEP_H};
}

static char seat_letter(unsigned seat)
{
	return (char)('a' + seat);
}

/* ---- Pieces ---- */

/* A piece as it lies, and what is on it. */
struct piece {
	unsigned sides;
	const struct tileset_life *life;
	char meeple; /* a seat's letter or 0 */
};

static bool reaches(struct piece p, unsigned side)
{
	return p.sides >> side & 1;
}

static char animal_letter(struct piece p, unsigned i)
{
	return tileset_animal_letters[p.life->animals[i]];
}

static void write_bush(struct pen pen, struct piece p, char mark)
{
	static const unsigned all = (1u << SIDE_COUNT) - 1;
	bool is_row = reaches(p, SIDE_E) && reaches(p, SIDE_W);
	if (reaches(p, SIDE_N))
		fill(pen, 1, 0, 5, mark);
	if (reaches(p, SIDE_S))
		fill(pen, 1, 2, 5, mark);
	if (reaches(p, SIDE_E))
		fill(pen, 4, 1, 3, mark);
	if (reaches(p, SIDE_W))
		fill(pen, 0, 1, 3, mark);
	if (is_row || (reaches(p, SIDE_N) && reaches(p, SIDE_S)))
		fill(pen, 2, 1, 3, mark);
	for (unsigned c = 0; c < CORNER_COUNT; c++)
		if (reaches(p, c) && reaches(p, (c + 1) % SIDE_COUNT))
			put(pen, c == CORNER_NE || c == CORNER_SE ? 6 : 0,
			    c == CORNER_SE || c == CORNER_SW ? 2 : 0, mark);

	char label[TILESET_ANIMALS_MAX + 2];
	int n = 0;
	for (unsigned i = 0; i < p.life->animal_count; i++)
		label[n++] = animal_letter(p, i);
	if (p.life->birds)
		label[n++] = (char)('0' + p.life->birds);
	if (p.meeple)
		label[n++] = p.meeple;
	int row = p.sides == all ? 1 : reaches(p, SIDE_N) ? 0 : reaches(p, SIDE_S) ? 2 : 1;
	int column = row != 1 || is_row ? 2 : reaches(p, SIDE_E) ? INNER_W - n : 0;
	for (int i = 0; i < n; i++)
		put(pen, column + i, row, label[i]);
}

/* A trail between two adjacent sides keeps out of the tile's middle, where another one may pass. */
static void write_bend(struct pen pen, struct piece p)
{
	bool is_east = reaches(p, SIDE_E), is_north = reaches(p, SIDE_N);
	int row = is_north ? 0 : 2;
	fill(pen, is_east ? 4 : 0, 1, 3, '-');
	put(pen, 3, row, is_east == is_north ? '\\' : '/');
	for (unsigned i = 0; i < p.life->animal_count; i++)
		put(pen, i ? 2 : 4, row, animal_letter(p, i));
	if (p.meeple)
		put(pen, is_east ? 5 : 1, 1, p.meeple);
}

static void write_across(struct pen pen, struct piece p)
{
	if (reaches(p, SIDE_E))
		fill(pen, 4, 1, 3, '-');
	if (reaches(p, SIDE_W))
		fill(pen, 0, 1, 3, '-');
	if (reaches(p, SIDE_N))
		put(pen, 3, 0, '|');
	if (reaches(p, SIDE_S))
		put(pen, 3, 2, '|');
	bool is_row = reaches(p, SIDE_E) && reaches(p, SIDE_W),
	     is_column = reaches(p, SIDE_N) && reaches(p, SIDE_S);
	put(pen, 3, 1, is_row && is_column ? '+' : is_row ? '-' : '|');
	for (unsigned i = 0; i < p.life->animal_count; i++) {
		if (is_column)
			put(pen, i ? 2 : 4, 0, animal_letter(p, i));
		else
			put(pen, i ? 4 : 2, 1, animal_letter(p, i));
	}
	if (p.meeple)
		put(pen, 3, 1, p.meeple);
}

static void write_end(struct pen pen, struct piece p)
{
	static const struct {
		int8_t column, row, step_column, step_row;
	} at[SIDE_COUNT] = {{3, 0, 1, 0}, {6, 1, -1, 0}, {3, 2, 1, 0}, {0, 1, 1, 0}};
	for (unsigned s = 0; s < SIDE_COUNT; s++) {
		if (!reaches(p, s))
			continue;
		bool is_column = s == SIDE_N || s == SIDE_S;
		put(pen, at[s].column, at[s].row, p.meeple ? p.meeple : is_column ? '|' : '-');
		for (int i = 0; i < p.life->animal_count; i++) {
			/* On both sides of a column, one after the other along a row. */
			int step = is_column ? (i ? -1 : 1) : (i + 1) * at[s].step_column;
			put(pen, at[s].column + step, at[s].row, animal_letter(p, (unsigned)i));
		}
	}
}

static void write_trail(struct pen pen, struct piece p)
{
	unsigned count = 0;
	for (unsigned s = 0; s < SIDE_COUNT; s++)
		count += reaches(p, s);
	bool is_straight = p.sides == (1u << SIDE_N | 1u << SIDE_S) ||
	                   p.sides == (1u << SIDE_E | 1u << SIDE_W);
	if (count == 1)
		write_end(pen, p);
	else if (count == 2 && !is_straight)
		write_bend(pen, p);
	else
		write_across(pen, p);
}

/* ---- Tiles ---- */

static void write_tokens(struct pen pen, const struct game_laid *laid)
{
	for (unsigned c = 0; c < CORNER_COUNT; c++) {
		bool is_east = c == CORNER_NE || c == CORNER_SE;
		int row = c == CORNER_SE || c == CORNER_SW ? 2 : 0;
		if (laid->tokens[c])
			put(pen, is_east ? 6 : 0, row, tileset_animal_letters[laid->tokens[c] - 1]);
		if (laid->meeples[c])
			put(pen, is_east ? 5 : 1, row, seat_letter(laid->meeples[c] - 1u));
	}
}

static bool is_blank(struct pen pen, int column, int row)
{
	return get(pen, column, row) == ' ' && get(pen, column + 1, row) == ' ';
}

/* Where two cells are blank, the middle first; a tile that is so full has its tree in the middle
 * all the same. */
static void write_baobab(struct pen pen, const struct game_laid *laid)
{
	static const int8_t rows[] = {1, 2, 0}, columns[] = {3, 2, 1, 4, 5, 0};
	int column = 3, row = 1;
	for (unsigned i = 0; i < 18; i++)
		if (is_blank(pen, columns[i % 6], rows[i / 6])) {
			column = columns[i % 6];
			row = rows[i / 6];
			break;
		}
	put(pen, column, row, 'T');
	if (laid->baobab)
		put(pen, column + 1, row, seat_letter(laid->baobab - 1u));
}

static void write_side(struct pen pen, unsigned side, enum terrain terrain)
{
	bool is_row = side == SIDE_N || side == SIDE_S;
	int column = side == SIDE_E ? INNER_W : side == SIDE_W ? -1 : 0;
	int row = side == SIDE_N ? -1 : side == SIDE_S ? INNER_H : 0;
	const char *marks = terrain == TERRAIN_BUSH    ? (is_row ? "#######" : "###")
	                    : terrain == TERRAIN_TRAIL ? (is_row ? " . | . " : ":-:")
	                    : is_row                   ? " . . . "
	                                               : ":::";
	for (int i = 0; marks[i]; i++)
		put(pen, column + (is_row ? i : 0), row + (is_row ? 0 : i), marks[i]);
}

static void write_tile(struct canvas *canvas, const struct tileset *ts, const struct game *g,
                       unsigned index)
{
	static const char marks[TILESET_PIECES_MAX + 1] = "#%&@";
	const struct game_laid *laid = &g->laid[index];
	const struct game_space *space = &g->spaces[laid->space];
	const struct tileset_kind *kind = tileset_kind_of(ts, laid->tile);
	struct pen pen = pen_at(canvas, space->x, space->y);
	unsigned bushes = 0;
	for (unsigned s = 0; s < SIDE_COUNT; s++)
		write_side(pen, s, tileset_edge(kind->lies[laid->turns].edges, s));
	for (unsigned i = 0; i < kind->piece_count; i++) {
		unsigned sides = kind->pieces[i].sides;
		unsigned seat = g->meeple_on[TILESET_PIECES_MAX * index + i];
		struct piece p = {(sides << laid->turns | sides >> (SIDE_COUNT - laid->turns)) & 15,
		                  &ts->tiles[laid->tile].life[i],
		                  seat ? seat_letter(seat - 1) : '\0'};
		if (kind->pieces[i].terrain == TERRAIN_BUSH)
			write_bush(pen, p, marks[bushes++]);
		else
			write_trail(pen, p);
	}
	write_tokens(pen, laid);
	if (kind->has_baobab)
		write_baobab(pen, laid);
	for (int i = 0; i < 4; i++)
		put(pen, i % 2 ? INNER_W : -1, i / 2 ? INNER_H : -1, '+');
}

/* ---- Around them ---- */

static void put_number(struct pen pen, int column, int row, int number)
{
	char digits[8];
	int n = snprintf(digits, sizeof(digits), "%d", number);
	for (int i = 0; i < n; i++)
		put(pen, column - n / 2 + i, row, digits[i]);
}

static void write_rim(struct canvas *c)
{
	struct extent e = c->extent;
	for (int x = e.min_x; x <= e.max_x; x++) {
		put_number(pen_at(c, x, e.max_y), 3, -2, x);
		put_number(pen_at(c, x, e.min_y), 3, INNER_H + 1, x);
	}
	for (int y = e.min_y; y <= e.max_y; y++) {
		put_number(pen_at(c, e.min_x, y), -4, 1, y);
		put_number(pen_at(c, e.max_x, y), INNER_W + 3, 1, y);
	}
}

static void write_open_spaces(struct canvas *c, const struct tileset *ts, const struct game *g)
{
	bool is_dead[OPEN_MAX];
	spaces_find_dead(ts, g, is_dead);
	for (unsigned i = 0; i < g->open_count; i++) {
		const struct game_space *s = &g->spaces[g->open[i]];
		put(pen_at(c, s->x, s->y), 3, 1, is_dead[i] ? 'x' : '.');
	}
	for (unsigned i = 0; i < RANGER_COUNT; i++)
		if (g->rangers[i] != SPACE_NONE) {
			const struct game_space *s = &g->spaces[g->rangers[i]];
			put(pen_at(c, s->x, s->y), 3, 1, 'R');
		}
}

static void add_canvas(struct text *out, const struct canvas *c)
{
	for (int y = 0; y < c->h; y++) {
		const char *line = c->cells + y * c->w;
		int len = c->w;
		while (len > 0 && line[len - 1] == ' ')
			len--;
		text_add_bytes(out, line, (size_t)len);
		text_add_char(out, '\n');
	}
}

static void add_legend(struct text *out, const struct game *g, const char *const names[SEATS_MAX])
{
	text_add(out,
	         "\nM monkey, E elephant, G giraffe, L lion, Z zebra; in a corner they are tokens\n"
	         "# bush, beside another one % & @; a digit in it: birds; - | / \\ trail; T "
	         "baobab; R ranger\n"
	         ". empty space, x no tile to come fits there\n");
	for (unsigned seat = 0; seat < g->seat_count; seat++) {
		text_add_char(out, seat_letter(seat));
		text_add(out, " meeples of ");
		if (names) {
			text_add(out, names[seat]);
		} else {
			text_add(out, "seat ");
			text_add_int(out, (long)seat);
		}
		if (g->last_laid[seat]) {
			const struct game_space *s =
				&g->spaces[g->laid[g->last_laid[seat] - 1].space];
			text_add(out, ", last tile at ");
			text_add_int(out, s->x);
			text_add_char(out, ',');
			text_add_int(out, s->y);
		}
		text_add_char(out, '\n');
	}
}

void text_board(struct text *out, const struct tileset *ts, const struct game *g,
                const char *const names[SEATS_MAX])
{
	struct canvas c = {.extent = extent_of(g)};
	c.w = 2 * RIM_W + (c.extent.max_x - c.extent.min_x + 1) * STEP_W + 1;
	c.h = 2 + (c.extent.max_y - c.extent.min_y + 1) * STEP_H + 1;
	c.cells = memory_resize(NULL, (size_t)c.w * (size_t)c.h, 1);
	memset(c.cells, ' ', (size_t)c.w * (size_t)c.h);
	for (unsigned i = 0; i < g->laid_count; i++)
		write_tile(&c, ts, g, i);
	write_open_spaces(&c, ts, g);
	write_rim(&c);
	add_canvas(out, &c);
	add_legend(out, g, names);
	free(c.cells);
}
