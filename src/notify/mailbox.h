/* SPDX-License-Identifier: ISC */
/*
 * A mailbox elsewhere, looked into by IMAP with libcurl: each mail in one folder is handed to
 * somebody who judges it. What a mail says is not its business; what another program does with the
 * folder is: it is to be the service's alone.
 *
 * A mail that is done with is deleted. One that is not ours stays, marked as answered, which is how
 * it is known not to be looked at again. One that must wait is left as it is; so is one whose
 * judgement the program did not survive: it is handed over again. What is larger than a mail may be
 * is never fetched.
 */
#ifndef NOTIFY_MAILBOX_H
#define NOTIFY_MAILBOX_H

#include <stdatomic.h>
#include <stddef.h>

#include "app/config.h"
#include "base/err.h"

enum {
	MAILBOX_AT_ONCE = 50,           /* mails of one look */
	MAILBOX_TIMEOUT_MS = 60 * 1000, /* for one command, connecting included */
};

enum mailbox_verdict { MAILBOX_DONE, MAILBOX_STAYS, MAILBOX_WAITS };

struct mailbox_options {
	const struct config *config; /* its imap_ keys */
	const char *ca_file;         /* NULL: the system's certificates */
	const atomic_bool *stops;    /* once true, what is under way is given up; NULL: never */
	enum mailbox_verdict (*take)(void *context, const char *bytes, size_t len);
	void *context;
};

/*
 * Looks once, over a connection of its own: signs in, with TLS where it is not this machine itself,
 * and hands over what is there, the oldest first. Answers how many mails it handed over; -1 when
 * the server cannot be asked, and then those before are done with. take may be NULL: then it only
 * looks whether it could.
 */
int mailbox_look(const struct mailbox_options *options, struct err *err);

#endif
