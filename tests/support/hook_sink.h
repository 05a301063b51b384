/* SPDX-License-Identifier: ISC */
/*
 * A web server that takes what is posted to it and answers as it is told to: the other side of
 * webhooks, over plain http on a port of the loopback, a thread for each connection. It keeps whole
 * requests in the order in which they came.
 *
 *	struct hook_sink *sink = hook_sink_start(NULL, NULL);    // answers 204
 *	...;    // post to hook_sink_url(sink) and a path
 *	hook_sink_stop(sink);
 */
#ifndef SUPPORT_HOOK_SINK_H
#define SUPPORT_HOOK_SINK_H

#include <stdbool.h>
#include <stddef.h>

#include "base/secret.h"

struct hook_sink;

/* A status for a request of that path ("/here"), asked by one thread at a time. HANG says nothing
 * until the client gives up, DROP ends the connection. */
enum { HOOK_SINK_HANG = 0, HOOK_SINK_DROP = -1 };
typedef int hook_judge(void *context, const char *path);

struct hook_sink *hook_sink_start(hook_judge *judge, void *context);
/* `half_way` is told whenever a head was read and its body was not, by one thread at a time; NULL:
 * nobody is. */
struct hook_sink *hook_sink_start_watched(hook_judge *judge, void (*half_way)(void *context),
                                          void *context);
const char *hook_sink_url(const struct hook_sink *s); /* "http://127.0.0.1:PORT" */
unsigned hook_sink_port(const struct hook_sink *s);

/* What was answered, or is being hung, so far. */
unsigned hook_sink_count(struct hook_sink *s);
/* Connections so far: of who never sent a request, too. */
unsigned hook_sink_connections(struct hook_sink *s);
/* Waits for so many requests. */
void hook_sink_wait(struct hook_sink *s, unsigned requests);
/* Waits until all have hung up: what they had sent is there then. */
void hook_sink_quiet(struct hook_sink *s);

/* The n-th request: what stands behind its path; its body; a field of its head, "" where there is
 * none. They live until the sink stops. */
const char *hook_sink_path(struct hook_sink *s, unsigned n);
const char *hook_sink_body(struct hook_sink *s, unsigned n);
void hook_sink_field(struct hook_sink *s, unsigned n, const char *name, char *out, size_t size);
/* What the n-th request's webhook-signature is by that key (Standard Webhooks), computed here from
 * what arrived: "v1,BASE64". */
enum { HOOK_SINK_SIGNATURE = 64 };
void hook_sink_sign(struct hook_sink *s, unsigned n, const unsigned char key[SECRET_KEY_BYTES],
                    char out[HOOK_SINK_SIGNATURE]);

void hook_sink_stop(struct hook_sink *s);

#endif
