/* SPDX-License-Identifier: ISC */
/*
 * Templates: every case of the official specification, which lies beside the tree, and what the
 * specification leaves open: mistakes, ceilings, numbers. Not what the project's own pages say.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/json.h"
#include "render/mustache.h"

#define SPEC "../shared/data/mustache-spec/"

enum { PAGE_MAX = 1 << 16, PARTIALS_MAX = 8 };

/* Partials by name, compiled; the last has a NULL name. */
struct partial {
	const char *name;
	struct mustache *m;
};

static const struct mustache *find_partial(const void *context, const char *name)
{
	for (const struct partial *p = context; p->name; p++)
		if (strcmp(p->name, name) == 0)
			return p->m;
	return NULL;
}

static struct mustache *compile(const char *source)
{
	struct err err = {""};
	struct mustache *m = mustache_compile(source, strlen(source), &err);
	if (!m)
		print_error("%s: %s\n", source, err.text);
	assert_non_null(m);
	return m;
}

/* The page, which is the caller's to free. */
static char *fill(const char *source, const cJSON *view, const cJSON *partials)
{
	struct partial table[PARTIALS_MAX + 1] = {{NULL, NULL}};
	size_t count = 0;
	const cJSON *partial;
	cJSON_ArrayForEach(partial, partials)
	{
		assert_true(count < PARTIALS_MAX);
		table[count++] = (struct partial){partial->string, compile(partial->valuestring)};
	}
	struct mustache *m = compile(source);
	struct text page;
	struct err err = {""};
	text_init(&page, PAGE_MAX);
	assert_int_equal(mustache_render(&page, m, view, find_partial, table, &err), 0);
	mustache_free(m);
	for (size_t i = 0; i < count; i++)
		mustache_free(table[i].m);
	return text_take(&page);
}

static void assert_fills(const char *source, const char *view_json, const char *expected)
{
	cJSON *view = cJSON_Parse(view_json);
	assert_non_null(view);
	char *page = fill(source, view, NULL);
	assert_string_equal(page, expected);
	free(page);
	cJSON_Delete(view);
}

/* How many of the file's cases hold; the others are printed. */
static size_t run_cases(const cJSON *file, const char *name)
{
	size_t held = 0;
	const cJSON *test;
	cJSON_ArrayForEach(test, json_member(file, "tests"))
	{
		const char *expected = json_get_string(json_member(test, "expected"));
		char *page = fill(json_get_string(json_member(test, "template")),
		                  json_member(test, "data"), json_member(test, "partials"));
		if (strcmp(page, expected) == 0)
			held++;
		else
			print_error("%s, %s: \"%s\" instead of \"%s\"\n", name,
			            json_get_string(json_member(test, "name")), page, expected);
		free(page);
	}
	return held;
}

static void the_core_of_the_specification_holds(void **state)
{
	(void)state;
	static const struct {
		const char *name;
		size_t cases;
	} files[] = {{"comments", 12}, {"delimiters", 14}, {"interpolation", 42},
	             {"inverted", 22}, {"partials", 12},   {"sections", 34}};
	size_t cases = 0;
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		char path[100];
		snprintf(path, sizeof(path), SPEC "%s.json", files[i].name);
		struct text json;
		struct err err = {""};
		text_init(&json, 1 << 20);
		if (file_read(path, &json, &err) < 0) {
			print_message("skipped, the specification is not there: %s\n", err.text);
			text_release(&json);
			skip();
		}
		struct fault fault;
		cJSON *file = json_parse(json.data, json.len, 1 << 20, &fault);
		assert_non_null(file);
		size_t held = run_cases(file, files[i].name);
		cJSON_Delete(file);
		text_release(&json);
		assert_int_equal(held, files[i].cases);
		cases += held;
	}
	print_message("%zu cases of the specification hold\n", cases);
}

static void all_five_characters_are_escaped(void **state)
{
	(void)state;
	assert_fills("<a title=\"{{x}}\">{{&x}}{{{x}}}", "{\"x\": \"<b>&\\\"'\"}",
	             "<a title=\"&lt;b&gt;&amp;&quot;&#39;\"><b>&\"'<b>&\"'");
}

