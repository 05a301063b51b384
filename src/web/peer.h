/* SPDX-License-Identifier: ISC */
/*
 * The address of a client, for limits and the log: IPv4 and IPv6 in one form. Behind a proxy it is
 * what the nearest trusted one says; what others say is not believed (S4).
 */
#ifndef WEB_PEER_H
#define WEB_PEER_H

#include <netinet/in.h>
#include <stdbool.h>

struct peer {
	struct in6_addr address; /* IPv4 as a mapped address, ::ffff:192.0.2.1 */
};

enum { PEER_TEXT = INET6_ADDRSTRLEN };

/* From a socket's address; any other family is ::. */
struct peer peer_of(const struct sockaddr *address);

/* Parses a numeric address; true when it is one. IPv4 without leading zeros. */
bool peer_parse(struct peer *out, const char *text, size_t len);

/*
 * The client behind `near`: while the address is one of the trusted, the last one before it in
 * X-Forwarded-For (NULL: not sent) takes its place. What is no address ends the search.
 */
struct peer peer_behind(struct peer near, const char *forwarded_for, const struct in6_addr *trusted,
                        unsigned trusted_count);

/* Its network: IPv4 as it is, IPv6 without its last 64 bits. What one household can change freely.
 */
struct peer peer_network(struct peer p);

/* Is it this machine itself? */
bool peer_is_loopback(struct peer p);

/* Numeric text, IPv4 as such. */
void peer_format(char out[PEER_TEXT], struct peer p);

#endif
