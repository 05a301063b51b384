/* SPDX-License-Identifier: ISC */
/*
 * The pages around a game, as browsers and programs meet them: home, the lobby, a game before it
 * starts, its picture and its record. What app/lobby.c allows is app_lobby's.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/fault.h"
#include "record/replay.h"
#include "store/games.h"
#include "support/people.h"

/* ---- Home ---- */

static void a_visitor_is_told_what_this_is(void **state)
{
	struct people *p = *state;
	assert_int_equal(browser_get(&p->visitor, "/"), 200);
	people_see(&p->visitor, "Play a bot now");
	people_see_not(&p->visitor, "Your turn");
	people_home_says(&p->visitor, "{\"title\":\"Welcome\",\"lists\":[]}");
}

static void one_tap_plays_bots(void **state)
{
	struct people *p = *state;
	assert_int_equal(browser_post(&p->visitor, "/guest", ""), 303);
	people_keep_id(p, &p->visitor);
	stored(p->desk, "SELECT state, awaits, is_public, turn_s FROM games",
	       "running|place|0|0\n");
	stored(p->desk, "SELECT kind, entropy_from FROM seats ORDER BY place",
	       "link|server\nbot|server\nbot|server\n");
	assert_int_equal(browser_get(&p->visitor, "/"), 200);
	people_see(&p->visitor, "<title>(1) Your games");
	people_see(&p->visitor, "class=\"card due\"");
	people_see(&p->visitor, "Sign in by mail");
	assert_int_equal(people_get(p, &p->visitor, ""), 200);
}

static void both_lists_and_games_say_whose_turn_it_is(void **state)
{
	struct people *p = *state;
	people_begin_two(p, "name=Two&place2=link&turn_s=86400");
	bool is_adas = false;
	people_home_says(&p->ada, "\"title\":\"Your games\"");
	is_adas = browser_sees(&p->ada, "\"is_due\":true");
	struct browser *due = is_adas ? &p->ada : &p->ben, *other = is_adas ? &p->ben : &p->ada;
	people_home_says(due, "{\"id\":\"your-turn\",\"title\":\"Your turn\",\"games\":[{\"id\":");
	people_see(
		due,
		"{\"says\":\"Lay a tile: \"},{\"says\":\"the game began less than a minute ago\"}");
	people_see(due, "\"left\":\"1 day left\",\"until\":\"Tue 13 January, 13:46 UTC\",");
	people_see(due, "\"until_iso\":\"1970-01-13T13:46:40Z\"");
	people_see(due, "\"waiting\":1");
	people_home_says(other, "\"games\":[],\"empty\":\"Nothing waits for you.\"}");
	people_see(other,
	           "{\"id\":\"waiting\",\"title\":\"Waiting for others\",\"games\":[{\"id\":");
	people_see(other, is_adas ? "{\"says\":\"Waiting for \"},{\"who\":\"ada\"}"
	                          : "{\"says\":\"Waiting for \"},{\"who\":\"ben\"}");
	people_see(other, "\"waiting\":0");
	stored(p->desk, "SELECT count(*) FROM seats WHERE is_awaited", "1\n");
	/* The page says the same. */
	assert_int_equal(browser_get(other, "/"), 200);
	people_see(other, is_adas ? "Waiting for <bdi>ada</bdi>" : "Waiting for <bdi>ben</bdi>");
	people_see(other, "<img class=\"piece\" src=\"/static/pieces.");
}

static int resign_who_is_awaited(struct db *db, void *context)
{
	const struct people *p = context;
	struct seat_row seats[GAME_SEATS_MAX];
	size_t count = seat_list(db, p->id, seats);
	for (size_t i = 0; i < count; i++) {
		seats[i].resigned_at = seats[i].is_awaited;
		seat_update(db, &seats[i]);
	}
	return 0;
}

/* Between the resignation and the caretaker's turn. */
static void nobody_waits_for_who_has_resigned(void **state)
{
	struct people *p = *state;
	people_begin_two(p, "place2=link&turn_s=0");
	assert_int_equal(store_write(p->desk->store, resign_who_is_awaited, p), STORE_OK);
	struct browser *both[] = {&p->ada, &p->ben};
	for (size_t i = 0; i < 2; i++) {
		people_home_says(both[i], "{\"says\":\"Waiting for \"},{\"says\":\"a caretaker\"}");
		people_see(both[i], "\"waiting\":0");
	}
}