static void integers_are_written_without_decimals(void **state)
{
	(void)state;
	assert_fills("{{#.}}{{.}} {{/.}}",
	             "[0, -7, 1000000, 1758000000, 9007199254740992, 1.5, -0.25, 1e300]",
	             "0 -7 1000000 1758000000 9007199254740992 1.5 -0.25 1e+300 ");
}

static void words_and_nothing_stand_for_the_other_values(void **state)
{
	(void)state;
	assert_fills("{{t}},{{f}},{{n}},{{o}},{{l}},{{missing}}",
	             "{\"t\": true, \"f\": false, \"n\": null, \"o\": {\"a\": 1}, \"l\": [1]}",
	             "true,false,,,,");
}

static void zero_and_the_empty_string_are_false_like_false(void **state)
{
	(void)state;
	assert_fills(
		"{{#zero}}zero{{/zero}}{{#empty}}empty{{/empty}}{{^empty}}none{{/empty}}{{zero}}",
		"{\"zero\": 0, \"empty\": \"\"}", "none0");
}

static void an_item_sees_the_members_around_its_list(void **state)
{
	(void)state;
	assert_fills("{{#seats}}{{name}} of {{game.name}};{{/seats}}",
	             "{\"name\": \"?\", \"game\": {\"name\": \"G\"},"
	             " \"seats\": [{\"name\": \"A\"}, {}]}",
	             "A of G;? of G;");
}

static void a_view_of_nothing_fills_nothing(void **state)
{
	(void)state;
	char *page = fill("a{{b}}{{#c}}d{{/c}}{{.}}{{#.}}e{{/.}}{{>f}}", NULL, NULL);
	assert_string_equal(page, "a");
	free(page);
}

static void indentation_reaches_partials_within_partials(void **state)
{
	(void)state;
	cJSON *partials = cJSON_Parse("{\"a\": \"1\\n  {{>b}}\\n{{x}}\\n\","
	                              " \"b\": \"{{x}}\\n{{#x}}\\n2 {{>c}}\\n{{/x}}\\n\","
	                              " \"c\": \"3\\n4\"}");
	cJSON *view = cJSON_Parse("{\"x\": \"v\\nw\"}");
	char *page = fill("\t{{>a}}\n.", view, partials);
	/* Lines of templates are indented, those of values are not, nor a partial that shares its
	 * line. */
	assert_string_equal(page, "\t1\n\t  v\nw\n\t  2 3\n4\n\tv\nw\n.");
	free(page);
	cJSON_Delete(view);
	cJSON_Delete(partials);
}

static void mistakes_are_named_with_their_line(void **state)
{
	(void)state;
	static const struct {
		const char *source, *expected;
	} cases[] = {
		{"a\n{{b", "line 2: a tag is not closed"},
		{"a\n\n{{{b}}", "line 3: a tag is not closed"},
		{"{{ }}", "line 1: a tag without a name"},
		{"{{#}}", "line 1: a tag without a name"},
		{"\n{{#a.b}}\n\n", "line 2: {{a.b}}: this section is not closed"},
		{"{{#a}}\n{{/b}}", "line 2: {{b}}: another section is open here"},
		{"{{#a}}{{#b}}\n{{/a}}{{/b}}", "line 2: {{a}}: another section is open here"},
		{"{{x\n}}\n{{/a}}", "line 3: {{a}}: no section is open here"},
		{"{{=a=}}", "line 1: {{a}}: no delimiters"},
		{"{{=a b c=}}", "line 1: {{a b c}}: no delimiters"},
		{"{{=123456789 b=}}", "line 1: {{123456789 b}}: no delimiters"},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct err err = {""};
		assert_null(mustache_compile(cases[i].source, strlen(cases[i].source), &err));
		assert_string_equal(err.text, cases[i].expected);
	}
}

/* n sections within one another. */
static void nest(struct text *source, int n)
{
	text_clear(source);
	for (int i = 0; i < n; i++)
		text_add(source, "{{#a}}");
	text_add(source, "x");
	for (int i = 0; i < n; i++)
		text_add(source, "{{/a}}");
}

static void sections_go_as_deep_as_allowed_and_no_deeper(void **state)
{
	(void)state;
	struct text source;
	text_init(&source, 10000);
	nest(&source, MUSTACHE_DEPTH_MAX);
	assert_fills(text_string(&source), "{\"a\": true}", "x");
	nest(&source, MUSTACHE_DEPTH_MAX + 1);
	struct err err = {""};
	assert_null(mustache_compile(source.data, source.len, &err));
	assert_string_equal(err.text, "line 1: {{a}}: sections are too deep here");
	text_release(&source);
}

