/* SPDX-License-Identifier: ISC */
/*
 * What the DNS says of a service's names: see sender.h.
 */
#include "notify/sender.h"

#include <arpa/inet.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "app/config.h"

enum { NAME_BYTES = 512 };

/* What is asked, and the last answer. */
struct inquiry {
	struct findings *f;
	struct dns *dns;
	const char *domain;
	struct dns_records found;
};

/* False when nobody answers, and that is told. */
static bool ask(struct inquiry *q, const char *name, enum dns_kind kind, enum dns_result *result)
{
	*result = dns_ask(q->dns, name, kind, &q->found);
	if (*result != DNS_NO_ANSWER)
		return true;
	finding_warning(q->f, "dns",
	                "no name server answers for %s: there is no network here, or "
	                "/etc/resolv.conf names the wrong server; not checked further",
	                name);
	return false;
}

/* ---- The host ---- */

void sender_check_host(struct findings *f, struct dns *dns, const char *host)
{
	struct inquiry q = {.f = f, .dns = dns};
	enum dns_result result;
	if (!ask(&q, host, DNS_ADDRESS, &result))
		return;
	if (result != DNS_FOUND) {
		finding_wrong(f, "base_url",
		              "%s has no address in the DNS: nobody finds the service; add an A or "
		              "AAAA record there",
		              host);
		return;
	}
	for (unsigned i = 0; i < q.found.count; i++) {
		if (config_is_private_address(q.found.value[i])) {
			finding_warning(f, "base_url",
			                "%s has the address %s in the DNS, of a private network: "
			                "only people in it find the service",
			                host, q.found.value[i]);
			return;
		}
	}
	finding_ok(f, "base_url",
	           "%s has the address %s; to see that it is reachable, open https://%s/healthz "
	           "from another network",
	           host, q.found.value[0], host);
}

/* ---- Mail comes back ---- */

/* Has one of the hosts an address? The records of the answer before are copied, since each question
 * has its own. False when nobody answers. */
static bool check_hosts(struct inquiry *q)
{
	enum { HOSTS = 4 };
	char hosts[HOSTS][DNS_VALUE_BYTES + 1];
	unsigned count = q->found.count < HOSTS ? q->found.count : HOSTS;
	memcpy(hosts, q->found.value, count * sizeof(hosts[0]));
	for (unsigned i = 0; i < count; i++) {
		enum dns_result result;
		if (!ask(q, hosts[i], DNS_ADDRESS, &result))
			return false;
		if (result == DNS_FOUND) {
			finding_ok(q->f, "mx", "mail to %s goes to %s", q->domain, hosts[i]);
			return true;
		}
	}
	finding_wrong(q->f, "mx",
	              "mail to %s goes to %s, which has no address: bounces and replies are lost; "
	              "mend the MX record, or add that host's A record",
	              q->domain, hosts[0]);
	return true;
}

/* False when there is nothing to ask further. */
static bool check_mx(struct inquiry *q)
{
	enum dns_result result;
	if (!ask(q, q->domain, DNS_MX, &result))
		return false;
	if (result == DNS_FOUND && q->found.value[0][0] == '\0') {
		finding_wrong(q->f, "mx",
		              "%s says that it takes no mail (MX \".\"): many servers refuse mails "
		              "from it; choose another domain for mail_from",
		              q->domain);
		return true;
	}
	if (result == DNS_FOUND)
		return check_hosts(q);
	if (result == DNS_NOTHING && !ask(q, q->domain, DNS_ADDRESS, &result))
		return false;
	if (result == DNS_NO_NAME) {
		finding_wrong(q->f, "mx",
		              "there is no domain %s: mails from it are refused; mend mail_from",
		              q->domain);
		return false;
	}
	if (result == DNS_FOUND)
		finding_ok(q->f, "mx", "%s has no MX record: mail to it goes to its address %s",
		           q->domain, q->found.value[0]);
	else
		finding_wrong(q->f, "mx",
		              "%s has neither an MX record nor an address: bounces and replies are "
		              "lost, and many servers refuse mails from it; add an MX record",
		              q->domain);
	return true;
}

/* ---- Records of tags and terms ---- */

/* Is this a record of that version: "v=spf1", then a blank, a semicolon or the end? */
static bool is_version(const char *record, const char *version)
{
	size_t len = strlen(version);
	return strncasecmp(record, version, len) == 0 && strchr(" ;", record[len]);
}

/* The only record of that version among the answer's; how many there are. */
static unsigned pick(const struct inquiry *q, const char *version, const char **record)
{
	unsigned count = 0;
	*record = NULL;
	for (unsigned i = 0; i < q->found.count; i++) {
		if (!is_version(q->found.value[i], version))
			continue;
		*record = q->found.value[i];
		count++;
	}
	return count;
}

/* The value of "tag = value" between semicolons, trimmed; NULL: no such tag. */
static const char *tag_value(const char *record, const char *tag, size_t *len)
{
	size_t n = strlen(tag);
	for (const char *at = record; *at; at += strcspn(at, ";"), at += *at == ';') {
		at += strspn(at, " \t");
		if (strncmp(at, tag, n) != 0)
			continue;
		const char *equals = at + n + strspn(at + n, " \t");
		if (*equals != '=')
			continue;
		const char *value = equals + 1 + strspn(equals + 1, " \t");
		*len = strcspn(value, "; \t");
		return value;
	}
	return NULL;
}

