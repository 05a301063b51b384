/* SPDX-License-Identifier: ISC */
/*
 * Incoming mail from its bytes: who, to whom, by a person or a program, reports of delivery, parts,
 * encodings and charsets. What is hostile has a program of its own, notify_hostile.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "notify/incoming.h"

#define HEAD                                                                                       \
	"From: Ada <Ada@Example.ORG>\nTo: turn+Q7K2@safari.example\nMessage-ID: <1@example.org>\n" \
	"In-Reply-To: <7.17@safari.example>\nSubject: Re: Your turn\n"

static struct incoming read_mail(const char *mail, size_t len)
{
	struct incoming m;
	struct err err;
	if (incoming_read(mail, len, "Slow Safari:", &m, &err) < 0)
		fail_msg("%s", err.text);
	return m;
}

#define reading(mail) read_mail(mail, sizeof(mail) - 1)

static enum automatic automatic_with(const char *field)
{
	char mail[1000];
	int n = snprintf(mail, sizeof(mail), HEAD "%s\n\n7\n", field);
	struct incoming m = read_mail(mail, (size_t)n);
	assert_string_equal(m.first_line, m.automatic ? "" : "7");
	return m.automatic;
}

/* ---- The head ---- */

static void the_sender_is_the_one_address_of_from(void **state)
{
	(void)state;
	assert_string_equal(reading(HEAD "\n7\n").sender, "ada@example.org");
	assert_string_equal(
		reading("From: =?utf-8?q?eve=40example.net?= <ada@example.org>\n\n7\n").sender,
		"ada@example.org");
	assert_string_equal(reading("From: \"eve@example.net, x\" <ada@example.org>\n\n7\n").sender,
	                    "ada@example.org");
}

static void more_or_less_than_one_sender_is_none(void **state)
{
	(void)state;
	assert_string_equal(reading("From: a@example.org, b@example.org\n\n7\n").sender, "");
	assert_string_equal(reading("From: a@example.org\nFrom: b@example.org\n\n7\n").sender, "");
	assert_string_equal(reading("From: a@example.org\nFrom: a@example.org\n\n7\n").sender, "");
	assert_string_equal(reading("From: friends: a@example.org;\n\n7\n").sender, "");
	assert_string_equal(reading("From: a@example.org\nFrom:\n\n7\n").sender, "");
	assert_string_equal(reading("From: <>\n\n7\n").sender, "");
	assert_string_equal(reading("From: ada\n\n7\n").sender, "");
	assert_string_equal(reading("Subject: hello\n\n7\n").sender, "");
}

static void recipients_stand_in_order_once_and_as_they_came(void **state)
{
	(void)state;
	struct incoming m = reading("Delivered-To: turn+q7k2@safari.example\n"
	                            "X-Original-To: Turn+Q7K2@safari.example\n"
	                            "Envelope-To: e@safari.example\nFrom: ada@example.org\n"
	                            "To: \"S, S\" <TURN+Q7K2@SAFARI.EXAMPLE>,\n"
	                            " e@safari.example, nobody\n"
	                            "Cc: group: c@safari.example, d@safari.example;\n"
	                            "Resent-To: r@safari.example\nBcc: b@safari.example\n\n7\n");
	static const char *const expected[] = {
		"turn+q7k2@safari.example", "Turn+Q7K2@safari.example", "e@safari.example",
		"TURN+Q7K2@SAFARI.EXAMPLE", "c@safari.example",         "d@safari.example",
		"r@safari.example"};
	assert_int_equal(m.recipient_count, 7);
	for (size_t i = 0; i < 7; i++)
		assert_string_equal(m.recipients[i], expected[i]);
}

static void recipients_beyond_the_limit_are_left_out(void **state)
{
	(void)state;
	char mail[4000] = "From: ada@example.org\nTo: x@example.org";
	for (int i = 0; i < 100; i++)
		snprintf(mail + strlen(mail), sizeof(mail) - strlen(mail), ", r%d@example.org", i);
	struct incoming m = read_mail(mail, strlen(mail));
	assert_int_equal(m.recipient_count, LIMIT_INCOMING_RECIPIENTS);
	assert_string_equal(m.recipients[1], "r0@example.org");
}

