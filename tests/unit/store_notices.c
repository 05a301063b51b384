/* SPDX-License-Identifier: ISC */
/*
 * The queue of notices: each is there once, is taken by one worker at a time, and is never lost
 * while it waits.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "store/notices.h"
#include "support/database.h"

static struct notice turn_notice(int64_t rev, int64_t user_id, int64_t due_at)
{
	struct notice n = {.kind = "your turn",
	                   .game_id = "aaaaaaaa",
	                   .rev = rev,
	                   .user_id = user_id,
	                   .due_at = due_at,
	                   .created_at = 10};
	return n;
}

static void with_game(struct db *db)
{
	database_user(db, "Ada", false);
	database_user(db, "Ben", false);
	database_game(db, "aaaaaaaa", 1);
	database_game(db, "bbbbbbbb", 1);
}

/* The id claimed, 0 for none; what was claimed in *out, which may be NULL. */
static int64_t claim(struct db *db, enum notice_lane lane, int64_t now, int64_t lease_until,
                     struct notice *out)
{
	struct notice n;
	struct text bytes;
	text_init(&bytes, 1000);
	bool is_there = notice_claim(db, lane, now, lease_until, out ? out : &n, &bytes);
	text_release(&bytes);
	return is_there ? (out ? out : &n)->id : 0;
}

static void a_notice_is_found_as_put(void **state)
{
	struct database *d = *state;
	with_game(d->db);
	int64_t signin = database_signin(d->db, 1, 0, 1);
	struct notice n = {.kind = "sign in",
	                   .signin_id = signin,
	                   .lane = LANE_SIGN_IN,
	                   .address = "ada@example.org",
	                   .due_at = 20,
	                   .created_at = 10},
		      got;
	struct notice turn = turn_notice(7, 2, 30);
	notice_add(d->db, &n, "To: \0Ada", 8);
	notice_add(d->db, &turn, NULL, 0);
	rows(d, "SELECT * FROM notices",
	     "1|sign "
	     "in|NULL|NULL|NULL|1|sign "
	     "in|ada@example.org|20|10|waiting|0|NULL|546f3a2000416461|NULL|"
	     "NULL|0|0|NULL\n"
	     "2|your "
	     "turn|aaaaaaaa|7|2|NULL|mail|NULL|30|10|waiting|0|NULL|NULL|NULL|NULL|0|0|NULL\n");
	struct text bytes;
	text_init(&bytes, 1000);
	assert_true(notice_claim(d->db, LANE_SIGN_IN, 20, 120, &got, &bytes));
	assert_int_equal(bytes.len, 8);
	assert_memory_equal(bytes.data, "To: \0Ada", 8);
	assert_int_equal(got.id, 1);
	assert_string_equal(got.kind, "sign in");
	assert_string_equal(got.game_id, "");
	assert_int_equal(got.signin_id, signin);
	assert_int_equal(got.lane, LANE_SIGN_IN);
	assert_string_equal(got.address, "ada@example.org");
	assert_int_equal(got.due_at, 20);
	assert_int_equal(got.created_at, 10);
	assert_int_equal(got.tries, 1);
	text_clear(&bytes);
	assert_true(notice_claim(d->db, LANE_MAIL, 30, 130, &got, &bytes));
	assert_int_equal(bytes.len, 0);
	assert_string_equal(got.game_id, "aaaaaaaa");
	assert_int_equal(got.rev, 7);
	assert_int_equal(got.user_id, 2);
	text_release(&bytes);
	rows(d, "SELECT state, tries, lease_until FROM notices", "sending|1|120\nsending|1|130\n");
}

static void a_second_one_of_a_kind_is_none(void **state)
{
	struct database *d = *state;
	with_game(d->db);
	struct notice n[] = {turn_notice(7, 1, 30), turn_notice(7, 1, 99), turn_notice(8, 1, 40),
	                     turn_notice(7, 2, 50)};
	for (size_t i = 0; i < 4; i++)
		notice_add(d->db, &n[i], NULL, 0);
	snprintf(n[0].kind, sizeof(n[0].kind), "game over");
	notice_add(d->db, &n[0], NULL, 0);
	rows(d, "SELECT kind, rev, user_id, due_at FROM notices",
	     "your turn|7|1|30\nyour turn|8|1|40\nyour turn|7|2|50\ngame over|7|1|30\n");
	/* Only being there already is no failure. */
	n[0].user_id = 99;
	notice_add(d->db, &n[0], NULL, 0);
	fails(d);
}

