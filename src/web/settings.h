/* SPDX-License-Identifier: ISC */
/*
 * What the account's settings and the table share: the choices of a standing order (R28).
 */
#ifndef WEB_SETTINGS_H
#define WEB_SETTINGS_H

#include <cjson/cJSON.h>
#include <stdbool.h>

#include "store/games.h"

/* The choices as [{value, text, is_selected}] for templates, the caller's; the one of an account.
 */
cJSON *settings_orders(int selected);

/* The same for a seat, with "" for what the account says: the form of POST /g/:id/order. */
cJSON *settings_seat_orders(const struct seat_row *seat);

#endif
