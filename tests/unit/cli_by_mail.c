/* SPDX-License-Identifier: ISC */
/*
 * Whole games by mail: the mails of the service go to a real mail server, people take them out of
 * their boxes and answer, and the answers come back through that server's pipe to `slowsafari
 * mail-in`, or by IMAP from a real one. In one of them Ben has a webhook instead, follows its link
 * and plays over HTTP. The clock is moved by hand. Without root, or without these servers, the
 * tests are skipped.
 */
#include <semaphore.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "app/answer.h"
#include "app/beat.h"
#include "app/export.h"
#include "app/hooks.h"
#include "notify/collector.h"
#include "notify/courier.h"
#include "notify/hook_courier.h"
#include "notify/mail.h"
#include "notify/smtp.h"
#include "support/hook_sink.h"
#include "support/real_relay.h"
#include "support/web_party.h"
#include "web/form.h"
#include "web/server.h"
#include "web/socket.h"

enum { BETWEEN_TURNS_S = 400, WAIT_S = 60, TURNS_MAX = 400 };

static const char *const people[] = {"ada@safari.test", "ben@safari.test"};

struct world {
	struct party *p;
	struct real_relay relay;
	struct config config;
	struct clock clock;
	struct mail_secrets secrets;
	struct inbox inbox;
	struct courier *courier;
	struct smtp *smtp; /* that of the people */
	struct site site;
	struct server *server; /* behind the Unix socket */
	sem_t is_due;
	char id[GAME_ID_LEN + 1];
	unsigned mails, moves;
	bool was_asked; /* for what a turn still needs */

	/* Where Ben plays by the page; else NULL. */
	struct web_party *web;
	struct hook_sink *sink;
	struct hook_courier *hooks;
	int64_t hook_id;
	unsigned told; /* messages that were looked at */
};

static const char *program(void)
{
	const char *named = getenv("SLOWSAFARI");
	return named ? named : "build/slowsafari";
}

/* ---- Setting up ---- */

static void due(void *context, int64_t due_at)
{
	struct world *w = context;
	(void)due_at;
	sem_post(&w->is_due);
}

static void write_config(const struct world *w)
{
	char path[128];
	snprintf(path, sizeof(path), "%s/config", w->relay.folder);
	FILE *f = fopen(path, "w");
	assert_non_null(f);
	fprintf(f, "base_url = %s\nsocket = %s\nmail_in = pipe\n", w->config.base_url,
	        w->config.socket);
	assert_int_equal(fclose(f), 0);
}

/* A server for the pipe: what `slowsafari serve` has behind its Unix socket. */
static void open_socket(struct world *w)
{
	struct err err;
	w->site = (struct site){.config = &w->config,
	                        .store = w->p->store,
	                        .sets = (struct sets *)w->p->sets,
	                        .clock = &w->clock,
	                        .secrets = &w->secrets,
	                        .routes = operator_routes,
	                        .take_mail = inbox_answer,
	                        .mail_context = &w->inbox};
	struct server_options o = {.socket = socket_listen(w->config.socket, &err)};
	assert_true(o.socket > 0);
	assert_int_equal(chmod(w->config.socket, 0666), 0); /* the pipe runs as nobody */
	assert_int_equal(site_open(&w->site, &err), 0);
	w->site.hosts.host = NULL;
	assert_int_equal(server_start(&w->server, &w->site, &o, &err), 0);
}

static void configure(struct world *w)
{
	struct config *c = &w->config;
	struct err err;
	config_init(c);
	snprintf(c->base_url, sizeof(c->base_url), "http://localhost:18410");
	snprintf(c->mail_from, sizeof(c->mail_from), "mail@safari.test");
	snprintf(c->smtp_url, sizeof(c->smtp_url), "%s", w->relay.plain);
	snprintf(c->socket, sizeof(c->socket), "%s/socket", w->relay.folder);
	c->mail_in = MAIL_IN_PIPE;
	if (w->relay.has_imap) {
		FILE *f;
		c->mail_in = MAIL_IN_IMAP;
		snprintf(c->imap_url, sizeof(c->imap_url), "%s", w->relay.imaps);
		snprintf(c->imap_user, sizeof(c->imap_user), "safari");
		snprintf(c->imap_password_file, sizeof(c->imap_password_file), "%s/password",
		         w->relay.folder);
		f = fopen(c->imap_password_file, "w");
		assert_non_null(f);
		fputs("secret\n", f);
		assert_int_equal(fclose(f), 0);
	}
	assert_int_equal(config_finish(c, &err), 0);
}

