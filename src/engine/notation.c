/* SPDX-License-Identifier: ISC */
/*
 * The text form. Each kind of entry is a word and a list of what follows it, so that one table
 * serves both ways and no spelling is known twice.
 */
#include "engine/notation.h"

#include "engine/game.h"

#include <string.h>

/* What stands behind the word, each behind a space. */
enum part {
	PART_END,
	PART_XY,
	PART_TO_XY,
	PART_ROTATION,
	PART_TERRAIN,
	PART_SIDE,
	PART_CORNER,
	PART_ANIMAL,
	PART_ANIMAL_OR_NONE
};

struct form {
	const char *word;
	uint8_t type;
	uint8_t parts[4];
};

/* "meeple baobab" comes before "meeple", whose first part is no baobab. */
static const struct form forms[] = {
	{"place", ENTRY_PLACE, {PART_XY, PART_ROTATION}},
	{"meeple baobab", ENTRY_BAOBAB, {PART_END}},
	{"meeple", ENTRY_MEEPLE, {PART_TERRAIN, PART_SIDE}},
	{"ranger", ENTRY_RANGER, {PART_XY, PART_TO_XY}},
	{"dig", ENTRY_DIG, {PART_XY, PART_CORNER, PART_ANIMAL}},
	{"expand", ENTRY_EXPAND, {PART_XY, PART_CORNER, PART_ANIMAL}},
	{"pass", ENTRY_PASS, {PART_END}},
	{"relocate", ENTRY_RELOCATE, {PART_TO_XY}},
	{"boost", ENTRY_BOOST, {PART_TERRAIN, PART_SIDE, PART_ANIMAL_OR_NONE}},
	{"resign", ENTRY_RESIGN, {PART_END}},
	{"draw", ENTRY_DRAW, {PART_END}},
	{"end agreed", ENTRY_END_AGREED, {PART_END}},
};
enum { FORM_COUNT = sizeof(forms) / sizeof(forms[0]) };

static const char *const rotations[4] = {"0", "90", "180", "270"};
static const char *const terrains[] = {"", "", "trail", "bush"};

static size_t put(char *out, size_t at, const char *word, size_t len)
{
	memcpy(out + at, word, len);
	return at + len;
}

static size_t put_word(char *out, size_t at, const char *word)
{
	return put(out, at, word, strlen(word));
}

static size_t put_number(char *out, size_t at, int n)
{
	unsigned magnitude = (unsigned)(n < 0 ? -n : n);
	if (n < 0)
		out[at++] = '-';
	if (magnitude >= 100)
		out[at++] = (char)('0' + magnitude / 100);
	if (magnitude >= 10)
		out[at++] = (char)('0' + magnitude / 10 % 10);
	out[at++] = (char)('0' + magnitude % 10);
	return at;
}

static size_t put_xy(char *out, size_t at, int x, int y)
{
	at = put_number(out, at, x);
	out[at++] = ',';
	return put_number(out, at, y);
}

static size_t put_part(char *out, size_t at, enum part part, const struct entry *e)
{
	switch (part) {
	case PART_XY:
		return put_xy(out, at, e->x, e->y);
	case PART_TO_XY:
		return put_xy(out, at, e->to_x, e->to_y);
	case PART_ROTATION:
		return put_word(out, at, rotations[e->turns]);
	case PART_TERRAIN:
		return put_word(out, at, terrains[e->terrain]);
	case PART_SIDE:
		return put(out, at, &tileset_side_letters[e->side], 1);
	case PART_CORNER:
		return put_word(out, at, tileset_corner_words[e->corner]);
	case PART_ANIMAL_OR_NONE:
		if (e->animals[0] == ANIMAL_NONE)
			return put_word(out, at, "none");
		return put(out, at, &tileset_animal_letters[e->animals[0]], 1);
	case PART_ANIMAL:
		return put(out, at, &tileset_animal_letters[e->animals[0]], 1);
	case PART_END:
		break;
	}
	return at;
}

size_t notation_format(const struct entry *e, char out[NOTATION_MAX])
{
	for (unsigned f = 0; f < FORM_COUNT; f++) {
		if (forms[f].type != e->type)
			continue;
		size_t at = put_word(out, 0, forms[f].word);
		for (unsigned p = 0; p < 4 && forms[f].parts[p] != PART_END; p++) {
			out[at++] = ' ';
			at = put_part(out, at, (enum part)forms[f].parts[p], e);
		}
		out[at] = '\0';
		return at;
	}
	out[0] = '\0';
	return 0;
}

/* What is still to be read. */
struct rest {
	const char *at, *end;
};

