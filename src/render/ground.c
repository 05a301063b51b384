/* SPDX-License-Identifier: ISC */
/*
 * One shape for each form of bush and of trail (one side, two adjacent, two opposite, and so on),
 * used at the rotation that the piece has. All bush contours cross a side of the tile at the same
 * two points and all trails in its middle, so that every tile continues every other. Corners are
 * left out of a bush that does not join the two sides there: two bushes never touch on a tile.
 */
#include "render/ground.h"

#include "render/layout.h"

#define BUSH "#5c9440"
#define BUSH_LINE "#3c6b2a"
#define TRAIL "#dba765"
#define TRAIL_LINE "#9f6a35"

/* Contours, each a row of lobes from one side of the tile to the next one that the bush reaches. */
#define LENS                                                         \
	"M43-50a10 10 0 0 1-12 8 13 13 0 0 1-15 13 13 13 0 0 1-16 7" \
	" 13 13 0 0 1-16-7 13 13 0 0 1-15-13 10 10 0 0 1-12-8"
#define DIAGONAL                                                                        \
	"M50 43a10 10 0 0 1-8-12 13 13 0 0 1-14-16 13 13 0 0 1-13-15 12 12 0 0 1-15-15" \
	" 13 13 0 0 1-15-13 13 13 0 0 1-16-14 10 10 0 0 1-12-8"
#define WAIST_EAST                                                                   \
	"M43-50a10 10 0 0 1-12 9 13 13 0 0 1-9 17 13 13 0 0 1-3 16 13 13 0 0 1 0 16" \
	" 13 13 0 0 1 3 16 13 13 0 0 1 9 17 10 10 0 0 1 12 9"
#define WAIST_WEST /* from -43 50 */                                           \
	"a10 10 0 0 1 12-9 13 13 0 0 1 9-17 13 13 0 0 1 3-16 13 13 0 0 1 0-16" \
	" 13 13 0 0 1-3-16 13 13 0 0 1-9-17 10 10 0 0 1-12-9"
#define BAY                                                                           \
	"M50 43a10 10 0 0 1-9-12 13 13 0 0 1-15-11 13 13 0 0 1-17-8 12 12 0 0 1-18 0" \
	" 13 13 0 0 1-17 8 13 13 0 0 1-15 11 10 10 0 0 1-9 12"

struct bush_form {
	unsigned sides;
	const char *id;
	const char *contour; /* where it borders on savanna */
	const char *area;
};

static const struct bush_form bush_forms[] = {
	{1u << SIDE_N, "b1", LENS, LENS "z"},
	{1u << SIDE_N | 1u << SIDE_E, "b2", DIAGONAL, DIAGONAL "H50z"},
	{1u << SIDE_N | 1u << SIDE_S, "bo", WAIST_EAST "M-43 50" WAIST_WEST,
         WAIST_EAST "H-43" WAIST_WEST "z"},
	{1u << SIDE_N | 1u << SIDE_E | 1u << SIDE_W, "b3", BAY, BAY "V-50H50z"},
	{15, "b4", "", "M-50-50H50V50H-50z"},
};

enum { BUSH_FORM_COUNT = sizeof(bush_forms) / sizeof(*bush_forms) };

static void add_path(struct text *t, const char *d, const char *attributes)
{
	text_add(t, "<path d=\"");
	text_add(t, d);
	text_add(t, "\" ");
	text_add(t, attributes);
	text_add(t, "/>");
}

static void add_bush_form(struct text *t, const struct bush_form *f)
{
	text_add(t, "<g id=\"");
	text_add(t, f->id);
	text_add(t, "\">");
	add_path(t, f->area, "fill=\"" BUSH "\"");
	if (*f->contour)
		add_path(t, f->contour,
		         "fill=\"none\" stroke=\"" BUSH_LINE "\" stroke-width=\"2.4\"");
	text_add(t, "</g>");
}

void ground_add_shapes(struct text *t)
{
	for (size_t i = 0; i < BUSH_FORM_COUNT; i++)
		add_bush_form(t, &bush_forms[i]);
}

