/* SPDX-License-Identifier: ISC */
/*
 * Mails taken apart again, for tests of composing: strict on the outside, and no more than what
 * notify/mail.h makes.
 */
#ifndef SUPPORT_MAIL_PARTS_H
#define SUPPORT_MAIL_PARTS_H

#include "base/text.h"

/* Fails the test unless every line ends in CRLF, has at most 998 bytes, and all bytes are ASCII; in
 * the head each line has at most 78 characters, but for one that holds a single long word. */
void mail_is_well_formed(struct text *mail);

/* A field's value with its lines joined, as it stands there; fails the test unless there is exactly
 * one. */
void mail_field(struct text *mail, const char *name, struct text *out);

/* Is there such a field? */
bool mail_has_field(struct text *mail, const char *name);

/* Appends the decoded contents of the only part of a type ("text/plain"); fails the test when there
 * is none, or a second one. */
void mail_part(struct text *mail, const char *type, struct text *out);

#endif
