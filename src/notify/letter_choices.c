/* SPDX-License-Identifier: ISC */
/*
 * What a letter says of answers to it (N7): the list of what can be chosen by number, each place as
 * a link that shows it ready to confirm, and the words there are. What a line means is
 * app/answer.h's.
 */
#include <stdio.h>
#include <string.h>

#include "app/answer.h"
#include "app/story.h"
#include "notify/writing.h"

#define ALWAYS "status, help, away 3d (three days of holiday), resign."

enum {
	LISTED_MAX = 100, /* more numbers count, and stand on the game's page */
	TEXT_BYTES = 200,
};

/* "column 3, row 1, turned right". */
static void name_place(const struct entry *e, char out[TEXT_BYTES])
{
	snprintf(out, TEXT_BYTES, "column %d, row %d%s%s", e->x, e->y, e->turns ? ", " : "",
	         story_turns[e->turns]);
}

static void name_meeple(const struct entry *e, char out[TEXT_BYTES])
{
	if (e->type == ENTRY_BAOBAB)
		snprintf(out, TEXT_BYTES, "baobab");
	else
		snprintf(out, TEXT_BYTES, "%s %s", e->terrain == TERRAIN_BUSH ? "bush" : "trail",
		         story_sides[e->side]);
}

static void name_other(const struct entry *e, char out[TEXT_BYTES])
{
	if (e->type == ENTRY_BOOST)
		snprintf(out, TEXT_BYTES, "%s%s to the %s in the %s",
		         e->animals[0] == ANIMAL_NONE ? "no token" : "the ",
		         e->animals[0] == ANIMAL_NONE ? "" : story_animals[e->animals[0]],
		         e->terrain == TERRAIN_BUSH ? "bush" : "trail", story_sides[e->side]);
	else if (e->type == ENTRY_RELOCATE)
		snprintf(out, TEXT_BYTES, "the ranger to column %d, row %d", e->to_x, e->to_y);
	else
		story_entry(e, out);
}

/* The page that shows it, and asks for a tap. */
static void add_url(const struct letter *l, cJSON *choice, const struct entry *e)
{
	char text[NOTATION_MAX];
	notation_format(e, text);
	for (char *c = text; (c = strchr(c, ' '));)
		*c = '+';
	letter_url(l, choice, "url", "/g/%s?rev=%lld&t=%s#here", l->n->game_id,
	           (long long)l->n->rev, text);
}

static void add_letters(const struct letter *l, const struct game *g, cJSON *choice,
                        const struct entry *place)
{
	struct entry meeples[ANSWER_MEEPLES_MAX];
	size_t count = answer_meeples(&l->p->set->ts, g, place, meeples);
	cJSON *letters = cJSON_AddArrayToObject(choice, "letters");
	for (size_t i = 0; i < count; i++) {
		char what[TEXT_BYTES];
		cJSON *letter = cJSON_CreateObject();
		name_meeple(&meeples[i], what);
		cJSON_AddStringToObject(letter, "letter", (char[2]){(char)('a' + i), '\0'});
		cJSON_AddStringToObject(letter, "what", what);
		cJSON_AddItemToArray(letters, letter);
	}
}

static void add_choice(const struct letter *l, const struct game *g, cJSON *choices,
                       const struct entry *e, size_t number, const char *line)
{
	char text[TEXT_BYTES], digits[16], column[LIMIT_FIRST_LINE_BYTES + 24];
	cJSON *choice = cJSON_CreateObject();
	if (e->type == ENTRY_PLACE)
		name_place(e, text);
	else
		name_other(e, text);
	snprintf(digits, sizeof(digits), "%zu", number);
	snprintf(column, sizeof(column), "%s%s%*s", line, line[0] ? " " : "", line[0] ? 0 : 3,
	         digits);
	cJSON_AddStringToObject(choice, "number_column", column);
	cJSON_AddStringToObject(choice, "number", column + strspn(column, " "));
	cJSON_AddStringToObject(choice, "text", text);
	if (e->type == ENTRY_PLACE) {
		add_url(l, choice, e);
		add_letters(l, g, choice, e);
	}
	cJSON_AddItemToArray(choices, choice);
}

static void add_grammar(cJSON *view, const struct game *g, bool has_list)
{
	static const char *const place[] = {
		"A number alone lays your tile there, and nothing more. A letter behind it lays a "
		"meeple there, too: 1 a.",
		"Or, with a semicolon behind the number: 1; ranger 0,1 2,2 moves a ranger, from "
		"and to. 1; dig 1,0 NE L lays a lion at that corner of the tile at column 1, row "
		"0; 1; expand 1,0 NE L makes a watering hole larger.",
	};
	static const char word[] = "A number adds that token; pass adds none.";
	cJSON *grammar = cJSON_AddArrayToObject(view, "grammar");
	const char *lines[4];
	size_t count = 0;
	if (has_list && g->awaits == AWAITS_PLACE) {
		lines[count++] = place[0];
		lines[count++] = place[1];
	}
	if (has_list && g->awaits == AWAITS_BOOST)
		lines[count++] = word;
	lines[count++] = has_list ? "Other answers: " ALWAYS : ALWAYS;
	for (size_t i = 0; i < count; i++) {
		cJSON *item = cJSON_CreateObject();
		cJSON_AddStringToObject(item, "line", lines[i]);
		cJSON_AddItemToArray(grammar, item);
	}
}

void letter_choices(struct letter *l, const struct game *g, const char *line)
{
	struct entry list[ANSWER_LIST_MAX];
	if (!l->can_answer)
		return;
	size_t count = answer_list(&l->p->set->ts, g, (unsigned)l->seat, list);
	cJSON_AddStringToObject(l->view, "choices_head",
	                        count ? "Or answer this mail with one of these in the first line:"
	                              : "You can answer this mail with one of these words:");
	cJSON *choices = cJSON_AddArrayToObject(l->view, "choices");
	for (size_t i = 0; i < count && i < LISTED_MAX; i++)
		add_choice(l, g, choices, &list[i], i + 1, line);
	if (count > LISTED_MAX)
		cJSON_AddStringToObject(l->view, "choices_left",
		                        "There is more to choose from on the game's page.");
	add_grammar(l->view, g, count > 0);
}
