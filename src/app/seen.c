/* SPDX-License-Identifier: ISC */
/*
 * One job a day for each session.
 */
#include "app/seen.h"

#include "base/clock.h"

struct note {
	const struct session *session;
	int64_t now;
};

static int write_note(struct db *db, void *context)
{
	const struct note *n = context;
	session_seen(db, n->session->hash, n->now);
	user_seen(db, n->session->user_id, n->now);
	return 0;
}

void seen_note(struct store *store, const struct session *session, int64_t now)
{
	struct note note = {session, now};
	if (now - session->seen_at >= DAY_S)
		store_write(store, write_note, &note);
}
