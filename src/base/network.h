/* SPDX-License-Identifier: ISC */
/*
 * Networks of IP addresses, and which addresses are not of the public internet: for whoever decides
 * where a program may be sent by strangers (S5). It judges addresses, never names: what a name
 * leads to may be another address the next time it is asked.
 *
 * One form for all: an IPv4 address is its mapped IPv6 address, ::ffff:a.b.c.d.
 */
#ifndef BASE_NETWORK_H
#define BASE_NETWORK_H

#include <netinet/in.h>
#include <stdbool.h>
#include <sys/socket.h>

enum { NETWORK_TEXT = 64 }; /* "fd00::/8" and its terminator, at most */

struct network {
	struct in6_addr address;
	unsigned bits; /* of the 128 */
};

/* Reads "192.168.1.0/24" or "fd00::/8"; an address alone is a network of one. False for what is
 * none, also where bits behind the length are set. */
bool network_parse(const char *text, struct network *out);

bool network_holds(const struct network *n, const struct in6_addr *address);

/* The address of a socket; false for one that is not of IP. */
bool network_address(const struct sockaddr *socket, struct in6_addr *out);

/*
 * Does the registry of special-purpose addresses (RFC 6890 and what came since) set it apart, or is
 * it multicast, or can it lead to an IPv4 address by translation or a tunnel? All of 2000::/3 but
 * those is public, nothing else of IPv6 is.
 */
bool network_is_special(const struct in6_addr *address);

#endif
