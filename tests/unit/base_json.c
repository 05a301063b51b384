/* SPDX-License-Identifier: ISC */
/*
 * The strict reader of JSON: what it takes, what it refuses and at which place. The cases are of
 * the kind that RFC 8259 leaves to readers or forbids; documents of our own have tests of their
 * own.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/json.h"
#include "base/limits.h"

enum { CEILING = LIMIT_RECORD_BYTES };

static void documents_of_the_grammar_are_read(void **state)
{
	(void)state;
	static const char *const good[] = {
		"{}",
		"[]",
		" \t\r\n[ \t\r\n] \t\r\n",
		"{ }",
		"true",
		"false",
		"null",
		"0",
		"-0",
		"7",
		"-7",
		"10",
		"1.5",
		"-1.5e3",
		"0.5",
		"0e0",
		"0E+1",
		"1e-400",
		"1E5",
		"123456789e+3",
		"9007199254740992",
		"-9007199254740992",
		"9007199254740992.0",
		"\"\"",
		"\"a\"",
		"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
		"\"\\u0001\"",
		"\"\\u00e9\\u00E9\"",
		"\"\\ud83e\\udd81\"",
		"\"\\uD83E\\uDD81x\"",
		"\"\\uffff\"",
		"\"\\ud7ff\\ue000\"",
		"\"\x7f\"",
		"\"\xc3\xbc\"",
		"\"\xe2\x82\xac\"",
		"\"\xf0\x9f\xa6\x81\"",
		"\"\xf4\x8f\xbf\xbf\"",
		"[1]",
		"[1,2,3]",
		"[[],[[]],{}]",
		"[true,false,null]",
		"[\"]\",\"}\",\",\"]",
		"{\"a\":1}",
		"{\"a\":1,\"b\":2}",
		"{\"\":0}",
		"{\"a\":{\"a\":{\"a\":1}}}",
		"{\"a\":1,\"A\":2}",
		"[{\"a\":1},{\"a\":1}]",
		"{\"a\\u0062\":1,\"a\\u0063\":2}",
		"{ \"a\" : [ 1 , 2 ] , \"b\" : { } }",
	};
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		struct fault fault;
		cJSON *doc = json_parse(good[i], strlen(good[i]), CEILING, &fault);
		if (!doc)
			fail_msg("%s: %s: %s", good[i], fault.place, fault.reason);
		cJSON_Delete(doc);
	}
}

struct bad {
	const char *text, *place;
};

static void anything_else_is_refused_at_its_byte(void **state)
{
	(void)state;
	static const struct bad bad[] = {
		{"", "byte 0"},
		{" ", "byte 1"},
		{"\xef\xbb\xbf{}", "byte 0"},
		{"\xef\xbb", "byte 0"},
		{"\xff\xfe[\0]", "byte 0"},
		{"nul", "byte 3"},
		{"nulL", "byte 3"},
		{"True", "byte 0"},
		{"nan", "byte 1"},
		{"NaN", "byte 0"},
		{"Infinity", "byte 0"},
		{"-Infinity", "byte 1"},
		{"+1", "byte 0"},
		{"-", "byte 1"},
		{"--1", "byte 1"},
		{"01", "byte 0"},
		{"-01", "byte 0"},
		{"00", "byte 0"},
		{"1.", "byte 2"},
		{".5", "byte 0"},
		{"1.e3", "byte 2"},
		{"1e", "byte 2"},
		{"1e+", "byte 3"},
		{"1e1.5", "byte 3"},
		{"0x10", "byte 1"},
		{"1_000", "byte 1"},
		{"1 2", "byte 2"},
		{"9007199254740993", "byte 0"},
		{"-9007199254740993", "byte 0"},
		{"[10000000000000000]", "byte 1"},
		{"[99999999999999999999999999]", "byte 1"},
		{"-99999999999999999999999999", "byte 0"},
		{"1e16", "byte 0"},
		{"1e400", "byte 0"},
		{"-1e400", "byte 0"},
		{"[1e999999999]", "byte 1"},
		{"0.0000000000000000000000000000000000000000000000000000000000000001", "byte 0"},
		{"[", "byte 1"},
		{"]", "byte 0"},
		{"[1", "byte 2"},
		{"[1,", "byte 3"},
		{"[1,]", "byte 3"},
		{"[,1]", "byte 1"},
		{"[1,,2]", "byte 3"},
		{"[1 2]", "byte 3"},
		{"[1}", "byte 2"},
		{"[]]", "byte 2"},
		{"[] []", "byte 3"},
		{"[]\f", "byte 2"},
		{"[\v]", "byte 1"},
		{"[\xc2\xa0]", "byte 1"},
		{"[1] x", "byte 4"},
		{"[1]// note", "byte 3"},
		{"[/* note */1]", "byte 1"},
		{"{", "byte 1"},
		{"{]", "byte 1"},
		{"{\"a\"}", "byte 4"},
		{"{\"a\":}", "byte 5"},
		{"{\"a\":1", "byte 6"},
		{"{\"a\":1,}", "byte 7"},
		{"{,\"a\":1}", "byte 1"},
		{"{\"a\" 1}", "byte 5"},
		{"{\"a\"::1}", "byte 5"},
		{"{a:1}", "byte 1"},
		{"{'a':1}", "byte 1"},
		{"{1:1}", "byte 1"},
		{"{null:1}", "byte 1"},
		{"{\"a\":1 \"b\":2}", "byte 7"},
		{"{\"a\":1]", "byte 6"},
		{"'a'", "byte 0"},
		{"\"", "byte 1"},
		{"\"a", "byte 2"},
		{"\"\\\"", "byte 3"},
		{"\"\\", "byte 2"},
		{"\"\\x41\"", "byte 2"},
		{"\"\\a\"", "byte 2"},
		{"\"\\U0041\"", "byte 2"},
		{"\"\\u\"", "byte 3"},
		{"\"\\u12\"", "byte 5"},
		{"\"\\u123g\"", "byte 6"},
		{"\"\\u 123\"", "byte 3"},
		{"\"\\u+123\"", "byte 3"},
		{"\"\\u0000\"", "byte 1"},
		{"{\"\\u0000\":1}", "byte 2"},
		{"\"a\\u0000\"", "byte 2"},
		{"\"\\ud800\"", "byte 1"},
		{"\"\\udbff \"", "byte 1"},
		{"\"\\ud800\\n\"", "byte 1"},
		{"\"\\ud800\\u0041\"", "byte 1"},
		{"\"\\ud800\\ud800\"", "byte 1"},
		{"\"\\ud800\\u\"", "byte 1"},
		{"\"\\udc00\"", "byte 1"},
		{"\"\\udfff\\ud800\"", "byte 1"},
		{"\"\t\"", "byte 1"},
		{"\"\n\"", "byte 1"},
		{"\"\x1f\"", "byte 1"},
		{"\"\x80\"", "byte 1"},
		{"\"a\xc3\"", "byte 2"},
		{"\"\xc0\xaf\"", "byte 1"},
		{"\"\xe0\x80\xaf\"", "byte 1"},
		{"\"\xed\xa0\x80\"", "byte 1"},
		{"\"\xf4\x90\x80\x80\"", "byte 1"},
		{"\"\xff\"", "byte 1"},
		{"{\"\xfe\":1}", "byte 2"},
		{"[\"\xe2\x82", "byte 2"},
	};
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct fault fault = {.place = "none"};
		cJSON *doc = json_parse(bad[i].text, strlen(bad[i].text), CEILING, &fault);
		if (doc)
			fail_msg("%s was taken", bad[i].text);
		if (strcmp(fault.place, bad[i].place) != 0)
			fail_msg("%s: %s, not %s", bad[i].text, fault.place, bad[i].place);
		if (!fault.reason[0])
			fail_msg("%s: no reason", bad[i].text);
	}
}

