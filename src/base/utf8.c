/* SPDX-License-Identifier: ISC */
/*
 * UTF-8: see utf8.h. A decoder and two questions; conversion to other encodings is nowhere.
 */
#include "base/utf8.h"

size_t utf8_next(const char *text, size_t len, uint32_t *point)
{
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};

	if (len == 0)
		return 0;
	const unsigned char *b = (const unsigned char *)text;
	if (b[0] < 0x80) {
		*point = b[0];
		return 1;
	}
	size_t n = b[0] >= 0xf0 ? 4 : b[0] >= 0xe0 ? 3 : 2;
	if (b[0] < 0xc0 || b[0] > 0xf7 || n > len)
		return 0;
	uint32_t p = b[0] & (0x7fU >> n);
	for (size_t i = 1; i < n; i++) {
		if ((b[i] & 0xc0) != 0x80)
			return 0;
		p = p << 6 | (b[i] & 0x3fU);
	}
	if (p < least[n] || p > 0x10ffff || (p >= 0xd800 && p <= 0xdfff))
		return 0;
	*point = p;
	return n;
}

bool utf8_is_valid(const char *text, size_t len)
{
	uint32_t point;
	for (size_t at = 0, n; at < len; at += n) {
		n = utf8_next(text + at, len - at, &point);
		if (n == 0)
			return false;
	}
	return true;
}

bool utf8_is_name(const char *text, size_t len, size_t max)
{
	size_t count = 0;
	for (size_t at = 0, n; at < len; at += n) {
		uint32_t p;
		n = utf8_next(text + at, len - at, &p);
		if (n == 0 || p < 0x20 || (p >= 0x7f && p < 0xa0))
			return false;
		count++;
	}
	return count >= 1 && count <= max;
}
