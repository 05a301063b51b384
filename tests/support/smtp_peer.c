/* SPDX-License-Identifier: ISC */
/*
 * A mail server of faults: see smtp_peer.h. It checks no grammar: what clients say is for the test
 * to judge.
 */
#include "support/smtp_peer.h"

#include <arpa/inet.h>
#include <fcntl.h>
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

#include "support/need.h"

struct smtp_peer {
	int listener;
	char url[64];
	pthread_t thread;
	int holder;        /* keeps the port for the listener, and does not listen */
	bool is_listening; /* the test's, as the next one */
	bool is_quiet;
	smtp_judge *judge; /* NULL: by the list */
	void *context;
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
	struct smtp_visit visit;
	struct talk *next;
};

/* Is the next fault one of that place? Then it is used up. */
static bool take_listed(struct smtp_peer *p, enum smtp_place place, const char **reply)
{
	bool is_here = p->faults->place == place;
	if (is_here)
		*reply = p->faults->reply;
	p->faults += is_here;
	return is_here;
}

/* Whether there is a fault at this place, and what is said then. */
static bool take_fault(struct talk *t, enum smtp_place place, const char **reply)
{
	struct smtp_peer *p = t->peer;
	if (place == PEER_NOWHERE)
		return false;
	pthread_mutex_lock(&p->lock);
	bool is_here = p->judge ? p->judge(p->context, &t->visit, place, reply)
	                        : take_listed(p, place, reply);
	pthread_mutex_unlock(&p->lock);
	return is_here;
}

