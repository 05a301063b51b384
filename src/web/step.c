/* SPDX-License-Identifier: ISC */
/*
 * URLs and choices of a step: see step.h.
 */
#include "web/step.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void step_url(struct text *out, const struct step *s, const struct draft *d, const char *format,
              ...)
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

void step_add_url(cJSON *o, const char *name, const struct step *s, const struct draft *d)
{
	struct text url;
	text_init(&url, LIMIT_TARGET_BYTES);
	step_url(&url, s, d, "%s", "");
	cJSON_AddStringToObject(o, name, text_string(&url));
	text_release(&url);
}

void step_set_prefix(struct step *s, const struct draft *d, const char *word)
{
	struct text url;
	text_init(&url, sizeof(s->prefix) - 1);
	step_url(&url, s, d, "%s", d && d->count ? "%3B+" : "&t=");
	text_add(&url, word);
	snprintf(s->prefix, sizeof(s->prefix), "%s", text_string(&url));
	text_release(&url);
}

void step_link(struct step *s, int x, int y, unsigned turns, bool is_quiet)
{
	if (s->link_count < STEP_LINKS_MAX)
		s->links[s->link_count++] =
			(struct board_link){(int8_t)x, (int8_t)y, (uint8_t)turns, is_quiet};
}

void step_focus(struct step *s, int x, int y)
{
	s->focus_x = x;
	s->focus_y = y;
	s->has_focus = true;
}

cJSON *step_group(struct step *s, const char *heading)
{
	cJSON *group = cJSON_CreateObject();
	cJSON_AddStringToObject(group, "heading", heading);
	cJSON *choices = cJSON_AddArrayToObject(group, "choices");
	cJSON_AddItemToArray(s->groups, group);
	return choices;
}

static cJSON *step_choice(cJSON *choices, const char *url, const char *text, int animal)
{
	cJSON *choice = cJSON_CreateObject();
	cJSON_AddStringToObject(choice, "url", url);
	cJSON_AddStringToObject(choice, "text", text);
	if (animal >= 0)
		cJSON_AddNumberToObject(choice, "animal", animal);
	else
		cJSON_AddBoolToObject(choice, "no_animal", true);
	cJSON_AddItemToArray(choices, choice);
	return choice;
}

void step_offer(const struct step *s, cJSON *choices, const struct entry *e, const char *text,
                int animal, int without)
{
	struct draft *d = malloc(sizeof(*d));
	struct text url;
	if (!d)
		abort();
	draft_add(d, &s->d, e);
	text_init(&url, LIMIT_TARGET_BYTES);
	step_url(&url, s, d, "%s", "");
	cJSON *choice = step_choice(choices, text_string(&url), text, animal);
	int gain = draft_gain(d) - without;
	cJSON_AddNumberToObject(choice, "gain", gain > 0 ? gain : 0);
	text_release(&url);
	free(d);
}

void step_offer_pick(const struct step *s, cJSON *choices, const char *pick, const char *text,
                     int animal)
{
	struct text url;
	text_init(&url, LIMIT_TARGET_BYTES);
	step_url(&url, s, &s->d, "&pick=%s", pick);
	step_choice(choices, text_string(&url), text, animal);
	text_release(&url);
}

size_t step_legal(const struct step *s, struct entry out[LEGAL_MAX])
{
	return game_legal(s->ts, &s->d.after, s->d.seat, 0, LEGAL_MAX, out);
}

void step_begin(struct step *s, const char *heading, const char *hint)
{
	cJSON *step = cJSON_AddObjectToObject(s->view, "step");
	cJSON_AddStringToObject(step, "heading", heading);
	if (hint)
		cJSON_AddStringToObject(step, "hint", hint);
	s->groups = cJSON_AddArrayToObject(step, "groups");
}
