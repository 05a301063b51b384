/* SPDX-License-Identifier: ISC */
/*
 * The queue of webhooks: each webhook gets one notice at a time, in order, and what waits for one
 * holds up no other.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "store/hooks.h"
#include "support/database.h"

/* Two webhooks, 1 and 2, of user 1. */
static void with_hooks(struct db *db)
{
	struct hook h = {.kind = "generic", .url = "https://example.org/", .is_on = true};
	h.user_id = database_user(db, "Ada", false);
	database_game(db, "aaaaaaaa", h.user_id);
	hook_insert(db, &h);
	hook_insert(db, &h);
}

/* Its id counts up from 1. */
static void add(struct db *db, int64_t hook_id, int64_t due_at)
{
	static const struct notice n = {
		.kind = "your turn", .game_id = "aaaaaaaa", .user_id = 1, .lane = LANE_HOOK};
	struct notice one = n;
	one.rev = due_at;
	one.hook_id = hook_id;
	one.due_at = due_at;
	notice_add(db, &one, NULL, 0);
}

static bool claim(struct db *db, int64_t notice_id, int64_t now)
{
	struct notice n = {.id = notice_id, .address = "example.org"};
	return hook_claim(db, &n, now, now + 60, "POST", 4);
}

/* Those that are listed, as digits. */
#define listed(d, is_failing, now, expected)                                               \
	do {                                                                               \
		char text_[16];                                                            \
		assert_string_equal(list_text((d)->db, is_failing, now, text_), expected); \
	} while (0)

static const char *list_text(struct db *db, bool is_failing, int64_t now, char out[16])
{
	int64_t ids[15];
	size_t count = hook_list_due(db, is_failing, now, ids, 15);
	for (size_t i = 0; i < count; i++)
		out[i] = (char)('0' + ids[i]);
	out[count] = '\0';
	return out;
}

static void of_each_webhook_the_one_that_waits_longest_is_next(void **state)
{
	struct database *d = *state;
	with_hooks(d->db);
	add(d->db, 1, 30);
	add(d->db, 1, 20);
	add(d->db, 2, 10);
	add(d->db, 2, 40);
	listed(d, false, 9, "");
	assert_int_equal(hook_next_due(d->db, 5), 10);
	listed(d, false, 10, "3");
	listed(d, false, 50, "32");
	assert_int_equal(hook_next_due(d->db, 50), 50);
}

static void a_webhook_has_one_under_way(void **state)
{
	struct database *d = *state;
	with_hooks(d->db);
	add(d->db, 1, 20);
	add(d->db, 1, 30);
	assert_true(claim(d->db, 1, 100));
	listed(d, false, 100, "");
	assert_int_equal(hook_next_due(d->db, 100), 160);
	assert_false(claim(d->db, 2, 100));
	notice_sent(d->db, 1, 101, "answered 204");
	listed(d, false, 101, "2");
	assert_true(claim(d->db, 2, 101));
}

static void what_is_claimed_is_kept_at_once(void **state)
{
	struct database *d = *state;
	struct notice n;
	struct text bytes;
	text_init(&bytes, 10);
	with_hooks(d->db);
	add(d->db, 1, 20);
	assert_true(notice_look(d->db, 1, &n, &bytes));
	assert_int_equal(bytes.len, 0);
	assert_true(claim(d->db, 1, 100));
	assert_true(notice_look(d->db, 1, &n, &bytes));
	assert_string_equal(text_string(&bytes), "POST");
	assert_string_equal(n.address, "example.org");
	assert_int_equal(n.tries, 1);
	assert_int_equal(n.hook_id, 1);
	text_release(&bytes);
}

static void one_that_was_cancelled_is_not_claimed(void **state)
{
	struct database *d = *state;
	with_hooks(d->db);
	add(d->db, 1, 20);
	notice_cancel(d->db, "aaaaaaaa", 1, NULL, 50);
	assert_false(claim(d->db, 1, 100));
}

static void one_that_was_cancelled_is_under_way_until_it_is_settled(void **state)
{
	struct database *d = *state;
	with_hooks(d->db);
	add(d->db, 1, 20);
	assert_true(claim(d->db, 1, 100));
	notice_cancel(d->db, "aaaaaaaa", 1, NULL, 101);
	add(d->db, 1, 90);
	listed(d, false, 102, "");
	assert_false(claim(d->db, 2, 102));
	assert_int_equal(hook_next_due(d->db, 102), 160);
	notice_let_go(d->db, 1, "done before it was sent");
	listed(d, false, 102, "2");
}

static void one_whose_lease_ran_out_goes_first(void **state)
{
	struct database *d = *state;
	with_hooks(d->db);
	add(d->db, 1, 20);
	add(d->db, 1, 10);
	assert_true(claim(d->db, 1, 100));
	assert_int_equal(hook_next_due(d->db, 100), 160);
	listed(d, false, 160, "12");
	assert_true(claim(d->db, 1, 160));
	assert_false(claim(d->db, 2, 160));
}

static void webhooks_that_fail_have_a_list_of_their_own(void **state)
{
	struct database *d = *state;
	struct hook h;
	with_hooks(d->db);
	add(d->db, 1, 10);
	add(d->db, 2, 20);
	assert_true(hook_get(d->db, 1, &h));
	h.failures = 1;
	h.free_at = 70;
	hook_update(d->db, &h);
	listed(d, false, 50, "2");
	listed(d, true, 50, "");
	assert_int_equal(hook_next_due(d->db, 15), 20);
	assert_true(claim(d->db, 2, 50));
	assert_int_equal(hook_next_due(d->db, 50), 70);
	listed(d, true, 70, "1");
}

static void what_waits_for_a_webhook_that_is_gone_is_listed(void **state)
{
	struct database *d = *state;
	with_hooks(d->db);
	add(d->db, 1, 10);
	hook_delete(d->db, 1);
	listed(d, false, 10, "1");
	assert_true(claim(d->db, 1, 10));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, database_begin, database_end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(of_each_webhook_the_one_that_waits_longest_is_next),
		TEST(a_webhook_has_one_under_way),
		TEST(what_is_claimed_is_kept_at_once),
		TEST(one_that_was_cancelled_is_not_claimed),
		TEST(one_that_was_cancelled_is_under_way_until_it_is_settled),
		TEST(one_whose_lease_ran_out_goes_first),
		TEST(webhooks_that_fail_have_a_list_of_their_own),
		TEST(what_waits_for_a_webhook_that_is_gone_is_listed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
