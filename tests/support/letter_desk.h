/* SPDX-License-Identifier: ISC */
/*
 * Letters from stored games, composed and taken apart again: what tests of notify/letter.h share.
 */
#ifndef SUPPORT_LETTER_DESK_H
#define SUPPORT_LETTER_DESK_H

#include "app/mail_secrets.h"
#include "app/notices.h"
#include "notify/letter.h"
#include "support/party.h"

struct letter_desk {
	struct party *party;
	struct letters *letters;
	struct config config; /* of https://safari.example */
	struct zones *zones;
	struct mail_secrets secrets;
	char id[GAME_ID_LEN + 1];     /* of the game that notices are about */
	struct text mail, text, html; /* of the last letter */
};

/* Setup and teardown of a test. */
int letter_desk_open(void **state);
int letter_desk_close(void **state);

/* A notice about the desk's game, to ada@example.org, due now. */
struct notice letter_desk_notice(const struct letter_desk *d, enum notice_kind kind,
                                 int64_t user_id, int64_t rev);

/* Composes; what letter_compose() says. */
int letter_desk_try(struct letter_desk *d, const struct notice *n);

/* Composes, takes the letter apart, and fails the test unless it is as every letter must be. */
void letter_desk_write(struct letter_desk *d, const struct notice *n);

/* Keeps the last letter as NAME.eml in the folder $SLOWSAFARI_LETTERS, to be looked at; without
 * that it does nothing. */
void letter_desk_keep(struct letter_desk *d, const char *name);

/* Fail the test unless the text holds that, or does not; unless a field of the head is so. */
void says(struct text *t, const char *what);
void says_not(struct text *t, const char *what);
void field_is(struct letter_desk *d, const char *name, const char *expected);

#endif
