/* SPDX-License-Identifier: ISC */
/*
 * A beat of the clock: see beat.h.
 */
#include "app/beat.h"

#include "app/autoplay.h"
#include "app/clocks.h"
#include "app/lobby.h"
#include "app/notices.h"
#include "store/people.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { GAMES_A_BEAT = 256, GUEST_DAYS = 30 };

static unsigned move(struct store *store, const struct sets *sets, int64_t now,
                     const struct game_ref *refs, size_t count)
{
	unsigned moved = 0;
	for (size_t i = 0; i < count; i++)
		moved += autoplay_run(store, sets, refs[i].id, now, AUTOPLAY_ALL) > 0;
	return moved;
}

unsigned beat_games(struct store *store, const struct sets *sets, int64_t now)
{
	struct game_ref refs[3 * GAMES_A_BEAT];
	unsigned moved, all = 0;
	do {
		struct db *db = store_read(store);
		size_t count = game_list_draw_due(db, now, refs, GAMES_A_BEAT);
		count += game_list_bot_awaited(db, refs + count, GAMES_A_BEAT);
		count += game_list_deadline_due(db, now, refs + count, GAMES_A_BEAT);
		store_read_done(store, db);
		moved = move(store, sets, now, refs, count);
		all += moved;
	} while (moved >= GAMES_A_BEAT); /* else no list had more */
	return all;
}

void beat_clocks(struct store *store, const struct sets *sets, int64_t now)
{
	struct game_ref refs[GAMES_A_BEAT];
	size_t count;
	do {
		struct db *db = store_read(store);
		count = game_list_absent_awaited(db, CLOCKS_ABSENT_TURNS, refs, GAMES_A_BEAT);
		store_read_done(store, db);
	} while (move(store, sets, now, refs, count) == GAMES_A_BEAT);
	clocks_remind(store, sets, now);
}

static int tidy_people(struct db *db, void *context)
{
	int64_t now = *(const int64_t *)context;
	user_delete_idle_guests(db, now - (int64_t)GUEST_DAYS * DAY_S);
	signin_delete_old(db, now - DAY_S);
	return 0;
}

/* Lets go what has run out. */
static void tidy(struct store *store, int64_t now)
{
	lobby_tidy(store, now);
	store_write(store, tidy_people, &now);
	notices_tidy(store, now);
}

struct beat {
	struct store *store;
	const struct sets *sets;
	const struct clock *clock;
	pthread_t thread;
	pthread_mutex_t mutex;
	pthread_cond_t stops;
	bool is_stopping;
};

/* Waits a second, or for the end. False at the end. */
static bool wait_a_second(struct beat *b)
{
	struct timespec until;
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec++;
	pthread_mutex_lock(&b->mutex);
	while (!b->is_stopping && pthread_cond_timedwait(&b->stops, &b->mutex, &until) == 0)
		continue;
	bool goes_on = !b->is_stopping;
	pthread_mutex_unlock(&b->mutex);
	return goes_on;
}

static void *run(void *context)
{
	struct beat *b = context;
	int64_t tidied_at = 0, beat_at = 0;
	do {
		int64_t now = clock_now(b->clock);
		beat_games(b->store, b->sets, now);
		if (now - beat_at >= BEAT_S || now < beat_at) {
			beat_clocks(b->store, b->sets, now);
			beat_at = now;
		}
		if (now - tidied_at >= HOUR_S || now < tidied_at) {
			tidy(b->store, now);
			tidied_at = now;
		}
	} while (wait_a_second(b));
	return NULL;
}

int beat_start(struct beat **out, struct store *store, const struct sets *sets,
               const struct clock *clock, struct err *err)
{
	struct beat *b = calloc(1, sizeof(*b));
	if (!b)
		abort();
	b->store = store;
	b->sets = sets;
	b->clock = clock;
	pthread_mutex_init(&b->mutex, NULL);
	pthread_cond_init(&b->stops, NULL);
	int rc = pthread_create(&b->thread, NULL, run, b);
	if (rc) {
		free(b);
		return err_set(err, "no thread for the clock: %s", strerror(rc));
	}
	*out = b;
	return 0;
}

void beat_stop(struct beat *b)
{
	if (!b)
		return;
	pthread_mutex_lock(&b->mutex);
	b->is_stopping = true;
	pthread_cond_signal(&b->stops);
	pthread_mutex_unlock(&b->mutex);
	pthread_join(b->thread, NULL);
	pthread_cond_destroy(&b->stops);
	pthread_mutex_destroy(&b->mutex);
	free(b);
}
