/* SPDX-License-Identifier: ISC */
/*
 * A ring of compressed bodies: a new one takes the place of the oldest, and more of them where the
 * bytes would not fit.
 */
#include "web/gzip.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/memory.h"
#include "base/secret.h"

enum { KEY_BYTES = 32, SLOTS = 256, LEVEL = 6, WINDOW_GZIP = 15 + 16, MEMORY_LEVEL = 8 };

struct slot {
	unsigned char key[KEY_BYTES];
	char *bytes; /* NULL: free */
	size_t len;
};

struct gzip_cache {
	pthread_mutex_t lock;
	unsigned char secret[SECRET_KEY_BYTES]; /* of the hash: nobody can aim at another's page */
	size_t bytes, bytes_max;
	unsigned next; /* the slot to be taken next: the oldest */
	struct slot slots[SLOTS];
};

struct gzip_cache *gzip_cache_new(size_t bytes_max)
{
	struct gzip_cache *c = memory_resize(NULL, 1, sizeof(*c));
	memset(c, 0, sizeof(*c));
	pthread_mutex_init(&c->lock, NULL);
	secret_random(c->secret, sizeof(c->secret));
	c->bytes_max = bytes_max;
	return c;
}

void gzip_cache_free(struct gzip_cache *c)
{
	if (!c)
		return;
	for (unsigned i = 0; i < SLOTS; i++)
		free(c->slots[i].bytes);
	pthread_mutex_destroy(&c->lock);
	free(c);
}

static bool find(struct gzip_cache *c, const unsigned char key[KEY_BYTES], struct text *out)
{
	bool is_there = false;
	pthread_mutex_lock(&c->lock);
	for (unsigned i = 0; i < SLOTS && !is_there; i++) {
		const struct slot *s = &c->slots[i];
		is_there = s->bytes && memcmp(s->key, key, KEY_BYTES) == 0;
		if (is_there)
			text_add_bytes(out, s->bytes, s->len);
	}
	pthread_mutex_unlock(&c->lock);
	return is_there;
}

static void drop(struct gzip_cache *c, struct slot *s)
{
	free(s->bytes);
	c->bytes -= s->len;
	*s = (struct slot){0};
}

static void keep(struct gzip_cache *c, const unsigned char key[KEY_BYTES], const char *bytes,
                 size_t len)
{
	if (len > c->bytes_max / 4)
		return;
	char *copy = memory_resize(NULL, len, 1);
	memcpy(copy, bytes, len);
	pthread_mutex_lock(&c->lock);
	struct slot *s = &c->slots[c->next];
	c->next = (c->next + 1) % SLOTS;
	drop(c, s);
	for (unsigned i = c->next; c->bytes + len > c->bytes_max; i = (i + 1) % SLOTS)
		drop(c, &c->slots[i]);
	memcpy(s->key, key, KEY_BYTES);
	s->bytes = copy;
	s->len = len;
	c->bytes += len;
	pthread_mutex_unlock(&c->lock);
}

static int deflate_all(struct text *out, const char *bytes, size_t len)
{
	z_stream z = {0};
	int status =
		deflateInit2(&z, LEVEL, Z_DEFLATED, WINDOW_GZIP, MEMORY_LEVEL, Z_DEFAULT_STRATEGY);
	assert(status == Z_OK);
	size_t room = deflateBound(&z, len);
	if (!text_grow(out, room)) {
		deflateEnd(&z);
		return -1;
	}
	z.next_in = (z_const Bytef *)bytes;
	z.avail_in = (uInt)len;
	z.next_out = (Bytef *)out->data + out->len;
	z.avail_out = (uInt)room;
	status = deflate(&z, Z_FINISH);
	assert(status == Z_STREAM_END);
	out->len += z.total_out;
	deflateEnd(&z);
	return 0;
}

int gzip_pack(struct gzip_cache *c, struct text *out, const char *bytes, size_t len)
{
	unsigned char key[KEY_BYTES];
	secret_derive(key, sizeof(key), c->secret, bytes, len);
	if (find(c, key, out))
		return text_is_over(out) ? -1 : 0;
	size_t before = out->len;
	if (deflate_all(out, bytes, len))
		return -1;
	keep(c, key, out->data + before, out->len - before);
	return 0;
}