static void the_longest_due_of_a_lane_is_claimed_once(void **state)
{
	struct database *d = *state;
	with_game(d->db);
	struct notice n[] = {turn_notice(1, 1, 30), turn_notice(2, 1, 20), turn_notice(3, 1, 40),
	                     turn_notice(4, 1, 5)};
	n[3].lane = LANE_SIGN_IN;
	for (size_t i = 0; i < 4; i++)
		notice_add(d->db, &n[i], NULL, 0);
	assert_int_equal(claim(d->db, LANE_MAIL, 19, 100, NULL), 0);
	assert_int_equal(claim(d->db, LANE_MAIL, 35, 100, NULL), 2);
	assert_int_equal(claim(d->db, LANE_MAIL, 35, 100, NULL), 1);
	assert_int_equal(claim(d->db, LANE_MAIL, 35, 100, NULL), 0);
	assert_int_equal(claim(d->db, LANE_SIGN_IN, 35, 100, NULL), 4);
	assert_int_equal(claim(d->db, LANE_SIGN_IN, 35, 100, NULL), 0);
}

static void a_claim_is_free_again_when_its_lease_ran_out(void **state)
{
	struct database *d = *state;
	with_game(d->db);
	struct notice n = turn_notice(1, 1, 30);
	notice_add(d->db, &n, NULL, 0);
	assert_int_equal(claim(d->db, LANE_MAIL, 30, 100, NULL), 1);
	assert_int_equal(claim(d->db, LANE_MAIL, 99, 200, NULL), 0);
	assert_int_equal(claim(d->db, LANE_MAIL, 100, 200, &n), 1);
	assert_int_equal(n.tries, 2);
}

static void bytes_are_kept_until_it_is_settled(void **state)
{
	struct database *d = *state;
	with_game(d->db);
	struct notice n = turn_notice(1, 1, 30);
	notice_add(d->db, &n, NULL, 0);
	notice_keep_bytes(d->db, 1, "", "early", 5); /* nobody's yet */
	claim(d->db, LANE_MAIL, 30, 100, NULL);
	notice_keep_bytes(d->db, 1, "", "mail", 4);
	notice_again(d->db, 1, 77, "451 later");
	rows(d,
	     "SELECT state, due_at, lease_until, CAST(bytes AS TEXT), answer, settled_at FROM "
	     "notices",
	     "waiting|77|NULL|mail|451 later|NULL\n");
	struct text bytes;
	text_init(&bytes, 100);
	assert_true(notice_claim(d->db, LANE_MAIL, 77, 100, &n, &bytes));
	assert_string_equal(text_string(&bytes), "mail");
	text_release(&bytes);
	notice_sent(d->db, 1, 78, "250 ok");
	rows(d, "SELECT state, tries, lease_until, bytes, answer, settled_at FROM notices",
	     "sent|2|NULL|NULL|250 ok|78\n");
}

static void a_dead_one_is_settled_too(void **state)
{
	struct database *d = *state;
	with_game(d->db);
	struct notice n = turn_notice(1, 1, 30);
	notice_add(d->db, &n, "mail", 4);
	claim(d->db, LANE_MAIL, 30, 100, NULL);
	notice_dead(d->db, 1, 99, "550 no such user");
	rows(d, "SELECT state, lease_until, bytes, answer, settled_at FROM notices",
	     "dead|NULL|NULL|550 no such user|99\n");
}

