/* SPDX-License-Identifier: ISC */
/*
 * The predicates of the doors: whose origin, which token, which cookie, whose address. How the
 * service uses them is web_access's.
 */
#include <arpa/inet.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "web/door.h"
#include "web/peer.h"
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

static struct peer peer(const char *text)
{
	struct peer p;
	assert_true(peer_parse(&p, text, strlen(text)));
	return p;
}

static void assert_peer(struct peer p, const char *expected)
{
	char text[PEER_TEXT];
	peer_format(text, p);
	assert_string_equal(text, expected);
}

static void addresses_are_read_and_written(void **state)
{
	(void)state;
	struct peer p;
	assert_peer(peer("192.0.2.1"), "192.0.2.1");
	assert_peer(peer("2001:db8::1"), "2001:db8::1");
	assert_peer(peer("::ffff:192.0.2.1"), "192.0.2.1");
	static const char *const wrong[] = {"",           "localhost",    "192.0.2",
	                                    "192.0.2.01", "192.0.2.1:80", "[2001:db8::1]",
	                                    "192.0.2.1 ", "unknown"};
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		assert_false(peer_parse(&p, wrong[i], strlen(wrong[i])));
}

static void a_socket_tells_its_address(void **state)
{
	(void)state;
	struct sockaddr_in v4 = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(0xc0000201)};
	struct sockaddr_in6 v6 = {.sin6_family = AF_INET6, .sin6_addr = {.s6_addr = {0x20, 1}}};
	assert_peer(peer_of((struct sockaddr *)&v4), "192.0.2.1");
	assert_peer(peer_of((struct sockaddr *)&v6), "2001::");
}

static void only_trusted_proxies_are_believed(void **state)
{
	(void)state;
	struct in6_addr trusted[] = {peer("10.0.0.1").address, peer("2001:db8::5").address};
	static const struct {
		const char *near, *forwarded_for, *client;
	} cases[] = {
		{"10.0.0.1", "192.0.2.7", "192.0.2.7"},
		{"10.0.0.1", NULL, "10.0.0.1"},
		{"10.0.0.1", "", "10.0.0.1"},
		/* Who is no proxy of ours says what it likes. */
		{"192.0.2.9", "192.0.2.7", "192.0.2.9"},
		/* The client wrote the first, the proxy the last. */
		{"10.0.0.1", "198.51.100.1, 192.0.2.7", "192.0.2.7"},
		{"10.0.0.1", "192.0.2.7, 2001:db8::5", "192.0.2.7"},
		{"10.0.0.1", "198.51.100.1,192.0.2.7 ,\t2001:db8::5", "192.0.2.7"},
		{"10.0.0.1", "2001:db8::5", "2001:db8::5"},
		{"10.0.0.1", "192.0.2.7, unknown", "10.0.0.1"},
		{"10.0.0.1", "192.0.2.7,", "10.0.0.1"},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_peer(peer_behind(peer(cases[i].near), cases[i].forwarded_for, trusted, 2),
		            cases[i].client);
}

static void a_network_is_an_address_or_a_64(void **state)
{
	(void)state;
	assert_peer(peer_network(peer("192.0.2.1")), "192.0.2.1");
	assert_peer(peer_network(peer("2001:db8:1:2:3:4:5:6")), "2001:db8:1:2::");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_a_page_of_ours_is_the_same_origin),
		cmocka_unit_test(a_token_opens_for_its_own_session_only),
		cmocka_unit_test(a_token_does_not_give_the_secret_away),
		cmocka_unit_test(a_cookie_is_found_by_its_whole_name),
		cmocka_unit_test(addresses_are_read_and_written),
		cmocka_unit_test(a_socket_tells_its_address),
		cmocka_unit_test(only_trusted_proxies_are_believed),
		cmocka_unit_test(a_network_is_an_address_or_a_64),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
