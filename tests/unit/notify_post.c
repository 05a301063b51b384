/* SPDX-License-Identifier: ISC */
/*
 * The guard of webhooks (S5): nothing of a stranger's address leads inside, however it is spelled;
 * and what the operator exempts can be reached, and no more than that.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "notify/post.h"
#include "support/hook_sink.h"
#include "support/parrot.h"

static const char head[] = "Content-Type: text/plain\r\nX-More: 1\r\n";

/* One POST to its end. */
static struct post_done send_to(struct posts *p, const char *url)
{
	struct post_done done = {.tag = NULL};
	char tag;
	posts_start(p, &tag, &(struct post){url, head, strlen(head), "hello", 5});
	assert_int_equal(posts_count(p), 1);
	while (!posts_next(p, &done))
		posts_wait(p, 100);
	assert_ptr_equal(done.tag, &tag);
	assert_int_equal(posts_count(p), 0);
	return done;
}

static struct posts *open_with(struct network *networks, const char *network)
{
	if (network)
		assert_true(network_parse(network, networks));
	return posts_open(&(struct posts_options){
		.networks = networks, .network_count = network ? 1 : 0, .timeout_ms = 5000});
}

/* The sink would answer each of them, and is never even connected to. */
static void no_spelling_leads_inside(void **state)
{
	(void)state;
	static const char *const hosts[] = {
		"127.0.0.1",
		"127.1",
		"127.0.1",
		"0x7f000001",
		"0x7f.1",
		"0x7f.0x0.0x0.0x1",
		"2130706433",
		"017700000001",
		"0177.0.0.01",
		"127.000.000.001",
		"0",
		"0.0.0.0",
		"localhost",
		"LOCALHOST",
		"localhost.",
		"a.localhost",
		"127.0.0.1.",
		"[::1]",
		"[::]",
		"[::ffff:127.0.0.1]",
		"[::ffff:7f00:1]",
		"[0:0:0:0:0:ffff:127.0.0.1]",
		"[::127.0.0.1]",
		"[64:ff9b::7f00:1]",
		"[64:ff9b:1::7f00:1]",
		"[2002:7f00:1::]",
		"[2001:0:7f00:1::]",
		"[fe80::1]",
		"[fe80::1%25lo]",
		"[fd00::1]",
		"169.254.169.254",
		"0xa9fea9fe",
		"10.0.0.1",
		"172.16.0.1",
		"192.168.0.1",
		"100.64.0.1",
		"198.18.0.1",
		"224.0.0.1",
		"255.255.255.255",
		"%31%32%37.0.0.1",
		"user@127.0.0.1",
		"example.org@127.0.0.1",
		"\xef\xbc\x91\xef\xbc\x92\xef\xbc\x97.0.0.1",
	};
	static const char *const schemes[] = {"https", "http", "HTTPS"};
	struct hook_sink *sink = hook_sink_start(NULL, NULL);
	struct posts *p = open_with(NULL, NULL);
	for (size_t i = 0; i < sizeof(hosts) / sizeof(hosts[0]); i++)
		for (size_t k = 0; k < 3; k++) {
			char url[200];
			snprintf(url, sizeof(url), "%s://%s:%u/", schemes[k], hosts[i],
			         hook_sink_port(sink));
			struct post_done done = send_to(p, url);
			if (done.status || strstr(done.words, "answer"))
				fail_msg("%s: %s", url, done.words);
		}
	assert_int_equal(hook_sink_connections(sink), 0);
	posts_close(p);
	hook_sink_stop(sink);
}

static void only_https_is_for_the_public_internet(void **state)
{
	(void)state;
	static const char *const urls[] = {"http://1.1.1.1/", "http://[2606:4700::1111]/"};
	struct posts *p = open_with(NULL, NULL);
	for (size_t i = 0; i < 2; i++)
		assert_string_equal(
			send_to(p, urls[i]).words,
			"not sent: plain http, or an address that webhooks may not reach");
	posts_close(p);
}

