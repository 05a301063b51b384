/* SPDX-License-Identifier: ISC */
/*
 * Where things stand on a tile. Animals have fixed places on each form of piece; everything else
 * goes to the best of some candidates: where it is clear of what stands already, and not far from
 * where it belongs. What stands is a set of discs: round, so that the answer serves every rotation.
 *
 * It is no general packing: a place is needed for whatever a tile set says, a good one for sane
 * tiles.
 */
#include "render/layout.h"

#include <limits.h>
#include <stdlib.h>

enum {
	ANIMAL_RADIUS = 17,
	TOKEN_RADIUS = 15,
	MEEPLE_RADIUS = 13,
	BIRD_RADIUS = 8,
	BAOBAB_RADIUS = 17,
	TRAIL_RADIUS = 12, /* with a gap */
	BUSH_RADIUS = 13,
	SPINE_MAX = 32, /* points along one piece */
	DISCS_MAX = TILESET_PIECES_MAX * (SPINE_MAX + TILESET_ANIMALS_MAX + LAYOUT_BIRDS_MAX + 1) +
	            8,
};

struct disc {
	int x, y, radius;
	unsigned
		piece; /* whose body it is: no obstacle for what stands on that piece; PIECE_NONE */
};

struct crowd {
	size_t count;
	struct disc discs[DISCS_MAX];
};

static int root(int n)
{
	int r = 0;
	while ((r + 1) * (r + 1) <= n)
		r++;
	return r;
}

static int distance(int ax, int ay, int bx, int by)
{
	return root((ax - bx) * (ax - bx) + (ay - by) * (ay - by));
}

static void crowd_add(struct crowd *c, struct spot s, int radius, unsigned piece)
{
	if (c->count < DISCS_MAX)
		c->discs[c->count++] = (struct disc){s.x, s.y, radius, piece};
}

/* By how much a disc at x, y would cover what stands there: 0 where it is clear of everything. */
static int crowd_overlap(const struct crowd *c, int x, int y, int radius, unsigned piece)
{
	int most[TILESET_PIECES_MAX] = {0}, sum = 0;
	for (size_t i = 0; i < c->count; i++) {
		const struct disc *d = &c->discs[i];
		int overlap = d->radius + radius - distance(x, y, d->x, d->y);
		if (overlap <= 0 || (piece != PIECE_NONE && d->piece == piece))
			continue;
		if (d->piece == PIECE_NONE)
			sum += overlap;
		else if (overlap > most[d->piece])
			most[d->piece] = overlap; /* a body is many discs and counts once */
	}
	for (unsigned p = 0; p < TILESET_PIECES_MAX; p++)
		sum += most[p];
	return sum;
}

static bool is_joined(unsigned sides, unsigned a, unsigned b)
{
	return (sides >> a & 1) && (sides >> b & 1);
}

static unsigned side_count(unsigned sides)
{
	return (sides & 1) + (sides >> 1 & 1) + (sides >> 2 & 1) + (sides >> 3 & 1);
}

static size_t turned(struct spot *out, size_t n, const struct spot *from, size_t count,
                     unsigned turns)
{
	for (size_t i = 0; i < count; i++)
		out[n++] = spot_turn(from[i], turns);
	return n;
}

static size_t bush_spine(unsigned sides, struct spot *out)
{
	static const struct spot one[] = {{26, -38}, {-26, -38}, {14, -36}, {-14, -36}};
	static const struct spot corner[] = {{36, -36}, {20, -20}};
	static const struct spot across[] = {{0, -16}, {0, 16}};
	size_t n = 0;
	for (unsigned s = 0; s < SIDE_COUNT; s++) {
		if (sides >> s & 1)
			n = turned(out, n, one, 4, s);
		if (is_joined(sides, s, (s + 1) % SIDE_COUNT))
			n = turned(out, n, corner, 2, s);
		if (s < 2 && is_joined(sides, s, s + 2))
			n = turned(out, n, across, 2, s);
	}
	return n;
}

