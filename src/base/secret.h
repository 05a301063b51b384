/* SPDX-License-Identifier: ISC */
/*
 * Secrets: from the system's generator, derived from one another, and compared without telling how
 * far they agree. By libsodium. What is public has hash.h.
 */
#ifndef BASE_SECRET_H
#define BASE_SECRET_H

#include <stdbool.h>
#include <stddef.h>

enum { SECRET_KEY_BYTES = 32 };

/* Fills n bytes that nobody can guess. */
void secret_random(void *out, size_t n);

/*
 * n bytes (16 to 64) that follow from a key and a label, and that tell nothing of either: keyed
 * BLAKE2b.
 */
void secret_derive(unsigned char *out, size_t n, const unsigned char key[SECRET_KEY_BYTES],
                   const void *label, size_t label_len);

/* HMAC-SHA-256 (RFC 2104), for others to check. */
enum { SECRET_MAC_BYTES = 32 };
void secret_sign(unsigned char out[SECRET_MAC_BYTES], const unsigned char key[SECRET_KEY_BYTES],
                 const void *bytes, size_t len);

/* Are n bytes equal? Takes the same time whichever they are. */
bool secret_equals(const void *a, const void *b, size_t n);

#endif
