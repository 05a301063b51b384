/* SPDX-License-Identifier: ISC */
/*
 * The socket that the server listens on, and a thread that takes what connects to it. It knows no
 * HTTP and keeps no connection: each descriptor goes to whoever asked for them.
 */
#ifndef WEB_LISTENER_H
#define WEB_LISTENER_H

#include <sys/socket.h>

#include "app/config.h"
#include "base/err.h"

struct listener;

/* A socket that listens where the configuration says, for IPv4 too where that is all of IPv6; or -1
 * when it can't. The Unix socket is socket.h's. */
int listener_open(const struct config *config, struct err *err);

/*
 * Takes what connects to a socket that listens and does not block; it is the listener's to close.
 * Each connection is given to take(), in the listener's thread, one after the other: fd, which does
 * not block, is the taker's to close.
 */
struct listener *listener_start(int socket,
                                void (*take)(void *context, int fd, const struct sockaddr *address,
                                             socklen_t len),
                                void *context);

/* Takes no more: take() has returned for the last time. NULL is allowed. */
void listener_stop(struct listener *listener);

#endif
