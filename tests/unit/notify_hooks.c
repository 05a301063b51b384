/* SPDX-License-Identifier: ISC */
/*
 * Webhooks on their whole way, by a clock that is moved by hand, to a sink on the loopback: what
 * arrives, what becomes of what does not, and that who is dead delays nobody else.
 */
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app/hooks.h"
#include "notify/hook_courier.h"
#include "notify/verdict.h"
#include "support/hook_sink.h"
#include "support/party.h"

enum { DAY = 86400, HOUR = 3600 };

struct fixture {
	struct party *party;
	struct config config;
	struct clock clock;
	struct mail_secrets secrets;
	struct hook_sink *sink;
	struct hook_courier *courier;
	atomic_int status; /* that the sink answers */
	char game[GAME_ID_LEN + 1];
};

/* /dead... hangs, /gone is gone, all others get the fixture's status. */
static int judge(void *context, const char *path)
{
	const struct fixture *f = context;
	if (strncmp(path, "/dead", 5) == 0)
		return HOOK_SINK_HANG;
	if (strcmp(path, "/gone") == 0)
		return 410;
	return strcmp(path, "/well") == 0 ? 200 : f->status;
}

static void open_courier(struct fixture *f, void (*step)(void *context, enum hook_step done),
                         void *context)
{
	f->courier = hook_courier_open(&(struct hook_courier_options){
		.store = f->party->store,
		.config = &f->config,
		.secrets = &f->secrets,
		.clock = &f->clock,
		.timeout_ms = 60000, /* longer than any test */
		.step = step,
		.step_context = context,
	});
}

static void open_all(struct fixture *f, void **state)
{
	*f = (struct fixture){.party = *state, .clock = {.stands = true}, .status = 204};
	atomic_store(&f->clock.at, f->party->now);
	config_init(&f->config);
	f->config.hook_network_count = 1;
	assert_true(network_parse("127.0.0.0/8", &f->config.hook_networks[0]));
	f->sink = hook_sink_start(judge, f);
	open_courier(f, NULL, NULL);
}

static void close_all(struct fixture *f)
{
	hook_courier_close(f->courier);
	hook_sink_stop(f->sink);
}

/* A webhook of people[person]. */
static int64_t add_hook(struct fixture *f, int person, const char *kind, const char *path)
{
	char url[200];
	int64_t id = 0;
	snprintf(url, sizeof(url), "%s%s", hook_sink_url(f->sink), path);
	assert_int_equal(hooks_add(f->party->store, &f->config, f->party->people[person], kind, url,
	                           f->party->now, &id),
	                 HOOKS_OK);
	return id;
}

static void pass(struct fixture *f, int64_t seconds)
{
	f->party->now += seconds;
	atomic_store(&f->clock.at, f->party->now);
}

static int64_t next_due(struct fixture *f)
{
	struct db *db = store_read(f->party->store);
	int64_t at = hook_next_due(db, f->party->now);
	store_read_done(f->party->store, db);
	return at;
}

/* Until nothing is under way nor due now. */
static void run(struct fixture *f)
{
	do {
		hook_courier_run(f->courier, hook_courier_busy(f->courier) ? 100 : 0);
	} while (hook_courier_busy(f->courier) || next_due(f) == f->party->now);
}

/* A game of two in which people[0] is to draw or to move: a notice of "your turn" is due. */
static void begin_game(struct fixture *f)
{
	party_start(f->party, &(struct party_game){.people = 2}, f->game);
}

#define SENT "SELECT kind, state, tries, answer FROM notices WHERE channel = 'hook' ORDER BY id"

/* ---- What arrives ---- */

static void test_of(struct fixture *f, int person, int64_t id)
{
	assert_int_equal(hooks_test(f->party->store, f->party->people[person], id, f->party->now),
	                 HOOKS_OK);
}

