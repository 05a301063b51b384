/* SPDX-License-Identifier: ISC */
/*
 * What the clock thread makes of two looks at the clock on the wall and at the monotonic one (T2):
 * time in which the service was not there, and jumps of the wall clock. A pure function; who is
 * credited, and how, is clocks.h's.
 *
 * A gap of more than a minute between two looks is lost to everybody: the service was down, asleep,
 * or the wall clock was put forward. Where the wall clock is put back by more than a minute,
 * automatic acts wait until the old time is reached, at most an hour.
 */
#ifndef APP_HEART_H
#define APP_HEART_H

#include <stdbool.h>
#include <stdint.h>

enum { HEART_GAP_S = 60, HEART_HELD_S = 3600 };

/* Unix seconds but for steady, which counts from anywhere. */
struct heart {
	int64_t wall, steady; /* at the last look */
	int64_t held_until;   /* by the wall; past: nothing waits */
};

struct heart_look {
	int64_t lost_from, lost_until; /* to be credited; equal: nothing */
	int64_t jump_s;                /* of the wall clock against the monotonic one; 0: none */
	bool is_held;                  /* automatic acts wait */
};

/* The first look after the start; beat_at is when the service beat last, by the wall. */
struct heart_look heart_begin(struct heart *h, int64_t beat_at, int64_t wall, int64_t steady);

/* Each look after that. */
struct heart_look heart_look(struct heart *h, int64_t wall, int64_t steady);

/* The next look finds so many lost seconds once more. */
void heart_lose_again(struct heart *h, int64_t lost_s);

#endif
