/* SPDX-License-Identifier: ISC */
/*
 * What happens with time and not by a visitor: draws when the grace is over, turns of bots and caretakers, open
 * games that nobody filled, places held in vain, guests who never came back. The clock thread beats; it never
 * waits on a network.
 */
#ifndef APP_BEAT_H
#define APP_BEAT_H

#include "app/autoplay.h"

enum { BEAT_S = 15, BEAT_TIDY_S = 3600, BEAT_SIGNIN_KEPT_S = 86400 };

/* Does everything that is due at `now` in running games. Answers how many games moved. */
unsigned beat_games(struct store *store, const struct sets *sets, int64_t now);

/* Lets go what has run out. Once an hour is enough. */
void beat_tidy(struct store *store, int64_t now);

/* When the next draw is due, or now + BEAT_S if that is sooner. */
int64_t beat_next(struct store *store, int64_t now);

#endif
