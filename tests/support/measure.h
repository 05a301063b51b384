/* SPDX-License-Identifier: ISC */
/*
 * Measuring on one core: each thing in turn, round after round, so that a machine whose speed
 * drifts spoils none alone; the median of the rounds with their spread. It judges nothing.
 */
#ifndef SUPPORT_MEASURE_H
#define SUPPORT_MEASURE_H

#include <stdbool.h>
#include <stddef.h>

enum { MEASURE_ROUNDS = 5, MEASURE_MAX = 16 };

struct measure {
	/* Does the thing once; answers how many units it did (games, tables, ...). */
	double (*run)(void *context);
	void *context;
	double seconds;               /* how long a round repeats it */
	double rates[MEASURE_ROUNDS]; /* units a second */
};

/* Stays on the core it runs on, and says which. */
void measure_pin(void);

/* The first two cores that this program may use: one for each side of a measurement. Where there is
 * only one, both are that one, and the answer is false. */
bool measure_two_cores(int cores[2]);

/* Moves the calling thread, and what it starts from now on, to a core. */
void measure_move_to(int core);

/* Seconds of a clock that only goes forward. */
double measure_now_s(void);

void measure_all(struct measure *measures, size_t count);

/* Units a second: the middle of the rounds. */
double measure_median(const struct measure *m);

/* The ratio of two things, round by round, the middle one. */
double measure_ratio(const struct measure *m, const struct measure *yardstick);

/* (most - least) / median, per cent. */
double measure_spread(const struct measure *m);

/* The middle one of some values, at least one, which are put in order. */
double measure_middle(double *values, size_t count);

/* Takes away the folder of a measurement and the files in it. */
void measure_remove_folder(const char *folder);

#endif
