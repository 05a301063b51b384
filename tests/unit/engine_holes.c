/* SPDX-License-Identifier: ISC */
/*
 * Watering holes: starting (R14), expanding (R15), where they lie (R17 to R20), when they are
 * complete (R21) and what blocks them (R22). Most are dug around the point where the spaces 0,0 1,0
 * 1,1 and 0,1 meet: there 0,0 has its corner NE, 1,0 NW, 1,1 SW and 0,1 SE.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/play.h"

/* Savanna on all four spaces, and it is seat 0's action. */
static void begin_around_a_point(struct play *p, const char *hands)
{
	play_start(p, PLAY_TOY, hands);
	plays(p, "draw P; 0 place 1,0 0; 0 pass; draw P; 1 place 1,1 0; 1 pass");
	for (unsigned seat = 2; seat < p->g.seat_count; seat++) {
		char turn[64];
		snprintf(turn, sizeof(turn), "draw P; %u place %u,0 0; %u pass", seat, seat, seat);
		plays(p, turn);
	}
	plays(p, "draw P; 0 place 0,1 0");
}

/* R14 */
static void starting_a_hole_takes_a_token_and_a_meeple_and_scores_3(void **state)
{
	(void)state;
	struct play p;
	begin_around_a_point(&p, "ML EE");
	refuses(&p, "0 dig 0,0 NE Z", REFUSAL_NO_TOKEN);
	allows(&p, "0 dig 0,0 NE M");
	plays(&p, "0 dig 0,0 NE L");
	scored(&p, "0 dig 3");
	holds(&p, 0, "M");
	assert_int_equal(p.g.meeples[0], 5);
	assert_int_equal(p.g.laid[0].tokens[CORNER_NE], ANIMAL_LION + 1);
	assert_int_equal(p.g.laid[0].meeples[CORNER_NE], 1);
	assert_int_equal(p.g.discarded[ANIMAL_LION], 0);
}

/* R14: not only the tile just placed, and whoever placed it. */
static void a_hole_starts_on_any_tile_of_the_table(void **state)
{
	(void)state;
	struct play p;
	begin_around_a_point(&p, "ML EE");
	allows(&p, "0 dig 0,0 SW L");
	allows(&p, "0 dig 1,1 NE L");
	allows(&p, "0 dig 1,0 SE M");
	allows(&p, "0 dig 0,1 NW M");
	refuses(&p, "0 dig 2,0 NE L", REFUSAL_NO_TILE);
	refuses(&p, "0 dig -1,0 NE L", REFUSAL_NO_TILE);
	refuses(&p, "0 dig 99,99 NE L", REFUSAL_NO_TILE);
}

/* R15, R21 */
static void the_second_token_is_worth_4_the_third_5_the_fourth_6(void **state)
{
	(void)state;
	struct play p;
	begin_around_a_point(&p, "ML EG ZZ");
	plays(&p, "0 dig 0,0 NE L; draw P; 1 place 3,0 0; 1 expand 1,0 NW E");
	scored(&p, "1 expand 4");
	plays(&p, "draw P; 2 place 2,1 0; 2 expand 1,1 SW Z");
	scored(&p, "2 expand 5");
	plays(&p, "draw P; 0 place 0,2 0; 0 pass; draw P; 1 place 1,2 0; 1 expand 0,1 SE G");
	scored(&p, "1 expand 6, 0 watering hole 3");
	assert_int_equal(p.g.scores[0], 6);
	assert_int_equal(p.g.scores[1], 10);
	assert_int_equal(p.g.scores[2], 5);
}

/* R15 */
static void anybody_expands_a_hole_without_a_meeple(void **state)
{
	(void)state;
	struct play p;
	begin_around_a_point(&p, "ML EE");
	plays(&p, "0 dig 0,0 NE L; draw P; 1 place 2,0 0");
	p.g.meeples[1] = 0;
	allows(&p, "1 expand 1,0 NW E");
	p.g.meeples[1] = 6;
	plays(&p, "1 expand 0,1 SE E");
	scored(&p, "1 expand 4");
	holds(&p, 1, "E");
	assert_int_equal(p.g.meeples[1], 6);
	assert_int_equal(game_laid_at(&p.g, 0, 1)->meeples[CORNER_SE], 0);
	/* The one who started it may, too. */
	plays(&p, "draw P; 0 place 2,1 0; 0 expand 1,0 NW M");
	scored(&p, "0 expand 5");
}

