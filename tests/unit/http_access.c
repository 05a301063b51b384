/* SPDX-License-Identifier: ISC */
/*
 * Who gets what on each route (S6, W9): the routes of the service are walked, and each must have a
 * row here, so that a new one is thought about. A row says what everybody gets of a public game, or
 * of no game; what that means for private games, for the other face, for forged requests and for
 * HEAD follows by rule.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app/autoplay.h"
#include "support/browser.h"
#include "support/party.h"

enum { NOW = 1000000, PATH_BYTES = 300, FORM_BYTES = 400, SAID_BYTES = 100 };

/* ---- What is expected ---- */

/* A game of two persons: with a free place; its maker on turn; the maker's turn done, to be taken
 * back; over. */
enum state { OPEN, TURN, GRACE, OVER, STATES };

/* Who asks: nobody knows who; somebody with an account; the other seat; the maker, who sits too. */
enum { STRANGER, OUTSIDER, SEAT, OWNER, VIEWERS };

/*
 * For each state what each of these gets, in that order: a status, or "in" for being led to sign
 * in. The request is one that would be right for whoever may make it; REV, TURN and ADDRESS stand
 * for the game's rev, a turn of its maker and a mail address that nobody has.
 */
static const struct of_game {
	const char *route, *form;
	const char *expected[STATES];
} of_games[] = {
	{"GET /g/:id",
         "",
         {"200 200 200 200", "200 200 200 200", "200 200 200 200", "200 200 200 200"}},
	{"GET /g/:id/board.svg",
         "",
         {"404 404 404 404", "200 200 200 200", "200 200 200 200", "200 200 200 200"}},
	{"GET /g/:id/record.json",
         "",
         {"404 404 404 404", "200 200 200 200", "200 200 200 200", "200 200 200 200"}},
	{"POST /g/:id/hold",
         "address=ADDRESS",
         {"303 303 303 303", "409 303 303 303", "409 303 303 303", "409 303 303 303"}},
	{"POST /g/:id/join",
         "",
         {"in 303 303 303", "in 409 303 303", "in 409 303 303", "in 409 303 303"}},
	{"POST /g/:id/leave",
         "",
         {"in 409 303 303", "in 409 409 409", "in 409 409 409", "in 409 409 409"}},
	{"POST /g/:id/remove",
         "place=1",
         {"in 403 403 303", "in 409 409 409", "in 409 409 409", "in 409 409 409"}},
	{"POST /g/:id/keep",
         "place=2&address=ADDRESS",
         {"in 403 403 409", "in 409 409 409", "in 409 409 409", "in 409 409 409"}},
	{"POST /g/:id/cancel",
         "",
         {"in 403 403 303", "in 409 409 409", "in 409 409 409", "in 409 409 409"}},
	{"POST /g/:id/start",
         "fill=quick",
         {"in 403 403 303", "in 409 303 303", "in 409 303 303", "in 409 303 303"}},
	{"POST /g/:id/rematch",
         "",
         {"in 409 409 409", "in 409 409 409", "in 409 409 409", "in 409 303 303"}},
	{"POST /g/:id/turn",
         "rev=REV&t=TURN",
         {"in 422 422 422", "in 403 422 303", "in 403 422 422", "in 403 422 422"}},
	{"POST /g/:id/draw",
         "rev=REV",
         {"in 422 422 422", "in 403 422 422", "in 403 303 422", "in 403 422 422"}},
	{"POST /g/:id/undo",
         "rev=REV",
         {"in 422 422 422", "in 403 422 422", "in 403 422 303", "in 403 422 422"}},
	{"POST /g/:id/resign",
         "",
         {"in 422 422 422", "in 403 303 303", "in 403 303 303", "in 403 422 422"}},
	{"POST /g/:id/return",
         "",
         {"in 422 422 422", "in 403 303 303", "in 403 303 303", "in 403 422 422"}},
	{"POST /g/:id/caretaker",
         "",
         {"in 422 422 422", "in 403 422 422", "in 403 422 422", "in 403 422 422"}},
	{"POST /g/:id/more-time",
         "",
         {"in 422 422 422", "in 403 303 303", "in 403 422 422", "in 403 422 422"}},
	{"POST /g/:id/mute",
         "muted=1",
         {"in 404 303 303", "in 404 303 303", "in 404 303 303", "in 404 303 303"}},
	{"POST /g/:id/order",
         "order=-1",
         {"in 404 303 303", "in 404 303 303", "in 404 303 303", "in 404 303 303"}},
};

