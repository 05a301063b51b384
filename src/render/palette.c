/* SPDX-License-Identifier: ISC */
/*
 * Median cut over a histogram of 5 bits for each of red, green and blue. Boxes are cut where they are
 * widest and hold most pixels; the colour of a box is the mean of its pixels, so that a flat area keeps
 * its exact colour when it has a box to itself.
 */
#include "render/palette.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { BITS = 5, LEVELS = 1 << BITS, CELLS = 1 << 3 * BITS };

/* The pixels of one cell of the histogram. */
struct cell {
	uint32_t count, sums[3];
	uint8_t index; /* of its colour, at the end */
};

struct box {
	uint32_t first, count; /* a run of the cells in use */
	uint64_t pixels;
	unsigned axis;  /* the widest one */
	unsigned width; /* of it, in levels */
};

static unsigned cell_of(uint32_t pixel)
{
	return (pixel >> 19 & 31) << 10 | (pixel >> 11 & 31) << 5 | (pixel >> 3 & 31);
}

static unsigned level(unsigned cell, unsigned axis)
{
	return cell >> (2 - axis) * BITS & (LEVELS - 1);
}

static void box_measure(struct box *b, const uint16_t *used, const struct cell *cells)
{
	unsigned low[3] = {LEVELS, LEVELS, LEVELS}, high[3] = {0};
	b->pixels = 0;
	for (uint32_t i = b->first; i < b->first + b->count; i++) {
		b->pixels += cells[used[i]].count;
		for (unsigned a = 0; a < 3; a++) {
			unsigned l = level(used[i], a);
			low[a] = l < low[a] ? l : low[a];
			high[a] = l > high[a] ? l : high[a];
		}
	}
	b->axis = 0;
	for (unsigned a = 1; a < 3; a++)
		if (high[a] - low[a] > high[b->axis] - low[b->axis])
			b->axis = a;
	b->width = high[b->axis] - low[b->axis];
}

/* Sorts the box's cells by their level on its axis: there are few levels. */
static void box_sort(const struct box *b, uint16_t *used, uint16_t *scratch)
{
	uint32_t starts[LEVELS + 1] = {0};
	for (uint32_t i = b->first; i < b->first + b->count; i++)
		starts[level(used[i], b->axis) + 1]++;
	for (unsigned l = 0; l < LEVELS; l++)
		starts[l + 1] += starts[l];
	for (uint32_t i = b->first; i < b->first + b->count; i++)
		scratch[starts[level(used[i], b->axis)]++] = used[i];
	memcpy(used + b->first, scratch, b->count * sizeof(*used));
}

/* Cuts a box at the median of its pixels; both halves hold a cell at least. */
static void box_cut(struct box *b, struct box *rest, uint16_t *used, uint16_t *scratch,
                    const struct cell *cells)
{
	box_sort(b, used, scratch);
	uint64_t half = b->pixels / 2, sum = 0;
	uint32_t n = 0;
	do {
		sum += cells[used[b->first + n++]].count;
	} while (n < b->count - 1 && sum < half);
	*rest = (struct box){.first = b->first + n, .count = b->count - n};
	b->count = n;
	box_measure(b, used, cells);
	box_measure(rest, used, cells);
}

/* The box to cut next, or count when all are of one cell. */
static unsigned widest(const struct box *boxes, unsigned count)
{
	unsigned found = count;
	uint64_t most = 0;
	for (unsigned i = 0; i < count; i++) {
		/* Rare colours of a small thing count as well as wide areas: hence no plain count of pixels. */
		uint64_t weight = boxes[i].width * boxes[i].width * (boxes[i].pixels > 4096 ? 4096 : boxes[i].pixels);
		if (boxes[i].count > 1 && weight > most) {
			most = weight;
			found = i;
		}
	}
	return found;
}

static void box_color(const struct box *b, const uint16_t *used, struct cell *cells, unsigned index,
                      uint8_t color[3])
{
	uint64_t sums[3] = {0};
	for (uint32_t i = b->first; i < b->first + b->count; i++) {
		cells[used[i]].index = (uint8_t)index;
		for (unsigned a = 0; a < 3; a++)
			sums[a] += cells[used[i]].sums[a];
	}
	for (unsigned a = 0; a < 3; a++)
		color[a] = (uint8_t)((sums[a] + b->pixels / 2) / b->pixels);
}

static void count_cells(struct cell *cells, const uint32_t *pixels, size_t w, size_t h, size_t stride)
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

void palette_reduce(struct palette *p, uint8_t *indexes, const uint32_t *pixels, size_t w, size_t h,
                    size_t stride)
{
	struct cell *cells = memory_resize(NULL, CELLS, sizeof(*cells));
	uint16_t *used = memory_resize(NULL, (size_t)2 * CELLS, sizeof(*used));
	struct box boxes[PALETTE_MAX] = {0};
	count_cells(cells, pixels, w, h, stride);
	for (unsigned i = 0; i < CELLS; i++)
		if (cells[i].count)
			used[boxes[0].count++] = (uint16_t)i;
	box_measure(&boxes[0], used, cells);
	p->count = 1;
	while (p->count < PALETTE_MAX) {
		unsigned i = widest(boxes, p->count);
		if (i == p->count)
			break;
		box_cut(&boxes[i], &boxes[p->count++], used, used + CELLS, cells);
	}
	for (unsigned i = 0; i < p->count; i++)
		box_color(&boxes[i], used, cells, i, p->colors[i]);
	for (size_t y = 0; y < h; y++)
		for (size_t x = 0; x < w; x++)
			indexes[y * w + x] = cells[cell_of(pixels[y * stride + x])].index;
	free(used);
	free(cells);
}
