/* SPDX-License-Identifier: ISC */
/*
 * Reading a tile set's file: a line at a time, a word at a time, each mistake named by its line.
 * What the format means stands in the head of data/safari.tiles.
 */
#include "engine/tileset.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { WORDS_MAX = 16 + 2 * TILESET_TILES_MAX };

struct word {
	const char *text;
	size_t len;
};

struct reader {
	struct tileset *ts;
	struct tileset_fault *fault;
	int line;
	struct word words[WORDS_MAX];
	size_t word_count, at;
	/* The kind whose pieces are being read and its first tile; a start space is a kind with one
	 * copy. */
	struct tileset_kind *kind;
	struct tileset_tile *tiles;
	int kind_line;
	bool in_start;
	int start_line;
	int start_lines[TILESET_START_MAX], ranger_lines[2];
	unsigned ranger_count;
};

__attribute__((format(printf, 3, 4))) static int fail_at(struct reader *r, int line,
                                                         const char *format, ...)
{
	va_list args;
	va_start(args, format);
	r->fault->line = line;
	vsnprintf(r->fault->reason, sizeof(r->fault->reason), format, args);
	va_end(args);
	return -1;
}

#define fail(r, ...) fail_at(r, (r)->line, __VA_ARGS__)

/* How a word that may be anything is shown in a reason: "%.*s" with a ceiling. */
#define SHOWN(w) (int)((w).len > 24 ? 24 : (w).len), (w).text

static bool word_is(struct word w, const char *s)
{
	return w.len == strlen(s) && memcmp(w.text, s, w.len) == 0;
}

static bool has_word(const struct reader *r)
{
	return r->at < r->word_count;
}

static struct word next_word(struct reader *r)
{
	return has_word(r) ? r->words[r->at++] : (struct word){"", 0};
}

/* A decimal number between low and high, without "+", leading zeros or "-0". */
static bool word_to_int(struct word w, int low, int high, int *out)
{
	size_t i = 0;
	bool negative = w.len > 0 && w.text[0] == '-';
	if (negative)
		i++;
	if (i == w.len || w.len - i > 4 || (w.text[i] == '0' && w.len > 1))
		return false;
	int n = 0;
	for (; i < w.len; i++) {
		if (w.text[i] < '0' || w.text[i] > '9')
			return false;
		n = n * 10 + (w.text[i] - '0');
	}
	n = negative ? -n : n;
	if (n < low || n > high)
		return false;
	*out = n;
	return true;
}

static int index_of(const char *letters, char c)
{
	const char *p = c ? strchr(letters, c) : NULL;
	return p ? (int)(p - letters) : -1;
}