/* R15 */
static void an_expansion_shows_an_animal_that_the_hole_does_not_show_yet(void **state)
{
	(void)state;
	struct play p;
	begin_around_a_point(&p, "ML EE");
	play_give(&p, 1, "LM");
	plays(&p, "0 dig 0,0 NE L; draw P; 1 place 2,0 0");
	refuses(&p, "1 expand 1,0 NW L", REFUSAL_ANIMAL_IN_HOLE);
	refuses(&p, "1 expand 1,0 NW Z", REFUSAL_NO_TOKEN);
	plays(&p, "1 expand 1,0 NW E; draw P; 0 place 2,1 0");
	play_give(&p, 0, "LE");
	/* Beside the elephant lies the one, across the other. */
	refuses(&p, "0 expand 1,1 SW E", REFUSAL_ANIMAL_IN_HOLE);
	refuses(&p, "0 expand 1,1 SW L", REFUSAL_ANIMAL_IN_HOLE);
	refuses(&p, "0 expand 0,1 SE E", REFUSAL_ANIMAL_IN_HOLE);
	allows(&p, "0 expand 1,1 SW M");
	allows(&p, "0 expand 0,1 SE M");
	/* Other holes do not matter. */
	allows(&p, "0 dig 1,0 SE E");
}

/* R17 */
static void each_corner_at_a_point_takes_one_token(void **state)
{
	(void)state;
	struct play p;
	begin_around_a_point(&p, "ML EG");
	plays(&p, "0 dig 0,0 NE L; draw P; 1 place 2,0 0");
	refuses(&p, "1 expand 0,0 NE E", REFUSAL_CORNER_TAKEN);
	refuses(&p, "1 dig 0,0 NE E", REFUSAL_CORNER_TAKEN);
	/* The tile's other corners belong to other points. */
	allows(&p, "1 dig 0,0 SE E");
	allows(&p, "1 dig 0,0 NW E");
	allows(&p, "1 dig 1,0 NE E");
}

/* R18: a tile with bush in the north, as drawn and turned. */
static void bush_at_either_side_blocks_a_corner(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "ML EE");
	plays(&p, "draw F.1; 0 place 0,1 0");
	refuses(&p, "0 dig 0,1 NE L", REFUSAL_CORNER_BUSH);
	refuses(&p, "0 dig 0,1 NW L", REFUSAL_CORNER_BUSH);
	allows(&p, "0 dig 0,1 SE L");
	allows(&p, "0 dig 0,1 SW L");
	plays(&p, "0 pass; draw F.2; 1 place 1,0 90");
	refuses(&p, "1 dig 1,0 NE E", REFUSAL_CORNER_BUSH);
	refuses(&p, "1 dig 1,0 SE E", REFUSAL_CORNER_BUSH);
	allows(&p, "1 dig 1,0 NW E");
	allows(&p, "1 dig 1,0 SW E");
	plays(&p, "1 pass; draw G.1; 0 place 0,2 90");
	refuses(&p, "0 dig 0,2 NE L", REFUSAL_CORNER_BUSH);
	refuses(&p, "0 dig 0,2 SE L", REFUSAL_CORNER_BUSH);
	refuses(&p, "0 dig 0,2 SW L", REFUSAL_CORNER_BUSH);
	allows(&p, "0 dig 0,2 NW L");
}