static void nul_bytes_are_refused_wherever_they_stand(void **state)
{
	(void)state;
	static const char text[] = "{\"ab\": [1, \"cd\"]}";
	for (size_t at = 0; at <= strlen(text); at++) {
		char with[64];
		memcpy(with, text, at);
		with[at] = '\0';
		memcpy(with + at + 1, text + at, strlen(text) - at);
		struct fault fault;
		assert_null(json_parse(with, strlen(text) + 1, CEILING, &fault));
	}
}

static void a_text_cut_short_anywhere_is_refused(void **state)
{
	(void)state;
	static const char text[] =
		"{\"a\": [1.5e3, true, null, \"\\ud83e\\udd81\xc3\xbc\", {}], \"b\": -2}";
	for (size_t len = 0; len < strlen(text); len++) {
		/* A copy of that very size, so that reading on would be seen. */
		char *cut = malloc(len + 1);
		assert_non_null(cut);
		memcpy(cut, text, len);
		cut = realloc(cut, len ? len : 1);
		struct fault fault;
		assert_null(json_parse(cut, len, CEILING, &fault));
		free(cut);
	}
}

static void numbers_at_the_very_end_are_not_read_past(void **state)
{
	(void)state;
	char *two = malloc(2);
	assert_non_null(two);
	memcpy(two, "42", 2);
	struct fault fault;
	cJSON *doc = json_parse(two, 2, CEILING, &fault);
	free(two);
	long n = 0;
	assert_int_equal(json_get_integer(doc, 0, 100, &n), 0);
	assert_int_equal(n, 42);
	cJSON_Delete(doc);
}

