/* SPDX-License-Identifier: ISC */
/*
 * When a trail or a bush is complete (R23) and what it brings to whom (R24). Who is asked for a
 * token, and when, is in engine_words.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/play.h"

/*
 * Four trails that end around the space 2,1, before somebody closes them there: seat 0 holds the
 * north one, seat 1 the east and the south one, seat 2 the west one. Seat 1 is on turn. Scaffolding
 * beside.
 */
static const char CROSSING[] = "draw P; 0 place 1,0 0; 0 pass;"
			       "draw E.1; 1 place 2,0 0; 1 meeple trail N;"
			       "draw E.2; 2 place 1,1 90; 2 meeple trail E;"
			       "draw P; 0 place 3,0 0; 0 pass;"
			       "draw E.7; 1 place 3,1 270; 1 meeple trail W;"
			       "draw P; 2 place 1,2 0; 2 pass;"
			       "draw E.6; 0 place 2,2 180; 0 meeple trail S";

/* R23, R24: a monkey and a zebra. */
static void a_trail_is_complete_when_every_side_touches_a_tile(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "MM EE");
	plays(&p, "draw V.1; 0 place 0,1 0; 0 meeple trail E; draw E.1; 1 place 1,1 270; 1 pass");
	scored(&p, "");
	assert_int_equal(p.g.meeples[0], 5);
	plays(&p, "draw E.5; 0 place -1,1 90; 0 pass");
	scored(&p, "0 trail 3");
	assert_int_equal(p.g.meeples[0], 6);
}

/* R23, R24: an elephant and a monkey with a bird. */
static void a_bush_is_complete_when_every_side_touches_a_tile(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "MM EE");
	plays(&p, "draw F.2; 0 place 0,1 90; 0 meeple bush E; draw H.1; 1 place 1,1 0; 1 pass");
	scored(&p, "");
	plays(&p, "draw F.1; 0 place 2,1 270; 0 pass");
	scored(&p, "0 bush 4");
	assert_int_equal(p.g.meeples[0], 6);
}

/* R23: four curves. */
static void a_trail_may_close_into_a_loop(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "MM EE");
	plays(&p, "draw C; 0 place 1,0 0; 0 meeple trail N; draw C; 1 place 2,0 270; 1 pass");
	plays(&p, "draw C; 0 place 1,1 90; 0 pass; draw C; 1 place 2,1 180; 1 pass");
	plays(&p, "0 boost trail S M");
	scored(&p, "0 trail 1");
	assert_int_equal(p.g.meeples[0], 6);
}

/* R23: eight tiles around 2,1, whose sides there are savanna. */
static void an_enclosed_space_that_no_side_touches_keeps_nothing_open(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "MM MM");
	plays(&p, "draw G; 0 place 1,0 0; 0 meeple bush N; draw H.3; 1 place 2,0 0; 1 pass");
	plays(&p, "draw G; 0 place 3,0 270; 0 pass; draw H.4; 1 place 3,1 90; 1 pass");
	plays(&p, "draw G; 0 place 3,2 180; 0 pass; draw H.1; 1 place 2,2 0; 1 pass");
	plays(&p, "draw G; 0 place 1,2 90; 0 pass");
	assert_int_equal(p.g.meeples[0], 5);
	plays(&p, "draw H.2; 1 place 1,1 90; 1 pass");
	scored(&p, "0 bush 4"); /* one monkey, three birds */
	assert_null(game_laid_at(&p.g, 2, 1));
	assert_int_equal(p.g.meeples[0], 6);
}

/* R23: likewise, but one tile of the ring has bush at its inner side too. */
static void an_enclosed_space_that_a_side_touches_keeps_a_bush_open(void **state)
{
	(void)state;
	struct play p;
	play_start(&p,
	           "tile G x4 bbss\n bush N+E\ntile H x3 sbsb\n bush E+W\ntile J x1 bbsb\n bush "
	           "W+N+E\n"
	           "tile F x1 bsss\n bush N animals L\n"
	           "start S\nspace 0 0 ssss\nranger -1 0\nranger 0 -1\n",
	           "MM LL");
	plays(&p, "draw G; 0 place 1,0 0; 0 meeple bush N; draw H; 1 place 2,0 0; 1 pass");
	plays(&p, "draw G; 0 place 3,0 270; 0 pass; draw H; 1 place 3,1 90; 1 pass");
	plays(&p, "draw G; 0 place 3,2 180; 0 pass; draw H; 1 place 2,2 0; 1 pass");
	plays(&p, "draw G; 0 place 1,2 90; 0 pass; draw J; 1 place 1,1 90; 1 pass");
	scored(&p, "");
	assert_int_equal(p.g.meeples[0], 5);
	plays(&p, "draw F.1; 0 place 2,1 270; 0 pass; 0 boost bush W M");
	scored(&p, "0 bush 3");
}