static void ids_are_fit_to_be_answered(void **state)
{
	(void)state;
	struct incoming m = reading("Message-ID: <a.b@c>\nReferences: <1@x>\n <2@x>\t<3@x>\n"
	                            "In-Reply-To: <3@x>\n\n7\n");
	assert_string_equal(m.message_id, "<a.b@c>");
	assert_string_equal(m.references, "<1@x> <2@x> <3@x>");
	assert_string_equal(reading(HEAD "\n7\n").references, "<7.17@safari.example>");
	assert_string_equal(reading("Subject: x\n\n7\n").message_id, "");
	assert_string_equal(reading("Subject: x\n\n7\n").references, "");
}

static void of_many_references_the_last_are_kept(void **state)
{
	(void)state;
	char mail[8000] = "From: ada@example.org\nReferences:";
	for (int i = 0; i < 300; i++)
		snprintf(mail + strlen(mail), sizeof(mail) - strlen(mail), " <%d@example>", i);
	snprintf(mail + strlen(mail), sizeof(mail) - strlen(mail), "\n\n7\n");
	struct incoming m = read_mail(mail, strlen(mail));
	size_t len = strlen(m.references);
	assert_true(len > LIMIT_INCOMING_REFERENCES_BYTES - 20);
	assert_string_equal(m.references + len - 13, "<299@example>");
	assert_int_equal(m.references[0], '<');
}

static void subjects_are_one_line_of_text(void **state)
{
	(void)state;
	assert_string_equal(reading("Subject: =?iso-8859-1?q?D=E9j=E0_vu?=\n\n7\n").subject,
	                    "Déjà vu");
	assert_string_equal(
		reading("Subject: a\n b =?utf-8?q?c=0D=0ABcc:_d=E2=80=AE?=\n\n7\n").subject,
		"a b c Bcc: d");
}

/* ---- Programs ---- */

static void signs_of_programs_make_a_mail_automatic(void **state)
{
	(void)state;
	assert_int_equal(automatic_with("Auto-Submitted: auto-replied"), AUTOMATIC_SUBMITTED);
	assert_int_equal(automatic_with("Auto-Submitted: auto-generated (failure)"),
	                 AUTOMATIC_SUBMITTED);
	assert_int_equal(automatic_with("auto-submitted:\n Auto-Notified; owner=x"),
	                 AUTOMATIC_SUBMITTED);
	assert_int_equal(automatic_with("Precedence: bulk"), AUTOMATIC_PRECEDENCE);
	assert_int_equal(automatic_with("Precedence: Junk"), AUTOMATIC_PRECEDENCE);
	assert_int_equal(automatic_with("Precedence: list"), AUTOMATIC_PRECEDENCE);
	assert_int_equal(automatic_with("List-Id: <friends.example.org>"), AUTOMATIC_LIST);
	assert_int_equal(automatic_with("List-Unsubscribe: <https://x.example/>"), AUTOMATIC_LIST);
	assert_int_equal(automatic_with("X-Autoreply: yes"), AUTOMATIC_RESPONDER);
	assert_int_equal(automatic_with("X-Autorespond: yes"), AUTOMATIC_RESPONDER);
	assert_int_equal(automatic_with("X-Apple-Action: VACATION"), AUTOMATIC_RESPONDER);
	assert_int_equal(automatic_with("X-Auto-Response-Suppress: All"), AUTOMATIC_SUPPRESS);
	assert_int_equal(automatic_with("Return-Path: <>"), AUTOMATIC_RETURN_PATH);
}

static void signs_of_people_do_not(void **state)
{
	(void)state;
	assert_int_equal(automatic_with("Auto-Submitted: no"), AUTOMATIC_NO);
	assert_int_equal(automatic_with("Auto-Submitted: No (really)"), AUTOMATIC_NO);
	assert_int_equal(automatic_with("Precedence: first-class"), AUTOMATIC_NO);
	assert_int_equal(automatic_with("X-Auto-Response-Suppress: None"), AUTOMATIC_NO);
	assert_int_equal(automatic_with("Return-Path: <ada@example.org>"), AUTOMATIC_NO);
	assert_int_equal(automatic_with("X-Loop: ada@example.org"), AUTOMATIC_NO);
	assert_int_equal(automatic_with("X-Priority: 3\nX-Mailer: Mail (2.3)"), AUTOMATIC_NO);
}

