/* SPDX-License-Identifier: ISC */
/*
 * A mail server of faults: see smtp_peer.h. It checks no grammar: what clients say is for the test
 * to judge.
 */
#include "support/smtp_peer.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define NEED(condition)                                                                 \
	do {                                                                            \
		if (!(condition)) {                                                     \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
			abort();                                                        \
		}                                                                       \
	} while (0)

struct smtp_peer {
	int listener;
	char url[64];
	pthread_t thread;
	bool is_quiet;        /* the test's */
	pthread_mutex_t lock; /* guards what follows */
	pthread_cond_t changed;
	const struct smtp_fault *faults; /* the next one */
	bool is_stopping;
	struct talk *open; /* a list */
	unsigned connections, mails;
	struct text mail[PEER_MAILS_MAX], commands;
};

/* A connection, served by a thread of its own. */
struct talk {
	struct smtp_peer *peer;
	int fd;
	FILE *in;
	struct talk *next;
};

/* Is the next fault one of that place? Then it is used up. */
static bool take_fault(struct smtp_peer *p, enum smtp_place place, const char **reply)
{
	pthread_mutex_lock(&p->lock);
	bool is_here = place != PEER_NOWHERE && p->faults->place == place;
	if (is_here && reply)
		*reply = p->faults->reply;
	p->faults += is_here;
	pthread_mutex_unlock(&p->lock);
	return is_here;
}

/* Says the reply of this place; false when the connection is to end. */
static bool answer(struct talk *t, enum smtp_place place, const char *reply)
{
	take_fault(t->peer, place, &reply);
	if (!reply)
		return false;
	if (!*reply) {
		while (fgetc(t->in) != EOF)
			;
		return false;
	}
	char line[512];
	int len = snprintf(line, sizeof(line), "%s\r\n", reply);
	return send(t->fd, line, (size_t)len, MSG_NOSIGNAL) == len &&
	       strncmp(reply, "421", 3) != 0 && strncmp(reply, "554", 3) != 0;
}

/* The mail up to its dot; false when the line was dropped before that. */
static bool take_mail(struct talk *t)
{
	struct smtp_peer *p = t->peer;
	struct text mail;
	char line[1200];
	bool is_whole = false;
	text_init(&mail, 1 << 20);
	while (!is_whole && fgets(line, sizeof(line), t->in)) {
		is_whole = strcmp(line, ".\r\n") == 0;
		if (!is_whole)
			text_add(&mail, line + (line[0] == '.'));
		if (take_fault(p, PEER_IN_MAIL, NULL))
			break;
	}
	pthread_mutex_lock(&p->lock);
	if (is_whole) {
		NEED(p->mails < PEER_MAILS_MAX);
		p->mail[p->mails++] = mail;
		pthread_cond_broadcast(&p->changed);
	} else {
		text_release(&mail);
	}
	pthread_mutex_unlock(&p->lock);
	return is_whole;
}

static bool take_data(struct talk *t)
{
	const char *reply = "354 go on";
	if (take_fault(t->peer, PEER_AT_DATA, &reply))
		return answer(t, PEER_NOWHERE, reply);
	return answer(t, PEER_NOWHERE, reply) && take_mail(t) &&
	       answer(t, PEER_AT_END, "250 2.0.0 taken");
}

static bool take_password(struct talk *t)
{
	static const char right[] = "AHNhZmFyaQBzZWNyZXQ=\r\n"; /* "\0safari\0secret" */
	char line[256];
	if (!answer(t, PEER_NOWHERE, "334 ") || !fgets(line, sizeof(line), t->in))
		return false;
	return answer(t, PEER_NOWHERE,
	              strcmp(line, right) == 0 ? "235 2.7.0 come in" : "535 5.7.8 wrong password");
}

static void serve(struct talk *t)
{
	char line[1200];
	bool goes_on = answer(t, PEER_AT_GREETING, "220 peer.example ESMTP");
	while (goes_on && fgets(line, sizeof(line), t->in)) {
		pthread_mutex_lock(&t->peer->lock);
		text_add(&t->peer->commands, line);
		pthread_mutex_unlock(&t->peer->lock);
		if (strncmp(line, "EHLO", 4) == 0)
			goes_on = answer(t, PEER_AT_HELLO,
			                 "250-peer.example\r\n250-AUTH PLAIN\r\n250 SIZE 1000000");
		else if (strncmp(line, "AUTH", 4) == 0)
			goes_on = take_password(t);
		else if (strncmp(line, "MAIL", 4) == 0)
			goes_on = answer(t, PEER_AT_SENDER, "250 2.1.0 sender fine");
		else if (strncmp(line, "RCPT", 4) == 0)
			goes_on = answer(t, PEER_AT_RECIPIENT, "250 2.1.5 recipient fine");
		else if (strncmp(line, "DATA", 4) == 0)
			goes_on = take_data(t);
		else
			goes_on = answer(t, PEER_NOWHERE, "221 2.0.0 bye") &&
			          strncmp(line, "QUIT", 4) != 0;
	}
}

