/* SPDX-License-Identifier: ISC */
/*
 * Handing mails to a server that fails in every way: what became of each is told right, and the
 * peer's count says how often it was there.
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "notify/smtp.h"
#include "support/smtp_peer.h"

static const char mail[] = "Subject: x\r\n\r\n.\r\n..two\r\n.hidden\r\nend\r\n";

struct fixture {
	struct smtp_peer *peer;
	struct smtp *smtp;
};

static void open_to(struct fixture *f, const struct smtp_fault *faults, struct smtp_options o)
{
	struct err err;
	f->peer = smtp_peer_start(faults);
	o.url = smtp_peer_url(f->peer);
	assert_int_equal(smtp_open(&f->smtp, &o, &err), 0);
}

static void close_all(struct fixture *f)
{
	smtp_close(f->smtp);
	smtp_peer_stop(f->peer);
}

static enum delivery_fate send_mail(struct fixture *f, struct delivery *d)
{
	smtp_send(f->smtp, "mail@safari.example", "ada@example.org", mail, sizeof(mail) - 1, d);
	return d->fate;
}

static void a_mail_arrives_byte_for_byte(void **state)
{
	struct fixture f;
	struct delivery d;
	(void)state;
	open_to(&f, (const struct smtp_fault[]){{0}}, (struct smtp_options){0});
	assert_int_equal(send_mail(&f, &d), DELIVERY_TAKEN);
	assert_string_equal(d.answer, "250 2.0.0 taken");
	smtp_peer_quiet(f.peer);
	assert_int_equal(smtp_peer_mails(f.peer), 1);
	assert_string_equal(text_string((struct text *)smtp_peer_mail(f.peer, 0)), mail);
	const char *said = smtp_peer_commands(f.peer);
	assert_non_null(strstr(said, "MAIL FROM:<mail@safari.example> SIZE=38\r\n"));
	assert_non_null(strstr(said, "RCPT TO:<ada@example.org>\r\n"));
	close_all(&f);
}

static void what_is_no_text_in_an_answer_is_not_kept(void **state)
{
	struct fixture f;
	struct delivery d;
	(void)state;
	open_to(&f,
	        (const struct smtp_fault[]){
			{PEER_AT_RECIPIENT, "550 5.1.1 \xff\x1b[31m \xc2\x9b no"}, {0}},
	        (struct smtp_options){0});
	assert_int_equal(send_mail(&f, &d), DELIVERY_REFUSED);
	assert_string_equal(d.answer, "550 5.1.1 ??[31m ?? no");
	assert_true(d.is_bounce);
	close_all(&f);
}

static void the_connection_is_kept(void **state)
{
	struct fixture f;
	struct delivery d;
	(void)state;
	open_to(&f, (const struct smtp_fault[]){{0}}, (struct smtp_options){0});
	for (int i = 0; i < 5; i++)
		assert_int_equal(send_mail(&f, &d), DELIVERY_TAKEN);
	assert_int_equal(smtp_peer_mails(f.peer), 5);
	assert_int_equal(smtp_peer_connections(f.peer), 1);
	close_all(&f);
}

static void closing_says_goodbye(void **state)
{
	struct fixture f;
	struct delivery d;
	(void)state;
	open_to(&f, (const struct smtp_fault[]){{0}}, (struct smtp_options){0});
	assert_int_equal(send_mail(&f, &d), DELIVERY_TAKEN);
	smtp_close(f.smtp);
	smtp_peer_wait_idle(f.peer);
	smtp_peer_quiet(f.peer);
	assert_non_null(strstr(smtp_peer_commands(f.peer), "QUIT\r\n"));
	smtp_peer_stop(f.peer);
}

/* One fault, then the same mail again without. */
static void fails_once(enum smtp_place place, const char *reply, enum delivery_fate fate,
                       const char *answer, unsigned mails)
{
	struct fixture f;
	struct delivery d;
	open_to(&f, (const struct smtp_fault[]){{place, reply}, {0}},
	        (struct smtp_options){.timeout_ms = reply && !*reply ? 300 : 0});
	assert_int_equal(send_mail(&f, &d), fate);
	if (!strstr(d.answer, answer))
		fail_msg("\"%s\" is not in \"%s\"", answer, d.answer);
	assert_int_equal(smtp_peer_mails(f.peer), mails);
	assert_int_equal(send_mail(&f, &d), DELIVERY_TAKEN);
	assert_int_equal(smtp_peer_mails(f.peer), mails + 1);
	close_all(&f);
}

