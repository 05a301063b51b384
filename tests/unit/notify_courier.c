/* SPDX-License-Identifier: ISC */
/*
 * A notice on its whole way, by a clock that is moved by hand: what is in the database after each
 * step, what the other side got, and what is left when the program ends in between.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "app/accounts.h"
#include "app/mailbox.h"
#include "base/hash.h"
#include "base/hex.h"
#include "notify/backoff.h"
#include "notify/courier.h"
#include "store/notices.h"
#include "support/database.h"
#include "support/smtp_peer.h"

enum { NOW = 1709210096 };

struct fixture {
	struct database *files;
	struct store *store;
	struct config config;
	struct clock clock;
	struct smtp_peer *peer; /* NULL: mails land as files */
	struct courier *courier;
	atomic_bool stops;
};

static struct courier_options options(struct fixture *f)
{
	return (struct courier_options){.store = f->store,
	                                .config = &f->config,
	                                .clock = &f->clock,
	                                .lane = LANE_SIGN_IN,
	                                .stops = &f->stops};
}

static void open_all(struct fixture *f, void **state, const struct smtp_fault *faults)
{
	struct err err;
	*f = (struct fixture){.files = *state, .clock = {.stands = true}};
	atomic_store(&f->clock.at, NOW);
	config_init(&f->config);
	snprintf(f->config.mail_folder, sizeof(f->config.mail_folder), "%s/mail", f->files->folder);
	if (faults) {
		f->peer = smtp_peer_start(faults);
		snprintf(f->config.smtp_url, sizeof(f->config.smtp_url), "%s",
		         smtp_peer_url(f->peer));
	}
	assert_int_equal(
		store_open(&f->store, &(struct store_options){.path = f->files->path}, &err), 0);
	struct courier_options o = options(f);
	assert_int_equal(courier_open(&f->courier, &o, &err), 0);
}

static void remove_mails(const struct fixture *f)
{
	struct mailbox_mail mail[8];
	size_t count = mailbox_list(f->config.mail_folder, mail, 8);
	for (size_t i = 0; i < count; i++) {
		char path[512];
		snprintf(path, sizeof(path), "%.255s/%.39s.eml", f->config.mail_folder,
		         mail[i].name);
		assert_int_equal(unlink(path), 0);
	}
	if (!f->peer)
		assert_int_equal(rmdir(f->config.mail_folder), 0);
}

static void close_all(struct fixture *f)
{
	courier_close(f->courier);
	store_close(f->store);
	if (f->peer)
		smtp_peer_stop(f->peer);
	remove_mails(f);
}

static void ask(struct fixture *f, const char *address)
{
	struct signin_chance chance;
	signin_chance_draw(&chance);
	memcpy(chance.code, "048291", 7);
	struct signin_request r = {
		.address = address, .next = "/", .chance = &chance, .now = clock_now(&f->clock)};
	assert_int_not_equal(accounts_ask(f->store, &r), 0);
}

static void pass(struct fixture *f, int64_t seconds)
{
	atomic_fetch_add(&f->clock.at, seconds);
}

/* What the notices are like. */
static void are(struct fixture *f, const char *sql, const char *expected)
{
	sqlite3 *sqlite = NULL;
	assert_int_equal(sqlite3_open_v2(f->files->path, &sqlite, SQLITE_OPEN_READONLY, NULL),
	                 SQLITE_OK);
	rows_are(sqlite, sql, expected, __FILE__, __LINE__);
	sqlite3_close(sqlite);
}

#define STATES "SELECT state, tries, bytes IS NULL FROM notices ORDER BY id"

