/* SPDX-License-Identifier: ISC */
/*
 * Text out of mails, made fit to be read line by line. It knows no MIME and no charset: what comes
 * in is meant to be UTF-8. What in it was quoted is first_line.h's business.
 */
#ifndef NOTIFY_PLAIN_H
#define NOTIFY_PLAIN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

/*
 * Appends the text as valid UTF-8 with lines ending in LF. Left out: NUL and other controls, marks
 * that turn the direction of text, joiners and other characters without a width. All kinds of
 * space become one blank each, tabs too; what is no UTF-8 becomes U+FFFD.
 */
void plain_clean(struct text *out, const char *bytes, size_t len);

/*
 * Appends the text with lines that belong together joined, as format=flowed means them (RFC 3676):
 * outside quotes only, since nobody reads those. drops_space: DelSp=yes.
 */
void plain_unflow(struct text *out, const char *text, size_t len, bool drops_space);

/* Copies valid UTF-8, cut between code points to what fits with its terminator. */
void plain_cut(char *out, size_t room, const char *text, size_t len);

/*
 * The text as it is compared with words: composed (NFC), in lower case. False, and out is "", when
 * it is no UTF-8, has a NUL or does not fit.
 */
bool plain_fold(char *out, size_t room, const char *text, size_t len);

#endif
