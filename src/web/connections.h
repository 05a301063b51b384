/* SPDX-License-Identifier: ISC */
/*
 * The connections that are open: how many at all and from one address, and a thread that shuts down
 * the socket of each that takes too long. It knows descriptors and times, no HTTP. libmicrohttpd's
 * own timeout is one of idleness, which a client that sends a byte now and then never meets.
 */
#ifndef WEB_CONNECTIONS_H
#define WEB_CONNECTIONS_H

#include "web/peer.h"

struct connections;
struct connection;

/* At most so many at a time, and of one address so many (0: as many). */
struct connections *connections_new(unsigned most, unsigned most_of_one);

/* Ends the thread, and forgets those that are open still. */
void connections_free(struct connections *all);

/* A connection that has opened, with that many milliseconds to its first deadline. NULL when there
 * are too many already. */
struct connection *connection_open(struct connections *all, int fd, struct peer peer, unsigned ms);

/* The one that is open with that descriptor. */
struct connection *connection_find(struct connections *all, int fd);

/* Sets a new deadline, so many milliseconds from now. */
void connection_extend(struct connections *all, struct connection *c, unsigned ms);

/* Forgets a connection, before its descriptor is closed. */
void connection_close(struct connections *all, struct connection *c);

#endif