static size_t trail_spine(unsigned sides, int end, struct spot *out)
{
	static const struct spot bend[] = {{1, -41}, {5, -27}, {12, -12}, {27, -5}, {41, -1}};
	size_t n = 0;
	for (unsigned s = 0; s < SIDE_COUNT; s++)
		if (side_count(sides) == 2 && is_joined(sides, s, (s + 1) % SIDE_COUNT))
			return turned(out, n, bend, 5, s);
	for (unsigned s = 0; s < SIDE_COUNT; s++) {
		if (!(sides >> s & 1))
			continue;
		int last = side_count(sides) > 1 ? 6 : end;
		for (int y = 42; y >= last - 6; y -= 6)
			out[n++] = spot_turn((struct spot){0, (int8_t)-y}, s);
	}
	return n;
}

/* Where a trail ends there is room for one thing only: a meeple stands beside it. */
static size_t around_end(const struct tileset_kind *kind, unsigned piece, struct spot *out)
{
	static const struct spot ring[] = {{17, -9}, {-17, -9}, {19, 0},
	                                   {-19, 0}, {17, 9},   {-17, 9}};
	const struct tileset_piece *p = &kind->pieces[piece];
	if (p->terrain == TERRAIN_BUSH || side_count(p->sides) > 1)
		return 0;
	for (size_t i = 0; i < sizeof(ring) / sizeof(*ring); i++) {
		struct spot s = {ring[i].x, (int8_t)(ring[i].y - layout_trail_end(kind))};
		out[i] = spot_turn(s, p->first);
	}
	return sizeof(ring) / sizeof(*ring);
}

static size_t spine(const struct tileset_kind *kind, unsigned piece, struct spot out[SPINE_MAX])
{
	const struct tileset_piece *p = &kind->pieces[piece];
	if (p->terrain == TERRAIN_BUSH)
		return bush_spine(p->sides, out);
	return trail_spine(p->sides, layout_trail_end(kind), out);
}

int layout_trail_end(const struct tileset_kind *kind)
{
	unsigned trails = 0, wide = 0;
	for (unsigned i = 0; i < kind->piece_count; i++) {
		trails += kind->pieces[i].terrain == TERRAIN_TRAIL;
		wide += side_count(kind->pieces[i].sides) > 1;
	}
	return trails > 1 || wide > 0 ? 29 : 20;
}

/* The middle of a piece: over the shape, not the mean of its points. */
static struct spot middle(const struct tileset_kind *kind, unsigned piece)
{
	const struct tileset_piece *p = &kind->pieces[piece];
	bool is_bush = p->terrain == TERRAIN_BUSH;
	unsigned count = side_count(p->sides);
	int8_t depth = is_bush ? 32 : (int8_t)layout_trail_end(kind);
	for (unsigned s = 0; s < SIDE_COUNT; s++) {
		if (p->sides == 1u << s)
			return spot_turn((struct spot){0, (int8_t)-depth}, s);
		if (count == 2 && is_joined(p->sides, s, (s + 1) % SIDE_COUNT))
			return spot_turn(is_bush ? (struct spot){22, -22} : (struct spot){13, -13},
			                 s);
		if (count == 3 && is_bush && !(p->sides >> s & 1))
			return spot_turn((struct spot){0, 14}, s);
	}
	return (struct spot){0, 0};
}

/* Two animals stand side by side, as the piece is longer. */
static void pair(const struct tileset_kind *kind, unsigned piece,
                 struct spot out[TILESET_ANIMALS_MAX])
{
	const struct tileset_piece *p = &kind->pieces[piece];
	struct spot m = middle(kind, piece);
	bool is_upright = p->sides == 1u << SIDE_E || p->sides == 1u << SIDE_W ||
	                  p->sides == (1u << SIDE_N | 1u << SIDE_S);
	int8_t dx = is_upright ? 0 : 17, dy = is_upright ? 17 : 0;
	out[0] = (struct spot){(int8_t)(m.x - dx), (int8_t)(m.y - dy)};
	out[1] = (struct spot){(int8_t)(m.x + dx), (int8_t)(m.y + dy)};
}

/*
 * The best of the points for a disc on a piece; home is where it would like to be. With shifts,
 * places around the points come into question too.
 */
