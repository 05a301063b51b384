/* SPDX-License-Identifier: ISC */
/*
 * Mails of games on their whole way, by a clock that is moved by hand: who wants them, the mail of
 * the day, what is done meanwhile, what comes back, and a program that is killed at each step.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "app/notices.h"
#include "notify/courier.h"
#include "notify/mail.h"
#include "support/party.h"
#include "support/smtp_peer.h"

enum { NOW = PARTY_BEGINS, DAY = 86400 };

struct fixture {
	struct party *p;
	struct config config;
	struct clock clock;
	struct mail_secrets secrets;
	struct smtp_peer *peer;
	struct courier *courier;
	char id[GAME_ID_LEN + 1]; /* a game of two people, in which User 0 or 1 is on turn */
	int64_t user;             /* that one */
	/* What happens when a step is done: see courier_options. */
	enum courier_step at;
	void (*then)(struct fixture *f);
};

static void step(void *context, enum courier_step done)
{
	struct fixture *f = context;
	if (f->then && done == f->at)
		f->then(f);
}

static void open_courier(struct fixture *f)
{
	struct err err;
	struct courier_options o = {
		.store = f->p->store,
		.config = &f->config,
		.sets = f->p->sets,
		.secrets = &f->secrets,
		.clock = &f->clock,
		.lane = LANE_MAIL,
		.step = step,
		.step_context = f,
	};
	assert_int_equal(courier_open(&f->courier, &o, &err), 0);
}

/* The game has begun: somebody's turn is a notice. */
static void open_all(struct fixture *f, void **state, const struct smtp_fault *faults)
{
	struct err err;
	*f = (struct fixture){.p = *state, .clock = {.stands = true, .at = NOW}};
	config_init(&f->config);
	f->peer = smtp_peer_start(faults);
	snprintf(f->config.smtp_url, sizeof(f->config.smtp_url), "%s", smtp_peer_url(f->peer));
	snprintf(f->config.mail_from, sizeof(f->config.mail_from), "safari@example.org");
	assert_int_equal(mail_secrets_open(&f->secrets, f->p->store, NOW, &err), 0);
	party_start(f->p, &(struct party_game){.people = 2}, f->id);
	party_sql(f->p, "DELETE FROM notices WHERE kind = 'started'");
	struct play *play = party_load(f->p, f->id);
	f->user = play->seats[play->game.seat_on_turn].user_id;
	play_free(play);
	open_courier(f);
}

static void close_all(struct fixture *f)
{
	courier_close(f->courier);
	smtp_peer_stop(f->peer);
}

static void run_all(struct fixture *f)
{
	while (courier_run(f->courier))
		;
}

#define STATES "SELECT kind, state, tries, answer FROM notices ORDER BY id"

static void a_turn_is_mailed_from_an_address_of_its_player(void **state)
{
	struct fixture f;
	char sender[LIMIT_ADDRESS_BYTES + 1], expected[300];
	open_all(&f, state, (const struct smtp_fault[]){{0}});
	assert_int_equal(courier_next(f.courier), NOW);
	run_all(&f);
	party_has(f.p, STATES, "your turn|sent|1|250 2.0.0 taken\n");
	party_has(f.p, "SELECT address IS NOT NULL, bytes FROM notices", "1|NULL\n");
	smtp_peer_quiet(f.peer);
	assert_int_equal(smtp_peer_mails(f.peer), 1);
	assert_true(mail_secrets_bounce(&f.secrets, f.config.mail_from, f.user, sender));
	snprintf(expected, sizeof(expected), "MAIL FROM:<%.254s>", sender);
	assert_non_null(strstr(smtp_peer_commands(f.peer), expected));
	close_all(&f);
}

static void without_plus_addresses_the_sender_is_the_sites(void **state)
{
	struct fixture f;
	open_all(&f, state, (const struct smtp_fault[]){{0}});
	f.config.has_mail_plus = false;
	run_all(&f);
	smtp_peer_quiet(f.peer);
	assert_non_null(strstr(smtp_peer_commands(f.peer), "MAIL FROM:<safari@example.org>"));
	close_all(&f);
}

