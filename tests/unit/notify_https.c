/* SPDX-License-Identifier: ISC */
/*
 * Webhooks over https, by an authority made for the test: what is trusted and what is not, what is
 * no https, answers that never end; and what the list of deliveries says of each.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app/hooks.h"
#include "notify/hook_courier.h"
#include "support/hook_sink.h"
#include "support/parrot.h"
#include "support/party.h"
#include "support/tls_front.h"

enum { SHORT_MS = 300, LONG_MS = 60000 /* longer than any test */ };

struct fixture {
	struct party *party;
	struct config config;
	struct clock clock;
	struct mail_secrets secrets;
	struct authority authority;
	struct hook_sink *sink;
	int64_t hook; /* of people[0]; it leads nowhere yet */
	int status;   /* that the sink answers */
};

static int judge(void *context, const char *path)
{
	const struct fixture *f = context;
	(void)path;
	return f->status;
}

static void open_all(struct fixture *f, void **state)
{
	*f = (struct fixture){.party = *state, .clock = {.stands = true}, .status = 204};
	atomic_store(&f->clock.at, f->party->now);
	config_init(&f->config);
	f->config.hook_network_count = 1;
	assert_true(network_parse("127.0.0.1", &f->config.hook_networks[0]));
	authority_begin(&f->authority);
	f->sink = hook_sink_start(judge, f);
	assert_int_equal(hooks_add(f->party->store, &f->config, f->party->people[0], "generic",
	                           "https://nowhere.invalid/", f->party->now, &f->hook),
	                 HOOKS_OK);
}

static void close_all(struct fixture *f)
{
	hook_sink_stop(f->sink);
	authority_end(&f->authority);
}

/* Sends a test to that port of this machine by its name, to the end of the attempt; with the words
 * that the list of deliveries has then: "sent: answered 204". */
static void send_test(struct fixture *f, unsigned port, const char *ca_file, unsigned timeout_ms,
                      const char *words)
{
	char sql[200], expected[200];
	struct hook_courier *courier = hook_courier_open(&(struct hook_courier_options){
		.store = f->party->store,
		.config = &f->config,
		.secrets = &f->secrets,
		.clock = &f->clock,
		.ca_file = ca_file,
		.timeout_ms = timeout_ms,
	});
	snprintf(sql, sizeof(sql),
	         "UPDATE hooks SET state = 'on', free_at = 0, url = 'https://localhost:%u/a'",
	         port);
	party_sql(f->party, sql);
	assert_int_equal(hooks_test(f->party->store, f->party->people[0], f->hook, f->party->now),
	                 HOOKS_OK);
	do
		hook_courier_run(courier, hook_courier_busy(courier) ? 100 : 0);
	while (hook_courier_busy(courier));
	hook_courier_run(courier, 0); /* settles */
	hook_courier_close(courier);
	snprintf(expected, sizeof(expected), "%s\n", words);
	party_has(f->party,
	          "SELECT state || ': ' || answer FROM notices WHERE channel = 'hook'"
	          " ORDER BY id DESC LIMIT 1",
	          expected);
}

/* A front with that certificate before the fixture's sink. */
static struct tls_front *front_of(struct fixture *f, struct certificate certificate)
{
	return tls_front_start(&(struct tls_front_options){.authority = &f->authority,
	                                                   .certificate = certificate,
	                                                   .to = hook_sink_port(f->sink)});
}

/* The name leads to ::1, too, which is not exempt here: that does not colour what is told. */
static void what_is_trusted_is_delivered(void **state)
{
	struct fixture f;
	open_all(&f, state);
	struct tls_front *front = front_of(&f, (struct certificate){.host = "localhost"});
	send_test(&f, tls_front_port(front), f.authority.path, LONG_MS, "sent: answered 204");
	assert_int_equal(hook_sink_count(f.sink), 1);
	assert_string_equal(hook_sink_path(f.sink, 0), "/a");
	assert_non_null(strstr(hook_sink_body(f.sink, 0), "notice.test"));
	tls_front_stop(front);
	close_all(&f);
}

static void what_is_not_trusted_is_told_nothing(void **state)
{
	static const struct certificate bad[] = {
		{.host = "localhost", .is_expired = true},
		{.host = "localhost", .is_early = true},
		{.host = "localhost", .is_self_signed = true},
		{.host = "localhost.other.test"},
		{.host = "127.0.0.1"}, /* as a name */
	};
	struct fixture f;
	open_all(&f, state);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct tls_front *front = front_of(&f, bad[i]);
		send_test(&f, tls_front_port(front), f.authority.path, LONG_MS,
		          "dead: its certificate is not trusted");
		assert_int_equal(tls_front_connections(front), 1);
		tls_front_stop(front);
	}
	assert_int_equal(hook_sink_count(f.sink), 0);
	close_all(&f);
}

