/* SPDX-License-Identifier: ISC */
/*
 * Quoted-printable: see quoted.h.
 */
#include "base/quoted.h"

#include <stdbool.h>

enum { LINE_MAX_BYTES = 75 }; /* and the = of a line that goes on */

/* Blanks at a line's end are lost on the way. */
static bool is_literal(const char *at)
{
	if (*at == ' ' || *at == '\t')
		return at[1] != '\n' && at[1] != '\0';
	return *at > ' ' && *at < 0x7f && *at != '=';
}

void quoted_add(struct text *out, const char *text)
{
	static const char digits[] = "0123456789ABCDEF";
	size_t column = 0;
	for (const char *at = text; *at;) {
		size_t run = 0;
		while (column + run < LINE_MAX_BYTES && is_literal(at + run))
			run++;
		text_add_bytes(out, at, run);
		column += run;
		at += run;
		if (*at == '\n') {
			text_add(out, "\r\n");
			column = 0;
			at++;
		} else if (*at && !is_literal(at) && column + 3 <= LINE_MAX_BYTES) {
			unsigned char byte = (unsigned char)*at++;
			text_add_bytes(out, (char[]){'=', digits[byte >> 4], digits[byte & 15]}, 3);
			column += 3;
		} else if (*at) {
			text_add(out, "=\r\n");
			column = 0;
		}
	}
	if (column > 0)
		text_add(out, "\r\n");
}

static int digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

void quoted_read(struct text *out, const char *quoted, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		const char *at = quoted + i;
		size_t left = len - i;
		if (*at == '\r' && left > 1 && at[1] == '\n')
			continue;
		if (*at == '=' && left > 1 && at[1] == '\n') {
			i += 1;
		} else if (*at == '=' && left > 2 && at[1] == '\r' && at[2] == '\n') {
			i += 2;
		} else if (*at == '=' && left > 2 && digit(at[1]) >= 0 && digit(at[2]) >= 0) {
			text_add_char(out, (char)(digit(at[1]) << 4 | digit(at[2])));
			i += 2;
		} else {
			text_add_char(out, *at);
		}
	}
}
