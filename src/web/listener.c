/* SPDX-License-Identifier: ISC */
/*
 * Listening: see listener.h.
 */
#include "web/listener.h"

#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/log.h"
#include "base/memory.h"

enum { REST_MS = 100 }; /* where descriptors or memory are short */

struct listener {
	int socket, ends; /* ends: an event, that it is over */
	pthread_t thread;
	void (*take)(void *context, int fd, const struct sockaddr *address, socklen_t len);
	void *context;
};

static int read_address(const struct config *config, struct sockaddr_storage *out, struct err *err)
{
	struct sockaddr_in *v4 = (struct sockaddr_in *)out;
	struct sockaddr_in6 *v6 = (struct sockaddr_in6 *)out;
	memset(out, 0, sizeof(*out));
	if (inet_pton(AF_INET, config->listen_address, &v4->sin_addr) == 1) {
		v4->sin_family = AF_INET;
		v4->sin_port = htons(config->listen_port);
	} else if (inet_pton(AF_INET6, config->listen_address, &v6->sin6_addr) == 1) {
		v6->sin6_family = AF_INET6;
		v6->sin6_port = htons(config->listen_port);
	} else {
		return err_set(err, "%s is no address to listen on", config->listen_address);
	}
	return 0;
}

/* The socket, or -1 and errno. */
static int open_socket(const struct sockaddr_storage *address)
{
	static const int on = 1, off = 0;
	bool is_v6 = address->ss_family == AF_INET6;
	socklen_t len = is_v6 ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in);
	int fd = socket(address->ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return -1;
	/* The port may be taken again while connections of before linger. */
	if (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)) == 0 &&
	    (!is_v6 || setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof(off)) == 0) &&
	    bind(fd, (const struct sockaddr *)address, len) == 0 && listen(fd, SOMAXCONN) == 0)
		return fd;
	int reason = errno;
	close(fd);
	errno = reason;
	return -1;
}

int listener_open(const struct config *config, struct err *err)
{
	struct sockaddr_storage address;
	if (read_address(config, &address, err))
		return -1;
	int fd = open_socket(&address);
	if (fd < 0)
		err_set(err, "can't listen on %s, port %u: %s", config->listen_address,
		        (unsigned)config->listen_port, strerror(errno));
	return fd;
}

/* One connection, if there is one still. */
static void take_one(struct listener *l)
{
	struct sockaddr_storage address;
	socklen_t len = sizeof(address);
	int fd =
		accept4(l->socket, (struct sockaddr *)&address, &len, SOCK_NONBLOCK | SOCK_CLOEXEC);
	if (fd >= 0) {
		l->take(l->context, fd, (const struct sockaddr *)&address, len);
	} else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
		log_event("http", "a connection has to wait: %s", strerror(errno));
		poll(NULL, 0, REST_MS);
	}
}

static void *work(void *context)
{
	struct listener *l = context;
	struct pollfd fds[] = {{.fd = l->socket, .events = POLLIN},
	                       {.fd = l->ends, .events = POLLIN}};
	while (!fds[1].revents) {
		if (poll(fds, 2, -1) < 0)
			fds[0].revents = fds[1].revents = 0;
		if (fds[0].revents)
			take_one(l);
	}
	return NULL;
}

struct listener *listener_start(int socket,
                                void (*take)(void *context, int fd, const struct sockaddr *address,
                                             socklen_t len),
                                void *context)
{
	struct listener *l = memory_resize(NULL, 1, sizeof(*l));
	*l = (struct listener){.socket = socket, .take = take, .context = context};
	l->ends = eventfd(0, EFD_CLOEXEC);
	if (l->ends < 0 || pthread_create(&l->thread, NULL, work, l))
		abort();
	pthread_setname_np(l->thread, "listener");
	return l;
}

void listener_stop(struct listener *l)
{
	if (!l)
		return;
	eventfd_write(l->ends, 1);
	pthread_join(l->thread, NULL);
	close(l->ends);
	close(l->socket);
	free(l);
}
