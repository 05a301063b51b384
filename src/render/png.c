/* SPDX-License-Identifier: ISC */
/*
 * SVG to an indexed PNG: librsvg draws, palette.h chooses the colours, libpng writes. The drawings
 * are flat, so that few colours do, and no dithering.
 */
#include "render/png.h"

#include <librsvg/rsvg.h>
#include <png.h>
#include <stdlib.h>

#include "base/memory.h"
#include "render/palette.h"

/* The ground of a board (board.c) around whatever is narrower than the picture. */
static const double ground[3] = {0xf8 / 255., 0xf3 / 255., 0xe6 / 255.};

static void write_bytes(png_structp png, png_bytep bytes, png_size_t len)
{
	text_add_bytes(png_get_io_ptr(png), (const char *)bytes, len);
}

static void flush_nothing(png_structp png)
{
	(void)png;
}

/* The text's ceiling is the only thing that can fail here; it is seen afterwards. */
static void write_indexed(struct text *out, const struct palette *p, const uint8_t *indexes, int w,
                          int h)
{
	png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
	png_infop info = png ? png_create_info_struct(png) : NULL;
	if (!info || setjmp(png_jmpbuf(png)))
		abort(); /* out of memory, or a bug: nothing here comes from outside */
	png_color colors[PALETTE_MAX];
	for (unsigned i = 0; i < p->count; i++)
		colors[i] = (png_color){p->colors[i][0], p->colors[i][1], p->colors[i][2]};

	png_set_write_fn(png, out, write_bytes, flush_nothing);
	png_set_compression_level(png, 4); /* 6 takes 2 ms more for 7 % fewer bytes */
	png_set_filter(png, 0, PNG_FILTER_NONE);
	png_set_IHDR(png, info, (png_uint_32)w, (png_uint_32)h, 8, PNG_COLOR_TYPE_PALETTE,
	             PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
	png_set_PLTE(png, info, colors, (int)p->count);
	png_write_info(png, info);
	for (int y = 0; y < h; y++)
		png_write_row(png, indexes + (size_t)y * (size_t)w);
	png_write_end(png, NULL);
	png_destroy_write_struct(&png, &info);
}

/* Draws the document in the middle of a picture of w x h, `scale` px for each of its own. */
static int draw(RsvgHandle *handle, cairo_surface_t *surface, int w, int h, double doc_w,
                double doc_h, double scale, struct err *err)
{
	RsvgRectangle where = {(w - doc_w * scale) / 2, (h - doc_h * scale) / 2, doc_w * scale,
	                       doc_h * scale};
	GError *error = NULL;
	cairo_t *cairo = cairo_create(surface);
	cairo_set_source_rgb(cairo, ground[0], ground[1], ground[2]);
	cairo_paint(cairo);
	cairo_set_tolerance(
		cairo, .25); /* px; the usual .1 costs a tenth of the time and nobody sees it */
	gboolean is_drawn = rsvg_handle_render_document(handle, cairo, &where, &error);
	cairo_destroy(cairo);
	if (!is_drawn) {
		err_set(err, "cannot draw: %s", error->message);
		g_error_free(error);
		return -1;
	}
	cairo_surface_flush(surface);
	return 0;
}

static int add_png(struct text *out, RsvgHandle *handle, int w, int h, double doc_w, double doc_h,
                   double scale, struct err *err)
{
	cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, w, h);
	int rc = -1;
	if (cairo_surface_status(surface) != CAIRO_STATUS_SUCCESS) {
		err_set(err, "cannot draw %d x %d px", w, h);
		goto out;
	}
	if (draw(handle, surface, w, h, doc_w, doc_h, scale, err) < 0)
		goto out;

	size_t stride = (size_t)cairo_image_surface_get_stride(surface) / sizeof(uint32_t);
	const uint32_t *pixels =
		(const uint32_t *)(const void *)cairo_image_surface_get_data(surface);
	uint8_t *indexes = memory_resize(NULL, (size_t)w * (size_t)h, 1);
	struct palette palette;
	palette_reduce(&palette, indexes, pixels, (size_t)w, (size_t)h, stride);
	write_indexed(out, &palette, indexes, w, h);
	free(indexes);
	rc = 0;
out:
	cairo_surface_destroy(surface);
	return rc;
}

static RsvgHandle *open_svg(const char *svg, size_t len, double *w, double *h, struct err *err)
{
	GError *error = NULL;
	RsvgHandle *handle = rsvg_handle_new_from_data((const guint8 *)svg, len, &error);
	if (!handle) {
		err_set(err, "not an SVG: %s", error->message);
		g_error_free(error);
		return NULL;
	}
	if (!rsvg_handle_get_intrinsic_size_in_pixels(handle, w, h) || *w < 1 || *h < 1) {
		err_set(err, "an SVG without a size in px");
		g_object_unref(handle);
		return NULL;
	}
	return handle;
}

int png_from_svg(struct text *out, const char *svg, size_t len, struct err *err)
{
	double w, h;
	RsvgHandle *handle = open_svg(svg, len, &w, &h, err);
	if (!handle)
		return -1;
	double scale = PNG_WIDTH / w;
	if (h * scale > PNG_HEIGHT_MAX)
		scale = PNG_HEIGHT_MAX / h;
	if (scale > PNG_SCALE_MAX)
		scale = PNG_SCALE_MAX;
	size_t before = out->len;
	int rc;
	/* Each step has four fifths of the pixels; a full table takes one step, rarely two. */
	do {
		out->len = before;
		rc = add_png(out, handle, PNG_WIDTH, (int)(h * scale + .5), w, h, scale, err);
		scale *= .9;
	} while (rc == 0 && out->len - before > PNG_BYTES_MAX);
	g_object_unref(handle);
	return rc;
}

int png_from_svg_whole(struct text *out, const char *svg, size_t len, struct err *err)
{
	double w, h;
	RsvgHandle *handle = open_svg(svg, len, &w, &h, err);
	if (!handle)
		return -1;
	int rc = add_png(out, handle, (int)(w + .5), (int)(h + .5), w, h, 1, err);
	g_object_unref(handle);
	return rc;
}
