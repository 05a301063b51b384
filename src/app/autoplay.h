/* SPDX-License-Identifier: ISC */
/*
 * What a game does without persons: draws that are due, turns of bots, turns and words that a
 * caretaker plays: of seats that resigned, of persons whose time is over, of absent ones (T3). The
 * thinking is done outside the writer, on a snapshot; each turn is then submitted like anybody's.
 */
#ifndef APP_AUTOPLAY_H
#define APP_AUTOPLAY_H

#include "app/turn.h"

/* More steps than a game has. */
enum { AUTOPLAY_ALL = 1000 };

/* May there be something to play without persons? Asked of the rows of game and seats alone: most
 * games wait for persons, and are not replayed to know it. */
bool autoplay_is_due(const struct play *p, int64_t now);

/*
 * Plays on while nobody need be waited for, at most `steps` draws and turns. Answers how many it
 * made. In the thread of the request where only bots sit beside the person, else in the clock's.
 */
unsigned autoplay_run(struct store *store, const struct sets *sets, const char *game_id,
                      int64_t now, unsigned steps);

#endif
