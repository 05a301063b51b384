/* SPDX-License-Identifier: ISC */
/*
 * TLS in front of a server: see tls_front.h.
 */
#include "support/tls_front.h"

#include <arpa/inet.h>
#include <gnutls/gnutls.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "support/need.h"

enum { CONNECTIONS_MAX = 64, CHUNK_BYTES = 16384 };

struct passage {
	struct tls_front *front;
	int fd;
	pthread_t thread;
};

struct tls_front {
	int listener;
	unsigned port, to;
	gnutls_certificate_credentials_t credentials;
	gnutls_priority_t priority;
	pthread_t thread;
	pthread_mutex_t lock; /* guards what follows */
	unsigned count;
	struct passage passages[CONNECTIONS_MAX];
};

static int connect_to(unsigned port)
{
	struct sockaddr_in at = {.sin_family = AF_INET,
	                         .sin_port = htons((uint16_t)port),
	                         .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	NEED(fd >= 0 && connect(fd, (struct sockaddr *)&at, sizeof(at)) == 0);
	return fd;
}

/* Until one side ends it. */
static void pass_on(gnutls_session_t tls, int outer, int inner)
{
	char chunk[CHUNK_BYTES];
	struct pollfd fds[] = {{outer, POLLIN, 0}, {inner, POLLIN, 0}};
	for (;;) {
		if (gnutls_record_check_pending(tls) > 0)
			fds[0].revents = POLLIN, fds[1].revents = 0;
		else if (poll(fds, 2, -1) < 0)
			return;
		if (fds[0].revents) {
			ssize_t n = gnutls_record_recv(tls, chunk, sizeof(chunk));
			if (n <= 0 || send(inner, chunk, (size_t)n, MSG_NOSIGNAL) != n)
				return;
		}
		if (fds[1].revents) {
			ssize_t n = read(inner, chunk, sizeof(chunk));
			if (n <= 0 || gnutls_record_send(tls, chunk, (size_t)n) != n)
				return;
		}
	}
}

static void *serve(void *arg)
{
	struct passage *p = arg;
	gnutls_session_t tls;
	NEED(gnutls_init(&tls, GNUTLS_SERVER | GNUTLS_NO_SIGNAL) == 0);
	gnutls_priority_set(tls, p->front->priority);
	gnutls_credentials_set(tls, GNUTLS_CRD_CERTIFICATE, p->front->credentials);
	gnutls_transport_set_int(tls, p->fd);
	if (gnutls_handshake(tls) == GNUTLS_E_SUCCESS) {
		int inner = connect_to(p->front->to);
		pass_on(tls, p->fd, inner);
		gnutls_bye(tls, GNUTLS_SHUT_WR);
		close(inner);
	}
	gnutls_deinit(tls);
	shutdown(p->fd, SHUT_RDWR);
	return NULL;
}

static void *listen_on(void *arg)
{
	struct tls_front *f = arg;
	int fd;
	while ((fd = accept(f->listener, NULL, NULL)) >= 0) {
		pthread_mutex_lock(&f->lock);
		NEED(f->count < CONNECTIONS_MAX);
		struct passage *p = &f->passages[f->count++];
		*p = (struct passage){.front = f, .fd = fd};
		NEED(pthread_create(&p->thread, NULL, serve, p) == 0);
		pthread_mutex_unlock(&f->lock);
	}
	return NULL;
}

/* GnuTLS itself refuses the old ones' signatures, and libcurl their versions. */
static const char *priority_of(const struct tls_front_options *o)
{
	return o->is_old ? "LEGACY:-VERS-ALL:+VERS-TLS1.0:+VERS-TLS1.1" : "NORMAL";
}

static void listen_at(struct tls_front *f, const char *address, unsigned port)
{
	char service[16];
	struct sockaddr_in6 at; /* either family's */
	socklen_t len = sizeof(at);
	struct addrinfo *found,
		hints = {.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV, .ai_socktype = SOCK_STREAM};
	snprintf(service, sizeof(service), "%u", port);
	NEED(getaddrinfo(address ? address : "127.0.0.1", service, &hints, &found) == 0);
	f->listener = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
	NEED(f->listener >= 0 && bind(f->listener, found->ai_addr, found->ai_addrlen) == 0);
	freeaddrinfo(found);
	NEED(listen(f->listener, CONNECTIONS_MAX) == 0);
	NEED(getsockname(f->listener, (struct sockaddr *)&at, &len) == 0);
	f->port = ntohs(at.sin6_port); /* where IPv4 has it, too */
}

struct tls_front *tls_front_start(const struct tls_front_options *options)
{
	struct tls_front *f = calloc(1, sizeof(*f));
	NEED(f);
	f->to = options->to;
	f->credentials = authority_issue(options->authority, &options->certificate);
	NEED(gnutls_priority_init(&f->priority, priority_of(options), NULL) == 0);
	pthread_mutex_init(&f->lock, NULL);
	listen_at(f, options->at, options->port);
	NEED(pthread_create(&f->thread, NULL, listen_on, f) == 0);
	return f;
}

unsigned tls_front_port(const struct tls_front *f)
{
	return f->port;
}

unsigned tls_front_connections(struct tls_front *f)
{
	pthread_mutex_lock(&f->lock);
	unsigned count = f->count;
	pthread_mutex_unlock(&f->lock);
	return count;
}

void tls_front_stop(struct tls_front *f)
{
	shutdown(f->listener, SHUT_RDWR);
	NEED(pthread_join(f->thread, NULL) == 0);
	close(f->listener);
	for (unsigned i = 0; i < f->count; i++) {
		shutdown(f->passages[i].fd, SHUT_RDWR);
		NEED(pthread_join(f->passages[i].thread, NULL) == 0);
		close(f->passages[i].fd);
	}
	gnutls_priority_deinit(f->priority);
	gnutls_certificate_free_credentials(f->credentials);
	pthread_mutex_destroy(&f->lock);
	free(f);
}