static void *converse(void *arg)
{
	struct talk *t = arg, **at;
	struct smtp_peer *p = t->peer;
	serve(t);
	pthread_mutex_lock(&p->lock);
	for (at = &p->open; *at != t; at = &(*at)->next)
		;
	*at = t->next;
	fclose(t->in);
	close(t->fd);
	free(t);
	/* The last one: p may be gone from here on. */
	pthread_cond_broadcast(&p->changed);
	pthread_mutex_unlock(&p->lock);
	return NULL;
}

static void *work(void *arg)
{
	struct smtp_peer *p = arg;
	int fd;
	while ((fd = accept(p->listener, NULL, NULL)) >= 0) {
		pthread_t thread;
		struct talk *t = calloc(1, sizeof(*t));
		NEED(t);
		*t = (struct talk){.peer = p, .fd = fd, .in = fdopen(dup(fd), "r")};
		NEED(t->in);
		pthread_mutex_lock(&p->lock);
		p->connections += !p->is_stopping;
		t->next = p->open;
		p->open = t;
		if (p->is_stopping)
			shutdown(fd, SHUT_RDWR);
		pthread_mutex_unlock(&p->lock);
		NEED(pthread_create(&thread, NULL, converse, t) == 0);
		pthread_detach(thread);
	}
	return NULL;
}

struct smtp_peer *smtp_peer_start(const struct smtp_fault *faults)
{
	struct smtp_peer *p = calloc(1, sizeof(*p));
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t len = sizeof(at);
	NEED(p);
	p->faults = faults;
	text_init(&p->commands, 1 << 16);
	pthread_mutex_init(&p->lock, NULL);
	pthread_cond_init(&p->changed, NULL);
	p->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	NEED(p->listener >= 0 && bind(p->listener, (struct sockaddr *)&at, len) == 0 &&
	     listen(p->listener, 8) == 0 &&
	     getsockname(p->listener, (struct sockaddr *)&at, &len) == 0);
	snprintf(p->url, sizeof(p->url), "smtp://127.0.0.1:%d", ntohs(at.sin_port));
	NEED(pthread_create(&p->thread, NULL, work, p) == 0);
	return p;
}

const char *smtp_peer_url(const struct smtp_peer *p)
{
	return p->url;
}

void smtp_peer_wait(struct smtp_peer *p, unsigned mails)
{
	pthread_mutex_lock(&p->lock);
	while (p->mails < mails)
		pthread_cond_wait(&p->changed, &p->lock);
	pthread_mutex_unlock(&p->lock);
}

void smtp_peer_wait_idle(struct smtp_peer *p)
{
	pthread_mutex_lock(&p->lock);
	while (p->open)
		pthread_cond_wait(&p->changed, &p->lock);
	pthread_mutex_unlock(&p->lock);
}

unsigned smtp_peer_connections(struct smtp_peer *p)
{
	pthread_mutex_lock(&p->lock);
	unsigned connections = p->connections;
	pthread_mutex_unlock(&p->lock);
	return connections;
}

unsigned smtp_peer_mails(struct smtp_peer *p)
{
	pthread_mutex_lock(&p->lock);
	unsigned mails = p->mails;
	pthread_mutex_unlock(&p->lock);
	return mails;
}

const char *smtp_peer_commands(struct smtp_peer *p)
{
	NEED(p->is_quiet);
	return text_string(&p->commands);
}

const struct text *smtp_peer_mail(struct smtp_peer *p, unsigned n)
{
	NEED(p->is_quiet && n < p->mails);
	return &p->mail[n];
}

void smtp_peer_quiet(struct smtp_peer *p)
{
	if (p->is_quiet)
		return;
	pthread_mutex_lock(&p->lock);
	p->is_stopping = true;
	for (struct talk *t = p->open; t; t = t->next)
		shutdown(t->fd, SHUT_RDWR);
	pthread_mutex_unlock(&p->lock);
	shutdown(p->listener, SHUT_RDWR);
	pthread_join(p->thread, NULL);
	close(p->listener);
	smtp_peer_wait_idle(p);
	p->is_quiet = true;
}

void smtp_peer_stop(struct smtp_peer *p)
{
	smtp_peer_quiet(p);
	for (unsigned i = 0; i < p->mails; i++)
		text_release(&p->mail[i]);
	text_release(&p->commands);
	pthread_cond_destroy(&p->changed);
	pthread_mutex_destroy(&p->lock);
	free(p);
}
