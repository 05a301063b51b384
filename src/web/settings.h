/* SPDX-License-Identifier: ISC */
/*
 * What the account's settings share with the table, the choices of a seat's standing order (R28),
 * and with each other, the data of a person.
 */
#ifndef WEB_SETTINGS_H
#define WEB_SETTINGS_H

#include <cjson/cJSON.h>
#include <stdbool.h>

#include "store/games.h"
#include "web/request.h"
#include "web/response.h"

/* The choices of a seat as options for templates, the caller's, with "" for what the account says:
 * the form of POST /g/:id/order. */
cJSON *settings_seat_orders(const struct seat_row *seat);

/* The handler of "Download my data". */
void settings_send_data(struct request *req, struct response *res);

#endif
