/* SPDX-License-Identifier: ISC */
/*
 * Shared bytes: see roll.h. A head lies before them. Whoever moves its mark from the end of their
 * own bytes on has what lies behind it; nobody else comes from the same place then.
 */
#include "base/roll.h"

#include <stdalign.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { LEAST_ROOM = 1024 };

struct head {
	atomic_uint holders;
	atomic_size_t taken; /* bytes, by the one who has most */
	size_t room;
	alignas(max_align_t) unsigned char bytes[];
};

static struct head *head_of(const void *roll)
{
	return (struct head *)((const char *)roll - offsetof(struct head, bytes));
}

static bool take(struct head *h, size_t len, size_t more)
{
	if (len + more > h->room)
		return false;
	if (atomic_load(&h->holders) > 1)
		return atomic_compare_exchange_strong(&h->taken, &len, len + more);
	atomic_store(&h->taken, len + more);
	return true;
}

void *roll_extend(void *roll, size_t len, size_t more)
{
	if (roll && take(head_of(roll), len, more))
		return roll;
	size_t room = len + more > 2 * len ? len + more : 2 * len;
	if (room < LEAST_ROOM)
		room = LEAST_ROOM;
	struct head *h = memory_resize(NULL, 1, sizeof(*h) + room);
	atomic_init(&h->holders, 1);
	atomic_init(&h->taken, len + more);
	h->room = room;
	if (len)
		memcpy(h->bytes, roll, len);
	roll_release(roll);
	return h->bytes;
}

void *roll_share(void *roll)
{
	if (roll)
		atomic_fetch_add(&head_of(roll)->holders, 1);
	return roll;
}

void roll_release(void *roll)
{
	if (roll && atomic_fetch_sub(&head_of(roll)->holders, 1) == 1)
		free(head_of(roll));
}

size_t roll_bytes(const void *roll)
{
	return roll ? sizeof(struct head) + head_of(roll)->room : 0;
}
