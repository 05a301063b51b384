/* SPDX-License-Identifier: ISC */
/*
 * Many at once, and for long: games played side by side by people who each have two tabs open,
 * while the clock beats; and what thousands of pages leave behind. How fast it is, is the
 * benchmarks' affair. Built with SAN=thread the first test finds races.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <dirent.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "app/beat.h"
#include "app/fsck.h"
#include "support/browser.h"
#include "support/party.h"

enum {
	NOW = 1000000,
	GAMES = 50,
	TABS = 2 * PARTY_PEOPLE,
	FORM_BYTES = LIMIT_TURN_BYTES + 40,
	/* Turns in each game in 500 games' time: a tenth of a game. */
	GAMES_A_TURN = 60,
	LOADS_FIRST = 500,
	LOADS_ALL = 2000,
	GROWTH_MAX_KIB = 1024,
};

struct world {
	struct desk *desk;
	struct party party;
	char games[GAMES][GAME_ID_LEN + 1];
	unsigned turns;   /* to play in each game */
	unsigned sockets; /* while nobody is there */
	atomic_uint done, already, late;
};

/* Those that are sockets, or those that are not. */
static unsigned count_descriptors(bool are_sockets)
{
	unsigned n = 0;
	DIR *dir = opendir("/proc/self/fd");
	assert_non_null(dir);
	for (struct dirent *e; (e = readdir(dir));) {
		char to[16] = "";
		if (readlinkat(dirfd(dir), e->d_name, to, sizeof(to) - 1) > 0)
			n += (strncmp(to, "socket:", 7) == 0) == are_sockets;
	}
	closedir(dir);
	return n;
}

static int open_world(void **state)
{
	static struct world w;
	void *desk;
	const char *games = getenv("SLOWSAFARI_GAMES");
	if (desk_open(&desk))
		return -1;
	w.desk = desk;
	w.sockets = count_descriptors(true);
	w.turns = (games ? (unsigned)strtoul(games, NULL, 10) : 500) / GAMES_A_TURN;
	party_init(&w.party, w.desk->store, &w.desk->http.sets, NOW);
	*state = &w;
	return 0;
}

static int close_world(void **state)
{
	struct world *w = *state;
	void *desk = w->desk;
	return desk_close(&desk);
}

/* ---- Games side by side ---- */

/* Between neighbours: everybody sits in 20 of the games. */
static void start_games(struct world *w)
{
	for (size_t i = 0; i < GAMES; i++) {
		struct party p = w->party;
		for (size_t k = 0; k < PARTY_PEOPLE; k++)
			p.people[k] = w->party.people[(i + k) % PARTY_PEOPLE];
		party_start(
			&p,
			&(struct party_game){.people = 2, .bots = i % 3 == 0, .is_public = i % 2},
			w->games[i]);
		w->party.serial = p.serial;
	}
}

/* One tab of one person. No test can be failed from its thread: what went wrong is kept. */
struct tab {
	struct world *w;
	struct browser b;
	struct party party; /* its own chance */
	int64_t user_id;
	pthread_t thread;
	char fault[200];
};

static void blame(struct tab *t, const char *what, const char *path)
{
	if (!t->fault[0])
		snprintf(t->fault, sizeof(t->fault), "%s: %.40s: %d %.80s", path, what, t->b.status,
		         t->b.body);
}

/* Whoever was faster, the other tab among them, has won. */
static void post(struct tab *t, const char *id, const char *what, const char *form)
{
	char path[64];
	snprintf(path, sizeof(path), "/g/%s/%s", id, what);
	switch (browser_post(&t->b, path, form)) {
	case 303:
		if (strstr(t->b.location, "already"))
			atomic_fetch_add(&t->w->already, 1);
		else
			atomic_fetch_add(&t->w->done, 1);
		break;
	case 409:
	case 422: /* a draw that another tab, or the clock, has made */
		atomic_fetch_add(&t->w->late, 1);
		break;
	default:
		blame(t, "neither done nor late", path);
	}
}

static void write_turn(struct tab *t, const struct play *p, unsigned seat, char form[FORM_BYTES])
{
	struct turn turn;
	char text[LIMIT_TURN_BYTES + 1];
	/* Both tabs have the same in mind half of the time. */
	t->party.chance.state = (uint64_t)p->row.rev * 2 + (chance_next(&t->party.chance) & 1);
	party_choose(&t->party, p, seat, &turn);
	party_text(&turn, text);
	for (char *c = text; *c; c++)
		*c = *c == ' ' ? '+' : *c;
	snprintf(form, FORM_BYTES, "rev=%lld&t=%s", (long long)p->row.rev, text);
}

/* True while the game is to go on. */
static bool act(struct tab *t, const char *id)
{
	char path[64], form[FORM_BYTES];
	struct play *p = party_load(&t->party, id);
	int seat = play_seat_of(p, t->user_id);
	bool goes_on = p->row.state == GAME_RUNNING && p->game.turn_count < t->w->turns;
	bool is_awaited = seat >= 0 && (game_awaited_seats(&p->game) >> seat & 1);
	snprintf(path, sizeof(path), "/g/%s", id);
	if (goes_on && seat >= 0 && browser_get(&t->b, path) != 200)
		blame(t, "no table", path);
	if (goes_on && is_awaited && p->game.awaits == AWAITS_TILE) {
		snprintf(form, sizeof(form), "rev=%lld", (long long)p->row.rev);
		post(t, id, "draw", form);
	} else if (goes_on && is_awaited) {
		write_turn(t, p, (unsigned)seat, form);
		post(t, id, "turn", form);
	}
	play_free(p);
	return goes_on;
}

