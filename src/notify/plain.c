/* SPDX-License-Identifier: ISC */
/*
 * Cleaning and joining lines: see plain.h. GLib knows Unicode's cases and forms; which characters
 * are dropped is decided here.
 */
#include "notify/plain.h"

#include <glib.h>
#include <string.h>

#include "base/utf8.h"

#define REPLACEMENT "\xef\xbf\xbd"

static bool is_space(uint32_t p)
{
	return p == ' ' || p == '\t' || p == 0xa0 || p == 0x1680 || (p >= 0x2000 && p <= 0x200a) ||
	       p == 0x202f || p == 0x205f || p == 0x3000;
}

/* Controls, and what has no width: soft hyphen, joiners, marks of direction, variation selectors,
 * byte order marks, tags. Gmail and others pad the preview of a mail with them. */
static bool is_dropped(uint32_t p)
{
	return p < 0x20 || (p >= 0x7f && p < 0xa0) || p == 0xad || p == 0x34f || p == 0x61c ||
	       p == 0x180e || (p >= 0x200b && p <= 0x200f) || (p >= 0x202a && p <= 0x202e) ||
	       (p >= 0x2060 && p <= 0x206f) || (p >= 0xfe00 && p <= 0xfe0f) || p == 0xfeff ||
	       (p >= 0xfff9 && p <= 0xfffb) || (p >= 0xe0000 && p <= 0xe0fff);
}

void plain_clean(struct text *out, const char *bytes, size_t len)
{
	for (size_t at = 0, n; at < len; at += n) {
		uint32_t p;
		n = utf8_next(bytes + at, len - at, &p);
		if (n == 0) {
			text_add(out, REPLACEMENT);
			n = 1;
		} else if (p == '\n' || p == 0x2028 || p == 0x2029 ||
		           (p == '\r' && (at + 1 == len || bytes[at + 1] != '\n'))) {
			text_add_char(out, '\n');
		} else if (is_space(p)) {
			text_add_char(out, ' ');
		} else if (!is_dropped(p)) {
			text_add_bytes(out, bytes + at, n);
		}
	}
}

/* Does the line that begins here end softly? It has len bytes. */
static bool is_soft(const char *line, size_t len)
{
	return len > 0 && line[len - 1] == ' ' && !(len == 3 && memcmp(line, "-- ", 3) == 0);
}

void plain_unflow(struct text *out, const char *text, size_t len, bool drops_space)
{
	const char *end = text + len;
	for (bool is_joined = false; text < end;) {
		const char *lf = memchr(text, '\n', (size_t)(end - text));
		const char *next = lf ? lf + 1 : end;
		bool is_quoted = *text == '>';
		size_t n = (size_t)((lf ? lf : end) - text);
		if (is_joined && (is_quoted || (n == 3 && memcmp(text, "-- ", 3) == 0)))
			text_add_char(out, '\n');
		if (!is_quoted && n > 0 && *text == ' ') { /* stuffed */
			text++;
			n--;
		}
		is_joined = !is_quoted && is_soft(text, n);
		text_add_bytes(out, text, n - (is_joined && drops_space));
		if (!is_joined)
			text_add_char(out, '\n');
		text = next;
	}
}

void plain_cut(char *out, size_t room, const char *text, size_t len)
{
	size_t kept = 0;
	uint32_t p;
	for (size_t n; (n = utf8_next(text + kept, len - kept, &p)) && kept + n < room;)
		kept += n;
	memcpy(out, text, kept);
	out[kept] = '\0';
}

bool plain_fold(char *out, size_t room, const char *text, size_t len)
{
	out[0] = '\0';
	if (len >= room || !utf8_is_valid(text, len) || memchr(text, '\0', len))
		return false;
	char *composed = g_utf8_normalize(text, (gssize)len, G_NORMALIZE_DEFAULT_COMPOSE);
	char *lower = composed ? g_utf8_strdown(composed, -1) : NULL;
	bool fits = lower && strlen(lower) < room;
	if (fits)
		memcpy(out, lower, strlen(lower) + 1);
	g_free(lower);
	g_free(composed);
	return fits;
}
