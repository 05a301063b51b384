/* SPDX-License-Identifier: ISC */
/*
 * The one growable buffer of text. It has a ceiling: what would pass it is dropped, with everything
 * that comes after, and the buffer says so, so that a writer appends freely and checks once, at the
 * end. It knows no encoding and escapes nothing.
 *
 *	struct text t;
 *	text_init(&t, LIMIT_RECORD_BYTES);
 *	text_add(&t, "<circle r=\"");
 *	text_add_int(&t, r);
 *	text_add(&t, "\"/>");
 *	if (text_is_over(&t))
 *		...;                 // too long; what stands in it is a beginning
 *	char *s = text_take(&t);     // or text_release(&t)
 *
 * Appends are inline: of a literal they are a compare and a few stores.
 */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

struct text {
	char *data; /* len bytes, not terminated; NULL while nothing was added */
	size_t len;
	size_t room; /* bytes allocated */
	size_t ceiling;
	bool is_over;
};

/* An empty buffer that never holds more than ceiling bytes. It owns memory from the first append
 * on. */
void text_init(struct text *t, size_t ceiling);

/* Frees what it holds and leaves it empty, ready for use, with the same ceiling. */
void text_release(struct text *t);

/* Empties it and keeps its memory. */
void text_clear(struct text *t);

/* Makes room for n more bytes. False, and the buffer is over, when the ceiling forbids. */
bool text_grow(struct text *t, size_t n);

/* The string so far, terminated; it belongs to the buffer and lives until the next append. */
const char *text_string(struct text *t);

/* The string, terminated, which is the caller's to free(); the buffer is empty then. */
char *text_take(struct text *t);

/* printf. */
void text_printf(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Decimal digits. */
void text_add_int(struct text *t, long value);

/* Did something not fit? It stays so until text_clear() or text_release(). */
static inline bool text_is_over(const struct text *t)
{
	return t->is_over;
}

static inline void text_add_bytes(struct text *t, const char *bytes, size_t n)
{
	/* One byte is kept for the terminator of text_string(). */
	if (t->room - t->len <= n && !text_grow(t, n))
		return;
	memcpy(t->data + t->len, bytes, n);
	t->len += n;
}

static inline void text_add(struct text *t, const char *string)
{
	text_add_bytes(t, string, strlen(string));
}

static inline void text_add_char(struct text *t, char c)
{
	text_add_bytes(t, &c, 1);
}

#endif
