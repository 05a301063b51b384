/* SPDX-License-Identifier: ISC */
/*
 * What time does at a table, as its page shows it and its buttons do: clocks that stand still, who
 * is away, more time, a caretaker who is called, who gets no mails. What each of these is by the
 * rules is app_clocks.c's and app_caretaker.c's.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/clock.h"
#include "support/browser.h"
#include "support/party.h"

/* Tuesday, 1 December 2026, 20:00 UTC. */
enum { NOW = 1796155200, PATH_BYTES = 64 };

struct world {
	struct desk *desk;
	struct party party;
	struct browser on_turn, waiting, visitor;
	unsigned first; /* of the party: who is on turn */
	char id[GAME_ID_LEN + 1], path[PATH_BYTES];
};

/* A public game of two. */
static int open_world(void **state)
{
	static struct world w;
	void *desk;
	if (desk_open(&desk))
		return -1;
	w = (struct world){.desk = desk};
	atomic_store(&w.desk->http.clock.at, NOW);
	w.on_turn.desk = w.waiting.desk = w.visitor.desk = w.desk;
	party_init(&w.party, w.desk->store, &w.desk->http.sets, NOW);
	party_start(&w.party, &(struct party_game){.people = 2, .is_public = true}, w.id);
	struct play *p = party_load(&w.party, w.id);
	w.first = p->seats[p->game.seat_on_turn].user_id == w.party.people[0] ? 0 : 1;
	play_free(p);
	party_session(&w.party, w.party.people[w.first], w.on_turn.session);
	party_session(&w.party, w.party.people[1 - w.first], w.waiting.session);
	snprintf(w.path, sizeof(w.path), "/g/%s", w.id);
	*state = &w;
	return 0;
}

static int close_world(void **state)
{
	struct world *w = *state;
	void *desk = w->desk;
	browser_close(&w->on_turn);
	browser_close(&w->waiting);
	browser_close(&w->visitor);
	return desk_close(&desk);
}

static void pass(struct world *w, int64_t seconds)
{
	atomic_fetch_add(&w->desk->http.clock.at, seconds);
}

/* Posts below the game, then looks at it. */
static int act(struct world *w, struct browser *b, const char *what, const char *form)
{
	char path[PATH_BYTES + 16];
	snprintf(path, sizeof(path), "%s/%s", w->path, what);
	int status = browser_post(b, path, form);
	b->location[strcspn(b->location, "#")] = '\0';
	if (status == 303)
		browser_get(b, b->location);
	return status;
}

static bool shows(struct world *w, struct browser *b, const char *what)
{
	browser_get(b, w->path);
	return browser_sees(b, what);
}

#define BACK "/return\""
#define MORE "/more-time\""
#define CALL "/caretaker\""

/* ---- Tests ---- */

static void others_see_until_when_a_clock_stands_still(void **state)
{
	struct world *w = *state;
	char mine[120], theirs[200];
	snprintf(mine, sizeof(mine),
	         "Your clock stands still until <time datetime=\""
	         "2026-12-02T06:00:00Z\">Wed 2 December, 06:00 UTC</time>");
	snprintf(theirs, sizeof(theirs), "<bdi>User %u</bdi>’s clock stands still until <time",
	         w->first);
	assert_false(shows(w, &w->on_turn, "stands still"));
	party_sql(&w->party, "INSERT INTO calendars VALUES (1, 'UTC 19:00-06:00')");
	party_sql(&w->party, "UPDATE seats SET calendar_id = 1 WHERE is_awaited");
	assert_true(shows(w, &w->on_turn, mine));
	assert_true(shows(w, &w->waiting, theirs));
	assert_true(shows(w, &w->visitor, theirs));
	browser_get(&w->on_turn, "/");
	assert_true(browser_sees(&w->on_turn, mine));
	browser_get(&w->waiting, "/");
	assert_true(browser_sees(&w->waiting, theirs));
	w->visitor.wants_json = true;
	assert_true(shows(w, &w->visitor, "\"on_at_iso\":\"2026-12-02T06:00:00Z\""));
	w->visitor.wants_json = false;
	pass(w, 10 * HOUR_S);
	assert_false(shows(w, &w->waiting, "stands still"));
}

