/* SPDX-License-Identifier: ISC */
/*
 * What time does at a table (T1, T3), as templates/table.html shows it: whose clock stands still,
 * who is away and may come back, who asks for more time, whom a caretaker may be called for; and
 * whether the viewer gets mails of this game. The deadline itself is card.h's, what a button does
 * app/turn.h's.
 */
#ifndef WEB_TABLE_TIME_H
#define WEB_TABLE_TIME_H

#include "web/table_view.h"

/* Of a game that runs and is shown as it is now: adds `rest` where the clock that is shown stands
 * still, and for who sits there `time`. */
void table_time_add(struct request *req, const struct table *t, cJSON *view);

#endif
