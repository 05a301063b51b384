/* SPDX-License-Identifier: ISC */
/*
 * The sheet of a tile set: every kind and every copy is on it, for any set.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "render/sheet.h"
#include "support/play.h"
#include "support/svg_read.h"

static void check_sheet(const struct tileset *ts)
{
	struct board_art *art = test_malloc(sizeof(*art));
	struct svg_read s;
	struct text t;
	board_art_init(art, ts, false);
	text_init(&t, BOARD_SVG_MAX);
	sheet_svg(&t, art, "A set of <mine>");
	assert_false(text_is_over(&t));
	svg_read(&s, t.data, t.len);
	assert_int_equal(svg_count(t.data, t.len, "A set of &lt;mine&gt;"), 2);

	unsigned drawn = ts->start_count;
	for (unsigned k = 0; k < ts->kind_count; k++) {
		char words[64];
		snprintf(words, sizeof(words), ">%s  \xc3\x97%u<", ts->kinds[k].code,
		         ts->kinds[k].copies);
		assert_int_equal(svg_count(t.data, t.len, words), 1);
		drawn += ts->kinds[k].copies > 1 ? ts->kinds[k].copies + 1u : 1;
	}
	assert_int_equal(s.uses, drawn);
	for (unsigned tile = 0; tile < (unsigned)ts->tile_count + ts->start_count; tile++) {
		char use[32];
		snprintf(use, sizeof(use), "href=\"#t%u\"", 4 * tile);
		assert_true(svg_count(t.data + s.defs_end, t.len - s.defs_end, use) > 0);
	}
	text_release(&t);
	board_art_release(art);
	test_free(art);
}

static void every_kind_and_every_copy_is_on_the_sheet(void **state)
{
	(void)state;
	static struct tileset ts;
	assert_true(play_load_set(&ts, "data/safari.tiles"));
	check_sheet(&ts);
	play_read(&ts, PLAY_TOY);
	check_sheet(&ts);
}

static void a_start_of_any_form_fits_its_cell(void **state)
{
	(void)state;
	static struct tileset ts;
	play_read(&ts,
	          "tile A x1 ssss\n  baobab\nstart S\nspace 0 0 ssss\nspace 1 0 ssss\nspace 2 0 "
	          "ssss\n"
	          "space 3 0 ssss\nspace 4 0 ssss\nspace 5 0 ssss\nranger -1 0\nranger 0 -1\n");
	check_sheet(&ts);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_kind_and_every_copy_is_on_the_sheet),
		cmocka_unit_test(a_start_of_any_form_fits_its_cell),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
