/* SPDX-License-Identifier: ISC */
/*
 * The reader and the writer of records: every field that a row names is refused with what it may
 * not hold, at its place; every other is ignored; and what is written reads back. Whether a game
 * was played by the rules is record_replay.c's: the document here is nonsense as a game.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/embedded.h"
#include "record/record.h"

#define SAFARI "771e7b643c7820ed44bd40d619ff3005c1444ea39fb5045f073f68966af47f69"
#define HEX32 "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
#define HEX16 "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

/* Every kind of row, and every field somewhere, each spelled so that it can be found. */
static const char sample[] =
	"{\"format\": \"slowsafari-record\", \"version\": 1, \"rules\": 1, \"tileset\": "
	"\"safari\", "
	"\"tileset_sha256\": \"" SAFARI "\", "
	"\"options\": {\"final_scoring\": \"everyone\", \"baobab_tokens\": "
	"\"afterwards\"}, "
	"\"commitment\": \"" HEX32 "\", \"seed\": null, "
	"\"entropy\": [\"" HEX16 "\", \"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\"], "
	"\"entropy_by\": [\"player\", \"server\"], "
	"\"seats\": [{\"name\": \"Ada\", \"color\": \"yellow\", \"joined\": 1}, "
	"{\"name\": \"quick 1\", \"bot\": \"quick\", \"color\": \"black\", \"joined\": "
	"0}],\n"
	"\"log\":[\n"
	"{\"seat\":0,\"tokens\":[\"L\",\"Z\"],\"for\":\"setup\"},\n"            /* 0 */
	"{\"seat\":1,\"tokens\":[\"M\"],\"for\":\"laid\"},\n"                   /* 1 */
	"{\"draw\":\"CS26.3\"},\n"                                              /* 2 */
	"{\"remove\":\"CS12.1\"},\n"                                            /* 3 */
	"{\"seat\":0,\"move\":\"place\",\"x\":1,\"y\":-127,\"rotation\":90},\n" /* 4 */
	"{\"seat\":0,\"move\":\"meeple\",\"on\":\"trail\",\"side\":\"N\",\"by\":\"bot\"}"
	",\n"                                                                        /* 5 */
	"{\"seat\":0,\"move\":\"meeple\",\"on\":\"baobab\",\"by\":\"caretaker\"},\n" /* 6
                                                                                      */
	"{\"seat\":0,\"move\":\"ranger\",\"from\":[0,1],\"to\":[2,3]},\n"            /* 7 */
	"{\"seat\":0,\"move\":\"dig\",\"x\":5,\"y\":6,\"corner\":\"NE\",\"animal\":"
	"\"L\"},\n" /* 8 */
	"{\"seat\":1,\"move\":\"expand\",\"x\":7,\"y\":8,\"corner\":\"SW\",\"animal\":"
	"\"G\"},\n"                                           /* 9 */
	"{\"seat\":1,\"move\":\"pass\",\"choices\":17},\n"    /* 10 */
	"{\"seat\":1,\"move\":\"relocate\",\"to\":[9,-1]},\n" /* 11 */
	"{\"seat\":1,\"move\":\"boost\",\"on\":\"bush\",\"side\":\"W\",\"animal\":\"E\"}"
	",\n" /* 12 */
	"{\"seat\":1,\"move\":\"boost\",\"on\":\"bush\",\"side\":\"S\",\"animal\":null,"
	"\"by\":\"standing order\"},\n"                         /* 13 */
	"{\"seat\":1,\"score\":6,\"for\":\"watering hole\"},\n" /* 14 */
	"{\"seat\":1,\"move\":\"resign\"},\n"                   /* 15 */
	"{\"end\":\"agreed\"}\n"                                /* 16 */
	"],\n"
	"\"result\":{\"scores\": [61, 58], \"winners\": [0, 1]}}\n";

static struct record_set set;

static int setup(void **state)
{
	(void)state;
	struct tileset_fault fault;
	const struct embedded *e = embedded_find("data/safari.tiles");
	return record_set_parse(&set, "safari", 6, (const char *)e->data, e->size, &fault);
}

static int parse(struct record *r, const char *text, struct fault *fault)
{
	return record_parse(r, text, strlen(text), &set, 1, fault);
}