static bool eat(struct rest *r, const char *word)
{
	size_t len = strlen(word);
	if ((size_t)(r->end - r->at) < len || memcmp(r->at, word, len) != 0)
		return false;
	r->at += len;
	return true;
}

/* A number with one spelling: no "+", no leading zero, no "-0". */
static bool eat_number(struct rest *r, int8_t *out)
{
	struct rest probe = *r;
	bool negative = eat(&probe, "-");
	const char *first = probe.at;
	int n = 0;
	while (probe.at < probe.end && *probe.at >= '0' && *probe.at <= '9' && probe.at - first < 3)
		n = n * 10 + (*probe.at++ - '0');
	if (probe.at == first || n > COORDINATE_MAX ||
	    (*first == '0' && (negative || probe.at - first > 1)))
		return false;
	*out = (int8_t)(negative ? -n : n);
	*r = probe;
	return true;
}

static bool eat_xy(struct rest *r, int8_t *x, int8_t *y)
{
	return eat_number(r, x) && eat(r, ",") && eat_number(r, y);
}

/* One of the words; its index goes to *out. */
static bool eat_one_of(struct rest *r, const char *const words[], unsigned count, uint8_t *out)
{
	for (unsigned i = 0; i < count; i++) {
		struct rest probe = *r;
		if (!words[i][0] || !eat(&probe, words[i]) ||
		    (probe.at < probe.end && *probe.at != ' '))
			continue;
		*r = probe;
		*out = (uint8_t)i;
		return true;
	}
	return false;
}

static bool eat_letter(struct rest *r, const char *letters, uint8_t *out)
{
	const char *p = r->at < r->end && *r->at ? strchr(letters, *r->at) : NULL;
	if (!p)
		return false;
	r->at++;
	*out = (uint8_t)(p - letters);
	return true;
}

static bool eat_part(struct rest *r, enum part part, struct entry *e)
{
	static const char *const corners[] = {"NE", "SE", "SW", "NW"};
	switch (part) {
	case PART_XY:
		return eat_xy(r, &e->x, &e->y);
	case PART_TO_XY:
		return eat_xy(r, &e->to_x, &e->to_y);
	case PART_ROTATION:
		return eat_one_of(r, rotations, 4, &e->turns);
	case PART_TERRAIN:
		return eat_one_of(r, terrains, 4, &e->terrain);
	case PART_SIDE:
		return eat_letter(r, tileset_side_letters, &e->side);
	case PART_CORNER:
		return eat_one_of(r, corners, CORNER_COUNT, &e->corner);
	case PART_ANIMAL_OR_NONE:
		e->animals[0] = ANIMAL_NONE;
		return eat(r, "none") || eat_letter(r, tileset_animal_letters, &e->animals[0]);
	case PART_ANIMAL:
		return eat_letter(r, tileset_animal_letters, &e->animals[0]);
	case PART_END:
		break;
	}
	return false;
}

static bool eat_form(struct rest *r, const struct form *f, struct entry *e)
{
	if (!eat(r, f->word))
		return false;
	for (unsigned p = 0; p < 4 && f->parts[p] != PART_END; p++) {
		if (!eat(r, " ") || !eat_part(r, (enum part)f->parts[p], e))
			return false;
	}
	return r->at == r->end;
}

int notation_parse(const char *text, size_t len, unsigned seat, struct entry *e)
{
	for (unsigned f = 0; f < FORM_COUNT; f++) {
		struct rest r = {text, text + len};
		bool is_unsaid = forms[f].type == ENTRY_DRAW || forms[f].type == ENTRY_END_AGREED;
		struct entry read = {.type = forms[f].type, .seat = is_unsaid ? 0 : (uint8_t)seat};
		if (eat_form(&r, &forms[f], &read)) {
			*e = read;
			return 0;
		}
	}
	return -1;
}

int notation_parse_turn(const char *text, size_t len, unsigned seat,
                        struct entry out[NOTATION_TURN_MAX], size_t *count, size_t *fault)
{
	size_t n = 0, at = 0;
	for (;;) {
		const char *semicolon = len > at ? memchr(text + at, ';', len - at) : NULL;
		size_t end = semicolon ? (size_t)(semicolon - text) : len, to = end;
		while (at < to && text[at] == ' ')
			at++;
		while (to > at && text[to - 1] == ' ')
			to--;
		if (n == NOTATION_TURN_MAX || notation_parse(text + at, to - at, seat, &out[n])) {
			*fault = at;
			return -1;
		}
		n++;
		if (!semicolon)
			break;
		at = end + 1;
	}
	*count = n;
	return 0;
}
