/* SPDX-License-Identifier: ISC */
/*
 * Signing in and what an account has (A1 to A4), on a real database: who ends up where, what was
 * mailed, and what somebody cannot do who tricks others into a tap.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app/accounts.h"
#include "app/fsck.h"
#include "app/lobby.h"
#include "base/secret.h"
#include "store/notices.h"
#include "support/database.h"

enum { START = 1800000000, HOUR = 3600, DAY = 24 * HOUR };

struct world {
	void *database; /* its folder */
	struct store *store;
	sqlite3 *sqlite; /* reads what is stored */
	struct sets sets;
	int64_t now;
	unsigned char serial; /* makes each game's chance another one, and always the same */
	enum registration registration;
	struct signin_chance chance; /* of the last mail */
	struct signin_answer a;      /* the last answer */
};

static int setup(void **state)
{
	struct world *w = calloc(1, sizeof(*w));
	struct err err;
	if (!w || database_folder(&w->database) < 0)
		return -1;
	struct database *d = w->database;
	*state = w;
	w->now = START;
	if (store_open(&w->store, &(struct store_options){.path = d->path}, &err) < 0 ||
	    sets_load(&w->sets, NULL, &err) < 0 || sets_offer(&w->sets, w->store, "", &err) < 0)
		return -1;
	return sqlite3_open_v2(d->path, &w->sqlite, SQLITE_OPEN_READONLY, NULL);
}

static int teardown(void **state)
{
	struct world *w = *state;
	sqlite3_close(w->sqlite);
	store_close(w->store);
	int rc = database_remove(&w->database);
	free(w);
	return rc;
}

#define has(w, sql, expected) rows_are((w)->sqlite, sql, expected, __FILE__, __LINE__)

/* ---- Signing in ---- */

static int64_t ask(struct world *w, const char *address, int64_t user_id)
{
	struct signin_request r = {.address = address,
	                           .user_id = user_id,
	                           .next = "/g/aaaaaaaa",
	                           .chance = &w->chance,
	                           .now = w->now};
	signin_chance_draw(&w->chance);
	int64_t id = accounts_ask(w->store, &r);
	assert_int_not_equal(id, 0);
	return id;
}

/* By the code, or by the link where code is NULL, in a browser where that user is signed in. */
static enum signin_status answer(struct world *w, const char *code, int64_t viewer_id,
                                 int64_t session_id)
{
	unsigned char session[ACCOUNTS_SECRET_BYTES];
	secret_random(session, sizeof(session));
	w->a = (struct signin_answer){.link = code ? NULL : w->chance.link,
	                              .browser = code ? w->chance.browser : NULL,
	                              .code = code,
	                              .viewer_id = viewer_id,
	                              .session_id = session_id,
	                              .agent = "test",
	                              .session = session,
	                              .registration = w->registration,
	                              .now = w->now};
	accounts_answer(w->store, &w->sets, &w->a);
	return w->a.status;
}

static enum signin_status by_link(struct world *w)
{
	return answer(w, NULL, 0, 0);
}

static enum signin_status by_code(struct world *w)
{
	return answer(w, w->chance.code, 0, 0);
}

/* Someone with an account. */
static int64_t sign_in(struct world *w, const char *address)
{
	ask(w, address, 0);
	assert_int_equal(by_link(w), SIGNIN_OK);
	return w->a.user_id;
}

static int64_t guest(struct world *w)
{
	unsigned char session[ACCOUNTS_SECRET_BYTES];
	secret_random(session, sizeof(session));
	int64_t id = accounts_guest(w->store, "test", NULL, session, w->now);
	assert_int_not_equal(id, 0);
	return id;
}

/* The newest session of a user. */
static int64_t session_of(struct world *w, int64_t user_id)
{
	struct session s = {0};
	struct db *db = store_read(w->store);
	assert_int_equal(session_list(db, user_id, &s, 1), 1);
	store_read_done(w->store, db);
	return s.id;
}

/* Adds an address as one does: asked and answered where the account is signed in. */
static enum signin_status add_address(struct world *w, int64_t user_id, const char *address)
{
	ask(w, address, user_id);
	return answer(w, NULL, user_id, session_of(w, user_id));
}

