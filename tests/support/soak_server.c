/* SPDX-License-Identifier: ISC */
/*
 * The server of the soak, and its people: see soak.h. The mail thread sends what is due at the time
 * that the clock shows; the main thread plays meanwhile, an act at each few steps of the mails.
 * When both are done the clock goes on.
 */
#include "support/soak.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "app/beat.h"
#include "app/mail_secrets.h"
#include "app/notices.h"
#include "app/replays.h"
#include "base/zone.h"
#include "support/need.h"

enum {
	STEPS_AN_ACT = 3,         /* at most so many of the mails' between two acts */
	LOOK_S = 900,             /* the clock goes on so far when nothing is due before */
	ANSWER_S = 600,           /* from a mail to its answer, on average */
	VISIT_S = 2 * HOUR_S,     /* who has no mail looks by chance, once in so long */
	SEARCH_S = 300,           /* likewise who never gets any */
	GRACE_OVER_S = 2 * HOUR_S /* and some: what was cancelled is forgotten */
};

struct server {
	struct soak_shared *shared;
	struct party party;
	struct sets sets;
	struct config config;
	struct mail_secrets secrets;
	struct courier *courier;
	int64_t last_at; /* of the round before */
	int64_t acted_at;
	pthread_mutex_t lock; /* guards what follows */
	pthread_cond_t changed;
	unsigned steps;
	bool is_sending, is_ending;
};

