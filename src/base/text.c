/* SPDX-License-Identifier: ISC */
/*
 * The growable buffer: what is not inline in text.h. It does not shrink, and it is not for binary
 * files of unknown size: its ceiling is known when it is made.
 *
 * The inline appends look at `room` alone. So it is never more than the ceiling and a terminator,
 * and once something did not fit it is cut to what stands, which sends every later append to
 * text_grow() to be refused.
 */
#include "base/text.h"

#include <assert.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"

enum { ROOM_FIRST = 256 };

void text_init(struct text *t, size_t ceiling)
{
	assert(ceiling < SIZE_MAX / 4);
	*t = (struct text){.ceiling = ceiling};
}

void text_release(struct text *t)
{
	free(t->data);
	text_init(t, t->ceiling);
}

void text_clear(struct text *t)
{
	t->len = 0;
	if (t->is_over)
		text_release(t);
}

bool text_grow(struct text *t, size_t n)
{
	if (t->is_over || n > t->ceiling - t->len) {
		t->is_over = true;
		t->room = t->len;
		return false;
	}
	size_t need = t->len + n + 1;
	size_t room = t->room ? t->room : ROOM_FIRST;
	while (room < need)
		room *= 2;
	if (room > t->ceiling + 1)
		room = t->ceiling + 1;
	t->data = memory_resize(t->data, room, 1);
	t->room = room;
	return true;
}

const char *text_string(struct text *t)
{
	if (!t->data)
		return "";
	t->data[t->len] = '\0';
	return t->data;
}

char *text_take(struct text *t)
{
	if (!t->data)
		t->data = memory_resize(NULL, 1, 1);
	t->data[t->len] = '\0';
	char *taken = t->data;
	text_init(t, t->ceiling);
	return taken;
}

void text_printf(struct text *t, const char *format, ...)
{
	char small[256];
	va_list args, again;
	va_start(args, format);
	va_copy(again, args);
	int n = vsnprintf(small, sizeof(small), format, args);
	va_end(args);
	assert(n >= 0);
	size_t len = (size_t)n;
	if (len < sizeof(small)) {
		text_add_bytes(t, small, len);
	} else if (t->room - t->len > len || text_grow(t, len)) {
		vsnprintf(t->data + t->len, len + 1, format, again);
		t->len += len;
	}
	va_end(again);
}

void text_add_int(struct text *t, long value)
{
	char digits[24];
	size_t at = sizeof(digits);
	unsigned long rest = value < 0 ? 0UL - (unsigned long)value : (unsigned long)value;
	do {
		digits[--at] = (char)('0' + rest % 10);
		rest /= 10;
	} while (rest);
	if (value < 0)
		digits[--at] = '-';
	text_add_bytes(t, digits + at, sizeof(digits) - at);
}
