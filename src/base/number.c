/* SPDX-License-Identifier: ISC */
/*
 * Whole numbers: see number.h.
 */
#include "base/number.h"

#include <stddef.h>
#include <string.h>

enum { DIGITS_MAX = 15 };

bool number_parse(const char *text, int64_t least, int64_t most, int64_t *out)
{
	size_t digits = text ? strspn(text, "0123456789") : 0;
	int64_t n = 0;
	if (digits == 0 || digits > DIGITS_MAX || text[digits])
		return false;
	for (size_t i = 0; i < digits; i++)
		n = n * 10 + (text[i] - '0');
	if (n < least || n > most)
		return false;
	*out = n;
	return true;
}
