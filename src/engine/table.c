/* SPDX-License-Identifier: ISC */
/*
 * Laying tiles. Everything that a placement changes is kept up to date here, piece by piece, so
 * that listing and scoring only read.
 */
#include "engine/table.h"

#include <string.h>

static const int8_t side_dx[SIDE_COUNT] = {0, 1, 0, -1}, side_dy[SIDE_COUNT] = {1, 0, -1, 0};

static unsigned opposite(unsigned side)
{
	return (side + 2) % SIDE_COUNT;
}

/* 27 apart, the rows of a table up to 27 wide never collide. */
static unsigned bucket_of(int x, int y)
{
	return (unsigned)(x + 27 * y) % SPACE_BUCKETS;
}

uint16_t game_space_at(const struct game *g, int x, int y)
{
	for (unsigned b = bucket_of(x, y); g->buckets[b]; b = (b + 1) % SPACE_BUCKETS) {
		uint16_t space = (uint16_t)(g->buckets[b] - 1);
		if (g->spaces[space].x == x && g->spaces[space].y == y)
			return space;
	}
	return SPACE_NONE;
}

const struct game_laid *game_laid_at(const struct game *g, int x, int y)
{
	uint16_t space = game_space_at(g, x, y);
	return space != SPACE_NONE && g->spaces[space].is_laid ? &g->laid[g->spaces[space].at]
	                                                       : NULL;
}

static uint16_t open_space(struct game *g, int x, int y)
{
	uint16_t space = g->space_count++;
	g->spaces[space] = (struct game_space){
		.x = (int8_t)x,
		.y = (int8_t)y,
		.at = (uint8_t)g->open_count,
		.beside = {SPACE_NONE, SPACE_NONE, SPACE_NONE, SPACE_NONE},
	};
	g->open[g->open_count] = space;
	g->open_edges[g->open_count++] = 0;
	unsigned b = bucket_of(x, y);
	while (g->buckets[b])
		b = (b + 1) % SPACE_BUCKETS;
	g->buckets[b] = (uint16_t)(space + 1);
	return space;
}

static void close_space(struct game *g, uint16_t space)
{
	unsigned at = g->spaces[space].at;
	g->open_count--;
	g->open[at] = g->open[g->open_count];
	g->open_edges[at] = g->open_edges[g->open_count];
	g->spaces[g->open[at]].at = (uint8_t)at;
	g->spaces[space].is_laid = true;
	g->spaces[space].at = (uint8_t)g->laid_count;
}

/* The space beside a laid one; both know each other from then on. */
static uint16_t beside(struct game *g, uint16_t space, unsigned side)
{
	struct game_space *s = &g->spaces[space];
	if (s->beside[side] != SPACE_NONE)
		return s->beside[side];
	int x = s->x + side_dx[side], y = s->y + side_dy[side];
	uint16_t n = game_space_at(g, x, y);
	if (n == SPACE_NONE)
		n = open_space(g, x, y);
	s->beside[side] = n;
	g->spaces[n].beside[opposite(side)] = space;
	return n;
}

/* The laid tile diagonally across a corner, or -1: over the space beside, which there is if that
 * tile lies. */
static int laid_across(const struct game *g, uint16_t space, unsigned corner)
{
	const struct game_space *over = &g->spaces[g->spaces[space].beside[corner]];
	uint16_t across = over->beside[(corner + 1) % SIDE_COUNT];
	return across != SPACE_NONE && g->spaces[across].is_laid ? g->spaces[across].at : -1;
}

static int laid_beside(const struct game *g, uint16_t space, unsigned side)
{
	const struct game_space *n = &g->spaces[g->spaces[space].beside[side]];
	return n->is_laid ? n->at : -1;
}

