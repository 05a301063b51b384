/* SPDX-License-Identifier: ISC */
/*
 * The table of back-off: see backoff.h.
 */
#include "notify/backoff.h"

#include <assert.h>

int64_t backoff_s(int tries, uint32_t chance)
{
	static const int64_t minutes[] = {1, 5, 15, 60, 120};
	const int last = sizeof(minutes) / sizeof(minutes[0]) - 1;
	assert(tries >= 1);
	int64_t delay = 60 * minutes[tries - 1 < last ? tries - 1 : last];
	return delay + chance % (delay / 10 + 1);
}
