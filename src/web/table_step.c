/* SPDX-License-Identifier: ISC */
/*
 * Steps of a turn: see table_step.h. A step is found from what the game awaits after the draft; a choice of many
 * (a corner and an animal, a ranger and a space) is made in two, the first of which stands in `pick`.
 */
#include "web/table_step.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "render/spaces.h"
#include "web/site.h"

enum { LINKS_MAX = OPEN_MAX + LAID_MAX, ZOOM_FIT = 1, ZOOM_MAX = 4 };

struct step {
	struct request *req;
	const struct table *t;
	const struct tileset *ts;
	struct draft d;
	const char *pick;
	cJSON *view;
	cJSON *groups;                     /* of the step; NULL: none */
	struct board_link links[LINKS_MAX]; /* of the board */
	size_t link_count;
	char prefix[400];                  /* of their URLs */
	bool links_are_plain;
	int focus_x, focus_y;
	bool has_focus;
};

static void add_string(cJSON *o, const char *name, const char *value)
{
	cJSON_AddStringToObject(o, name, value);
}

/* ---- URLs ---- */

/* The table with a draft (NULL: none) and more, printf-like, behind. */
__attribute__((format(printf, 4, 5))) static void step_url(struct text *out, const struct step *s, const struct draft *d,
                                                           const char *format, ...)
{
	va_list args;
	char tail[96], t[LIMIT_TURN_BYTES + 1];
	va_start(args, format);
	vsnprintf(tail, sizeof(tail), format, args);
	va_end(args);
	table_url(out, s->t, true);
	if (d && d->count) {
		draft_text(d, t);
		text_add(out, "&t=");
		form_escape(out, t);
	}
	text_add(out, tail);
}

static void add_url(cJSON *o, const char *name, const struct step *s, const struct draft *d)
{
	struct text url;
	text_init(&url, LIMIT_TARGET_BYTES);
	step_url(&url, s, d, "%s", "");
	add_string(o, name, text_string(&url));
	text_release(&url);
}

/* Links of the board go on from the draft with one more word: "?rev=..&t=place+3,1+90%3B+relocate+" X,Y. */
static void set_prefix(struct step *s, const struct draft *d, const char *word)
{
	struct text url;
	text_init(&url, sizeof(s->prefix) - 1);
	step_url(&url, s, d, "%s", d && d->count ? "%3B+" : "&t=");
	text_add(&url, word);
	snprintf(s->prefix, sizeof(s->prefix), "%s", text_string(&url));
	text_release(&url);
}

static void add_link(struct step *s, int x, int y, unsigned turns, bool is_quiet)
{
	if (s->link_count < LINKS_MAX)
		s->links[s->link_count++] = (struct board_link){(int8_t)x, (int8_t)y, (uint8_t)turns, is_quiet};
}

static void focus(struct step *s, int x, int y)
{
	s->focus_x = x;
	s->focus_y = y;
	s->has_focus = true;
}

/* ---- Choices ---- */

static cJSON *add_group(struct step *s, const char *heading)
{
	cJSON *group = cJSON_CreateObject();
	add_string(group, "heading", heading);
	cJSON *choices = cJSON_AddArrayToObject(group, "choices");
	cJSON_AddItemToArray(s->groups, group);
	return choices;
}

static cJSON *add_choice(cJSON *choices, const char *url, const char *text, int animal)
{
	cJSON *choice = cJSON_CreateObject();
	add_string(choice, "url", url);
	add_string(choice, "text", text);
	if (animal >= 0)
		cJSON_AddNumberToObject(choice, "animal", animal);
	else
		cJSON_AddBoolToObject(choice, "no_animal", true);
	cJSON_AddItemToArray(choices, choice);
	return choice;
}

/* One more entry, with what it brings over doing nothing. */
static void offer(const struct step *s, cJSON *choices, const struct entry *e, const char *text, int animal, int without)
{
	struct draft *d = malloc(sizeof(*d));
	struct text url;
	if (!d)
		abort();
	draft_add(d, &s->d, e);
	text_init(&url, LIMIT_TARGET_BYTES);
	step_url(&url, s, d, "%s", "");
	cJSON *choice = add_choice(choices, text_string(&url), text, animal);
	int gain = draft_gain(d) - without;
	cJSON_AddNumberToObject(choice, "gain", gain > 0 ? gain : 0);
	text_release(&url);
	free(d);
}

