/* SPDX-License-Identifier: ISC */
/*
 * A parrot: see parrot.h.
 */
#include "support/parrot.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "support/need.h"

enum { WAITING_MAX = 16 };

struct parrot {
	const char *words, *again;
	int listener;
	unsigned port;
	pthread_t thread;
};

static bool say(int fd, const char *words)
{
	size_t len = strlen(words);
	return send(fd, words, len, MSG_NOSIGNAL) == (ssize_t)len;
}

static void *listen_on(void *arg)
{
	struct parrot *p = arg;
	char heard[1024];
	int fd;
	while ((fd = accept(p->listener, NULL, NULL)) >= 0) {
		bool listens = say(fd, p->words);
		while (listens && p->again)
			listens = say(fd, p->again);
		while (listens && read(fd, heard, sizeof(heard)) > 0)
			;
		close(fd);
	}
	return NULL;
}

struct parrot *parrot_start(const char *words, const char *again)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t len = sizeof(at);
	struct parrot *p = calloc(1, sizeof(*p));
	NEED(p);
	p->words = words;
	p->again = again;
	p->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	NEED(bind(p->listener, (struct sockaddr *)&at, sizeof(at)) == 0);
	NEED(listen(p->listener, WAITING_MAX) == 0);
	NEED(getsockname(p->listener, (struct sockaddr *)&at, &len) == 0);
	p->port = ntohs(at.sin_port);
	NEED(pthread_create(&p->thread, NULL, listen_on, p) == 0);
	return p;
}

unsigned parrot_port(const struct parrot *p)
{
	return p->port;
}

void parrot_stop(struct parrot *p)
{
	shutdown(p->listener, SHUT_RDWR);
	NEED(pthread_join(p->thread, NULL) == 0);
	close(p->listener);
	free(p);
}