static void members_twice_are_refused_with_their_pointer(void **state)
{
	(void)state;
	static const struct bad bad[] = {
		{"{\"a\":1,\"a\":1}", "/a"},
		{"{\"a\":1,\"b\":2,\"a\":3}", "/a"},
		{"{\"ab\":1,\"a\\u0062\":1}", "/ab"},
		{"{\"\":1,\"\":2}", "/"},
		{"{\"x\":{\"a\":1,\"b\":[0,{\"c\":1,\"c\":2}]}}", "/x/b/1/c"},
		{"[[],[[{\"k\":null,\"k\":null}]]]", "/1/0/0/k"},
		{"{\"a/b\":{\"~\":1,\"~\":2}}", "/a~1b/~0"},
		{"{\"\\ud83e\\udd81\":1,\"\xf0\x9f\xa6\x81\":2}", "/????"},
		{"{\"\\u001b\":1,\"\\u001B\":2}", "/?"},
	};
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct fault fault = {.place = "none"};
		assert_null(json_parse(bad[i].text, strlen(bad[i].text), CEILING, &fault));
		assert_string_equal(fault.place, bad[i].place);
	}
}

/* open and close stand count times around the middle. */
static cJSON *nested(const char *open, const char *middle, const char *close, size_t count)
{
	struct text t;
	struct fault fault;
	text_init(&t, 64 * LIMIT_RECORD_BYTES);
	for (size_t i = 0; i < count; i++)
		text_add(&t, open);
	text_add(&t, middle);
	for (size_t i = 0; i < count; i++)
		text_add(&t, close);
	cJSON *doc = json_parse(t.data, t.len, 64 * LIMIT_RECORD_BYTES, &fault);
	text_release(&t);
	return doc;
}

static void depth_ends_at_its_limit(void **state)
{
	(void)state;
	static const char *const brackets[][3] = {
		{"[", "]", "1"}, {"{\"a\":", "}", "1"}, {"[[", "]]", ""}};
	for (size_t i = 0; i < 3; i++) {
		size_t most = i == 2 ? LIMIT_JSON_DEPTH / 2 : LIMIT_JSON_DEPTH;
		cJSON *doc = nested(brackets[i][0], brackets[i][2], brackets[i][1], most);
		assert_non_null(doc);
		cJSON_Delete(doc);
		assert_null(nested(brackets[i][0], brackets[i][2], brackets[i][1], most + 1));
		assert_null(nested(brackets[i][0], brackets[i][2], brackets[i][1], 1000));
		assert_null(nested(brackets[i][0], brackets[i][2], brackets[i][1], 1000000));
		assert_null(nested(brackets[i][0], "", "", 1000000));
	}
}

static void size_ends_at_its_ceiling(void **state)
{
	(void)state;
	struct fault fault;
	cJSON *doc = json_parse("[1,2]", 5, 5, &fault);
	assert_non_null(doc);
	cJSON_Delete(doc);
	assert_null(json_parse("[1,2]", 5, 4, &fault));
	assert_string_equal(fault.place, "byte 4");
}

/* An object of count members named by their numbers, in a scrambled order. */
static cJSON *object_of(size_t count, const char *last, struct fault *fault)
{
	struct text t;
	text_init(&t, LIMIT_RECORD_BYTES);
	text_add_char(&t, '{');
	for (size_t i = 0; i < count; i++)
		text_printf(&t, "\"k%zu\":0,", i * 7919 % count);
	text_printf(&t, "\"%s\":0}", last);
	assert_false(text_is_over(&t));
	cJSON *doc = json_parse(t.data, t.len, LIMIT_RECORD_BYTES, fault);
	text_release(&t);
	return doc;
}

