/* SPDX-License-Identifier: ISC */
/*
 * How far a game goes on without persons, by whose hand its rows say, and where it stops.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app/autoplay.h"
#include "support/party.h"

/* One person and bots; the person is not the first, so that bots are. */
static void start(struct party *p, unsigned machines, char id[GAME_ID_LEN + 1])
{
	bool is_bot;
	do {
		party_start(p, &(struct party_game){.people = 1, .bots = machines}, id);
		struct play *play = party_load(p, id);
		is_bot = play_is_automatic(play, 0);
		play_free(play);
	} while (!is_bot);
}

static unsigned run(struct party *p, const char *id, unsigned steps)
{
	return autoplay_run(p->store, p->sets, id, p->now, steps);
}

/* The row of that game, rather than of those that were started before it. */
static struct game_row row_of(struct party *p, const char *id)
{
	struct play *play = party_load(p, id);
	struct game_row row = play->row;
	play_free(play);
	return row;
}

static void a_step_is_one_turn_with_the_draw_that_follows(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	start(p, 3, id);
	int64_t rev = row_of(p, id).rev;
	assert_int_equal(run(p, id, 0), 0);
	assert_int_equal(row_of(p, id).rev, rev);
	assert_int_equal(run(p, id, 1), 1);
	struct game_row row = row_of(p, id);
	assert_int_equal(row.turn, 1);
	assert_int_equal(row.rev, rev + 2);
	assert_string_equal(row.awaits, "place");
	assert_false(row.has_undo);
}

static void bots_play_until_a_person_is_asked_and_no_further(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	start(p, 3, id);
	struct play *play = party_load(p, id);
	int person = play_seat_of(play, p->people[0]);
	play_free(play);
	assert_true(run(p, id, AUTOPLAY_ALL) >= (unsigned)person);
	play = party_load(p, id);
	assert_true(game_awaited_seats(&play->game) >> person & 1);
	assert_int_equal(play->game.turn_count, person);
	int64_t rev = play->row.rev;
	for (size_t n = 0; n < play->move_count; n++)
		assert_string_equal(play->moves[n].by,
		                    strcmp(play->moves[n].text, "draw") ? "bot" : "clock");
	play_free(play);
	assert_int_equal(run(p, id, AUTOPLAY_ALL), 0);
	assert_int_equal(row_of(p, id).rev, rev);
}

static void the_same_game_is_played_alike(void **state)
{
	struct party *p = *state;
	struct play *games[2];
	unsigned char seed[DRAWS_SEED_BYTES] = {4};
	for (int i = 0; i < 2; i++) {
		char id[GAME_ID_LEN + 1];
		uint32_t serial = p->serial;
		/* The same values of the bots too; only the name differs. */
		party_start(p, &(struct party_game){.people = 1, .bots = 2, .seed = seed}, id);
		run(p, id, AUTOPLAY_ALL);
		games[i] = party_load(p, id);
		if (i == 0) {
			p->serial = serial;
			party_sql(p, "PRAGMA defer_foreign_keys = ON; UPDATE games SET id = "
			             "'kept', join_key = 'kept';"
			             "UPDATE seats SET game_id = 'kept'; UPDATE moves SET game_id "
			             "= 'kept';"
			             "UPDATE submissions SET game_id = 'kept'; UPDATE notices SET "
			             "game_id = 'kept'");
		}
	}
	assert_int_equal(games[0]->move_count, games[1]->move_count);
	for (size_t n = 0; n < games[0]->move_count; n++)
		assert_string_equal(games[0]->moves[n].text, games[1]->moves[n].text);
	play_free(games[0]);
	play_free(games[1]);
}

static void a_caretaker_says_so(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	party_start(p, &(struct party_game){.people = 2}, id);
	assert_int_equal(run(p, id, AUTOPLAY_ALL), 0);
	struct play *play = party_load(p, id);
	struct turn t = {.game_id = id, .user_id = play->seats[0].user_id, .now = p->now};
	play_free(play);
	turn_resign(p->store, p->sets, &t);
	assert_int_equal(run(p, id, AUTOPLAY_ALL), 1);
	play = party_load(p, id);
	assert_int_equal(play->game.seat_on_turn, 1);
	/* draw, resign, then the turn. */
	assert_string_equal(play->moves[2].by, "caretaker");
	assert_int_equal(play->moves[2].seat, 0);
	play_free(play);
}

static void games_that_do_not_run_are_left_alone(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	party_start(p, &(struct party_game){.people = 1, .places = 2, .bots = 1}, id);
	assert_int_equal(run(p, id, AUTOPLAY_ALL), 0);
	party_start(p, &(struct party_game){.people = 2}, id);
	assert_true(party_forward(p, id, NULL, NULL));
	assert_int_equal(run(p, id, AUTOPLAY_ALL), 0);
	assert_int_equal(run(p, "nowhere2", AUTOPLAY_ALL), 0);
}

static void when_all_have_resigned_it_is_played_to_the_end(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	party_start(p, &(struct party_game){.people = 2, .bots = 1}, id);
	for (int i = 0; i < 2; i++) {
		struct turn t = {.game_id = id, .user_id = p->people[i], .now = p->now};
		turn_resign(p->store, p->sets, &t);
		assert_int_equal(t.status, TURN_DONE);
	}
	run(p, id, AUTOPLAY_ALL);
	struct play *play = party_load(p, id);
	assert_int_equal(play->row.state, GAME_OVER);
	for (unsigned seat = 0; seat < 3; seat++)
		assert_int_equal(game_winners(&play->game) >> seat & 1,
		                 play->seats[seat].kind == SEAT_BOT);
	play_free(play);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_step_is_one_turn_with_the_draw_that_follows,
	                                        party_open, party_close),
		cmocka_unit_test_setup_teardown(bots_play_until_a_person_is_asked_and_no_further,
	                                        party_open, party_close),
		cmocka_unit_test_setup_teardown(the_same_game_is_played_alike, party_open,
	                                        party_close),
		cmocka_unit_test_setup_teardown(a_caretaker_says_so, party_open, party_close),
		cmocka_unit_test_setup_teardown(games_that_do_not_run_are_left_alone, party_open,
	                                        party_close),
		cmocka_unit_test_setup_teardown(when_all_have_resigned_it_is_played_to_the_end,
	                                        party_open, party_close),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
