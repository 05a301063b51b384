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
 *	real_relay_take(&relay, RELAY_ADA, &text);
 */
#ifndef SUPPORT_REAL_RELAY_H
#define SUPPORT_REAL_RELAY_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/text.h"

/* Whose mailbox: ada@safari.test, ben@safari.test, and mail@safari.test with anything behind a +.
 */
enum relay_box { RELAY_ADA, RELAY_BEN, RELAY_MAIL, RELAY_BOXES };

struct real_relay {
	/* Set before. The program `slowsafari`: mail for RELAY_MAIL goes to a copy of it, as
	 * mail-in with the configuration in FOLDER/config; NULL: it lands in its box. And is that
	 * box to be read by IMAP, from Dovecot? */
	const char *slowsafari;
	bool has_imap;

	char folder[64], cert[96];
	char plain[64], starttls[64], tls[64]; /* URLs; starttls takes no mail without it */
	char imap[64], imaps[64];              /* URLs, of user safari with password secret */
	pid_t pid, imap_pid;
	int input, imap_input;    /* the scripts' standard inputs */
	int watches[RELAY_BOXES]; /* inotify of the boxes */
	char why[128];            /* there is no server; "" when there is */
};

/* 0, also when there is no server; or -1. Ends with the server gone, and its folder. */
int real_relay_begin(struct real_relay *r);
int real_relay_end(struct real_relay *r);

/* Skips the test when there is no server. */
void real_relay_need(const struct real_relay *r);

/* Waits for the next mail, takes it out of the box, appends it to *out: the lines that the server
 * added, then the mail with LF. */
void real_relay_take(struct real_relay *r, enum relay_box box, struct text *out);
/* Waits until there is one more, and leaves it there. */
void real_relay_wait(struct real_relay *r, enum relay_box box);

#endif