/* Games against a bot begin with the bot or not: either way it is the person's turn. */
static void the_least_time_stands_on_top_and_is_next(void **state)
{
	struct people *p = *state;
	char ids[3][GAME_ID_LEN + 1], path[64];
	static const char *const times[] = {"0", "604800", "43200"};
	for (size_t i = 0; i < 3; i++) {
		char form[64];
		snprintf(form, sizeof(form), "place2=bot+quick&turn_s=%s", times[i]);
		people_make(p, &p->ada, form);
		assert_int_equal(people_post(p, &p->ada, "join", ""), 303);
		memcpy(ids[i], p->id, sizeof(p->id));
	}
	people_home_says(&p->ada, "\"waiting\":3");
	const char *first = strstr(p->ada.body, ids[2]), *second = strstr(p->ada.body, ids[1]);
	const char *third = strstr(p->ada.body, ids[0]);
	assert_true(first && second && third && first < second && second < third);
	/* Next is the first, and from there round and round. */
	assert_int_equal(browser_get(&p->ada, "/next"), 303);
	for (size_t i = 0; i < 4; i++) {
		p->ada.location[strcspn(p->ada.location, "#")] = '\0'; /* as browsers do */
		assert_string_equal(p->ada.location + 3, ids[(5 - i) % 3]);
		snprintf(path, sizeof(path), "/next?after=%s", p->ada.location + 3);
		assert_int_equal(browser_get(&p->ada, path), 303);
	}
	assert_int_equal(browser_get(&p->ada, "/next?after=nothing2"), 303);
	assert_memory_equal(p->ada.location + 3, ids[2], strlen(ids[2]));
}

static void next_is_home_where_nothing_waits(void **state)
{
	struct people *p = *state;
	assert_int_equal(browser_get(&p->ada, "/next"), 200);
	people_see(&p->ada, "No game waits for you just now.");
	assert_int_equal(browser_get(&p->visitor, "/next"), 303);
	assert_string_equal(p->visitor.location, "/signin?next=%2Fnext");
}

/* Thirty at once: seven games that invite four, and not the eighth. */
static void who_invites_too_many_has_to_wait(void **state)
{
	struct people *p = *state;
	static const char form[] = "place2=address&address2=a%40example.org"
				   "&place3=address&address3=b%40example.org"
				   "&place4=address&address4=c%40example.org"
				   "&place5=address&address5=d%40example.org&turn_s=0";
	p->desk->http.config.has_rate_limits = true;
	for (int i = 0; i < 7; i++)
		assert_int_equal(browser_post(&p->ada, "/new", form), 303);
	assert_int_equal(browser_post(&p->ada, "/new", form), 429);
	assert_int_equal(browser_post(&p->ben, "/new", form), 303);
	/* A mailbox gets fewer than that. */
	stored(p->desk,
	       "SELECT address, count(*) FROM notices WHERE kind = 'invitation' GROUP BY 1",
	       "a@example.org|5\nb@example.org|5\nc@example.org|5\nd@example.org|5\n");
	stored(p->desk, "SELECT count(*) FROM games", "8\n");
}

static void invitations_and_finished_games_have_their_lists(void **state)
{
	struct people *p = *state;
	people_make(p, &p->ada, "name=Kept&place2=address&address2=Ben%40example.org&turn_s=0");
	people_home_says(&p->ben,
	                 "{\"id\":\"invited\",\"title\":\"Invitations\",\"games\":[{\"id\":");
	people_home_says(&p->ada,
	                 "{\"id\":\"open\",\"title\":\"Not started yet\",\"games\":[{\"id\":");
	people_see_not(&p->ada, "\"invited\"");
	people_home_says(&p->cleo, "\"lists\":[{\"id\":\"your-turn\",");
	people_see_not(&p->cleo, "Kept");
	assert_int_equal(people_post(p, &p->ben, "join", ""), 303);
	assert_int_equal(people_post(p, &p->ada, "join", ""), 303);
	assert_int_equal(people_post(p, &p->ada, "resign", ""), 303);
	assert_int_equal(people_post(p, &p->ben, "resign", ""), 303);
	stored(p->desk, "SELECT state FROM games", "over\n");
	people_home_says(&p->ben,
	                 "{\"id\":\"finished\",\"title\":\"Finished\",\"games\":[{\"id\":");
	people_see(&p->ben, "{\"says\":\"Nobody won less than a minute ago\"}");
}

/* ---- Making a game ---- */

static void a_new_game_is_offered_with_the_usual_choices(void **state)
{
	struct people *p = *state;
	assert_int_equal(browser_get(&p->ada, "/new"), 200);
	people_see(&p->ada, "<option value=\"link\" selected>By link</option>");
	people_see(&p->ada, "<option value=\"259200\" selected>3 days</option>");
	people_see(&p->ada, "<option value=\"bot random\">");
	assert_int_equal(browser_get(&p->visitor, "/new"), 303);
	browser_post(&p->visitor, "/guest", "");
	assert_int_equal(browser_get(&p->visitor, "/new"), 200);
	people_see(&p->visitor, "<option value=\"bot quick\" selected>");
	people_see(&p->visitor, "<option value=\"0\" selected>no limit</option>");
	people_see_not(&p->visitor, "<option value=\"link\"");
	people_see_not(&p->visitor, "type=\"email\"");
}

static void what_was_asked_for_is_made(void **state)
{
	struct people *p = *state;
	people_make(p, &p->ada,
	            "name=%20Long%20grass%20&place2=open&place3=&place4=address&address4=Ben%"
	            "40Example.org"
	            "&place5=bot+random&turn_s=43200&is_public=1&final_scoring=everyone"
	            "&baobab_tokens=afterwards");
	stored(p->desk,
	       "SELECT name, is_public, turn_s, grace_s, final_scoring, baobab_tokens FROM games",
	       "Long grass|1|43200|60|everyone|afterwards\n");
	stored(p->desk, "SELECT kind, address, bot, user_id FROM seats ORDER BY place",
	       "address|ada@example.org|NULL|NULL\nopen|NULL|NULL|NULL\n"
	       "address|ben@example.org|NULL|NULL\nbot|NULL|random|NULL\n");
}

