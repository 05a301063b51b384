/* SPDX-License-Identifier: ISC */
/*
 * Questions to the Domain Name System, by glibc's resolver: what is published under a name for
 * others to read. Not for connecting anywhere, and it does not look into /etc/hosts: asked is what
 * the rest of the world sees. It knows nothing of what records mean.
 *
 *	struct dns_records found;
 *	if (dns_ask(dns, "example.org", DNS_TXT, &found) == DNS_FOUND)
 *		...;    // found.value[0]
 */
#ifndef NOTIFY_DNS_H
#define NOTIFY_DNS_H

#include "base/err.h"

enum { DNS_RECORDS_MAX = 64, DNS_VALUE_BYTES = 1023 };

/* One who asks, for one thread at a time. */
struct dns;

/*
 * Asks the system's name servers (/etc/resolv.conf), or the one at `server`: a numeric IPv4
 * address, ":PORT" may follow; NULL for none. A question takes at most timeout_s, twice, for each
 * server. 0, or -1 when `server` is none.
 */
int dns_open(struct dns **out, const char *server, unsigned timeout_s, struct err *err);
void dns_close(struct dns *dns); /* NULL is allowed */

enum dns_kind {
	DNS_TXT, /* its strings, joined */
	DNS_MX,  /* the host, in lower case; "" for the root: "there is no mail here" (RFC 7505) */
	DNS_ADDRESS, /* A and AAAA: numeric addresses */
};

enum dns_result {
	DNS_FOUND,
	DNS_NOTHING,   /* the name has no record of this kind */
	DNS_NO_NAME,   /* the name does not exist */
	DNS_NO_ANSWER, /* nobody knows: no network, or a name server that fails */
};

/* In the order in which they came; longer values and more records are cut off. Controls and bytes
 * above ASCII, which nothing that we look for holds, are "?". */
struct dns_records {
	unsigned count;
	char value[DNS_RECORDS_MAX][DNS_VALUE_BYTES + 1];
};

/* DNS_FOUND with at least one record, or *out has none. What is no name is DNS_NO_NAME. */
enum dns_result dns_ask(struct dns *dns, const char *name, enum dns_kind kind,
                        struct dns_records *out);

#endif