static void a_sign_in_mail_lands_in_the_folder_once(void **state)
{
	struct fixture f;
	struct mailbox_mail mail[2];
	struct text said;
	open_all(&f, state, NULL);
	assert_false(courier_run(f.courier));
	ask(&f, "ada@example.org");
	assert_int_equal(courier_next(f.courier), NOW);
	assert_true(courier_run(f.courier));
	assert_false(courier_run(f.courier));
	assert_int_equal(courier_next(f.courier), 0);
	are(&f, STATES, "sent|1|1\n");
	assert_int_equal(mailbox_list(f.config.mail_folder, mail, 2), 1);
	assert_string_equal(mail[0].to, "ada@example.org");
	assert_string_equal(mail[0].subject, "048291 is your code for Slow Safari");
	text_init(&said, 10000);
	assert_true(mailbox_read(f.config.mail_folder, mail[0].name, &mail[1], &said));
	assert_non_null(strstr(text_string(&said), "\nhttp://localhost:8080/signin/link/"));
	text_release(&said);
	close_all(&f);
}

/* The link's secret, as it was mailed, signs in. */
static void the_mailed_link_is_the_one_that_signs_in(void **state)
{
	struct fixture f;
	struct mailbox_mail mail;
	struct text said;
	unsigned char secret[ACCOUNTS_LINK_BYTES];
	char digits[2 * ACCOUNTS_LINK_BYTES + 1];
	open_all(&f, state, NULL);
	ask(&f, "ada@example.org");
	assert_true(courier_run(f.courier));
	assert_int_equal(mailbox_list(f.config.mail_folder, &mail, 1), 1);
	text_init(&said, 10000);
	assert_true(mailbox_read(f.config.mail_folder, mail.name, &mail, &said));
	const char *link = strstr(text_string(&said), "/signin/link/");
	assert_non_null(link);
	snprintf(digits, sizeof(digits), "%s", link + strlen("/signin/link/"));
	assert_int_equal(hex_parse(secret, sizeof(secret), digits), 0);
	struct db *db = store_read(f.store);
	struct signin signin;
	assert_int_equal(accounts_peek(db, secret, NULL, NOW, &signin), SIGNIN_OK);
	store_read_done(f.store, db);
	text_release(&said);
	close_all(&f);
}

static int add_turn(struct db *db, void *context)
{
	(void)context;
	struct notice n = {.kind = "your turn", .due_at = 1, .created_at = 1};
	n.user_id = database_user(db, "Ada", false);
	notice_add(db, &n, NULL, 0);
	return 0;
}

static void other_lanes_are_left_alone(void **state)
{
	struct fixture f;
	open_all(&f, state, NULL);
	assert_int_equal(store_write(f.store, add_turn, NULL), STORE_OK);
	assert_int_equal(courier_next(f.courier), 0);
	assert_false(courier_run(f.courier));
	are(&f, STATES, "waiting|0|1\n");
	close_all(&f);
}

static void what_fails_for_now_is_tried_again_with_the_same_bytes(void **state)
{
	struct fixture f;
	open_all(&f, state,
	         (const struct smtp_fault[]){
			 {PEER_AT_RECIPIENT, "451 4.3.0 later"}, {PEER_AT_END, NULL}, {0}});
	ask(&f, "ada@example.org");
	assert_true(courier_run(f.courier));
	are(&f, "SELECT state, tries, answer, lease_until FROM notices",
	    "waiting|1|451 4.3.0 later|NULL\n");
	assert_false(courier_run(f.courier));
	int64_t next = courier_next(f.courier);
	assert_in_range(next, NOW + 60, NOW + 66);

	/* Taken, and the answer lost: again. */
	atomic_store(&f.clock.at, next);
	assert_true(courier_run(f.courier));
	are(&f, STATES, "waiting|2|0\n");
	next = courier_next(f.courier);
	assert_in_range(next, NOW + 360, NOW + 66 + 330);
	atomic_store(&f.clock.at, next);
	assert_true(courier_run(f.courier));
	are(&f, STATES, "sent|3|1\n");
	are(&f, "SELECT answer FROM notices", "250 2.0.0 taken\n");

	smtp_peer_quiet(f.peer);
	assert_int_equal(smtp_peer_mails(f.peer), 2);
	const struct text *a = smtp_peer_mail(f.peer, 0), *b = smtp_peer_mail(f.peer, 1);
	assert_int_equal(a->len, b->len);
	assert_memory_equal(a->data, b->data, a->len);
	close_all(&f);
}

