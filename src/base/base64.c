/* SPDX-License-Identifier: ISC */
/*
 * Base64: see base64.h. It goes line by line in either form: a line's bytes are a multiple of
 * three, so that only the last one is padded.
 */
#include "base/base64.h"

#include <sodium.h>

enum { LINE_BYTES = 57, LINE_CHARACTERS = 76 };

static void add(struct text *out, const unsigned char *bytes, size_t len, const char *line_end)
{
	char line[LINE_CHARACTERS + 1];
	for (size_t at = 0; at < len; at += LINE_BYTES) {
		size_t n = len - at < LINE_BYTES ? len - at : LINE_BYTES;
		sodium_bin2base64(line, sizeof(line), bytes + at, n,
		                  sodium_base64_VARIANT_ORIGINAL);
		text_add(out, line);
		text_add(out, line_end);
	}
}

void base64_add(struct text *out, const void *bytes, size_t len)
{
	add(out, bytes, len, "");
}

void base64_add_lines(struct text *out, const void *bytes, size_t len)
{
	add(out, bytes, len, "\r\n");
}
