/* SPDX-License-Identifier: ISC */
/*
 * What happens with time and not by a visitor (T2): draws when the grace is over, turns of bots and
 * caretakers, reminders, open games that nobody filled, places held in vain, guests who never came
 * back, calendars by which nothing goes. The clock thread beats; it never waits on a network.
 */
#ifndef APP_BEAT_H
#define APP_BEAT_H

#include "app/heart.h"
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
 * The whole of a beat, for whoever brings the time: what the wall shows, and a clock that nobody
 * puts. beat_begin() looks for what was lost before a start (heart.h), and credits that to
 * everybody; beat_again() is each beat from then on, and does so too before anybody's time can be
 * over.
 */
struct pulse {
	struct heart heart;
	bool owes;                  /* an outage is not credited to its end */
	int64_t beat_at, tidied_at; /* what is not done each time was done then */
};
void beat_begin(struct pulse *pulse, struct store *store, const struct sets *sets, int64_t wall,
                int64_t steady);
void beat_again(struct pulse *pulse, struct store *store, const struct sets *sets, int64_t wall,
                int64_t steady);

/*
 * The clock thread: looks every second for draws and time that is over, by the clock, which may be
 * put by hand, and shows time that has passed then; every BEAT_S for absent persons and reminders,
 * and writes down that it beat; and every hour lets go what has run out, until it is stopped. What
 * was lost before the start is credited when beat_start() returns: who shows or mails deadlines
 * begins after that.
 * store, sets and clock must outlive it. 0, or -1 when the system gives no thread.
 */
struct beat;
int beat_start(struct beat **out, struct store *store, const struct sets *sets,
               const struct clock *clock, struct err *err);
void beat_stop(struct beat *beat); /* waits for the beat under way; NULL is nothing */

#endif