static void an_account_arises_with_the_first_sign_in(void **state)
{
	struct world *w = *state;
	ask(w, "ada.l+safari@example.org", 0);
	has(w, "SELECT count(*) FROM users", "0\n");
	assert_int_equal(by_link(w), SIGNIN_OK);
	assert_true(w->a.is_new);
	assert_string_equal(w->a.next, "/g/aaaaaaaa");
	has(w, "SELECT name, is_guest, zone, standing_order, created_at FROM users",
	    "ada.l|0|UTC|2|1800000000\n");
	has(w, "SELECT address, user_id, confirmed_at FROM addresses",
	    "ada.l+safari@example.org|1|1800000000\n");
	has(w, "SELECT user_id, agent FROM sessions", "1|test\n");
}

static void whoever_is_known_gets_the_same_account(void **state)
{
	struct world *w = *state;
	int64_t ada = sign_in(w, "ada@example.org");
	ask(w, "ada@example.org", 0);
	assert_int_equal(by_code(w), SIGNIN_OK);
	assert_int_equal(w->a.user_id, ada);
	assert_false(w->a.is_new);
	has(w, "SELECT count(*) FROM users", "1\n");
	has(w, "SELECT user_id FROM sessions", "1\n1\n");
}

static void an_address_of_a_tag_alone_is_still_a_name(void **state)
{
	struct world *w = *state;
	sign_in(w, "+tag@example.org");
	has(w, "SELECT name FROM users", "+tag\n");
}

static void a_mail_holds_what_answers_it_and_the_database_does_not(void **state)
{
	struct world *w = *state;
	sqlite3_stmt *q = NULL;
	ask(w, "ada@example.org", 0);
	has(w, "SELECT kind, channel, address, signin_id, due_at FROM notices",
	    "sign in|sign in|ada@example.org|1|1800000000\n");
	sqlite3_prepare_v2(w->sqlite, "SELECT CAST(bytes AS TEXT) FROM notices", -1, &q, NULL);
	assert_int_equal(sqlite3_step(q), SQLITE_ROW);
	const char *payload = (const char *)sqlite3_column_text(q, 0);
	assert_int_equal(strlen(payload), SIGNIN_PAYLOAD_BYTES - 1);
	assert_string_equal(payload + 2 * ACCOUNTS_LINK_BYTES + 1, w->chance.code);
	sqlite3_finalize(q);
	has(w,
	    "SELECT count(*) FROM signins WHERE instr(hex(link_hash) || hex(browser_hash) ||"
	    " hex(code_hash), (SELECT upper(substr(CAST(bytes AS TEXT), 1, 40)) FROM notices))",
	    "0\n");
}

static void a_code_works_where_it_was_asked_for_alone(void **state)
{
	struct world *w = *state;
	char code[ACCOUNTS_CODE_DIGITS + 1];
	ask(w, "ada@example.org", 0);
	memcpy(code, w->chance.code, sizeof(code));
	w->chance.browser[0] ^= 1;
	assert_int_equal(answer(w, code, 0, 0), SIGNIN_UNKNOWN);
	w->chance.browser[0] ^= 1;
	assert_int_equal(answer(w, code, 0, 0), SIGNIN_OK);
}

/* A code that is not the one. */
static void spoil(char code[ACCOUNTS_CODE_DIGITS + 1])
{
	code[0] = code[0] == '9' ? '0' : (char)(code[0] + 1);
}

static void five_tries_and_no_more(void **state)
{
	struct world *w = *state;
	char wrong[ACCOUNTS_CODE_DIGITS + 1];
	ask(w, "ada@example.org", 0);
	memcpy(wrong, w->chance.code, sizeof(wrong));
	spoil(wrong);
	for (int i = 0; i < 4; i++)
		assert_int_equal(answer(w, i % 2 ? wrong : "12", 0, 0), SIGNIN_WRONG_CODE);
	has(w, "SELECT tries_left FROM signins", "1\n");
	assert_int_equal(answer(w, wrong, 0, 0), SIGNIN_NO_TRIES);
	assert_int_equal(by_code(w), SIGNIN_NO_TRIES);
	has(w, "SELECT (SELECT count(*) FROM users), (SELECT count(*) FROM sessions)", "0|0\n");
	/* Nobody guesses the link. */
	assert_int_equal(by_link(w), SIGNIN_OK);
}

