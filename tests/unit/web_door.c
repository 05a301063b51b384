/* SPDX-License-Identifier: ISC */
/*
 * The predicates of the doors: whose origin, which token, which cookie. How the service uses
 * them is web_access's.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "web/door.h"
#include "web/session.h"

static const char base[] = "https://safari.example";

static void only_a_page_of_ours_is_the_same_origin(void **state)
{
	(void)state;
	static const struct {
		const char *site, *origin;
		bool is_ours;
	} cases[] = {
		{"same-origin", base, true},
		{"same-origin", NULL, true},
		{"same-origin", "null", false},
		{"same-site", base, false},
		{"cross-site", base, false},
		/* A bookmark or the address bar makes no POST. */
		{"none", base, false},
		{"none", NULL, false},
		{"", base, false},
		{"Same-Origin", base, false},
		{NULL, base, true},
		{NULL, NULL, false},
		{NULL, "null", false},
		{NULL, "", false},
		{NULL, "http://safari.example", false},
		{NULL, "https://safari.example:443", false},
		{NULL, "https://safari.example/", false},
		{NULL, "https://safari.example.evil.example", false},
		{NULL, "https://evil.example", false},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_int_equal(door_is_same_origin(cases[i].site, cases[i].origin, base),
		                 cases[i].is_ours);
}

static void a_token_opens_for_its_own_session_only(void **state)
{
	(void)state;
	unsigned char one[SESSION_SECRET_BYTES] = {1}, other[SESSION_SECRET_BYTES] = {2};
	char token[FORM_TOKEN_LEN + 2], again[FORM_TOKEN_LEN + 1];
	door_token(token, one);
	door_token(again, one);
	assert_string_equal(token, again);
	assert_int_equal(strlen(token), FORM_TOKEN_LEN);
	assert_true(door_is_token(token, one));
	assert_false(door_is_token(token, other));
	assert_false(door_is_token(NULL, one));
	assert_false(door_is_token("", one));
	for (size_t i = 0; i < FORM_TOKEN_LEN; i++) {
		char kept = token[i];
		token[i] = kept == '0' ? '1' : '0';
		assert_false(door_is_token(token, one));
		token[i] = kept;
	}
	memcpy(token + FORM_TOKEN_LEN, "0", 2);
	assert_false(door_is_token(token, one));
	token[FORM_TOKEN_LEN - 1] = '\0';
	assert_false(door_is_token(token, one));
}

static void a_token_does_not_give_the_secret_away(void **state)
{
	(void)state;
	unsigned char secret[SESSION_SECRET_BYTES];
	char token[FORM_TOKEN_LEN + 1];
	memset(secret, 0xab, sizeof(secret));
	door_token(token, secret);
	assert_null(strstr(token, "abab"));
}

static void a_cookie_is_found_by_its_whole_name(void **state)
{
	(void)state;
	static const struct {
		const char *header, *value;
	} cases[] = {
		{"session=abc", "abc"},
		{"a=1; session=abc", "abc"},
		{"a=1;session=abc;b=2", "abc"},
		{" session=abc", "abc"},
		{"session=", ""},
		{"session=a=b", "a=b"},
		{NULL, NULL},
		{"", NULL},
		{"session", NULL},
		{"xsession=abc", NULL},
		{"session2=abc", NULL},
		{"__Host-session=abc", NULL},
		{"Session=abc", NULL},
		{"a=session=abc", NULL},
		/* Two of one name: a subdomain may have set one of them. */
		{"session=abc; session=abc", NULL},
		{"session=abcdefgh", NULL},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char out[8];
		bool is_there = cookie_find(cases[i].header, "session", out, sizeof(out));
		assert_int_equal(is_there, cases[i].value != NULL);
		if (is_there)
			assert_string_equal(out, cases[i].value);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_a_page_of_ours_is_the_same_origin),
		cmocka_unit_test(a_token_opens_for_its_own_session_only),
		cmocka_unit_test(a_token_does_not_give_the_secret_away),
		cmocka_unit_test(a_cookie_is_found_by_its_whole_name),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
