/* SPDX-License-Identifier: ISC */
/*
 * Reading tile sets: what a good file gives, how kinds lie and fit when turned, and every mistake
 * with its line.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/play.h"

#define START "start S\nspace 0 0 ssss\nranger 1 0\nranger 0 1\n"
#define A "tile A x1 ssss\n"

static void the_projects_set_is_read_as_its_file_says(void **state)
{
	(void)state;
	struct tileset ts;
	struct tileset_stats n;
	assert_true(play_load_set(&ts, "data/safari.tiles"));
	tileset_count(&ts, &n);
	assert_int_equal(n.edges[TERRAIN_SAVANNA] + n.edges[TERRAIN_TRAIL] + n.edges[TERRAIN_BUSH],
	                 288);
	assert_int_equal(n.edges[TERRAIN_NONE], 0);
	const struct tileset_kind *k = &ts.kinds[24];
	assert_string_equal(k->code, "CS25");
	assert_int_equal(k->copies, 3);
	assert_int_equal(k->piece_count, 3);
	assert_int_equal(k->pieces[0].sides, 1 << SIDE_N | 1 << SIDE_S);
	assert_int_equal(k->pieces[1].terrain, TERRAIN_TRAIL);
	const struct tileset_tile *second = &ts.tiles[k->first_tile + 1];
	assert_int_equal(second->copy, 2);
	assert_int_equal(second->life[0].animal_mask, 1 << ANIMAL_LION);
	assert_int_equal(second->life[0].birds, 1);
	assert_int_equal(second->life[1].animal_count, 0);
	assert_int_equal(second->life[2].animal_mask, 1 << ANIMAL_MONKEY);
	assert_string_equal(ts.kinds[33].code, "CSStart");
	assert_string_equal(ts.kinds[35].code, "CSStart");
}

static void statistics_count_the_drawn_tiles_copy_by_copy(void **state)
{
	(void)state;
	struct tileset ts;
	struct tileset_stats n;
	play_read(&ts, "tile A x2 bsts\n bush N animals ME Z birds 1 2\n trail S animals - M\n "
	               "baobab\n" START);
	tileset_count(&ts, &n);
	assert_int_equal(n.edges[TERRAIN_SAVANNA], 4);
	assert_int_equal(n.edges[TERRAIN_TRAIL], 2);
	assert_int_equal(n.edges[TERRAIN_BUSH], 2);
	assert_int_equal(n.free_corners, 4);
	assert_int_equal(n.animals[ANIMAL_MONKEY], 2);
	assert_int_equal(n.animals[ANIMAL_ELEPHANT], 1);
	assert_int_equal(n.animals[ANIMAL_GIRAFFE], 0);
	assert_int_equal(n.animals[ANIMAL_ZEBRA], 1);
	assert_int_equal(n.birds, 3);
	assert_int_equal(n.baobabs, 2);
	assert_int_equal(n.trails, 2);
	assert_int_equal(n.bushes, 2);
}

/* The side drawn north lies east at a quarter turn. */
static void a_kind_turns_clockwise(void **state)
{
	(void)state;
	struct tileset ts;
	play_read(&ts, "tile A x1 btss\n bush N\n trail E\n" START);
	static const char terrains[4][5] = {"btss", "sbts", "ssbt", "tssb"};
	static const uint8_t corners[4] = {
		1 << CORNER_SE | 1 << CORNER_SW,
		1 << CORNER_SW | 1 << CORNER_NW,
		1 << CORNER_NW | 1 << CORNER_NE,
		1 << CORNER_NE | 1 << CORNER_SE,
	};
	for (unsigned turns = 0; turns < 4; turns++) {
		const struct tileset_lie *lie = &ts.kinds[0].lies[turns];
		for (unsigned side = 0; side < SIDE_COUNT; side++) {
			char terrain = terrains[turns][side];
			assert_int_equal("?stb"[tileset_edge(lie->edges, side)], terrain);
			assert_int_equal(lie->piece_at[side], terrain == 'b'   ? 0
			                                      : terrain == 't' ? 1
			                                                       : PIECE_NONE);
		}
		assert_int_equal(lie->free_corners, corners[turns]);
		assert_int_equal(tileset_first_side(&ts.kinds[0].pieces[1], turns),
		                 (SIDE_E + turns) % 4);
	}
}

