/* SPDX-License-Identifier: ISC */
/*
 * What must be true of every game at any time, worked out anew from what lies on the table: slow
 * and simple where the engine keeps count. Not a second engine: whether an entry was allowed is not
 * asked here. It needs no test framework, so that fuzz targets use it too.
 */
#ifndef SUPPORT_INVARIANTS_H
#define SUPPORT_INVARIANTS_H

#include "engine/game.h"

/*
 * NULL when all is well, else what is not, static. scores are the points that each seat was given
 * so far, as the caller added them up.
 */
const char *invariants_broken(const struct tileset *ts, const struct game *g,
                              const int scores[SEATS_MAX]);

/*
 * Applies an entry, adds the points that followed to scores and checks everything. Aborts, having
 * said why on stderr, when something is broken, or when a refusal changed a single byte.
 */
enum refusal invariants_apply(const struct tileset *ts, struct game *g, const struct entry *e,
                              int scores[SEATS_MAX]);

#endif
