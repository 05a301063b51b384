/* SPDX-License-Identifier: ISC */
/*
 * See slow_table.h.
 */
#include "support/slow_table.h"

static const int side_dx[] = {0, 1, 0, -1}, side_dy[] = {1, 0, -1, 0};

int slow_tile_at(const struct game *g, int x, int y)
{
	for (int i = 0; i < g->laid_count; i++) {
		if (slow_space_of(g, (unsigned)i)->x == x && slow_space_of(g, (unsigned)i)->y == y)
			return i;
	}
	return -1;
}

unsigned slow_edge_of(const struct tileset *ts, uint8_t tile, unsigned turns, unsigned side)
{
	return tileset_edge(tileset_kind_of(ts, tile)->lies[0].edges, (side + 4 - turns) % 4);
}

unsigned slow_edge_at(const struct tileset *ts, const struct game *g, int laid, unsigned side)
{
	return slow_edge_of(ts, g->laid[laid].tile, g->laid[laid].turns, side);
}

int slow_piece_at(const struct tileset *ts, const struct game *g, int laid, unsigned side)
{
	const struct tileset_kind *kind = tileset_kind_of(ts, g->laid[laid].tile);
	for (int k = 0; k < kind->piece_count; k++) {
		if (kind->pieces[k].sides >> ((side + 4 - g->laid[laid].turns) % 4) & 1)
			return k;
	}
	return -1;
}

static void reach(struct slow_walk *w, unsigned laid, unsigned piece)
{
	uint16_t p = (uint16_t)(laid * TILESET_PIECES_MAX + piece);
	for (unsigned i = 0; i < w->count; i++) {
		if (w->pieces[i] == p)
			return;
	}
	w->pieces[w->count++] = p;
}

static void walk_on(const struct tileset *ts, const struct game *g, struct slow_walk *w, int laid,
                    int piece)
{
	const struct tileset_life *life = &ts->tiles[g->laid[laid].tile].life[piece];
	unsigned p = (unsigned)laid * TILESET_PIECES_MAX + (unsigned)piece;
	w->animals += life->animal_count;
	w->birds += life->birds;
	for (unsigned a = 0; a < life->animal_count; a++)
		w->mask |= 1u << life->animals[a];
	if (g->meeple_on[p])
		w->meeples[g->meeple_on[p] - 1]++;
	if (p < w->first)
		w->first = p;
	for (unsigned side = 0; side < 4; side++) {
		if (slow_piece_at(ts, g, laid, side) != piece)
			continue;
		int n = slow_tile_at(g, slow_space_of(g, (unsigned)laid)->x + side_dx[side],
		                     slow_space_of(g, (unsigned)laid)->y + side_dy[side]);
		if (n < 0)
			w->open_sides++;
		else
			reach(w, (unsigned)n, (unsigned)slow_piece_at(ts, g, n, (side + 2) % 4));
	}
}

void slow_walk(const struct tileset *ts, const struct game *g, int laid, int piece,
               struct slow_walk *w)
{
	*w = (struct slow_walk){.first = PIECES_MAX};
	w->terrain = tileset_kind_of(ts, g->laid[laid].tile)->pieces[piece].terrain;
	reach(w, (unsigned)laid, (unsigned)piece);
	for (unsigned i = 0; i < w->count; i++)
		walk_on(ts, g, w, w->pieces[i] / TILESET_PIECES_MAX,
		        w->pieces[i] % TILESET_PIECES_MAX);
}

bool slow_is_held(const struct slow_walk *w)
{
	unsigned n = 0;
	for (unsigned seat = 0; seat < SEATS_MAX; seat++)
		n += w->meeples[seat];
	return n > 0;
}

bool slow_has_most(const struct slow_walk *w, unsigned seat)
{
	for (unsigned other = 0; other < SEATS_MAX; other++) {
		if (w->meeples[other] > w->meeples[seat])
			return false;
	}
	return w->meeples[seat] > 0;
}

int slow_worth(const struct slow_walk *w, unsigned animal)
{
	int different = 0, birds = w->terrain == TERRAIN_BUSH ? (int)w->birds : 0;
	for (unsigned a = 0; a < ANIMAL_COUNT; a++)
		different += (w->mask >> a & 1) || a == animal;
	return different * (different + 1) / 2 + birds;
}

unsigned slow_completed(const struct tileset *ts, const struct game *g,
                        struct slow_walk out[COMPLETED_MAX])
{
	int last = g->laid_count - 1;
	unsigned count = 0;
	for (int k = 0; k < tileset_kind_of(ts, g->laid[last].tile)->piece_count; k++) {
		struct slow_walk *w = &out[count];
		bool is_new = true;
		slow_walk(ts, g, last, k, w);
		for (unsigned i = 0; i < count; i++)
			is_new &= out[i].first != w->first;
		if (is_new && !w->open_sides)
			count++;
	}
	return count;
}

struct slow_point slow_point_at(const struct game *g, int laid, unsigned corner)
{
	struct slow_point p = {0};
	int x = slow_space_of(g, (unsigned)laid)->x, y = slow_space_of(g, (unsigned)laid)->y;
	int px = x + (corner == CORNER_NE || corner == CORNER_SE),
	    py = y + (corner == CORNER_NE || corner == CORNER_NW);
	/* The tiles that have the point as their SW, SE, NE and NW corner, around it. */
	static const int dx[] = {0, -1, -1, 0}, dy[] = {0, 0, -1, -1};
	static const unsigned at[] = {CORNER_SW, CORNER_SE, CORNER_NE, CORNER_NW};
	unsigned self = 0;
	while (at[self] != corner)
		self++;
	for (unsigned i = 0; i < 4; i++) {
		unsigned k = (self + i) % 4;
		int n = slow_tile_at(g, px + dx[k], py + dy[k]);
		if (n < 0)
			continue;
		p.tokens[i] = g->laid[n].tokens[at[k]];
		p.meeples[i] = g->laid[n].meeples[at[k]];
	}
	return p;
}
