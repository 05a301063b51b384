/* SPDX-License-Identifier: ISC */
/*
 * A table that chance laid, for tests that want many tables and do not care which. Every choice is
 * as likely as any other, so that such tables sprawl more than people's do.
 */
#ifndef SUPPORT_RANDOM_TABLE_H
#define SUPPORT_RANDOM_TABLE_H

#include "engine/game.h"

/* Plays a new game until `laid` tiles lie, the start's included, and a tile is in hand; or to its
 * end. */
void random_table(const struct tileset *ts, struct game *g, unsigned seats, unsigned laid,
                  uint64_t seed);

#endif
