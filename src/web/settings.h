/* SPDX-License-Identifier: ISC */
/*
 * What the pages of settings share with each other and with the table: the choices of standing
 * orders (R28), how a change is answered, the data of a person.
 */
#ifndef WEB_SETTINGS_H
#define WEB_SETTINGS_H

#include <cjson/cJSON.h>
#include <stdbool.h>

#include "store/games.h"
#include "store/notices.h"
#include "web/request.h"
#include "web/response.h"

/* What is said of a name that name_normalise() refuses. */
#define NAME_SENTENCE "A name has 1 to 40 characters, none of them a control."

/* The choices of an account's standing order as options for templates, the caller's. */
cJSON *settings_orders(int selected);

/* Likewise those of a seat, with "" for what the account says: the form of POST /g/:id/order. */
cJSON *settings_seat_orders(const struct seat_row *seat);

/* The standing order that an option's value stands for; false, and *order is as it was, for none.
 */
bool settings_find_order(const char *value, int *order);

/* After a change: 303 to the page at `path`, which says by the word `done` that it was done; or a
 * 500 when it was not. */
void settings_go_on(struct request *req, struct response *res, bool is_done, const char *path,
                    const char *done);

/* Says so on that page, whose query takes settings_query. */
void settings_say_done(const struct request *req, cJSON *view);
extern const struct field_rule settings_query[];

/* Adds mail_off to a view, as templates/no_mails.html has it, where the viewer gets no mails. */
void settings_add_mail_off(struct request *req, cJSON *view);

/* What became of one notice, as templates/deliveries.html has it. */
cJSON *settings_delivery(struct request *req, const struct notice_entry *e);

/* Adds all zones by area to a view, as templates/zone_select.html has them; one that is none of the
 * places, by another name for it, stands before them. */
void settings_add_zones(const struct request *req, cJSON *view, const char *chosen);

/* The handler of "Download my data". */
void settings_send_data(struct request *req, struct response *res);

#endif
