/* SPDX-License-Identifier: ISC */
/*
 * POSTs to addresses that strangers gave us, many at a time, by one curl_multi. What is sent, and
 * what follows from the answer, is hook_courier.h's.
 *
 * The guard (S5). Where a POST may go is judged by the address to which the socket is about to be
 * connected, when it is: how the address is spelled, and what its name said a moment ago, do not
 * matter. Special-purpose addresses (base/network.h) are refused unless the operator names their
 * network; plain http is for those networks alone. A connection that is kept and used again was
 * judged when it was made, and the networks are the same until the end. No redirect is followed and
 * no proxy used, nor one of the environment. The port is free: over https nothing is said before a
 * certificate of that very host was shown, and for networks of the house their operator answers. An
 * answer is counted and thrown away: only its status is told, and what went wrong in words of ours.
 *
 *	posts_start(p, tag, &post);
 *	posts_wait(p, 1000);
 *	while (posts_next(p, &done))
 *		...;	// done.tag
 */
#ifndef NOTIFY_POST_H
#define NOTIFY_POST_H

#include <stdbool.h>
#include <stddef.h>

#include "base/network.h"

enum {
	POSTS_MAX = 128, /* at a time */
	POST_TIMEOUT_MS = 10000,
	POST_CONNECT_MS = 5000,
	POST_ANSWER_BYTES = 65536, /* what is longer is not read to its end */
	POST_WORDS = 120,
};

struct posts;

struct posts_options {
	const struct network *networks; /* that the operator names; the caller's */
	unsigned network_count;
	const char *ca_file; /* NULL: the system's authorities */
	unsigned timeout_ms; /* of one, from beginning to end; 0: POST_TIMEOUT_MS */
};

/* The head is lines "Name: value\r\n" up to its length; it is copied, the body is not. */
struct post {
	const char *url;
	const char *head;
	size_t head_len;
	const char *body;
	size_t body_len;
};

struct post_done {
	void *tag;
	int status;             /* 0: there was no answer */
	char words[POST_WORDS]; /* "answered 204", or what went wrong */
};

/* The file with the system's authorities, where libcurl looks for it; NULL: it knows of none. */
const char *posts_authorities(void);

struct posts *posts_open(const struct posts_options *options);
/* Gives up what is under way. NULL is allowed. */
void posts_close(struct posts *p);

/* How many are under way. */
unsigned posts_count(const struct posts *p);
/* Fewer than POSTS_MAX are. url, and what the body points to, must live until it is done. */
void posts_start(struct posts *p, void *tag, const struct post *post);
/* One that has come to its end; false when there is none. */
bool posts_next(struct posts *p, struct post_done *out);
/* Goes on with those that are under way, waits until something happens to one of them, for so long
 * at most, or until posts_wake(). */
void posts_wait(struct posts *p, int timeout_ms);
/* From any thread. */
void posts_wake(struct posts *p);

#endif