/* ---- Who wants it ---- */

static void choose(struct fixture *f, enum notice_kind kind, enum notice_way way)
{
	struct notice_choices choices;
	struct db *db = store_read(f->p->store);
	notices_choices(db, f->user, &choices);
	store_read_done(f->p->store, db);
	choices.ways[kind] = way;
	assert_true(notices_choose(f->p->store, f->user, &choices));
}

static void turns_off(struct fixture *f)
{
	choose(f, NOTICE_YOUR_TURN, WAY_OFF);
}

static void mails_off(struct fixture *f)
{
	assert_true(notices_switch(f->p->store, f->user, false));
}

static void game_muted(struct fixture *f)
{
	assert_true(notices_mute(f->p->store, f->user, f->id, true));
}

static void no_address(struct fixture *f)
{
	party_sql(f->p, "DELETE FROM addresses");
}

static void account_gone(struct fixture *f)
{
	party_sql(f->p, "UPDATE users SET deleted_at = 1");
}

static void bounced(struct fixture *f)
{
	party_sql(f->p, "UPDATE users SET mail_off = 2");
}

static void who_wants_no_mail_gets_none_and_the_list_says_why(void **state)
{
	static const struct {
		void (*chosen)(struct fixture *f);
		const char *why;
	} cases[] = {
		{turns_off, "this kind is off"},
		{mails_off, "mails are off"},
		{game_muted, "this game is muted"},
		{no_address, "there is no address"},
		{account_gone, "the account is gone"},
		{bounced, "mails are off because they came back"},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct fixture f;
		char expected[100];
		/* Also where the first attempt has failed already. */
		for (int is_second = 0; is_second < 2; is_second++) {
			open_all(&f, state,
			         is_second
			                 ? (const struct smtp_fault[]){{PEER_AT_DATA, "451 later"},
			                                               {0}}
			                 : (const struct smtp_fault[]){{0}});
			if (is_second)
				assert_true(courier_run(f.courier));
			atomic_fetch_add(&f.clock.at, 100);
			cases[i].chosen(&f);
			run_all(&f);
			snprintf(expected, sizeof(expected), "cancelled|%d|%s|NULL\n",
			         1 + is_second, cases[i].why);
			party_has(f.p, "SELECT state, tries, answer, bytes FROM notices", expected);
			assert_int_equal(smtp_peer_mails(f.peer), 0);
			close_all(&f);
			assert_int_equal(party_close(state), 0);
			assert_int_equal(party_open(state), 0);
		}
	}
}

/* ---- The mail of the day ---- */

static void what_is_for_the_mail_of_the_day_goes_with_one_mail(void **state)
{
	struct fixture f;
	open_all(&f, state, (const struct smtp_fault[]){{0}});
	party_sql(f.p, "UPDATE users SET zone = 'Europe/Berlin'");
	choose(&f, NOTICE_YOUR_TURN, WAY_DIGEST);
	choose(&f, NOTICE_GAME_OVER, WAY_DIGEST);
	run_all(&f);
	/* 2027-01-15 08:00 UTC: in Berlin it is nine, and tomorrow at eight is 23 hours away. */
	party_has(f.p, "SELECT kind, channel, state, tries, due_at FROM notices",
	          "your turn|digest|waiting|0|1800082800\n");
	assert_int_equal(courier_next(f.courier), NOW + 23 * 3600);
	char sql[300];
	snprintf(sql, sizeof(sql),
	         "INSERT INTO notices (kind, game_id, rev, user_id, channel, due_at, created_at,"
	         " state, is_news) SELECT column1, '%s', 9, %lld, 'mail', %d, 1, 'waiting', 1"
	         " FROM (VALUES ('game over'), ('caretaker'))",
	         f.id, (long long)f.user, NOW);
	party_sql(f.p, sql);
	run_all(&f);
	assert_int_equal(smtp_peer_mails(f.peer), 1); /* the caretaker's, at once */
	/* What is off by then stays out. */
	choose(&f, NOTICE_GAME_OVER, WAY_OFF);
	atomic_store(&f.clock.at, NOW + 23 * 3600);
	run_all(&f);
	party_has(f.p, "SELECT kind, channel, state, digest_id, answer FROM notices ORDER BY id",
	          "your turn|digest|sent|4|with the mail of the day\n"
	          "game over|digest|cancelled|NULL|this kind is off\n"
	          "caretaker|mail|sent|NULL|250 2.0.0 taken\n"
	          "digest|mail|sent|NULL|250 2.0.0 taken\n");
	assert_int_equal(smtp_peer_mails(f.peer), 2);
	assert_int_equal(courier_next(f.courier), 0);
	close_all(&f);
}

