/* SPDX-License-Identifier: ISC */
/*
 * The invariants of invariants.h, each by a function of its own that answers what is broken. They
 * look at struct game alone and take neighbours by their coordinates, never by the engine's links.
 */
#include "support/invariants.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int side_dx[SIDE_COUNT] = {0, 1, 0, -1}, side_dy[SIDE_COUNT] = {1, 0, -1, 0};

/* A game, and the tiles by where they lie: index + 1, shifted by 128. */
struct view {
	const struct tileset *ts;
	const struct game *g;
	uint8_t laid[256][256];
};

static const struct game_space *space_of(const struct view *v, unsigned laid)
{
	return &v->g->spaces[v->g->laid[laid].space];
}

static const struct tileset_lie *lie_of(const struct view *v, unsigned laid)
{
	const struct game_laid *l = &v->g->laid[laid];
	return &tileset_kind_of(v->ts, l->tile)->lies[l->turns];
}

/* The index of the tile at x, y, or -1. */
static int laid_at(const struct view *v, int x, int y)
{
	return v->laid[y + 128][x + 128] - 1;
}

static int laid_beside(const struct view *v, unsigned laid, unsigned side)
{
	return laid_at(v, space_of(v, laid)->x + side_dx[side],
	               space_of(v, laid)->y + side_dy[side]);
}

/* The four corners that meet at a corner's point: tile (or -1) and corner, clockwise. */
struct at_point {
	int laid;
	unsigned corner;
};

static void find_point(const struct view *v, unsigned laid, unsigned corner, struct at_point at[4])
{
	unsigned a = corner, b = (corner + 1) % SIDE_COUNT;
	int x = space_of(v, laid)->x, y = space_of(v, laid)->y;
	at[0] = (struct at_point){(int)laid, corner};
	at[1] = (struct at_point){laid_at(v, x + side_dx[a], y + side_dy[a]), (corner + 1) % 4};
	at[2] = (struct at_point){
		laid_at(v, x + side_dx[a] + side_dx[b], y + side_dy[a] + side_dy[b]),
		(corner + 2) % 4};
	at[3] = (struct at_point){laid_at(v, x + side_dx[b], y + side_dy[b]), (corner + 3) % 4};
}

static const char *check_tokens(const struct view *v)
{
	const struct game *g = v->g;
	unsigned count[ANIMAL_COUNT + 1] = {0};
	for (unsigned a = 0; a < ANIMAL_COUNT; a++) {
		count[a] += (unsigned)g->supply[a] + g->discarded[a];
		for (unsigned seat = 0; seat < SEATS_MAX; seat++)
			count[a] += g->hands[seat][a];
	}
	for (unsigned i = 0; i < g->laid_count; i++) {
		for (unsigned c = 0; c < CORNER_COUNT; c++) {
			if (g->laid[i].tokens[c])
				count[g->laid[i].tokens[c] - 1]++;
		}
	}
	for (unsigned a = 0; a < ANIMAL_COUNT; a++) {
		if (count[a] != TOKENS_EACH)
			return "tokens appeared or vanished";
	}
	return NULL;
}

static const char *check_meeples(const struct view *v)
{
	const struct game *g = v->g;
	unsigned count[SEATS_MAX + 1] = {0};
	for (unsigned i = 0; i < g->laid_count; i++) {
		const struct game_laid *laid = &g->laid[i];
		count[laid->baobab]++;
		for (unsigned k = 0; k < 4; k++) {
			count[laid->meeples[k]]++;
			count[g->meeple_on[i * TILESET_PIECES_MAX + k]]++;
			if (laid->meeples[k] && !laid->tokens[k])
				return "a meeple stands on a corner without a token";
		}
		if (laid->baobab && laid->around == 8 && g->awaits == AWAITS_TILE)
			return "a meeple stands on a baobab that is complete";
	}
	for (unsigned seat = 0; seat < g->seat_count; seat++) {
		if (count[seat + 1] + g->meeples[seat] != MEEPLES_EACH)
			return "meeples appeared or vanished";
	}
	return NULL;
}