/* The sample with one part, which must be there once, replaced; the caller's to free(). */
static char *with(const char *part, const char *other)
{
	const char *found = strstr(sample, part);
	if (!found || strstr(found + 1, part))
		fail_msg("%s must be there once", part);
	struct text t;
	text_init(&t, LIMIT_RECORD_BYTES);
	text_add_bytes(&t, sample, (size_t)(found - sample));
	text_add(&t, other);
	text_add(&t, found + strlen(part));
	return text_take(&t);
}

static void what_is_read_is_what_stands_there(void **state)
{
	(void)state;
	struct record r;
	struct fault fault;
	if (parse(&r, sample, &fault) < 0)
		fail_msg("%s: %s", fault.place, fault.reason);
	assert_ptr_equal(r.set, &set);
	assert_int_equal(r.options.final_scoring, FINAL_EVERYONE);
	assert_int_equal(r.options.baobab_tokens, BAOBAB_AFTERWARDS);
	assert_int_equal(r.commitment[0], 0x63);
	assert_false(r.has_seed);
	assert_int_equal(r.seat_count, 2);
	assert_int_equal(r.entropy[1][15], 0xbb);
	assert_int_equal(r.entropy_from[1], FROM_SERVER);
	assert_string_equal(r.seats[0].name, "Ada");
	assert_string_equal(r.seats[0].bot, "");
	assert_string_equal(r.seats[1].bot, "quick");
	assert_int_equal(r.seats[1].color, COLOR_BLACK);
	assert_int_equal(r.seats[0].joined, 1);
	assert_int_equal(r.row_count, 17);
	const struct entry entries[] = {
		{.type = ENTRY_TOKENS,
	         .animals = {ANIMAL_LION, ANIMAL_ZEBRA},
	         .count = 2,
	         .cause = CAUSE_SETUP},
		{.type = ENTRY_TOKENS, .seat = 1, .count = 1, .cause = CAUSE_LAID},
		{.type = ENTRY_DRAW, .tile = tileset_find(&set.ts, "CS26", 4, 3)},
		{.type = ENTRY_REMOVE, .tile = tileset_find(&set.ts, "CS12", 4, 1)},
		{.type = ENTRY_PLACE, .x = 1, .y = -127, .turns = 1},
		{.type = ENTRY_MEEPLE, .terrain = TERRAIN_TRAIL, .side = SIDE_N},
		{.type = ENTRY_BAOBAB},
		{.type = ENTRY_RANGER, .x = 0, .y = 1, .to_x = 2, .to_y = 3},
		{.type = ENTRY_DIG, .x = 5, .y = 6, .corner = CORNER_NE, .animals = {ANIMAL_LION}},
		{.type = ENTRY_EXPAND,
	         .seat = 1,
	         .x = 7,
	         .y = 8,
	         .corner = CORNER_SW,
	         .animals = {ANIMAL_GIRAFFE}},
		{.type = ENTRY_PASS, .seat = 1},
		{.type = ENTRY_RELOCATE, .seat = 1, .to_x = 9, .to_y = -1},
		{.type = ENTRY_BOOST,
	         .seat = 1,
	         .terrain = TERRAIN_BUSH,
	         .side = SIDE_W,
	         .animals = {ANIMAL_ELEPHANT}},
		{.type = ENTRY_BOOST,
	         .seat = 1,
	         .terrain = TERRAIN_BUSH,
	         .side = SIDE_S,
	         .animals = {ANIMAL_NONE}},
		{0},
		{.type = ENTRY_RESIGN, .seat = 1},
		{.type = ENTRY_END_AGREED},
	};
	for (size_t i = 0; i < 17; i++) {
		assert_int_equal(r.rows[i].is_points, i == 14);
		assert_memory_equal(&r.rows[i].entry, &entries[i], sizeof(entries[i]));
		assert_int_equal(r.rows[i].by, i == 5    ? BY_BOT
		                               : i == 6  ? BY_CARETAKER
		                               : i == 13 ? BY_STANDING_ORDER
		                                         : BY_PERSON);
		assert_int_equal(r.rows[i].choices, i == 10 ? 17 : 0);
	}
	const struct points points = {.seat = 1, .kind = POINTS_HOLE, .value = 6};
	assert_memory_equal(&r.rows[14].points, &points, sizeof(points));
	assert_true(r.has_result);
	assert_int_equal(r.scores[1], 58);
	assert_int_equal(r.winners_mask, 3);
	record_release(&r);
}