/* A choice that leads to a step of its own. */
static void offer_pick(const struct step *s, cJSON *choices, const char *pick, const char *text, int animal)
{
	struct text url;
	text_init(&url, LIMIT_TARGET_BYTES);
	step_url(&url, s, &s->d, "&pick=%s", pick);
	add_choice(choices, text_string(&url), text, animal);
	text_release(&url);
}

static size_t list_legal(const struct step *s, struct entry out[LEGAL_MAX])
{
	return game_legal(s->ts, &s->d.after, s->d.seat, 0, LEGAL_MAX, out);
}

static void begin_step(struct step *s, const char *heading, const char *hint)
{
	cJSON *step = cJSON_AddObjectToObject(s->view, "step");
	add_string(step, "heading", heading);
	if (hint)
		add_string(step, "hint", hint);
	s->groups = cJSON_AddArrayToObject(step, "groups");
}

/* ---- Placing ---- */

static void add_tile(struct step *s, unsigned tile, unsigned turns)
{
	char text[FEATURE_TEXT_MAX];
	cJSON *step = cJSON_GetObjectItemCaseSensitive(s->view, "step");
	cJSON *view = cJSON_AddObjectToObject(step, "tile");
	table_tile_text(s->ts, tile, turns, text);
	cJSON_AddNumberToObject(view, "use", (double)(4 * tile + turns));
	add_string(view, "text", text);
}

/* Every space: where the tile fits, and quietly where it does not, to say why. `taken` has a link to turn the tile. */
static void link_places(struct step *s, const struct entry *proposed)
{
	const struct game *g = &s->t->p->game;
	for (unsigned i = 0; i < g->open_count; i++) {
		const struct game_space *space = &g->spaces[g->open[i]];
		unsigned turns = draft_turns(s->t->p, space->x, space->y);
		bool is_proposed = proposed && proposed->x == space->x && proposed->y == space->y;
		unsigned first = is_proposed ? draft_next_turn(turns, proposed->turns, 1)
		                             : turns ? (unsigned)__builtin_ctz(turns) : 0;
		add_link(s, space->x, space->y, first, !turns || proposed);
	}
	set_prefix(s, NULL, "place+");
}

static void add_places(struct step *s)
{
	cJSON *places = cJSON_AddArrayToObject(s->view, "places");
	for (size_t i = 0; i < s->link_count; i++) {
		const struct board_link *l = &s->links[i];
		char text[64];
		cJSON *place;
		struct text url;
		if (l->is_quiet)
			continue;
		text_init(&url, LIMIT_TARGET_BYTES);
		text_printf(&url, "%s%d,%d", s->prefix, l->x, l->y);
		if (!s->links_are_plain)
			text_printf(&url, "+%u", 90u * l->turns);
		snprintf(text, sizeof(text), "column %d, row %d%s%s", l->x, l->y, l->turns ? ", " : "",
		         story_turns[l->turns]);
		place = cJSON_CreateObject();
		add_string(place, "url", text_string(&url));
		add_string(place, "text", text);
		cJSON_AddItemToArray(places, place);
		text_release(&url);
	}
}

static void step_place(struct step *s)
{
	begin_step(s, "Where does the tile go?", "Tap a marked space; tap it again to turn the tile.");
	add_tile(s, s->t->p->game.tile, 0);
	link_places(s, NULL);
}

static void add_turning(struct step *s, const struct entry *place)
{
	static const struct {
		const char *name;
		unsigned by;
	} ways[] = {{"turn_right", 1}, {"turn_left", 3}};
	unsigned mask = draft_turns(s->t->p, place->x, place->y) | 1u << place->turns;
	cJSON *step = cJSON_GetObjectItemCaseSensitive(s->view, "step");
	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		struct text url;
		unsigned turns = draft_next_turn(mask, place->turns, ways[i].by);
		if (turns == place->turns)
			continue;
		text_init(&url, LIMIT_TARGET_BYTES);
		step_url(&url, s, NULL, "&t=place+%d,%d+%u", place->x, place->y, 90 * turns);
		add_string(step, ways[i].name, text_string(&url));
		text_release(&url);
	}
}

