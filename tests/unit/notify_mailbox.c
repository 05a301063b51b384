/* SPDX-License-Identifier: ISC */
/*
 * Mails as files, from the composer through the folder to what a page shows of them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "app/mailbox.h"
#include "notify/folder.h"
#include "notify/mail.h"

static char root[64], folder[96];

static int begin(void **state)
{
	struct err err;
	(void)state;
	snprintf(root, sizeof(root), "/tmp/slowsafari-mailbox-XXXXXX");
	if (!mkdtemp(root))
		return -1;
	snprintf(folder, sizeof(folder), "%s/mail", root);
	return folder_open(folder, &err);
}

static void remove_file(const char *name)
{
	char path[256];
	snprintf(path, sizeof(path), "%s/%s", folder, name);
	assert_int_equal(unlink(path), 0);
}

static int end(void **state)
{
	(void)state;
	return rmdir(folder) || rmdir(root); /* nothing was left */
}

static void land(int64_t id, int64_t at, const char *subject, const char *said)
{
	struct text bytes;
	struct delivery d = {.fate = DELIVERY_REFUSED};
	struct notice n = {.id = id, .created_at = at};
	text_init(&bytes, MAIL_BYTES_MAX);
	mail_compose(&bytes, &(struct mail){.from_name = "Safari <b@c.example>",
	                                    .from = "mail@safari.example",
	                                    .to = "ada@example.org",
	                                    .subject = subject,
	                                    .message_id = "a@b.example",
	                                    .date = at,
	                                    .text = said,
	                                    .html = "<p>no</p>\n"});
	folder_send(folder, &n, bytes.data, bytes.len, &d);
	assert_int_equal(d.fate, DELIVERY_TAKEN);
	text_release(&bytes);
}

static void a_mail_that_landed_reads_as_it_was_written(void **state)
{
	static const char *const subjects[] = {
		"plain",
		"=?UTF-8?B?eA==?= is no word",
		"\xf0\x9f\xa6\x81\xf0\x9f\xa6\x81 \xe7\x8c\xab and blanks   and a subject so long "
		"that it is "
		"folded into several lines of words",
	};
	(void)state;
	for (size_t i = 0; i < sizeof(subjects) / sizeof(subjects[0]); i++) {
		struct mailbox_mail m;
		struct text said;
		const char *text =
			"dear \xc3\x84,\n\n.\nhttp://localhost/" /* a line that is broken */
			"0123456789012345678901234567890123456789012345678901234567890123456789\n";
		land(7, 1000, subjects[i], text);
		text_init(&said, 10000);
		assert_true(mailbox_read(folder, "000000001000-7", &m, &said));
		assert_string_equal(m.subject, subjects[i]);
		assert_string_equal(m.from, "mail@safari.example");
		assert_string_equal(m.to, "ada@example.org");
		assert_int_equal(m.at, 1000);
		assert_int_equal(strncmp(text_string(&said), text, strlen(text)), 0);
		assert_null(strstr(text_string(&said), "<p>"));
		text_release(&said);
	}
	remove_file("000000001000-7.eml");
}

static void the_newest_come_first_and_no_more_than_asked_for(void **state)
{
	struct mailbox_mail m[3];
	(void)state;
	assert_int_equal(mailbox_list("/nowhere/at/all", m, 3), 0);
	assert_int_equal(mailbox_list(folder, m, 3), 0);
	land(9, 1000, "first", "x");
	land(10, 1000, "second", "x");
	land(2, 2000, "third", "x");
	assert_int_equal(mailbox_list(folder, m, 3), 3);
	assert_string_equal(m[0].subject, "third");
	assert_string_equal(m[1].subject, "second");
	assert_string_equal(m[2].subject, "first");
	assert_int_equal(mailbox_list(folder, m, 1), 1);
	assert_string_equal(m[0].name, "000000002000-2");
	remove_file("000000001000-9.eml");
	remove_file("000000001000-10.eml");
	remove_file("000000002000-2.eml");
}

