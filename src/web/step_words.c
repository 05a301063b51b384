/* SPDX-License-Identifier: ISC */
/*
 * The words that another seat's turn asks of the viewer (R28): one form for all features.
 */
#include "web/step.h"

#include <stdio.h>

/* What a feature brings with a token, and without. */
static int feature_points(const struct game_feature *f, unsigned animal)
{
	unsigned mask = f->animal_mask | (animal < ANIMAL_COUNT ? 1u << animal : 0);
	return game_feature_points(f, mask);
}

static void add_option(cJSON *options, const struct game_feature *f, const char *word,
                       unsigned animal)
{
	char value[NOTATION_MAX], text[16] = "No token";
	cJSON *option = cJSON_CreateObject();
	int points = feature_points(f, animal), gain = points - feature_points(f, ANIMAL_NONE);
	if (animal < ANIMAL_COUNT) {
		snprintf(value, sizeof(value), "%s %c", word, tileset_animal_letters[animal]);
		snprintf(text, sizeof(text), "%s", story_animals[animal]);
		cJSON_AddNumberToObject(option, "animal", animal);
	} else {
		snprintf(value, sizeof(value), "%s none", word);
		cJSON_AddBoolToObject(option, "no_animal", true);
	}
	text[0] = (char)(text[0] >= 'a' ? text[0] - 'a' + 'A' : text[0]);
	cJSON_AddStringToObject(option, "value", value);
	cJSON_AddStringToObject(option, "text", text);
	cJSON_AddNumberToObject(option, "points", points);
	cJSON_AddNumberToObject(option, "gain", gain);
	cJSON_AddBoolToObject(option, "is_checked", false);
	cJSON_AddItemToArray(options, option);
}

/* The piece of the placed tile that stands for a feature: "boost bush W". */
static void feature_word(const struct tileset *ts, const struct game *g, uint16_t feature,
                         char out[NOTATION_MAX])
{
	const struct game_laid *last = game_last_laid(g);
	const struct tileset_kind *kind = tileset_kind_of(ts, last->tile);
	unsigned k = 0, index = g->laid_count - 1u;
	while (g->feature_of[index * TILESET_PIECES_MAX + k] != feature)
		k++;
	snprintf(out, NOTATION_MAX, "boost %s %c",
	         kind->pieces[k].terrain == TERRAIN_BUSH ? "bush" : "trail",
	         tileset_side_letters[tileset_first_side(&kind->pieces[k], last->turns)]);
}

/* Tokens that more features could use than the seat holds: a form without a script can't keep one
 * from being chosen twice, so it says how many there are. */
static void add_scarce(cJSON *words, const uint8_t hand[ANIMAL_COUNT],
                       const unsigned uses[ANIMAL_COUNT])
{
	struct text said;
	unsigned count = 0;
	text_init(&said, CAPTION_MAX);
	for (unsigned a = 0; a < ANIMAL_COUNT; a++) {
		if (uses[a] <= hand[a])
			continue;
		text_printf(&said, "%s%u %s%s",
		            count++ ? ", " : "For all of these together you have ", hand[a],
		            story_animals[a], hand[a] == 1 ? "" : "s");
	}
	if (count) {
		text_add(&said, ".");
		cJSON_AddStringToObject(words, "scarce", text_string(&said));
	}
	text_release(&said);
}

void step_add_words(struct step *s)
{
	const struct game *g = &s->t->p->game;
	unsigned seat = s->d.seat;
	char name[CAPTION_NAME_BYTES], about[CAPTION_NAME_BYTES + 64];
	cJSON *words = cJSON_AddObjectToObject(s->view, "words");
	caption_name(s->t->p, g->seat_on_turn, name);
	snprintf(about, sizeof(about), "%s completed something on which you have most meeples.",
	         name);
	cJSON_AddStringToObject(words, "about", about);
	cJSON *features = cJSON_AddArrayToObject(words, "features");
	unsigned uses[ANIMAL_COUNT] = {0};
	for (unsigned i = g->words[seat], n = 1; i < g->completed_count; i++) {
		const struct game_feature *f = &g->features[g->completed[i]];
		unsigned usable = game_usable(g, seat, f);
		char text[CAPTION_MAX], word[NOTATION_MAX], field[4];
		if (!(game_majority(g, f) >> seat & 1) || !usable)
			continue;
		cJSON *feature = cJSON_CreateObject();
		snprintf(field, sizeof(field), "t%u", n++);
		caption_feature(s->ts, g, g->completed[i], text);
		feature_word(s->ts, g, g->completed[i], word);
		cJSON_AddStringToObject(feature, "field", field);
		cJSON_AddStringToObject(feature, "text", text);
		cJSON *options = cJSON_AddArrayToObject(feature, "options");
		for (unsigned a = 0; a < ANIMAL_COUNT; a++) {
			if (!(usable >> a & 1))
				continue;
			add_option(options, f, word, a);
			uses[a]++;
		}
		add_option(options, f, word, ANIMAL_NONE);
		cJSON_AddItemToArray(features, feature);
	}
	add_scarce(words, g->hands[seat], uses);
}
