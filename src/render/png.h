/* SPDX-License-Identifier: ISC */
/*
 * A drawing as an indexed PNG, for programs that show no SVG: mails and link previews. By librsvg
 * and cairo; it knows nothing of games, and does not read what is not in the bytes it is given.
 */
#ifndef RENDER_PNG_H
#define RENDER_PNG_H

#include "base/err.h"
#include "base/text.h"

enum {
	PNG_WIDTH = 640, /* px, of every picture for a mail (N3) */
	PNG_HEIGHT_MAX = 720,
	PNG_SCALE_MAX = 2,        /* px for each of the SVG: a small table is not blown up */
	PNG_BYTES_MAX = 64 << 10, /* of a picture for a mail */
};

/*
 * Appends a PNG of an SVG document: PNG_WIDTH wide, at most PNG_HEIGHT_MAX high and PNG_BYTES_MAX
 * long, on the ground's colour. A drawing that would be higher or longer is drawn smaller, in the
 * middle. 0, or -1 when the document is not SVG that librsvg can draw; out is then unchanged.
 */
int png_from_svg(struct text *out, const char *svg, size_t len, struct err *err);

/* The same in the drawing's own size and without a limit on its bytes: the sheet of a tile set. */
int png_from_svg_whole(struct text *out, const char *svg, size_t len, struct err *err);

#endif
