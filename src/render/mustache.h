/* SPDX-License-Identifier: ISC */
/*
 * Mustache templates over cJSON views: the whole core of the specification at
 * github.com/mustache/spec (interpolation, sections, inverted sections, partials, comments,
 * delimiters), none of its optional modules (no lambdas, no inheritance). It knows no page and no
 * file: whoever has the templates answers for partials.
 *
 *	struct err err;
 *	struct mustache *m = mustache_compile(source, len, &err);
 *	if (!m)
 *		return fprintf(stderr, "%s: %s\n", path, err.text), -1;
 *	if (mustache_render(&page, m, view, find_partial, templates, &err) < 0)
 *		...;
 *	mustache_free(m);
 *
 * What the specification leaves open:
 *   - False are a missing name, null, false, 0, "" and [].
 *   - {{x}} of an integer has no decimals, of another number at most 15 digits; of true and false
 *     it is these words, of objects and arrays nothing.
 *   - {{x}} is escaped by xml_add(), for contents and for attributes in double quotes; {{{x}}} and
 *     {{&x}} are written as they are.
 *   - A section over a string, a number or true shows its inside once, with that value as {{.}}.
 *   - A partial that is not found is empty.
 */
#ifndef RENDER_MUSTACHE_H
#define RENDER_MUSTACHE_H

#include <cjson/cJSON.h>
#include <stddef.h>

#include "base/err.h"
#include "base/text.h"

enum { MUSTACHE_DEPTH_MAX = 32 }; /* sections and partials within one another */

/* A compiled template. Read-only: threads may share it. */
struct mustache;

/*
 * Compiles a template of len bytes, which it copies. NULL on the first mistake: a tag or a section
 * that is not closed, or closed by another, an empty name, sections deeper than
 * MUSTACHE_DEPTH_MAX; *err then names its line, "line 3: ...".
 */
struct mustache *mustache_compile(const char *source, size_t len, struct err *err);

/*
 * A template that is that text as it stands, tags or not, for a partial that was rendered before.
 * The text stays the caller's and must outlive it.
 */
struct mustache *mustache_literal(const char *text, size_t len);

/* Frees it; NULL is nothing. */
void mustache_free(struct mustache *m);

/*
 * The partial of that name, or NULL when there is none. It stays the callback's, and must live
 * until the rendering that asked has ended. context is what mustache_render() was given.
 */
typedef const struct mustache *mustache_lookup(const void *context, const char *name);

/*
 * Appends the template filled with the view (NULL: an empty one). lookup may be NULL: no partials.
 * 0, or -1 when sections and partials reach deeper than MUSTACHE_DEPTH_MAX (such as a partial
 * without end) or out's ceiling is passed; what stands in *out then is a beginning.
 */
int mustache_render(struct text *out, const struct mustache *m, const cJSON *view,
                    mustache_lookup *lookup, const void *context, struct err *err);

#endif