/* Says the reply of this place; false when the connection is to end. */
static bool answer(struct talk *t, enum smtp_place place, const char *reply)
{
	take_fault(t, place, &reply);
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

/* A mail that is there is the list's to keep, or the judge's to see. */
static bool keep_mail(struct talk *t, const struct text *mail)
{
	struct smtp_peer *p = t->peer;
	pthread_mutex_lock(&p->lock);
	NEED(p->mails < PEER_MAILS_MAX);
	p->mail[p->mails++] = *mail;
	pthread_cond_broadcast(&p->changed);
	pthread_mutex_unlock(&p->lock);
	return answer(t, PEER_AT_END, "250 2.0.0 taken");
}

static bool judge_mail(struct talk *t, struct text *mail)
{
	t->visit.mail = mail;
	bool goes_on = answer(t, PEER_AT_END, "250 2.0.0 taken");
	t->visit.mail = NULL;
	text_release(mail);
	return goes_on;
}

/* The mail up to its dot, and the answer to it; false when the line was dropped before that. */
static bool take_mail(struct talk *t)
{
	struct smtp_peer *p = t->peer;
	struct text mail;
	char line[1200];
	const char *unsaid = NULL;
	bool is_whole = false, is_first = true;
	text_init(&mail, 1 << 20);
	while (!is_whole && fgets(line, sizeof(line), t->in)) {
		is_whole = strcmp(line, ".\r\n") == 0;
		if (!is_whole)
			text_add(&mail, line + (line[0] == '.'));
		if (is_first && take_fault(t, PEER_IN_MAIL, &unsaid))
			break;
		is_first = false;
	}
	if (!is_whole) {
		text_release(&mail);
		return false;
	}
	return p->judge ? judge_mail(t, &mail) : keep_mail(t, &mail);
}

static bool take_data(struct talk *t)
{
	const char *reply = "354 go on";
	if (take_fault(t, PEER_AT_DATA, &reply))
		return answer(t, PEER_NOWHERE, reply);
	return answer(t, PEER_NOWHERE, reply) && take_mail(t);
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

static bool take_recipient(struct talk *t, const char *path)
{
	snprintf(t->visit.recipient, sizeof(t->visit.recipient), "%.*s", (int)strcspn(path, ">"),
	         path);
	return answer(t, PEER_AT_RECIPIENT, "250 2.1.5 recipient fine");
}

static void serve(struct talk *t)
{
	char line[1200];
	bool goes_on = answer(t, PEER_AT_GREETING, "220 peer.example ESMTP");
	while (goes_on && fgets(line, sizeof(line), t->in)) {
		pthread_mutex_lock(&t->peer->lock);
		if (!t->peer->judge)
			text_add(&t->peer->commands, line);
		pthread_mutex_unlock(&t->peer->lock);
		if (strncmp(line, "EHLO", 4) == 0)
			goes_on = answer(t, PEER_AT_HELLO,
			                 "250-peer.example\r\n250-AUTH PLAIN\r\n250 SIZE 1000000");
		else if (strncmp(line, "AUTH", 4) == 0)
			goes_on = take_password(t);
		else if (strncmp(line, "MAIL", 4) == 0)
			goes_on = answer(t, PEER_AT_SENDER, "250 2.1.0 sender fine");
		else if (strncmp(line, "RCPT TO:<", 9) == 0)
			goes_on = take_recipient(t, line + 9);
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
	while ((fd = accept4(p->listener, NULL, NULL, SOCK_CLOEXEC)) >= 0) {
		pthread_t thread;
		struct talk *t = calloc(1, sizeof(*t));
		NEED(t);
		*t = (struct talk){
			.peer = p, .fd = fd, .in = fdopen(fcntl(fd, F_DUPFD_CLOEXEC, 0), "r")};
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

/* A socket at the port, 0 for any. Others of ours may be there too, while none listens. */
static int bind_socket(int port)
{
	int yes = 1, fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	struct sockaddr_in at = {.sin_family = AF_INET,
	                         .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	                         .sin_port = htons((uint16_t)port)};
	NEED(fd >= 0 && setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes)) == 0 &&
	     bind(fd, (struct sockaddr *)&at, sizeof(at)) == 0);
	return fd;
}

static int port_of(int fd)
{
	struct sockaddr_in at;
	socklen_t len = sizeof(at);
	NEED(getsockname(fd, (struct sockaddr *)&at, &len) == 0);
	return ntohs(at.sin_port);
}

void smtp_peer_listen(struct smtp_peer *p, bool listens)
{
	if (listens == p->is_listening)
		return;
	if (listens) {
		p->listener = bind_socket(port_of(p->holder));
		NEED(listen(p->listener, 8) == 0 && pthread_create(&p->thread, NULL, work, p) == 0);
	} else {
		shutdown(p->listener, SHUT_RDWR);
		pthread_join(p->thread, NULL);
		close(p->listener);
	}
	p->is_listening = listens;
}

static struct smtp_peer *start(const struct smtp_fault *faults, smtp_judge *judge, void *context)
{
	struct smtp_peer *p = calloc(1, sizeof(*p));
	NEED(p);
	p->faults = faults;
	p->judge = judge;
	p->context = context;
	text_init(&p->commands, 1 << 16);
	pthread_mutex_init(&p->lock, NULL);
	pthread_cond_init(&p->changed, NULL);
	p->holder = bind_socket(0);
	snprintf(p->url, sizeof(p->url), "smtp://127.0.0.1:%d", port_of(p->holder));
	smtp_peer_listen(p, true);
	return p;
}

struct smtp_peer *smtp_peer_start(const struct smtp_fault *faults)
{
	return start(faults, NULL, NULL);
}

struct smtp_peer *smtp_peer_start_judged(smtp_judge *judge, void *context)
{
	return start(NULL, judge, context);
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
	smtp_peer_listen(p, false);
	smtp_peer_wait_idle(p);
	p->is_quiet = true;
}

void smtp_peer_stop(struct smtp_peer *p)
{
	smtp_peer_quiet(p);
	close(p->holder);
	for (unsigned i = 0; i < p->mails; i++)
		text_release(&p->mail[i]);
	text_release(&p->commands);
	pthread_cond_destroy(&p->changed);
	pthread_mutex_destroy(&p->lock);
	free(p);
}
