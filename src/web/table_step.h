/* SPDX-License-Identifier: ISC */
/*
 * What the viewer of a table chooses now: the board with its links, the step with its choices, the
 * bar with its button, the words that are asked. Each choice is a link to the same table with a
 * longer draft; only the bar and the words are forms.
 */
#ifndef WEB_TABLE_STEP_H
#define WEB_TABLE_STEP_H

#include "web/table_view.h"

/*
 * Adds headline, status, board, places, step, bar and words. `draft` is the text of `t` and `pick`
 * of a choice that is made in two steps ("L": an animal; "L,2,3": and a tile; "ranger": one of
 * them; "ranger,0,2": that one); both may be NULL. Answers why a part of the draft was left out, or
 * NULL.
 */
const char *table_step_add(struct request *req, const struct table *t, const char *draft,
                           const char *pick, cJSON *view);

#endif