static void what_was_done_by_then_makes_no_mail_of_the_day(void **state)
{
	struct fixture f;
	open_all(&f, state, (const struct smtp_fault[]){{0}});
	choose(&f, NOTICE_YOUR_TURN, WAY_DIGEST);
	run_all(&f);
	party_take_turn(f.p, f.id);
	atomic_fetch_add(&f.clock.at, DAY);
	run_all(&f);
	assert_int_equal(smtp_peer_mails(f.peer), 0);
	party_has(f.p, "SELECT kind, state FROM notices", "your turn|cancelled\n");
	close_all(&f);
}

/* Each at the next such hour of their walls, the nights in which clocks change included. */
static void the_mail_of_the_day_keeps_to_the_persons_clock(void **state)
{
	static const struct {
		const char *zone;
		int hour;
		int64_t now, due;
	} cases[] = {
		{"UTC", 8, 1800000000 - 1, 1800000000},
		{"UTC", 8, 1800000000, 1800000000 + DAY},
		{"Pacific/Auckland", 8, 1800000000, 1800039600}, /* 21:00 there */
		{"Europe/Berlin", 8, 1806184800, 1806213600},    /* the night to 28 March 2027 */
		{"Europe/Berlin", 2, 1806184800, 1806195600},    /* 2:00 is not: at 3:00 */
		{"Europe/Berlin", 2, 1806195599, 1806195600},
		{"Europe/Berlin", 2, 1806195600, 1806195600 + 23 * 3600},
		{"Europe/Berlin", 8, 1824939000, 1824966000}, /* to 31 October */
		{"Europe/Berlin", 2, 1824939000, 1824940800}, /* the first of two */
		{"Europe/Berlin", 2, 1824940800, 1824940800 + 25 * 3600},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct fixture f;
		char sql[100], expected[40];
		open_all(&f, state, (const struct smtp_fault[]){{0}});
		snprintf(sql, sizeof(sql), "UPDATE users SET zone = '%s', digest_hour = %d",
		         cases[i].zone, cases[i].hour);
		party_sql(f.p, sql);
		choose(&f, NOTICE_YOUR_TURN, WAY_DIGEST);
		snprintf(sql, sizeof(sql), "UPDATE notices SET due_at = %lld",
		         (long long)cases[i].now);
		party_sql(f.p, sql);
		atomic_store(&f.clock.at, cases[i].now);
		run_all(&f);
		snprintf(expected, sizeof(expected), "%lld\n", (long long)cases[i].due);
		party_has(f.p, "SELECT due_at FROM notices", expected);
		close_all(&f);
		party_sql(f.p, "DELETE FROM notices");
	}
}

/* The server was down over that hour, or its clock was put forward: late is better than a day
 * later.
 */
