/* SPDX-License-Identifier: ISC */
/*
 * What happens with time and not by a visitor: draws when the grace is over, turns of bots and
 * caretakers, open games that nobody filled, places held in vain, guests who never came back. The
 * clock thread beats; it never waits on a network.
 */
#ifndef APP_BEAT_H
#define APP_BEAT_H

#include "app/sets.h"
#include "base/clock.h"

/* Does everything that is due at `now` in running games. Answers how many games moved. */
unsigned beat_games(struct store *store, const struct sets *sets, int64_t now);

/*
 * The clock thread: looks every second what is due by the clock, which may be moved by hand, and
 * every hour lets go what has run out, until it is stopped. store, sets and clock must outlive it.
 * 0, or -1 when the system gives no thread.
 */
struct beat;
int beat_start(struct beat **out, struct store *store, const struct sets *sets,
               const struct clock *clock, struct err *err);
void beat_stop(struct beat *beat); /* waits for the beat under way; NULL is nothing */

#endif
