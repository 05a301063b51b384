/* SPDX-License-Identifier: ISC */
/*
 * Baobabs that are complete (R26) and the tokens that they bring (R29), with both options (R27).
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
 * A baobab at 1,1 and six of the spaces around it: of the eight 0,2 and 2,2 are empty. The start is
 * one of them. Seat 0 placed the baobab; it is seat 1's turn. The action on the baobab goes
 * between.
 */
static const char BEFORE[] =
	"draw P; 0 place 1,0 0; 0 pass; draw P; 1 place 0,1 0; 1 pass; draw B; 0 place 1,1 0";
static const char AFTER[] = "draw P; 1 place 2,0 0; 1 pass; draw P; 0 place 2,1 0; 0 pass;"
			    "draw P; 1 place 1,2 0; 1 pass; draw P; 0 place 3,0 0; 0 pass";

static void begin_baobab(struct play *p)
{
	play_start(p, PLAY_TOY, "MM EE");
	plays(p, BEFORE);
	plays(p, "0 meeple baobab; 0 tokens laid LZ");
	plays(p, AFTER);
}

/* R26: the owner, though seat 1 is on turn when it takes the eighth tile. */
static void a_baobab_with_eight_tiles_around_it_draws_two_tokens_for_its_owner(void **state)
{
	(void)state;
	struct play p;
	begin_baobab(&p);
	plays(&p, "draw P; 1 place 0,2 0; 1 pass");
	assert_int_equal(p.g.awaits, AWAITS_TILE); /* seven are not enough */
	assert_int_equal(p.g.meeples[0], 5);
	plays(&p, "draw P; 0 place 4,0 0; 0 pass; draw P; 1 place 2,2 0; 1 pass");
	assert_int_equal(p.g.awaits, AWAITS_TOKENS);
	assert_int_equal(game_awaited_seats(&p.g), 1);
	assert_int_equal(p.g.meeples[0], 6);
	refuses(&p, "1 tokens baobab GG", REFUSAL_TOKENS_CAUSE);
	refuses(&p, "0 tokens laid GG", REFUSAL_TOKENS_CAUSE);
	refuses(&p, "0 tokens baobab G", REFUSAL_TOKENS_COUNT);
	refuses(&p, "draw P", REFUSAL_NOT_AWAITED);
	plays(&p, "0 tokens baobab GM");
	holds(&p, 0, "MMMGLZ");
	scored(&p, "");
	assert_int_equal(p.g.awaits, AWAITS_TILE);
	assert_int_equal(p.g.seat_on_turn, 0);
}

/* R26 */
static void a_baobab_draws_once(void **state)
{
	(void)state;
	struct play p;
	begin_baobab(&p);
	plays(&p,
	      "draw P; 1 place 0,2 0; 1 pass; draw P; 0 place 2,2 0; 0 pass; 0 tokens baobab GM");
	plays(&p, "draw P; 1 place 3,1 0; 1 pass; draw P; 0 place 3,2 0; 0 pass");
	assert_int_equal(p.g.awaits, AWAITS_TILE);
	assert_int_equal(p.g.meeples[0], 6);
}

/* R26 */
static void a_baobab_without_a_meeple_brings_nothing(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "MM EE");
	plays(&p, BEFORE);
	plays(&p, "0 pass");
	plays(&p, AFTER);
	plays(&p, "draw P; 1 place 0,2 0; 1 pass; draw P; 0 place 2,2 0; 0 pass");
	assert_int_equal(p.g.awaits, AWAITS_TILE);
	assert_int_equal(p.g.meeples[0], 6);
}

/* Tiles on the eight spaces around 1,1, which is left empty; seat 0 is on turn. */
static const char RING[] = "draw P; 0 place 1,0 0; 0 pass; draw P; 1 place 0,1 0; 1 pass;"
			   "draw P; 0 place 2,0 0; 0 pass; draw P; 1 place 2,1 0; 1 pass;"
			   "draw P; 0 place 0,2 0; 0 pass; draw P; 1 place 1,2 0; 1 pass;"
			   "draw P; 0 place 2,2 0; 0 pass; draw P; 1 place 3,0 0; 1 pass";

/* R26 */
static void a_baobab_laid_last_draws_two_and_two_more_and_the_meeple_is_back(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "MM EE");
	plays(&p, RING);
	plays(&p, "draw B; 0 place 1,1 0; 0 meeple baobab");
	assert_int_equal(p.g.meeples[0], 5);
	plays(&p, "0 tokens laid LZ");
	assert_int_equal(p.g.meeples[0], 6);
	assert_int_equal(p.g.awaits, AWAITS_TOKENS);
	plays(&p, "0 tokens baobab GG");
	holds(&p, 0, "MMGGLZ");
	assert_int_equal(p.g.seat_on_turn, 1);
	assert_int_equal(game_laid_at(&p.g, 1, 1)->baobab, 0);
}

