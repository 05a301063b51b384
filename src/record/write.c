/* SPDX-License-Identifier: ISC */
/*
 * Writing a record: the head in one line, then the log. Spelled by hand and not by cJSON, since the
 * same record must give the same bytes, and a simulation writes thousands of them.
 */
#include <assert.h>

#include "base/hex.h"
#include "base/json.h"
#include "record/record.h"

static void add_string(struct text *t, const char *before, const char *string)
{
	text_add(t, before);
	json_add_string(t, string);
}

static void add_number(struct text *t, const char *before, long value)
{
	text_add(t, before);
	text_add_int(t, value);
}

/* A word of ours, which needs no escapes. */
static void add_word(struct text *t, const char *before, const char *word)
{
	text_add(t, before);
	text_add_char(t, '"');
	text_add(t, word);
	text_add_char(t, '"');
}

static void add_letter(struct text *t, const char *before, char letter)
{
	add_word(t, before, (char[]){letter, '\0'});
}

static void add_hex(struct text *t, const char *before, const unsigned char *bytes, size_t n)
{
	char digits[HASH_HEX];
	hex_format(digits, bytes, n);
	add_word(t, before, digits);
}

static void add_pair(struct text *t, const char *before, int x, int y)
{
	add_number(t, before, x);
	add_number(t, ",", y);
	text_add_char(t, ']');
}

static void write_head(struct text *t, const struct record *r)
{
	text_add(t, "{\"format\": \"slowsafari-record\", \"version\": 1, \"rules\": 1");
	add_string(t, ", \"tileset\": ", r->set->name);
	add_word(t, ", \"tileset_sha256\": ", r->set->sha256);
	add_word(t, ", \"options\": {\"final_scoring\": ",
	         r->options.final_scoring == FINAL_EVERYONE ? "everyone" : "majority");
	add_word(t, ", \"baobab_tokens\": ",
	         r->options.baobab_tokens == BAOBAB_AFTERWARDS ? "afterwards" : "at once");
	add_hex(t, "}, \"commitment\": ", r->commitment, sizeof(r->commitment));
	if (r->has_seed)
		add_hex(t, ", \"seed\": ", r->seed, sizeof(r->seed));
	else
		text_add(t, ", \"seed\": null");
	for (unsigned i = 0; i < r->seat_count; i++)
		add_hex(t, i ? ", " : ", \"entropy\": [", r->entropy[i], DRAWS_ENTROPY_BYTES);
	for (unsigned i = 0; i < r->seat_count && r->entropy_from[i]; i++)
		add_word(t, i ? ", " : "], \"entropy_by\": [",
		         record_from_words[r->entropy_from[i]]);
	text_add(t, "], \"seats\": [");
	for (unsigned i = 0; i < r->seat_count; i++) {
		const struct record_seat *seat = &r->seats[i];
		add_string(t, i ? ", {\"name\": " : "{\"name\": ", seat->name);
		if (seat->bot[0])
			add_string(t, ", \"bot\": ", seat->bot);
		add_word(t, ", \"color\": ", record_color_words[seat->color]);
		add_number(t, ", \"joined\": ", seat->joined);
		text_add_char(t, '}');
	}
	text_add(t, "],");
}

static void write_points(struct text *t, const struct points *p)
{
	add_number(t, "{\"seat\":", p->seat);
	add_number(t, ",\"score\":", p->value);
	add_word(t, ",\"for\":", record_points_words[p->kind]);
}

static void write_tile(struct text *t, const char *before, const struct tileset *ts, uint8_t tile)
{
	text_add(t, before);
	text_add(t, tileset_kind_of(ts, tile)->code);
	add_number(t, ".", ts->tiles[tile].copy);
	text_add_char(t, '"');
}

static void write_piece(struct text *t, const struct entry *e)
{
	add_word(t, ",\"on\":", e->terrain == TERRAIN_BUSH ? "bush" : "trail");
	add_letter(t, ",\"side\":", tileset_side_letters[e->side]);
}

static void write_space(struct text *t, const struct entry *e)
{
	add_number(t, ",\"x\":", e->x);
	add_number(t, ",\"y\":", e->y);
}

static void write_token(struct text *t, const struct entry *e)
{
	write_space(t, e);
	add_word(t, ",\"corner\":", tileset_corner_words[e->corner]);
	add_letter(t, ",\"animal\":", tileset_animal_letters[e->animals[0]]);
}