static void a_recipient_or_a_mail_that_is_refused_is_refused_for_good(void **state)
{
	(void)state;
	fails_once(PEER_AT_RECIPIENT, "550 5.1.1 no such user", DELIVERY_REFUSED,
	           "550 5.1.1 no such user", 0);
	fails_once(PEER_AT_RECIPIENT, "550-5.1.1 no such\r\n550 5.1.1 user", DELIVERY_REFUSED,
	           "550-5.1.1 no such 550 5.1.1 user", 0);
	fails_once(PEER_AT_DATA, "554 5.7.1 not you", DELIVERY_REFUSED, "554 5.7.1 not you", 0);
	fails_once(PEER_AT_END, "552 5.3.4 too big", DELIVERY_REFUSED, "552 5.3.4 too big", 1);
}

static void an_answer_of_4xx_is_for_now(void **state)
{
	(void)state;
	fails_once(PEER_AT_GREETING, "421 4.3.2 not now", DELIVERY_LATER, "421 4.3.2 not now", 0);
	fails_once(PEER_AT_SENDER, "451 4.3.0 later", DELIVERY_LATER, "451 4.3.0 later", 0);
	fails_once(PEER_AT_RECIPIENT, "451 4.7.1 greylisted", DELIVERY_LATER, "451 4.7.1 greyl", 0);
	fails_once(PEER_AT_DATA, "451 4.3.0 later", DELIVERY_LATER, "451 4.3.0 later", 0);
	fails_once(PEER_AT_END, "452 4.3.1 disk full", DELIVERY_LATER, "452 4.3.1 disk full", 1);
}

static void what_is_wrong_with_the_setup_refuses_no_mail(void **state)
{
	(void)state;
	fails_once(PEER_AT_GREETING, "554 5.7.1 no service", DELIVERY_LATER, "554 5.7.1 no serv",
	           0);
	fails_once(PEER_AT_SENDER, "550 5.7.1 not your address", DELIVERY_LATER, "550 5.7.1 not",
	           0);
	fails_once(PEER_AT_RECIPIENT, "530 5.7.0 authenticate", DELIVERY_LATER, "530 5.7.0 auth",
	           0);
}

static void a_line_that_drops_or_hangs_is_for_now(void **state)
{
	(void)state;
	fails_once(PEER_AT_GREETING, NULL, DELIVERY_LATER, "", 0);
	fails_once(PEER_AT_SENDER, NULL, DELIVERY_LATER, "", 0);
	fails_once(PEER_AT_RECIPIENT, NULL, DELIVERY_LATER, "", 0);
	fails_once(PEER_IN_MAIL, NULL, DELIVERY_LATER, "perhaps there: ", 0);
	fails_once(PEER_AT_GREETING, "", DELIVERY_LATER, "timed out", 0);
	fails_once(PEER_AT_RECIPIENT, "", DELIVERY_LATER, "timed out", 0);
}

/* The mail is there and nobody said so: it may come again, and the count shows it. */
static void an_answer_that_is_lost_leaves_the_fate_unknown(void **state)
{
	(void)state;
	fails_once(PEER_AT_END, NULL, DELIVERY_LATER, "perhaps there: ", 1);
	fails_once(PEER_AT_END, "", DELIVERY_LATER, "perhaps there: ", 1);
}

static void a_kept_connection_that_is_gone_costs_nothing(void **state)
{
	static const struct smtp_fault faults[][3] = {
		{{PEER_AT_END, "250 2.0.0 taken"}, {PEER_AT_SENDER, "421 4.4.2 idle"}, {0}},
		{{PEER_AT_END, "250 2.0.0 taken"}, {PEER_AT_SENDER, NULL}, {0}},
		{{PEER_AT_END, "250 2.0.0 taken"}, {PEER_AT_RECIPIENT, NULL}, {0}},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
		struct fixture f;
		struct delivery d;
		open_to(&f, faults[i], (struct smtp_options){0});
		assert_int_equal(send_mail(&f, &d), DELIVERY_TAKEN);
		assert_int_equal(send_mail(&f, &d), DELIVERY_TAKEN);
		assert_int_equal(smtp_peer_mails(f.peer), 2);
		assert_int_equal(smtp_peer_connections(f.peer), 2);
		close_all(&f);
	}
}

/* Only before any of the mail was sent. */
static void a_kept_connection_lost_within_the_mail_is_not_tried_at_once(void **state)
{
	struct fixture f;
	struct delivery d;
	(void)state;
	open_to(&f,
	        (const struct smtp_fault[]){
			{PEER_AT_END, "250 2.0.0 taken"}, {PEER_AT_END, NULL}, {0}},
	        (struct smtp_options){0});
	assert_int_equal(send_mail(&f, &d), DELIVERY_TAKEN);
	assert_int_equal(send_mail(&f, &d), DELIVERY_LATER);
	assert_int_equal(smtp_peer_mails(f.peer), 2);
	assert_int_equal(smtp_peer_connections(f.peer), 1);
	close_all(&f);
}