struct change {
	const char *part, *other, *place;
};

#define SEAT0 "{\"name\": \"Ada\", \"color\": \"yellow\", \"joined\": 1}"
#define SEAT1 "{\"name\": \"quick 1\", \"bot\": \"quick\", \"color\": \"black\", \"joined\": 0}"
#define ROW4 "{\"seat\":0,\"move\":\"place\",\"x\":1,\"y\":-127,\"rotation\":90}"
#define ROW7 "{\"seat\":0,\"move\":\"ranger\",\"from\":[0,1],\"to\":[2,3]}"
#define ROW10 "{\"seat\":1,\"move\":\"pass\",\"choices\":17}"
#define ROW14 "{\"seat\":1,\"score\":6,\"for\":\"watering hole\"}"
#define SCORES "\"scores\": [61, 58]"
#define X40 "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"

static void fields_that_may_not_hold_what_they_hold_are_refused_at_their_place(void **state)
{
	(void)state;
	static const struct change changes[] = {
		/* the head */
		{"\"format\"", "\"Format\"", "/format"},
		{"\"slowsafari-record\"", "\"slowsafari\"", "/format"},
		{"\"slowsafari-record\"", "1", "/format"},
		{"\"version\": 1", "\"version\": 2", "/version"},
		{"\"version\": 1", "\"version\": 1.0", "/version"},
		{"\"version\": 1", "\"version\": \"1\"", "/version"},
		{"\"version\": 1, ", "", "/version"},
		{"\"rules\": 1", "\"rules\": 0", "/rules"},
		{"\"rules\": 1", "\"rules\": true", "/rules"},
		{"\"rules\": 1, ", "", "/rules"},
		{"\"tileset\": \"safari\"", "\"tileset\": 3", "/tileset"},
		{"\"tileset\": \"safari\"", "\"tileset\": \"\"", "/tileset"},
		{"\"tileset\": \"safari\", ", "", "/tileset"},
		{"\"tileset\": \"safari\", \"tileset_sha256\": \"" SAFARI "\"",
	         "\"tileset\": \"savanna\"", "/tileset"},
		{"\"tileset\": \"safari\", \"tileset_sha256\": \"" SAFARI "\"",
	         "\"tileset\": \"savanna\", \"tileset_sha256\": \"" HEX32 "\"", "/tileset"},
		{SAFARI, HEX32, "/tileset_sha256"},
		{SAFARI, "771E7B643C7820ED44BD40D619FF3005C1444EA39FB5045F073F68966AF47F69",
	         "/tileset_sha256"},
		{SAFARI, "771e", "/tileset_sha256"},
		{"\"" SAFARI "\"", "null", "/tileset_sha256"},
		{"{\"final_scoring\": \"everyone\", \"baobab_tokens\": \"afterwards\"}", "[]",
	         "/options"},
		{"{\"final_scoring\": \"everyone\", \"baobab_tokens\": \"afterwards\"}", "null",
	         "/options"},
		{"\"everyone\"", "\"nobody\"", "/options/final_scoring"},
		{"\"everyone\"", "null", "/options/final_scoring"},
		{"\"afterwards\"", "\"at  once\"", "/options/baobab_tokens"},
		{"\"afterwards\"", "0", "/options/baobab_tokens"},
		{"\"" HEX32 "\"", "\"\"", "/commitment"},
		{"\"" HEX32 "\"", "\"0" HEX32 "\"", "/commitment"},
		{"\"" HEX32 "\"", "null", "/commitment"},
		{"\"commitment\": \"" HEX32 "\", ", "", "/commitment"},
		{"\"seed\": null, ", "", "/seed"},
		{"\"seed\": null", "\"seed\": \"\"", "/seed"},
		{"\"seed\": null", "\"seed\": \"" HEX16 "\"", "/seed"},
		{"\"seed\": null", "\"seed\": false", "/seed"},
		{"\"entropy\": [\"" HEX16 "\", ", "\"entropy\": [", "/entropy"},
		{"\"" HEX16 "\"",
	         "\"" HEX16 "\",\"" HEX16 "\",\"" HEX16 "\",\"" HEX16 "\",\"" HEX16 "\"",
	         "/entropy"},
		{"\"" HEX16 "\"", "\"" HEX16 "\",\"" HEX16 "\"", "/entropy_by"},
		{"\"" HEX16 "\"", "\"a" HEX16 "\"", "/entropy/0"},
		{"\"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\"", "7", "/entropy/1"},
		{"[\"player\", \"server\"]", "[\"player\"]", "/entropy_by"},
		{"[\"player\", \"server\"]", "null", "/entropy_by"},
		{"\"player\"", "\"person\"", "/entropy_by/0"},
		{"\"server\"", "null", "/entropy_by/1"},
		/* the seats */
		{"[" SEAT0 ", " SEAT1 "]", "{}", "/seats"},
		{SEAT0 ", " SEAT1, SEAT0, "/seats"},
		{SEAT0, "7", "/seats/0"},
		{"\"name\": \"Ada\"", "\"name\": 7", "/seats/0/name"},
		{"\"name\": \"Ada\", ", "", "/seats/0/name"},
		{"\"name\": \"Ada\"", "\"name\": \"\"", "/seats/0/name"},
		{"\"name\": \"Ada\"", "\"name\": \"" X40 "y\"", "/seats/0/name"},
		{"\"name\": \"Ada\"", "\"name\": \"A\\nda\"", "/seats/0/name"},
		{"\"name\": \"Ada\"", "\"name\": \"A\\u009bda\"", "/seats/0/name"},
		{"\"yellow\"", "\"white\"", "/seats/0/color"},
		{"\"yellow\"", "\"Yellow\"", "/seats/0/color"},
		{"\"yellow\"", "\"black\"", "/seats/1/color"},
		{"\"joined\": 1", "\"joined\": 2", "/seats/0/joined"},
		{"\"joined\": 1", "\"joined\": -1", "/seats/0/joined"},
		{"\"joined\": 1", "\"joined\": 0", "/seats/1/joined"},
		{"\"joined\": 1", "\"joined\": null", "/seats/0/joined"},
		/* the log */
		{"\"log\":", "\"Log\":", "/log"},
		{ROW4, "[]", "/log/4"},
		{ROW4, "null", "/log/4"},
		{ROW4, "{}", "/log/4"},
		{ROW4, "{\"seat\":0,\"x\":1}", "/log/4"},
		{"\"L\",\"Z\"", "\"L\",\"Z\",\"Z\"", "/log/0/tokens"},
		{"\"L\",\"Z\"", "", "/log/0/tokens"},
		{"[\"L\",\"Z\"]", "\"L\"", "/log/0/tokens"},
		{"\"L\",\"Z\"", "\"L\",\"z\"", "/log/0/tokens/1"},
		{"\"L\",\"Z\"", "null,\"Z\"", "/log/0/tokens/0"},
		{"\"L\",\"Z\"", "\"LZ\"", "/log/0/tokens/0"},
		{"\"setup\"", "\"set up\"", "/log/0/for"},
		{"\"for\":\"laid\"", "\"For\":\"laid\"", "/log/1/for"},
		{"{\"seat\":0,\"tokens\"", "{\"seat\":2,\"tokens\"", "/log/0/seat"},
		{"{\"seat\":0,\"tokens\"", "{\"tokens\"", "/log/0/seat"},
		{"CS26.3", "CS26.5000", "/log/2/draw"},
		{"CS26.3", "CS26.0", "/log/2/draw"},
		{"CS26.3", "CS26.03", "/log/2/draw"},
		{"CS26.3", "CS26.6", "/log/2/draw"},
		{"CS26.3", "CS26.", "/log/2/draw"},
		{"CS26.3", "CS26", "/log/2/draw"},
		{"CS26.3", ".3", "/log/2/draw"},
		{"CS26.3", "", "/log/2/draw"},
		{"CS26.3", "CS26.3 ", "/log/2/draw"},
		{"CS26.3", "CS26.+3", "/log/2/draw"},
		{"CS26.3", "cs26.3", "/log/2/draw"},
		{"CS26.3", "CS34.1", "/log/2/draw"},
		{"CS26.3", "START.1", "/log/2/draw"},
		{"\"CS26.3\"", "26", "/log/2/draw"},
		{"\"CS12.1\"", "null", "/log/3/remove"},
		{"CS12.1", "CS12.9", "/log/3/remove"},
		{"\"place\"", "\"jump\"", "/log/4/move"},
		{"\"place\"", "\"Place\"", "/log/4/move"},
		{"\"place\"", "null", "/log/4/move"},
		{"{\"seat\":0,\"move\":\"place\"", "{\"seat\":2,\"move\":\"place\"", "/log/4/seat"},
		{"{\"seat\":0,\"move\":\"place\"", "{\"seat\":-1,\"move\":\"place\"",
	         "/log/4/seat"},
		{"{\"seat\":0,\"move\":\"place\"", "{\"seat\":0.0,\"move\":\"place\"",
	         "/log/4/seat"},
		{"{\"seat\":0,\"move\":\"place\"", "{\"seat\":\"0\",\"move\":\"place\"",
	         "/log/4/seat"},
		{"{\"seat\":0,\"move\":\"place\"", "{\"move\":\"place\"", "/log/4/seat"},
		{"\"x\":1,", "\"x\":128,", "/log/4/x"},
		{"\"x\":1,", "\"x\":1.5,", "/log/4/x"},
		{"\"x\":1,", "\"x\":1e0,", "/log/4/x"},
		{"\"x\":1,", "\"X\":1,", "/log/4/x"},
		{"\"y\":-127", "\"y\":-128", "/log/4/y"},
		{"\"y\":-127", "\"y\":9007199254740992", "/log/4/y"},
		{"\"rotation\":90", "\"rotation\":45", "/log/4/rotation"},
		{"\"rotation\":90", "\"rotation\":360", "/log/4/rotation"},
		{"\"rotation\":90", "\"rotation\":-90", "/log/4/rotation"},
		{"\"rotation\":90", "\"rotation\":\"90\"", "/log/4/rotation"},
		{",\"rotation\":90", "", "/log/4/rotation"},
		{"\"trail\",\"side\":\"N\"", "\"savanna\",\"side\":\"N\"", "/log/5/on"},
		{"\"trail\",\"side\":\"N\"", "\"trail\",\"side\":\"NE\"", "/log/5/side"},
		{"\"trail\",\"side\":\"N\"", "\"trail\",\"side\":\"n\"", "/log/5/side"},
		{"\"trail\",\"side\":\"N\"", "\"trail\",\"side\":0", "/log/5/side"},
		{"\"trail\",\"side\":\"N\"", "\"trail\"", "/log/5/side"},
		{"\"trail\",\"side\":\"N\"", "\"trail\",\"side\":\"\"", "/log/5/side"},
		{"\"on\":\"baobab\"", "\"on\":\"tree\"", "/log/6/on"},
		{"\"on\":\"baobab\",", "", "/log/6/on"},
		{"\"from\":[0,1]", "\"from\":[0]", "/log/7/from"},
		{"\"from\":[0,1]", "\"from\":[0,1,2]", "/log/7/from"},
		{"\"from\":[0,1]", "\"from\":{\"x\":0,\"y\":1}", "/log/7/from"},
		{"\"from\":[0,1]", "\"from\":[0,128]", "/log/7/from/1"},
		{"\"from\":[0,1]", "\"from\":[null,1]", "/log/7/from/0"},
		{"\"from\":[0,1],", "", "/log/7/from"},
		{"\"to\":[2,3]", "\"to\":[2,\"3\"]", "/log/7/to/1"},
		{"\"corner\":\"NE\"", "\"corner\":\"EN\"", "/log/8/corner"},
		{"\"corner\":\"NE\"", "\"corner\":\"N\"", "/log/8/corner"},
		{"\"animal\":\"L\"", "\"animal\":\"A\"", "/log/8/animal"},
		{"\"animal\":\"L\"", "\"animal\":null", "/log/8/animal"},
		{"\"animal\":\"L\"", "\"animal\":\"LL\"", "/log/8/animal"},
		{"\"animal\":\"G\"", "\"animal\":[]", "/log/9/animal"},
		{"\"x\":7", "\"x\":true", "/log/9/x"},
		{"\"to\":[9,-1]", "\"to\":\"9,-1\"", "/log/11/to"},
		{"\"to\":[9,-1]", "\"to\":[-128,-1]", "/log/11/to/0"},
		{"\"side\":\"W\",\"animal\":\"E\"", "\"side\":\"X\",\"animal\":\"E\"",
	         "/log/12/side"},
		{"\"side\":\"W\",\"animal\":\"E\"", "\"side\":\"W\",\"animal\":\"none\"",
	         "/log/12/animal"},
		{"\"side\":\"W\",\"animal\":\"E\"", "\"side\":\"W\"", "/log/12/animal"},
		{"\"side\":\"W\",\"animal\":\"E\"", "\"side\":\"W\",\"animal\":false",
	         "/log/12/animal"},
		{"\"on\":\"bush\",\"side\":\"W\"", "\"on\":\"baobab\",\"side\":\"W\"",
	         "/log/12/on"},
		{"\"score\":6", "\"score\":0", "/log/14/score"},
		{"\"score\":6", "\"score\":6.5", "/log/14/score"},
		{"\"score\":6", "\"score\":null", "/log/14/score"},
		{"\"score\":6", "\"score\":40000", "/log/14/score"},
		{"\"watering hole\"", "\"hole\"", "/log/14/for"},
		{",\"for\":\"watering hole\"", "", "/log/14/for"},
		{"{\"seat\":1,\"score\"", "{\"seat\":5,\"score\"", "/log/14/seat"},
		{"{\"seat\":1,\"move\":\"resign\"", "{\"move\":\"resign\"", "/log/15/seat"},
		{"{\"end\":\"agreed\"", "{\"end\":\"Agreed\"", "/log/16/end"},
		{"{\"end\":\"agreed\"", "{\"end\":true", "/log/16/end"},
		{"\"by\":\"bot\"", "\"by\":\"person\"", "/log/5/by"},
		{"\"by\":\"bot\"", "\"by\":null", "/log/5/by"},
		{"\"by\":\"caretaker\"", "\"by\":\"\"", "/log/6/by"},
		{"\"CS26.3\"", "\"CS26.3\",\"by\":\"wind\"", "/log/2/by"},
		{ROW14, "{\"seat\":1,\"score\":6,\"for\":\"dig\",\"by\":1}", "/log/14/by"},
		{"\"setup\"", "\"setup\",\"by\":[]", "/log/0/by"},
		{"\"agreed\"", "\"agreed\",\"by\":\"all\"", "/log/16/by"},
		/* the result */
		{"{" SCORES ", \"winners\": [0, 1]}", "[]", "/result"},
		{",\n\"result\":{" SCORES ", \"winners\": [0, 1]}", "", "/result"},
		{SCORES, "\"scores\": [61]", "/result/scores"},
		{SCORES, "\"scores\": [61, 58, 0]", "/result/scores"},
		{SCORES, "\"scores\": [61, \"58\"]", "/result/scores/1"},
		{SCORES, "\"scores\": [61.5, 58]", "/result/scores/0"},
		{SCORES, "\"points\": [61, 58]", "/result/scores"},
		{"\"winners\": [0, 1]", "\"winners\": [1, 0]", "/result/winners/1"},
		{"\"winners\": [0, 1]", "\"winners\": [0, 0]", "/result/winners/1"},
		{"\"winners\": [0, 1]", "\"winners\": [0, 2]", "/result/winners/1"},
		{"\"winners\": [0, 1]", "\"winners\": [0, 1, 1]", "/result/winners"},
		{"\"winners\": [0, 1]", "\"winners\": null", "/result/winners"},
		/* members twice, syntax */
		{"\"rules\": 1", "\"rules\": 1, \"rules\": 1", "/rules"},
		{"\"rotation\":90", "\"rotation\":90,\"rotation\":90", "/log/4/rotation"},
		{"\"x\":1,", "\"x\":01,", "byte 745"},
	};
	for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
		const struct change *c = &changes[i];
		struct record r;
		struct fault fault = {.place = "none"};
		char *text = with(c->part, c->other);
		if (parse(&r, text, &fault) == 0)
			fail_msg("%s for %s was taken", c->other, c->part);
		if (strcmp(c->place, fault.place) != 0)
			fail_msg("%s for %s: %s (%s), not %s", c->other, c->part, fault.place,
			         fault.reason, c->place);
		assert_true(fault.reason[0] != '\0');
		assert_null(r.rows);
		free(text);
	}
}

