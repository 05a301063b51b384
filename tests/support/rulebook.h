/* SPDX-License-Identifier: ISC */
/*
 * The rules a second time, from the rule page and as slow as they read: what a seat may choose (R9
 * to R25, R28) and what an entry brings to whom (R14 to R31). It takes from a game only where
 * things lie, who holds what and what is awaited, never what the engine keeps count of. Whether
 * that count is right is for invariants.h.
 */
#ifndef SUPPORT_RULEBOOK_H
#define SUPPORT_RULEBOOK_H

#include "engine/game.h"

/* What was said of the features that this turn's tile completed: animal + 1, or SAID_NONE; 0 not
 * yet. */
enum { SAID_NONE = ANIMAL_COUNT + 1 };
struct said {
	uint8_t animals[COMPLETED_MAX][SEATS_MAX];
};

/* Everything that `seat` may choose now: how many, and if `out` is not NULL, the entries in no
 * order. */
size_t rulebook_list(const struct tileset *ts, const struct game *g, const struct said *said,
                     unsigned seat, struct entry out[LEGAL_MAX]);

/* Is a choice allowed? A meeple or a word may name any side of its piece. */
bool rulebook_allows(const struct tileset *ts, const struct game *g, const struct said *said,
                     const struct entry *e);

/* Keeps what an accepted entry said. To be told of each, with the game as it was before. */
void rulebook_note(const struct tileset *ts, const struct game *before, struct said *said,
                   const struct entry *e);

/*
 * The points that follow from an accepted entry, in order; answers how many. `said` knows the entry
 * already, and of `after` only what is awaited is looked at.
 */
size_t rulebook_points(const struct tileset *ts, const struct game *before,
                       const struct game *after, const struct said *said, const struct entry *e,
                       struct points out[POINTS_MAX]);

/* What features in play are worth (R24, R30), as game_worths() lists them. */
size_t rulebook_worths(const struct tileset *ts, const struct game *g,
                       struct worth out[WORTHS_MAX]);

#endif
