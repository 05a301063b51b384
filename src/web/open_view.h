/* SPDX-License-Identifier: ISC */
/*
 * The view of a game that has not started, as templates/game_open.html shows it, and by what right
 * its viewer may sit down. It changes nothing: web/open_game.c does.
 */
#ifndef WEB_OPEN_VIEW_H
#define WEB_OPEN_VIEW_H

#include <cjson/cJSON.h>

#include "app/lobby.h"
#include "web/request.h"

/* The view, the caller's. key is that of the link by which the viewer came, or NULL. */
cJSON *open_view(struct request *req, const struct play *p, const char *key);

/*
 * How the viewer would sit down, without colour and entropy. Visitors, and guests where people sit,
 * must confirm an address first (A2): then held_until is set, and the address is still to come.
 */
struct lobby_join open_join(struct request *req, const struct play *p, const char *key);

#endif
