/* SPDX-License-Identifier: ISC */
/*
 * Pages that are kept are those that would be made anew. A random walk does all that people do to
 * games, accounts and settings, and lets time go by; after each step pages, for everybody, are
 * asked for twice: from a site that keeps answers, and from the same one when it is forgetful. Then
 * the moments of single changes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app/clocks.h"
#include "base/clock.h"
#include "support/browser.h"
#include "support/party.h"

/* Tuesday, 1 December 2026, 20:00 UTC. */
enum {
	NOW = 1796155200,
	PEOPLE = 4,
	GAMES_MAX = 8,
	STEPS = 400,
	PATH_BYTES = 64,
	FORM_BYTES = 400
};

struct world {
	struct desk *desk;
	struct party party;
	struct browser people[PEOPLE], visitor;
	char games[GAMES_MAX][GAME_ID_LEN + 1];
	unsigned game_count, step, done; /* acts that were */
	bool is_one_gone;                /* an account */
};

static unsigned below(struct world *w, unsigned n)
{
	uint32_t x = w->party.serial = w->party.serial * 1664525u + 1013904223u;
	return (x >> 8) % n;
}

static int open_world(void **state)
{
	static struct world w;
	void *desk;
	if (desk_open(&desk))
		return -1;
	w = (struct world){.desk = desk};
	atomic_store(&w.desk->http.clock.at, NOW);
	party_init(&w.party, w.desk->store, &w.desk->http.sets, NOW);
	for (unsigned i = 0; i < PEOPLE; i++) {
		w.people[i].desk = w.desk;
		party_session(&w.party, w.party.people[i], w.people[i].session);
	}
	w.visitor.desk = w.desk;
	for (; w.game_count < 2; w.game_count++)
		party_start(&w.party,
		            &(struct party_game){.people = 2 + w.game_count, .is_public = true},
		            w.games[w.game_count]);
	*state = &w;
	return 0;
}

static int close_world(void **state)
{
	struct world *w = *state;
	void *desk = w->desk;
	for (unsigned i = 0; i < PEOPLE; i++)
		browser_close(&w->people[i]);
	browser_close(&w->visitor);
	return desk_close(&desk);
}

static void set_time(struct world *w, int64_t at)
{
	w->party.now = at;
	atomic_store(&w->desk->http.clock.at, at);
}

/* ---- Comparing ---- */

/* As it is kept, if it is; then made anew. */
static void is_as_new(struct world *w, struct browser *b, const char *path, const char *after)
{
	struct text kept;
	int status = browser_get(b, path);
	text_init(&kept, LIMIT_RESPONSE_BYTES);
	text_add(&kept, b->body);
	w->desk->http.site.is_forgetful = true;
	assert_int_equal(browser_get(b, path), status);
	w->desk->http.site.is_forgetful = false;
	if (strcmp(text_string(&kept), b->body) != 0) {
		size_t at = 0;
		while (kept.data[at] == b->body[at])
			at++;
		at -= at < 80 ? at : 80;
		fail_msg("step %u, after %s: %s\nkept: %.200s\nnew:  %.200s", w->step, after, path,
		         kept.data + at, b->body + at);
	}
	text_release(&kept);
}

/* Every home, and half of the tables: what is kept stays for the next step. */
static void all_are_as_new(struct world *w, const char *after)
{
	for (unsigned i = 0; i <= PEOPLE; i++) {
		struct browser *b = i < PEOPLE ? &w->people[i] : &w->visitor;
		b->wants_json = w->step % 3 == 2;
		is_as_new(w, b, "/", after);
		for (unsigned g = 0; g < w->game_count; g++) {
			char path[PATH_BYTES];
			if (below(w, 2))
				continue;
			snprintf(path, sizeof(path), "/g/%s", w->games[g]);
			is_as_new(w, b, path, after);
		}
		b->wants_json = false;
	}
}

/* ---- Acts ---- */

/* Posts; whether it was done or refused is chance. */
static void post(struct world *w, struct browser *b, const char *path, const char *form)
{
	w->done += browser_post(b, path, form) == 303;
}

static void add_game(struct world *w, struct browser *b)
{
	char *last = strstr(b->location, "/g/");
	if (b->status == 303 && last && w->game_count < GAMES_MAX)
		snprintf(w->games[w->game_count++], GAME_ID_LEN + 1, "%.8s", last + 3);
}