/* R23 */
static void without_meeples_nothing_happens(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "ML EG");
	plays(&p, "draw E.1; 0 place 0,1 90; 0 pass; draw E.5; 1 place 1,1 270; 1 pass");
	assert_int_equal(p.g.awaits, AWAITS_TILE);
	scored(&p, "");
}

/* R23, R24: what is complete is scored, what is open is not. */
static void only_what_the_tile_completed_scores(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "MM EE");
	plays(&p, "draw D.2; 0 place 0,1 0; 0 meeple trail N; draw E.3; 1 place 1,1 270; 1 pass");
	scored(&p, "");
	assert_int_equal(p.g.meeples[0], 5);
	plays(&p, "draw E.4; 0 place 0,2 180; 0 pass; 0 boost trail S M");
	scored(&p, "0 trail 3");
}

/* R24 */
static void animals_are_worth_0_1_3_6_10_15(void **state)
{
	(void)state;
	static const int worth[] = {0, 1, 3, 6, 10, 15};
	struct game_feature trail = {.terrain = TERRAIN_TRAIL, .animal_count = 9};
	for (unsigned mask = 0; mask < 1 << ANIMAL_COUNT; mask++) {
		unsigned different = 0;
		for (unsigned a = 0; a < ANIMAL_COUNT; a++)
			different += mask >> a & 1;
		assert_int_equal(game_feature_points(&trail, mask), worth[different]);
	}
}

/* R24, in play: a bush of one tile with one animal after the other. */
static void different_animals_count_and_the_same_one_does_so_once(void **state)
{
	(void)state;
	struct play p;
	play_start(&p,
	           "tile A x7 bsbs\n bush N+S animals M ME ZZ L G - E\n"
	           "tile F x2 bsss\n bush N\n"
	           "start S\nspace 0 0 bsss\n bush N\nranger -1 0\nranger 0 -1\n",
	           "MM EE");
	plays(&p, "draw A.1; 0 place 0,1 0; 0 meeple bush N; draw A.2; 1 place 0,2 0; 1 pass");
	const struct game_feature *bush = &p.g.features[0];
	assert_int_equal(game_feature_points(bush, bush->animal_mask), 3);
	plays(&p, "draw A.3; 0 place 0,3 0; 0 pass; draw A.7; 1 place 0,4 0; 1 pass");
	assert_int_equal(game_feature_points(bush, bush->animal_mask), 6);
	plays(&p, "draw A.4; 0 place 0,5 0; 0 pass; draw A.6; 1 place 0,6 0; 1 pass");
	plays(&p, "draw A.5; 0 place 0,7 0; 0 pass; draw F; 1 place 0,8 180; 1 pass");
	scored(&p, "0 bush 15");
}

/* R24: seven birds over one tile and one over the other, no animals. */
static void a_bush_scores_a_point_for_each_bird_too(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "MM EE");
	plays(&p, "draw F.8; 0 place 0,1 90; 0 meeple bush E; draw F.6; 1 place 1,1 270; 1 pass");
	plays(&p, "0 boost bush W none");
	scored(&p, "0 bush 8");
}

/* R24 */
static void a_trail_without_animals_gives_no_points_and_returns_its_meeple(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "MM EE");
	plays(&p, "draw E.8; 0 place 0,1 90; 0 meeple trail E; draw E.9; 1 place 1,1 270; 1 pass");
	plays(&p, "0 boost trail W none");
	scored(&p, "");
	assert_int_equal(p.g.meeples[0], 6);
	assert_int_equal(p.g.awaits, AWAITS_TILE);
}

/* R24: the animals are M, E, E and M; seat 1 holds two of the four meeples. */
static void only_the_players_with_most_meeples_score(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "MM MM MM");
	plays(&p, CROSSING);
	plays(&p, "draw X.1; 1 place 2,1 0");
	assert_int_equal(p.g.meeples[0] + p.g.meeples[1] + p.g.meeples[2], 14);
	plays(&p, "1 pass");
	scored(&p, "1 trail 3");
	for (unsigned seat = 0; seat < 3; seat++)
		assert_int_equal(p.g.meeples[seat], 6);
}

/*
 * Two trails that end around the space 1,1: seat 0 holds the western one with a monkey, seat 1 the
 * eastern one with an elephant. Seat 0 is on turn.
 */
static const char FACING[] = "draw E.1; 0 place 0,1 90; 0 meeple trail E;"
			     "draw P; 1 place 1,0 0; 1 pass;"
			     "draw P; 0 place 2,0 0; 0 pass;"
			     "draw E.2; 1 place 2,1 270; 1 meeple trail W";

/* R24 */
static void players_with_equally_many_meeples_score_in_full(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "MM EM");
	plays(&p, FACING);
	plays(&p, "draw V.5; 0 place 1,1 0; 0 pass");
	scored(&p, "0 trail 6, 1 trail 6");
	assert_int_equal(p.g.meeples[0], 6);
	assert_int_equal(p.g.meeples[1], 6);
}

