/* SPDX-License-Identifier: ISC */
/*
 * Which addresses are not of the public internet: the edges of each range, every spelling that the
 * resolver reads, and a second reading of the registries, asked for every /16 and /24 of IPv4.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <arpa/inet.h>
#include <netdb.h>

#include "base/network.h"

static struct in6_addr v4(uint32_t address)
{
	struct sockaddr_in s = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(address)};
	struct in6_addr out;
	assert_true(network_address((struct sockaddr *)&s, &out));
	return out;
}

static bool is_special(const char *text)
{
	struct network n;
	assert_true(network_parse(text, &n));
	assert_int_equal(n.bits, 128);
	return network_is_special(&n.address);
}

static void the_edges_of_each_range_are_where_they_must_be(void **state)
{
	(void)state;
	static const char *const inside[] = {
		"0.0.0.0",
		"0.255.255.255",
		"10.0.0.0",
		"10.255.255.255",
		"100.64.0.0",
		"100.127.255.255",
		"127.0.0.1",
		"127.255.255.255",
		"169.254.0.0",
		"169.254.169.254",
		"172.16.0.0",
		"172.31.255.255",
		"192.0.0.0",
		"192.0.0.255",
		"192.0.2.1",
		"192.88.99.1",
		"192.168.0.0",
		"192.168.255.255",
		"198.18.0.0",
		"198.19.255.255",
		"198.51.100.9",
		"203.0.113.9",
		"224.0.0.1",
		"239.255.255.255",
		"240.0.0.0",
		"255.255.255.255",
		"::",
		"::1",
		"::127.0.0.1",
		"::8.8.8.8",
		"::ffff:127.0.0.1",
		"::ffff:10.1.2.3",
		"::ffff:0:127.0.0.1",
		"64:ff9b::7f00:1",
		"64:ff9b::808:808",
		"64:ff9b:1::1",
		"64:ff9b:1:ffff::1",
		"100::1",
		"100:0:0:1::1",
		"2001::1",
		"2001:0:5ef5:79fd::1",
		"2001:2::1",
		"2001:10::1",
		"2001:20::1",
		"2001:db8::1",
		"2002:7f00:1::",
		"2002:808:808::1",
		"3fff::1",
		"5f00::1",
		"fc00::1",
		"fd00::1",
		"fdff:ffff::1",
		"fe80::1",
		"febf::1",
		"fec0::1",
		"ff02::1",
		"ff0e::1",
		"4000::1",
		"1fff::1",
	};
	static const char *const outside[] = {
		"1.1.1.1",        "9.255.255.255",   "11.0.0.0",
		"100.63.255.255", "100.128.0.0",     "126.255.255.255",
		"128.0.0.0",      "169.253.255.255", "169.255.0.0",
		"172.15.255.255", "172.32.0.0",      "191.255.255.255",
		"192.0.1.0",      "192.167.255.255", "192.169.0.0",
		"198.17.255.255", "198.20.0.0",      "223.255.255.255",
		"::ffff:8.8.8.8", "2001:200::1",     "2001:4860:4860::8888",
		"2003::1",        "2606:4700::1111", "2a00:1450::1",
		"2000::1",
	};
	for (size_t i = 0; i < sizeof(inside) / sizeof(inside[0]); i++)
		if (!is_special(inside[i]))
			fail_msg("%s", inside[i]);
	for (size_t i = 0; i < sizeof(outside) / sizeof(outside[0]); i++)
		if (is_special(outside[i]))
			fail_msg("%s", outside[i]);
}

/* The registry once more, as whole numbers. */
static bool is_listed(uint32_t a)
{
	return a >> 24 == 0 || a >> 24 == 10 || a >> 22 == 0x64400000u >> 22 || a >> 24 == 127 ||
	       a >> 16 == 0xa9fe || a >> 20 == 0xac1 || a >> 8 == 0xc00000 || a >> 8 == 0xc00002 ||
	       a >> 8 == 0xc01fc4 || a >> 8 == 0xc034c1 || a >> 8 == 0xc05863 ||
	       a >> 16 == 0xc0a8 || a >> 8 == 0xc0af30 || a >> 17 == 0xc612u >> 1 ||
	       a >> 8 == 0xc63364 || a >> 8 == 0xcb0071 || a >= 0xe0000000u;
}

/* No range is shorter than a /24, so one address of each speaks for it. */
static void every_24_of_ipv4_is_as_the_registry_has_it(void **state)
{
	(void)state;
	for (uint32_t net = 0; net < 1u << 24; net++) {
		uint32_t address = net << 8 | (net * 37 & 255);
		struct in6_addr a = v4(address);
		if (network_is_special(&a) != is_listed(address))
			fail_msg("%08x", address);
	}
}

/* Every form of IPv6 that holds an address of IPv4 is special, whichever it is; but the mapped one
 * is what it holds. */
