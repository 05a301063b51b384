/* SPDX-License-Identifier: ISC */
/*
 * Times at which a clock stands still: see calendar.h.
 */
#include "base/calendar.h"

#include "base/clock.h"

#include <assert.h>
#include <glib.h>
#include <stdio.h>
#include <string.h>

enum {
	DAY_MINUTES = 24 * 60,
	YEAR_MIN = 2000,
	YEAR_MAX = 2999,
	EPOCH_JULIAN = 719163, /* 1970-01-01, as GDate counts days */
};

const char *calendar_sentence(enum calendar_status status)
{
	static const char *const sentences[CALENDAR_STATUS_COUNT] = {
		[CALENDAR_OK] = "Done.",
		[CALENDAR_NO_ZONE] =
			"There is no such time zone; they have names such as Europe/Berlin.",
		[CALENDAR_QUIET_TOO_LONG] = "Quiet hours may be 12 hours a day at most.",
		[CALENDAR_NO_DAYS] = "A holiday ends on the day on which it begins, or later.",
		[CALENDAR_TOO_MANY_DAYS] = "A year has 14 days of holiday at most.",
		[CALENDAR_TOO_SCATTERED] = "These are too many holidays.",
	};
	assert((unsigned)status < CALENDAR_STATUS_COUNT);
	return sentences[status];
}

/* ---- Days ---- */

static int32_t day_of(int year, int month, int day)
{
	GDate date;
	g_date_clear(&date, 1);
	g_date_set_dmy(&date, (GDateDay)day, (GDateMonth)month, (GDateYear)year);
	return (int32_t)g_date_get_julian(&date) - EPOCH_JULIAN;
}

static GDate date_of(int32_t day)
{
	GDate date;
	g_date_clear(&date, 1);
	g_date_set_julian(&date, (guint32)(day + EPOCH_JULIAN));
	return date;
}

static bool is_day(int32_t day)
{
	return day >= day_of(YEAR_MIN, 1, 1) && day <= day_of(YEAR_MAX, 12, 31);
}

/* "##" or "####" of digits, and nothing else. */
static bool read_digits(const char *text, int count, int *out)
{
	int value = 0;
	for (int i = 0; i < count; i++) {
		if (text[i] < '0' || text[i] > '9')
			return false;
		value = value * 10 + (text[i] - '0');
	}
	*out = value;
	return true;
}

int calendar_day_parse(const char *text, int32_t *out)
{
	int year, month, day;
	if (strlen(text) != CALENDAR_DAY_TEXT - 1 || !read_digits(text, 4, &year) ||
	    text[4] != '-' || !read_digits(text + 5, 2, &month) || text[7] != '-' ||
	    !read_digits(text + 8, 2, &day) || year < YEAR_MIN || year > YEAR_MAX ||
	    !g_date_valid_dmy((GDateDay)day, (GDateMonth)month, (GDateYear)year))
		return -1;
	*out = day_of(year, month, day);
	return 0;
}

void calendar_day_format(int32_t day, char out[CALENDAR_DAY_TEXT])
{
	assert(is_day(day));
	GDate date = date_of(day);
	snprintf(out, CALENDAR_DAY_TEXT, "%04u-%02u-%02u", g_date_get_year(&date) % 10000u,
	         (unsigned)g_date_get_month(&date) % 100u, (unsigned)g_date_get_day(&date) % 100u);
}

void calendar_day_words(int32_t day, char out[CALENDAR_DAY_WORDS])
{
	static const char *const months[] = {"January",   "February", "March",    "April",
	                                     "May",       "June",     "July",     "August",
	                                     "September", "October",  "November", "December"};
	assert(is_day(day));
	GDate date = date_of(day);
	snprintf(out, CALENDAR_DAY_WORDS, "%u %s %u", g_date_get_day(&date) % 100u,
	         months[g_date_get_month(&date) - 1], g_date_get_year(&date) % 10000u);
}

int calendar_days_in(const struct calendar *c, int year)
{
	int32_t first = day_of(year, 1, 1), last = day_of(year, 12, 31);
	int count = 0;
	for (size_t i = 0; i < c->holiday_count; i++) {
		const struct calendar_days *h = &c->holidays[i];
		int32_t from = h->first > first ? h->first : first;
		int32_t to = h->last < last ? h->last : last;
		count += from <= to ? to - from + 1 : 0;
	}
	return count;
}

static int quiet_minutes(const struct calendar *c)
{
	return (c->quiet_to - c->quiet_from + DAY_MINUTES) % DAY_MINUTES;
}