/* R18 */
static void trails_baobabs_animals_and_meeples_block_no_corner(void **state)
{
	(void)state;
	struct play p;
	play_start(&p,
	           "tile A x2 ttts\n trail N animals M M\n trail E+S animals LL Z\n baobab\n"
	           "start S\nspace 0 0 ssss\nranger -1 0\nranger 0 -1\n",
	           "ML EE");
	plays(&p, "draw A.1; 0 place 0,1 270; 0 meeple trail E; draw A.2; 1 place 0,2 0");
	static const char *const corners[] = {"NE", "SE", "SW", "NW"};
	for (unsigned i = 0; i < 4; i++) {
		char said[32];
		snprintf(said, sizeof(said), "1 dig 0,1 %s E", corners[i]);
		allows(&p, said);
		snprintf(said, sizeof(said), "1 dig 0,2 %s E", corners[i]);
		allows(&p, said);
	}
}

/* R18: neither that no tile lies there yet nor that bush lies there. */
static void the_other_corners_at_a_point_do_not_matter(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "ML EE");
	plays(&p, "draw F.1; 0 place 1,0 0");
	allows(&p, "0 dig 0,0 NE L"); /* bush on 1,0 and no tile on 0,1 and 1,1 */
	plays(&p, "0 dig 0,0 NE L; draw P; 1 place 0,1 0");
	allows(&p, "1 expand 0,1 SE E");
	refuses(&p, "1 expand 1,0 NW E", REFUSAL_CORNER_BUSH);
}

/* R19 */
static void a_token_beside_another_one_expands_and_starts_nothing(void **state)
{
	(void)state;
	struct play p;
	begin_around_a_point(&p, "ML EE");
	plays(&p, "0 dig 0,0 NE L; draw P; 1 place 2,0 0");
	refuses(&p, "1 dig 1,0 NW E", REFUSAL_EXPANDS);
	refuses(&p, "1 dig 0,1 SE E", REFUSAL_EXPANDS);
	refuses(&p, "1 expand 1,1 SW E", REFUSAL_NOTHING_BESIDE);
	refuses(&p, "1 expand 1,0 SW E", REFUSAL_NOTHING_BESIDE);
	allows(&p, "1 dig 1,1 SW E");
}

/* R19: beside at the point, not merely on a neighbour tile. */
static void a_token_on_the_same_tile_is_not_beside(void **state)
{
	(void)state;
	struct play p;
	begin_around_a_point(&p, "ML EE");
	plays(&p, "0 dig 0,0 NE L; draw P; 1 place 2,0 0");
	refuses(&p, "1 expand 0,0 SE E", REFUSAL_NOTHING_BESIDE);
	refuses(&p, "1 expand 1,0 NE E", REFUSAL_NOTHING_BESIDE);
	allows(&p, "1 dig 0,0 SE E");
}

/* R19 */
static void a_token_across_starts_a_hole_of_its_own_even_with_the_same_animal(void **state)
{
	(void)state;
	struct play p;
	begin_around_a_point(&p, "ML LL");
	plays(&p, "0 dig 0,0 NE L; draw P; 1 place 2,0 0");
	allows(&p, "1 dig 1,1 SW L");
	p.g.meeples[1] = 0;
	refuses(&p, "1 dig 1,1 SW L", REFUSAL_NO_MEEPLE);
	p.g.meeples[1] = 6;
	plays(&p, "1 dig 1,1 SW L");
	scored(&p, "1 dig 3");
	assert_int_equal(p.g.meeples[1], 5);
}

/* R20, R21: lions across, then the elephant is the third, the zebra the fourth. */
static void a_token_between_two_holes_makes_them_one(void **state)
{
	(void)state;
	struct play p;
	begin_around_a_point(&p, "ML LL");
	plays(&p, "0 dig 0,0 NE L; draw P; 1 place 2,0 0; 1 dig 1,1 SW L; draw P; 0 place 2,1 0");
	play_give(&p, 0, "LEE");
	play_give(&p, 1, "EZ");
	refuses(&p, "0 dig 1,0 NW E", REFUSAL_EXPANDS);
	refuses(&p, "0 expand 1,0 NW L", REFUSAL_ANIMAL_IN_HOLE);
	plays(&p, "0 expand 1,0 NW E");
	scored(&p, "0 expand 5");
	plays(&p, "draw P; 1 place 0,2 0");
	refuses(&p, "1 expand 0,1 SE E", REFUSAL_ANIMAL_IN_HOLE);
	refuses(&p, "1 expand 0,1 SE L", REFUSAL_ANIMAL_IN_HOLE);
	plays(&p, "1 expand 0,1 SE Z");
	scored(&p, "1 expand 6, 1 watering hole 3, 0 watering hole 3");
	assert_int_equal(p.g.meeples[0], 6);
	assert_int_equal(p.g.meeples[1], 6);
}

