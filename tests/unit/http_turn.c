/* SPDX-License-Identifier: ISC */
/*
 * The same turn twice, two at once, one too late, one whose answer was lost (W8): over sockets, on
 * the service's own routes. What comes at once does so for certain: the writer is kept busy until
 * all of it waits.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "app/fsck.h"
#include "base/hex.h"
#include "base/json.h"
#include "support/browser.h"
#include "support/jobs.h"
#include "support/party.h"
#include "web/door.h"

enum { NOW = 1000000, FORM_BYTES = 1000 };

struct world {
	struct desk *desk;
	struct party party;
	char id[GAME_ID_LEN + 1];
	struct play *play;                  /* as the test has seen it last */
	struct browser seats[PARTY_PEOPLE]; /* who sits there */
};

static int open_world(void **state)
{
	static struct world w;
	void *desk;
	if (desk_open(&desk))
		return -1;
	w = (struct world){.desk = desk};
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

static void set_clock(struct world *w, int64_t at)
{
	atomic_store(&w->desk->http.clock.at, at);
	w->party.now = at;
}

/* Everybody's browser, with the JSON face. */
static void sit(struct world *w)
{
	w->play = party_load(&w->party, w->id);
	for (size_t i = 0; i < w->play->seat_count; i++) {
		w->seats[i] = (struct browser){.desk = w->desk, .wants_json = true};
		party_session(&w->party, w->play->seats[i].user_id, w->seats[i].session);
	}
}

static void begin(struct world *w, unsigned people)
{
	set_clock(w, NOW);
	party_start(&w->party, &(struct party_game){.people = people}, w->id);
	sit(w);
}

static void look_again(struct world *w)
{
	play_free(w->play);
	w->play = party_load(&w->party, w->id);
}

static unsigned count_faults(struct world *w);

static int end(void **state)
{
	struct world *w = *state;
	unsigned faults = count_faults(w);
	for (size_t i = 0; i < PARTY_PEOPLE; i++)
		browser_close(&w->seats[i]);
	play_free(w->play);
	w->play = NULL;
	return faults > 0;
}

/* Whatever was sent, the games are whole. */
static void say_fault(void *context, const char *id, const char *sentence)
{
	(void)context;
	print_error("%s: %s\n", id, sentence);
}

static unsigned count_faults(struct world *w)
{
	struct fsck_report r = {.fault = say_fault};
	assert_int_equal(fsck_all(w->desk->store, &w->desk->http.sets, &r), 0);
	return (unsigned)r.faults;
}

/* ---- What is sent ---- */

static struct browser *on_turn(struct world *w)
{
	return &w->seats[w->play->game.seat_on_turn];
}

/* The n-th turn that lays the tile and does nothing more, and after which a draw is due. */
static void plain_turn(const struct play *p, unsigned n, struct turn *t)
{
	struct entry places[LEGAL_MAX];
	unsigned seat = p->game.seat_on_turn;
	size_t count = game_legal(&p->set->ts, &p->game, seat, 0, LEGAL_MAX, places);
	for (size_t i = 0; i < count; i++) {
		struct game after;
		if (party_lay(p, &places[i], t, &after) && after.awaits == AWAITS_TILE && n-- == 0)
			return;
	}
	fail_msg("no such turn");
}

/* The fields of a form; blanks as +. */
static void fill(char form[FORM_BYTES], int64_t rev, const struct turn *t)
{
	char text[LIMIT_TURN_BYTES + 1];
	party_text(t, text);
	for (char *c = text; *c; c++)
		*c = *c == ' ' ? '+' : *c;
	snprintf(form, FORM_BYTES, "rev=%lld&t=%s", (long long)rev, text);
}

static int post(struct world *w, struct browser *b, const char *what, const char *form)
{
	char path[64];
	snprintf(path, sizeof(path), "/g/%s/%s", w->id, what);
	return browser_post(b, path, form);
}

/* Sends as it stands, without the token's field; the token goes as a header. */
static int post_json(struct world *w, struct browser *b, const char *what, const char *body)
{
	char line[64], form[FORM_BYTES + 64], *end;
	const char *json = body;
	unsigned char secret[SESSION_SECRET_BYTES];
	char token[FORM_TOKEN_LEN + 1];
	assert_int_equal(hex_parse(secret, sizeof(secret), b->session), 0);
	door_token(token, secret);
	snprintf(line, sizeof(line), "POST /g/%s/%s", w->id, what);
	snprintf(form, sizeof(form), "%s", json);
	end = strrchr(form, '}');
	assert_non_null(end);
	snprintf(end, sizeof(form) - (size_t)(end - form), "%s\"token\":\"%s\"}",
	         end[-1] == '{' ? "" : ",", token);
	return browser_send(b, line, "application/json", form);
}

static enum turn_status draw_when_due(struct world *w)
{
	set_clock(w, w->play->row.draw_at);
	struct turn t = {.game_id = w->id, .now = w->party.now};
	turn_draw_due(w->desk->store, &w->desk->http.sets, &t);
	look_again(w);
	return t.status;
}

/* ---- What is answered ---- */

static cJSON *view_of(const struct browser *b)
{
	struct fault fault;
	cJSON *view = json_parse(b->body, strlen(b->body), LIMIT_RESPONSE_BYTES, &fault);
	assert_non_null(view);
	return view;
}

static int64_t rev_in(const struct browser *b)
{
	long rev = -1;
	cJSON *view = view_of(b);
	json_get_integer(json_member(json_member(view, "game"), "rev"), 0, 1L << 40, &rev);
	cJSON_Delete(view);
	return rev;
}

/* What Confirm would send. */
static void draft_in(const struct browser *b, char out[LIMIT_TURN_BYTES + 1])
{
	cJSON *view = view_of(b);
	const char *t = json_get_string(json_member(json_member(view, "bar"), "t"));
	snprintf(out, LIMIT_TURN_BYTES + 1, "%s", t ? t : "");
	cJSON_Delete(view);
}

static const char already[] = "This was done already.";

/* ---- Two at once ---- */

struct sender {
	struct world *w;
	struct browser b;
	const char *what, *form;
	pthread_t thread;
};

static void *send_it(void *context)
{
	struct sender *s = context;
	post(s->w, &s->b, s->what, s->form);
	return NULL;
}

/* All of them wait for the writer before the first is done. */
static void send_together(struct world *w, struct sender *senders, unsigned count)
{
	struct jobs_keeper keeper;
	jobs_keep_busy(&keeper, w->desk->store);
	for (unsigned i = 0; i < count; i++) {
		senders[i].w = w;
		assert_int_equal(pthread_create(&senders[i].thread, NULL, send_it, &senders[i]), 0);
		while (store_waiting(w->desk->store) <= i)
			sched_yield();
	}
	jobs_let_go(&keeper);
	for (unsigned i = 0; i < count; i++)
		pthread_join(senders[i].thread, NULL);
}

/* The same person in a second tab. */
static struct browser tab(const struct browser *b)
{
	struct browser other = {.desk = b->desk, .wants_json = b->wants_json};
	memcpy(other.session, b->session, sizeof(other.session));
	return other;
}

static void two_identical_turns_at_once_are_there_once(void **state)
{
	struct world *w = *state;
	struct turn t;
	char form[FORM_BYTES];
	begin(w, 2);
	int64_t rev = w->play->row.rev;
	plain_turn(w->play, 0, &t);
	fill(form, rev, &t);
	struct sender s[2] = {{.b = tab(on_turn(w)), .what = "turn", .form = form},
	                      {.b = tab(on_turn(w)), .what = "turn", .form = form}};
	send_together(w, s, 2);
	assert_int_equal(s[0].b.status, 200);
	assert_int_equal(s[1].b.status, 200);
	assert_int_equal(browser_sees(&s[0].b, already) + browser_sees(&s[1].b, already), 1);
	assert_int_equal(rev_in(&s[0].b), rev + 1);
	assert_int_equal(rev_in(&s[1].b), rev + 1);
	look_again(w);
	assert_int_equal(w->play->row.rev, rev + 1);
	assert_int_equal(w->play->game.turn_count, 1);
	browser_close(&s[0].b);
	browser_close(&s[1].b);
}

static void of_two_different_turns_at_once_one_is_done(void **state)
{
	struct world *w = *state;
	struct turn one, other;
	char forms[2][FORM_BYTES];
	begin(w, 2);
	int64_t rev = w->play->row.rev;
	plain_turn(w->play, 0, &one);
	plain_turn(w->play, 1, &other);
	fill(forms[0], rev, &one);
	fill(forms[1], rev, &other);
	struct sender s[2] = {{.b = tab(on_turn(w)), .what = "turn", .form = forms[0]},
	                      {.b = tab(on_turn(w)), .what = "turn", .form = forms[1]}};
	send_together(w, s, 2);
	assert_int_equal(s[0].b.status, 200);
	assert_int_equal(s[1].b.status, 409);
	assert_true(browser_sees(&s[1].b, "The game has moved on since"));
	assert_int_equal(rev_in(&s[1].b), rev + 1);
	look_again(w);
	assert_int_equal(w->play->game.turn_count, 1);
	const struct game_laid *laid = game_last_laid(&w->play->game);
	const struct game_space *space = &w->play->game.spaces[laid->space];
	assert_int_equal(space->x, one.entries[0].x);
	assert_int_equal(space->y, one.entries[0].y);
	assert_int_equal(laid->turns, one.entries[0].turns);
	browser_close(&s[0].b);
	browser_close(&s[1].b);
}

static void a_double_tap_on_draw_draws_once(void **state)
{
	struct world *w = *state;
	struct turn t;
	char form[FORM_BYTES];
	begin(w, 2);
	plain_turn(w->play, 0, &t);
	fill(form, w->play->row.rev, &t);
	assert_int_equal(post(w, on_turn(w), "turn", form), 200);
	look_again(w);
	snprintf(form, sizeof(form), "rev=%lld", (long long)w->play->row.rev);
	struct sender s[2] = {{.b = tab(on_turn(w)), .what = "draw", .form = form},
	                      {.b = tab(on_turn(w)), .what = "draw", .form = form}};
	send_together(w, s, 2);
	assert_int_equal(s[0].b.status, 200);
	assert_int_equal(s[1].b.status, 200);
	assert_int_equal(browser_sees(&s[0].b, already) + browser_sees(&s[1].b, already), 1);
	int64_t rev = w->play->row.rev;
	look_again(w);
	assert_int_equal(w->play->row.rev, rev + 1);
	assert_int_equal(w->play->game.awaits, AWAITS_PLACE);
	browser_close(&s[0].b);
	browser_close(&s[1].b);
}

/* The next one, from a page that was loaded before the turn. */
static void a_draw_that_was_put_against_an_older_rev_is_late(void **state)
{
	struct world *w = *state;
	struct turn t;
	char form[FORM_BYTES], old[FORM_BYTES];
	begin(w, 2);
	plain_turn(w->play, 0, &t);
	fill(form, w->play->row.rev, &t);
	snprintf(old, sizeof(old), "rev=%lld", (long long)w->play->row.rev);
	assert_int_equal(post(w, on_turn(w), "turn", form), 200);
	look_again(w);
	assert_int_equal(post(w, on_turn(w), "draw", old), 409);
	look_again(w);
	assert_int_equal(w->play->game.awaits, AWAITS_TILE);
}

/* ---- Too late ---- */

static void a_browser_is_led_back_and_told(void **state)
{
	struct world *w = *state;
	struct turn t;
	char form[FORM_BYTES], to[FORM_BYTES + 64];
	begin(w, 2);
	struct browser *b = on_turn(w);
	b->wants_json = false;
	plain_turn(w->play, 0, &t);
	fill(form, w->play->row.rev, &t);
	assert_int_equal(post(w, b, "turn", form), 303);
	snprintf(to, sizeof(to), "/g/%s?zoom=2&said=done#here", w->id);
	assert_string_equal(b->location, to);
	assert_int_equal(post(w, b, "turn", form), 303);
	snprintf(to, sizeof(to), "/g/%s?zoom=2&said=already#here", w->id);
	assert_string_equal(b->location, to);
	to[strcspn(to, "#")] = '\0'; /* as browsers do */
	assert_int_equal(browser_get(b, to), 200);
	assert_true(browser_sees(b, already));
	/* Back to the draft, and on from there. */
	snprintf(to, sizeof(to), "/g/%s?%s", w->id, form);
	assert_int_equal(browser_get(b, to), 200);
	assert_true(
		browser_sees(b, "The game has moved on since; here is the table as it is now."));
	assert_false(browser_sees(b, "/turn\""));
}

static void a_late_turn_leaves_the_draft_where_it_still_fits(void **state)
{
	struct world *w = *state;
	struct turn one, other;
	char form[FORM_BYTES], text[LIMIT_TURN_BYTES + 1], kept[LIMIT_TURN_BYTES + 1];
	begin(w, 2);
	struct browser *b = on_turn(w);
	int64_t rev = w->play->row.rev;
	plain_turn(w->play, 0, &one);
	plain_turn(w->play, 1, &other);
	fill(form, rev, &one);
	assert_int_equal(post(w, b, "turn", form), 200);
	/* Too late, and the tile is not in hand any more. */
	fill(form, rev, &other);
	assert_int_equal(post(w, b, "turn", form), 409);
	draft_in(b, kept);
	assert_string_equal(kept, "");
	/* Taken back: the same seat holds the same tile. */
	snprintf(form, sizeof(form), "rev=%lld", (long long)rev + 1);
	assert_int_equal(post(w, b, "undo", form), 200);
	fill(form, rev, &other);
	party_text(&other, text);
	assert_int_equal(post(w, b, "turn", form), 409);
	draft_in(b, kept);
	assert_string_equal(kept, text);
	assert_int_equal(rev_in(b), rev + 2);
	look_again(w);
	assert_int_equal(w->play->row.rev, rev + 2);
}

static void a_turn_taken_back_can_be_sent_again_but_not_by_the_old_form(void **state)
{
	struct world *w = *state;
	struct turn t;
	char form[FORM_BYTES], text[LIMIT_TURN_BYTES + 1], kept[LIMIT_TURN_BYTES + 1];
	begin(w, 2);
	struct browser *b = on_turn(w);
	int64_t rev = w->play->row.rev;
	plain_turn(w->play, 0, &t);
	fill(form, rev, &t);
	assert_int_equal(post(w, b, "turn", form), 200);
	char undo[FORM_BYTES];
	snprintf(undo, sizeof(undo), "rev=%lld", (long long)rev + 1);
	assert_int_equal(post(w, &w->seats[1 - w->play->game.seat_on_turn], "undo", undo), 422);
	assert_int_equal(post(w, b, "undo", undo), 200);
	assert_int_equal(post(w, b, "undo", undo), 409);
	assert_int_equal(post(w, b, "turn", form), 409);
	assert_true(browser_sees(b, "This turn was taken back since"));
	draft_in(b, kept);
	party_text(&t, text);
	assert_string_equal(kept, text);
	fill(form, rev + 2, &t);
	assert_int_equal(post(w, b, "turn", form), 200);
	assert_false(browser_sees(b, already));
	look_again(w);
	assert_int_equal(w->play->row.rev, rev + 3);
	assert_int_equal(w->play->game.turn_count, 1);
	set_clock(w, w->play->row.draw_at);
	snprintf(undo, sizeof(undo), "rev=%lld", (long long)rev + 3);
	assert_int_equal(post(w, b, "undo", undo), 422);
}

/* The client hangs up once the request is on its way; nobody reads the answer. */
static void a_turn_whose_answer_was_lost_is_there_and_can_be_asked_for(void **state)
{
	struct world *w = *state;
	struct turn t;
	struct jobs_keeper keeper;
	char form[FORM_BYTES], path[64], request[2 * FORM_BYTES], body[FORM_BYTES + 64];
	begin(w, 2);
	struct browser *b = on_turn(w);
	unsigned char secret[SESSION_SECRET_BYTES];
	char token[FORM_TOKEN_LEN + 1];
	assert_int_equal(hex_parse(secret, sizeof(secret), b->session), 0);
	door_token(token, secret);
	plain_turn(w->play, 0, &t);
	fill(form, w->play->row.rev, &t);
	snprintf(body, sizeof(body), "%s&token=%s", form, token);
	int len = snprintf(
		request, sizeof(request),
		"POST /g/%s/turn HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nOrigin: %s\r\nCookie: "
		"session=%s\r\n"
		"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: %zu\r\n\r\n%s",
		w->id, (unsigned)w->desk->http.config.listen_port, w->desk->http.config.base_url,
		b->session, strlen(body), body);
	jobs_keep_busy(&keeper, w->desk->store);
	int fd = http_connect(&w->desk->http);
	assert_true(http_send(fd, request, (size_t)len));
	while (store_waiting(w->desk->store) < 1)
		sched_yield();
	close(fd);
	jobs_let_go(&keeper);

	assert_int_equal(post(w, b, "turn", form), 200);
	assert_true(browser_sees(b, already));
	snprintf(path, sizeof(path), "/g/%s", w->id);
	assert_int_equal(browser_get(b, path), 200);
	assert_int_equal(rev_in(b), w->play->row.rev + 1);
}

/* ---- The rev ---- */

static void a_turn_names_the_rev_that_it_was_put_against(void **state)
{
	struct world *w = *state;
	struct turn t;
	char text[LIMIT_TURN_BYTES + 1], body[FORM_BYTES], header[64];
	begin(w, 2);
	struct browser *b = on_turn(w);
	long long rev = (long long)w->play->row.rev;
	plain_turn(w->play, 0, &t);
	party_text(&t, text);
	snprintf(body, sizeof(body), "{\"t\":\"%s\"}", text);
	assert_int_equal(post_json(w, b, "turn", body), 428);
	snprintf(header, sizeof(header), "If-Match: \"%lld\"\r\n", rev + 1);
	b->headers = header;
	snprintf(body, sizeof(body), "{\"t\":\"%s\",\"rev\":%lld}", text, rev);
	assert_int_equal(post_json(w, b, "turn", body), 400);
	b->headers = NULL;
	snprintf(body, sizeof(body), "{\"t\":\"%s\",\"rev\":\"x\"}", text);
	assert_int_equal(post_json(w, b, "turn", body), 400);
	snprintf(body, sizeof(body), "{\"t\":\"%s\",\"rev\":%lld}", text, rev + 1);
	assert_int_equal(post_json(w, b, "turn", body), 409);
	look_again(w);
	assert_int_equal(w->play->row.rev, rev);
	snprintf(header, sizeof(header), "If-Match: \"%lld\"\r\n", rev);
	b->headers = header;
	snprintf(body, sizeof(body), "{\"t\":\"%s\"}", text);
	assert_int_equal(post_json(w, b, "turn", body), 200);
	snprintf(body, sizeof(body), "{\"t\":\"%s\",\"rev\":%lld}", text, rev);
	assert_int_equal(post_json(w, b, "turn", body), 200);
	assert_true(browser_sees(b, already));
	b->headers = NULL;
}

static void what_a_turn_does_not_take_is_refused_whole(void **state)
{
	struct world *w = *state;
	struct turn t;
	char text[LIMIT_TURN_BYTES + 1], body[FORM_BYTES];
	begin(w, 2);
	struct browser *b = on_turn(w);
	long long rev = (long long)w->play->row.rev;
	plain_turn(w->play, 0, &t);
	party_text(&t, text);
	snprintf(body, sizeof(body), "{\"t\":\"%s\",\"rev\":%lld,\"seat\":1}", text, rev);
	assert_int_equal(post_json(w, b, "turn", body), 400);
	assert_true(browser_sees(b, "This page knows no field `seat`."));
	snprintf(body, sizeof(body), "{\"t\":[\"%s\"],\"rev\":%lld}", text, rev);
	assert_int_equal(post_json(w, b, "turn", body), 400);
	snprintf(body, sizeof(body), "{\"t\":\"%s\",\"t\":\"%s\",\"rev\":%lld}", text, text, rev);
	assert_int_equal(post_json(w, b, "turn", body), 400);
	snprintf(body, sizeof(body), "{\"t\":\"place 1\",\"rev\":%lld}", rev);
	assert_int_equal(post_json(w, b, "turn", body), 422);
	snprintf(body, sizeof(body), "{\"rev\":%lld}", rev);
	assert_int_equal(post_json(w, b, "turn", body), 422);
	/* Its first part alone. */
	char *semicolon = strchr(text, ';');
	assert_non_null(semicolon);
	*semicolon = '\0';
	snprintf(body, sizeof(body), "{\"t\":\"%s\",\"rev\":%lld}", text, rev);
	assert_int_equal(post_json(w, b, "turn", body), 422);
	assert_true(browser_sees(b, "Your turn is not finished"));
	look_again(w);
	assert_int_equal(w->play->row.rev, rev);
}

/* ---- Words ---- */

/* A turn after which a seat is asked of two features, and has one token that it can spend on the
 * first, and nothing else for the second. */
struct twice {
	struct turn turn;
	unsigned seat, animal;
};

static bool is_asked_twice(const struct game *g, struct twice *t)
{
	if (g->awaits != AWAITS_BOOST || g->completed_count < 2)
		return false;
	const struct game_feature *first = &g->features[g->completed[0]],
				  *second = &g->features[g->completed[1]];
	for (unsigned seat = 0; seat < g->seat_count; seat++) {
		unsigned usable = game_usable(g, seat, second),
			 both = usable & game_usable(g, seat, first);
		t->seat = seat;
		t->animal = (unsigned)__builtin_ctz(usable | 1u << ANIMAL_COUNT);
		if (seat != g->seat_on_turn &&
		    (game_majority(g, first) & game_majority(g, second)) >> seat & 1 &&
		    both == usable && __builtin_popcount(usable) == 1 &&
		    g->hands[seat][t->animal] == 1)
			return true;
	}
	return false;
}

static bool asks_twice(const struct play *p, void *context)
{
	struct twice *t = context;
	struct entry places[LEGAL_MAX];
	if (p->game.awaits != AWAITS_PLACE)
		return false;
	size_t count =
		game_legal(&p->set->ts, &p->game, p->game.seat_on_turn, 0, LEGAL_MAX, places);
	for (size_t i = 0; i < count; i++) {
		struct game after;
		if (party_lay(p, &places[i], &t->turn, &after) && is_asked_twice(&after, t))
			return true;
	}
	return false;
}

/* A game that stands before a turn of that kind; all who are asked are asked in person. */
static void begin_before(struct world *w, unsigned people,
                         bool (*is_there)(const struct play *, void *), void *context)
{
	bool is_found = false;
	set_clock(w, NOW);
	party_sql(&w->party, "UPDATE users SET standing_order = -1");
	party_start(&w->party, &(struct party_game){.people = people}, w->id);
	for (int tries = 0; tries < 3000 && !is_found; tries++)
		is_found = party_forward(&w->party, w->id, is_there, context);
	assert_true(is_found);
	sit(w);
}

/* Puts that turn; then words are awaited. */
static void put(struct world *w, const struct turn *t)
{
	char form[FORM_BYTES];
	fill(form, w->play->row.rev, t);
	assert_int_equal(post(w, on_turn(w), "turn", form), 200);
	look_again(w);
	assert_int_equal(w->play->game.awaits, AWAITS_BOOST);
}

static void words_of_two_seats_at_once_are_both_taken(void **state)
{
	struct world *w = *state;
	struct turn t, words;
	char forms[2][FORM_BYTES];
	begin_before(w, 4, party_asks_two, &t);
	put(w, &t);
	unsigned asked = game_awaited_seats(&w->play->game);
	unsigned first = (unsigned)__builtin_ctz(asked),
		 second = (unsigned)__builtin_ctz(asked & (asked - 1));
	int64_t rev = w->play->row.rev;
	/* Who waits is told of all of them. */
	char status[2 * LIMIT_NAME_BYTES + 40], path[64];
	snprintf(status, sizeof(status), "%s and %s may each add a token.",
	         w->play->seats[first].user_name, w->play->seats[second].user_name);
	snprintf(path, sizeof(path), "/g/%s", w->id);
	assert_int_equal(browser_get(on_turn(w), path), 200);
	cJSON *view = view_of(on_turn(w));
	assert_int_equal(__builtin_popcount(asked), 2);
	assert_string_equal(json_get_string(json_member(view, "status")), status);
	assert_string_equal(json_get_string(json_member(view, "headline")), "Words of others");
	cJSON_Delete(view);
	party_choose(&w->party, w->play, first, &words);
	fill(forms[0], rev, &words);
	party_choose(&w->party, w->play, second, &words);
	fill(forms[1], rev, &words);
	struct sender s[2] = {{.b = tab(&w->seats[first]), .what = "turn", .form = forms[0]},
	                      {.b = tab(&w->seats[second]), .what = "turn", .form = forms[1]}};
	send_together(w, s, 2);
	assert_int_equal(s[0].b.status, 200);
	assert_int_equal(s[1].b.status, 200);
	assert_false(browser_sees(&s[0].b, already));
	assert_false(browser_sees(&s[1].b, already));
	look_again(w);
	assert_int_equal(w->play->row.rev, rev + 2);
	/* Each again, after the other's. */
	assert_int_equal(post(w, &w->seats[first], "turn", forms[0]), 200);
	assert_true(browser_sees(&w->seats[first], already));
	assert_int_equal(post(w, &w->seats[second], "turn", forms[1]), 200);
	assert_true(browser_sees(&w->seats[second], already));
	look_again(w);
	assert_int_equal(w->play->row.rev, rev + 2);
	browser_close(&s[0].b);
	browser_close(&s[1].b);
}

static void a_word_ends_the_chance_to_take_back(void **state)
{
	struct world *w = *state;
	struct turn t, words;
	char form[FORM_BYTES];
	begin_before(w, 4, party_asks_two, &t);
	put(w, &t);
	unsigned seat = (unsigned)__builtin_ctz(game_awaited_seats(&w->play->game));
	party_choose(&w->party, w->play, seat, &words);
	fill(form, w->play->row.rev, &words);
	assert_int_equal(post(w, &w->seats[seat], "turn", form), 200);
	look_again(w);
	snprintf(form, sizeof(form), "rev=%lld", (long long)w->play->row.rev);
	assert_int_equal(post(w, on_turn(w), "undo", form), 422);
}

/* The value of the option for an animal, -1 for none, with blanks as +. */
static void find_word(const cJSON *feature, int animal, char out[NOTATION_MAX])
{
	const cJSON *option, *options = json_member(feature, "options");
	cJSON_ArrayForEach(option, options)
	{
		long is = -1;
		json_get_integer(json_member(option, "animal"), 0, ANIMAL_COUNT - 1, &is);
		if (is == animal)
			snprintf(out, NOTATION_MAX, "%s",
			         json_get_string(json_member(option, "value")));
	}
	for (char *c = out; *c; c++)
		*c = *c == ' ' ? '+' : *c;
}

/* The form asks of both features; the token that is spent on the first leaves none for the second.
 */
static void a_word_that_was_not_needed_is_done_once_and_already_done_twice(void **state)
{
	struct world *w = *state;
	struct twice t;
	char path[64], form[FORM_BYTES], words[2][NOTATION_MAX] = {"", ""};
	begin_before(w, 3, asks_twice, &t);
	put(w, &t.turn);
	struct browser *b = &w->seats[t.seat];
	snprintf(path, sizeof(path), "/g/%s", w->id);
	assert_int_equal(browser_get(b, path), 200);
	cJSON *view = view_of(b);
	const cJSON *features = json_member(json_member(view, "words"), "features");
	assert_int_equal(cJSON_GetArraySize(features), 2);
	char scarce[80];
	snprintf(scarce, sizeof(scarce), "For all of these together you have 1 %s.",
	         story_animals[t.animal]);
	assert_string_equal(json_get_string(json_member(json_member(view, "words"), "scarce")),
	                    scarce);
	/* That token on the first one, none on the second. */
	find_word(cJSON_GetArrayItem(features, 0), (int)t.animal, words[0]);
	find_word(cJSON_GetArrayItem(features, 1), -1, words[1]);
	cJSON_Delete(view);
	snprintf(form, sizeof(form), "rev=%lld&t1=%s&t2=%s", (long long)w->play->row.rev, words[0],
	         words[1]);
	assert_int_equal(post(w, b, "turn", form), 200);
	assert_false(browser_sees(b, already));
	assert_int_equal(post(w, b, "turn", form), 200);
	assert_true(browser_sees(b, already));
}

static void a_resignation_of_another_seat_does_not_void_a_turn(void **state)
{
	struct world *w = *state;
	struct turn t;
	char form[FORM_BYTES];
	begin(w, 3);
	unsigned seat = w->play->game.seat_on_turn;
	plain_turn(w->play, 0, &t);
	fill(form, w->play->row.rev, &t);
	assert_int_equal(post(w, &w->seats[(seat + 1) % 3], "resign", ""), 200);
	assert_int_equal(post(w, &w->seats[(seat + 1) % 3], "resign", ""), 200);
	assert_true(browser_sees(&w->seats[(seat + 1) % 3], already));
	assert_int_equal(post(w, &w->seats[seat], "turn", form), 200);
	look_again(w);
	assert_int_equal(w->play->row.rev, 3);
	assert_int_equal(draw_when_due(w), TURN_DONE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(two_identical_turns_at_once_are_there_once, end),
		cmocka_unit_test_teardown(of_two_different_turns_at_once_one_is_done, end),
		cmocka_unit_test_teardown(a_double_tap_on_draw_draws_once, end),
		cmocka_unit_test_teardown(a_draw_that_was_put_against_an_older_rev_is_late, end),
		cmocka_unit_test_teardown(a_browser_is_led_back_and_told, end),
		cmocka_unit_test_teardown(a_late_turn_leaves_the_draft_where_it_still_fits, end),
		cmocka_unit_test_teardown(
			a_turn_taken_back_can_be_sent_again_but_not_by_the_old_form, end),
		cmocka_unit_test_teardown(
			a_turn_whose_answer_was_lost_is_there_and_can_be_asked_for, end),
		cmocka_unit_test_teardown(a_turn_names_the_rev_that_it_was_put_against, end),
		cmocka_unit_test_teardown(what_a_turn_does_not_take_is_refused_whole, end),
		cmocka_unit_test_teardown(words_of_two_seats_at_once_are_both_taken, end),
		cmocka_unit_test_teardown(a_word_ends_the_chance_to_take_back, end),
		cmocka_unit_test_teardown(
			a_word_that_was_not_needed_is_done_once_and_already_done_twice, end),
		cmocka_unit_test_teardown(a_resignation_of_another_seat_does_not_void_a_turn, end),
	};
	return cmocka_run_group_tests(tests, open_world, close_world);
}