/* ---- Acting ---- */

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

static void offer_meeples(const struct step *s, cJSON *choices, const struct entry *entries, size_t count, int without)
{
	for (size_t i = 0; i < count; i++) {
		char text[64] = "On the baobab: draw two tokens";
		if (entries[i].type == ENTRY_MEEPLE)
			snprintf(text, sizeof(text), "On the %s in the %s",
			         entries[i].terrain == TERRAIN_BUSH ? "bush" : "trail", story_sides[entries[i].side]);
		if (entries[i].type == ENTRY_MEEPLE || entries[i].type == ENTRY_BAOBAB)
			offer(s, choices, &entries[i], text, -1, without);
	}
}

static void offer_animals(const struct step *s, cJSON *choices, const struct entry *entries, size_t count)
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
		snprintf(text, sizeof(text), "Lay the %s%s", story_animals[a], expands ? ", at a hole too" : "");
		offer_pick(s, choices, (char[2]){tileset_animal_letters[a], '\0'}, text, (int)a);
	}
}

static void step_action(struct step *s, const struct entry *place)
{
	struct entry entries[LEGAL_MAX];
	size_t count = list_legal(s, entries);
	int without = draft_gain(&s->d);
	bool has_meeple = has_type(entries, count, ENTRY_MEEPLE) || has_type(entries, count, ENTRY_BAOBAB);
	bool has_token = has_type(entries, count, ENTRY_DIG) || has_type(entries, count, ENTRY_EXPAND);
	begin_step(s, "And then?", s->d.after.has_displaced ? "You displaced a ranger: 3 points, and it is put back after this."
	                                                    : "One more thing, or nothing: confirm below.");
	if (place) {
		add_tile(s, game_last_laid(&s->d.after)->tile, place->turns);
		add_turning(s, place);
		link_places(s, place);
	}
	if (has_meeple)
		offer_meeples(s, add_group(s, "A meeple"), entries, count, without);
	if (has_token)
		offer_animals(s, add_group(s, "A token at a watering hole"), entries, count);
	if (has_type(entries, count, ENTRY_RANGER))
		offer_pick(s, add_group(s, "A ranger"), "ranger", "Move a ranger", -1);
}

/* The animal is chosen: which tile? Those with one corner lead on at once. */
static void step_tile_of_token(struct step *s, unsigned animal)
{
	struct entry entries[LEGAL_MAX];
	size_t count = list_legal(s, entries);
	int without = draft_gain(&s->d);
	struct text url;
	char heading[48];
	snprintf(heading, sizeof(heading), "Where does the %s go?", story_animals[animal]);
	begin_step(s, heading, "Tap a marked tile, or choose a watering hole.");
	cJSON *holes = NULL;
	for (size_t i = 0; i < count; i++) {
		const struct entry *e = &entries[i];
		bool is_known = false;
		if (!is_token_entry(e) || e->animals[0] != animal)
			continue;
		for (size_t k = 0; k < s->link_count; k++)
			is_known |= s->links[k].x == e->x && s->links[k].y == e->y;
		if (!is_known)
			add_link(s, e->x, e->y, 0, false);
		if (e->type == ENTRY_EXPAND) {
			char text[96];
			snprintf(text, sizeof(text), "The hole at the %s corner of column %d, row %d", story_corners[e->corner],
			         e->x, e->y);
			holes = holes ? holes : add_group(s, "Expand a watering hole");
			offer(s, holes, e, text, -1, without);
		}
	}
	s->links_are_plain = true;
	text_init(&url, sizeof(s->prefix) - 1);
	step_url(&url, s, &s->d, "&pick=%c,", tileset_animal_letters[animal]);
	snprintf(s->prefix, sizeof(s->prefix), "%s", text_string(&url));
	text_release(&url);
}