static void what_is_refused_is_dead(void **state)
{
	struct fixture f;
	open_all(&f, state,
	         (const struct smtp_fault[]){{PEER_AT_RECIPIENT, "550 5.1.1 no such user"}, {0}});
	ask(&f, "ada@example.org");
	ask(&f, "ben@example.org");
	assert_true(courier_run(f.courier));
	assert_false(courier_run(f.courier));
	are(&f, "SELECT state, answer, bytes IS NULL, settled_at FROM notices ORDER BY id",
	    "dead|550 5.1.1 no such user|1|1709210096\n"
	    "sent|250 2.0.0 taken|1|1709210096\n");
	close_all(&f);
}

static void a_sign_in_mail_too_old_is_dead_and_not_sent(void **state)
{
	struct fixture f;
	open_all(&f, state, (const struct smtp_fault[]){{0}});
	ask(&f, "ada@example.org");
	pass(&f, ACCOUNTS_SIGNIN_S);
	assert_true(courier_run(f.courier));
	are(&f, STATES, "dead|1|1\n");
	ask(&f, "ada@example.org");
	pass(&f, ACCOUNTS_SIGNIN_S - 1);
	assert_true(courier_run(f.courier));
	are(&f, STATES, "dead|1|1\nsent|1|1\n");
	assert_int_equal(smtp_peer_mails(f.peer), 1);
	close_all(&f);
}

/* Tries at 0, 1 and 6 minutes; the next would be at 21. */
static void a_sign_in_mail_that_would_be_too_old_next_time_is_dead_at_once(void **state)
{
	struct fixture f;
	open_all(&f, state, (const struct smtp_fault[]){{0}});
	smtp_peer_quiet(f.peer); /* nobody listens */
	ask(&f, "ada@example.org");
	for (int i = 0; i < 2; i++) {
		assert_true(courier_run(f.courier));
		atomic_store(&f.clock.at, courier_next(f.courier));
	}
	are(&f, STATES, "waiting|2|0\n");
	assert_true(courier_run(f.courier));
	are(&f, STATES, "dead|3|1\n");
	assert_int_equal(courier_next(f.courier), 0);
	close_all(&f);
}

struct crash {
	bool is_composed;
	struct text bytes;
};

/* What is there when the program ends after the claim, or after the bytes were kept. */
static int crash(struct db *db, void *context)
{
	struct crash *c = context;
	struct notice n;
	assert_true(notice_claim(db, LANE_SIGN_IN, NOW, NOW + COURIER_LEASE_S, &n, &c->bytes));
	if (c->is_composed) {
		text_clear(&c->bytes);
		for (int i = 0; i < 20; i++)
			text_add(&c->bytes, "X-Composed: before\r\n");
		text_add(&c->bytes, "\r\nas it was\r\n");
		notice_keep_bytes(db, n.id, n.address, c->bytes.data, c->bytes.len);
	}
	return 0;
}

static void a_program_that_ended_leaves_its_mail_to_the_next(void **state)
{
	for (int composed = 0; composed < 2; composed++) {
		struct fixture f;
		struct crash c = {.is_composed = composed};
		open_all(&f, state, (const struct smtp_fault[]){{0}});
		text_init(&c.bytes, 10000);
		ask(&f, "ada@example.org");
		assert_int_equal(store_write(f.store, crash, &c), STORE_OK);
		assert_false(courier_run(f.courier));
		assert_int_equal(courier_next(f.courier), NOW + COURIER_LEASE_S);
		pass(&f, COURIER_LEASE_S);
		assert_true(courier_run(f.courier));
		smtp_peer_quiet(f.peer);
		assert_int_equal(smtp_peer_mails(f.peer), 1);
		const struct text *mail = smtp_peer_mail(f.peer, 0);
		if (composed) {
			assert_int_equal(mail->len, c.bytes.len);
			assert_memory_equal(mail->data, c.bytes.data, mail->len);
		} else {
			assert_non_null(strstr(text_string((struct text *)mail), "048291"));
		}
		text_release(&c.bytes);
		close_all(&f);
		assert_int_equal(unlink(f.files->path), 0);
	}
}

