/* SPDX-License-Identifier: ISC */
/*
 * What the page shows of a game that goes on: what features in play are worth (R24, R30), and what
 * a proposed turn would bring.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "engine/notation.h"
#include "support/play.h"

/* A trail of seats 1 (twice) and 2 (once) with M E E Z Z, open in the north; seat 0 is on turn. */
static const char OPEN_TRAIL[] = "draw P; 0 place 1,0 0; 0 pass;"
				 "draw E.1; 1 place 2,0 0; 1 meeple trail N;"
				 "draw E.2; 2 place 1,1 90; 2 meeple trail E;"
				 "draw F.8; 0 place 3,0 180; 0 meeple bush S;"
				 "draw E.7; 1 place 3,1 270; 1 meeple trail W;"
				 "draw X.2; 2 place 2,1 0; 2 pass";

static void features_in_play_stand_with_their_worth_now_and_at_the_end(void **state)
{
	(void)state;
	struct play p;
	struct worth worths[WORTHS_MAX];
	play_start(&p, PLAY_TOY, "MM EE GG");
	plays(&p, OPEN_TRAIL);
	assert_int_equal(game_worths(&p.ts, &p.g, WORTHS_MAX, worths), 2);
	/* The trail first: its first piece was laid second. Its monkey, elephant and zebra are 6.
	 */
	const int16_t trail_now[] = {0, 6, 0, 0, 0}, trail_final[] = {0, 5, 0, 0, 0};
	const int16_t bush[] = {7, 0, 0, 0, 0};
	assert_int_equal(worths[0].feature, 2 * TILESET_PIECES_MAX);
	assert_memory_equal(worths[0].now, trail_now, sizeof(trail_now));
	assert_memory_equal(worths[0].final, trail_final, sizeof(trail_final));
	assert_int_equal(worths[1].feature, 4 * TILESET_PIECES_MAX);
	assert_memory_equal(worths[1].now, bush, sizeof(bush));
	assert_memory_equal(worths[1].final, bush, sizeof(bush));
}

static void the_option_of_the_end_shows_in_the_worths(void **state)
{
	(void)state;
	struct play p;
	struct worth worths[WORTHS_MAX];
	play_start(&p, PLAY_TOY, "MM EE GG");
	p.g.options.final_scoring = FINAL_EVERYONE;
	plays(&p, OPEN_TRAIL);
	assert_int_equal(game_worths(&p.ts, &p.g, WORTHS_MAX, worths), 2);
	assert_int_equal(worths[0].now[2], 0);
	assert_int_equal(worths[0].final[1], 5);
	assert_int_equal(worths[0].final[2], 5);
}

/* While words are awaited the meeples still stand on it. */
static void a_complete_feature_is_not_in_play(void **state)
{
	(void)state;
	struct play p;
	struct worth worths[WORTHS_MAX];
	play_start(&p, PLAY_TOY, "LL EE");
	plays(&p, "draw E.1; 0 place 0,1 90; 0 meeple trail E; draw E.2; 1 place 1,1 270");
	assert_int_equal(game_worths(&p.ts, &p.g, WORTHS_MAX, worths), 0);
	plays(&p, "1 pass");
	assert_int_equal(p.g.awaits, AWAITS_BOOST);
	assert_int_equal(game_worths(&p.ts, &p.g, WORTHS_MAX, worths), 0);
}

static void more_worths_than_there_is_room_for_are_counted_only(void **state)
{
	(void)state;
	struct play p;
	struct worth worths[2];
	play_start(&p, PLAY_TOY, "MM EE GG");
	plays(&p, OPEN_TRAIL);
	worths[1].feature = 77;
	assert_int_equal(game_worths(&p.ts, &p.g, 1, worths), 2);
	assert_int_equal(worths[0].feature, 2 * TILESET_PIECES_MAX);
	assert_int_equal(worths[1].feature, 77);
	assert_int_equal(game_worths(&p.ts, &p.g, 0, NULL), 2);
}

static size_t parse_turn(const char *text, unsigned seat, struct entry entries[NOTATION_TURN_MAX])
{
	size_t count, fault;
	assert_int_equal(notation_parse_turn(text, strlen(text), seat, entries, &count, &fault), 0);
	return count;
}

static void a_proposed_turn_tells_what_everybody_gains(void **state)
{
	(void)state;
	struct play p;
	struct entry turn[NOTATION_TURN_MAX];
	int gained[SEATS_MAX];
	size_t failed = 99;
	play_start(&p, PLAY_TOY, "MM EE");
	plays(&p, "draw E.1; 0 place 0,1 270; 0 meeple trail W; draw P; 1 place 1,0 0; 1 pass");
	plays(&p, "draw P; 0 place -1,0 0; 0 pass; 0 relocate -1,1; draw E.6");
	struct game before = p.g;
	size_t count = parse_turn("place -1,1 90; dig 0,0 NE E; relocate 0,2", 1, turn);
	assert_int_equal(game_propose(&p.ts, &p.g, turn, count, gained, &failed), REFUSAL_NONE);
	const int expected[] = {1, 6, 0, 0, 0};
	assert_memory_equal(gained, expected, sizeof(expected));
	assert_int_equal(failed, 99);
	assert_memory_equal(&before, &p.g, sizeof(before));
}

static void a_proposed_turn_stops_at_the_first_refusal(void **state)
{
	(void)state;
	struct play p;
	struct entry turn[NOTATION_TURN_MAX];
	int gained[SEATS_MAX];
	size_t failed = 99;
	play_start(&p, PLAY_TOY, "LM EE");
	plays(&p, "draw P");
	struct game before = p.g;
	size_t count = parse_turn("place 1,0 0; dig 0,0 NE L; pass", 0, turn);
	assert_int_equal(game_propose(&p.ts, &p.g, turn, count, gained, &failed),
	                 REFUSAL_NOT_AWAITED);
	assert_int_equal(failed, 2);
	assert_int_equal(gained[0], 3);
	assert_int_equal(game_propose(&p.ts, &p.g, turn + 1, 2, gained, NULL), REFUSAL_NOT_AWAITED);
	assert_int_equal(gained[0], 0);
	assert_int_equal(game_propose(&p.ts, &p.g, NULL, 0, gained, NULL), REFUSAL_NONE);
	assert_memory_equal(&before, &p.g, sizeof(before));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(features_in_play_stand_with_their_worth_now_and_at_the_end),
		cmocka_unit_test(the_option_of_the_end_shows_in_the_worths),
		cmocka_unit_test(a_complete_feature_is_not_in_play),
		cmocka_unit_test(more_worths_than_there_is_room_for_are_counted_only),
		cmocka_unit_test(a_proposed_turn_tells_what_everybody_gains),
		cmocka_unit_test(a_proposed_turn_stops_at_the_first_refusal),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
