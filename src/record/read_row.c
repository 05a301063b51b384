/* SPDX-License-Identifier: ISC */
/*
 * The rows of a record's log as its table of entries has them. Only what a row itself names is
 * looked at, and all of that is checked; whether the rules allow it here is not asked.
 */
#include <string.h>

#include "record/read_row.h"

static int read_seat(const struct node *n, const struct record *r, uint8_t *seat)
{
	long value;
	if (node_integer(n, "seat", 0, r->seat_count - 1L, &value) < 0)
		return -1;
	*seat = (uint8_t)value;
	return 0;
}

static int read_coordinate(const struct node *n, const char *name, int8_t *out)
{
	long value;
	if (node_integer(n, name, -COORDINATE_MAX, COORDINATE_MAX, &value) < 0)
		return -1;
	*out = (int8_t)value;
	return 0;
}

/* x and y as members. */
static int read_space(const struct node *n, struct entry *e)
{
	return read_coordinate(n, "x", &e->x) < 0 ? -1 : read_coordinate(n, "y", &e->y);
}

/* [x, y] */
static int read_pair(const struct node *n, const char *name, int8_t *x, int8_t *y)
{
	struct node pair;
	if (node_array(n, name, 2, 2, &pair, NULL) < 0 || read_coordinate(&pair, "0", x) < 0)
		return -1;
	return read_coordinate(&pair, "1", y);
}

static int read_place(const struct node *n, struct entry *e)
{
	long degrees;
	e->type = ENTRY_PLACE;
	if (read_space(n, e) < 0 || node_integer(n, "rotation", 0, 270, &degrees) < 0)
		return -1;
	if (degrees % 90)
		return node_refuse(n, "rotation", "must be 0, 90, 180 or 270");
	e->turns = (uint8_t)(degrees / 90);
	return 0;
}

/* The terrain and the side of a piece of the placed tile. */
static int read_piece(const struct node *n, struct entry *e)
{
	static const char *const words[] = {[TERRAIN_TRAIL] = "trail", [TERRAIN_BUSH] = "bush"};
	if (node_word(n, "on", words, sizeof(words) / sizeof(words[0]), &e->terrain) < 0)
		return -1;
	return node_letter(n, "side", tileset_side_letters, &e->side);
}

static int read_meeple(const struct node *n, struct entry *e)
{
	enum { BAOBAB = TERRAIN_BUSH + 1 };
	static const char *const words[] = {
		[TERRAIN_TRAIL] = "trail", [TERRAIN_BUSH] = "bush", [BAOBAB] = "baobab"};
	uint8_t on;
	if (node_word(n, "on", words, sizeof(words) / sizeof(words[0]), &on) < 0)
		return -1;
	if (on == BAOBAB) {
		e->type = ENTRY_BAOBAB;
		return 0;
	}
	e->type = ENTRY_MEEPLE;
	return read_piece(n, e);
}

static int read_ranger(const struct node *n, struct entry *e)
{
	e->type = ENTRY_RANGER;
	return read_pair(n, "from", &e->x, &e->y) < 0 ? -1 : read_pair(n, "to", &e->to_x, &e->to_y);
}

static int read_token(const struct node *n, struct entry *e)
{
	const char *words[CORNER_COUNT];
	for (size_t i = 0; i < CORNER_COUNT; i++)
		words[i] = tileset_corner_words[i];
	if (read_space(n, e) < 0 || node_word(n, "corner", words, CORNER_COUNT, &e->corner) < 0)
		return -1;
	return node_letter(n, "animal", tileset_animal_letters, &e->animals[0]);
}

static int read_dig(const struct node *n, struct entry *e)
{
	e->type = ENTRY_DIG;
	return read_token(n, e);
}

static int read_expand(const struct node *n, struct entry *e)
{
	e->type = ENTRY_EXPAND;
	return read_token(n, e);
}

static int read_pass(const struct node *n, struct entry *e)
{
	(void)n;
	e->type = ENTRY_PASS;
	return 0;
}

static int read_relocate(const struct node *n, struct entry *e)
{
	e->type = ENTRY_RELOCATE;
	return read_pair(n, "to", &e->to_x, &e->to_y);
}

static int read_boost(const struct node *n, struct entry *e)
{
	e->type = ENTRY_BOOST;
	if (read_piece(n, e) < 0)
		return -1;
	if (cJSON_IsNull(json_member(n->json, "animal"))) {
		e->animals[0] = ANIMAL_NONE;
		return 0;
	}
	return node_letter(n, "animal", tileset_animal_letters, &e->animals[0]);
}

static int read_resign(const struct node *n, struct entry *e)
{
	(void)n;
	e->type = ENTRY_RESIGN;
	return 0;
}

