/* SPDX-License-Identifier: ISC */
/*
 * The table as plain text: known tables as they were read once, and that nothing on a tile hides
 * anything else there.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "render/text_board.h"
#include "support/golden.h"
#include "support/play.h"
#include "support/random_table.h"

enum { TABLES = 60 };

static void a_known_table_reads_as_it_did(void **state)
{
	(void)state;
	struct play p;
	struct text t;
	assert_true(play_load_set(&p.ts, "data/safari.tiles"));
	play_deal(&p, "ML EG");
	plays(&p, "draw CS4.1; 0 place 1,0 0; 0 meeple bush N");
	plays(&p, "draw CS29.1; 1 place 0,-2 90; 1 dig 0,0 NW E; 1 relocate -1,1");
	plays(&p, "draw CS1.1; 0 place -1,0 0; 0 expand -1,0 NE M");
	text_init(&t, TEXT_BOARD_MAX);
	text_board(&t, &p.ts, &p.g, (const char *const[SEATS_MAX]){"Ada", "Ben"});
	golden_check("board.txt", t.data, t.len);
	text_release(&t);
}

/* Forms that the usual set does not have: two animals on a trail, seven birds, a trail with four
 * sides. */
static void every_form_of_piece_reads_as_it_did(void **state)
{
	(void)state;
	static const char set[] =
		"tile A x1 bbbb\n bush N animals ME birds 7\n bush E birds 1\n bush S animals Z\n "
		"bush W animals GL birds 2\n"
		"tile B x1 tttt\n trail N+E+S+W animals ZZ\n"
		"tile C x1 tttt\n trail N+E animals MM\n trail S+W animals G\n"
		"tile D x1 tttt\n trail N animals ZL\n trail E animals EM\n trail S animals G\n "
		"trail W animals LL\n"
		"tile E x1 bbbb\n bush N+E+S+W animals ME birds 3\n"
		"tile F x1 bbsb\n bush N+E+W animals ME birds 2\n baobab\n"
		"tile G x1 bsbs\n bush N+S animals M\n baobab\n"
		"tile H x1 tstb\n trail N+S animals GG\n bush W birds 1\n baobab\n"
		"start S\nspace 0 0 tbtb\n trail N+S\n bush E\n bush W\nranger -1 0\nranger 0 -1\n";
	struct play p;
	struct text t;
	play_start(&p, set, "MM EE");
	plays(&p, "draw A; 0 place 1,0 0; 0 meeple bush E");
	plays(&p, "draw B; 1 place 0,1 0; 1 pass");
	plays(&p, "draw C; 0 place 0,2 0; 0 meeple trail N");
	plays(&p, "draw E; 1 place 1,-1 0; 1 meeple bush N");
	plays(&p, "draw D; 0 place 0,3 0; 0 meeple trail E");
	plays(&p, "draw F; 1 place 2,-1 0; 1 meeple baobab; 1 tokens laid ZZ");
	plays(&p, "draw G; 0 place 1,-2 0; 0 meeple baobab; 0 tokens laid GL");
	plays(&p, "draw H; 1 place -1,1 90; 1 meeple trail E");
	text_init(&t, TEXT_BOARD_MAX);
	text_board(&t, &p.ts, &p.g, NULL);
	golden_check("forms.txt", t.data, t.len);
	text_release(&t);
}

static unsigned count(const struct text *t, size_t end, char c)
{
	unsigned n = 0;
	for (size_t i = 0; i < end; i++)
		n += t->data[i] == c;
	return n;
}

/* Every animal, token, meeple, bird, tree and ranger of a table stands in its text, and nothing
 * else does. */
static void nothing_hides_anything(void **state)
{
	(void)state;
	static struct tileset ts;
	static struct game g;
	assert_true(play_load_set(&ts, "data/safari.tiles"));
	for (unsigned i = 0; i < TABLES; i++) {
		unsigned animals[ANIMAL_COUNT] = {0}, trees = 0, rangers = 0;
		random_table(&ts, &g, SEATS_MIN + i % 4, 74 - i, i);
		for (unsigned k = 0; k < g.laid_count; k++) {
			const struct tileset_tile *tile = &ts.tiles[g.laid[k].tile];
			for (unsigned p = 0; p < TILESET_PIECES_MAX; p++)
				for (unsigned a = 0; a < tile->life[p].animal_count; a++)
					animals[tile->life[p].animals[a]]++;
			for (unsigned c = 0; c < CORNER_COUNT; c++)
				if (g.laid[k].tokens[c])
					animals[g.laid[k].tokens[c] - 1]++;
			trees += ts.kinds[tile->kind].has_baobab;
		}
		for (unsigned k = 0; k < RANGER_COUNT; k++)
			rangers += g.rangers[k] != SPACE_NONE;
		struct text t;
		text_init(&t, TEXT_BOARD_MAX);
		text_board(&t, &ts, &g, NULL);
		const char *legend = strstr(text_string(&t), "\nM monkey");
		assert_non_null(legend);
		size_t end = (size_t)(legend - t.data);
		for (unsigned a = 0; a < ANIMAL_COUNT; a++)
			assert_int_equal(count(&t, end, tileset_animal_letters[a]), animals[a]);
		assert_int_equal(count(&t, end, 'T'), trees);
		assert_int_equal(count(&t, end, 'R'), rangers);
		for (unsigned s = 0; s < g.seat_count; s++)
			assert_int_equal(count(&t, end, (char)('a' + s)),
			                 MEEPLES_EACH - g.meeples[s]);
		for (size_t k = 0; k < t.len; k++)
			assert_true(t.data[k] == '\n' || (t.data[k] >= ' ' && t.data[k] <= '~'));
		text_release(&t);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_known_table_reads_as_it_did),
		cmocka_unit_test(every_form_of_piece_reads_as_it_did),
		cmocka_unit_test(nothing_hides_anything),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