static void the_mail_of_the_day_comes_late_where_its_hour_was_missed(void **state)
{
	enum { HOUR_OF_DAY = NOW + DAY }; /* 08:00 UTC tomorrow */
	struct fixture f;
	open_all(&f, state, (const struct smtp_fault[]){{0}});
	party_sql(f.p, "UPDATE users SET zone = 'UTC'");
	choose(&f, NOTICE_YOUR_TURN, WAY_DIGEST);
	char sql[200];
	snprintf(sql, sizeof(sql), "UPDATE notices SET due_at = %d", HOUR_OF_DAY - 600);
	party_sql(f.p, sql);
	atomic_store(&f.clock.at, HOUR_OF_DAY + 7200);
	run_all(&f);
	party_has(f.p, "SELECT kind, state FROM notices ORDER BY id",
	          "your turn|sent\ndigest|sent\n");
	assert_int_equal(smtp_peer_mails(f.peer), 1);
	/* What was due before that mail too waits: there is one a day. */
	party_sql(f.p, "UPDATE notices SET channel = 'mail', state = 'waiting', digest_id = NULL,"
	               " settled_at = NULL WHERE kind = 'your turn'");
	party_sql(f.p, sql);
	party_sql(f.p, "UPDATE notices SET state = 'sent' WHERE kind = 'digest'");
	run_all(&f);
	assert_int_equal(smtp_peer_mails(f.peer), 1);
	assert_int_equal(courier_next(f.courier), HOUR_OF_DAY + DAY);
	close_all(&f);
}

/* They were chosen after the reminder was due, or it could not be sent before. */
static void a_reminder_that_comes_late_waits_for_the_end_of_quiet_hours(void **state)
{
	struct fixture f;
	open_all(&f, state, (const struct smtp_fault[]){{0}});
	run_all(&f);
	assert_int_equal(smtp_peer_mails(f.peer), 1);
	party_sql(f.p, "UPDATE notices SET kind = 'reminder', state = 'waiting', tries = 0");
	party_sql(f.p, "INSERT INTO calendars (text) VALUES ('UTC 07:00-09:30 2027-01-15/"
	               "2027-01-16')");
	party_sql(f.p, "UPDATE users SET calendar_id = (SELECT id FROM calendars)");
	run_all(&f);
	party_has(f.p, "SELECT state, tries, due_at - 1800000000, lease_until FROM notices",
	          "waiting|0|5400|NULL\n");
	atomic_fetch_add(&f.clock.at, 5399);
	run_all(&f);
	assert_int_equal(smtp_peer_mails(f.peer), 1);
	atomic_fetch_add(&f.clock.at, 1);
	run_all(&f);
	assert_int_equal(smtp_peer_mails(f.peer), 2);
	close_all(&f);
}

/* ---- What is done meanwhile ---- */

static void take_turn(struct fixture *f)
{
	party_take_turn(f->p, f->id);
}

static void what_is_done_before_it_is_handed_over_is_not_sent(void **state)
{
	for (int at = COURIER_CLAIMED; at <= COURIER_KEPT; at++) {
		struct fixture f;
		open_all(&f, state, (const struct smtp_fault[]){{0}});
		f.at = (enum courier_step)at;
		f.then = take_turn;
		run_all(&f);
		assert_int_equal(smtp_peer_mails(f.peer), 0);
		party_has(f.p, "SELECT state, lease_until, answer FROM notices WHERE rev = 1",
		          "cancelled|NULL|done before it was sent\n");
		close_all(&f);
		party_sql(f.p, "DELETE FROM notices");
	}
}

static void change(struct fixture *f, int (*job)(struct db *, void *))
{
	assert_int_equal(store_write(f->p->store, job, f), STORE_OK);
}

static int cancel(struct db *db, void *context)
{
	const struct fixture *f = context;
	notice_cancel(db, f->id, f->user, "your turn", NOW);
	return 0;
}

static int restore(struct db *db, void *context)
{
	const struct fixture *f = context;
	notice_restore(db, f->id, f->user, NOW);
	return 0;
}

static void take_back(struct fixture *f)
{
	f->then = NULL;
	change(f, restore);
}

/* The turn is taken back when it was seen that it is done, and before that is settled. */
static void take_turn_and_back(struct fixture *f)
{
	change(f, cancel);
	f->at = COURIER_SENT; /* of the other mail */
	f->then = take_back;
}