static void step_corner(struct step *s, unsigned animal, int x, int y)
{
	struct entry entries[LEGAL_MAX];
	size_t count = list_legal(s, entries);
	int without = draft_gain(&s->d);
	cJSON *choices = NULL;
	focus(s, x, y);
	for (size_t i = 0; i < count; i++) {
		const struct entry *e = &entries[i];
		char text[64];
		if (!is_token_entry(e) || e->animals[0] != animal || e->x != x || e->y != y)
			continue;
		if (!choices) {
			begin_step(s, "Which corner?", NULL);
			choices = add_group(s, "Corners");
		}
		snprintf(text, sizeof(text), "%s: %s", story_corners[e->corner],
		         e->type == ENTRY_DIG ? "start a watering hole" : "expand the watering hole");
		offer(s, choices, e, text, (int)animal, without);
	}
	if (!choices)
		step_tile_of_token(s, animal);
}

static void step_ranger(struct step *s)
{
	const struct game *g = &s->d.after;
	begin_step(s, "Which ranger moves?", NULL);
	cJSON *choices = add_group(s, "Rangers");
	for (unsigned i = 0; i < RANGER_COUNT; i++) {
		const struct game_space *space = &g->spaces[g->rangers[i]];
		char pick[32], text[64];
		snprintf(pick, sizeof(pick), "ranger,%d,%d", space->x, space->y);
		snprintf(text, sizeof(text), "The one at column %d, row %d", space->x, space->y);
		offer_pick(s, choices, pick, text, -1);
	}
}

/* Where a ranger goes: one that moves (from) or the displaced one. */
static void step_ranger_to(struct step *s, const struct entry *from)
{
	struct entry entries[LEGAL_MAX];
	size_t count = list_legal(s, entries);
	char word[48] = "relocate+";
	begin_step(s, "Where does the ranger go?", "Tap a marked space.");
	for (size_t i = 0; i < count; i++) {
		const struct entry *e = &entries[i];
		bool is_it = from ? e->type == ENTRY_RANGER && e->x == from->x && e->y == from->y
		                  : e->type == ENTRY_RELOCATE;
		if (is_it)
			add_link(s, e->to_x, e->to_y, 0, false);
	}
	if (from)
		snprintf(word, sizeof(word), "ranger+%d,%d+", from->x, from->y);
	s->links_are_plain = true;
	set_prefix(s, &s->d, word);
}

/* Reads "x,y" behind a prefix of pick. */
static bool read_xy(const char *text, int *x, int *y)
{
	char end;
	return sscanf(text, "%4d,%4d%c", x, y, &end) == 2;
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
	size_t count = list_legal(s, entries);
	char heading[FEATURE_TEXT_MAX];
	int without = draft_gain(&s->d);
	table_feature_text(s->ts, g, g->completed[g->words[s->d.seat]], heading);
	begin_step(s, "Add a token?", "It counts for you alone, and is spent.");
	cJSON *choices = add_group(s, heading);
	for (size_t i = 1; i <= count; i++) {
		const struct entry *e = &entries[i % count]; /* none comes last */
		char text[32] = "No token";
		bool is_none = e->animals[0] == ANIMAL_NONE;
		if (!is_none)
			snprintf(text, sizeof(text), "The %s", story_animals[e->animals[0]]);
		offer(s, choices, e, text, is_none ? -1 : e->animals[0], without);
	}
}

/* ---- The bar ---- */

static void add_bar(struct step *s, const char *text, const char *action, const char *label)
{
	cJSON *bar = cJSON_AddObjectToObject(s->view, "bar");
	add_string(bar, "text", text);
	if (action) {
		add_string(bar, "action", action);
		add_string(bar, "label", label);
	}
}

/* What Confirm would send, in words. */
static void draft_words(const struct step *s, const struct draft *d, struct text *out)
{
	const char *comma = "";
	for (size_t i = 0; i < d->count; i++) {
		char words[STORY_TEXT_MAX];
		if (d->entries[i].type == ENTRY_PASS)
			continue;
		story_entry(s->ts, &d->entries[i], words);
		text_printf(out, "%s%s", comma, words);
		comma = ", ";
	}
	char *first = text_string(out)[0] ? out->data : NULL;
	if (first && *first >= 'a' && *first <= 'z')
		*first = (char)(*first - 'a' + 'A');
}

