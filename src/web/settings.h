/* SPDX-License-Identifier: ISC */
/*
 * What the account's settings share with the table, the choices of a standing order (R28), and
 * with each other.
 */
#ifndef WEB_SETTINGS_H
#define WEB_SETTINGS_H

#include <cjson/cJSON.h>
#include <stdbool.h>

#include "store/games.h"
#include "web/request.h"
#include "web/response.h"

/* The choices as [{value, text, is_selected}] for templates, the caller's; the one of an account.
 */
cJSON *settings_orders(int selected);

/* The same for a seat, with "" for what the account says: the form of POST /g/:id/order. */
cJSON *settings_seat_orders(const struct seat_row *seat);

/* The handler of "Download my data". */
void settings_send_data(struct request *req, struct response *res);

#endif