/* Of no game, or of one by its link: a stranger, a guest, an account. */
static const struct elsewhere {
	const char *route, *form, *expected;
} elsewhere[] = {
	{"GET /", "", "200 200 200"},
	{"GET /next", "", "in 200 200"},
	{"GET /static/:file", "", "200 200 200"},
	{"GET /healthz", "", "200 200 200"},
	{"GET /lobby", "", "200 200 200"},
	{"GET /rules", "", "200 200 200"},
	{"GET /waiting", "", "200 200 200"},
	{"GET /join/:key", "", "200 200 200"},
	{"GET /new", "", "in 200 200"},
	{"POST /new", "place2=link", "in 403 303"},
	{"POST /guest", "", "303 303 303"},
	{"GET /signin", "", "200 200 303"},
	{"POST /signin", "address=ADDRESS", "303 303 303"},
	{"GET /signin/code", "", "410 410 303"},
	{"POST /signin/code", "code=123456", "410 410 410"},
	{"GET /signin/link/:secret", "", "410 410 410"},
	{"POST /signin/link/:secret", "", "410 410 410"},
	{"POST /signout", "", "in 303 303"},
	{"GET /settings", "", "in 200 200"},
	{"GET /settings/data", "", "in 200 200"},
	{"POST /settings", "name=Ada", "in 303 303"},
	{"POST /settings/address", "address=ADDRESS", "in 303 303"},
	{"POST /settings/address/remove", "address=ADDRESS", "in 422 422"},
	{"GET /welcome", "", "in 200 200"},
	{"POST /welcome", "name=Somebody&zone=UTC", "in 303 303"},
	{"GET /settings/times", "", "in 200 200"},
	{"POST /settings/times", "zone=UTC", "in 303 303"},
	{"GET /settings/notices", "", "in 200 200"},
	{"POST /settings/notices", "your_turn=digest", "in 303 303"},
	{"POST /settings/notices/off", "", "in 303 303"},
	{"POST /settings/notices/on", "", "in 303 303"},
	{"GET /settings/hooks", "", "in 200 200"},
	{"POST /settings/hooks", "kind=sms", "in 403 422"},
	{"POST /settings/hooks/test", "id=1", "in 422 422"},
	{"POST /settings/hooks/resend", "id=1&notice=1", "in 422 422"},
	{"POST /settings/hooks/rotate", "id=1", "in 422 422"},
	{"POST /settings/hooks/switch", "id=1&on=1", "in 422 422"},
	{"POST /settings/hooks/remove", "id=1", "in 422 422"},
	{"GET /settings/deliveries", "", "in 200 200"},
	/* By a secret that is good; by one that is not everybody gets 404. */
	{"GET /unsubscribe/:token", "", "200 200 200"},
	{"POST /unsubscribe/:token", "List-Unsubscribe=One-Click", "200 200 200"},
	{"GET /invitation/:invitation", "", "303 303 303"}, /* nobody is invited there */
	{"GET /feed/:feed", "", "200 200 200"},
	{"POST /settings/times/holiday", "first=2026-01-20&last=2026-01-21", "in 303 303"},
	{"POST /settings/times/holiday/remove", "first=2026-01-20&last=2026-01-21", "in 303 303"},
	{"POST /settings/times/feed", "", "in 303 303"},
	{"GET /settings/sessions", "", "in 200 200"},
	{"POST /settings/sessions/remove", "id=1", "in 422 422"},
	{"POST /settings/sessions/remove-others", "", "in 303 303"},
	{"POST /settings/delete", "sure=1", "in 303 303"},
	/* No mailbox, no --dev: as if they were not there. */
	{"GET /mailbox", "", "404 404 404"},
	{"GET /mailbox/:mail", "", "404 404 404"},
	{"GET /mailbox/:mail/whole", "", "404 404 404"},
	{"POST /dev/clock", "at=1", "404 404 404"},
};