static void other_fields_are_ignored_whatever_they_hold(void **state)
{
	(void)state;
	static const struct change changes[] = {
		{"\"rules\": 1", "\"rules\": 1, \"Rules\": 2, \"extra\": {\"a\": [null, 1.5]}",
	         NULL},
		{"\"final_scoring\": \"everyone\"", "\"final_scoring\": \"everyone\", \"luck\": 1",
	         NULL},
		{"\"joined\": 1", "\"joined\": 1, \"age\": -5, \"bot\": 7", NULL},
		{"\"CS26.3\"",
	         "\"CS26.3\",\"seat\":9,\"x\":1000,\"rotation\":45,\"animal\":1,\"for\":\"me\"",
	         NULL},
		{"\"CS26.3\"", "\"CS26.3\",\"remove\":{},\"end\":1", NULL},
		{ROW10,
	         "{\"seat\":1,\"move\":\"pass\",\"x\":0.5,\"y\":\"\",\"on\":\"sea\",\"side\":9,"
	         "\"to\":[],"
	         "\"score\":0,\"for\":1,\"tokens\":[\"Q\"],\"draw\":1,\"remove\":1,\"end\":1}",
	         NULL},
		{ROW7,
	         "{\"seat\":0,\"move\":\"ranger\",\"from\":[0,1],\"to\":[2,3],\"corner\":\"XX\"}",
	         NULL},
		{"\"on\":\"baobab\"", "\"on\":\"baobab\",\"side\":\"XX\"", NULL},
		{"\"agreed\"", "\"agreed\",\"seat\":9", NULL},
		{"\"choices\":17", "\"choices\":\"many\"", NULL},
		{"\"choices\":17", "\"choices\":-1", NULL},
		{"\"choices\":17", "\"choices\":70000", NULL},
		{SCORES, SCORES ", \"time\": 1.5", NULL},
		/* and these need not be there at all */
		{"\"tileset_sha256\": \"" SAFARI "\", ", "", NULL},
		{"\"tileset\": \"safari\"", "\"tileset\": \"renamed\"", NULL},
		{"\"options\": {\"final_scoring\": \"everyone\", \"baobab_tokens\": "
	         "\"afterwards\"}, ",
	         "", NULL},
		{"\"final_scoring\": \"everyone\", ", "", NULL},
		{"\"entropy_by\": [\"player\", \"server\"], ", "", NULL},
		{"{" SCORES ", \"winners\": [0, 1]}", "null", NULL},
		{"\"winners\": [0, 1]", "\"winners\": []", NULL},
		{"\"name\": \"Ada\"", "\"name\": \"" X40 "\"", NULL},
		{"\"name\": \"Ada\"", "\"name\": \"\xc3\x84\xf0\x9f\xa6\x81 \\\"x\\\"\"", NULL},
	};
	for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
		struct record r;
		struct fault fault;
		char *text = with(changes[i].part, changes[i].other);
		if (parse(&r, text, &fault) < 0)
			fail_msg("%s: %s: %s", changes[i].other, fault.place, fault.reason);
		assert_int_equal(r.row_count, 17);
		record_release(&r);
		free(text);
	}
}

