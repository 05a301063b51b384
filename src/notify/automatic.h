/* SPDX-License-Identifier: ISC */
/*
 * Was this mail written by a program? Answering one may begin a loop, and moving a piece for one is
 * wrong. What is asked about is one field of a head, a sender or a subject at a time; it knows no
 * MIME, and what becomes of such a mail is the caller's business. N7.
 *
 * A subject alone never makes a mail automatic: a person may write "Out of office" over a turn.
 * automatic_by_subject() is a last hint, to be taken together with another sign that would not do
 * alone (incoming.h says which).
 */
#ifndef NOTIFY_AUTOMATIC_H
#define NOTIFY_AUTOMATIC_H

#include <stdbool.h>

enum automatic {
	AUTOMATIC_NO,
	AUTOMATIC_SUBMITTED,   /* Auto-Submitted, other than "no" (RFC 3834, 5) */
	AUTOMATIC_PRECEDENCE,  /* Precedence: bulk, junk, list, auto_reply */
	AUTOMATIC_LIST,        /* List-Id and its like (RFC 2919, RFC 2369) */
	AUTOMATIC_RESPONDER,   /* X-Autoreply and its like */
	AUTOMATIC_SUPPRESS,    /* X-Auto-Response-Suppress, other than "None" */
	AUTOMATIC_RETURN_PATH, /* an empty Return-Path: nobody wants an answer (RFC 5321, 4.5.5) */
	AUTOMATIC_SENDER,      /* MAILER-DAEMON, no-reply and their like */
	AUTOMATIC_REPORT,      /* multipart/report: not delivered, was read, complaints */
	AUTOMATIC_SUBJECT,     /* an out-of-office subject and another sign */
};

/* For a log: "Auto-Submitted", "a mailing list"; of AUTOMATIC_NO "". */
const char *automatic_reason(enum automatic why);

/* What a field of the head says, its value as it came, folded or not; AUTOMATIC_NO for one that
 * says nothing of it. */
enum automatic automatic_by_field(const char *name, const char *value);

/* Is what stands before the @ of a sender (or all of it, without one) a program's name? */
bool automatic_by_sender(const char *address);

/* Does a subject begin as those of out-of-office replies do, in one of several languages? UTF-8. */
bool automatic_by_subject(const char *subject);

/* Does this field together with such a subject make a mail automatic: X-Loop and its like? */
bool automatic_hints(const char *name);

#endif