static void programs_have_names_of_their_own(void **state)
{
	static const char *const names[] = {"MAILER-DAEMON", "mailer-daemon", "postmaster",
	                                    "noreply",       "No-Reply",      "no_reply",
	                                    "do-not-reply",  "bounces+1=2"};
	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		char mail[200];
		snprintf(mail, sizeof(mail), "From: <%s@example.org>\n\n7\n", names[i]);
		assert_int_equal(read_mail(mail, strlen(mail)).automatic, AUTOMATIC_SENDER);
	}
	assert_int_equal(reading("From: MAILER-DAEMON (Mail Delivery)\n\n7\n").automatic,
	                 AUTOMATIC_SENDER);
	assert_int_equal(reading("From: norbert@example.org\n\n7\n").automatic, AUTOMATIC_NO);
	assert_int_equal(reading("From: bouncer@example.org\n\n7\n").automatic, AUTOMATIC_NO);
}

static void an_out_of_office_subject_needs_another_sign(void **state)
{
	static const char *const subjects[] = {
		"Out of Office: Re: Your turn",
		"Automatic reply: Your turn",
		"=?utf-8?q?Abwesenheitsnotiz=3A?= Re: Your turn",
		"=?utf-8?q?R=C3=A9ponse_automatique_=3A_Your_turn?=",
		"Risposta automatica: Your turn",
		"Automatisch antwoord: Your turn",
		"=?utf-8?b?6Ieq5Yqo5Zue5aSNOiBZb3VyIHR1cm4=?=",
	};
	(void)state;
	for (size_t i = 0; i < sizeof(subjects) / sizeof(subjects[0]); i++) {
		char mail[300];
		const char *from = "From: ada@example.org";
		snprintf(mail, sizeof(mail), "%s\nSubject: %s\n\n7\n", from, subjects[i]);
		assert_int_equal(read_mail(mail, strlen(mail)).automatic, AUTOMATIC_SUBJECT);
		snprintf(mail, sizeof(mail), "%s\nSubject: %s\nIn-Reply-To: <1@x>\n\n7\n", from,
		         subjects[i]);
		assert_int_equal(read_mail(mail, strlen(mail)).automatic, AUTOMATIC_NO);
		snprintf(mail, sizeof(mail), "%s\nX-Loop: x\nSubject: %s\nReferences: <1@x>\n\n7\n",
		         from, subjects[i]);
		assert_int_equal(read_mail(mail, strlen(mail)).automatic, AUTOMATIC_SUBJECT);
	}
	assert_int_equal(reading("From: a@example.org\nSubject: Your turn\n\n7\n").automatic,
	                 AUTOMATIC_NO);
}

static void every_reason_has_words(void **state)
{
	(void)state;
	assert_string_equal(automatic_reason(AUTOMATIC_NO), "");
	for (int i = AUTOMATIC_NO + 1; i <= AUTOMATIC_SUBJECT; i++)
		assert_true(strlen(automatic_reason((enum automatic)i)) > 3);
}

/* ---- Reports ---- */

#define REPORT(type, status)                                                                 \
	"From: MAILER-DAEMON@mx.example.org\nReturn-Path: <>\n"                              \
	"To: bounce+x9y8@safari.example\nContent-Type: " type ";\n boundary=\"b\"\n\n"       \
	"--b\nContent-Type: text/plain\n\nIt could not be delivered.\n\n"                    \
	"--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example.org\n" \
	"Arrival-Date: Tue, 3 Mar 2026 10:00:00 +0100\n\n" status                            \
	"\n--b\nContent-Type: message/rfc822\n\nTo: ada@example.org\n\n7\n--b--\n"

