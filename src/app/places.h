/* SPDX-License-Identifier: ISC */
/*
 * The places at a table before the game starts: who sits down, who leaves, and the start itself. On
 * loaded rows; whoever changes them saves them, in a job of the writer. Who may do what is
 * lobby.h's to say.
 */
#ifndef APP_PLACES_H
#define APP_PLACES_H

#include "app/play.h"

/* Does somebody, or a bot, sit there, or is the place held? */
bool place_is_taken(const struct seat_row *s);

/* Seats whoever it is (the caller sets user, bot and hold) behind those who joined, with
 * DRAWS_ENTROPY_BYTES of entropy. */
void place_take(struct play *p, struct seat_row *s, int color, const unsigned char *entropy,
                bool is_of_player);

/* The place is free again. */
void place_leave(struct seat_row *s);

/*
 * A place is kept for an address: its account is told, or else the address itself. A few times a
 * day at most, and not who wants none of it: invitations fill nobody's mailbox (S4).
 */
void place_invite(struct db *db, const char *game_id, int64_t owner_id, const char *address,
                  int64_t now);
/* It is not any more: an account's invitation that was not sent is not. */
void place_uninvite(struct db *db, const char *game_id, const char *address, int64_t now);

bool places_have_color(const struct play *p, int color);
int places_free_color(const struct play *p); /* the first one */

void places_save(struct db *db, const struct play *p);

/* Can the game begin: does somebody sit everywhere, and is its tile set here? */
bool places_are_full(const struct play *p);

/* Begins a game whose places are full: seats are dealt by lot (R7), the first tile is drawn, all is
 * saved. */
void places_start(struct db *db, struct play *p, int64_t now);

#endif