static void other_protocols_are_not_spoken(void **state)
{
	(void)state;
	static const char *const schemes[] = {"gopher", "ftp", "dict", "telnet", "smtp"};
	static const char *const nonsense[] = {"https://", "https://[::1/", "http://a b/"};
	char url[100];
	struct network any;
	struct hook_sink *sink = hook_sink_start(NULL, NULL);
	struct posts *p = open_with(&any, "0.0.0.0/0");
	for (size_t i = 0; i < sizeof(schemes) / sizeof(schemes[0]); i++) {
		snprintf(url, sizeof(url), "%s://127.0.0.1:%u/etc/passwd", schemes[i],
		         hook_sink_port(sink));
		assert_string_equal(send_to(p, url).words, "what it speaks is not HTTP");
	}
	assert_string_equal(send_to(p, "file:///etc/passwd").words, "what it speaks is not HTTP");
	for (size_t i = 0; i < sizeof(nonsense) / sizeof(nonsense[0]); i++)
		assert_string_equal(send_to(p, nonsense[i]).words, "its address cannot be read");
	assert_int_equal(hook_sink_connections(sink), 0);
	posts_close(p);
	hook_sink_stop(sink);
}

static void what_the_operator_names_is_reached_and_nothing_beside(void **state)
{
	(void)state;
	char url[100], field[100];
	struct network net;
	struct hook_sink *sink = hook_sink_start(NULL, NULL);
	struct posts *p = open_with(&net, "127.0.0.1");
	struct post_done done = send_to(p, hook_sink_url(sink));
	assert_int_equal(done.status, 204);
	assert_string_equal(done.words, "answered 204");
	assert_string_equal(hook_sink_body(sink, 0), "hello");
	hook_sink_field(sink, 0, "X-More", field, sizeof(field));
	assert_string_equal(field, "1");
	unsigned connections = hook_sink_connections(sink);
	snprintf(url, sizeof(url), "http://127.0.0.2:%u/", hook_sink_port(sink));
	assert_int_equal(send_to(p, url).status, 0);
	assert_int_equal(hook_sink_connections(sink), connections);
	posts_close(p);
	hook_sink_stop(sink);
}

static int redirect(void *context, const char *path)
{
	(void)context, (void)path;
	return 302;
}

static void a_redirect_is_an_answer(void **state)
{
	(void)state;
	struct network net;
	struct hook_sink *sink = hook_sink_start(redirect, NULL);
	struct posts *p = open_with(&net, "127.0.0.0/8");
	assert_int_equal(send_to(p, hook_sink_url(sink)).status, 302);
	assert_int_equal(hook_sink_count(sink), 1);
	posts_close(p);
	hook_sink_stop(sink);
}

/* A proxy would connect for us, and to where it likes. */
static void a_proxy_of_the_environment_is_not_used(void **state)
{
	(void)state;
	static const char *const variables[] = {"http_proxy", "https_proxy", "HTTPS_PROXY",
	                                        "all_proxy", "ALL_PROXY"};
	struct network net;
	struct hook_sink *proxy = hook_sink_start(NULL, NULL), *sink = hook_sink_start(NULL, NULL);
	for (size_t i = 0; i < 5; i++)
		setenv(variables[i], hook_sink_url(proxy), 1);
	struct posts *p = open_with(&net, "127.0.0.0/8");
	assert_int_equal(send_to(p, hook_sink_url(sink)).status, 204);
	posts_close(p);
	p = open_with(NULL, NULL);
	assert_int_equal(send_to(p, "https://10.0.0.1/").status, 0);
	posts_close(p);
	for (size_t i = 0; i < 5; i++)
		unsetenv(variables[i]);
	assert_int_equal(hook_sink_connections(proxy), 0);
	hook_sink_stop(proxy);
	hook_sink_stop(sink);
}

