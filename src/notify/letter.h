/* SPDX-License-Identifier: ISC */
/*
 * What the mail of a notice says: from a notice and what it is about to the bytes that are sent, by
 * the templates templates/mail_KIND.txt and .html. Links in it come from base_url alone (S2). It
 * reads no clock and no database; that the bytes are made once and kept is courier.h's business.
 */
#ifndef NOTIFY_LETTER_H
#define NOTIFY_LETTER_H

#include "app/config.h"
#include "base/err.h"
#include "base/text.h"
#include "store/notices.h"

/* The templates, compiled. Read-only: threads may share them. */
struct letters;

/* 0, or -1 when a template is not there or does not compile. */
int letters_open(struct letters **out, struct err *err);
void letters_free(struct letters *letters);

/*
 * Appends the mail of a "sign in" notice (A1), dated by its creation; payload is what the notice
 * was added with, see SIGNIN_PAYLOAD_BYTES. Its subject begins with the code, so that a phone shows
 * it without opening the mail. 0, or -1: the payload or an address is not what it must be, or the
 * mail grew too long.
 */
int letter_sign_in(const struct letters *letters, struct text *out, const struct config *config,
                   const struct notice *n, const char *payload, size_t len, struct err *err);

#endif
