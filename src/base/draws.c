/* SPDX-License-Identifier: ISC */
/*
 * Draws from a seed: see draws.h. Where the stream stands is (block, at); the buffer only saves
 * calls. It is a whole number of blocks and every number takes 4 bytes, so that none lies across
 * its end.
 */
#include "base/draws.h"

#include <assert.h>
#include <endian.h>
#include <sodium.h>
#include <string.h>

_Static_assert(DRAWS_BUFFER % 64 == 0, "whole blocks");

void draws_init(struct draws *d, const char *label, const unsigned char seed[DRAWS_SEED_BYTES],
                const unsigned char *entropy, size_t count)
{
	crypto_hash_sha256_state state;
	crypto_hash_sha256_init(&state);
	crypto_hash_sha256_update(&state, (const unsigned char *)label, strlen(label));
	crypto_hash_sha256_update(&state, seed, DRAWS_SEED_BYTES);
	crypto_hash_sha256_update(&state, entropy, count * DRAWS_ENTROPY_BYTES);
	crypto_hash_sha256_final(&state, d->key);
	d->block = 0;
	d->at = DRAWS_BUFFER;
}

uint32_t draws_next(struct draws *d)
{
	static const unsigned char nonce[crypto_stream_chacha20_NONCEBYTES];

	if (d->at == DRAWS_BUFFER) {
		memset(d->bytes, 0, sizeof(d->bytes));
		crypto_stream_chacha20_xor_ic(d->bytes, d->bytes, sizeof(d->bytes), nonce, d->block,
		                              d->key);
		d->block += DRAWS_BUFFER / 64;
		d->at = 0;
	}
	uint32_t v;
	memcpy(&v, d->bytes + d->at, sizeof(v));
	d->at += sizeof(v);
	return le32toh(v);
}

uint32_t draws_below(struct draws *d, uint32_t n)
{
	assert(n >= 1);
	for (;;) {
		uint32_t v = draws_next(d);
		uint32_t r = v % n;
		/* v lies below the largest multiple of n when the whole run v - r .. v - r + n - 1
		 * fits. */
		if (v - r <= UINT32_MAX - (n - 1))
			return r;
	}
}

void draws_shuffle(struct draws *d, uint8_t *items, size_t count)
{
	for (size_t i = count; i-- > 1;) {
		size_t j = draws_below(d, (uint32_t)i + 1);
		uint8_t item = items[i];
		items[i] = items[j];
		items[j] = item;
	}
}