static int read_move(const struct node *n, const struct record *r, struct record_row *row)
{
	static const char *const words[] = {"place", "meeple",   "ranger", "dig",   "expand",
	                                    "pass",  "relocate", "boost",  "resign"};
	static int (*const readers[])(const struct node *, struct entry *) = {
		read_place, read_meeple,   read_ranger, read_dig,   read_expand,
		read_pass,  read_relocate, read_boost,  read_resign};
	uint8_t move;
	if (read_seat(n, r, &row->entry.seat) < 0)
		return -1;
	if (node_word(n, "move", words, sizeof(words) / sizeof(words[0]), &move) < 0)
		return -1;
	return readers[move](n, &row->entry);
}

static int read_points(const struct node *n, const struct record *r, struct record_row *row)
{
	long value;
	row->is_points = true;
	if (read_seat(n, r, &row->points.seat) < 0 ||
	    node_integer(n, "score", INT16_MIN, INT16_MAX, &value) < 0)
		return -1;
	if (value == 0)
		return node_refuse(n, "score", "must not be 0");
	row->points.value = (int16_t)value;
	return node_word(n, "for", record_points_words, POINTS_KIND_COUNT, &row->points.kind);
}

static int read_tokens(const struct node *n, const struct record *r, struct record_row *row)
{
	struct entry *e = &row->entry;
	struct node tokens;
	size_t count;
	e->type = ENTRY_TOKENS;
	if (read_seat(n, r, &e->seat) < 0 || node_array(n, "tokens", 1, 2, &tokens, &count) < 0)
		return -1;
	e->count = (uint8_t)count;
	for (size_t i = 0; i < count; i++) {
		const char *name = i ? "1" : "0";
		if (node_letter(&tokens, name, tileset_animal_letters, &e->animals[i]) < 0)
			return -1;
	}
	return node_word(n, "for", record_cause_words, CAUSE_COUNT, &e->cause);
}

/* "CS26.3": behind the last full stop the copy, spelled without leading zeros. */
static int read_tile(const struct node *n, const char *name, const struct record *r, uint8_t *tile)
{
	const char *string;
	if (node_string(n, name, &string) < 0)
		return -1;
	const char *stop = strrchr(string, '.');
	size_t digits = stop ? strspn(stop + 1, "0123456789") : 0;
	*tile = TILE_NONE;
	if (digits >= 1 && digits <= 2 && stop[1] != '0' && stop[1 + digits] == '\0') {
		unsigned copy = 0;
		for (size_t i = 1; i <= digits; i++)
			copy = copy * 10 + (unsigned)(stop[i] - '0');
		*tile = tileset_find(&r->set->ts, string, (size_t)(stop - string), copy);
	}
	if (*tile == TILE_NONE)
		return node_refuse(n, name, "must be a tile of the set \"%s\", as CODE.COPY",
		                   r->set->name);
	return 0;
}

static int read_draw(const struct node *n, const struct record *r, struct record_row *row)
{
	row->entry.type = ENTRY_DRAW;
	return read_tile(n, "draw", r, &row->entry.tile);
}

static int read_remove(const struct node *n, const struct record *r, struct record_row *row)
{
	row->entry.type = ENTRY_REMOVE;
	return read_tile(n, "remove", r, &row->entry.tile);
}

static int read_end(const struct node *n, const struct record *r, struct record_row *row)
{
	static const char *const words[] = {"agreed"};
	uint8_t agreed;
	(void)r;
	row->entry.type = ENTRY_END_AGREED;
	return node_word(n, "end", words, 1, &agreed);
}

struct row_kind {
	const char *name; /* the field that makes a row one of this kind */
	int (*read)(const struct node *, const struct record *, struct record_row *);
};

int read_row(const struct node *n, const struct record *r, struct record_row *row)
{
	static const struct row_kind kinds[] = {{"move", read_move},     {"score", read_points},
	                                        {"tokens", read_tokens}, {"draw", read_draw},
	                                        {"remove", read_remove}, {"end", read_end}};
	static const size_t count = sizeof(kinds) / sizeof(kinds[0]);
	size_t kind = 0;
	long choices;

	memset(row, 0, sizeof(*row));
	if (!cJSON_IsObject(n->json))
		return node_refuse(n, NULL, "must be an object");
	while (kind < count && !node_has(n, kinds[kind].name))
		kind++;
	if (kind == count)
		return node_refuse(
			n, NULL, "is no entry: it has no move, score, tokens, draw, remove or end");
	if (kinds[kind].read(n, r, row) < 0)
		return -1;
	if (node_has(n, "by") && node_word(n, "by", record_by_words, BY_COUNT, &row->by) < 0)
		return -1;
	if (json_get_integer(json_member(n->json, "choices"), 1, UINT16_MAX, &choices) == 0)
		row->choices = (uint16_t)choices;
	return 0;
}
