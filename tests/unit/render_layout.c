/* SPDX-License-Identifier: ISC */
/*
 * Where things stand on a tile: inside it, on their piece, and apart from each other. The distances
 * are what can be told apart at the size of a drawing; a set that nobody has seen must keep to them
 * too.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "render/layout.h"
#include "support/play.h"

/* Squares of the least distances between the middles of two things, in hundredths of a tile. */
enum { ANIMALS_APART = 26 * 26, MEEPLE_APART = 17 * 17, BIRDS_APART = 12 * 12 };

static int apart(struct spot a, struct spot b)
{
	return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

static void stands_inside(struct spot s, int margin)
{
	assert_in_range(s.x + 50, margin, 100 - margin);
	assert_in_range(s.y + 50, margin, 100 - margin);
}

static void check_tile(const struct tileset *ts, unsigned tile)
{
	const struct tileset_kind *kind = tileset_kind_of(ts, (uint8_t)tile);
	struct spot animals[TILESET_PIECES_MAX * TILESET_ANIMALS_MAX],
		birds[TILESET_PIECES_MAX * LAYOUT_BIRDS_MAX];
	unsigned animal_count = 0, bird_count = 0;
	struct layout l;
	layout_find(&l, ts, (uint8_t)tile);
	for (unsigned p = 0; p < kind->piece_count; p++) {
		const struct tileset_life *life = &ts->tiles[tile].life[p];
		for (unsigned i = 0; i < life->animal_count; i++)
			animals[animal_count++] = l.animals[p][i];
		for (unsigned i = 0; i < life->birds && i < LAYOUT_BIRDS_MAX; i++)
			birds[bird_count++] = l.birds[p][i];
		stands_inside(l.meeples[p], 9);
	}
	for (unsigned i = 0; i < animal_count; i++) {
		stands_inside(animals[i], 14);
		for (unsigned k = 0; k < i; k++)
			assert_true(apart(animals[i], animals[k]) >= ANIMALS_APART);
		for (unsigned p = 0; p < kind->piece_count; p++)
			assert_true(apart(animals[i], l.meeples[p]) >= MEEPLE_APART);
	}
	for (unsigned i = 0; i < bird_count; i++) {
		stands_inside(birds[i], 4);
		for (unsigned k = 0; k < i; k++)
			assert_true(apart(birds[i], birds[k]) >= BIRDS_APART);
		for (unsigned k = 0; k < animal_count; k++)
			assert_true(apart(birds[i], animals[k]) >= BIRDS_APART);
	}
	if (kind->has_baobab)
		stands_inside(l.baobab, 15);
}

static void check_set(const struct tileset *ts)
{
	for (unsigned i = 0; i < (unsigned)ts->tile_count + ts->start_count; i++)
		check_tile(ts, i);
}

static void nothing_on_a_tile_covers_anything_else(void **state)
{
	(void)state;
	static struct tileset ts;
	assert_true(play_load_set(&ts, "data/safari.tiles"));
	check_set(&ts);
	play_read(&ts, PLAY_TOY);
	check_set(&ts);
	if (play_load_set(&ts, "../shared/data/baobabs.tiles"))
		check_set(&ts);
}

static void a_meeple_stands_on_its_own_piece(void **state)
{
	(void)state;
	static struct tileset ts;
	struct layout l;
	play_read(&ts, "tile A x1 bsbs\n bush N\n bush S\n"
	               "tile B x1 tstt\n trail N\n trail S\n trail W\n"
	               "start S\nspace 0 0 tsss\n trail N\nranger -1 0\nranger 0 -1\n");
	layout_find(&l, &ts, 0);
	assert_in_range(l.meeples[0].y + 50, 0, 25);
	assert_in_range(l.meeples[1].y + 50, 75, 100);
	layout_find(&l, &ts, 1);
	assert_in_range(l.meeples[0].y + 50, 0, 40);
	assert_in_range(l.meeples[1].y + 50, 60, 100);
	assert_in_range(l.meeples[2].x + 50, 0, 40);
}

static void a_spot_turns_with_its_tile(void **state)
{
	(void)state;
	const struct spot north_east = {30, -40};
	const int expected[5][2] = {{30, -40}, {40, 30}, {-30, 40}, {-40, -30}, {30, -40}};
	for (unsigned turns = 0; turns < 5; turns++) {
		assert_int_equal(spot_turn(north_east, turns).x, expected[turns][0]);
		assert_int_equal(spot_turn(north_east, turns).y, expected[turns][1]);
	}
	assert_true(layout_corner(CORNER_NE).x > 0 && layout_corner(CORNER_NE).y < 0);
	assert_true(layout_corner(CORNER_SE).x > 0 && layout_corner(CORNER_SE).y > 0);
	assert_true(layout_corner(CORNER_SW).x < 0 && layout_corner(CORNER_SW).y > 0);
	assert_true(layout_corner(CORNER_NW).x < 0 && layout_corner(CORNER_NW).y < 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_on_a_tile_covers_anything_else),
		cmocka_unit_test(a_meeple_stands_on_its_own_piece),
		cmocka_unit_test(a_spot_turns_with_its_tile),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
