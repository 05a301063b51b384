/* SPDX-License-Identifier: ISC */
/*
 * More time by consent of all (T1): who has to agree, what a game then gets, and how long consent
 * holds. Time is moved by hand; a turn has a day. What happens when it is over is
 * app_caretaker.c's.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "app/clocks.h"
#include "base/clock.h"
#include "support/party.h"

#define TEST(name) cmocka_unit_test_setup_teardown(name, party_open, party_close)

static const char clocks[] = "SELECT clock_s, deadline_at - awaited_since, reminders,"
			     " remind_at - awaited_since FROM seats WHERE is_awaited";

static void more_time_is_given_when_all_persons_agree(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	static const char told[] = "SELECT seat, number, state FROM notices JOIN seats USING "
				   "(user_id) WHERE notices.kind = 'more time' ORDER BY seat";
	party_start(p, &(struct party_game){.people = 3}, id);
	int64_t users[3];
	for (unsigned seat = 0; seat < 3; seat++)
		users[seat] = party_user_at(p, id, seat);
	party_later(p, PARTY_TURN_S / 2);
	party_has(p, clocks, "86400|86400|1|69120\n");
	assert_int_equal(party_does(p, id, users[0], turn_more_time), TURN_DONE);
	assert_int_equal(party_does(p, id, users[0], turn_more_time), TURN_ALREADY_DONE);
	assert_int_equal(party_does(p, id, users[1], turn_more_time), TURN_DONE);
	party_has(p, clocks, "86400|86400|1|69120\n");
	party_has(p, told, "1|1|cancelled\n2|1|waiting\n");
	assert_int_equal(party_does(p, id, users[2], turn_more_time), TURN_DONE);
	/* Two days, of which half a day is over: they are reminded again. */
	party_has(p, clocks, "172800|172800|0|86400\n");
	party_has(p, told, "1|1|cancelled\n2|1|cancelled\n");
	party_has(p, "SELECT sum(agrees_more_time) FROM seats", "0\n");
	party_later(p, PARTY_TURN_S / 2);
	party_has(p, "SELECT number FROM notices WHERE kind = 'reminder' ORDER BY number",
	          "1\n3\n");
	party_later(p, PARTY_TURN_S - 1);
	party_has(p, "SELECT turn FROM games", "0\n");
	party_later(p, 1);
	party_has(p, "SELECT turn FROM games", "1\n");
}

static void the_absent_and_the_resigned_are_not_asked_for_consent(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	party_start(p, &(struct party_game){.people = 4}, id);
	int64_t users[4];
	for (unsigned seat = 0; seat < 4; seat++)
		users[seat] = party_user_at(p, id, seat);
	party_sql(p, "UPDATE seats SET absent_turns = 3 WHERE seat = 2");
	assert_int_equal(party_does(p, id, users[3], turn_resign), TURN_DONE);
	assert_int_equal(party_does(p, id, users[3], turn_more_time), TURN_RESIGNED);
	assert_int_equal(party_does(p, id, users[1], turn_more_time), TURN_DONE);
	party_has(p, "SELECT count(*) FROM notices WHERE kind = 'more time'", "1\n");
	assert_int_equal(party_does(p, id, users[0], turn_more_time), TURN_DONE);
	party_has(p, "SELECT clock_s FROM seats WHERE is_awaited", "172800\n");
}

static void who_agrees_is_not_asked_any_more(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	party_start(p, &(struct party_game){.people = 3}, id);
	assert_int_equal(party_does(p, id, party_user_at(p, id, 0), turn_more_time), TURN_DONE);
	assert_int_equal(party_does(p, id, party_user_at(p, id, 1), turn_more_time), TURN_DONE);
	party_has(p,
	          "SELECT seat, state FROM notices JOIN seats USING (user_id)"
	          " WHERE notices.kind = 'more time' ORDER BY seat",
	          "1|cancelled\n2|waiting\n");
}

static void who_resigns_is_not_waited_for_with_more_time(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	party_start(p, &(struct party_game){.people = 3}, id);
	assert_int_equal(party_does(p, id, party_user_at(p, id, 0), turn_more_time), TURN_DONE);
	assert_int_equal(party_does(p, id, party_user_at(p, id, 1), turn_more_time), TURN_DONE);
	party_has(p, "SELECT clock_s FROM seats WHERE is_awaited", "86400\n");
	assert_int_equal(party_does(p, id, party_user_at(p, id, 2), turn_resign), TURN_DONE);
	party_has(p, "SELECT clock_s, deadline_at - awaited_since FROM seats WHERE is_awaited",
	          "172800|172800\n");
	party_has(p, "SELECT sum(agrees_more_time) FROM seats", "0\n");
	/* Where nobody has asked, nobody gets it. */
	party_start(p, &(struct party_game){.people = 2}, id);
	assert_int_equal(party_does(p, id, party_user_at(p, id, 1), turn_resign), TURN_DONE);
	party_has(p,
	          "SELECT max(clock_s) FROM seats WHERE is_awaited AND agrees_more_time = 0"
	          " AND game_id = (SELECT id FROM games ORDER BY rowid DESC LIMIT 1)",
	          "86400\n");
}