static void take_turn(struct world *w, struct play *p, const char *path)
{
	struct turn t;
	char url[PATH_BYTES + 16], text[LIMIT_TURN_BYTES + 1], form[LIMIT_TURN_BYTES + 60];
	unsigned awaited = game_awaited_seats(&p->game);
	snprintf(url, sizeof(url), "%s/turn", path);
	for (unsigned seat = 0; seat < p->seat_count; seat++) {
		for (unsigned i = 0; i < PEOPLE && (awaited >> seat & 1); i++) {
			if (p->seats[seat].user_id != w->party.people[i] ||
			    !play_awaits_choice(p, seat))
				continue;
			party_choose(&w->party, p, seat, &t);
			party_text(&t, text);
			snprintf(form, sizeof(form), "rev=%lld&t=%s", (long long)t.base_rev, text);
			post(w, &w->people[i], url, form);
			return;
		}
	}
}

/* Who can do that, as a rule: whose turn it is, or was, or who sits there. */
static struct browser *actor(struct world *w, const struct play *p, const char *what)
{
	int64_t user_id = p->seats[below(w, (unsigned)p->seat_count)].user_id;
	if (p->row.state == GAME_OPEN)
		user_id = strcmp(what, "join") == 0 ? 0 : p->row.owner_id;
	else if (strcmp(what, "undo") == 0 && p->row.has_undo)
		user_id = p->seats[p->row.undo_seat].user_id;
	else if (strcmp(what, "draw") == 0)
		user_id = p->seats[p->game.seat_on_turn].user_id;
	for (unsigned i = 0; i < PEOPLE && below(w, 8); i++) {
		if (w->party.people[i] == user_id)
			return &w->people[i];
	}
	return &w->people[below(w, PEOPLE)];
}

/* Something at a game, most often a turn. */
static const char *act_in_game(struct world *w)
{
	static const char *const acts[] = {"turn",   "turn",   "turn",      "draw",   "undo",
	                                   "undo",   "mute",   "order",     "order",  "more-time",
	                                   "return", "resign", "caretaker", "join",   "leave",
	                                   "remove", "keep",   "start",     "cancel", "rematch"};
	unsigned which = below(w, sizeof(acts) / sizeof(acts[0]));
	const char *what = acts[which], *id = w->games[below(w, w->game_count)];
	char path[PATH_BYTES], url[PATH_BYTES + 16], form[FORM_BYTES] = "";
	struct play *p = party_load(&w->party, id);
	if (p->row.state == GAME_OPEN && strcmp(what, "turn") == 0)
		what = "join";
	struct browser *b = actor(w, p, what);
	snprintf(path, sizeof(path), "/g/%s", id);
	snprintf(url, sizeof(url), "%s/%s", path, what);
	if (strcmp(what, "draw") == 0 || strcmp(what, "undo") == 0)
		snprintf(form, sizeof(form), "rev=%lld", (long long)p->row.rev);
	else if (strcmp(what, "mute") == 0)
		snprintf(form, sizeof(form), "muted=%u", below(w, 2));
	else if (strcmp(what, "order") == 0)
		snprintf(form, sizeof(form), "order=%s", below(w, 2) ? "" : "never");
	else if (strcmp(what, "remove") == 0)
		snprintf(form, sizeof(form), "place=%u", below(w, 3));
	else if (strcmp(what, "keep") == 0)
		snprintf(form, sizeof(form), "place=1&address=user%u@example.org", below(w, 4));
	else if (strcmp(what, "start") == 0)
		snprintf(form, sizeof(form), "fill=%s", below(w, 2) ? "" : "quick");
	/* Else the games would soon be over. */
	bool is_rare = strcmp(what, "resign") == 0 || strcmp(what, "cancel") == 0;
	if (p->row.state == GAME_RUNNING && strcmp(what, "turn") == 0)
		take_turn(w, p, path);
	else if (!is_rare || below(w, 8) == 0)
		post(w, b, url, form);
	if (strcmp(what, "rematch") == 0)
		add_game(w, b);
	play_free(p);
	return what;
}

