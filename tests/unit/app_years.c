/* SPDX-License-Identifier: ISC */
/*
 * A hundred years of games in many zones (T1 to T3): persons who never come, who come sometimes,
 * who come back; quiet hours, holidays, outages, kills, and a wall clock that is put forward and
 * back. Time is moved to the next thing that happens. The yardstick knows of each clock how much
 * time is left, and counts it down minute by minute by glibc's localtime_r: nobody is played for
 * early, nobody later than a beat, and all games end. How many games: a fiftieth of
 * SLOWSAFARI_GAMES.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "app/beat.h"
#include "app/clocks.h"
#include "app/fsck.h"
#include "app/times.h"
#include "support/libc_rests.h"
#include "support/party.h"

enum { YEARS = 100, SEATS = 3, PEOPLE = PARTY_PEOPLE };
static const int64_t YEAR_S = 365 * (int64_t)DAY_S + DAY_S / 4;

static const char *const zone_names[] = {
	"Europe/Berlin",       "America/New_York",  "America/Santiago",
	"Australia/Lord_Howe", "Pacific/Auckland",  "Asia/Kathmandu",
	"America/St_Johns",    "Africa/Casablanca", "Africa/Cairo",
	"Pacific/Kiritimati",  "Asia/Beirut",       "Antarctica/Troll",
	"Pacific/Pago_Pago",   "America/Havana",    "UTC",
};
enum { ZONES = sizeof(zone_names) / sizeof(zone_names[0]) };

enum habit { NEVER, SOMETIMES, COMES_BACK, HABITS };

struct person {
	int64_t user_id;
	struct calendar calendar; /* with which the next clock begins */
	enum habit habit;
};

/* A clock as the yardstick knows it. */
struct wait {
	bool runs;
	int turn; /* what is asked: in that turn of the game, */
	bool is_word;
	struct calendar calendar;
	int64_t left_s;    /* negative when it is over */
	int64_t begins_at; /* counts down from then on */
	int64_t acts_at;   /* when the person will choose; 0: never */
	int64_t absent_at; /* since when it is to be played for at once; 0: it is not */
};

struct world {
	struct party *party;
	struct chance chance;
	struct pulse pulse;
	int64_t now, steady, counted_to; /* the yardstick has counted up to there */
	struct person people[PEOPLE];
	char id[GAME_ID_LEN + 1];
	int seat_person[SEATS]; /* index in people */
	struct wait waits[SEATS];
	int absent[SEATS];
	size_t moves_seen;
	int turn, seat_on_turn, absent_turn; /* of the last tile laid; the last that it ended */
	int64_t judged_rev;
	unsigned caretakers, acts, outages, jumps; /* that there were */
};

static uint32_t below(struct world *w, uint32_t n)
{
	return chance_below(&w->chance, n);
}

/* ---- The yardstick ---- */

static int64_t runs_between(const struct calendar *c, int64_t from, int64_t to)
{
	int64_t ran = 0;
	setenv("TZ", c->zone, 1);
	tzset();
	while (from < to) {
		int64_t until = from + 60 - from % 60;
		until = until < to ? until : to;
		ran += libc_rests(c, from) ? 0 : until - from;
		from = until;
	}
	return ran;
}

/* Time goes by. Where it is lost, nobody's clock runs. */
static void count_to(struct world *w, int64_t to, bool is_lost)
{
	for (int seat = 0; seat < SEATS; seat++) {
		struct wait *wait = &w->waits[seat];
		if (!wait->runs)
			continue;
		int64_t from = w->counted_to > wait->begins_at ? w->counted_to : wait->begins_at;
		if (!is_lost)
			wait->left_s -= runs_between(&wait->calendar, from, to);
		if (is_lost && wait->begins_at < to && wait->begins_at > w->counted_to)
			wait->begins_at = to;
	}
	w->counted_to = to;
}

static bool is_present(const struct world *w, int seat)
{
	return w->absent[seat] < CLOCKS_ABSENT_TURNS;
}

static bool has_present_other(const struct world *w, int seat)
{
	for (int other = 0; other < SEATS; other++) {
		if (other != seat && is_present(w, other))
			return true;
	}
	return false;
}

/* ---- What people do ---- */

static void plan(struct world *w, int seat, int64_t turn_s)
{
	struct wait *wait = &w->waits[seat];
	const struct person *person = &w->people[w->seat_person[seat]];
	bool comes = person->habit == SOMETIMES ? below(w, 3) != 0
	                                        : person->habit == COMES_BACK && wait->turn > 20;
	wait->acts_at = comes ? wait->begins_at + below(w, (uint32_t)turn_s * 3 / 2) : 0;
}