static void a_failed_delivery_is_read_for_each_recipient(void **state)
{
	(void)state;
	struct incoming m = reading(REPORT(
		"multipart/report; report-type=delivery-status",
		"Original-Recipient: rfc822;Ada@Example.org\nFinal-Recipient: rfc822; "
		"a@relay.example\n"
		"Action: failed\nStatus: 5.1.1 (no such user)\nDiagnostic-Code: smtp; 550 5.1.1\n"
		" unknown: 4.4.4\n\n"
		"final-recipient: RFC822;<ben@example.org>\nACTION: Delayed\nSTATUS: 4.2.2\n\n"
		"Final-Recipient: rfc822; cleo@example.org\nAction: failed\nStatus: 4.4.7\n\n"
		"Final-Recipient: rfc822; dan@example.org\nAction: delivered\nStatus: 2.0.0\n"));
	assert_true(m.is_report);
	assert_true(m.automatic != AUTOMATIC_NO);
	assert_string_equal(m.recipients[0], "bounce+x9y8@safari.example");
	assert_string_equal(m.first_line, "");
	assert_int_equal(m.bounce_count, 4);
	assert_string_equal(m.bounces[0].original, "ada@example.org");
	assert_string_equal(m.bounces[0].final, "a@relay.example");
	assert_int_equal(m.bounces[0].action, BOUNCE_FAILED);
	assert_string_equal(m.bounces[0].status, "5.1.1");
	assert_true(m.bounces[0].is_hard);
	assert_string_equal(m.bounces[1].original, "");
	assert_string_equal(m.bounces[1].final, "ben@example.org");
	assert_int_equal(m.bounces[1].action, BOUNCE_DELAYED);
	assert_string_equal(m.bounces[1].status, "4.2.2");
	assert_false(m.bounces[1].is_hard);
	assert_false(m.bounces[2].is_hard);
	assert_int_equal(m.bounces[3].action, BOUNCE_DELIVERED);
	assert_false(m.bounces[3].is_hard);
}

static void a_report_as_opensmtpd_sends_it_is_one(void **state)
{
	(void)state;
	struct incoming m =
		reading(REPORT("multipart/mixed", "Final-Recipient: rfc822; ada@example.org\n"
	                                          "Action: failed\nStatus: 5.0.0\n"));
	assert_true(m.is_report);
	assert_int_equal(m.bounce_count, 1);
	assert_true(m.bounces[0].is_hard);
}

static void a_report_that_says_nothing_useful_has_no_bounces(void **state)
{
	(void)state;
	struct incoming m = reading(REPORT("multipart/report", "Final-Recipient: rfc822; |/bin/x\n"
	                                                       "Action: failed\nStatus: 5.0.0\n\n"
	                                                       "Action: failed\n: x\nStatus\n"));
	assert_true(m.is_report);
	assert_int_equal(m.bounce_count, 0);
	m = reading(REPORT("multipart/report", "Final-Recipient: rfc822; ada@example.org\n"
	                                       "Action: exploded\nStatus: 5.1111.1\n"));
	assert_int_equal(m.bounce_count, 1);
	assert_int_equal(m.bounces[0].action, BOUNCE_OTHER);
	assert_string_equal(m.bounces[0].status, "");
	assert_false(m.bounces[0].is_hard);
}

static void other_reports_are_automatic_and_no_more(void **state)
{
	(void)state;
	struct incoming m = reading(HEAD
	                            "Content-Type: multipart/report; report-type=feedback-report;"
	                            " boundary=b\n\n--b\n\n7\n--b\nContent-Type: "
	                            "message/feedback-report\n\nFeedback-Type: abuse\n--b--\n");
	assert_int_equal(m.automatic, AUTOMATIC_REPORT);
	assert_false(m.is_report);
	assert_string_equal(m.first_line, "");
}

static void a_persons_mail_with_such_a_part_is_no_report(void **state)
{
	(void)state;
	struct incoming m = reading(HEAD "Content-Type: multipart/mixed; boundary=b\n\n--b\n\n7\n"
	                                 "--b\nContent-Type: message/delivery-status\n\n\n"
	                                 "Final-Recipient: rfc822; ben@example.org\n--b--\n");
	assert_int_equal(m.automatic, AUTOMATIC_NO);
	assert_false(m.is_report);
	assert_int_equal(m.bounce_count, 0);
	assert_string_equal(m.first_line, "7");
}