static void who_is_away_is_told_to_all_and_may_come_back(void **state)
{
	struct world *w = *state;
	assert_false(shows(w, &w->on_turn, BACK));
	party_sql(&w->party, "UPDATE seats SET absent_turns = 1 WHERE is_awaited");
	assert_true(shows(w, &w->on_turn, "A caretaker has played your last turn."));
	assert_true(shows(w, &w->waiting, "a caretaker played the last turn</small>"));
	assert_false(browser_sees(&w->waiting, "away, a caretaker plays"));
	browser_get(&w->on_turn, "/");
	assert_true(browser_sees(&w->on_turn, ". A caretaker played your last turn: come back"));
	party_sql(&w->party, "UPDATE seats SET absent_turns = 3 WHERE is_awaited");
	assert_true(shows(w, &w->on_turn, "A caretaker has played your last 3 turns."));
	assert_true(shows(w, &w->on_turn, BACK));
	assert_true(shows(w, &w->waiting, "away, a caretaker plays</small>"));
	assert_false(shows(w, &w->waiting, BACK));
	assert_false(shows(w, &w->visitor, BACK));
	browser_get(&w->waiting, "/");
	assert_true(browser_sees(&w->waiting, " (a caretaker plays for <bdi>User "));
	browser_get(&w->on_turn, "/");
	assert_true(browser_sees(&w->on_turn, " (a caretaker plays for you)"));
	assert_int_equal(act(w, &w->on_turn, "return", ""), 303);
	assert_true(browser_sees(&w->on_turn, "Welcome back"));
	assert_false(browser_sees(&w->on_turn, BACK));
	stored(w->desk, "SELECT sum(absent_turns) FROM seats", "0\n");
	assert_int_equal(act(w, &w->on_turn, "return", ""), 303);
	assert_true(browser_sees(&w->on_turn, "This was done already."));
}

/* The turn before was a caretaker's, whoever moved last by hand. */
static void home_says_for_whom_a_caretaker_has_just_played(void **state)
{
	struct world *w = *state;
	char says[120];
	snprintf(says, sizeof(says), "Lay a tile: a caretaker played for <bdi>User %u</bdi>",
	         1 - w->first);
	party_sql(&w->party, "UPDATE seats SET moved_at = 1 WHERE is_awaited");
	browser_get(&w->on_turn, "/");
	assert_true(browser_sees(&w->on_turn, "Lay a tile: you moved"));
	party_sql(&w->party, "UPDATE seats SET absent_turns = 1 WHERE NOT is_awaited");
	browser_get(&w->on_turn, "/");
	assert_true(browser_sees(&w->on_turn, says));
	browser_get(&w->waiting, "/");
	assert_true(browser_sees(&w->waiting, ". A caretaker played your last turn: come back"));
}

static void the_log_says_which_turn_a_caretaker_played(void **state)
{
	struct world *w = *state;
	party_take_turn(&w->party, w->id);
	assert_true(shows(w, &w->waiting, "placed a tile"));
	assert_false(browser_sees(&w->waiting, "<small>by a caretaker"));
	w->visitor.wants_json = true;
	assert_true(shows(w, &w->visitor, "\"is_cared_for\":false"));
	party_later(&w->party, PARTY_GRACE_S);
	party_later(&w->party, PARTY_TURN_S);
	assert_true(shows(w, &w->visitor, "\"is_cared_for\":true"));
	assert_true(shows(w, &w->waiting, "<small>by a caretaker</small>"));
}

static void more_time_comes_when_everybody_agrees(void **state)
{
	struct world *w = *state;
	char asks[100];
	snprintf(asks, sizeof(asks), "<bdi>User %u</bdi></span>  asks for 1 day more.", w->first);
	assert_true(shows(w, &w->on_turn, "Ask for 1 day more"));
	assert_false(shows(w, &w->visitor, MORE));
	assert_int_equal(act(w, &w->on_turn, "more-time", ""), 303);
	assert_true(browser_sees(&w->on_turn,
	                         "You agree. There is more time as soon as everybody does."));
	assert_true(browser_sees(&w->on_turn, "Still to agree:"));
	assert_false(browser_sees(&w->on_turn, MORE));
	browser_get(&w->on_turn, "/");
	assert_false(browser_sees(&w->on_turn, "asks for more time"));
	browser_get(&w->waiting, "/");
	assert_true(browser_sees(&w->waiting, "</bdi> asks for more time"));
	assert_true(shows(w, &w->waiting, asks));
	assert_true(browser_sees(&w->waiting, "<button>Agree</button>"));
	assert_int_equal(act(w, &w->waiting, "more-time", ""), 303);
	assert_true(browser_sees(&w->waiting, "Everybody agrees: there is 1 day more."));
	assert_false(browser_sees(&w->waiting, "as soon as everybody does"));
	assert_true(browser_sees(&w->waiting, "Ask for 1 day more"));
	stored(w->desk, "SELECT deadline_at FROM seats WHERE is_awaited", "1796328000\n");
}

