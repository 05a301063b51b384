/* SPDX-License-Identifier: ISC */
/*
 * Base 32: see base32.h.
 */
#include "base/base32.h"

#include <stdbool.h>
#include <string.h>

static const char digits[] = "abcdefghijklmnopqrstuvwxyz234567";

void base32_format(char *out, const void *bytes, size_t n)
{
	const unsigned char *in = bytes;
	unsigned bits = 0, held = 0;
	for (size_t i = 0; i < n; i++) {
		bits = bits << 8 | in[i];
		for (held += 8; held >= 5; held -= 5)
			*out++ = digits[bits >> (held - 5) & 31];
	}
	if (held)
		*out++ = digits[bits << (5 - held) & 31];
	*out = '\0';
}

ssize_t base32_parse(void *out, size_t cap, const char *text, size_t len)
{
	unsigned char *to = out;
	unsigned bits = 0, held = 0;
	size_t n = 0;
	for (size_t i = 0; i < len; i++) {
		char c = text[i] >= 'A' && text[i] <= 'Z' ? (char)(text[i] - 'A' + 'a') : text[i];
		const char *digit = c ? strchr(digits, c) : NULL;
		if (!digit)
			return -1;
		bits = bits << 5 | (unsigned)(digit - digits);
		held += 5;
		if (held < 8)
			continue;
		held -= 8;
		if (n == cap)
			return -1;
		to[n++] = (unsigned char)(bits >> held);
	}
	/* What is left over are the zeros that fill the last character. */
	bool is_whole = held < 5 && (bits & ((1u << held) - 1)) == 0;
	return is_whole ? (ssize_t)n : -1;
}