/* ---- Parts and encodings ---- */

#define ALTERNATIVE(plain, html)                                                          \
	HEAD "Content-Type: multipart/alternative; boundary=\"b\"\n\n--b\nContent-Type: " \
	     "text/plain; charset=utf-8\n\n" plain "\n--b\nContent-Type: text/html; "     \
	     "charset=utf-8\n\n" html "\n--b--\n"

static void plain_text_is_read_before_html(void **state)
{
	(void)state;
	assert_string_equal(reading(ALTERNATIVE("7\n", "<p>8</p>")).first_line, "7");
	assert_string_equal(
		reading(ALTERNATIVE("> 7\n", "<blockquote>7</blockquote><p>8")).first_line, "8");
	assert_string_equal(reading(ALTERNATIVE(" \n", "<p>8</p>")).first_line, "8");
	assert_string_equal(reading(ALTERNATIVE("\n", "<blockquote>8</blockquote>")).first_line,
	                    "");
	assert_string_equal(reading(HEAD "Content-Type: text/html\n\n<p>8").first_line, "8");
}

static void attachments_and_forwarded_mails_are_not_read(void **state)
{
	(void)state;
	assert_string_equal(reading(HEAD "Content-Type: multipart/mixed; boundary=b\n\n--b\n"
	                                 "Content-Type: text/plain\nContent-Disposition: attachment"
	                                 "\n\n8\n--b\nContent-Type: message/rfc822\n\n"
	                                 "Subject: x\n\n9\n--b\nContent-Type: text/plain\n\n7\n"
	                                 "--b--\n")
	                            .first_line,
	                    "7");
}

static void mails_need_not_be_mime(void **state)
{
	(void)state;
	assert_string_equal(reading(HEAD "\n7\n").first_line, "7");
	assert_string_equal(reading("From ada Tue Mar  3 10:00:00 2026\n" HEAD "\n7\n").first_line,
	                    "7");
	assert_string_equal(
		reading("From: ada@example.org\r\nTo: x@y.example\r\n\r\n7\r\n").first_line, "7");
	assert_string_equal(reading("From: ada@example.org\n").first_line, "");
}

static void transfer_encodings_are_undone(void **state)
{
	(void)state;
	assert_string_equal(
		reading(HEAD "Content-Transfer-Encoding: base64\n\ncGxhY2UgMywxIDkw\n").first_line,
		"place 3,1 90");
	assert_string_equal(reading(HEAD "Content-Type: text/plain; charset=utf-8\n"
	                                 "Content-Transfer-Encoding: quoted-printable\n\n"
	                                 "place =\n3,1=2090 =C3=A9\n")
	                            .first_line,
	                    "place 3,1 90 é");
	/* Broken, as far as it goes. */
	assert_string_equal(
		reading(HEAD "Content-Transfer-Encoding: base64\n\n*cGFz*#cw==\n").first_line,
		"pass");
}

static void charsets_become_utf_8(void **state)
{
	(void)state;
#define IN(charset, text) \
	reading(HEAD "Content-Type: text/plain; charset=" charset "\n\n" text "\n").first_line
	assert_string_equal(IN("iso-8859-1", "d\xe9j\xe0"), "déjà");
	assert_string_equal(IN("\"KOI8-R\"", "\xd0\xc1\xd3"), "пас");
	assert_string_equal(IN("iso-2022-jp", "\x1b$B%Q%9\x1b(B 7"), "パス 7");
	assert_string_equal(IN("utf-16le", "7\0 \0\xe9\0\n\0"), "7 é");
	/* Unknown, a lie, or none at all. */
	assert_string_equal(IN("x-klingon", "7 d\xe9j\xe0"), "7 déjà");
	assert_string_equal(IN("../../etc/x", "7"), "7");
	assert_string_equal(IN("us-ascii", "7 d\xc3\xa9j\xc3\xa0"), "7 déjà");
	assert_string_equal(IN("us-ascii", "7 d\xe9j\xe0"), "7 déjà");
	assert_string_equal(IN("utf-8", "7 d\xe9j"), "7 d\xef\xbf\xbdj");
	assert_string_equal(reading(HEAD "\n7 d\xe9j\xe0\n").first_line, "7 déjà");
#undef IN
}

