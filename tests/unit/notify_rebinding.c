/* SPDX-License-Identifier: ISC */
/*
 * Names that lead inside, and those that do so a moment after they have led outside (S5): real
 * names of a real name server, a public address that answers, and inside, on the same port, servers
 * that have a good certificate for the same name. All of it is in a network of the test's own.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "notify/post.h"
#include "support/dns_peer.h"
#include "support/hook_sink.h"
#include "support/own_network.h"
#include "support/tls_front.h"

#define NAME "hook.test"
#define PUBLIC "93.184.216.34"
#define METADATA "169.254.169.254"
#define NOBODY "93.184.216.35" /* public, and not there */
#define REFUSED "not sent: its address is not one of the public internet"
#define TAKEN "answered 204"

static const char *const inside[] = {"127.0.0.1", METADATA, "::1"};
enum { INSIDE = sizeof(inside) / sizeof(inside[0]) };

static const struct dns_row outside[] = {{NAME, "A", PUBLIC}, {0}};
static const struct dns_row home[] = {{NAME, "A", "127.0.0.1"}, {0}};
static const struct dns_row metadata[] = {{NAME, "A", METADATA}, {0}};

static struct {
	bool is_there; /* a network of its own */
	struct authority authority;
	struct dns_peer *dns;
	struct hook_sink *sink;
	struct tls_front *public, *fronts[INSIDE];
	char url[64];
} world;

static struct tls_front *front_at(const char *address, unsigned port)
{
	return tls_front_start(&(struct tls_front_options){.authority = &world.authority,
	                                                   .certificate = {.host = NAME},
	                                                   .at = address,
	                                                   .port = port,
	                                                   .to = hook_sink_port(world.sink)});
}

static int begin(void **state)
{
	(void)state;
	world.is_there = own_network_enter();
	if (!world.is_there)
		return 0;
	own_network_add(1, PUBLIC);
	own_network_add(2, METADATA);
	authority_begin(&world.authority);
	world.dns = dns_peer_start_on(outside, OWN_NETWORK_DNS_PORT);
	world.sink = hook_sink_start(NULL, NULL);
	world.public = front_at(PUBLIC, 0);
	for (unsigned i = 0; i < INSIDE; i++)
		world.fronts[i] = front_at(inside[i], tls_front_port(world.public));
	snprintf(world.url, sizeof(world.url), "https://" NAME ":%u/",
	         tls_front_port(world.public));
	return 0;
}

static int end(void **state)
{
	(void)state;
	if (!world.is_there)
		return 0;
	tls_front_stop(world.public);
	for (unsigned i = 0; i < INSIDE; i++)
		tls_front_stop(world.fronts[i]);
	hook_sink_stop(world.sink);
	dns_peer_stop(world.dns);
	authority_end(&world.authority);
	return 0;
}

static void need_network(void)
{
	if (!world.is_there)
		skip();
}

static unsigned connections_inside(void)
{
	unsigned count = 0;
	for (unsigned i = 0; i < INSIDE; i++)
		count += tls_front_connections(world.fronts[i]);
	return count;
}

/* With that network exempt, or NULL. It asks for names anew. */
static struct posts *open_with(struct network *network, const char *exempt)
{
	if (exempt)
		assert_true(network_parse(exempt, network));
	return posts_open(&(struct posts_options){.networks = network,
	                                          .network_count = exempt ? 1 : 0,
	                                          .ca_file = world.authority.path});
}

static void expect(struct posts *p, const char *words)
{
	struct post_done done;
	posts_start(p, NULL, &(struct post){world.url, "", 0, "hello", 5});
	while (!posts_next(p, &done))
		posts_wait(p, 1000);
	assert_string_equal(done.words, words);
}

static void send_anew(const char *words)
{
	struct posts *p = open_with(NULL, NULL);
	expect(p, words);
	posts_close(p);
}

