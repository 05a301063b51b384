/* SPDX-License-Identifier: ISC */
/*
 * Bytes as lower-case base 32 (RFC 4648 without padding), for what stands in mail addresses, whose
 * case servers may change. Not in constant time: secrets are compared with secret.h once they are
 * bytes.
 */
#ifndef BASE_BASE32_H
#define BASE_BASE32_H

#include <stddef.h>
#include <sys/types.h>

/* Characters for n bytes, without the terminator. */
#define BASE32_LEN(n) (((n)*8 + 4) / 5)

/* Writes BASE32_LEN(n) characters and a terminator. */
void base32_format(char *out, const void *bytes, size_t n);

/* Reads len characters, in either case, to at most cap bytes. How many bytes they were; -1, and out
 * is unspecified, when it is no base 32, not its one spelling, or too long. */
ssize_t base32_parse(void *out, size_t cap, const char *text, size_t len);

#endif
