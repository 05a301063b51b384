/* SPDX-License-Identifier: ISC */
/*
 * What people are told and how they want it: which rows there are, when they are due, what cancels
 * them, and what is chosen. How they are sent is notify's matter.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "app/accounts.h"
#include "app/autoplay.h"
#include "app/notices.h"
#include "support/lobby_world.h"

static void run_sql(struct world *w, const char *sql)
{
	sqlite3 *sqlite = NULL;
	struct database *d = w->database;
	assert_int_equal(sqlite3_open(d->path, &sqlite), SQLITE_OK);
	assert_int_equal(sqlite3_exec(sqlite, sql, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(sqlite);
}

static void every_kind_has_a_word_of_its_own(void **state)
{
	(void)state;
	for (int kind = 0; kind < NOTICE_KINDS; kind++) {
		const struct notice_trait *t = &notice_traits[kind];
		assert_int_equal(notice_kind_of(t->word), kind);
		assert_int_equal(t->meaning != NULL, kind < NOTICE_CHOICES);
		assert_true(t->usual != WAY_DIGEST || t->may_digest);
		assert_true(strlen(t->word) < sizeof(((struct notice *)0)->kind));
	}
	assert_int_equal(notice_kind_of("chat"), NOTICE_KINDS);
}

/* ---- Beginnings ---- */

#define SENT_TO "SELECT kind, user_id, address, state FROM notices ORDER BY id"

static void an_invitation_goes_to_the_account_or_else_to_the_address(void **state)
{
	struct world *w = *state;
	lobby_world_make(w, ADA, "la");
	has(w, SENT_TO, "invitation|2|NULL|waiting\n");
	lobby_world_setup(w, "la");
	snprintf(w->setup.places[1].address, sizeof(w->setup.places[1].address), "new@example.org");
	assert_int_equal(lobby_world_try(w, ADA), LOBBY_OK);
	has(w, SENT_TO, "invitation|2|NULL|waiting\ninvitation|NULL|new@example.org|waiting\n");
}

static void the_operator_sees_whom_a_mail_is_for_and_where_it_will_go(void **state)
{
	struct world *w = *state;
	struct text out;
	struct address ben;
	struct user u;
	char expected[600];
	lobby_world_make(w, ADA, "la");
	text_init(&out, 4096);
	struct db *db = store_read(w->store);
	notices_list(db, &out);
	assert_int_equal(address_list(db, w->users[BEN], &ben, 1), 1);
	assert_true(user_get(db, w->users[BEN], &u));
	store_read_done(w->store, db);
	snprintf(expected, sizeof(expected),
	         "1  waiting  invitation  game %s  %s (user 2)  to %s  due ", w->id, u.name,
	         ben.address);
	assert_int_equal(strncmp(text_string(&out), expected, strlen(expected)), 0);
	text_release(&out);
}

static void nobody_is_invited_twice_to_a_game_or_by_oneself(void **state)
{
	struct world *w = *state;
	lobby_world_make(w, ADA, "laa");
	lobby_world_make(w, BEN, "la");
	has(w, SENT_TO, "invitation|2|NULL|waiting\n");
}

static void nobody_gets_more_than_five_invitations_a_day(void **state)
{
	struct world *w = *state;
	for (int i = 0; i < 7; i++)
		lobby_world_make(w, i % 2 ? ADA : CLEO, "la");
	has(w, "SELECT count(*) FROM notices", "5\n");
	for (int i = 0; i < 7; i++) {
		lobby_world_setup(w, "la");
		snprintf(w->setup.places[1].address, sizeof(w->setup.places[1].address),
		         "new@example.org");
		assert_int_equal(lobby_world_try(w, ADA), LOBBY_OK);
	}
	has(w, "SELECT count(*) FROM notices", "10\n");
	w->now += DAY + 1;
	lobby_world_make(w, ADA, "la");
	has(w, "SELECT count(*) FROM notices", "11\n");
}