/* The feature that was laid first takes in the other one. */
static uint16_t join(struct game *g, uint16_t a, uint16_t b)
{
	if (a == b)
		return a;
	uint16_t into = a < b ? a : b, from = a < b ? b : a;
	struct game_feature *f = &g->features[into], *gone = &g->features[from];
	f->open_sides = (uint16_t)(f->open_sides + gone->open_sides);
	f->animal_count = (uint16_t)(f->animal_count + gone->animal_count);
	f->birds = (uint16_t)(f->birds + gone->birds);
	f->animal_mask |= gone->animal_mask;
	for (unsigned seat = 0; seat < SEATS_MAX; seat++)
		f->meeples[seat] = (uint8_t)(f->meeples[seat] + gone->meeples[seat]);
	uint16_t p = from;
	do {
		g->feature_of[p] = into;
		p = g->next_piece[p];
	} while (p != from);
	uint16_t next = g->next_piece[into];
	g->next_piece[into] = g->next_piece[from];
	g->next_piece[from] = next;
	return into;
}

static void add_pieces(struct game *g, const struct tileset *ts, unsigned laid, uint8_t tile)
{
	const struct tileset_kind *kind = tileset_kind_of(ts, tile);
	for (unsigned k = 0; k < kind->piece_count; k++) {
		const struct tileset_life *life = &ts->tiles[tile].life[k];
		uint16_t p = (uint16_t)(laid * TILESET_PIECES_MAX + k);
		g->feature_of[p] = p;
		g->next_piece[p] = p;
		g->meeple_on[p] = 0;
		g->features[p] = (struct game_feature){
			.animal_count = life->animal_count,
			.birds = life->birds,
			.terrain = kind->pieces[k].terrain,
			.animal_mask = life->animal_mask,
		};
	}
}

/* Side by side: the pieces on both sides of an edge are one feature, or our piece has one more open
 * side. */
static void join_side(struct game *g, const struct tileset *ts, unsigned laid, unsigned side,
                      int neighbour)
{
	const struct tileset_lie *lie = table_lie(ts, &g->laid[laid]);
	if (lie->piece_at[side] == PIECE_NONE)
		return;
	uint16_t f = game_feature_of(g, laid, lie->piece_at[side]);
	if (neighbour < 0) {
		g->features[f].open_sides++;
		return;
	}
	unsigned other = table_lie(ts, &g->laid[neighbour])->piece_at[opposite(side)];
	f = join(g, f, game_feature_of(g, (unsigned)neighbour, other));
	g->features[f].open_sides--;
}

static void meet(struct game *g, struct game_laid *laid, int neighbour)
{
	if (neighbour >= 0) {
		laid->around++;
		g->laid[neighbour].around++;
	}
}

void hole_corners(const struct game *g, unsigned laid, unsigned corner, struct hole_corner out[4])
{
	uint16_t space = g->laid[laid].space;
	out[0] = (struct hole_corner){(int)laid, (uint8_t)corner};
	out[1] = (struct hole_corner){laid_beside(g, space, corner),
	                              (uint8_t)((corner + 1) % CORNER_COUNT)};
	out[2] = (struct hole_corner){laid_across(g, space, corner),
	                              (uint8_t)((corner + 2) % CORNER_COUNT)};
	out[3] = (struct hole_corner){laid_beside(g, space, (corner + 1) % SIDE_COUNT),
	                              (uint8_t)((corner + 3) % CORNER_COUNT)};
}

/* What each corner at a point may take, from the tokens that lie there (R15, R18 to R20). */
static void update_point(struct game *g, const struct tileset *ts,
                         const struct hole_corner corners[4])
{
	uint8_t tokens[4] = {0};
	unsigned shown = 0;
	for (unsigned i = 0; i < 4; i++) {
		if (corners[i].laid >= 0)
			tokens[i] = g->laid[corners[i].laid].tokens[corners[i].corner];
		shown |= 1u << tokens[i];
	}
	unsigned other_animals = ~(shown >> 1) & (CORNER_EXPANDS - 1u);
	for (unsigned i = 0; i < 4; i++) {
		if (corners[i].laid < 0)
			continue;
		const struct game_laid *laid = &g->laid[corners[i].laid];
		bool is_free = !tokens[i] &&
		               table_lie(ts, laid)->free_corners >> corners[i].corner & 1;
		bool expands = tokens[(i + 1) % 4] || tokens[(i + 3) % 4];
		unsigned allows = expands ? other_animals | CORNER_EXPANDS : CORNER_EXPANDS - 1u;
		g->corner_allows[corners[i].laid * CORNER_COUNT + corners[i].corner] =
			is_free ? (uint8_t)allows : 0;
	}
}

