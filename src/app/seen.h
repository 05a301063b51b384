/* SPDX-License-Identifier: ISC */
/*
 * When people were last here. The only thing that a GET may write (S1): once a day, so that whoever
 * stays away can be told apart.
 */
#ifndef APP_SEEN_H
#define APP_SEEN_H

#include "store/people.h"

/* Notes it for a session and its user, unless it was noted within a day. Failing does no harm: the
 * next request tries again. */
void seen_note(struct store *store, const struct session *session, int64_t now);

#endif
