/* SPDX-License-Identifier: ISC */
/*
 * Many clients of an HTTP server in one thread: each has a connection that it keeps, and one
 * request under way at a time, as a browser's page has. It knows no pages: what is asked and what
 * an answer must be is the caller's. It is no parser for hostile answers; any that it does not
 * understand aborts.
 */
#ifndef SUPPORT_LOAD_CLIENT_H
#define SUPPORT_LOAD_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

enum { LOAD_CLIENTS_MAX = 64 };

struct load {
	uint16_t port; /* on 127.0.0.1 */
	unsigned clients;
	/* Appends the client's next request, whole; false: it has none. */
	bool (*ask)(void *context, unsigned client, struct text *out);
	/* Takes the answer to it: its status, its head (terminated) and how long its body is. */
	void (*take)(void *context, unsigned client, int status, const char *head, size_t body_len);
	void *context;
	/* How long each answer took, in seconds, as far as there is room; NULL: not wanted. */
	double *latencies_s;
	size_t latency_room;
};

/* Lets all clients go on until none has a next request. Answers how many answers came. */
size_t load_run(const struct load *load);

/* Waits until a server listens there; aborts when it does not within some seconds. */
void load_wait_for(uint16_t port);

/* A port of 127.0.0.1 that nobody uses. */
uint16_t load_free_port(void);

#endif
