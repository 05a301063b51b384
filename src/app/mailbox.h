/* SPDX-License-Identifier: ISC */
/*
 * Reading the mails that landed as files because no mail server is set up: those that
 * notify/folder.h wrote and notify/mail.h composed. It is no mail program: of other mails it may
 * show less than is there.
 */
#ifndef APP_MAILBOX_H
#define APP_MAILBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/limits.h"
#include "base/text.h"

enum { MAILBOX_NAME_BYTES = 40, MAILBOX_SUBJECT_BYTES = 400, MAILBOX_MAIL_BYTES = 128 * 1024 };

struct mailbox_mail {
	char name[MAILBOX_NAME_BYTES]; /* of the file, without .eml: digits and a hyphen, fit for a
	                                  URL */
	int64_t at;                    /* Unix seconds */
	char from[LIMIT_ADDRESS_BYTES + 1], to[LIMIT_ADDRESS_BYTES + 1];
	char subject[MAILBOX_SUBJECT_BYTES]; /* decoded, cut */
};

/* The newest mails of the folder, newest first, at most cap; answers how many. None when there is
 * no folder. */
size_t mailbox_list(const char *folder, struct mailbox_mail *out, size_t cap);

/*
 * The mail of that name; its plain text, decoded, is appended to *text, which may be NULL. False
 * when there is none; any string may be asked for.
 */
bool mailbox_read(const char *folder, const char *name, struct mailbox_mail *out,
                  struct text *text);

/* The mail of that name as it is, appended; false as above. */
bool mailbox_read_whole(const char *folder, const char *name, struct text *mail);

#endif