static void absent_options_mean_majority_and_at_once(void **state)
{
	(void)state;
	struct record r;
	struct fault fault;
	char *text = with("\"options\": {\"final_scoring\": \"everyone\", \"baobab_tokens\": "
	                  "\"afterwards\"}, ",
	                  "");
	assert_int_equal(parse(&r, text, &fault), 0);
	assert_int_equal(r.options.final_scoring, FINAL_MAJORITY);
	assert_int_equal(r.options.baobab_tokens, BAOBAB_AT_ONCE);
	record_release(&r);
	free(text);
}

static void a_set_is_picked_by_hash_else_by_name(void **state)
{
	(void)state;
	struct record_set *two = calloc(2, sizeof(*two));
	assert_non_null(two);
	two[0] = two[1] = set;
	memset(two[0].sha256, '0', HASH_HEX - 1);
	snprintf(two[1].name, sizeof(two[1].name), "other");
	struct record r;
	struct fault fault;
	assert_int_equal(record_parse(&r, sample, strlen(sample), two, 2, &fault), 0);
	assert_ptr_equal(r.set, &two[1]);
	record_release(&r);
	char *text = with("\"tileset_sha256\": \"" SAFARI "\", ", "");
	assert_int_equal(record_parse(&r, text, strlen(text), two, 2, &fault), 0);
	assert_ptr_equal(r.set, &two[0]);
	record_release(&r);
	assert_int_equal(record_parse(&r, text, strlen(text), two + 1, 1, &fault), -1);
	assert_non_null(strstr(fault.reason, "\"safari\""));
	free(text);
	free(two);
}

