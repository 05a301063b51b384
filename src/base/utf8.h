/* SPDX-License-Identifier: ISC */
/*
 * UTF-8 (RFC 3629), strictly: no overlong forms, no surrogates, nothing beyond U+10FFFF. It knows
 * nothing of what code points mean: no case, no width, no normal forms.
 */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The code point that begins at text, len bytes being left, to *point; its bytes, or 0 when there
 * is none. */
size_t utf8_next(const char *text, size_t len, uint32_t *point);

/* Are all len bytes valid? NUL is. */
bool utf8_is_valid(const char *text, size_t len);

/*
 * Is this a name that may stand in a page, a mail and a terminal: valid, 1 to max code points, no
 * control character (C0, DEL, C1)?
 */
bool utf8_is_name(const char *text, size_t len, size_t max);

#endif