static void an_address_that_refused_is_not_invited_until_it_wants_to(void **state)
{
	struct world *w = *state;
	for (int i = 0; i < 3; i++) {
		assert_true(notices_refuse(w->store, "new@example.org", i < 2, w->now));
		lobby_world_setup(w, "la");
		snprintf(w->setup.places[1].address, sizeof(w->setup.places[1].address),
		         "new@example.org");
		assert_int_equal(lobby_world_try(w, ADA), LOBBY_OK);
		has(w, "SELECT count(*) FROM notices", i < 2 ? "0\n" : "1\n");
	}
}

static void a_refusal_holds_for_an_address_that_is_an_accounts(void **state)
{
	struct world *w = *state;
	struct address ben;
	struct db *db = store_read(w->store);
	assert_int_equal(address_list(db, w->users[BEN], &ben, 1), 1);
	assert_true(notices_may_invite(db, ben.address));
	assert_true(notices_may_invite(db, "new@example.org"));
	store_read_done(w->store, db);
	assert_true(notices_refuse(w->store, ben.address, true, w->now));
	lobby_world_make(w, ADA, "la");
	has(w, "SELECT count(*) FROM notices", "0\n");
	db = store_read(w->store);
	assert_false(notices_may_invite(db, ben.address));
	store_read_done(w->store, db);
	assert_true(notices_refuse(w->store, ben.address, false, w->now));
	lobby_world_make(w, ADA, "la");
	has(w, SENT_TO, "invitation|2|NULL|waiting\n");
}

static void who_invites_learns_that_no_invitation_is_mailed(void **state)
{
	static const char *const reasons[] = {
		"UPDATE users SET mail_off = 1 WHERE id = 2",
		"INSERT INTO notice_choices VALUES (2, 'invitation', 'off')",
		"INSERT INTO refusals SELECT address, 1 FROM addresses WHERE user_id = 2",
		"UPDATE users SET mail_address = 'b2@example.org' WHERE id = 2;"
		"INSERT INTO addresses VALUES ('b2@example.org', 2, 1);"
		"INSERT INTO refusals VALUES ('b2@example.org', 1)",
	};
	struct world *w = *state;
	struct address ben;
	struct db *db = store_read(w->store);
	assert_int_equal(address_list(db, w->users[BEN], &ben, 1), 1);
	store_read_done(w->store, db);
	for (size_t i = 0; i < sizeof(reasons) / sizeof(reasons[0]); i++) {
		run_sql(w, "UPDATE users SET mail_off = 0; DELETE FROM notice_choices;"
		           "DELETE FROM refusals");
		db = store_read(w->store);
		assert_true(notices_may_invite(db, ben.address));
		store_read_done(w->store, db);
		run_sql(w, reasons[i]);
		db = store_read(w->store);
		assert_false(notices_may_invite(db, ben.address));
		store_read_done(w->store, db);
	}
}

static void an_invitation_ends_with_its_place_or_its_game(void **state)
{
	struct world *w = *state;
	lobby_world_make(w, ADA, "lla");
	assert_int_equal(lobby_world_join(w, BEN, false), LOBBY_OK);
	has(w, SENT_TO, "invitation|2|NULL|cancelled\n");
	lobby_world_make(w, ADA, "la");
	assert_int_equal(lobby_cancel(w->store, &w->sets, w->id, w->users[ADA], w->now), LOBBY_OK);
	lobby_world_make(w, ADA, "lla");
	assert_int_equal(lobby_world_join(w, ADA, true), LOBBY_OK);
	assert_int_equal(lobby_world_start(w, ADA, "quick"), LOBBY_OK);
	lobby_world_make(w, ADA, "la");
	lobby_tidy(w->store, w->now + 31 * DAY);
	has(w, "SELECT state, count(*) FROM notices WHERE kind = 'invitation' GROUP BY state",
	    "cancelled|4\n");
}

