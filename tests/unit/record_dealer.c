/* SPDX-License-Identifier: ISC */
/*
 * Dealing: the test vector of the record's description, new supplies (R29), and what is done with a
 * tile that fits nowhere (R10). The bare streams are in base_draws.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/embedded.h"
#include "record/dealer.h"

struct table {
	struct tileset ts;
	unsigned char seed[DRAWS_SEED_BYTES];
	unsigned char entropy[2][DRAWS_ENTROPY_BYTES];
	struct dealer dealer;
	struct game game;
};

static void parse_or_fail(struct tileset *ts, const char *text, size_t len)
{
	struct tileset_fault fault;
	if (tileset_parse(ts, text, len, &fault) < 0)
		fail_msg("line %d: %s", fault.line, fault.reason);
}

/* The vector's seed and entropy, with the embedded set, or another one's text. */
static void table_init_vector(struct table *t, const char *text)
{
	const struct embedded *safari = embedded_find("data/safari.tiles");
	assert_non_null(safari);
	if (text)
		parse_or_fail(&t->ts, text, strlen(text));
	else
		parse_or_fail(&t->ts, (const char *)safari->data, safari->size);
	for (int i = 0; i < DRAWS_SEED_BYTES; i++)
		t->seed[i] = (unsigned char)i;
	memset(t->entropy[0], 0xaa, DRAWS_ENTROPY_BYTES);
	memset(t->entropy[1], 0xbb, DRAWS_ENTROPY_BYTES);
	dealer_init(&t->dealer, &t->ts, t->seed, t->entropy[0], 2);
	game_init(&t->game, &t->ts, 2, (struct game_options){0});
}

static void tiles_come_as_in_the_vector(void **state)
{
	(void)state;
	struct table t;
	char codes[128] = "";
	table_init_vector(&t, NULL);
	for (size_t i = 0, len = 0; i < 10; i++) {
		uint8_t tile = t.dealer.bag.tiles[i];
		len += (size_t)snprintf(codes + len, sizeof(codes) - len, "%s%s.%u", i ? " " : "",
		                        tileset_kind_of(&t.ts, tile)->code, t.ts.tiles[tile].copy);
	}
	assert_string_equal(codes,
	                    "CS20.5 CS3.2 CS25.3 CS21.3 CS13.2 CS22.1 CS19.1 CS3.4 CS3.3 CS28.2");
}

static void every_tile_comes_once(void **state)
{
	(void)state;
	struct table t;
	bool seen[TILESET_TILES_MAX] = {false};
	table_init_vector(&t, NULL);
	assert_int_equal(t.dealer.bag.tile_count, 72);
	for (size_t i = 0; i < 72; i++) {
		assert_true(t.dealer.bag.tiles[i] < 72);
		assert_false(seen[t.dealer.bag.tiles[i]]);
		seen[t.dealer.bag.tiles[i]] = true;
	}
}

/* Draws `count` tokens as the game would ask for them, two at a time, and adds their letters to
 * out. */
static void draw_letters(struct table *t, size_t count, char *out)
{
	size_t len = strlen(out);
	while (count) {
		struct entry e;
		t->game.awaits = AWAITS_TOKENS;
		t->game.tokens_seat = 1;
		t->game.tokens_cause = CAUSE_BAOBAB;
		t->game.tokens_count = count > 1 ? 2 : 1;
		dealer_draw(&t->dealer, &t->ts, &t->game, &e);
		assert_int_equal(e.type, ENTRY_TOKENS);
		assert_int_equal(e.seat, 1);
		assert_int_equal(e.cause, CAUSE_BAOBAB);
		assert_int_equal(e.count, t->game.tokens_count);
		for (unsigned i = 0; i < e.count; i++)
			out[len++] = tileset_animal_letters[e.animals[i]];
		count -= e.count;
	}
	out[len] = '\0';
}

static void tokens_come_as_in_the_vector_and_so_does_a_new_supply(void **state)
{
	(void)state;
	struct table t;
	char letters[64] = "";
	table_init_vector(&t, NULL);
	draw_letters(&t, 50, letters);
	assert_string_equal(letters, "ZEEGEGGGMLLMMMEGZEZLELLMMZLEELMGMGEZGGLGEZZLLMZMZZ");
	const uint8_t pile[ANIMAL_COUNT] = {
		[ANIMAL_MONKEY] = 2, [ANIMAL_ELEPHANT] = 1, [ANIMAL_LION] = 3, [ANIMAL_ZEBRA] = 1};
	memcpy(t.game.discarded, pile, sizeof(pile));
	letters[0] = '\0';
	draw_letters(&t, 7, letters);
	assert_string_equal(letters, "ZLELMLM");
}

