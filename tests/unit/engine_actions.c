/* SPDX-License-Identifier: ISC */
/*
 * What may follow a placement: a meeple (R12), a ranger's walk (R13) or nothing (R16), and at most
 * one of these. Watering holes have a file of their own.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/play.h"

/* R12 */
static void a_meeple_stands_on_a_piece_of_the_tile_just_placed(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "MM EE");
	plays(&p, "draw E.1; 0 place 1,0 0; 0 pass; draw T.1; 1 place 0,1 0");
	allows(&p, "1 meeple trail N");
	allows(&p, "1 meeple bush E");
	refuses(&p, "1 meeple bush N", REFUSAL_NO_SUCH_PIECE);
	refuses(&p, "1 meeple trail E", REFUSAL_NO_SUCH_PIECE);
	refuses(&p, "1 meeple trail S", REFUSAL_NO_SUCH_PIECE);
	refuses(&p, "0 meeple trail N", REFUSAL_NOT_YOUR_TURN);
	plays(&p, "1 meeple bush E");
	assert_int_equal(p.g.meeples[1], 5);
	assert_int_equal(p.g.meeples[0], 6);
	assert_int_equal(
		p.g.features[game_piece_at(&p.ts, &p.g, 2, TERRAIN_BUSH, SIDE_E) + 8].meeples[1],
		1);
}

/* R12: sides are those of the table, whichever of its sides names a piece. */
static void any_side_of_a_piece_names_it_as_it_lies(void **state)
{
	(void)state;
	struct play p, q;
	play_start(&p, PLAY_TOY, "MM EE");
	plays(&p, "draw V.1; 0 place 1,0 90");
	allows(&p, "0 meeple trail S"); /* E, which the file names first, lies south */
	refuses(&p, "0 meeple trail E", REFUSAL_NO_SUCH_PIECE);
	q = p;
	plays(&p, "0 meeple trail S");
	plays(&q, "0 meeple trail N");
	assert_memory_equal(&p.g, &q.g, sizeof(p.g));
}

/* R12 */
static void a_feature_that_holds_anybodys_meeple_takes_no_other(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "MM EE");
	plays(&p, "draw V.1; 0 place 0,1 0; 0 meeple trail E; draw V.2; 1 place 1,1 0");
	refuses(&p, "1 meeple trail E", REFUSAL_FEATURE_HELD);
	plays(&p, "1 pass; draw V.3; 0 place 2,1 0");
	refuses(&p, "0 meeple trail E", REFUSAL_FEATURE_HELD);
	/* Nor when this tile completes it. */
	plays(&p, "0 pass; draw E.1; 1 place 3,1 270");
	refuses(&p, "1 meeple trail W", REFUSAL_FEATURE_HELD);
}

/* R12 */
static void a_meeple_beside_an_open_feature_of_its_own_shares_the_tile(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "MM EE");
	plays(&p, "draw V.1; 0 place 0,1 0; 0 meeple trail E; draw D.1; 1 place 1,1 180");
	refuses(&p, "1 meeple trail W", REFUSAL_FEATURE_HELD);
	allows(&p, "1 meeple trail S");
}

/* R12, R24: the meeple comes back with the points, and the two animals are one lion and one
 * elephant. */
static void a_feature_complete_by_this_tile_takes_a_meeple_and_scores_at_once(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "EE LL");
	plays(&p, "draw E.2; 0 place 0,1 90; 0 pass; draw E.4; 1 place 1,1 270");
	allows(&p, "1 meeple trail W");
	plays(&p, "1 meeple trail W");
	scored(&p, "1 trail 3");
	assert_int_equal(p.g.meeples[1], 6);
	assert_int_equal(p.g.seat_on_turn, 0);
}

