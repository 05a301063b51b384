/* SPDX-License-Identifier: ISC */
/*
 * Token buckets in a table of fixed size: a key's hash says in which of few places its bucket may
 * lie. Levels are kept in milliseconds of filling, so that there is no rounding.
 */
#include "web/rate.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/secret.h"

/* One in each `every_ms`, `depth` at once. A page is some requests, and people come in groups: a
 * school, a mobile network. */
static const struct rule {
	int64_t every_ms;
	int64_t depth;
} rules[RATE_COUNT] = {
	[RATE_NETWORK] = {25, 1200},          [RATE_NETWORK_POST] = {250, 240},
	[RATE_NETWORK_SIGNIN] = {30000, 20},  [RATE_NETWORK_GUEST] = {60000, 20},
	[RATE_ACCOUNT] = {50, 600},           [RATE_ACCOUNT_POST] = {500, 120},
	[RATE_ACCOUNT_INVITE] = {120000, 30}, [RATE_ADDRESS_MAIL] = {300000, 4},
};

enum { SETS = 4096, WAYS = 4, KEY_BYTES = 16 };

struct bucket {
	unsigned char key[KEY_BYTES];
	int64_t empty_at; /* when it was empty, or would have been, were it filled without end */
	int64_t used_at;
};

struct rates {
	pthread_mutex_t lock;
	unsigned char secret[SECRET_KEY_BYTES]; /* so that nobody can choose a key that pushes
	                                           another out */
	struct bucket buckets[SETS][WAYS];
};

struct rates *rates_new(void)
{
	struct rates *r = memory_resize(NULL, 1, sizeof(*r));
	memset(r, 0, sizeof(*r));
	pthread_mutex_init(&r->lock, NULL);
	secret_random(r->secret, sizeof(r->secret));
	return r;
}

void rates_free(struct rates *r)
{
	if (!r)
		return;
	pthread_mutex_destroy(&r->lock);
	free(r);
}

/* The bucket of a key; where it had none the one of its set that was untouched longest, full. */
static struct bucket *bucket_of(struct rates *r, const unsigned char key[KEY_BYTES],
                                int64_t full_since)
{
	struct bucket *set = r->buckets[(key[0] | key[1] << 8) % SETS], *oldest = set;
	for (unsigned i = 0; i < WAYS; i++) {
		if (memcmp(set[i].key, key, KEY_BYTES) == 0)
			return &set[i];
		if (set[i].used_at < oldest->used_at)
			oldest = &set[i];
	}
	memcpy(oldest->key, key, KEY_BYTES);
	oldest->empty_at = full_since;
	return oldest;
}

unsigned rates_take(struct rates *r, enum rate kind, const void *key, size_t len, int64_t now_ms)
{
	const struct rule *rule = &rules[kind];
	unsigned char derived[SECRET_KEY_BYTES], hash[KEY_BYTES];
	unsigned char which = (unsigned char)kind;
	secret_derive(derived, sizeof(derived), r->secret, &which, 1);
	secret_derive(hash, sizeof(hash), derived, key, len);

	int64_t full_since = now_ms - rule->every_ms * rule->depth;
	int64_t wait_ms = 0;
	pthread_mutex_lock(&r->lock);
	struct bucket *b = bucket_of(r, hash, full_since);
	if (b->empty_at < full_since)
		b->empty_at = full_since;
	if (b->empty_at + rule->every_ms <= now_ms)
		b->empty_at += rule->every_ms;
	else
		wait_ms = b->empty_at + rule->every_ms - now_ms;
	b->used_at = now_ms;
	pthread_mutex_unlock(&r->lock);
	return (unsigned)((wait_ms + 999) / 1000);
}