static void large_objects_are_searched_and_larger_ones_refused(void **state)
{
	(void)state;
	struct fault fault;
	cJSON *doc = object_of(LIMIT_JSON_MEMBERS - 1, "last", &fault);
	assert_non_null(doc);
	cJSON_Delete(doc);
	assert_null(object_of(LIMIT_JSON_MEMBERS - 1, "k1234", &fault));
	assert_string_equal(fault.place, "/k1234");
	assert_null(object_of(LIMIT_JSON_MEMBERS, "last", &fault));
	assert_non_null(strstr(fault.reason, "too many members"));
}

static void members_are_found_by_their_very_name(void **state)
{
	(void)state;
	struct fault fault;
	static const char text[] = "{\"Seat\":1,\"seat\":2,\"list\":[3]}";
	cJSON *doc = json_parse(text, strlen(text), CEILING, &fault);
	long n = 0;
	assert_int_equal(json_get_integer(json_member(doc, "seat"), 0, 9, &n), 0);
	assert_int_equal(n, 2);
	assert_null(json_member(doc, "SEAT"));
	assert_null(json_member(json_member(doc, "list"), "seat"));
	assert_null(json_member(NULL, "seat"));
	cJSON_Delete(doc);
}

static void integers_are_told_from_everything_else(void **state)
{
	(void)state;
	static const char text[] =
		"[1.0, 5, \"9 1.5\\\" -3\", 1e1, 90, -127, -128, 0.5, {\"7\": 9007199254740992}, "
		"\"5\", true, null, -0, -1E0, 128]";
	static const bool is_integer[] = {0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0};
	struct fault fault;
	cJSON *doc = json_parse(text, strlen(text), CEILING, &fault);
	assert_non_null(doc);
	size_t i = 0;
	for (const cJSON *item = doc->child; item; item = item->next, i++) {
		long n = 4711;
		if ((json_get_integer(item, -127, 127, &n) == 0) != is_integer[i])
			fail_msg("element %zu", i);
		assert_int_equal(n == 4711, !is_integer[i]);
	}
	assert_int_equal(i, sizeof(is_integer) / sizeof(is_integer[0]));
	long n = 0;
	assert_int_equal(json_get_integer(json_member(cJSON_GetArrayItem(doc, 8), "7"), 0,
	                                  9007199254740992, &n),
	                 0);
	assert_int_equal(n, 9007199254740992);
	assert_int_equal(json_get_integer(NULL, 0, 1, &n), -1);
	assert_null(json_get_string(doc));
	assert_null(json_get_string(NULL));
	assert_string_equal(json_get_string(cJSON_GetArrayItem(doc, 9)), "5");
	cJSON_Delete(doc);
}

static void strings_are_written_so_that_they_read_back(void **state)
{
	(void)state;
	char all[0x7f + 8];
	for (int c = 1; c <= 0x7f; c++)
		all[c - 1] = (char)c;
	memcpy(all + 0x7f, "\xc3\xbc\xe2\x82\xac", 6);
	struct text t;
	text_init(&t, 10000);
	json_add_string(&t, all);
	struct fault fault;
	cJSON *doc = json_parse(t.data, t.len, CEILING, &fault);
	assert_non_null(doc);
	assert_string_equal(json_get_string(doc), all);
	cJSON_Delete(doc);
	text_release(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(documents_of_the_grammar_are_read),
		cmocka_unit_test(anything_else_is_refused_at_its_byte),
		cmocka_unit_test(nul_bytes_are_refused_wherever_they_stand),
		cmocka_unit_test(a_text_cut_short_anywhere_is_refused),
		cmocka_unit_test(numbers_at_the_very_end_are_not_read_past),
		cmocka_unit_test(members_twice_are_refused_with_their_pointer),
		cmocka_unit_test(depth_ends_at_its_limit),
		cmocka_unit_test(size_ends_at_its_ceiling),
		cmocka_unit_test(large_objects_are_searched_and_larger_ones_refused),
		cmocka_unit_test(members_are_found_by_their_very_name),
		cmocka_unit_test(integers_are_told_from_everything_else),
		cmocka_unit_test(strings_are_written_so_that_they_read_back),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
