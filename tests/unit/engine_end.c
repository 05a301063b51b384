/* SPDX-License-Identifier: ISC */
/*
 * How a game ends and what then scores (R30, R31), who wins (R32), and what happens when players
 * resign or agree to end (R35).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/play.h"

/* A trail that is open in the north: seat 1 has two meeples on it, seat 2 has one; M E E Z Z. */
static const char OPEN_TRAIL[] = "draw P; 0 place 1,0 0; 0 pass;"
				 "draw E.1; 1 place 2,0 0; 1 meeple trail N;"
				 "draw E.2; 2 place 1,1 90; 2 meeple trail E;"
				 "draw P; 0 place 3,0 0; 0 pass;"
				 "draw E.7; 1 place 3,1 270; 1 meeple trail W;"
				 "draw X.2; 2 place 2,1 0; 2 pass";

static const char FEW[] = "tile P x2 ssss\nstart S\nspace 0 0 ssss\nranger -1 0\nranger 0 -1\n";

/* R30 */
static void the_game_ends_when_a_draw_is_due_and_no_tile_is_left(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, FEW, "MM EE");
	refuses(&p, "end", REFUSAL_TILES_LEFT);
	plays(&p, "draw P; 0 place 1,0 0");
	refuses(&p, "end", REFUSAL_NOT_AWAITED);
	plays(&p, "0 pass; draw P; 1 place 2,0 0");
	assert_int_equal(p.g.left_count, 0);
	refuses(&p, "end", REFUSAL_NOT_AWAITED); /* the last turn is played */
	plays(&p, "1 pass");
	assert_int_equal(p.g.awaits, AWAITS_TILE);
	refuses(&p, "end agreed", REFUSAL_NO_TILES_LEFT);
	refuses(&p, "draw P.1", REFUSAL_TILE_GONE);
	assert_int_equal(game_winners(&p.g), 0);
	plays(&p, "end");
	assert_int_equal(p.g.awaits, AWAITS_END);
	assert_int_equal(game_awaited_seats(&p.g), 0);
	refuses(&p, "end", REFUSAL_OVER);
	refuses(&p, "0 resign", REFUSAL_OVER);
}

/* R30 */
static void at_the_end_the_players_with_most_meeples_score_every_animal(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "MM EE GG");
	plays(&p, OPEN_TRAIL);
	plays(&p, "end agreed");
	scored(&p, "1 final trail 5, 0 final tokens 2, 1 final tokens 2, 2 final tokens 2");
	assert_int_equal(p.g.scores[1], 7);
}

/* R30 */
static void at_the_end_everyone_may_score_by_an_option(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "MM EE GG");
	p.g.options.final_scoring = FINAL_EVERYONE;
	plays(&p, OPEN_TRAIL);
	plays(&p, "end agreed");
	scored(&p, "1 final trail 5, 2 final trail 5, 0 final tokens 2, 1 final tokens 2, 2 final "
	           "tokens 2");
}

/* R30: the option is for the end only. */
static void everyone_scores_at_the_end_only(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "MZ EZ EZ");
	p.g.options.final_scoring = FINAL_EVERYONE;
	plays(&p, OPEN_TRAIL);
	plays(&p, "draw E.6; 0 place 2,2 180; 0 pass");
	scored(&p, "1 trail 6");
}

/* R30: two birds; two monkeys with another two birds. */
static void at_the_end_birds_over_a_bush_score_too(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "MM EE");
	plays(&p, "draw F.7; 0 place 0,1 0; 0 meeple bush N; draw F.1; 1 place 1,0 90; 1 meeple "
	          "bush E");
	plays(&p, "draw H.2; 0 place 2,0 0; 0 pass; end agreed");
	scored(&p, "0 final bush 2, 1 final bush 4, 0 final tokens 2, 1 final tokens 2");
}

