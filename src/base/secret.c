/* SPDX-License-Identifier: ISC */
/*
 * Secrets, by libsodium.
 */
#include "base/secret.h"

#include <assert.h>
#include <sodium.h>

void secret_random(void *out, size_t n)
{
	randombytes_buf(out, n);
}

void secret_derive(unsigned char *out, size_t n, const unsigned char key[SECRET_KEY_BYTES],
                   const void *label, size_t label_len)
{
	assert(n >= crypto_generichash_BYTES_MIN && n <= crypto_generichash_BYTES_MAX);
	crypto_generichash(out, n, label, label_len, key, SECRET_KEY_BYTES);
}

void secret_sign(unsigned char out[SECRET_MAC_BYTES], const unsigned char key[SECRET_KEY_BYTES],
                 const void *bytes, size_t len)
{
	crypto_auth_hmacsha256(out, bytes, len, key);
}

bool secret_equals(const void *a, const void *b, size_t n)
{
	return sodium_memcmp(a, b, n) == 0;
}
