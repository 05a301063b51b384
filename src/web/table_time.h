/* SPDX-License-Identifier: ISC */
/*
 * What somebody may do about time at a table (T1, T3), as templates/table.html shows it: come back,
 * ask for more time, call a caretaker; and whether mails of this game come. The deadline itself is
 * card.h's, what a button does app/turn.h's.
 */
#ifndef WEB_TABLE_TIME_H
#define WEB_TABLE_TIME_H

#include "web/table_view.h"

/* Adds `time`, for who sits at a game that runs and is shown as it is now; nothing for others. */
void table_time_add(struct request *req, const struct table *t, cJSON *view);

#endif