static void *play_all(void *context)
{
	static const char *const pages[] = {"/", "/next", "/lobby", "/waiting", "/settings/data"};
	struct tab *t = context;
	bool goes_on = true;
	for (size_t round = 0; goes_on && !t->fault[0]; round++) {
		const char *page = pages[round % (sizeof(pages) / sizeof(pages[0]))];
		goes_on = false;
		if (browser_get(&t->b, page) != 200 && t->b.status != 303)
			blame(t, "no page", page);
		for (size_t i = 0; i < GAMES && !t->fault[0]; i++)
			goes_on |= act(t, t->w->games[i]);
		/* Bots that are next wait for the grace to end. */
		atomic_fetch_add(&t->w->desk->http.clock.at, PARTY_GRACE_S / 4);
	}
	return NULL;
}

static void say_fault(void *context, const char *id, const char *sentence)
{
	(void)context;
	print_error("%s: %s\n", id, sentence);
}

static void fifty_games_are_played_at_once_and_are_whole(void **state)
{
	struct world *w = *state;
	static struct tab tabs[TABS];
	struct fsck_report report = {.fault = say_fault};
	struct beat *beat;
	struct err err;
	start_games(w);
	assert_int_equal(
		beat_start(&beat, w->desk->store, w->party.sets, &w->desk->http.clock, &err), 0);
	for (size_t i = 0; i < TABS; i++) {
		tabs[i] = (struct tab){.w = w, .b.desk = w->desk, .party = w->party};
		tabs[i].user_id = w->party.people[i / 2];
		tabs[i].party.chance.state = i;
		party_session(&w->party, tabs[i].user_id, tabs[i].b.session);
	}
	for (size_t i = 0; i < TABS; i++)
		assert_int_equal(pthread_create(&tabs[i].thread, NULL, play_all, &tabs[i]), 0);
	for (size_t i = 0; i < TABS; i++)
		pthread_join(tabs[i].thread, NULL);
	beat_stop(beat);
	for (size_t i = 0; i < TABS; i++) {
		browser_close(&tabs[i].b);
		assert_string_equal(tabs[i].fault, "");
	}
	print_message("%u done, %u done already, %u too late\n", atomic_load(&w->done),
	              atomic_load(&w->already), atomic_load(&w->late));
	assert_true(atomic_load(&w->done) >= GAMES * w->turns / 2);
	assert_int_equal(fsck_all(w->desk->store, w->party.sets, &report), 0);
	assert_int_equal(report.games, GAMES);
	assert_int_equal(report.faults, 0);
}

/* ---- What pages leave behind ---- */

static long resident_kib(void)
{
	char line[100];
	FILE *f = fopen("/proc/self/statm", "r");
	assert_non_null(f);
	assert_non_null(fgets(line, sizeof(line), f));
	fclose(f);
	/* The second number. */
	long pages = strtol(strchr(line, ' '), NULL, 10);
	assert_true(pages > 0);
	return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

/* The server sees a little later that a client has hung up. */
static void wait_until_all_have_left(const struct world *w)
{
	while (count_descriptors(true) > w->sockets)
		sched_yield();
}

static void load_pages(struct world *w, struct browser *b, unsigned loads)
{
	static const struct {
		const char *path;
		bool is_of_game;
		const char *rest;
	} pages[] = {
		{"/", false, ""},
		{"/g/", true, ""},
		{"/g/", true, "/board.svg"},
		{"/g/", true, "?at=3"},
		{"/lobby", false, ""},
		{"/rules", false, ""},
		{"/g/", true, "?log=all"},
		{"/settings", false, ""},
		{"/nowhere", false, ""},
		{"/g/", true, "/record.json"},
	};
	enum { PAGES = sizeof(pages) / sizeof(pages[0]) };
	for (unsigned i = 0; i < loads; i++) {
		char path[64];
		snprintf(path, sizeof(path), "%s%s%s", pages[i % PAGES].path,
		         pages[i % PAGES].is_of_game ? w->games[i % GAMES] : "",
		         pages[i % PAGES].rest);
		b->wants_json = i % 3 == 0;
		b->headers = i % 2 ? "Accept-Encoding: gzip\r\n" : NULL;
		assert_in_range(browser_get(b, path), 200, 404);
	}
}

static void pages_leave_neither_memory_nor_descriptors_behind(void **state)
{
	struct world *w = *state;
	struct browser b = {.desk = w->desk};
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
	skip(); /* these keep what was freed */
#endif
	if (!w->games[0][0])
		start_games(w);
	party_session(&w->party, w->party.people[0], b.session);
	load_pages(w, &b, LOADS_FIRST);
	long before_kib = resident_kib();
	wait_until_all_have_left(w);
	unsigned before = count_descriptors(false);
	load_pages(w, &b, LOADS_ALL - LOADS_FIRST);
	long after_kib = resident_kib();
	print_message("%ld KiB after %d pages, %ld after %d\n", before_kib, LOADS_FIRST, after_kib,
	              LOADS_ALL);
	assert_in_range(after_kib, 0, before_kib + GROWTH_MAX_KIB);
	wait_until_all_have_left(w);
	assert_int_equal(count_descriptors(false), before);
	browser_close(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fifty_games_are_played_at_once_and_are_whole),
		cmocka_unit_test(pages_leave_neither_memory_nor_descriptors_behind),
	};
	return cmocka_run_group_tests(tests, open_world, close_world);
}