static void a_mail_is_answered_once(void **state)
{
	struct world *w = *state;
	ask(w, "ada@example.org", 0);
	assert_int_equal(by_link(w), SIGNIN_OK);
	assert_int_equal(by_link(w), SIGNIN_EXPIRED);
	assert_int_equal(by_code(w), SIGNIN_EXPIRED);
	has(w, "SELECT count(*) FROM sessions", "1\n");
}

static void a_mail_is_good_for_ten_minutes(void **state)
{
	struct world *w = *state;
	struct signin s;
	ask(w, "ada@example.org", 0);
	w->now += 600;
	struct db *db = store_read(w->store);
	assert_int_equal(accounts_peek(db, w->chance.link, NULL, START + 599, &s), SIGNIN_OK);
	assert_string_equal(s.address, "ada@example.org");
	assert_int_equal(accounts_peek(db, NULL, w->chance.browser, w->now, &s), SIGNIN_EXPIRED);
	store_read_done(w->store, db);
	assert_int_equal(by_link(w), SIGNIN_EXPIRED);
	assert_int_equal(by_code(w), SIGNIN_EXPIRED);
	w->now--;
	assert_int_equal(by_code(w), SIGNIN_OK);
}

static void mails_to_an_address_are_bounded(void **state)
{
	struct world *w = *state;
	for (int i = 0; i < ACCOUNTS_MAILS_AN_HOUR; i++)
		ask(w, "ada@example.org", 0);
	has(w, "SELECT count(*) FROM notices", "5\n");
	/* Whoever asks once more sees the same, gets nothing and can guess nothing. */
	ask(w, "ada@example.org", 0);
	has(w, "SELECT count(*) FROM notices", "5\n");
	has(w, "SELECT count(*) FROM signins WHERE tries_left = 5", "6\n");
	assert_int_equal(by_code(w), SIGNIN_WRONG_CODE);
	ask(w, "ben@example.org", 0);
	has(w, "SELECT count(*) FROM notices", "6\n");
	for (int hour = 1; hour < 12; hour++) {
		w->now += HOUR + 1;
		for (int i = 0; i < 20; i++)
			ask(w, "ada@example.org", 0);
	}
	has(w, "SELECT count(*) FROM notices WHERE address = 'ada@example.org'", "20\n");
	/* Those that were not mailed do not count: asking on and on locks nobody out. */
	w->now += DAY;
	ask(w, "ada@example.org", 0);
	has(w, "SELECT count(*) FROM notices WHERE address = 'ada@example.org'", "21\n");
	assert_int_equal(by_code(w), SIGNIN_OK);
}

static void registration_may_be_by_invitation(void **state)
{
	struct world *w = *state;
	int64_t ada = sign_in(w, "ada@example.org");
	w->registration = REGISTRATION_INVITED;
	ask(w, "ben@example.org", 0);
	assert_int_equal(by_link(w), SIGNIN_INVITED_ONLY);
	has(w, "SELECT count(*) FROM users", "1\n");
	/* Who is there already signs in, and may add an address. */
	ask(w, "ada@example.org", 0);
	assert_int_equal(by_link(w), SIGNIN_OK);
	assert_int_equal(add_address(w, ada, "ada@example.com"), SIGNIN_OK);

	struct lobby_setup s = {.tileset = w->sets.known[0].sha256, .place_count = 2};
	struct lobby_chance c = {0};
	char id[GAME_ID_LEN + 1];
	s.places[0].kind = SEAT_LINK;
	s.places[1] = (struct lobby_place){.kind = SEAT_ADDRESS, .address = "ben@example.org"};
	assert_int_equal(lobby_create(w->store, &w->sets, ada, &s, &c, w->now, id), LOBBY_OK);
	ask(w, "ben@example.org", 0);
	assert_int_equal(by_link(w), SIGNIN_OK);
	assert_true(w->a.is_new);
}

/* ---- Games of people who become others ---- */