static void all_but_who_is_on_turn_are_told_that_a_game_has_started(void **state)
{
	struct world *w = *state;
	lobby_world_make(w, ADA, "lll");
	for (int user = ADA; user <= CLEO; user++)
		assert_int_equal(lobby_world_join(w, user, true), LOBBY_OK);
	has(w, "SELECT kind, count(*), count(DISTINCT user_id), due_at FROM notices GROUP BY kind",
	    "started|2|2|1800000000\nyour turn|1|1|1800000000\n");
	has(w, "SELECT count(DISTINCT user_id) FROM notices", "3\n");
}

/* Whoever is on turn first. */
static void who_plays_bots_alone_hears_of_the_first_turn_five_minutes_later(void **state)
{
	struct world *w = *state;
	lobby_world_make(w, ADA, "lq");
	assert_int_equal(lobby_world_join(w, ADA, true), LOBBY_OK);
	autoplay_run(w->store, &w->sets, w->id, w->now, AUTOPLAY_ALL);
	has(w, "SELECT kind, due_at FROM notices", "your turn|1800000300\n");
}

/* ---- In a game ---- */

/* A row as told to the person at seat 0, who has moved at that time. */
static int tell(struct db *db, void *context)
{
	struct play *p = context;
	notices_tell(db, p, NOTICE_REMINDER, 0, 1, START, START);
	return 0;
}

static struct play *table(struct world *w)
{
	struct play *p = play_new();
	lobby_world_make(w, ADA, "ll");
	lobby_world_join(w, ADA, true);
	lobby_world_join(w, BEN, true);
	struct db *db = store_read(w->store);
	assert_true(play_peek(db, &w->sets, w->id, p));
	store_read_done(w->store, db);
	run_sql(w, "DELETE FROM notices");
	return p;
}

static void who_has_moved_is_told_five_minutes_after_that(void **state)
{
	struct world *w = *state;
	struct play *p = table(w);
	static const int64_t moved[] = {0, START - 301, START - 300, START - 299, START - 1, START};
	static const int64_t due[] = {0, 0, 0, 1, 299, 300};
	for (size_t i = 0; i < 6; i++) {
		char expected[60];
		p->seats[0].moved_at = moved[i];
		assert_int_equal(store_write(w->store, tell, p), STORE_OK);
		snprintf(expected, sizeof(expected), "%lld|1|%d\n", (long long)(START + due[i]),
		         (int)p->row.rev);
		has(w, "SELECT due_at, number, rev FROM notices", expected);
		run_sql(w, "DELETE FROM notices");
	}
	play_free(p);
}

static void who_plays_no_more_is_told_nothing(void **state)
{
	struct world *w = *state;
	struct play *p = table(w);
	p->seats[0].resigned_at = START;
	assert_int_equal(store_write(w->store, tell, p), STORE_OK);
	p->seats[0].resigned_at = 0;
	p->seats[0].user_is_deleted = true;
	assert_int_equal(store_write(w->store, tell, p), STORE_OK);
	has(w, "SELECT count(*) FROM notices", "0\n");
	play_free(p);
}

static int tell_all_kinds(struct db *db, void *context)
{
	struct play *p = context;
	for (int kind = 0; kind < NOTICE_CHOICES; kind++) {
		notices_tell(db, p, (enum notice_kind)kind, 0, 0, START, START);
		notices_tell(db, p, (enum notice_kind)kind, 1, 0, START, START);
	}
	return 0;
}

static int act(struct db *db, void *context)
{
	notices_done(db, context, 0, START + 1);
	return 0;
}

static int end_more_time(struct db *db, void *context)
{
	notices_void(db, context, NOTICE_MORE_TIME, START + 2);
	return 0;
}

