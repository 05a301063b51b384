/* SPDX-License-Identifier: ISC */
/*
 * SHA-256, by libsodium. For names of contents and for chains; not for passwords, not keyed.
 */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>

enum { HASH_BYTES = 32, HASH_HEX = 2 * HASH_BYTES + 1 };

void hash_sha256(unsigned char out[HASH_BYTES], const void *data, size_t len);

/* The same as lower-case hexadecimal with its terminator. */
void hash_sha256_hex(char out[HASH_HEX], const void *data, size_t len);

#endif
