/* SPDX-License-Identifier: ISC */
/*
 * The sign-in mail: its bytes are as they were looked at, well-formed whatever the site is called,
 * and they say what the payload said.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "app/accounts.h"
#include "notify/letter.h"
#include "notify/mail.h"
#include "support/golden.h"
#include "support/mail_parts.h"

static const char payload[] = "00112233445566778899aabbccddeeff01234567 048291";

struct fixture {
	struct letters *letters;
	struct config config;
	struct notice notice;
	struct text mail;
};

static int begin(void **state)
{
	static struct fixture f;
	struct err err;
	f = (struct fixture){
		.notice = {.id = 17,
	                   .kind = "sign in",
	                   .address = "ada@example.org",
	                   .created_at = 1709210096},
	};
	config_init(&f.config);
	snprintf(f.config.base_url, sizeof(f.config.base_url), "https://safari.example");
	snprintf(f.config.mail_from, sizeof(f.config.mail_from), "Mail@Safari.Example");
	text_init(&f.mail, MAIL_BYTES_MAX);
	*state = &f;
	return letters_open(&f.letters, NULL, &err);
}

static int end(void **state)
{
	struct fixture *f = *state;
	letters_free(f->letters);
	text_release(&f->mail);
	return 0;
}

static int write_letter(struct fixture *f, const char *said)
{
	struct err err;
	text_clear(&f->mail);
	return letter_sign_in(f->letters, &f->mail, &f->config, &f->notice, said, strlen(said),
	                      &err);
}

static void the_mail_is_as_it_was_looked_at(void **state)
{
	struct fixture *f = *state;
	assert_int_equal(write_letter(f, payload), 0);
	golden_check("sign_in.eml", text_string(&f->mail), f->mail.len);
}

static void the_link_stands_alone_and_unbroken(void **state)
{
	struct fixture *f = *state;
	struct text part;
	assert_int_equal(write_letter(f, payload), 0);
	text_init(&part, MAIL_BYTES_MAX);
	mail_part(&f->mail, "text/plain", &part);
	assert_non_null(strstr(text_string(&part), "\nhttps://safari.example/signin/link/"
	                                           "00112233445566778899aabbccddeeff01234567\n"));
	assert_non_null(strstr(text_string(&part), "048291 is your code"));
	text_release(&part);
	mail_part(&f->mail, "text/html", &part);
	assert_non_null(strstr(text_string(&part), "href=\"https://safari.example/signin/link/"
	                                           "00112233445566778899aabbccddeeff01234567\""));
	text_release(&part);
}

/* Who adds an address signs in to nothing. */
static void an_address_is_added_in_other_words(void **state)
{
	struct fixture *f = *state;
	static const char *const types[] = {"text/plain", "text/html"};
	char adding[sizeof(payload) + 1];
	snprintf(adding, sizeof(adding), "%s+", payload);
	for (size_t i = 0; i < 2; i++) {
		struct text part;
		assert_int_equal(write_letter(f, adding), 0);
		text_init(&part, MAIL_BYTES_MAX);
		mail_part(&f->mail, types[i], &part);
		assert_non_null(strstr(text_string(&part), "048291"));
		assert_non_null(strstr(text_string(&part),
		                       "your code to add this address to your account"));
		assert_non_null(strstr(text_string(&part), "nobody can add it"));
		assert_null(strstr(text_string(&part), "ign in to"));
		text_release(&part);
	}
}

static void a_site_of_any_name_leaves_a_well_formed_mail(void **state)
{
	static const char *const names[] = {
		"<script>alert(1)</script>",
		"a\r\nBcc: x@example.org\r\n\r\n.",
		"\n.\n..\n.",
		"--=_alternative",
		"\xe7\x8c\xab\xf0\x9f\xa6\x81 \xd7\x90",
		"{{link}}{{{code}}}",
		"",
	};
	struct fixture *f = *state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		struct text part;
		snprintf(f->config.site_name, sizeof(f->config.site_name), "%s", names[i]);
		assert_int_equal(write_letter(f, payload), 0);
		mail_is_well_formed(&f->mail);
		const char *injected = strstr(text_string(&f->mail), "\r\nBcc:");
		assert_true(!injected || injected > strstr(f->mail.data, "\r\n\r\n"));
		text_init(&part, MAIL_BYTES_MAX);
		mail_part(&f->mail, "text/html", &part);
		assert_null(strstr(text_string(&part), "<script>"));
		assert_non_null(strstr(text_string(&part), "</html>"));
		text_release(&part);
	}
}

static void what_is_no_payload_or_address_is_no_mail(void **state)
{
	struct fixture *f = *state;
	assert_int_equal(write_letter(f, ""), -1);
	assert_int_equal(write_letter(f, "00112233445566778899aabbccddeeff01234567 04829"), -1);
	assert_int_equal(write_letter(f, "00112233445566778899aabbccddeeff01234567 048291-"), -1);
	assert_int_equal(write_letter(f, "00112233445566778899aabbccddeeff01234567x048291"), -1);
	snprintf(f->notice.address, sizeof(f->notice.address), "ada@example.org\r\nx");
	assert_int_equal(write_letter(f, payload), -1);
	snprintf(f->notice.address, sizeof(f->notice.address), "ada@example.org");
	snprintf(f->config.mail_from, sizeof(f->config.mail_from), "nobody");
	assert_int_equal(write_letter(f, payload), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(the_mail_is_as_it_was_looked_at, begin, end),
		cmocka_unit_test_setup_teardown(the_link_stands_alone_and_unbroken, begin, end),
		cmocka_unit_test_setup_teardown(an_address_is_added_in_other_words, begin, end),
		cmocka_unit_test_setup_teardown(a_site_of_any_name_leaves_a_well_formed_mail, begin,
	                                        end),
		cmocka_unit_test_setup_teardown(what_is_no_payload_or_address_is_no_mail, begin,
	                                        end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