/* R20: each of the two shows its own animal, and the one between differs from both. */
static void a_token_between_two_holes_differs_from_both(void **state)
{
	(void)state;
	struct play p;
	begin_around_a_point(&p, "ML EE");
	plays(&p, "0 dig 0,0 NE L; draw P; 1 place 2,0 0; 1 dig 1,1 SW E; draw P; 0 place 2,1 0");
	play_give(&p, 0, "LE");
	refuses(&p, "0 expand 1,0 NW L", REFUSAL_ANIMAL_IN_HOLE);
	refuses(&p, "0 expand 1,0 NW E", REFUSAL_ANIMAL_IN_HOLE);
	refuses(&p, "0 expand 0,1 SE L", REFUSAL_ANIMAL_IN_HOLE);
	refuses(&p, "0 expand 0,1 SE E", REFUSAL_ANIMAL_IN_HOLE);
	allows(&p, "0 expand 0,1 SE M");
}

/* R21 */
static void a_player_with_two_meeples_on_a_hole_scores_it_once(void **state)
{
	(void)state;
	struct play p;
	begin_around_a_point(&p, "ML EG");
	play_give(&p, 0, "Z");
	plays(&p, "0 dig 0,0 NE L; draw P; 1 place 2,0 0; 1 pass");
	plays(&p,
	      "draw P; 0 place 2,1 0; 0 dig 1,1 SW Z; draw P; 1 place 0,2 0; 1 expand 1,0 NW E");
	assert_int_equal(p.g.meeples[0], 4);
	plays(&p, "draw P; 0 place 1,2 0; 0 pass; draw P; 1 place 2,2 0; 1 expand 0,1 SE G");
	scored(&p, "1 expand 6, 0 watering hole 3");
	assert_int_equal(p.g.meeples[0], 6);
	assert_int_equal(p.g.meeples[1], 6);
}

/* R21: the tokens are out of the game, the corners stay taken. */
static void the_tokens_of_a_complete_hole_stay_on_the_table(void **state)
{
	(void)state;
	struct play p;
	begin_around_a_point(&p, "MZ EG");
	play_give(&p, 0, "L");
	plays(&p, "0 dig 0,0 NE L; draw P; 1 place 2,0 0; 1 expand 1,0 NW E");
	plays(&p,
	      "draw P; 0 place 2,1 0; 0 expand 1,1 SW M; draw P; 1 place 0,2 0; 1 expand 0,1 SE G");
	scored(&p, "1 expand 6, 0 watering hole 3");
	static const int8_t spaces[4][3] = {
		{0, 0, CORNER_NE}, {1, 0, CORNER_NW}, {1, 1, CORNER_SW}, {0, 1, CORNER_SE}};
	for (unsigned i = 0; i < 4; i++) {
		const struct game_laid *laid = game_laid_at(&p.g, spaces[i][0], spaces[i][1]);
		assert_int_not_equal(laid->tokens[spaces[i][2]], 0);
		assert_int_equal(laid->meeples[spaces[i][2]], 0);
	}
	for (unsigned a = 0; a < ANIMAL_COUNT; a++)
		assert_int_equal(p.g.discarded[a], 0);
	plays(&p, "draw P; 0 place 1,2 0");
	refuses(&p, "0 expand 0,1 SE Z", REFUSAL_CORNER_TAKEN);
}