/* R24 */
static void points_are_given_clockwise_from_the_seat_on_turn(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "MM EM");
	plays(&p, FACING);
	plays(&p, "draw P; 0 place 3,0 0; 0 pass; draw V.5; 1 place 1,1 0; 1 pass");
	scored(&p, "1 trail 6, 0 trail 6");
}

/* R24 */
static void an_added_token_counts_for_that_player_alone_and_is_discarded(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "LL GZ");
	plays(&p, FACING);
	plays(&p, "draw V.1; 0 place 1,1 0; 0 pass");
	assert_int_equal(p.g.awaits, AWAITS_BOOST);
	plays(&p, "0 boost trail E L; 1 boost trail E none");
	scored(&p, "0 trail 6, 1 trail 3");
	holds(&p, 0, "L");
	holds(&p, 1, "GZ");
	assert_int_equal(p.g.discarded[ANIMAL_LION], 1);
	assert_int_equal(p.g.supply[ANIMAL_LION], 8);
}

/* R24, R28 */
static void two_players_may_add_the_same_animal(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "LL LZ");
	plays(&p, FACING);
	plays(&p, "draw V.1; 0 place 1,1 0; 0 pass; 1 boost trail E L");
	allows(&p, "0 boost trail E L");
	plays(&p, "0 boost trail E L");
	scored(&p, "0 trail 6, 1 trail 6");
	assert_int_equal(p.g.discarded[ANIMAL_LION], 2);
}

/* R24 */
static void a_token_is_one_in_hand_of_an_animal_that_the_feature_does_not_show(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "LM GZ");
	plays(&p, FACING);
	plays(&p, "draw V.1; 0 place 1,1 0; 0 pass");
	refuses(&p, "0 boost trail E M", REFUSAL_ANIMAL_SHOWN);
	refuses(&p, "0 boost trail E E", REFUSAL_ANIMAL_SHOWN);
	refuses(&p, "0 boost trail E G", REFUSAL_NO_TOKEN);
	allows(&p, "0 boost trail E L");
	allows(&p, "0 boost trail E none");
	/* One token is all. */
	plays(&p, "0 boost trail E none");
	refuses(&p, "0 boost trail E L", REFUSAL_NO_WORD);
	allows(&p, "1 boost trail E G");
	allows(&p, "1 boost trail E Z");
}

/* R24 */
static void who_has_fewer_meeples_adds_no_token(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "LL LL LL");
	plays(&p, CROSSING);
	plays(&p, "draw X.1; 1 place 2,1 0; 1 pass");
	assert_int_equal(game_awaited_seats(&p.g), 1 << 1);
	refuses(&p, "0 boost trail N L", REFUSAL_NO_WORD);
	refuses(&p, "2 boost trail N L", REFUSAL_NO_WORD);
	plays(&p, "1 boost trail N L");
	scored(&p, "1 trail 6");
}

/* R24: the points of birds are no animals' and a token does not change them. */
static void a_token_on_a_bush_adds_to_its_animals(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "LL EE");
	plays(&p, "draw F.7; 0 place 0,1 90; 0 meeple bush E; draw F.1; 1 place 1,1 270; 1 pass");
	plays(&p, "0 boost bush W L");
	scored(&p, "0 bush 5");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_trail_is_complete_when_every_side_touches_a_tile),
		cmocka_unit_test(a_bush_is_complete_when_every_side_touches_a_tile),
		cmocka_unit_test(a_trail_may_close_into_a_loop),
		cmocka_unit_test(an_enclosed_space_that_no_side_touches_keeps_nothing_open),
		cmocka_unit_test(an_enclosed_space_that_a_side_touches_keeps_a_bush_open),
		cmocka_unit_test(without_meeples_nothing_happens),
		cmocka_unit_test(only_what_the_tile_completed_scores),
		cmocka_unit_test(animals_are_worth_0_1_3_6_10_15),
		cmocka_unit_test(different_animals_count_and_the_same_one_does_so_once),
		cmocka_unit_test(a_bush_scores_a_point_for_each_bird_too),
		cmocka_unit_test(a_trail_without_animals_gives_no_points_and_returns_its_meeple),
		cmocka_unit_test(only_the_players_with_most_meeples_score),
		cmocka_unit_test(players_with_equally_many_meeples_score_in_full),
		cmocka_unit_test(points_are_given_clockwise_from_the_seat_on_turn),
		cmocka_unit_test(an_added_token_counts_for_that_player_alone_and_is_discarded),
		cmocka_unit_test(two_players_may_add_the_same_animal),
		cmocka_unit_test(
			a_token_is_one_in_hand_of_an_animal_that_the_feature_does_not_show),
		cmocka_unit_test(who_has_fewer_meeples_adds_no_token),
		cmocka_unit_test(a_token_on_a_bush_adds_to_its_animals),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
