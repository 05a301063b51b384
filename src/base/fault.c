/* SPDX-License-Identifier: ISC */
/*
 * Faults of documents: see fault.h. It formats; it knows no document.
 */
#include "base/fault.h"

#include <stdarg.h>
#include <stdio.h>

int fault_set(struct fault *fault, const char *place, const char *format, ...)
{
	snprintf(fault->place, sizeof(fault->place), "%s", place);
	va_list args;
	va_start(args, format);
	vsnprintf(fault->reason, sizeof(fault->reason), format, args);
	va_end(args);
	return -1;
}