static const char *check_tiles(const struct view *v)
{
	const struct game *g = v->g;
	uint64_t laid_mask[2] = {0};
	for (unsigned i = 0; i < g->laid_count; i++) {
		uint8_t tile = g->laid[i].tile;
		if (laid_mask[tile / 64] >> (tile % 64) & 1)
			return "a tile lies twice";
		laid_mask[tile / 64] |= 1ull << (tile % 64);
		if (laid_at(v, space_of(v, i)->x, space_of(v, i)->y) != (int)i)
			return "two tiles lie on one space";
		unsigned around = 0;
		for (int dy = -1; dy <= 1; dy++) {
			for (int dx = -1; dx <= 1; dx++)
				around += laid_at(v, space_of(v, i)->x + dx,
				                  space_of(v, i)->y + dy) >= 0;
		}
		if (around - 1 != g->laid[i].around)
			return "the tiles around a tile are miscounted";
		for (unsigned side = 0; side < SIDE_COUNT; side++) {
			int n = laid_beside(v, i, side);
			if (n >= 0 &&
			    tileset_edge(lie_of(v, i)->edges, side) !=
			            tileset_edge(lie_of(v, (unsigned)n)->edges, (side + 2) % 4))
				return "edges that touch differ";
		}
	}
	if ((laid_mask[0] & g->left_mask[0]) || (laid_mask[1] & g->left_mask[1]))
		return "a tile lies and is left to draw";
	if (__builtin_popcountll(g->left_mask[0]) + __builtin_popcountll(g->left_mask[1]) !=
	    g->left_count)
		return "the tiles that are left are miscounted";
	if ((g->tile != TILE_NONE) != (g->awaits == AWAITS_PLACE))
		return "a tile is in hand at the wrong time";
	return NULL;
}

/* What the neighbours of an empty space demand, as a code of edges. */
static unsigned edges_around(const struct view *v, int x, int y)
{
	unsigned edges = 0;
	for (unsigned side = 0; side < SIDE_COUNT; side++) {
		int n = laid_at(v, x + side_dx[side], y + side_dy[side]);
		if (n >= 0)
			edges |= (unsigned)tileset_edge(lie_of(v, (unsigned)n)->edges,
			                                (side + 2) % SIDE_COUNT)
			         << (2 * side);
	}
	return edges;
}

static const char *check_spaces(const struct view *v)
{
	const struct game *g = v->g;
	unsigned open = 0;
	for (uint16_t i = 0; i < g->space_count; i++) {
		const struct game_space *s = &g->spaces[i];
		if (game_space_at(g, s->x, s->y) != i)
			return "a space is not found by its coordinates";
		if (s->is_laid != (laid_at(v, s->x, s->y) >= 0))
			return "a space is wrong about the tile on it";
		if (s->is_laid)
			continue;
		open++;
		if (g->open[s->at] != i)
			return "an open space is not in the list of them";
		unsigned edges = edges_around(v, s->x, s->y);
		if (!edges || g->open_edges[s->at] != edges)
			return "an open space knows other edges than lie around it";
	}
	for (unsigned i = 0; i < g->laid_count; i++) {
		for (unsigned side = 0; side < SIDE_COUNT; side++) {
			if (game_space_at(g, space_of(v, i)->x + side_dx[side],
			                  space_of(v, i)->y + side_dy[side]) == SPACE_NONE)
				return "a space beside a tile is not known";
		}
	}
	return open == g->open_count ? NULL : "the open spaces are miscounted";
}

