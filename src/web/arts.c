/* SPDX-License-Identifier: ISC */
/*
 * Drawings by set: see arts.h.
 */
#include "web/arts.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/limits.h"

enum { URL_BYTES = 64, URL_HASH = 12 };

static const char folder[] = "/static/";

struct arts {
	const struct sets *sets;
	struct board_art art[SETS_MAX];
	char urls[SETS_MAX][URL_BYTES];
};

static void write_url(char out[URL_BYTES], const struct board_art *art)
{
	char hex[HASH_HEX];
	struct text file;
	text_init(&file, LIMIT_RESPONSE_BYTES);
	board_drawings(&file, art);
	hash_sha256_hex(hex, file.data, file.len);
	snprintf(out, URL_BYTES, "%stiles.%.*s.svg", folder, URL_HASH, hex);
	text_release(&file);
}

struct arts *arts_new(const struct sets *sets)
{
	struct arts *arts = calloc(1, sizeof(*arts));
	if (!arts)
		abort();
	arts->sets = sets;
	for (size_t i = 0; i < sets->count; i++) {
		board_art_init(&arts->art[i], &sets->known[i].ts, false);
		write_url(arts->urls[i], &arts->art[i]);
	}
	return arts;
}

void arts_free(struct arts *arts)
{
	for (size_t i = 0; arts && i < arts->sets->count; i++)
		board_art_release(&arts->art[i]);
	free(arts);
}

static size_t index_of(const struct arts *arts, const struct record_set *set)
{
	size_t i = (size_t)(set - arts->sets->known);
	assert(i < arts->sets->count);
	return i;
}

const struct board_art *arts_of(const struct arts *arts, const struct record_set *set)
{
	return &arts->art[index_of(arts, set)];
}

const char *arts_url(const struct arts *arts, const struct record_set *set)
{
	return arts->urls[index_of(arts, set)];
}

bool arts_find(const struct arts *arts, const char *segment, struct text *out)
{
	for (size_t i = 0; i < arts->sets->count; i++) {
		if (strcmp(arts->urls[i] + sizeof(folder) - 1, segment) != 0)
			continue;
		board_drawings(out, &arts->art[i]);
		return true;
	}
	return false;
}