/* R12, R14: it comes from the supply. */
static void without_a_meeple_none_is_laid(void **state)
{
	(void)state;
	struct play p;
	play_start(&p,
	           "tile A x9 tsss\n trail N\n baobab\nstart S\nspace 0 0 ssss\nranger -1 "
	           "0\nranger 0 -1\n",
	           "ML EE");
	plays(&p, "draw A; 0 place 1,0 0; 0 pass");
	plays(&p, "draw A; 1 place 2,0 0; 1 pass; draw A; 0 place 3,0 0");
	p.g.meeples[0] = 0;
	refuses(&p, "0 meeple trail N", REFUSAL_NO_MEEPLE);
	refuses(&p, "0 meeple baobab", REFUSAL_NO_MEEPLE);
	refuses(&p, "0 dig 3,0 SE M", REFUSAL_NO_MEEPLE);
	allows(&p, "0 pass");
	p.g.meeples[0] = 1;
	allows(&p, "0 meeple trail N");
	allows(&p, "0 meeple baobab");
	allows(&p, "0 dig 3,0 SE M");
}

/* R12 */
static void a_meeple_on_the_baobab_draws_two_tokens_at_once(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "MM EE");
	plays(&p, "draw B.1; 0 place 1,0 0");
	allows(&p, "0 meeple baobab");
	plays(&p, "0 meeple baobab");
	assert_int_equal(p.g.awaits, AWAITS_TOKENS);
	assert_int_equal(game_awaited_seats(&p.g), 1);
	refuses(&p, "draw P.1", REFUSAL_NOT_AWAITED);
	refuses(&p, "0 tokens baobab LZ", REFUSAL_TOKENS_CAUSE);
	refuses(&p, "1 tokens laid LZ", REFUSAL_TOKENS_CAUSE);
	plays(&p, "0 tokens laid LZ");
	holds(&p, 0, "MMLZ");
	assert_int_equal(p.g.meeples[0], 5);
	assert_int_equal(p.g.awaits, AWAITS_TILE);
	scored(&p, "");
}

/* R12: of the tile just placed, not one that lies beside it. */
static void a_meeple_needs_a_baobab_on_the_placed_tile(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "MM EE");
	plays(&p, "draw B.1; 0 place 1,0 0; 0 pass; draw P.1; 1 place 2,0 0");
	refuses(&p, "1 meeple baobab", REFUSAL_NO_BAOBAB);
}

/* R13, R33 */
static void a_ranger_moves_to_another_empty_space_beside_a_tile(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "MM EE");
	plays(&p, "draw P.1; 0 place 1,0 0");
	allows(&p, "0 ranger -1,0 0,1");
	allows(&p, "0 ranger -1,0 2,0");
	allows(&p, "0 ranger 0,-1 1,-1");
	refuses(&p, "0 ranger -1,0 -1,0", REFUSAL_RANGER_STAYS);
	refuses(&p, "0 ranger -1,0 0,-1", REFUSAL_RANGER_MET);
	refuses(&p, "0 ranger -1,0 1,0", REFUSAL_RANGER_ON_TILE);
	refuses(&p, "0 ranger -1,0 2,1", REFUSAL_RANGER_APART);
	refuses(&p, "0 ranger -1,0 -1,-1", REFUSAL_RANGER_APART);
	refuses(&p, "0 ranger 0,1 2,0", REFUSAL_NO_RANGER);
	refuses(&p, "0 ranger 9,9 2,0", REFUSAL_NO_RANGER);
	refuses(&p, "1 ranger -1,0 2,0", REFUSAL_NOT_YOUR_TURN);
	plays(&p, "0 ranger -1,0 2,0");
	assert_int_equal(p.g.rangers[0], game_space_at(&p.g, 2, 0));
	assert_int_equal(p.g.rangers[1], game_space_at(&p.g, 0, -1));
	scored(&p, "");
}

/* R13, R16 */
static void ranger_may_not_move_after_one_was_displaced(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "ML EE");
	plays(&p, "draw E.1; 0 place -1,0 0");
	refuses(&p, "0 ranger 0,-1 0,1", REFUSAL_RANGER_MOVED);
	refuses(&p, "0 ranger -1,0 0,1", REFUSAL_RANGER_MOVED);
	allows(&p, "0 meeple trail N");
	allows(&p, "0 dig 0,0 NE L");
	allows(&p, "0 pass");
	/* In the next turn rangers move again. */
	plays(&p, "0 pass; 0 relocate 0,1; draw P.1; 1 place 1,0 0");
	allows(&p, "1 ranger 0,1 2,0");
}

