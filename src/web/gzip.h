/* SPDX-License-Identifier: ISC */
/*
 * Compressed bodies, and a small store of them, so that what stays the same is compressed once. The
 * key is a hash of the body itself: whatever a page depends on, a wrong one can't come out. It
 * knows nothing of HTTP.
 */
#ifndef WEB_GZIP_H
#define WEB_GZIP_H

#include <stddef.h>

#include "base/text.h"

struct gzip_cache;

struct gzip_cache *gzip_cache_new(size_t bytes_max);
void gzip_cache_free(struct gzip_cache *c);

/*
 * Appends the bytes as one gzip member of level 6: the one that is kept, or a new one, which is
 * then kept; the oldest give way. Threads may call it at once. 0, or -1 when out's ceiling is
 * passed.
 */
int gzip_pack(struct gzip_cache *c, struct text *out, const char *bytes, size_t len);

#endif
