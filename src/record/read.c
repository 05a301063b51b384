/* SPDX-License-Identifier: ISC */
/*
 * Reading a record's document: everything but the rows of its log, which are in read_row.c.
 */
#include "record/read_row.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/utf8.h"

enum { VERSION = 1, RULES = 1 };

static const char *const names[SEATS_MAX] = {"0", "1", "2", "3", "4"};

static int read_head(const struct node *doc)
{
	const char *format;
	long version, rules;
	if (node_string(doc, "format", &format) < 0)
		return -1;
	if (strcmp(format, "slowsafari-record") != 0)
		return node_refuse(doc, "format", "must be \"slowsafari-record\"");
	if (node_integer(doc, "version", VERSION, VERSION, &version) < 0)
		return -1;
	return node_integer(doc, "rules", RULES, RULES, &rules);
}

static int read_set(const struct node *doc, const struct record_set *sets, size_t count,
                    struct record *r)
{
	const char *name;
	unsigned char hash[HASH_BYTES];
	const struct record_set *named = NULL;
	if (node_string(doc, "tileset", &name) < 0)
		return -1;
	if (!utf8_is_name(name, strlen(name), LIMIT_SET_NAME_BYTES))
		return node_refuse(doc, "tileset", "must be the name of a tile set");
	for (size_t i = 0; i < count && !named; i++) {
		if (strcmp(sets[i].name, name) == 0)
			named = &sets[i];
	}
	if (!node_has(doc, "tileset_sha256")) {
		r->set = named;
	} else {
		if (node_hex(doc, "tileset_sha256", hash, sizeof(hash)) < 0)
			return -1;
		const char *hex = json_get_string(json_member(doc->json, "tileset_sha256"));
		for (size_t i = 0; i < count && !r->set; i++) {
			if (strcmp(sets[i].sha256, hex) == 0)
				r->set = &sets[i];
		}
		if (!r->set && named)
			return node_refuse(doc, "tileset_sha256",
			                   "the tile set \"%s\" is known here with other bytes",
			                   name);
	}
	if (!r->set)
		return node_refuse(doc, "tileset", "the tile set \"%s\" is not known here", name);
	return 0;
}

static int read_options(const struct node *doc, struct game_options *out)
{
	static const char *const final_words[] = {"majority", "everyone"};
	static const char *const baobab_words[] = {"at once", "afterwards"};
	struct node options;
	if (!node_has(doc, "options"))
		return 0;
	if (node_object(doc, "options", &options) < 0)
		return -1;
	if (node_has(&options, "final_scoring") &&
	    node_word(&options, "final_scoring", final_words, 2, &out->final_scoring) < 0)
		return -1;
	if (node_has(&options, "baobab_tokens") &&
	    node_word(&options, "baobab_tokens", baobab_words, 2, &out->baobab_tokens) < 0)
		return -1;
	return 0;
}

static int read_draws(const struct node *doc, struct record *r)
{
	struct node entropy, from;
	size_t count;
	if (node_hex(doc, "commitment", r->commitment, sizeof(r->commitment)) < 0)
		return -1;
	if (!cJSON_IsNull(json_member(doc->json, "seed"))) {
		if (node_hex(doc, "seed", r->seed, sizeof(r->seed)) < 0)
			return -1;
		r->has_seed = true;
	}
	if (node_array(doc, "entropy", SEATS_MIN, SEATS_MAX, &entropy, &count) < 0)
		return -1;
	r->seat_count = (uint8_t)count;
	for (size_t i = 0; i < count; i++) {
		if (node_hex(&entropy, names[i], r->entropy[i], DRAWS_ENTROPY_BYTES) < 0)
			return -1;
	}
	if (!node_has(doc, "entropy_by"))
		return 0;
	if (node_array(doc, "entropy_by", count, count, &from, NULL) < 0)
		return -1;
	for (size_t i = 0; i < count; i++) {
		if (node_word(&from, names[i], record_from_words, FROM_COUNT, &r->entropy_from[i]) <
		    0)
			return -1;
	}
	return 0;
}

