/* SPDX-License-Identifier: ISC */
/*
 * How the tile in hand may lie on a space, as people are offered it: by pages and mails. What is
 * legal is the engine's to say.
 */
#ifndef APP_TURNINGS_H
#define APP_TURNINGS_H

#include "engine/game.h"

/* The quarter turns (mask) in which the tile in hand fits at x, y; of those that look alike the
 * first one. 0 where none. */
unsigned turnings_of(const struct tileset *ts, const struct game *g, int x, int y);

#endif
