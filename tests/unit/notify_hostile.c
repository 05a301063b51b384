/* SPDX-License-Identifier: ISC */
/*
 * Mail that means harm: refused, or read as far as it goes, within bounds of memory. That it takes
 * no time either shows itself: without the bounds some of these would not end within a test.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <cmocka.h>

#include "base/text.h"
#include "notify/incoming.h"

enum { MEMORY_KIB = 96 << 10 }; /* of the whole program, some 12 MiB of which the libraries take */

#define HEAD "From: ada@example.org\nTo: turn@safari.example\nIn-Reply-To: <1@x>\n"

static void repeat(struct text *t, const char *unit, size_t times)
{
	for (size_t i = 0; i < times; i++)
		text_add(t, unit);
}

/* Repeated until the mail is as large as it may be. */
static void fill(struct text *t, const char *unit)
{
	while (t->len + strlen(unit) <= LIMIT_INCOMING_BYTES)
		text_add(t, unit);
}

static struct text begin(const char *head)
{
	struct text t;
	text_init(&t, 64 << 20);
	text_add(&t, head);
	return t;
}

/* What it is refused for, or the first line with "read: " before it. */
static const char *outcome(struct text *t)
{
	static char kept[2000];
	struct incoming m = {.recipient_count = 4711};
	struct err err = {""};
	memcpy(kept, "read: ", 7);
	if (incoming_read(t->data, t->len, NULL, &m, &err) < 0) {
		assert_int_equal(m.recipient_count, 4711);
		assert_true(err.text[0]);
		memcpy(kept, err.text, sizeof(err.text));
	} else {
		memcpy(kept + 6, m.first_line, sizeof(m.first_line));
	}
	text_release(t);
	return kept;
}

static void sheer_size_is_refused_unread(void **state)
{
	(void)state;
	struct text t = begin(HEAD "\n");
	repeat(&t, "0123456789abcdef", (50 << 20) / 16);
	assert_string_equal(outcome(&t), "more than 1048576 bytes");
}

static void heads_are_bounded(void **state)
{
	(void)state;
	struct text t = begin(HEAD);
	fill(&t, "X: y\n");
	assert_string_equal(outcome(&t), "more than 500 fields in its head");
	t = begin(HEAD "To: ");
	fill(&t, "a@example.org,\n ");
	assert_string_equal(outcome(&t), "a field of more than 32768 bytes");
	t = begin(HEAD "To: ");
	repeat(&t, "(", 32000);
	text_add(&t, "\n\n7\n");
	assert_string_equal(outcome(&t), "read: 7");
	t = begin(HEAD "Subject: ");
	repeat(&t, "=?utf-8?q?a?= ", 2000);
	text_add(&t, "\n\n7\n");
	assert_string_equal(outcome(&t), "read: 7");
}

static void parts_are_bounded(void **state)
{
	(void)state;
	struct text t = begin(HEAD "Content-Type: multipart/mixed; boundary=b\n\n");
	repeat(&t, "--b\n\n7\n", 100000);
	assert_string_equal(outcome(&t), "more than 1000 lines that may begin a part");
	t = begin(HEAD "Content-Type: multipart/mixed; boundary=b\n\n");
	repeat(&t, "--b\n\n7\n", 101);
	assert_string_equal(outcome(&t), "more than 100 parts");
	t = begin(HEAD "Content-Type: multipart/mixed; boundary=b\n\n--b\n");
	fill(&t, "a:b\n");
	assert_string_equal(outcome(&t), "more than 20000 lines that may be fields of parts");
	t = begin(HEAD
	          "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain");
	fill(&t, "; a=b");
	assert_string_equal(outcome(&t), "read: ");
}

