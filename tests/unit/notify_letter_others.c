/* SPDX-License-Identifier: ISC */
/*
 * Letters that are about no table: invitations, the mail of the day, addresses.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "store/notices.h"
#include "support/letter_desk.h"
#include "support/mail_parts.h"

/* ---- Invitation ---- */

static void an_invitation_says_who_invites_to_what(void **state)
{
	struct letter_desk *d = *state;
	party_start(d->party, &(struct party_game){.people = 1, .places = 3}, d->id);
	party_sql(d->party, "UPDATE games SET name = 'Evening game'");
	struct notice n = letter_desk_notice(d, NOTICE_INVITATION, d->party->people[1], 0);
	char token[MAIL_TOKEN_BYTES], link[MAIL_TOKEN_BYTES + 80];
	letter_desk_write(d, &n);
	says(&d->text, "User 0 invites you to a game.\n");
	says(&d->text, "It is called Evening game, for 3 players; a turn may take 1 day.\n");
	mail_secrets_invitation(&d->secrets, d->id, n.address, token);
	snprintf(link, sizeof(link), "\nSee the game:\nhttps://safari.example/invitation/%s\n",
	         token);
	says(&d->text, link);
	says_not(&d->text, "password");
	says(&d->html, "invites you to a game of Carcassonne: Safari.</div>");
	field_is(d, "Subject", "User 0 invites you to a game");
	assert_false(mail_has_field(&d->mail, "References"));
}

static void whoever_has_no_account_is_told_how_it_works(void **state)
{
	struct letter_desk *d = *state;
	party_start(d->party, &(struct party_game){.people = 1, .places = 3}, d->id);
	party_sql(d->party, "UPDATE games SET turn_s = 0");
	struct notice n = letter_desk_notice(d, NOTICE_INVITATION, 0, 0);
	char token[MAIL_TOKEN_BYTES], expected[700];
	letter_desk_write(d, &n);
	letter_desk_keep(d, "invitation");
	says(&d->text, "there is no time limit.\n");
	says(&d->text, "There is no password and nothing to install");
	says_not(&d->text, "/settings");
	mail_secrets_unsubscribe_address(&d->secrets, "ada@example.org", token);
	snprintf(expected, sizeof(expected), "<https://safari.example/unsubscribe/%s>", token);
	field_is(d, "List-Unsubscribe", expected);
}

static void there_is_no_invitation_to_no_game(void **state)
{
	struct letter_desk *d = *state;
	struct notice n = letter_desk_notice(d, NOTICE_INVITATION, 0, 0);
	assert_int_equal(letter_desk_try(d, &n), -1);
}

/* ---- The mail of the day ---- */

/* Adds notices of a user to the lane of the day, and collects them. */
struct day {
	struct notice notices[8];
	size_t count;
	int64_t user_id, now, id;
};

static int add(struct db *db, void *context)
{
	struct day *day = context;
	for (size_t i = 0; i < day->count; i++) {
		day->notices[i].lane = LANE_DIGEST;
		notice_add(db, &day->notices[i], NULL, 0);
	}
	return 0;
}

static int collect(struct db *db, void *context)
{
	struct day *day = context;
	add(db, day);
	day->id = notice_collect(db, day->user_id, notice_traits[NOTICE_DIGEST].word, day->now,
	                         "in the mail of the day");
	return 0;
}

static void the_mail_of_the_day_has_each_game_once_with_its_link(void **state)
{
	struct letter_desk *d = *state;
	struct day day = {.user_id = d->party->people[0], .now = d->party->now};
	static const char *const names[] = {"Evening game", "Morning game"};
	char first[GAME_ID_LEN + 1], sql[120], link[64];
	for (int i = 0; i < 2; i++) {
		party_start(d->party, &(struct party_game){.people = 2}, d->id);
		snprintf(sql, sizeof(sql), "UPDATE games SET name = '%s' WHERE id = '%s'", names[i],
		         d->id);
		party_sql(d->party, sql);
		day.notices[day.count++] =
			letter_desk_notice(d, NOTICE_STARTED, day.user_id, 1 + i);
		day.notices[day.count++] =
			letter_desk_notice(d, NOTICE_YOUR_TURN, day.user_id, 1 + i);
		if (i == 0)
			memcpy(first, d->id, sizeof(first));
	}
	party_sql(d->party, "UPDATE seats SET is_awaited = 1, deadline_at = 1800086400");
	assert_int_equal(store_write(d->party->store, collect, &day), STORE_OK);
	assert_int_not_equal(day.id, 0);
	struct notice n = letter_desk_notice(d, NOTICE_DIGEST, day.user_id, 0);
	n.id = day.id;
	n.game_id[0] = '\0';
	letter_desk_write(d, &n);
	letter_desk_keep(d, "digest");
	says(&d->text, "Your games today.\n");
	says(&d->text, "\nEvening game\n"
	               "- A game has started.\n"
	               "- It is your turn.\n"
	               "- You have until Sat 16 January, 08:00 (UTC).\n");
	says(&d->text, "\nMorning game\n");
	snprintf(link, sizeof(link), "\nhttps://safari.example/g/%s#here\n", first);
	says(&d->text, link);
	snprintf(link, sizeof(link), "\nhttps://safari.example/g/%s#here\n", d->id);
	says(&d->text, link);
	says(&d->html, "There is news in 2 games.</div>");
	field_is(d, "Subject", "Your games at Slow Safari");
	assert_true(mail_has_field(&d->mail, "List-Unsubscribe"));
}

