/* SPDX-License-Identifier: ISC */
/*
 * realloc() that aborts: see memory.h. Not a pool, not an arena.
 */
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>

void *memory_resize(void *old, size_t count, size_t size)
{
	void *p = reallocarray(old, count, size);
	if (!p) {
		fputs("out of memory\n", stderr);
		abort();
	}
	return p;
}