static struct spot best(const struct crowd *c, const struct spot *points, size_t count, bool shifts,
                        int radius, unsigned piece, struct spot home)
{
	static const struct spot around[] = {{0, 0}, {0, -8}, {8, 0}, {0, 8}, {-8, 0}};
	size_t tries = shifts ? sizeof(around) / sizeof(*around) : 1;
	struct spot found = {0, 0};
	int best_score = INT_MIN;
	for (size_t i = 0; i < count * tries; i++) {
		struct spot shift = around[i % tries];
		int x = points[i / tries].x + shift.x, y = points[i / tries].y + shift.y;
		if (abs(x) > 52 - radius || abs(y) > 52 - radius)
			continue;
		int score = -10 * crowd_overlap(c, x, y, radius, piece) -
		            distance(x, y, home.x, home.y) - (i % tries ? 4 : 0);
		if (score > best_score) {
			best_score = score;
			found = (struct spot){(int8_t)x, (int8_t)y};
		}
	}
	return found;
}

static struct spot baobab(const struct crowd *c)
{
	struct spot grid[64];
	size_t n = 0;
	for (int y = -28; y <= 28; y += 8)
		for (int x = -28; x <= 28; x += 8)
			grid[n++] = (struct spot){(int8_t)x, (int8_t)y};
	return best(c, grid, n, true, BAOBAB_RADIUS, PIECE_NONE, (struct spot){0, 0});
}

static void stand_on_piece(struct layout *l, struct crowd *c, const struct tileset_kind *kind,
                           const struct tileset_life *life, unsigned piece)
{
	struct spot points[SPINE_MAX + 1], ring[SPINE_MAX];
	size_t count = spine(kind, piece, points), ring_count = around_end(kind, piece, ring);
	struct spot home = middle(kind, piece);
	points[count++] = home;
	if (life->animal_count == 0 && life->birds == 0)
		l->meeples[piece] = home;
	else if (ring_count)
		l->meeples[piece] = best(c, ring, ring_count, false, MEEPLE_RADIUS, piece, home);
	else
		l->meeples[piece] = best(c, points, count, true, MEEPLE_RADIUS, piece, home);
	crowd_add(c, l->meeples[piece], MEEPLE_RADIUS, PIECE_NONE);

	for (unsigned i = 0; i < life->birds && i < LAYOUT_BIRDS_MAX; i++) {
		l->birds[piece][i] = best(c, points, count, true, BIRD_RADIUS, piece, home);
		crowd_add(c, l->birds[piece][i], BIRD_RADIUS, PIECE_NONE);
	}
}

void layout_find(struct layout *l, const struct tileset *ts, uint8_t tile)
{
	const struct tileset_kind *kind = tileset_kind_of(ts, tile);
	const struct tileset_life *life = ts->tiles[tile].life;
	struct crowd c = {0};
	*l = (struct layout){0};

	for (unsigned corner = 0; corner < CORNER_COUNT; corner++)
		if (kind->lies[0].free_corners >> corner & 1)
			crowd_add(&c, layout_corner(corner), TOKEN_RADIUS, PIECE_NONE);
	for (unsigned p = 0; p < kind->piece_count; p++) {
		struct spot points[SPINE_MAX];
		size_t count = spine(kind, p, points);
		int radius = kind->pieces[p].terrain == TERRAIN_BUSH ? BUSH_RADIUS : TRAIL_RADIUS;
		for (size_t i = 0; i < count; i++)
			crowd_add(&c, points[i], radius, p);
		l->animals[p][0] = middle(kind, p);
		if (life[p].animal_count == 2)
			pair(kind, p, l->animals[p]);
		for (unsigned i = 0; i < life[p].animal_count; i++)
			crowd_add(&c, l->animals[p][i], ANIMAL_RADIUS, PIECE_NONE);
	}
	if (kind->has_baobab) {
		l->baobab = baobab(&c);
		crowd_add(&c, l->baobab, BAOBAB_RADIUS, PIECE_NONE);
	}
	for (unsigned p = 0; p < kind->piece_count; p++)
		stand_on_piece(l, &c, kind, &life[p], p);
}