static void begin(struct world *w, struct party *p, bool has_imap)
{
	struct err err;
	*w = (struct world){
		.p = p,
		.clock = {.stands = true, .at = p->now},
		.relay = {.slowsafari = has_imap ? NULL : program(), .has_imap = has_imap}};
	assert_int_equal(real_relay_begin(&w->relay), 0);
	if (w->relay.why[0])
		real_relay_end(&w->relay);
	real_relay_need(&w->relay);
	sem_init(&w->is_due, 0, 0);
	configure(w);
	write_config(w);
	assert_int_equal(mail_secrets_open(&w->secrets, p->store, p->now, &err), 0);
	w->inbox = (struct inbox){w->p->store, &w->config, w->p->sets, &w->secrets, &w->clock};
	struct courier_options o = {.store = w->p->store,
	                            .config = &w->config,
	                            .sets = w->p->sets,
	                            .secrets = &w->secrets,
	                            .clock = &w->clock,
	                            .lane = LANE_MAIL};
	assert_int_equal(courier_open(&w->courier, &o, &err), 0);
	struct smtp_options smtp = {.url = w->relay.plain};
	assert_int_equal(smtp_open(&w->smtp, &smtp, &err), 0);
	if (!has_imap)
		open_socket(w);
	store_watch(w->p->store, due, w);
	party_sql(w->p, "UPDATE addresses SET address = CASE user_id"
	                " WHEN (SELECT min(id) FROM users) THEN 'ada@safari.test'"
	                " WHEN (SELECT min(id) + 1 FROM users) THEN 'ben@safari.test'"
	                " ELSE address END");
}

static void end(struct world *w)
{
	store_watch(w->p->store, NULL, NULL);
	hook_courier_close(w->hooks);
	if (w->sink)
		hook_sink_stop(w->sink);
	server_stop(w->server);
	if (w->server)
		site_close(&w->site);
	smtp_close(w->smtp);
	courier_close(w->courier);
	sem_destroy(&w->is_due);
	assert_int_equal(real_relay_end(&w->relay), 0);
}

/* ---- A mail in a box ---- */

/* Where an answer to it goes. */
static bool find_reply_to(const char *mail, char out[LIMIT_ADDRESS_BYTES + 1])
{
	const char *field = strstr(mail, "\nReply-To:"), *from = field ? strchr(field, '<') : NULL;
	const char *to = from ? strchr(from, '>') : NULL;
	if (!to || to - from > LIMIT_ADDRESS_BYTES)
		return false;
	snprintf(out, LIMIT_ADDRESS_BYTES + 1, "%.*s", (int)(to - from - 1), from + 1);
	return true;
}

/* Takes mails out of a box until one asks what is asked now; p is the game now. */
static void take_question(struct world *w, const struct play *p, int seat, int who,
                          char to[LIMIT_ADDRESS_BYTES + 1], int64_t *rev)
{
	for (bool is_it = false; !is_it;) {
		char id[GAME_ID_LEN + 1];
		int64_t user_id;
		struct text mail;
		text_init(&mail, 1 << 20);
		real_relay_take(&w->relay, who ? RELAY_BEN : RELAY_ADA, &mail);
		assert_true(mail.len < MAIL_BYTES_MAX + 4096);
		is_it = find_reply_to(text_string(&mail), to) &&
		        mail_secrets_read_reply(&w->secrets, to, id, rev, &user_id) &&
		        user_id == p->seats[seat].user_id && turn_is_put(p, *rev, seat);
		text_release(&mail);
	}
}

/* ---- An answer ---- */

static unsigned replies(struct world *w)
{
	unsigned count = 0;
	sqlite3_stmt *q = NULL;
	sqlite3_prepare_v2(w->p->sqlite, "SELECT count(*) FROM replies", -1, &q, NULL);
	if (sqlite3_step(q) == SQLITE_ROW)
		count = (unsigned)sqlite3_column_int(q, 0);
	sqlite3_finalize(q);
	return count;
}

/* Until the answer has been judged: by the pipe, or by a look into the mailbox. */
static void wait_judged(struct world *w, unsigned before)
{
	struct timespec until;
	struct err err;
	if (w->relay.has_imap) {
		real_relay_wait(&w->relay, RELAY_MAIL);
		int taken = collector_look(&w->inbox, w->relay.cert, NULL, &err);
		if (taken < 0)
			fail_msg("%s", err.text);
		assert_int_equal(taken, 1);
	}
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += WAIT_S;
	while (replies(w) == before)
		assert_int_equal(sem_timedwait(&w->is_due, &until), 0);
}

