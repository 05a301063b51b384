/* SPDX-License-Identifier: ISC */
/*
 * Handing mails to a real mail server, Postfix on loopback: what lies in the mailbox is what was
 * sent. Without root, or without that server, these tests are skipped.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "notify/smtp.h"
#include "support/real_relay.h"

static struct real_relay relay;

static int begin(void **state)
{
	(void)state;
	return real_relay_begin(&relay);
}

static int end(void **state)
{
	(void)state;
	return real_relay_end(&relay);
}

static enum delivery_fate hand_over(struct smtp_options o, const char *to, const char *mail,
                                    struct delivery *d)
{
	struct smtp *smtp;
	struct err err;
	assert_int_equal(smtp_open(&smtp, &o, &err), 0);
	smtp_send(smtp, "mail@safari.test", to, mail, strlen(mail), d);
	smtp_close(smtp);
	return d->fate;
}

/* In the box are the lines that the server added, then the mail with LF. */
static void arrives(struct smtp_options o, const char *mail)
{
	struct text there, sent;
	struct delivery d;
	text_init(&there, 1 << 20);
	text_init(&sent, 1 << 20);
	for (const char *c = mail; *c; c++) {
		if (*c != '\r')
			text_add_char(&sent, *c);
	}
	if (hand_over(o, "ada@safari.test", mail, &d) != DELIVERY_TAKEN)
		fail_msg("%s", d.answer);
	real_relay_take(&relay, RELAY_ADA, &there);
	assert_true(there.len > sent.len);
	assert_string_equal(text_string(&there) + there.len - sent.len, text_string(&sent));
	text_release(&there);
	text_release(&sent);
}

static const char small[] =
	"Date: Thu, 29 Feb 2024 12:34:56 +0000\r\nFrom: <mail@safari.test>\r\n"
	"Message-ID: <a@safari.test>\r\nSubject: x\r\n\r\n.\r\n..two\r\n.hidden\r\n\r\n.\r\n";

static void a_sign_in_mail_lies_in_the_box_as_it_was_composed(void **state)
{
	struct text mail;
	struct err err;
	(void)state;
	real_relay_need(&relay);
	text_init(&mail, 1 << 20);
	assert_int_equal(file_read("tests/golden/sign_in.eml", &mail, &err), 0);
	arrives((struct smtp_options){.url = relay.plain}, text_string(&mail));
	text_release(&mail);
}

static void lines_of_dots_arrive_as_they_are(void **state)
{
	(void)state;
	real_relay_need(&relay);
	arrives((struct smtp_options){.url = relay.plain}, small);
}

static void starttls_is_used_where_it_is_needed(void **state)
{
	(void)state;
	real_relay_need(&relay);
	arrives((struct smtp_options){.url = relay.starttls,
	                              .ca_file = relay.cert,
	                              .needs_tls = true},
	        small);
}

static void tls_from_the_start_is_used(void **state)
{
	(void)state;
	real_relay_need(&relay);
	arrives((struct smtp_options){.url = relay.tls, .ca_file = relay.cert, .needs_tls = true},
	        small);
}

static void a_server_that_is_not_trusted_gets_nothing(void **state)
{
	struct delivery d;
	const char *urls[] = {relay.starttls, relay.tls};
	(void)state;
	real_relay_need(&relay);
	for (int i = 0; i < 2; i++) {
		struct smtp_options o = {
			.url = urls[i], .user = "safari", .password = "secret", .needs_tls = true};
		assert_int_equal(hand_over(o, "ada@safari.test", small, &d), DELIVERY_LATER);
		assert_non_null(strstr(d.answer, "certificate"));
	}
}

static void a_server_without_tls_gets_nothing(void **state)
{
	struct delivery d;
	struct smtp_options o = {.url = relay.plain, .ca_file = relay.cert, .needs_tls = true};
	(void)state;
	real_relay_need(&relay);
	assert_int_equal(hand_over(o, "ada@safari.test", small, &d), DELIVERY_LATER);
}

