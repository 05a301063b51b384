/* SPDX-License-Identifier: ISC */
/*
 * Compressed bodies, and a small store of them: what stays the same is compressed once. The store
 * keeps the newest; it is bounded in bytes. It knows nothing of HTTP but one header.
 */
#ifndef WEB_GZIP_H
#define WEB_GZIP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/hash.h"
#include "base/text.h"

/* Does this Accept-Encoding (NULL: not sent) take gzip? q=0 is no. */
bool gzip_is_accepted(const char *accept_encoding);

/* Appends the bytes as one gzip member, at level 6. */
void gzip_pack(struct text *out, const char *bytes, size_t len);

struct gzip_cache;

struct gzip_cache *gzip_cache_new(size_t bytes_max);
void gzip_cache_free(struct gzip_cache *c);

/* Appends what is kept under a key; false when nothing is. Threads may call both at once. */
bool gzip_cache_get(struct gzip_cache *c, const unsigned char key[HASH_BYTES], struct text *out);
void gzip_cache_put(struct gzip_cache *c, const unsigned char key[HASH_BYTES], const char *bytes,
                    size_t len);

#endif
