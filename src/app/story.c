/* SPDX-License-Identifier: ISC */
/*
 * Telling a game: see story.h.
 */
#include "app/story.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/roll.h"

const char *const story_animals[ANIMAL_COUNT] = {"monkey", "elephant", "giraffe", "lion", "zebra"};
const char *const story_sides[SIDE_COUNT] = {"north", "east", "south", "west"};
const char *const story_corners[CORNER_COUNT] = {"north-east", "south-east", "south-west",
                                                 "north-west"};
const char *const story_turns[4] = {"", "turned right", "turned upside down", "turned left"};

static const char *an(unsigned animal)
{
	return animal == ANIMAL_ELEPHANT ? "an" : "a";
}

static const char *terrain_word(unsigned terrain)
{
	return terrain == TERRAIN_BUSH ? "bush" : "trail";
}

static void tell_tokens(const struct entry *e, char out[STORY_TEXT_MAX])
{
	unsigned a = e->animals[0], b = e->animals[1];
	if (e->count == 1)
		snprintf(out, STORY_TEXT_MAX, "drew %s %s", an(a), story_animals[a]);
	else if (a == b)
		snprintf(out, STORY_TEXT_MAX, "drew two %ss", story_animals[a]);
	else
		snprintf(out, STORY_TEXT_MAX, "drew %s %s and %s %s", an(a), story_animals[a],
		         an(b), story_animals[b]);
}

void story_entry(const struct entry *e, char out[STORY_TEXT_MAX])
{
	unsigned animal = e->animals[0];
	out[0] = '\0';
	switch ((enum entry_type)e->type) {
	case ENTRY_TOKENS:
		tell_tokens(e, out);
		break;
	case ENTRY_DRAW:
		snprintf(out, STORY_TEXT_MAX, "drew a tile");
		break;
	case ENTRY_REMOVE:
		snprintf(out, STORY_TEXT_MAX, "a tile fits nowhere and left the game");
		break;
	case ENTRY_PLACE:
		snprintf(out, STORY_TEXT_MAX, "placed a tile on column %d, row %d%s%s", e->x, e->y,
		         e->turns ? ", " : "", story_turns[e->turns]);
		break;
	case ENTRY_MEEPLE:
		snprintf(out, STORY_TEXT_MAX, "put a meeple on the %s in the %s",
		         terrain_word(e->terrain), story_sides[e->side]);
		break;
	case ENTRY_BAOBAB:
		snprintf(out, STORY_TEXT_MAX, "put a meeple on the baobab");
		break;
	case ENTRY_RANGER:
		snprintf(out, STORY_TEXT_MAX,
		         "moved the ranger from column %d, row %d to column %d, row %d", e->x, e->y,
		         e->to_x, e->to_y);
		break;
	case ENTRY_DIG:
		snprintf(out, STORY_TEXT_MAX,
		         "started a watering hole with %s %s, %s corner of column %d, row %d",
		         an(animal), story_animals[animal], story_corners[e->corner], e->x, e->y);
		break;
	case ENTRY_EXPAND:
		snprintf(out, STORY_TEXT_MAX,
		         "expanded a watering hole with %s %s, %s corner of column %d, row %d",
		         an(animal), story_animals[animal], story_corners[e->corner], e->x, e->y);
		break;
	case ENTRY_PASS:
		snprintf(out, STORY_TEXT_MAX, "did nothing more");
		break;
	case ENTRY_RELOCATE:
		snprintf(out, STORY_TEXT_MAX, "put the ranger back on column %d, row %d", e->to_x,
		         e->to_y);
		break;
	case ENTRY_BOOST:
		if (animal == ANIMAL_NONE)
			snprintf(out, STORY_TEXT_MAX, "added no token to the %s",
			         terrain_word(e->terrain));
		else
			snprintf(out, STORY_TEXT_MAX, "added %s %s to the %s", an(animal),
			         story_animals[animal], terrain_word(e->terrain));
		break;
	case ENTRY_RESIGN:
		snprintf(out, STORY_TEXT_MAX, "resigned");
		break;
	case ENTRY_END_AGREED:
		snprintf(out, STORY_TEXT_MAX, "all agreed to end the game");
		break;
	case ENTRY_END:
		snprintf(out, STORY_TEXT_MAX, "no tile is left: the game is over");
		break;
	case ENTRY_TYPE_COUNT:
		break;
	}
}

