/* SPDX-License-Identifier: ISC */
/*
 * Which route a path and a method find; and what must hold of every row of the service's own
 * tables.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "web/route.h"

static void handle(struct request *req, struct response *res)
{
	(void)req;
	(void)res;
}

static const struct field_rule some_fields[] = {{"rev", 20}, {"turn", 200}, {NULL, 0}};

static const struct route some[] = {
	{METHOD_GET, "/", ACCESS_ANYONE, handle, NULL, 0},
	{METHOD_GET, "/g/:id", ACCESS_ANYONE, handle, NULL, 0},
	{METHOD_GET, "/g/new", ACCESS_ANYONE, handle, NULL, 0},
	{METHOD_POST, "/g/:id/turn", ACCESS_SESSION, handle, some_fields, 0},
	{0},
};
static const struct route more[] = {
	{METHOD_GET, "/g/:id/turn", ACCESS_ANYONE, handle, NULL, 0},
	{METHOD_POST, "/g/:game/:seat/word", ACCESS_SESSION, handle, NULL, 0},
	{0},
};
static const struct route *const tables[] = {some, more, NULL};

static struct route_match find(enum method method, const char *path)
{
	struct route_match match;
	route_find(tables, method, path, &match);
	return match;
}

static void paths_find_their_row(void **state)
{
	(void)state;
	assert_ptr_equal(find(METHOD_GET, "/").route, &some[0]);
	assert_ptr_equal(find(METHOD_HEAD, "/").route, &some[0]);
	assert_ptr_equal(find(METHOD_GET, "/g/abc").route, &some[1]);
	assert_ptr_equal(find(METHOD_POST, "/g/abc/turn").route, &some[3]);
	assert_ptr_equal(find(METHOD_GET, "/g/abc/turn").route, &more[0]);
}

static void a_plain_segment_goes_before_a_name(void **state)
{
	(void)state;
	assert_ptr_equal(find(METHOD_GET, "/g/new").route, &some[2]);
	assert_ptr_equal(find(METHOD_GET, "/g/newer").route, &some[1]);
}

static void names_keep_what_stood_for_them(void **state)
{
	(void)state;
	struct route_match m = find(METHOD_POST, "/g/k7m2p9qd/3/word");
	assert_string_equal(m.params.values[route_param_index(m.route, "game")], "k7m2p9qd");
	assert_string_equal(m.params.values[route_param_index(m.route, "seat")], "3");
	assert_int_equal(route_param_index(m.route, "sea"), -1);
	assert_int_equal(route_param_index(m.route, "word"), -1);
}

static void other_paths_find_nothing(void **state)
{
	(void)state;
	static const char *const paths[] = {"",   "/g", "/g/",    "/g//turn",    "/g/abc/",
	                                    "/x", "//", "/g/a/b", "/g/a/turn/x", "/G/abc"};
	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
		struct route_match m = find(METHOD_GET, paths[i]);
		assert_null(m.route);
		assert_false(m.is_path_known);
	}
	char long_one[ROUTE_PARAM_BYTES + 4];
	snprintf(long_one, sizeof(long_one), "/g/%0*d", ROUTE_PARAM_BYTES - 1, 0);
	assert_ptr_equal(find(METHOD_GET, long_one).route, &some[1]);
	snprintf(long_one, sizeof(long_one), "/g/%0*d", ROUTE_PARAM_BYTES, 0);
	assert_null(find(METHOD_GET, long_one).route);
}

static void a_path_by_another_method_says_what_is_allowed(void **state)
{
	(void)state;
	struct route_match m = find(METHOD_POST, "/g/abc");
	assert_null(m.route);
	assert_true(m.is_path_known);
	assert_string_equal(m.allow, "GET, HEAD");
	m = find(METHOD_OTHER, "/g/abc/turn");
	assert_null(m.route);
	assert_string_equal(m.allow, "GET, HEAD, POST");
	m = find(METHOD_GET, "/g/a/0/word");
	assert_null(m.route);
	assert_string_equal(m.allow, "POST");
}

static void fields_are_found_by_their_whole_name(void **state)
{
	(void)state;
	assert_int_equal(route_field(&some[3], "turn")->max, 200);
	assert_null(route_field(&some[3], "tur"));
	assert_null(route_field(&some[0], "rev"));
}

/* ---- The service's own tables ---- */

static void check_row(const struct route *r)
{
	unsigned names = 0;
	assert_true(r->method == METHOD_GET || r->method == METHOD_POST);
	assert_int_equal(r->pattern[0], '/');
	assert_non_null(r->handle);
	for (const char *c = r->pattern; *c; c++)
		names += *c == ':';
	assert_true(names <= ROUTE_PARAMS);
	for (const struct field_rule *f = r->fields; f && f->name; f++) {
		assert_true(f->max > 0);
		assert_ptr_equal(route_field(r, f->name), f);
		/* The form's token is the door's, and needs no row. */
		assert_string_not_equal(f->name, "token");
	}
}

static void every_row_is_well_formed_and_reached(void **state)
{
	(void)state;
	for (const struct route *const *t = site_routes; *t; t++) {
		for (const struct route *r = *t; r->pattern; r++) {
			check_row(r);
			/* A name stands for itself, so a pattern is a path of its own route. */
			struct route_match m;
			route_find(site_routes, r->method, r->pattern, &m);
			if (m.route != r)
				print_error("%s is never reached\n", r->pattern);
			assert_ptr_equal(m.route, r);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(paths_find_their_row),
		cmocka_unit_test(a_plain_segment_goes_before_a_name),
		cmocka_unit_test(names_keep_what_stood_for_them),
		cmocka_unit_test(other_paths_find_nothing),
		cmocka_unit_test(a_path_by_another_method_says_what_is_allowed),
		cmocka_unit_test(fields_are_found_by_their_whole_name),
		cmocka_unit_test(every_row_is_well_formed_and_reached),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
