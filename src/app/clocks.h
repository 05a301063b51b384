/* SPDX-License-Identifier: ISC */
/*
 * Clocks of seats (T1): who has how long, when a clock stands still, when a reminder is due. What
 * happens when the time is over is turn.h's and autoplay.h's; what is an outage heart.h's.
 *
 * A seat's clock runs from seats.awaited_since for clock_s seconds, in which its calendar's rests
 * do not count; deadline_at and remind_at follow from these. A turn's runs from the draw; a word's
 * from the end of the grace, each asked seat its own; before the draw none runs. A seat keeps the
 * calendar with which its clock began, so that a change of quiet hours or holidays counts from
 * one's next turn on. Where a game has no time for a turn there is no clock, but the wait is
 * counted, for reminders. Bots and resigned seats have neither.
 *
 * Reminders: at half and at 80 % of the time; without a clock after 3 and 7 days, then weekly; one
 * that would come while the clock rests comes when it goes on.
 *
 * Absent is whose last three turns the caretaker ended (T3): it then plays at once while a person
 * who is not absent waits, else when the time is over. Words do not count.
 */
#ifndef APP_CLOCKS_H
#define APP_CLOCKS_H

#include "app/play.h"
#include "base/calendar.h"

enum { CLOCKS_ABSENT_TURNS = 3, CLOCKS_CALL_DAYS = 60 };

/* Sets the clocks of all seats by what is awaited now: begins those of seats that were not awaited
 * before (p->was_awaited), goes on with the others. play_save() calls it. */
void clocks_set(struct db *db, struct play *p, int64_t now);

/* deadline_at and remind_at, as they follow from the seat's row, for one whose choice is awaited.
 */
void clocks_derive(struct db *db, struct zones *zones, struct seat_row *s);

/* Is anything asked of a person at the seat, so that a clock runs, or the wait is counted? */
bool clocks_is_asked(const struct seat_row *s);

/* A clock that runs has so much more time; reminders come again where that makes them due again. */
void clocks_prolong(struct db *db, struct zones *zones, struct seat_row *s, int64_t more_s,
                    int64_t now);

/* What was lost from one moment to another, which is now, begins to be credited to every clock and
 * wait: who had so much time left then has it now. The heartbeat with it. In a job. */
void clocks_begin_credit(struct db *db, int64_t lost_from, int64_t lost_until);

/* Goes on with that to its end, in short jobs, also where a program was killed over it. False when
 * the database failed: it is to be gone on with before anybody's time is over. */
bool clocks_credit(struct store *store, const struct sets *sets);

/* Writes the notices of all reminders that are due. One that was missed is made up for, several
 * are one. In short jobs; answers how many people were reminded. */
unsigned clocks_remind(struct store *store, const struct sets *sets, int64_t now);

/* 0 when the seat's clock runs at that moment or there is none, else when it goes on: for "Ben's
 * clock stands still until 07:00". Up to *same_until, unless that is NULL, the answer stays so. */
int64_t clocks_rests_until(struct db *db, struct zones *zones, const struct seat_row *s, int64_t at,
                           int64_t *same_until);

/* Has the caretaker played the last three turns of this person's seat? */
bool clocks_is_absent(const struct seat_row *s);

/* Is the seat a person's who plays on: not automatic, not absent? */
bool clocks_is_present(const struct play *p, unsigned seat);

/* Is it the caretaker's affair to choose for this person's seat now: is its time over, or is it
 * absent, the grace over, and another person there? The rows alone say it (play_peek()). */
bool clocks_is_over(const struct play *p, unsigned seat, int64_t now);

/* The calendar by which a user's next clocks begin: one of the user's zone alone where there is
 * none. False when there is no such user. */
bool clocks_calendar_of(struct db *db, int64_t user_id, struct calendar *out);

/* From the next turn on the user's clocks go by this one, which passed calendar_check(); in a job
 * of the writer. How people change theirs is times.h's. */
void clocks_keep_calendar(struct db *db, int64_t user_id, const struct calendar *c);

#endif