/* R16 */
static void who_displaced_a_ranger_may_expand_a_hole(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "ML EE");
	plays(&p, "draw P.1; 0 place 1,0 0; 0 dig 0,0 NE L; draw P.2; 1 place -1,0 0");
	allows(&p, "1 expand 1,0 NW E");
}

/* R16, R34 */
static void passing_is_always_allowed_and_the_turn_goes_on(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "MM EE");
	refuses(&p, "0 pass", REFUSAL_NOT_AWAITED);
	plays(&p, "draw B.1; 0 place 1,0 0");
	allows(&p, "0 pass");
	refuses(&p, "1 pass", REFUSAL_NOT_YOUR_TURN);
	plays(&p, "0 pass");
	assert_int_equal(p.g.seat_on_turn, 1);
	scored(&p, "");
}

/* R12 to R16: each of the six actions is the only one of its turn. */
static void one_action_is_all(void **state)
{
	(void)state;
	static const char *const actions[] = {
		"0 meeple trail N",  "0 meeple baobab; 0 tokens laid GG",
		"0 ranger -1,0 2,1", "0 dig 0,0 SW L",
		"0 expand 1,0 NW L", "0 pass",
	};
	struct play p;
	play_start(&p,
	           "tile A x9 tsss\n trail N\n baobab\nstart S\nspace 0 0 ssss\nranger -1 "
	           "0\nranger 0 -1\n",
	           "ML EE");
	plays(&p, "draw A; 0 place 1,0 90; 0 pass; draw A; 1 place 0,1 0; 1 dig 0,0 NE E; draw A; "
	          "0 place 1,1 0");
	for (unsigned i = 0; i < 6; i++) {
		struct play q = p;
		plays(&q, actions[i]);
		assert_int_equal(q.g.awaits, AWAITS_TILE);
		assert_int_equal(q.g.seat_on_turn, 1);
		refuses(&q, "0 pass", REFUSAL_NOT_AWAITED);
		refuses(&q, "0 dig 1,0 SE M", REFUSAL_NOT_AWAITED);
	}
}

/* R34 */
static void placing_is_not_optional(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "MM EE");
	plays(&p, "draw P.1");
	refuses(&p, "0 pass", REFUSAL_NOT_AWAITED);
	refuses(&p, "0 ranger -1,0 0,1", REFUSAL_NOT_AWAITED);
	refuses(&p, "0 meeple baobab", REFUSAL_NOT_AWAITED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_meeple_stands_on_a_piece_of_the_tile_just_placed),
		cmocka_unit_test(any_side_of_a_piece_names_it_as_it_lies),
		cmocka_unit_test(a_feature_that_holds_anybodys_meeple_takes_no_other),
		cmocka_unit_test(a_meeple_beside_an_open_feature_of_its_own_shares_the_tile),
		cmocka_unit_test(a_feature_complete_by_this_tile_takes_a_meeple_and_scores_at_once),
		cmocka_unit_test(without_a_meeple_none_is_laid),
		cmocka_unit_test(a_meeple_on_the_baobab_draws_two_tokens_at_once),
		cmocka_unit_test(a_meeple_needs_a_baobab_on_the_placed_tile),
		cmocka_unit_test(a_ranger_moves_to_another_empty_space_beside_a_tile),
		cmocka_unit_test(ranger_may_not_move_after_one_was_displaced),
		cmocka_unit_test(who_displaced_a_ranger_may_expand_a_hole),
		cmocka_unit_test(passing_is_always_allowed_and_the_turn_goes_on),
		cmocka_unit_test(one_action_is_all),
		cmocka_unit_test(placing_is_not_optional),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
