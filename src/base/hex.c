/* SPDX-License-Identifier: ISC */
/*
 * Hexadecimal: see hex.h. Upper case is not read: one value has one spelling.
 */
#include "base/hex.h"

#include <string.h>

static const char digits[] = "0123456789abcdef";

void hex_format(char *out, const unsigned char *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		*out++ = digits[bytes[i] >> 4];
		*out++ = digits[bytes[i] & 15];
	}
	*out = '\0';
}

int hex_parse(unsigned char *out, size_t n, const char *string)
{
	if (strlen(string) != 2 * n)
		return -1;
	for (size_t i = 0; i < n; i++) {
		const char *high = strchr(digits, string[2 * i]);
		const char *low = strchr(digits, string[2 * i + 1]);
		if (!high || !low)
			return -1;
		out[i] = (unsigned char)((high - digits) * 16 + (low - digits));
	}
	return 0;
}