static void what_is_done_and_taken_back_meanwhile_is_sent(void **state)
{
	struct fixture f;
	open_all(&f, state, (const struct smtp_fault[]){{0}});
	party_sql(f.p, "INSERT INTO notices (kind, game_id, rev, user_id, channel, due_at,"
	               " created_at, state) SELECT 'reminder', game_id, rev, user_id, channel,"
	               " due_at, created_at, state FROM notices");
	f.at = COURIER_KEPT;
	f.then = take_turn_and_back;
	run_all(&f);
	assert_int_equal(smtp_peer_mails(f.peer), 2);
	party_has(f.p, STATES,
	          "your turn|sent|1|250 2.0.0 taken\n"
	          "reminder|sent|1|250 2.0.0 taken\n");
	close_all(&f);
}

static void what_is_done_while_it_is_handed_over_is_sent_or_ends(void **state)
{
	static const struct {
		struct smtp_fault fault;
		const char *expected;
	} cases[] = {
		{{0}, "sent|250 2.0.0 taken\n"},
		{{PEER_AT_END, "451 4.3.0 later"}, "cancelled|451 4.3.0 later\n"},
		{{PEER_AT_RECIPIENT, "550 5.1.1 nobody"}, "cancelled|550 5.1.1 nobody\n"},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct fixture f;
		open_all(&f, state, (const struct smtp_fault[]){cases[i].fault, {0}});
		f.at = COURIER_SENT;
		f.then = take_turn;
		assert_true(courier_run(f.courier));
		party_has(f.p, "SELECT state, answer FROM notices WHERE rev = 1",
		          cases[i].expected);
		close_all(&f);
		party_sql(f.p, "DELETE FROM notices");
	}
}

/* ---- What comes back ---- */

static void fail_on(struct fixture *f, int64_t at)
{
	party_sql(f->p, "UPDATE notices SET state = 'waiting', tries = 0, settled_at = NULL");
	atomic_store(&f->clock.at, at);
	run_all(f);
}

#define MAIL_OFF "SELECT mail_off FROM users WHERE id IN (SELECT user_id FROM notices) LIMIT 1"

static void two_bounces_a_day_apart_switch_mails_off(void **state)
{
	/* The last one is a day after the third, whatever came in between. */
	static const int64_t after[] = {0, DAY - 1, 31 * DAY, 31 * DAY + DAY / 2, 32 * DAY};
	enum { COUNT = sizeof(after) / sizeof(after[0]) };
	struct fixture f;
	const struct smtp_fault no = {PEER_AT_RECIPIENT, "550 5.1.1 nobody"};
	open_all(&f, state, (const struct smtp_fault[]){no, no, no, no, no, {0}});
	for (int i = 0; i < COUNT; i++) {
		fail_on(&f, NOW + after[i]);
		party_has(f.p, "SELECT state, answer FROM notices", "dead|550 5.1.1 nobody\n");
		party_has(f.p, MAIL_OFF, i + 1 < COUNT ? "0\n" : "2\n");
	}
	assert_true(notices_switch(f.p->store, f.user, true));
	party_has(f.p,
	          "SELECT mail_off, bounced_at FROM users WHERE id IN"
	          " (SELECT user_id FROM notices)",
	          "0|NULL\n");
	close_all(&f);
}

static void what_is_refused_for_what_it_is_or_who_sends_it_is_no_bounce(void **state)
{
	struct fixture f;
	open_all(&f, state,
	         (const struct smtp_fault[]){{PEER_AT_RECIPIENT, "550 5.7.1 not from you"},
	                                     {PEER_AT_END, "552 5.3.4 too long"},
	                                     {PEER_AT_RECIPIENT, "450 4.2.1 busy"},
	                                     {0}});
	for (int day = 0; day < 3; day++)
		fail_on(&f, NOW + day * DAY);
	party_has(f.p, "SELECT count(*) FROM users WHERE mail_off OR bounced_at", "0\n");
	close_all(&f);
}

/* ---- A program that is killed ---- */

