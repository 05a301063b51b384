/* SPDX-License-Identifier: ISC */
/*
 * Rounds, medians, spreads: see measure.h.
 */
#include "support/measure.h"

#include <dirent.h>
#include <assert.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

void measure_pin(void)
{
	int cpu = sched_getcpu();
	cpu_set_t set;
	CPU_ZERO(&set);
	CPU_SET(cpu < 0 ? 0u : (unsigned)cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set) == 0)
		printf("pinned to core %d\n", cpu);
	else
		printf("not pinned to a core\n");
}

bool measure_two_cores(int cores[2])
{
	cpu_set_t allowed;
	int count = 0;
	cores[0] = cores[1] = 0;
	if (sched_getaffinity(0, sizeof(allowed), &allowed) != 0)
		return false;
	for (int cpu = 0; cpu < CPU_SETSIZE && count < 2; cpu++) {
		if (CPU_ISSET((unsigned)cpu, &allowed))
			cores[count++] = cpu;
	}
	if (count == 1)
		cores[1] = cores[0];
	return count == 2;
}

void measure_move_to(int core)
{
	cpu_set_t set;
	CPU_ZERO(&set);
	CPU_SET((unsigned)core, &set);
	if (sched_setaffinity(0, sizeof(set), &set) != 0)
		abort();
}

double measure_now_s(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double run_round(const struct measure *m)
{
	double units = 0, start = measure_now_s(), end;
	do {
		units += m->run(m->context);
		end = measure_now_s();
	} while (end - start < m->seconds);
	return units / (end - start);
}

void measure_all(struct measure *measures, size_t count)
{
	for (size_t i = 0; i < count; i++)
		measures[i].run(measures[i].context); /* warms caches; counts nowhere */
	for (size_t round = 0; round < MEASURE_ROUNDS; round++) {
		for (size_t i = 0; i < count; i++)
			measures[i].rates[round] = run_round(&measures[i]);
	}
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static void sort(double sorted[MEASURE_ROUNDS], const double *values)
{
	memcpy(sorted, values, MEASURE_ROUNDS * sizeof(sorted[0]));
	qsort(sorted, MEASURE_ROUNDS, sizeof(sorted[0]), compare);
}

double measure_median(const struct measure *m)
{
	double sorted[MEASURE_ROUNDS];
	sort(sorted, m->rates);
	return sorted[MEASURE_ROUNDS / 2];
}

double measure_middle(double *values, size_t count)
{
	assert(count > 0);
	qsort(values, count, sizeof(values[0]), compare);
	return values[count / 2];
}

double measure_ratio(const struct measure *m, const struct measure *yardstick)
{
	double ratios[MEASURE_ROUNDS], sorted[MEASURE_ROUNDS];
	for (size_t i = 0; i < MEASURE_ROUNDS; i++)
		ratios[i] = m->rates[i] / yardstick->rates[i];
	sort(sorted, ratios);
	return sorted[MEASURE_ROUNDS / 2];
}

double measure_spread(const struct measure *m)
{
	double sorted[MEASURE_ROUNDS];
	sort(sorted, m->rates);
	return 100 * (sorted[MEASURE_ROUNDS - 1] - sorted[0]) / sorted[MEASURE_ROUNDS / 2];
}

void measure_remove_folder(const char *folder)
{
	DIR *dir = opendir(folder);
	for (struct dirent *e; dir && (e = readdir(dir));) {
		char path[400];
		snprintf(path, sizeof(path), "%s/%s", folder, e->d_name);
		unlink(path);
	}
	closedir(dir);
	rmdir(folder);
}