/* The system's authorities do not know this one. */
static void an_unknown_authority_is_not_trusted(void **state)
{
	struct fixture f;
	struct authority other;
	open_all(&f, state);
	authority_begin(&other);
	struct tls_front *front = front_of(&f, (struct certificate){.host = "localhost"});
	send_test(&f, tls_front_port(front), other.path, LONG_MS,
	          "dead: its certificate is not trusted");
	send_test(&f, tls_front_port(front), NULL, LONG_MS, "dead: its certificate is not trusted");
	assert_int_equal(hook_sink_connections(f.sink), 0);
	tls_front_stop(front);
	authority_end(&other);
	close_all(&f);
}

/* That is this server's fault, and its operator's to mend. */
static void without_authorities_nothing_is_sent(void **state)
{
	struct fixture f;
	open_all(&f, state);
	struct tls_front *front = front_of(&f, (struct certificate){.host = "localhost"});
	send_test(&f, tls_front_port(front), "/nowhere/authorities.pem", LONG_MS,
	          "dead: not sent: this server has no list of authorities (ca-certificates)");
	assert_int_equal(hook_sink_connections(f.sink), 0);
	tls_front_stop(front);
	close_all(&f);
}

static void what_speaks_no_https_of_today_is_told_so(void **state)
{
	struct fixture f;
	open_all(&f, state);
	struct tls_front *old =
		tls_front_start(&(struct tls_front_options){.authority = &f.authority,
	                                                    .certificate = {.host = "localhost"},
	                                                    .is_old = true,
	                                                    .to = hook_sink_port(f.sink)});
	struct parrot *plain = parrot_start("HTTP/1.1 400 Bad Request\r\n\r\n", NULL);
	struct parrot *mute = parrot_start("", NULL);
	send_test(&f, tls_front_port(old), f.authority.path, LONG_MS,
	          "dead: it does not speak https (TLS 1.2 or later)");
	send_test(&f, parrot_port(plain), f.authority.path, LONG_MS,
	          "dead: it does not speak https (TLS 1.2 or later)");
	send_test(&f, parrot_port(mute), f.authority.path, SHORT_MS, "dead: no answer in time");
	assert_int_equal(hook_sink_connections(f.sink), 0);
	tls_front_stop(old);
	parrot_stop(plain);
	parrot_stop(mute);
	close_all(&f);
}

/* The status counts where there was one; what comes behind it is not read to its end. */
static void an_answer_without_end_is_left_alone(void **state)
{
	static const struct {
		const char *words, *again, *told;
	} cases[] = {
		{"HTTP/1.1 200 OK\r\n\r\n", "and so on ", "sent: answered 200"},
		{"HTTP/1.1 500 No\r\n\r\n", "and so on ", "dead: answered 500"},
		{"HTTP/1.1 200 OK\r\n", "X-More: and so on\r\n", "sent: answered 200"},
		{"HTTP/1.1 200 OK\r\nX-More: ", "and so on ", "dead: the connection broke"},
		{"", "HTTP/1.1 100 Continue\r\n\r\n", "dead: the connection broke"},
		{"", "and so on ", "dead: what it speaks is not HTTP"},
		{"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n",
	         "4\r\nmore\r\n", "sent: answered 200"},
	};
	struct fixture f;
	open_all(&f, state);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct parrot *parrot = parrot_start(cases[i].words, cases[i].again);
		struct tls_front *front = tls_front_start(
			&(struct tls_front_options){.authority = &f.authority,
		                                    .certificate = {.host = "localhost"},
		                                    .to = parrot_port(parrot)});
		send_test(&f, tls_front_port(front), f.authority.path, LONG_MS, cases[i].told);
		tls_front_stop(front);
		parrot_stop(parrot);
	}
	close_all(&f);
}

/* Each is told as docs/webhooks.md has it; where a redirect points to is asked nothing. */
static void each_status_is_told(void **state)
{
	static const struct {
		int status;
		const char *told;
	} cases[] = {
		{200, "sent: answered 200"},
		{204, "sent: answered 204"},
		{299, "sent: answered 299"},
		{301, "dead: answered 301, a redirect: those are not followed"},
		{302, "dead: answered 302, a redirect: those are not followed"},
		{307, "dead: answered 307, a redirect: those are not followed"},
		{308, "dead: answered 308, a redirect: those are not followed"},
		{410, "dead: answered 410"},
		{429, "dead: answered 429"},
		{500, "dead: answered 500"},
	};
	struct fixture f;
	open_all(&f, state);
	struct tls_front *front = front_of(&f, (struct certificate){.host = "localhost"});
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		f.status = cases[i].status;
		send_test(&f, tls_front_port(front), f.authority.path, LONG_MS, cases[i].told);
		assert_int_equal(hook_sink_count(f.sink), i + 1);
		party_has(f.party, "SELECT state FROM hooks", f.status == 410 ? "off\n" : "on\n");
	}
	tls_front_stop(front);
	close_all(&f);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, party_open, party_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(what_is_trusted_is_delivered),
		TEST(what_is_not_trusted_is_told_nothing),
		TEST(an_unknown_authority_is_not_trusted),
		TEST(without_authorities_nothing_is_sent),
		TEST(what_speaks_no_https_of_today_is_told_so),
		TEST(an_answer_without_end_is_left_alone),
		TEST(each_status_is_told),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