static void without_tls_a_server_elsewhere_gets_nothing(void **state)
{
	struct fixture f;
	struct delivery d;
	(void)state;
	open_to(&f, (const struct smtp_fault[]){{0}},
	        (struct smtp_options){.needs_tls = true, .user = "u", .password = "secret"});
	assert_int_equal(send_mail(&f, &d), DELIVERY_LATER);
	smtp_peer_quiet(f.peer);
	assert_int_equal(smtp_peer_mails(f.peer), 0);
	assert_null(strstr(smtp_peer_commands(f.peer), "AUTH"));
	assert_null(strstr(smtp_peer_commands(f.peer), "MAIL"));
	close_all(&f);
}

static void a_wrong_password_is_for_now_and_never_told(void **state)
{
	struct fixture f;
	struct delivery d;
	(void)state;
	open_to(&f, (const struct smtp_fault[]){{0}},
	        (struct smtp_options){.user = "u", .password = "secret"});
	assert_int_equal(send_mail(&f, &d), DELIVERY_LATER);
	assert_string_equal(d.answer, "535 5.7.8 wrong password");
	smtp_peer_quiet(f.peer);
	assert_non_null(strstr(smtp_peer_commands(f.peer), "AUTH PLAIN"));
	assert_int_equal(smtp_peer_mails(f.peer), 0);
	close_all(&f);
}

static void a_password_is_given_once_for_a_connection(void **state)
{
	struct fixture f;
	struct delivery d;
	(void)state;
	open_to(&f, (const struct smtp_fault[]){{0}},
	        (struct smtp_options){.user = "safari", .password = "secret"});
	assert_int_equal(send_mail(&f, &d), DELIVERY_TAKEN);
	assert_int_equal(send_mail(&f, &d), DELIVERY_TAKEN);
	smtp_peer_quiet(f.peer);
	const char *auth = strstr(smtp_peer_commands(f.peer), "AUTH PLAIN\r\n");
	assert_non_null(auth);
	assert_null(strstr(auth + 1, "AUTH"));
	assert_int_equal(smtp_peer_mails(f.peer), 2);
	close_all(&f);
}

static void a_server_that_is_not_there_is_for_now(void **state)
{
	struct fixture f;
	struct delivery d;
	(void)state;
	open_to(&f, (const struct smtp_fault[]){{0}}, (struct smtp_options){0});
	smtp_peer_quiet(f.peer);
	assert_int_equal(send_mail(&f, &d), DELIVERY_LATER);
	assert_int_equal(smtp_peer_connections(f.peer), 0);
	close_all(&f);
}

static void no_address_carries_a_command(void **state)
{
	static const char *const bad[] = {
		"ada@example.org\r\nRCPT TO:<b@example.org>",
		"ada@example.org> NOTIFY=NEVER",
		"Ada@example.org",
		" ada@example.org",
		"",
		"\xc3\xa4@example.org",
	};
	struct fixture f;
	struct delivery d;
	(void)state;
	open_to(&f, (const struct smtp_fault[]){{0}}, (struct smtp_options){0});
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		smtp_send(f.smtp, "mail@safari.example", bad[i], mail, sizeof(mail) - 1, &d);
		assert_int_equal(d.fate, DELIVERY_REFUSED);
		smtp_send(f.smtp, bad[i], "ada@example.org", mail, sizeof(mail) - 1, &d);
		assert_int_equal(d.fate, DELIVERY_REFUSED);
	}
	assert_int_equal(smtp_peer_connections(f.peer), 0);
	close_all(&f);
}

static void stopping_gives_up_a_mail_that_nothing_was_sent_of(void **state)
{
	static const enum smtp_place places[] = {PEER_AT_GREETING, PEER_AT_SENDER, PEER_AT_DATA};
	(void)state;
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		struct fixture f;
		struct delivery d;
		atomic_bool stops = true;
		open_to(&f, (const struct smtp_fault[]){{places[i], ""}, {0}},
		        (struct smtp_options){.stops = &stops});
		assert_int_equal(send_mail(&f, &d), DELIVERY_GIVEN_UP);
		close_all(&f);
	}
}

struct stopper {
	struct smtp_peer *peer;
	atomic_bool stops;
};

static void *stop_when_there(void *arg)
{
	struct stopper *s = arg;
	smtp_peer_wait(s->peer, 1);
	atomic_store(&s->stops, true);
	return NULL;
}

