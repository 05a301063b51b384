/* SPDX-License-Identifier: ISC */
/*
 * Somebody's webhooks (N5): adding, taking away, new secrets, tests, and what follows from whether
 * they take what is sent. Everything is the account's own: another one's webhook is not there.
 * Which addresses may be reached is judged when one is connected to, by notify/post.h, for a name
 * may lead elsewhere by then.
 */
#ifndef APP_HOOKS_H
#define APP_HOOKS_H

#include "app/config.h"
#include "app/hook_kinds.h"
#include "app/notices.h"
#include "base/secret.h"
#include "store/hooks.h"

enum {
	HOOKS_OLD_SECRET_S = 86400, /* so long the secret before signs too */
	HOOKS_GIVE_UP_S = 86400,    /* what nobody takes is tried so long */
	HOOKS_TWICE_S = 60,         /* who asks twice within it wants one new secret */
};

enum hooks_status {
	HOOKS_OK,
	HOOKS_NONE_SUCH,
	HOOKS_NO_KIND,
	HOOKS_NO_URL, /* hooks_url_is_fit() says no */
	HOOKS_HAS_IT,
	HOOKS_TOO_MANY,
	HOOKS_IS_OFF,
	HOOKS_FAILED, /* the database */
	HOOKS_STATUS_COUNT
};
/* A sentence for each, for the person; NULL for HOOKS_OK. */
const char *hooks_sentence(enum hooks_status status);

/* Is it https, or http where networks of the operator's may be reached so; a host as it stands in
 * the DNS or an address, perhaps a port, no user, no fragment, no blanks or controls? */
bool hooks_url_is_fit(const struct config *config, const char *url);

/* Its host, for lists: the rest of a webhook's URL often is a secret. */
void hooks_host(const char *url, char out[LIMIT_ADDRESS_BYTES + 1]);

enum hooks_status hooks_add(struct store *store, const struct config *config, int64_t user_id,
                            const char *kind, const char *url, int64_t now, int64_t *id);
enum hooks_status hooks_remove(struct store *store, int64_t user_id, int64_t id, int64_t now);
/* On again, or off: then what waits for it is cancelled. Failures are forgotten. */
enum hooks_status hooks_switch(struct store *store, int64_t user_id, int64_t id, bool is_on,
                               int64_t now);
/* Another secret from now on. A double tap, or another try where the answer was lost, is one
 * change: two would end the secret that the receiver still knows. */
enum hooks_status hooks_rotate(struct store *store, int64_t user_id, int64_t id, int64_t now);
/* A test notice, or one that went there once more; at once, also when it is waiting to be tried
 * again. */
enum hooks_status hooks_test(struct store *store, int64_t user_id, int64_t id, int64_t now);
enum hooks_status hooks_resend(struct store *store, int64_t user_id, int64_t id, int64_t notice_id,
                               int64_t now);

/* ---- In a job of the writer: what became of an attempt ---- */

void hooks_took(struct db *db, int64_t id);
/* Not before `until` again. Who has not been told that it fails is told, if `is_given_up`. */
void hooks_failed(struct db *db, int64_t id, int64_t until, bool is_given_up, int64_t now);
/* It says that it is gone (410): off, and its person is told. */
void hooks_gone(struct db *db, int64_t id, int64_t now);

#endif
