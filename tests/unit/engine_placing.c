/* SPDX-License-Identifier: ISC */
/*
 * Placing the tile that was drawn (R9), tiles that fit nowhere (R10), and rangers that stand in the
 * way (R11).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/play.h"

static size_t count_legal(const struct play *p)
{
	return game_legal(&p->ts, &p->g, p->g.seat_on_turn, 0, 0, NULL);
}

/* R9, R33 */
static void a_tile_lies_side_by_side_with_another_one(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "MM EE");
	refuses(&p, "0 place 1,0 0", REFUSAL_NOT_AWAITED);
	plays(&p, "draw P.1");
	allows(&p, "0 place 1,0 0");
	allows(&p, "0 place 0,1 270");
	refuses(&p, "0 place 1,1 0", REFUSAL_SPACE_APART);
	refuses(&p, "0 place -1,-1 0", REFUSAL_SPACE_APART);
	refuses(&p, "0 place 2,0 0", REFUSAL_SPACE_APART);
	refuses(&p, "0 place 127,-127 0", REFUSAL_SPACE_APART);
	refuses(&p, "0 place 0,0 0", REFUSAL_SPACE_TAKEN);
	refuses(&p, "1 place 1,0 0", REFUSAL_NOT_YOUR_TURN);
	plays(&p, "0 place 1,0 0; 0 pass; draw P.2; 1 place 1,1 0");
	assert_non_null(game_laid_at(&p.g, 1, 1));
	assert_null(game_laid_at(&p.g, 0, 1));
}

/* R9: a tile with trail north and bush east, beside a start with trail north and bush east. */
static void each_terrain_touches_its_like_only(void **state)
{
	(void)state;
	struct play p;
	play_start(&p,
	           "tile A x2 tbss\n trail N\n bush E\n"
	           "start S\nspace 0 0 tbss\n trail N\n bush E\nranger -1 0\nranger 0 -1\n",
	           "MM EE");
	plays(&p, "draw A.1");
	static const char *const fitting[] = {
		"0 place 0,1 180",  "0 place 1,0 180", "0 place -1,0 180",
		"0 place -1,0 270", "0 place 0,-1 90", "0 place 0,-1 180",
	};
	for (unsigned i = 0; i < 6; i++)
		allows(&p, fitting[i]);
	assert_int_equal(count_legal(&p), 6);
	refuses(&p, "0 place 0,1 0", REFUSAL_EDGES_DIFFER);   /* savanna to trail */
	refuses(&p, "0 place 0,1 90", REFUSAL_EDGES_DIFFER);  /* bush to trail */
	refuses(&p, "0 place 1,0 0", REFUSAL_EDGES_DIFFER);   /* savanna to bush */
	refuses(&p, "0 place 1,0 270", REFUSAL_EDGES_DIFFER); /* trail to bush */
	refuses(&p, "0 place 0,-1 0", REFUSAL_EDGES_DIFFER);  /* trail to savanna */
	refuses(&p, "0 place -1,0 0", REFUSAL_EDGES_DIFFER);  /* bush to savanna */
}

/* R9 */
static void every_touching_side_matches(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "MM EE");
	plays(&p, "draw E.1; 0 place 0,1 90; 0 pass; draw P.1; 1 place 1,0 0; 1 pass; draw E.2");
	/* Beside a trail in the west and savanna in the south. */
	allows(&p, "0 place 1,1 270");
	refuses(&p, "0 place 1,1 0", REFUSAL_EDGES_DIFFER);
	refuses(&p, "0 place 1,1 90", REFUSAL_EDGES_DIFFER);
	refuses(&p, "0 place 1,1 180", REFUSAL_EDGES_DIFFER);
	plays(&p, "0 place 1,1 270; 0 pass; draw C.1");
	/* Trail on two sides fits beside none of these two. */
	refuses(&p, "1 place 0,2 90", REFUSAL_EDGES_DIFFER);
	allows(&p, "1 place 0,2 0");
}

/* R9 */
static void all_four_rotations_of_a_tile_are_choices_apart(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "MM EE");
	plays(&p, "draw P.1");
	assert_int_equal(count_legal(&p), 16);
	plays(&p, "0 place 1,0 0; 0 pass; draw V.1");
	assert_int_equal(count_legal(&p), 12);
}