static void a_server_that_wants_tls_says_so_and_the_mail_waits(void **state)
{
	struct delivery d;
	(void)state;
	real_relay_need(&relay);
	assert_int_equal(hand_over((struct smtp_options){.url = relay.starttls}, "ada@safari.test",
	                           small, &d),
	                 DELIVERY_LATER);
	assert_int_equal(strncmp(d.answer, "530", 3), 0);
}

static void a_kept_connection_takes_many_mails(void **state)
{
	struct smtp *smtp;
	struct delivery d;
	struct err err;
	struct text there;
	(void)state;
	real_relay_need(&relay);
	struct smtp_options o = {.url = relay.starttls, .ca_file = relay.cert, .needs_tls = true};
	assert_int_equal(smtp_open(&smtp, &o, &err), 0);
	text_init(&there, 1 << 20);
	for (int i = 0; i < 10; i++) {
		smtp_send(smtp, "mail@safari.test",
		          i % 3 == 1 ? "nobody@safari.test" : "ada@safari.test", small,
		          strlen(small), &d);
		assert_int_equal(d.fate, i % 3 == 1 ? DELIVERY_REFUSED : DELIVERY_TAKEN);
		if (d.fate == DELIVERY_TAKEN)
			real_relay_take(&relay, RELAY_ADA, &there);
	}
	smtp_close(smtp);
	text_release(&there);
}

static void an_unknown_recipient_is_refused_for_good(void **state)
{
	struct delivery d;
	(void)state;
	real_relay_need(&relay);
	assert_int_equal(hand_over((struct smtp_options){.url = relay.plain}, "nobody@safari.test",
	                           small, &d),
	                 DELIVERY_REFUSED);
	assert_int_equal(strncmp(d.answer, "550 5.1.1", 9), 0);
}

/* What stands between, when it is asked for a sender. */
static enum smtp_hurdle ask(struct smtp_options o)
{
	struct smtp *smtp;
	struct smtp_answer a;
	struct err err;
	assert_int_equal(smtp_open(&smtp, &o, &err), 0);
	smtp_ask_sender(smtp, "mail+b-1-abc@safari.test", &a);
	smtp_close(smtp);
	return a.hurdle;
}

static void asking_tells_its_hurdles_apart(void **state)
{
	const char *plain = relay.plain, *starttls = relay.starttls, *tls = relay.tls,
		   *cert = relay.cert;
	char mixed[64];
	(void)state;
	real_relay_need(&relay);
	snprintf(mixed, sizeof(mixed), "smtps%s", strchr(plain, ':'));
	assert_int_equal(ask((struct smtp_options){.url = plain}), SMTP_NO_HURDLE);
	assert_int_equal(
		ask((struct smtp_options){.url = starttls, .ca_file = cert, .needs_tls = true}),
		SMTP_NO_HURDLE);
	assert_int_equal(ask((struct smtp_options){.url = tls, .ca_file = cert}), SMTP_NO_HURDLE);
	assert_int_equal(ask((struct smtp_options){.url = starttls}), SMTP_NOT_SENDER);
	assert_int_equal(ask((struct smtp_options){.url = starttls, .needs_tls = true}),
	                 SMTP_NOT_TRUSTED);
	assert_int_equal(ask((struct smtp_options){.url = tls}), SMTP_NOT_TRUSTED);
	assert_int_equal(ask((struct smtp_options){.url = mixed}), SMTP_NO_TLS);
	assert_int_equal(ask((struct smtp_options){.url = plain, .user = "u", .password = "p"}),
	                 SMTP_NO_AUTH);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_sign_in_mail_lies_in_the_box_as_it_was_composed),
		cmocka_unit_test(lines_of_dots_arrive_as_they_are),
		cmocka_unit_test(starttls_is_used_where_it_is_needed),
		cmocka_unit_test(tls_from_the_start_is_used),
		cmocka_unit_test(a_server_that_is_not_trusted_gets_nothing),
		cmocka_unit_test(a_server_without_tls_gets_nothing),
		cmocka_unit_test(a_server_that_wants_tls_says_so_and_the_mail_waits),
		cmocka_unit_test(a_kept_connection_takes_many_mails),
		cmocka_unit_test(an_unknown_recipient_is_refused_for_good),
		cmocka_unit_test(asking_tells_its_hurdles_apart),
	};
	return cmocka_run_group_tests(tests, begin, end);
}