/* An open game of an owner with so many places by link. */
static void make_game(struct world *w, int64_t owner, unsigned people, unsigned bot_count,
                      char id[GAME_ID_LEN + 1])
{
	struct lobby_setup s = {.tileset = w->sets.known[0].sha256,
	                        .place_count = people + bot_count};
	struct lobby_chance c;
	memset(&c, w->serial++, sizeof(c));
	for (unsigned i = 0; i < s.place_count; i++) {
		s.places[i] = (struct lobby_place){.kind = SEAT_LINK};
		if (i >= people)
			s.places[i] = (struct lobby_place){.kind = SEAT_BOT, .bot = "quick"};
	}
	assert_int_equal(lobby_create(w->store, &w->sets, owner, &s, &c, w->now, id), LOBBY_OK);
}

static void join(struct world *w, const char *id, int64_t user_id, int64_t signin_id)
{
	struct lobby_join j = {.game_id = id, .user_id = user_id, .has_key = true, .color = -1};
	struct lobby_chance c;
	memset(&c, w->serial++, sizeof(c));
	if (signin_id) {
		j.signin_id = signin_id;
		j.held_until = w->now + DAY;
	}
	assert_int_equal(lobby_join(w->store, &w->sets, &j, &c, w->now), LOBBY_OK);
}

/* Stored games are what they were, whoever sits there now. */
static void assert_games_are_whole(struct world *w, unsigned long games)
{
	struct fsck_report report = {0};
	assert_int_equal(fsck_all(w->store, &w->sets, &report), 0);
	assert_int_equal(report.games, games);
	assert_int_equal(report.faults, 0);
}

static void a_guest_becomes_the_account(void **state)
{
	struct world *w = *state;
	char id[GAME_ID_LEN + 1];
	int64_t g = guest(w), old = session_of(w, g);
	make_game(w, g, 1, 1, id);
	join(w, id, g, 0);
	ask(w, "ada@example.org", g);
	assert_int_equal(answer(w, w->chance.code, g, old), SIGNIN_OK);
	assert_int_equal(w->a.user_id, g);
	assert_true(w->a.is_new);
	has(w, "SELECT name, is_guest, deleted_at FROM users", "ada|0|NULL\n");
	has(w, "SELECT user_id FROM seats WHERE kind <> 'bot'", "1\n");
	/* The session that this browser had ended with it. */
	has(w, "SELECT count(*) FROM sessions", "1\n");
	assert_int_not_equal(session_of(w, g), old);
	assert_games_are_whole(w, 1);
}

static void a_guest_that_chose_a_name_keeps_it(void **state)
{
	struct world *w = *state;
	struct user u = {.id = guest(w), .name = "Zoe", .standing_order = -1};
	assert_true(accounts_update(w->store, &u));
	ask(w, "ada@example.org", u.id);
	assert_int_equal(by_link(w), SIGNIN_OK);
	has(w, "SELECT name, zone, standing_order, is_guest FROM users", "Zoe|UTC|-1|0\n");
}

static void a_guest_elsewhere_is_not_let_into_the_account(void **state)
{
	struct world *w = *state;
	int64_t g = guest(w);
	ask(w, "victim@example.org", g);
	assert_int_equal(by_link(w), SIGNIN_OK);
	assert_int_equal(w->a.user_id, g);
	has(w, "SELECT count(*) FROM sessions", "1\n"); /* the answering browser's */
}

static void a_guest_goes_over_into_the_known_account(void **state)
{
	struct world *w = *state;
	char practice[GAME_ID_LEN + 1], open[GAME_ID_LEN + 1];
	int64_t ada = sign_in(w, "ada@example.org"), g = guest(w), old = session_of(w, g);
	make_game(w, g, 1, 1, practice);
	join(w, practice, g, 0);
	make_game(w, g, 1, 1, open);
	ask(w, "ada@example.org", g);
	assert_int_equal(answer(w, NULL, g, old), SIGNIN_OK);
	assert_int_equal(w->a.user_id, ada);
	assert_false(w->a.is_new);
	has(w, "SELECT DISTINCT owner_id FROM games", "1\n");
	has(w, "SELECT user_id FROM seats WHERE user_id IS NOT NULL", "1\n");
	has(w, "SELECT id, deleted_at IS NULL FROM users", "1|1\n2|0\n");
	has(w, "SELECT DISTINCT user_id FROM sessions", "1\n");
	assert_games_are_whole(w, 1);
}