/* R9 */
static void a_rangers_space_is_empty_for_a_tile(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "MM EE");
	plays(&p, "draw P.1");
	allows(&p, "0 place -1,0 0");
	allows(&p, "0 place 0,-1 0");
}

static const char ISLAND[] = "tile K x2 bbbb\n bush N+E+S+W\n"
			     "tile P x2 ssss\n"
			     "tile L x2 bbbs\n bush N+E+S\n"
			     "start S\nspace 0 0 ssss\nranger -1 0\nranger 0 -1\n";

/* R10 */
static void a_tile_that_fits_nowhere_leaves_the_game_and_the_same_player_draws(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, ISLAND, "MM EE");
	refuses(&p, "draw K.1", REFUSAL_TILE_FITS_NOT);
	plays(&p, "remove K.1");
	assert_int_equal(p.g.seat_on_turn, 0);
	assert_int_equal(p.g.awaits, AWAITS_TILE);
	assert_int_equal(p.g.left_count, 5);
	refuses(&p, "draw K.1", REFUSAL_TILE_GONE);
	refuses(&p, "remove K.1", REFUSAL_TILE_GONE);
	plays(&p, "remove K.2; draw P.1");
	refuses(&p, "draw P.2", REFUSAL_NOT_AWAITED);
	plays(&p, "0 place 1,0 0");
	assert_int_equal(p.g.left_count, 3);
	assert_int_equal(p.g.laid_count, 2);
}

/* R10 */
static void a_tile_that_fits_in_one_rotation_stays(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, ISLAND, "MM EE");
	refuses(&p, "remove L.1", REFUSAL_TILE_FITS);
	refuses(&p, "remove P.1", REFUSAL_TILE_FITS);
	plays(&p, "draw L.1");
	assert_int_equal(count_legal(&p), 4);
}

/* R10, R30 */
static void the_last_tiles_may_all_leave_the_game(void **state)
{
	(void)state;
	struct play p;
	play_start(
		&p,
		"tile K x2 bbbb\n bush N+E+S+W\nstart S\nspace 0 0 ssss\nranger 1 0\nranger 0 1\n",
		"MM EE");
	plays(&p, "remove K.2; remove K.1");
	refuses(&p, "remove K.1", REFUSAL_TILE_GONE);
	plays(&p, "end");
	assert_int_equal(p.g.awaits, AWAITS_END);
	assert_int_equal(p.g.turn_count, 0);
}

/* R11, R25 */
static void placing_on_a_rangers_space_displaces_that_ranger_only(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "MM EE");
	uint16_t other = p.g.rangers[1];
	plays(&p, "draw P.1; 0 place -1,0 0");
	assert_int_equal(p.g.rangers[0], SPACE_NONE);
	assert_int_equal(p.g.rangers[1], other);
	assert_true(p.g.has_displaced);
	plays(&p, "0 pass");
	assert_int_equal(p.g.awaits, AWAITS_RELOCATE);
	plays(&p, "0 relocate 0,1; draw P.2; 1 place 0,-1 0");
	assert_int_equal(p.g.rangers[0], game_space_at(&p.g, 0, 1));
	assert_int_equal(p.g.rangers[1], SPACE_NONE);
}

/* R11 */
static void placing_elsewhere_displaces_no_ranger(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "MM EE");
	plays(&p, "draw P.1; 0 place 1,0 0; 0 pass");
	assert_int_equal(p.g.awaits, AWAITS_TILE);
	assert_int_equal(p.g.rangers[0], game_space_at(&p.g, -1, 0));
	assert_int_equal(p.g.rangers[1], game_space_at(&p.g, 0, -1));
	scored(&p, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_tile_lies_side_by_side_with_another_one),
		cmocka_unit_test(each_terrain_touches_its_like_only),
		cmocka_unit_test(every_touching_side_matches),
		cmocka_unit_test(all_four_rotations_of_a_tile_are_choices_apart),
		cmocka_unit_test(a_rangers_space_is_empty_for_a_tile),
		cmocka_unit_test(
			a_tile_that_fits_nowhere_leaves_the_game_and_the_same_player_draws),
		cmocka_unit_test(a_tile_that_fits_in_one_rotation_stays),
		cmocka_unit_test(the_last_tiles_may_all_leave_the_game),
		cmocka_unit_test(placing_on_a_rangers_space_displaces_that_ranger_only),
		cmocka_unit_test(placing_elsewhere_displaces_no_ranger),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