enum {
	OF_GAMES = sizeof(of_games) / sizeof(of_games[0]),
	ELSEWHERE = sizeof(elsewhere) / sizeof(elsewhere[0])
};

/* ---- Games in each state ---- */

struct world {
	struct desk *desk;
	struct party party;
	struct browser
		viewers[VIEWERS]; /* as they come: a request may make a guest, or end a session */
	char over[2][GAME_ID_LEN + 1]; /* private and public: nothing can change them */
	unsigned addresses;            /* given out */
};

/* A game as requests need it. */
struct shown {
	char id[GAME_ID_LEN + 1], key[JOIN_KEY_LEN + 1], turn[LIMIT_TURN_BYTES + 1];
	int64_t rev;
};

static void plus_for_blanks(char *text)
{
	for (; *text; text++)
		*text = *text == ' ' ? '+' : *text;
}

static void look(const struct world *w, struct shown *g)
{
	struct play *p = party_load(&w->party, g->id);
	memcpy(g->key, p->row.join_key, sizeof(g->key));
	g->rev = p->row.rev;
	play_free(p);
}

/* The maker's first turn: the tile, and nothing more. */
static struct turn first_turn(const struct world *w, const char *id)
{
	struct turn t = {.count = 2, .now = w->party.now, .entries[1].type = ENTRY_PASS};
	struct play *p = party_load(&w->party, id);
	const struct entry *last = &t.entries[0];
	size_t count = game_legal(&p->set->ts, &p->game, p->game.seat_on_turn, 0, 0, NULL);
	for (size_t i = 0; i < count; i++) {
		struct game g = p->game;
		game_legal(&p->set->ts, &p->game, p->game.seat_on_turn, i, 1, &t.entries[0]);
		if (game_apply(&p->set->ts, &g, last) == REFUSAL_NONE && !g.has_displaced)
			break;
	}
	t.user_id = p->seats[p->game.seat_on_turn].user_id;
	t.base_rev = p->row.rev;
	play_free(p);
	return t;
}

/* Seats are dealt by lot: until the maker has the first one. */
static void start(struct world *w, bool is_public, char id[GAME_ID_LEN + 1])
{
	struct turn t;
	do {
		party_start(&w->party, &(struct party_game){.people = 2, .is_public = is_public},
		            id);
		t = first_turn(w, id);
	} while (t.user_id != w->party.people[0]);
}

static void finish(struct world *w, const char *id)
{
	struct store *store = w->desk->store;
	for (int i = 0; i < 2; i++) {
		struct turn t = {.game_id = id, .user_id = w->party.people[i], .now = w->party.now};
		turn_resign(store, w->party.sets, &t);
		assert_int_equal(t.status, TURN_DONE);
	}
	autoplay_run(store, w->party.sets, id, w->party.now, AUTOPLAY_ALL);
}

static void make(struct world *w, enum state state, bool is_public, struct shown *g)
{
	struct turn t = {.count = 0};
	memset(g, 0, sizeof(*g));
	if (state == OVER) {
		memcpy(g->id, w->over[is_public], sizeof(g->id));
	} else if (state == OPEN) {
		/* Of those of the probes before none is left: one can have too many. */
		party_sql(&w->party, "UPDATE games SET state = 'removed' WHERE state = 'open'");
		party_start(&w->party,
		            &(struct party_game){.people = 2, .places = 3, .is_public = is_public},
		            g->id);
	} else {
		start(w, is_public, g->id);
		t = first_turn(w, g->id);
		t.game_id = g->id;
		party_text(&t, g->turn);
	}
	look(w, g);
	if (state == GRACE) {
		turn_submit(w->desk->store, w->party.sets, &t);
		assert_int_equal(t.status, TURN_DONE);
		g->rev = t.rev;
	}
	if (!g->turn[0])
		snprintf(g->turn, sizeof(g->turn), "place 5,5 0; pass");
	plus_for_blanks(g->turn);
}

