/* SPDX-License-Identifier: ISC */
/*
 * A beat of the clock: see beat.h.
 */
#include "app/beat.h"

#include "app/lobby.h"
#include "store/people.h"

enum { GAMES_A_BEAT = 256, GUEST_DAYS = 30, DAY_S = 86400 };

unsigned beat_games(struct store *store, const struct sets *sets, int64_t now)
{
	struct game_ref refs[2 * GAMES_A_BEAT];
	struct db *db = store_read(store);
	size_t count = game_list_draw_due(db, now, refs, GAMES_A_BEAT);
	count += game_list_bot_awaited(db, refs + count, GAMES_A_BEAT);
	store_read_done(store, db);
	unsigned moved = 0;
	for (size_t i = 0; i < count; i++)
		moved += autoplay_run(store, sets, refs[i].id, now, AUTOPLAY_ALL) > 0;
	return moved;
}

static int tidy(struct db *db, void *context)
{
	int64_t now = *(const int64_t *)context;
	user_delete_idle_guests(db, now - (int64_t)GUEST_DAYS * DAY_S);
	signin_delete_old(db, now - BEAT_SIGNIN_KEPT_S);
	return 0;
}

void beat_tidy(struct store *store, int64_t now)
{
	lobby_tidy(store, now);
	store_write(store, tidy, &now);
}

int64_t beat_next(struct store *store, int64_t now)
{
	struct db *db = store_read(store);
	int64_t due = game_next_draw(db), next = now + BEAT_S;
	store_read_done(store, db);
	return due && due < next ? due : next;
}
