/* SPDX-License-Identifier: ISC */
/*
 * A player who never comes back, and one who does, as their mailbox sees it (T3): the whole way
 * from the clock to the mail server, by a clock that is moved by hand. What the caretaker may do is
 * app_caretaker.c's matter.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "app/beat.h"
#include "notify/courier.h"
#include "support/mail_parts.h"
#include "support/party.h"
#include "support/smtp_peer.h"

enum {
	STEP_S = 900, /* Ada looks that often; the clock, too */
	MAILS_MAX = 200,
};

/* What somebody got. */
struct arrival {
	char kind[24];
	int64_t at;
};

struct world {
	struct party *party;
	struct config config;
	struct clock clock;
	struct mail_secrets secrets;
	struct courier *courier;
	struct smtp_peer *peer;
	char id[GAME_ID_LEN + 1];
	const char *address; /* whose mails are noted */
	struct arrival arrivals[MAILS_MAX];
	size_t count;
};

/* The kind is the last part of the Message-ID's name but for a number. */
static bool note(void *context, const struct smtp_visit *visit, enum smtp_place place,
                 const char **reply)
{
	struct world *w = context;
	struct text id;
	(void)reply;
	if (place != PEER_AT_END || strcmp(visit->recipient, w->address) != 0)
		return false;
	text_init(&id, 1000);
	mail_field(visit->mail, "Message-ID", &id);
	struct arrival *a = &w->arrivals[w->count++];
	const char *kind = text_string(&id);
	for (int dots = 0; dots < 3; dots++)
		kind = strchr(kind, '.') + 1;
	snprintf(a->kind, sizeof(a->kind), "%.*s", (int)strcspn(kind, ".@"), kind);
	a->at = clock_now(&w->clock);
	text_release(&id);
	return false;
}

static void open_world(struct world *w, void **state)
{
	struct err err;
	*w = (struct world){.party = *state, .clock = {.stands = true}};
	atomic_store(&w->clock.at, w->party->now);
	w->peer = smtp_peer_start_judged(note, w);
	config_init(&w->config);
	snprintf(w->config.smtp_url, sizeof(w->config.smtp_url), "%s", smtp_peer_url(w->peer));
	assert_int_equal(mail_secrets_open(&w->secrets, w->party->store, w->party->now, &err), 0);
	struct courier_options o = {
		.store = w->party->store,
		.config = &w->config,
		.sets = w->party->sets,
		.secrets = &w->secrets,
		.clock = &w->clock,
		.lane = LANE_MAIL,
	};
	assert_int_equal(courier_open(&w->courier, &o, &err), 0);
	party_start(w->party, &(struct party_game){.people = 2}, w->id);
	w->address = "user1@example.org";
}

static void close_world(struct world *w)
{
	courier_close(w->courier);
	smtp_peer_stop(w->peer);
}

/* The person's turn, if it is one. */
static bool take_turn(struct world *w, unsigned person)
{
	struct play *p = party_load(w->party, w->id);
	int seat = play_seat_of(p, w->party->people[person]);
	bool is_on = p->row.state == GAME_RUNNING && play_awaits_choice(p, (unsigned)seat);
	if (is_on) {
		struct turn t;
		party_choose(w->party, p, (unsigned)seat, &t);
		turn_submit(w->party->store, w->party->sets, &t);
		assert_int_equal(t.status, TURN_DONE);
	}
	play_free(p);
	return is_on;
}

/* A step of time: what is due happens and is mailed, then the first person plays. */
static void go_on(struct world *w)
{
	struct party *p = w->party;
	p->now += STEP_S;
	atomic_store(&w->clock.at, p->now);
	beat_games(p->store, p->sets, p->now);
	beat_clocks(p->store, p->sets, p->now);
	while (courier_run(w->courier))
		;
	take_turn(w, 0);
}

static bool is_over(const struct world *w)
{
	struct play *p = party_load(w->party, w->id);
	bool is_over = p->row.state == GAME_OVER;
	play_free(p);
	return is_over;
}

/* The next of what came is of that kind, so long after the one before, give or take a step. */
static void next_is(const struct world *w, size_t *at, const char *kind, int64_t after_s)
{
	assert_true(*at < w->count);
	const struct arrival *a = &w->arrivals[*at];
	assert_string_equal(a->kind, kind);
	if (*at > 0)
		assert_in_range(a->at - a[-1].at + STEP_S, after_s, after_s + 2 * STEP_S);
	++*at;
}

/* Three turns' time runs out: each is asked for, reminded of at 12 h and at 19 h 12 min of 24, and
 * played. */
static size_t three_turns_were_missed(const struct world *w)
{
	size_t at = 0;
	for (int turn = 0; turn < 3; turn++) {
		next_is(w, &at, "your-turn", 0);
		next_is(w, &at, "reminder", 12 * HOUR_S);
		next_is(w, &at, "reminder", 24 * HOUR_S * 3 / 10);
		next_is(w, &at, "caretaker", 24 * HOUR_S / 5);
	}
	return at;
}

static void whoever_never_returns_hears_all_in_order_and_the_game_ends(void **state)
{
	static struct world w;
	open_world(&w, state);
	for (int64_t until = w.party->now + 20 * DAY_S; !is_over(&w);) {
		assert_true(w.party->now < until);
		go_on(&w);
	}
	go_on(&w);
	size_t at = three_turns_were_missed(&w);
	/* Absent from here on: nothing is asked any more, and each turn is told of. */
	while (at + 1 < w.count)
		next_is(&w, &at, "caretaker", STEP_S);
	next_is(&w, &at, "game-over", 0);
	assert_true(w.count > 3 * 4 + 20);
	party_has(w.party,
	          "SELECT DISTINCT by FROM moves JOIN seats USING (game_id, seat)"
	          " WHERE text LIKE 'place%' AND user_id = 2",
	          "caretaker\n");
	party_has(w.party, "SELECT count(*) FROM notices WHERE state IN ('waiting', 'sending')",
	          "0\n");
	close_world(&w);
}

static void whoever_returns_has_the_seat_at_once(void **state)
{
	static struct world w;
	open_world(&w, state);
	struct turn t = {.game_id = w.id, .user_id = w.party->people[1]};
	while (w.count < 3 * 4 + 2)
		go_on(&w);
	three_turns_were_missed(&w);
	t.now = w.party->now;
	turn_return(w.party->store, w.party->sets, &t);
	assert_int_equal(t.status, TURN_DONE);
	size_t before = w.count;
	do
		go_on(&w);
	while (w.count == before);
	/* Asked like anybody, and nobody else plays. */
	assert_string_equal(w.arrivals[before].kind, "your-turn");
	go_on(&w);
	assert_int_equal(w.count, before + 1);
	assert_true(take_turn(&w, 1));
	party_has(w.party,
	          "SELECT by FROM moves JOIN seats USING (game_id, seat) WHERE text LIKE 'place%'"
	          " AND user_id = 2 ORDER BY n DESC LIMIT 1",
	          "person\n");
	close_world(&w);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, party_open, party_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(whoever_never_returns_hears_all_in_order_and_the_game_ends),
		TEST(whoever_returns_has_the_seat_at_once),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