/* With nothing more than "pass", may it be sent? */
static bool completes_by_pass(const struct step *s, struct draft *out)
{
	struct entry pass = {.type = ENTRY_PASS, .seat = (uint8_t)s->d.seat};
	if (s->d.after.awaits != AWAITS_ACTION || s->pick)
		return false;
	draft_add(out, &s->d, &pass);
	return draft_is_complete(out);
}

static void add_draft_bar(struct step *s)
{
	struct draft *sent = malloc(sizeof(*sent));
	struct text words;
	char t[LIMIT_TURN_BYTES + 1];
	if (!sent)
		abort();
	bool is_complete = draft_is_complete(&s->d);
	if (is_complete)
		*sent = s->d;
	else
		is_complete = completes_by_pass(s, sent);
	text_init(&words, 1024);
	draft_words(s, is_complete ? sent : &s->d, &words);
	if (!words.len)
		text_add(&words, s->d.after.awaits == AWAITS_ACTION ? "Do nothing more" : "Your turn is not finished");
	add_bar(s, text_string(&words), is_complete ? "turn" : NULL, "Confirm");
	cJSON *bar = cJSON_GetObjectItemCaseSensitive(s->view, "bar");
	cJSON_AddNumberToObject(bar, "gain", draft_gain(is_complete ? sent : &s->d));
	if (is_complete) {
		draft_text(sent, t);
		add_string(bar, "t", t);
	}
	if (s->pick || s->d.count) {
		struct draft *before = malloc(sizeof(*before));
		if (!before)
			abort();
		*before = s->d;
		if (!s->pick)
			draft_drop(before, &s->d);
		add_url(bar, "back", s, before);
		free(before);
	}
	text_release(&words);
	free(sent);
}

/* ---- Words of others ---- */

/* What a feature brings with a token, and without. */
static int feature_points(const struct game_feature *f, unsigned animal)
{
	unsigned mask = f->animal_mask | (animal < ANIMAL_COUNT ? 1u << animal : 0);
	return game_feature_points(f, mask);
}

static void add_option(cJSON *options, const struct step *s, const struct game_feature *f, const char *word, unsigned animal)
{
	char value[NOTATION_MAX], text[16] = "No token";
	cJSON *option = cJSON_CreateObject();
	int points = feature_points(f, animal), gain = points - feature_points(f, ANIMAL_NONE);
	(void)s;
	if (animal < ANIMAL_COUNT) {
		snprintf(value, sizeof(value), "%s %c", word, tileset_animal_letters[animal]);
		snprintf(text, sizeof(text), "%s", story_animals[animal]);
		cJSON_AddNumberToObject(option, "animal", animal);
	} else {
		snprintf(value, sizeof(value), "%s none", word);
		cJSON_AddBoolToObject(option, "no_animal", true);
	}
	text[0] = (char)(text[0] >= 'a' ? text[0] - 'a' + 'A' : text[0]);
	add_string(option, "value", value);
	add_string(option, "text", text);
	cJSON_AddNumberToObject(option, "points", points);
	cJSON_AddNumberToObject(option, "gain", gain);
	cJSON_AddBoolToObject(option, "is_checked", false);
	cJSON_AddItemToArray(options, option);
}

/* The piece of the placed tile that stands for a feature: "boost bush W". */
static void feature_word(const struct tileset *ts, const struct game *g, uint16_t feature, char out[NOTATION_MAX])
{
	const struct game_laid *last = game_last_laid(g);
	const struct tileset_kind *kind = tileset_kind_of(ts, last->tile);
	unsigned k = 0, index = g->laid_count - 1u;
	while (g->feature_of[index * TILESET_PIECES_MAX + k] != feature)
		k++;
	snprintf(out, NOTATION_MAX, "boost %s %c", kind->pieces[k].terrain == TERRAIN_BUSH ? "bush" : "trail",
	         tileset_side_letters[tileset_first_side(&kind->pieces[k], last->turns)]);
}