static void a_guest_who_follows_a_link_takes_the_games_along(void **state)
{
	struct world *w = *state;
	char id[GAME_ID_LEN + 1];
	int64_t g = guest(w);
	make_game(w, g, 1, 1, id);
	ask(w, "ada@example.org", 0); /* asked in another browser */
	assert_int_equal(answer(w, NULL, g, session_of(w, g)), SIGNIN_OK);
	assert_int_equal(w->a.user_id, g);
	has(w, "SELECT name, is_guest FROM users", "ada|0\n");
}

static void an_account_is_not_mixed_up_with_who_signs_in_after_it(void **state)
{
	struct world *w = *state;
	int64_t ada = sign_in(w, "ada@example.org"), ben = sign_in(w, "ben@example.org");
	ask(w, "ben@example.org", 0);
	assert_int_equal(answer(w, NULL, ada, session_of(w, ada)), SIGNIN_OK);
	assert_int_equal(w->a.user_id, ben);
	has(w, "SELECT address, user_id FROM addresses ORDER BY address",
	    "ada@example.org|1\nben@example.org|2\n");
	/* But this browser is Ben's now. */
	has(w, "SELECT user_id FROM sessions", "2\n2\n");
}

/* ---- Addresses ---- */

static void an_address_is_added_where_the_account_is_signed_in(void **state)
{
	struct world *w = *state;
	int64_t ada = sign_in(w, "ada@example.org");
	assert_int_equal(add_address(w, ada, "ada@example.com"), SIGNIN_OK);
	assert_int_equal(w->a.user_id, ada);
	assert_false(w->a.is_new);
	ask(w, "a@example.net", ada);
	assert_int_equal(by_code(w), SIGNIN_OK); /* the browser that asked, by its cookie */
	has(w, "SELECT address FROM addresses WHERE user_id = 1 ORDER BY address",
	    "a@example.net\nada@example.com\nada@example.org\n");
	has(w, "SELECT count(*) FROM users", "1\n");
	/* The mails say what they do. */
	has(w, "SELECT substr(CAST(bytes AS TEXT), 48) FROM notices WHERE kind = 'sign in'",
	    "\n+\n+\n");
}

static void an_address_is_not_added_by_a_tap_elsewhere(void **state)
{
	struct world *w = *state;
	int64_t mallory = sign_in(w, "mallory@example.org"), ada = sign_in(w, "ada@example.org");
	ask(w, "ada@example.org", mallory);
	assert_int_equal(answer(w, NULL, ada, session_of(w, ada)), SIGNIN_ELSEWHERE);
	assert_int_equal(by_link(w), SIGNIN_ELSEWHERE);
	ask(w, "new@example.org", mallory);
	assert_int_equal(by_link(w), SIGNIN_ELSEWHERE);
	has(w, "SELECT address, user_id FROM addresses ORDER BY address",
	    "ada@example.org|2\nmallory@example.org|1\n");
	has(w, "SELECT user_id FROM sessions ORDER BY user_id", "1\n2\n");
	has(w, "SELECT count(*) FROM users WHERE deleted_at IS NULL", "2\n");
}

static void an_account_goes_over_into_the_one_of_the_address(void **state)
{
	struct world *w = *state;
	char id[GAME_ID_LEN + 1];
	int64_t ada = sign_in(w, "ada@example.org"), other = sign_in(w, "other@example.org");
	int64_t ben = sign_in(w, "ben@example.org");
	make_game(w, other, 2, 0, id);
	join(w, id, other, 0);
	join(w, id, ben, 0);
	has(w, "SELECT kind, user_id FROM notices WHERE kind = 'your turn'", "your turn|2\n");
	assert_int_equal(add_address(w, other, "ada@example.org"), SIGNIN_OK);
	assert_int_equal(w->a.user_id, ada);
	has(w, "SELECT address, user_id FROM addresses ORDER BY address",
	    "ada@example.org|1\nben@example.org|3\nother@example.org|1\n");
	has(w, "SELECT user_id FROM seats ORDER BY user_id", "1\n3\n");
	has(w, "SELECT owner_id FROM games", "1\n");
	has(w, "SELECT kind, user_id FROM notices WHERE kind = 'your turn'", "your turn|1\n");
	has(w, "SELECT user_id FROM sessions ORDER BY user_id", "1\n1\n3\n");
	assert_games_are_whole(w, 1);
}