static void what_is_no_document_is_refused(void **state)
{
	(void)state;
	static const char *const bad[] = {"",   "[]", "null", "7", "\"slowsafari-record\"",
	                                  "{}", "{"};
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct record r;
		struct fault fault = {.reason = ""};
		assert_int_equal(parse(&r, bad[i], &fault), -1);
		assert_true(fault.reason[0] != '\0');
	}
}

static void a_document_cut_short_anywhere_is_refused_at_a_byte(void **state)
{
	(void)state;
	for (size_t len = 0; len < strlen(sample) - 1; len++) {
		struct record r;
		struct fault fault;
		assert_int_equal(record_parse(&r, sample, len, &set, 1, &fault), -1);
		assert_memory_equal(fault.place, "byte ", 5);
	}
}

static void too_much_is_refused(void **state)
{
	(void)state;
	struct record r;
	struct fault fault;
	struct text t;
	text_init(&t, 16 * LIMIT_RECORD_BYTES);
	for (size_t i = 0; i < 10 * LIMIT_RECORD_BYTES / 2; i++)
		text_add(&t, "[ ");
	assert_int_equal(record_parse(&r, t.data, t.len, &set, 1, &fault), -1);
	assert_string_equal(fault.place, "byte 1048576");
	text_clear(&t);
	for (size_t i = 0; i <= LIMIT_RECORD_ROWS; i++)
		text_add(&t, "{\"end\":\"agreed\"},");
	text_add(&t, ROW4);
	char *text = with(ROW4, text_string(&t));
	assert_int_equal(parse(&r, text, &fault), -1);
	assert_string_equal(fault.place, "/log");
	free(text);
	text_release(&t);
}

