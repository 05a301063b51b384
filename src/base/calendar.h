/* SPDX-License-Identifier: ISC */
/*
 * When somebody's clock stands still (T1): a time zone, quiet hours of each day in it, and holidays
 * by the day. Knows nothing of games, of who it is and of what time it is now.
 *
 * A clock rests while a clock on that person's wall shows a quiet time, or a day of a holiday; at
 * all other moments it runs. So daylight saving counts as it is lived: an hour that there is twice
 * counts twice, one that is left out does not count. Seconds are Unix seconds; offsets of zones are
 * GLib's, right for a century (Europe/Dublin, whose winter is the exception by law, up to 2037).
 *
 * The text form is canonical, one text for one calendar, and kept in rows that never change:
 *
 *	Europe/Berlin
 *	Europe/Berlin 22:00-07:00
 *	Europe/Berlin 22:00-07:00 2026-12-24/2027-01-01 2027-03-05/2027-03-05
 */
#ifndef BASE_CALENDAR_H
#define BASE_CALENDAR_H

#include <stddef.h>

#include "base/limits.h"
#include "base/zone.h"

enum {
	CALENDAR_QUIET_MINUTES = 12 * 60, /* at most, of each day */
	CALENDAR_DAYS_A_YEAR = 14,        /* holidays, in a calendar year */
	CALENDAR_HOLIDAYS_MAX = 28,       /* stretches of them */
	CALENDAR_TEXT = LIMIT_ZONE_BYTES + 12 + CALENDAR_HOLIDAYS_MAX * 22 + 1,
	CALENDAR_DAY_TEXT = 11, /* "2026-12-24" */
	CALENDAR_DAY_WORDS = 24,
};

/* Days are counted from 1970-01-01, in the person's zone; years are 2000 to 2999. */
struct calendar {
	char zone[LIMIT_ZONE_BYTES + 1];
	int quiet_from, quiet_to; /* minutes of the day, 0 to 1439; equal: no quiet hours */
	size_t holiday_count;
	struct calendar_days {
		int32_t first, last;
	} holidays[CALENDAR_HOLIDAYS_MAX]; /* ascending, apart by a day at least */
};

enum calendar_status {
	CALENDAR_OK,
	CALENDAR_NO_ZONE,        /* this machine knows no such zone */
	CALENDAR_QUIET_TOO_LONG, /* more than 12 hours */
	CALENDAR_NO_DAYS,        /* the last day is before the first, or out of range */
	CALENDAR_TOO_MANY_DAYS,  /* more than 14 days in one calendar year */
	CALENDAR_TOO_SCATTERED,  /* more stretches than CALENDAR_HOLIDAYS_MAX */
	CALENDAR_STATUS_COUNT
};

/* One sentence for each status. Static. */
const char *calendar_sentence(enum calendar_status status);

/* Is it one that may be kept: zone, quiet hours, holidays in order and not too many? */
enum calendar_status calendar_check(const struct calendar *c);

/* Reads the text form. 0, or -1 when it is none, or not canonical, and *out is as it was. Whether
 * there is such a zone is not looked at: a machine may have lost it. */
int calendar_parse(const char *text, struct calendar *out);

/* Writes it; c passed calendar_check(). */
void calendar_format(const struct calendar *c, char out[CALENDAR_TEXT]);

/* A holiday more, its days included; it may overlap others. CALENDAR_OK, or why not, and *c is as
 * it was. */
enum calendar_status calendar_take(struct calendar *c, int32_t first, int32_t last);

/* No holiday on these days any more. CALENDAR_OK, or CALENDAR_TOO_SCATTERED, and *c is as it was,
 * where that splits one and there is no room for two. Who has lived a holiday has taken it: callers
 * give back days to come alone. */
enum calendar_status calendar_give_back(struct calendar *c, int32_t first, int32_t last);

/* Days of holiday in a calendar year. */
int calendar_days_in(const struct calendar *c, int year);

/* "2026-12-24". -1, and *day is as it was, for what is no day of those years. */
int calendar_day_parse(const char *text, int32_t *day);
void calendar_day_format(int32_t day, char out[CALENDAR_DAY_TEXT]);
/* "24 December 2026", which names no weekday and no zone. */
void calendar_day_words(int32_t day, char out[CALENDAR_DAY_WORDS]);

/* The day that it is there at a moment; the first or last one of those years where it is outside.
 */
int32_t calendar_day_at(struct zones *zones, const struct calendar *c, int64_t at);

/*
 * For the next four c may be NULL: a clock that never rests. They walk from one change to the
 * next, some steps for each day.
 */

/* The first moment at which running_s seconds (0 and up) have run since `from`. */
int64_t calendar_add(struct zones *zones, const struct calendar *c, int64_t from,
                     int64_t running_s);

/* How many seconds run from one moment to another; 0 when `to` is not later. */
int64_t calendar_running(struct zones *zones, const struct calendar *c, int64_t from, int64_t to);

/* 0 when the clock runs at that moment, else when it goes on. */
int64_t calendar_rests_until(struct zones *zones, const struct calendar *c, int64_t at);

/* A later moment, a day at most, up to which it goes on running, or resting, as it does at that
 * one; INT64_MAX where it never rests. */
int64_t calendar_same_until(struct zones *zones, const struct calendar *c, int64_t at);

#endif