static void answer(struct world *w, int who, const char *to, const char *line)
{
	char mail[3000];
	struct delivery d;
	unsigned before = replies(w);
	snprintf(mail, sizeof(mail),
	         "From: <%s>\r\nTo: <%s>\r\nMessage-ID: <%u@phone.test>\r\nDate: Thu, 29 Feb 2024 "
	         "12:34:56 +0000\r\nSubject: Re: Your game\r\nIn-Reply-To: <x@safari.test>\r\n\r\n"
	         "%s\r\n\r\nOn Thursday Slow Safari wrote:\r\n> It is your turn.\r\n"
	         "A003 OK FETCH completed\r\n)\r\n",
	         people[who], to, ++w->mails, line);
	smtp_send(w->smtp, people[who], to, mail, strlen(mail), &d);
	if (d.fate != DELIVERY_TAKEN)
		fail_msg("%s", d.answer);
	wait_judged(w, before);
}

static void outcome_is(struct world *w, const char *expected)
{
	party_has(w->p, "SELECT outcome FROM replies ORDER BY id DESC LIMIT 1", expected);
}

/* What is asked is answered by a number of the list, sometimes with a letter behind it. */
static void answer_by_number(struct world *w, const struct play *p, int seat, int who,
                             const char *to)
{
	struct entry list[ANSWER_LIST_MAX];
	struct answer a;
	char line[200];
	size_t count = answer_list(&p->set->ts, &p->game, (unsigned)seat, list);
	assert_true(count > 0);
	snprintf(line, sizeof(line), "%zu%s", (size_t)(w->moves * 7) % count + 1,
	         p->game.awaits == AWAITS_PLACE && w->moves % 2 ? " a" : "");
	enum answer_status status = answer_read(&p->set->ts, &p->game, (unsigned)seat, line, &a);
	if (status == ANSWER_NO_NUMBER) { /* no meeple there */
		line[strlen(line) - 2] = '\0';
		status = answer_read(&p->set->ts, &p->game, (unsigned)seat, line, &a);
	}
	while (status == ANSWER_NEEDS_MORE) {
		if (!w->was_asked) {
			answer(w, who, to, line);
			outcome_is(w, "unfinished\n");
			w->was_asked = true;
		}
		{
			size_t len = strlen(line);
			snprintf(line + len, sizeof(line) - len, " 1");
		}
		status = answer_read(&p->set->ts, &p->game, (unsigned)seat, line, &a);
	}
	assert_int_equal(status, ANSWER_READ);
	answer(w, who, to, line);
	outcome_is(w, "done\n");
}

/* ---- The webhook, and the page ---- */

static int take(void *context, const char *path)
{
	(void)context;
	(void)path;
	return 204;
}

static void begin_web(struct world *w, struct web_party *web)
{
	char url[100];
	w->web = web;
	w->sink = hook_sink_start(take, NULL);
	w->config.hook_network_count = 1;
	assert_true(network_parse("127.0.0.0/8", &w->config.hook_networks[0]));
	w->hooks = hook_courier_open(&(struct hook_courier_options){.store = w->p->store,
	                                                            .config = &w->config,
	                                                            .secrets = &w->secrets,
	                                                            .clock = &w->clock});
	snprintf(url, sizeof(url), "%s/ben", hook_sink_url(w->sink));
	assert_int_equal(hooks_add(w->p->store, &w->config, w->p->people[1], "generic", url,
	                           w->p->now, &w->hook_id),
	                 HOOKS_OK);
}

static bool hook_is_due(struct world *w)
{
	struct db *db = store_read(w->p->store);
	int64_t due = hook_next_due(db, w->p->now);
	store_read_done(w->p->store, db);
	return due == w->p->now;
}

static void tell_all(struct world *w)
{
	while (hook_courier_busy(w->hooks) || hook_is_due(w))
		hook_courier_run(w->hooks, 100);
}

/* And no message comes twice. */
static void message_is_signed(struct world *w, unsigned n)
{
	char id[80], other[80], signature[200], expected[HOOK_SINK_SIGNATURE];
	unsigned char key[SECRET_KEY_BYTES];
	mail_secrets_hook(&w->secrets, w->hook_id, 0, key);
	hook_sink_sign(w->sink, n, key, expected);
	hook_sink_field(w->sink, n, "webhook-signature", signature, sizeof(signature));
	assert_string_equal(signature, expected);
	hook_sink_field(w->sink, n, "webhook-id", id, sizeof(id));
	for (unsigned i = 0; i < n; i++) {
		hook_sink_field(w->sink, i, "webhook-id", other, sizeof(other));
		assert_string_not_equal(id, other);
	}
}

