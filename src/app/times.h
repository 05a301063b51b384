/* SPDX-License-Identifier: ISC */
/*
 * When somebody's clock stands still (T1): how zone, quiet hours and holidays of an account are
 * changed. What they are now, and what they do to a clock, is clocks.h's: one that runs keeps the
 * calendar with which it began, so a change counts from one's next turn on.
 */
#ifndef APP_TIMES_H
#define APP_TIMES_H

#include "base/calendar.h"
#include "store/people.h"

enum times_does { TIMES_SETS, TIMES_TAKES, TIMES_GIVES_BACK };

struct times_change {
	uint8_t does; /* enum times_does */
	/* TIMES_SETS: a zone of NULL stays as it is; quiet hours in minutes of the day, equal ones
	 * for none.
	 */
	const char *zone;
	bool sets_quiet;
	int quiet_from, quiet_to;
	/* TIMES_TAKES, TIMES_GIVES_BACK: days of a holiday. Those that have begun stay as they are:
	 * a holiday begins today at the earliest, and is given back from tomorrow on. */
	int32_t first, last;
};

enum times_status {
	TIMES_OK,
	TIMES_REFUSED, /* by the calendar: see *why */
	TIMES_IS_PAST, /* a holiday that began already, or is over */
	TIMES_FAILED,  /* the database */
};

/*
 * Changes the account's zone and calendar. Holidays of years before this one are forgotten, as
 * nothing counts them any more. Nothing has changed unless the answer is TIMES_OK; *why is set with
 * TIMES_REFUSED alone.
 */
enum times_status times_change(struct store *store, struct zones *zones, int64_t user_id,
                               const struct times_change *change, int64_t now,
                               enum calendar_status *why);

#endif
