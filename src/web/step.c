/* SPDX-License-Identifier: ISC */
/*
 * URLs and choices of a step: see step.h.
 */
#include "web/step.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "app/turn.h"

void step_add_draft(struct text *out, const struct draft *d)
{
	char t[LIMIT_TURN_BYTES + 1];
	if (!d->count)
		return;
	turn_text(d->entries, d->count, t);
	text_add(out, "&t=");
	form_escape(out, t);
}

void step_url(struct text *out, const struct step *s, const struct draft *d, const char *format,
              ...)
{
	va_list args;
	char tail[96];
	va_start(args, format);
	vsnprintf(tail, sizeof(tail), format, args);
	va_end(args);
	table_url(out, s->t, true);
	if (d)
		step_add_draft(out, d);
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

void step_set_prefix(struct step *s, const struct draft *d, const char *tail)
{
	struct text url;
	text_init(&url, sizeof(s->prefix) - 1);
	step_url(&url, s, d, "%s", tail);
	assert(!text_is_over(&url));
	memcpy(s->prefix, text_string(&url), url.len + 1);
	text_release(&url);
}

void step_link(struct step *s, struct board_link link)
{
	assert(s->link_count < STEP_LINKS_MAX);
	s->links[s->link_count++] = link;
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

static cJSON *add_choice(cJSON *choices, const char *url, const char *text, int animal)
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
	struct draft d;
	struct text url;
	draft_add(&d, &s->d, e);
	text_init(&url, LIMIT_TARGET_BYTES);
	step_url(&url, s, &d, "%s", "");
	cJSON *choice = add_choice(choices, text_string(&url), text, animal);
	int gain = draft_gain(&d) - without;
	cJSON_AddNumberToObject(choice, "gain", gain > 0 ? gain : 0);
	text_release(&url);
}

void step_offer_pick(const struct step *s, cJSON *choices, const char *pick, const char *text,
                     int animal)
{
	struct text url;
	text_init(&url, LIMIT_TARGET_BYTES);
	step_url(&url, s, &s->d, "&pick=%s", pick);
	add_choice(choices, text_string(&url), text, animal);
	text_release(&url);
}

size_t step_legal(const struct step *s, struct entry out[LEGAL_MAX])
{
	return game_legal(s->ts, &s->d.after, s->d.seat, 0, LEGAL_MAX, out);
}

cJSON *step_begin(struct step *s, const char *heading, const char *hint)
{
	cJSON *step = cJSON_AddObjectToObject(s->view, "step");
	cJSON_AddStringToObject(step, "heading", heading);
	if (hint)
		cJSON_AddStringToObject(step, "hint", hint);
	s->groups = cJSON_AddArrayToObject(step, "groups");
	return step;
}