/* ---- SPF ---- */

/* What a record says of all others: '-', '~', '?', '+' ("all" alone); 'r' when another record
 * says it (redirect=), 0 when nothing does. */
static char spf_rest(const char *record)
{
	char rest = 0;
	for (const char *at = record; *at; at += strcspn(at, " "), at += strspn(at, " ")) {
		size_t len = strcspn(at, " ");
		bool has_sign = strchr("-~?+", *at) != NULL;
		if (len - has_sign == 3 && strncasecmp(at + has_sign, "all", 3) == 0)
			return has_sign ? *at : '+';
		if (strncasecmp(at, "redirect=", 9) == 0)
			rest = 'r';
	}
	return rest;
}

static bool check_spf(struct inquiry *q)
{
	enum dns_result result;
	const char *record;
	if (!ask(q, q->domain, DNS_TXT, &result))
		return false;
	unsigned count = pick(q, "v=spf1", &record);
	if (count != 1) {
		finding_wrong(q->f, "spf",
		              count ? "%s has several SPF records, so none counts; make them one"
		                    : "%s has no SPF record: mails are taken for spam; add a TXT "
		                      "record that names who sends for it, such as \"v=spf1 mx "
		                      "-all\"",
		              q->domain);
		return true;
	}
	char rest = spf_rest(record);
	if (rest == '+')
		finding_wrong(
			q->f, "spf",
			"%s lets everybody send in its name; end its SPF record with -all: %s",
			q->domain, record);
	else if (rest == '?' || rest == 0)
		finding_warning(q->f, "spf",
		                "%s does not say that nobody else sends in its name; end its SPF "
		                "record with -all or ~all: %s",
		                q->domain, record);
	else
		finding_ok(q->f, "spf", "%s: %s", q->domain, record);
	return true;
}

/* ---- DKIM ---- */

static bool check_dkim(struct inquiry *q, const char *selector)
{
	char name[NAME_BYTES];
	enum dns_result result;
	size_t len = 0;
	if (!selector) {
		finding_ok(q->f, "dkim",
		           "not looked at: --dkim SELECTOR does, with the selector that the relay "
		           "signs with (s= in the DKIM-Signature of a mail that has arrived)");
		return true;
	}
	snprintf(name, sizeof(name), "%s._domainkey.%s", selector, q->domain);
	if (!ask(q, name, DNS_TXT, &result))
		return false;
	const char *key = result == DNS_FOUND ? tag_value(q->found.value[0], "p", &len) : NULL;
	if (q->found.count > 1)
		finding_wrong(q->f, "dkim", "%s has several records; leave the one of the key",
		              name);
	else if (result != DNS_FOUND)
		finding_wrong(q->f, "dkim",
		              "there is no key at %s: signatures by it count for nothing; publish "
		              "the TXT record that the signer made, or mend the selector",
		              name);
	else if (!key)
		finding_wrong(q->f, "dkim", "%s holds no key (p=): %.200s", name,
		              q->found.value[0]);
	else if (len == 0)
		finding_wrong(q->f, "dkim",
		              "the key at %s is withdrawn (p= is empty): publish the one that the "
		              "relay signs with",
		              name);
	else
		finding_ok(q->f, "dkim", "%s has a key", name);
	return true;
}

/* ---- DMARC ---- */

/* Goes up from the domain: a record of one above speaks for those below. */
static bool check_dmarc(struct inquiry *q)
{
	const char *record = NULL, *at = q->domain;
	char name[NAME_BYTES];
	unsigned count = 0;
	size_t len;
	for (; count == 0 && at && strchr(at, '.'); at = strchr(at, '.') + 1) {
		enum dns_result result;
		snprintf(name, sizeof(name), "_dmarc.%s", at);
		if (!ask(q, name, DNS_TXT, &result))
			return false;
		count = pick(q, "v=DMARC1", &record);
	}
	if (count == 0)
		finding_warning(q->f, "dmarc",
		                "_dmarc.%s has no record: large providers ask for one; add the TXT "
		                "record \"v=DMARC1; p=none; rua=mailto:postmaster@%s\"",
		                q->domain, q->domain);
	else if (count > 1)
		finding_wrong(q->f, "dmarc", "%s has several records, so none counts; leave one",
		              name);
	else if (!tag_value(record, "p", &len) || len == 0)
		finding_wrong(q->f, "dmarc",
		              "%s does not say what to do with mails that fail, so it does not "
		              "count; add p=none: %s",
		              name, record);
	else
		finding_ok(q->f, "dmarc", "%s: %s", name, record);
	return true;
}

void sender_check_domain(struct findings *f, struct dns *dns, const char *domain,
                         const char *dkim_selector)
{
	struct inquiry q = {.f = f, .dns = dns, .domain = domain};
	if (check_mx(&q) && check_spf(&q) && check_dkim(&q, dkim_selector))
		check_dmarc(&q);
}
