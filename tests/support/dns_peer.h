/* SPDX-License-Identifier: ISC */
/*
 * A name server that says what it is told to, on a port of the loopback, in a thread of the test.
 * Datagrams only, answers of at most 1,200 bytes; a name that no row has does not exist.
 *
 *	static const struct dns_row rows[] = {
 *		{"example.org", "MX", "10 mail.example.org"},
 *		{"example.org", "TXT", "v=spf1 mx -all"},
 *		{0},
 *	};
 *	struct dns_peer *peer = dns_peer_start(rows);
 *	...;      // ask dns_peer_server(peer)
 *	dns_peer_stop(peer);
 */
#ifndef SUPPORT_DNS_PEER_H
#define SUPPORT_DNS_PEER_H

/*
 * type is TXT, MX ("PREFERENCE HOST", HOST "." for the root), A, AAAA or CNAME; or what the server
 * does instead for that name, whatever was asked: FAIL (SERVFAIL), JUNK (an answer cut short),
 * SILENT. A text is sent in strings of 200 bytes.
 */
struct dns_row {
	const char *name, *type, *value;
};

struct dns_peer;

/* Rows end with a name of NULL, and must outlive the peer. */
struct dns_peer *dns_peer_start(const struct dns_row *rows);
/* On that port: support/own_network.h. */
struct dns_peer *dns_peer_start_on(const struct dns_row *rows, unsigned port);
const char *dns_peer_server(const struct dns_peer *p); /* "127.0.0.1:PORT" */

/* So many questions came so far. */
unsigned dns_peer_questions(struct dns_peer *p);

/* From now on it has other rows. Nothing that it says may be kept by who asks. */
void dns_peer_turn(struct dns_peer *p, const struct dns_row *rows);

void dns_peer_stop(struct dns_peer *p);

#endif