static void die(struct fixture *f)
{
	(void)f;
	raise(SIGKILL);
}

/* Runs a courier in a process of its own, which is killed when that step is done. */
static void run_killed(struct fixture *f, enum courier_step at)
{
	struct err err;
	const char *path = ((struct database *)f->p->database)->path;
	struct store_options options = {.path = path};
	courier_close(f->courier);
	store_close(f->p->store);
	pid_t pid = fork();
	if (pid == 0) {
		f->at = at;
		f->then = die;
		if (store_open(&f->p->store, &options, &err) == 0) {
			open_courier(f);
			courier_run(f->courier);
		}
		_exit(1);
	}
	int status;
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
	assert_int_equal(store_open(&f->p->store, &options, &err), 0);
	open_courier(f);
}

static void whichever_step_it_is_killed_after_the_mail_arrives(void **state)
{
	for (int at = COURIER_CLAIMED; at <= COURIER_SETTLED; at++) {
		struct fixture f;
		open_all(&f, state, (const struct smtp_fault[]){{0}});
		run_killed(&f, (enum courier_step)at);
		run_all(&f);
		/* Until the lease is over it is the other's. */
		unsigned before = at >= COURIER_SENT;
		assert_int_equal(smtp_peer_mails(f.peer), before);
		atomic_fetch_add(&f.clock.at, COURIER_LEASE_S);
		run_all(&f);
		smtp_peer_quiet(f.peer);
		assert_int_equal(smtp_peer_mails(f.peer), at == COURIER_SENT ? 2 : 1);
		if (at == COURIER_SENT) {
			const struct text *a = smtp_peer_mail(f.peer, 0),
					  *b = smtp_peer_mail(f.peer, 1);
			assert_int_equal(a->len, b->len);
			assert_memory_equal(a->data, b->data, a->len);
		}
		party_has(f.p, "SELECT state, bytes FROM notices", "sent|NULL\n");
		close_all(&f);
		party_sql(f.p, "DELETE FROM notices");
	}
}

/* Whatever the other side does, the next attempt sends the same bytes. */
static void after_any_failure_the_same_bytes_are_sent(void **state)
{
	static const struct smtp_fault faults[] = {
		{PEER_AT_GREETING, "421 4.3.2 busy"}, {PEER_AT_GREETING, NULL},
		{PEER_AT_SENDER, "451 4.3.0 later"},  {PEER_AT_RECIPIENT, "452 4.2.2 full"},
		{PEER_AT_DATA, "451 4.3.0 later"},    {PEER_IN_MAIL, NULL},
		{PEER_AT_END, "451 4.3.0 later"},     {PEER_AT_END, NULL},
		{PEER_AT_END, "421 4.3.2 going"},
	};
	for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
		struct fixture f;
		open_all(&f, state, (const struct smtp_fault[]){faults[i], {0}});
		struct text kept;
		text_init(&kept, 4 * MAIL_BYTES_MAX);
		assert_true(courier_run(f.courier));
		party_has(f.p, "SELECT state, tries FROM notices", "waiting|1\n");
		sqlite3_stmt *q = NULL;
		sqlite3_prepare_v2(f.p->sqlite, "SELECT bytes FROM notices", -1, &q, NULL);
		assert_int_equal(sqlite3_step(q), SQLITE_ROW);
		text_add_bytes(&kept, sqlite3_column_blob(q, 0),
		               (size_t)sqlite3_column_bytes(q, 0));
		sqlite3_finalize(q);
		atomic_store(&f.clock.at, courier_next(f.courier));
		run_all(&f);
		party_has(f.p, "SELECT state, tries FROM notices", "sent|2\n");
		smtp_peer_quiet(f.peer);
		const struct text *last = smtp_peer_mail(f.peer, smtp_peer_mails(f.peer) - 1);
		assert_int_equal(last->len, kept.len);
		assert_memory_equal(last->data, kept.data, kept.len);
		text_release(&kept);
		close_all(&f);
		party_sql(f.p, "DELETE FROM notices");
	}
}