static void a_mail_that_lands_twice_is_one_file(void **state)
{
	struct mailbox_mail m[3];
	(void)state;
	land(1, 5, "x", "x");
	land(1, 5, "x", "x");
	assert_int_equal(mailbox_list(folder, m, 3), 1);
	remove_file("000000000005-1.eml");
}

static void nobody_else_reads_mails(void **state)
{
	struct stat st;
	char path[256];
	(void)state;
	land(1, 5, "x", "x");
	assert_int_equal(stat(folder, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0700);
	snprintf(path, sizeof(path), "%s/000000000005-1.eml", folder);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0600);
	remove_file("000000000005-1.eml");
}

static void no_name_leads_out_of_the_folder(void **state)
{
	static const char *const names[] = {
		"",
		"-",
		"1-",
		"-1",
		"../mail/000000000005-1",
		"000000000005-1.eml",
		"000000000005-1/",
		"5-1",
		"000000000005-2",
		"000000000005-1\n",
		"0000000000000000000000000005-1",
		"000000000005-1111111111111111111111111111111111111111111111111111",
	};
	struct mailbox_mail m;
	(void)state;
	land(1, 5, "x", "x");
	assert_true(mailbox_read(folder, "000000000005-1", &m, NULL));
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		assert_false(mailbox_read(folder, names[i], &m, NULL));
	remove_file("000000000005-1.eml");
}

static void write_raw(const char *name, const char *bytes)
{
	char path[256];
	snprintf(path, sizeof(path), "%s/%s", folder, name);
	FILE *f = fopen(path, "w");
	assert_non_null(f);
	fputs(bytes, f);
	fclose(f);
}

static void a_file_that_is_no_mail_shows_less_and_breaks_nothing(void **state)
{
	static const char *const odd[] = {
		"",
		"\r\n",
		"\r\n\r\n\r\n\r\n",
		"Subject: x",
		"Subject: =?UTF-8?B?",
		"Subject: =?UTF-8?B?/w==?=\r\n",
		"To: <\r\n",
		"To: a\r\n ",
		"\r\n\r\n\r\n\r\n--=_",
		"\r\n\r\n\r\n\r\n=\r\n--=_",
	};
	(void)state;
	for (size_t i = 0; i < sizeof(odd) / sizeof(odd[0]); i++) {
		struct mailbox_mail m;
		struct text said;
		text_init(&said, 1000);
		write_raw("000000000005-1.eml", odd[i]);
		write_raw("note.txt", "not listed");
		assert_int_equal(mailbox_list(folder, &m, 1), 1);
		assert_true(mailbox_read(folder, "000000000005-1", &m, &said));
		assert_string_equal(m.to, "");
		text_release(&said);
	}
	remove_file("000000000005-1.eml");
	remove_file("note.txt");
}

static void a_folder_that_cannot_be_is_an_error(void **state)
{
	struct err err;
	struct delivery d;
	(void)state;
	assert_int_equal(folder_open("/nowhere/at/all", &err), -1);
	folder_send("/nowhere/at/all", &(struct notice){.id = 1}, "x", 1, &d);
	assert_int_equal(d.fate, DELIVERY_LATER);
	assert_non_null(strstr(d.answer, "No such file"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_mail_that_landed_reads_as_it_was_written),
		cmocka_unit_test(the_newest_come_first_and_no_more_than_asked_for),
		cmocka_unit_test(a_mail_that_lands_twice_is_one_file),
		cmocka_unit_test(nobody_else_reads_mails),
		cmocka_unit_test(no_name_leads_out_of_the_folder),
		cmocka_unit_test(a_file_that_is_no_mail_shows_less_and_breaks_nothing),
		cmocka_unit_test(a_folder_that_cannot_be_is_an_error),
	};
	return cmocka_run_group_tests(tests, begin, end);
}
