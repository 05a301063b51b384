/* SPDX-License-Identifier: ISC */
/*
 * The secrets in mails' addresses and links, and those of webhooks. None is stored: each follows
 * from the service's key, from what it is for, and from whom or what it names, so it can be told
 * again in every mail, and checked. Each does one thing and is good for nothing else.
 *
 * A secret ends in 80 bits as lower-case base 32. It is read without regard to case and compared in
 * constant time. The forms, where USER, GAME and REV are as they stand in the database:
 *
 *	unsubscribe	USER-MAC, or for an address of no account a ADDRESS-MAC, all in base 32
 *	feed		USER-MAC	of a user and the number of the feed
 *	invitation	GAME-ADDRESS-MAC
 *	bounce		b-USER-MAC	in the local part of an address, behind mail_from's and a +
 *	reply		r-GAME-REV-USER-MAC	likewise
 */
#ifndef APP_MAIL_SECRETS_H
#define APP_MAIL_SECRETS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/limits.h"
#include "base/secret.h"
#include "store/games.h"

struct mail_secrets {
	unsigned char key[SECRET_KEY_BYTES];
};

/* The key of the database; the first time it is made, and the service's row with it, from which on
 * clocks count: those that ran before begin anew. 0, or -1. */
int mail_secrets_open(struct mail_secrets *out, struct store *store, int64_t now, struct err *err);

enum { MAIL_TOKEN_BYTES = 480 }; /* the longest unsubscribe token, and its terminator */

/* For links: what stands behind /unsubscribe/ and /feed/. */
void mail_secrets_unsubscribe_user(const struct mail_secrets *s, int64_t user_id,
                                   char out[MAIL_TOKEN_BYTES]);
void mail_secrets_unsubscribe_address(const struct mail_secrets *s, const char *address,
                                      char out[MAIL_TOKEN_BYTES]);
void mail_secrets_feed(const struct mail_secrets *s, int64_t user_id, int64_t feed_number,
                       char out[MAIL_TOKEN_BYTES]);

/* The key with which what goes to a webhook is signed, the number-th that it has. */
void mail_secrets_hook(const struct mail_secrets *s, int64_t hook_id, int64_t number,
                       unsigned char out[SECRET_KEY_BYTES]);

/* What stands behind MAIL_SECRETS_INVITATION_PATH in the mail that invites an address to a game. */
#define MAIL_SECRETS_INVITATION_PATH "/invitation/"
void mail_secrets_invitation(const struct mail_secrets *s, const char *game_id, const char *address,
                             char out[MAIL_TOKEN_BYTES]);
/* To what it invites whom. False when it is none; any string may be asked for. */
bool mail_secrets_read_invitation(const struct mail_secrets *s, const char *token,
                                  char game_id[GAME_ID_LEN + 1],
                                  char address[LIMIT_ADDRESS_BYTES + 1]);

/* Whose token it is: *user_id, or 0 and the address. False when it is none; any string may be asked
 * for. */
bool mail_secrets_read_unsubscribe(const struct mail_secrets *s, const char *token,
                                   int64_t *user_id, char address[LIMIT_ADDRESS_BYTES + 1]);
/* Whose token it would be: whether it is one mail_secrets_is_feed() says, with the number that the
 * user's row has. */
bool mail_secrets_read_feed(const char *token, int64_t *user_id);
bool mail_secrets_is_feed(const struct mail_secrets *s, const char *token, int64_t user_id,
                          int64_t feed_number);

/*
 * Addresses: those of mail_from (normalised) with a secret behind a +. False, and *out is
 * mail_from, when the local part would be longer than the 64 bytes that it may have (RFC 5321), or
 * the address too long.
 */
bool mail_secrets_bounce(const struct mail_secrets *s, const char *mail_from, int64_t user_id,
                         char out[LIMIT_ADDRESS_BYTES + 1]);
bool mail_secrets_reply(const struct mail_secrets *s, const char *mail_from, const char *game_id,
                        int64_t rev, int64_t user_id, char out[LIMIT_ADDRESS_BYTES + 1]);

/* What a mail came to; false for an address that is none of these. What is before the + is not
 * looked at. */
bool mail_secrets_read_bounce(const struct mail_secrets *s, const char *address, int64_t *user_id);
bool mail_secrets_read_reply(const struct mail_secrets *s, const char *address,
                             char game_id[GAME_ID_LEN + 1], int64_t *rev, int64_t *user_id);

#endif
