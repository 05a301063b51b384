/* SPDX-License-Identifier: ISC */
/*
 * Bytes as lower-case hexadecimal and back, always of a length that is known beforehand. Not for
 * secrets: it takes no constant time.
 */
#ifndef BASE_HEX_H
#define BASE_HEX_H

#include <stddef.h>

/* Writes 2 n digits and a terminator to out. */
void hex_format(char *out, const unsigned char *bytes, size_t n);

/* Reads n bytes from a string of exactly 2 n lower-case digits. 0, or -1 and out is unspecified. */
int hex_parse(unsigned char *out, size_t n, const char *string);

#endif
