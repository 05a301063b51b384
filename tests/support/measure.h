/* SPDX-License-Identifier: ISC */
/*
 * Measuring on one core: each thing in turn, round after round, so that a machine whose speed drifts spoils none
 * alone; the median of the rounds with their spread. It judges nothing.
 */
#ifndef SUPPORT_MEASURE_H
#define SUPPORT_MEASURE_H

#include <stddef.h>

enum { MEASURE_ROUNDS = 5, MEASURE_MAX = 16 };

struct measure {
	/* Does the thing once; answers how many units it did (games, tables, ...). */
	double (*run)(void *context);
	void *context;
	double seconds; /* how long a round repeats it */
	double rates[MEASURE_ROUNDS]; /* units a second */
};

/* Stays on the core it runs on, and says which. */
void measure_pin(void);

void measure_all(struct measure *measures, size_t count);

/* Units a second: the middle of the rounds. */
double measure_median(const struct measure *m);

/* The ratio of two things, round by round, the middle one. */
double measure_ratio(const struct measure *m, const struct measure *yardstick);

/* (most - least) / median, per cent. */
double measure_spread(const struct measure *m);

#endif