static void what_fails_for_two_days_is_dead(void **state)
{
	struct fixture f;
	unsigned tries = 0;
	open_all(&f, state, (const struct smtp_fault[]){{0}});
	smtp_peer_quiet(f.peer); /* nobody listens */
	for (int64_t at; (at = courier_next(f.courier)); tries++) {
		assert_in_range(at, NOW, NOW + 2 * DAY - 1);
		atomic_store(&f.clock.at, at);
		assert_true(courier_run(f.courier));
	}
	/* 81 minutes for the first four, then one every two hours and some. */
	assert_in_range(tries, 25, 28);
	party_has(f.p, "SELECT state, bytes FROM notices", "dead|NULL\n");
	close_all(&f);
}

/* The server was away: what nobody has tried to send is sent. */
static void what_can_never_be_composed_is_dead_at_once_and_says_why(void **state)
{
	struct fixture f;
	open_all(&f, state, (const struct smtp_fault[]){{0}});
	party_sql(f.p, "UPDATE notices SET kind = 'webhook fails', game_id = NULL, hook_id = 99");
	run_all(&f);
	party_has(f.p, "SELECT state, tries, answer FROM notices", "dead|1|the webhook is gone\n");
	assert_int_equal(courier_next(f.courier), 0);
	close_all(&f);
}

static void what_is_dead_is_not_asked_again_once_it_is_done(void **state)
{
	struct fixture f;
	open_all(&f, state, (const struct smtp_fault[]){{0}});
	party_sql(f.p, "UPDATE notices SET state = 'dead', settled_at = due_at");
	assert_true(notices_retry(f.p->store, 1, NOW));
	party_sql(f.p, "UPDATE notices SET state = 'dead', settled_at = due_at");
	party_take_turn(f.p, f.id);
	assert_false(notices_retry(f.p->store, 1, NOW));
	party_has(f.p, "SELECT state FROM notices WHERE id = 1", "dead\n");
	party_sql(f.p, "UPDATE notices SET kind = 'caretaker', is_news = 1 WHERE id = 1");
	assert_true(notices_retry(f.p->store, 1, NOW));
	close_all(&f);
}

static void a_notice_that_nobody_tried_to_send_is_never_too_old(void **state)
{
	struct fixture f;
	open_all(&f, state, (const struct smtp_fault[]){{0}});
	atomic_store(&f.clock.at, NOW + 5 * DAY);
	run_all(&f);
	assert_int_equal(smtp_peer_mails(f.peer), 1);
	close_all(&f);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, party_open, party_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_turn_is_mailed_from_an_address_of_its_player),
		TEST(without_plus_addresses_the_sender_is_the_sites),
		TEST(who_wants_no_mail_gets_none_and_the_list_says_why),
		TEST(what_is_for_the_mail_of_the_day_goes_with_one_mail),
		TEST(what_was_done_by_then_makes_no_mail_of_the_day),
		TEST(the_mail_of_the_day_keeps_to_the_persons_clock),
		TEST(the_mail_of_the_day_comes_late_where_its_hour_was_missed),
		TEST(a_reminder_that_comes_late_waits_for_the_end_of_quiet_hours),
		TEST(what_is_done_before_it_is_handed_over_is_not_sent),
		TEST(what_is_done_and_taken_back_meanwhile_is_sent),
		TEST(what_is_done_while_it_is_handed_over_is_sent_or_ends),
		TEST(two_bounces_a_day_apart_switch_mails_off),
		TEST(what_is_refused_for_what_it_is_or_who_sends_it_is_no_bounce),
		TEST(whichever_step_it_is_killed_after_the_mail_arrives),
		TEST(after_any_failure_the_same_bytes_are_sent),
		TEST(what_fails_for_two_days_is_dead),
		TEST(what_can_never_be_composed_is_dead_at_once_and_says_why),
		TEST(what_is_dead_is_not_asked_again_once_it_is_done),
		TEST(a_notice_that_nobody_tried_to_send_is_never_too_old),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
