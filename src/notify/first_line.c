/* SPDX-License-Identifier: ISC */
/*
 * The walk down a reply: see first_line.h. The shapes of lines are quoting.c's.
 */
#include "notify/first_line.h"

#include <string.h>

#include "notify/plain.h"
#include "notify/quoting.h"

/* Stars around it are what some programs make of bold letters. */
static bool begins_with(struct line line, const char *delimiter)
{
	while (line.len && *line.text == '*') {
		line.text++;
		line.len--;
	}
	size_t n = delimiter ? strlen(delimiter) : 0;
	return n > 0 && line.len >= n && memcmp(line.text, delimiter, n) == 0;
}

/* Cut first: no more than what is kept is worth a look. */
static void take(char out[LIMIT_FIRST_LINE_BYTES + 1], struct line line)
{
	char cut[LIMIT_FIRST_LINE_BYTES + 1];
	size_t n = 0;
	plain_cut(cut, sizeof(cut), line.text, line.len);
	for (const char *c = cut; *c; c++) {
		if (*c != ' ' || c[1] != ' ')
			out[n++] = *c;
	}
	out[n] = '\0';
}

/* Words of the line itself, or of the line up to where a quote is introduced within it. */
static bool take_words(char out[LIMIT_FIRST_LINE_BYTES + 1], struct line line)
{
	size_t before = line_before_introduction(line);
	if (before)
		line.len = before;
	if (line_is_ornament(line) || line_is_advertisement(line))
		return false;
	take(out, line);
	return true;
}

bool first_line_find(char out[LIMIT_FIRST_LINE_BYTES + 1], const char *text, size_t len,
                     const char *delimiter)
{
	struct lines rest = {text, text + len}, here = rest;
	struct line line;
	bool is_introduced = false; /* a quote: marked lines must follow */
	bool is_signature = false;  /* up to the next quote */
	out[0] = '\0';
	for (; lines_next(&rest, &line); here = rest) {
		if (!line.len)
			continue;
		if (line_is_quoted(line)) {
			is_introduced = is_signature = false;
			continue;
		}
		if (begins_with(line, delimiter))
			return false;
		if (line_begins_signed_text(line)) {
			while (lines_next(&rest, &line) && line.len)
				;
			continue;
		}
		/* Words of a person on the line where a quote is introduced come before it. */
		if (!is_introduced && !is_signature && line_before_introduction(line) &&
		    take_words(out, line))
			return true;
		size_t count = lines_introduce(here);
		if (count) {
			for (; count > 1; count--)
				lines_next(&rest, &line);
			is_introduced = true;
			is_signature = false;
			continue;
		}
		if (is_introduced)
			return false;
		if (line_is_signature_mark(line))
			is_signature = true;
		if (!is_signature && take_words(out, line))
			return true;
	}
	return false;
}
