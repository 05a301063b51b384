/* SPDX-License-Identifier: ISC */
/*
 * The only place that asks the system what time it is.
 */
#include "base/clock.h"

#include <time.h>

int64_t clock_now(const struct clock *clock)
{
	if (clock->stands)
		return atomic_load(&clock->at);
	return (int64_t)time(NULL);
}

int64_t clock_steady(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec;
}