static int hang_or_drop(void *context, const char *path)
{
	(void)context;
	return strcmp(path, "/hang") == 0 ? HOOK_SINK_HANG : HOOK_SINK_DROP;
}

static void what_goes_wrong_is_told_in_words(void **state)
{
	(void)state;
	char url[100];
	struct network net;
	struct hook_sink *sink = hook_sink_start(hang_or_drop, NULL);
	struct posts *p = open_with(&net, "127.0.0.0/8");
	snprintf(url, sizeof(url), "%s/drop", hook_sink_url(sink));
	assert_string_equal(send_to(p, url).words, "the connection broke");
	assert_string_equal(send_to(p, "https://nobody.invalid/").words, "its host is not known");
	snprintf(url, sizeof(url), "https://127.0.0.1:%u/", hook_sink_port(sink));
	posts_close(p);
	assert_true(network_parse("127.0.0.0/8", &net));
	p = posts_open(&(struct posts_options){&net, 1, NULL, 300});
	snprintf(url, sizeof(url), "%s/hang", hook_sink_url(sink));
	assert_string_equal(send_to(p, url).words, "no answer in time");
	posts_close(p);
	unsigned port = hook_sink_port(sink);
	hook_sink_stop(sink);
	p = open_with(&net, "127.0.0.0/8");
	snprintf(url, sizeof(url), "http://127.0.0.1:%u/", port);
	assert_string_equal(send_to(p, url).words, "nobody answers there");
	posts_close(p);
}

/* What one POST met says nothing of the next. */
static void each_post_begins_anew(void **state)
{
	(void)state;
	char url[100];
	struct network net;
	struct parrot *parrot = parrot_start("HTTP/1.1 200 OK\r\n\r\n", "and so on ");
	struct hook_sink *sink = hook_sink_start(NULL, NULL), *gone = hook_sink_start(NULL, NULL);
	struct posts *p = open_with(&net, "127.0.0.1");
	unsigned port = hook_sink_port(gone);
	hook_sink_stop(gone);
	assert_string_equal(send_to(p, "https://10.0.0.1/").words,
	                    "not sent: its address is not one of the public internet");
	snprintf(url, sizeof(url), "http://127.0.0.1:%u/", port);
	assert_string_equal(send_to(p, url).words, "nobody answers there");
	snprintf(url, sizeof(url), "http://127.0.0.1:%u/", parrot_port(parrot));
	assert_string_equal(send_to(p, url).words, "answered 200");
	assert_string_equal(send_to(p, hook_sink_url(sink)).words, "answered 204");
	assert_string_equal(send_to(p, hook_sink_url(sink)).words, "answered 204");
	assert_int_equal(hook_sink_connections(sink), 1);
	posts_close(p);
	hook_sink_stop(sink);
	parrot_stop(parrot);
}

static void closing_gives_up_what_is_under_way(void **state)
{
	(void)state;
	char url[100], tag;
	struct network net;
	struct hook_sink *sink = hook_sink_start(hang_or_drop, NULL);
	struct posts *p = open_with(&net, "127.0.0.0/8");
	snprintf(url, sizeof(url), "%s/hang", hook_sink_url(sink));
	posts_start(p, &tag, &(struct post){url, head, strlen(head), "hello", 5});
	while (hook_sink_count(sink) < 1)
		posts_wait(p, 100);
	posts_close(p);
	hook_sink_stop(sink);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_spelling_leads_inside),
		cmocka_unit_test(only_https_is_for_the_public_internet),
		cmocka_unit_test(other_protocols_are_not_spoken),
		cmocka_unit_test(what_the_operator_names_is_reached_and_nothing_beside),
		cmocka_unit_test(a_redirect_is_an_answer),
		cmocka_unit_test(a_proxy_of_the_environment_is_not_used),
		cmocka_unit_test(what_goes_wrong_is_told_in_words),
		cmocka_unit_test(each_post_begins_anew),
		cmocka_unit_test(closing_gives_up_what_is_under_way),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
