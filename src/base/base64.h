/* SPDX-License-Identifier: ISC */
/*
 * Base64 (RFC 2045, 6.8) by libsodium, for what mails carry that is not text: padded, with + and /.
 */
#ifndef BASE_BASE64_H
#define BASE_BASE64_H

#include <stddef.h>

#include "base/text.h"

/* Appends len bytes as one piece. */
void base64_add(struct text *out, const void *bytes, size_t len);

/* Appends them as lines of at most 76 characters, each ending in CRLF; no bytes are no line. */
void base64_add_lines(struct text *out, const void *bytes, size_t len);

#endif