static const char *check_rangers(const struct view *v)
{
	const struct game *g = v->g;
	unsigned waiting = 0;
	for (unsigned i = 0; i < RANGER_COUNT; i++) {
		if (g->rangers[i] == SPACE_NONE)
			waiting++;
		else if (g->spaces[g->rangers[i]].is_laid)
			return "a ranger stands on a tile";
	}
	if (waiting > 1 || (!waiting && g->rangers[0] == g->rangers[1]))
		return "the rangers are not two";
	return waiting && !g->has_displaced ? "a ranger waits that nobody displaced" : NULL;
}

static const char *check_holes(const struct view *v)
{
	const struct game *g = v->g;
	for (unsigned i = 0; i < g->laid_count; i++) {
		for (unsigned c = 0; c < CORNER_COUNT; c++) {
			struct at_point at[4];
			unsigned token[4], shown = 0, allows = 0;
			find_point(v, i, c, at);
			for (unsigned k = 0; k < 4; k++) {
				token[k] = at[k].laid < 0
				                   ? 0u
				                   : g->laid[at[k].laid].tokens[at[k].corner];
				shown |= token[k] ? 1u << (token[k] - 1) : 0;
			}
			if (!token[0] && (lie_of(v, i)->free_corners >> c & 1))
				allows = token[1] || token[3]
				                 ? (~shown & (CORNER_EXPANDS - 1u)) | CORNER_EXPANDS
				                 : CORNER_EXPANDS - 1u;
			if (g->corner_allows[i * CORNER_COUNT + c] != allows)
				return "a corner allows other tokens than the hole around it";
			bool is_complete = token[0] && token[1] && token[2] && token[3];
			if (is_complete && g->laid[i].meeples[c])
				return "a meeple stands on a complete watering hole";
		}
	}
	return NULL;
}

/* A feature as it is walked, piece by piece, from any one of them. */
struct walk {
	struct game_feature f;
	uint16_t pieces[PIECES_MAX]; /* reached so far */
	unsigned count, done;
	bool is_reached[PIECES_MAX]; /* by this walk or an earlier one */
};

static void reach(struct walk *w, unsigned p)
{
	if (w->is_reached[p])
		return;
	w->is_reached[p] = true;
	w->pieces[w->count++] = (uint16_t)p;
}

static void walk_piece(const struct view *v, struct walk *w, uint16_t p)
{
	unsigned laid = p / TILESET_PIECES_MAX, k = p % TILESET_PIECES_MAX;
	const struct tileset_life *life = &v->ts->tiles[v->g->laid[laid].tile].life[k];
	w->f.terrain = tileset_kind_of(v->ts, v->g->laid[laid].tile)->pieces[k].terrain;
	w->f.animal_count = (uint16_t)(w->f.animal_count + life->animal_count);
	w->f.birds = (uint16_t)(w->f.birds + life->birds);
	w->f.animal_mask |= life->animal_mask;
	if (v->g->meeple_on[p])
		w->f.meeples[v->g->meeple_on[p] - 1]++;
	for (unsigned side = 0; side < SIDE_COUNT; side++) {
		if (lie_of(v, laid)->piece_at[side] != k)
			continue;
		int n = laid_beside(v, laid, side);
		if (n < 0)
			w->f.open_sides++;
		else
			reach(w, (unsigned)n * TILESET_PIECES_MAX +
			                 lie_of(v, (unsigned)n)->piece_at[(side + 2) % 4]);
	}
}

static bool is_same_feature(const struct game_feature *a, const struct game_feature *b)
{
	return a->open_sides == b->open_sides && a->animal_count == b->animal_count &&
	       a->birds == b->birds && a->terrain == b->terrain &&
	       a->animal_mask == b->animal_mask &&
	       memcmp(a->meeples, b->meeples, sizeof(a->meeples)) == 0;
}

