/* SPDX-License-Identifier: ISC */
/*
 * The threads of notices: each sends when it is woken, and ends when it is told to, whatever the
 * other side does. What it does with a mail is notify_courier.c's matter.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "app/accounts.h"
#include "app/hooks.h"
#include "app/notices.h"
#include "notify/mailer.h"
#include "store/notices.h"
#include "support/database.h"
#include "support/hook_sink.h"
#include "support/smtp_peer.h"

struct fixture {
	struct store *store;
	struct config config;
	struct clock clock;
	struct sets sets;
	struct mail_secrets secrets;
	struct smtp_peer *peer;
	struct mailer *mailer;
};

static struct mailer_options options(const struct fixture *f)
{
	return (struct mailer_options){f->store, &f->config, &f->sets, &f->secrets, &f->clock};
}

static void open_all(struct fixture *f, const struct database *d, const struct smtp_fault *faults)
{
	struct err err;
	*f = (struct fixture){.clock = {.stands = true, .at = 1000}};
	config_init(&f->config);
	f->peer = smtp_peer_start(faults);
	snprintf(f->config.smtp_url, sizeof(f->config.smtp_url), "%s", smtp_peer_url(f->peer));
	assert_int_equal(store_open(&f->store, &(struct store_options){.path = d->path}, &err), 0);
	struct mailer_options o = options(f);
	assert_int_equal(mailer_start(&f->mailer, &o, &err), 0);
}

static void close_all(struct fixture *f)
{
	mailer_stop(f->mailer);
	store_close(f->store);
	smtp_peer_stop(f->peer);
}

static void ask(struct fixture *f, const char *address)
{
	struct signin_chance chance;
	signin_chance_draw(&chance);
	struct signin_request r = {
		.address = address, .next = "/", .chance = &chance, .now = clock_now(&f->clock)};
	assert_int_not_equal(accounts_ask(f->store, &r), 0);
}

static int64_t next_due(struct fixture *f)
{
	struct db *db = store_read(f->store);
	int64_t at = notice_next_due(db, LANE_SIGN_IN, clock_now(&f->clock));
	store_read_done(f->store, db);
	return at;
}

static void every_mail_goes_out_once(void **state)
{
	static const char *const people[] = {"a@example.org", "b@example.org", "c@example.org",
	                                     "d@example.org", "e@example.org", "f@example.org"};
	struct fixture f;
	open_all(&f, *state, (const struct smtp_fault[]){{0}});
	for (unsigned i = 0; i < 6; i++)
		ask(&f, people[i]);
	smtp_peer_wait(f.peer, 6);
	mailer_stop(f.mailer);
	f.mailer = NULL;
	assert_int_equal(next_due(&f), 0);
	smtp_peer_quiet(f.peer);
	assert_int_equal(smtp_peer_mails(f.peer), 6);
	for (unsigned i = 0; i < 6; i++)
		assert_non_null(strstr(smtp_peer_commands(f.peer), people[i]));
	close_all(&f);
}

static int tell_address(struct db *db, void *context)
{
	(void)context;
	struct notice n = notices_new(NOTICE_ADDRESS, 1000);
	n.user_id = database_user(db, "Ada", false);
	snprintf(n.address, sizeof(n.address), "old@example.org");
	notice_add(db, &n, NULL, 0);
	return 0;
}

/* Another thread hangs in the first mail when the second is asked for. */
static void a_sign_in_mail_does_not_wait_behind_a_mail_that_hangs(void **state)
{
	struct fixture f;
	open_all(&f, *state, (const struct smtp_fault[]){{PEER_AT_END, ""}, {0}});
	assert_int_equal(store_write(f.store, tell_address, NULL), STORE_OK);
	smtp_peer_wait(f.peer, 1);
	ask(&f, "ben@example.org");
	smtp_peer_wait(f.peer, 2);
	mailer_stop(f.mailer);
	f.mailer = NULL;
	assert_int_equal(next_due(&f), 0);
	smtp_peer_quiet(f.peer);
	assert_non_null(
		strstr(text_string((struct text *)smtp_peer_mail(f.peer, 1)), "ben@example.org"));
	assert_int_equal(smtp_peer_connections(f.peer), 2);
	close_all(&f);
}