static const char *act_on_settings(struct world *w, struct browser *b)
{
	static const struct {
		const char *path, *form;
	} acts[] = {
		{"/settings", "name=Ada+%u"},
		{"/settings", "name=Ada+%u&standing_order=ask"},
		{"/settings/times", "zone=Europe/Berlin&quiet_from=&quiet_to="},
		{"/settings/times", "zone=UTC&quiet_from=20:0%u&quiet_to=06:00"},
		{"/settings/times/holiday", "first=2026-12-2%u&last=2026-12-30"},
		{"/settings/notices", "your_turn=off"},
		{"/settings/notices", "your_turn=digest"},
		{"/settings/notices", "your_turn=mail"},
		{"/settings/notices/off", ""},
		{"/settings/notices/on", ""},
		{"/settings/hooks", "kind=generic&url=https://example.org/%u"},
		{"/settings/hooks/switch", "id=%u&on=0"},
		{"/settings/hooks/switch", "id=%u&on=1"},
		{"/settings/hooks/remove", "id=%u"},
		{"/settings/address/remove", "address=user%u@example.org"},
		{"/settings/sessions/remove-others", ""},
		{"/settings/times/feed", ""},
	};
	unsigned which = below(w, sizeof(acts) / sizeof(acts[0])), digit = below(w, 10);
	char form[FORM_BYTES];
	const char *rest = strstr(acts[which].form, "%u");
	if (rest)
		snprintf(form, sizeof(form), "%.*s%u%s", (int)(rest - acts[which].form),
		         acts[which].form, digit, rest + 2);
	else
		snprintf(form, sizeof(form), "%s", acts[which].form);
	post(w, b, acts[which].path, form);
	return acts[which].path;
}

static const char *act_besides(struct world *w, struct browser *b)
{
	char sql[80];
	switch (below(w, 4)) {
	case 0:
		snprintf(sql, sizeof(sql), "UPDATE users SET mail_off = 2 WHERE id = %lld",
		         (long long)w->party.people[below(w, PEOPLE)]);
		party_sql(&w->party, sql);
		return "a bounce";
	case 1:
		if (w->game_count == GAMES_MAX)
			return "nothing";
		post(w, b, "/new",
		     "name=Another&place2=address&address2=user2%40example.org&place3=open"
		     "&turn_s=86400&is_public=1");
		add_game(w, b);
		return "a new game";
	case 2:
		post(w, b, "/signout", "");
		for (unsigned i = 0; i < PEOPLE; i++) {
			if (b == &w->people[i])
				party_session(&w->party, w->party.people[i], b->session);
		}
		return "a sign-out";
	default:
		if (w->step < STEPS * 3 / 4 || w->is_one_gone)
			return "nothing";
		w->is_one_gone = true;
		post(w, b, "/settings/delete", "sure=1");
		return "an account that is gone";
	}
}

/* Seconds to a year; the games' clock beats, or has not beaten yet. */
static const char *let_time_pass(struct world *w)
{
	static const int64_t lengths_s[] = {1,         1,     2,         30,       59,
	                                    60,        61,    HOUR_S,    5432,     HOUR_S,
	                                    DAY_S - 1, DAY_S, 3 * DAY_S, 8 * DAY_S};
	int64_t s = lengths_s[below(w, sizeof(lengths_s) / sizeof(lengths_s[0]))];
	if (below(w, 3) == 0)
		set_time(w, w->party.now + s);
	else
		party_later(&w->party, s), set_time(w, w->party.now);
	return "some time";
}

static void what_is_kept_is_what_would_be_made(void **state)
{
	struct world *w = *state;
	for (w->step = 0; w->step < STEPS; w->step++) {
		struct browser *b = &w->people[below(w, PEOPLE)];
		unsigned dice = below(w, 20);
		const char *what = dice < 11   ? act_in_game(w)
		                   : dice < 15 ? act_on_settings(w, b)
		                   : dice < 17 ? act_besides(w, b)
		                               : let_time_pass(w);
		all_are_as_new(w, what);
	}
	assert_in_range(w->done, STEPS / 6, STEPS);
	assert_int_equal(w->game_count, GAMES_MAX);
}

/* ---- Single moments ---- */

static bool home_sees(struct world *w, unsigned person, const char *what)
{
	browser_get(&w->people[person], "/");
	return browser_sees(&w->people[person], what);
}

static bool table_sees(struct world *w, struct browser *b, const char *what)
{
	char path[PATH_BYTES];
	snprintf(path, sizeof(path), "/g/%s", w->games[0]);
	browser_get(b, path);
	return browser_sees(b, what);
}

