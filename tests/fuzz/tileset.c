/* SPDX-License-Identifier: ISC */
/*
 * Bytes as a tile set's file: refused with a line and a reason, or a set on which a game can be
 * played, whose numbers come from the bytes too.
 */
#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "engine/bots.h"
#include "support/any_draw.h"
#include "support/invariants.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ENTRIES_MAX = 120 }; /* a game far enough for every tile of a small set */

/* FNV-1a: another file, another game. */
static uint64_t number_of(const uint8_t *data, size_t size)
{
	uint64_t n = 14695981039346656037u;
	for (size_t i = 0; i < size; i++)
		n = (n ^ data[i]) * 1099511628211u;
	return n;
}

static struct entry choose(const struct tileset *ts, const struct game *g, struct chance *c)
{
	struct entry e;
	unsigned seat = 0;
	if (g->awaits == AWAITS_TOKENS || g->awaits == AWAITS_TILE)
		return any_draw(ts, g, (uint32_t)chance_next(c));
	while (!(game_awaited_seats(g) >> seat & 1))
		seat++;
	size_t count = game_legal(ts, g, seat, 0, 0, NULL);
	assert(count > 0 && count <= LEGAL_MAX);
	game_legal(ts, g, seat, chance_below(c, (uint32_t)count), 1, &e);
	return e;
}

static void play(const struct tileset *ts, struct chance *c)
{
	struct game g;
	int scores[SEATS_MAX] = {0};
	struct game_options options = {(uint8_t)chance_below(c, 2), (uint8_t)chance_below(c, 2)};
	game_init(&g, ts, SEATS_MIN + chance_below(c, SEATS_MAX - SEATS_MIN + 1), options);
	for (int i = 0; i < ENTRIES_MAX && g.awaits != AWAITS_END; i++) {
		struct entry e = choose(ts, &g, c);
		enum refusal r = invariants_apply(ts, &g, &e, scores);
		assert(r == REFUSAL_NONE);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tileset ts;
	struct tileset_fault fault = {0};
	struct tileset_stats stats;
	if (tileset_parse(&ts, (const char *)data, size, &fault)) {
		assert(fault.line >= 1);
		assert(fault.reason[0] && memchr(fault.reason, '\0', sizeof(fault.reason)));
		return 0;
	}
	assert(ts.tile_count >= 1 && ts.tile_count <= TILESET_TILES_MAX);
	tileset_count(&ts, &stats);
	assert(stats.edges[TERRAIN_SAVANNA] + stats.edges[TERRAIN_TRAIL] +
	               stats.edges[TERRAIN_BUSH] ==
	       (unsigned)SIDE_COUNT * ts.tile_count);
	for (uint8_t tile = 0; tile < ts.tile_count; tile++) {
		const char *code = tileset_kind_of(&ts, tile)->code;
		assert(tileset_find(&ts, code, strlen(code), ts.tiles[tile].copy) == tile);
	}
	play(&ts, &(struct chance){number_of(data, size)});
	return 0;
}
