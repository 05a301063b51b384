/* SPDX-License-Identifier: ISC */
/*
 * How fast the service is, beside what the same libraries could do at most: pages, and confirmed
 * turns. The server runs as it is, in a process of its own on one core; clients with connections
 * that they keep are on another one. At the end fsck looks at what all the turns have left.
 */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "app/fsck.h"
#include "app/words.h"
#include "support/bare_service.h"
#include "support/load_client.h"
#include "support/measure.h"
#include "support/regulars.h"
#include "web/form.h"

enum {
	PAGE_CLIENTS = 8,
	HOME_GAMES = 50,
	FEW = 16, /* clients that take turns */
	MANY = 64,
	TURNS = 4000,                /* in a round */
	TURNS_EACH = 70,             /* of a game, before its last one */
	ROUNDS = MEASURE_ROUNDS + 1, /* with the one that warms */
	COMMITS = 500,
	/* For both counts of clients: no game is played to its end. */
	GAMES = 2 * ROUNDS * TURNS / TURNS_EACH + 3 * (FEW + MANY),
	THREADS = 16, /* of the bare server: as many as the service has */
};

struct server {
	pid_t pid;
	uint16_t port;
};

struct bench {
	int client_core, server_core;
	char folder[64], database[96], bare_database[96];
	struct regulars regulars;
	struct regular people[2 * MANY + SEATS_MAX]; /* the first one looks at pages */
	char full_game[GAME_ID_LEN + 1];
	struct play *games[GAMES];
	unsigned games_taken;
	struct bare_rows *rows;
	struct server bare, served;
};

/* Of the server's core, for one page or turn: what a busy machine does not spoil. */
struct cost {
	unsigned rounds;
	double us[ROUNDS];
};

/* A page that is asked for again and again. Where things change, each time after somebody has muted
 * the full game or unmuted it: a small change of what both pages show. One client does that, lest
 * others find the page that it has just had made. Without a path there are the changes alone. */
struct page {
	struct bench *b;
	const struct server *server;
	char path[32];
	bool is_gzipped, is_changed;
	bool is_muted, is_post; /* the change, and the request under way */
	double ends_at;
	size_t bytes; /* of its body */
	struct cost cost;
};

/* Clients that take turns, each in a game of its own, for all of its seats. */
struct players {
	struct bench *b;
	unsigned clients;
	unsigned left;                /* turns to begin in this round */
	struct play *games[MANY];     /* NULL: none yet */
	unsigned turns_in_game[MANY]; /* left in it */
	struct turn turns[MANY];      /* under way */
	struct cost cost;
	double p50s[ROUNDS], p99s[ROUNDS]; /* seconds */
	double latencies_s[TURNS];
};

static void must(bool is_so, const char *what)
{
	if (!is_so) {
		fprintf(stderr, "bench: %s: %s\n", what, strerror(errno));
		abort();
	}
}

