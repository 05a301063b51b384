/* SPDX-License-Identifier: ISC */
/*
 * Sentences, times and links of a letter: see writing.h.
 */
#include "notify/writing.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "app/captions.h"

enum { SAID_MAX = 640, URL_MAX = CONFIG_VALUE_BYTES + 640 };

cJSON *letter_sentence(cJSON *of, const char *name)
{
	return cJSON_AddArrayToObject(of, name);
}

cJSON *letter_sentence_in(cJSON *of, const char *list)
{
	cJSON *items = cJSON_GetObjectItemCaseSensitive(of, list), *item = cJSON_CreateObject();
	if (!items)
		items = cJSON_AddArrayToObject(of, list);
	cJSON_AddItemToArray(items, item);
	return letter_sentence(item, "parts");
}

void say(cJSON *sentence, const char *format, ...)
{
	char said[SAID_MAX];
	va_list args;
	va_start(args, format);
	vsnprintf(said, sizeof(said), format, args);
	va_end(args);
	cJSON *part = cJSON_CreateObject();
	cJSON_AddStringToObject(part, "says", said);
	cJSON_AddItemToArray(sentence, part);
}

void say_strong(cJSON *sentence, const char *text)
{
	cJSON *part = cJSON_CreateObject();
	cJSON_AddStringToObject(part, "strong", text);
	cJSON_AddItemToArray(sentence, part);
}

void say_name(cJSON *sentence, const char *name)
{
	char alone[CAPTION_NAME_BYTES];
	cJSON *part = cJSON_CreateObject();
	caption_alone(name, alone);
	cJSON_AddStringToObject(part, "who", name);
	cJSON_AddStringToObject(part, "alone", alone);
	cJSON_AddItemToArray(sentence, part);
}

void say_seat(cJSON *sentence, const struct letter *l, unsigned seat, bool begins)
{
	char name[LIMIT_NAME_BYTES + 1];
	if ((int)seat == l->seat) {
		say(sentence, "%s", begins ? "You" : "you");
		return;
	}
	play_seat_name(&l->p->seats[seat], name);
	say_name(sentence, name);
}

void say_seats(cJSON *sentence, const struct letter *l, unsigned seats, bool begins)
{
	bool is_first = true;
	for (unsigned seat = 0; seat < l->p->seat_count; seat++) {
		if (!(seats >> seat & 1))
			continue;
		if (!is_first)
			say(sentence, "%s", seats >> (seat + 1) ? ", " : " and ");
		say_seat(sentence, l, seat, begins && is_first);
		is_first = false;
	}
}

void letter_time(const struct letter *l, int64_t at, char out[LETTER_TIME])
{
	char time[ZONE_TEXT];
	zone_format(l->c->zones, time, l->user.zone, at, l->n->due_at);
	snprintf(out, LETTER_TIME, "%s (%s)", time, l->user.zone);
}

void letter_url(const struct letter *l, cJSON *of, const char *name, const char *format, ...)
{
	char url[URL_MAX];
	int len = snprintf(url, sizeof(url), "%s", l->c->config->base_url);
	va_list args;
	va_start(args, format);
	vsnprintf(url + len, sizeof(url) - (size_t)len, format, args);
	va_end(args);
	cJSON_AddStringToObject(of, name, url);
}
