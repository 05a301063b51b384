/* SPDX-License-Identifier: ISC */
/*
 * Deadlines of connections: a thread that shuts down the socket of each that takes too long. It
 * knows descriptors and times, no HTTP. libmicrohttpd's own timeout is one of idleness, which a
 * client that sends a byte now and then never meets.
 */
#ifndef WEB_CONNECTIONS_H
#define WEB_CONNECTIONS_H

struct connections;
struct connection;

struct connections *connections_new(void);

/* Ends the thread. All connections must have been closed. */
void connections_free(struct connections *all);

/* A connection that has opened, with that many milliseconds to its first deadline. */
struct connection *connection_open(struct connections *all, int fd, unsigned ms);

/* Sets a new deadline, so many milliseconds from now. */
void connection_extend(struct connections *all, struct connection *c, unsigned ms);

/* Forgets a connection, before its descriptor is closed. */
void connection_close(struct connections *all, struct connection *c);

#endif