static bool is_code(struct word w)
{
	if (w.len < 1 || w.len > TILESET_CODE_MAX)
		return false;
	for (size_t i = 0; i < w.len; i++) {
		char c = w.text[i];
		if (!((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')))
			return false;
	}
	return true;
}

static int read_code(struct reader *r, struct tileset_kind *k)
{
	struct word w = next_word(r);
	if (!is_code(w))
		return fail(r, "a code has 1 to %d letters and digits, not \"%.*s\"",
		            TILESET_CODE_MAX, SHOWN(w));
	memcpy(k->code, w.text, w.len);
	k->code[w.len] = '\0';
	return 0;
}

static int read_edges(struct reader *r, struct tileset_kind *k)
{
	struct word w = next_word(r);
	unsigned edges = 0;
	if (w.len != SIDE_COUNT)
		return fail(
			r,
			"four edges wanted (s, t or b for north, east, south, west), not \"%.*s\"",
			SHOWN(w));
	for (unsigned side = 0; side < SIDE_COUNT; side++) {
		int terrain = index_of("?stb", w.text[side]);
		if (terrain < TERRAIN_SAVANNA)
			return fail(r, "an edge is s, t or b, not \"%c\"",
			            w.text[side] > 32 && w.text[side] < 127 ? w.text[side] : '?');
		edges |= (unsigned)terrain << (2 * side);
	}
	k->lies[0].edges = (uint8_t)edges;
	return 0;
}

static int end_of_line(struct reader *r)
{
	return has_word(r) ? fail(r, "unknown word \"%.*s\"", SHOWN(r->words[r->at])) : 0;
}

static int read_sides(struct reader *r, struct tileset_piece *p)
{
	struct word w = next_word(r);
	for (size_t i = 0; i < w.len; i += 2) {
		int side = index_of(tileset_side_letters, w.text[i]);
		bool is_last = i + 1 == w.len;
		if (side < 0 || (!is_last && (w.text[i + 1] != '+' || i + 2 == w.len)))
			return fail(r, "sides are N, E, S and W with + between them, not \"%.*s\"",
			            SHOWN(w));
		uint8_t bit = (uint8_t)(1u << side);
		for (unsigned k = 0; k < r->kind->piece_count; k++) {
			if (r->kind->pieces[k].sides & bit)
				return fail(r, "side %c belongs to a piece already", w.text[i]);
		}
		if (p->sides & bit)
			return fail(r, "side %c is named twice", w.text[i]);
		if (tileset_edge(r->kind->lies[0].edges, (unsigned)side) != p->terrain)
			return fail(r, "side %c of %s shows other terrain", w.text[i],
			            r->kind->code);
		if (!p->sides)
			p->first = (uint8_t)side;
		p->sides |= bit;
	}
	return p->sides ? 0 : fail(r, "a piece names the sides that it reaches");
}

/* One word for each copy: how many copies have one is what a wrong count comes from. */
static int read_copies(struct reader *r, const char *what, unsigned k,
                       int (*read)(struct reader *, struct word, struct tileset_life *))
{
	unsigned copies = 0;
	while (has_word(r) && !word_is(r->words[r->at], "birds") &&
	       !word_is(r->words[r->at], "animals")) {
		struct word w = next_word(r);
		if (copies < r->kind->copies && read(r, w, &r->tiles[copies].life[k]))
			return -1;
		copies++;
	}
	if (copies != r->kind->copies)
		return fail(r, "%s for %u copies, but there are %u of %s", what, copies,
		            r->kind->copies, r->kind->code);
	return 0;
}

static int read_animals(struct reader *r, struct word w, struct tileset_life *life)
{
	if (word_is(w, "-"))
		return 0;
	for (size_t i = 0; i < w.len; i++) {
		int animal = index_of(tileset_animal_letters, w.text[i]);
		if (animal < 0)
			return fail(r, "animals are M, E, G, L, Z or -, not \"%.*s\"", SHOWN(w));
		if (life->animal_count == TILESET_ANIMALS_MAX)
			return fail(r, "at most %d animals on a piece, not \"%.*s\"",
			            TILESET_ANIMALS_MAX, SHOWN(w));
		life->animals[life->animal_count++] = (uint8_t)animal;
		life->animal_mask |= (uint8_t)(1u << animal);
	}
	return 0;
}

static int read_birds(struct reader *r, struct word w, struct tileset_life *life)
{
	int birds;
	if (!word_to_int(w, 0, TILESET_BIRDS_MAX, &birds))
		return fail(r, "birds are 0 to %d, not \"%.*s\"", TILESET_BIRDS_MAX, SHOWN(w));
	life->birds = (uint8_t)birds;
	return 0;
}

static int read_piece(struct reader *r, enum terrain terrain)
{
	if (!r->kind)
		return fail(r, "a piece belongs below a tile or a space of the start");
	if (r->kind->piece_count == TILESET_PIECES_MAX)
		return fail(r, "a tile has at most %d pieces", TILESET_PIECES_MAX);
	unsigned k = r->kind->piece_count;
	struct tileset_piece piece = {.terrain = (uint8_t)terrain};
	if (read_sides(r, &piece))
		return -1;
	r->kind->pieces[r->kind->piece_count++] = piece;
	bool animals_read = false, birds_read = false;
	while (has_word(r)) {
		struct word w = next_word(r);
		int rc;
		if (word_is(w, "animals") && !animals_read) {
			animals_read = true;
			rc = read_copies(r, "animals", k, read_animals);
		} else if (word_is(w, "birds") && !birds_read && terrain == TERRAIN_BUSH) {
			birds_read = true;
			rc = read_copies(r, "birds", k, read_birds);
		} else {
			return fail(r, "unknown word \"%.*s\"", SHOWN(w));
		}
		if (rc)
			return -1;
	}
	return 0;
}

static int read_baobab(struct reader *r)
{
	if (!r->kind)
		return fail(r, "a baobab stands on a tile or a space of the start");
	if (r->kind->has_baobab)
		return fail(r, "%s has a baobab already", r->kind->code);
	r->kind->has_baobab = true;
	return end_of_line(r);
}

/* The kind is whole: each side that is not savanna belongs to a piece. */
static int close_kind(struct reader *r)
{
	if (!r->kind)
		return 0;
	unsigned claimed = 0;
	for (unsigned k = 0; k < r->kind->piece_count; k++)
		claimed |= r->kind->pieces[k].sides;
	for (unsigned side = 0; side < SIDE_COUNT; side++) {
		if (tileset_edge(r->kind->lies[0].edges, side) != TERRAIN_SAVANNA &&
		    !(claimed >> side & 1))
			return fail_at(r, r->kind_line, "side %c of %s belongs to no piece",
			               tileset_side_letters[side], r->kind->code);
	}
	r->kind = NULL;
	return 0;
}

static void open_kind(struct reader *r, unsigned kind, unsigned tile, unsigned copies)
{
	struct tileset *ts = r->ts;
	r->kind = &ts->kinds[kind];
	r->kind_line = r->line;
	r->tiles = &ts->tiles[tile];
	r->kind->copies = (uint8_t)copies;
	r->kind->first_tile = (uint8_t)tile;
	for (unsigned i = 0; i < copies; i++) {
		r->tiles[i].kind = (uint8_t)kind;
		r->tiles[i].copy = (uint8_t)(i + 1);
	}
}

static int read_tile(struct reader *r)
{
	struct tileset *ts = r->ts;
	if (r->start_line)
		return fail(r, "tiles stand before the start");
	if (ts->kind_count == TILESET_KINDS_MAX)
		return fail(r, "at most %d kinds of tiles", TILESET_KINDS_MAX);
	struct tileset_kind *k = &ts->kinds[ts->kind_count];
	if (read_code(r, k))
		return -1;
	for (unsigned i = 0; i < ts->kind_count; i++) {
		if (strcmp(ts->kinds[i].code, k->code) == 0)
			return fail(r, "there is a tile %s already", k->code);
	}
	struct word w = next_word(r);
	int copies;
	if (w.len < 2 || w.text[0] != 'x' ||
	    !word_to_int((struct word){w.text + 1, w.len - 1}, 1, TILESET_TILES_MAX, &copies))
		return fail(r, "copies are x1 to x%d, not \"%.*s\"", TILESET_TILES_MAX, SHOWN(w));
	if (ts->tile_count + copies > TILESET_TILES_MAX)
		return fail(r, "at most %d tiles in a set", TILESET_TILES_MAX);
	if (read_edges(r, k))
		return -1;
	open_kind(r, ts->kind_count, ts->tile_count, (unsigned)copies);
	ts->kind_count++;
	ts->tile_count = (uint8_t)(ts->tile_count + copies);
	return end_of_line(r);
}

static int read_start(struct reader *r)
{
	if (r->start_line)
		return fail(r, "there is a start already");
	r->start_line = r->line;
	/* The start's code is the code of each of its spaces. */
	if (read_code(r, &r->ts->kinds[r->ts->kind_count]))
		return -1;
	for (unsigned i = 0; i < r->ts->kind_count; i++) {
		if (strcmp(r->ts->kinds[i].code, r->ts->kinds[r->ts->kind_count].code) == 0)
			return fail(r, "there is a tile %s already", r->ts->kinds[i].code);
	}
	return end_of_line(r);
}

static int read_xy(struct reader *r, struct tileset_space *s)
{
	struct word wx = next_word(r), wy = next_word(r);
	int x, y;
	if (!word_to_int(wx, -TILESET_START_MAX, TILESET_START_MAX, &x) ||
	    !word_to_int(wy, -TILESET_START_MAX, TILESET_START_MAX, &y))
		return fail(r, "X and Y are numbers from -%d to %d", TILESET_START_MAX,
		            TILESET_START_MAX);
	*s = (struct tileset_space){(int8_t)x, (int8_t)y};
	return 0;
}

static bool is_start_space(const struct tileset *ts, struct tileset_space s)
{
	for (unsigned i = 0; i < ts->start_count; i++) {
		if (ts->start[i].x == s.x && ts->start[i].y == s.y)
			return true;
	}
	return false;
}

static int read_space(struct reader *r)
{
	struct tileset *ts = r->ts;
	if (!r->start_line)
		return fail(r, "a space belongs below the start");
	if (ts->start_count == TILESET_START_MAX)
		return fail(r, "at most %d spaces in the start", TILESET_START_MAX);
	struct tileset_space space;
	if (read_xy(r, &space))
		return -1;
	if (is_start_space(ts, space))
		return fail(r, "the start has the space %d %d already", space.x, space.y);
	unsigned kind = ts->kind_count + (unsigned)ts->start_count;
	if (ts->start_count)
		memcpy(ts->kinds[kind].code, ts->kinds[ts->kind_count].code,
		       sizeof(ts->kinds[kind].code));
	if (read_edges(r, &ts->kinds[kind]))
		return -1;
	open_kind(r, kind, ts->tile_count + (unsigned)ts->start_count, 1);
	r->start_lines[ts->start_count] = r->line;
	ts->start[ts->start_count++] = space;
	return end_of_line(r);
}

static int read_ranger(struct reader *r)
{
	if (!r->start_line)
		return fail(r, "a ranger belongs below the start");
	if (r->ranger_count == 2)
		return fail(r, "there are two rangers, not three");
	r->ranger_lines[r->ranger_count] = r->line;
	if (read_xy(r, &r->ts->rangers[r->ranger_count++]))
		return -1;
	return end_of_line(r);
}

static int read_line(struct reader *r)
{
	r->at = 0;
	struct word w = next_word(r);
	bool is_piece_line = word_is(w, "bush") || word_is(w, "trail") || word_is(w, "baobab");
	if (!is_piece_line && close_kind(r))
		return -1;
	if (word_is(w, "tile"))
		return read_tile(r);
	if (word_is(w, "bush"))
		return read_piece(r, TERRAIN_BUSH);
	if (word_is(w, "trail"))
		return read_piece(r, TERRAIN_TRAIL);
	if (word_is(w, "baobab"))
		return read_baobab(r);
	if (word_is(w, "start"))
		return read_start(r);
	if (word_is(w, "space"))
		return read_space(r);
	if (word_is(w, "ranger"))
		return read_ranger(r);
	return fail(r, "unknown word \"%.*s\"", SHOWN(w));
}

/* Splits a line at spaces and tabs, up to a comment. */
static int split_line(struct reader *r, const char *text, size_t len)
{
	r->word_count = 0;
	for (size_t i = 0; i < len && text[i] != '#';) {
		unsigned char c = (unsigned char)text[i];
		if (c == ' ' || c == '\t' || (c == '\r' && i + 1 == len)) {
			i++;
			continue;
		}
		size_t from = i;
		while (i < len && text[i] > ' ' && text[i] < 127 && text[i] != '#')
			i++;
		if (from == i)
			return fail(r, "a byte that is no printable ASCII (0x%02x)", c);
		if (r->word_count == WORDS_MAX)
			return fail(r, "too many words on a line");
		r->words[r->word_count++] = (struct word){text + from, i - from};
	}
	return 0;
}

static const int8_t side_dx[SIDE_COUNT] = {0, 1, 0, -1}, side_dy[SIDE_COUNT] = {1, 0, -1, 0};

static int start_index(const struct tileset *ts, int x, int y)
{
	for (int i = 0; i < ts->start_count; i++) {
		if (ts->start[i].x == x && ts->start[i].y == y)
			return i;
	}
	return -1;
}

static int check_start(struct reader *r)
{
	const struct tileset *ts = r->ts;
	unsigned reached = 0;
	int first = start_index(ts, 0, 0);
	if (first < 0)
		return fail_at(r, r->start_line ? r->start_line : r->line,
		               "the start has no space 0 0");
	reached = 1u << first;
	for (unsigned pass = 0; pass < ts->start_count; pass++) {
		for (unsigned i = 0; i < ts->start_count; i++) {
			for (unsigned side = 0; side < SIDE_COUNT && (reached >> i & 1); side++) {
				int n = start_index(ts, ts->start[i].x + side_dx[side],
				                    ts->start[i].y + side_dy[side]);
				if (n < 0)
					continue;
				reached |= 1u << n;
				if (tileset_edge(ts->kinds[ts->kind_count + i].lies[0].edges,
				                 side) !=
				    tileset_edge(ts->kinds[ts->kind_count + n].lies[0].edges,
				                 (side + 2) % 4))
					return fail_at(r, r->start_lines[i],
					               "side %c does not match the space beside it",
					               tileset_side_letters[side]);
			}
		}
	}
	for (unsigned i = 0; i < ts->start_count; i++) {
		if (!(reached >> i & 1))
			return fail_at(r, r->start_lines[i],
			               "the space %d %d lies apart from the rest of the start",
			               ts->start[i].x, ts->start[i].y);
	}
	return 0;
}

static int check_rangers(struct reader *r)
{
	const struct tileset *ts = r->ts;
	if (r->ranger_count != 2)
		return fail_at(r, r->start_line, "the start needs two rangers");
	for (unsigned i = 0; i < 2; i++) {
		struct tileset_space s = ts->rangers[i];
		bool is_beside = false;
		for (unsigned side = 0; side < SIDE_COUNT; side++)
			is_beside |= start_index(ts, s.x + side_dx[side], s.y + side_dy[side]) >= 0;
		if (is_start_space(ts, s) || !is_beside)
			return fail_at(
				r, r->ranger_lines[i],
				"a ranger stands on an empty space beside the start, not on %d %d",
				s.x, s.y);
	}
	if (ts->rangers[0].x == ts->rangers[1].x && ts->rangers[0].y == ts->rangers[1].y)
		return fail_at(r, r->ranger_lines[1], "the rangers stand on different spaces");
	return 0;
}

static int check_whole(struct reader *r)
{
	if (close_kind(r))
		return -1;
	if (!r->ts->tile_count)
		return fail(r, "a set has 1 to %d tiles", TILESET_TILES_MAX);
	if (check_start(r) || check_rangers(r))
		return -1;
	tileset_lay(r->ts);
	return 0;
}

int tileset_parse(struct tileset *ts, const char *text, size_t len, struct tileset_fault *fault)
{
	struct reader r = {.ts = ts, .fault = fault};
	memset(ts, 0, sizeof(*ts));
	if (len > TILESET_FILE_MAX)
		return fail_at(&r, 1, "a tile set's file has at most %d bytes", TILESET_FILE_MAX);
	for (size_t at = 0; at < len;) {
		const char *end = memchr(text + at, '\n', len - at);
		size_t line_len = end ? (size_t)(end - text) - at : len - at;
		r.line++;
		if (split_line(&r, text + at, line_len) || (r.word_count && read_line(&r)))
			return -1;
		at += line_len + 1;
	}
	if (!r.line)
		r.line = 1;
	return check_whole(&r);
}