static void what_is_written_reads_back_and_is_written_the_same(void **state)
{
	(void)state;
	struct record r, again;
	struct fault fault;
	struct text file, line;
	assert_int_equal(parse(&r, sample, &fault), 0);
	text_init(&file, LIMIT_RECORD_BYTES);
	record_write(&file, &r, LAYOUT_FILE);
	assert_string_equal(text_string(&file), sample);

	text_init(&line, LIMIT_RECORD_BYTES);
	record_write(&line, &r, LAYOUT_LINE);
	assert_ptr_equal(strchr(text_string(&line), '\n'), line.data + line.len - 1);
	if (record_parse(&again, line.data, line.len, &set, 1, &fault) < 0)
		fail_msg("%s: %s", fault.place, fault.reason);
	text_clear(&file);
	record_write(&file, &again, LAYOUT_FILE);
	assert_string_equal(text_string(&file), sample);
	record_release(&again);
	record_release(&r);
	text_release(&file);
	text_release(&line);
}

static void names_that_need_escapes_are_written_so_that_they_read_back(void **state)
{
	(void)state;
	struct record r, again;
	struct fault fault;
	struct text t;
	char *text = with("\"name\": \"Ada\"", "\"name\": \"\\\"\\\\/\xf0\x9f\xa6\x81\"");
	assert_int_equal(parse(&r, text, &fault), 0);
	text_init(&t, LIMIT_RECORD_BYTES);
	record_write(&t, &r, LAYOUT_LINE);
	assert_int_equal(record_parse(&again, t.data, t.len, &set, 1, &fault), 0);
	assert_string_equal(again.seats[0].name, "\"\\/\xf0\x9f\xa6\x81");
	record_release(&again);
	record_release(&r);
	text_release(&t);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_read_is_what_stands_there),
		cmocka_unit_test(
			fields_that_may_not_hold_what_they_hold_are_refused_at_their_place),
		cmocka_unit_test(other_fields_are_ignored_whatever_they_hold),
		cmocka_unit_test(absent_options_mean_majority_and_at_once),
		cmocka_unit_test(a_set_is_picked_by_hash_else_by_name),
		cmocka_unit_test(what_is_no_document_is_refused),
		cmocka_unit_test(a_document_cut_short_anywhere_is_refused_at_a_byte),
		cmocka_unit_test(too_much_is_refused),
		cmocka_unit_test(what_is_written_reads_back_and_is_written_the_same),
		cmocka_unit_test(names_that_need_escapes_are_written_so_that_they_read_back),
	};
	return cmocka_run_group_tests(tests, setup, NULL);
}
