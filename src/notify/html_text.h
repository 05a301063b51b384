/* SPDX-License-Identifier: ISC */
/*
 * HTML of mails as the plain text that a careful mail program would have sent beside it: block
 * elements break lines, and lines of quotes begin with "> ", so that first_line.h reads both alike.
 * libxml2 parses; what is known here is which elements quote, sign and hide in the programs that
 * people use. It draws nothing, follows no link, and knows no style sheets.
 */
#ifndef NOTIFY_HTML_TEXT_H
#define NOTIFY_HTML_TEXT_H

#include <stddef.h>

#include "base/text.h"

/*
 * Appends the text of UTF-8 without NUL, as plain_clean() leaves it; any bytes will do. Entities
 * may bring in what had been cleaned: clean again. Elements within one another deeper than
 * LIMIT_HTML_DEPTH end the reading; what stands before them is kept.
 *
 * Quotes are blockquote, and all that stands in an element by which a program wraps its quote
 * (gmail_quote, yahoo_quoted, ...) up to the end of a blockquote in it: people write below that.
 * Signatures that are marked as such and what is not shown (style, display:none) are left out.
 * Where all that follows is quoted without marks, as Outlook does it, a line of underscores stands.
 */
void html_text_add(struct text *out, const char *html, size_t len);

#endif
