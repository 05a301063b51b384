/* SPDX-License-Identifier: ISC */
/*
 * Clients in a loop around poll(): see load_client.h.
 */
#include "support/load_client.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "support/measure.h"

enum { ANSWER_BYTES = 1 << 20, WAIT_TRIES = 1000, WAIT_NS = 10 * 1000 * 1000 };

struct client {
	double began;
	struct text answer;
};

struct run {
	const struct load *load;
	struct pollfd polled[LOAD_CLIENTS_MAX]; /* fd -1: has no request under way */
	struct client clients[LOAD_CLIENTS_MAX];
	struct text request;
	size_t answers;
};

static void must(bool is_so, const char *what)
{
	if (!is_so) {
		fprintf(stderr, "load: %s: %s\n", what, strerror(errno));
		abort();
	}
}

static struct sockaddr_in loopback(uint16_t port)
{
	return (struct sockaddr_in){.sin_family = AF_INET,
	                            .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	                            .sin_port = htons(port)};
}

static int try_connect(uint16_t port)
{
	struct sockaddr_in a = loopback(port);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), yes = 1;
	must(fd >= 0, "socket");
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
	if (connect(fd, (struct sockaddr *)&a, sizeof(a)) == 0)
		return fd;
	close(fd);
	return -1;
}

void load_wait_for(uint16_t port)
{
	for (int tries = 0; tries < WAIT_TRIES; tries++) {
		int fd = try_connect(port);
		if (fd >= 0) {
			close(fd);
			return;
		}
		nanosleep(&(struct timespec){.tv_nsec = WAIT_NS}, NULL);
	}
	must(false, "nobody listens");
}

uint16_t load_free_port(void)
{
	struct sockaddr_in a = loopback(0);
	socklen_t len = sizeof(a);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	must(fd >= 0 && bind(fd, (struct sockaddr *)&a, len) == 0, "bind");
	must(getsockname(fd, (struct sockaddr *)&a, &len) == 0, "getsockname");
	close(fd);
	return ntohs(a.sin_port);
}

static void send_all(int fd, const struct text *t)
{
	for (size_t sent = 0; sent < t->len;) {
		ssize_t n = send(fd, t->data + sent, t->len - sent, MSG_NOSIGNAL);
		must(n > 0, "send");
		sent += (size_t)n;
	}
}

static void ask(struct run *run, unsigned i)
{
	struct client *c = &run->clients[i];
	text_clear(&run->request);
	if (!run->load->ask(run->load->context, i, &run->request)) {
		close(run->polled[i].fd);
		run->polled[i].fd = -1;
		return;
	}
	text_clear(&c->answer);
	c->began = measure_now_s();
	send_all(run->polled[i].fd, &run->request);
}

/* Is the answer whole? Then *body_len is its body's length and its head is terminated. */
static bool is_whole(struct text *answer, size_t *body_len)
{
	static const char name[] = "\r\nContent-Length: ";
	char *end = memmem(answer->data, answer->len, "\r\n\r\n", 4);
	if (!end)
		return false;
	size_t head_len = (size_t)(end - answer->data);
	const char *length = memmem(answer->data, head_len, name, sizeof(name) - 1);
	must(length != NULL, "an answer without a length");
	*body_len = strtoul(length + sizeof(name) - 1, NULL, 10);
	if (answer->len < head_len + 4 + *body_len)
		return false;
	must(answer->len == head_len + 4 + *body_len, "an answer too long");
	*end = '\0';
	return true;
}

static void receive(struct run *run, unsigned i)
{
	const struct load *load = run->load;
	struct client *c = &run->clients[i];
	size_t body_len;
	must(text_grow(&c->answer, 65536), "too large an answer");
	ssize_t n = recv(run->polled[i].fd, c->answer.data + c->answer.len, 65536, 0);
	must(n > 0, "recv");
	c->answer.len += (size_t)n;
	if (!is_whole(&c->answer, &body_len))
		return;
	if (load->latencies_s && run->answers < load->latency_room)
		load->latencies_s[run->answers] = measure_now_s() - c->began;
	run->answers++;
	load->take(load->context, i, (int)strtol(c->answer.data + 9, NULL, 10), c->answer.data,
	           body_len);
	ask(run, i);
}

static bool is_anybody_busy(const struct run *run)
{
	for (unsigned i = 0; i < run->load->clients; i++) {
		if (run->polled[i].fd >= 0)
			return true;
	}
	return false;
}

size_t load_run(const struct load *load)
{
	struct run *run = calloc(1, sizeof(*run));
	must(run && load->clients <= LOAD_CLIENTS_MAX, "too many clients");
	run->load = load;
	text_init(&run->request, ANSWER_BYTES);
	for (unsigned i = 0; i < load->clients; i++) {
		text_init(&run->clients[i].answer, ANSWER_BYTES);
		run->polled[i] = (struct pollfd){.fd = try_connect(load->port), .events = POLLIN};
		must(run->polled[i].fd >= 0, "connect");
	}
	for (unsigned i = 0; i < load->clients; i++)
		ask(run, i);
	while (is_anybody_busy(run)) {
		must(poll(run->polled, load->clients, -1) > 0, "poll");
		for (unsigned i = 0; i < load->clients; i++) {
			if (run->polled[i].fd >= 0 && run->polled[i].revents)
				receive(run, i);
		}
	}
	size_t answers = run->answers;
	for (unsigned i = 0; i < load->clients; i++)
		text_release(&run->clients[i].answer);
	text_release(&run->request);
	free(run);
	return answers;
}