static void an_act_cancels_what_was_asked_of_its_seat_and_no_news(void **state)
{
	struct world *w = *state;
	struct play *p = table(w);
	assert_int_equal(store_write(w->store, tell_all_kinds, p), STORE_OK);
	assert_int_equal(store_write(w->store, act, p), STORE_OK);
	has(w, "SELECT kind FROM notices WHERE state = 'cancelled' ORDER BY kind",
	    "more time\nreminder\nyour turn\nyour word\n");
	assert_int_equal(store_write(w->store, end_more_time, p), STORE_OK);
	has(w, "SELECT count(*) FROM notices WHERE state = 'cancelled'", "5\n");
	play_free(p);
}

/* ---- Choices ---- */

static struct notice_choices choices_of(struct world *w, int user)
{
	struct notice_choices c;
	struct db *db = store_read(w->store);
	notices_choices(db, w->users[user], &c);
	store_read_done(w->store, db);
	return c;
}

/* In the game that was made last. */
static bool is_reached(struct world *w, int user)
{
	struct db *db = store_read(w->store);
	struct play *p = play_new();
	assert_true(play_peek(db, &w->sets, w->id, p));
	int seat = play_seat_of(p, w->users[user]);
	assert_true(seat >= 0);
	bool is = !(notices_unreached(db, w->id) >> p->seats[seat].place & 1);
	play_free(p);
	store_read_done(w->store, db);
	return is;
}

static void choices_are_kept_and_the_usual_ones_until_then(void **state)
{
	struct world *w = *state;
	struct notice_choices c = choices_of(w, BEN);
	for (int kind = 0; kind < NOTICE_CHOICES; kind++)
		assert_int_equal(c.ways[kind], notice_traits[kind].usual);
	assert_string_equal(c.address, "");
	assert_int_equal(c.digest_hour, 8);
	c.ways[NOTICE_STARTED] = WAY_DIGEST;
	c.ways[NOTICE_REMINDER] = WAY_OFF;
	c.digest_hour = 23;
	snprintf(c.address, sizeof(c.address), "ben@example.org");
	assert_true(notices_choose(w->store, w->users[BEN], &c));
	struct notice_choices kept = choices_of(w, BEN);
	assert_memory_equal(kept.ways, c.ways, sizeof(c.ways));
	assert_string_equal(kept.address, "ben@example.org");
	assert_int_equal(kept.digest_hour, 23);
	c = choices_of(w, CLEO); /* others' are as they were */
	assert_int_equal(c.ways[NOTICE_STARTED], WAY_BOTH);
}

static void what_cannot_be_chosen_is_refused_whole(void **state)
{
	struct world *w = *state;
	for (int i = 0; i < 5; i++) {
		struct notice_choices c = choices_of(w, BEN);
		c.ways[NOTICE_STARTED] = WAY_OFF;
		switch (i) {
		case 0:
			c.digest_hour = 24;
			break;
		case 1:
			c.digest_hour = -1;
			break;
		case 2:
			c.ways[NOTICE_REMINDER] = WAY_DIGEST; /* it cannot wait */
			break;
		case 3:
			snprintf(c.address, sizeof(c.address), "ada@example.org");
			break;
		default:
			c.ways[NOTICE_YOUR_TURN] = WAY_COUNT;
		}
		assert_false(notices_choose(w->store, w->users[BEN], &c));
	}
	has(w, "SELECT count(*) FROM notice_choices", "0\n");
}

static void who_gets_no_mails_of_turns_is_known(void **state)
{
	struct world *w = *state;
	play_free(table(w));
	assert_true(is_reached(w, BEN));
	struct notice_choices c = choices_of(w, BEN);
	c.ways[NOTICE_YOUR_TURN] = WAY_OFF;
	assert_true(notices_choose(w->store, w->users[BEN], &c));
	assert_false(is_reached(w, BEN));
	c.ways[NOTICE_YOUR_TURN] = WAY_DIGEST;
	assert_true(notices_choose(w->store, w->users[BEN], &c));
	assert_true(is_reached(w, BEN));
	assert_true(notices_switch(w->store, w->users[BEN], false));
	assert_false(is_reached(w, BEN));
	assert_true(notices_switch(w->store, w->users[BEN], true));
	assert_true(is_reached(w, BEN));
	assert_true(notices_mute(w->store, w->users[BEN], w->id, true));
	assert_false(is_reached(w, BEN));
	assert_true(notices_mute(w->store, w->users[BEN], w->id, false));
	run_sql(w, "UPDATE users SET mail_off = 2");
	assert_false(is_reached(w, BEN));
}