static void what_is_settled_stays_so(void **state)
{
	struct database *d = *state;
	with_game(d->db);
	struct notice n = turn_notice(1, 1, 30);
	notice_add(d->db, &n, NULL, 0);
	claim(d->db, LANE_MAIL, 30, 100, NULL);
	notice_sent(d->db, 1, 40, "250");
	notice_again(d->db, 1, 50, "late");
	notice_dead(d->db, 1, 50, "late");
	notice_keep_bytes(d->db, 1, "", "late", 4);
	notice_cancel(d->db, "aaaaaaaa", 0, NULL, 50);
	rows(d, "SELECT state, due_at, bytes, answer, settled_at FROM notices",
	     "sent|30|NULL|250|40\n");
	assert_int_equal(claim(d->db, LANE_MAIL, 1000, 2000, NULL), 0);
}

static void what_was_cancelled_at_a_time_goes_on_as_it_was(void **state)
{
	struct database *d = *state;
	with_game(d->db);
	for (int i = 0; i < 4; i++) {
		struct notice n = turn_notice(i + 1, i == 3 ? 2 : 1, 30);
		notice_add(d->db, &n, "mail", 4);
		if (i == 2)
			claim(d->db, LANE_MAIL, 30, 100, NULL); /* is being sent */
		notice_cancel(d->db, "aaaaaaaa", 0, NULL, 50 + i);
	}
	notice_restore(d->db, "aaaaaaaa", 1, 51);
	notice_restore(d->db, "aaaaaaaa", 1, 52);
	notice_restore(d->db, "aaaaaaaa", 1, 53);
	notice_restore(d->db, "bbbbbbbb", 1, 50);
	rows(d, "SELECT rev, state, settled_at, CAST(bytes AS TEXT) FROM notices ORDER BY rev",
	     "1|cancelled|50|mail\n2|waiting|NULL|mail\n3|sending|NULL|mail\n"
	     "4|cancelled|53|mail\n");
	notice_sent(d->db, 3, 60, "250 ok");
	notice_forget_bytes(d->db, 53);
	rows(d, "SELECT rev, state, settled_at, CAST(bytes AS TEXT) FROM notices ORDER BY rev",
	     "1|cancelled|50|NULL\n2|waiting|NULL|mail\n3|sent|60|NULL\n4|cancelled|53|mail\n");
}

static void what_asks_for_something_is_cancelled_by_game_user_and_kind(void **state)
{
	struct database *d = *state;
	with_game(d->db);
	struct notice n[6];
	for (int i = 0; i < 6; i++)
		n[i] = turn_notice(i + 1, i == 1 ? 2 : 1, 30);
	snprintf(n[2].kind, sizeof(n[2].kind), "your word");
	snprintf(n[3].game_id, sizeof(n[3].game_id), "bbbbbbbb");
	n[4].due_at = 5;
	snprintf(n[5].kind, sizeof(n[5].kind), "caretaker");
	n[5].is_news = true;
	for (int i = 0; i < 6; i++)
		notice_add(d->db, &n[i], NULL, 0);
	assert_int_equal(claim(d->db, LANE_MAIL, 5, 100, NULL), 5); /* is being sent */
	notice_cancel(d->db, "aaaaaaaa", 1, "your word", 60);
	rows(d, "SELECT id, settled_at FROM notices WHERE state = 'cancelled'", "3|60\n");
	notice_cancel(d->db, "aaaaaaaa", 1, NULL, 61);
	rows(d, "SELECT id, settled_at FROM notices WHERE state = 'cancelled'",
	     "1|61\n3|60\n5|61\n");
	notice_cancel(d->db, "aaaaaaaa", 0, NULL, 62);
	rows(d, "SELECT id, state FROM notices ORDER BY id",
	     "1|cancelled\n2|cancelled\n3|cancelled\n4|waiting\n5|cancelled\n6|waiting\n");
}