/* Seconds that a process has had of its core. */
static double core_s(const struct server *s)
{
	clockid_t clock;
	struct timespec t;
	must(clock_getcpuclockid(s->pid, &clock) == 0 && clock_gettime(clock, &t) == 0,
	     "a server's time");
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double middle_us(const struct cost *cost)
{
	double us[MEASURE_ROUNDS];
	memcpy(us, cost->us + 1, sizeof(us));
	return measure_middle(us, MEASURE_ROUNDS);
}

/* ---- What is there before ---- */

static void make_folder(struct bench *b)
{
	snprintf(b->folder, sizeof(b->folder), "build/bench/web-XXXXXX");
	must(mkdtemp(b->folder) != NULL, b->folder);
	snprintf(b->database, sizeof(b->database), "%s/games.db", b->folder);
	snprintf(b->bare_database, sizeof(b->bare_database), "%s/bare.db", b->folder);
}

/* Is the first person on turn, with one of the last tiles in hand? */
static bool is_full(struct bench *b)
{
	struct play *p = regulars_load(&b->regulars, b->full_game);
	bool is_full = p->game.left_count < SEATS_MAX && p->game.awaits == AWAITS_PLACE &&
	               p->seats[p->game.seat_on_turn].user_id == b->people[0].id;
	play_free(p);
	return is_full;
}

/* One person's home: a full table of five, and 49 games of two in their first turns. */
static void make_home(struct bench *b)
{
	const struct regular *five[SEATS_MAX], *two[2] = {&b->people[0], &b->people[1]};
	char id[GAME_ID_LEN + 1];
	for (size_t i = 0; i < SEATS_MAX; i++)
		five[i] = &b->people[i];
	regulars_begin(&b->regulars, five, SEATS_MAX, b->full_game);
	for (int tiles = 1; !is_full(b); tiles++)
		regulars_play(&b->regulars, b->full_game, "quick", tiles);
	for (int i = 1; i < HOME_GAMES; i++) {
		regulars_begin(&b->regulars, two, 2, id);
		regulars_play(&b->regulars, id, "quick", i % 10);
	}
}

static void make_games(struct bench *b)
{
	for (unsigned i = 0; i < GAMES; i++) {
		const struct regular *two[2] = {&b->people[SEATS_MAX + 2 * (i % MANY)],
		                                &b->people[SEATS_MAX + 2 * (i % MANY) + 1]};
		char id[GAME_ID_LEN + 1];
		regulars_begin(&b->regulars, two, 2, id);
		b->games[i] = regulars_load(&b->regulars, id);
	}
}

static void make_database(struct bench *b, const char *seed)
{
	regulars_open(&b->regulars, b->database, strtoull(seed, NULL, 16));
	for (size_t i = 0; i < sizeof(b->people) / sizeof(b->people[0]); i++)
		regulars_come(&b->regulars, &b->people[i]);
	make_home(b);
	make_games(b);
	regulars_close(&b->regulars);
}

/* ---- Servers ---- */

static void set_environment(const struct bench *b, uint16_t port)
{
	char listen[32], base_url[40];
	snprintf(listen, sizeof(listen), "127.0.0.1:%u", port);
	snprintf(base_url, sizeof(base_url), "http://127.0.0.1:%u", port);
	setenv("SLOWSAFARI_LISTEN", listen, 1);
	setenv("SLOWSAFARI_BASE_URL", base_url, 1);
	setenv("SLOWSAFARI_DATABASE", b->database, 1);
	setenv("SLOWSAFARI_MAIL_FOLDER", b->folder, 1);
	setenv("SLOWSAFARI_RATE_LIMITS", "off", 1);
}

/* The program itself, what it logs in a file as in service; or the bare server. */
static struct server start_server(const struct bench *b, bool is_bare)
{
	struct server s = {.port = load_free_port()};
	const char *program = getenv("SLOWSAFARI") ? getenv("SLOWSAFARI") : "build/slowsafari";
	s.pid = fork();
	must(s.pid >= 0, "fork");
	if (s.pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGTERM); /* where the bench aborts, it ends too */
		measure_move_to(b->server_core);
		if (is_bare)
			bare_serve(b->bare_database, s.port, THREADS);
		char log[100];
		snprintf(log, sizeof(log), "%s/log", b->folder);
		int fd = open(log, O_WRONLY | O_CREAT | O_APPEND, 0600);
		dup2(fd, STDERR_FILENO);
		set_environment(b, s.port);
		execl(program, program, "serve", (char *)NULL);
		_exit(127);
	}
	load_wait_for(s.port);
	return s;
}

static void stop_server(struct server s)
{
	int status;
	kill(s.pid, SIGTERM);
	must(waitpid(s.pid, &status, 0) == s.pid && WIFEXITED(status) && WEXITSTATUS(status) == 0,
	     "a server did not end well");
}

static void add_head(struct text *out, const struct server *s, const char *method, const char *path,
                     const char *cookie)
{
	text_printf(out, "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nCookie: session=%s\r\n", method,
	            path, s->port, cookie);
}

static void add_post(struct text *out, const struct server *s, const char *path, const char *cookie,
                     const char *body, size_t len)
{
	add_head(out, s, "POST", path, cookie);
	text_printf(out,
	            "Sec-Fetch-Site: same-origin\r\n"
	            "Content-Type: application/x-www-form-urlencoded\r\n"
	            "Content-Length: %zu\r\n\r\n%s",
	            len, body);
}

