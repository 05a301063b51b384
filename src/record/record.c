/* SPDX-License-Identifier: ISC */
/*
 * The record as a value: its words, and how it grows. Reading is read.c and read_row.c, writing
 * write.c.
 */
#include "record/record.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

const char *const record_color_words[COLOR_COUNT] = {"yellow", "red", "green", "blue", "black"};
const char *const record_by_words[BY_COUNT] = {NULL, "caretaker", "standing order", "bot"};
const char *const record_from_words[FROM_COUNT] = {NULL, "player", "server"};
const char *const record_points_words[POINTS_KIND_COUNT] = {
	[POINTS_DIG] = "dig",
	[POINTS_EXPAND] = "expand",
	[POINTS_HOLE] = "watering hole",
	[POINTS_TRAIL] = "trail",
	[POINTS_BUSH] = "bush",
	[POINTS_RANGER] = "ranger",
	[POINTS_FINAL_TRAIL] = "final trail",
	[POINTS_FINAL_BUSH] = "final bush",
	[POINTS_FINAL_TOKENS] = "final tokens",
};
const char *const record_cause_words[CAUSE_COUNT] = {"setup", "laid", "baobab"};

int record_set_parse(struct record_set *set, const char *name, size_t name_len, const char *text,
                     size_t len, struct tileset_fault *fault)
{
	if (name_len > LIMIT_SET_NAME_BYTES)
		name_len = LIMIT_SET_NAME_BYTES;
	memcpy(set->name, name, name_len);
	set->name[name_len] = '\0';
	hash_sha256_hex(set->sha256, text, len);
	return tileset_parse(&set->ts, text, len, fault);
}

void record_init(struct record *r)
{
	memset(r, 0, sizeof(*r));
}

void record_release(struct record *r)
{
	free(r->rows);
	record_init(r);
}

static struct record_row *add_row(struct record *r)
{
	assert(r->row_count < LIMIT_RECORD_ROWS);
	if (r->row_count == r->row_room) {
		r->row_room = r->row_room ? 2 * r->row_room : 256;
		r->rows = memory_resize(r->rows, r->row_room, sizeof(*r->rows));
	}
	struct record_row *row = &r->rows[r->row_count++];
	memset(row, 0, sizeof(*row));
	return row;
}

void record_add(struct record *r, const struct entry *e, const struct game *g, enum record_by by,
                unsigned choices)
{
	assert(choices <= UINT16_MAX);
	if (e->type != ENTRY_END) {
		struct record_row *row = add_row(r);
		row->entry = *e;
		row->by = (uint8_t)by;
		row->choices = (uint16_t)choices;
	}
	for (unsigned i = 0; i < g->points_count; i++) {
		struct record_row *row = add_row(r);
		row->is_points = true;
		row->points = g->points[i];
		row->points.piece = 0;
	}
}

void record_finish(struct record *r, const struct game *g)
{
	assert(g->awaits == AWAITS_END);
	r->has_result = true;
	memcpy(r->scores, g->scores, sizeof(r->scores));
	r->winners_mask = (uint8_t)game_winners(g);
}
