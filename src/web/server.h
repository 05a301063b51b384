/* SPDX-License-Identifier: ISC */
/*
 * The HTTP server: sockets and threads around a site, by libmicrohttpd, which nothing else sees. It
 * collects each request's head and body, gives them to site.h, and sends the answer. It knows no
 * page.
 *
 * A connection that has not brought a whole request some seconds after it opened, or after its last
 * answer, is shut without a word; so is one that does not take its answer.
 */
#ifndef WEB_SERVER_H
#define WEB_SERVER_H

#include "base/err.h"
#include "web/site.h"

struct server;

struct server_options {
	unsigned request_ms; /* for a whole request to come in; 0: LIMIT_REQUEST_S */
	unsigned answer_ms;  /* for its answer to be made and taken; 0: LIMIT_ANSWER_S */
	int socket; /* that listens (listener.h, socket.h): it is the server's from then on, also
	               where that fails; 0: one is opened as the configuration says */
};

/*
 * Listens, and answers from threads of its own until
 * server_stop(). 0, or -1 when it can't listen.
 */
int server_start(struct server **out, struct site *site, const struct server_options *options,
                 struct err *err);

/* Takes no more connections, waits for the requests under way, closes all. NULL is allowed. */
void server_stop(struct server *server);

#endif
