/* SPDX-License-Identifier: ISC */
/*
 * What a seat on turn chooses next, by what the game awaits after its draft.
 */
#include "web/step.h"

#include <stdio.h>
#include <string.h>

#include "app/turnings.h"

static void add_tile(cJSON *step, const struct step *s, unsigned tile, unsigned turns)
{
	char text[CAPTION_MAX];
	cJSON *view = cJSON_AddObjectToObject(step, "tile");
	caption_tile(s->ts, tile, turns, text);
	cJSON_AddNumberToObject(view, "use", (double)(4 * tile + turns));
	cJSON_AddStringToObject(view, "text", text);
}

/* Every space: where the tile fits, and quietly where it does not, to say why. Once it is proposed
 * somewhere all are quiet; a tap there turns it, and one elsewhere moves it. */
static void link_places(struct step *s, const struct entry *proposed)
{
	const struct game *g = &s->t->p->game;
	for (unsigned i = 0; i < g->open_count; i++) {
		const struct game_space *space = &g->spaces[g->open[i]];
		unsigned turns = turnings_of(s->ts, &s->t->p->game, space->x, space->y);
		bool is_proposed = proposed && proposed->x == space->x && proposed->y == space->y;
		unsigned first = is_proposed ? draft_next_turn(turns, proposed->turns, 1)
		                 : turns     ? (unsigned)__builtin_ctz(turns)
		                             : 0;
		step_link(s, (struct board_link){.x = space->x,
		                                 .y = space->y,
		                                 .turns = (uint8_t)first,
		                                 .is_quiet = !turns || proposed,
		                                 .is_refused = !turns});
	}
	step_set_prefix(s, NULL, "&t=place+");
}

static void step_place(struct step *s)
{
	cJSON *step = step_begin(s, "Where does the tile go?",
	                         "Tap a marked space; tap it again to turn the tile.");
	add_tile(step, s, s->t->p->game.tile, 0);
	link_places(s, NULL);
}

static void add_turning(cJSON *step, const struct step *s, const struct entry *place)
{
	static const struct {
		const char *name;
		unsigned by;
	} ways[] = {{"turn_right", 1}, {"turn_left", 3}};
	unsigned mask = turnings_of(s->ts, &s->t->p->game, place->x, place->y) | 1u << place->turns;
	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		struct text url;
		unsigned turns = draft_next_turn(mask, place->turns, ways[i].by);
		if (turns == place->turns)
			continue;
		text_init(&url, LIMIT_TARGET_BYTES);
		step_url(&url, s, NULL, "&t=place+%d,%d+%u", place->x, place->y, 90 * turns);
		cJSON_AddStringToObject(step, ways[i].name, text_string(&url));
		text_release(&url);
	}
}

static bool has_type(const struct entry *entries, size_t count, enum entry_type type)
{
	for (size_t i = 0; i < count; i++) {
		if (entries[i].type == type)
			return true;
	}
	return false;
}

static bool is_token_entry(const struct entry *e)
{
	return e->type == ENTRY_DIG || e->type == ENTRY_EXPAND;
}

static void offer_meeples(const struct step *s, cJSON *choices, const struct entry *entries,
                          size_t count, int without)
{
	for (size_t i = 0; i < count; i++) {
		char text[64] = "On the baobab: draw two tokens";
		if (entries[i].type == ENTRY_MEEPLE)
			snprintf(text, sizeof(text), "On the %s in the %s",
			         entries[i].terrain == TERRAIN_BUSH ? "bush" : "trail",
			         story_sides[entries[i].side]);
		if (entries[i].type == ENTRY_MEEPLE || entries[i].type == ENTRY_BAOBAB)
			step_offer(s, choices, &entries[i], text, -1, without);
	}
}

static void offer_animals(const struct step *s, cJSON *choices, const struct entry *entries,
                          size_t count)
{
	for (unsigned a = 0; a < ANIMAL_COUNT; a++) {
		char text[64];
		unsigned starts = 0, expands = 0;
		for (size_t i = 0; i < count; i++) {
			starts += entries[i].type == ENTRY_DIG && entries[i].animals[0] == a;
			expands += entries[i].type == ENTRY_EXPAND && entries[i].animals[0] == a;
		}
		if (!starts && !expands)
			continue;
		snprintf(text, sizeof(text), "Lay the %s%s", story_animals[a],
		         expands ? ", at a hole too" : "");
		step_offer_pick(s, choices, (char[2]){tileset_animal_letters[a], '\0'}, text,
		                (int)a);
	}
}

/* Doing nothing more is Confirm where the turn ends with it. Else it leads on, as any other choice.
 */
