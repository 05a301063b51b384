/* SPDX-License-Identifier: ISC */
/*
 * What persons do about time, and no move: coming back, calling a caretaker, agreeing to more time.
 * See turn.h. None of it has a rev of its own: no question that was put is another one after it.
 */
#include "app/clocks.h"
#include "app/notices.h"
#include "app/turn_job.h"
#include "base/clock.h"

/* Who may do such things, and that this is an act of theirs: a return. */
static enum turn_status act(struct turn_job *j)
{
	struct seat_row *s = &j->p->seats[j->t->seat];
	if (j->p->row.state != GAME_RUNNING)
		return TURN_NOT_RUNNING;
	if (s->resigned_at)
		return TURN_RESIGNED;
	s->absent_turns = 0;
	return TURN_DONE;
}

static void save_seats(struct db *db, const struct play *p)
{
	for (size_t i = 0; i < p->seat_count; i++)
		seat_update_turn(db, &p->seats[i]);
}

static int come_back(struct db *db, struct turn_job *j)
{
	bool was_away = j->p->seats[j->t->seat].absent_turns > 0;
	enum turn_status status = act(j);
	if (status == TURN_DONE && !was_away)
		status = TURN_ALREADY_DONE;
	save_seats(db, j->p);
	return turn_answer(j, status);
}

void turn_return(struct store *store, const struct sets *sets, struct turn *t)
{
	turn_run(store, sets, t, come_back);
}

/* Its wait becomes a clock that is over now: what follows is the clock thread's. */
static int call_caretaker(struct db *db, struct turn_job *j)
{
	struct play *p = j->p;
	int64_t before = j->t->now - (int64_t)CLOCKS_CALL_DAYS * DAY_S;
	enum turn_status status = act(j), found = TURN_TOO_EARLY;
	for (unsigned seat = 0; seat < p->seat_count && status == TURN_DONE; seat++) {
		struct seat_row *s = &p->seats[seat];
		if ((int)seat == j->t->seat || p->row.turn_s || !clocks_is_asked(s))
			continue;
		if (s->clock_s) {
			found = TURN_ALREADY_DONE;
		} else if (s->awaited_since <= before) {
			s->clock_s = j->t->now - s->awaited_since;
			s->calendar_id = 0;
			clocks_derive(db, p->zones, s);
			found = TURN_DONE;
		}
	}
	save_seats(db, p);
	return turn_answer(j, status == TURN_DONE ? found : status);
}

void turn_call_caretaker(struct store *store, const struct sets *sets, struct turn *t)
{
	turn_run(store, sets, t, call_caretaker);
}

struct consent {
	bool is_asked;  /* somebody agrees */
	bool is_whole;  /* everybody does who is there */
	bool has_clock; /* one runs */
	int number;     /* of times that more was given for what is awaited now */
};

static struct consent consent_of(const struct play *p)
{
	struct consent c = {.is_whole = true};
	for (unsigned seat = 0; seat < p->seat_count; seat++) {
		const struct seat_row *s = &p->seats[seat];
		c.is_asked |= s->agrees_more_time;
		c.is_whole &= s->agrees_more_time || !clocks_is_present(p, seat);
		if (!p->row.turn_s || !s->deadline_at)
			continue;
		c.has_clock = true;
		c.number = (int)(s->clock_s / p->row.turn_s);
	}
	return c;
}

static void give_more_time(struct db *db, struct play *p, int64_t now)
{
	for (unsigned seat = 0; seat < p->seat_count; seat++) {
		p->seats[seat].agrees_more_time = false;
		if (p->seats[seat].deadline_at)
			clocks_prolong(db, p->zones, &p->seats[seat], p->row.turn_s, now);
	}
	notices_void(db, p, NOTICE_MORE_TIME, now);
	save_seats(db, p);
}

void turn_settle_consent(struct db *db, struct play *p, int64_t now)
{
	struct consent c = consent_of(p);
	if (c.is_asked && c.has_clock && c.is_whole)
		give_more_time(db, p, now);
}

static int agree(struct db *db, struct turn_job *j)
{
	struct play *p = j->p;
	struct seat_row *s = &p->seats[j->t->seat];
	enum turn_status status = act(j);
	struct consent before = consent_of(p);
	if (status == TURN_DONE && !before.has_clock)
		status = TURN_NO_CLOCK;
	else if (status == TURN_DONE && before.number > LIMIT_MORE_TIMES)
		status = TURN_NO_MORE_TIME;
	else if (status == TURN_DONE && s->agrees_more_time)
		status = TURN_ALREADY_DONE;
	if (status != TURN_DONE)
		return turn_answer(j, status);
	s->agrees_more_time = true;
	notice_cancel(db, p->row.id, j->t->user_id, notice_traits[NOTICE_MORE_TIME].word,
	              j->t->now);
	turn_settle_consent(db, p, j->t->now);
	j->t->is_granted = !s->agrees_more_time;
	for (unsigned seat = 0; seat < p->seat_count && !before.is_asked; seat++) {
		if (s->agrees_more_time && (int)seat != j->t->seat && clocks_is_present(p, seat))
			notices_tell(db, p, NOTICE_MORE_TIME, seat, before.number, j->t->now,
			             j->t->now);
	}
	save_seats(db, p);
	return turn_answer(j, TURN_DONE);
}

void turn_more_time(struct store *store, const struct sets *sets, struct turn *t)
{
	turn_run(store, sets, t, agree);
}
