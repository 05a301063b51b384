/* SPDX-License-Identifier: ISC */
/*
 * A name server of few rows: see dns_peer.h. Questions are read by glibc's parser, answers are put
 * together byte by byte.
 */
#include "support/dns_peer.h"

#include <arpa/inet.h>
#include <arpa/nameser.h>
#include <netinet/in.h>
#include <pthread.h>
#include <resolv.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "support/need.h"

enum { PACKET_BYTES = 1500, ANSWER_BYTES = 1200, STRING_BYTES = 200 };

struct dns_peer {
	const struct dns_row *_Atomic rows;
	int socket;
	char server[32];
	pthread_t thread;
	atomic_uint questions;
};

/* An answer that grows. */
struct packet {
	unsigned char bytes[PACKET_BYTES];
	size_t len;
};

static void put(struct packet *p, const void *bytes, size_t len)
{
	NEED(p->len + len <= ANSWER_BYTES);
	memcpy(p->bytes + p->len, bytes, len);
	p->len += len;
}

static void put_16(struct packet *p, unsigned value)
{
	put(p, (const unsigned char[]){(unsigned char)(value >> 8), (unsigned char)value}, 2);
}

static void put_name(struct packet *p, const char *name)
{
	unsigned char encoded[NS_MAXCDNAME];
	int len = dn_comp(name, encoded, sizeof(encoded), NULL, NULL);
	NEED(len > 0);
	put(p, encoded, (size_t)len);
}

static void put_value(struct packet *p, int type, const char *value)
{
	unsigned char address[16];
	size_t left = strlen(value);
	switch (type) {
	case ns_t_a:
	case ns_t_aaaa:
		NEED(inet_pton(type == ns_t_a ? AF_INET : AF_INET6, value, address) == 1);
		put(p, address, type == ns_t_a ? 4 : 16);
		break;
	case ns_t_mx:
		put_16(p, (unsigned)strtoul(value, NULL, 10));
		put_name(p, strchr(value, ' ') + 1);
		break;
	case ns_t_cname:
		put_name(p, value);
		break;
	default:
		do {
			unsigned char n =
				(unsigned char)(left < STRING_BYTES ? left : STRING_BYTES);
			put(p, &n, 1);
			put(p, value, n);
			value += n;
			left -= n;
		} while (left > 0);
	}
}

static int type_of(const char *word)
{
	static const struct {
		const char *word;
		int type;
	} types[] = {{"TXT", ns_t_txt},
	             {"MX", ns_t_mx},
	             {"A", ns_t_a},
	             {"AAAA", ns_t_aaaa},
	             {"CNAME", ns_t_cname}};
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		if (strcmp(types[i].word, word) == 0)
			return types[i].type;
	}
	return 0;
}

/* Adds the rows of a name; true when the name has any. An alias is followed. */
static bool put_rows(struct packet *p, const struct dns_row *rows, const char *name, int type,
                     unsigned *count)
{
	bool is_there = false;
	for (const struct dns_row *r = rows; r->name; r++) {
		int row_type = type_of(r->type);
		if (strcasecmp(r->name, name) != 0)
			continue;
		is_there = true;
		if (row_type != type && row_type != ns_t_cname)
			continue;
		put_name(p, name);
		put_16(p, (unsigned)row_type);
		put_16(p, ns_c_in);
		put_16(p, 0), put_16(p, 0); /* how long it may be kept */
		size_t length_at = p->len;
		put_16(p, 0);
		put_value(p, row_type, r->value);
		size_t len = p->len - length_at - 2;
		p->bytes[length_at] = (unsigned char)(len >> 8);
		p->bytes[length_at + 1] = (unsigned char)len;
		++*count;
		if (row_type == ns_t_cname)
			put_rows(p, rows, r->value, type, count);
	}
	return is_there;
}

