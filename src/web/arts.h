/* SPDX-License-Identifier: ISC */
/*
 * The drawings of every tile set that games here are played with, made once at the start: all
 * boards of a page use them, from all threads.
 */
#ifndef WEB_ARTS_H
#define WEB_ARTS_H

#include "app/sets.h"
#include "render/board.h"

struct arts;

/* Draws all sets, which must outlive it. */
struct arts *arts_new(const struct sets *sets);
void arts_free(struct arts *arts);

/* The drawings as a file that pages refer to: its URL, /static/tiles.5f3a0c11d2e4.svg, has a hash
 * of its contents as those of static.h have. The set is one of those that arts_new() was given. */
const char *arts_url(const struct arts *arts, const struct record_set *set);

/* The file that a URL's last segment names is appended; false when it is none of these. */
bool arts_find(const struct arts *arts, const char *segment, struct text *out);

/* The drawings of a set, one of those that arts_new() was given. */
const struct board_art *arts_of(const struct arts *arts, const struct record_set *set);

#endif