/* Every kind against every set of neighbours, side by side. */
static void a_kind_fits_where_each_known_edge_is_its_own(void **state)
{
	(void)state;
	struct tileset ts;
	assert_true(play_load_set(&ts, "data/safari.tiles"));
	for (unsigned k = 0; k < ts.kind_count; k++) {
		for (unsigned known = 0; known < 256; known++) {
			for (unsigned turns = 0; turns < 4; turns++) {
				bool fits = known != 0;
				for (unsigned side = 0; side < SIDE_COUNT; side++) {
					enum terrain wanted = tileset_edge((uint8_t)known, side);
					enum terrain drawn = tileset_edge(ts.kinds[k].lies[0].edges,
					                                  (side + 4 - turns) % 4);
					fits &= wanted == TERRAIN_NONE || wanted == drawn;
				}
				assert_int_equal(ts.fit[k][known] >> turns & 1, fits);
			}
		}
	}
}

static void tiles_are_found_by_code_and_copy(void **state)
{
	(void)state;
	struct tileset ts;
	play_read(&ts, A "tile AB x3 ssss\n" START);
	assert_int_equal(tileset_find(&ts, "A", 1, 1), 0);
	assert_int_equal(tileset_find(&ts, "AB", 2, 1), 1);
	assert_int_equal(tileset_find(&ts, "AB", 2, 3), 3);
	assert_int_equal(tileset_find(&ts, "AB", 2, 4), TILE_NONE);
	assert_int_equal(tileset_find(&ts, "AB", 2, 0), TILE_NONE);
	assert_int_equal(tileset_find(&ts, "AB", 1, 2), TILE_NONE);
	assert_int_equal(tileset_find(&ts, "B", 1, 1), TILE_NONE);
	assert_int_equal(tileset_find(&ts, "S", 1, 1), TILE_NONE); /* the start is not drawn */
}

static void comments_blanks_and_line_ends_do_not_matter(void **state)
{
	(void)state;
	struct tileset a, b;
	play_read(&a, "tile A x1 tsss\n trail N\n" START);
	play_read(&b,
	          "# a comment\r\n\n\ttile   A\tx1 tsss # more\r\ntrail N#\n" START "# the end");
	assert_memory_equal(&a, &b, sizeof(a));
}

static void the_first_side_is_the_one_named_first(void **state)
{
	(void)state;
	struct tileset ts;
	play_read(&ts, "tile A x1 ttts\n trail S+N+E\n" START);
	assert_int_equal(ts.kinds[0].pieces[0].first, SIDE_S);
	assert_int_equal(ts.kinds[0].pieces[0].sides, 1 << SIDE_N | 1 << SIDE_E | 1 << SIDE_S);
}

static void sets_as_large_as_can_be_are_read(void **state)
{
	(void)state;
	struct tileset ts;
	char text[8192];
	size_t at = 0;
	for (int i = 0; i < 64; i++)
		at += (size_t)snprintf(text + at, sizeof(text) - at,
		                       "tile Kind%011d x%d tttt\n trail N\n"
		                       " trail E\n trail S\n trail W\n",
		                       i, i < 32 ? 2 : 1);
	snprintf(text + at, sizeof(text) - at,
	         "start S\nspace 0 0 bsss\n bush N animals MZ birds 7\nspace 1 0 ssss\nspace 2 0 "
	         "ssss\nspace 3 0 ssss\n"
	         "space 4 0 ssss\nspace 5 0 ssss\nranger 6 0\nranger 0 -1\n");
	play_read(&ts, text);
	assert_int_equal(ts.kind_count, 64);
	assert_int_equal(ts.tile_count, 96);
	assert_int_equal(ts.start_count, 6);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_projects_set_is_read_as_its_file_says),
		cmocka_unit_test(statistics_count_the_drawn_tiles_copy_by_copy),
		cmocka_unit_test(a_kind_turns_clockwise),
		cmocka_unit_test(a_kind_fits_where_each_known_edge_is_its_own),
		cmocka_unit_test(tiles_are_found_by_code_and_copy),
		cmocka_unit_test(comments_blanks_and_line_ends_do_not_matter),
		cmocka_unit_test(the_first_side_is_the_one_named_first),
		cmocka_unit_test(sets_as_large_as_can_be_are_read),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
