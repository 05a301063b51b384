/* SPDX-License-Identifier: ISC */
/*
 * The pages' templates, templates/NAME.html, each by its name and usable as a partial in others.
 * They come compiled from the program itself; under --dev they are read anew from the tree for each
 * page, and a mistake in one is told on the page.
 */
#ifndef WEB_TEMPLATE_H
#define WEB_TEMPLATE_H

#include <cjson/cJSON.h>
#include <stdbool.h>

#include "base/err.h"
#include "base/text.h"

struct templates;

/*
 * A partial that was rendered before: as it stands, it takes the place of templates/NAME.html in
 * the page that is rendered now.
 */
struct template_part {
	const char *name; /* a literal */
	struct text html;
};
enum { TEMPLATE_PARTS_MAX = 4 };

/* 0, or -1 when one does not compile. */
int templates_open(struct templates **out, bool is_dev, struct err *err);
void templates_free(struct templates *t);

/* Appends a template filled with a view, with count parts (NULL for none). 0, or -1: no such
 * template, or what mustache.h says. */
int template_render(const struct templates *t, struct text *out, const char *name,
                    const cJSON *view, const struct template_part *parts, size_t count,
                    struct err *err);

#endif