/* A webhook that is on reaches who gets no mails, for the kinds that go there. */
static void a_webhook_reaches_too(void **state)
{
	struct world *w = *state;
	play_free(table(w));
	run_sql(w, "INSERT INTO hooks (user_id, kind, url, state, created_at) SELECT id, 'ntfy',"
	           " 'https://ntfy.sh/a', 'on', 1 FROM users WHERE name = 'Ben'");
	run_sql(w, "UPDATE users SET mail_off = 1");
	assert_true(is_reached(w, BEN));
	assert_false(is_reached(w, ADA));
	static const struct {
		enum notice_way way;
		bool is_reached;
	} ways[] = {{WAY_MAIL, false},
	            {WAY_BOTH, true},
	            {WAY_HOOK, true},
	            {WAY_DIGEST, false},
	            {WAY_OFF, false}};
	struct notice_choices c = choices_of(w, BEN);
	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		c.ways[NOTICE_YOUR_TURN] = ways[i].way;
		assert_true(notices_choose(w->store, w->users[BEN], &c));
		assert_int_equal(is_reached(w, BEN), ways[i].is_reached);
	}
	c.ways[NOTICE_YOUR_TURN] = WAY_HOOK;
	assert_true(notices_choose(w->store, w->users[BEN], &c));
	assert_true(notices_mute(w->store, w->users[BEN], w->id, true));
	assert_false(is_reached(w, BEN));
	assert_true(notices_mute(w->store, w->users[BEN], w->id, false));
	run_sql(w, "UPDATE hooks SET state = 'off'");
	assert_false(is_reached(w, BEN));
	run_sql(w, "UPDATE users SET mail_off = 0"); /* while none is on they come by mail */
	assert_true(is_reached(w, BEN));
}

static void another_address_is_tried_where_one_bounced(void **state)
{
	struct world *w = *state;
	play_free(table(w));
	run_sql(w, "INSERT INTO addresses SELECT 'ben@example.com', user_id, 9 FROM addresses"
	           " WHERE address = 'ben@example.org'");
	run_sql(w, "UPDATE users SET mail_off = 2, bounced_at = 5");
	struct notice_choices c = choices_of(w, BEN);
	assert_true(notices_choose(w->store, w->users[BEN], &c));
	assert_false(is_reached(w, BEN));
	snprintf(c.address, sizeof(c.address), "ben@example.com");
	assert_true(notices_choose(w->store, w->users[BEN], &c));
	assert_true(is_reached(w, BEN));
	/* Who wants no mails wants none there either. */
	assert_true(notices_switch(w->store, w->users[BEN], false));
	snprintf(c.address, sizeof(c.address), "ben@example.org");
	assert_true(notices_choose(w->store, w->users[BEN], &c));
	assert_false(is_reached(w, BEN));
}

static void an_address_that_bounced_and_is_taken_away_keeps_no_mails_off(void **state)
{
	struct world *w = *state;
	play_free(table(w));
	run_sql(w, "INSERT INTO addresses SELECT 'ben@example.com', user_id, confirmed_at + 9"
	           " FROM addresses WHERE address = 'ben@example.org'");
	run_sql(w, "INSERT INTO addresses SELECT 'ben@example.net', user_id, confirmed_at + 9"
	           " FROM addresses WHERE address = 'ben@example.org'");
	run_sql(w, "UPDATE users SET mail_off = 2, bounced_at = 5");
	assert_true(accounts_drop_address(w->store, w->users[BEN], "ben@example.com", w->now));
	assert_false(is_reached(w, BEN));
	/* The one that was in use, chosen or not, is: saving it once more is no change. */
	struct notice_choices c = choices_of(w, BEN);
	snprintf(c.address, sizeof(c.address), "ben@example.org");
	assert_true(notices_choose(w->store, w->users[BEN], &c));
	assert_false(is_reached(w, BEN));
	assert_true(accounts_drop_address(w->store, w->users[BEN], "ben@example.org", w->now));
	assert_true(is_reached(w, BEN));
}