/* Has this name a row that is a behaviour? */
static bool does(const struct dns_row *rows, const char *name, const char *what)
{
	for (const struct dns_row *r = rows; r->name; r++) {
		if (strcasecmp(r->name, name) == 0 && strcmp(r->type, what) == 0)
			return true;
	}
	return false;
}

/* The question to its answer; false for silence. */
static bool answer(const struct dns_row *rows, const unsigned char *asked, size_t len,
                   struct packet *p)
{
	ns_msg message;
	ns_rr question;
	unsigned count = 0;
	NEED(ns_initparse(asked, (int)len, &message) == 0 &&
	     ns_parserr(&message, ns_s_qd, 0, &question) == 0);
	const char *name = ns_rr_name(question);
	if (does(rows, name, "SILENT"))
		return false;
	p->len = 0;
	put_16(p, ns_msg_id(message));
	put_16(p, 0x8180); /* an answer; recursion was wanted and is there */
	put_16(p, 1), put_16(p, 0), put_16(p, 0), put_16(p, 0);
	put_name(p, name);
	put_16(p, ns_rr_type(question));
	put_16(p, ns_c_in);
	if (does(rows, name, "FAIL"))
		p->bytes[3] |= ns_r_servfail;
	else if (!put_rows(p, rows, name, (int)ns_rr_type(question), &count))
		p->bytes[3] |= ns_r_nxdomain;
	p->bytes[7] = (unsigned char)count;
	if (does(rows, name, "JUNK"))
		p->bytes[7] = 9;
	return true;
}

static void *work(void *arg)
{
	struct dns_peer *p = arg;
	for (;;) {
		unsigned char asked[PACKET_BYTES];
		struct packet out;
		struct sockaddr_in from;
		socklen_t from_len = sizeof(from);
		ssize_t len = recvfrom(p->socket, asked, sizeof(asked), 0, (struct sockaddr *)&from,
		                       &from_len);
		if (len <= 0)
			return NULL; /* an empty datagram ends it */
		atomic_fetch_add(&p->questions, 1);
		if (answer(atomic_load(&p->rows), asked, (size_t)len, &out))
			sendto(p->socket, out.bytes, out.len, 0, (struct sockaddr *)&from,
			       from_len);
	}
}

struct dns_peer *dns_peer_start(const struct dns_row *rows)
{
	return dns_peer_start_on(rows, 0);
}

struct dns_peer *dns_peer_start_on(const struct dns_row *rows, unsigned port)
{
	struct dns_peer *p = calloc(1, sizeof(*p));
	struct sockaddr_in at = {.sin_family = AF_INET,
	                         .sin_port = htons((uint16_t)port),
	                         .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t len = sizeof(at);
	NEED(p);
	atomic_init(&p->rows, rows);
	p->socket = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	NEED(p->socket >= 0 && bind(p->socket, (struct sockaddr *)&at, len) == 0 &&
	     getsockname(p->socket, (struct sockaddr *)&at, &len) == 0);
	snprintf(p->server, sizeof(p->server), "127.0.0.1:%d", ntohs(at.sin_port));
	NEED(pthread_create(&p->thread, NULL, work, p) == 0);
	return p;
}

const char *dns_peer_server(const struct dns_peer *p)
{
	return p->server;
}

void dns_peer_turn(struct dns_peer *p, const struct dns_row *rows)
{
	atomic_store(&p->rows, rows);
}

unsigned dns_peer_questions(struct dns_peer *p)
{
	return atomic_load(&p->questions);
}

void dns_peer_stop(struct dns_peer *p)
{
	struct sockaddr_in at;
	socklen_t len = sizeof(at);
	NEED(getsockname(p->socket, (struct sockaddr *)&at, &len) == 0);
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	NEED(fd >= 0 && sendto(fd, "", 0, 0, (struct sockaddr *)&at, len) == 0);
	close(fd);
	pthread_join(p->thread, NULL);
	close(p->socket);
	free(p);
}
