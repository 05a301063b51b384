/* SPDX-License-Identifier: ISC */
/*
 * glibc's local time as a yardstick: see libc_rests.h.
 */
#include "support/libc_rests.h"

#include <string.h>
#include <time.h>

bool libc_rests(const struct calendar *c, int64_t at)
{
	time_t t = at;
	struct tm tm;
	char today[CALENDAR_DAY_TEXT + 20], day[CALENDAR_DAY_TEXT];
	localtime_r(&t, &tm);
	int minute = tm.tm_hour * 60 + tm.tm_min, from = c->quiet_from, to = c->quiet_to;
	if (from < to ? minute >= from && minute < to
	              : from > to && (minute >= from || minute < to))
		return true;
	if (!c->holiday_count)
		return false;
	strftime(today, sizeof(today), "%Y-%m-%d", &tm);
	for (size_t i = 0; i < c->holiday_count; i++) {
		calendar_day_format(c->holidays[i].first, day);
		bool has_begun = strcmp(day, today) <= 0;
		calendar_day_format(c->holidays[i].last, day);
		if (has_begun && strcmp(today, day) <= 0)
			return true;
	}
	return false;
}