static int open_world(void **state)
{
	static struct world w;
	void *desk;
	if (desk_open(&desk))
		return -1;
	w = (struct world){.desk = desk};
	party_init(&w.party, w.desk->store, &w.desk->http.sets, NOW);
	for (int i = STRANGER; i < VIEWERS; i++) {
		w.viewers[i].desk = w.desk;
		if (i != STRANGER)
			party_session(&w.party, w.party.people[OWNER - i], w.viewers[i].session);
	}
	for (int is_public = 0; is_public < 2; is_public++) {
		start(&w, is_public, w.over[is_public]);
		finish(&w, w.over[is_public]);
	}
	*state = &w;
	return 0;
}

static int close_world(void **state)
{
	struct world *w = *state;
	void *desk = w->desk;
	return desk_close(&desk);
}

/* ---- Asking ---- */

/* Puts the value in the place of a word. */
static void put(char *text, size_t room, const char *word, const char *value)
{
	char copy[PATH_BYTES + FORM_BYTES];
	char *at = strstr(text, word);
	if (!at)
		return;
	snprintf(copy, sizeof(copy), "%.*s%s%s", (int)(at - text), text, value, at + strlen(word));
	assert_true(strlen(copy) < room);
	snprintf(text, room, "%s", copy);
}

static void fill(struct world *w, const struct shown *g, const char *route, const char *form,
                 char path[PATH_BYTES], char fields[FORM_BYTES])
{
	char rev[24], address[64], file[STATIC_URL_BYTES], token[MAIL_TOKEN_BYTES];
	assert_true(static_url(w->desk->http.site.statics, "style.css", file));
	snprintf(rev, sizeof(rev), "%lld", (long long)g->rev);
	snprintf(address, sizeof(address), "new%u@example.org", w->addresses++);
	snprintf(path, PATH_BYTES, "%s", strchr(route, '/'));
	snprintf(fields, FORM_BYTES, "%s", form);
	put(path, PATH_BYTES, ":id", g->id);
	put(path, PATH_BYTES, ":key", g->key);
	put(path, PATH_BYTES, ":file", strrchr(file, '/') + 1);
	put(path, PATH_BYTES, ":mail", "000000001000-1");
	mail_secrets_unsubscribe_user(&w->desk->secrets, w->party.people[0], token);
	put(path, PATH_BYTES, ":token", token);
	mail_secrets_feed(&w->desk->secrets, w->party.people[0], 0, token);
	put(path, PATH_BYTES, ":feed", token);
	mail_secrets_invitation(&w->desk->secrets, g->id, address, token);
	put(path, PATH_BYTES, ":invitation", token);
	put(path, PATH_BYTES, ":secret", "0123456789abcdef0123456789abcdef01234567");
	put(fields, FORM_BYTES, "REV", rev);
	put(fields, FORM_BYTES, "TURN", g->turn);
	put(fields, FORM_BYTES, "ADDRESS", address);
}

/* Asks, and appends in one word what came. */
static void ask(struct world *w, struct browser *b, const struct shown *g, const char *route,
                const char *form, char said[SAID_BYTES])
{
	char path[PATH_BYTES], fields[FORM_BYTES];
	fill(w, g, route, form, path, fields);
	bool is_post = strncmp(route, "POST", 4) == 0;
	int status = is_post ? browser_post(b, path, fields) : browser_get(b, path);
	bool is_led_in = status == 303 && strncmp(b->location, "/signin", 7) == 0 &&
	                 strcmp(b->location, "/signin/code") != 0;
	size_t at = strlen(said);
	if (is_led_in)
		snprintf(said + at, SAID_BYTES - at, "%sin", at ? " " : "");
	else
		snprintf(said + at, SAID_BYTES - at, "%s%d", at ? " " : "", status);
}