static void offer_pass(struct step *s, int without)
{
	struct entry pass = {.type = ENTRY_PASS, .seat = (uint8_t)s->d.seat};
	struct draft d;
	draft_add(&d, &s->d, &pass);
	if (!draft_is_complete(&d))
		step_offer(s, step_group(s, "Nothing more"), &pass,
		           d.after.awaits == AWAITS_RELOCATE ? "On to the ranger"
		                                             : "On to your tokens",
		           -1, without);
}

static void step_action(struct step *s, const struct entry *place)
{
	struct entry entries[LEGAL_MAX];
	size_t count = step_legal(s, entries);
	int without = draft_gain(&s->d);
	bool has_meeple = has_type(entries, count, ENTRY_MEEPLE) ||
	                  has_type(entries, count, ENTRY_BAOBAB);
	bool has_token = has_type(entries, count, ENTRY_DIG) ||
	                 has_type(entries, count, ENTRY_EXPAND);
	cJSON *step = step_begin(
		s, "And then?",
		s->d.after.has_displaced
			? "You displaced a ranger: 3 points, and it is put back after this."
			: "One more thing, or nothing. Another space moves the tile.");
	if (place) {
		add_tile(step, s, game_last_laid(&s->d.after)->tile, place->turns);
		add_turning(step, s, place);
		link_places(s, place);
	}
	if (has_meeple)
		offer_meeples(s, step_group(s, "A meeple"), entries, count, without);
	if (has_token)
		offer_animals(s, step_group(s, "A token at a watering hole"), entries, count);
	if (has_type(entries, count, ENTRY_RANGER))
		step_offer_pick(s, step_group(s, "A ranger"), "ranger", "Move a ranger", -1);
	offer_pass(s, without);
}

/* The animal is chosen: which tile? Holes that it can expand are few, and offered at once. */
static void step_tile_of_token(struct step *s, unsigned animal)
{
	struct entry entries[LEGAL_MAX];
	size_t count = step_legal(s, entries);
	int without = draft_gain(&s->d);
	char heading[48], tail[] = "&pick=L,";
	snprintf(heading, sizeof(heading), "Where does the %s go?", story_animals[animal]);
	step_begin(s, heading, "Tap a marked tile, or choose a watering hole.");
	cJSON *holes = NULL;
	for (size_t i = 0; i < count; i++) {
		const struct entry *e = &entries[i];
		bool is_known = false;
		if (!is_token_entry(e) || e->animals[0] != animal)
			continue;
		for (size_t k = 0; k < s->link_count; k++)
			is_known |= s->links[k].x == e->x && s->links[k].y == e->y;
		if (!is_known)
			step_link(s, (struct board_link){.x = e->x, .y = e->y});
		if (e->type == ENTRY_EXPAND) {
			char text[96];
			snprintf(text, sizeof(text),
			         "The hole at the %s corner of column %d, row %d",
			         story_corners[e->corner], e->x, e->y);
			holes = holes ? holes : step_group(s, "Expand a watering hole");
			step_offer(s, holes, e, text, -1, without);
		}
	}
	s->links_are_plain = true;
	tail[strlen("&pick=")] = tileset_animal_letters[animal];
	step_set_prefix(s, &s->d, tail);
}

static void step_corner(struct step *s, unsigned animal, int x, int y)
{
	struct entry entries[LEGAL_MAX];
	size_t count = step_legal(s, entries);
	int without = draft_gain(&s->d);
	cJSON *choices = NULL;
	char hint[48];
	snprintf(hint, sizeof(hint), "Of the tile at column %d, row %d.", x, y);
	step_focus(s, x, y);
	for (size_t i = 0; i < count; i++) {
		const struct entry *e = &entries[i];
		char text[64];
		if (!is_token_entry(e) || e->animals[0] != animal || e->x != x || e->y != y)
			continue;
		if (!choices) {
			step_begin(s, "Which corner?", hint);
			choices = step_group(s, "Corners");
		}
		snprintf(text, sizeof(text), "%s: %s", story_corners[e->corner],
		         e->type == ENTRY_DIG ? "start a watering hole"
		                              : "expand the watering hole");
		step_offer(s, choices, e, text, (int)animal, without);
	}
	if (!choices)
		step_tile_of_token(s, animal);
}

static void step_ranger(struct step *s)
{
	const struct game *g = &s->d.after;
	step_begin(s, "Which ranger moves?", NULL);
	cJSON *choices = step_group(s, "Rangers");
	for (unsigned i = 0; i < RANGER_COUNT; i++) {
		const struct game_space *space = &g->spaces[g->rangers[i]];
		char pick[32], text[64];
		snprintf(pick, sizeof(pick), "ranger,%d,%d", space->x, space->y);
		snprintf(text, sizeof(text), "The one at column %d, row %d", space->x, space->y);
		step_offer_pick(s, choices, pick, text, -1);
	}
}

