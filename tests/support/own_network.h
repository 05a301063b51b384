/* SPDX-License-Identifier: ISC */
/*
 * A network of the test's own, by Linux' namespaces: nothing but a loopback, to which addresses of
 * the public internet can be added, and a name server that glibc's resolver asks. So a test sees
 * what the program does with real names and public addresses, and nothing leaves the machine.
 *
 *	if (!own_network_enter())
 *		...;      // not allowed here: skip
 *	own_network_add(1, "93.184.216.34");
 *	peer = dns_peer_start_on(rows, OWN_NETWORK_DNS_PORT);
 */
#ifndef SUPPORT_OWN_NETWORK_H
#define SUPPORT_OWN_NETWORK_H

#include <stdbool.h>

enum { OWN_NETWORK_DNS_PORT = 53 }; /* of 127.0.0.1, which /etc/resolv.conf names then */

/* Before the process has a second thread; for the rest of its life. False, and nothing has changed,
 * where the system does not allow it. */
bool own_network_enter(void);

/* The n-th IPv4 address (from 1) that is this machine's, too. */
void own_network_add(int n, const char *address);

#endif