/* All rows, one behind the other. */
static void row(size_t i, const char **route, const char **form, const char **expected)
{
	const struct of_game *g = &of_games[i < OF_GAMES ? i : 0];
	const struct elsewhere *e = &elsewhere[i < OF_GAMES ? 0 : i - OF_GAMES];
	*route = i < OF_GAMES ? g->route : e->route;
	*form = i < OF_GAMES ? g->form : e->form;
	*expected = i < OF_GAMES ? g->expected[TURN] : e->expected;
}

static unsigned differ(const char *route, const char *about, const char *said, const char *expected)
{
	if (strcmp(said, expected) == 0)
		return 0;
	print_error("%s, %s: %s, and expected is %s\n", route, about, said, expected);
	return 1;
}

static const char *const state_words[STATES] = {"open", "on turn", "in grace", "over"};

/* ---- Tests ---- */

static bool has_row(const struct route *r, unsigned *count)
{
	char route[PATH_BYTES];
	const char *found = NULL;
	snprintf(route, sizeof(route), "%s %s", r->method == METHOD_POST ? "POST" : "GET",
	         r->pattern);
	for (size_t i = 0; i < OF_GAMES + ELSEWHERE; i++) {
		const char *is, *form, *expected;
		row(i, &is, &form, &expected);
		if (strcmp(is, route) == 0) {
			found = is;
			++*count;
		}
	}
	if (!found)
		print_error("%s has no row\n", route);
	return found != NULL;
}

static void every_route_has_one_row_and_every_row_a_route(void **state)
{
	unsigned rows = 0, missing = 0, routes = 0;
	(void)state;
	for (const struct route *const *t = site_routes; *t; t++) {
		for (const struct route *r = *t; r->pattern; r++, routes++)
			missing += !has_row(r, &rows);
	}
	assert_int_equal(missing, 0);
	assert_int_equal(rows, routes);
	assert_int_equal(rows, OF_GAMES + ELSEWHERE);
}

/* As the row says for a public game; a private one is the same for those who belong there. */
static void everybody_gets_of_a_public_game_what_the_table_says(void **state)
{
	struct world *w = *state;
	unsigned differing = 0;
	for (size_t i = 0; i < OF_GAMES; i++) {
		for (enum state s = OPEN; s < STATES; s++) {
			char said[SAID_BYTES] = "";
			struct shown g;
			for (int v = STRANGER; v < VIEWERS; v++) {
				struct browser b = w->viewers[v];
				make(w, s, true, &g);
				ask(w, &b, &g, of_games[i].route, of_games[i].form, said);
				browser_close(&b);
			}
			differing += differ(of_games[i].route, state_words[s], said,
			                    of_games[i].expected[s]);
		}
	}
	assert_int_equal(differing, 0);
}

static void those_who_belong_to_a_private_game_get_the_same(void **state)
{
	struct world *w = *state;
	unsigned differing = 0;
	for (size_t i = 0; i < OF_GAMES; i++) {
		for (enum state s = OPEN; s < STATES; s++) {
			char said[SAID_BYTES] = "";
			struct shown g;
			for (int v = SEAT; v < VIEWERS; v++) {
				struct browser b = w->viewers[v];
				make(w, s, false, &g);
				ask(w, &b, &g, of_games[i].route, of_games[i].form, said);
				browser_close(&b);
			}
			const char *expected = of_games[i].expected[s];
			differing += differ(of_games[i].route, state_words[s], said,
			                    expected + strlen(expected) - strlen(said));
		}
	}
	assert_int_equal(differing, 0);
}

/* Without the second at which it was answered. */
static void drop_date(char *answer)
{
	char *date = strstr(answer, "\r\nDate: ");
	if (date) {
		const char *end = strstr(date + 2, "\r\n");
		assert_non_null(end);
		memmove(date, end, strlen(end) + 1);
	}
}

