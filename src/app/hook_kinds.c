/* SPDX-License-Identifier: ISC */
/*
 * What each service takes: see hook_kinds.h. Names of games and persons may hold anything: each
 * service gets them so that they are text there, neither markup nor a call to everybody.
 */
#include "app/hook_kinds.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base64.h"
#include "base/zone.h"

enum { SENTENCE_BYTES = 4096 };

#define JSON_HEAD "Content-Type: application/json\r\n\r\n"

typedef void add_name(struct text *out, const char *name);

static void add_plain(struct text *out, const char *name)
{
	text_add(out, name);
}

/* "It is your turn, Ada: “Lake Chad”, until Thu 5 March, 14:30 (Europe/Berlin)." */
static void add_sentence(struct text *out, const struct hook_message *m, const char *person,
                         add_name *add)
{
	text_add(out, m->title);
	if (person) {
		text_add(out, ", ");
		add(out, person);
	}
	if (m->game_name[0]) {
		text_add(out, ": “");
		add(out, m->game_name);
		text_add(out, "”");
	}
	if (m->deadline[0])
		text_printf(out, ", until %s", m->deadline);
	text_add(out, ".");
}

/* Takes the object. */
static void add_json(struct text *out, cJSON *object)
{
	char *json = cJSON_PrintUnformatted(object);
	text_add(out, JSON_HEAD);
	text_add(out, json);
	free(json);
	cJSON_Delete(object);
}

/* ---- Any program, by the specification ---- */

static void add_time(cJSON *object, const char *name, int64_t at)
{
	char text[ZONE_TEXT];
	if (!at)
		return;
	zone_format_utc(text, at);
	cJSON_AddStringToObject(object, name, text);
}

static void write_generic(struct text *out, const struct hook_message *m)
{
	char type[48];
	snprintf(type, sizeof(type), "notice.%s", m->type);
	for (char *c = type; (c = strchr(c, ' '));)
		*c = '_';
	cJSON *o = cJSON_CreateObject();
	cJSON_AddStringToObject(o, "type", type);
	add_time(o, "timestamp", m->at);
	cJSON *data = cJSON_AddObjectToObject(o, "data");
	if (m->game_id[0])
		cJSON_AddStringToObject(data, "game", m->game_id);
	if (m->rev)
		cJSON_AddNumberToObject(data, "rev", (double)m->rev);
	add_time(data, "deadline", m->deadline_at);
	cJSON_AddStringToObject(data, "url", m->url);
	add_json(out, o);
}

/* ---- Chat rooms ---- */

/* Marks of Markdown stand for themselves behind a backslash. */
static void add_markdown(struct text *out, const char *name)
{
	for (; *name; name++) {
		if (strchr("\\*_~`|<>[]()#:@-", *name))
			text_add_char(out, '\\');
		text_add_char(out, *name);
	}
}

static void write_chat(struct text *out, const struct hook_message *m, const char *member,
                       add_name *add, cJSON *object)
{
	struct text said;
	text_init(&said, SENTENCE_BYTES);
	add_sentence(&said, m, m->person, add);
	text_printf(&said, "\n%s", m->url);
	cJSON_AddStringToObject(object, member, text_string(&said));
	text_release(&said);
	add_json(out, object);
}

static void write_discord(struct text *out, const struct hook_message *m)
{
	cJSON *o = cJSON_CreateObject(), *mentions = cJSON_AddObjectToObject(o, "allowed_mentions");
	cJSON_AddArrayToObject(mentions, "parse");
	write_chat(out, m, "content", add_markdown, o);
}

/* Slack reads &, < and > as marks of its own. Mattermost knows Markdown and @all, and neither has a
 * sign that takes a mark's meaning on both: a space without width ends what would be a call, a link
 * or a picture from elsewhere. */
static void add_slack(struct text *out, const char *name)
{
	for (; *name; name++) {
		if (*name == '&')
			text_add(out, "&amp;");
		else if (*name == '<')
			text_add(out, "&lt;");
		else if (*name == '>')
			text_add(out, "&gt;");
		else if (strchr("@]:.", *name))
			text_printf(out, "%c\u200b", *name);
		else
			text_add_char(out, *name);
	}
}

static void write_slack(struct text *out, const struct hook_message *m)
{
	write_chat(out, m, "text", add_slack, cJSON_CreateObject());
}

/* ---- ntfy, a phone: the body is the message, the rest stands in the head ---- */

static void write_ntfy(struct text *out, const struct hook_message *m)
{
	text_add(out, "Content-Type: text/plain; charset=utf-8\r\nTitle: =?UTF-8?B?");
	base64_add(out, m->title, strlen(m->title));
	text_printf(out, "?=\r\nClick: %s\r\n\r\n", m->url);
	add_sentence(out, m, NULL, add_plain);
}

/* ---- The table ---- */

const struct hook_kind hook_kinds[HOOK_KINDS] = {
	{"generic", "A program of your own", "https://example.org/safari", true, write_generic},
	{"discord", "Discord", "https://discord.com/api/webhooks/…", false, write_discord},
	{"slack", "Slack or Mattermost", "https://hooks.slack.com/services/…", false, write_slack},
	{"ntfy", "ntfy", "https://ntfy.sh/your-topic", false, write_ntfy},
};

const struct hook_kind *hook_kind_of(const char *word)
{
	for (size_t i = 0; i < HOOK_KINDS; i++) {
		if (strcmp(hook_kinds[i].word, word) == 0)
			return &hook_kinds[i];
	}
	return NULL;
}