static void a_bad_form_comes_back_with_what_was_sent(void **state)
{
	struct people *p = *state;
	static const struct {
		const char *form, *says;
		int status;
	} cases[] = {
		{"place2=link&turn_s=5", "turn times on offer", 422},
		{"place2=link&turn_s=x", "number of seconds", 422},
		{"place2=link&turn_s=99999999999", "longer than", 400},
		{"turn_s=0", "2 to 5 places", 422},
		{"place2=bot+nobody", "known bots", 422},
		{"place2=guest", "open, by link, for an address", 422},
		{"place2=address&address2=no+address", "an address that is none", 422},
		{"place2=address", "an address that is none", 422},
		{"place2=link&final_scoring=some", "`majority` or `everyone`", 422},
		{"place2=link&baobab_tokens=never", "`at once` or `afterwards`", 422},
		{"place2=link&is_public=0", "is 1, or not sent", 422},
		{"place2=link&tileset=none", "2 to 5 places", 422},
		{"place2=link&name=a%01b", "at most 40 characters", 422},
		{"place2=link&color=1", "knows no field", 400},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		assert_int_equal(browser_post(&p->ada, "/new", cases[i].form), cases[i].status);
		people_see(&p->ada, cases[i].says);
	}
	stored(p->desk, "SELECT count(*) FROM games", "0\n");
	assert_int_equal(browser_post(&p->ada, "/new",
	                              "name=Keep+%3Cme%3E&place3=open&place2=address&address2=x"
	                              "&is_public=1&turn_s=604800&final_scoring=everyone"),
	                 422);
	people_see(&p->ada, "value=\"Keep &lt;me&gt;\"");
	people_see(&p->ada, "<option value=\"address\" selected>");
	people_see(&p->ada, "value=\"x\"");
	people_see(&p->ada, "<option value=\"open\" selected>");
	people_see(&p->ada, "name=\"is_public\" value=\"1\" checked");
	people_see(&p->ada, "<option value=\"604800\" selected>");
	people_see(&p->ada, "value=\"everyone\" checked");
}

static void a_guest_makes_games_of_bots_alone(void **state)
{
	struct people *p = *state;
	browser_post(&p->visitor, "/guest", "");
	assert_int_equal(browser_post(&p->visitor, "/new", "place2=link&turn_s=0"), 403);
	people_see(&p->visitor, "sign in by mail first");
	people_make(p, &p->visitor, "place2=bot+quick&turn_s=0");
	assert_int_equal(people_get(p, &p->visitor, ""), 200);
	people_see_not(&p->visitor, "/join/"); /* nobody to invite */
	people_see_not(&p->visitor, "name=\"address\"");
	assert_int_equal(people_post(p, &p->visitor, "join", "color=4"), 303);
	stored(p->desk, "SELECT count(*) FROM games WHERE state = 'running'", "2\n");
}

/* ---- The lobby ---- */

static void the_lobby_shows_games_with_a_seat_for_all(void **state)
{
	struct people *p = *state;
	people_make(p, &p->ada, "name=Private&place2=open&turn_s=0");
	people_make(p, &p->ada,
	            "name=Kept&place2=address&address2=ben%40example.org&turn_s=0&is_public=1");
	people_make(p, &p->ada, "name=Open&place2=open&turn_s=86400&is_public=1");
	assert_int_equal(browser_get(&p->visitor, "/lobby"), 200);
	people_see(&p->visitor, "<bdi>Open</bdi>");
	people_see(&p->visitor, "2 of 2 seats are free");
	people_see(&p->visitor, "1 day a turn, public");
	people_see_not(&p->visitor, "<bdi>Kept</bdi>");
	people_see_not(&p->visitor, "<bdi>Private</bdi>");
	assert_int_equal(people_post(p, &p->cleo, "join", ""), 303);
	assert_int_equal(browser_get(&p->visitor, "/lobby"), 200);
	people_see_not(&p->visitor, "<bdi>Open</bdi>");
}

/* ---- A game before it starts ---- */

