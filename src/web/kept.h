/* SPDX-License-Identifier: ISC */
/*
 * Bytes that took a while to make, kept for the next who wants the same: by a key that says all
 * that they were made of. It does not know what they are, nor whether the key says enough. Bounded;
 * the oldest give way. From any thread.
 *
 *	struct kept_key key = kept_key(k, described.data, described.len);
 *	if (!kept_find(k, &key, &out)) {
 *		...                                  // appended to out, which was empty
 *		kept_add(k, &key, out.data, out.len);
 *	}
 */
#ifndef WEB_KEPT_H
#define WEB_KEPT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

struct kept;

/* At most so many bytes. kept_free() takes NULL. */
struct kept *kept_new(size_t bytes_max);
void kept_free(struct kept *k);

/* A hash with a secret of this store: nobody can aim at the place of somebody else's bytes. */
enum { KEPT_KEY_BYTES = 32 };
struct kept_key {
	unsigned char bytes[KEPT_KEY_BYTES];
};
struct kept_key kept_key(const struct kept *k, const void *bytes, size_t len);

/* Appends what is kept under a key; false when that is nothing. */
bool kept_find(struct kept *k, const struct kept_key *key, struct text *out);

/* Keeps a copy, in the place of what was kept under that key. What would take more than a quarter
 * of the store is not kept. */
void kept_add(struct kept *k, const struct kept_key *key, const char *bytes, size_t len);

#endif
