/* SPDX-License-Identifier: ISC */
/*
 * Rows of calendars, as base/calendar.h writes them: each text once, never changed, and which of
 * them a user has now. See people.h for what answers mean.
 */
#ifndef STORE_CALENDARS_H
#define STORE_CALENDARS_H

#include "base/calendar.h"
#include "store/store.h"

/* The id of the row with that text, made where there is none. */
int64_t calendar_row_put(struct db *db, const char *text);
bool calendar_row_get(struct db *db, int64_t id, char out[CALENDAR_TEXT]);
/* The one by which clocks of the user begin; 0: they never rest. */
int64_t calendar_row_of_user(struct db *db, int64_t user_id);
void calendar_row_set_user(struct db *db, int64_t user_id, int64_t calendar_id);

/* Those by which no clock runs or ran, and none of a user's would begin. */
void calendar_row_delete_unused(struct db *db);

#endif