static void flowed_lines_are_joined(void **state)
{
	(void)state;
#define FLOWED(more, text) \
	reading(HEAD "Content-Type: text/plain; format=flowed" more "\n\n" text).first_line
	assert_string_equal(FLOWED("", "place 3,1 90; \nmeeple trail N\n"),
	                    "place 3,1 90; meeple trail N");
	assert_string_equal(FLOWED("; delsp=yes", "pla \nce 3,1 90\n"), "place 3,1 90");
	assert_string_equal(FLOWED("", " 7\n-- \nAda\n"), "7");
	assert_string_equal(FLOWED("", "-- \nAda\n"), "");
	assert_string_equal(FLOWED("", "> 1. column \n7\n"), "7");
	assert_string_equal(FLOWED("", "7 \n> 1. column\n"), "7");
	assert_string_equal(reading(HEAD "\nplace 3,1 90; \nmeeple\n").first_line, "place 3,1 90;");
#undef FLOWED
}

static void controls_and_marks_of_direction_are_left_out(void **state)
{
	(void)state;
	assert_string_equal(reading(HEAD "Content-Type: text/plain; charset=utf-8\n\n"
	                                 "\xef\xbb\xbf\0p\x1b"
	                                 "a\xe2\x80\xae"
	                                 "s\xe2\x80\x8bs\xc2\x85"
	                                 "\xc2\xa0\t7\x7f\n")
	                            .first_line,
	                    "pass 7");
}

static void what_follows_our_own_first_line_is_not_read(void **state)
{
	(void)state;
	assert_string_equal(reading(HEAD "\nSlow Safari: your turn\n\n1. column 3\n").first_line,
	                    "");
	struct incoming m;
	struct err err;
	static const char mail[] = HEAD "\nSlow Safari: your turn\n";
	assert_int_equal(incoming_read(mail, strlen(mail), NULL, &m, &err), 0);
	assert_string_equal(m.first_line, "Slow Safari: your turn");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_sender_is_the_one_address_of_from),
		cmocka_unit_test(more_or_less_than_one_sender_is_none),
		cmocka_unit_test(recipients_stand_in_order_once_and_as_they_came),
		cmocka_unit_test(recipients_beyond_the_limit_are_left_out),
		cmocka_unit_test(ids_are_fit_to_be_answered),
		cmocka_unit_test(of_many_references_the_last_are_kept),
		cmocka_unit_test(subjects_are_one_line_of_text),
		cmocka_unit_test(signs_of_programs_make_a_mail_automatic),
		cmocka_unit_test(signs_of_people_do_not),
		cmocka_unit_test(programs_have_names_of_their_own),
		cmocka_unit_test(an_out_of_office_subject_needs_another_sign),
		cmocka_unit_test(every_reason_has_words),
		cmocka_unit_test(a_failed_delivery_is_read_for_each_recipient),
		cmocka_unit_test(a_report_as_opensmtpd_sends_it_is_one),
		cmocka_unit_test(a_report_that_says_nothing_useful_has_no_bounces),
		cmocka_unit_test(other_reports_are_automatic_and_no_more),
		cmocka_unit_test(a_persons_mail_with_such_a_part_is_no_report),
		cmocka_unit_test(plain_text_is_read_before_html),
		cmocka_unit_test(attachments_and_forwarded_mails_are_not_read),
		cmocka_unit_test(mails_need_not_be_mime),
		cmocka_unit_test(transfer_encodings_are_undone),
		cmocka_unit_test(charsets_become_utf_8),
		cmocka_unit_test(flowed_lines_are_joined),
		cmocka_unit_test(controls_and_marks_of_direction_are_left_out),
		cmocka_unit_test(what_follows_our_own_first_line_is_not_read),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
