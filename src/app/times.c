/* SPDX-License-Identifier: ISC */
/*
 * The calendar of an account: see times.h.
 */
#include "app/times.h"

#include "app/clocks.h"
#include "store/people.h"

#include <stdio.h>
#include <string.h>

/* The last day of the year before. */
static int32_t last_of_year_before(int32_t today)
{
	char text[CALENDAR_DAY_TEXT];
	int32_t first = today;
	calendar_day_format(today, text);
	memcpy(text + 4, "-01-01", 7);
	calendar_day_parse(text, &first);
	return first - 1;
}

static enum times_status set(struct calendar *c, const struct times_change *change,
                             enum calendar_status *why)
{
	if (change->zone)
		snprintf(c->zone, sizeof(c->zone), "%s", change->zone);
	if (change->sets_quiet) {
		c->quiet_from = change->quiet_from;
		c->quiet_to = change->quiet_to;
	}
	return *why = calendar_check(c), *why ? TIMES_REFUSED : TIMES_OK;
}

static enum times_status apply(struct calendar *c, const struct times_change *change, int32_t today,
                               enum calendar_status *why)
{
	int32_t first = change->first;
	switch ((enum times_does)change->does) {
	case TIMES_SETS:
		return set(c, change, why);
	case TIMES_TAKES:
		if (first < today)
			return TIMES_IS_PAST;
		*why = calendar_take(c, first, change->last);
		return *why ? TIMES_REFUSED : TIMES_OK;
	case TIMES_GIVES_BACK:
		if (first <= today)
			first = today + 1;
		if (change->last < first)
			return TIMES_IS_PAST;
		*why = calendar_give_back(c, first, change->last);
		return *why ? TIMES_REFUSED : TIMES_OK;
	}
	return TIMES_OK;
}

struct job {
	struct zones *zones;
	const struct times_change *change;
	enum calendar_status *why;
	enum times_status status;
	int64_t user_id, now;
};

static int change_times(struct db *db, void *context)
{
	struct job *j = context;
	struct user u;
	struct calendar c;
	if (!user_get(db, j->user_id, &u) || !clocks_calendar_of(db, u.id, &c))
		return -1;
	int32_t today = calendar_day_at(j->zones, &c, j->now), before = last_of_year_before(today);
	if (c.holiday_count && c.holidays[0].first <= before)
		calendar_give_back(&c, c.holidays[0].first, before);
	j->status = apply(&c, j->change, today, j->why);
	if (j->status != TIMES_OK)
		return -1;
	snprintf(u.zone, sizeof(u.zone), "%s", c.zone);
	user_update(db, &u);
	clocks_keep_calendar(db, u.id, &c);
	return 0;
}

enum times_status times_change(struct store *store, struct zones *zones, int64_t user_id,
                               const struct times_change *change, int64_t now,
                               enum calendar_status *why)
{
	struct job j = {.zones = zones,
	                .change = change,
	                .why = why,
	                .status = TIMES_OK,
	                .user_id = user_id,
	                .now = now};
	enum store_result status = store_write(store, change_times, &j);
	return status == STORE_OK || j.status != TIMES_OK ? j.status : TIMES_FAILED;
}
