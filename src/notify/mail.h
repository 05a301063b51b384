/* SPDX-License-Identifier: ISC */
/*
 * One mail as the bytes that are sent: RFC 5322 and MIME (RFC 2045, 2046), composed by us because
 * libcurl neither encodes nor folds a head. It has a text and an HTML form of the same contents.
 * Every line ends in CRLF and has at most 998 bytes, all of them ASCII. It knows no notice, no
 * transport; dots at the beginning of a line are doubled by whoever sends it.
 *
 *	struct text bytes;
 *	text_init(&bytes, MAIL_BYTES_MAX);
 *	mail_compose(&bytes, &(struct mail){.from = ...});
 *	if (text_is_over(&bytes))
 *		...;
 */
#ifndef NOTIFY_MAIL_H
#define NOTIFY_MAIL_H

#include <stdint.h>

#include "base/text.h"

enum { MAIL_BYTES_MAX = 100 * 1024 };

/* All strings are UTF-8 and there. */
struct mail {
	const char *from_name; /* "" for none */
	const char *from, *to; /* addresses as address_normalise() leaves them: a bug if not */
	const char *subject;
	const char *message_id;  /* "left@domain", ASCII, new in the world */
	int64_t date;            /* Unix seconds */
	const char *text, *html; /* lines end in LF */
};

/* Appends the mail. The same mail gives the same bytes. */
void mail_compose(struct text *out, const struct mail *m);

#endif