static void add_words(struct step *s)
{
	const struct game *g = &s->t->p->game;
	unsigned seat = s->d.seat;
	char name[LIMIT_NAME_BYTES + 1], about[LIMIT_NAME_BYTES + 64];
	cJSON *words = cJSON_AddObjectToObject(s->view, "words");
	play_seat_name(&s->t->p->seats[g->seat_on_turn], name);
	snprintf(about, sizeof(about), "%s completed something on which you have most meeples.", name);
	add_string(words, "about", about);
	cJSON *features = cJSON_AddArrayToObject(words, "features");
	for (unsigned i = g->words[seat], n = 1; i < g->completed_count; i++) {
		const struct game_feature *f = &g->features[g->completed[i]];
		unsigned usable = game_usable(g, seat, f);
		char text[FEATURE_TEXT_MAX], word[NOTATION_MAX], field[4];
		if (!(game_majority(g, f) >> seat & 1) || !usable)
			continue;
		cJSON *feature = cJSON_CreateObject();
		snprintf(field, sizeof(field), "t%u", n++);
		table_feature_text(s->ts, g, g->completed[i], text);
		feature_word(s->ts, g, g->completed[i], word);
		add_string(feature, "field", field);
		add_string(feature, "text", text);
		cJSON *options = cJSON_AddArrayToObject(feature, "options");
		for (unsigned a = 0; a < ANIMAL_COUNT; a++) {
			if (usable >> a & 1)
				add_option(options, s, f, word, a);
		}
		add_option(options, s, f, word, ANIMAL_NONE);
		cJSON_AddItemToArray(features, feature);
	}
}

/* ---- The board ---- */

static void add_zoom(cJSON *board, const struct step *s, const char *name, int zoom)
{
	struct table at = *s->t;
	struct step zoomed = *s;
	struct text url;
	at.zoom = zoom;
	zoomed.t = &at;
	text_init(&url, LIMIT_TARGET_BYTES);
	step_url(&url, &zoomed, &s->d, s->pick ? "&pick=%s" : "%s", s->pick ? s->pick : "");
	add_string(board, name, text_string(&url));
	text_release(&url);
}

static void add_board(struct step *s)
{
	static const int tile_px[ZOOM_MAX + 1] = {0, 48, 48, 76, 120};
	const struct table *t = s->t;
	const struct extent x = extent_of(&s->d.after);
	int width = (x.max_x - x.min_x + 1) * BOARD_TILE + 2 * BOARD_RIM;
	int height = (x.max_y - x.min_y + 1) * BOARD_TILE + 2 * BOARD_RIM;
	uint8_t colors[GAME_SEATS_MAX];
	struct text svg;
	cJSON *board = cJSON_AddObjectToObject(s->view, "board");
	for (size_t i = 0; i < t->p->seat_count; i++)
		colors[i] = (uint8_t)t->p->seats[i].color;
	text_init(&svg, BOARD_SVG_MAX);
	board_svg(&svg, arts_of(s->req->site->arts, t->p->set), &s->d.after,
	          &(struct board_options){
			  .colors = colors,
			  .is_inline = true,
			  .is_proposal = s->d.count && s->d.entries[0].type == ENTRY_PLACE,
			  .href_prefix = s->link_count ? s->prefix : NULL,
			  .links_are_plain = s->links_are_plain,
			  .link_count = s->link_count,
			  .links = s->links,
		  });
	add_string(board, "svg", text_string(&svg));
	text_release(&svg);
	cJSON_AddNumberToObject(board, "width", width);
	cJSON_AddNumberToObject(board, "height", height);
	cJSON_AddNumberToObject(board, "px_width", width * tile_px[t->zoom] / BOARD_TILE);
	cJSON_AddNumberToObject(board, "px_height", height * tile_px[t->zoom] / BOARD_TILE);
	cJSON_AddBoolToObject(board, "is_fit", t->zoom == ZOOM_FIT);
	if (!s->has_focus) {
		const struct game_space *last = &s->d.after.spaces[game_last_laid(&s->d.after)->space];
		focus(s, last->x, last->y);
	}
	cJSON *here = cJSON_AddObjectToObject(board, "focus");
	cJSON_AddNumberToObject(here, "x", (s->focus_x - x.min_x) * BOARD_TILE + BOARD_RIM);
	cJSON_AddNumberToObject(here, "y", (x.max_y - s->focus_y) * BOARD_TILE + BOARD_RIM);
	if (t->zoom < ZOOM_MAX)
		add_zoom(board, s, "zoom_in", t->zoom + 1);
	if (t->zoom > ZOOM_FIT)
		add_zoom(board, s, "zoom_out", t->zoom - 1);
}

