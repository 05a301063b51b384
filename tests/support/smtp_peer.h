/* SPDX-License-Identifier: ISC */
/*
 * A mail server that fails as it is told to, on a port of the loopback, in a thread of the test for
 * each connection. It counts what arrives, and keeps it. No TLS. Whoever gives a
 * password must be safari, and the password secret; nobody needs one.
 *
 *	struct smtp_peer *peer = smtp_peer_start((const struct smtp_fault[]){
 *		{PEER_AT_RECIPIENT, "451 4.3.0 later"},
 *		{0},
 *	});
 *	...;      // send to smtp_peer_url(peer): the first recipient gets 451, all others are taken
 *	smtp_peer_stop(peer);
 */
#ifndef SUPPORT_SMTP_PEER_H
#define SUPPORT_SMTP_PEER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

enum smtp_place {
	PEER_NOWHERE, /* ends the list */
	PEER_AT_GREETING,
	PEER_AT_HELLO,
	PEER_AT_SENDER,
	PEER_AT_RECIPIENT,
	PEER_AT_DATA, /* instead of 354 */
	PEER_IN_MAIL, /* after its first line */
	PEER_AT_END,  /* the mail is there, and counted */
};

/* "" says nothing and waits until the client hangs up; NULL drops the line; 421 and 554 end the
 * connection after they were said. */
struct smtp_fault {
	enum smtp_place place;
	const char *reply;
};

enum { PEER_MAILS_MAX = 16 };

struct smtp_peer;

/* Faults come in this order, each once, when their place is reached; after them all is taken. The
 * list must outlive the peer. */
struct smtp_peer *smtp_peer_start(const struct smtp_fault *faults);
const char *smtp_peer_url(const struct smtp_peer *p);

/* What a connection is about, for a judge. */
struct smtp_visit {
	char recipient[256]; /* from PEER_AT_RECIPIENT on */
	struct text *mail;   /* PEER_AT_END: whole, as it was before dots were doubled */
};

/* Asked at each place of each connection, by one thread at a time. False: all goes well there. True
 * with a reply as of struct smtp_fault (at PEER_IN_MAIL the line is dropped whatever it is). A mail
 * that is there is the judge's to note; the peer keeps and counts none. */
typedef bool smtp_judge(void *context, const struct smtp_visit *visit, enum smtp_place place,
                        const char **reply);
struct smtp_peer *smtp_peer_start_judged(smtp_judge *judge, void *context);

/* Connections are refused, or taken again at the same port. Those that are there go on. */
void smtp_peer_listen(struct smtp_peer *p, bool listens);

/* Waits until so many mails are there. */
void smtp_peer_wait(struct smtp_peer *p, unsigned mails);

/* Waits until no connection is open. */
void smtp_peer_wait_idle(struct smtp_peer *p);

/* What has happened so far. */
unsigned smtp_peer_connections(struct smtp_peer *p);
unsigned smtp_peer_mails(struct smtp_peer *p);

/* What the clients said outside of mails, a line each. For use after smtp_peer_quiet(). */
const char *smtp_peer_commands(struct smtp_peer *p);
/* The n-th mail as it was before dots were doubled. Likewise. */
const struct text *smtp_peer_mail(struct smtp_peer *p, unsigned n);

/* Takes no more connections, ends those that are open, and the thread. */
void smtp_peer_quiet(struct smtp_peer *p);
/* Likewise, and frees it. */
void smtp_peer_stop(struct smtp_peer *p);

#endif