static void a_caretaker_is_called_after_sixty_days_and_not_before(void **state)
{
	struct world *w = *state;
	assert_false(shows(w, &w->waiting, CALL));
	party_sql(&w->party, "UPDATE games SET turn_s = 0");
	party_sql(&w->party, "UPDATE seats SET clock_s = NULL, deadline_at = NULL");
	pass(w, 60 * DAY_S - 1);
	assert_false(shows(w, &w->waiting, CALL));
	assert_int_equal(act(w, &w->waiting, "caretaker", ""), 422);
	pass(w, 1);
	assert_true(shows(w, &w->waiting, CALL));
	assert_true(browser_sees(&w->waiting, "for more than 60 days"));
	assert_false(shows(w, &w->on_turn, CALL));
	assert_false(shows(w, &w->visitor, CALL));
	assert_int_equal(act(w, &w->waiting, "caretaker", ""), 303);
	assert_true(browser_sees(&w->waiting, "A caretaker is called"));
	assert_false(browser_sees(&w->waiting, CALL));
}

static void who_hears_nothing_of_turns_is_told_to_the_others(void **state)
{
	/* Of whom is on turn. */
#define WHO "(SELECT user_id FROM seats WHERE is_awaited)"
	static const char *const silences[] = {
		"UPDATE users SET mail_off = 1 WHERE id = " WHO,
		"UPDATE users SET mail_off = 2 WHERE id = " WHO,
		"INSERT INTO notice_choices SELECT user_id, 'your turn', 'off' FROM seats"
		" WHERE is_awaited",
		"UPDATE seats SET is_muted = 1 WHERE is_awaited",
		"DELETE FROM addresses WHERE user_id = " WHO,
	};
	struct world *w = *state;
	for (size_t i = 0; i < sizeof(silences) / sizeof(silences[0]); i++) {
		assert_false(shows(w, &w->waiting, "gets no mails"));
		party_sql(&w->party, silences[i]);
		assert_true(shows(w, &w->waiting, "gets no mails</small>"));
		if (i + 1 == sizeof(silences) / sizeof(silences[0]))
			break;
		party_sql(&w->party, "UPDATE users SET mail_off = 0");
		party_sql(&w->party, "UPDATE seats SET is_muted = 0");
		party_sql(&w->party, "DELETE FROM notice_choices");
	}
	/* Who gets them in one mail a day does hear of them; a guest is nobody to be told. */
	party_sql(&w->party, "UPDATE users SET is_guest = 1");
	assert_false(shows(w, &w->waiting, "gets no mails"));
}

static void the_switch_of_a_games_mails_shows_how_it_stands(void **state)
{
	struct world *w = *state;
	assert_true(shows(w, &w->on_turn, "No mails of this game"));
	assert_false(shows(w, &w->visitor, "/mute\""));
	assert_int_equal(act(w, &w->on_turn, "mute", "muted=1"), 303);
	assert_true(browser_sees(&w->on_turn, "Send me mails of this game"));
	assert_int_equal(act(w, &w->on_turn, "mute", "muted=0"), 303);
	assert_true(browser_sees(&w->on_turn, "No mails of this game"));
}

static void a_table_of_before_and_one_that_is_over_have_no_time(void **state)
{
	struct world *w = *state;
	char path[PATH_BYTES + 8];
	struct turn t = {.game_id = w->id, .now = NOW};
	party_sql(&w->party, "UPDATE seats SET absent_turns = 3");
	snprintf(path, sizeof(path), "%s?at=0", w->path);
	browser_get(&w->on_turn, path);
	assert_false(browser_sees(&w->on_turn, BACK));
	t.user_id = w->party.people[w->first];
	turn_resign(w->party.store, w->party.sets, &t);
	assert_int_equal(t.status, TURN_DONE);
	assert_false(shows(w, &w->on_turn, BACK));
	assert_false(shows(w, &w->on_turn, "/mute\""));
	assert_int_equal(act(w, &w->on_turn, "return", ""), 422);
	assert_true(shows(w, &w->waiting, BACK));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_world, close_world)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(others_see_until_when_a_clock_stands_still),
		TEST(who_is_away_is_told_to_all_and_may_come_back),
		TEST(home_says_for_whom_a_caretaker_has_just_played),
		TEST(the_log_says_which_turn_a_caretaker_played),
		TEST(more_time_comes_when_everybody_agrees),
		TEST(a_caretaker_is_called_after_sixty_days_and_not_before),
		TEST(who_hears_nothing_of_turns_is_told_to_the_others),
		TEST(the_switch_of_a_games_mails_shows_how_it_stands),
		TEST(a_table_of_before_and_one_that_is_over_have_no_time),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