static void two_make_a_game_each_with_a_value_of_their_own(void **state)
{
	struct people *p = *state;
	char path[64], commitment[2 * HASH_BYTES + 1];
	people_make(p, &p->ada, "name=Two&place2=link&turn_s=0");
	assert_int_equal(people_get(p, &p->ada, ""), 200);
	const char *at = strstr(p->ada.body, "<code>");
	assert_non_null(at);
	snprintf(commitment, sizeof(commitment), "%s", at + 6);
	assert_int_equal(strspn(commitment, "0123456789abcdef"), 2 * HASH_BYTES);
	people_see(&p->ada, "2 of 2 seats are free.");
	people_see(&p->ada, "Kept for <bdi>you</bdi>");
	snprintf(path, sizeof(path), "/join/%s", p->key);
	people_see(&p->ada, path);
	/* By the link, where the seal is the same. */
	assert_int_equal(browser_get(&p->ben, path), 200);
	people_see(&p->ben, commitment);
	people_see(&p->ben, "Kept for <bdi>ada</bdi>");
	people_see_not(&p->ben, "You made this game");
	people_see_not(&p->ben, "name=\"address\"");
	assert_int_equal(people_join_by_link(p, &p->ben,
	                                     "&color=2&entropy=00112233445566778899aabbccddeeff"),
	                 303);
	/* Without JavaScript: any text. */
	assert_int_equal(
		people_post(p, &p->ada, "join", "entropy=&entropy_text=three+blind+mice&key="),
		303);
	stored(p->desk,
	       "SELECT color, entropy_from, lower(hex(entropy)) FROM seats ORDER BY joined",
	       "2|player|00112233445566778899aabbccddeeff\n"
	       "0|player|8bb8c894c7fb33920f414a0b5d9d10b2\n");
	stored(p->desk, "SELECT state FROM games", "running\n");
	assert_int_equal(browser_get(&p->ben, path), 303); /* the link is used up */
	assert_int_equal(browser_get(&p->cleo, path), 404);
}

static void who_sends_no_value_is_told_so(void **state)
{
	struct people *p = *state;
	people_make(p, &p->ada, "place2=link&place3=link&turn_s=0");
	assert_int_equal(people_post(p, &p->ada, "join", "entropy=&entropy_text="), 303);
	assert_int_equal(people_get(p, &p->ada, ""), 200);
	people_see(&p->ada, "draws with the server’s value");
	assert_int_equal(people_join_by_link(p, &p->ben, "&entropy_text=x"), 303);
	stored(p->desk, "SELECT entropy_from FROM seats WHERE joined IS NOT NULL ORDER BY joined",
	       "server\nplayer\n");
}

/* Those who may join are told whom no turn would be told (N6). */
static void who_hears_nothing_of_turns_is_told_before_the_start(void **state)
{
	struct people *p = *state;
	people_make(p, &p->ada, "place2=open&place3=open&turn_s=0&is_public=1");
	assert_int_equal(people_post(p, &p->ben, "join", ""), 303);
	assert_int_equal(people_post(p, &p->ada, "join", ""), 303);
	assert_int_equal(browser_get(&p->visitor, "/lobby"), 200);
	people_see(&p->visitor, "<bdi>ben</bdi>");
	people_see_not(&p->visitor, "gets no mails");
	assert_int_equal(people_get(p, &p->ada, ""), 200);
	people_see_not(&p->ada, "gets no mails");
	assert_int_equal(browser_post(&p->ben, "/settings/notices/off", ""), 303);
	assert_int_equal(browser_get(&p->visitor, "/lobby"), 200);
	people_see(&p->visitor, "gets no mails</span>");
	assert_int_equal(people_get(p, &p->ada, ""), 200);
	people_see(&p->ada, "<small>gets no mails</small>");
}

static void a_second_tap_finds_it_done(void **state)
{
	struct people *p = *state;
	people_make(p, &p->ada, "place2=link&place3=link&turn_s=0");
	assert_int_equal(people_post(p, &p->ada, "join", "color=1"), 303);
	assert_int_equal(people_post(p, &p->ada, "join", "color=1"), 303);
	assert_int_equal(people_join_by_link(p, &p->ben, "&color=2"), 303);
	assert_int_equal(people_post(p, &p->ada, "start", ""), 303);
	assert_int_equal(people_post(p, &p->ada, "start", ""), 303);
	assert_int_equal(people_post(p, &p->ben, "join", "color=2"), 303);
	assert_string_equal(p->ben.location + 3, p->id);
	stored(p->desk, "SELECT color FROM seats ORDER BY joined", "1\n2\n");
	stored(p->desk, "SELECT rev, state FROM games", "1|running\n");
}

static void what_may_not_be_is_said_on_the_page_as_it_is(void **state)
{
	struct people *p = *state;
	people_make(p, &p->ada, "name=Here&place2=link&place3=link&turn_s=0");
	assert_int_equal(people_post(p, &p->ada, "join", "color=1"), 303);
	assert_int_equal(people_join_by_link(p, &p->ben, "&color=1"), 409);
	people_see(&p->ben, "Somebody has that colour already.");
	people_see(&p->ben, "<h1><bdi>Here</bdi></h1>");
	people_see_not(&p->ben, "Red, a tent");
	assert_int_equal(people_join_by_link(p, &p->ben, "&color=5"), 422);
	assert_int_equal(people_join_by_link(p, &p->ben, "&color=x"), 422);
	assert_int_equal(people_join_by_link(p, &p->ben, "&entropy=00"), 422);
	assert_int_equal(people_join_by_link(p, &p->ben,
	                                     "&entropy=0011223344556677"
	                                     "8899AABBCCDDEEFF"),
	                 422);
	people_see(&p->ben, "32 hexadecimal digits");
	assert_int_equal(people_join_by_link(p, &p->ben, "&colour=1"), 400);
	assert_int_equal(people_get(p, &p->ada, ""), 200);
	people_see(&p->ada, "Fill up with bots (quick, the stronger one) and start");
	assert_int_equal(people_post(p, &p->ada, "start", ""), 422);
	people_see(&p->ada, "at least two players");
	assert_int_equal(people_post(p, &p->ada, "start", "fill=nobody"), 422);
	assert_int_equal(people_post(p, &p->ada, "remove", "place=x"), 422);
	assert_int_equal(people_post(p, &p->ada, "remove", "place=1"), 409);
	p->ben.wants_json = true;
	assert_int_equal(people_join_by_link(p, &p->ben, "&color=1"), 409);
	assert_string_equal(p->ben.type, "application/problem+json");
	people_see(&p->ben, "\"detail\":\"Somebody has that colour already.\",\"game\":{\"id\":");
	stored(p->desk, "SELECT count(*) FROM seats WHERE joined IS NOT NULL", "1\n");
}

