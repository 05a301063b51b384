/* SPDX-License-Identifier: ISC */
/*
 * A ring: a new entry takes the place of the oldest, and of more of them where its bytes would not
 * fit. Those whose keys' hashes agree are a chain.
 */
#include "web/kept.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/secret.h"

enum { SLOTS = 8192 };

struct slot {
	struct kept_key key;
	char *bytes; /* NULL: free */
	size_t len;
	unsigned next; /* in the chain, plus one; 0: none */
};

struct kept {
	pthread_mutex_t lock;
	unsigned char secret[SECRET_KEY_BYTES];
	size_t bytes, bytes_max;
	unsigned next;          /* the slot to be taken next: the oldest */
	unsigned chains[SLOTS]; /* the first slot of each, plus one; 0: none */
	struct slot slots[SLOTS];
};

struct kept *kept_new(size_t bytes_max)
{
	struct kept *k = memory_resize(NULL, 1, sizeof(*k));
	memset(k, 0, sizeof(*k));
	pthread_mutex_init(&k->lock, NULL);
	secret_random(k->secret, sizeof(k->secret));
	k->bytes_max = bytes_max;
	return k;
}

void kept_free(struct kept *k)
{
	if (!k)
		return;
	for (unsigned i = 0; i < SLOTS; i++)
		free(k->slots[i].bytes);
	pthread_mutex_destroy(&k->lock);
	free(k);
}

struct kept_key kept_key(const struct kept *k, const void *bytes, size_t len)
{
	struct kept_key key;
	secret_derive(key.bytes, sizeof(key.bytes), k->secret, bytes, len);
	return key;
}

static unsigned *chain_of(struct kept *k, const struct kept_key *key)
{
	uint64_t head;
	memcpy(&head, key->bytes, sizeof(head));
	return &k->chains[head % SLOTS];
}

static struct slot *find(struct kept *k, const struct kept_key *key)
{
	unsigned at = *chain_of(k, key);
	while (at && memcmp(&k->slots[at - 1].key, key, sizeof(*key)) != 0)
		at = k->slots[at - 1].next;
	return at ? &k->slots[at - 1] : NULL;
}

bool kept_find(struct kept *k, const struct kept_key *key, struct text *out)
{
	pthread_mutex_lock(&k->lock);
	const struct slot *s = find(k, key);
	if (s)
		text_add_bytes(out, s->bytes, s->len);
	pthread_mutex_unlock(&k->lock);
	return s != NULL;
}

static void drop(struct kept *k, struct slot *s)
{
	if (!s->bytes)
		return;
	unsigned *at = chain_of(k, &s->key);
	while (&k->slots[*at - 1] != s)
		at = &k->slots[*at - 1].next;
	*at = s->next;
	free(s->bytes);
	k->bytes -= s->len;
	*s = (struct slot){0};
}

void kept_add(struct kept *k, const struct kept_key *key, const char *bytes, size_t len)
{
	if (len == 0 || len > k->bytes_max / 4)
		return;
	char *copy = memory_resize(NULL, len, 1);
	memcpy(copy, bytes, len);
	pthread_mutex_lock(&k->lock);
	struct slot *before = find(k, key);
	if (before)
		drop(k, before);
	unsigned at = k->next;
	struct slot *s = &k->slots[at];
	k->next = (at + 1) % SLOTS;
	drop(k, s);
	for (unsigned i = k->next; k->bytes + len > k->bytes_max; i = (i + 1) % SLOTS)
		drop(k, &k->slots[i]);
	unsigned *chain = chain_of(k, key);
	*s = (struct slot){.key = *key, .bytes = copy, .len = len, .next = *chain};
	*chain = at + 1;
	k->bytes += len;
	pthread_mutex_unlock(&k->lock);
}