static void stopping_waits_a_little_for_the_answer_to_a_mail(void **state)
{
	struct fixture f;
	struct delivery d;
	struct stopper stopper = {0};
	pthread_t thread;
	(void)state;
	open_to(&f, (const struct smtp_fault[]){{PEER_AT_END, ""}, {0}},
	        (struct smtp_options){.stops = &stopper.stops});
	stopper.peer = f.peer;
	assert_int_equal(pthread_create(&thread, NULL, stop_when_there, &stopper), 0);
	assert_int_equal(send_mail(&f, &d), DELIVERY_GIVEN_UP);
	pthread_join(thread, NULL);
	close_all(&f);
}

/* What a server's answer to the sender's address stands for, with a fault or a password. */
static void answers(const struct smtp_fault *faults, struct smtp_options o, enum smtp_hurdle hurdle,
                    const char *words)
{
	struct fixture f;
	struct smtp_answer a;
	open_to(&f, faults, o);
	smtp_ask_sender(f.smtp, "mail@safari.example", &a);
	if (a.hurdle != hurdle || !strstr(a.words, words))
		fail_msg("%d and not %d: %s", a.hurdle, hurdle, a.words);
	close_all(&f);
}

static void who_asks_learns_what_stands_between(void **state)
{
	static const struct smtp_options none = {0}, quick = {.timeout_ms = 300};
	(void)state;
#define FAULT(place, reply) ((const struct smtp_fault[]){{place, reply}, {0}})
	answers(FAULT(0, NULL), none, SMTP_NO_HURDLE, "250 2.1.0 sender fine");
	answers(FAULT(PEER_AT_GREETING, "554 5.7.1 not you"), none, SMTP_NO_GREETING, "554 5.7.1");
	answers(FAULT(PEER_AT_GREETING, "421 busy"), none, SMTP_NO_GREETING, "421 busy");
	answers(FAULT(PEER_AT_GREETING, NULL), none, SMTP_NO_GREETING, "");
	answers(FAULT(PEER_AT_GREETING, ""), quick, SMTP_NO_GREETING, "timed out");
	answers(FAULT(PEER_AT_SENDER, "550 5.7.1 not yours"), none, SMTP_NOT_SENDER, "550 5.7.1");
	answers(FAULT(PEER_AT_SENDER, "553 5.7.1 not yours"), none, SMTP_NOT_SENDER, "553 5.7.1");
	answers(FAULT(PEER_AT_SENDER, "530 TLS first"), none, SMTP_NOT_SENDER, "530 TLS first");
	answers(FAULT(PEER_AT_SENDER, "451 later"), none, SMTP_NOT_SENDER, "451 later");
	answers(FAULT(PEER_AT_SENDER, NULL), none, SMTP_NOT_SENDER, "");
	answers(FAULT(PEER_AT_SENDER, ""), quick, SMTP_NOT_SENDER, "timed out");
	answers(FAULT(0, NULL), (struct smtp_options){.needs_tls = true}, SMTP_NO_TLS, "STARTTLS");
	answers(FAULT(0, NULL), (struct smtp_options){.user = "u", .password = "p"},
	        SMTP_NOT_SIGNED_IN, "535 5.7.8 wrong password");
	answers(FAULT(0, NULL), (struct smtp_options){.user = "safari", .password = "secret"},
	        SMTP_NO_HURDLE, "250");
#undef FAULT
}

static void a_password_that_no_server_asks_for_is_told(void **state)
{
	(void)state;
	answers((const struct smtp_fault[]){{PEER_AT_HELLO, "250 peer.example"}, {0}},
	        (struct smtp_options){.user = "safari", .password = "secret"}, SMTP_NO_AUTH, "250");
}

static void asking_sends_nothing_and_mails_follow_over_the_connection(void **state)
{
	struct fixture f;
	struct smtp_answer a;
	struct delivery d;
	(void)state;
	open_to(&f, (const struct smtp_fault[]){{PEER_AT_SENDER, "550 no"}, {0}},
	        (struct smtp_options){.user = "safari", .password = "secret"});
	smtp_ask_sender(f.smtp, "mail@safari.example", &a);
	assert_int_equal(a.hurdle, SMTP_NOT_SENDER);
	smtp_ask_sender(f.smtp, "mail+b@safari.example", &a);
	assert_int_equal(a.hurdle, SMTP_NO_HURDLE);
	assert_int_equal(smtp_peer_mails(f.peer), 0);
	assert_int_equal(send_mail(&f, &d), DELIVERY_TAKEN);
	smtp_ask_sender(f.smtp, "a@b.example> RCPT TO:<c@d.example", &a);
	assert_int_equal(a.hurdle, SMTP_NOT_SENDER);
	assert_int_equal(smtp_peer_mails(f.peer), 1);
	/* libcurl ends the one on which something was refused. */
	assert_int_equal(smtp_peer_connections(f.peer), 2);
	smtp_peer_quiet(f.peer);
	const char *said = smtp_peer_commands(f.peer);
	assert_non_null(strstr(said, "MAIL FROM:<mail+b@safari.example>\r\nRSET\r\nMAIL FROM:"));
	assert_null(strstr(said, "a@b.example"));
	close_all(&f);
}

