/* SPDX-License-Identifier: ISC */
/*
 * The server of the soak, and its people: see soak.h. A thread each for mails and webhooks sends
 * what is due at the time that the clock shows; the main thread plays meanwhile, an act at each few
 * of their steps. When all are done the clock goes on.
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
#include "app/hooks.h"
#include "app/mail_secrets.h"
#include "app/notices.h"
#include "app/replays.h"
#include "base/zone.h"
#include "support/need.h"

enum {
	STEPS_AN_ACT = 3,         /* at most so many of the others' between two acts */
	REMOVE_S = 6 * HOUR_S,    /* so long after the start a webhook is taken away */
	LOOK_S = 900,             /* the clock goes on so far when nothing is due before */
	ANSWER_S = 600,           /* from a mail to its answer, on average */
	VISIT_S = 2 * HOUR_S,     /* who has no mail looks by chance, once in so long */
	SEARCH_S = 300,           /* likewise who never gets any */
	GRACE_OVER_S = 2 * HOUR_S /* and some: what was cancelled is forgotten */
};

/* One of the threads that send. */
struct lane {
	struct server *server;
	void (*run)(struct server *s); /* what is due now */
	pthread_t thread;
	bool is_sending; /* guarded by the server's lock */
};

struct server {
	struct soak_shared *shared;
	struct party party;
	struct sets sets;
	struct config config;
	struct mail_secrets secrets;
	struct courier *courier;
	struct hook_courier *hook_courier;
	struct lane lanes[2];
	int64_t last_at; /* of the round before */
	int64_t acted_at;
	pthread_mutex_t lock; /* guards what follows */
	pthread_cond_t changed;
	unsigned steps;
	bool is_ending;
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

/* ---- Sending ---- */

static void count_step(struct server *s, unsigned done)
{
	struct soak_shared *shared = s->shared;
	pthread_mutex_lock(&s->lock);
	s->steps++;
	pthread_cond_broadcast(&s->changed);
	if (shared->kill_after && shared->kill_at == done && --shared->kill_after == 0) {
		shared->kills[done]++;
		raise(SIGKILL);
	}
	pthread_mutex_unlock(&s->lock);
}

static void mail_step(void *context, enum courier_step done)
{
	count_step(context, done);
}

static void hook_step(void *context, enum hook_step done)
{
	count_step(context, SOAK_STEPS_OF_MAILS + done);
}

static void send_mails(struct server *s)
{
	while (courier_run(s->courier))
		;
}

static int64_t next_post(struct server *s)
{
	struct db *db = store_read(s->party.store);
	int64_t next = hook_next_due(db, clock_now(&s->shared->clock));
	NEED(store_read_done(s->party.store, db));
	return next;
}

static void send_posts(struct server *s)
{
	do
		hook_courier_run(s->hook_courier, hook_courier_busy(s->hook_courier) ? 100 : 0);
	while (hook_courier_busy(s->hook_courier) || next_post(s) == clock_now(&s->shared->clock));
}

static void *run_lane(void *context)
{
	struct lane *lane = context;
	struct server *s = lane->server;
	pthread_mutex_lock(&s->lock);
	while (!s->is_ending) {
		if (!lane->is_sending) {
			pthread_cond_wait(&s->changed, &s->lock);
			continue;
		}
		pthread_mutex_unlock(&s->lock);
		lane->run(s);
		pthread_mutex_lock(&s->lock);
		lane->is_sending = false;
		pthread_cond_broadcast(&s->changed);
	}
	pthread_mutex_unlock(&s->lock);
	return NULL;
}

static void begin_sending(struct server *s)
{
	pthread_mutex_lock(&s->lock);
	s->lanes[0].is_sending = s->lanes[1].is_sending = true;
	pthread_cond_broadcast(&s->changed);
	pthread_mutex_unlock(&s->lock);
}

/* Until the threads have made so many steps, or have sent all. */
static void await_sending(struct server *s, unsigned steps)
{
	pthread_mutex_lock(&s->lock);
	unsigned before = s->steps;
	while ((s->lanes[0].is_sending || s->lanes[1].is_sending) && s->steps - before < steps)
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

/* While something may be under way to it. */
static void remove_last_hook(struct server *s)
{
	struct soak_shared *shared = s->shared;
	int64_t now = s->party.now, *removed_at = &shared->hooks[SOAK_HOOKS - 1].removed_at;
	if (*removed_at || now < PARTY_BEGINS + REMOVE_S)
		return;
	enum hooks_status status = hooks_remove(s->party.store,
	                                        shared->hooks[SOAK_HOOKS - 1].user_id,
	                                        shared->hooks[SOAK_HOOKS - 1].id, now);
	NEED(status == HOOKS_OK || status == HOOKS_NONE_SUCH); /* a life before did it */
	*removed_at = now;
}

static void play_round(struct server *s)
{
	struct soak_shared *shared = s->shared;
	struct party *party = &s->party;
	remove_last_hook(s);
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
	int64_t draw = game_next_draw(db), mail = courier_next(s->courier), post = next_post(s);
	NEED(store_read_done(s->party.store, db));
	NEED((mail == 0 || mail > now) && (post == 0 || post > now)); /* what was due was tried */
	if (draw > now && draw < next)
		next = draw;
	if (mail && mail < next)
		next = mail;
	if (post && post < next)
		next = post;
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
		/* What was made due after they had looked. */
		begin_sending(s);
		await_sending(s, UINT32_MAX);
		if (s->party.now / HOUR_S != s->last_at / HOUR_S)
			notices_tidy(s->party.store, s->party.now);
		s->shared->rounds++;
		int64_t next = next_time(s);
		if (is_over(s) && courier_next(s->courier) == 0 && next_post(s) == 0)
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
	s->config.hook_network_count = 1;
	NEED(network_parse("127.0.0.1", &s->config.hook_networks[0]));
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
		.step = mail_step,
		.step_context = s,
	};
	NEED(courier_open(&s->courier, &o, &err) == 0);
	s->hook_courier = hook_courier_open(&(struct hook_courier_options){
		.store = party->store,
		.config = &s->config,
		.secrets = &s->secrets,
		.clock = &s->shared->clock,
		.step = hook_step,
		.step_context = s,
	});
}

static void close_all(struct server *s)
{
	courier_close(s->courier);
	hook_courier_close(s->hook_courier);
	store_close(s->party.store);
	replays_free(s->sets.replays);
	zones_free(s->sets.zones);
	soak_unshare(s->shared);
}

int soak_serve(const char *folder, const char *smtp_url)
{
	static struct server s = {.lock = PTHREAD_MUTEX_INITIALIZER,
	                          .changed = PTHREAD_COND_INITIALIZER};
	char log[128];
	s.lanes[0] = (struct lane){.server = &s, .run = send_mails};
	s.lanes[1] = (struct lane){.server = &s, .run = send_posts};
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
	for (size_t i = 0; i < 2; i++)
		NEED(pthread_create(&s.lanes[i].thread, NULL, run_lane, &s.lanes[i]) == 0);
	play_all(&s);
	pthread_mutex_lock(&s.lock);
	s.is_ending = true;
	pthread_cond_broadcast(&s.changed);
	pthread_mutex_unlock(&s.lock);
	for (size_t i = 0; i < 2; i++)
		pthread_join(s.lanes[i].thread, NULL);
	close_all(&s);
	return 0;
}
