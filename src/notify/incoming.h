/* SPDX-License-Identifier: ISC */
/*
 * Mail that comes in, read (N7): from its bytes to who sent it to whom, whether a program wrote it,
 * what a notice of failed delivery says, and the first line that a person wrote. A value in and a
 * value out: it knows no game, no account and no secret, and neither network nor database. GMime
 * parses; its types end in incoming.c.
 *
 *	struct incoming mail;
 *	if (incoming_read(bytes, len, LINE_ABOVE_OUR_TEXT, &mail, &err) < 0)
 *		...;                       // refused: err says why
 *	else if (mail.automatic)
 *		...;                       // never answered; count mail.bounces
 *	else
 *		...;                       // mail.sender says mail.first_line to mail.recipients
 *
 * All of it comes from outside: an address in From is a claim, not a proof.
 */
#ifndef NOTIFY_INCOMING_H
#define NOTIFY_INCOMING_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/limits.h"
#include "notify/automatic.h"
#include "notify/bounce.h"

struct incoming {
	/* The one address of the one From, as address_normalise() leaves it. "" when there is none
	 * that mail can be sent to, or more than one: such a mail has no sender. */
	char sender[LIMIT_ADDRESS_BYTES + 1];

	/*
	 * Whom it was sent to, each once, in the order of the head: To, Cc, Delivered-To,
	 * X-Delivered-To, X-Original-To, Envelope-To, X-Envelope-To, Resent-To. As they came:
	 * clients and servers may change the case, so a secret in one is compared without case.
	 */
	char recipients[LIMIT_INCOMING_RECIPIENTS][LIMIT_ADDRESS_BYTES + 1];
	size_t recipient_count;

	/* "<id@host>", fit for In-Reply-To; "" for none, or one that is not printable ASCII. */
	char message_id[LIMIT_INCOMING_ID_BYTES + 1];
	/* The last ids of References (without it of In-Reply-To) that fit, with a blank between. */
	char references[LIMIT_INCOMING_REFERENCES_BYTES + 1];
	char subject[LIMIT_INCOMING_SUBJECT_BYTES + 1]; /* UTF-8, one line, cut to fit */

	/*
	 * Did a program write it, by the first sign found: see automatic.h. An out-of-office
	 * subject counts only together with X-Loop or the like, or where the mail is an answer to
	 * nothing (neither In-Reply-To nor References): people's answers have these.
	 */
	enum automatic automatic;

	/* A delivery status notification: it was sent to one of the recipients above, and is always
	 * automatic. Other reports (was read, is unwanted) are automatic and have no bounces. */
	bool is_report;
	struct bounce bounces[LIMIT_INCOMING_BOUNCES];
	size_t bounce_count;

	/*
	 * See first_line.h: from the parts of plain text, where these have none from those of HTML;
	 * attachments are not read. "" for none, and always when it is automatic. As UTF-8 without
	 * controls. A charset that nobody knows is read as Windows-1252, as is text that has none
	 * and is no UTF-8: what a turn is made of is ASCII in nearly all of them, and a person gets
	 * an answer where refusing would leave them in the dark.
	 */
	char first_line[LIMIT_FIRST_LINE_BYTES + 1];
};

/*
 * Reads a mail, with CRLF or LF, with or without a "From " line before it. delimiter is the line
 * with which the text of our own mails begins, see first_line.h; may be NULL.
 *
 * 0, or -1 and out is as it was: it is too large, has too many fields, one that is too long, too
 * many parts or parts too deep in one another (limits.h), or is no mail at all. Time and memory are
 * bounded by these; parts that are broken are read as far as they go. Safe in several threads.
 */
int incoming_read(const char *bytes, size_t len, const char *delimiter, struct incoming *out,
                  struct err *err);

#endif
