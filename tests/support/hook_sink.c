/* SPDX-License-Identifier: ISC */
/*
 * A sink for webhooks: see hook_sink.h.
 */
#include "support/hook_sink.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/base64.h"
#include "base/text.h"
#include "support/need.h"

enum { WAITING_MAX = 512, HEAD_MAX = 8192, BODY_MAX = 16384 };

struct visit {
	char path[256];
	char *head, *body;
};

/* A connection, while it is open. */
struct talk {
	struct hook_sink *sink;
	int fd;
	struct talk *next;
};

struct hook_sink {
	int listener;
	unsigned port;
	char url[64];
	pthread_t thread;
	hook_judge *judge;
	void (*half_way)(void *context);
	void *context;
	pthread_mutex_t lock; /* guards what follows */
	pthread_cond_t changed;
	unsigned connections, last_peer; /* the port of who came last */
	struct talk *talks;
	struct visit **visits;
	unsigned requests, room;
};

/* The head with its empty line; false at the end of the connection. */
static bool read_head(FILE *in, char head[HEAD_MAX])
{
	size_t len = 0;
	while (fgets(head + len, (int)(HEAD_MAX - len), in)) {
		if (strcmp(head + len, "\r\n") == 0)
			return true;
		len += strlen(head + len);
		NEED(len + 2 < HEAD_MAX);
	}
	return false;
}

/* The value behind "\nName: ", up to its line's end. */
static void find_field(const char *head, const char *name, char *out, size_t size)
{
	size_t len = strlen(name);
	out[0] = '\0';
	for (const char *at = strchr(head, '\n'); at; at = strchr(at + 1, '\n')) {
		if (strncasecmp(at + 1, name, len) != 0 || at[1 + len] != ':')
			continue;
		const char *value = at + len + 2 + strspn(at + len + 2, " ");
		snprintf(out, size, "%.*s", (int)strcspn(value, "\r\n"), value);
		return;
	}
}

static bool send_all(int fd, const char *text)
{
	size_t len = strlen(text);
	return send(fd, text, len, MSG_NOSIGNAL) == (ssize_t)len;
}

static struct visit *new_visit(struct hook_sink *s)
{
	struct visit *v = calloc(1, sizeof(*v));
	if (s->requests == s->room) {
		s->room = 2 * s->room + 64;
		s->visits = realloc(s->visits, s->room * sizeof(s->visits[0]));
	}
	NEED(v && s->visits);
	s->visits[s->requests] = v;
	return v;
}

/* Keeps it, and asks what to answer. */
static int take(struct hook_sink *s, const char *head, const char *body)
{
	int status = 204;
	pthread_mutex_lock(&s->lock);
	struct visit *v = new_visit(s);
	const char *path = strchr(head, ' ') + 1;
	snprintf(v->path, sizeof(v->path), "%.*s", (int)strcspn(path, " "), path);
	v->head = strdup(head);
	v->body = strdup(body);
	if (s->judge)
		status = s->judge(s->context, v->path);
	s->requests++;
	pthread_cond_broadcast(&s->changed);
	pthread_mutex_unlock(&s->lock);
	return status;
}

static void tell_half_way(struct hook_sink *s)
{
	pthread_mutex_lock(&s->lock);
	if (s->half_way)
		s->half_way(s->context);
	pthread_mutex_unlock(&s->lock);
}

static void talk(struct talk *t)
{
	char head[HEAD_MAX], body[BODY_MAX], length[32], answer[256];
	FILE *in = fdopen(dup(t->fd), "r");
	NEED(in);
	while (read_head(in, head)) {
		find_field(head, "Content-Length", length, sizeof(length));
		size_t len = strtoul(length, NULL, 10);
		NEED(len < sizeof(body));
		tell_half_way(t->sink);
		if (fread(body, 1, len, in) != len)
			break;
		body[len] = '\0';
		int status = take(t->sink, head, body);
		if (status == HOOK_SINK_HANG)
			while (fgetc(in) != EOF)
				;
		if (status <= 0)
			break;
		snprintf(answer, sizeof(answer),
		         "HTTP/1.1 %d As told\r\nContent-Length: 0\r\nLocation: /elsewhere\r\n\r\n",
		         status);
		if (!send_all(t->fd, answer))
			break;
	}
	fclose(in);
}

static void *serve(void *arg)
{
	struct talk *t = arg;
	struct hook_sink *s = t->sink;
	talk(t);
	pthread_mutex_lock(&s->lock);
	struct talk **at = &s->talks;
	while (*at != t)
		at = &(*at)->next;
	*at = t->next;
	close(t->fd);
	free(t);
	pthread_cond_broadcast(&s->changed);
	pthread_mutex_unlock(&s->lock);
	return NULL;
}

static void *listen_on(void *arg)
{
	struct hook_sink *s = arg;
	int fd;
	struct sockaddr_in from;
	while ((fd = accept(s->listener, (struct sockaddr *)&from, &(socklen_t){sizeof(from)})) >=
	       0) {
		pthread_t thread;
		struct talk *t = malloc(sizeof(*t));
		NEED(t);
		pthread_mutex_lock(&s->lock);
		*t = (struct talk){.sink = s, .fd = fd, .next = s->talks};
		s->talks = t;
		s->connections++;
		s->last_peer = ntohs(from.sin_port);
		NEED(pthread_create(&thread, NULL, serve, t) == 0);
		pthread_detach(thread);
		pthread_cond_broadcast(&s->changed);
		pthread_mutex_unlock(&s->lock);
	}
	return NULL;
}