unsigned hole_lay(const struct tileset *ts, struct game *g, unsigned laid, unsigned corner,
                  uint8_t animal, uint8_t meeple)
{
	struct hole_corner corners[4];
	hole_corners(g, laid, corner, corners);
	g->laid[laid].tokens[corner] = (uint8_t)(animal + 1);
	g->laid[laid].meeples[corner] = meeple;
	update_point(g, ts, corners);
	unsigned number = 0;
	for (unsigned i = 0; i < 4; i++)
		number += corners[i].laid >= 0 &&
		          g->laid[corners[i].laid].tokens[corners[i].corner];
	return number;
}

void table_lay(struct game *g, const struct tileset *ts, uint16_t space, uint8_t tile,
               unsigned turns)
{
	close_space(g, space);
	unsigned index = g->laid_count++;
	struct game_laid *laid = &g->laid[index];
	*laid = (struct game_laid){.tile = tile, .turns = (uint8_t)turns, .space = space};
	add_pieces(g, ts, index, tile);
	const struct tileset_lie *lie = table_lie(ts, laid);
	for (unsigned side = 0; side < SIDE_COUNT; side++) {
		struct game_space *n = &g->spaces[beside(g, space, side)];
		int neighbour = n->is_laid ? n->at : -1;
		if (!n->is_laid)
			g->open_edges[n->at] |=
				(uint8_t)(tileset_edge(lie->edges, side) << (2 * opposite(side)));
		join_side(g, ts, index, side, neighbour);
		meet(g, laid, neighbour);
	}
	for (unsigned corner = 0; corner < CORNER_COUNT; corner++) {
		meet(g, laid, laid_across(g, space, corner));
		if (lie->free_corners >> corner & 1) {
			struct hole_corner corners[4];
			hole_corners(g, index, corner, corners);
			update_point(g, ts, corners);
		}
	}
}

void table_init(struct game *g, const struct tileset *ts)
{
	/* The space 0 0 is the first to arise; the others arise beside it, whatever their order in
	 * the file. */
	uint16_t spaces[TILESET_START_MAX];
	for (unsigned i = 0; i < ts->start_count; i++)
		spaces[i] = open_space(g, ts->start[i].x, ts->start[i].y);
	for (unsigned i = 0; i < ts->start_count; i++)
		table_lay(g, ts, spaces[i], (uint8_t)(ts->tile_count + i), 0);
	for (unsigned i = 0; i < RANGER_COUNT; i++)
		g->rangers[i] = game_space_at(g, ts->rangers[i].x, ts->rangers[i].y);
}

uint8_t game_piece_at(const struct tileset *ts, const struct game *g, unsigned index,
                      unsigned terrain, unsigned side)
{
	const struct game_laid *laid = &g->laid[index];
	uint8_t piece = table_lie(ts, laid)->piece_at[side];
	return piece != PIECE_NONE &&
	                       tileset_kind_of(ts, laid->tile)->pieces[piece].terrain == terrain
	               ? piece
	               : PIECE_NONE;
}

unsigned game_turns_that_fit(const struct tileset *ts, const struct game *g, uint8_t tile, int x,
                             int y)
{
	uint16_t space = game_space_at(g, x, y);
	if (space == SPACE_NONE || g->spaces[space].is_laid)
		return 0;
	return ts->fit[ts->tiles[tile].kind][g->open_edges[g->spaces[space].at]];
}

bool game_tile_fits(const struct tileset *ts, const struct game *g, uint8_t tile)
{
	const uint8_t *fit = ts->fit[ts->tiles[tile].kind];
	for (unsigned i = 0; i < g->open_count; i++) {
		if (fit[g->open_edges[i]])
			return true;
	}
	return false;
}
