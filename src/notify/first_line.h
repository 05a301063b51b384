/* SPDX-License-Identifier: ISC */
/*
 * The first line that a person wrote themself, in the text of a reply (N7). It knows where mail
 * programs put their quotes (quoting.h) and judges nothing that the person says: a greeting is
 * their line too.
 */
#ifndef NOTIFY_FIRST_LINE_H
#define NOTIFY_FIRST_LINE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/limits.h"

/*
 * Reads text as plain_clean() leaves it: lines, those of quotes marked with ">". Runs of blanks in
 * the line found are one. False, and out is "", when there is none.
 *
 * Words above a quote come first. Where there are none, the first unquoted line behind a marked
 * quote counts. Behind the introduction of a quote that carries no marks all is quote: none of its
 * lines can be told from the person's, and to take one for a turn would be worse than to ask
 * again. So is what follows a line that begins with delimiter: the constant line with which our
 * own mails begin, for programs that quote by nothing at all. NULL: there is none.
 */
bool first_line_find(char out[LIMIT_FIRST_LINE_BYTES + 1], const char *text, size_t len,
                     const char *delimiter);

#endif
