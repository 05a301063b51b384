/* SPDX-License-Identifier: ISC */
/*
 * The text of entries: one spelling for each, both ways. That all legal entries of games go there
 * and back is in engine_random.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "engine/game.h"
#include "engine/notation.h"

struct spelling {
	const char *text;
	struct entry e;
};

static const struct spelling spellings[] = {
	{"place 3,1 90", {.type = ENTRY_PLACE, .x = 3, .y = 1, .turns = 1}},
	{"place -127,127 270", {.type = ENTRY_PLACE, .x = -127, .y = 127, .turns = 3}},
	{"place 0,-10 0", {.type = ENTRY_PLACE, .y = -10}},
	{"place 109,100 180", {.type = ENTRY_PLACE, .x = 109, .y = 100, .turns = 2}},
	{"meeple trail N", {.type = ENTRY_MEEPLE, .terrain = TERRAIN_TRAIL}},
	{"meeple bush W", {.type = ENTRY_MEEPLE, .terrain = TERRAIN_BUSH, .side = SIDE_W}},
	{"meeple baobab", {.type = ENTRY_BAOBAB}},
	{"ranger 0,1 2,-2", {.type = ENTRY_RANGER, .y = 1, .to_x = 2, .to_y = -2}},
	{"dig 1,0 NE L",
         {.type = ENTRY_DIG, .x = 1, .corner = CORNER_NE, .animals = {ANIMAL_LION}}},
	{"expand 1,0 NW Z",
         {.type = ENTRY_EXPAND, .x = 1, .corner = CORNER_NW, .animals = {ANIMAL_ZEBRA}}},
	{"expand -127,-127 SW M",
         {.type = ENTRY_EXPAND, .x = -127, .y = -127, .corner = CORNER_SW}},
	{"pass", {.type = ENTRY_PASS}},
	{"relocate 2,-1", {.type = ENTRY_RELOCATE, .to_x = 2, .to_y = -1}},
	{"boost bush W G",
         {.type = ENTRY_BOOST,
          .terrain = TERRAIN_BUSH,
          .side = SIDE_W,
          .animals = {ANIMAL_GIRAFFE}}},
	{"boost trail S none",
         {.type = ENTRY_BOOST, .terrain = TERRAIN_TRAIL, .side = SIDE_S, .animals = {ANIMAL_NONE}}},
	{"resign", {.type = ENTRY_RESIGN}},
	{"draw", {.type = ENTRY_DRAW}},
	{"end agreed", {.type = ENTRY_END_AGREED}},
};
enum { SPELLING_COUNT = sizeof(spellings) / sizeof(spellings[0]) };

static void each_entry_has_its_spelling(void **state)
{
	(void)state;
	for (unsigned i = 0; i < SPELLING_COUNT; i++) {
		struct entry e;
		char text[NOTATION_MAX];
		size_t len = strlen(spellings[i].text);
		assert_int_equal(notation_parse(spellings[i].text, len, 0, &e), 0);
		assert_memory_equal(&e, &spellings[i].e, sizeof(e));
		assert_int_equal(notation_format(&e, text), len);
		assert_string_equal(text, spellings[i].text);
	}
}

static void every_kind_of_choice_has_a_spelling(void **state)
{
	(void)state;
	bool is_spelt[ENTRY_TYPE_COUNT] = {false};
	for (unsigned i = 0; i < SPELLING_COUNT; i++)
		is_spelt[spellings[i].e.type] = true;
	for (unsigned type = ENTRY_PLACE; type <= ENTRY_RESIGN; type++)
		assert_true(is_spelt[type]);
}

static void the_seat_is_the_speakers_and_nobodys_for_draws_and_ends(void **state)
{
	(void)state;
	struct entry e;
	assert_int_equal(notation_parse("pass", 4, 3, &e), 0);
	assert_int_equal(e.seat, 3);
	assert_int_equal(notation_parse("draw", 4, 3, &e), 0);
	assert_int_equal(e.seat, 0);
	assert_int_equal(notation_parse("end agreed", 10, 3, &e), 0);
	assert_int_equal(e.seat, 0);
}

static void what_nobody_chooses_has_no_text(void **state)
{
	(void)state;
	static const uint8_t types[] = {ENTRY_TOKENS, ENTRY_REMOVE, ENTRY_END, ENTRY_TYPE_COUNT,
	                                255};
	for (unsigned i = 0; i < sizeof(types); i++) {
		char text[NOTATION_MAX] = "x";
		struct entry e = {.type = types[i]};
		assert_int_equal(notation_format(&e, text), 0);
		assert_string_equal(text, "");
	}
}

static const char *const malformed[] = {
	"",
	" ",
	"pas",
	"passs",
	"pass ",
	" pass",
	"PASS",
	"pass 1",
	"place",
	"place ",
	"place 3",
	"place 3,",
	"place 3,1",
	"place 3,1 ",
	"place 3,1 45",
	"place 3,1 360",
	"place 3,1 090",
	"place 3,1 -90",
	"place 3,1 90 ",
	"place 3,1 90x",
	"place 3,1 9",
	"place  3,1 90",
	"place 3 ,1 90",
	"place 3, 1 90",
	"place +3,1 90",
	"place 03,1 90",
	"place 00,1 90",
	"place -0,1 90",
	"place 3,-0 90",
	"place -,1 90",
	"place 128,1 90",
	"place 3,-128 90",
	"place 999,1 90",
	"place 1000,1 90",
	"place 1.5,1 90",
	"place a,1 90",
	"place 3,1 north",
	"place3,1 90",
	"place 3,1  90",
	"place 3,1\t90",
	"place 3;1 90",
	"meeple",
	"meeple ",
	"meeple trail",
	"meeple trail ",
	"meeple trail X",
	"meeple trail n",
	"meeple trail NE",
	"meeple trailN",
	"meeple savanna N",
	"meeple  N",
	"meeple N",
	"meeple baobab N",
	"meeple baobabs",
	"meeple baobab ",
	"baobab",
	"ranger",
	"ranger 0,1",
	"ranger 0,1 ",
	"ranger 0,1 2",
	"ranger 0,1 2,2 3,3",
	"ranger 0,1,2,2",
	"dig",
	"dig 1,0",
	"dig 1,0 NE",
	"dig 1,0 NE ",
	"dig 1,0 NE X",
	"dig 1,0 NE l",
	"dig 1,0 NE none",
	"dig 1,0 N L",
	"dig 1,0 EN L",
	"dig 1,0 NEL",
	"dig 1,0 NE LL",
	"dig NE L",
	"expand 1,0 NE",
	"expand 1,0 NE none",
	"expand 1,0 ne Z",
	"relocate",
	"relocate 2",
	"relocate 2,-1 0,0",
	"boost",
	"boost bush W",
	"boost bush W ",
	"boost bush W X",
	"boost bush W nonex",
	"boost bush W Znone",
	"boost bush W None",
	"boost bush Z",
	"boost baobab W Z",
	"boost bush W Z Z",
	"resign ",
	"resigned",
	"draw CS1.1",
	"draw ",
	"end",
	"end ",
	"end  agreed",
	"end agreed ",
	"tokens",
	"remove CS1.1",
	"pass; pass",
	"pass;",
};

static void nothing_else_is_an_entry(void **state)
{
	(void)state;
	for (unsigned i = 0; i < sizeof(malformed) / sizeof(malformed[0]); i++) {
		struct entry e, untouched;
		memset(&e, 0x5a, sizeof(e));
		untouched = e;
		if (notation_parse(malformed[i], strlen(malformed[i]), 0, &e) != -1)
			fail_msg("taken for an entry: \"%s\"", malformed[i]);
		assert_memory_equal(&e, &untouched, sizeof(e));
	}
}

static void bytes_beyond_the_text_are_not_looked_at(void **state)
{
	(void)state;
	struct entry e;
	assert_int_equal(notation_parse("passport", 4, 0, &e), 0);
	assert_int_equal(notation_parse("place 1,1 900", 12, 0, &e), 0);
	assert_int_equal(e.turns, 1);
	assert_int_equal(notation_parse("place 1,1 90\0", 13, 0, &e), -1);
	assert_int_equal(notation_parse("dig 1,0 NE \0", 12, 0, &e), -1);
	assert_int_equal(notation_parse("meeple trail N", 13, 0, &e), -1);
}

static size_t turn(const char *text, struct entry out[NOTATION_TURN_MAX])
{
	size_t count = 0, fault = 0;
	assert_int_equal(notation_parse_turn(text, strlen(text), 1, out, &count, &fault), 0);
	return count;
}

static size_t fault_of(const char *text)
{
	struct entry out[NOTATION_TURN_MAX];
	size_t count = 77, fault = 999;
	assert_int_equal(notation_parse_turn(text, strlen(text), 1, out, &count, &fault), -1);
	assert_int_equal(count, 77);
	return fault;
}

static void a_turn_is_entries_with_semicolons_between_them(void **state)
{
	(void)state;
	struct entry out[NOTATION_TURN_MAX];
	assert_int_equal(turn("pass", out), 1);
	assert_int_equal(turn("place 3,1 90;meeple trail N", out), 2);
	assert_int_equal(turn("  place 3,1 90 ;   meeple trail N  ; relocate 0,2 ", out), 3);
	assert_int_equal(out[0].type, ENTRY_PLACE);
	assert_int_equal(out[1].type, ENTRY_MEEPLE);
	assert_int_equal(out[2].type, ENTRY_RELOCATE);
	assert_int_equal(out[2].seat, 1);
	assert_int_equal(turn("pass;pass;pass;pass;pass;pass;pass;pass;pass;pass;pass;pass", out),
	                 12);
}

static void a_turns_fault_is_where_its_entry_begins(void **state)
{
	(void)state;
	assert_int_equal(fault_of(""), 0);
	assert_int_equal(fault_of("  "), 2);
	assert_int_equal(fault_of("pas"), 0);
	assert_int_equal(fault_of("pass;"), 5);
	assert_int_equal(fault_of(";pass"), 0);
	assert_int_equal(fault_of("pass; ;pass"), 6);
	assert_int_equal(fault_of("place 3,1 90; meeple trail X; pass"), 14);
	assert_int_equal(
		fault_of("pass;pass;pass;pass;pass;pass;pass;pass;pass;pass;pass;pass;pass"), 60);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_entry_has_its_spelling),
		cmocka_unit_test(every_kind_of_choice_has_a_spelling),
		cmocka_unit_test(the_seat_is_the_speakers_and_nobodys_for_draws_and_ends),
		cmocka_unit_test(what_nobody_chooses_has_no_text),
		cmocka_unit_test(nothing_else_is_an_entry),
		cmocka_unit_test(bytes_beyond_the_text_are_not_looked_at),
		cmocka_unit_test(a_turn_is_entries_with_semicolons_between_them),
		cmocka_unit_test(a_turns_fault_is_where_its_entry_begins),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