static void what_happens_in_a_game_goes_to_each_webhook_that_is_on(void **state)
{
	struct fixture f;
	char field[200], expected[300];
	open_all(&f, state);
	add_hook(&f, 0, "generic", "/a");
	int64_t off = add_hook(&f, 0, "slack", "/off");
	assert_int_equal(hooks_switch(f.party->store, f.party->people[0], off, false, f.party->now),
	                 HOOKS_OK);
	begin_game(&f);
	pass(&f, HOUR);
	run(&f);
	assert_true(hook_sink_count(f.sink) >= 1);
	for (unsigned i = 0; i < hook_sink_count(f.sink); i++)
		assert_string_equal(hook_sink_path(f.sink, i), "/a");
	hook_sink_field(f.sink, 0, "Content-Type", field, sizeof(field));
	assert_string_equal(field, "application/json");
	snprintf(expected, sizeof(expected), "\"url\":\"http://localhost:8080/g/%s#here\"", f.game);
	assert_non_null(strstr(hook_sink_body(f.sink, 0), expected));
	assert_non_null(strstr(hook_sink_body(f.sink, 0), "{\"type\":\"notice."));
	party_has(f.party,
	          "SELECT count(*) > 0, min(state), max(answer), min(address LIKE"
	          " '127.0.0.1:%') FROM notices WHERE channel = 'hook'",
	          "1|sent|answered 204|1\n");
	close_all(&f);
}

static void expect_signature(struct fixture *f, unsigned n, int64_t hook, int64_t number,
                             char out[HOOK_SINK_SIGNATURE])
{
	unsigned char key[SECRET_KEY_BYTES];
	mail_secrets_hook(&f->secrets, hook, number, key);
	hook_sink_sign(f->sink, n, key, out);
}

static void what_is_signed_is_signed_with_the_secret_before_for_a_day_too(void **state)
{
	struct fixture f;
	char field[300], now[HOOK_SINK_SIGNATURE], before[HOOK_SINK_SIGNATURE], both[220];
	open_all(&f, state);
	int64_t id = add_hook(&f, 0, "generic", "/a");
	test_of(&f, 0, id);
	run(&f);
	hook_sink_field(f.sink, 0, "webhook-signature", field, sizeof(field));
	expect_signature(&f, 0, id, 0, now);
	assert_string_equal(field, now);

	assert_int_equal(hooks_rotate(f.party->store, f.party->people[0], id, f.party->now),
	                 HOOKS_OK);
	pass(&f, DAY - 1);
	test_of(&f, 0, id);
	run(&f);
	hook_sink_field(f.sink, 1, "webhook-signature", field, sizeof(field));
	expect_signature(&f, 1, id, 1, now);
	expect_signature(&f, 1, id, 0, before);
	snprintf(both, sizeof(both), "%s %s", now, before);
	assert_string_equal(field, both);

	pass(&f, 1);
	test_of(&f, 0, id);
	run(&f);
	hook_sink_field(f.sink, 2, "webhook-signature", field, sizeof(field));
	expect_signature(&f, 2, id, 1, now);
	assert_string_equal(field, now);
	close_all(&f);
}

static void only_what_says_so_is_signed(void **state)
{
	struct fixture f;
	char field[100];
	open_all(&f, state);
	test_of(&f, 0, add_hook(&f, 0, "discord", "/a"));
	run(&f);
	hook_sink_field(f.sink, 0, "webhook-signature", field, sizeof(field));
	assert_string_equal(field, "");
	assert_non_null(strstr(hook_sink_body(f.sink, 0), "\"allowed_mentions\":{\"parse\":[]}"));
	close_all(&f);
}

/* ---- What does not ---- */

static void a_webhook_that_is_down_for_an_hour_recovers_by_itself(void **state)
{
	struct fixture f;
	char first_id[80], id[80];
	open_all(&f, state);
	add_hook(&f, 0, "generic", "/a");
	f.status = 503;
	begin_game(&f);
	party_sql(f.party, "INSERT INTO notices (kind, user_id, channel, hook_id, due_at,"
	                   " created_at, state) SELECT 'invitation', 1, 'hook', 1, 1800000000,"
	                   " 1800000000, 'waiting' FROM (VALUES (1), (2), (3))");
	int64_t began = f.party->now;
	run(&f);
	assert_int_equal(hook_sink_count(f.sink), 1); /* one at a time, and then it rests */
	while (f.party->now < began + HOUR) {
		int64_t due = next_due(&f);
		assert_true(due > f.party->now);
		pass(&f, due - f.party->now);
		run(&f);
	}
	unsigned down = hook_sink_count(f.sink);
	assert_in_range(down, 4, 7); /* 0, 1, 6, 21, 81 minutes, each with a little chance */
	f.status = 204;
	pass(&f, 2 * HOUR + HOUR / 2);
	run(&f);
	party_has(f.party, "SELECT DISTINCT state FROM notices WHERE channel = 'hook'", "sent\n");
	party_has(f.party, "SELECT failures, failing_since, told_at FROM hooks", "0|NULL|NULL\n");
	/* The same one first, under its id; and nobody was bothered. */
	hook_sink_field(f.sink, 0, "webhook-id", first_id, sizeof(first_id));
	for (unsigned i = 1; i <= down; i++) {
		hook_sink_field(f.sink, i, "webhook-id", id, sizeof(id));
		assert_string_equal(id, first_id);
		assert_string_equal(hook_sink_body(f.sink, i), hook_sink_body(f.sink, 0));
	}
	party_has(f.party, "SELECT count(*) FROM notices WHERE kind = 'webhook fails'", "0\n");
	close_all(&f);
}