/*
 * Baobabs at 1,1 2,1 and 3,1 whose last neighbour is 2,2: of seats 2, 0 and 2. Seat 0 places it
 * there.
 */
static const char THREE_BAOBABS[] =
	"draw P; 0 place 1,0 0; 0 pass; draw P; 1 place 2,0 0; 1 pass; draw B; 2 place 1,1 0; 2 "
	"meeple baobab;"
	"2 tokens laid MM; draw B; 0 place 2,1 0; 0 meeple baobab; 0 tokens laid MM; draw P; 1 "
	"place 3,0 0; 1 pass;"
	"draw B; 2 place 3,1 0; 2 meeple baobab; 2 tokens laid MM; draw P; 0 place 4,0 0; 0 pass;"
	"draw P; 1 place 4,1 0; 1 pass; draw P; 2 place 4,2 0; 2 pass; draw P; 0 place 3,2 0; 0 "
	"pass;"
	"draw P; 1 place 0,1 0; 1 pass; draw P; 2 place 0,2 0; 2 pass; draw P; 0 place 1,2 0; 0 "
	"pass";

/* R26, R27: seat 1 places, so seat 2 comes first, with two draws, then seat 0. */
static void owners_draw_clockwise_from_the_seat_on_turn(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "EE EE EE");
	plays(&p, THREE_BAOBABS);
	assert_int_equal(p.g.meeples[2], 4);
	plays(&p, "draw P; 1 place 2,2 0; 1 pass");
	assert_int_equal(p.g.meeples[0], 6);
	assert_int_equal(p.g.meeples[2], 6);
	refuses(&p, "0 tokens baobab LL", REFUSAL_TOKENS_CAUSE);
	plays(&p, "2 tokens baobab LL");
	refuses(&p, "0 tokens baobab LL", REFUSAL_TOKENS_CAUSE);
	plays(&p, "2 tokens baobab ZZ");
	plays(&p, "0 tokens baobab GG");
	assert_int_equal(p.g.awaits, AWAITS_TILE);
	holds(&p, 2, "MMMMEELLZZ");
	holds(&p, 0, "MMEEGG");
}

/* R26, R29: three tokens are left for three draws: two, one, and for the last none and no entry. */
static void what_cannot_be_drawn_is_missed(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "EE EE EE");
	plays(&p, THREE_BAOBABS);
	play_give(&p, 1, "EEEEGGGGGGGGGGLLLLLLLLLLZZZZZZZ");
	p.g.discarded[ANIMAL_MONKEY] = 0;
	play_give(&p, 1, "MMMM");
	plays(&p, "draw P; 1 place 2,2 0; 1 pass");
	assert_int_equal(p.g.tokens_count, 2);
	plays(&p, "2 tokens baobab ZZ");
	assert_int_equal(p.g.tokens_count, 1);
	refuses(&p, "2 tokens baobab ZZ", REFUSAL_TOKENS_COUNT);
	refuses(&p, "2 tokens baobab M", REFUSAL_TOKENS_GONE);
	plays(&p, "2 tokens baobab Z");
	assert_int_equal(p.g.awaits, AWAITS_TILE);
	assert_int_equal(p.g.seat_on_turn, 2);
	/* Nor is it made up when tokens are there again. */
	p.g.discarded[ANIMAL_MONKEY] = 4;
	p.g.hands[1][ANIMAL_MONKEY] = 0;
	plays(&p, "draw P; 2 place 5,0 0; 2 pass");
	assert_int_equal(p.g.awaits, AWAITS_TILE);
}

/* Leaves that many monkeys in the supply and these tokens in the discard pile; seat 1 holds the
 * rest. */
static void leave_tokens(struct play *p, uint8_t monkeys, const char *discarded)
{
	for (unsigned a = 0; a < ANIMAL_COUNT; a++) {
		p->g.hands[1][a] = (uint8_t)(p->g.hands[1][a] + p->g.supply[a]);
		p->g.supply[a] = 0;
	}
	p->g.hands[1][ANIMAL_MONKEY] = (uint8_t)(p->g.hands[1][ANIMAL_MONKEY] - monkeys);
	p->g.supply[ANIMAL_MONKEY] = monkeys;
	for (const char *d = discarded; *d; d++) {
		size_t animal =
			(size_t)(strchr(tileset_animal_letters, *d) - tileset_animal_letters);
		p->g.hands[1][animal]--;
		p->g.discarded[animal]++;
	}
}

