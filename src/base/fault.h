/* SPDX-License-Identifier: ISC */
/*
 * What is wrong with a document from outside, and where: the first mistake only. For syntax the
 * place is a byte ("byte 117", counted from 0), for anything else a JSON pointer (RFC 6901:
 * "/log/17/x"; "" is the whole document). Not for the environment's failures: those are err.h.
 */
#ifndef BASE_FAULT_H
#define BASE_FAULT_H

struct fault {
	char place[96];
	char reason[192]; /* a sentence without its full stop, UTF-8 */
};

/* Sets both, the reason printf-like, cut to fit. Always answers -1: `return fault_set(...)`. */
int fault_set(struct fault *fault, const char *place, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif
