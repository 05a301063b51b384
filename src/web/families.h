/* SPDX-License-Identifier: ISC */
/*
 * The tables of the families of pages, each in the file of its name: web/home.c has home_routes.
 */
#ifndef WEB_FAMILIES_H
#define WEB_FAMILIES_H

#include "web/route.h"

extern const struct route home_routes[];      /* the first page, static files, health */
extern const struct route lobby_routes[];     /* open games, making one */
extern const struct route open_game_routes[]; /* a game before it starts */
extern const struct route invitation_routes[];
extern const struct route picture_routes[]; /* of a board; the record */
extern const struct route rules_routes[];
extern const struct route accounts_routes[]; /* signing in and out */
extern const struct route welcome_routes[];  /* a new account's name and zone */
extern const struct route settings_routes[]; /* of the account */
extern const struct route settings_seat_routes[];
extern const struct route settings_sessions_routes[];
extern const struct route settings_times_routes[];
extern const struct route settings_notices_routes[];
extern const struct route settings_hooks_routes[];
extern const struct route deliveries_routes[];
extern const struct route unsubscribe_routes[];
extern const struct route feed_routes[];
extern const struct route mailbox_routes[]; /* mails, without a mail server */
extern const struct route table_routes[];   /* games that run or are over */
extern const struct route dev_routes[];     /* under --dev */

#endif