/* R30, and the order of the record: features as their first pieces were laid, seats ascending. */
static void at_the_end_features_score_in_the_order_in_which_they_were_laid(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "MM EE");
	/* Seat 1's trail is laid first and takes its meeple last. */
	plays(&p, "draw E.3; 0 place 0,1 0; 0 pass; draw F.1; 1 place 1,0 90; 1 meeple bush E");
	plays(&p, "draw E.1; 0 place 1,1 0; 0 meeple trail N; draw X.2; 1 place 0,2 0; 1 meeple "
	          "trail N");
	plays(&p, "end agreed");
	scored(&p, "1 final trail 3, 1 final bush 1, 0 final trail 1, 0 final tokens 2, 1 final "
	           "tokens 2");
}

/* R30 */
static void features_without_meeples_and_complete_ones_do_not_score_at_the_end(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "MM EM");
	plays(&p, "draw E.1; 0 place 0,1 90; 0 meeple trail E; draw E.6; 1 place 1,1 270; 1 pass");
	scored(&p, "0 trail 1");
	plays(&p, "draw F.2; 0 place 1,0 90; 0 pass; draw P; 1 place -1,1 0");
	plays(&p, "1 pass; draw P; 0 place 0,2 0");
	plays(&p, "0 pass; end agreed");
	scored(&p, "0 final tokens 2, 1 final tokens 2");
}

/* R31 */
static void each_token_in_hand_scores_at_the_end(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "LZ EE");
	play_give(&p, 1, "EM");
	plays(&p,
	      "draw P; 0 place 1,0 0; 0 dig 0,0 NE L; draw P; 1 place 2,0 0; 1 pass; end agreed");
	scored(&p, "0 final tokens 1, 1 final tokens 4");
}

/* R31 */
static void meeples_on_baobabs_and_holes_score_nothing_at_the_end(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "LL EE");
	p.g.options.final_scoring = FINAL_EVERYONE;
	plays(&p, "draw B; 0 place 1,0 0; 0 meeple baobab; 0 tokens laid LL; draw P; 1 place 2,0 "
	          "0; 1 dig 0,0 NE E");
	plays(&p,
	      "draw P; 0 place 3,0 0; 0 dig 3,0 SE L; draw P; 1 place 4,0 0; 1 pass; end agreed");
	scored(&p, "0 final tokens 3, 1 final tokens 1");
}

/* R32 */
static void most_points_win_and_equal_ones_share_it(void **state)
{
	(void)state;
	struct play p, q;
	play_start(&p, PLAY_TOY, "LL EE GG");
	q = p;
	plays(&p, "end agreed");
	assert_int_equal(game_winners(&p.g), 7);
	plays(&q,
	      "draw P; 0 place 1,0 0; 0 pass; draw P; 1 place 2,0 0; 1 dig 0,0 NE E; end agreed");
	assert_int_equal(game_winners(&q.g), 2);
	assert_int_equal(q.g.scores[1], 4);
}

/* R32: who has more tokens or meeples left does not win for that. */
static void there_is_no_tie_break(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "LL EE");
	plays(&p, "draw B; 0 place 1,0 0; 0 meeple baobab; 0 tokens laid ZZ; draw P; 1 place 2,0 "
	          "0; 1 dig 0,0 NE E");
	plays(&p, "end agreed");
	assert_int_equal(p.g.scores[0], 4);
	assert_int_equal(p.g.scores[1], 4);
	assert_int_equal(game_winners(&p.g), 3);
}

/* R35 */
static void who_resigns_is_played_for_and_cannot_win(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "LL EE GG");
	plays(&p, "draw P; 0 place 1,0 0; 0 dig 0,0 NE L");
	scored(&p, "0 dig 3");
	plays(&p, "0 resign");
	refuses(&p, "0 resign", REFUSAL_RESIGNED);
	plays(&p, "draw P; 1 place 2,0 0; 1 pass; draw P; 2 place 3,0 0; 2 pass; draw P");
	assert_int_equal(p.g.seat_on_turn, 0);
	plays(&p, "0 place 4,0 0; 0 pass; end agreed");
	assert_int_equal(p.g.scores[0], 4);
	assert_int_equal(p.g.scores[1], 2);
	assert_int_equal(game_winners(&p.g), 6);
}

