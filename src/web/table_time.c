/* SPDX-License-Identifier: ISC */
/*
 * The viewer's buttons for time: see table_time.h. They are offered where app/turn.h would do what
 * they ask for.
 */
#include "web/table_time.h"

#include <stdio.h>

#include "app/clocks.h"
#include "base/clock.h"
#include "web/site.h"

static void add_name(cJSON *names, const struct play *p, unsigned seat)
{
	char name[LIMIT_NAME_BYTES + 1];
	cJSON *item = cJSON_CreateObject();
	play_seat_name(&p->seats[seat], name);
	cJSON_AddStringToObject(item, "name", name);
	cJSON_AddItemToArray(names, item);
}

/* So many turns in a row the caretaker has played for the viewer. */
static void add_away(const struct table *t, cJSON *time)
{
	const struct seat_row *s = &t->p->seats[t->seat];
	char text[64];
	if (s->absent_turns == 1)
		snprintf(text, sizeof(text), "A caretaker has played your last turn.");
	else
		snprintf(text, sizeof(text), "A caretaker has played your last %d turns.",
		         s->absent_turns);
	if (s->absent_turns > 0)
		cJSON_AddStringToObject(time, "away", text);
}

/* More time for all whose clock runs, once everybody agrees who is there. */
static void add_more_time(const struct table *t, cJSON *time)
{
	const struct play *p = t->p;
	bool runs = false, is_asked = false;
	char words[ZONE_TEXT];
	for (unsigned seat = 0; seat < p->seat_count; seat++) {
		runs |= p->seats[seat].deadline_at != 0 &&
		        p->seats[seat].clock_s <= p->row.turn_s * LIMIT_MORE_TIMES;
		is_asked |= p->seats[seat].agrees_more_time;
	}
	if (!p->row.turn_s || !runs)
		return;
	cJSON *more = cJSON_AddObjectToObject(time, "more");
	zone_words(words, p->row.turn_s);
	cJSON_AddStringToObject(more, "how_much", words);
	cJSON_AddBoolToObject(more, "is_asked", is_asked);
	cJSON_AddBoolToObject(more, "is_agreed", p->seats[t->seat].agrees_more_time);
	cJSON *who = cJSON_AddArrayToObject(more, "agree"),
	      *others = cJSON_AddArrayToObject(more, "missing");
	for (unsigned seat = 0; seat < p->seat_count; seat++) {
		if (p->seats[seat].agrees_more_time)
			add_name(who, p, seat);
		else if (clocks_is_present(p, seat))
			add_name(others, p, seat);
	}
}

/* Without a clock nobody is timed out; who has waited very long may end that. */
static void add_call(struct request *req, const struct table *t, cJSON *time)
{
	const struct play *p = t->p;
	cJSON *names = NULL;
	for (unsigned seat = 0; seat < p->seat_count && !p->row.turn_s; seat++) {
		const struct seat_row *s = &p->seats[seat];
		int64_t from = s->awaited_since + (int64_t)CLOCKS_CALL_DAYS * DAY_S;
		if ((int)seat == t->seat || !clocks_is_asked(s) || s->clock_s)
			continue;
		if (from > req->now) {
			request_reads_until(req, from);
			continue;
		}
		if (!names) {
			cJSON_AddBoolToObject(time, "has_call", true);
			names = cJSON_AddArrayToObject(time, "call");
		}
		add_name(names, p, seat);
	}
}

void table_time_add(struct request *req, const struct table *t, cJSON *view)
{
	const struct play *p = t->p;
	if (t->seat < 0 || t->is_past || p->row.state != GAME_RUNNING ||
	    play_is_automatic(p, (unsigned)t->seat))
		return;
	cJSON *time = cJSON_AddObjectToObject(view, "time");
	add_away(t, time);
	add_more_time(t, time);
	add_call(req, t, time);
	cJSON_AddBoolToObject(time, "is_muted", p->seats[t->seat].is_muted);
}
