/* SPDX-License-Identifier: ISC */
/*
 * TLS in front of a server that speaks plainly (hook_sink.h, parrot.h): it takes connections on a
 * port of its own, shows a certificate, and passes on what comes and what is answered, a thread for
 * each connection. It looks at nothing that it passes on.
 */
#ifndef SUPPORT_TLS_FRONT_H
#define SUPPORT_TLS_FRONT_H

#include <stdbool.h>

#include "support/authority.h"

struct tls_front;

struct tls_front_options {
	const struct authority *authority;
	struct certificate certificate;
	bool is_old;    /* speaks TLS 1.0 and 1.1 only */
	const char *at; /* where it listens, of IPv4 or IPv6; NULL: 127.0.0.1 */
	unsigned port;  /* there; 0: any */
	unsigned to;    /* the port of 127.0.0.1 behind it */
};

struct tls_front *tls_front_start(const struct tls_front_options *options);
unsigned tls_front_port(const struct tls_front *f);
/* Connections so far, of those who ended the handshake too. */
unsigned tls_front_connections(struct tls_front *f);
void tls_front_stop(struct tls_front *f);

#endif