static void a_new_name_is_seen_by_all(void **state)
{
	struct world *w = *state;
	assert_true(home_sees(w, 0, "User 1"));
	assert_true(table_sees(w, &w->visitor, "User 1"));
	browser_post(&w->people[1], "/settings", "name=Benedikt");
	assert_true(home_sees(w, 0, "Benedikt") && !browser_sees(&w->people[0], "User 1"));
	assert_true(table_sees(w, &w->visitor, "Benedikt"));
	assert_false(browser_sees(&w->visitor, "User 1"));
}

static void words_for_time_change_at_their_second(void **state)
{
	struct world *w = *state;
	set_time(w, NOW + 59);
	assert_true(table_sees(w, &w->visitor, "23 hours and 59 minutes left"));
	set_time(w, NOW + 60);
	assert_true(table_sees(w, &w->visitor, "23 hours and 59 minutes left"));
	set_time(w, NOW + 61);
	assert_true(table_sees(w, &w->visitor, "23 hours and 58 minutes left"));
	set_time(w, NOW + PARTY_TURN_S - 1);
	assert_true(table_sees(w, &w->visitor, "less than a minute left"));
	set_time(w, NOW + PARTY_TURN_S);
	assert_true(table_sees(w, &w->visitor, "time is over"));
	/* A clock that was set back. */
	set_time(w, NOW + 61);
	assert_true(table_sees(w, &w->visitor, "23 hours and 58 minutes left"));
}

static void who_signs_out_is_out(void **state)
{
	struct world *w = *state;
	char session[sizeof(w->people[0].session)];
	assert_true(home_sees(w, 0, "Hello"));
	snprintf(session, sizeof(session), "%s", w->people[0].session);
	browser_post(&w->people[0], "/signout", "");
	snprintf(w->people[0].session, sizeof(session), "%s", session);
	assert_false(home_sees(w, 0, "Hello"));
	assert_int_equal(browser_get(&w->people[0], "/settings"), 303);
}

/* By a change that the writer does not know of: nobody makes one, but here it tells that the page
 * was kept. */
static void what_nothing_changes_is_kept(void **state)
{
	struct world *w = *state;
	const struct database *d = w->desk->database;
	sqlite3 *other;
	assert_true(home_sees(w, 0, "User 1") && table_sees(w, &w->visitor, "User 1"));
	assert_int_equal(sqlite3_open(d->path, &other), SQLITE_OK);
	assert_int_equal(sqlite3_exec(other, "UPDATE users SET name = 'Somebody' WHERE id = 2",
	                              NULL, NULL, NULL),
	                 SQLITE_OK);
	sqlite3_close(other);
	assert_true(home_sees(w, 0, "User 1") && table_sees(w, &w->visitor, "User 1"));
	w->desk->http.site.is_forgetful = true;
	assert_true(home_sees(w, 0, "Somebody") && table_sees(w, &w->visitor, "Somebody"));
}

static void a_new_zone_is_on_every_card(void **state)
{
	struct world *w = *state;
	assert_true(home_sees(w, 0, "20:00 UTC"));
	browser_post(&w->people[0], "/settings/times", "zone=Europe/Berlin");
	assert_false(home_sees(w, 0, "20:00 UTC"));
	assert_true(browser_sees(&w->people[0], "21:00"));
}

static void a_game_itself_changes(void **state)
{
	struct world *w = *state;
	assert_false(home_sees(w, 0, "Serengeti") || table_sees(w, &w->visitor, "Serengeti"));
	party_sql(&w->party, "UPDATE games SET name = 'Serengeti'");
	assert_true(home_sees(w, 0, "Serengeti") && table_sees(w, &w->visitor, "Serengeti"));
}

static void how_long_ago_changes_at_its_second(void **state)
{
	struct world *w = *state;
	struct play *p = party_load(&w->party, w->games[0]);
	unsigned first = p->seats[p->game.seat_on_turn].user_id == w->party.people[0] ? 0 : 1;
	play_free(p);
	party_sql(&w->party, "UPDATE seats SET deadline_at = NULL");
	set_time(w, NOW + 59);
	assert_true(home_sees(w, first, "the game began less than a minute ago"));
	set_time(w, NOW + 60);
	assert_true(home_sees(w, first, "the game began 1 minute ago"));
	set_time(w, NOW + 3 * HOUR_S - 1);
	assert_true(home_sees(w, first, "the game began 2 hours and 59 minutes ago"));
	set_time(w, NOW + 3 * HOUR_S);
	assert_true(home_sees(w, first, "the game began 3 hours ago"));
}

