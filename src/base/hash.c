/* SPDX-License-Identifier: ISC */
/*
 * SHA-256: see hash.h. The algorithm is libsodium's.
 */
#include "base/hash.h"

#include <sodium.h>

#include "base/hex.h"

_Static_assert(HASH_BYTES == crypto_hash_sha256_BYTES, "a hash is a hash");

void hash_sha256(unsigned char out[HASH_BYTES], const void *data, size_t len)
{
	crypto_hash_sha256(out, data, len);
}

void hash_sha256_hex(char out[HASH_HEX], const void *data, size_t len)
{
	unsigned char hash[HASH_BYTES];
	hash_sha256(hash, data, len);
	hex_format(out, hash, sizeof(hash));
}