static void a_visitor_has_a_seat_held_until_the_mail_is_answered(void **state)
{
	struct people *p = *state;
	struct browser *zoe = &p->visitor;
	char path[MAIL_PATH_BYTES], code[MAIL_CODE_BYTES], form[200];
	people_make(p, &p->ada, "name=Held&place2=link&turn_s=0");
	assert_int_equal(people_post(p, &p->ada, "join", ""), 303);
	snprintf(path, sizeof(path), "/join/%s", p->key);
	assert_int_equal(browser_get(zoe, path), 200);
	people_see(zoe, "name=\"address\"");
	people_see(zoe, "<bdi>ada</bdi> invites you to a game");
	snprintf(form, sizeof(form), "/g/%s/hold", p->id);
	people_see(zoe, form);
	/* Not without an address, and then nobody has arisen. */
	snprintf(form, sizeof(form), "key=%s&address=zoe", p->key);
	assert_int_equal(people_post(p, zoe, "hold", form), 422);
	people_see(zoe, "That is not a mail address.");
	people_see(zoe, "value=\"zoe\"");
	assert_int_equal(people_post(p, zoe, "hold", "key=wrong&address=zoe%40example.org"), 404);
	stored(p->desk, "SELECT count(*) FROM users", "3\n");
	snprintf(form, sizeof(form), "key=%s&address=Zoe%%40example.org&entropy_text=x", p->key);
	assert_int_equal(people_post(p, zoe, "hold", form), 303);
	assert_string_equal(zoe->location, "/signin/code");
	assert_int_equal(browser_get(zoe, zoe->location), 200);
	people_see(zoe, "</bdi></b> is kept for 24 hours meanwhile.");
	people_see(zoe, "<button class=\"primary\">Sign in</button>");
	stored(p->desk,
	       "SELECT users.name, held_until, entropy_from FROM seats JOIN users ON users.id = "
	       "user_id"
	       " WHERE held_until IS NOT NULL",
	       "Guest|1086400|player\n");
	assert_int_equal(people_get(p, &p->ada, ""), 200);
	people_see(&p->ada, "waits for a confirmed address");
	people_see_not(&p->ada, "zoe@example.org");
	/* A guest now: the same door again leads back. */
	assert_int_equal(people_post(p, zoe, "hold", form), 303);
	assert_string_equal(zoe->location + 3, p->id);
	desk_read_mail(p->desk, path, code);
	snprintf(form, sizeof(form), "code=%s", code);
	assert_int_equal(browser_post(zoe, "/signin/code", form), 303);
	snprintf(form, sizeof(form), "/welcome?next=%%2Fg%%2F%s", p->id);
	assert_string_equal(zoe->location, form);
	stored(p->desk, "SELECT state FROM games", "running\n");
	stored(p->desk, "SELECT count(*) FROM seats WHERE held_until IS NOT NULL", "0\n");
	assert_int_equal(people_get(p, zoe, ""), 200);
}

static void a_guest_confirms_an_address_to_sit_with_people(void **state)
{
	struct people *p = *state;
	people_make(p, &p->ada, "name=Held&place2=open&turn_s=0&is_public=1");
	browser_post(&p->visitor, "/guest", "");
	assert_int_equal(people_get(p, &p->visitor, ""), 200);
	people_see(&p->visitor, "name=\"address\"");
	assert_int_equal(people_post(p, &p->visitor, "join", ""), 422);
	assert_int_equal(people_post(p, &p->visitor, "join", "address=zoe%40example.org"), 303);
	assert_string_equal(p->visitor.location, "/signin/code");
	stored(p->desk,
	       "SELECT users.is_guest, signin_id IS NOT NULL FROM seats"
	       " JOIN users ON users.id = user_id WHERE held_until IS NOT NULL",
	       "1|1\n");
}

