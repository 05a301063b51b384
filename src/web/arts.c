/* SPDX-License-Identifier: ISC */
/*
 * Drawings by set: see arts.h.
 */
#include "web/arts.h"

#include <assert.h>
#include <stdlib.h>

struct arts {
	const struct sets *sets;
	struct board_art art[SETS_MAX];
};

struct arts *arts_new(const struct sets *sets)
{
	struct arts *arts = calloc(1, sizeof(*arts));
	if (!arts)
		abort();
	arts->sets = sets;
	for (size_t i = 0; i < sets->count; i++)
		board_art_init(&arts->art[i], &sets->known[i].ts, false);
	return arts;
}

void arts_free(struct arts *arts)
{
	for (size_t i = 0; arts && i < arts->sets->count; i++)
		board_art_release(&arts->art[i]);
	free(arts);
}

const struct board_art *arts_of(const struct arts *arts, const struct record_set *set)
{
	size_t i = (size_t)(set - arts->sets->known);
	assert(i < arts->sets->count);
	return &arts->art[i];
}