/* R35: nothing that is awaited changes, whoever it is and whatever comes next. */
static void a_player_may_resign_at_any_time(void **state)
{
	(void)state;
	struct play p = {0}, q;
	play_read(&p.ts, PLAY_TOY);
	game_init(&p.g, &p.ts, 2, (struct game_options){0});
	static const char *const course[] = {
		"0 tokens setup LZ",
		"1 tokens setup LZ",
		"draw E.1",
		"0 place -1,0 0",
		"0 meeple trail N",
		"0 relocate 0,1",
		"draw B",
		"1 place 1,0 0",
		"1 meeple baobab",
		"1 tokens laid MM",
		"draw E.2",
		"0 place -1,1 180",
		"0 pass",
		"0 boost trail S none",
	};
	for (unsigned i = 0; i < sizeof(course) / sizeof(course[0]); i++) {
		q = p;
		plays(&q, "0 resign; 1 resign");
		assert_int_equal(q.g.resigned_mask, 3);
		assert_int_equal(game_awaited_seats(&q.g), game_awaited_seats(&p.g));
		q.g.resigned_mask = 0;
		q.g.points_count = p.g.points_count;
		assert_memory_equal(&q.g, &p.g, sizeof(p.g));
		plays(&p, course[i]);
	}
	scored(&p, "0 trail 3");
}

/* R35 */
static void an_agreed_end_comes_where_a_draw_is_due(void **state)
{
	(void)state;
	struct play p = {0};
	play_read(&p.ts, PLAY_TOY);
	game_init(&p.g, &p.ts, 2, (struct game_options){0});
	refuses(&p, "end agreed", REFUSAL_NOT_AWAITED);
	plays(&p, "0 tokens setup LZ; 1 tokens setup LZ");
	allows(&p, "end agreed");
	plays(&p, "draw E.1");
	refuses(&p, "end agreed", REFUSAL_NOT_AWAITED);
	plays(&p, "0 place -1,0 0");
	refuses(&p, "end agreed", REFUSAL_NOT_AWAITED);
	plays(&p, "0 pass");
	refuses(&p, "end agreed", REFUSAL_NOT_AWAITED);
	plays(&p, "0 relocate 0,1");
	plays(&p, "end agreed");
	assert_int_equal(p.g.awaits, AWAITS_END);
	assert_int_equal(game_winners(&p.g), 1);
}

/* R35 */
static void when_all_have_resigned_nobody_agrees_and_nobody_wins(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, FEW, "LL EE");
	plays(&p, "0 resign");
	allows(&p, "end agreed");
	plays(&p, "1 resign");
	refuses(&p, "end agreed", REFUSAL_NOBODY_LEFT);
	plays(&p, "draw P; 0 place 1,0 0; 0 pass; draw P; 1 place 2,0 0; 1 pass; end");
	scored(&p, "0 final tokens 2, 1 final tokens 2");
	assert_int_equal(p.g.awaits, AWAITS_END);
	assert_int_equal(game_winners(&p.g), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_game_ends_when_a_draw_is_due_and_no_tile_is_left),
		cmocka_unit_test(at_the_end_the_players_with_most_meeples_score_every_animal),
		cmocka_unit_test(at_the_end_everyone_may_score_by_an_option),
		cmocka_unit_test(everyone_scores_at_the_end_only),
		cmocka_unit_test(at_the_end_birds_over_a_bush_score_too),
		cmocka_unit_test(at_the_end_features_score_in_the_order_in_which_they_were_laid),
		cmocka_unit_test(
			features_without_meeples_and_complete_ones_do_not_score_at_the_end),
		cmocka_unit_test(each_token_in_hand_scores_at_the_end),
		cmocka_unit_test(meeples_on_baobabs_and_holes_score_nothing_at_the_end),
		cmocka_unit_test(most_points_win_and_equal_ones_share_it),
		cmocka_unit_test(there_is_no_tie_break),
		cmocka_unit_test(who_resigns_is_played_for_and_cannot_win),
		cmocka_unit_test(a_player_may_resign_at_any_time),
		cmocka_unit_test(an_agreed_end_comes_where_a_draw_is_due),
		cmocka_unit_test(when_all_have_resigned_nobody_agrees_and_nobody_wins),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
