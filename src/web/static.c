/* SPDX-License-Identifier: ISC */
/*
 * Static files with the hash of their contents in their URL.
 */
#include "web/static.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/embedded.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/memory.h"

enum { STATIC_FILES = 64, NAME_BYTES = 64, URL_HASH = 12 };

static const char folder[] = "static/";

static const struct {
	const char *suffix, *type;
} types[] = {
	{".css", "text/css; charset=utf-8"},
	{".js", "text/javascript; charset=utf-8"},
	{".svg", "image/svg+xml"},
	{".png", "image/png"},
	{".ico", "image/vnd.microsoft.icon"},
	{".json", "application/manifest+json"},
	{".txt", "text/plain; charset=utf-8"},
};

struct item {
	char name[NAME_BYTES];
	char hash[URL_HASH + 1];
	struct text bytes; /* under --dev; else data */
	const char *data;
	size_t size;
};

struct statics {
	bool is_dev;
	cJSON *urls; /* static_urls(); NULL under --dev */
	size_t count;
	struct item items[STATIC_FILES];
};

static const char *type_of(const char *name)
{
	const char *dot = strrchr(name, '.');
	for (size_t i = 0; dot && i < sizeof(types) / sizeof(types[0]); i++) {
		if (strcmp(dot, types[i].suffix) == 0)
			return types[i].type;
	}
	return NULL;
}

static void add(struct statics *s, const char *name, const char *data, size_t size)
{
	char hex[HASH_HEX];
	struct item *item = &s->items[s->count];
	if (s->count == STATIC_FILES || strlen(name) >= NAME_BYTES || !type_of(name))
		return;
	s->count++;
	hash_sha256_hex(hex, data, size);
	snprintf(item->name, sizeof(item->name), "%s", name);
	snprintf(item->hash, sizeof(item->hash), "%.*s", URL_HASH, hex);
	item->data = data;
	item->size = size;
}

static void load_embedded(struct statics *s)
{
	size_t prefix = sizeof(folder) - 1;
	for (const struct embedded *e = embedded_files; e->path; e++) {
		if (strncmp(e->path, folder, prefix) == 0)
			add(s, e->path + prefix, (const char *)e->data, e->size);
	}
}

static void load_tree(struct statics *s)
{
	DIR *dir = opendir(folder);
	for (struct dirent *d; dir && (d = readdir(dir));) {
		char path[sizeof(folder) + sizeof(d->d_name)];
		struct text *bytes = &s->items[s->count].bytes;
		if (s->count == STATIC_FILES || !type_of(d->d_name))
			continue;
		snprintf(path, sizeof(path), "%s%s", folder, d->d_name);
		text_init(bytes, LIMIT_RESPONSE_BYTES);
		if (file_read(path, bytes, NULL) == 0)
			add(s, d->d_name, text_string(bytes), bytes->len);
		else
			text_release(bytes);
	}
	if (dir)
		closedir(dir);
}

/* "style.css" with its hash: "style.5f3a0c11d2e4.css". */
static void hashed_name(const struct item *item, char out[STATIC_URL_BYTES])
{
	const char *dot = strrchr(item->name, '.');
	snprintf(out, STATIC_URL_BYTES, "%.*s.%s%s", (int)(dot - item->name), item->name,
	         item->hash, dot);
}

static cJSON *new_urls(const struct statics *s)
{
	cJSON *urls = cJSON_CreateObject();
	for (size_t i = 0; i < s->count; i++) {
		char segment[STATIC_URL_BYTES], url[STATIC_URL_BYTES], key[NAME_BYTES];
		hashed_name(&s->items[i], segment);
		snprintf(url, sizeof(url), "/%s%.100s", folder, segment);
		snprintf(key, sizeof(key), "%s", s->items[i].name);
		for (char *c = key; *c; c++)
			*c = *c == '.' || *c == '-' ? '_' : *c;
		cJSON_AddStringToObject(urls, key, url);
	}
	return urls;
}

struct statics *statics_new(bool is_dev)
{
	struct statics *s = memory_resize(NULL, 1, sizeof(*s));
	memset(s, 0, sizeof(*s));
	s->is_dev = is_dev;
	if (!is_dev) {
		load_embedded(s);
		s->urls = new_urls(s);
	}
	return s;
}

void statics_free(struct statics *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < s->count && s->is_dev; i++)
		text_release(&s->items[i].bytes);
	cJSON_Delete(s->urls);
	free(s);
}

/* What there is now: under --dev a new one, which the caller lets go by done(). */
static const struct statics *look(const struct statics *s)
{
	if (!s->is_dev)
		return s;
	struct statics *fresh = statics_new(true);
	load_tree(fresh);
	return fresh;
}

static void done(const struct statics *s, const struct statics *looked)
{
	if (looked != s)
		statics_free((struct statics *)looked);
}

bool static_url(const struct statics *s, const char *name, char out[STATIC_URL_BYTES])
{
	const struct statics *now = look(s);
	bool is_there = false;
	for (size_t i = 0; i < now->count && !is_there; i++) {
		char segment[STATIC_URL_BYTES];
		is_there = strcmp(now->items[i].name, name) == 0;
		hashed_name(&now->items[i], segment);
		if (is_there)
			snprintf(out, STATIC_URL_BYTES, "/%s%.100s", folder, segment);
	}
	done(s, now);
	return is_there;
}

cJSON *static_urls(const struct statics *s)
{
	if (s->urls)
		return cJSON_CreateObjectReference(s->urls->child);
	const struct statics *now = look(s);
	cJSON *urls = new_urls(now);
	done(s, now);
	return urls;
}

bool static_find(const struct statics *s, const char *segment, struct text *out, const char **type)
{
	const struct statics *now = look(s);
	bool is_there = false;
	for (size_t i = 0; i < now->count && !is_there; i++) {
		char name[STATIC_URL_BYTES];
		hashed_name(&now->items[i], name);
		is_there = strcmp(name, segment) == 0;
		if (is_there) {
			text_add_bytes(out, now->items[i].data, now->items[i].size);
			*type = type_of(now->items[i].name);
		}
	}
	done(s, now);
	return is_there;
}