/* Who is asked now, and was not before; who is asked no more. */
static void follow(struct world *w, const struct play *p)
{
	for (int seat = 0; seat < SEATS; seat++) {
		struct wait *wait = &w->waits[seat];
		bool is_asked = play_awaits_choice(p, (unsigned)seat),
		     is_word = p->game.awaits == AWAITS_BOOST && p->game.seat_on_turn != seat;
		int turn = p->game.turn_count + (p->game.awaits == AWAITS_PLACE);
		if (is_asked && wait->runs && wait->turn == turn && wait->is_word == is_word)
			continue;
		*wait = (struct wait){.runs = is_asked, .turn = turn, .is_word = is_word};
		if (!is_asked)
			continue;
		wait->calendar = w->people[w->seat_person[seat]].calendar;
		wait->left_s = p->row.turn_s;
		wait->begins_at = is_word && p->row.draw_at > w->now ? p->row.draw_at : w->now;
		plan(w, seat, p->row.turn_s);
	}
	for (int seat = 0; seat < SEATS; seat++) {
		struct wait *wait = &w->waits[seat];
		bool is_at_once = wait->runs && !is_present(w, seat) && has_present_other(w, seat);
		if (!is_at_once)
			wait->absent_at = 0;
		else if (!wait->absent_at)
			wait->absent_at = wait->begins_at > w->now ? wait->begins_at : w->now;
	}
}

/* The caretaker has chosen for a seat. In the beat of a draw that is no clock that was seen to run.
 */
static void judge(struct world *w, const struct move_row *m)
{
	const struct wait *wait = &w->waits[m->seat];
	bool is_word = m->seat != w->seat_on_turn;
	bool is_seen = wait->runs && wait->turn == w->turn && wait->is_word == is_word;
	bool is_at_once = !is_present(w, m->seat) && has_present_other(w, m->seat);
	bool is_over = is_seen && wait->left_s <= 0 && wait->left_s >= -BEAT_S;
	if (!is_over && !is_at_once)
		fail_msg("game %s, turn %d, seat %d at %lld in %s: %lld s left", w->id, w->turn,
		         m->seat, (long long)m->at, wait->calendar.zone,
		         is_seen ? (long long)wait->left_s : -1);
}

/* The moves that came since. Whatever the caretaker begins it ends at once. */
static void judge_moves(struct world *w, const struct play *p)
{
	for (; w->moves_seen < p->move_count; w->moves_seen++) {
		const struct move_row *m = &p->moves[w->moves_seen];
		if (strncmp(m->text, "place", 5) == 0) {
			w->turn++;
			w->seat_on_turn = m->seat;
		}
		if (strcmp(m->by, "caretaker") != 0 || w->judged_rev == m->rev)
			continue;
		judge(w, m);
		w->judged_rev = m->rev;
		if (m->seat != w->seat_on_turn || w->absent_turn == w->turn)
			continue;
		w->absent_turn = w->turn;
		w->absent[m->seat]++;
		w->caretakers++;
	}
}

/* Looks at the game: nobody may wait for the service. */
static bool look(struct world *w)
{
	struct play *p = party_load(w->party, w->id);
	count_to(w, w->now, false);
	judge_moves(w, p);
	follow(w, p);
	bool goes_on = p->row.state == GAME_RUNNING;
	if (goes_on && w->now >= w->pulse.heart.held_until) {
		for (int seat = 0; seat < SEATS; seat++) {
			const struct wait *wait = &w->waits[seat];
			if (wait->runs && (wait->left_s < -BEAT_S ||
			                   (wait->absent_at && wait->absent_at + BEAT_S < w->now)))
				fail_msg("game %s, seat %d at %lld: late, %lld s left", w->id, seat,
				         (long long)w->now, (long long)wait->left_s);
		}
		if (p->row.draw_at && p->game.awaits == AWAITS_TILE)
			assert_true(p->row.draw_at + BEAT_S >= w->now);
	}
	play_free(p);
	return goes_on;
}

static void act(struct world *w, int seat)
{
	struct play *p = party_load(w->party, w->id);
	struct turn t;
	w->waits[seat].acts_at = 0;
	if (play_awaits_choice(p, (unsigned)seat)) {
		if (!is_present(w, seat) && below(w, 2)) {
			t = (struct turn){
				.game_id = w->id, .user_id = p->seats[seat].user_id, .now = w->now};
			turn_return(w->party->store, w->party->sets, &t);
			assert_int_equal(t.status, TURN_DONE);
		}
		w->party->now = w->now;
		party_choose(w->party, p, (unsigned)seat, &t);
		t.game_id = w->id;
		turn_submit(w->party->store, w->party->sets, &t);
		assert_int_equal(t.status, TURN_DONE);
		w->absent[seat] = 0;
		w->acts++;
	}
	play_free(p);
}

/* ---- Time ---- */

static void beat(struct world *w)
{
	beat_again(&w->pulse, w->party->store, w->party->sets, w->now, w->steady);
}

