/* SPDX-License-Identifier: ISC */
/*
 * The table as SVG: what it refers to exists, it stays within the limits of W7, and it says what
 * lies there. Whether it is beautiful is for eyes: tests/golden/board.svg was looked at.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <zlib.h>

#include "render/board.h"
#include "render/spaces.h"
#include "support/golden.h"
#include "support/play.h"
#include "support/random_table.h"
#include "support/svg_read.h"

enum { TABLES = 60, ELEMENTS_MAX = 400, GZIPPED_MAX = 24 << 10 };

struct drawn {
	struct tileset ts;
	struct board_art art;
	struct game g;
	struct text svg;
};

static int set_up(void **state)
{
	struct drawn *d = test_calloc(1, sizeof(*d));
	assert_true(play_load_set(&d->ts, "data/safari.tiles"));
	board_art_init(&d->art, &d->ts, false);
	text_init(&d->svg, BOARD_SVG_MAX);
	*state = d;
	return 0;
}

static int tear_down(void **state)
{
	struct drawn *d = *state;
	text_release(&d->svg);
	board_art_release(&d->art);
	test_free(d);
	return 0;
}

static struct svg_read draw(struct drawn *d, struct board_options options)
{
	struct svg_read s;
	text_clear(&d->svg);
	board_svg(&d->svg, &d->art, &d->g, &options);
	assert_false(text_is_over(&d->svg));
	svg_read(&s, d->svg.data, d->svg.len);
	return s;
}

static unsigned count(const struct drawn *d, const char *what)
{
	return svg_count(d->svg.data, d->svg.len, what);
}

/* A link on every empty space, as if a tile fitted everywhere. */
static size_t link_all(const struct game *g, struct board_link links[OPEN_MAX])
{
	for (unsigned i = 0; i < g->open_count; i++) {
		const struct game_space *s = &g->spaces[g->open[i]];
		links[i] = (struct board_link){.x = s->x, .y = s->y, .turns = (uint8_t)(i % 4)};
	}
	return g->open_count;
}

