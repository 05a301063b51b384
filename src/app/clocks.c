/* SPDX-License-Identifier: ISC */
/*
 * Clocks of seats: see clocks.h.
 */
#include "app/clocks.h"

#include "app/notices.h"
#include "base/clock.h"
#include "store/calendars.h"
#include "store/people.h"
#include "store/service.h"

#include <stdio.h>
#include <string.h>

/* The calendar of a row, or NULL: never rests. A row that cannot be read was not written here. */
static const struct calendar *read_calendar(struct db *db, int64_t id, struct calendar *out)
{
	char text[CALENDAR_TEXT];
	if (!id || !calendar_row_get(db, id, text) || calendar_parse(text, out))
		return NULL;
	return out;
}

bool clocks_is_asked(const struct seat_row *s)
{
	return s->deadline_at || s->remind_at;
}

/* When reminders are due of so much time. */
static int64_t half(int64_t clock_s)
{
	return clock_s / 2;
}

static int64_t most(int64_t clock_s)
{
	return clock_s * 4 / 5;
}

/* When the next reminder is due, the clock's rests left aside; 0 for never. */
static int64_t next_reminder(struct zones *zones, const struct calendar *c,
                             const struct seat_row *s)
{
	if (s->clock_s && s->reminders > 1)
		return 0;
	if (s->clock_s)
		return calendar_add(zones, c, s->awaited_since,
		                    s->reminders ? most(s->clock_s) : half(s->clock_s));
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

void clocks_prolong(struct db *db, struct zones *zones, struct seat_row *s, int64_t more_s,
                    int64_t now)
{
	struct calendar calendar;
	int64_t ran = calendar_running(zones, read_calendar(db, s->calendar_id, &calendar),
	                               s->awaited_since, now);
	s->clock_s += more_s;
	s->reminders = (ran >= half(s->clock_s)) + (ran >= most(s->clock_s));
	clocks_derive(db, zones, s);
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

static int64_t rests_until(struct db *db, struct zones *zones, const struct seat_row *s, int64_t at)
{
	struct calendar calendar;
	return calendar_rests_until(zones, read_calendar(db, s->calendar_id, &calendar), at);
}

int64_t clocks_rests_until(struct db *db, struct zones *zones, const struct seat_row *s, int64_t at,
                           int64_t *same_until)
{
	struct calendar calendar;
	const struct calendar *c = s->deadline_at ? read_calendar(db, s->calendar_id, &calendar)
	                                          : NULL;
	if (same_until)
		*same_until = calendar_same_until(zones, c, at);
	return calendar_rests_until(zones, c, at);
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
	if (play_is_automatic(p, seat) || !clocks_is_asked(s))
		return false;
	if (s->deadline_at && s->deadline_at <= now)
		return true;
	bool is_in_grace = p->row.has_undo && p->row.draw_at > now;
	return clocks_is_absent(s) && !is_in_grace && has_present_other(p, seat);
}

enum { GAMES_A_JOB = 32 };

/* ---- Outages ---- */

/* Its beginning moves on by what was lost of it, so that deadline and reminders do. */
static void credit(struct db *db, struct zones *zones, struct seat_row *s, const struct outage *o)
{
	struct calendar calendar;
	int64_t from = o->from > s->awaited_since ? o->from : s->awaited_since;
	if (!clocks_is_asked(s) || from >= o->until ||
	    (s->deadline_at && s->deadline_at <= o->from))
		return;
	const struct calendar *c = s->clock_s ? read_calendar(db, s->calendar_id, &calendar) : NULL;
	s->awaited_since = calendar_add(zones, c, s->awaited_since,
	                                calendar_running(zones, c, from, o->until));
	clocks_derive(db, zones, s);
	seat_update_turn(db, s);
}

struct crediting {
	const struct sets *sets;
	bool is_done;
};

static int credit_some(struct db *db, void *context)
{
	struct crediting *job = context;
	struct outage o;
	struct seat_row refs[GAMES_A_JOB], seats[GAME_SEATS_MAX];
	job->is_done = !service_outage(db, &o);
	if (job->is_done)
		return 0;
	size_t count = seat_list_awaited(db, o.after_user, o.after_game, refs, GAMES_A_JOB);
	for (size_t i = 0; i < count; i++) {
		size_t seat_count = seat_list(db, refs[i].game_id, seats);
		for (size_t k = 0; k < seat_count; k++) {
			if (seats[k].user_id == refs[i].user_id)
				credit(db, job->sets->zones, &seats[k], &o);
		}
		o.after_user = refs[i].user_id;
		memcpy(o.after_game, refs[i].game_id, sizeof(o.after_game));
	}
	service_set_outage(db, count == GAMES_A_JOB ? &o : NULL);
	return 0;
}

void clocks_begin_credit(struct db *db, int64_t lost_from, int64_t lost_until)
{
	service_set_outage(db, &(struct outage){.from = lost_from, .until = lost_until});
	service_beat(db, lost_until);
}

bool clocks_credit(struct store *store, const struct sets *sets)
{
	struct crediting job = {.sets = sets};
	while (!job.is_done) {
		if (store_write(store, credit_some, &job) != STORE_OK)
			return false;
	}
	return true;
}

/* ---- Reminders ---- */

struct reminding {
	const struct sets *sets;
	int64_t now;
	size_t games;   /* in this job */
	unsigned count; /* people */
};

/* Each reminder of a wait has a number of its own, those after more time was given too. */
static int number_of(const struct play *p, const struct seat_row *s)
{
	int64_t turns = p->row.turn_s ? s->clock_s / p->row.turn_s : 1;
	return s->reminders + 2 * (int)(turns - 1);
}

static void remind(struct db *db, const struct play *p, unsigned seat, int64_t now)
{
	struct seat_row s = p->seats[seat];
	int64_t until = rests_until(db, p->zones, &s, now);
	do {
		s.reminders++;
		clocks_derive(db, p->zones, &s);
	} while (s.remind_at && s.remind_at <= now);
	notices_tell(db, p, NOTICE_REMINDER, seat, number_of(p, &s), until ? until : now, now);
	seat_update_turn(db, &s);
}

static int remind_some(struct db *db, void *context)
{
	struct reminding *r = context;
	struct game_ref refs[GAMES_A_JOB];
	struct play *p = play_new();
	r->games = game_list_remind_due(db, r->now, refs, GAMES_A_JOB);
	for (size_t i = 0; i < r->games; i++) {
		if (!play_peek(db, r->sets, refs[i].id, p))
			continue;
		for (unsigned seat = 0; seat < p->seat_count; seat++) {
			if (!p->seats[seat].remind_at || p->seats[seat].remind_at > r->now)
				continue;
			remind(db, p, seat, r->now);
			r->count++;
		}
	}
	play_free(p);
	return 0;
}

unsigned clocks_remind(struct store *store, const struct sets *sets, int64_t now)
{
	struct reminding r = {.sets = sets, .now = now};
	do {
		if (store_write(store, remind_some, &r) != STORE_OK)
			break;
	} while (r.games == GAMES_A_JOB);
	return r.count;
}

/* ---- Calendars of people ---- */

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
