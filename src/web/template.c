/* SPDX-License-Identifier: ISC */
/*
 * A set of compiled templates; under --dev a new one for each page.
 */
#include "web/template.h"

#include <assert.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/embedded.h"
#include "base/file.h"
#include "base/limits.h"
#include "base/memory.h"
#include "render/mustache.h"

enum { TEMPLATES_MAX = 128, NAME_BYTES = 64, TEMPLATE_BYTES = 1 << 18 };

static const char folder[] = "templates/", suffix[] = ".html";

struct templates {
	bool is_dev;
	size_t count;
	struct {
		char name[NAME_BYTES];
		struct mustache *compiled;
	} items[TEMPLATES_MAX];
};

/* The name of templates/NAME.html to out; false for another file. */
static bool name_of(const char *file, char out[NAME_BYTES])
{
	size_t len = strlen(file), end = sizeof(suffix) - 1;
	if (len <= end || len - end >= NAME_BYTES || strcmp(file + len - end, suffix) != 0)
		return false;
	snprintf(out, NAME_BYTES, "%.*s", (int)(len - end), file);
	return true;
}

static int add(struct templates *t, const char *file, const char *source, size_t len,
               struct err *err)
{
	struct err mistake;
	if (!name_of(file, t->items[t->count].name))
		return 0;
	if (t->count == TEMPLATES_MAX)
		return err_set(err, "more than %d templates", TEMPLATES_MAX);
	t->items[t->count].compiled = mustache_compile(source, len, &mistake);
	if (!t->items[t->count].compiled)
		return err_set(err, "%s%s: %s", folder, file, mistake.text);
	t->count++;
	return 0;
}

static int load_embedded(struct templates *t, struct err *err)
{
	size_t prefix = sizeof(folder) - 1;
	for (const struct embedded *e = embedded_files; e->path; e++) {
		if (strncmp(e->path, folder, prefix) == 0 &&
		    add(t, e->path + prefix, (const char *)e->data, e->size, err))
			return -1;
	}
	return 0;
}

static int load_tree(struct templates *t, struct err *err)
{
	int status = 0;
	DIR *dir = opendir(folder);
	if (!dir)
		return err_set(err, "%s is not in the working directory", folder);
	for (struct dirent *d; status == 0 && (d = readdir(dir));) {
		char path[sizeof(folder) + sizeof(d->d_name)], name[NAME_BYTES];
		struct text source;
		if (!name_of(d->d_name, name))
			continue;
		snprintf(path, sizeof(path), "%s%s", folder, d->d_name);
		text_init(&source, TEMPLATE_BYTES);
		status = file_read(path, &source, err);
		if (status == 0)
			status = add(t, d->d_name, text_string(&source), source.len, err);
		text_release(&source);
	}
	closedir(dir);
	return status;
}

int templates_open(struct templates **out, bool is_dev, struct err *err)
{
	struct templates *t = memory_resize(NULL, 1, sizeof(*t));
	memset(t, 0, sizeof(*t));
	t->is_dev = is_dev;
	if ((is_dev ? load_tree : load_embedded)(t, err)) {
		templates_free(t);
		return -1;
	}
	*out = t;
	return 0;
}

void templates_free(struct templates *t)
{
	if (!t)
		return;
	for (size_t i = 0; i < t->count; i++)
		mustache_free(t->items[i].compiled);
	free(t);
}

static const struct mustache *find(const struct templates *t, const char *name)
{
	for (size_t i = 0; i < t->count; i++) {
		if (strcmp(t->items[i].name, name) == 0)
			return t->items[i].compiled;
	}
	return NULL;
}

/* What a page's partials are looked up in: its parts, then the templates. */
struct shelf {
	const struct templates *templates;
	const struct template_part *parts;
	struct mustache *literals[TEMPLATE_PARTS_MAX];
	size_t count;
};

static const struct mustache *find_partial(const void *context, const char *name)
{
	const struct shelf *shelf = context;
	for (size_t i = 0; i < shelf->count; i++) {
		if (strcmp(shelf->parts[i].name, name) == 0)
			return shelf->literals[i];
	}
	return find(shelf->templates, name);
}

int template_render(const struct templates *t, struct text *out, const char *name,
                    const cJSON *view, const struct template_part *parts, size_t count,
                    struct err *err)
{
	struct templates *fresh = NULL;
	if (t->is_dev && templates_open(&fresh, true, err))
		return -1;
	struct shelf shelf = {.templates = fresh ? fresh : t, .parts = parts, .count = count};
	assert(count <= TEMPLATE_PARTS_MAX);
	for (size_t i = 0; i < count; i++)
		shelf.literals[i] = mustache_literal(parts[i].html.data, parts[i].html.len);
	const struct mustache *m = find(shelf.templates, name);
	int status = m ? mustache_render(out, m, view, find_partial, &shelf, err)
	               : err_set(err, "there is no template %s", name);
	for (size_t i = 0; i < count; i++)
		mustache_free(shelf.literals[i]);
	templates_free(fresh);
	return status;
}
