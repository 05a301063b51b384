/* SPDX-License-Identifier: ISC */
/*
 * Quoted-printable (RFC 2045, 6.7): text as 7-bit lines of at most 76 characters, which any mail
 * server passes on unchanged. Both ways, for the parts of mails; what stands around them is not
 * known here. Dots at the beginning of a line are the transport's.
 */
#ifndef BASE_QUOTED_H
#define BASE_QUOTED_H

#include <stddef.h>

#include "base/text.h"

/* Appends text, whose lines end in LF; the lines that it makes of it end in CRLF, the last too. */
void quoted_add(struct text *out, const char *text);

/* Appends what len bytes of quoted-printable mean, lines ending in LF. An escape that is none is
 * taken as it stands. */
void quoted_read(struct text *out, const char *quoted, size_t len);

#endif