/* Outside, and at once somewhere else. */
static void an_answer_that_changes_leads_nowhere_inside(void **state)
{
	static const struct {
		struct dns_row rows[5];
		const char *words;
	} then[] = {
		{{{NAME, "A", "127.0.0.1"}}, REFUSED},
		{{{NAME, "A", METADATA}}, REFUSED},
		{{{NAME, "A", "10.0.0.1"}}, REFUSED},
		{{{NAME, "A", "0.0.0.0"}}, REFUSED},
		{{{NAME, "AAAA", "::1"}}, REFUSED},
		{{{NAME, "AAAA", "::ffff:127.0.0.1"}}, REFUSED},
		{{{NAME, "AAAA", "64:ff9b::7f00:1"}}, REFUSED},
		{{{NAME, "AAAA", "fd00::1"}}, REFUSED},
		{{{NAME, "A", METADATA}, {NAME, "AAAA", "::1"}}, REFUSED},
		{{{NAME, "CNAME", "a.test"}, {"a.test", "A", "127.0.0.1"}}, REFUSED},
		{{{NAME, "CNAME", "a.test"},
	          {"a.test", "CNAME", "b.test"},
	          {"b.test", "CNAME", "localhost"},
	          {"localhost", "A", "127.0.0.1"}},
	         REFUSED},
		{{{NAME, "CNAME", "a.test"},
	          {"a.test", "A", METADATA},
	          {"a.test", "AAAA", "64:ff9b::7f00:1"}},
	         REFUSED},
		/* Where one address does not answer the next one is tried. */
		{{{NAME, "A", NOBODY}, {NAME, "A", "127.0.0.1"}}, REFUSED},
		{{{NAME, "A", NOBODY}, {NAME, "AAAA", "::1"}}, REFUSED},
		{{{NAME, "A", "127.0.0.1"}, {NAME, "A", NOBODY}}, REFUSED},
		{{{NAME, "A", NOBODY}}, "nobody answers there"},
		/* And the public one is reached, whatever stands beside it. */
		{{{NAME, "A", PUBLIC}, {NAME, "A", "127.0.0.1"}}, TAKEN},
		{{{NAME, "A", "127.0.0.1"}, {NAME, "A", METADATA}, {NAME, "A", PUBLIC}}, TAKEN},
		{{{NAME, "AAAA", "::1"}, {NAME, "A", PUBLIC}}, TAKEN},
		{{{NAME, "CNAME", "a.test"}, {"a.test", "AAAA", "::1"}, {"a.test", "A", PUBLIC}},
	         TAKEN},
	};
	(void)state;
	need_network();
	for (size_t i = 0; i < sizeof(then) / sizeof(then[0]); i++) {
		dns_peer_turn(world.dns, outside);
		send_anew(TAKEN);
		dns_peer_turn(world.dns, then[i].rows);
		unsigned asked = dns_peer_questions(world.dns);
		send_anew(then[i].words);
		assert_true(dns_peer_questions(world.dns) > asked);
		assert_int_equal(connections_inside(), 0);
	}
}

/* It is the very one that was judged, whatever its name says since. */
static void a_kept_connection_leads_where_it_led(void **state)
{
	(void)state;
	need_network();
	dns_peer_turn(world.dns, outside);
	struct posts *p = open_with(NULL, NULL);
	expect(p, TAKEN);
	unsigned connections = tls_front_connections(world.public);
	dns_peer_turn(world.dns, home);
	expect(p, TAKEN);
	assert_int_equal(tls_front_connections(world.public), connections);
	assert_int_equal(connections_inside(), 0);
	posts_close(p);
}

/* An exemption is for its network, not for a name. */
static void what_is_exempt_is_reached_by_name_and_nothing_beside_it(void **state)
{
	struct network exempt;
	(void)state;
	need_network();
	dns_peer_turn(world.dns, metadata);
	struct posts *p = open_with(&exempt, "127.0.0.0/8");
	expect(p, REFUSED);
	posts_close(p);
	assert_int_equal(connections_inside(), 0);
	dns_peer_turn(world.dns, home);
	p = open_with(&exempt, "127.0.0.0/8");
	expect(p, TAKEN);
	posts_close(p);
	assert_int_equal(connections_inside(), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_answer_that_changes_leads_nowhere_inside),
		cmocka_unit_test(a_kept_connection_leads_where_it_led),
		cmocka_unit_test(what_is_exempt_is_reached_by_name_and_nothing_beside_it),
	};
	return cmocka_run_group_tests(tests, begin, end);
}
