/* SPDX-License-Identifier: ISC */
/*
 * Chance that anyone can check afterwards: a stream of bytes that follows from a seed and the
 * players' entropy, numbers from it and shuffles by them ("Draws" in the record's description). A
 * plain value: it keeps where the stream stands, so that a later shuffle goes on from there, and a
 * copy is an assignment.
 *
 * It does not know what is shuffled, nor where a seed comes from. Bots take their chance elsewhere.
 *
 * libsodium computes it; the program's main calls sodium_init() once, for the fast implementations.
 */
#ifndef BASE_DRAWS_H
#define BASE_DRAWS_H

#include <stddef.h>
#include <stdint.h>

enum {
	DRAWS_SEED_BYTES = 32,
	DRAWS_ENTROPY_BYTES = 16,
	DRAWS_BUFFER =
		320, /* blocks of 64 bytes computed at once: a shuffle of 72 takes 284 bytes */
};

struct draws {
	unsigned char key[32];
	uint64_t block; /* the next to compute */
	uint16_t at;    /* in bytes[], the next to use */
	unsigned char bytes[DRAWS_BUFFER];
};

/*
 * The stream of a label ("tiles", "tokens", "seats") at its beginning: ChaCha20 under the key
 * SHA-256(label || seed || entropy...). entropy is count values of DRAWS_ENTROPY_BYTES, one after
 * the other in joining order.
 */
void draws_init(struct draws *d, const char *label, const unsigned char seed[DRAWS_SEED_BYTES],
                const unsigned char *entropy, size_t count);

/* The next 4 bytes as a little-endian number. */
uint32_t draws_next(struct draws *d);

/* Uniform below n, n at least 1: takes 4 bytes, and 4 more while they would make it uneven. */
uint32_t draws_below(struct draws *d, uint32_t n);

/* Fisher-Yates from the last index down to 1. Fewer than two items take no bytes. */
void draws_shuffle(struct draws *d, uint8_t *items, size_t count);

#endif
