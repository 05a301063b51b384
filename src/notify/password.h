/* SPDX-License-Identifier: ISC */
/*
 * The password of a mail server, from its file.
 */
#ifndef NOTIFY_PASSWORD_H
#define NOTIFY_PASSWORD_H

#include "base/err.h"
#include "base/text.h"

enum { PASSWORD_BYTES = 1024 };

/* Appends the first line of the file; nothing for a path of "". 0, or -1: it cannot be read, or its
 * first line is empty. */
int password_read(const char *path, struct text *out, struct err *err);

#endif