static void an_ipv4_address_does_not_hide_in_ipv6(void **state)
{
	(void)state;
	static const struct {
		unsigned char head[12];
		unsigned at;
	} forms[] = {
		{{0}, 12},
		{{[8] = 0xff, 0xff}, 12},
		{{0x00, 0x64, 0xff, 0x9b}, 12},
		{{0x00, 0x64, 0xff, 0x9b, 0x00, 0x01}, 12},
		{{0x20, 0x02}, 2},
		{{0x20, 0x01}, 12},
	};
	for (uint32_t net = 0; net < 1u << 16; net++) {
		uint32_t address = htonl(net << 16 | 1);
		for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
			struct in6_addr a = {0};
			memcpy(a.s6_addr, forms[i].head, sizeof(forms[i].head));
			memcpy(a.s6_addr + forms[i].at, &address, sizeof(address));
			if (!network_is_special(&a))
				fail_msg("%zu: %x", i, net);
		}
	}
}

/* What people write for this machine and the house, as the resolver reads it. */
static void spellings_lead_to_the_same_address(void **state)
{
	(void)state;
	static const char *const spellings[] = {
		"127.1",         "127.0.1",          "0x7f000001",    "2130706433",
		"017700000001",  "0177.1",           "0x7f.1",        "0",
		"0x0",           "127.000.000.001",  "10.1",          "192.168.257",
		"0xa9fea9fe",    "2852039166",       "169.254.43518", "::1",
		"::ffff:7f00:1", "::ffff:127.0.0.1",
	};
	for (size_t i = 0; i < sizeof(spellings) / sizeof(spellings[0]); i++) {
		struct addrinfo hints = {.ai_flags = AI_NUMERICHOST, .ai_socktype = SOCK_STREAM},
				*found;
		struct in6_addr a;
		assert_int_equal(getaddrinfo(spellings[i], NULL, &hints, &found), 0);
		assert_true(network_address(found->ai_addr, &a));
		if (!network_is_special(&a))
			fail_msg("%s", spellings[i]);
		freeaddrinfo(found);
	}
}

static void a_network_holds_what_begins_as_it_does(void **state)
{
	(void)state;
	static const struct {
		const char *network, *address;
		bool holds;
	} cases[] = {
		{"192.168.1.0/24", "192.168.1.0", true},
		{"192.168.1.0/24", "192.168.1.255", true},
		{"192.168.1.0/24", "192.168.2.0", false},
		{"192.168.1.0/24", "::192.168.1.1", false},
		{"10.0.0.0/7", "11.9.9.9", true},
		{"10.0.0.0/7", "12.0.0.0", false},
		{"127.0.0.1", "127.0.0.1", true},
		{"127.0.0.1", "127.0.0.2", false},
		{"fd00::/8", "fdff::1", true},
		{"fd00::/8", "fc00::1", false},
		{"0.0.0.0/0", "255.1.2.3", true},
		{"0.0.0.0/0", "::1", false},
		{"::/0", "1.2.3.4", true},
		{"::1/128", "::1", true},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct network n, one;
		assert_true(network_parse(cases[i].network, &n));
		assert_true(network_parse(cases[i].address, &one));
		assert_int_equal(network_holds(&n, &one.address), cases[i].holds);
	}
}

static void what_is_no_network_is_refused(void **state)
{
	(void)state;
	static const char *const wrong[] = {
		"",
		"/",
		"/8",
		"10",
		"10.0.0.0/",
		"10.0.0.0/33",
		"10.0.0.0/-1",
		"10.0.0.0/8x",
		"10.0.0.1/8",
		"::/129",
		"fd00::1/8",
		"[::1]",
		"localhost",
		"127.1",
		"1.2.3.4/32/32",
		"fe80::1%lo",
		"0x7f.0.0.1",
	};
	struct network n = {.bits = 7};
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		if (network_parse(wrong[i], &n))
			fail_msg("%s", wrong[i]);
	assert_int_equal(n.bits, 7);
}

static void a_socket_of_another_family_has_no_address(void **state)
{
	(void)state;
	struct sockaddr s = {.sa_family = AF_UNIX};
	struct in6_addr a;
	assert_false(network_address(&s, &a));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_edges_of_each_range_are_where_they_must_be),
		cmocka_unit_test(every_24_of_ipv4_is_as_the_registry_has_it),
		cmocka_unit_test(an_ipv4_address_does_not_hide_in_ipv6),
		cmocka_unit_test(spellings_lead_to_the_same_address),
		cmocka_unit_test(a_network_holds_what_begins_as_it_does),
		cmocka_unit_test(what_is_no_network_is_refused),
		cmocka_unit_test(a_socket_of_another_family_has_no_address),
	};
	return cmocka_run_group_tests_name("base_network", tests, NULL, NULL);
}
