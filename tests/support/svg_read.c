/* SPDX-License-Identifier: ISC */
/*
 * Reading an SVG with GLib's parser: see svg_read.h.
 */
#include "support/svg_read.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <glib.h>

struct reader {
	struct svg_read *s;
	GHashTable *ids, *references;
	int defs_depth;
};

static void read_start(GMarkupParseContext *context, const gchar *element, const gchar **names,
                       const gchar **values, gpointer data, GError **error)
{
	struct reader *r = data;
	(void)context;
	(void)error;
	if (strcmp(element, "defs") == 0)
		r->defs_depth++;
	if (!r->defs_depth || strcmp(element, "defs") == 0) {
		r->s->elements++;
		r->s->uses += strcmp(element, "use") == 0;
		r->s->links += strcmp(element, "a") == 0;
	}
	for (int i = 0; names[i]; i++) {
		if (strcmp(names[i], "id") == 0 && !g_hash_table_add(r->ids, g_strdup(values[i])))
			fail_msg("two elements have the id %s", values[i]);
		if (strcmp(names[i], "href") == 0 && values[i][0] == '#')
			g_hash_table_add(r->references, g_strdup(values[i] + 1));
	}
}

static void read_end(GMarkupParseContext *context, const gchar *element, gpointer data,
                     GError **error)
{
	struct reader *r = data;
	(void)context;
	(void)error;
	if (strcmp(element, "defs") == 0)
		r->defs_depth--;
}

void svg_read(struct svg_read *s, const char *svg, size_t len)
{
	static const GMarkupParser parser = {.start_element = read_start, .end_element = read_end};
	*s = (struct svg_read){0};
	struct reader r = {
		.s = s,
		.ids = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
		.references = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
	};
	GError *error = NULL;
	GMarkupParseContext *context = g_markup_parse_context_new(&parser, 0, &r, NULL);
	if (!g_markup_parse_context_parse(context, svg, (gssize)len, &error) ||
	    !g_markup_parse_context_end_parse(context, &error))
		fail_msg("not well-formed: %s", error->message);
	g_markup_parse_context_free(context);

	GHashTableIter iter;
	gpointer id;
	g_hash_table_iter_init(&iter, r.references);
	while (g_hash_table_iter_next(&iter, &id, NULL))
		if (!g_hash_table_contains(r.ids, id))
			fail_msg("nothing has the id %s", (const char *)id);
	g_hash_table_destroy(r.references);
	g_hash_table_destroy(r.ids);

	const char *defs = memmem(svg, len, "<defs>", 6), *end = memmem(svg, len, "</defs>", 7);
	if (defs && end) {
		s->defs_at = (size_t)(defs - svg);
		s->defs_end = (size_t)(end - svg) + 7;
	}
}

unsigned svg_count(const char *svg, size_t len, const char *what)
{
	unsigned count = 0;
	const char *end = svg + len;
	while ((svg = memmem(svg, (size_t)(end - svg), what, strlen(what)))) {
		svg++;
		count++;
	}
	return count;
}
