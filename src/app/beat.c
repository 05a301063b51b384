/* SPDX-License-Identifier: ISC */
/*
 * A beat of the clock: see beat.h.
 */
#include "app/beat.h"

#include "app/autoplay.h"
#include "app/clocks.h"
#include "app/lobby.h"
#include "app/notices.h"
#include "base/log.h"
#include "store/calendars.h"
#include "store/people.h"
#include "store/service.h"

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
	bool is_full;
	do {
		struct db *db = store_read(store);
		size_t draws = game_list_draw_due(db, now, refs, GAMES_A_BEAT);
		size_t machines = game_list_bot_awaited(db, refs + draws, GAMES_A_BEAT);
		size_t late =
			game_list_deadline_due(db, now, refs + draws + machines, GAMES_A_BEAT);
		store_read_done(store, db);
		moved = move(store, sets, now, refs, draws + machines + late);
		is_full = draws == GAMES_A_BEAT || machines == GAMES_A_BEAT || late == GAMES_A_BEAT;
		all += moved;
	} while (is_full && moved); /* what cannot be moved is not tried for ever */
	return all;
}

void beat_clocks(struct store *store, const struct sets *sets, int64_t now)
{
	struct game_ref refs[GAMES_A_BEAT];
	unsigned moved;
	size_t count;
	do {
		struct db *db = store_read(store);
		count = game_list_absent_awaited(db, CLOCKS_ABSENT_TURNS, refs, GAMES_A_BEAT);
		store_read_done(store, db);
		moved = move(store, sets, now, refs, count);
	} while (count == GAMES_A_BEAT && moved);
	clocks_remind(store, sets, now);
}

static int tidy_people(struct db *db, void *context)
{
	int64_t now = *(const int64_t *)context;
	user_delete_idle_guests(db, now - (int64_t)GUEST_DAYS * DAY_S);
	signin_delete_old(db, now - DAY_S);
	calendar_row_delete_unused(db);
	return 0;
}

/* Lets go what has run out. */
static void tidy(struct store *store, int64_t now)
{
	lobby_tidy(store, now);
	store_write(store, tidy_people, &now);
	notices_tidy(store, now);
}

/* ---- Heartbeat and outages ---- */

static int begin_credit(struct db *db, void *context)
{
	const struct heart_look *look = context;
	clocks_begin_credit(db, look->lost_from, look->lost_until);
	return 0;
}

/* May anybody's time be over now? What was lost is credited first; where the database fails, the
 * next look finds it again. */
static bool take(struct pulse *p, struct store *store, const struct sets *sets,
                 struct heart_look look)
{
	int64_t lost_s = look.lost_until - look.lost_from;
	if (look.jump_s)
		log_event("clock", "the time of day jumped by %lld s", (long long)look.jump_s);
	p->owes = p->owes && !clocks_credit(store, sets);
	if (lost_s && (p->owes || store_write(store, begin_credit, &look) != STORE_OK)) {
		heart_lose_again(&p->heart, lost_s);
		return false;
	}
	if (lost_s) {
		log_event("clock", "%lld s were lost, and are credited to everybody",
		          (long long)lost_s);
		p->owes = !clocks_credit(store, sets);
	}
	return !p->owes && !look.is_held;
}

static int write_beat(struct db *db, void *context)
{
	service_beat(db, *(const int64_t *)context);
	return 0;
}

static void beat(struct pulse *p, struct store *store, const struct sets *sets,
                 struct heart_look look)
{
	int64_t now = p->heart.wall;
	bool may_act = take(p, store, sets, look);
	if (may_act)
		beat_games(store, sets, now);
	if (now - p->beat_at >= BEAT_S || now < p->beat_at) {
		if (may_act)
			beat_clocks(store, sets, now);
		store_write(store, write_beat, &now);
		p->beat_at = now;
	}
	if (now - p->tidied_at >= HOUR_S || now < p->tidied_at) {
		tidy(store, now);
		p->tidied_at = now;
	}
}

void beat_begin(struct pulse *p, struct store *store, const struct sets *sets, int64_t wall,
                int64_t steady)
{
	struct service s;
	struct db *db = store_read(store);
	bool has_beaten = service_get(db, &s);
	store_read_done(store, db);
	*p = (struct pulse){.owes = true}; /* what a program that was killed left behind */
	take(p, store, sets, heart_begin(&p->heart, has_beaten ? s.beat_at : wall, wall, steady));
}

void beat_again(struct pulse *p, struct store *store, const struct sets *sets, int64_t wall,
                int64_t steady)
{
	beat(p, store, sets, heart_look(&p->heart, wall, steady));
}

/* ---- The thread ---- */

struct beat {
	struct store *store;
	const struct sets *sets;
	const struct clock *clock;
	struct pulse pulse; /* the thread's */
	pthread_t thread;
	pthread_mutex_t mutex;
	pthread_cond_t stops;
	bool is_stopping;
};

/* Waits a second, or for the end. False at the end. */
static bool wait_a_second(struct beat *b)
{
	struct timespec until;
	clock_gettime(CLOCK_MONOTONIC, &until); /* the wall clock may be put back */
	until.tv_sec++;
	pthread_mutex_lock(&b->mutex);
	while (!b->is_stopping && pthread_cond_timedwait(&b->stops, &b->mutex, &until) == 0)
		continue;
	bool goes_on = !b->is_stopping;
	pthread_mutex_unlock(&b->mutex);
	return goes_on;
}

/* The monotonic clock, or for one that is put by hand itself: no time is lost there, none jumps. */
static int64_t steady(const struct clock *clock, int64_t wall)
{
	return clock->stands ? wall : clock_steady();
}

static void *run(void *context)
{
	struct beat *b = context;
	do {
		int64_t now = clock_now(b->clock);
		if (b->clock->stands)
			b->pulse.heart = (struct heart){.wall = now, .steady = now};
		beat_again(&b->pulse, b->store, b->sets, now, steady(b->clock, now));
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
	pthread_condattr_t attributes;
	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_cond_init(&b->stops, &attributes);
	pthread_condattr_destroy(&attributes);
	int64_t now = clock_now(clock);
	beat_begin(&b->pulse, store, sets, now, steady(clock, now));
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