static void two_who_sit_in_one_game_stay_two(void **state)
{
	struct world *w = *state;
	char id[GAME_ID_LEN + 1];
	int64_t ada = sign_in(w, "ada@example.org"), ben = sign_in(w, "ben@example.org");
	make_game(w, ada, 2, 0, id);
	join(w, id, ada, 0);
	join(w, id, ben, 0);
	assert_int_equal(add_address(w, ben, "ada@example.org"), SIGNIN_BOTH_SIT);
	has(w, "SELECT user_id FROM seats ORDER BY user_id", "1\n2\n");
	has(w, "SELECT count(*) FROM users WHERE deleted_at IS NULL", "2\n");
	has(w, "SELECT user_id FROM addresses ORDER BY user_id", "1\n2\n");
}

static void an_account_has_five_addresses_at_most(void **state)
{
	struct world *w = *state;
	int64_t ada = sign_in(w, "0@example.org"), ben = sign_in(w, "ben@example.org");
	char address[] = "1@example.org";
	for (; address[0] < '5'; address[0]++)
		assert_int_equal(add_address(w, ada, address), SIGNIN_OK);
	assert_int_equal(add_address(w, ada, address), SIGNIN_TOO_MANY);
	assert_int_equal(add_address(w, ben, "0@example.org"), SIGNIN_TOO_MANY);
	has(w, "SELECT user_id, count(*) FROM addresses GROUP BY user_id", "1|5\n2|1\n");
}

static void an_address_goes_but_the_last_one_stays(void **state)
{
	struct world *w = *state;
	int64_t ada = sign_in(w, "ada@example.org"), ben = sign_in(w, "ben@example.org");
	assert_false(accounts_drop_address(w->store, ada, "ada@example.org", w->now));
	add_address(w, ada, "ada@example.com");
	assert_false(accounts_drop_address(w->store, ben, "ada@example.com", w->now));
	assert_false(accounts_drop_address(w->store, ada, "nobody@example.org", w->now));
	assert_true(accounts_drop_address(w->store, ada, "ada@example.org", w->now));
	has(w, "SELECT address FROM addresses ORDER BY address",
	    "ada@example.com\nben@example.org\n");
}

static void a_change_of_addresses_is_told_to_those_that_were_there(void **state)
{
	struct world *w = *state;
	int64_t ada = sign_in(w, "ada@example.org");
	sign_in(w, "ben@example.org");
	add_address(w, ada, "ada@example.com");
	has(w, "SELECT user_id, address FROM notices WHERE kind = 'address'",
	    "1|ada@example.org\n");
	assert_true(accounts_drop_address(w->store, ada, "ada@example.com", w->now));
	has(w, "SELECT address FROM notices WHERE kind = 'address' AND id > 4 ORDER BY address",
	    "ada@example.com\nada@example.org\n");
	/* Two accounts become one: both sides are told; what waited goes along. */
	assert_int_equal(add_address(w, ada, "ben@example.org"), SIGNIN_OK);
	has(w,
	    "SELECT address, count(*) FROM notices WHERE kind = 'address' AND user_id = 2"
	    " GROUP BY address",
	    "ada@example.com|1\nada@example.org|3\nben@example.org|1\n");
}

/* ---- Places that are held ---- */

static void a_held_place_is_the_accounts_and_the_game_starts(void **state)
{
	struct world *w = *state;
	char id[GAME_ID_LEN + 1];
	int64_t ada = sign_in(w, "ada@example.org"), g = guest(w);
	make_game(w, ada, 2, 0, id);
	join(w, id, ada, 0);
	join(w, id, g, ask(w, "ben@example.org", g));
	has(w, "SELECT state FROM games", "open\n");
	assert_int_equal(by_link(w), SIGNIN_OK);
	has(w, "SELECT state FROM games", "running\n");
	has(w, "SELECT user_id, held_until, signin_id FROM seats ORDER BY place",
	    "1|NULL|NULL\n2|NULL|NULL\n");
	assert_games_are_whole(w, 1);
}

