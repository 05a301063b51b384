/* SPDX-License-Identifier: ISC */
/*
 * The mail server to which all mails are handed, as the configuration has it. How one talks to it
 * is smtp.h's.
 */
#ifndef NOTIFY_RELAY_H
#define NOTIFY_RELAY_H

#include <stdatomic.h>
#include <stdint.h>

#include "app/config.h"
#include "app/findings.h"
#include "base/err.h"
#include "notify/smtp.h"

/*
 * The server of smtp_url, which is there, with the password of its file; TLS is needed where it is
 * not this machine itself. `timeout_ms` and `stops` as of struct smtp_options. Connects to nothing
 * yet. 0, or -1: the file cannot be read, or the URL is none.
 */
int relay_open(struct smtp **out, const struct config *config, unsigned timeout_ms,
               const atomic_bool *stops, struct err *err);

/* Addresses as address_normalise() leaves them. */
struct relay_trial {
	const char *url; /* for the sentences */
	const char *site_name;
	const char *mail_from;
	const char *bounce; /* from which mails go out, in the envelope; NULL: from mail_from */
	const char *to;     /* gets a test mail; NULL: nobody does */
	int64_t now;
};

/*
 * Does it take our mails? Asks for both senders, then sends the test mail, each in the way in which
 * all mails go; stops at the first hurdle. Each step is a finding in plain words.
 */
void relay_try(struct findings *f, struct smtp *smtp, const struct relay_trial *t);

#endif
