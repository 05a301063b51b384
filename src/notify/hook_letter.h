/* SPDX-License-Identifier: ISC */
/*
 * What a notice says to a webhook: from the notice and the rows of what it is about to the bytes
 * that are posted, by the row of its service in app/hook_kinds.h. Thin: what has happened, in which
 * game, until when, and the link; whoever wants more follows that.
 */
#ifndef NOTIFY_HOOK_LETTER_H
#define NOTIFY_HOOK_LETTER_H

#include "app/config.h"
#include "app/hook_kinds.h"
#include "base/zone.h"
#include "store/hooks.h"

struct hook_letter_context {
	const struct config *config;
	struct db *db; /* a snapshot */
	struct zones *zones;
};

/* Appends lines of the head, an empty one, the body. False when the game is not there, or it would
 * be longer than HOOK_REQUEST_BYTES. */
bool hook_letter(struct text *out, const struct hook_letter_context *c, const struct hook *hook,
                 const struct notice *n);

#endif