static int read_seat(const struct node *n, const struct record *r, struct record_seat *seat)
{
	const char *name;
	long joined;
	if (node_string(n, "name", &name) < 0)
		return -1;
	if (!utf8_is_name(name, strlen(name), LIMIT_NAME_CODE_POINTS))
		return node_refuse(n, "name",
		                   "must be 1 to %d characters, none of them a control character",
		                   LIMIT_NAME_CODE_POINTS);
	memcpy(seat->name, name, strlen(name) + 1);
	if (node_word(n, "color", record_color_words, COLOR_COUNT, &seat->color) < 0)
		return -1;
	if (node_integer(n, "joined", 0, r->seat_count - 1L, &joined) < 0)
		return -1;
	seat->joined = (uint8_t)joined;
	const char *bot = json_get_string(json_member(n->json, "bot"));
	if (bot && strlen(bot) <= LIMIT_BOT_NAME_BYTES &&
	    utf8_is_name(bot, strlen(bot), strlen(bot)))
		memcpy(seat->bot, bot, strlen(bot) + 1);
	return 0;
}

static int read_seats(const struct node *doc, struct record *r)
{
	struct node seats, seat;
	unsigned colors = 0, joined = 0;
	if (node_array(doc, "seats", r->seat_count, r->seat_count, &seats, NULL) < 0)
		return -1;
	for (unsigned i = 0; i < r->seat_count; i++) {
		struct record_seat *s = &r->seats[i];
		if (node_object(&seats, names[i], &seat) < 0 || read_seat(&seat, r, s) < 0)
			return -1;
		if (colors >> s->color & 1)
			return node_refuse(&seat, "color", "is another seat's");
		if (joined >> s->joined & 1)
			return node_refuse(&seat, "joined", "is another seat's");
		colors |= 1u << s->color;
		joined |= 1u << s->joined;
	}
	return 0;
}

static int read_log(const struct node *doc, struct record *r)
{
	struct node log;
	size_t count, i = 0;
	if (node_array(doc, "log", 0, LIMIT_RECORD_ROWS, &log, &count) < 0)
		return -1;
	if (count == 0)
		return 0;
	r->rows = memory_resize(NULL, count, sizeof(*r->rows));
	r->row_room = r->row_count = count;
	for (const cJSON *item = log.json->child; item; item = item->next, i++) {
		struct node row = {.json = item, .fault = doc->fault};
		snprintf(row.place, sizeof(row.place), "/log/%zu", i);
		if (read_row(&row, r, &r->rows[i]) < 0)
			return -1;
	}
	return 0;
}

static int read_result(const struct node *doc, struct record *r)
{
	struct node result, scores, winners;
	size_t count;
	long value, last = -1;
	if (cJSON_IsNull(json_member(doc->json, "result")))
		return 0;
	if (node_object(doc, "result", &result) < 0 ||
	    node_array(&result, "scores", r->seat_count, r->seat_count, &scores, NULL) < 0)
		return -1;
	for (unsigned i = 0; i < r->seat_count; i++) {
		if (node_integer(&scores, names[i], 0, INT16_MAX, &value) < 0)
			return -1;
		r->scores[i] = (int16_t)value;
	}
	if (node_array(&result, "winners", 0, r->seat_count, &winners, &count) < 0)
		return -1;
	for (size_t i = 0; i < count; i++) {
		if (node_integer(&winners, names[i], 0, r->seat_count - 1L, &value) < 0)
			return -1;
		if (value <= last)
			return node_refuse(&winners, names[i], "must be above the seat before it");
		r->winners_mask |= (uint8_t)(1u << value);
		last = value;
	}
	r->has_result = true;
	return 0;
}

static int read_document(const struct node *doc, const struct record_set *sets, size_t set_count,
                         struct record *r)
{
	if (!cJSON_IsObject(doc->json))
		return node_refuse(doc, NULL, "must be an object");
	if (read_head(doc) < 0 || read_set(doc, sets, set_count, r) < 0 ||
	    read_options(doc, &r->options) < 0 || read_draws(doc, r) < 0 ||
	    read_seats(doc, r) < 0 || read_log(doc, r) < 0 || read_result(doc, r) < 0)
		return -1;
	return 0;
}

int record_parse(struct record *r, const char *text, size_t len, const struct record_set *sets,
                 size_t set_count, struct fault *fault)
{
	record_init(r);
	cJSON *json = json_parse(text, len, LIMIT_RECORD_BYTES, fault);
	if (!json)
		return -1;
	struct node doc = {.json = json, .fault = fault};
	int answer = read_document(&doc, sets, set_count, r);
	cJSON_Delete(json);
	if (answer < 0)
		record_release(r);
	return answer;
}