static void a_game_is_muted_by_who_sits_there(void **state)
{
	struct world *w = *state;
	lobby_world_make(w, ADA, "ll");
	assert_int_equal(lobby_world_join(w, BEN, true), LOBBY_OK);
	assert_true(notices_mute(w->store, w->users[BEN], w->id, true));
	assert_false(notices_mute(w->store, w->users[CLEO], w->id, true));
	has(w, "SELECT user_id FROM seats WHERE is_muted", "2\n");
	assert_true(notices_mute(w->store, w->users[BEN], w->id, false));
	has(w, "SELECT user_id FROM seats WHERE is_muted", "");
}

static void a_feed_that_is_renewed_has_another_number(void **state)
{
	struct world *w = *state;
	assert_true(notices_renew_feed(w->store, w->users[BEN]));
	assert_false(notices_renew_feed(w->store, 99));
	has(w, "SELECT id, feed_number FROM users WHERE feed_number", "2|1\n");
}

static void what_was_settled_90_days_ago_is_gone(void **state)
{
	struct world *w = *state;
	run_sql(w, "INSERT INTO notices (id, kind, channel, due_at, created_at, state, settled_at,"
	           " bytes, digest_id) SELECT column1, 'x', 'mail', 1, 1, column2, column3, x'00',"
	           " column4 FROM (VALUES (1, 'sent', 100, NULL), (2, 'sent', 101, 1),"
	           " (3, 'waiting', NULL, NULL), (4, 'cancelled', 7760000, NULL),"
	           " (5, 'cancelled', 7775000, NULL))");
	notices_tidy(w->store, 90 * DAY + 101);
	has(w, "SELECT id, digest_id, bytes IS NULL FROM notices",
	    "2|NULL|1\n3|NULL|0\n4|NULL|1\n"
	    "5|NULL|0\n");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, lobby_world_open, lobby_world_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_kind_has_a_word_of_its_own),
		TEST(an_invitation_goes_to_the_account_or_else_to_the_address),
		TEST(the_operator_sees_whom_a_mail_is_for_and_where_it_will_go),
		TEST(nobody_is_invited_twice_to_a_game_or_by_oneself),
		TEST(nobody_gets_more_than_five_invitations_a_day),
		TEST(an_address_that_refused_is_not_invited_until_it_wants_to),
		TEST(a_refusal_holds_for_an_address_that_is_an_accounts),
		TEST(who_invites_learns_that_no_invitation_is_mailed),
		TEST(an_invitation_ends_with_its_place_or_its_game),
		TEST(all_but_who_is_on_turn_are_told_that_a_game_has_started),
		TEST(who_plays_bots_alone_hears_of_the_first_turn_five_minutes_later),
		TEST(who_has_moved_is_told_five_minutes_after_that),
		TEST(who_plays_no_more_is_told_nothing),
		TEST(an_act_cancels_what_was_asked_of_its_seat_and_no_news),
		TEST(choices_are_kept_and_the_usual_ones_until_then),
		TEST(what_cannot_be_chosen_is_refused_whole),
		TEST(who_gets_no_mails_of_turns_is_known),
		TEST(a_webhook_reaches_too),
		TEST(another_address_is_tried_where_one_bounced),
		TEST(an_address_that_bounced_and_is_taken_away_keeps_no_mails_off),
		TEST(a_game_is_muted_by_who_sits_there),
		TEST(a_feed_that_is_renewed_has_another_number),
		TEST(what_was_settled_90_days_ago_is_gone),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
