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
	     "NULL|0|0|NULL|0\n"
	     "2|your "
	     "turn|aaaaaaaa|7|2|NULL|mail|NULL|30|10|waiting|0|NULL|NULL|NULL|NULL|0|0|NULL|0\n");
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

static void all_go_over_to_another_user(void **state)
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
	notice_cancel(d->db, "aaaaaaaa", 1, NULL, 25);
	notice_move_all(d->db, 1, 2);
	notice_restore(d->db, "aaaaaaaa", 2, 25);
	rows(d, "SELECT rev, user_id, state FROM notices ORDER BY id",
	     "1|2|sent\n2|2|sending\n3|1|cancelled\n3|2|waiting\n4|2|waiting\n");
}

static void what_is_put_back_was_never_claimed(void **state)
{
	struct database *d = *state;
	with_game(d->db);
	for (int i = 0; i < 2; i++) {
		struct notice n = turn_notice(i + 1, 1, 30);
		notice_add(d->db, &n, NULL, 0);
		claim(d->db, LANE_MAIL, 30, 100, NULL);
	}
	notice_cancel(d->db, "aaaaaaaa", 0, "your turn", 40);
	notice_restore(d->db, "aaaaaaaa", 1, 40);
	notice_put_back(d->db, 1, 30);
	notice_cancel(d->db, "aaaaaaaa", 0, NULL, 50);
	notice_put_back(d->db, 2, 30);
	rows(d, "SELECT state, tries, lease_until FROM notices",
	     "cancelled|0|NULL\ncancelled|0|NULL\n");
	notice_restore(d->db, "aaaaaaaa", 1, 50);
	assert_int_equal(claim(d->db, LANE_MAIL, 30, 100, NULL), 1);
}

static void what_is_let_go_waits_when_it_was_restored(void **state)
{
	struct database *d = *state;
	with_game(d->db);
	for (int i = 0; i < 2; i++) {
		struct notice n = turn_notice(1, i + 1, 30);
		notice_add(d->db, &n, NULL, 0);
		claim(d->db, LANE_MAIL, 30, 100, NULL);
	}
	notice_cancel(d->db, "aaaaaaaa", 0, "your turn", 40);
	notice_restore(d->db, "aaaaaaaa", 1, 40);
	notice_let_go(d->db, 1, "done");
	notice_let_go(d->db, 2, "done");
	notice_let_go(d->db, 2, "twice");
	rows(d, "SELECT state, tries, lease_until, answer FROM notices ORDER BY id",
	     "waiting|0|NULL|NULL\ncancelled|1|NULL|done\n");
}

static void a_notice_is_wanted_while_it_is_under_way(void **state)
{
	struct database *d = *state;
	with_game(d->db);
	struct notice n = turn_notice(1, 1, 30);
	notice_add(d->db, &n, NULL, 0);
	assert_false(notice_is_wanted(d->db, 1));
	claim(d->db, LANE_MAIL, 30, 100, NULL);
	assert_true(notice_is_wanted(d->db, 1));
	notice_cancel(d->db, "aaaaaaaa", 0, NULL, 50);
	assert_false(notice_is_wanted(d->db, 1));
}

static void the_mail_of_the_day_takes_what_waits_for_it(void **state)
{
	struct database *d = *state;
	struct notice lines[3];
	struct notice_entry entries[3];
	with_game(d->db);
	for (int i = 0; i < 5; i++) {
		struct notice n = turn_notice(i + 1, i == 3 ? 2 : 1, 30);
		notice_add(d->db, &n, NULL, 0);
		if (i != 4) /* that one goes by itself */
			notice_digest(d->db, claim(d->db, LANE_MAIL, 30, 100, NULL), 500);
	}
	rows(d, "SELECT id, channel, state, due_at, tries, lease_until FROM notices",
	     "1|digest|waiting|500|0|NULL\n2|digest|waiting|500|0|NULL\n"
	     "3|digest|waiting|500|0|NULL\n4|digest|waiting|500|0|NULL\n"
	     "5|mail|waiting|30|0|NULL\n");
	assert_int_equal(notice_next_due(d->db, LANE_DIGEST, 40), 500);
	assert_int_equal(claim(d->db, LANE_DIGEST, 499, 600, NULL), 0);
	notice_cancel(d->db, "aaaaaaaa", 2, NULL, 60);
	assert_int_equal(notice_list_for_digest(d->db, 1, lines, 3), 3);
	assert_int_equal(lines[2].rev, 3);
	assert_int_equal(notice_collect(d->db, 2, "digest", 500, "there"), 0);
	assert_int_equal(notice_collect(d->db, 1, "digest", 500, "there"), 6);
	assert_int_equal(notice_collect(d->db, 1, "digest", 500, "there"), 0);
	rows(d,
	     "SELECT id, kind, user_id, channel, state, due_at, digest_id, answer, settled_at"
	     " FROM notices WHERE user_id = 1",
	     "1|your turn|1|digest|sent|500|6|there|500\n2|your "
	     "turn|1|digest|sent|500|6|there|500\n"
	     "3|your turn|1|digest|sent|500|6|there|500\n"
	     "5|your turn|1|mail|waiting|30|NULL|NULL|NULL\n"
	     "6|digest|1|mail|waiting|500|NULL|NULL|NULL\n");
	assert_int_equal(notice_list_of_digest(d->db, 6, entries, 3), 3);
	assert_int_equal(entries[0].notice.id, 1);
	assert_int_equal(entries[0].state, NOTICE_SENT);
	assert_int_equal(entries[0].digest_id, 6);
	assert_string_equal(entries[0].answer, "there");
	/* It is gone before its lines are. */
	notice_sent(d->db, claim(d->db, LANE_MAIL, 30, 100, NULL), 450, "250");
	notice_sent(d->db, claim(d->db, LANE_MAIL, 500, 600, NULL), 400, "250");
	assert_int_equal(notice_delete_old(d->db, 401), 2); /* with the cancelled one */
	rows(d, "SELECT id, digest_id FROM notices WHERE user_id = 1",
	     "1|NULL\n2|NULL\n3|NULL\n5|NULL\n");
}