static size_t gzipped(const struct text *t)
{
	static unsigned char out[BOARD_SVG_MAX];
	z_stream z = {.next_in = (unsigned char *)t->data,
	              .avail_in = (uInt)t->len,
	              .next_out = out,
	              .avail_out = sizeof(out)};
	assert_int_equal(deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
	assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
	deflateEnd(&z);
	return z.total_out;
}

/* W7 */
static void a_full_table_with_links_stays_within_400_elements_and_24_kb(void **state)
{
	struct drawn *d = *state;
	struct board_link links[OPEN_MAX];
	for (unsigned i = 0; i < TABLES; i++) {
		random_table(&d->ts, &d->g, SEATS_MIN + i % 4, 74, i);
		assert_true(d->g.laid_count >= 74);
		struct svg_read s = draw(
			d,
			(struct board_options){.is_inline = true,
		                               .title = "A table of forty characters, more or less",
		                               .href_prefix = "?rev=1234&t=place+",
		                               .links = links,
		                               .link_count = link_all(&d->g, links)});
		assert_int_equal(s.links, d->g.open_count);
		assert_in_range(s.elements, d->g.laid_count + 2 * d->g.open_count, ELEMENTS_MAX);
		assert_in_range(gzipped(&d->svg), 1, GZIPPED_MAX);
	}
}

/* W7 */
static void the_drawings_of_a_set_do_not_depend_on_the_game(void **state)
{
	struct drawn *d = *state;
	for (unsigned i = 0; i < 6; i++) {
		random_table(&d->ts, &d->g, SEATS_MIN + i % 4, 10 * i, i);
		struct svg_read s = draw(d, (struct board_options){.is_proposal = i % 2});
		assert_int_equal(s.defs_end - s.defs_at, d->art.defs.len);
		assert_memory_equal(d->svg.data + s.defs_at, d->art.defs.data, d->art.defs.len);
	}
}

static void a_lean_board_has_the_drawings_that_it_needs_and_no_other_tiles(void **state)
{
	struct drawn *d = *state;
	for (unsigned i = 0; i < 8; i++) {
		random_table(&d->ts, &d->g, SEATS_MIN + i % 4, 10 * i, i);
		draw(d, (struct board_options){.is_lean = true});
		assert_int_equal(count(d, "<g id=\"t"), d->g.laid_count);
	}
}

static void names_in_a_title_cannot_leave_it(void **state)
{
	struct drawn *d = *state;
	random_table(&d->ts, &d->g, 2, 5, 1);
	struct board_link link = {.x = 1, .y = 1};
	struct svg_read plain = draw(d, (struct board_options){.title = "Ann",
	                                                       .desc = "Ben",
	                                                       .href_prefix = "?",
	                                                       .links = &link,
	                                                       .link_count = 1});
	struct svg_read s =
		draw(d, (struct board_options){.title = "</title><script>\"'&amp;\x01\xff",
	                                       .desc = "<script x=\"",
	                                       .href_prefix = "\"><script>&t=",
	                                       .links = &link,
	                                       .link_count = 1});
	assert_int_equal(s.elements, plain.elements);
	assert_int_equal(count(d, "<script"), 0);
	assert_int_equal(
		count(d,
	              "&lt;/title&gt;&lt;script&gt;&quot;&#39;&amp;amp;\xef\xbf\xbd\xef\xbf\xbd"),
		2);
}

static void each_link_leads_to_its_placement_and_is_named_by_column_and_row(void **state)
{
	struct drawn *d = *state;
	random_table(&d->ts, &d->g, 2, 5, 1);
	const struct board_link links[] = {
		{.x = 3, .y = -1},
		{.x = -2, .turns = 1, .is_quiet = true, .is_refused = true},
		{.y = 4, .turns = 2},
		{.x = 7, .y = 7, .turns = 3},
		{.x = -1, .y = 4, .is_quiet = true}};
	struct board_options o = {.href_prefix = "?t=place+", .links = links, .link_count = 5};
	struct svg_read s = draw(d, o);
	assert_int_equal(s.links, 5);
	assert_int_equal(count(d, "aria-label=\"column -1, row 4\""), 1);
	assert_int_equal(count(d, "<a href=\"?t=place+3,-1+0\" aria-label=\"column 3, row -1\">"),
	                 1);
	assert_int_equal(count(d, "<a href=\"?t=place+-2,0+90\" aria-label=\"column -2, row 0, "
	                          "turned right, not possible\">"),
	                 1);
	assert_int_equal(count(d, "<a href=\"?t=place+0,4+180\" aria-label=\"column 0, row 4, "
	                          "turned upside down\">"),
	                 1);
	assert_int_equal(
		count(d,
	              "<a href=\"?t=place+7,7+270\" aria-label=\"column 7, row 7, turned left\">"),
		1);
	o.href_suffix = "#here";
	draw(d, o);
	assert_int_equal(count(d, "<a href=\"?t=place+3,-1+0#here\""), 1);
	o.href_suffix = NULL;
	assert_int_equal(count(d, "<use href=\"#choice"), 3);
	assert_int_equal(count(d, "<use href=\"#quiet"), 2);
	assert_int_equal(count(d, "role=\"img\""), 0); /* would hide the links from who listens */
	o.links_are_plain = true;
	draw(d, o);
	assert_int_equal(count(d, "<a href=\"?t=place+3,-1\" aria-label=\"column 3, row -1\">"), 1);
}

static void everything_that_lies_on_the_table_is_drawn_once(void **state)
{
	struct drawn *d = *state;
	for (unsigned i = 0; i < TABLES; i++) {
		random_table(&d->ts, &d->g, SEATS_MIN + i % 4, i, i);
		unsigned tokens = 0, meeples = 0, rangers = 0, marked = 0;
		for (unsigned k = 0; k < d->g.laid_count; k++)
			for (unsigned c = 0; c < CORNER_COUNT; c++)
				tokens += d->g.laid[k].tokens[c] != 0;
		for (unsigned seat = 0; seat < d->g.seat_count; seat++) {
			meeples += MEEPLES_EACH - d->g.meeples[seat];
			marked += d->g.last_laid[seat] != 0;
		}
		for (unsigned k = 0; k < RANGER_COUNT; k++)
			rangers += d->g.rangers[k] != SPACE_NONE;
		struct svg_read s = draw(d, (struct board_options){0});
		size_t after = d->svg.len - s.defs_end;
		const char *position = d->svg.data + s.defs_end;
		assert_int_equal(svg_count(position, after, "<use href=\"#t"), d->g.laid_count);
		assert_int_equal(svg_count(position, after, "<use href=\"#o"), tokens);
		assert_int_equal(svg_count(position, after, "<use href=\"#m"), meeples);
		assert_int_equal(svg_count(position, after, "href=\"#ranger\""), rangers);
		assert_int_equal(svg_count(position, after, "<use href=\"#f"), marked);
		assert_int_equal(svg_count(position, after, "<use href=\"#w"), marked);
		assert_int_equal(s.uses, d->g.laid_count + tokens + meeples + rangers + 2 * marked);
	}
}

static void a_seat_has_the_colour_that_its_player_chose(void **state)
{
	struct drawn *d = *state;
	random_table(&d->ts, &d->g, 2, 6, 1);
	draw(d, (struct board_options){.colors = (const uint8_t[]){BOARD_BLACK, BOARD_GREEN}});
	assert_int_equal(count(d, "<use href=\"#f4"), 1);
	assert_int_equal(count(d, "<use href=\"#f2"), 1);
	assert_int_equal(count(d, "<use href=\"#f0") + count(d, "<use href=\"#f1"), 0);
	draw(d, (struct board_options){0});
	assert_int_equal(count(d, "<use href=\"#f0"), 1);
	assert_int_equal(count(d, "<use href=\"#f1"), 1);
}

static void a_proposed_tile_has_a_frame_of_its_own_and_is_nobodys_last_turn(void **state)
{
	struct drawn *d = *state;
	random_table(&d->ts, &d->g, 2, 6, 1);
	draw(d, (struct board_options){0});
	assert_int_equal(count(d, "<use href=\"#proposal"), 0);
	assert_int_equal(count(d, "<use href=\"#w"), 2);
	draw(d, (struct board_options){.is_proposal = true});
	assert_int_equal(count(d, "<use href=\"#proposal"), 1);
	assert_int_equal(count(d, "<use href=\"#w"), 1);
}

/* W4 */
static void a_space_is_crossed_out_when_no_tile_still_to_come_fits_it(void **state)
{
	struct drawn *d = *state;
	unsigned dead = 0, alive = 0;
	for (unsigned i = 0; i < TABLES; i++) {
		bool is_dead[OPEN_MAX];
		random_table(&d->ts, &d->g, 2, 20 + i % 55, i);
		spaces_find_dead(&d->ts, &d->g, is_dead);
		for (unsigned k = 0; k < d->g.open_count; k++) {
			const struct game_space *s = &d->g.spaces[d->g.open[k]];
			bool fits = false;
			for (unsigned tile = 0; tile < d->ts.tile_count; tile++)
				if (tile == d->g.tile ||
				    (d->g.left_mask[tile / 64] >> (tile % 64) & 1))
					fits |= game_turns_that_fit(&d->ts, &d->g, (uint8_t)tile,
					                            s->x, s->y) != 0;
			assert_int_equal(is_dead[k], !fits);
			dead += !fits;
			alive += fits;
		}
	}
	assert_true(dead > 0 && alive > 0);
	random_table(&d->ts, &d->g, 2, 100, 1);
	assert_int_equal(d->g.awaits, AWAITS_END);
	bool is_dead[OPEN_MAX];
	spaces_find_dead(&d->ts, &d->g, is_dead);
	for (unsigned k = 0; k < d->g.open_count; k++)
		assert_false(is_dead[k]);
}

static void an_inline_board_leaves_size_and_style_to_its_page(void **state)
{
	struct drawn *d = *state;
	random_table(&d->ts, &d->g, 2, 6, 1);
	draw(d, (struct board_options){.is_inline = true});
	assert_int_equal(count(d, "<style"), 0);
	assert_int_equal(count(d, "style="), 0); /* a policy without inline styles would block it */
	assert_int_equal(svg_count(d->svg.data, 120, " width="), 0);
	draw(d, (struct board_options){.tile_px = 100});
	struct extent e = extent_of(&d->g);
	char size[32];
	snprintf(size, sizeof(size), " width=\"%d\"",
	         (e.max_x - e.min_x + 1) * BOARD_TILE + 2 * BOARD_RIM);
	assert_int_equal(count(d, "prefers-color-scheme:dark"), 1);
	assert_int_equal(svg_count(d->svg.data, 80, size), 1);
}

static void letters_stand_beside_the_animals_for_those_who_prefer_them(void **state)
{
	struct drawn *d = *state;
	struct board_art letters;
	board_art_init(&letters, &d->ts, true);
	unsigned circles = svg_count(d->art.defs.data, d->art.defs.len, "<circle");
	assert_int_equal(svg_count(letters.defs.data, letters.defs.len, "<circle"),
	                 circles + 2 * ANIMAL_COUNT);
	board_art_release(&letters);
}

static void any_set_draws_itself(void **state)
{
	(void)state;
	struct drawn d = {0};
	text_init(&d.svg, BOARD_SVG_MAX);
	for (unsigned i = 0; i < 2; i++) {
		if (i == 0)
			play_read(&d.ts, PLAY_TOY);
		else if (!play_load_set(&d.ts, "../shared/data/baobabs.tiles"))
			continue;
		board_art_init(&d.art, &d.ts, true);
		random_table(&d.ts, &d.g, 5, 100, i);
		draw(&d, (struct board_options){0});
		board_art_release(&d.art);
	}
	text_release(&d.svg);
}

static void a_known_table_is_drawn_as_it_was(void **state)
{
	struct drawn *d = *state;
	struct play p = {.ts = d->ts};
	play_deal(&p, "ML EG");
	plays(&p, "draw CS4.1; 0 place 1,0 0; 0 meeple bush N");
	plays(&p, "draw CS29.1; 1 place 0,-2 90; 1 dig 0,0 NW E; 1 relocate -1,1");
	plays(&p, "draw CS1.1; 0 place -1,0 0; 0 expand -1,0 NE M");
	d->g = p.g;
	draw(d, (struct board_options){.is_lean = true, .title = "A known table"});
	golden_check("board.svg", d->svg.data, d->svg.len);
}

/* A page's board is the one with its drawings inside, but for where they stand. */
static void drawings_in_a_file_of_their_own_are_the_same(void **state)
{
	static const char file[] = "/static/tiles.svg";
	struct drawn *d = *state;
	struct board_link links[OPEN_MAX];
	struct text whole, without, drawings;
	random_table(&d->ts, &d->g, SEATS_MAX, 74, 1);
	struct board_options options = {.is_inline = true,
	                                .is_proposal = true,
	                                .href_prefix = "?t=place+",
	                                .links = links,
	                                .link_count = link_all(&d->g, links)};
	struct svg_read s = draw(d, options);
	text_init(&whole, BOARD_SVG_MAX);
	text_add_bytes(&whole, d->svg.data, s.defs_at);
	text_add_bytes(&whole, d->svg.data + s.defs_end, d->svg.len - s.defs_end);
	text_init(&drawings, BOARD_SVG_MAX);
	board_drawings(&drawings, &d->art);
	assert_non_null(memmem(drawings.data, drawings.len, d->svg.data + s.defs_at,
	                       s.defs_end - s.defs_at));
	svg_read(&s, drawings.data, drawings.len);
	assert_int_equal(s.elements, 2);

	options.drawings = file;
	text_clear(&d->svg);
	board_svg(&d->svg, &d->art, &d->g, &options);
	assert_int_equal(count(d, "<use "), count(d, file));
	text_init(&without, BOARD_SVG_MAX);
	const char *from = text_string(&d->svg);
	for (const char *at; (at = strstr(from, file)); from = at + sizeof(file) - 1)
		text_add_bytes(&without, from, (size_t)(at - from));
	text_add(&without, from);
	assert_string_equal(text_string(&without), text_string(&whole));
	text_release(&without);
	text_release(&drawings);
	text_release(&whole);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(drawings_in_a_file_of_their_own_are_the_same),
		cmocka_unit_test(a_full_table_with_links_stays_within_400_elements_and_24_kb),
		cmocka_unit_test(the_drawings_of_a_set_do_not_depend_on_the_game),
		cmocka_unit_test(a_lean_board_has_the_drawings_that_it_needs_and_no_other_tiles),
		cmocka_unit_test(names_in_a_title_cannot_leave_it),
		cmocka_unit_test(each_link_leads_to_its_placement_and_is_named_by_column_and_row),
		cmocka_unit_test(everything_that_lies_on_the_table_is_drawn_once),
		cmocka_unit_test(a_seat_has_the_colour_that_its_player_chose),
		cmocka_unit_test(a_proposed_tile_has_a_frame_of_its_own_and_is_nobodys_last_turn),
		cmocka_unit_test(a_space_is_crossed_out_when_no_tile_still_to_come_fits_it),
		cmocka_unit_test(an_inline_board_leaves_size_and_style_to_its_page),
		cmocka_unit_test(letters_stand_beside_the_animals_for_those_who_prefer_them),
		cmocka_unit_test(any_set_draws_itself),
		cmocka_unit_test(a_known_table_is_drawn_as_it_was),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