static void the_maker_has_the_say(void **state)
{
	struct people *p = *state;
	people_make(p, &p->ada, "name=Hers&place2=open&place3=open&turn_s=0&is_public=1");
	assert_int_equal(people_post(p, &p->ben, "join", ""), 303);
	static const char *const acts[] = {"start", "cancel", "remove"};
	for (size_t i = 0; i < 3; i++) {
		const char *form = i == 2 ? "place=1" : "";
		assert_int_equal(people_post(p, &p->ben, acts[i], form), 403);
		people_see(&p->ben, "Only whoever made the game can do that.");
		assert_int_equal(people_post(p, &p->visitor, acts[i], form), 303); /* to sign in */
		assert_string_equal(p->visitor.location, "/signin");
	}
	assert_int_equal(people_get(p, &p->ada, ""), 200);
	people_see(&p->ada, "aria-label=\"Remove ben\"");
	assert_int_equal(people_post(p, &p->ada, "remove", "place=1"), 303);
	stored(p->desk, "SELECT count(*) FROM seats WHERE joined IS NOT NULL", "0\n");
	assert_int_equal(people_post(p, &p->ada, "join", ""), 303);
	assert_int_equal(people_get(p, &p->ada, ""), 200);
	people_see_not(&p->ada, "aria-label=\"Remove ada\"");
	assert_int_equal(people_post(p, &p->ada, "start", "fill=quick"), 303);
	/* The bots that are next have moved already. */
	assert_int_equal(people_get(p, &p->ada, ""), 200);
	stored(p->desk, "SELECT state, awaits FROM games", "running|place\n");
	stored(p->desk, "SELECT user_id FROM seats WHERE is_awaited", "1\n");
}

static void who_leaves_is_home_and_a_game_taken_away_is_gone(void **state)
{
	struct people *p = *state;
	people_make(p, &p->ada, "name=Gone&place2=link&place3=link&turn_s=0");
	assert_int_equal(people_join_by_link(p, &p->ben, ""), 303);
	assert_int_equal(people_get(p, &p->ben, ""), 200);
	people_see(&p->ben, "Leave this game");
	assert_int_equal(people_post(p, &p->ben, "leave", ""), 303);
	assert_string_equal(p->ben.location, "/");
	assert_int_equal(people_post(p, &p->ben, "leave", ""),
	                 404); /* private, and no concern of his */
	assert_int_equal(people_post(p, &p->ada, "leave", ""), 409);
	assert_int_equal(people_post(p, &p->ada, "cancel", ""), 303);
	assert_string_equal(p->ada.location, "/");
	assert_int_equal(people_get(p, &p->ada, ""), 200);
	people_see(&p->ada, "taken away before it started");
	assert_int_equal(people_join_by_link(p, &p->ben, ""), 404);
	people_home_says(&p->ada, "\"lists\":[{\"id\":\"your-turn\"");
	people_see_not(&p->ada, "Gone");
}

static void a_rematch_tells_nobodys_address(void **state)
{
	struct people *p = *state;
	people_begin_two(p, "name=Again&place2=link&turn_s=0");
	assert_int_equal(people_post(p, &p->ada, "rematch", ""), 409);
	assert_int_equal(people_post(p, &p->ada, "resign", ""), 303);
	assert_int_equal(people_post(p, &p->ben, "resign", ""), 303);
	assert_int_equal(people_post(p, &p->cleo, "rematch", ""), 404);
	assert_int_equal(people_get(p, &p->ben, ""), 200);
	people_see(&p->ben, "Play again with the same people");
	people_see_not(&p->ben, "To the next game");
	assert_int_equal(people_post(p, &p->ada, "rematch", ""), 303);
	assert_int_equal(people_get(p, &p->ben, ""), 200);
	people_see_not(&p->ben, "Play again with the same people");
	people_see(&p->ben, "To the next game");
	people_keep_id(p, &p->ada);
	assert_int_equal(people_get(p, &p->ada, ""), 200);
	people_see(&p->ada, "Kept for <bdi>ben</bdi>");
	people_see(&p->ada, "Kept for <bdi>you</bdi>");
	people_see_not(&p->ada, "@example.org");
	people_home_says(&p->ben, "\"Invitations\"");
	assert_int_equal(people_get(p, &p->ben, ""), 200);
	people_see(&p->ben, "Kept for <bdi>ada</bdi>");
	people_see_not(&p->ben, "@example.org");
	assert_int_equal(people_post(p, &p->ben, "join", ""), 303);
}

static void a_kept_address_is_shown_to_who_typed_it(void **state)
{
	struct people *p = *state;
	people_make(p, &p->ada,
	            "name=Kept&place2=address&address2=ben%40example.org"
	            "&place3=address&address3=zoe%40example.org&place4=open&turn_s=0&is_public=1");
	assert_int_equal(people_get(p, &p->ada, ""), 200);
	people_see(&p->ada, "Kept for <bdi>ben@example.org</bdi>"); /* whoever that is */
	people_see(&p->ada, "Kept for <bdi>zoe@example.org</bdi>");
	struct browser *others[] = {&p->ben, &p->cleo, &p->visitor};
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(people_get(p, others[i], ""), 200);
		people_see_not(others[i], "@example.org");
		people_see(others[i], "Kept for <bdi>somebody</bdi>");
	}
	assert_int_equal(people_get(p, &p->ben, ""), 200);
	people_see(&p->ben, "Kept for <bdi>you</bdi>");
}

