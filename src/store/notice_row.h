/* SPDX-License-Identifier: ISC */
/*
 * A row of notices as it is read: its columns in one order. Private to this folder.
 */
#ifndef STORE_NOTICE_ROW_H
#define STORE_NOTICE_ROW_H

#include "store/db.h"
#include "store/notices.h"

extern const char *const notice_lanes[LANE_COUNT]; /* as the column channel has them */

#define NOTICE_COLUMNS                                                                            \
	"id, kind, number, game_id, rev, user_id, signin_id, channel, hook_id, is_news, address," \
	" due_at, created_at, tries"

void notice_read(struct query *q, struct notice *out);

#endif
