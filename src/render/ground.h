/* SPDX-License-Identifier: ISC */
/*
 * The ground of a tile: savanna, its bushes and trails, as SVG. What lives or stands on it is drawn elsewhere.
 */
#ifndef RENDER_GROUND_H
#define RENDER_GROUND_H

#include "base/text.h"
#include "engine/tileset.h"

/* Appends the shapes that ground_add() uses: content of <defs>. */
void ground_add_shapes(struct text *t);

/* Appends the elements of one kind as it lies at no rotation, its middle at 0, 0. */
void ground_add(struct text *t, const struct tileset_kind *kind);

#endif
