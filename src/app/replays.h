/* SPDX-License-Identifier: ISC */
/*
 * Games that were replayed a while ago, kept in memory so that the same moves are not replayed
 * again for the next page, mail or turn. Not a snapshot that is trusted: a game that is kept is
 * found only for a row whose id, rev, number of moves and head are those it was replayed to. The
 * head is the last link of the chain over everything that a replay follows from: set, options,
 * seats, sealed seed, every move. So what is found is what a replay of the moves gives that the row
 * vouches for; where rows of moves were changed behind it, fsck, which never looks here, says so.
 *
 * A take back sets the head back and counts rev up, so the turn that it undid is found no more.
 * Whoever reads an older snapshot than the one that is kept finds nothing, and replays.
 *
 * From any thread.
 */
#ifndef APP_REPLAYS_H
#define APP_REPLAYS_H

#include "app/play.h"

/* At most so many bytes, the games that were not looked for the longest go first. replays_free()
 * takes NULL. */
struct replays *replays_new(size_t bytes_max);
void replays_free(struct replays *r);

/*
 * p has its row and seats, as they are: play_copy_replayed() from what is kept for that row. False
 * when that is nothing, and *p is untouched. r may be NULL, which keeps nothing.
 */
bool replays_find(struct replays *r, struct play *p);

/*
 * Keeps a game that was replayed, or played on, to what its row says: one that is
 * committed. Of a game of which a later rev is known nothing is kept, nor of one whose moves do not
 * end in the row's head.
 */
void replays_keep(struct replays *r, const struct play *p);

#endif