/* Where the newest message leads, which has come since the last turn. */
static void follow_message(struct world *w, char path[80])
{
	unsigned count = hook_sink_count(w->sink);
	assert_true(count > w->told);
	for (; w->told < count; w->told++)
		message_is_signed(w, w->told);
	cJSON *message = cJSON_Parse(hook_sink_body(w->sink, count - 1));
	const cJSON *data = cJSON_GetObjectItemCaseSensitive(message, "data");
	const char *url = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(data, "url"));
	size_t base = strlen(w->config.base_url);
	assert_non_null(url);
	assert_memory_equal(url, w->config.base_url, base);
	snprintf(path, 80, "%.*s", (int)strcspn(url + base, "#"), url + base);
	cJSON_Delete(message);
}

static void answer_by_page(struct world *w, const struct play *p, int seat)
{
	char path[80], line[100], entry[NOTATION_MAX];
	struct browser *ben = &w->web->ben;
	struct text turn, form;
	struct turn t;
	text_init(&turn, LIMIT_TURN_BYTES);
	text_init(&form, 3 * LIMIT_TURN_BYTES + 100);
	follow_message(w, path);
	assert_int_equal(browser_get(ben, path), 200);
	party_choose(w->p, p, (unsigned)seat, &t);
	for (size_t i = 0; i < t.count; i++) {
		notation_format(&t.entries[i], entry);
		text_printf(&turn, "%s%s", i ? "; " : "", entry);
	}
	text_printf(&form, "rev=%lld&t=", (long long)p->row.rev);
	form_escape(&form, text_string(&turn));
	snprintf(line, sizeof(line), "%s/turn", path);
	assert_int_equal(browser_post(ben, line, text_string(&form)), 303);
	assert_non_null(strstr(ben->location, "said="));
	assert_null(strstr(ben->location, "said=already"));
	text_release(&turn);
	text_release(&form);
}

/* ---- A game ---- */

static int who_is(const struct world *w, int64_t user_id)
{
	return user_id == w->p->people[1];
}

static void send_all(struct world *w)
{
	while (courier_run(w->courier))
		;
	party_has(w->p, "SELECT count(*) FROM notices WHERE state IN ('dead', 'sending')", "0\n");
}

/* One choice of somebody: by mail, or for Ben by the page. False when the game is over. */
static bool play_on(struct world *w)
{
	atomic_fetch_add(&w->clock.at, BETWEEN_TURNS_S);
	w->p->now = clock_now(&w->clock);
	beat_games(w->p->store, w->p->sets, w->p->now);
	send_all(w);
	if (w->web) {
		atomic_store(&w->web->desk->http.clock.at, w->p->now);
		tell_all(w);
	}
	struct play *p = party_load(w->p, w->id);
	bool goes_on = p->row.state == GAME_RUNNING;
	unsigned seats = goes_on ? game_awaited_seats(&p->game) : 0;
	if (seats && p->game.awaits != AWAITS_TILE) {
		int seat = __builtin_ctz(seats), who = who_is(w, p->seats[seat].user_id);
		w->moves++;
		if (who && w->web) {
			answer_by_page(w, p, seat);
		} else {
			char to[LIMIT_ADDRESS_BYTES + 1];
			int64_t rev;
			take_question(w, p, seat, who, to, &rev);
			answer_by_number(w, p, seat, who, to);
		}
	}
	play_free(p);
	return goes_on;
}