static void who_fails_for_a_day_is_told_once_and_stays_on(void **state)
{
	struct fixture f;
	open_all(&f, state);
	add_hook(&f, 0, "generic", "/a");
	f.status = 500;
	begin_game(&f);
	for (int64_t end = f.party->now + 3 * DAY; next_due(&f) && f.party->now < end;) {
		pass(&f, next_due(&f) - f.party->now);
		run(&f);
	}
	party_has(f.party, "SELECT DISTINCT state, answer FROM notices WHERE channel = 'hook'",
	          "dead|answered 500\n");
	party_has(f.party,
	          "SELECT channel, user_id, hook_id FROM notices"
	          " WHERE kind = 'webhook fails'",
	          "mail|1|1\n");
	party_has(f.party, "SELECT state, told_at IS NOT NULL FROM hooks", "on|1\n");
	/* Well again: nothing was muted. */
	f.status = 200;
	test_of(&f, 0, 1);
	run(&f);
	party_has(f.party, "SELECT state, failures, told_at FROM hooks", "on|0|NULL\n");
	close_all(&f);
}

static void who_is_gone_is_switched_off_and_told(void **state)
{
	struct fixture f;
	open_all(&f, state);
	add_hook(&f, 0, "generic", "/gone");
	begin_game(&f);
	test_of(&f, 0, 1);
	run(&f);
	assert_int_equal(hook_sink_count(f.sink), 1);
	party_has(f.party, "SELECT state FROM hooks", "off\n");
	party_has(f.party, "SELECT count(*) FROM notices WHERE kind = 'webhook fails'", "1\n");
	party_has(f.party,
	          "SELECT count(*) FROM notices WHERE channel = 'hook'"
	          " AND state NOT IN ('dead', 'cancelled')",
	          "0\n");
	close_all(&f);
}

/* A redirect is an answer like any other that is not 2xx; what it points to is not asked. */
static void a_redirect_is_not_followed(void **state)
{
	struct fixture f;
	open_all(&f, state);
	add_hook(&f, 0, "generic", "/a");
	f.status = 307;
	test_of(&f, 0, 1);
	run(&f);
	assert_int_equal(hook_sink_count(f.sink), 1);
	party_has(f.party, SENT, "test|dead|1|answered 307, a redirect: those are not followed\n");
	close_all(&f);
}

/* 4xx says so of the notice, but for those that are about who sends, or when. */
static void one_that_is_refused_does_not_hold_up_those_behind_it(void **state)
{
	static const struct {
		int status;
		bool goes_behind;
	} cases[] = {{400, true},  {413, true},  {422, true},  {499, true},
	             {401, false}, {403, false}, {404, false}, {408, false},
	             {425, false}, {429, false}, {302, false}, {503, false}};
	struct fixture f;
	char refused[80], next[80];
	open_all(&f, state);
	add_hook(&f, 0, "generic", "/a");
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		unsigned n = hook_sink_count(f.sink);
		party_sql(f.party, "INSERT INTO notices (kind, user_id, channel, hook_id, due_at,"
		                   " created_at, state) SELECT 'invitation', 1, 'hook', 1,"
		                   " 1800000000, 1800000000, 'waiting' FROM (VALUES (1), (2))");
		f.status = cases[i].status;
		run(&f);
		assert_int_equal(hook_sink_count(f.sink), n + 1);
		f.status = 204;
		pass(&f, 120);
		run(&f);
		assert_int_equal(hook_sink_count(f.sink), n + 3);
		hook_sink_field(f.sink, n, "webhook-id", refused, sizeof(refused));
		hook_sink_field(f.sink, n + 1, "webhook-id", next, sizeof(next));
		if ((strcmp(refused, next) != 0) != cases[i].goes_behind)
			fail_msg("%d: %s, then %s", cases[i].status, refused, next);
	}
	party_has(f.party, "SELECT DISTINCT state FROM notices WHERE channel = 'hook'", "sent\n");
	close_all(&f);
}

