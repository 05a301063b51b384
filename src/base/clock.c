/* SPDX-License-Identifier: ISC */
/*
 * The only place that asks the system for the time of day.
 */
#include "base/clock.h"

#include <time.h>

int64_t clock_now(const struct clock *clock)
{
	if (clock->stands)
		return atomic_load(&clock->at);
	return (int64_t)time(NULL);
}
