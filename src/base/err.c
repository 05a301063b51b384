/* SPDX-License-Identifier: ISC */
/*
 * The error value: see err.h. Not logging, which happens once, at the edge.
 */
#include "base/err.h"

#include <stdarg.h>
#include <stdio.h>

int err_set(struct err *err, const char *format, ...)
{
	if (!err)
		return -1;
	va_list args;
	va_start(args, format);
	vsnprintf(err->text, sizeof(err->text), format, args);
	va_end(args);
	return -1;
}