/* ---- Pages ---- */

static void add_change(struct page *page, struct text *out)
{
	const struct regular *person = &page->b->people[0];
	char path[32], body[FORM_TOKEN_LEN + 20];
	page->is_muted = !page->is_muted;
	snprintf(path, sizeof(path), "/g/%s/mute", page->b->full_game);
	snprintf(body, sizeof(body), "token=%s&muted=%d", person->token, page->is_muted);
	add_post(out, page->server, path, person->cookie, body, strlen(body));
}

static bool ask_page(void *context, unsigned client, struct text *out)
{
	struct page *page = context;
	(void)client;
	if (measure_now_s() >= page->ends_at)
		return false;
	page->is_post = page->is_changed && (!page->path[0] || !page->is_post);
	if (page->is_post) {
		add_change(page, out);
		return true;
	}
	add_head(out, page->server, "GET", page->path, page->b->people[0].cookie);
	text_add(out, page->is_gzipped ? "Accept-Encoding: gzip\r\n\r\n" : "\r\n");
	return true;
}

static void take_page(void *context, unsigned client, int status, const char *head, size_t body_len)
{
	struct page *page = context;
	(void)client;
	must(status == (page->is_post ? 303 : 200), "a page was not shown");
	if (page->is_post)
		return;
	must((strstr(head, "\r\nContent-Encoding: gzip") != NULL) == page->is_gzipped,
	     "a page is not packed as asked");
	page->bytes = body_len;
}

/* Answers how many pages came in a second or so. */
static double load_page(void *context)
{
	struct page *page = context;
	double before_s = core_s(page->server);
	page->ends_at = measure_now_s() + 1;
	double count =
		(double)load_run(&(struct load){.port = page->server->port,
	                                        .clients = page->is_changed ? 1 : PAGE_CLIENTS,
	                                        .ask = ask_page,
	                                        .take = take_page,
	                                        .context = page});
	count /= page->is_changed && page->path[0] ? 2 : 1;
	page->cost.us[page->cost.rounds++] = 1e6 * (core_s(page->server) - before_s) / count;
	return count;
}

/* ---- Rows and turns ---- */

/* On the server's core, as the service commits there. */
static double commit_rows(void *context)
{
	struct bench *b = context;
	measure_move_to(b->server_core);
	for (int i = 0; i < COMMITS; i++)
		bare_rows_commit(b->rows);
	measure_move_to(b->client_core);
	return COMMITS;
}

static const struct regular *person_of(const struct bench *b, int64_t user_id)
{
	size_t i = 0;
	while (b->people[i].id != user_id)
		i++;
	return &b->people[i];
}

/* Clients begin at different places of their first game, so that they do not go in step. */
static void take_game(struct players *p, unsigned client)
{
	bool is_first = !p->games[client];
	must(p->b->games_taken < GAMES, "all games are played");
	p->games[client] = p->b->games[p->b->games_taken++];
	p->turns_in_game[client] = is_first ? (client + 1) * TURNS_EACH / p->clients : 1000;
}

static bool ask_turn(void *context, unsigned client, struct text *out)
{
	struct players *p = context;
	struct turn *t = &p->turns[client];
	struct text body;
	if (!p->left)
		return false;
	p->left--;
	if (!p->games[client] || !p->games[client]->game.left_count || !p->turns_in_game[client])
		take_game(p, client);
	p->turns_in_game[client]--;
	regulars_think(p->games[client], "random", &p->b->regulars.chance, t);
	const struct regular *person = person_of(p->b, t->user_id);
	text_init(&body, LIMIT_BODY_BYTES);
	text_printf(&body, "token=%s&rev=%lld&t=", person->token, (long long)t->base_rev);
	for (size_t i = 0; i < t->count; i++) {
		char entry[NOTATION_MAX];
		notation_format(&t->entries[i], entry);
		form_escape(&body, i ? "; " : "");
		form_escape(&body, entry);
	}
	char path[32];
	snprintf(path, sizeof(path), "/g/%s/turn", t->game_id);
	add_post(out, &p->b->served, path, person->cookie, text_string(&body), body.len);
	text_release(&body);
	return true;
}

