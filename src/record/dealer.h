/* SPDX-License-Identifier: ISC */
/*
 * Who deals: the order of tiles and tokens that follows from a record's seed and entropy, drawn one
 * by one as the game asks ("Draws" in the record's description). It joins the engine's bag, which
 * shuffles nothing, with base/draws, which knows no game. Not public knowledge: it never goes where
 * a game is shown.
 *
 * A plain value: a copy is an assignment, and an older copy takes draws back.
 */
#ifndef RECORD_DEALER_H
#define RECORD_DEALER_H

#include "base/draws.h"
#include "engine/bag.h"
#include "engine/game.h"

struct dealer {
	struct bag bag;
	struct draws tokens; /* stands where the next supply is shuffled (R29) */
};

/*
 * Shuffles tiles and tokens. entropy is seats values of DRAWS_ENTROPY_BYTES, one after the other in
 * joining order.
 */
void dealer_init(struct dealer *d, const struct tileset *ts,
                 const unsigned char seed[DRAWS_SEED_BYTES], const unsigned char *entropy,
                 unsigned seats);

/* Who sits where: order[i] is the joiner (0 joined first) who gets seat i. */
void dealer_seat_order(const unsigned char seed[DRAWS_SEED_BYTES], const unsigned char *entropy,
                       unsigned seats, uint8_t order[SEATS_MAX]);

/*
 * The draw that the game awaits (AWAITS_TOKENS or AWAITS_TILE, nothing else) as the entry to apply
 * to it: the tokens, with a new supply shuffled from the pile when need be; the tile, as ENTRY_DRAW
 * or, where it fits nowhere, ENTRY_REMOVE; ENTRY_END when no tile is left. Each call draws: the
 * entry is to be applied.
 */
void dealer_draw(struct dealer *d, const struct tileset *ts, const struct game *g,
                 struct entry *out);

#endif
