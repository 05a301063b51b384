/* SPDX-License-Identifier: ISC */
/*
 * The strokes behind lettering.h: each glyph relative to the top left of its box, so that one
 * absolute move places it. It is no font: no metrics beyond one width, no other characters.
 */
#include "render/lettering.h"

#include <assert.h>

static const char *glyph(char c)
{
	static const char *const digits[] = {
		"m3 0c-4 0-4 10 0 10s4-10 0-10z",
		"m1 2l2.5-2v10",
		"m0 2.4c.6-3.4 6-3.2 6 .4 0 2.4-6 4.4-6 7.2h6",
		"m0 1c2-2 5.6-1 5.6 1.4 0 1.6-1 2.2-3.2 2.2 2.2 0 3.6.8 3.6 2.6 0 3-4 3.6-6 1.6",
		"m4.4 10v-10l-4.4 7h6",
		"m5.4 0h-4.4l-.6 4.4c2-1.4 5.6-1 5.6 2.2 0 3.8-4.2 4.2-6 2.2",
		"m5 0c-3 1-5 4-5 6.8 0 4.3 6 4.3 6 .2 0-3.8-5-4-5.8-.8",
		"m0 0h6l-3.6 10",
		"m3 4.6c-3.6 0-3.4-4.6 0-4.6s3.4 4.6 0 4.6c-4 0-4 5.4 0 5.4s4-5.4 0-5.4z",
		"m1 10c3-1 5-4 5-6.8 0-4.3-6-4.3-6-.2 0 3.8 5 4 5.8.8",
	};
	if (c >= '0' && c <= '9')
		return digits[c - '0'];
	switch (c) {
	case '-':
		return "m1 5h4";
	case '+':
		return "m0 5h6m-3-3v6";
	case 'M':
		return "m0 10v-10l3 6 3-6v10";
	case 'E':
		return "m5.6 0h-5.6v10h5.6m-5.6-5.2h4.6";
	case 'G':
		return "m5.6 1.8c-2-2.8-5.6-2-5.6 3.2s3.8 6 5.8 3.6v-3h-2.4";
	case 'L':
		return "m.4 0v10h5.4";
	default:
		assert(c == 'Z');
		return "m0 0h6l-6 10h6";
	}
}

void lettering_add(struct text *t, int x, int y, const char *s)
{
	int left = x - ((int)strlen(s) * LETTERING_STEP - (LETTERING_STEP - LETTERING_W)) / 2;
	for (; *s; s++, left += LETTERING_STEP) {
		text_add_char(t, 'M');
		text_add_int(t, left);
		text_add_char(t, ' ');
		text_add_int(t, y - LETTERING_H / 2);
		text_add(t, glyph(*s));
	}
}

void lettering_add_int(struct text *t, int x, int y, int number)
{
	char digits[8];
	size_t at = sizeof(digits) - 1;
	int rest = number < 0 ? -number : number;
	assert(rest < 10000);
	digits[at] = '\0';
	do {
		digits[--at] = (char)('0' + rest % 10);
		rest /= 10;
	} while (rest);
	if (number < 0)
		digits[--at] = '-';
	lettering_add(t, x, y, digits + at);
}
