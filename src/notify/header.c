/* SPDX-License-Identifier: ISC */
/*
 * Fields of a mail's head: see header.h. Encoded words are always base64: one form, whatever the
 * script, and it needs no table of what is special where.
 */
#include "notify/header.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>
#include <time.h>

#include "app/names.h"
#include "base/base64.h"
#include "base/utf8.h"

enum {
	LINE_MAX_BYTES = 78,
	WORDS_LINE_BYTES = 76, /* a line with encoded words */
	WORD_FRAME_BYTES = 12, /* =?UTF-8?B? and ?= */
	QUOTED_MAX_BYTES = 60, /* of a display name: with a field's name it stays within a line */
};

static void begin(struct text *out, const char *name)
{
	assert(strlen(name) <= HEADER_NAME_BYTES);
	text_add(out, name);
	text_add(out, ": ");
}

/* The value as it may stand in a head. */
static const char *clean(struct text *room, const char *value)
{
	size_t len = strlen(value);
	text_init(room, HEADER_VALUE_BYTES);
	for (size_t at = 0, n; at < len; at += n) {
		uint32_t point;
		n = utf8_next(value + at, len - at, &point);
		if (n == 0) {
			n = 1;
			text_add(room, "\xef\xbf\xbd");
		} else if (point < 0x20 || (point >= 0x7f && point < 0xa0)) {
			text_add_char(room, ' ');
		} else {
			text_add_bytes(room, value + at, n);
		}
	}
	return text_string(room);
}

/* Could it be mistaken for something else, or be changed on the way? */
static bool is_plain(const char *value)
{
	size_t len = strlen(value);
	for (const char *c = value; *c; c++) {
		if (*c < ' ' || *c > '~')
			return false;
	}
	return len > 0 && value[0] != ' ' && value[len - 1] != ' ' && !strstr(value, "=?");
}

/* Whole code points of the value that fit into room bytes. */
static size_t fit(const char *value, size_t room)
{
	size_t len = strlen(value), used = 0, n;
	uint32_t point;
	while (used < len && (n = utf8_next(value + used, len - used, &point)) > 0 &&
	       used + n <= room)
		used += n;
	return used;
}

/* A word a line; readers drop what is between two words. */
static void add_words(struct text *out, size_t column, const char *value)
{
	while (*value) {
		size_t n = fit(value, (WORDS_LINE_BYTES - column - WORD_FRAME_BYTES) / 4 * 3);
		text_add(out, "=?UTF-8?B?");
		base64_add(out, value, n);
		text_add(out, "?=");
		value += n;
		if (*value)
			text_add(out, "\r\n ");
		column = 1;
	}
}

void header_text(struct text *out, const char *name, const char *value)
{
	struct text room;
	size_t column = strlen(name) + 2;
	value = clean(&room, value);
	begin(out, name);
	if (is_plain(value) && column + strlen(value) <= LINE_MAX_BYTES)
		text_add(out, value);
	else
		add_words(out, column, value);
	text_add(out, "\r\n");
	text_release(&room);
}

static void add_quoted(struct text *out, const char *value)
{
	text_add_char(out, '"');
	for (; *value; value++) {
		if (*value == '"' || *value == '\\')
			text_add_char(out, '\\');
		text_add_char(out, *value);
	}
	text_add_char(out, '"');
}

/* "Display name" and what stands in angle brackets behind it. */
static void add_named(struct text *out, const char *name, const char *display,
                      const char *in_angles)
{
	struct text room;
	display = clean(&room, display);
	begin(out, name);
	if (is_plain(display) && strlen(display) <= QUOTED_MAX_BYTES)
		add_quoted(out, display);
	else
		add_words(out, strlen(name) + 2, display);
	/* A line of its own: it never makes the name's line too long. */
	text_printf(out, "%s<%s>\r\n", *display ? "\r\n " : "", in_angles);
	text_release(&room);
}

void header_mailbox(struct text *out, const char *name, const char *display, const char *address)
{
	char normal[LIMIT_ADDRESS_BYTES + 1];
	assert(address_normalise(address, normal) && strcmp(address, normal) == 0);
	add_named(out, name, display, address);
}

/* Nothing that could end the brackets or the line. */
static bool is_in_angles(const char *value)
{
	for (const char *c = value; *c; c++) {
		if (*c <= ' ' || *c > '~' || *c == '<' || *c == '>')
			return false;
	}
	return *value != '\0';
}

void header_list(struct text *out, const char *name, const char *display, const char *id)
{
	assert(is_in_angles(id));
	add_named(out, name, display, id);
}

void header_angles(struct text *out, const char *name, const char *value)
{
	assert(is_in_angles(value));
	begin(out, name);
	if (strlen(name) + strlen(value) + 4 > LINE_MAX_BYTES) {
		out->len--; /* the blank goes to the next line */
		text_add(out, "\r\n ");
	}
	text_printf(out, "<%s>\r\n", value);
}

void header_date(struct text *out, const char *name, int64_t at)
{
	static const char days[][4] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
	static const char months[][4] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
	                                 "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
	struct tm tm;
	time_t seconds = (time_t)at;
	gmtime_r(&seconds, &tm);
	begin(out, name);
	text_printf(out, "%s, %02d %s %04d %02d:%02d:%02d +0000\r\n", days[tm.tm_wday], tm.tm_mday,
	            months[tm.tm_mon], tm.tm_year + 1900, tm.tm_hour, tm.tm_min, tm.tm_sec);
}
