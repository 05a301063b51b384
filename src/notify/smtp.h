/* SPDX-License-Identifier: ISC */
/*
 * Handing mails to a mail server (RFC 5321), by libcurl, one at a time over a connection that is
 * kept. It knows no notice and tries nothing later: what an answer leads to is courier.h's
 * business.
 *
 * A server elsewhere must speak TLS with a certificate that this machine trusts, from the start
 * (smtps://) or after STARTTLS (smtp://); it gets neither password nor mail otherwise. One on this
 * machine itself may go without.
 *
 * Who is refused by a server is told apart from who does not reach it: only a 5xx answer to the
 * recipient or to the mail refuses the mail. One to the sender, to the password, or to the
 * connection is about the set-up, which the operator will mend, and the mail waits.
 */
#ifndef NOTIFY_SMTP_H
#define NOTIFY_SMTP_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "notify/delivery.h"

struct smtp; /* one connection at most, for one thread at a time */

struct smtp_options {
	const char *url; /* smtp://HOST[:PORT] or smtps://..., a path is the name that HELO gives */
	const char *user; /* "" or NULL: no AUTH */
	const char *password;
	const char *ca_file;      /* NULL: the system's certificates */
	bool needs_tls;           /* with smtp:// too: STARTTLS or nothing */
	unsigned timeout_ms;      /* for one mail, connecting included; 0: SMTP_TIMEOUT_MS */
	const atomic_bool *stops; /* once true, a mail under way is given up; NULL: never */
};

enum {
	SMTP_TIMEOUT_MS = 90 * 1000,
	SMTP_STOP_MS = 2000, /* for the answer to a mail that is being sent when it all stops */
};

/* Copies what it needs and connects to nothing yet. 0, or -1 when the URL is none. */
int smtp_open(struct smtp **out, const struct smtp_options *options, struct err *err);

/* Says goodbye to the server and does not wait for its answer. NULL is allowed. */
void smtp_close(struct smtp *s);

/*
 * Hands over one mail, all its lines ending in CRLF, from one address to another; anything but
 * addresses as address_normalise() leaves them is DELIVERY_REFUSED without asking the server.
 *
 * A kept connection that turns out to be gone, or that the server ends with 421, costs nothing:
 * before any of the mail was sent it is tried once more over a new one. When the connection is lost
 * after that, nobody knows whether the server has the mail: DELIVERY_LATER.
 */
void smtp_send(struct smtp *s, const char *from, const char *to, const char *bytes, size_t len,
               struct delivery *out);

/* What stands between this machine and a server that takes mails from a sender; each but the first
 * means that smtp_send() would get DELIVERY_LATER, SMTP_NO_AUTH that it might. */
enum smtp_hurdle {
	SMTP_NO_HURDLE,
	SMTP_NO_HOST,       /* its name has no address, or nobody could be asked for it */
	SMTP_NO_CONNECTION, /* refused, or no answer */
	SMTP_NO_GREETING,   /* it says nothing, hangs up, or wants nothing from us */
	SMTP_NO_TLS,        /* where it must be: it offers none, or another port speaks it */
	SMTP_NOT_TRUSTED,   /* its certificate */
	SMTP_NOT_SIGNED_IN, /* it refuses the user or the password */
	SMTP_NO_AUTH,       /* it takes the sender, and offers no way to give the password */
	SMTP_NOT_SENDER,    /* it refuses the sender, or wants a password or TLS first */
};

struct smtp_answer {
	enum smtp_hurdle hurdle;
	char words[256]; /* the server's, or libcurl's: as of struct delivery */
};

/* For who sets it up: goes as far as MAIL FROM, then takes that back. Nothing is sent. */
void smtp_ask_sender(struct smtp *s, const char *from, struct smtp_answer *out);

/* Is the host of this URL this machine itself: localhost, 127.0.0.0/8, ::1? False for what is no
 * URL. */
bool smtp_is_loopback(const char *url);

#endif