static enum calendar_status check_days(const struct calendar *c)
{
	for (size_t i = 0; i < c->holiday_count; i++) {
		const struct calendar_days *h = &c->holidays[i];
		if (!is_day(h->first) || !is_day(h->last) || h->last < h->first ||
		    (i > 0 && h->first <= h[-1].last + 1))
			return CALENDAR_NO_DAYS;
		/* A stretch that is not too long touches two years at most. */
		GDate first = date_of(h->first), last = date_of(h->last);
		if (h->last - h->first >= 2 * CALENDAR_DAYS_A_YEAR ||
		    calendar_days_in(c, g_date_get_year(&first)) > CALENDAR_DAYS_A_YEAR ||
		    calendar_days_in(c, g_date_get_year(&last)) > CALENDAR_DAYS_A_YEAR)
			return CALENDAR_TOO_MANY_DAYS;
	}
	return CALENDAR_OK;
}

/* All but whether the zone is known. */
static enum calendar_status check_form(const struct calendar *c)
{
	if (c->quiet_from < 0 || c->quiet_from >= DAY_MINUTES || c->quiet_to < 0 ||
	    c->quiet_to >= DAY_MINUTES || quiet_minutes(c) > CALENDAR_QUIET_MINUTES)
		return CALENDAR_QUIET_TOO_LONG;
	if (c->holiday_count > CALENDAR_HOLIDAYS_MAX)
		return CALENDAR_TOO_SCATTERED;
	return check_days(c);
}

enum calendar_status calendar_check(const struct calendar *c)
{
	return zone_exists(c->zone) ? check_form(c) : CALENDAR_NO_ZONE;
}

enum calendar_status calendar_give_back(struct calendar *c, int32_t first, int32_t last)
{
	struct calendar_days left[CALENDAR_HOLIDAYS_MAX + 1];
	size_t count = 0;
	for (size_t i = 0; i < c->holiday_count; i++) {
		struct calendar_days h = c->holidays[i], before = h, after = h;
		before.last = h.last < first ? h.last : first - 1;
		after.first = h.first > last ? h.first : last + 1;
		if (h.last < first || h.first > last) {
			left[count++] = h;
			continue;
		}
		if (before.first <= before.last)
			left[count++] = before;
		if (after.first <= after.last)
			left[count++] = after;
	}
	/* One is split at most. */
	if (count > CALENDAR_HOLIDAYS_MAX)
		return CALENDAR_TOO_SCATTERED;
	c->holiday_count = count;
	memcpy(c->holidays, left, count * sizeof(left[0]));
	return CALENDAR_OK;
}

enum calendar_status calendar_take(struct calendar *c, int32_t first, int32_t last)
{
	struct calendar after = *c;
	struct calendar_days taken = {first, last};
	size_t at = 0;
	if (!is_day(first) || !is_day(last) || last < first)
		return CALENDAR_NO_DAYS;
	/* What it touches becomes part of it. */
	for (size_t i = 0; i < c->holiday_count; i++) {
		const struct calendar_days *h = &c->holidays[i];
		if (h->last < first - 1 || h->first > last + 1)
			continue;
		taken.first = h->first < taken.first ? h->first : taken.first;
		taken.last = h->last > taken.last ? h->last : taken.last;
	}
	calendar_give_back(&after, taken.first, taken.last);
	if (after.holiday_count == CALENDAR_HOLIDAYS_MAX)
		return CALENDAR_TOO_SCATTERED;
	while (at < after.holiday_count && after.holidays[at].first < taken.first)
		at++;
	memmove(&after.holidays[at + 1], &after.holidays[at],
	        (after.holiday_count - at) * sizeof(taken));
	after.holidays[at] = taken;
	after.holiday_count++;
	enum calendar_status status = check_days(&after);
	if (status == CALENDAR_OK)
		*c = after;
	return status;
}

/* ---- The text ---- */

void calendar_format(const struct calendar *c, char out[CALENDAR_TEXT])
{
	size_t at = (size_t)snprintf(out, CALENDAR_TEXT, "%s", c->zone);
	if (c->quiet_from != c->quiet_to)
		at += (size_t)snprintf(out + at, CALENDAR_TEXT - at, " %02d:%02d-%02d:%02d",
		                       c->quiet_from / 60, c->quiet_from % 60, c->quiet_to / 60,
		                       c->quiet_to % 60);
	for (size_t i = 0; i < c->holiday_count; i++) {
		char first[CALENDAR_DAY_TEXT], last[CALENDAR_DAY_TEXT];
		calendar_day_format(c->holidays[i].first, first);
		calendar_day_format(c->holidays[i].last, last);
		at += (size_t)snprintf(out + at, CALENDAR_TEXT - at, " %s/%s", first, last);
	}
	assert(at < CALENDAR_TEXT);
}

/* "22:00-07:00" */
static bool read_quiet(const char *text, struct calendar *c)
{
	int from, from_minute, to, to_minute;
	if (strlen(text) != 11 || !read_digits(text, 2, &from) || text[2] != ':' ||
	    !read_digits(text + 3, 2, &from_minute) || text[5] != '-' ||
	    !read_digits(text + 6, 2, &to) || text[8] != ':' ||
	    !read_digits(text + 9, 2, &to_minute) || from_minute > 59 || to_minute > 59)
		return false;
	c->quiet_from = from * 60 + from_minute;
	c->quiet_to = to * 60 + to_minute;
	return true;
}