static void a_partial_without_end_is_stopped(void **state)
{
	(void)state;
	struct partial table[] = {{"p", compile("x{{>p}}")}, {NULL, NULL}};
	struct text page;
	struct err err = {""};
	text_init(&page, PAGE_MAX);
	assert_int_equal(mustache_render(&page, table[0].m, NULL, find_partial, table, &err), -1);
	assert_string_equal(err.text, "sections and partials deeper than 32");
	assert_int_equal(page.len, MUSTACHE_DEPTH_MAX + 1);
	text_release(&page);
	mustache_free(table[0].m);
}

static void a_literal_is_text_whatever_it_looks_like(void **state)
{
	(void)state;
	static const char text[] = "{{x}}\n{{{x}}} {{#x}} <b>\n";
	struct partial table[] = {{"p", mustache_literal(text, strlen(text))}, {NULL, NULL}};
	struct mustache *m = compile("a\n{{>p}}\n{{x}}");
	cJSON *view = cJSON_Parse("{\"x\": \"X\"}");
	struct text page;
	struct err err = {""};
	text_init(&page, 1000);
	assert_int_equal(mustache_render(&page, m, view, find_partial, table, &err), 0);
	assert_string_equal(text_string(&page), "a\n{{x}}\n{{{x}}} {{#x}} <b>\nX");
	text_release(&page);
	cJSON_Delete(view);
	mustache_free(m);
	mustache_free(table[0].m);
}

static void a_page_beyond_its_ceiling_is_refused(void **state)
{
	(void)state;
	struct mustache *m = compile("{{#.}}{{.}}{{/.}}");
	cJSON *view = cJSON_Parse("[\"0123456789\", \"0123456789\", \"0123456789\"]");
	struct text page;
	struct err err = {""};
	text_init(&page, 30);
	assert_int_equal(mustache_render(&page, m, view, NULL, NULL, &err), 0);
	text_release(&page);
	text_init(&page, 29);
	assert_int_equal(mustache_render(&page, m, view, NULL, NULL, &err), -1);
	assert_string_equal(err.text, "more than 29 bytes");
	text_release(&page);
	cJSON_Delete(view);
	mustache_free(m);
}

/* Every beginning of a template compiles or is refused, and never reads beyond its end. */
static void every_beginning_of_a_template_is_safe(void **state)
{
	(void)state;
	static const char source[] =
		"a\n {{#b.c}}\r\n{{{d}}}{{=<% %>=}}<%^e%> <%>f%>\n<%/e%><%/b.c%>"
		"<%! g\nh %>\n<%={{ }}=%>{{&i}}\n";
	for (size_t len = 0; len < sizeof(source); len++) {
		char *copy =
			malloc(len + 1); /* of exactly that size: the sanitizer watches its end */
		assert_non_null(copy);
		memcpy(copy, source, len);
		copy = realloc(copy, len ? len : 1);
		assert_non_null(copy);
		struct err err = {""};
		struct mustache *m = mustache_compile(copy, len, &err);
		free(copy);
		assert_true((m != NULL) == (err.text[0] == '\0'));
		mustache_free(m);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_core_of_the_specification_holds),
		cmocka_unit_test(all_five_characters_are_escaped),
		cmocka_unit_test(integers_are_written_without_decimals),
		cmocka_unit_test(words_and_nothing_stand_for_the_other_values),
		cmocka_unit_test(zero_and_the_empty_string_are_false_like_false),
		cmocka_unit_test(an_item_sees_the_members_around_its_list),
		cmocka_unit_test(a_view_of_nothing_fills_nothing),
		cmocka_unit_test(indentation_reaches_partials_within_partials),
		cmocka_unit_test(mistakes_are_named_with_their_line),
		cmocka_unit_test(sections_go_as_deep_as_allowed_and_no_deeper),
		cmocka_unit_test(a_partial_without_end_is_stopped),
		cmocka_unit_test(a_literal_is_text_whatever_it_looks_like),
		cmocka_unit_test(a_page_beyond_its_ceiling_is_refused),
		cmocka_unit_test(every_beginning_of_a_template_is_safe),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
