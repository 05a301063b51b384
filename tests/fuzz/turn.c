/* SPDX-License-Identifier: ISC */
/*
 * Bytes as the text of a turn: whatever is accepted has one spelling, and reads back as the same
 * entries. Bytes as an entry: whatever a seat can choose is spelled, and reads back.
 */
#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "engine/game.h"
#include "engine/notation.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SEAT = 3 };

/* The entry's one spelling is read as that entry. Answers the spelling's length. */
static size_t check_spelling(const struct entry *e, char text[NOTATION_MAX])
{
	struct entry again;
	size_t len = notation_format(e, text);
	assert(len > 0 && len < NOTATION_MAX && strlen(text) == len);
	assert(notation_parse(text, len, SEAT, &again) == 0);
	assert(memcmp(e, &again, sizeof(again)) == 0);
	return len;
}

static void check_turn(const char *text, size_t len)
{
	struct entry turn[NOTATION_TURN_MAX], again[NOTATION_TURN_MAX];
	char joined[NOTATION_TURN_MAX * (NOTATION_MAX + 1)];
	size_t count, count_again, fault, joined_len = 0;
	if (notation_parse_turn(text, len, SEAT, turn, &count, &fault)) {
		assert(fault <= len);
		return;
	}
	assert(count >= 1 && count <= NOTATION_TURN_MAX);
	for (size_t i = 0; i < count; i++) {
		if (i)
			joined[joined_len++] = ';';
		joined_len += check_spelling(&turn[i], joined + joined_len);
	}
	assert(notation_parse_turn(joined, joined_len, SEAT, again, &count_again, &fault) == 0);
	assert(count == count_again);
	assert(memcmp(turn, again, count * sizeof(turn[0])) == 0);
}

/* A single entry has no other spelling than its own. */
static void check_single(const char *text, size_t len)
{
	struct entry e;
	char spelled[NOTATION_MAX];
	if (notation_parse(text, len, SEAT, &e))
		return;
	assert(check_spelling(&e, spelled) == len && memcmp(spelled, text, len) == 0);
}

/* Something that a seat can choose, from any bytes; the fields that its type does not name are 0.
 */
static struct entry entry_of(const struct entry *any)
{
	static const uint8_t chosen[] = {ENTRY_PLACE,    ENTRY_MEEPLE, ENTRY_BAOBAB,
	                                 ENTRY_RANGER,   ENTRY_DIG,    ENTRY_EXPAND,
	                                 ENTRY_RELOCATE, ENTRY_BOOST,  ENTRY_PASS};
	struct entry e = {.type = chosen[any->type % sizeof(chosen)], .seat = SEAT};
	bool has_space = e.type == ENTRY_PLACE || e.type == ENTRY_RANGER || e.type == ENTRY_DIG ||
	                 e.type == ENTRY_EXPAND;
	bool has_target = e.type == ENTRY_RANGER || e.type == ENTRY_RELOCATE;
	bool has_piece = e.type == ENTRY_MEEPLE || e.type == ENTRY_BOOST;
	if (has_space) {
		e.x = (int8_t)(any->x == INT8_MIN ? 0 : any->x);
		e.y = (int8_t)(any->y == INT8_MIN ? 0 : any->y);
	}
	if (has_target) {
		e.to_x = (int8_t)(any->to_x == INT8_MIN ? 0 : any->to_x);
		e.to_y = (int8_t)(any->to_y == INT8_MIN ? 0 : any->to_y);
	}
	if (has_piece) {
		e.terrain = any->terrain % 2 ? TERRAIN_TRAIL : TERRAIN_BUSH;
		e.side = any->side % SIDE_COUNT;
	}
	if (e.type == ENTRY_PLACE)
		e.turns = any->turns % 4;
	if (e.type == ENTRY_BOOST)
		e.animals[0] = any->animals[0] % (ANIMAL_COUNT + 1);
	if (e.type == ENTRY_DIG || e.type == ENTRY_EXPAND) {
		e.corner = any->corner % CORNER_COUNT;
		e.animals[0] = any->animals[0] % ANIMAL_COUNT;
	}
	return e;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data;
	check_turn(text, size);
	check_single(text, size);
	if (size >= sizeof(struct entry)) {
		struct entry any;
		char spelled[NOTATION_MAX];
		memcpy(&any, data, sizeof(any));
		struct entry e = entry_of(&any);
		check_spelling(&e, spelled);
	}
	return 0;
}