static void asking_a_server_that_is_not_there_tells_what_is_missing(void **state)
{
	struct fixture f;
	struct smtp_answer a;
	struct err err;
	(void)state;
	open_to(&f, (const struct smtp_fault[]){{0}}, (struct smtp_options){0});
	smtp_peer_quiet(f.peer);
	smtp_ask_sender(f.smtp, "mail@safari.example", &a);
	assert_int_equal(a.hurdle, SMTP_NO_CONNECTION);
	close_all(&f);
	assert_int_equal(smtp_open(&f.smtp, &(struct smtp_options){.url = "smtp://a..b:25"}, &err),
	                 0);
	smtp_ask_sender(f.smtp, "mail@safari.example", &a);
	assert_int_equal(a.hurdle, SMTP_NO_HOST);
	smtp_close(f.smtp);
}

static void what_is_no_url_of_a_server_is_refused(void **state)
{
	static const char *const bad[] = {
		"",           "mail.example", "http://mail.example", "smtp://",
		"smtp://:25", "smtp://a b",   "file:///etc/passwd"};
	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct smtp *s;
		struct err err;
		assert_int_equal(smtp_open(&s, &(struct smtp_options){.url = bad[i]}, &err), -1);
		assert_false(smtp_is_loopback(bad[i]));
	}
}

static void loopback_is_told_from_elsewhere(void **state)
{
	(void)state;
	assert_true(smtp_is_loopback("smtp://localhost"));
	assert_true(smtp_is_loopback("smtp://localhost:25/safari.example"));
	assert_true(smtp_is_loopback("smtp://127.0.0.53:587"));
	assert_true(smtp_is_loopback("smtp://[::1]:25"));
	assert_false(smtp_is_loopback("smtp://localhost.example"));
	assert_false(smtp_is_loopback("smtp://127.0.0.1.example"));
	assert_false(smtp_is_loopback("smtp://128.0.0.1"));
	assert_false(smtp_is_loopback("smtp://[::2]"));
	assert_false(smtp_is_loopback("smtp://localhost@mail.example"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_mail_arrives_byte_for_byte),
		cmocka_unit_test(what_is_no_text_in_an_answer_is_not_kept),
		cmocka_unit_test(the_connection_is_kept),
		cmocka_unit_test(closing_says_goodbye),
		cmocka_unit_test(a_recipient_or_a_mail_that_is_refused_is_refused_for_good),
		cmocka_unit_test(an_answer_of_4xx_is_for_now),
		cmocka_unit_test(what_is_wrong_with_the_setup_refuses_no_mail),
		cmocka_unit_test(a_line_that_drops_or_hangs_is_for_now),
		cmocka_unit_test(an_answer_that_is_lost_leaves_the_fate_unknown),
		cmocka_unit_test(a_kept_connection_that_is_gone_costs_nothing),
		cmocka_unit_test(a_kept_connection_lost_within_the_mail_is_not_tried_at_once),
		cmocka_unit_test(without_tls_a_server_elsewhere_gets_nothing),
		cmocka_unit_test(a_wrong_password_is_for_now_and_never_told),
		cmocka_unit_test(a_password_is_given_once_for_a_connection),
		cmocka_unit_test(a_server_that_is_not_there_is_for_now),
		cmocka_unit_test(no_address_carries_a_command),
		cmocka_unit_test(stopping_gives_up_a_mail_that_nothing_was_sent_of),
		cmocka_unit_test(stopping_waits_a_little_for_the_answer_to_a_mail),
		cmocka_unit_test(who_asks_learns_what_stands_between),
		cmocka_unit_test(a_password_that_no_server_asks_for_is_told),
		cmocka_unit_test(asking_sends_nothing_and_mails_follow_over_the_connection),
		cmocka_unit_test(asking_a_server_that_is_not_there_tells_what_is_missing),
		cmocka_unit_test(what_is_no_url_of_a_server_is_refused),
		cmocka_unit_test(loopback_is_told_from_elsewhere),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