static void lists_are_by_user_and_by_state(void **state)
{
	struct database *d = *state;
	struct notice_entry e[4];
	with_game(d->db);
	for (int i = 0; i < 5; i++) {
		struct notice n = turn_notice(i + 1, i == 1 ? 2 : 1, 30 - i);
		notice_add(d->db, &n, NULL, 0);
	}
	assert_int_equal(notice_list_of_user(d->db, 1, 0, e, 3), 3);
	assert_int_equal(e[0].notice.id, 5);
	assert_int_equal(e[2].notice.id, 3);
	assert_int_equal(notice_list_of_user(d->db, 1, 3, e, 3), 1);
	assert_int_equal(e[0].notice.id, 1);
	assert_int_equal(notice_list(d->db, NOTICE_WAITING, e, 4), 4);
	assert_int_equal(e[0].notice.id, 5); /* is due longest */
	claim(d->db, LANE_MAIL, 30, 100, NULL);
	claim(d->db, LANE_MAIL, 30, 100, NULL);
	assert_int_equal(notice_list(d->db, NOTICE_SENDING, e, 4), 2);
	notice_dead(d->db, 5, 70, "550");
	notice_dead(d->db, 4, 71, "551");
	assert_int_equal(notice_list(d->db, NOTICE_DEAD, e, 4), 2);
	assert_string_equal(e[0].answer, "551"); /* the last one first */
	assert_int_equal(e[0].settled_at, 71);
	assert_true(notice_get(d->db, 5, &e[0]));
	assert_int_equal(e[0].state, NOTICE_DEAD);
	assert_int_equal(e[0].notice.tries, 1);
	assert_false(notice_get(d->db, 99, &e[0]));
}

static void what_waits_or_is_dead_can_be_tried_again(void **state)
{
	struct database *d = *state;
	with_game(d->db);
	int64_t signin = database_signin(d->db, 1, 0, 1);
	for (int i = 0; i < 4; i++) {
		struct notice n = turn_notice(i + 1, 1, 30);
		notice_add(d->db, &n, NULL, 0);
	}
	struct notice mail = {
		.kind = "sign in", .lane = LANE_SIGN_IN, .signin_id = signin, .due_at = 30};
	notice_add(d->db, &mail, "x", 1);
	notice_dead(d->db, claim(d->db, LANE_MAIL, 30, 100, NULL), 40, "550");
	notice_sent(d->db, claim(d->db, LANE_MAIL, 30, 100, NULL), 40, "250");
	claim(d->db, LANE_MAIL, 30, 100, NULL);
	notice_dead(d->db, claim(d->db, LANE_SIGN_IN, 30, 100, NULL), 40, "550");
	assert_true(notice_retry(d->db, 1, 50));
	assert_false(notice_retry(d->db, 2, 50)); /* has arrived */
	assert_false(notice_retry(d->db, 3, 50)); /* is under way */
	assert_true(notice_retry(d->db, 4, 50));
	assert_false(notice_retry(d->db, 5, 50)); /* there is nothing to write it from */
	assert_false(notice_retry(d->db, 99, 50));
	rows(d, "SELECT id, state, due_at, tries, settled_at FROM notices",
	     "1|waiting|50|0|NULL\n2|sent|30|1|40\n3|sending|30|1|NULL\n4|waiting|50|0|NULL\n"
	     "5|dead|30|1|40\n");
	assert_true(notice_drop(d->db, 1, 60, "no more"));
	assert_false(notice_drop(d->db, 2, 60, "no more"));
	assert_true(notice_drop(d->db, 3, 60, "no more"));
	rows(d, "SELECT id, answer FROM notices WHERE state = 'cancelled'",
	     "1|no more\n3|no more\n");
}

static void notices_to_somebody_are_counted_from_a_time_on(void **state)
{
	struct database *d = *state;
	with_game(d->db);
	for (int i = 0; i < 6; i++) {
		struct notice n = {.created_at = 10 * i, .user_id = i % 2 ? 1 : 0};
		snprintf(n.kind, sizeof(n.kind), "%s", i == 5 ? "your turn" : "invitation");
		if (i % 2 == 0)
			snprintf(n.address, sizeof(n.address), "new@example.org");
		notice_add(d->db, &n, NULL, 0);
	}
	assert_int_equal(notice_count(d->db, "invitation", 1, "", 0), 2);
	assert_int_equal(notice_count(d->db, "invitation", 1, "", 11), 1);
	assert_int_equal(notice_count(d->db, "invitation", 0, "new@example.org", 20), 2);
	assert_int_equal(notice_count(d->db, "invitation", 2, "x@example.org", 0), 0);
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
		TEST(what_is_put_back_was_never_claimed),
		TEST(what_is_let_go_waits_when_it_was_restored),
		TEST(a_notice_is_wanted_while_it_is_under_way),
		TEST(the_mail_of_the_day_takes_what_waits_for_it),
		TEST(lists_are_by_user_and_by_state),
		TEST(what_waits_or_is_dead_can_be_tried_again),
		TEST(notices_to_somebody_are_counted_from_a_time_on),
		TEST(all_go_over_to_another_user),
		TEST(the_next_due_time_counts_leases),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