struct soak_shared *soak_share(const char *folder)
{
	char path[128];
	snprintf(path, sizeof(path), "%s/shared", folder);
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	NEED(fd >= 0 && ftruncate(fd, sizeof(struct soak_shared)) == 0);
	void *shared =
		mmap(NULL, sizeof(struct soak_shared), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	NEED(shared != MAP_FAILED);
	close(fd);
	return shared;
}

void soak_unshare(struct soak_shared *shared)
{
	munmap(shared, sizeof(*shared));
}

/* ---- Mails ---- */

static void step(void *context, enum courier_step done)
{
	struct server *s = context;
	struct soak_shared *shared = s->shared;
	pthread_mutex_lock(&s->lock);
	s->steps++;
	pthread_cond_broadcast(&s->changed);
	pthread_mutex_unlock(&s->lock);
	if (shared->kill_after && shared->kill_at == done && --shared->kill_after == 0) {
		shared->kills[done]++;
		raise(SIGKILL);
	}
}

static void *send_mails(void *context)
{
	struct server *s = context;
	pthread_mutex_lock(&s->lock);
	while (!s->is_ending) {
		if (!s->is_sending) {
			pthread_cond_wait(&s->changed, &s->lock);
			continue;
		}
		pthread_mutex_unlock(&s->lock);
		while (courier_run(s->courier))
			;
		pthread_mutex_lock(&s->lock);
		s->is_sending = false;
		pthread_cond_broadcast(&s->changed);
	}
	pthread_mutex_unlock(&s->lock);
	return NULL;
}

static void begin_sending(struct server *s)
{
	pthread_mutex_lock(&s->lock);
	s->is_sending = true;
	pthread_cond_broadcast(&s->changed);
	pthread_mutex_unlock(&s->lock);
}

/* Until the mail thread has made so many steps, or has sent all. */
static void await_sending(struct server *s, unsigned steps)
{
	pthread_mutex_lock(&s->lock);
	unsigned before = s->steps;
	while (s->is_sending && s->steps - before < steps)
		pthread_cond_wait(&s->changed, &s->lock);
	pthread_mutex_unlock(&s->lock);
}

/* ---- People ---- */

static bool happens(struct server *s, uint32_t one_in)
{
	return chance_below(&s->shared->chance, one_in) == 0;
}

static unsigned index_of(const struct soak_shared *shared, const char *id)
{
	unsigned game = 0;
	while (strcmp(shared->ids[game], id) != 0)
		game++;
	return game;
}

/* What happens once in so long: the longer the round before was, the more likely. */
static bool passes(struct server *s, uint32_t one_in_s)
{
	return chance_below(&s->shared->chance, one_in_s) < s->party.now - s->last_at;
}

/* Does the person look at the game now, with a mail or without? */
static bool looks(struct server *s, unsigned game, unsigned person)
{
	struct soak_shared *shared = s->shared;
	if (atomic_load(&shared->asked[game][person]) > shared->acted[game][person])
		return passes(s, ANSWER_S);
	bool visits = passes(s, person == SOAK_REFUSED ? SEARCH_S : VISIT_S);
	shared->visits += visits && person != SOAK_REFUSED;
	return visits;
}

/* Draws if need be, then takes the turn or gives the words; now and then takes the turn back. */
static void act(struct server *s, unsigned game, unsigned person)
{
	struct soak_shared *shared = s->shared;
	struct party *party = &s->party;
	const char *id = shared->ids[game];
	struct play *p = party_load(party, id);
	int seat = play_seat_of(p, shared->people[person]);
	struct turn t = {.game_id = id,
	                 .user_id = shared->people[person],
	                 .base_rev = p->row.rev,
	                 .now = party->now};
	if (p->game.awaits == AWAITS_TILE && p->game.seat_on_turn == seat) {
		turn_draw(party->store, party->sets, &t);
		shared->draws++;
	} else if (play_awaits_choice(p, (unsigned)seat)) {
		party_choose(party, p, (unsigned)seat, &t);
		turn_submit(party->store, party->sets, &t);
	} else {
		play_free(p); /* it waits for others' words */
		return;
	}
	NEED(t.status == TURN_DONE);
	play_free(p);
	s->acted_at = party->now;
	int64_t before = shared->acted[game][person];
	shared->acted[game][person] = t.rev;
	if (!happens(s, 25))
		return;
	t = (struct turn){.game_id = id, .user_id = t.user_id, .base_rev = t.rev, .now = t.now};
	turn_take_back(party->store, party->sets, &t);
	if (t.status != TURN_DONE) {
		NEED(t.status == TURN_TOO_LATE);
		return;
	}
	shared->taken_back++;
	shared->acted[game][person] = before;
}

static void play_round(struct server *s)
{
	struct soak_shared *shared = s->shared;
	struct party *party = &s->party;
	for (unsigned person = 0; person < PARTY_PEOPLE; person++) {
		struct game_ref refs[SOAK_GAMES_MAX];
		struct db *db = store_read(party->store);
		size_t count = game_list_awaiting(db, shared->people[person], refs, SOAK_GAMES_MAX);
		NEED(store_read_done(party->store, db));
		for (size_t i = 0; i < count; i++) {
			unsigned game = index_of(shared, refs[i].id);
			if (!looks(s, game, person))
				continue;
			await_sending(s, chance_below(&shared->chance, STEPS_AN_ACT + 1));
			act(s, game, person);
		}
	}
	if (beat_games(party->store, party->sets, party->now))
		s->acted_at = party->now;
	beat_clocks(party->store, party->sets, party->now);
}

/* ---- Time ---- */

static bool is_over(struct server *s)
{
	bool is_over = true;
	struct db *db = store_read(s->party.store);
	for (unsigned i = 0; is_over && i < s->shared->game_count; i++) {
		struct game_row row;
		is_over = game_get(db, s->shared->ids[i], &row) && row.state == GAME_OVER;
	}
	NEED(store_read_done(s->party.store, db));
	return is_over;
}

/* To the next thing that is due, or a little later, so that several are; seldom some hours. */
static int64_t next_time(struct server *s)
{
	int64_t now = s->party.now, next = now + LOOK_S;
	struct db *db = store_read(s->party.store);
	int64_t draw = game_next_draw(db), mail = courier_next(s->courier);
	NEED(store_read_done(s->party.store, db));
	NEED(mail == 0 || mail > now); /* what was due was tried */
	if (draw > now && draw < next)
		next = draw;
	if (mail && mail < next)
		next = mail;
	if (happens(s, 2))
		next += chance_below(&s->shared->chance, 60);
	if (happens(s, 500))
		next += chance_below(&s->shared->chance, 8 * HOUR_S);
	return next;
}

static void play_all(struct server *s)
{
	struct clock *clock = &s->shared->clock;
	s->party.now = s->last_at = s->acted_at = clock_now(clock);
	for (;;) {
		begin_sending(s);
		play_round(s);
		await_sending(s, UINT32_MAX);
		/* What was made due after the mails had been looked at. */
		begin_sending(s);
		await_sending(s, UINT32_MAX);
		if (s->party.now / HOUR_S != s->last_at / HOUR_S)
			notices_tidy(s->party.store, s->party.now);
		s->shared->rounds++;
		int64_t next = next_time(s);
		if (is_over(s) && courier_next(s->courier) == 0)
			break;
		NEED(next - s->acted_at < SOAK_STILL_S);
		s->last_at = s->party.now;
		s->party.now = next;
		atomic_store(&clock->at, next);
	}
	notices_tidy(s->party.store, s->party.now + GRACE_OVER_S + 1);
}

/* ---- A life ---- */

static void open_all(struct server *s, const char *folder, const char *smtp_url)
{
	struct party *party = &s->party;
	struct err err;
	char path[128];
	snprintf(path, sizeof(path), "%s/games.db", folder);
	NEED(store_open(&party->store, &(struct store_options){.path = path}, &err) == 0);
	NEED(sets_load(&s->sets, NULL, &err) == 0);
	NEED(sets_offer(&s->sets, party->store, "", &err) == 0);
	s->sets.replays = replays_new(LIMIT_REPLAYS_BYTES);
	s->sets.zones = zones_new();
	party->sets = &s->sets;
	party->chance = s->shared->chance;
	memcpy(party->people, s->shared->people, sizeof(party->people));
	config_init(&s->config);
	snprintf(s->config.smtp_url, sizeof(s->config.smtp_url), "%s", smtp_url);
	NEED(mail_secrets_open(&s->secrets, party->store, s->party.now, &err) == 0);
	struct courier_options o = {
		.store = party->store,
		.config = &s->config,
		.sets = &s->sets,
		.secrets = &s->secrets,
		.clock = &s->shared->clock,
		.lane = LANE_MAIL,
		.timeout_ms = SOAK_TIMEOUT_MS,
		.step = step,
		.step_context = s,
	};
	NEED(courier_open(&s->courier, &o, &err) == 0);
}

static void close_all(struct server *s)
{
	courier_close(s->courier);
	store_close(s->party.store);
	replays_free(s->sets.replays);
	zones_free(s->sets.zones);
	soak_unshare(s->shared);
}

int soak_serve(const char *folder, const char *smtp_url)
{
	static struct server s = {.lock = PTHREAD_MUTEX_INITIALIZER,
	                          .changed = PTHREAD_COND_INITIALIZER};
	pthread_t thread;
	char log[128];
	prctl(PR_SET_PDEATHSIG, SIGKILL); /* where the test aborts, it ends too */
	snprintf(log, sizeof(log), "%s/log", folder);
	int fd = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
	NEED(fd >= 0 && dup2(fd, STDERR_FILENO) >= 0);
	s.shared = soak_share(folder);
	open_all(&s, folder, smtp_url);
	sigset_t pipe; /* the peer hangs up */
	sigemptyset(&pipe);
	sigaddset(&pipe, SIGPIPE);
	pthread_sigmask(SIG_BLOCK, &pipe, NULL);
	NEED(pthread_create(&thread, NULL, send_mails, &s) == 0);
	play_all(&s);
	pthread_mutex_lock(&s.lock);
	s.is_ending = true;
	pthread_cond_broadcast(&s.changed);
	pthread_mutex_unlock(&s.lock);
	pthread_join(thread, NULL);
	close_all(&s);
	return 0;
}
