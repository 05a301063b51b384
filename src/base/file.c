/* SPDX-License-Identifier: ISC */
/*
 * Whole files: see file.h.
 */
#include "base/file.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

int file_read(const char *path, struct text *out, struct err *err)
{
	char chunk[16384];
	size_t n;
	int rc = 0;
	FILE *f = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
	if (!f)
		return err_set(err, "%s: %s", path, strerror(errno));
	errno = 0;
	while ((n = fread(chunk, 1, sizeof(chunk), f)) > 0 && !text_is_over(out))
		text_add_bytes(out, chunk, n);
	if (ferror(f))
		rc = err_set(err, "%s: %s", path, strerror(errno));
	else if (text_is_over(out))
		rc = err_set(err, "%s: longer than %zu bytes", path, out->ceiling);
	if (f != stdin)
		fclose(f);
	return rc;
}

int file_write(const char *path, const char *data, size_t len, struct err *err)
{
	FILE *f = fopen(path, "wb");
	if (!f)
		return err_set(err, "%s: %s", path, strerror(errno));
	errno = 0;
	bool is_written = fwrite(data, 1, len, f) == len;
	is_written &= fclose(f) == 0;
	return is_written ? 0 : err_set(err, "%s: %s", path, strerror(errno));
}
