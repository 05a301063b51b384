/* SPDX-License-Identifier: ISC */
/*
 * A yardstick for base/calendar.h, by another road: what libc's local time shows.
 */
#ifndef TESTS_SUPPORT_LIBC_RESTS_H
#define TESTS_SUPPORT_LIBC_RESTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/calendar.h"

/* Does a clock by that calendar stand still at that moment? TZ in the environment is the calendar's
 * zone, and tzset() was called since. */
bool libc_rests(const struct calendar *c, int64_t at);

#endif