static void a_new_supply_comes_between_the_tokens_of_one_draw(void **state)
{
	(void)state;
	struct table t;
	char letters[64] = "";
	table_init_vector(&t, NULL);
	draw_letters(&t, 1, letters);
	letters[0] = '\0';
	draw_letters(&t, 48, letters);
	const uint8_t pile[ANIMAL_COUNT] = {2, 1, 0, 3, 1};
	memcpy(t.game.discarded, pile, sizeof(pile));
	letters[0] = '\0';
	draw_letters(&t, 2, letters);
	assert_string_equal(letters,
	                    "ZZ"); /* the last of the first supply, the first of the next */
	letters[0] = '\0';
	draw_letters(&t, 6, letters);
	assert_string_equal(letters, "LELMLM");
}

static void a_pile_of_one_leaves_the_stream_where_it_stands(void **state)
{
	(void)state;
	struct table t;
	char letters[64] = "";
	table_init_vector(&t, NULL);
	draw_letters(&t, 50, letters);
	memcpy(t.game.discarded, ((uint8_t[ANIMAL_COUNT]){0, 0, 1, 0, 0}), ANIMAL_COUNT);
	letters[0] = '\0';
	draw_letters(&t, 1, letters);
	assert_string_equal(letters, "G");
	memcpy(t.game.discarded, ((uint8_t[ANIMAL_COUNT]){2, 1, 0, 3, 1}), ANIMAL_COUNT);
	letters[0] = '\0';
	draw_letters(&t, 7, letters);
	assert_string_equal(letters, "ZLELMLM");
}

static void seats_are_dealt_by_lot(void **state)
{
	(void)state;
	struct table t;
	uint8_t order[SEATS_MAX];
	unsigned times[3][3] = {{0}};
	table_init_vector(&t, NULL);
	for (unsigned i = 0; i < 600; i++) {
		unsigned char entropy[3][DRAWS_ENTROPY_BYTES] = {
			{(unsigned char)i, (unsigned char)(i >> 8)}};
		dealer_seat_order(t.seed, entropy[0], 3, order);
		assert_int_equal(1 << order[0] | 1 << order[1] | 1 << order[2], 7);
		for (unsigned seat = 0; seat < 3; seat++)
			times[seat][order[seat]]++;
	}
	for (unsigned seat = 0; seat < 3; seat++) {
		for (unsigned joined = 0; joined < 3; joined++)
			assert_in_range(times[seat][joined], 140, 260);
	}
}

static const char bush_only[] = "tile A x1 bbbb\n"
				"  bush N+E+S+W\n"
				"tile B x1 ssss\n"
				"  baobab\n"
				"start S\n"
				"  space 0 0 ssss\n"
				"  ranger 0 1\n"
				"  ranger 0 -1\n";

static void a_tile_that_fits_nowhere_is_removed_and_after_the_last_comes_the_end(void **state)
{
	(void)state;
	struct table t;
	bool removed = false, drawn = false;
	table_init_vector(&t, bush_only);
	t.game.awaits = AWAITS_TILE;
	for (unsigned i = 0; i < 2; i++) {
		struct entry e;
		dealer_draw(&t.dealer, &t.ts, &t.game, &e);
		const char *code = tileset_kind_of(&t.ts, e.tile)->code;
		assert_int_equal(e.type, strcmp(code, "A") == 0 ? ENTRY_REMOVE : ENTRY_DRAW);
		removed |= e.type == ENTRY_REMOVE;
		drawn |= e.type == ENTRY_DRAW;
	}
	assert_true(removed && drawn);
	for (unsigned i = 0; i < 2; i++) {
		struct entry e;
		dealer_draw(&t.dealer, &t.ts, &t.game, &e);
		assert_int_equal(e.type, ENTRY_END);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tiles_come_as_in_the_vector),
		cmocka_unit_test(every_tile_comes_once),
		cmocka_unit_test(tokens_come_as_in_the_vector_and_so_does_a_new_supply),
		cmocka_unit_test(a_new_supply_comes_between_the_tokens_of_one_draw),
		cmocka_unit_test(a_pile_of_one_leaves_the_stream_where_it_stands),
		cmocka_unit_test(seats_are_dealt_by_lot),
		cmocka_unit_test(
			a_tile_that_fits_nowhere_is_removed_and_after_the_last_comes_the_end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