static unsigned side_count(unsigned sides)
{
	return (sides & 1) + (sides >> 1 & 1) + (sides >> 2 & 1) + (sides >> 3 & 1);
}

static unsigned turned_sides(unsigned sides, unsigned turns)
{
	return (sides << turns | sides >> (SIDE_COUNT - turns)) & 15;
}

static void add_turn(struct text *t, unsigned turns)
{
	if (turns) {
		text_add(t, " transform=\"rotate(");
		text_add_int(t, 90 * (long)turns);
		text_add(t, ")\"");
	}
}

static void add_bush(struct text *t, unsigned sides)
{
	for (size_t i = 0; i < BUSH_FORM_COUNT; i++)
		for (unsigned turns = 0; turns < 4; turns++)
			if (turned_sides(bush_forms[i].sides, turns) == sides) {
				text_add(t, "<use href=\"#");
				text_add(t, bush_forms[i].id);
				text_add_char(t, '"');
				add_turn(t, turns);
				text_add(t, "/>");
				return;
			}
}

/* One path for the line and one for the sand: where trails join, no line runs across. */
static void add_trail_path(struct text *t, unsigned sides, int end)
{
	static const char *const to_middle[] = {"M0-50V0", "M50 0H0", "M0 50V0", "M-50 0H0"};
	static const char *const bend[] = {"M0-50Q0 0 50 0", "M50 0Q0 0 0 50", "M0 50Q0 0-50 0",
	                                   "M-50 0Q0 0 0-50"};
	static const char *const to_end[] = {"M0-50V", "M50 0H", "M0 50V", "M-50 0H"};
	for (unsigned s = 0; s < SIDE_COUNT; s++)
		if (sides == turned_sides(1u << SIDE_N | 1u << SIDE_E, s)) {
			text_add(t, bend[s]);
			return;
		}
	for (unsigned s = 0; s < SIDE_COUNT; s++) {
		if (side_count(sides) == 1 && sides >> s & 1) {
			text_add(t, to_end[s]);
			text_add_int(t, s == SIDE_N || s == SIDE_W ? -end : end);
		} else if (sides >> s & 1) {
			text_add(t, to_middle[s]);
		}
	}
}

/* A trail with a single side ends in a clearing. */
static void add_clearings(struct text *t, const struct tileset_kind *kind, const char *start)
{
	for (unsigned i = 0; i < kind->piece_count; i++) {
		const struct tileset_piece *p = &kind->pieces[i];
		if (p->terrain == TERRAIN_BUSH || side_count(p->sides) > 1)
			continue;
		struct spot s =
			spot_turn((struct spot){0, (int8_t)-layout_trail_end(kind)}, p->first);
		text_add(t, start);
		text_add_int(t, s.x);
		text_add(t, "\" cy=\"");
		text_add_int(t, s.y);
		text_add(t, "\"/>");
	}
}

static void add_trails(struct text *t, const struct tileset_kind *kind, const char *attributes)
{
	text_add(t, "<path d=\"");
	for (unsigned i = 0; i < kind->piece_count; i++)
		if (kind->pieces[i].terrain == TERRAIN_TRAIL)
			add_trail_path(t, kind->pieces[i].sides, layout_trail_end(kind));
	text_add(t, "\" fill=\"none\" ");
	text_add(t, attributes);
	text_add(t, "/>");
}

void ground_add(struct text *t, const struct tileset_kind *kind)
{
	bool has_trail = false;
	for (unsigned i = 0; i < kind->piece_count; i++) {
		if (kind->pieces[i].terrain == TERRAIN_BUSH)
			add_bush(t, kind->pieces[i].sides);
		else
			has_trail = true;
	}
	if (!has_trail)
		return;
	add_clearings(t, kind, "<circle fill=\"" TRAIL_LINE "\" r=\"18\" cx=\"");
	add_trails(t, kind, "stroke=\"" TRAIL_LINE "\" stroke-width=\"18\"");
	add_clearings(t, kind, "<circle fill=\"" TRAIL "\" r=\"16\" cx=\"");
	add_trails(t, kind, "stroke=\"" TRAIL "\" stroke-width=\"14\"");
}
