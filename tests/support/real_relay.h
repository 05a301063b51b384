/* SPDX-License-Identifier: ISC */
/*
 * A real mail server for a test: Postfix on loopback, by tests/support/postfix, for a whole group
 * of tests. Without root, or without Postfix, there is none, and its tests are skipped.
 *
 *	static struct real_relay relay;
 *	static int begin(void **state) { return real_relay_begin(&relay); }
 *	...
 *	real_relay_need(&relay);      // or the test ends here, skipped
 *	...;                          // hand a mail for ada@safari.test to relay.plain
 *	real_relay_take(&relay, &text);
 */
#ifndef SUPPORT_REAL_RELAY_H
#define SUPPORT_REAL_RELAY_H

#include <sys/types.h>

#include "base/text.h"

struct real_relay {
	char folder[64], box[96], cert[96];
	char plain[64], starttls[64], tls[64]; /* URLs; starttls takes no mail without it */
	pid_t pid;
	int input, watch; /* the script's standard input; inotify of the mailbox */
	char why[128];    /* there is no server; "" when there is */
};

/* 0, also when there is no server; or -1. Ends with the server gone, and its folder. */
int real_relay_begin(struct real_relay *r);
int real_relay_end(struct real_relay *r);

/* Skips the test when there is no server. */
void real_relay_need(const struct real_relay *r);

/* Waits for the next mail, takes it out of the box, appends it to *out: the lines that the server
 * added, then the mail with LF. */
void real_relay_take(struct real_relay *r, struct text *out);

#endif