static void stopping_leaves_the_mail_due(void **state)
{
	struct fixture f;
	open_all(&f, state, (const struct smtp_fault[]){{PEER_AT_GREETING, ""}, {0}});
	ask(&f, "ada@example.org");
	atomic_store(&f.stops, true);
	assert_true(courier_run(f.courier));
	are(&f, STATES, "waiting|0|0\n");
	assert_int_equal(courier_next(f.courier), NOW);
	close_all(&f);
}

static void a_setup_that_cannot_work_is_told_at_the_start(void **state)
{
	struct fixture f;
	struct courier *none;
	struct err err;
	open_all(&f, state, NULL);
	struct courier_options o = options(&f);
	struct config good = f.config;

	snprintf(f.config.mail_from, sizeof(f.config.mail_from), "nobody");
	assert_int_equal(courier_open(&none, &o, &err), -1);
	assert_non_null(strstr(err.text, "mail_from"));
	f.config = good;
	snprintf(f.config.smtp_url, sizeof(f.config.smtp_url), "http://x");
	assert_int_equal(courier_open(&none, &o, &err), -1);
	snprintf(f.config.smtp_url, sizeof(f.config.smtp_url), "smtp://x");
	snprintf(f.config.smtp_password_file, sizeof(f.config.smtp_password_file), "/nowhere");
	assert_int_equal(courier_open(&none, &o, &err), -1);
	assert_non_null(strstr(err.text, "/nowhere"));
	snprintf(f.config.smtp_password_file, sizeof(f.config.smtp_password_file), "/dev/null");
	assert_int_equal(courier_open(&none, &o, &err), -1);
	f.config = good;
	snprintf(f.config.mail_folder, sizeof(f.config.mail_folder), "/nowhere/at/all");
	assert_int_equal(courier_open(&none, &o, &err), -1);
	f.config = good;
	close_all(&f);
}

static void back_off_is_the_table_and_up_to_a_tenth_more(void **state)
{
	static const int64_t minutes[] = {1, 5, 15, 60, 120, 120, 120};
	(void)state;
	for (int i = 0; i < 7; i++) {
		int64_t least = 60 * minutes[i], most = least + least / 10;
		bool is_least = false, is_most = false;
		for (uint32_t chance = 0; chance < 1000; chance++) {
			int64_t s = backoff_s(i + 1, chance);
			assert_in_range(s, least, most);
			is_least |= s == least;
			is_most |= s == most;
		}
		assert_true(is_least && is_most);
	}
	assert_int_equal(backoff_s(1000, 0), 7200);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, database_folder, database_remove)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_sign_in_mail_lands_in_the_folder_once),
		TEST(the_mailed_link_is_the_one_that_signs_in),
		TEST(other_lanes_are_left_alone),
		TEST(what_fails_for_now_is_tried_again_with_the_same_bytes),
		TEST(what_is_refused_is_dead),
		TEST(a_sign_in_mail_too_old_is_dead_and_not_sent),
		TEST(a_sign_in_mail_that_would_be_too_old_next_time_is_dead_at_once),
		TEST(a_program_that_ended_leaves_its_mail_to_the_next),
		TEST(stopping_leaves_the_mail_due),
		TEST(a_setup_that_cannot_work_is_told_at_the_start),
		cmocka_unit_test(back_off_is_the_table_and_up_to_a_tenth_more),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