static void tell_points(const struct story_line *line, char out[STORY_TEXT_MAX])
{
	static const char *const what[POINTS_KIND_COUNT] = {
		[POINTS_DIG] = "for starting a watering hole",
		[POINTS_EXPAND] = "for expanding a watering hole",
		[POINTS_HOLE] = "for the complete watering hole",
		[POINTS_TRAIL] = "for the complete trail",
		[POINTS_BUSH] = "for the complete bush",
		[POINTS_RANGER] = "for displacing a ranger",
		[POINTS_FINAL_TRAIL] = "for the trail",
		[POINTS_FINAL_BUSH] = "for the bush",
		[POINTS_FINAL_TOKENS] = "for tokens in hand",
	};
	int kind = line->points_kind;
	int len = snprintf(out, STORY_TEXT_MAX, "scored %d point%s %s", line->points,
	                   line->points == 1 ? "" : "s", what[kind]);
	if (kind == POINTS_FINAL_TRAIL || kind == POINTS_FINAL_BUSH)
		snprintf(out + len, STORY_TEXT_MAX - (size_t)len,
		         " that begins on column %d, row %d", line->entry.x, line->entry.y);
}

void story_text(const struct story_line *line, char out[STORY_TEXT_MAX])
{
	if (line->is_scored)
		tell_points(line, out);
	else
		story_entry(&line->entry, out);
}

static struct story_line *add(struct story *s, const struct game *g, int move, int seat)
{
	s->lines = roll_extend(s->lines, s->count * sizeof(s->lines[0]), sizeof(s->lines[0]));
	struct story_line *line = &s->lines[s->count++];
	*line = (struct story_line){.turn = g->turn_count, .move = move, .seat = (int8_t)seat};
	return line;
}

static int speaker(const struct game *g, const struct entry *e)
{
	switch ((enum entry_type)e->type) {
	case ENTRY_DRAW:
		return g->seat_on_turn;
	case ENTRY_REMOVE:
	case ENTRY_END_AGREED:
	case ENTRY_END:
		return -1;
	case ENTRY_TOKENS:
	case ENTRY_PLACE:
	case ENTRY_MEEPLE:
	case ENTRY_BAOBAB:
	case ENTRY_RANGER:
	case ENTRY_DIG:
	case ENTRY_EXPAND:
	case ENTRY_PASS:
	case ENTRY_RELOCATE:
	case ENTRY_BOOST:
	case ENTRY_RESIGN:
	case ENTRY_TYPE_COUNT:
		break;
	}
	return e->seat;
}

static void add_points(struct story *s, const struct game *g, const struct points *points, int move)
{
	const struct game_space *begins =
		&g->spaces[g->laid[points->piece / TILESET_PIECES_MAX].space];
	struct story_line *line = add(s, g, move, points->seat);
	line->is_scored = true;
	line->points = points->value;
	line->points_kind = points->kind;
	line->entry.x = begins->x;
	line->entry.y = begins->y;
}

void story_add(struct story *s, const struct game *g, const struct entry *e, int move)
{
	struct story_line *line = add(s, g, move, speaker(g, e));
	line->entry = *e;
	if (e->type == ENTRY_PLACE) {
		line->begins_turn = true;
		line->entry.tile = game_last_laid(g)->tile;
	}
	for (unsigned i = 0; i < g->points_count; i++)
		add_points(s, g, &g->points[i], move);
}

void story_copy(struct story *to, const struct story *from)
{
	struct story_line *before = to->lines;
	to->lines = roll_share(from->lines);
	roll_release(before);
	to->count = from->count;
}

void story_release(struct story *s)
{
	roll_release(s->lines);
	*s = (struct story){0};
}