static void a_later_mail_confirms_a_held_place_too(void **state)
{
	struct world *w = *state;
	char id[GAME_ID_LEN + 1];
	int64_t ada = sign_in(w, "ada@example.org"), g = guest(w);
	make_game(w, ada, 2, 0, id);
	join(w, id, ada, 0);
	join(w, id, g, ask(w, "ben@example.org", g));
	w->now += 2 * HOUR;
	ask(w, "ben@example.com", g);
	assert_int_equal(by_link(w), SIGNIN_OK);
	has(w, "SELECT state FROM games", "running\n");
}

static void a_held_place_goes_over_but_where_the_account_sits(void **state)
{
	struct world *w = *state;
	char sits[GAME_ID_LEN + 1], new[GAME_ID_LEN + 1];
	int64_t ada = sign_in(w, "ada@example.org"), ben = sign_in(w, "ben@example.org"),
		g = guest(w);
	make_game(w, ada, 3, 0, sits);
	make_game(w, ada, 2, 0, new);
	join(w, sits, ben, 0);
	join(w, new, ada, 0);
	int64_t signin = ask(w, "ben@example.org", g);
	join(w, sits, g, signin);
	join(w, sits, ada, 0);
	join(w, new, g, signin);
	assert_int_equal(by_link(w), SIGNIN_OK);
	assert_int_equal(w->a.user_id, ben);
	has(w,
	    "SELECT state, group_concat(ifnull(user_id, 'free')) FROM games JOIN seats ON id = "
	    "game_id"
	    " GROUP BY id ORDER BY count(*)",
	    "running|1,2\nopen|2,free,1\n");
	/* What was let go left a gap in the order of joining. */
	int64_t cid = guest(w);
	join(w, sits, cid, ask(w, "cid@example.org", cid));
	assert_int_equal(by_link(w), SIGNIN_OK);
	has(w,
	    "SELECT joined, user_id FROM seats JOIN games ON id = game_id WHERE turn_s = 0 AND"
	    " (SELECT count(*) FROM seats AS s WHERE s.game_id = id) = 3 ORDER BY joined",
	    "0|2\n1|1\n2|4\n");
	assert_games_are_whole(w, 2);
}

/* ---- Sessions ---- */

static void an_account_has_fifty_sessions_and_the_oldest_goes(void **state)
{
	struct world *w = *state;
	int64_t ada = sign_in(w, "ada@example.org"), first = session_of(w, ada);
	for (int i = 0; i < ACCOUNTS_SESSIONS_MAX - 1; i++) {
		w->now += 6 * HOUR;
		sign_in(w, "ada@example.org");
	}
	has(w, "SELECT count(*), min(created_at) FROM sessions", "50|1800000000\n");
	w->now += 6 * HOUR;
	sign_in(w, "ada@example.org");
	has(w, "SELECT count(*), min(created_at) FROM sessions", "50|1800021600\n");
	assert_false(accounts_sign_out(w->store, ada, first));
}

static void sessions_end_one_by_one_or_all_others(void **state)
{
	struct world *w = *state;
	int64_t ada = sign_in(w, "ada@example.org"), first = session_of(w, ada);
	int64_t ben = sign_in(w, "ben@example.org");
	for (int i = 1; i < 4; i++) {
		w->now++;
		sign_in(w, "ada@example.org");
	}
	assert_false(accounts_sign_out(w->store, ben, first));
	has(w, "SELECT user_id, count(*) FROM sessions GROUP BY user_id", "1|4\n2|1\n");
	assert_true(accounts_sign_out(w->store, ada, first));
	int64_t last = session_of(w, ada);
	assert_true(accounts_sign_out_others(w->store, ada, last));
	has(w, "SELECT user_id, count(*) FROM sessions GROUP BY user_id", "1|1\n2|1\n");
	assert_int_equal(session_of(w, ada), last);
}

/* ---- Settings ---- */

