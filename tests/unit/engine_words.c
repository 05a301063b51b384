/* SPDX-License-Identifier: ISC */
/*
 * Who is asked for a token when a tile completes features, in which order, and when the points come
 * (R28).
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
 * Four trails that end around the space 2,1: seat 0 holds the north one (M), seat 1 the east (E)
 * and the south one (M), seat 2 the west one (E). Seat 1 is on turn. A tile Y closes them all and
 * shows Z on its first piece.
 */
static const char CROSSING[] = "draw P; 0 place 1,0 0; 0 pass;"
			       "draw E.1; 1 place 2,0 0; 1 meeple trail N;"
			       "draw E.2; 2 place 1,1 90; 2 meeple trail E;"
			       "draw P; 0 place 3,0 0; 0 pass;"
			       "draw E.7; 1 place 3,1 270; 1 meeple trail W;"
			       "draw P; 2 place 1,2 0; 2 pass;"
			       "draw E.6; 0 place 2,2 180; 0 meeple trail S";

static void close_crossing(struct play *p, const char *hands, const char *place)
{
	play_start(p, PLAY_TOY, hands);
	plays(p, CROSSING);
	plays(p, "draw Y.1");
	plays(p, place);
	plays(p, "1 pass");
}

static void every_scoring_player_is_asked_at_once(void **state)
{
	(void)state;
	struct play p;
	close_crossing(&p, "LL GM ZZ", "1 place 2,1 0");
	assert_int_equal(p.g.awaits, AWAITS_BOOST);
	assert_int_equal(game_awaited_seats(&p.g), 7);
	refuses(&p, "0 boost trail E L", REFUSAL_NO_WORD);
	refuses(&p, "2 boost trail N Z", REFUSAL_NO_WORD);
	refuses(&p, "1 boost trail W G", REFUSAL_NO_WORD);
	refuses(&p, "draw P", REFUSAL_NOT_AWAITED);
	plays(&p, "2 boost trail W Z");
	assert_int_equal(game_awaited_seats(&p.g), 3);
	refuses(&p, "2 boost trail W none", REFUSAL_NO_WORD);
}

static void points_come_when_all_have_spoken_feature_by_feature(void **state)
{
	(void)state;
	struct play p;
	close_crossing(&p, "LL GM ZZ", "1 place 2,1 0");
	plays(&p, "2 boost trail W Z; 1 boost trail E M; 1 boost trail S G");
	scored(&p, "");
	assert_int_equal(p.g.meeples[2], 5);
	plays(&p, "0 boost trail N none");
	scored(&p, "0 trail 3, 1 trail 3, 1 trail 3, 2 trail 3");
	assert_int_equal(p.g.awaits, AWAITS_TILE);
}

/* Turned by 180 degrees the first piece in file order lies south, then west, north and east. */
static void features_stand_in_the_file_order_of_the_tiles_pieces(void **state)
{
	(void)state;
	struct play p;
	close_crossing(&p, "LL GL ZZ", "1 place 2,1 180");
	refuses(&p, "1 boost trail E G", REFUSAL_WORD_ORDER);
	plays(&p, "1 boost trail S G; 1 boost trail E L; 2 boost trail W none; 0 boost trail N L");
	scored(&p, "1 trail 6, 2 trail 1, 0 trail 3, 1 trail 3");
}

static void a_player_speaks_of_the_features_in_their_order(void **state)
{
	(void)state;
	struct play p;
	close_crossing(&p, "LL GM ZZ", "1 place 2,1 0");
	refuses(&p, "1 boost trail S G", REFUSAL_WORD_ORDER);
	refuses(&p, "1 boost trail S none", REFUSAL_WORD_ORDER);
	allows(&p, "1 boost trail E G");
	plays(&p, "1 boost trail E none");
	refuses(&p, "1 boost trail E G", REFUSAL_NO_WORD);
	allows(&p, "1 boost trail S G");
}

/* The giraffe is all that is usable on both; spent on the first, the second is not asked for. */
static void who_holds_nothing_usable_when_it_comes_to_a_feature_is_not_asked(void **state)
{
	(void)state;
	struct play p, q;
	close_crossing(&p, "LL GM ZZ", "1 place 2,1 0");
	q = p;
	plays(&p, "1 boost trail E G");
	assert_int_equal(game_awaited_seats(&p.g), 5);
	refuses(&p, "1 boost trail S none", REFUSAL_NO_WORD);
	plays(&q, "1 boost trail E none");
	assert_int_equal(game_awaited_seats(&q.g), 7);
	plays(&p, "0 boost trail N none; 2 boost trail W none");
	scored(&p, "0 trail 3, 1 trail 3, 1 trail 1, 2 trail 1");
}

