/* SPDX-License-Identifier: ISC */
/*
 * One mail as the bytes that are sent: RFC 5322 and MIME (RFC 2045, 2046, 2387), composed by us
 * because libcurl neither encodes nor folds a head. It has a text and an HTML form of the same
 * contents, and the HTML may show one picture that the mail brings along. Every line ends in CRLF
 * and has at most 998 bytes, all of them ASCII. It knows no notice, no transport; dots at the
 * beginning of a line are doubled by whoever sends it.
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

/* All strings are UTF-8, and there unless NULL is allowed. Addresses are as address_normalise()
 * leaves them, ids and URLs ASCII without blanks and angle brackets: a bug if not. */
struct mail {
	const char *from_name; /* "" for none */
	const char *from, *to; /* addresses */
	const char *reply_to;  /* an address; NULL: as `from` */
	const char *subject;
	const char *message_id; /* "left@domain", new in the world */
	const char *thread_id;  /* likewise, of the thread that it belongs to; NULL: none */
	/* The mail that this one answers, likewise (RFC 3834); NULL: none. */
	const char *answers;
	/* A list that one may leave by a POST to the URL (RFC 2919, 8058); NULL: none. list_name is
	 * for people. */
	const char *list_id, *list_name;
	const char *unsubscribe_url;
	int64_t date;            /* Unix seconds */
	const char *text, *html; /* lines end in LF */
	/* A PNG that the HTML shows as "cid:" and this id; NULL: none. */
	const char *picture_id;
	const void *picture;
	size_t picture_len;
};

/* Appends the mail. The same mail gives the same bytes. */
void mail_compose(struct text *out, const struct mail *m);

#endif
