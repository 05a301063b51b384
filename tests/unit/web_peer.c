/* SPDX-License-Identifier: ISC */
/*
 * Addresses of clients: which one counts behind proxies, and which are one household or this
 * machine.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <arpa/inet.h>
#include <cmocka.h>

#include "web/peer.h"

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

static void both_families_are_read_and_written(void **state)
{
	struct sockaddr_in v4 = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(0xc0000201)};
	struct sockaddr_in6 v6 = {.sin6_family = AF_INET6};
	struct sockaddr local = {.sa_family = AF_UNIX};
	struct peer p;
	(void)state;
	inet_pton(AF_INET6, "2001:db8::1", &v6.sin6_addr);
	assert_peer(peer_of((const struct sockaddr *)&v4), "192.0.2.1");
	assert_peer(peer_of((const struct sockaddr *)&v6), "2001:db8::1");
	assert_peer(peer_of(&local), "::");
	assert_peer(peer("::ffff:192.0.2.1"), "192.0.2.1");
	static const char *const wrong[] = {
		"",           "localhost",    "192.0.2",    "192.0.2.256",
		"192.0.2.01", "192.0.2.1:80", "192.0.2.1 ", "[2001:db8::1]",
		"unknown"};
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		assert_false(peer_parse(&p, wrong[i], strlen(wrong[i])));
}

static void the_nearest_that_is_not_trusted_counts(void **state)
{
	static const struct {
		const char *near, *forwarded_for, *expected;
	} cases[] = {
		{"192.0.2.9", "198.51.100.1", "192.0.2.9"}, /* says so, but is nobody's proxy */
		{"127.0.0.1", NULL, "127.0.0.1"},
		{"127.0.0.1", "198.51.100.1", "198.51.100.1"},
		{"127.0.0.1", "203.0.113.7, 198.51.100.1", "198.51.100.1"},
		{"127.0.0.1", "203.0.113.7,\t10.0.0.1 ", "203.0.113.7"},
		{"127.0.0.1", "made up, 10.0.0.1", "10.0.0.1"},
		{"127.0.0.1", "2001:db8::5", "2001:db8::5"},
		{"127.0.0.1", "", "127.0.0.1"},
		{"127.0.0.1", "192.0.2.7, unknown", "127.0.0.1"},
		{"127.0.0.1", "192.0.2.7,", "127.0.0.1"},
	};
	(void)state;
	struct in6_addr trusted[] = {peer("127.0.0.1").address, peer("10.0.0.1").address};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_peer(peer_behind(peer(cases[i].near), cases[i].forwarded_for, trusted, 2),
		            cases[i].expected);
}

static void a_household_is_one_network(void **state)
{
	(void)state;
	assert_peer(peer_network(peer("192.0.2.77")), "192.0.2.77");
	assert_peer(peer_network(peer("2001:db8:1:2:3:4:5:6")), "2001:db8:1:2::");
}

static void this_machine_is_known(void **state)
{
	(void)state;
	assert_true(peer_is_loopback(peer("127.0.0.1")));
	assert_true(peer_is_loopback(peer("127.8.9.1")));
	assert_true(peer_is_loopback(peer("::1")));
	assert_false(peer_is_loopback(peer("192.168.1.5")));
	assert_false(peer_is_loopback(peer("::")));
	assert_false(peer_is_loopback(peer("2001:db8::1")));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_families_are_read_and_written),
		cmocka_unit_test(the_nearest_that_is_not_trusted_counts),
		cmocka_unit_test(a_household_is_one_network),
		cmocka_unit_test(this_machine_is_known),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