/* "2026-12-24/2027-01-01" */
static bool read_holiday(const char *text, struct calendar *c)
{
	char first[CALENDAR_DAY_TEXT];
	struct calendar_days *h = &c->holidays[c->holiday_count];
	if (strlen(text) != 21 || text[10] != '/' || c->holiday_count == CALENDAR_HOLIDAYS_MAX)
		return false;
	snprintf(first, sizeof(first), "%.10s", text);
	if (calendar_day_parse(first, &h->first) || calendar_day_parse(text + 11, &h->last))
		return false;
	c->holiday_count++;
	return true;
}

int calendar_parse(const char *text, struct calendar *out)
{
	struct calendar c = {.zone = ""};
	char copy[CALENDAR_TEXT], again[CALENDAR_TEXT], *rest = NULL;
	if (strlen(text) >= sizeof(copy))
		return -1;
	memcpy(copy, text, strlen(text) + 1);
	const char *word = strtok_r(copy, " ", &rest);
	if (!word || strlen(word) >= sizeof(c.zone))
		return -1;
	memcpy(c.zone, word, strlen(word) + 1);
	while ((word = strtok_r(NULL, " ", &rest))) {
		if (!(strchr(word, ':') ? read_quiet(word, &c) : read_holiday(word, &c)))
			return -1;
	}
	if (check_form(&c) != CALENDAR_OK)
		return -1;
	/* Blanks, order, and what stands twice: all of that differs when written again. */
	calendar_format(&c, again);
	if (strcmp(again, text) != 0)
		return -1;
	*out = c;
	return 0;
}

/* ---- Running ---- */

static int64_t local_day(int64_t local)
{
	return local >= 0 ? local / DAY_S : -((DAY_S - 1 - local) / DAY_S);
}

int32_t calendar_day_at(struct zones *zones, const struct calendar *c, int64_t at)
{
	int64_t until, day = local_day(at + zone_offset(zones, c->zone, at, &until));
	int32_t first = day_of(YEAR_MIN, 1, 1), last = day_of(YEAR_MAX, 12, 31);
	return day < first ? first : day > last ? last : (int32_t)day;
}

static bool is_holiday(const struct calendar *c, int64_t day)
{
	for (size_t i = 0; i < c->holiday_count; i++) {
		if (day >= c->holidays[i].first && day <= c->holidays[i].last)
			return true;
	}
	return false;
}

/* From a moment on it runs, or rests, without a change. */
struct stretch {
	int64_t until;
	bool rests;
};

static struct stretch stretch_at(struct zones *zones, const struct calendar *c, int64_t at)
{
	int64_t until, offset_s = zone_offset(zones, c->zone, at, &until);
	int64_t day = local_day(at + offset_s), of_day = at + offset_s - day * DAY_S;
	int64_t from = c->quiet_from * 60, to = c->quiet_to * 60;
	int64_t next = DAY_S; /* the next change within the day */
	if (from != to && from > of_day)
		next = from;
	if (from != to && to > of_day && to < next)
		next = to;
	bool is_quiet = from < to ? of_day >= from && of_day < to
	                          : from > to && (of_day >= from || of_day < to);
	int64_t change = at - of_day + next;
	return (struct stretch){change < until ? change : until, is_quiet || is_holiday(c, day)};
}

int64_t calendar_add(struct zones *zones, const struct calendar *c, int64_t from, int64_t running_s)
{
	assert(running_s >= 0);
	if (!c)
		return from + running_s;
	while (running_s > 0) {
		struct stretch s = stretch_at(zones, c, from);
		int64_t length = s.until - from;
		if (!s.rests && length >= running_s)
			return from + running_s;
		running_s -= s.rests ? 0 : length;
		from = s.until;
	}
	return from;
}

int64_t calendar_running(struct zones *zones, const struct calendar *c, int64_t from, int64_t to)
{
	int64_t ran = 0;
	if (!c)
		return to > from ? to - from : 0;
	while (from < to) {
		struct stretch s = stretch_at(zones, c, from);
		int64_t until = s.until < to ? s.until : to;
		ran += s.rests ? 0 : until - from;
		from = until;
	}
	return ran;
}

int64_t calendar_same_until(struct zones *zones, const struct calendar *c, int64_t at)
{
	return c ? stretch_at(zones, c, at).until : INT64_MAX;
}

int64_t calendar_rests_until(struct zones *zones, const struct calendar *c, int64_t at)
{
	int64_t until = 0;
	if (!c)
		return 0;
	for (struct stretch s = stretch_at(zones, c, at); s.rests; s = stretch_at(zones, c, until))
		until = s.until;
	return until;
}