/* The beats in between found nothing to do: as if the last was a second ago. */
static void move_to(struct world *w, int64_t to)
{
	w->steady += to - w->now;
	w->now = to;
	w->pulse.heart.wall = w->now - 1;
	w->pulse.heart.steady = w->steady - 1;
}

static int64_t number(struct world *w, const char *sql)
{
	sqlite3_stmt *stmt;
	assert_int_equal(sqlite3_prepare_v2(w->party->sqlite, sql, -1, &stmt, NULL), SQLITE_OK);
	int64_t value = sqlite3_step(stmt) == SQLITE_ROW ? sqlite3_column_int64(stmt, 0) : 0;
	sqlite3_finalize(stmt);
	return value;
}

/* Whatever happens next: 0 for nothing any more. */
static int64_t next_event(struct world *w, int *seat_acts)
{
	int64_t next = number(w, "SELECT min(at) FROM (SELECT min(draw_at) AS at FROM games"
	                         " WHERE awaits = 'tile' UNION ALL SELECT min(deadline_at)"
	                         " FROM seats WHERE deadline_at IS NOT NULL UNION ALL"
	                         " SELECT min(remind_at) FROM seats WHERE remind_at IS NOT NULL)"
	                         " WHERE at IS NOT NULL");
	*seat_acts = -1;
	for (int seat = 0; seat < SEATS; seat++) {
		int64_t at = w->waits[seat].runs ? w->waits[seat].acts_at : 0;
		if (at && (!next || at < next)) {
			next = at;
			*seat_acts = seat;
		}
	}
	return next;
}

/* The service is down; the last thing that it wrote down is some seconds older. */
static void outage(struct world *w)
{
	int64_t age_s = below(w, BEAT_S), down_s = HEART_GAP_S + 1 + below(w, 3 * DAY_S);
	char sql[80];
	int64_t beat_at = w->now - age_s;
	snprintf(sql, sizeof(sql), "UPDATE service SET beat_at = %lld", (long long)beat_at);
	party_sql(w->party, sql);
	/* What ran since it was written down is given back. */
	for (int seat = 0; seat < SEATS; seat++) {
		struct wait *wait = &w->waits[seat];
		int64_t from = beat_at > wait->begins_at ? beat_at : wait->begins_at;
		if (wait->runs && wait->begins_at < w->now)
			wait->left_s += runs_between(&wait->calendar, from, w->now);
	}
	w->now += down_s;
	w->steady = below(w, 1000);
	count_to(w, w->now, true);
	beat_begin(&w->pulse, w->party->store, w->party->sets, w->now, w->steady);
	beat_again(&w->pulse, w->party->store, w->party->sets, w->now, w->steady);
	w->outages++;
}

static void put_forward(struct world *w)
{
	w->now += HEART_GAP_S + 1 + below(w, DAY_S);
	w->steady++;
	count_to(w, w->now, true);
	beat(w);
	w->jumps++;
}

/* Only where each clock that runs has run longer than that: one that begins later than now is
 * nothing that the yardstick knows. */
static void put_back(struct world *w)
{
	int64_t by_s = HEART_GAP_S + 2 + below(w, 2 * HOUR_S), to = w->now - by_s;
	for (int seat = 0; seat < SEATS; seat++) {
		const struct wait *wait = &w->waits[seat];
		if (wait->runs &&
		    (wait->begins_at > to ||
		     wait->left_s + runs_between(&wait->calendar, to, w->now) > 12 * HOUR_S - 1))
			return;
	}
	for (int seat = 0; seat < SEATS; seat++) {
		struct wait *wait = &w->waits[seat];
		if (wait->runs)
			wait->left_s += runs_between(&wait->calendar, to, w->now);
	}
	w->now = w->counted_to = to;
	w->steady++;
	beat(w);
	w->jumps++;
}

static void chaos(struct world *w)
{
	switch (below(w, 24)) {
	case 0:
		outage(w);
		break;
	case 1:
		put_forward(w);
		break;
	case 2:
		put_back(w);
		break;
	default:
		return;
	}
	look(w);
}

/* ---- Games ---- */

/* New quiet hours and holidays; they count from the next clock on. */
static void choose_times(struct world *w, struct person *person, bool moves)
{
	enum calendar_status why;
	struct times_change c = {.sets_quiet = true};
	if (moves)
		c.zone = zone_names[below(w, ZONES)];
	if (below(w, 3)) {
		c.quiet_from = (int)below(w, 24 * 60);
		c.quiet_to = (c.quiet_from + (int)below(w, 12 * 60 + 1)) % (24 * 60);
	}
	assert_int_equal(times_change(w->party->store, NULL, person->user_id, &c, w->now, &why),
	                 TIMES_OK);
	struct db *db = store_read(w->party->store);
	clocks_calendar_of(db, person->user_id, &person->calendar);
	store_read_done(w->party->store, db);
	int32_t today = calendar_day_at(NULL, &person->calendar, w->now);
	c = (struct times_change){.does = TIMES_TAKES, .first = today + (int32_t)below(w, 20)};
	c.last = c.first + (int32_t)below(w, 5);
	if (!below(w, 3))
		times_change(w->party->store, NULL, person->user_id, &c, w->now, &why);
	db = store_read(w->party->store);
	clocks_calendar_of(db, person->user_id, &person->calendar);
	store_read_done(w->party->store, db);
}

