/* SPDX-License-Identifier: ISC */
/*
 * Compressed bodies, so that what stays the same is compressed once. The key is the body itself:
 * whatever a page depends on, a wrong one can't come out. It knows nothing of HTTP.
 */
#ifndef WEB_GZIP_H
#define WEB_GZIP_H

#include <stddef.h>

#include "base/text.h"
#include "web/kept.h"

/*
 * Appends the bytes as one gzip member of level 6: the one that is kept, or a new one, which is
 * then kept. Threads may call it at once. 0, or -1 when out's ceiling is
 * passed.
 */
int gzip_pack(struct kept *kept, struct text *out, const char *bytes, size_t len);

#endif
