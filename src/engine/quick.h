/* SPDX-License-Identifier: ISC */
/*
 * The quick bot: one look ahead over every placement and action. It plays a sound family game in
 * well under five milliseconds a turn; it does not search, count cards, or bluff.
 */
#ifndef ENGINE_QUICK_H
#define ENGINE_QUICK_H

#include "engine/bots.h"

/* A bot's choose(). Chance only breaks ties. */
void quick_choose(const struct tileset *ts, const struct game *g, unsigned seat, struct chance *c,
                  struct entry *out);

#endif