/* The clock moves while the thread waits. */
static void a_mail_that_failed_goes_out_when_it_is_due_again(void **state)
{
	struct fixture f;
	open_all(&f, *state, (const struct smtp_fault[]){{PEER_AT_END, "451 4.3.0 later"}, {0}});
	ask(&f, "ada@example.org");
	smtp_peer_wait(f.peer, 1);
	mailer_stop(f.mailer);
	int64_t due = next_due(&f);
	assert_in_range(due, 1060, 1066);
	struct err err;
	struct mailer_options o = options(&f);
	assert_int_equal(mailer_start(&f.mailer, &o, &err), 0);
	atomic_store(&f.clock.at, due);
	mailer_wake(f.mailer);
	smtp_peer_wait(f.peer, 2);
	close_all(&f);
}

static int drop_it(void *context, const char *path)
{
	(void)context;
	return strcmp(path, "/hang") == 0 ? HOOK_SINK_HANG : 204;
}

static int64_t add_hook(struct fixture *f, int64_t user_id, const char *url, const char *path)
{
	char whole[100];
	int64_t id;
	snprintf(whole, sizeof(whole), "%s%s", url, path);
	assert_int_equal(hooks_add(f->store, &f->config, user_id, "generic", whole, 1000, &id),
	                 HOOKS_OK);
	assert_int_equal(hooks_test(f->store, user_id, id, 1000), HOOKS_OK);
	return id;
}

static int add_user(struct db *db, void *context)
{
	*(int64_t *)context = database_user(db, "Ada", false);
	return 0;
}

/* A commit wakes its thread, a webhook that hangs holds up neither a mail nor another, and it ends
 * meanwhile. */
static void webhooks_go_out_beside_the_mails(void **state)
{
	struct fixture f;
	struct err err;
	int64_t user_id;
	struct hook_sink *sink = hook_sink_start(drop_it, NULL);
	open_all(&f, *state, (const struct smtp_fault[]){{0}});
	mailer_stop(f.mailer);
	f.config.hook_network_count = 1;
	assert_true(network_parse("127.0.0.1", &f.config.hook_networks[0]));
	struct mailer_options o = options(&f);
	assert_int_equal(mailer_start(&f.mailer, &o, &err), 0);
	assert_int_equal(store_write(f.store, add_user, &user_id), STORE_OK);
	add_hook(&f, user_id, hook_sink_url(sink), "/hang");
	hook_sink_wait(sink, 1);
	add_hook(&f, user_id, hook_sink_url(sink), "/well");
	ask(&f, "ben@example.org");
	hook_sink_wait(sink, 2);
	smtp_peer_wait(f.peer, 1);
	assert_string_equal(hook_sink_path(sink, 1), "/well");
	close_all(&f);
	hook_sink_stop(sink);
}

static void it_ends_while_the_other_side_says_nothing(void **state)
{
	struct fixture f;
	open_all(&f, *state, (const struct smtp_fault[]){{PEER_AT_END, ""}, {0}});
	ask(&f, "ada@example.org");
	smtp_peer_wait(f.peer, 1);
	mailer_stop(f.mailer);
	f.mailer = NULL;
	assert_int_equal(next_due(&f), 1000);
	close_all(&f);
}

static void it_ends_when_it_never_did_anything(void **state)
{
	struct fixture f;
	open_all(&f, *state, (const struct smtp_fault[]){{0}});
	close_all(&f);
	mailer_stop(NULL);
}

static void a_setup_that_cannot_work_starts_no_thread(void **state)
{
	struct fixture f;
	struct err err;
	struct mailer *none = NULL;
	open_all(&f, *state, (const struct smtp_fault[]){{0}});
	struct config bad = f.config;
	snprintf(bad.mail_from, sizeof(bad.mail_from), "nobody");
	struct mailer_options o = {f.store, &bad, &f.sets, &f.secrets, &f.clock};
	assert_int_equal(mailer_start(&none, &o, &err), -1);
	assert_null(none);
	close_all(&f);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, database_folder, database_remove)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(every_mail_goes_out_once),
		TEST(a_sign_in_mail_does_not_wait_behind_a_mail_that_hangs),
		TEST(a_mail_that_failed_goes_out_when_it_is_due_again),
		TEST(webhooks_go_out_beside_the_mails),
		TEST(it_ends_while_the_other_side_says_nothing),
		TEST(it_ends_when_it_never_did_anything),
		TEST(a_setup_that_cannot_work_starts_no_thread),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
