/* SPDX-License-Identifier: ISC */
/*
 * What a mail that came in does (N7): read, its secret found, its sender judged, its first line
 * done, and the answer put among the notices, all before this returns; so whoever handed the mail
 * over may forget it then. How mails come is not its business: `slowsafari mail-in` by the server's
 * Unix socket, or collector.h.
 *
 * Whose mail it is: one of its recipients is a secret of a game, a rev and a player
 * (mail_secrets.h), and its sender a confirmed address of that player. From anybody else nothing is
 * done, and the answer says how to add the address. What a program wrote is never answered, nor is
 * a mail from our own address, nor more mails than limits.h allows, of one sender or of one
 * player's secrets: nobody makes us write to the senders that they invent. A turn that came with
 * too many is taken all the same.
 *
 * The same mail twice is one: its Message-ID is kept for a month. Where the program ends between
 * the turn and that, the turn is "already done" the second time.
 *
 * A report of failed delivery to a player's bounce address counts as notices_bounced() has it.
 */
#ifndef NOTIFY_INBOX_H
#define NOTIFY_INBOX_H

#include "app/config.h"
#include "app/mail_secrets.h"
#include "app/sets.h"
#include "base/clock.h"
#include "store/store.h"

/* The line with which the text of a mail begins that can be answered: below it is nothing of the
 * person's. */
#define INBOX_DELIMITER "Write your answer above this line."

/* All stay the caller's and must outlive it. Threads may share it. */
struct inbox {
	struct store *store;
	const struct config *config;
	const struct sets *sets;
	const struct mail_secrets *secrets;
	const struct clock *clock;
};

enum inbox_fate {
	INBOX_TAKEN,      /* done with: what it asks for is done, or nothing is to be done */
	INBOX_NOT_OURS,   /* likewise: it came to no address of a game or a bounce */
	INBOX_UNREADABLE, /* never: too large, or no mail */
	INBOX_LATER,      /* not now: the database failed; nothing is lost when it comes again */
};

/* Each is a line of the log. */
enum inbox_fate inbox_take(const struct inbox *in, const char *bytes, size_t len);

/* Likewise, for struct site of web/site.h: the status of the answer to who hands it over. */
int inbox_answer(void *inbox, const char *bytes, size_t len);

#endif