/* Does here what the server has done there: the turn, the words of standing orders, the draw. */
static void take_confirmation(void *context, unsigned client, int status, const char *head,
                              size_t body_len)
{
	struct players *p = context;
	struct play *game = p->games[client];
	const struct turn *t = &p->turns[client];
	(void)body_len;
	/* Not the page to sign in, and no turn that was there before. */
	must(status == 303 && strstr(head, "said=") && !strstr(head, "said=already"), head);
	for (size_t i = 0; i < t->count; i++) {
		enum refusal r = play_choose(game, &t->entries[i], "person", t->now);
		must(r == REFUSAL_NONE, refusal_sentence(r));
	}
	words_give(NULL, game, t->now);
	game->row.rev++;
	if (game->game.awaits == AWAITS_TILE) {
		play_draw(game, "clock", t->now);
		game->row.rev++;
	}
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static double take_turns(void *context)
{
	struct players *p = context;
	double before_s = core_s(&p->b->served);
	p->left = TURNS;
	size_t count = load_run(&(struct load){.port = p->b->served.port,
	                                       .clients = p->clients,
	                                       .ask = ask_turn,
	                                       .take = take_confirmation,
	                                       .context = p,
	                                       .latencies_s = p->latencies_s,
	                                       .latency_room = TURNS});
	qsort(p->latencies_s, count, sizeof(p->latencies_s[0]), compare);
	unsigned round = p->cost.rounds++;
	p->cost.us[round] = 1e6 * (core_s(&p->b->served) - before_s) / (double)count;
	p->p50s[round] = p->latencies_s[count / 2];
	p->p99s[round] = p->latencies_s[count * 99 / 100];
	return (double)count;
}

/* ---- The end ---- */

static void print_rate(const char *name, const struct measure *m)
{
	printf("%-34s %7.0f a second, spread %3.0f %%", name, measure_median(m), measure_spread(m));
}

static void print_page(const char *name, const struct measure *m, const struct measure *bare,
                       const struct page *page, double aim)
{
	print_rate(name, m);
	printf(", %.2f of the ceiling (aim %.1f); %.0f us of the core, %zu bytes\n",
	       measure_ratio(m, bare), aim, middle_us(&page->cost), page->bytes);
}

/* A page that is made anew: its time is what it and the change before it take, without that one. */
static void print_changed(const char *name, const struct page *page, const struct page *change,
                          const struct page *bare, double aim)
{
	double us = middle_us(&page->cost) - middle_us(&change->cost);
	printf("%-38s %.2f of the ceiling (aim %.1f); %.0f us of the core, %zu bytes\n", name,
	       middle_us(&bare->cost) / us, aim, us, page->bytes);
}

static void print_turns(const char *name, const struct measure *m, const struct measure *bare,
                        struct players *p)
{
	print_rate(name, m);
	printf(", %.2f of the ceiling (aim %.1f); %.0f us of the core; answered in %.1f ms, 99 of "
	       "100 in %.1f ms\n",
	       measure_ratio(m, bare), 1., middle_us(&p->cost),
	       1e3 * measure_middle(p->p50s + 1, MEASURE_ROUNDS),
	       1e3 * measure_middle(p->p99s + 1, MEASURE_ROUNDS));
}

static void tell_fault(void *context, const char *game_id, const char *sentence)
{
	(void)context;
	printf("game %s: %s\n", game_id, sentence);
}

static unsigned long check_database(struct bench *b)
{
	struct fsck_report report = {.fault = tell_fault};
	struct err err;
	must(store_open(&b->regulars.store, &(struct store_options){.path = b->database}, &err) ==
	             0,
	     err.text);
	must(fsck_all(b->regulars.store, &b->regulars.sets, &report) == 0, "fsck");
	regulars_close(&b->regulars);
	printf("fsck: %lu games, %lu faults\n", report.games, report.faults);
	return report.faults;
}

static void measure_service(struct bench *b)
{
	static struct players few, many;
	struct page bare = {.b = b, .server = &b->bare, .path = "/"};
	struct page table = {.b = b, .server = &b->served}, home = table;
	snprintf(table.path, sizeof(table.path), "/g/%s", b->full_game);
	snprintf(home.path, sizeof(home.path), "/");
	struct page table_gzip = table, home_gzip = home;
	table_gzip.is_gzipped = home_gzip.is_gzipped = true;
	struct page change = {.b = b, .server = &b->served, .is_changed = true};
	struct page changed[] = {table, table_gzip, home, home_gzip};
	enum { CHANGED = sizeof(changed) / sizeof(changed[0]) };
	for (size_t i = 0; i < CHANGED; i++)
		changed[i].is_changed = true;
	few.b = many.b = b;
	few.clients = FEW;
	many.clients = MANY;
	struct measure m[] = {
		{.run = load_page, .context = &bare},
		{.run = load_page, .context = &table},
		{.run = load_page, .context = &table_gzip},
		{.run = load_page, .context = &home},
		{.run = load_page, .context = &home_gzip},
		{.run = commit_rows, .context = b},
		{.run = take_turns, .context = &few},
		{.run = take_turns, .context = &many},
		{.run = load_page, .context = &change},
		{.run = load_page, .context = &changed[0]},
		{.run = load_page, .context = &changed[1]},
		{.run = load_page, .context = &changed[2]},
		{.run = load_page, .context = &changed[3]},
	};
	measure_all(m, sizeof(m) / sizeof(m[0]));
	double ratios[MEASURE_ROUNDS];
	for (size_t i = 0; i < MEASURE_ROUNDS; i++)
		ratios[i] = many.p99s[i + 1] / few.p99s[i + 1];
	print_rate("ceiling: bare pages of 20 KB", &m[0]);
	printf("; %.0f us of the core\n", middle_us(&bare.cost));
	printf("nothing new on it:\n");
	print_page("table of a full game", &m[1], &m[0], &table, .2);
	print_page("table of a full game, gzipped", &m[2], &m[0], &table_gzip, .1);
	print_page("home with 50 games", &m[3], &m[0], &home, .2);
	print_page("home with 50 games, gzipped", &m[4], &m[0], &home_gzip, .1);
	printf("after a change of one of its games:\n");
	print_changed("table of a full game", &changed[0], &change, &bare, .2);
	print_changed("table of a full game, gzipped", &changed[1], &change, &bare, .1);
	print_changed("home with 50 games", &changed[2], &change, &bare, .2);
	print_changed("home with 50 games, gzipped", &changed[3], &change, &bare, .1);
	print_rate("ceiling: bare rows committed", &m[5]);
	printf("\n");
	print_turns("confirmed turns, 16 clients", &m[6], &m[5], &few);
	print_turns("confirmed turns, 64 clients", &m[7], &m[5], &many);
	printf("99 of 100 with 64 clients take %.1f times as long as with 16 (aim 5)\n",
	       measure_middle(ratios, MEASURE_ROUNDS));
}

int main(int argc, char **argv)
{
	static struct bench b;
	int cores[2];
	if (sodium_init() < 0)
		return 1;
	bool are_two = measure_two_cores(cores);
	b.client_core = cores[0];
	b.server_core = cores[1];
	const char *seed = argc > 1 ? argv[1] : "bench";
	printf("service: seed %s, median of %d interleaved rounds, clients on core %d, servers on "
	       "core %d%s\n",
	       seed, MEASURE_ROUNDS, cores[0], cores[1], are_two ? "" : " (there is one only)");
	fflush(stdout);
	make_folder(&b);
	make_database(&b, seed);
	b.rows = bare_rows_open(b.bare_database);
	measure_move_to(b.client_core);
	b.bare = start_server(&b, true);
	b.served = start_server(&b, false);
	measure_service(&b);
	stop_server(b.served);
	stop_server(b.bare);
	bare_rows_close(b.rows);
	unsigned long faults = check_database(&b);
	for (unsigned i = 0; i < GAMES; i++)
		play_free(b.games[i]);
	measure_remove_folder(b.folder);
	return faults > 0;
}
