/* SPDX-License-Identifier: ISC */
/*
 * A tile set that was read: how its kinds lie and where they fit, and what it holds. Reading the
 * file is tileset_read.c's.
 */
#include "engine/tileset.h"

#include <string.h>

const char tileset_animal_letters[] = "MEGLZ";
const char tileset_side_letters[] = "NESW";
const char tileset_corner_words[CORNER_COUNT][3] = {"NE", "SE", "SW", "NW"};

static void lay_kind(struct tileset_kind *k)
{
	for (unsigned turns = 0; turns < 4; turns++) {
		struct tileset_lie *lie = &k->lies[turns];
		unsigned edges = 0;
		for (unsigned side = 0; side < SIDE_COUNT; side++) {
			unsigned drawn = (side + 4 - turns) % 4;
			edges |= (unsigned)tileset_edge(k->lies[0].edges, drawn) << (2 * side);
			lie->piece_at[side] = PIECE_NONE;
			for (unsigned p = 0; p < k->piece_count; p++) {
				if (k->pieces[p].sides >> drawn & 1)
					lie->piece_at[side] = (uint8_t)p;
			}
		}
		lie->edges = (uint8_t)edges;
		for (unsigned c = 0; c < CORNER_COUNT; c++) {
			if (tileset_edge(lie->edges, c) != TERRAIN_BUSH &&
			    tileset_edge(lie->edges, (c + 1) % 4) != TERRAIN_BUSH)
				lie->free_corners |= (uint8_t)(1u << c);
		}
	}
}

static void fit_kind(const struct tileset_kind *k, uint8_t fit[256])
{
	for (unsigned known = 1; known < 256; known++) {
		for (unsigned turns = 0; turns < 4; turns++) {
			unsigned mask = 0; /* both bits of each side that is known */
			for (unsigned side = 0; side < SIDE_COUNT; side++)
				mask |= tileset_edge((uint8_t)known, side) ? 3u << (2 * side) : 0;
			if ((k->lies[turns].edges & mask) == known)
				fit[known] |= (uint8_t)(1u << turns);
		}
	}
}

void tileset_lay(struct tileset *ts)
{
	for (unsigned k = 0; k < ts->kind_count + (unsigned)ts->start_count; k++)
		lay_kind(&ts->kinds[k]);
	for (unsigned k = 0; k < ts->kind_count; k++)
		fit_kind(&ts->kinds[k], ts->fit[k]);
}

uint8_t tileset_find(const struct tileset *ts, const char *code, size_t code_len, unsigned copy)
{
	for (unsigned k = 0; k < ts->kind_count; k++) {
		const struct tileset_kind *kind = &ts->kinds[k];
		if (strlen(kind->code) == code_len && memcmp(kind->code, code, code_len) == 0)
			return copy >= 1 && copy <= kind->copies
			               ? (uint8_t)(kind->first_tile + copy - 1)
			               : TILE_NONE;
	}
	return TILE_NONE;
}

void tileset_count(const struct tileset *ts, struct tileset_stats *stats)
{
	*stats = (struct tileset_stats){0};
	for (unsigned i = 0; i < ts->tile_count; i++) {
		const struct tileset_tile *t = &ts->tiles[i];
		const struct tileset_kind *k = &ts->kinds[t->kind];
		stats->baobabs += k->has_baobab;
		for (unsigned side = 0; side < SIDE_COUNT; side++)
			stats->edges[tileset_edge(k->lies[0].edges, side)]++;
		stats->free_corners += (unsigned)__builtin_popcount(k->lies[0].free_corners);
		for (unsigned p = 0; p < k->piece_count; p++) {
			stats->trails += k->pieces[p].terrain == TERRAIN_TRAIL;
			stats->bushes += k->pieces[p].terrain == TERRAIN_BUSH;
			stats->birds += t->life[p].birds;
			for (unsigned a = 0; a < t->life[p].animal_count; a++)
				stats->animals[t->life[p].animals[a]]++;
		}
	}
}
