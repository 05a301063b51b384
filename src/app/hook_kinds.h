/* SPDX-License-Identifier: ISC */
/*
 * The services that a webhook may lead to (N5): one table, a row for each. A row says what the
 * service is called, what its addresses look like, and how a message becomes the request that it
 * takes. Another service is another row.
 *
 * It knows no person, no database and no network: a message goes in, a request's head and body come
 * out. Signing is notify's.
 */
#ifndef APP_HOOK_KINDS_H
#define APP_HOOK_KINDS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "store/games.h"

/* What is told: words of ours in title and when; a game's name is its maker's, the person's their
 * own. */
struct hook_message {
	const char *type;                /* the notice's kind: "your turn" */
	const char *title;               /* "It is your turn" */
	const char *person;              /* to whom: a room has more readers than one */
	const char *game_name, *game_id; /* "": about none */
	int64_t rev;                     /* 0: none */
	const char *deadline;            /* as the person reads it; "": none */
	int64_t deadline_at;             /* 0: none */
	int64_t at;                      /* when it fell due */
	const char *url;
};

enum { HOOK_REQUEST_BYTES = 8192 };

struct hook_kind {
	const char *word;           /* in the database and in forms */
	const char *name, *address; /* for settings: what it is, what its URL looks like */
	bool is_signed;             /* by the Standard Webhooks specification */
	/* Appends lines of the head ("Content-Type: text/plain\r\n"), an empty one, the body. */
	void (*write)(struct text *out, const struct hook_message *m);
};

enum { HOOK_KINDS = 4 };
extern const struct hook_kind hook_kinds[HOOK_KINDS];

/* NULL for a word that is none. */
const struct hook_kind *hook_kind_of(const char *word);

#endif
