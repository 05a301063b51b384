/* SPDX-License-Identifier: ISC */
/*
 * What mail programs put around the words of a person: the marks of a quote, the lines that
 * introduce one ("On Tue, 3 Mar 2026 at 10:00, Ada wrote:"; "-----Original Message-----"; a block
 * of From, Sent, To and Subject), signatures, and lines that say from which device a mail was
 * sent. In some thirty languages; what is not in the tables is recognised by its shape, as far as
 * it has one: an address and a date with a colon behind, three lines "Label: value". It looks at
 * lines and knows no mail; which of them count is first_line.h's business.
 */
#ifndef NOTIFY_QUOTING_H
#define NOTIFY_QUOTING_H

#include <stdbool.h>
#include <stddef.h>

/* One line, without the blanks at its ends; not terminated. */
struct line {
	const char *text;
	size_t len;
};

/* Lines still to be read. A copy of it looks ahead. */
struct lines {
	const char *at, *end;
};

/* The next line, or false at the end. */
bool lines_next(struct lines *lines, struct line *out);

/* Does it carry the mark of a quote: >, |, or initials and >? */
bool line_is_quoted(struct line line);

/* The delimiter of a signature: "-- ", or a line of underscores. */
bool line_is_signature_mark(struct line line);

/* Does text signed with PGP begin below it, behind an empty line? */
bool line_begins_signed_text(struct line line);

/* Words that a program adds: "Sent from my iPhone", "Get Outlook for Android". */
bool line_is_advertisement(struct line line);

/* Nothing that says something: dashes, stars, the name of a picture that stood here. */
bool line_is_ornament(struct line line);

/*
 * How many of these lines, from the first on, introduce a quote; 0 when they do not. Empty lines
 * are never among them.
 */
size_t lines_introduce(struct lines lines);

/*
 * Where a line holds words of a person and, behind them, what introduces a quote ("7 On Tue, 3 Mar
 * 2026 at 10:00, Ada wrote:"), the length of the former; else 0.
 */
size_t line_before_introduction(struct line line);

#endif