struct hook_sink *hook_sink_start(hook_judge *judge, void *context)
{
	return hook_sink_start_watched(judge, NULL, context);
}

struct hook_sink *hook_sink_start_watched(hook_judge *judge, void (*half_way)(void *context),
                                          void *context)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t len = sizeof(at);
	struct hook_sink *s = calloc(1, sizeof(*s));
	NEED(s);
	s->judge = judge;
	s->half_way = half_way;
	s->context = context;
	pthread_mutex_init(&s->lock, NULL);
	pthread_cond_init(&s->changed, NULL);
	s->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	NEED(bind(s->listener, (struct sockaddr *)&at, sizeof(at)) == 0);
	NEED(listen(s->listener, WAITING_MAX) == 0);
	NEED(getsockname(s->listener, (struct sockaddr *)&at, &len) == 0);
	s->port = ntohs(at.sin_port);
	snprintf(s->url, sizeof(s->url), "http://127.0.0.1:%u", s->port);
	NEED(pthread_create(&s->thread, NULL, listen_on, s) == 0);
	return s;
}

const char *hook_sink_url(const struct hook_sink *s)
{
	return s->url;
}

unsigned hook_sink_port(const struct hook_sink *s)
{
	return s->port;
}

unsigned hook_sink_count(struct hook_sink *s)
{
	pthread_mutex_lock(&s->lock);
	unsigned count = s->requests;
	pthread_mutex_unlock(&s->lock);
	return count;
}

unsigned hook_sink_connections(struct hook_sink *s)
{
	pthread_mutex_lock(&s->lock);
	unsigned count = s->connections;
	pthread_mutex_unlock(&s->lock);
	return count;
}

void hook_sink_wait(struct hook_sink *s, unsigned requests)
{
	pthread_mutex_lock(&s->lock);
	while (s->requests < requests)
		pthread_cond_wait(&s->changed, &s->lock);
	pthread_mutex_unlock(&s->lock);
}

static void await_end_of_talks(struct hook_sink *s)
{
	pthread_mutex_lock(&s->lock);
	while (s->talks)
		pthread_cond_wait(&s->changed, &s->lock);
	pthread_mutex_unlock(&s->lock);
}

/* A connection of its own comes after all that wait to be taken. */
void hook_sink_quiet(struct hook_sink *s)
{
	struct sockaddr_in at = {.sin_family = AF_INET,
	                         .sin_port = htons((uint16_t)s->port),
	                         .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t len = sizeof(at);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	NEED(connect(fd, (struct sockaddr *)&at, len) == 0 &&
	     getsockname(fd, (struct sockaddr *)&at, &len) == 0);
	pthread_mutex_lock(&s->lock);
	while (s->last_peer != ntohs(at.sin_port))
		pthread_cond_wait(&s->changed, &s->lock);
	pthread_mutex_unlock(&s->lock);
	close(fd);
	await_end_of_talks(s);
}

static struct visit *visit(struct hook_sink *s, unsigned n)
{
	pthread_mutex_lock(&s->lock);
	NEED(n < s->requests);
	struct visit *v = s->visits[n];
	pthread_mutex_unlock(&s->lock);
	return v;
}

const char *hook_sink_path(struct hook_sink *s, unsigned n)
{
	return visit(s, n)->path;
}

const char *hook_sink_body(struct hook_sink *s, unsigned n)
{
	return visit(s, n)->body;
}

void hook_sink_field(struct hook_sink *s, unsigned n, const char *name, char *out, size_t size)
{
	find_field(visit(s, n)->head, name, out, size);
}

void hook_sink_stop(struct hook_sink *s)
{
	shutdown(s->listener, SHUT_RDWR);
	NEED(pthread_join(s->thread, NULL) == 0);
	close(s->listener);
	pthread_mutex_lock(&s->lock);
	for (struct talk *t = s->talks; t; t = t->next)
		shutdown(t->fd, SHUT_RDWR);
	pthread_mutex_unlock(&s->lock);
	await_end_of_talks(s);
	for (unsigned i = 0; i < s->requests; i++) {
		free(s->visits[i]->head);
		free(s->visits[i]->body);
		free(s->visits[i]);
	}
	free(s->visits);
	pthread_mutex_destroy(&s->lock);
	pthread_cond_destroy(&s->changed);
	free(s);
}

void hook_sink_sign(struct hook_sink *s, unsigned n, const unsigned char key[SECRET_KEY_BYTES],
                    char out[HOOK_SINK_SIGNATURE])
{
	char id[80], at[40];
	unsigned char mac[SECRET_MAC_BYTES];
	struct text said, base64;
	text_init(&said, 10000);
	text_init(&base64, HOOK_SINK_SIGNATURE);
	hook_sink_field(s, n, "webhook-id", id, sizeof(id));
	hook_sink_field(s, n, "webhook-timestamp", at, sizeof(at));
	text_printf(&said, "%s.%s.%s", id, at, hook_sink_body(s, n));
	secret_sign(mac, key, said.data, said.len);
	base64_add(&base64, mac, sizeof(mac));
	snprintf(out, HOOK_SINK_SIGNATURE, "v1,%s", text_string(&base64));
	text_release(&said);
	text_release(&base64);
}
