/* SPDX-License-Identifier: ISC */
/*
 * Rows of how somebody wants to hear of what happens: where mails go and whether, which way for
 * each kind of notice, muted games, addresses that want no invitations. See people.h for what
 * answers mean; what follows from choices is app/notices.h's business.
 */
#ifndef STORE_CHOICES_H
#define STORE_CHOICES_H

#include "base/limits.h"
#include "store/store.h"

enum mail_off {
	MAIL_ON,
	MAIL_UNWANTED, /* the person wants none */
	MAIL_BOUNCED,  /* they came back */
};

struct user_mail {
	char address[LIMIT_ADDRESS_BYTES + 1]; /* where mails go; "": to the oldest address */
	uint8_t off;                           /* enum mail_off */
	int64_t bounced_at;                    /* the last hard bounce there; 0: none */
	int digest_hour;                       /* 0 to 23, in the person's zone */
	int64_t feed_number; /* counts the addresses that the feed of deadlines has had */
};

bool user_mail_get(struct db *db, int64_t user_id, struct user_mail *out);
void user_mail_update(struct db *db, int64_t user_id, const struct user_mail *m);
/* Where a user's mails go now. False when there is no address. */
bool user_mail_address(struct db *db, int64_t user_id, char out[LIMIT_ADDRESS_BYTES + 1]);

enum { CHOICE_WAY_BYTES = 8 };

/* "mail", "digest", "webhook", "both" or "off"; false where nothing was chosen. */
bool choice_get(struct db *db, int64_t user_id, const char *kind, char way[CHOICE_WAY_BYTES]);
void choice_put(struct db *db, int64_t user_id, const char *kind, const char *way);
/* Kinds that come by mail alone come to webhooks too. */
void choice_add_hooks(struct db *db, int64_t user_id);
void choice_delete_all(struct db *db, int64_t user_id);

/* Does the user sit there and want no notices of that game? */
bool seat_is_muted(struct db *db, const char *game_id, int64_t user_id);
/* False when the user does not sit there. */
bool seat_mute(struct db *db, const char *game_id, int64_t user_id, bool is_muted);

/* Bit by place: whose people, guests aside, are told of that kind in the game neither by mail
 * nor by a webhook: by their choices, bounces, or for want of an address. */
unsigned seats_unreached(struct db *db, const char *game_id, const char *kind);

/* Does that address, of an account or of none, want no invitations? */
bool refusal_get(struct db *db, const char *address);
void refusal_put(struct db *db, const char *address, int64_t at);
void refusal_delete(struct db *db, const char *address);

#endif
