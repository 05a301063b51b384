/* SPDX-License-Identifier: ISC */
/*
 * Clocks of seats: see clocks.h.
 */
#include "app/clocks.h"

#include "base/clock.h"
#include "store/calendars.h"
#include "store/people.h"

#include <stdio.h>

/* The calendar of a row, or NULL: never rests. A row that cannot be read was not written here. */
static const struct calendar *read_calendar(struct db *db, int64_t id, struct calendar *out)
{
	char text[CALENDAR_TEXT];
	if (!id || !calendar_row_get(db, id, text) || calendar_parse(text, out))
		return NULL;
	return out;
}

/* When the next reminder is due, the clock's rests left aside; 0 for never. */
static int64_t next_reminder(struct zones *zones, const struct calendar *c,
                             const struct seat_row *s)
{
	if (s->clock_s)
		return s->reminders < 2
		               ? calendar_add(zones, c, s->awaited_since,
		                              s->reminders ? s->clock_s * 4 / 5 : s->clock_s / 2)
		               : 0;
	return s->awaited_since + (s->reminders ? 7 * s->reminders : 3) * (int64_t)DAY_S;
}

void clocks_derive(struct db *db, struct zones *zones, struct seat_row *s)
{
	struct calendar calendar;
	const struct calendar *c = read_calendar(db, s->calendar_id, &calendar);
	s->deadline_at = s->clock_s ? calendar_add(zones, c, s->awaited_since, s->clock_s) : 0;
	int64_t at = next_reminder(zones, c, s);
	int64_t until = at ? calendar_rests_until(zones, c, at) : 0;
	s->remind_at = until ? until : at;
}

static void begin(struct db *db, const struct play *p, struct seat_row *s, int64_t now)
{
	bool is_in_grace = p->game.awaits == AWAITS_BOOST && p->row.draw_at > now;
	s->awaited_since = is_in_grace ? p->row.draw_at : now;
	s->clock_s = p->row.turn_s;
	s->calendar_id = calendar_row_of_user(db, s->user_id);
	s->reminders = 0;
	clocks_derive(db, p->zones, s);
}

void clocks_set(struct db *db, struct play *p, int64_t now)
{
	for (unsigned seat = 0; seat < p->seat_count; seat++) {
		struct seat_row *s = &p->seats[seat];
		if (!play_awaits_choice(p, seat) || play_is_automatic(p, seat))
			s->deadline_at = s->remind_at = 0;
		else if (!p->was_awaited[seat] || !s->awaited_since)
			begin(db, p, s, now);
		else if (!s->deadline_at && !s->remind_at) /* its turn was taken back */
			clocks_derive(db, p->zones, s);
	}
}

int64_t clocks_rests_until(struct db *db, struct zones *zones, const struct seat_row *s, int64_t at)
{
	struct calendar calendar;
	if (!s->deadline_at)
		return 0;
	return calendar_rests_until(zones, read_calendar(db, s->calendar_id, &calendar), at);
}

bool clocks_is_absent(const struct seat_row *s)
{
	return s->absent_turns >= CLOCKS_ABSENT_TURNS;
}

bool clocks_is_present(const struct play *p, unsigned seat)
{
	return !play_is_automatic(p, seat) && !clocks_is_absent(&p->seats[seat]);
}

static bool has_present_other(const struct play *p, unsigned seat)
{
	for (unsigned other = 0; other < p->seat_count; other++) {
		if (other != seat && clocks_is_present(p, other))
			return true;
	}
	return false;
}

bool clocks_is_over(const struct play *p, unsigned seat, int64_t now)
{
	const struct seat_row *s = &p->seats[seat];
	/* Neither a clock nor a wait: nothing is asked of it. */
	if (play_is_automatic(p, seat) || (!s->deadline_at && !s->remind_at))
		return false;
	if (s->deadline_at && s->deadline_at <= now)
		return true;
	bool is_in_grace = p->row.has_undo && p->row.draw_at > now;
	return clocks_is_absent(s) && !is_in_grace && has_present_other(p, seat);
}

bool clocks_calendar_of(struct db *db, int64_t user_id, struct calendar *out)
{
	struct user u;
	if (!user_get(db, user_id, &u))
		return false;
	if (read_calendar(db, calendar_row_of_user(db, user_id), out))
		return true;
	*out = (struct calendar){.holiday_count = 0};
	snprintf(out->zone, sizeof(out->zone), "%s", u.zone);
	return true;
}

void clocks_keep_calendar(struct db *db, int64_t user_id, const struct calendar *c)
{
	char text[CALENDAR_TEXT];
	bool rests = c->quiet_from != c->quiet_to || c->holiday_count;
	calendar_format(c, text);
	calendar_row_set_user(db, user_id, rests ? calendar_row_put(db, text) : 0);
}
