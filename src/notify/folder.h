/* SPDX-License-Identifier: ISC */
/*
 * Mails as files, where no mail server is set up: one NAME.eml each, whole from the moment it is
 * there. For this machine's owner alone: mails hold secrets, and nobody else can read folder or
 * file.
 */
#ifndef NOTIFY_FOLDER_H
#define NOTIFY_FOLDER_H

#include "base/err.h"
#include "notify/delivery.h"
#include "store/notices.h"

/* Makes the folder unless it is there (its parent must be). 0, or -1. */
int folder_open(const char *folder, struct err *err);

/*
 * Writes a notice's mail. The name follows from the notice, its time first, so names sort by age,
 * and a mail that is handed over again is still one file.
 */
void folder_send(const char *folder, const struct notice *n, const char *bytes, size_t len,
                 struct delivery *out);

#endif
