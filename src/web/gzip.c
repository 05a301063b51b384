/* SPDX-License-Identifier: ISC */
/*
 * Bodies to gzip, by zlib.
 */
#include "web/gzip.h"

#include <assert.h>
#include <zlib.h>

enum { LEVEL = 6, WINDOW_GZIP = 15 + 16, MEMORY_LEVEL = 8 };

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

int gzip_pack(struct kept *kept, struct text *out, const char *bytes, size_t len)
{
	struct kept_key key = kept_key(kept, bytes, len);
	if (kept_find(kept, &key, out))
		return text_is_over(out) ? -1 : 0;
	size_t before = out->len;
	if (deflate_all(out, bytes, len))
		return -1;
	kept_add(kept, &key, out->data + before, out->len - before);
	return 0;
}
