/* SPDX-License-Identifier: ISC */
/*
 * Memory that is there or the program is not: every input is bounded first (limits.h), so that
 * running out is no case to handle. Not an allocator: free() frees what this gives.
 */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stddef.h>

/* realloc() for count members of size bytes, count at least 1. Aborts when out of memory. */
void *memory_resize(void *old, size_t count, size_t size);

#endif
