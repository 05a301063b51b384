/* SPDX-License-Identifier: ISC */
/*
 * Passwords of mail servers: see password.h.
 */
#include "notify/password.h"

#include <string.h>

#include "base/file.h"

int password_read(const char *path, struct text *out, struct err *err)
{
	if (!path[0])
		return 0;
	if (file_read(path, out, err) < 0)
		return -1;
	size_t len = strcspn(text_string(out), "\r\n");
	if (len == 0)
		return err_set(err, "%s: no password in its first line", path);
	out->len = len;
	return 0;
}
