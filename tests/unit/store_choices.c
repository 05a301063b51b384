/* SPDX-License-Identifier: ISC */
/*
 * Rows of choices: found as put, each person's own, and gone with their person or address.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "store/choices.h"
#include "store/people.h"
#include "support/database.h"

static void with_people(struct db *db)
{
	database_user(db, "Ada", false);
	database_user(db, "Ben", false);
	address_insert(db, &(struct address){"new@example.org", 1, 20});
	address_insert(db, &(struct address){"old@example.org", 1, 10});
	address_insert(db, &(struct address){"ben@example.org", 2, 10});
}

static void mails_go_to_the_oldest_address_or_the_one_that_is_chosen(void **state)
{
	struct database *d = *state;
	struct user_mail mail;
	char address[LIMIT_ADDRESS_BYTES + 1];
	with_people(d->db);
	assert_true(user_mail_get(d->db, 1, &mail));
	assert_string_equal(mail.address, "");
	assert_int_equal(mail.off, MAIL_ON);
	assert_int_equal(mail.digest_hour, 8);
	assert_true(user_mail_address(d->db, 1, address));
	assert_string_equal(address, "old@example.org");
	mail = (struct user_mail){"new@example.org", MAIL_BOUNCED, 5, 23, 7};
	user_mail_update(d->db, 1, &mail);
	struct user_mail kept;
	assert_true(user_mail_get(d->db, 1, &kept));
	assert_string_equal(kept.address, "new@example.org");
	assert_int_equal(kept.off, MAIL_BOUNCED);
	assert_int_equal(kept.bounced_at, 5);
	assert_int_equal(kept.digest_hour, 23);
	assert_int_equal(kept.feed_number, 7);
	assert_true(user_mail_address(d->db, 1, address));
	assert_string_equal(address, "new@example.org");
	/* It is taken away: what was known of it too. */
	address_delete(d->db, "new@example.org");
	assert_true(user_mail_address(d->db, 1, address));
	assert_string_equal(address, "old@example.org");
	rows(d, "SELECT mail_address, bounced_at FROM users WHERE id = 1", "NULL|NULL\n");
	address_delete(d->db, "old@example.org");
	assert_false(user_mail_address(d->db, 1, address));
	assert_false(user_mail_get(d->db, 99, &kept));
}

static void another_address_that_goes_changes_nothing(void **state)
{
	struct database *d = *state;
	struct user_mail mail = {"new@example.org", MAIL_ON, 5, 8, 0};
	with_people(d->db);
	user_mail_update(d->db, 1, &mail);
	address_delete(d->db, "old@example.org");
	rows(d, "SELECT mail_address, bounced_at FROM users WHERE id = 1", "new@example.org|5\n");
}

static void a_choice_is_one_persons_for_one_kind(void **state)
{
	struct database *d = *state;
	char way[CHOICE_WAY_BYTES];
	with_people(d->db);
	assert_false(choice_get(d->db, 1, "your turn", way));
	choice_put(d->db, 1, "your turn", "digest");
	choice_put(d->db, 1, "your turn", "off");
	choice_put(d->db, 2, "your turn", "mail");
	assert_true(choice_get(d->db, 1, "your turn", way));
	assert_string_equal(way, "off");
	assert_false(choice_get(d->db, 1, "started", way));
	choice_delete_all(d->db, 1);
	rows(d, "SELECT * FROM notice_choices", "2|your turn|mail\n");
}

static void who_is_deleted_leaves_no_choices(void **state)
{
	struct database *d = *state;
	with_people(d->db);
	choice_put(d->db, 1, "your turn", "off");
	user_mail_update(d->db, 1, &(struct user_mail){"new@example.org", MAIL_ON, 5, 8, 0});
	user_delete(d->db, 1, "former player", 50);
	rows(d, "SELECT count(*) FROM notice_choices", "0\n");
	rows(d, "SELECT mail_address, bounced_at, calendar_id FROM users WHERE id = 1",
	     "NULL|NULL|NULL\n");
}

static void a_game_is_muted_for_one_seat(void **state)
{
	struct database *d = *state;
	with_people(d->db);
	database_game(d->db, "aaaaaaaa", 1);
	database_seat(d->db, "aaaaaaaa", 0, 1);
	assert_false(seat_is_muted(d->db, "aaaaaaaa", 1));
	assert_true(seat_mute(d->db, "aaaaaaaa", 1, true));
	assert_true(seat_is_muted(d->db, "aaaaaaaa", 1));
	assert_false(seat_mute(d->db, "aaaaaaaa", 2, true));
	assert_false(seat_is_muted(d->db, "aaaaaaaa", 2));
	assert_true(seat_mute(d->db, "aaaaaaaa", 1, false));
	assert_false(seat_is_muted(d->db, "aaaaaaaa", 1));
}

static void a_refusal_stands_until_it_is_taken_back(void **state)
{
	struct database *d = *state;
	assert_false(refusal_get(d->db, "x@example.org"));
	refusal_put(d->db, "x@example.org", 5);
	refusal_put(d->db, "x@example.org", 6);
	assert_true(refusal_get(d->db, "x@example.org"));
	refusal_delete(d->db, "x@example.org");
	assert_false(refusal_get(d->db, "x@example.org"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, database_begin, database_end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(mails_go_to_the_oldest_address_or_the_one_that_is_chosen),
		TEST(another_address_that_goes_changes_nothing),
		TEST(a_choice_is_one_persons_for_one_kind),
		TEST(who_is_deleted_leaves_no_choices),
		TEST(a_game_is_muted_for_one_seat),
		TEST(a_refusal_stands_until_it_is_taken_back),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
