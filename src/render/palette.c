/* SPDX-License-Identifier: ISC */
/*
 * A histogram of 5 bits for each of red, green and blue; then the commonest cells one after the
 * other, but none that is too near to one chosen before. Median cut was tried first: where colours
 * are many because edges are smooth it merges the few pixels of a meeple into what lies around
 * them.
 */
#include "render/palette.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum {
	CELLS = 1 << 15,
	APART = 16, /* least distance between two colours, of 255 on each axis */
};

/* The pixels of one cell of the histogram. */
struct cell {
	uint32_t count, sums[3];
	uint8_t mean[3];
	uint8_t index; /* of its colour, at the end */
};

static unsigned cell_of(uint32_t pixel)
{
	return (pixel >> 19 & 31) << 10 | (pixel >> 11 & 31) << 5 | (pixel >> 3 & 31);
}

static void count_cells(struct cell *cells, const uint32_t *pixels, size_t w, size_t h,
                        size_t stride)
{
	memset(cells, 0, CELLS * sizeof(*cells));
	for (size_t y = 0; y < h; y++)
		for (size_t x = 0; x < w; x++) {
			uint32_t pixel = pixels[y * stride + x];
			struct cell *c = &cells[cell_of(pixel)];
			c->count++;
			c->sums[0] += pixel >> 16 & 255;
			c->sums[1] += pixel >> 8 & 255;
			c->sums[2] += pixel & 255;
		}
}

/* Commonest first; equal ones by colour, so that a picture has one palette. */
static int by_count(const void *a, const void *b)
{
	const struct cell *const *x = a, *const *y = b;
	if ((*x)->count != (*y)->count)
		return (*x)->count < (*y)->count ? 1 : -1;
	return *x < *y ? -1 : 1;
}

static size_t sort_cells(struct cell *cells, struct cell **used)
{
	size_t n = 0;
	for (size_t i = 0; i < CELLS; i++) {
		struct cell *c = &cells[i];
		if (!c->count)
			continue;
		for (unsigned a = 0; a < 3; a++)
			c->mean[a] = (uint8_t)((c->sums[a] + c->count / 2) / c->count);
		used[n++] = c;
	}
	qsort(used, n, sizeof(struct cell *), by_count);
	return n;
}

static int distance(const uint8_t a[3], const uint8_t b[3])
{
	int r = a[0] - b[0], g = a[1] - b[1], l = a[2] - b[2];
	return r * r + g * g + l * l;
}

/* The nearest colour, and how far it is (squared). */
static unsigned nearest(const struct palette *p, const uint8_t color[3], int *far)
{
	unsigned found = 0;
	*far = 3 * 256 * 256;
	for (unsigned i = 0; i < p->count; i++) {
		int d = distance(p->colors[i], color);
		if (d < *far) {
			*far = d;
			found = i;
		}
	}
	return found;
}

void palette_reduce(struct palette *p, uint8_t *indexes, const uint32_t *pixels, size_t w, size_t h,
                    size_t stride)
{
	struct cell *cells = memory_resize(NULL, CELLS, sizeof(*cells));
	struct cell **used = memory_resize(NULL, CELLS, sizeof(*used));
	int far;
	count_cells(cells, pixels, w, h, stride);
	size_t n = sort_cells(cells, used);
	p->count = 0;
	for (size_t i = 0; i < n && p->count < PALETTE_MAX; i++) {
		nearest(p, used[i]->mean, &far);
		if (far > APART * APART)
			memcpy(p->colors[p->count++], used[i]->mean, 3);
	}
	for (size_t i = 0; i < n; i++)
		used[i]->index = (uint8_t)nearest(p, used[i]->mean, &far);
	for (size_t y = 0; y < h; y++)
		for (size_t x = 0; x < w; x++)
			indexes[y * w + x] = cells[cell_of(pixels[y * stride + x])].index;
	free(used);
	free(cells);
}