/* R21 */
static void a_complete_hole_is_scored_clockwise_from_the_seat_on_turn(void **state)
{
	(void)state;
	struct play p;
	begin_around_a_point(&p, "MM LE GZ");
	plays(&p, "0 dig 0,0 NE M; draw P; 1 place 3,0 0; 1 dig 1,1 SW L; draw P; 2 place 2,1 0; 2 "
	          "expand 0,1 SE G");
	scored(&p, "2 expand 5");
	plays(&p, "draw P; 0 place 0,2 0; 0 pass; draw P; 1 place 1,2 0; 1 expand 1,0 NW E");
	scored(&p, "1 expand 6, 1 watering hole 3, 0 watering hole 3");
	assert_int_equal(p.g.scores[0], 6);
	assert_int_equal(p.g.scores[1], 12);
	assert_int_equal(p.g.scores[2], 5);
}

/* R21: who has none on it gets the price of the token only. */
static void who_completes_a_hole_without_a_meeple_on_it_scores_the_token_only(void **state)
{
	(void)state;
	struct play p;
	begin_around_a_point(&p, "MM LE GZ");
	plays(&p,
	      "0 dig 0,0 NE M; draw P; 1 place 3,0 0; 1 expand 1,0 NW L; draw P; 2 place 2,1 0");
	plays(&p,
	      "2 expand 1,1 SW G; draw P; 0 place 0,2 0; 0 pass; draw P; 1 place 1,2 0; 1 pass");
	plays(&p, "draw P; 2 place 2,2 0; 2 expand 0,1 SE Z");
	scored(&p, "2 expand 6, 0 watering hole 3");
}

/* R22 */
static void bush_beside_a_hole_blocks_it_and_the_meeple_stays(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "ML EG");
	plays(&p, "draw P; 0 place 1,0 0; 0 dig 0,0 NE L; draw F.1; 1 place 1,1 270");
	scored(&p, "");
	assert_int_equal(p.g.meeples[0], 5);
	assert_int_equal(p.g.laid[0].meeples[CORNER_NE], 1);
	refuses(&p, "1 expand 1,1 SW E", REFUSAL_CORNER_BUSH);
	refuses(&p, "1 dig 1,1 SW E", REFUSAL_CORNER_BUSH);
	/* The two corners that are free still expand. */
	plays(&p, "1 expand 1,0 NW E; draw F.2; 0 place 0,1 90; 0 pass; draw P; 1 place 2,0 0");
	refuses(&p, "1 expand 0,1 SE G", REFUSAL_CORNER_BUSH);
	assert_int_equal(p.g.meeples[0], 5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(starting_a_hole_takes_a_token_and_a_meeple_and_scores_3),
		cmocka_unit_test(a_hole_starts_on_any_tile_of_the_table),
		cmocka_unit_test(the_second_token_is_worth_4_the_third_5_the_fourth_6),
		cmocka_unit_test(anybody_expands_a_hole_without_a_meeple),
		cmocka_unit_test(an_expansion_shows_an_animal_that_the_hole_does_not_show_yet),
		cmocka_unit_test(each_corner_at_a_point_takes_one_token),
		cmocka_unit_test(bush_at_either_side_blocks_a_corner),
		cmocka_unit_test(trails_baobabs_animals_and_meeples_block_no_corner),
		cmocka_unit_test(the_other_corners_at_a_point_do_not_matter),
		cmocka_unit_test(a_token_beside_another_one_expands_and_starts_nothing),
		cmocka_unit_test(a_token_on_the_same_tile_is_not_beside),
		cmocka_unit_test(a_token_across_starts_a_hole_of_its_own_even_with_the_same_animal),
		cmocka_unit_test(a_token_between_two_holes_makes_them_one),
		cmocka_unit_test(a_token_between_two_holes_differs_from_both),
		cmocka_unit_test(a_player_with_two_meeples_on_a_hole_scores_it_once),
		cmocka_unit_test(the_tokens_of_a_complete_hole_stay_on_the_table),
		cmocka_unit_test(a_complete_hole_is_scored_clockwise_from_the_seat_on_turn),
		cmocka_unit_test(who_completes_a_hole_without_a_meeple_on_it_scores_the_token_only),
		cmocka_unit_test(bush_beside_a_hole_blocks_it_and_the_meeple_stays),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