static void consent_is_for_one_turn_and_not_for_its_words(void **state)
{
	struct party *p = *state;
	struct turn t;
	char id[GAME_ID_LEN + 1];
	static const char asked[] = "SELECT total(agrees_more_time), (SELECT count(*) FROM notices"
				    " WHERE kind = 'more time' AND state = 'waiting')"
				    " FROM seats";
	party_sql(p, "UPDATE users SET standing_order = -1");
	do {
		party_start(p, &(struct party_game){.people = 3}, id);
	} while (!party_forward(p, id, party_asks_two, &t));
	struct play *play = party_load(p, id);
	unsigned on_turn = play->game.seat_on_turn;
	t.game_id = id;
	t.user_id = play->seats[on_turn].user_id;
	t.base_rev = play->row.rev;
	t.now = p->now;
	play_free(play);
	int64_t other = party_user_at(p, id, (on_turn + 1) % 3);
	assert_int_equal(party_does(p, id, other, turn_more_time), TURN_DONE);
	turn_submit(p->store, p->sets, &t);
	assert_int_equal(t.status, TURN_DONE);
	party_has(p, asked, "0.0|0\n");
	/* Nor is what was asked for the words asked for the turn that is taken back. */
	assert_int_equal(party_does(p, id, other, turn_more_time), TURN_DONE);
	party_has(p, asked, "1.0|2\n");
	t.base_rev = t.rev;
	turn_take_back(p->store, p->sets, &t);
	assert_int_equal(t.status, TURN_DONE);
	party_has(p, asked, "0.0|0\n");
}

static void a_take_back_does_not_ask_for_more_time_again(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	party_start(p, &(struct party_game){.people = 2}, id);
	struct play *play = party_load(p, id);
	struct turn t;
	unsigned on_turn = play->game.seat_on_turn;
	party_choose(p, play, on_turn, &t);
	t.game_id = id;
	t.user_id = play->seats[on_turn].user_id;
	t.base_rev = play->row.rev;
	t.now = p->now;
	play_free(play);
	assert_int_equal(party_does(p, id, party_user_at(p, id, 1 - on_turn), turn_more_time),
	                 TURN_DONE);
	party_has(p, "SELECT state FROM notices WHERE kind = 'more time'", "waiting\n");
	turn_submit(p->store, p->sets, &t);
	assert_int_equal(t.status, TURN_DONE);
	t.base_rev = t.rev;
	turn_take_back(p->store, p->sets, &t);
	assert_int_equal(t.status, TURN_DONE);
	party_has(p, "SELECT state FROM notices WHERE kind = 'more time'", "cancelled\n");
	party_has(p, "SELECT state FROM notices WHERE kind = 'your turn'", "waiting\n");
}

/* Else who plays bots alone would have a clock of a thousand years, day by day in its calendar. */
static void more_time_is_given_some_times_and_no_more(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1], sql[80];
	party_start(p, &(struct party_game){.people = 2}, id);
	int64_t users[2] = {party_user_at(p, id, 0), party_user_at(p, id, 1)};
	for (int i = 0; i < 2 * LIMIT_MORE_TIMES; i++)
		assert_int_equal(party_does(p, id, users[i % 2], turn_more_time), TURN_DONE);
	assert_int_equal(party_does(p, id, users[0], turn_more_time), TURN_NO_MORE_TIME);
	snprintf(sql, sizeof(sql), "%lld\n", (LIMIT_MORE_TIMES + 1LL) * PARTY_TURN_S);
	party_has(p, "SELECT clock_s FROM seats WHERE is_awaited", sql);
}

static void a_draw_forgets_who_agreed(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	party_start(p, &(struct party_game){.people = 2}, id);
	assert_int_equal(party_does(p, id, party_user_at(p, id, 1), turn_more_time), TURN_DONE);
	party_take_turn(p, id);
	/* Nobody's time runs in the grace. */
	assert_int_equal(party_does(p, id, party_user_at(p, id, 0), turn_more_time), TURN_NO_CLOCK);
	party_later(p, PARTY_GRACE_S);
	party_has(p, "SELECT sum(agrees_more_time) FROM seats", "0\n");
	party_has(p, "SELECT state FROM notices WHERE kind = 'more time'", "cancelled\n");
	party_start(p, &(struct party_game){.people = 2, .turn_s = -1}, id);
	assert_int_equal(party_does(p, id, p->people[0], turn_more_time), TURN_NO_CLOCK);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(more_time_is_given_when_all_persons_agree),
		TEST(the_absent_and_the_resigned_are_not_asked_for_consent),
		TEST(who_agrees_is_not_asked_any_more),
		TEST(who_resigns_is_not_waited_for_with_more_time),
		TEST(consent_is_for_one_turn_and_not_for_its_words),
		TEST(a_take_back_does_not_ask_for_more_time_again),
		TEST(more_time_is_given_some_times_and_no_more),
		TEST(a_draw_forgets_who_agreed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