static void what_is_done_before_is_not_sent(void **state)
{
	struct fixture f;
	open_all(&f, state);
	add_hook(&f, 0, "generic", "/a");
	begin_game(&f);
	party_sql(f.party, "UPDATE notices SET state = 'cancelled', settled_at = 1");
	pass(&f, HOUR);
	run(&f);
	assert_int_equal(hook_sink_count(f.sink), 0);
	close_all(&f);
}

static void cancel(void *context, enum hook_step done)
{
	struct party *party = context;
	if (done == HOOK_COMPOSED)
		party_sql(party, "UPDATE notices SET state = 'cancelled', bytes = NULL,"
		                 " settled_at = 1800000000");
}

/* Also when it was tried before, and its bytes are there. */
static void what_is_done_once_it_is_composed_is_not_sent(void **state)
{
	struct fixture f;
	open_all(&f, state);
	int64_t id = add_hook(&f, 0, "generic", "/a");
	for (unsigned was_tried = 0; was_tried <= 1; was_tried++) {
		party_sql(f.party, "INSERT INTO notices (kind, user_id, channel, hook_id, due_at,"
		                   " created_at, state) VALUES ('invitation', 1, 'hook', 1,"
		                   " 1800000000, 1800000000, 'waiting')");
		f.status = 503;
		if (was_tried)
			run(&f);
		assert_int_equal(hook_sink_count(f.sink), was_tried);
		pass(&f, 120);
		hook_courier_close(f.courier);
		open_courier(&f, cancel, f.party);
		run(&f);
		assert_int_equal(hook_sink_count(f.sink), was_tried);
		party_has(f.party, "SELECT state FROM notices ORDER BY id DESC LIMIT 1",
		          "cancelled\n");
		hook_courier_close(f.courier);
		open_courier(&f, NULL, NULL);
	}
	/* It is free for the next. */
	f.status = 204;
	test_of(&f, 0, id);
	run(&f);
	party_has(f.party, "SELECT state FROM notices ORDER BY id DESC LIMIT 1", "sent\n");
	close_all(&f);
}

/* What is under way when the program ends is sent by the next one, under the same id. */
static void what_is_under_way_at_the_end_is_sent_by_the_next(void **state)
{
	struct fixture f;
	open_all(&f, state);
	add_hook(&f, 0, "generic", "/dead");
	begin_game(&f);
	while (hook_sink_count(f.sink) == 0)
		hook_courier_run(f.courier, 100);
	hook_courier_close(f.courier);
	party_has(f.party,
	          "SELECT state, tries, bytes IS NOT NULL FROM notices"
	          " WHERE channel = 'hook' ORDER BY id LIMIT 1",
	          "waiting|0|1\n");
	party_sql(f.party, "UPDATE hooks SET url = replace(url, '/dead', '/well')");
	open_courier(&f, NULL, NULL);
	run(&f);
	assert_string_equal(hook_sink_path(f.sink, 1), "/well");
	assert_string_equal(hook_sink_body(f.sink, 1), hook_sink_body(f.sink, 0));
	close_all(&f);
}

/* ---- Others' trouble ---- */

static void a_hundred_that_hang_do_not_delay_one_that_lives(void **state)
{
	struct fixture f;
	char sql[400];
	open_all(&f, state);
	snprintf(sql, sizeof(sql),
	         "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100)"
	         " INSERT INTO hooks (user_id, kind, url, state, created_at)"
	         " SELECT 1 + i %% 2, 'generic', '%s/dead' || i, 'on', 1 FROM n",
	         hook_sink_url(f.sink));
	party_sql(f.party, sql);
	party_sql(f.party, "INSERT INTO notices (kind, user_id, channel, hook_id, due_at,"
	                   " created_at, state) SELECT 'test', user_id, 'hook', id, 1800000000,"
	                   " 1800000000, 'waiting' FROM hooks");
	while (hook_sink_count(f.sink) < 100)
		hook_courier_run(f.courier, 100);
	assert_int_equal(hook_courier_busy(f.courier), 100);
	int64_t id = add_hook(&f, 2, "generic", "/well");
	test_of(&f, 2, id);
	while (hook_sink_count(f.sink) < 101)
		hook_courier_run(f.courier, 100);
	assert_string_equal(hook_sink_path(f.sink, 100), "/well");
	while (hook_courier_busy(f.courier) > 100)
		hook_courier_run(f.courier, 100);
	hook_courier_run(f.courier, 0);
	party_has(f.party, "SELECT state, count(*) FROM notices GROUP BY 1 ORDER BY 1",
	          "sending|100\nsent|1\n");
	close_all(&f);
}