/* W9, S6: what one may not see answers like what there is not, on every route and method. */
static void unknown_and_private_are_alike(void **state)
{
	struct people *p = *state;
	static const struct {
		const char *method, *what, *form;
	} asked[] = {
		{"GET", "", ""},
		{"GET", "/board.svg", ""},
		{"GET", "/board.svg?rev=0", ""},
		{"GET", "/record.json", ""},
		{"POST", "/join", "color=1"},
		{"POST", "/join", "color=7"},
		{"POST", "/hold", "address=zoe%40example.org"},
		{"POST", "/leave", ""},
		{"POST", "/remove", "place=0"},
		{"POST", "/remove", "place=x"},
		{"POST", "/cancel", ""},
		{"POST", "/start", ""},
		{"POST", "/start", "fill=quick"},
		{"POST", "/rematch", ""},
	};
	const char *const unknown = "zzzzzzzz";
	for (int has_begun = 0; has_begun < 2; has_begun++) {
		people_make(p, &p->ada, "name=Secret&place2=link&turn_s=0");
		if (has_begun) {
			people_join_by_link(p, &p->ben, "");
			people_post(p, &p->ada, "join", "");
		}
		struct browser *outsiders[] = {&p->cleo, &p->visitor};
		for (size_t i = 0; i < sizeof(asked) / sizeof(asked[0]) * 4; i++) {
			struct browser *b = outsiders[i / 2 % 2];
			size_t row = i / 4;
			char path[64], first[20000];
			int status = 0;
			b->wants_json = i % 2;
			for (int is_private = 0; is_private < 2; is_private++) {
				snprintf(path, sizeof(path), "/g/%s%s",
				         is_private ? p->id : unknown, asked[row].what);
				if (asked[row].method[0] == 'G')
					browser_get(b, path);
				else
					browser_post(b, path, asked[row].form);
				/* The page of a visitor returns to what was asked for. */
				for (char *at = strstr(b->all.data, p->id); at;
				     at = strstr(at, p->id))
					memcpy(at, unknown, GAME_ID_LEN);
				if (is_private) {
					assert_int_equal(b->status, status);
					assert_string_equal(b->body, first);
				}
				status = b->status;
				snprintf(first, sizeof(first), "%s", b->body);
			}
			b->wants_json = false;
		}
	}
	stored(p->desk, "SELECT count(*) FROM seats WHERE user_id = 3", "0\n");
}

static void a_name_is_text_wherever_it_stands(void **state)
{
	struct people *p = *state;
	/* "<b>" & ' with a letter before it that is written from right to left. */
	people_make(p, &p->ada,
	            "name=%D7%90%3Cb%3E%22%26%27&place2=open&place3=link&turn_s=0&is_public=1");
	static const char *const pages[] = {"/lobby", "/"};
	static const char name[] = "<bdi>\u05d0&lt;b&gt;&quot;&amp;&#39;</bdi>";
	for (size_t i = 0; i < 2; i++) {
		assert_int_equal(browser_get(&p->ada, pages[i]), 200);
		people_see(&p->ada, name);
		people_see_not(&p->ada, "<b>\"");
	}
	assert_int_equal(people_get(p, &p->ada, ""), 200);
	people_see(&p->ada, name);
	assert_int_equal(people_post(p, &p->ada, "join", ""), 303);
	assert_int_equal(people_join_by_link(p, &p->ben, ""), 303);
	assert_int_equal(people_post(p, &p->ada, "start", ""), 303);
	assert_int_equal(people_get(p, &p->visitor, "/board.svg?rev=1"), 200);
	people_see(&p->visitor, "&lt;b&gt;");
	people_see_not(&p->visitor, "<b>");
}

/* ---- Pictures, records, rules ---- */

static void a_rev_names_a_picture_for_good(void **state)
{
	struct people *p = *state;
	people_make(p, &p->ada, "name=Seen&place2=bot+quick&turn_s=0&is_public=1");
	assert_int_equal(people_get(p, &p->visitor, "/board.svg"), 404); /* no board yet */
	assert_int_equal(people_post(p, &p->ada, "join", ""), 303);
	assert_int_equal(people_get(p, &p->visitor, "/board.svg?rev=1"), 200);
	assert_string_equal(p->visitor.type, "image/svg+xml");
	assert_non_null(
		strstr(p->visitor.head, "Cache-Control: private, max-age=31536000, immutable"));
	people_see(&p->visitor, "<title>Seen, turn 0</title>");
	char match[200];
	const char *etag = strstr(p->visitor.head, "ETag: ");
	assert_non_null(etag);
	snprintf(match, sizeof(match), "If-None-Match: %.*s\r\n", (int)strcspn(etag + 6, "\r"),
	         etag + 6);
	p->visitor.headers = match;
	assert_int_equal(people_get(p, &p->visitor, "/board.svg?rev=1"), 304);
	p->visitor.headers = NULL;
	/* She resigns: a caretaker plays to the end, and the old picture stays. */
	assert_int_equal(people_post(p, &p->ada, "resign", ""), 303);
	assert_int_equal(people_get(p, &p->visitor, "/board.svg?rev=1"), 200);
	people_see(&p->visitor, "<title>Seen, turn 0</title>");
	assert_int_equal(people_get(p, &p->visitor, "/board.svg"), 200);
	assert_null(strstr(p->visitor.head, "immutable"));
	people_see(&p->visitor, "<title>Seen, turn ");
	people_see_not(&p->visitor, "<title>Seen, turn 0</title>");
	assert_int_equal(people_get(p, &p->visitor, "/board.svg?rev=100000"), 404);
	assert_int_equal(people_get(p, &p->visitor, "/board.svg?rev=-1"), 400);
	assert_int_equal(people_get(p, &p->visitor, "/board.svg?rev="), 400);
	assert_int_equal(people_get(p, &p->visitor, "/board.svg?size=1"), 400);
}