static void a_seat_has_an_order_of_its_own_or_the_accounts(void **state)
{
	struct world *w = *state;
	char id[GAME_ID_LEN + 1];
	int order = 4;
	int64_t ada = sign_in(w, "ada@example.org"), ben = sign_in(w, "ben@example.org");
	make_game(w, ada, 3, 0, id);
	join(w, id, ada, 0);
	assert_true(accounts_set_order(w->store, ada, id, &order));
	assert_false(accounts_set_order(w->store, ben, id, &order));
	assert_false(accounts_set_order(w->store, ada, "zzzzzzzz", &order));
	has(w, "SELECT user_id, standing_order FROM seats WHERE standing_order IS NOT NULL",
	    "1|4\n");
	assert_true(accounts_set_order(w->store, ada, id, NULL));
	has(w, "SELECT count(*) FROM seats WHERE standing_order IS NOT NULL", "0\n");
}

static void who_deletes_the_account_keeps_nobody_waiting(void **state)
{
	struct world *w = *state;
	char running[GAME_ID_LEN + 1], joined[GAME_ID_LEN + 1], own[GAME_ID_LEN + 1];
	int64_t ada = sign_in(w, "ada@example.org"), ben = sign_in(w, "ben@example.org");
	make_game(w, ben, 2, 0, running);
	join(w, running, ada, 0);
	join(w, running, ben, 0);
	make_game(w, ben, 2, 0, joined);
	join(w, joined, ada, 0);
	make_game(w, ada, 2, 0, own);
	join(w, own, ben, 0);
	assert_true(accounts_delete(w->store, &w->sets, ada, w->now));
	has(w, "SELECT id, name, deleted_at IS NULL FROM users", "1|former player|0\n2|ben|1\n");
	has(w, "SELECT count(*) FROM addresses WHERE user_id = 1", "0\n");
	has(w, "SELECT count(*) FROM sessions WHERE user_id = 1", "0\n");
	has(w, "SELECT state, count(*) FROM games GROUP BY state",
	    "open|1\nremoved|1\nrunning|1\n");
	has(w, "SELECT resigned_at IS NOT NULL FROM seats WHERE user_id = 1", "1\n");
	has(w, "SELECT text FROM moves WHERE text = 'resign'", "resign\n");
	/* The address is free again. */
	assert_int_not_equal(sign_in(w, "ada@example.org"), ada);
	assert_games_are_whole(w, 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(an_account_arises_with_the_first_sign_in),
		TEST(whoever_is_known_gets_the_same_account),
		TEST(an_address_of_a_tag_alone_is_still_a_name),
		TEST(a_mail_holds_what_answers_it_and_the_database_does_not),
		TEST(a_code_works_where_it_was_asked_for_alone),
		TEST(five_tries_and_no_more),
		TEST(a_mail_is_answered_once),
		TEST(a_mail_is_good_for_ten_minutes),
		TEST(mails_to_an_address_are_bounded),
		TEST(registration_may_be_by_invitation),
		TEST(a_guest_becomes_the_account),
		TEST(a_guest_that_chose_a_name_keeps_it),
		TEST(a_guest_elsewhere_is_not_let_into_the_account),
		TEST(a_guest_goes_over_into_the_known_account),
		TEST(a_guest_who_follows_a_link_takes_the_games_along),
		TEST(an_account_is_not_mixed_up_with_who_signs_in_after_it),
		TEST(an_address_is_added_where_the_account_is_signed_in),
		TEST(an_address_is_not_added_by_a_tap_elsewhere),
		TEST(an_account_goes_over_into_the_one_of_the_address),
		TEST(two_who_sit_in_one_game_stay_two),
		TEST(an_account_has_five_addresses_at_most),
		TEST(an_address_goes_but_the_last_one_stays),
		TEST(a_change_of_addresses_is_told_to_those_that_were_there),
		TEST(a_held_place_is_the_accounts_and_the_game_starts),
		TEST(a_later_mail_confirms_a_held_place_too),
		TEST(a_held_place_goes_over_but_where_the_account_sits),
		TEST(an_account_has_fifty_sessions_and_the_oldest_goes),
		TEST(sessions_end_one_by_one_or_all_others),
		TEST(a_seat_has_an_order_of_its_own_or_the_accounts),
		TEST(who_deletes_the_account_keeps_nobody_waiting),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
