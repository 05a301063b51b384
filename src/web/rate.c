/* SPDX-License-Identifier: ISC */
/*
 * Token buckets in a table of fixed size: a key's hash says in which of few places its bucket may
 * lie. Levels are kept in milliseconds of filling, so that there is no rounding.
 */
#include "web/rate.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/memory.h"
#include "base/secret.h"

static const struct rule {
	int64_t every_ms, at_once;
} rules[RATE_COUNT] = {
	[RATE_NETWORK] = {LIMIT_NETWORK_EVERY_MS, LIMIT_NETWORK_AT_ONCE},
	[RATE_NETWORK_POST] = {LIMIT_NETWORK_POST_EVERY_MS, LIMIT_NETWORK_POST_AT_ONCE},
	[RATE_NETWORK_SIGNIN] = {LIMIT_NETWORK_SIGNIN_EVERY_MS, LIMIT_NETWORK_SIGNIN_AT_ONCE},
	[RATE_NETWORK_GUEST] = {LIMIT_NETWORK_GUEST_EVERY_MS, LIMIT_NETWORK_GUEST_AT_ONCE},
	[RATE_ACCOUNT] = {LIMIT_ACCOUNT_EVERY_MS, LIMIT_ACCOUNT_AT_ONCE},
	[RATE_ACCOUNT_POST] = {LIMIT_ACCOUNT_POST_EVERY_MS, LIMIT_ACCOUNT_POST_AT_ONCE},
	[RATE_ACCOUNT_INVITE] = {LIMIT_ACCOUNT_INVITE_EVERY_MS, LIMIT_ACCOUNT_INVITE_AT_ONCE},
	[RATE_ACCOUNT_HOOK] = {LIMIT_ACCOUNT_HOOK_EVERY_MS, LIMIT_ACCOUNT_HOOK_AT_ONCE},
	[RATE_ADDRESS_MAIL] = {LIMIT_ADDRESS_MAIL_EVERY_MS, LIMIT_ADDRESS_MAIL_AT_ONCE},
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

	int64_t full_since = now_ms - rule->every_ms * rule->at_once;
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