/* Once they are known to fail they hold a part of the places only. */
static void those_that_fail_leave_places_to_the_others(void **state)
{
	struct fixture f;
	char sql[400];
	open_all(&f, state);
	snprintf(sql, sizeof(sql),
	         "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)"
	         " INSERT INTO hooks (user_id, kind, url, state, created_at, failures)"
	         " SELECT 1 + i %% 2, 'generic', '%s/dead' || i, 'on', 1, 1 FROM n",
	         hook_sink_url(f.sink));
	party_sql(f.party, sql);
	party_sql(f.party, "INSERT INTO notices (kind, user_id, channel, hook_id, due_at,"
	                   " created_at, state) SELECT 'test', user_id, 'hook', id, 1800000000,"
	                   " 1800000000, 'waiting' FROM hooks");
	while (hook_sink_count(f.sink) < HOOKS_FAILING_AT_ONCE)
		hook_courier_run(f.courier, 100);
	hook_courier_run(f.courier, 0);
	assert_int_equal(hook_courier_busy(f.courier), HOOKS_FAILING_AT_ONCE);
	test_of(&f, 2, add_hook(&f, 2, "generic", "/well"));
	while (hook_sink_count(f.sink) < HOOKS_FAILING_AT_ONCE + 1)
		hook_courier_run(f.courier, 100);
	assert_string_equal(hook_sink_path(f.sink, HOOKS_FAILING_AT_ONCE), "/well");
	close_all(&f);
}

/* ---- Waking ---- */

struct runner {
	struct hook_courier *courier;
	atomic_bool stops;
	pthread_t thread;
};

static void *run_until_stopped(void *context)
{
	struct runner *r = context;
	while (!atomic_load(&r->stops))
		hook_courier_run(r->courier, 10 * DAY * 1000);
	return NULL;
}

static void due(void *context, int64_t due_at)
{
	hook_courier_wake(context, due_at);
}

/* What is due in an hour it waits for: what is due later is no news to it, what is due before is.
 * Until it waits everything is. */
static void what_is_due_before_it_would_look_wakes_it(void **state)
{
	struct fixture f;
	open_all(&f, state);
	int64_t id = add_hook(&f, 0, "generic", "/a");
	party_sql(f.party, "INSERT INTO notices (kind, user_id, channel, hook_id, due_at,"
	                   " created_at, state) VALUES ('invitation', 1, 'hook', 1, 1800003600,"
	                   " 1800000000, 'waiting')");
	int64_t looks_at = next_due(&f);
	assert_int_equal(looks_at, f.party->now + HOUR);
	struct runner r = {.courier = f.courier};
	store_watch(f.party->store, due, f.courier);
	assert_int_equal(pthread_create(&r.thread, NULL, run_until_stopped, &r), 0);
	while (hook_courier_wake(f.courier, looks_at))
		sched_yield();
	assert_true(hook_courier_wake(f.courier, looks_at - 1));
	while (hook_courier_wake(f.courier, looks_at))
		sched_yield();
	test_of(&f, 0, id);
	hook_sink_wait(f.sink, 1);
	atomic_store(&r.stops, true);
	assert_true(hook_courier_wake(f.courier, INT64_MIN));
	pthread_join(r.thread, NULL);
	store_watch(f.party->store, NULL, NULL);
	close_all(&f);
}

/* ---- Choices ---- */

static void choose(struct fixture *f, const char *way)
{
	char sql[200];
	snprintf(sql, sizeof(sql),
	         "INSERT OR REPLACE INTO notice_choices SELECT 1, kind, '%s'"
	         " FROM (SELECT DISTINCT kind FROM notices)",
	         way);
	party_sql(f->party, sql);
}

