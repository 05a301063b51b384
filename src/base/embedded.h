/* SPDX-License-Identifier: ISC */
/*
 * Files of the tree that the program carries inside itself: the default tile set and whatever else
 * the Makefile's EMBEDDED names. It knows nothing of what they mean, and reads no disk.
 */
#ifndef BASE_EMBEDDED_H
#define BASE_EMBEDDED_H

#include <stddef.h>

/* One file. Static, read-only; a NUL that `size` does not count follows the bytes. */
struct embedded {
	const char *path; /* from the tree's root: "data/safari.tiles" */
	const unsigned char *data;
	size_t size;
};

/* All of them, sorted by path in byte order; the last has a NULL path. */
extern const struct embedded embedded_files[];

/* The file of exactly that path, or NULL. */
const struct embedded *embedded_find(const char *path);

#endif
