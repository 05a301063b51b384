/* SPDX-License-Identifier: ISC */
/*
 * What the mail of a notice says: from a notice and what it is about to the bytes that are sent, by
 * the templates templates/mail_*. Links in it come from base_url alone (S2). It reads no clock:
 * what a mail calls now is when its notice fell due. The same notice and the same rows give the
 * same bytes; that they are made once and kept is courier.h's business, and so is whether the
 * person wants them.
 *
 *	struct text mail;
 *	text_init(&mail, MAIL_BYTES_MAX);
 *	if (letter_compose(letters, &mail, &context, &notice, &err) < 0)
 *		...;
 */
#ifndef NOTIFY_LETTER_H
#define NOTIFY_LETTER_H

#include "app/config.h"
#include "app/sets.h"
#include "base/err.h"
#include "base/text.h"
#include "base/zone.h"
#include "store/notices.h"

struct mail_secrets;

/* The templates, compiled, and the drawings of the tile sets. Read-only: threads may share it. */
struct letters;

/* 0, or -1 when a template is not there or does not compile. sets must outlive it; NULL: for
 * letter_sign_in() alone. */
int letters_open(struct letters **out, const struct sets *sets, struct err *err);
void letters_free(struct letters *letters);

/* What letters are written from; everything stays the caller's. */
struct letter_context {
	const struct config *config;
	const struct sets *sets; /* those of letters_open() */
	struct db *db;           /* a snapshot */
	struct zones *zones;
	const struct mail_secrets *secrets;
};

/*
 * Appends the mail of any notice but "sign in" (N3, N4), to n->address, which the caller has filled
 * in; dated when it fell due. A game is told as it stood at n->rev. At most MAIL_BYTES_MAX: where
 * it would be longer the board as text stays out, then the picture. 0, or -1: the game or the
 * person is not there, the kind is unknown, or an address is none; *out is then unspecified.
 */
int letter_compose(const struct letters *letters, struct text *out,
                   const struct letter_context *context, const struct notice *n, struct err *err);

/*
 * Appends the mail of a "sign in" notice (A1), dated by its creation; payload is what the notice
 * was added with, see SIGNIN_PAYLOAD_BYTES. Its subject begins with the code, so that a phone shows
 * it without opening the mail. 0, or -1: the payload or an address is not what it must be, or the
 * mail grew too long.
 */
int letter_sign_in(const struct letters *letters, struct text *out, const struct config *config,
                   const struct notice *n, const char *payload, size_t len, struct err *err);

#endif
