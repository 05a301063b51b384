/* SPDX-License-Identifier: ISC */
/*
 * A mail's bytes: well-formed whatever they hold, as they were looked at, and taken apart again
 * they are what was put in.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "notify/mail.h"
#include "support/golden.h"
#include "support/mail_parts.h"

static const struct mail plain = {
	.from_name = "Slow Safari",
	.from = "mail@safari.example",
	.to = "ada@example.org",
	.subject = "Hello",
	.message_id = "a.1@safari.example",
	.date = 1709210096,
	.text = "Hello Ada\n",
	.html = "<p>Hello Ada\n",
};

static const unsigned char png[] = "\x89PNG\r\n\x1a\n\0and more of it, so that it takes two lines: "
				   "............";

static struct mail full_mail(void)
{
	struct mail m = plain;
	m.reply_to = "mail+r-1@safari.example";
	m.thread_id = "root@safari.example";
	m.list_id = "k7m2p9qd.games.safari.example";
	m.list_name = "Evening game";
	m.unsubscribe_url = "https://safari.example/unsubscribe/abcdef";
	m.picture_id = "board.a.1@safari.example";
	m.picture = png;
	m.picture_len = sizeof(png);
	return m;
}

static void part_is(struct text *mail, const char *type, const void *expected, size_t len)
{
	struct text part;
	text_init(&part, 3 * MAIL_BYTES_MAX);
	mail_part(mail, type, &part);
	assert_true(part.len >= len);
	assert_memory_equal(part.data, expected, len);
	text_release(&part);
}

static void field_is(struct text *mail, const char *name, const char *expected)
{
	struct text field;
	text_init(&field, 4000);
	mail_field(mail, name, &field);
	assert_string_equal(text_string(&field), expected);
	text_release(&field);
}

static void a_mail_with_everything_is_as_it_was_looked_at(void **state)
{
	(void)state;
	struct mail m = full_mail();
	struct text mail;
	text_init(&mail, MAIL_BYTES_MAX);
	mail_compose(&mail, &m);
	mail_is_well_formed(&mail);
	golden_check("everything.eml", text_string(&mail), mail.len);
	text_release(&mail);
}

static void what_was_put_in_comes_out(void **state)
{
	(void)state;
	struct mail m = full_mail();
	struct text mail;
	text_init(&mail, MAIL_BYTES_MAX);
	mail_compose(&mail, &m);
	part_is(&mail, "text/plain", m.text, strlen(m.text));
	part_is(&mail, "text/html", m.html, strlen(m.html));
	part_is(&mail, "image/png", png, sizeof(png));
	field_is(&mail, "References", "<root@safari.example>");
	field_is(&mail, "In-Reply-To", "<root@safari.example>");
	field_is(&mail, "Message-ID", "<a.1@safari.example>");
	field_is(&mail, "Reply-To", "\"Slow Safari\" <mail+r-1@safari.example>");
	field_is(&mail, "List-Id", "\"Evening game\" <k7m2p9qd.games.safari.example>");
	field_is(&mail, "List-Unsubscribe", "<https://safari.example/unsubscribe/abcdef>");
	field_is(&mail, "List-Unsubscribe-Post", "List-Unsubscribe=One-Click");
	assert_non_null(strstr(mail.data, "\r\nContent-ID: <board.a.1@safari.example>\r\n"));
	text_release(&mail);
}

static void what_is_not_there_has_no_field(void **state)
{
	(void)state;
	static const char *const fields[] = {"Reply-To",         "References",
	                                     "In-Reply-To",      "List-Id",
	                                     "List-Unsubscribe", "List-Unsubscribe-Post"};
	struct text mail;
	text_init(&mail, MAIL_BYTES_MAX);
	mail_compose(&mail, &plain);
	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
		assert_false(mail_has_field(&mail, fields[i]));
	assert_null(strstr(text_string(&mail), "multipart/related"));
	assert_true(mail_has_field(&mail, "Auto-Submitted"));
	part_is(&mail, "text/html", plain.html, strlen(plain.html));
	text_release(&mail);
}

/* Lines of dots are the transport's to double. */
static void any_contents_leave_a_well_formed_mail(void **state)
{
	(void)state;
	static char name[1601], dots[5000], id[200], url[600];
	for (int i = 0; i < 400; i++)
		memcpy(name + 4 * i, "\xf0\x9f\xa6\x81", 5);
	memset(dots, '.', sizeof(dots) - 1);
	for (size_t i = 1000; i < sizeof(dots) - 1; i += 7)
		dots[i] = '\n';
	memset(id, 'i', sizeof(id) - 1);
	memset(url, 'u', sizeof(url) - 1);
	struct mail m = full_mail();
	m.from_name = m.subject = m.list_name = name;
	m.message_id = m.thread_id = m.list_id = m.picture_id = id;
	m.unsubscribe_url = url;
	m.text = m.html = dots;
	struct text mail;
	text_init(&mail, MAIL_BYTES_MAX);
	mail_compose(&mail, &m);
	mail_is_well_formed(&mail);
	part_is(&mail, "text/plain", dots, strlen(dots));
	part_is(&mail, "text/html", dots, strlen(dots));
	part_is(&mail, "image/png", png, sizeof(png));
	text_release(&mail);
}

static void a_picture_of_64_kib_leaves_room_for_words(void **state)
{
	(void)state;
	static unsigned char picture[64 << 10];
	struct mail m = full_mail();
	m.picture = picture;
	m.picture_len = sizeof(picture);
	struct text mail;
	text_init(&mail, MAIL_BYTES_MAX);
	mail_compose(&mail, &m);
	assert_false(text_is_over(&mail));
	assert_in_range(MAIL_BYTES_MAX - mail.len, 11000, 14000);
	text_release(&mail);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_mail_with_everything_is_as_it_was_looked_at),
		cmocka_unit_test(what_was_put_in_comes_out),
		cmocka_unit_test(what_is_not_there_has_no_field),
		cmocka_unit_test(any_contents_leave_a_well_formed_mail),
		cmocka_unit_test(a_picture_of_64_kib_leaves_room_for_words),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
