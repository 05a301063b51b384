/* SPDX-License-Identifier: ISC */
/*
 * What happens with time and not by a visitor (T2): draws when the grace is over, turns of bots and
 * caretakers, reminders, open games that nobody filled, places held in vain, guests who never came
 * back. The clock thread beats; it never waits on a network.
 */
#ifndef APP_BEAT_H
#define APP_BEAT_H

#include "app/sets.h"
#include "base/clock.h"

enum { BEAT_S = 15 };

/* Makes the draws that are due at `now`, and the turns and words of bots and of seats whose time is
 * over. Answers how many times a game moved. */
unsigned beat_games(struct store *store, const struct sets *sets, int64_t now);

/* Plays for absent persons while others wait, and reminds those whose time runs out. Need not be
 * done as often. */
void beat_clocks(struct store *store, const struct sets *sets, int64_t now);

/*
 * The clock thread: looks every second for draws and time that is over, by the clock, which may be
 * moved by hand; every BEAT_S for absent persons and reminders, and writes down that it beat; what
 * was lost since (heart.h) is credited to everybody first, at the start too; and every hour lets go
 * what has run out, until it is stopped. store, sets and clock must outlive it. 0, or -1 when the
 * system gives no thread.
 */
struct beat;
int beat_start(struct beat **out, struct store *store, const struct sets *sets,
               const struct clock *clock, struct err *err);
void beat_stop(struct beat *beat); /* waits for the beat under way; NULL is nothing */

#endif
