/* SPDX-License-Identifier: ISC */
/*
 * Few colours for a flat drawing: those that cover most of it, each unlike the others, without
 * dithering. A small thing keeps its own colour as long as that is unlike every other. Not for
 * photographs.
 */
#ifndef RENDER_PALETTE_H
#define RENDER_PALETTE_H

#include <stddef.h>
#include <stdint.h>

enum { PALETTE_MAX = 96 };

struct palette {
	unsigned count;
	uint8_t colors[PALETTE_MAX][3]; /* red, green, blue */
};

/*
 * Chooses the colours of w x h pixels (0x00rrggbb in each, rows `stride` pixels apart) and writes
 * each pixel's colour to indexes, w * h of them, row by row.
 */
void palette_reduce(struct palette *p, uint8_t *indexes, const uint32_t *pixels, size_t w, size_t h,
                    size_t stride);

#endif