static void a_kind_goes_where_its_person_wants_it(void **state)
{
	static const struct {
		const char *way;
		bool goes;
	} ways[] = {{"both", true},
	            {"webhook", true},
	            {"mail", false},
	            {"digest", false},
	            {"off", false}};
	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		struct fixture f;
		open_all(&f, state);
		if (i == 0) {
			add_hook(&f, 0, "generic", "/a");
		} else {
			char sql[200];
			snprintf(sql, sizeof(sql), "UPDATE hooks SET url = '%s/a'",
			         hook_sink_url(f.sink));
			party_sql(f.party, sql);
		}
		begin_game(&f);
		choose(&f, ways[i].way);
		pass(&f, HOUR);
		run(&f);
		assert_int_equal(hook_sink_count(f.sink) > 0, ways[i].goes);
		if (!ways[i].goes)
			party_has(f.party,
			          "SELECT state, answer FROM notices"
			          " WHERE channel = 'hook' ORDER BY id DESC LIMIT 1",
			          "cancelled|this kind does not go to webhooks\n");
		close_all(&f);
	}
}

static void the_mail_stays_away_while_a_webhook_alone_is_on(void **state)
{
	struct fixture f;
	struct hook h;
	open_all(&f, state);
	int64_t id = add_hook(&f, 0, "generic", "/a");
	struct notice n = {.kind = "game over", .user_id = f.party->people[0]};
	for (int is_on = 1; is_on >= 0; is_on--) {
		party_sql(f.party, "INSERT OR REPLACE INTO notice_choices VALUES (1, 'game over',"
		                   " 'webhook')");
		assert_int_equal(
			hooks_switch(f.party->store, f.party->people[0], id, is_on, f.party->now),
			HOOKS_OK);
		struct db *db = store_read(f.party->store);
		struct verdict mail = verdict_of(db, NULL, &n, f.party->now);
		n.hook_id = id;
		struct verdict hook = verdict_of_hook(db, NULL, &n, f.party->now, &h);
		assert_int_equal(mail.what, is_on ? VERDICT_NOTHING : VERDICT_LETTER);
		assert_int_equal(hook.what, is_on ? VERDICT_LETTER : VERDICT_NOTHING);
		store_read_done(f.party->store, db);
	}
	close_all(&f);
}

static void a_reminder_waits_for_the_end_of_quiet_hours(void **state)
{
	struct fixture f;
	open_all(&f, state);
	add_hook(&f, 0, "generic", "/a");
	party_sql(f.party, "INSERT INTO calendars (text) VALUES ('UTC 07:00-09:30')");
	party_sql(f.party, "UPDATE users SET calendar_id = (SELECT id FROM calendars)");
	party_sql(f.party, "INSERT INTO notices (kind, user_id, channel, hook_id, due_at,"
	                   " created_at, state) VALUES ('reminder', 1, 'hook', 1, 1800000000,"
	                   " 1800000000, 'waiting')");
	run(&f);
	party_has(f.party, "SELECT state, tries, due_at - 1800000000 FROM notices",
	          "waiting|0|5400\n");
	assert_int_equal(hook_sink_count(f.sink), 0);
	pass(&f, 5400);
	run(&f);
	assert_int_equal(hook_sink_count(f.sink), 1);
	close_all(&f);
}

static void a_muted_game_is_not_told(void **state)
{
	struct fixture f;
	open_all(&f, state);
	add_hook(&f, 0, "generic", "/a");
	begin_game(&f);
	assert_true(notices_mute(f.party->store, f.party->people[0], f.game, true));
	pass(&f, HOUR);
	run(&f);
	assert_int_equal(hook_sink_count(f.sink), 0);
	close_all(&f);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, party_open, party_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(what_happens_in_a_game_goes_to_each_webhook_that_is_on),
		TEST(what_is_signed_is_signed_with_the_secret_before_for_a_day_too),
		TEST(only_what_says_so_is_signed),
		TEST(a_webhook_that_is_down_for_an_hour_recovers_by_itself),
		TEST(who_fails_for_a_day_is_told_once_and_stays_on),
		TEST(who_is_gone_is_switched_off_and_told),
		TEST(a_redirect_is_not_followed),
		TEST(one_that_is_refused_does_not_hold_up_those_behind_it),
		TEST(what_is_done_before_is_not_sent),
		TEST(what_is_done_once_it_is_composed_is_not_sent),
		TEST(what_is_under_way_at_the_end_is_sent_by_the_next),
		TEST(a_hundred_that_hang_do_not_delay_one_that_lives),
		TEST(those_that_fail_leave_places_to_the_others),
		TEST(what_is_due_before_it_would_look_wakes_it),
		TEST(a_kind_goes_where_its_person_wants_it),
		TEST(the_mail_stays_away_while_a_webhook_alone_is_on),
		TEST(a_reminder_waits_for_the_end_of_quiet_hours),
		TEST(a_muted_game_is_not_told),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
