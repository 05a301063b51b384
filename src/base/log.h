/* SPDX-License-Identifier: ISC */
/*
 * The program's log: one line on the standard error for each event, for the operator. The
 * supervisor that keeps it adds the time. What comes from outside may stand in it: controls, and
 * what is not UTF-8, are escaped, so that nobody writes a line but us. Not for what a command
 * answers.
 *
 *	log_event("web", "GET %s 200", path);    // web: GET /g/k7m2p9qd 200
 */
#ifndef BASE_LOG_H
#define BASE_LOG_H

#include <stddef.h>

enum { LOG_LINE_BYTES = 1024 }; /* longer ones are cut */

/* Writes "area: ..." in one piece, printf-like. Threads may call it at once. */
void log_event(const char *area, const char *format, ...) __attribute__((format(printf, 2, 3)));

/*
 * How that is escaped, for others who write lines to a terminal: copies what is plain, writes the
 * other bytes and the backslash as \xNN. Answers the length, at most room; nothing ends it.
 */
size_t log_escape(char *out, size_t room, const char *text, size_t len);

#endif