static void start(struct world *w)
{
	static const int64_t turns[] = {12 * HOUR_S, DAY_S, 2 * DAY_S, 3 * DAY_S, 7 * DAY_S};
	w->party->now = w->now;
	for (size_t i = 0; i < PEOPLE; i++) {
		w->people[i].user_id = w->party->people[i];
		w->people[i].habit = (enum habit)below(w, HABITS);
		choose_times(w, &w->people[i], true);
	}
	/* A fifth of the games nobody visits. */
	for (size_t i = 0; i < PEOPLE && !below(w, 5); i++)
		w->people[i].habit = NEVER;
	party_start(w->party, &(struct party_game){.people = SEATS, .turn_s = turns[below(w, 5)]},
	            w->id);
	struct play *p = party_load(w->party, w->id);
	for (unsigned seat = 0; seat < SEATS; seat++) {
		for (int i = 0; i < PEOPLE; i++) {
			if (w->people[i].user_id == p->seats[seat].user_id)
				w->seat_person[seat] = i;
		}
		w->absent[seat] = 0;
		w->waits[seat] = (struct wait){.runs = false};
	}
	w->moves_seen = 0;
	w->turn = w->absent_turn = 0;
	w->judged_rev = 0;
	w->counted_to = w->now;
	follow(w, p);
	play_free(p);
}

static void no_fault(void *context, const char *id, const char *sentence)
{
	(void)context;
	fail_msg("%s: %s", id, sentence);
}

static void play_one(struct world *w)
{
	unsigned steps = 0;
	start(w);
	do {
		int seat;
		int64_t next = next_event(w, &seat);
		assert_true(next && ++steps < 5000);
		/* The beat that finds it comes within its time. */
		int64_t at = next + (seat < 0 ? below(w, 2) : 0);
		if (at > w->now)
			move_to(w, at);
		count_to(w, w->now, false);
		if (seat >= 0)
			act(w, seat);
		else
			beat(w);
		if (w->now < w->pulse.heart.held_until)
			move_to(w, w->now + BEAT_S);
		if (!look(w))
			break;
		/* Absent persons are played for now and then. */
		move_to(w, w->now + BEAT_S - 1);
		count_to(w, w->now, false);
		beat(w);
		if (!below(w, 10))
			choose_times(w, &w->people[below(w, PEOPLE)], false);
		if (look(w))
			chaos(w);
	} while (look(w));
	struct fsck_report r = {.fault = no_fault};
	assert_int_equal(fsck_all(w->party->store, w->party->sets, &r), 0);
	party_sql(w->party, "DELETE FROM notices; DELETE FROM submissions; DELETE FROM moves;"
	                    "DELETE FROM seats; DELETE FROM games");
}

static void nobody_is_early_nobody_late_and_all_games_end(void **state)
{
	struct world *w = calloc(1, sizeof(*w));
	const char *env = getenv("SLOWSAFARI_GAMES");
	long games = env ? strtol(env, NULL, 10) / 100 : 5;
	assert_non_null(w);
	w->party = *state;
	w->now = PARTY_BEGINS;
	w->chance.state = 1;
	party_sql(w->party, "INSERT INTO service (id, key, beat_at) VALUES (1, zeroblob(32), 0);"
	                    "UPDATE users SET standing_order = -1");
	char sql[80];
	snprintf(sql, sizeof(sql), "UPDATE service SET beat_at = %lld", (long long)w->now);
	party_sql(w->party, sql);
	beat_begin(&w->pulse, w->party->store, w->party->sets, w->now, 0);
	beat_again(&w->pulse, w->party->store, w->party->sets, w->now, 0);
	for (long game = 0; game < games || game < 2; game++) {
		int64_t at = PARTY_BEGINS + YEARS * YEAR_S / (games > 2 ? games : 2) * game;
		if (at > w->now)
			move_to(w, at);
		play_one(w);
	}
	print_message("%ld games, %u acts, %u turns of the caretaker, %u outages, %u jumps\n",
	              games, w->acts, w->caretakers, w->outages, w->jumps);
	assert_true(w->acts > 0 && w->caretakers > 0 && w->outages > 0 && w->jumps > 0);
	free(w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(nobody_is_early_nobody_late_and_all_games_end,
	                                        party_open, party_close),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