static void quiet_hours_begin_and_end_at_their_second(void **state)
{
	struct world *w = *state;
	party_sql(&w->party, "INSERT INTO calendars VALUES (77, 'UTC 21:00-06:00')");
	party_sql(&w->party, "UPDATE seats SET calendar_id = 77");
	set_time(w, NOW + HOUR_S - 1);
	assert_false(table_sees(w, &w->visitor, "stands still"));
	set_time(w, NOW + HOUR_S);
	assert_true(table_sees(w, &w->visitor, "stands still"));
	set_time(w, NOW + 10 * HOUR_S - 1);
	assert_true(table_sees(w, &w->visitor, "stands still"));
	set_time(w, NOW + 10 * HOUR_S);
	assert_false(table_sees(w, &w->visitor, "stands still"));
}

static void the_grace_is_counted_by_the_second(void **state)
{
	struct world *w = *state;
	struct play *p = party_load(&w->party, w->games[0]);
	unsigned first = p->seats[p->game.seat_on_turn].user_id == w->party.people[0] ? 0 : 1;
	struct browser *b = &w->people[first];
	play_free(p);
	party_take_turn(&w->party, w->games[0]);
	b->wants_json = true;
	assert_true(table_sees(w, b, "\"seconds\":60"));
	set_time(w, NOW + 1);
	assert_true(table_sees(w, b, "\"seconds\":59"));
	set_time(w, NOW + PARTY_GRACE_S);
	assert_false(table_sees(w, b, "\"seconds\""));
}

static void a_caretaker_may_be_called_from_its_second_on(void **state)
{
	struct world *w = *state;
	struct play *p = party_load(&w->party, w->games[0]);
	unsigned other = p->seats[p->game.seat_on_turn].user_id == w->party.people[0] ? 1 : 0;
	int64_t at = NOW + (int64_t)CLOCKS_CALL_DAYS * DAY_S;
	play_free(p);
	party_sql(&w->party, "UPDATE games SET turn_s = 0");
	party_sql(&w->party, "UPDATE seats SET deadline_at = NULL, clock_s = NULL");
	set_time(w, at - 1);
	table_sees(w, &w->people[other], ""); /* notes that the session was seen, so is not kept */
	assert_false(table_sees(w, &w->people[other], "/caretaker"));
	set_time(w, at);
	assert_true(table_sees(w, &w->people[other], "/caretaker"));
}

/* Each session has forms of its own, though the page is the same person's. */
static void no_session_gets_anothers_page(void **state)
{
	struct world *w = *state;
	struct browser second = {.desk = w->desk};
	party_session(&w->party, w->party.people[0], second.session);
	table_sees(w, &w->people[0], "");
	table_sees(w, &second, "");
	assert_string_not_equal(w->people[0].body, second.body);
	browser_close(&second);
}

static void mails_that_stop_are_told(void **state)
{
	struct world *w = *state;
	assert_true(home_sees(w, 1, "Hello"));
	assert_false(table_sees(w, &w->people[0], "gets no mails"));
	party_sql(&w->party, "UPDATE users SET mail_off = 2 WHERE name = 'User 1'");
	assert_true(home_sees(w, 1, "came back"));
	assert_true(table_sees(w, &w->people[0], "gets no mails"));
}

#define with_world(test) cmocka_unit_test_setup_teardown(test, open_world, close_world)

int main(void)
{
	const struct CMUnitTest tests[] = {
		with_world(what_is_kept_is_what_would_be_made),
		with_world(what_nothing_changes_is_kept),
		with_world(a_new_name_is_seen_by_all),
		with_world(a_new_zone_is_on_every_card),
		with_world(a_game_itself_changes),
		with_world(how_long_ago_changes_at_its_second),
		with_world(quiet_hours_begin_and_end_at_their_second),
		with_world(the_grace_is_counted_by_the_second),
		with_world(a_caretaker_may_be_called_from_its_second_on),
		with_world(words_for_time_change_at_their_second),
		with_world(who_signs_out_is_out),
		with_world(no_session_gets_anothers_page),
		with_world(mails_that_stop_are_told),
	};
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