/* The feature whose first piece is p; no earlier walk came to it. */
static const char *check_feature(const struct view *v, struct walk *w, uint16_t p)
{
	const struct game *g = v->g;
	const struct game_feature *f = &g->features[p];
	unsigned ring = 0;
	uint16_t at = p;
	memset(&w->f, 0, sizeof(w->f));
	w->count = w->done = 0;
	for (reach(w, p); w->done < w->count; w->done++) {
		if (g->feature_of[w->pieces[w->done]] != p)
			return "a feature does not go by its first piece";
		walk_piece(v, w, w->pieces[w->done]);
	}
	if (!is_same_feature(f, &w->f))
		return "a feature says other than its pieces show";
	if (!f->open_sides && game_majority(g, f) && g->awaits == AWAITS_TILE)
		return "a meeple stands on a complete feature";
	do {
		if (g->feature_of[at] != p || ring++ > w->count)
			return "the ring through a feature's pieces leaves it";
		at = g->next_piece[at];
	} while (at != p);
	return ring == w->count ? NULL : "the ring through a feature's pieces misses one";
}

static const char *check_features(const struct view *v)
{
	struct walk w = {0};
	const char *broken = NULL;
	for (unsigned i = 0; i < v->g->laid_count && !broken; i++) {
		unsigned pieces = tileset_kind_of(v->ts, v->g->laid[i].tile)->piece_count;
		for (unsigned k = 0; k < pieces && !broken; k++) {
			unsigned p = i * TILESET_PIECES_MAX + k;
			if (!w.is_reached[p])
				broken = check_feature(v, &w, (uint16_t)p);
		}
	}
	return broken;
}

static const char *check_awaited(const struct view *v)
{
	const struct game *g = v->g;
	unsigned mask = game_awaited_seats(g);
	if ((mask == 0) != (g->awaits == AWAITS_END) || mask >> g->seat_count)
		return "the wrong seats are awaited";
	for (unsigned seat = 0; seat < g->seat_count; seat++) {
		bool chooses = mask >> seat & 1 && g->awaits != AWAITS_TOKENS &&
		               g->awaits != AWAITS_TILE;
		if (chooses != (game_legal(v->ts, g, seat, 0, 0, NULL) > 0))
			return "a seat is awaited and may do nothing, or the other way round";
	}
	return NULL;
}

static void look(struct view *v, const struct tileset *ts, const struct game *g)
{
	memset(v, 0, sizeof(*v));
	v->ts = ts;
	v->g = g;
	for (unsigned i = 0; i < g->laid_count; i++)
		v->laid[space_of(v, i)->y + 128][space_of(v, i)->x + 128] = (uint8_t)(i + 1);
}

const char *invariants_broken(const struct tileset *ts, const struct game *g,
                              const int scores[SEATS_MAX])
{
	static const char *(*const checks[])(const struct view *) = {
		check_tokens,  check_meeples, check_tiles,    check_spaces,
		check_rangers, check_holes,   check_features, check_awaited,
	};
	struct view v;
	const char *broken = NULL;
	for (unsigned seat = 0; seat < g->seat_count; seat++) {
		if (g->scores[seat] != scores[seat])
			return "a score is not the sum of its points";
	}
	look(&v, ts, g);
	for (unsigned i = 0; i < sizeof(checks) / sizeof(checks[0]) && !broken; i++)
		broken = checks[i](&v);
	return broken;
}

static void stop_if(const char *broken)
{
	if (!broken)
		return;
	fprintf(stderr, "broken: %s\n", broken);
	abort();
}

enum refusal invariants_apply(const struct tileset *ts, struct game *g, const struct entry *e,
                              int scores[SEATS_MAX])
{
	struct game before = *g;
	enum refusal r = game_apply(ts, g, e);
	if (r != REFUSAL_NONE) {
		stop_if(memcmp(&before, g, sizeof(before)) ? "a refused entry changed the game"
		                                           : NULL);
		return r;
	}
	for (unsigned i = 0; i < g->points_count; i++)
		scores[g->points[i].seat] += g->points[i].value;
	stop_if(invariants_broken(ts, g, scores));
	return r;
}
