/* SPDX-License-Identifier: ISC */
/*
 * What lies on the table and in the hands before the first turn (R1 to R8), and whose turn comes
 * next.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/play.h"

static void begin_safari(struct play *p, const char *hands)
{
	assert_true(play_load_set(&p->ts, "data/safari.tiles"));
	play_deal(p, hands);
}

/* R1 */
static void the_set_has_72_tiles_of_33_kinds_and_a_start_of_three_spaces(void **state)
{
	(void)state;
	struct play p;
	begin_safari(&p, "MM MM");
	assert_int_equal(p.ts.tile_count, 72);
	assert_int_equal(p.ts.kind_count, 33);
	assert_int_equal(p.ts.start_count, 3);
	assert_int_equal(p.g.left_count, 72);
	unsigned shown = 0;
	for (unsigned i = 0; i < 3; i++) {
		const struct tileset_tile *t = &p.ts.tiles[p.ts.tile_count + i];
		for (unsigned k = 0; k < TILESET_PIECES_MAX; k++)
			shown |= t->life[k].animal_mask;
	}
	assert_int_equal(shown, 1 << ANIMAL_MONKEY | 1 << ANIMAL_ELEPHANT | 1 << ANIMAL_GIRAFFE);
}

/* R2 */
static void there_are_ten_tokens_of_each_animal_and_six_meeples_of_each_seat(void **state)
{
	(void)state;
	struct tileset ts;
	struct game g;
	play_read(&ts, PLAY_TOY);
	for (unsigned seats = SEATS_MIN; seats <= SEATS_MAX; seats++) {
		game_init(&g, &ts, seats, (struct game_options){0});
		for (unsigned a = 0; a < ANIMAL_COUNT; a++)
			assert_int_equal(g.supply[a], 10);
		for (unsigned seat = 0; seat < SEATS_MAX; seat++)
			assert_int_equal(g.meeples[seat], seat < seats ? 6 : 0);
	}
}

/* R4 */
static void the_start_lies_upright_as_three_tiles(void **state)
{
	(void)state;
	struct play p;
	begin_safari(&p, "MM MM");
	for (int y = -1; y <= 1; y++) {
		const struct game_laid *laid = game_laid_at(&p.g, 0, y);
		assert_non_null(laid);
		assert_int_equal(laid->around, y == 0 ? 2 : 1);
	}
	/* Its first space has bush in the east, its last one trail in the west: neither is turned.
	 */
	assert_int_not_equal(game_piece_at(&p.ts, &p.g, 0, TERRAIN_BUSH, SIDE_E), PIECE_NONE);
	assert_int_not_equal(game_piece_at(&p.ts, &p.g, 2, TERRAIN_TRAIL, SIDE_W), PIECE_NONE);
}

/* R4 */
static void the_start_is_three_neighbours_for_a_tile_beside_its_middle(void **state)
{
	(void)state;
	struct play p;
	begin_safari(&p, "MM MM");
	plays(&p, "draw CS1.1; 0 place 1,0 0");
	assert_int_equal(game_last_laid(&p.g)->around, 3);
}

/* R4, R18 */
static void each_space_of_the_start_has_corners_of_its_own(void **state)
{
	(void)state;
	struct play p;
	begin_safari(&p, "LZ MM");
	plays(&p, "draw CS1.1; 0 place 1,0 0");
	allows(&p, "0 dig 0,1 NW L");
	allows(&p, "0 dig 0,0 NW L");
	allows(&p, "0 dig 0,0 SE L");
	allows(&p, "0 dig 0,-1 SW L");
	refuses(&p, "0 dig 0,1 SE L", REFUSAL_CORNER_BUSH);
}

/* R5 */
static void the_rangers_stand_above_and_below_the_start(void **state)
{
	(void)state;
	struct play p;
	begin_safari(&p, "MM MM");
	assert_int_equal(p.g.rangers[0], game_space_at(&p.g, 0, 2));
	assert_int_equal(p.g.rangers[1], game_space_at(&p.g, 0, -2));
	assert_int_not_equal(p.g.rangers[0], SPACE_NONE);
	assert_int_not_equal(p.g.rangers[1], SPACE_NONE);
}

/* R6 */
static void each_player_draws_two_tokens_seat_0_first(void **state)
{
	(void)state;
	struct play p = {0};
	play_read(&p.ts, PLAY_TOY);
	game_init(&p.g, &p.ts, 3, (struct game_options){0});
	refuses(&p, "1 tokens setup ML", REFUSAL_TOKENS_CAUSE);
	refuses(&p, "0 tokens laid ML", REFUSAL_TOKENS_CAUSE);
	refuses(&p, "0 tokens setup M", REFUSAL_TOKENS_COUNT);
	plays(&p, "0 tokens setup ML");
	refuses(&p, "0 tokens setup ML", REFUSAL_TOKENS_CAUSE);
	plays(&p, "1 tokens setup EE");
	refuses(&p, "draw P.1", REFUSAL_NOT_AWAITED);
	plays(&p, "2 tokens setup ZG");
	assert_int_equal(p.g.awaits, AWAITS_TILE);
	holds(&p, 0, "ML");
	holds(&p, 1, "EE");
	holds(&p, 2, "GZ");
	assert_int_equal(p.g.supply[ANIMAL_ELEPHANT], 8);
}

/* R7 */
static void seat_0_starts_and_play_goes_clockwise(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "MM EE GG");
	for (int i = 0; i < 7; i++) {
		char turn[64];
		assert_int_equal(p.g.seat_on_turn, i % 3);
		assert_int_equal(game_awaited_seats(&p.g), 1 << i % 3);
		snprintf(turn, sizeof(turn), "draw P; %d place %d,0 0; %d pass", i % 3, i + 1,
		         i % 3);
		plays(&p, turn);
	}
}

/* R8: also the longest line that a set of the greatest size can lay. */
static void the_table_has_no_edge_and_nothing_is_shifted(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, "tile P x96 ssss\nstart S\nspace 0 0 ssss\nranger 1 0\nranger 0 1\n",
	           "MM EE");
	for (int i = 0; i < 96; i++) {
		char turn[64];
		snprintf(turn, sizeof(turn), "draw P; %d place %d,0 0; %d pass", i % 2, -i - 1,
		         i % 2);
		plays(&p, turn);
	}
	assert_non_null(game_laid_at(&p.g, -96, 0));
	assert_null(game_laid_at(&p.g, -97, 0));
	assert_int_equal(p.g.laid[0].around, 1);
	assert_int_equal(p.g.spaces[p.g.laid[0].space].x, 0);
	plays(&p, "end");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_set_has_72_tiles_of_33_kinds_and_a_start_of_three_spaces),
		cmocka_unit_test(there_are_ten_tokens_of_each_animal_and_six_meeples_of_each_seat),
		cmocka_unit_test(the_start_lies_upright_as_three_tiles),
		cmocka_unit_test(the_start_is_three_neighbours_for_a_tile_beside_its_middle),
		cmocka_unit_test(each_space_of_the_start_has_corners_of_its_own),
		cmocka_unit_test(the_rangers_stand_above_and_below_the_start),
		cmocka_unit_test(each_player_draws_two_tokens_seat_0_first),
		cmocka_unit_test(seat_0_starts_and_play_goes_clockwise),
		cmocka_unit_test(the_table_has_no_edge_and_nothing_is_shifted),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