/* Everything that came, with another name for the game. */
static char *answer_of(const struct browser *b, const char *id)
{
	struct text t;
	char all[8];
	text_init(&t, 1 << 20);
	snprintf(all, sizeof(all), "%d\n", b->status);
	text_add(&t, all);
	for (const char *part = b->head; part; part = part == b->head ? b->body : NULL) {
		const char *at = part, *next;
		while ((next = strstr(at, id))) {
			text_add_bytes(&t, at, (size_t)(next - at));
			text_add(&t, "nameless");
			at = next + GAME_ID_LEN;
		}
		text_add(&t, at);
	}
	char *answer = text_take(&t);
	drop_date(answer);
	return answer;
}

static void to_others_a_private_game_is_as_if_it_were_not_there(void **state)
{
	struct world *w = *state;
	unsigned differing = 0;
	struct shown unknown = {
		.id = "aaaaaaaa", .key = "aaaaaaaaaaaaaaaa", .rev = 1, .turn = "pass"};
	for (size_t i = 0; i < OF_GAMES; i++) {
		for (int n = 0; n < STATES * 2 * 2; n++) {
			enum state s = (enum state)(n / 4);
			struct browser b = w->viewers[n & 1 ? OUTSIDER : STRANGER];
			char said[SAID_BYTES] = "", said_unknown[SAID_BYTES] = "";
			struct shown g;
			b.wants_json = n & 2;
			make(w, s, false, &g);
			ask(w, &b, &g, of_games[i].route, of_games[i].form, said);
			char *one = answer_of(&b, g.id);
			ask(w, &b, &unknown, of_games[i].route, of_games[i].form, said_unknown);
			char *other = answer_of(&b, unknown.id);
			differing += differ(of_games[i].route, state_words[s], said, said_unknown);
			if (strcmp(one, other) != 0) {
				print_error("%s tells that it is there\n", of_games[i].route);
				differing++;
			}
			free(one);
			free(other);
			browser_close(&b);
		}
	}
	assert_int_equal(differing, 0);
}

/* Each with somebody new: some of this ends a session. */
static void everybody_gets_elsewhere_what_the_table_says(void **state)
{
	struct world *w = *state;
	unsigned differing = 0;
	struct shown g;
	make(w, OPEN, true, &g);
	for (size_t i = 0; i < ELSEWHERE; i++) {
		char said[SAID_BYTES] = "";
		for (int who = 0; who < 3; who++) {
			struct browser b = {.desk = w->desk};
			if (who)
				party_session(&w->party, party_add(&w->party, "Somebody", who == 1),
				              b.session);
			ask(w, &b, &g, elsewhere[i].route, elsewhere[i].form, said);
			browser_close(&b);
		}
		differing += differ(elsewhere[i].route, "elsewhere", said, elsewhere[i].expected);
	}
	assert_int_equal(differing, 0);
}

/* ---- What holds for all rows ---- */

/* What one does at a table answers a program with the table itself. */
static bool answers_with_the_table(const char *route)
{
	static const char *const acts[] = {"/turn",   "/draw",   "/undo",
	                                   "/resign", "/return", "/more-time"};
	for (size_t i = 0; i < sizeof(acts) / sizeof(acts[0]); i++) {
		if (strstr(route, acts[i]))
			return true;
	}
	return false;
}

/* The word for programs: nobody is led anywhere to sign in. */
static const char *for_programs(const char *route, const char *word)
{
	if (strncmp(word, "in", 2) == 0)
		return "401";
	bool is_table = strncmp(word, "303", 3) == 0 && answers_with_the_table(route);
	return is_table || strcmp(route, "GET /signin") == 0 ? "200" : word;
}

static void programs_get_in_where_people_do(void **state)
{
	struct world *w = *state;
	unsigned differing = 0;
	for (size_t i = 0; i < OF_GAMES; i++) {
		for (int v = STRANGER; v < VIEWERS; v++) {
			char said[SAID_BYTES] = "", expected[SAID_BYTES];
			struct browser b = w->viewers[v];
			struct shown g;
			const char *word = of_games[i].expected[TURN];
			for (int n = 0; n < v; n++)
				word = strchr(word, ' ') + 1;
			snprintf(expected, sizeof(expected), "%.3s",
			         for_programs(of_games[i].route, word));
			b.wants_json = true;
			make(w, TURN, true, &g);
			ask(w, &b, &g, of_games[i].route, of_games[i].form, said);
			differing += differ(of_games[i].route, "as JSON", said, expected);
			browser_close(&b);
		}
	}
	assert_int_equal(differing, 0);
}

