/* SPDX-License-Identifier: ISC */
/*
 * A server in this process, and a client that sends bytes as they are: for tests of what comes in
 * over a socket. Any mistake of the test's own aborts.
 */
#ifndef TESTS_SUPPORT_HTTP_H
#define TESTS_SUPPORT_HTTP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"
#include "web/server.h"

/* Large: a static object. */
struct http {
	struct sets sets;
	struct config config;
	struct clock clock;
	struct site site;
	struct server *server;
};

/*
 * Starts a server on a free port of 127.0.0.1 with these tables of routes (ended by NULL). Its
 * clock stands at 1000000. Rates are not limited. store may be NULL where no route reads it;
 * request_ms 0: as in service.
 */
void http_start(struct http *h, const struct route *const *routes, struct store *store,
                unsigned request_ms);
void http_stop(struct http *h);

/* A socket that is connected to it. */
int http_connect(const struct http *h);

/* Sends all len bytes; false when the other side is gone. */
bool http_send(int fd, const char *bytes, size_t len);

/* Appends what comes until the other side closes. */
void http_read_all(int fd, struct text *out);

/* Appends what comes until `mark` is in *out (true) or the other side closes (false). */
bool http_read_until(int fd, struct text *out, const char *mark);

/* One answer in a text. */
struct http_answer {
	int status;    /* 0: there is none */
	bool is_whole; /* as long as it says */
	const char *head, *body;
	size_t head_len, body_len;
	const char *rest; /* what follows it */
};

/* Cuts the first answer off a text that text_string() terminated. to_head: without body. */
struct http_answer http_cut(const char *text, size_t len, bool to_head);

/* A header's value in an answer to out; false when it is not there. */
bool http_header(const struct http_answer *a, const char *name, char *out, size_t room);

/* Sends a request, printf-like, and reads one answer, which points into *all: text_release() it. */
struct http_answer http_ask(const struct http *h, struct text *all, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif
