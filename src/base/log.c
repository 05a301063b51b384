/* SPDX-License-Identifier: ISC */
/*
 * Lines of the log, each by one write(), so that lines of several threads don't mix.
 */
#include "base/log.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/utf8.h"

/* C0, DEL and C1 move a terminal's cursor; the backslash would make an escape ambiguous. */
static bool is_plain(uint32_t point)
{
	return point >= 0x20 && point != '\\' && !(point >= 0x7f && point < 0xa0);
}

size_t log_escape(char *out, size_t room, const char *text, size_t len)
{
	size_t used = 0;
	for (size_t i = 0; i < len;) {
		uint32_t point;
		size_t n = utf8_next(text + i, len - i, &point);
		bool as_is = n > 0 && is_plain(point);
		if (n == 0)
			n = 1;
		if (used + 4 * n > room)
			break;
		for (size_t k = i; k < i + n; k++) {
			if (as_is)
				out[used++] = text[k];
			else
				used += (size_t)snprintf(out + used, 5, "\\x%02x",
				                         (unsigned char)text[k]);
		}
		i += n;
	}
	return used;
}

void log_event(const char *area, const char *format, ...)
{
	char said[LOG_LINE_BYTES];
	va_list args;
	va_start(args, format);
	vsnprintf(said, sizeof(said), format, args);
	va_end(args);

	char line[LOG_LINE_BYTES + 8];
	size_t len = (size_t)snprintf(line, 64, "%s: ", area);
	len += log_escape(line + len, LOG_LINE_BYTES - len - 1, said, strlen(said));
	line[len++] = '\n';
	/* When the log is gone there is nobody to tell. */
	ssize_t written = write(STDERR_FILENO, line, len);
	(void)written;
}