/* Changes whenever another connection has committed. */
static int64_t version_of(const struct world *w)
{
	sqlite3_stmt *q = NULL;
	sqlite3_prepare_v2(w->desk->sqlite, "PRAGMA data_version", -1, &q, NULL);
	assert_int_equal(sqlite3_step(q), SQLITE_ROW);
	int64_t version = sqlite3_column_int64(q, 0);
	sqlite3_finalize(q);
	return version;
}

struct forgery {
	const char *name, *origin, *headers;
};

static const struct forgery forgeries[] = {
	{"from another site", "https://evil.example", NULL},
	{"from the same host by another port", "http://127.0.0.1:1", NULL},
	{"from nowhere", "null", NULL},
	{"cross-site", "", "Sec-Fetch-Site: cross-site\r\n"},
	{"same-site", "", "Sec-Fetch-Site: same-site\r\n"},
	{"by a person, from outside", "", "Sec-Fetch-Site: none\r\n"},
};

enum { FORGERIES = sizeof(forgeries) / sizeof(forgeries[0]) };

static unsigned forge(struct world *w, const struct shown *g, const struct forgery *f,
                      const char *route, const char *form)
{
	char said[SAID_BYTES] = "";
	struct browser b = w->viewers[OWNER];
	bool needs_none = strcmp(route, "POST /dev/clock") == 0; /* answers 404 to all */
	int64_t before = version_of(w);
	snprintf(b.origin, sizeof(b.origin), "%s", f->origin);
	b.headers = f->headers;
	ask(w, &b, g, route, form, said);
	unsigned differing = differ(route, f->name, said, needs_none ? "404" : "403");
	differing += differ(route, f->name, version_of(w) == before ? "unchanged" : "changed",
	                    "unchanged");
	browser_close(&b);
	return differing;
}

/* What a mail provider posts, without origin (RFC 8058), and the one page that it may. */
static bool is_mailed(const char *route)
{
	return strcmp(route, "POST /unsubscribe/:token") == 0;
}

static void no_post_is_taken_from_another_site(void **state)
{
	struct world *w = *state;
	unsigned differing = 0;
	struct shown g;
	make(w, TURN, true, &g);
	for (size_t f = 0; f < FORGERIES; f++) {
		for (size_t i = 0; i < OF_GAMES + ELSEWHERE; i++) {
			const char *route, *form, *expected;
			row(i, &route, &form, &expected);
			if (strncmp(route, "POST", 4) == 0 && !is_mailed(route))
				differing += forge(w, &g, &forgeries[f], route, form);
		}
	}
	assert_int_equal(differing, 0);
}

static void no_post_of_a_session_is_taken_without_its_token(void **state)
{
	struct world *w = *state;
	unsigned differing = 0, asked = 0;
	struct shown g;
	make(w, TURN, true, &g);
	for (size_t i = 0; i < OF_GAMES + ELSEWHERE; i++) {
		const char *route, *form, *expected;
		row(i, &route, &form, &expected);
		if (strncmp(route, "POST", 4) != 0 || strncmp(expected, "in", 2) != 0)
			continue;
		for (int is_wrong = 0; is_wrong < 2; is_wrong++) {
			char path[PATH_BYTES], fields[FORM_BYTES], line[PATH_BYTES + 8],
				said[SAID_BYTES];
			struct browser b = w->viewers[OWNER];
			int64_t before = version_of(w);
			fill(w, &g, route, form, path, fields);
			if (is_wrong) /* that of another session */
				snprintf(fields + strlen(fields), FORM_BYTES - strlen(fields),
				         "&token=%032d", 0);
			snprintf(line, sizeof(line), "POST %s", path);
			snprintf(said, sizeof(said), "%d",
			         browser_send(&b, line, "application/x-www-form-urlencoded",
			                      fields + (fields[0] == '&')));
			differing += differ(route, "without token", said, "403");
			differing += version_of(w) != before;
			browser_close(&b);
			asked++;
		}
	}
	assert_int_equal(differing, 0);
	assert_true(asked > 30);
}

