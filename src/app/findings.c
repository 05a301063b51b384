/* SPDX-License-Identifier: ISC */
/*
 * Findings: see findings.h.
 */
#include "app/findings.h"

#include <stdarg.h>
#include <stdio.h>

__attribute__((format(printf, 4, 0))) static void add(struct findings *f, enum finding_grade grade,
                                                      const char *about, const char *format,
                                                      va_list args)
{
	char sentence[FINDING_BYTES];
	vsnprintf(sentence, sizeof(sentence), format, args);
	f->counts[grade]++;
	f->tell(f->context, grade, about, sentence);
}

void finding_ok(struct findings *f, const char *about, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	add(f, FINDING_OK, about, format, args);
	va_end(args);
}

void finding_warning(struct findings *f, const char *about, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	add(f, FINDING_WARNING, about, format, args);
	va_end(args);
}

void finding_wrong(struct findings *f, const char *about, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	add(f, FINDING_WRONG, about, format, args);
	va_end(args);
}
