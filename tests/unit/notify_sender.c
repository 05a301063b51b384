/* SPDX-License-Identifier: ISC */
/*
 * What the DNS says of a service's names, each case as a domain of a name server of the test's: the
 * grade, and what the sentence names.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "notify/sender.h"
#include "support/dns_peer.h"

static const struct dns_row rows[] = {
	{"good.test", "MX", "10 mx.good.test"},
	{"mx.good.test", "A", "192.0.2.1"},
	{"good.test", "A", "192.0.2.2"},
	{"good.test", "TXT", "google-site-verification=abc"},
	{"good.test", "TXT", "v=spf1 mx -all"},
	{"_dmarc.good.test", "TXT", "v=DMARC1; p=none; rua=mailto:a@good.test"},
	{"k1._domainkey.good.test", "TXT", "v=DKIM1; k=rsa; p=MIIB"},
	{"k2._domainkey.good.test", "TXT", "v=DKIM1; p="},
	{"k3._domainkey.good.test", "TXT", "v=DKIM1; k=rsa"},
	{"k4._domainkey.good.test", "TXT", "v=DKIM1; p=AAAA"},
	{"k4._domainkey.good.test", "TXT", "v=DKIM1; p=BBBB"},
	/* below another domain, whose DMARC record holds for it */
	{"play.good.test", "A", "192.0.2.3"},
	{"play.good.test", "TXT", "V=SPF1 include:good.test ~ALL"},
	/* nothing, and everything wrong */
	{"bare.test", "TXT", "hello"},
	{"null.test", "MX", "0 ."},
	{"null.test", "TXT", "v=spf1 +all"},
	{"_dmarc.null.test", "TXT", "v=DMARC1; sp=none"},
	{"lost.test", "MX", "10 gone.test"},
	{"lost.test", "MX", "20 bare.test"},
	{"lost.test", "TXT", "v=spf1 -all"},
	{"lost.test", "TXT", "v=spf1 mx -all"},
	{"_dmarc.lost.test", "TXT", "v=DMARC1; p=none"},
	{"_dmarc.lost.test", "TXT", "v=DMARC1; p=reject"},
	{"second.test", "MX", "10 gone.test"},
	{"second.test", "MX", "20 mx.good.test"},
	{"second.test", "TXT", "v=spf1 mx ?all"},
	{"open.test", "A", "192.0.2.4"},
	{"open.test", "TXT", "v=spf1 a mx all"},
	{"half.test", "A", "192.0.2.4"},
	{"half.test", "TXT", "v=spf1 a mx"},
	{"other.test", "A", "192.0.2.4"},
	{"other.test", "TXT", "v=spf1 redirect=_spf.good.test"},
	{"like.test", "A", "192.0.2.4"},
	{"like.test", "TXT", "v=spf10 -all"},
	{"fails.test", "FAIL", ""},
	{"mxfails.test", "MX", "10 fails.test"},
	{"home.test", "A", "192.168.1.5"},
	{0},
};

static struct dns_peer *peer;
static struct dns *dns;
static struct text said;

static void tell(void *context, enum finding_grade grade, const char *about, const char *sentence)
{
	static const char *const words[] = {"ok", "warning", "wrong"};
	(void)context;
	text_printf(&said, "%s %s: %s\n", words[grade], about, sentence);
}

static int begin(void **state)
{
	struct err err;
	(void)state;
	text_init(&said, 1 << 16);
	peer = dns_peer_start(rows);
	return dns_open(&dns, dns_peer_server(peer), 1, &err);
}

static int end(void **state)
{
	(void)state;
	dns_close(dns);
	dns_peer_stop(peer);
	text_release(&said);
	return 0;
}

static void check(const char *domain, const char *selector)
{
	struct findings f = {.tell = tell};
	text_clear(&said);
	sender_check_domain(&f, dns, domain, selector);
}

static void check_host(const char *host)
{
	struct findings f = {.tell = tell};
	text_clear(&said);
	sender_check_host(&f, dns, host);
}

/* A line begins so, and further on holds that. */
static void told(const char *begin_of_line, const char *part)
{
	const char *at = text_string(&said);
	for (; *at; at = strchr(at, '\n') + 1) {
		const char *found = strstr(at, part);
		if (strncmp(at, begin_of_line, strlen(begin_of_line)) == 0 && found &&
		    found < strchr(at, '\n'))
			return;
	}
	fail_msg("no line \"%s ... %s\" in\n%s", begin_of_line, part, text_string(&said));
}

