/* SPDX-License-Identifier: ISC */
/*
 * Plain text inside XML and HTML: the one escape for both contents and attributes in double quotes.
 * Not for URLs' own escapes, nor for anything unquoted.
 */
#ifndef RENDER_XML_H
#define RENDER_XML_H

#include "base/text.h"

/*
 * Appends UTF-8 text with & < > " ' escaped. What XML cannot hold, escaped or not (invalid UTF-8,
 * control characters but tab and newline), becomes U+FFFD.
 */
void xml_add(struct text *t, const char *s);

#endif