/* ---- The whole ---- */

static void add_headline(const struct step *s)
{
	const struct play *p = s->t->p;
	const struct game *g = &p->game;
	char name[LIMIT_NAME_BYTES + 1], headline[LIMIT_NAME_BYTES + 24], status[LIMIT_NAME_BYTES + 64] = "";
	unsigned awaited = game_awaited_seats(g);
	bool is_mine = s->t->seat >= 0 && (awaited >> s->t->seat & 1);
	play_seat_name(&p->seats[g->awaits == AWAITS_BOOST && awaited ? (unsigned)__builtin_ctz(awaited) : g->seat_on_turn],
	               name);
	if (s->t->is_past)
		snprintf(headline, sizeof(headline), "After turn %d", g->turn_count);
	else if (g->awaits == AWAITS_END)
		snprintf(headline, sizeof(headline), "The game is over");
	else if (is_mine)
		snprintf(headline, sizeof(headline), g->awaits == AWAITS_BOOST && g->seat_on_turn != s->t->seat ? "Your word"
		                                                                                                : "Your turn");
	else
		snprintf(headline, sizeof(headline), "%s’s turn", name);
	if (!is_mine && !s->t->is_past && g->awaits == AWAITS_BOOST)
		snprintf(status, sizeof(status), "%s may add a token.", name);
	else if (!is_mine && !s->t->is_past && g->awaits == AWAITS_TILE)
		snprintf(status, sizeof(status), "%s draws next.", name);
	else if (!is_mine && !s->t->is_past && g->awaits != AWAITS_END)
		snprintf(status, sizeof(status), "%s places a tile.", name);
	add_string(s->view, "headline", headline);
	if (status[0])
		add_string(s->view, "status", status);
}

static void add_grace(struct step *s)
{
	const struct play *p = s->t->p;
	const struct game *g = &p->game;
	bool is_held = p->row.draw_at > s->req->now;
	if (p->row.has_undo && p->row.undo_seat == s->t->seat && is_held) {
		add_bar(s, "Your turn is done.", "undo", "Take it back");
		cJSON_AddNumberToObject(cJSON_GetObjectItemCaseSensitive(s->view, "bar"), "seconds",
		                        (double)(p->row.draw_at - s->req->now));
	} else if (g->awaits == AWAITS_TILE && g->seat_on_turn == s->t->seat) {
		add_bar(s, "It is your turn.", "draw", "Draw your tile");
	}
}

static void add_own_step(struct step *s)
{
	const struct entry *first = s->d.count ? &s->d.entries[0] : NULL;
	const struct entry *place = first && first->type == ENTRY_PLACE ? first : NULL;
	if (place)
		focus(s, place->x, place->y);
	if (draft_is_complete(&s->d)) {
		add_draft_bar(s);
		return;
	}
	switch ((enum awaits)s->d.after.awaits) {
	case AWAITS_PLACE:
		step_place(s);
		add_bar(s, "Choose a space for your tile.", NULL, NULL);
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
	add_draft_bar(s);
}

const char *table_step_add(struct request *req, const struct table *t, const char *draft, const char *pick, cJSON *view)
{
	struct step *s = calloc(1, sizeof(*s));
	if (!s)
		abort();
	s->req = req;
	s->t = t;
	s->ts = &t->p->set->ts;
	s->view = view;
	s->pick = pick && *pick ? pick : NULL;
	bool is_asked = t->seat >= 0 && !t->is_past && play_awaits_choice(t->p, (unsigned)t->seat);
	bool is_on_turn = is_asked && t->p->game.seat_on_turn == t->seat;
	draft_read(&s->d, t->p, t->seat >= 0 ? (unsigned)t->seat : 0, is_on_turn ? draft : NULL);
	if (!is_on_turn)
		s->pick = NULL;
	add_headline(s);
	if (is_on_turn)
		add_own_step(s);
	else if (is_asked)
		add_words(s);
	else if (t->seat >= 0 && !t->is_past)
		add_grace(s);
	add_board(s);
	add_places(s);
	const char *problem = s->d.problem;
	free(s);
	return problem;
}
