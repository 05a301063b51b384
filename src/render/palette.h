/* SPDX-License-Identifier: ISC */
/*
 * Few colours for a flat drawing: at most PALETTE_MAX, chosen by median cut over what occurs (Heckbert
 * 1982), without dithering. For drawings, not for photographs.
 */
#ifndef RENDER_PALETTE_H
#define RENDER_PALETTE_H

#include <stddef.h>
#include <stdint.h>

enum { PALETTE_MAX = 64 };

struct palette {
	unsigned count;
	uint8_t colors[PALETTE_MAX][3]; /* red, green, blue */
};

/*
 * Chooses the colours of w x h pixels (0x00rrggbb in each, rows `stride` pixels apart) and writes each
 * pixel's colour to indexes, w * h of them, row by row.
 */
void palette_reduce(struct palette *p, uint8_t *indexes, const uint32_t *pixels, size_t w, size_t h,
                    size_t stride);

#endif