/* The record of the game is one that the program's own `verify` accepts. */
static void record_verifies(struct world *w)
{
	struct record r;
	struct text json;
	char path[128];
	int status;
	struct db *db = store_read(w->p->store);
	assert_int_equal(export_record(db, w->p->sets, w->id, &r), PLAY_OK);
	store_read_done(w->p->store, db);
	text_init(&json, LIMIT_RECORD_BYTES);
	record_write(&json, &r, LAYOUT_FILE);
	record_release(&r);
	snprintf(path, sizeof(path), "%s/record.json", w->relay.folder);
	FILE *f = fopen(path, "w");
	assert_non_null(f);
	assert_int_equal(fwrite(json.data, 1, json.len, f), json.len);
	assert_int_equal(fclose(f), 0);
	text_release(&json);
	pid_t pid = fork();
	if (pid == 0) {
		dup2(STDERR_FILENO, STDOUT_FILENO);
		execl(program(), program(), "verify", path, (char *)NULL);
		_exit(127);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void play_whole(struct world *w)
{
	party_start(w->p, &(struct party_game){.people = 2}, w->id);
	while (play_on(w))
		assert_true(w->moves < TURNS_MAX);
	party_has(w->p,
	          "SELECT count(DISTINCT by) FROM moves WHERE by NOT IN ('person', 'clock',"
	          " 'standing order')",
	          "0\n");
	assert_true(w->moves > 60);
	record_verifies(w);
}

static void a_whole_game_is_played_by_mail_alone(void **state)
{
	static struct world w;
	begin(&w, *state, false);
	play_whole(&w);
	end(&w);
}

static void a_whole_game_is_played_by_mail_that_is_fetched(void **state)
{
	static struct world w;
	begin(&w, *state, true);
	play_whole(&w);
	end(&w);
}

/* Each message of Ben's webhook came once, and a mail of the same beside it. */
static void one_plays_by_mail_and_one_by_webhook_and_page(void **state)
{
	static struct world w;
	struct web_party *web = *state;
	char count[40];
	web->party.sqlite = web->desk->sqlite;
	begin(&w, &web->party, false);
	begin_web(&w, web);
	play_whole(&w);
	for (; w.told < hook_sink_count(w.sink); w.told++)
		message_is_signed(&w, w.told);
	assert_true(w.told > 30);
	snprintf(count, sizeof(count), "%u|1\n", w.told);
	party_has(w.p,
	          "SELECT count(*), min(tries) = 1 AND max(tries) = 1 FROM notices"
	          " WHERE channel = 'hook' AND state = 'sent'",
	          count);
	party_has(w.p,
	          "SELECT count(*) FROM notices WHERE channel = 'hook'"
	          " AND state NOT IN ('sent', 'cancelled')",
	          "0\n");
	party_has(w.p,
	          "SELECT count(*) FROM notices AS hook WHERE channel = 'hook' AND state = 'sent'"
	          " AND 1 <> (SELECT count(*) FROM notices AS mail WHERE mail.channel = 'mail'"
	          "  AND mail.kind = hook.kind AND mail.rev = hook.rev"
	          "  AND mail.user_id = hook.user_id AND mail.state = 'sent')",
	          "0\n");
	end(&w);
}

/* While no server runs the mail server keeps the mail. */
static void mail_in_says_later_when_no_server_runs(void **state)
{
	int status;
	(void)state;
	pid_t pid = fork();
	if (pid == 0) {
		setenv("SLOWSAFARI_SOCKET", "/nonexistent/socket", 1);
		if (!freopen("/dev/null", "r", stdin) || !freopen("/dev/null", "w", stderr))
			_exit(1);
		execl(program(), program(), "mail-in", (char *)NULL);
		_exit(127);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 75);
}

/* A mailbox that is somebody's, too: what is not ours stays, and is looked at once. */
static void what_is_not_ours_stays_in_the_mailbox(void **state)
{
	static const char mail[] = "From: <ada@safari.test>\r\nTo: <mail@safari.test>\r\n"
				   "Message-ID: <1@phone.test>\r\nSubject: x\r\n\r\nHello\r\n";
	static struct world w;
	struct delivery d;
	struct err err;
	begin(&w, *state, true);
	smtp_send(w.smtp, people[0], "mail@safari.test", mail, strlen(mail), &d);
	assert_int_equal(d.fate, DELIVERY_TAKEN);
	real_relay_wait(&w.relay, RELAY_MAIL);
	snprintf(w.config.imap_url, sizeof(w.config.imap_url), "%s", w.relay.imap);
	assert_int_equal(collector_look(&w.inbox, NULL, NULL, &err), 1);
	assert_int_equal(collector_look(&w.inbox, NULL, NULL, &err), 0);
	/* A password that is wrong, and a certificate that nobody trusts. */
	snprintf(w.config.imap_url, sizeof(w.config.imap_url), "%s", w.relay.imaps);
	assert_int_equal(collector_look(&w.inbox, NULL, NULL, &err), -1);
	snprintf(w.config.imap_user, sizeof(w.config.imap_user), "somebody");
	assert_int_equal(collector_look(&w.inbox, w.relay.cert, NULL, &err), -1);
	end(&w);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, party_open, party_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_whole_game_is_played_by_mail_alone),
		TEST(a_whole_game_is_played_by_mail_that_is_fetched),
		cmocka_unit_test_setup_teardown(one_plays_by_mail_and_one_by_webhook_and_page,
	                                        web_party_open, web_party_close),
		cmocka_unit_test(mail_in_says_later_when_no_server_runs),
		TEST(what_is_not_ours_stays_in_the_mailbox),
	};
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
