/* SPDX-License-Identifier: ISC */
/*
 * One game in a list, as templates/game_card.html shows it. It is made of the rows of game and
 * seats alone: the same derived columns by which lists are put in order, so that a card never says
 * another turn than its list. Who may see the game is the caller's affair (lobby_sight()).
 */
#ifndef WEB_CARD_H
#define WEB_CARD_H

#include <cjson/cJSON.h>

#include "store/cards.h"
#include "web/request.h"

/* Does the viewer sit there, and is a turn, word or draw of theirs awaited? */
bool card_is_due(const struct game_card *c, const struct viewer *viewer);

/* Places that nobody has taken; of that kind alone, or of all (-1). */
size_t card_count_free(const struct game_card *c, int kind);

/* The view, the caller's. */
cJSON *card_view(struct request *req, const struct game_card *c);

/*
 * Its HTML, appended: as it is kept for this viewer, by the game's id; false, and nothing is
 * appended, when it is not. Or made, and kept. Never for a program, which gets the view.
 */
bool card_find(struct request *req, const char *game_id, struct text *out);
void card_make(struct request *req, const struct game_card *c, struct text *out);

/*
 * Adds the deadline that counts of seats of a running game, the viewer's own, else the first of
 * those that are waited for, to a view: left, until, until_iso, and rest
 * where that clock stands still now. Nothing where no clock runs.
 */
void card_add_deadline(cJSON *view, struct request *req, const struct seat_row *seats,
                       size_t count);

/* A turn's time in words: "3 days a turn", "no time limit". */
enum { CARD_PACE_BYTES = 64 };
void card_pace(char out[CARD_PACE_BYTES], int64_t turn_s);

#endif