static void a_record_can_be_had_and_holds(void **state)
{
	struct people *p = *state;
	struct record record;
	struct fault fault;
	people_make(p, &p->ada, "name=Kept&place2=bot+quick&place3=bot+random&turn_s=0");
	assert_int_equal(people_get(p, &p->ada, "/record.json"), 404);
	assert_int_equal(people_post(p, &p->ada, "join", "entropy_text=x"), 303);
	const struct sets *sets = &p->desk->http.sets;
	for (int is_over = 0; is_over < 2; is_over++) {
		assert_int_equal(people_get(p, &p->ada, "/record.json"), 200);
		assert_string_equal(p->ada.type, "application/json");
		assert_int_equal(record_parse(&record, p->ada.body, strlen(p->ada.body),
		                              sets->known, sets->count, &fault),
		                 0);
		assert_int_equal(replay_check(&record, &fault), 0);
		assert_int_equal(record.has_seed, is_over);
		assert_int_equal(record.has_result, is_over);
		record_release(&record);
		if (!is_over)
			assert_int_equal(people_post(p, &p->ada, "resign", ""), 303);
	}
}

static void under_dev_games_of_one_name_have_the_same_draws(void **state)
{
	struct people *p = *state;
	p->desk->http.site.dev_seed = "text";
	people_make(p, &p->ada, "name=One&place2=bot+quick&turn_s=0");
	people_make(p, &p->ada, "name=One&place2=bot+quick&turn_s=0");
	people_make(p, &p->ada, "name=Other&place2=bot+quick&turn_s=0");
	stored(p->desk, "SELECT count(DISTINCT seed) FROM games WHERE name = 'One'", "1\n");
	stored(p->desk, "SELECT count(DISTINCT seed), count(DISTINCT join_key) FROM games",
	       "2|3\n");
	stored(p->desk, "SELECT count(DISTINCT entropy) FROM seats WHERE bot IS NOT NULL", "2\n");
	p->desk->http.site.dev_seed = NULL;
	people_make(p, &p->ada, "name=One&place2=bot+quick&turn_s=0");
	stored(p->desk, "SELECT count(DISTINCT seed) FROM games WHERE name = 'One'", "2\n");
}

static void the_rules_are_told_to_people_and_programs(void **state)
{
	struct people *p = *state;
	assert_int_equal(browser_get(&p->visitor, "/rules"), 200);
	people_see(&p->visitor, "<h1>The rules</h1>");
	p->visitor.wants_json = true;
	assert_int_equal(browser_get(&p->visitor, "/rules"), 200);
	people_see(&p->visitor, "\"tiles\":72,\"kinds\":33,");
	p->visitor.wants_json = false;
}

int main(void)
{
#define with_people(test) cmocka_unit_test_setup_teardown(test, people_open, people_close)
	const struct CMUnitTest tests[] = {
		with_people(a_visitor_is_told_what_this_is),
		with_people(one_tap_plays_bots),
		with_people(both_lists_and_games_say_whose_turn_it_is),
		with_people(nobody_waits_for_who_has_resigned),
		with_people(the_least_time_stands_on_top_and_is_next),
		with_people(next_is_home_where_nothing_waits),
		with_people(invitations_and_finished_games_have_their_lists),
		with_people(who_invites_too_many_has_to_wait),
		with_people(a_new_game_is_offered_with_the_usual_choices),
		with_people(what_was_asked_for_is_made),
		with_people(a_bad_form_comes_back_with_what_was_sent),
		with_people(a_guest_makes_games_of_bots_alone),
		with_people(the_lobby_shows_games_with_a_seat_for_all),
		with_people(two_make_a_game_each_with_a_value_of_their_own),
		with_people(who_sends_no_value_is_told_so),
		with_people(who_hears_nothing_of_turns_is_told_before_the_start),
		with_people(a_second_tap_finds_it_done),
		with_people(what_may_not_be_is_said_on_the_page_as_it_is),
		with_people(a_visitor_has_a_seat_held_until_the_mail_is_answered),
		with_people(a_guest_confirms_an_address_to_sit_with_people),
		with_people(the_maker_has_the_say),
		with_people(who_leaves_is_home_and_a_game_taken_away_is_gone),
		with_people(a_rematch_tells_nobodys_address),
		with_people(a_kept_address_is_shown_to_who_typed_it),
		with_people(unknown_and_private_are_alike),
		with_people(a_name_is_text_wherever_it_stands),
		with_people(a_rev_names_a_picture_for_good),
		with_people(a_record_can_be_had_and_holds),
		with_people(under_dev_games_of_one_name_have_the_same_draws),
		with_people(the_rules_are_told_to_people_and_programs),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
