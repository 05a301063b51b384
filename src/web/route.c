/* SPDX-License-Identifier: ISC */
/*
 * Finding a path in tables of routes. The tables are short, so a walk through all of them is
 * enough.
 */
#include "web/route.h"

#include <assert.h>
#include <string.h>

/* Segments from `at`, which points behind a slash: where this one ends. */
static size_t segment(const char *at)
{
	return (size_t)(strchrnul(at, '/') - at);
}

/*
 * Matches a path with a pattern: 0 when it does not, else a rank in which an earlier plain segment
 * counts more than a later one.
 */
static unsigned match(const char *pattern, const char *path)
{
	unsigned rank = 1;
	while (*pattern == '/' && *path == '/') {
		pattern++;
		path++;
		size_t want = segment(pattern), have = segment(path);
		bool is_name = *pattern == ':';
		if (is_name ? have == 0 || have >= ROUTE_PARAM_BYTES
		            : want != have || memcmp(pattern, path, want) != 0)
			return 0;
		rank = rank << 1 | !is_name;
		pattern += want;
		path += have;
	}
	return *pattern || *path ? 0 : rank;
}

/* The segments of a path that matched a pattern which stand for its names. */
static void keep_params(const char *pattern, const char *path, struct route_params *params)
{
	unsigned named = 0;
	while (*pattern == '/') {
		size_t want = segment(++pattern), have = segment(++path);
		if (*pattern == ':') {
			assert(named < ROUTE_PARAMS);
			memcpy(params->values[named], path, have);
			params->values[named++][have] = '\0';
		}
		pattern += want;
		path += have;
	}
}

static bool is_by(const struct route *route, enum method method)
{
	return route->method == (method == METHOD_HEAD ? METHOD_GET : method);
}

void route_find(const struct route *const *tables, enum method method, const char *path,
                struct route_match *out)
{
	static const char *const allowed[] = {"", "GET, HEAD", "POST", "GET, HEAD, POST"};
	unsigned best = 0, methods = 0;
	*out = (struct route_match){0};
	for (; *tables; tables++) {
		for (const struct route *r = *tables; r->pattern; r++) {
			unsigned rank = match(r->pattern, path);
			if (!rank)
				continue;
			methods |= r->method == METHOD_POST ? 2 : 1;
			if (rank > best && is_by(r, method)) {
				best = rank;
				out->route = r;
			}
		}
	}
	if (out->route)
		keep_params(out->route->pattern, path, &out->params);
	out->is_path_known = methods != 0;
	out->allow = allowed[methods];
}

int route_param_index(const struct route *route, const char *name)
{
	int index = 0;
	for (const char *at = route->pattern; *at == '/';) {
		size_t len = segment(++at);
		if (*at == ':') {
			if (strlen(name) == len - 1 && memcmp(at + 1, name, len - 1) == 0)
				return index;
			index++;
		}
		at += len;
	}
	return -1;
}

const struct field_rule *route_field(const struct route *route, const char *name)
{
	for (const struct field_rule *f = route->fields; f && f->name; f++) {
		if (strcmp(f->name, name) == 0)
			return f;
	}
	return NULL;
}
