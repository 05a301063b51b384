/* SPDX-License-Identifier: ISC */
/*
 * Pictures for mails: indexed, 640 px wide, at most 64 KiB, and the colours of small things kept.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <png.h>

#include "render/board.h"
#include "render/palette.h"
#include "render/png.h"
#include "support/play.h"
#include "support/random_table.h"

enum { PICTURE_MAX = 1 << 24, TABLES = 12 };

/* A PNG read again: its first row's indexes and its palette are enough here. */
struct picture {
	unsigned w, h, type, depth;
	int color_count;
	bool has_yellow; /* of the first seat's meeples, about */
};

static void read_bytes(png_structp png, png_bytep out, png_size_t n)
{
	const char **at = png_get_io_ptr(png);
	memcpy(out, *at, n);
	*at += n;
}

static struct picture read_picture(const struct text *t)
{
	const char *at = t->data;
	png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
	png_infop info = png_create_info_struct(png);
	if (setjmp(png_jmpbuf(png)))
		fail_msg("no PNG");
	png_set_read_fn(png, &at, read_bytes);
	png_read_png(png, info, PNG_TRANSFORM_IDENTITY, NULL);
	struct picture p = {.w = png_get_image_width(png, info),
	                    .h = png_get_image_height(png, info),
	                    .type = png_get_color_type(png, info),
	                    .depth = png_get_bit_depth(png, info)};
	png_colorp colors;
	if (png_get_PLTE(png, info, &colors, &p.color_count))
		for (int i = 0; i < p.color_count; i++)
			p.has_yellow |= colors[i].red > 0xe0 && colors[i].green > 0xd4 &&
			                colors[i].blue < 0x60;
	png_destroy_read_struct(&png, &info, NULL);
	assert_ptr_equal(at, t->data + t->len);
	return p;
}

static void full_tables_are_indexed_640_px_wide_and_at_most_64_kib(void **state)
{
	(void)state;
	static struct tileset ts;
	static struct game g;
	static struct board_art art;
	assert_true(play_load_set(&ts, "data/safari.tiles"));
	board_art_init(&art, &ts, false);
	for (unsigned i = 0; i < TABLES; i++) {
		struct text svg, png;
		text_init(&svg, BOARD_SVG_MAX);
		text_init(&png, PICTURE_MAX);
		random_table(&ts, &g, SEATS_MIN + i % 4, 74, i);
		board_svg(&svg, &art, &g, &(struct board_options){.is_lean = i % 2});
		assert_int_equal(png_from_svg(&png, svg.data, svg.len, NULL), 0);
		struct picture p = read_picture(&png);
		assert_int_equal(p.w, PNG_WIDTH);
		assert_in_range(p.h, 100, PNG_HEIGHT_MAX);
		assert_int_equal(p.type, PNG_COLOR_TYPE_PALETTE);
		assert_int_equal(p.depth, 8);
		assert_in_range(png.len, 1, PNG_BYTES_MAX);
		assert_true(p.has_yellow);
		text_release(&svg);
		text_release(&png);
	}
	board_art_release(&art);
}

static struct picture picture_of(const char *svg, size_t *bytes)
{
	struct text png;
	text_init(&png, PICTURE_MAX);
	assert_int_equal(png_from_svg(&png, svg, strlen(svg), NULL), 0);
	struct picture p = read_picture(&png);
	*bytes = png.len;
	text_release(&png);
	return p;
}

#define SVG(w, h) "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" w "\" height=\"" h "\">"

static void a_small_drawing_is_not_blown_up_and_a_high_one_fits(void **state)
{
	(void)state;
	size_t bytes;
	struct picture p = picture_of(SVG("100", "100") "</svg>", &bytes);
	assert_int_equal(p.w, PNG_WIDTH);
	assert_int_equal(p.h, 100 * PNG_SCALE_MAX);
	p = picture_of(SVG("1280", "500") "</svg>", &bytes);
	assert_int_equal(p.w, PNG_WIDTH);
	assert_int_equal(p.h, 250);
	p = picture_of(SVG("500", "5000") "</svg>", &bytes);
	assert_int_equal(p.w, PNG_WIDTH);
	assert_int_equal(p.h, PNG_HEIGHT_MAX);
}

