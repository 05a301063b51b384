/* SPDX-License-Identifier: ISC */
/*
 * What time it is, as a parameter: the program reads the system's clock through a struct clock, and
 * tests bring one that stands still or is moved by hand. Unix seconds, UTC. Not for measuring how
 * long something took.
 */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { HOUR_S = 3600, DAY_S = 24 * HOUR_S };

struct clock {
	bool stands;         /* it shows `at` */
	_Atomic(int64_t) at; /* Unix seconds; may be stored to while threads read */
};

/* The system's clock. */
#define CLOCK_SYSTEM            \
	{                       \
		.stands = false \
	}

int64_t clock_now(const struct clock *clock);

/* Seconds of a clock that nobody puts: from anywhere on, and not while the machine sleeps. */
int64_t clock_steady(void);

#endif