static void a_feature_for_which_nothing_is_usable_is_passed_over(void **state)
{
	(void)state;
	struct play p;
	/* Seat 1 holds elephants, and the one in the east is shown already. */
	close_crossing(&p, "MZ EE EE", "1 place 2,1 0");
	assert_int_equal(game_awaited_seats(&p.g), 1 << 1);
	refuses(&p, "1 boost trail E none", REFUSAL_NO_WORD);
	refuses(&p, "0 boost trail N none", REFUSAL_NO_WORD);
	plays(&p, "1 boost trail S E");
	scored(&p, "0 trail 3, 1 trail 1, 1 trail 3, 2 trail 1");
}

static void nobody_is_asked_without_a_usable_token(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "MZ EE");
	plays(&p, "draw E.1; 0 place 0,1 90; 0 meeple trail E; draw E.5; 1 place 1,1 270; 1 pass");
	scored(&p, "0 trail 3");
	assert_int_equal(p.g.awaits, AWAITS_TILE);
}

static void players_answer_independently_of_each_other(void **state)
{
	(void)state;
	struct play p, q;
	close_crossing(&p, "LL GM ZZ", "1 place 2,1 0");
	q = p;
	plays(&p, "0 boost trail N L; 1 boost trail E M; 1 boost trail S G; 2 boost trail W Z");
	plays(&q, "2 boost trail W Z; 1 boost trail E M; 0 boost trail N L; 1 boost trail S G");
	assert_memory_equal(&p.g, &q.g, sizeof(p.g));
	assert_string_equal(p.points, q.points);
}

/* A ring of trail whose last tile has two ends of it. */
static void a_feature_that_two_pieces_reach_comes_once(void **state)
{
	(void)state;
	struct play p, q;
	play_start(&p, PLAY_TOY, "LL EE");
	plays(&p, "draw C; 0 place 1,0 0; 0 meeple trail N; draw C; 1 place 2,0 270; 1 pass");
	plays(&p, "draw C; 0 place 1,1 90; 0 pass; draw D.2; 1 place 2,1 180; 1 pass");
	assert_int_equal(game_awaited_seats(&p.g), 1);
	assert_int_equal(p.g.completed_count, 1);
	q = p;
	allows(&p, "0 boost trail S L");
	plays(&p, "0 boost trail S L");
	scored(&p, "0 trail 3");
	assert_int_equal(p.g.awaits, AWAITS_TILE);
	assert_int_equal(p.g.meeples[0], 6);
	/* The side of its other piece names it as well. */
	plays(&q, "0 boost trail W L");
	assert_memory_equal(&p.g, &q.g, sizeof(p.g));
}

static void only_completed_features_are_spoken_of(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "LL EE");
	plays(&p, "draw E.1; 0 place 0,1 90; 0 meeple trail E; draw D.1; 1 place 1,1 270; 1 pass");
	assert_int_equal(game_awaited_seats(&p.g), 1);
	refuses(&p, "0 boost trail N L", REFUSAL_NOT_COMPLETED); /* open */
	refuses(&p, "0 boost trail S L", REFUSAL_NOT_COMPLETED); /* savanna */
	refuses(&p, "0 boost bush W L", REFUSAL_NOT_COMPLETED);
	allows(&p, "0 boost trail W L");
}

/* R34 */
static void adding_nothing_is_always_allowed(void **state)
{
	(void)state;
	struct play p;
	close_crossing(&p, "LL GM ZZ", "1 place 2,1 0");
	allows(&p, "0 boost trail N none");
	allows(&p, "1 boost trail E none");
	allows(&p, "2 boost trail W none");
	plays(&p, "1 boost trail E none; 0 boost trail N none; 2 boost trail W none; 1 boost trail "
	          "S none");
	holds(&p, 0, "LL");
	holds(&p, 1, "MG");
	holds(&p, 2, "ZZ");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_scoring_player_is_asked_at_once),
		cmocka_unit_test(points_come_when_all_have_spoken_feature_by_feature),
		cmocka_unit_test(features_stand_in_the_file_order_of_the_tiles_pieces),
		cmocka_unit_test(a_player_speaks_of_the_features_in_their_order),
		cmocka_unit_test(who_holds_nothing_usable_when_it_comes_to_a_feature_is_not_asked),
		cmocka_unit_test(a_feature_for_which_nothing_is_usable_is_passed_over),
		cmocka_unit_test(nobody_is_asked_without_a_usable_token),
		cmocka_unit_test(players_answer_independently_of_each_other),
		cmocka_unit_test(a_feature_that_two_pieces_reach_comes_once),
		cmocka_unit_test(only_completed_features_are_spoken_of),
		cmocka_unit_test(adding_nothing_is_always_allowed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
