/* SPDX-License-Identifier: ISC */
/*
 * The bots: chance that is even, a table of names, and choices that are legal and depend on nothing
 * but what a bot is given. How well a bot plays is measured elsewhere.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "engine/bots.h"
#include "support/any_draw.h"
#include "support/play.h"

/* The first numbers of SplitMix64 from the seed 1234567, from its authors' reference. */
static void chance_is_splitmix64(void **state)
{
	(void)state;
	struct chance c = {1234567};
	assert_true(chance_next(&c) == 6457827717110365317u);
	assert_true(chance_next(&c) == 3203168211198807973u);
	assert_true(chance_next(&c) == 9817491932198370423u);
	assert_true(chance_next(&c) == 4593380528125082431u);
	assert_true(chance_next(&c) == 16408922859458223821u);
}

/* 6,000 throws of a die: chi squared with 5 degrees of freedom is above 25.7 once in 10,000 seeds.
 */
static void chance_below_is_even(void **state)
{
	(void)state;
	for (uint64_t seed = 0; seed < 20; seed++) {
		struct chance c = {seed};
		unsigned seen[6] = {0};
		double chi = 0;
		for (int i = 0; i < 6000; i++) {
			uint32_t n = chance_below(&c, 6);
			assert_true(n < 6);
			seen[n]++;
		}
		for (unsigned i = 0; i < 6; i++)
			chi += (seen[i] - 1000.0) * (seen[i] - 1000.0) / 1000.0;
		assert_true(chi < 25.7);
	}
}

/* 3 * 2^30 values: without rejection a number in three would come twice as often as the others. */
static void chance_below_a_large_number_is_even_too(void **state)
{
	(void)state;
	struct chance c = {5};
	unsigned thirds[3] = {0};
	for (int i = 0; i < 30000; i++) {
		uint32_t n = chance_below(&c, 3u << 30);
		assert_true(n < 3u << 30);
		thirds[n % 3]++;
	}
	for (unsigned i = 0; i < 3; i++)
		assert_true(thirds[i] > 9700 && thirds[i] < 10300);
}

static void below_one_is_always_zero(void **state)
{
	(void)state;
	struct chance c = {7};
	for (int i = 0; i < 100; i++)
		assert_int_equal(chance_below(&c, 1), 0);
}

static void bots_are_found_by_their_whole_name(void **state)
{
	(void)state;
	assert_string_equal(bot_find("random", 6)->name, "random");
	assert_string_equal(bot_find("quick", 5)->name, "quick");
	assert_string_equal(bot_find("quicker", 5)->name, "quick");
	assert_null(bot_find("quicker", 7));
	assert_null(bot_find("quic", 4));
	assert_null(bot_find("", 0));
}

/* Every entry at the same rate: 33 of them, 3,300 choices; chi squared with 32 degrees of freedom.
 */
static void random_chooses_every_legal_entry_at_the_same_rate(void **state)
{
	(void)state;
	struct play p;
	struct entry listed[LEGAL_MAX], chosen;
	unsigned seen[LEGAL_MAX] = {0};
	struct chance c = {1};
	play_start(&p, PLAY_TOY, "LM EE");
	plays(&p, "draw T; 0 place 1,0 0");
	size_t count = game_legal(&p.ts, &p.g, 0, 0, LEGAL_MAX, listed);
	for (size_t i = 0; i < count * 100; i++) {
		bot_find("random", 6)->choose(&p.ts, &p.g, 0, &c, &chosen);
		size_t at = 0;
		while (memcmp(&listed[at], &chosen, sizeof(chosen)) != 0)
			assert_true(++at < count);
		seen[at]++;
	}
	double chi = 0;
	for (size_t i = 0; i < count; i++)
		chi += (seen[i] - 100.0) * (seen[i] - 100.0) / 100.0;
	assert_true(count > 20 && count < 40);
	assert_true(chi < 80);
}

static void play_whole(struct play *p, const struct bot *bot, unsigned seats, uint64_t seed)
{
	struct chance draws = {seed}, choices = {seed + 1};
	game_init(&p->g, &p->ts, seats, (struct game_options){0});
	while (p->g.awaits != AWAITS_END) {
		unsigned mask = game_awaited_seats(&p->g), seat = 0;
		struct entry e;
		while (!(mask >> seat & 1))
			seat++;
		if (p->g.awaits == AWAITS_TOKENS || p->g.awaits == AWAITS_TILE) {
			e = any_draw(&p->ts, &p->g, chance_below(&draws, UINT32_MAX));
		} else {
			bot->choose(&p->ts, &p->g, seat, &choices, &e);
			assert_int_equal(e.seat, seat);
			assert_true(play_lists(p, &e));
		}
		assert_int_equal(game_apply(&p->ts, &p->g, &e), REFUSAL_NONE);
	}
}

static void a_bot_plays_legally_and_repeats_itself_by_its_seed(void **state)
{
	(void)state;
	struct play p;
	assert_true(play_load_set(&p.ts, "data/safari.tiles"));
	for (const struct bot *bot = bots; bot->name; bot++) {
		for (unsigned seats = SEATS_MIN; seats <= SEATS_MAX; seats++) {
			play_whole(&p, bot, seats, seats);
			struct game once = p.g;
			play_whole(&p, bot, seats, seats);
			assert_memory_equal(&once, &p.g, sizeof(once));
			play_whole(&p, bot, seats, seats + 1);
			assert_memory_not_equal(&once, &p.g, sizeof(once));
		}
	}
}

/* The last tile, no meeple left, and a hole to expand. */
static void quick_takes_the_points_of_the_last_turn(void **state)
{
	(void)state;
	struct play p;
	struct entry e;
	struct chance c = {3};
	play_start(&p, "tile P x3 ssss\nstart S\nspace 0 0 ssss\nranger -1 0\nranger 0 -1\n",
	           "LM EE");
	plays(&p, "draw P; 0 place 1,0 0; 0 pass; draw P; 1 place 1,1 0; 1 dig 0,0 NE E; draw P; 0 "
	          "place 0,1 0");
	p.g.meeples[0] = 0;
	bot_find("quick", 5)->choose(&p.ts, &p.g, 0, &c, &e);
	assert_int_equal(e.type, ENTRY_EXPAND);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(chance_is_splitmix64),
		cmocka_unit_test(chance_below_is_even),
		cmocka_unit_test(chance_below_a_large_number_is_even_too),
		cmocka_unit_test(below_one_is_always_zero),
		cmocka_unit_test(bots_are_found_by_their_whole_name),
		cmocka_unit_test(random_chooses_every_legal_entry_at_the_same_rate),
		cmocka_unit_test(a_bot_plays_legally_and_repeats_itself_by_its_seed),
		cmocka_unit_test(quick_takes_the_points_of_the_last_turn),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
