/* SPDX-License-Identifier: ISC */
/*
 * The bag: what is drawn comes in the order that it holds (R6), and only an empty supply is
 * refilled (R29).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "engine/bag.h"
#include "support/play.h"

static void an_unshuffled_bag_holds_everything_in_file_order(void **state)
{
	(void)state;
	struct tileset ts;
	struct bag bag;
	assert_true(play_load_set(&ts, "data/safari.tiles"));
	bag_init(&bag, &ts);
	for (unsigned tile = 0; tile < 72; tile++)
		assert_int_equal(bag_draw_tile(&bag), tile);
	assert_int_equal(bag_draw_tile(&bag), TILE_NONE);
	assert_int_equal(bag_draw_tile(&bag), TILE_NONE);
	for (unsigned i = 0; i < 50; i++)
		assert_int_equal(bag_draw_token(&bag), i / 10);
	assert_int_equal(bag_draw_token(&bag), ANIMAL_NONE);
	assert_int_equal(bag_draw_token(&bag), ANIMAL_NONE);
}

static void the_bag_draws_in_the_order_that_it_was_given(void **state)
{
	(void)state;
	struct tileset ts;
	struct bag bag;
	play_read(&ts, PLAY_TOY);
	bag_init(&bag, &ts);
	uint8_t last = bag.tiles[ts.tile_count - 1];
	bag.tiles[ts.tile_count - 1] = bag.tiles[0];
	bag.tiles[0] = last;
	bag.tokens[0] = ANIMAL_ZEBRA;
	assert_int_equal(bag_draw_tile(&bag), last);
	assert_int_equal(bag_draw_tile(&bag), 1);
	assert_int_equal(bag_draw_token(&bag), ANIMAL_ZEBRA);
	assert_int_equal(bag_draw_token(&bag), ANIMAL_MONKEY);
}

/* R29 */
static void an_empty_supply_takes_a_new_order(void **state)
{
	(void)state;
	static const uint8_t pile[] = {ANIMAL_LION, ANIMAL_ZEBRA, ANIMAL_LION};
	struct tileset ts;
	struct bag bag;
	play_read(&ts, PLAY_TOY);
	bag_init(&bag, &ts);
	while (bag_draw_token(&bag) != ANIMAL_NONE)
		;
	bag_refill(&bag, pile, 3);
	assert_int_equal(bag_draw_token(&bag), ANIMAL_LION);
	assert_int_equal(bag_draw_token(&bag), ANIMAL_ZEBRA);
	assert_int_equal(bag_draw_token(&bag), ANIMAL_LION);
	assert_int_equal(bag_draw_token(&bag), ANIMAL_NONE);
	bag_refill(&bag, pile, 0);
	assert_int_equal(bag_draw_token(&bag), ANIMAL_NONE);
}

static void tokens_stand_in_the_order_of_their_letters(void **state)
{
	(void)state;
	static const uint8_t counts[ANIMAL_COUNT] = {2, 0, 1, 0, 3};
	static const uint8_t expected[] = {0, 0, 2, 4, 4, 4};
	static const uint8_t none[ANIMAL_COUNT] = {0};
	uint8_t out[TOKENS_MAX];
	assert_int_equal(tokens_in_order(counts, out), 6);
	assert_memory_equal(out, expected, 6);
	assert_int_equal(tokens_in_order(none, out), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_unshuffled_bag_holds_everything_in_file_order),
		cmocka_unit_test(the_bag_draws_in_the_order_that_it_was_given),
		cmocka_unit_test(an_empty_supply_takes_a_new_order),
		cmocka_unit_test(tokens_stand_in_the_order_of_their_letters),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
