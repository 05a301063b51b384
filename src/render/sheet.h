/* SPDX-License-Identifier: ISC */
/*
 * The sheet of a tile set: the start as it lies, and every kind of tile once with its code, how
 * many copies there are and what each copy shows. For those who make sets; png_from_svg_whole()
 * makes a PNG of it.
 */
#ifndef RENDER_SHEET_H
#define RENDER_SHEET_H

#include "base/text.h"
#include "render/board.h"

/* Appends a standalone SVG document; title is the set's name, plain text. */
void sheet_svg(struct text *out, const struct board_art *art, const char *title);

#endif