/* Without the line that tells the time. */
static void head_of(const struct browser *b, char out[sizeof(b->head)])
{
	snprintf(out, sizeof(b->head), "%s", b->head);
	char *date = strstr(out, "\r\nDate: ");
	assert_non_null(date);
	char *end = strstr(date + 2, "\r\n");
	memmove(date, end, strlen(end) + 1);
}

static unsigned compare_head(struct world *w, struct browser b, const struct shown *g,
                             const char *route, const char *form)
{
	char path[PATH_BYTES], fields[FORM_BYTES], line[PATH_BYTES + 8];
	char got[sizeof(b.head)], headed[sizeof(b.head)];
	int64_t before = version_of(w);
	fill(w, g, route, form, path, fields);
	browser_get(&b, path);
	head_of(&b, got);
	snprintf(line, sizeof(line), "HEAD %s", path);
	browser_send(&b, line, "", "");
	head_of(&b, headed);
	unsigned differing = differ(route, "HEAD", headed, got);
	differing += differ(route, "HEAD's body", b.body, "");
	differing += differ(route, "looked at", version_of(w) == before ? "unchanged" : "changed",
	                    "unchanged");
	browser_close(&b);
	return differing;
}

/* S1. */
static void a_head_is_that_of_the_get_and_neither_changes_anything(void **state)
{
	struct world *w = *state;
	unsigned differing = 0;
	for (enum state s = OPEN; s < STATES; s++) {
		struct shown g;
		make(w, s, true, &g);
		for (size_t i = 0; i < OF_GAMES + ELSEWHERE; i++) {
			const char *route, *form, *expected;
			row(i, &route, &form, &expected);
			for (int v = STRANGER; v < VIEWERS && strncmp(route, "GET", 3) == 0; v++)
				differing += compare_head(w, w->viewers[v], &g, route, form);
		}
	}
	assert_int_equal(differing, 0);
}

/* W9: the link is what lets in, before the start alone; to those who came late it says nothing. */
static void the_link_of_a_private_game_shows_it_until_it_starts(void **state)
{
	struct world *w = *state;
	char said[SAID_BYTES] = "";
	struct shown g;
	make(w, OPEN, false, &g);
	for (int v = STRANGER; v < VIEWERS; v++) {
		struct browser b = w->viewers[v];
		ask(w, &b, &g, "GET /join/:key", "", said);
		browser_close(&b);
	}
	assert_string_equal(said, "200 200 200 200");
	said[0] = '\0';
	make(w, TURN, false, &g);
	for (int v = STRANGER; v < VIEWERS; v++) {
		struct browser b = w->viewers[v];
		ask(w, &b, &g, "GET /join/:key", "", said);
		browser_close(&b);
	}
	assert_string_equal(said, "404 404 303 303");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_route_has_one_row_and_every_row_a_route),
		cmocka_unit_test(everybody_gets_of_a_public_game_what_the_table_says),
		cmocka_unit_test(those_who_belong_to_a_private_game_get_the_same),
		cmocka_unit_test(to_others_a_private_game_is_as_if_it_were_not_there),
		cmocka_unit_test(everybody_gets_elsewhere_what_the_table_says),
		cmocka_unit_test(programs_get_in_where_people_do),
		cmocka_unit_test(no_post_is_taken_from_another_site),
		cmocka_unit_test(no_post_of_a_session_is_taken_without_its_token),
		cmocka_unit_test(a_head_is_that_of_the_get_and_neither_changes_anything),
		cmocka_unit_test(the_link_of_a_private_game_shows_it_until_it_starts),
	};
	return cmocka_run_group_tests(tests, open_world, close_world);
}
