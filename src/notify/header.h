/* SPDX-License-Identifier: ISC */
/*
 * Lines of a mail's head (RFC 5322; RFC 2047 for what is not ASCII), each function one field,
 * ending in CRLF. Whatever a value holds, one field comes out, in lines of at most 78 characters
 * (an address or an id may make its line longer, never beyond 998): control characters become
 * spaces, so no value begins a field of its own, and what is not UTF-8 becomes U+FFFD. Which fields
 * a mail has is mail.h's business.
 */
#ifndef NOTIFY_HEADER_H
#define NOTIFY_HEADER_H

#include <stdint.h>

#include "base/text.h"

enum {
	HEADER_NAME_BYTES = 32,    /* of a field, at most */
	HEADER_VALUE_BYTES = 2000, /* what is longer is cut, between code points */
};

/* Free text, such as a subject: plain where it may be and fits on its line, else as encoded words.
 */
void header_text(struct text *out, const char *name, const char *value);

/* A person or a site: display name ("" for none) and an address as address_normalise() leaves it.
 */
void header_mailbox(struct text *out, const char *name, const char *display, const char *address);

/* The same with the name of a list (RFC 2919) in place of an address: ASCII without blanks and
 * angle brackets, a bug if not. */
void header_list(struct text *out, const char *name, const char *display, const char *id);

/* One id or URL in angle brackets, likewise ASCII; on a line of its own where it is long. */
void header_angles(struct text *out, const char *name, const char *value);

/* Unix seconds as a date in UTC, from year 1900 to 9999. */
void header_date(struct text *out, const char *name, int64_t at);

#endif
