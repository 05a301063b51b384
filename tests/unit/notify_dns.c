/* SPDX-License-Identifier: ISC */
/*
 * Questions to a name server: what each kind of answer is read as, and each way to get none.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "notify/dns.h"
#include "support/dns_peer.h"

/* 450 bytes: three strings of the peer's. */
#define FIFTY "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwx"
#define LONG FIFTY FIFTY FIFTY FIFTY FIFTY FIFTY FIFTY FIFTY FIFTY

static const struct dns_row rows[] = {
	{"safari.test", "TXT", "v=spf1 mx -all"},
	{"safari.test", "TXT", "controls \x1b[31m and \xc3\xa4"},
	{"safari.test", "MX", "10 Mail.Safari.TEST"},
	{"safari.test", "MX", "20 ."},
	{"safari.test", "A", "192.0.2.7"},
	{"safari.test", "AAAA", "2001:db8::7"},
	{"six.test", "AAAA", "2001:db8::6"},
	{"long.test", "TXT", LONG},
	{"empty.test", "TXT", ""},
	{"alias.test", "CNAME", "safari.test"},
	{"fails.test", "FAIL", ""},
	{"junk.test", "JUNK", ""},
	{"silent.test", "SILENT", ""},
	{0},
};

static struct dns_peer *peer;
static struct dns *dns;
static struct dns_records found;

static int begin(void **state)
{
	struct err err;
	(void)state;
	peer = dns_peer_start(rows);
	return dns_open(&dns, dns_peer_server(peer), 1, &err);
}

static int end(void **state)
{
	(void)state;
	dns_close(dns);
	dns_peer_stop(peer);
	return 0;
}

static void texts_come_joined_and_plain(void **state)
{
	(void)state;
	assert_int_equal(dns_ask(dns, "safari.test", DNS_TXT, &found), DNS_FOUND);
	assert_int_equal(found.count, 2);
	assert_string_equal(found.value[0], "v=spf1 mx -all");
	assert_string_equal(found.value[1], "controls ?[31m and ??");
	assert_int_equal(dns_ask(dns, "long.test", DNS_TXT, &found), DNS_FOUND);
	assert_string_equal(found.value[0], LONG);
	assert_int_equal(dns_ask(dns, "empty.test", DNS_TXT, &found), DNS_FOUND);
	assert_string_equal(found.value[0], "");
}

static void mail_hosts_come_in_lower_case(void **state)
{
	(void)state;
	assert_int_equal(dns_ask(dns, "safari.test", DNS_MX, &found), DNS_FOUND);
	assert_int_equal(found.count, 2);
	assert_string_equal(found.value[0], "mail.safari.test");
	assert_string_equal(found.value[1], "");
}

static void addresses_are_of_both_families(void **state)
{
	(void)state;
	assert_int_equal(dns_ask(dns, "safari.test", DNS_ADDRESS, &found), DNS_FOUND);
	assert_int_equal(found.count, 2);
	assert_string_equal(found.value[0], "192.0.2.7");
	assert_string_equal(found.value[1], "2001:db8::7");
	assert_int_equal(dns_ask(dns, "six.test", DNS_ADDRESS, &found), DNS_FOUND);
	assert_int_equal(found.count, 1);
}

static void an_alias_is_followed(void **state)
{
	(void)state;
	assert_int_equal(dns_ask(dns, "alias.test", DNS_MX, &found), DNS_FOUND);
	assert_string_equal(found.value[0], "mail.safari.test");
	assert_int_equal(dns_ask(dns, "alias.test", DNS_ADDRESS, &found), DNS_FOUND);
}

static void no_record_is_not_no_name(void **state)
{
	(void)state;
	assert_int_equal(dns_ask(dns, "six.test", DNS_TXT, &found), DNS_NOTHING);
	assert_int_equal(found.count, 0);
	assert_int_equal(dns_ask(dns, "long.test", DNS_ADDRESS, &found), DNS_NOTHING);
	assert_int_equal(dns_ask(dns, "nowhere.test", DNS_TXT, &found), DNS_NO_NAME);
	assert_int_equal(dns_ask(dns, "nowhere.test", DNS_ADDRESS, &found), DNS_NO_NAME);
}

static void what_is_no_name_does_not_exist(void **state)
{
	char name[1100];
	(void)state;
	unsigned before = dns_peer_questions(peer);
	memset(name, 'a', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	assert_int_equal(dns_ask(dns, "", DNS_TXT, &found), DNS_NO_NAME);
	assert_int_equal(dns_ask(dns, name, DNS_TXT, &found), DNS_NO_NAME);
	assert_int_equal(dns_peer_questions(peer), before);
}

static void a_server_that_fails_leaves_it_open(void **state)
{
	(void)state;
	assert_int_equal(dns_ask(dns, "fails.test", DNS_TXT, &found), DNS_NO_ANSWER);
	assert_int_equal(dns_ask(dns, "junk.test", DNS_TXT, &found), DNS_NO_ANSWER);
	assert_int_equal(dns_ask(dns, "silent.test", DNS_TXT, &found), DNS_NO_ANSWER);
	assert_int_equal(found.count, 0);
	assert_int_equal(dns_ask(dns, "safari.test", DNS_TXT, &found), DNS_FOUND);
}

static void where_no_server_is_nobody_answers(void **state)
{
	static const struct dns_row none[] = {{0}};
	struct dns *other;
	struct err err;
	char server[32];
	(void)state;
	struct dns_peer *gone = dns_peer_start(none);
	snprintf(server, sizeof(server), "%s", dns_peer_server(gone));
	dns_peer_stop(gone);
	assert_int_equal(dns_open(&other, server, 1, &err), 0);
	assert_int_equal(dns_ask(other, "safari.test", DNS_TXT, &found), DNS_NO_ANSWER);
	dns_close(other);
}

static void a_server_is_an_address(void **state)
{
	static const char *const bad[] = {"",
	                                  "localhost",
	                                  "127.0.0.1:",
	                                  "127.0.0.1:0",
	                                  "127.0.0.1:x",
	                                  "127.0.0.1:65536",
	                                  "127.0.0",
	                                  "[::1]:53",
	                                  "1127.111.111.1111"};
	struct dns *other;
	struct err err;
	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_int_equal(dns_open(&other, bad[i], 1, &err), -1);
	assert_int_equal(dns_open(&other, "127.0.0.1", 1, &err), 0);
	dns_close(other);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(texts_come_joined_and_plain),
		cmocka_unit_test(mail_hosts_come_in_lower_case),
		cmocka_unit_test(addresses_are_of_both_families),
		cmocka_unit_test(an_alias_is_followed),
		cmocka_unit_test(no_record_is_not_no_name),
		cmocka_unit_test(what_is_no_name_does_not_exist),
		cmocka_unit_test(a_server_that_fails_leaves_it_open),
		cmocka_unit_test(where_no_server_is_nobody_answers),
		cmocka_unit_test(a_server_is_an_address),
	};
	return cmocka_run_group_tests(tests, begin, end);
}