/* Where a ranger goes: one that moves (from) or the displaced one. */
static void step_ranger_to(struct step *s, const struct entry *from)
{
	struct entry entries[LEGAL_MAX];
	size_t count = step_legal(s, entries);
	const char *more = s->d.count ? "%3B+" : "&t=";
	char tail[48];
	step_begin(s, "Where does the ranger go?", "Tap a marked space.");
	for (size_t i = 0; i < count; i++) {
		const struct entry *e = &entries[i];
		bool is_it = from ? e->type == ENTRY_RANGER && e->x == from->x && e->y == from->y
		                  : e->type == ENTRY_RELOCATE;
		if (is_it)
			step_link(s, (struct board_link){.x = e->to_x, .y = e->to_y});
	}
	if (from)
		snprintf(tail, sizeof(tail), "%sranger+%d,%d+", more, from->x, from->y);
	else
		snprintf(tail, sizeof(tail), "%srelocate+", more);
	s->links_are_plain = true;
	step_set_prefix(s, &s->d, tail);
}

/* Reads "x,y" behind a prefix of pick. */
static bool read_xy(const char *text, int *x, int *y)
{
	struct entry e;
	char relocate[NOTATION_MAX + 16];
	snprintf(relocate, sizeof(relocate), "relocate %.16s", text);
	if (notation_parse(relocate, strlen(relocate), 0, &e))
		return false;
	*x = e.to_x;
	*y = e.to_y;
	return true;
}

/* The step that pick names, if it is one that is possible. */
static bool step_picked(struct step *s)
{
	const char *pick = s->pick;
	const struct game *g = &s->d.after;
	int x, y;
	if (!pick || !pick[0])
		return false;
	if (strcmp(pick, "ranger") == 0 && !g->has_displaced) {
		step_ranger(s);
		return true;
	}
	if (strncmp(pick, "ranger,", 7) == 0 && !g->has_displaced && read_xy(pick + 7, &x, &y)) {
		uint16_t space = game_space_at(g, x, y);
		if (space == SPACE_NONE || (space != g->rangers[0] && space != g->rangers[1]))
			return false;
		step_ranger_to(s, &(struct entry){.x = (int8_t)x, .y = (int8_t)y});
		return true;
	}
	const char *letter = strchr(tileset_animal_letters, pick[0]);
	if (!letter || !g->hands[s->d.seat][letter - tileset_animal_letters])
		return false;
	unsigned animal = (unsigned)(letter - tileset_animal_letters);
	if (!pick[1])
		step_tile_of_token(s, animal);
	else if (pick[1] == ',' && read_xy(pick + 2, &x, &y))
		step_corner(s, animal, x, y);
	else
		return false;
	return true;
}

/* One's own token for a feature that one completed (R24). */
static void step_boost(struct step *s)
{
	struct entry entries[LEGAL_MAX];
	const struct game *g = &s->d.after;
	size_t count = step_legal(s, entries);
	char heading[CAPTION_MAX];
	int without = draft_gain(&s->d);
	caption_feature(s->ts, g, g->completed[g->words[s->d.seat]], heading);
	step_begin(s, "Add a token?", "It counts for you alone, and is spent.");
	cJSON *choices = step_group(s, heading);
	for (size_t i = 1; i <= count; i++) {
		const struct entry *e = &entries[i % count]; /* none comes last */
		char text[32] = "No token";
		bool is_none = e->animals[0] == ANIMAL_NONE;
		if (!is_none)
			snprintf(text, sizeof(text), "The %s", story_animals[e->animals[0]]);
		step_offer(s, choices, e, text, is_none ? -1 : e->animals[0], without);
	}
}

void step_add_own(struct step *s)
{
	const struct entry *first = s->d.count ? &s->d.entries[0] : NULL;
	const struct entry *place = first && first->type == ENTRY_PLACE ? first : NULL;
	if (place)
		step_focus(s, place->x, place->y);
	if (s->d.after.awaits != AWAITS_ACTION)
		s->pick = NULL; /* an old one: it belongs to no step but this */
	if (draft_is_complete(&s->d)) {
		step_add_draft_bar(s);
		return;
	}
	switch ((enum awaits)s->d.after.awaits) {
	case AWAITS_PLACE:
		step_place(s);
		step_add_bar(s, "Choose a space for your tile.", NULL, NULL);
		return;
	case AWAITS_ACTION:
		if (!step_picked(s)) {
			s->pick = NULL;
			step_action(s, place);
		}
		break;
	case AWAITS_RELOCATE:
		step_ranger_to(s, NULL);
		break;
	case AWAITS_BOOST:
		step_boost(s);
		break;
	case AWAITS_TOKENS:
	case AWAITS_TILE:
	case AWAITS_END:
	case AWAITS_COUNT:
		break;
	}
	step_add_draft_bar(s);
}