static void a_drawing_that_would_be_too_long_is_drawn_smaller(void **state)
{
	(void)state;
	struct text noise;
	size_t bytes;
	text_init(&noise, PICTURE_MAX);
	text_add(&noise, SVG("640", "640"));
	for (unsigned i = 0, color = 1; i < 256 * 256; i++) {
		color = color * 69069 + 1;
		text_printf(&noise,
		            "<rect x=\"%g\" y=\"%g\" width=\"3\" height=\"3\" fill=\"#%06x\"/>",
		            i % 256 * 2.5, i / 256 * 2.5, color >> 8);
	}
	text_add(&noise, "</svg>");
	struct picture p = picture_of(text_string(&noise), &bytes);
	text_release(&noise);
	assert_int_equal(p.w, PNG_WIDTH);
	assert_in_range(p.h, 50, 600);
	assert_in_range(bytes, PNG_BYTES_MAX / 3, PNG_BYTES_MAX);
}

static void a_whole_picture_has_the_size_of_the_drawing(void **state)
{
	(void)state;
	static const char svg[] =
		SVG("1500", "900") "<rect width=\"9\" height=\"9\" fill=\"red\"/></svg>";
	struct text png;
	text_init(&png, PICTURE_MAX);
	assert_int_equal(png_from_svg_whole(&png, svg, sizeof(svg) - 1, NULL), 0);
	struct picture p = read_picture(&png);
	assert_int_equal(p.w, 1500);
	assert_int_equal(p.h, 900);
	text_release(&png);
}

static void what_is_no_drawing_is_refused_and_leaves_the_text_alone(void **state)
{
	(void)state;
	static const char *const bad[] = {
		"",
		"<svg",
		"hello",
		"<html/>",
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"0\" height=\"0\"/>",
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100%\" height=\"100%\"/>"};
	for (unsigned i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		struct text t;
		struct err err = {""};
		text_init(&t, PICTURE_MAX);
		text_add(&t, "before");
		assert_int_equal(png_from_svg(&t, bad[i], strlen(bad[i]), &err), -1);
		assert_int_equal(png_from_svg_whole(&t, bad[i], strlen(bad[i]), NULL), -1);
		assert_string_equal(text_string(&t), "before");
		assert_true(err.text[0]);
		text_release(&t);
	}
}

static void few_colours_stay_exactly_what_they_are(void **state)
{
	(void)state;
	static const uint32_t pixels[2][4] = {{0xf0e442, 0xf0e442, 0xd55e00, 0xffffffff},
	                                      {0x009e73, 0x0072b2, 0, 0xffffffff}};
	uint8_t indexes[6];
	struct palette p;
	palette_reduce(&p, indexes, pixels[0], 3, 2, 4);
	assert_int_equal(p.count, 5);
	assert_int_equal(indexes[0], indexes[1]);
	for (unsigned i = 0; i < 6; i++) {
		const uint8_t *c = p.colors[indexes[i]];
		assert_int_equal((uint32_t)c[0] << 16 | (uint32_t)c[1] << 8 | c[2],
		                 pixels[i / 3][i % 3]);
	}
}

static void many_colours_become_the_nearest_of_a_few(void **state)
{
	(void)state;
	enum { SIDE = 256 };
	uint32_t *pixels = malloc(sizeof(uint32_t) * SIDE * SIDE);
	uint8_t *indexes = malloc(SIDE * SIDE);
	assert_true(pixels && indexes);
	for (uint32_t i = 0; i < SIDE * SIDE; i++)
		pixels[i] = (i % 251) << 16 | (i % 241) << 8 | i % 239;
	struct palette p;
	palette_reduce(&p, indexes, pixels, SIDE, SIDE, SIDE);
	assert_int_equal(p.count, PALETTE_MAX);
	for (size_t i = 0; i < SIDE * SIDE; i++)
		assert_true(indexes[i] < p.count);
	free(pixels);
	free(indexes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(full_tables_are_indexed_640_px_wide_and_at_most_64_kib),
		cmocka_unit_test(a_small_drawing_is_not_blown_up_and_a_high_one_fits),
		cmocka_unit_test(a_drawing_that_would_be_too_long_is_drawn_smaller),
		cmocka_unit_test(a_whole_picture_has_the_size_of_the_drawing),
		cmocka_unit_test(what_is_no_drawing_is_refused_and_leaves_the_text_alone),
		cmocka_unit_test(few_colours_stay_exactly_what_they_are),
		cmocka_unit_test(many_colours_become_the_nearest_of_a_few),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