/* The word of a move, and the fields behind it. */
static void write_move(struct text *t, const struct entry *e)
{
	add_number(t, "{\"seat\":", e->seat);
	switch ((enum entry_type)e->type) {
	case ENTRY_PLACE:
		text_add(t, ",\"move\":\"place\"");
		write_space(t, e);
		add_number(t, ",\"rotation\":", 90L * e->turns);
		break;
	case ENTRY_MEEPLE:
		text_add(t, ",\"move\":\"meeple\"");
		write_piece(t, e);
		break;
	case ENTRY_BAOBAB:
		text_add(t, ",\"move\":\"meeple\",\"on\":\"baobab\"");
		break;
	case ENTRY_RANGER:
		text_add(t, ",\"move\":\"ranger\"");
		add_pair(t, ",\"from\":[", e->x, e->y);
		add_pair(t, ",\"to\":[", e->to_x, e->to_y);
		break;
	case ENTRY_DIG:
		text_add(t, ",\"move\":\"dig\"");
		write_token(t, e);
		break;
	case ENTRY_EXPAND:
		text_add(t, ",\"move\":\"expand\"");
		write_token(t, e);
		break;
	case ENTRY_PASS:
		text_add(t, ",\"move\":\"pass\"");
		break;
	case ENTRY_RELOCATE:
		text_add(t, ",\"move\":\"relocate\"");
		add_pair(t, ",\"to\":[", e->to_x, e->to_y);
		break;
	case ENTRY_BOOST:
		text_add(t, ",\"move\":\"boost\"");
		write_piece(t, e);
		if (e->animals[0] == ANIMAL_NONE)
			text_add(t, ",\"animal\":null");
		else
			add_letter(t, ",\"animal\":", tileset_animal_letters[e->animals[0]]);
		break;
	case ENTRY_RESIGN:
		text_add(t, ",\"move\":\"resign\"");
		break;
	case ENTRY_TOKENS:
	case ENTRY_DRAW:
	case ENTRY_REMOVE:
	case ENTRY_END_AGREED:
	case ENTRY_END:
	case ENTRY_TYPE_COUNT:
		assert(false);
	}
}

static void write_entry(struct text *t, const struct tileset *ts, const struct entry *e)
{
	if (e->type == ENTRY_DRAW) {
		write_tile(t, "{\"draw\":\"", ts, e->tile);
	} else if (e->type == ENTRY_REMOVE) {
		write_tile(t, "{\"remove\":\"", ts, e->tile);
	} else if (e->type == ENTRY_END_AGREED) {
		text_add(t, "{\"end\":\"agreed\"");
	} else if (e->type == ENTRY_TOKENS) {
		add_number(t, "{\"seat\":", e->seat);
		for (unsigned i = 0; i < e->count; i++)
			add_letter(t, i ? "," : ",\"tokens\":[",
			           tileset_animal_letters[e->animals[i]]);
		add_word(t, "],\"for\":", record_cause_words[e->cause]);
	} else {
		write_move(t, e);
	}
}

static void write_row(struct text *t, const struct tileset *ts, const struct record_row *row)
{
	if (row->is_points)
		write_points(t, &row->points);
	else
		write_entry(t, ts, &row->entry);
	if (row->by != BY_PERSON)
		add_word(t, ",\"by\":", record_by_words[row->by]);
	if (row->choices)
		add_number(t, ",\"choices\":", row->choices);
	text_add_char(t, '}');
}

static void write_result(struct text *t, const struct record *r)
{
	if (!r->has_result) {
		text_add(t, "\"result\":null}\n");
		return;
	}
	for (unsigned i = 0; i < r->seat_count; i++)
		add_number(t, i ? ", " : "\"result\":{\"scores\": [", r->scores[i]);
	text_add(t, "], \"winners\": [");
	for (unsigned i = 0, written = 0; i < r->seat_count; i++) {
		if (r->winners_mask >> i & 1)
			add_number(t, written++ ? ", " : "", i);
	}
	text_add(t, "]}}\n");
}

void record_write(struct text *t, const struct record *r, enum record_layout layout)
{
	const char *line = layout == LAYOUT_FILE ? "\n" : "";
	write_head(t, r);
	text_add(t, line);
	text_add(t, "\"log\":[");
	for (size_t i = 0; i < r->row_count; i++) {
		if (i)
			text_add_char(t, ',');
		text_add(t, line);
		write_row(t, &r->set->ts, &r->rows[i]);
	}
	text_add(t, line);
	text_add(t, "],");
	text_add(t, line);
	write_result(t, r);
}