static void depth_is_bounded(void **state)
{
	(void)state;
	struct text t = begin(HEAD);
	for (int i = 0; i < 900; i++)
		text_printf(&t, "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i, i);
	text_add(&t, "\n7\n");
	assert_string_equal(outcome(&t), "parts more than 20 deep in one another");
	t = begin(HEAD);
	for (int i = 0; i < 3000; i++)
		text_printf(&t, "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i, i);
	assert_string_equal(outcome(&t), "more than 1000 lines that may begin a part");
	t = begin(HEAD);
	repeat(&t, "Content-Type: message/rfc822\n\n", 3000);
	text_add(&t, "\n7\n");
	assert_string_equal(outcome(&t), "read: ");
}

static void bytes_that_mean_nothing_are_passed_over(void **state)
{
	static const char *const encodings[] = {
		"base64", "quoted-printable", "x-uuencode", "x-yenc", "7bit", "nonsense"};
	(void)state;
	for (size_t i = 0; i < sizeof(encodings) / sizeof(encodings[0]); i++) {
		struct text t = begin(HEAD "Content-Transfer-Encoding: ");
		text_printf(&t, "%s\n\n", encodings[i]);
		while (t.len < LIMIT_INCOMING_BYTES - 16)
			text_add_bytes(&t, "=\xff\0\x80\x1b$=4\n", 9);
		assert_ptr_equal(strstr(outcome(&t), "more than"), NULL);
	}
	struct text t = begin(HEAD "\n");
	while (t.len < LIMIT_INCOMING_BYTES)
		text_add_char(&t, '\0');
	assert_string_equal(outcome(&t), "read: ");
}

static void no_charset_blows_up(void **state)
{
	static const char *const charsets[] = {
		"utf-7",   "utf-16",  "utf-32", "iso-2022-jp", "iso-2022-cn-ext", "iso-2022-kr",
		"ibm1390", "gb18030", "hz",     "euc-jp",      "big5-hkscs",      "x-none"};
	(void)state;
	for (size_t i = 0; i < sizeof(charsets) / sizeof(charsets[0]); i++) {
		struct text t = begin(HEAD "Content-Type: text/plain; charset=");
		text_printf(&t, "%s\n\n", charsets[i]);
		fill(&t, "+AG\x0e$)A!~{\x1b$\xff");
		assert_ptr_equal(strstr(outcome(&t), "more than"), NULL);
	}
}

static void lines_without_end_are_cut(void **state)
{
	static const char *const units[] = {
		"x", "On 3.3.2026 10:00 ", "> ", "--", "a@b 2026:", "é", "_", ": "};
	(void)state;
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		struct text t = begin(HEAD "\n7 ");
		fill(&t, units[i]);
		const char *line = outcome(&t);
		assert_int_equal(memcmp(line, "read: 7", 7), 0);
		assert_true(strlen(line) <= LIMIT_FIRST_LINE_BYTES + 6);
	}
}

static void lines_that_nearly_introduce_a_quote_are_bounded(void **state)
{
	static const char *const units[] = {"On 3.3.2026 10:00 a@b\n",
	                                    "From: a@b 2026\n\n",
	                                    "\n",
	                                    "x 10:00:\n\n\n\n\n",
	                                    "> \n",
	                                    "_\n"};
	(void)state;
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		struct text t = begin(HEAD "\n-- \n");
		fill(&t, units[i]);
		assert_ptr_equal(strstr(outcome(&t), "more than 1000 "), NULL);
	}
}

static void html_is_bounded(void **state)
{
	static const char *const units[] = {"<b>",         "<p>",
	                                    "<",           "<!-",
	                                    "<!--",        "</i>",
	                                    "<a b",        "<a x='>",
	                                    "&amp",        "<table><tr><td>",
	                                    "<a><li></a>", "<blockquote>",
	                                    " b",          "<script",
	                                    "<![CDATA[",   "<div class=gmail_quote>",
	                                    "<?x",         "&#x8238;"};
	(void)state;
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		struct text t = begin(HEAD "Content-Type: text/html\n\n<p>7<p ");
		fill(&t, units[i]);
		assert_ptr_equal(strstr(outcome(&t), "more than"), NULL);
	}
}

/* After the others. A sanitizer keeps what was freed, so that it says nothing there. */
static void memory_stayed_within_bounds(void **state)
{
	(void)state;
#if !defined(__SANITIZE_ADDRESS__)
	struct rusage usage;
	assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
	assert_true(usage.ru_maxrss < MEMORY_KIB);
#endif
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(heads_are_bounded),
		cmocka_unit_test(parts_are_bounded),
		cmocka_unit_test(depth_is_bounded),
		cmocka_unit_test(bytes_that_mean_nothing_are_passed_over),
		cmocka_unit_test(no_charset_blows_up),
		cmocka_unit_test(lines_without_end_are_cut),
		cmocka_unit_test(lines_that_nearly_introduce_a_quote_are_bounded),
		cmocka_unit_test(html_is_bounded),
		cmocka_unit_test(memory_stayed_within_bounds),
		cmocka_unit_test(sheer_size_is_refused_unread),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