static void begin_drawing(struct play *p, uint8_t monkeys, const char *discarded)
{
	play_start(p, PLAY_TOY, "EE EE");
	plays(p, "draw B; 0 place 1,0 0");
	leave_tokens(p, monkeys, discarded);
	plays(p, "0 meeple baobab");
}

/* R29 */
static void the_discard_pile_is_shuffled_between_the_two_tokens_of_a_draw(void **state)
{
	(void)state;
	struct play p;
	begin_drawing(&p, 1, "LZ");
	assert_int_equal(p.g.tokens_count, 2);
	refuses(&p, "0 tokens laid LM", REFUSAL_TOKENS_GONE);
	refuses(&p, "0 tokens laid LZ", REFUSAL_TOKENS_GONE);
	refuses(&p, "0 tokens laid MM", REFUSAL_TOKENS_GONE);
	plays(&p, "0 tokens laid ML");
	assert_int_equal(p.g.supply[ANIMAL_MONKEY], 0);
	assert_int_equal(p.g.supply[ANIMAL_LION], 0);
	assert_int_equal(p.g.supply[ANIMAL_ZEBRA], 1);
	assert_int_equal(p.g.discarded[ANIMAL_ZEBRA], 0);
	holds(&p, 0, "MEEL");
}

/* R29 */
static void an_empty_supply_takes_the_discard_pile_for_both_tokens(void **state)
{
	(void)state;
	struct play p;
	begin_drawing(&p, 0, "LZZ");
	plays(&p, "0 tokens laid ZL");
	assert_int_equal(p.g.supply[ANIMAL_ZEBRA], 1);
	assert_int_equal(p.g.discarded[ANIMAL_ZEBRA], 0);
}

/* R29 */
static void the_discard_pile_waits_until_a_token_is_to_be_drawn(void **state)
{
	(void)state;
	struct play p;
	begin_drawing(&p, 2, "LZ");
	refuses(&p, "0 tokens laid ML", REFUSAL_TOKENS_GONE);
	plays(&p, "0 tokens laid MM");
	for (unsigned a = 0; a < ANIMAL_COUNT; a++)
		assert_int_equal(p.g.supply[a], 0);
	assert_int_equal(p.g.discarded[ANIMAL_LION], 1);
	assert_int_equal(p.g.discarded[ANIMAL_ZEBRA], 1);
}

/* R29 */
static void with_one_token_left_one_is_drawn(void **state)
{
	(void)state;
	struct play p;
	begin_drawing(&p, 0, "Z");
	assert_int_equal(p.g.tokens_count, 1);
	refuses(&p, "0 tokens laid ZZ", REFUSAL_TOKENS_COUNT);
	plays(&p, "0 tokens laid Z");
	assert_int_equal(p.g.awaits, AWAITS_TILE);
	holds(&p, 0, "EEZ");
}

/* R29: the meeple stands on the baobab all the same. */
static void with_no_token_left_nothing_is_drawn(void **state)
{
	(void)state;
	struct play p;
	begin_drawing(&p, 0, "");
	assert_int_equal(p.g.awaits, AWAITS_TILE);
	assert_int_equal(p.g.seat_on_turn, 1);
	assert_int_equal(p.g.meeples[0], 5);
	assert_int_equal(game_last_laid(&p.g)->baobab, 1);
}

/* R29 */
static void tokens_on_the_table_stay_out(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "EE EE");
	plays(&p, "draw P; 0 place 1,0 0; 0 dig 0,0 NE E; draw B; 1 place 2,0 0");
	leave_tokens(&p, 0, "");
	plays(&p, "1 meeple baobab");
	assert_int_equal(p.g.awaits, AWAITS_TILE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			a_baobab_with_eight_tiles_around_it_draws_two_tokens_for_its_owner),
		cmocka_unit_test(a_baobab_draws_once),
		cmocka_unit_test(a_baobab_without_a_meeple_brings_nothing),
		cmocka_unit_test(a_baobab_laid_last_draws_two_and_two_more_and_the_meeple_is_back),
		cmocka_unit_test(owners_draw_clockwise_from_the_seat_on_turn),
		cmocka_unit_test(what_cannot_be_drawn_is_missed),
		cmocka_unit_test(the_discard_pile_is_shuffled_between_the_two_tokens_of_a_draw),
		cmocka_unit_test(an_empty_supply_takes_the_discard_pile_for_both_tokens),
		cmocka_unit_test(the_discard_pile_waits_until_a_token_is_to_be_drawn),
		cmocka_unit_test(with_one_token_left_one_is_drawn),
		cmocka_unit_test(with_no_token_left_nothing_is_drawn),
		cmocka_unit_test(tokens_on_the_table_stay_out),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