/* Names of 160 bytes, each byte three in a mail, twice in each of both forms. */
static void a_day_of_very_many_games_has_a_mail_that_says_how_many_more(void **state)
{
	enum { GAMES = 70 };
	struct letter_desk *d = *state;
	struct day day = {.user_id = d->party->people[0], .now = d->party->now};
	for (int i = 0; i < GAMES; i++) {
		party_start(d->party, &(struct party_game){.people = 2}, d->id);
		day.notices[0] = letter_desk_notice(d, NOTICE_YOUR_TURN, day.user_id, 1);
		day.count = 1;
		day.id = 0;
		assert_int_equal(store_write(d->party->store, add, &day), STORE_OK);
	}
	party_sql(d->party,
	          "UPDATE games SET name = replace(hex(zeroblob(20)), '00', '\xF0\x9F\xA6\x92"
	          "\xF0\x9F\xA6\x93')");
	day.count = 0;
	assert_int_equal(store_write(d->party->store, collect, &day), STORE_OK);
	struct notice n = letter_desk_notice(d, NOTICE_DIGEST, day.user_id, 0);
	n.id = day.id;
	n.game_id[0] = '\0';
	letter_desk_write(d, &n);
	letter_desk_keep(d, "digest-long");
	says(&d->text, "There is news in 70 games. Here are 30 of them; your page has all.");
	says(&d->html, "There is news in 70 games.</div>");
}

static void a_day_without_games_has_no_mail(void **state)
{
	struct letter_desk *d = *state;
	struct notice n = letter_desk_notice(d, NOTICE_DIGEST, d->party->people[0], 0);
	n.id = 4711;
	assert_int_equal(letter_desk_try(d, &n), -1);
}

/* ---- Addresses ---- */

static void an_address_that_stays_hears_of_a_new_one(void **state)
{
	struct letter_desk *d = *state;
	struct notice n = letter_desk_notice(d, NOTICE_ADDRESS, d->party->people[0], 0);
	party_sql(d->party, "INSERT INTO addresses (address, user_id, confirmed_at) SELECT "
	                    "'new@example.net', user_id, 1900000000 FROM addresses WHERE address "
	                    "= 'user0@example.org'");
	snprintf(n.address, sizeof(n.address), "user0@example.org");
	n.game_id[0] = '\0';
	letter_desk_write(d, &n);
	letter_desk_keep(d, "address");
	says(&d->text, "The mail addresses of your account have changed.\n");
	says(&d->text, "user0@example.org and new@example.net sign in to your account now, and no");
	says(&d->text, "https://safari.example/settings\n");
	field_is(d, "Subject", "Your mail addresses at Slow Safari");
	assert_false(mail_has_field(&d->mail, "List-Unsubscribe"));
	says_not(&d->text, "unsubscribe");
}

static void an_address_that_stays_hears_of_one_that_was_taken_away(void **state)
{
	struct letter_desk *d = *state;
	struct notice n = letter_desk_notice(d, NOTICE_ADDRESS, d->party->people[0], 0);
	snprintf(n.address, sizeof(n.address), "user0@example.org");
	n.game_id[0] = '\0';
	letter_desk_write(d, &n);
	says(&d->text, "The mail addresses of your account have changed.\n");
	says(&d->text, "user0@example.org signs in to your account now, and no other.");
}

static void an_address_that_was_taken_away_hears_of_no_other(void **state)
{
	struct letter_desk *d = *state;
	struct notice n = letter_desk_notice(d, NOTICE_ADDRESS, d->party->people[0], 0);
	n.game_id[0] = '\0';
	letter_desk_write(d, &n);
	says(&d->text, "This address was taken away from your account.\n");
	says_not(&d->text, "user0@example.org");
	says_not(&d->html, "user0@example.org");
}

/* ---- Webhooks ---- */

/* Nothing of its address but the host: that is in a mail now, and the rest often is a secret. */
static void a_webhook_that_fails_is_told_by_its_host(void **state)
{
	struct letter_desk *d = *state;
	struct notice n = letter_desk_notice(d, NOTICE_HOOK_FAILS, d->party->people[0], 0);
	n.game_id[0] = '\0';
	n.hook_id = 1;
	assert_int_equal(letter_desk_try(d, &n), -1);
	party_sql(d->party, "INSERT INTO hooks (user_id, kind, url, state, created_at)"
	                    " VALUES (1, 'discord', 'https://discord.com/api/secret', 'on', 1)");
	letter_desk_write(d, &n);
	letter_desk_keep(d, "webhook");
	field_is(d, "Subject", "Your webhook at Slow Safari");
	says(&d->text, "Your webhook has not answered for a day.\n");
	says(&d->text, "It leads to discord.com. ");
	says(&d->text, "https://safari.example/settings/hooks\n");
	says_not(&d->text, "secret");
	party_sql(d->party, "UPDATE hooks SET state = 'off'");
	letter_desk_write(d, &n);
	says(&d->text, "Your webhook is switched off.\n");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, letter_desk_open, letter_desk_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(an_invitation_says_who_invites_to_what),
		TEST(whoever_has_no_account_is_told_how_it_works),
		TEST(there_is_no_invitation_to_no_game),
		TEST(the_mail_of_the_day_has_each_game_once_with_its_link),
		TEST(a_day_of_very_many_games_has_a_mail_that_says_how_many_more),
		TEST(a_day_without_games_has_no_mail),
		TEST(a_webhook_that_fails_is_told_by_its_host),
		TEST(an_address_that_stays_hears_of_a_new_one),
		TEST(an_address_that_stays_hears_of_one_that_was_taken_away),
		TEST(an_address_that_was_taken_away_hears_of_no_other),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
