/* SPDX-License-Identifier: ISC */
/*
 * The order of a turn (R27), with both options, and the ranger that was displaced (R25).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/play.h"

/* R25 */
static void a_displaced_ranger_is_put_back_after_the_action_for_3_points(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "ML EE");
	plays(&p, "draw P; 0 place -1,0 0; 0 dig 0,0 NE L");
	assert_int_equal(p.g.awaits, AWAITS_RELOCATE);
	scored(&p, "0 dig 3");
	refuses(&p, "draw P", REFUSAL_NOT_AWAITED);
	refuses(&p, "0 pass", REFUSAL_NOT_AWAITED);
	refuses(&p, "1 relocate 0,1", REFUSAL_NOT_YOUR_TURN);
	plays(&p, "0 relocate 0,1");
	scored(&p, "0 dig 3, 0 ranger 3");
	assert_int_equal(p.g.seat_on_turn, 1);
	assert_false(p.g.has_displaced);
}

/* R25, R33 */
static void a_displaced_ranger_stands_on_an_empty_space_beside_a_tile(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "MM EE");
	plays(&p, "draw P; 0 place -1,0 0; 0 pass");
	refuses(&p, "0 relocate -1,0", REFUSAL_RANGER_ON_TILE);
	refuses(&p, "0 relocate 0,0", REFUSAL_RANGER_ON_TILE);
	refuses(&p, "0 relocate 0,-1", REFUSAL_RANGER_MET);
	refuses(&p, "0 relocate 1,1", REFUSAL_RANGER_APART);
	refuses(&p, "0 relocate 7,7", REFUSAL_RANGER_APART);
	allows(&p, "0 relocate 1,0");
	allows(&p, "0 relocate -2,0");
	allows(&p, "0 relocate -1,-1");
	assert_int_equal(game_legal(&p.ts, &p.g, 0, 0, 0, NULL), 5);
	plays(&p, "0 relocate -2,0");
	assert_int_equal(p.g.rangers[0], game_space_at(&p.g, -2, 0));
}

/* R25 */
static void the_second_ranger_is_put_back_likewise(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "MM EE");
	plays(&p, "draw P; 0 place 0,-1 0; 0 pass; 0 relocate 0,1");
	assert_int_equal(p.g.rangers[0], game_space_at(&p.g, -1, 0));
	assert_int_equal(p.g.rangers[1], game_space_at(&p.g, 0, 1));
}

/* R25 */
static void in_the_last_turn_too(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, "tile P x1 ssss\nstart S\nspace 0 0 ssss\nranger -1 0\nranger 0 -1\n",
	           "MM EE");
	plays(&p, "draw P; 0 place -1,0 0; 0 pass");
	refuses(&p, "end", REFUSAL_NOT_AWAITED);
	plays(&p, "0 relocate 0,1");
	scored(&p, "0 ranger 3");
	plays(&p, "end");
	assert_int_equal(p.g.scores[0], 5);
}

/* R25, R28: nobody waits for others' words to name the space, and the points come last. */
static void the_rangers_space_is_named_before_the_words_and_its_points_come_last(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "ML EE");
	plays(&p, "draw E.1; 0 place -1,0 0");
	plays(&p, "0 meeple trail N; 0 relocate 0,1; draw E.2; 1 place -1,1 180; 1 pass");
	plays(&p, "0 boost trail S none");
	scored(&p, "0 trail 3");
	play_start(&p, PLAY_TOY, "ML EZ");
	plays(&p, "draw E.1; 0 place 0,1 270; 0 meeple trail W; draw P; 1 place 1,0 0; 1 pass");
	plays(&p,
	      "draw P; 0 place -1,0 0; 0 pass; 0 relocate -1,1; draw E.2; 1 place -1,1 90; 1 pass");
	assert_int_equal(p.g.awaits, AWAITS_RELOCATE);
	refuses(&p, "0 boost trail E L", REFUSAL_NOT_AWAITED);
	plays(&p, "1 relocate 0,2");
	assert_int_equal(p.g.awaits, AWAITS_BOOST);
	scored(&p, "");
	plays(&p, "0 boost trail E L");
	scored(&p, "0 trail 6, 1 ranger 3");
}

/*
 * One turn of seat 0 that holds nearly everything: a tile on a ranger's space (2,2) completes a
 * trail of seats 0 and 1, is the eighth around the baobab of seat 1 at 1,1, and seat 0 completes a
 * hole of seats 0 and 1 with it. A carries the trail in from 3,2 and 2,3.
 */
static void begin_everything(struct play *p)
{
	play_start(p, PLAY_TOY, "LZ EE");
	play_give(p, 0, "G");
	plays(p, "draw P; 0 place 1,0 0; 0 pass; draw B; 1 place 1,1 0; 1 meeple baobab; 1 tokens "
	         "laid MZ");
	plays(p, "draw P; 0 place 2,0 0; 0 dig 0,0 NE L; draw P; 1 place 2,1 0; 1 dig 1,1 SW E");
	plays(p, "draw P; 0 place 3,1 0; 0 pass; draw E.1; 1 place 3,2 270; 1 meeple trail W");
	plays(p, "draw P; 0 place 0,1 0; 0 pass; draw P; 1 place 0,2 0; 1 expand 1,0 NW M");
	plays(p, "draw P; 0 place 1,2 0; 0 pass; draw P; 1 place 1,3 0; 1 ranger -1,0 2,2");
	plays(p, "draw E.2; 0 place 2,3 180; 0 meeple trail S; draw P; 1 place 4,1 0; 1 pass");
	plays(p, "draw C; 0 place 2,2 0");
}