/* Three that are cancelled while a worker has them, and the answers that come then. */
static void what_is_cancelled_on_its_way_arrives_or_ends(void **state)
{
	struct database *d = *state;
	with_game(d->db);
	for (int i = 0; i < 4; i++) {
		struct notice n = turn_notice(i + 1, 1, 30);
		notice_add(d->db, &n, NULL, 0);
		claim(d->db, LANE_MAIL, 30, 100, NULL);
	}
	assert_true(notice_keep_bytes(d->db, 1, "", "mail", 4));
	notice_cancel(d->db, "aaaaaaaa", 1, NULL, 50);
	assert_false(notice_keep_bytes(d->db, 2, "", "mail", 4));
	notice_again(d->db, 1, 90, "451 later");
	notice_dead(d->db, 2, 60, "550 no");
	notice_sent(d->db, 3, 60, "250 ok");
	rows(d, "SELECT id, state, settled_at, lease_until, answer FROM notices ORDER BY id",
	     "1|cancelled|50|NULL|451 later\n2|cancelled|50|NULL|550 no\n3|sent|60|NULL|250 ok\n"
	     "4|cancelled|50|100|NULL\n");
	assert_int_equal(claim(d->db, LANE_MAIL, 1000, 2000, NULL), 0);
	/* Taken back: those wait that did not arrive, and the last is still its worker's. */
	notice_restore(d->db, "aaaaaaaa", 1, 50);
	rows(d, "SELECT id, state, CAST(bytes AS TEXT) FROM notices WHERE settled_at IS NULL",
	     "1|waiting|mail\n2|waiting|NULL\n4|sending|NULL\n");
}

static void the_next_due_time_counts_leases(void **state)
{
	struct database *d = *state;
	with_game(d->db);
	assert_int_equal(notice_next_due(d->db, LANE_MAIL, 10), 0);
	struct notice n[] = {turn_notice(1, 1, 30), turn_notice(2, 1, 70)};
	notice_add(d->db, &n[0], NULL, 0);
	notice_add(d->db, &n[1], NULL, 0);
	assert_int_equal(notice_next_due(d->db, LANE_MAIL, 10), 30);
	assert_int_equal(notice_next_due(d->db, LANE_MAIL, 31), 31);
	claim(d->db, LANE_MAIL, 30, 50, NULL);
	assert_int_equal(notice_next_due(d->db, LANE_MAIL, 31), 50);
	notice_sent(d->db, 1, 40, "");
	assert_int_equal(notice_next_due(d->db, LANE_MAIL, 31), 70);
	assert_int_equal(notice_next_due(d->db, LANE_SIGN_IN, 31), 0);
	struct notice mail = {.kind = "sign in", .lane = LANE_SIGN_IN, .due_at = 60};
	notice_add(d->db, &mail, NULL, 0);
	assert_int_equal(notice_next_due(d->db, LANE_SIGN_IN, 31), 60);
	assert_int_equal(notice_next_due(d->db, LANE_MAIL, 31), 70);
}

static void waiting_ones_go_over_to_another_user(void **state)
{
	struct database *d = *state;
	with_game(d->db);
	for (int64_t rev = 1; rev <= 3; rev++) {
		struct notice n = turn_notice(rev, 1, 20);
		notice_add(d->db, &n, NULL, 0);
	}
	struct notice too = turn_notice(3, 2, 20), other = turn_notice(4, 2, 20);
	notice_add(d->db, &too, NULL, 0);
	notice_add(d->db, &other, NULL, 0);
	notice_sent(d->db, claim(d->db, LANE_MAIL, 20, 30, NULL), 21, "ok");
	claim(d->db, LANE_MAIL, 20, 30, NULL); /* under way */
	notice_move_all(d->db, 1, 2);
	rows(d, "SELECT rev, user_id, state FROM notices ORDER BY id",
	     "1|1|sent\n2|2|sending\n3|1|waiting\n3|2|waiting\n4|2|waiting\n");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, database_begin, database_end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_notice_is_found_as_put),
		TEST(a_second_one_of_a_kind_is_none),
		TEST(the_longest_due_of_a_lane_is_claimed_once),
		TEST(a_claim_is_free_again_when_its_lease_ran_out),
		TEST(bytes_are_kept_until_it_is_settled),
		TEST(a_dead_one_is_settled_too),
		TEST(what_is_settled_stays_so),
		TEST(what_asks_for_something_is_cancelled_by_game_user_and_kind),
		TEST(what_is_cancelled_on_its_way_arrives_or_ends),
		TEST(what_was_cancelled_at_a_time_goes_on_as_it_was),
		TEST(waiting_ones_go_over_to_another_user),
		TEST(the_next_due_time_counts_leases),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
