/* SPDX-License-Identifier: ISC */
/*
 * A turn while it is put together: the URL is the draft. Its text is applied to a copy of the game,
 * as far as the rules allow; what comes next follows from that copy. Nothing here changes a stored
 * game.
 */
#ifndef WEB_DRAFT_H
#define WEB_DRAFT_H

#include "app/play.h"
#include "engine/notation.h"

struct draft {
	const struct play *p;
	unsigned seat;
	size_t count;
	struct entry entries[NOTATION_TURN_MAX];
	struct game after;   /* the game with them */
	const char *problem; /* why the rest of the text was left out: a sentence; NULL */
};

/* Reads a draft's text (NULL or "": none) for a seat that is awaited. */
void draft_read(struct draft *d, const struct play *p, unsigned seat, const char *text);

/* Is nothing left for the seat to choose before this can be sent? */
bool draft_is_complete(const struct draft *d);

/* The same draft with one entry more, which must be legal; *out may be d itself. */
void draft_add(struct draft *out, const struct draft *d, const struct entry *e);

/* The draft without its last entry; for one that is not empty. */
void draft_drop(struct draft *out, const struct draft *d);

/*
 * The points that the seat gets if it sends this and chooses nothing more that it need not: no
 * token added, a displaced ranger anywhere. What others may add is their points.
 */
int draft_gain(const struct draft *d);

/* The next such turn after `turns`, in steps of `by` (1 or 3 quarter turns); `turns` itself when it
 * is the only one. */
unsigned draft_next_turn(unsigned mask, unsigned turns, unsigned by);

#endif