/* R27 */
static void a_turn_goes_in_the_order_of_the_rules(void **state)
{
	(void)state;
	struct play p;
	begin_everything(&p);
	plays(&p, "0 expand 0,1 SE Z");
	scored(&p, "0 expand 6, 0 watering hole 3, 1 watering hole 3");
	assert_int_equal(p.g.awaits, AWAITS_TOKENS);
	assert_int_equal(p.g.meeples[1],
	                 5); /* those of hole and baobab are back, the trail's is not */
	plays(&p, "1 tokens baobab ZG");
	assert_int_equal(p.g.awaits, AWAITS_RELOCATE);
	plays(&p, "0 relocate 5,1");
	assert_int_equal(game_awaited_seats(&p.g), 3);
	/* The giraffe from the baobab may be added in the same turn. */
	plays(&p, "0 boost trail N G; 1 boost trail N G");
	scored(&p, "0 expand 6, 0 watering hole 3, 1 watering hole 3, 0 trail 6, 1 trail 6, 0 "
	           "ranger 3");
	assert_int_equal(p.g.meeples[0], 6);
	assert_int_equal(p.g.meeples[1], 6);
	assert_int_equal(p.g.awaits, AWAITS_TILE);
	assert_int_equal(p.g.seat_on_turn, 1);
}

/* R27, with the option: seat 1 holds nothing that the trail wants, and draws after its points. */
static void baobab_tokens_may_come_after_the_points_of_features(void **state)
{
	(void)state;
	struct play p;
	begin_everything(&p);
	p.g.options.baobab_tokens = BAOBAB_AFTERWARDS;
	p.g.hands[1][ANIMAL_ZEBRA] = 0;
	plays(&p, "0 expand 0,1 SE Z");
	assert_int_equal(p.g.awaits, AWAITS_RELOCATE);
	assert_int_equal(p.g.meeples[1], 5);
	plays(&p, "0 relocate 5,1");
	assert_int_equal(game_awaited_seats(&p.g), 1);
	plays(&p, "0 boost trail N G");
	scored(&p, "0 expand 6, 0 watering hole 3, 1 watering hole 3, 0 trail 6, 1 trail 3");
	assert_int_equal(p.g.awaits, AWAITS_TOKENS);
	assert_int_equal(game_awaited_seats(&p.g), 2);
	/* The token just added is in the discard pile, and that pile may be drawn from. */
	plays(&p, "1 tokens baobab ZG");
	scored(&p, "0 expand 6, 0 watering hole 3, 1 watering hole 3, 0 trail 6, 1 trail 3, 0 "
	           "ranger 3");
	assert_int_equal(p.g.awaits, AWAITS_TILE);
}

/* R27: the tokens for laying a meeple come at once with the option too. */
static void tokens_for_laying_are_never_put_off(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "MM EE");
	p.g.options.baobab_tokens = BAOBAB_AFTERWARDS;
	plays(&p, "draw B; 0 place -1,0 0; 0 meeple baobab");
	assert_int_equal(p.g.awaits, AWAITS_TOKENS);
	plays(&p, "0 tokens laid LZ; 0 relocate 0,1");
	scored(&p, "0 ranger 3");
}

/* R27, R29: with the option the pile holds what was added in this turn, and a draw takes it. */
static void tokens_drawn_afterwards_may_be_those_just_added(void **state)
{
	(void)state;
	struct play p;
	begin_everything(&p);
	p.g.options.baobab_tokens = BAOBAB_AFTERWARDS;
	for (unsigned a = 0; a < ANIMAL_COUNT; a++) {
		p.g.hands[1][a] = (uint8_t)(p.g.hands[1][a] + p.g.supply[a]);
		p.g.supply[a] = 0;
	}
	plays(&p, "0 expand 0,1 SE Z; 0 relocate 5,1; 1 boost trail N none; 0 boost trail N G");
	assert_int_equal(p.g.awaits, AWAITS_TOKENS);
	assert_int_equal(p.g.tokens_count, 1);
	plays(&p, "1 tokens baobab G");
	assert_int_equal(p.g.awaits, AWAITS_TILE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_displaced_ranger_is_put_back_after_the_action_for_3_points),
		cmocka_unit_test(a_displaced_ranger_stands_on_an_empty_space_beside_a_tile),
		cmocka_unit_test(the_second_ranger_is_put_back_likewise),
		cmocka_unit_test(in_the_last_turn_too),
		cmocka_unit_test(
			the_rangers_space_is_named_before_the_words_and_its_points_come_last),
		cmocka_unit_test(a_turn_goes_in_the_order_of_the_rules),
		cmocka_unit_test(baobab_tokens_may_come_after_the_points_of_features),
		cmocka_unit_test(tokens_for_laying_are_never_put_off),
		cmocka_unit_test(tokens_drawn_afterwards_may_be_those_just_added),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