static void is_all(const char *text)
{
	assert_string_equal(text_string(&said), text);
}

static void a_domain_that_is_well(void **state)
{
	(void)state;
	check("good.test", "k1");
	is_all("ok mx: mail to good.test goes to mx.good.test\n"
	       "ok spf: good.test: v=spf1 mx -all\n"
	       "ok dkim: k1._domainkey.good.test has a key\n"
	       "ok dmarc: _dmarc.good.test: v=DMARC1; p=none; rua=mailto:a@good.test\n");
}

static void without_a_selector_dkim_is_not_looked_at(void **state)
{
	(void)state;
	check("good.test", NULL);
	told("ok dkim", "--dkim SELECTOR");
}

static void the_domain_above_speaks_for_those_below(void **state)
{
	(void)state;
	check("play.good.test", NULL);
	told("ok mx", "goes to its address 192.0.2.3");
	told("ok spf", "include:good.test");
	told("ok dmarc", "_dmarc.good.test: ");
}

static void mail_that_would_not_come_back(void **state)
{
	(void)state;
	check("nowhere.test", NULL);
	told("wrong mx", "there is no domain nowhere.test");
	check("bare.test", NULL);
	told("wrong mx", "neither an MX record nor an address");
	check("null.test", NULL);
	told("wrong mx", "takes no mail");
	check("lost.test", NULL);
	told("wrong mx", "gone.test, which has no address");
	check("second.test", NULL);
	told("ok mx", "goes to mx.good.test");
}

static void spf_is_there_once_and_names_the_rest(void **state)
{
	(void)state;
	check("bare.test", NULL);
	told("wrong spf", "has no SPF record");
	check("like.test", NULL);
	told("wrong spf", "has no SPF record");
	check("lost.test", NULL);
	told("wrong spf", "several SPF records");
	check("null.test", NULL);
	told("wrong spf", "lets everybody send");
	check("open.test", NULL);
	told("wrong spf", "lets everybody send");
	check("second.test", NULL);
	told("warning spf", "-all or ~all");
	check("half.test", NULL);
	told("warning spf", "-all or ~all");
	check("other.test", NULL);
	told("ok spf", "redirect=");
}

static void dmarc_is_there_once_and_says_what_to_do(void **state)
{
	(void)state;
	check("bare.test", NULL);
	told("warning dmarc", "_dmarc.bare.test has no record");
	check("lost.test", NULL);
	told("wrong dmarc", "several records");
	check("null.test", NULL);
	told("wrong dmarc", "add p=none");
}

static void a_selector_has_one_key(void **state)
{
	(void)state;
	check("good.test", "k0");
	told("wrong dkim", "there is no key at k0._domainkey.good.test");
	check("good.test", "k2");
	told("wrong dkim", "withdrawn");
	check("good.test", "k3");
	told("wrong dkim", "holds no key");
	check("good.test", "k4");
	told("wrong dkim", "several records");
}

static void when_nobody_answers_that_is_told_once(void **state)
{
	(void)state;
	check("fails.test", "k1");
	told("warning dns", "no name server answers for fails.test");
	assert_ptr_equal(strchr(text_string(&said), '\n') + 1, strchr(text_string(&said), '\0'));
	check("mxfails.test", NULL);
	told("warning dns", "no name server answers for fails.test");
	assert_ptr_equal(strchr(text_string(&said), '\n') + 1, strchr(text_string(&said), '\0'));
}

static void a_host_has_an_address_that_the_world_reaches(void **state)
{
	(void)state;
	check_host("good.test");
	told("ok base_url", "open https://good.test/healthz from another network");
	check_host("home.test");
	told("warning base_url", "192.168.1.5");
	check_host("bare.test");
	told("wrong base_url", "no address");
	check_host("nowhere.test");
	told("wrong base_url", "no address");
	check_host("fails.test");
	told("warning dns", "no name server answers");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_domain_that_is_well),
		cmocka_unit_test(without_a_selector_dkim_is_not_looked_at),
		cmocka_unit_test(the_domain_above_speaks_for_those_below),
		cmocka_unit_test(mail_that_would_not_come_back),
		cmocka_unit_test(spf_is_there_once_and_names_the_rest),
		cmocka_unit_test(dmarc_is_there_once_and_says_what_to_do),
		cmocka_unit_test(a_selector_has_one_key),
		cmocka_unit_test(when_nobody_answers_that_is_told_once),
		cmocka_unit_test(a_host_has_an_address_that_the_world_reaches),
	};
	return cmocka_run_group_tests(tests, begin, end);
}
