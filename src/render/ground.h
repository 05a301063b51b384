/* SPDX-License-Identifier: ISC */
/*
 * The ground of a tile: savanna, its bushes and trails, as SVG. What lives or stands on it is drawn
 * elsewhere.
 */
#ifndef RENDER_GROUND_H
#define RENDER_GROUND_H

#include "base/text.h"
#include "engine/tileset.h"

/* The savanna under a tile, and grass on it, which stays upright: colours, and relative path data.
 */
#define GROUND_SAVANNA "#ecd9a3"
#define GROUND_GRASS "#cbb372"
#define GROUND_SQUARE "h100v100h-100z"
#define GROUND_TUFTS "m14 32q0-4-3-6m6 6v-9m3 9q0-4 3-6m49 50q0-4-3-6m6 6v-9m3 9q0-4 3-6"

/* Appends what ground_add() refers to: content of <defs>. */
void ground_add_shapes(struct text *t);

/* Appends the elements of one kind as it lies at no rotation, its middle at 0, 0, on top of the
 * savanna. */
void ground_add(struct text *t, const struct tileset_kind *kind);

#endif
