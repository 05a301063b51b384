/* SPDX-License-Identifier: ISC */
/*
 * What people are told, and how each wants it (N2, N4). A row is written by the job that makes it
 * due, whatever the person has chosen: that is looked at when the row's time has come, so a choice
 * counts at once. Composing and sending are notify's.
 *
 *	notices_tell(db, p, NOTICE_YOUR_TURN, seat, 0, due_at, now);    // in the job that draws
 *	notices_done(db, p, seat, now);                                 // in that of the turn
 */
#ifndef APP_NOTICES_H
#define APP_NOTICES_H

#include "app/play.h"
#include "store/choices.h"
#include "store/notices.h"

enum { HOOKS_MAX = 8 }; /* of one account */

enum notice_kind {
	NOTICE_YOUR_TURN,
	NOTICE_YOUR_WORD, /* tokens may be added */
	NOTICE_REMINDER,  /* number: which one of that wait */
	NOTICE_CARETAKER, /* it has played for the person */
	NOTICE_STARTED,
	NOTICE_GAME_OVER,
	NOTICE_INVITATION,
	NOTICE_MORE_TIME,               /* somebody asks for it */
	NOTICE_CHOICES,                 /* the ones before have a way that is chosen */
	NOTICE_DIGEST = NOTICE_CHOICES, /* the mail of the day itself */
	NOTICE_ADDRESS,                 /* an address was added or taken away (A4): always sent */
	NOTICE_RECEIPT,                 /* the answer to a mail (N7); number: store/replies.h */
	NOTICE_STRANGER,                /* likewise, to who is not the player */
	NOTICE_SIGN_IN,
	NOTICE_HOOK_FAILS, /* a webhook of the person's: by mail */
	NOTICE_TEST,       /* of one webhook, asked for by its person */
	NOTICE_KINDS
};

/* WAY_HOOK: to the webhooks that are on, by mail while none is; WAY_BOTH: to them and by mail. */
enum notice_way { WAY_MAIL, WAY_BOTH, WAY_HOOK, WAY_DIGEST, WAY_OFF, WAY_COUNT };
extern const char *const notice_ways[WAY_COUNT]; /* as in the database and in forms */

struct notice_trait {
	const char *word;    /* in the database */
	const char *meaning; /* for settings: "It is your turn"; NULL where nothing is chosen */
	bool is_news;        /* an act of the person does not cancel it */
	bool may_digest;     /* can wait for the mail of the day */
	enum notice_way usual;
};
extern const struct notice_trait notice_traits[NOTICE_KINDS];

/* The kind of a row; NOTICE_KINDS for a word that is none. */
enum notice_kind notice_kind_of(const char *word);

/* ---- In a job of the writer ---- */

enum { NOTICES_AFTER_MOVE_S = 300 };

/*
 * The person at a seat is to be told, at due_at; or, who has moved in this very game, five minutes
 * after that move if that is later (N2); who plays bots alone, five minutes after the beginning.
 * rev is the game's in p->row. Nothing for a seat without a person who plays: bots, resigned and
 * former players. Each (kind, rev, number) is told once.
 */
void notices_tell(struct db *db, const struct play *p, enum notice_kind kind, unsigned seat,
                  int number, int64_t due_at, int64_t now);

/* Adds a row, and where it tells an account of something one for each webhook that is on. */
void notices_add(struct db *db, const struct notice *n);

/* The person at a seat has acted: what it was asked for is done. News stay. */
void notices_done(struct db *db, const struct play *p, unsigned seat, int64_t now);

/* Nobody in the game is asked for that any more. */
void notices_void(struct db *db, const struct play *p, enum notice_kind kind, int64_t now);

/* A row of a kind, due now, without game and person: for who fills it in and calls
 * notices_add(). */
struct notice notices_new(enum notice_kind kind, int64_t now);

/* ---- Choices ---- */

/* How a person wants a kind. The ones that nobody chooses: WAY_MAIL; by
 * default WAY_BOTH. */
enum notice_way notices_way(struct db *db, int64_t user_id, enum notice_kind kind);

/* The places of a game, begun or not, whose people hear nothing of their turns there, neither by
 * mail (off, came back, no address) nor by a webhook, or not by choice: that kind is off, the game
 * is muted. Bit by place; guests and bots are none of them. Others at the table are shown who it is
 * (N6). */
unsigned notices_unreached(struct db *db, const char *game_id);

/* Would an invitation to that address be mailed now? Not where it refused them, or its account gets
 * none of them. Who invites may know so much, and not why. */
bool notices_may_invite(struct db *db, const char *address);

struct notice_choices {
	enum notice_way ways[NOTICE_CHOICES];
	char address[LIMIT_ADDRESS_BYTES + 1]; /* one of the user's; "": the oldest */
	int digest_hour;                       /* 0 to 23, in the person's zone */
};
void notices_choices(struct db *db, int64_t user_id, struct notice_choices *out);
/* Keeps them. Mails that were off because they bounced are on again when the address is another
 * one. False for an address that is not the user's, an hour or way that is none, or when the
 * database failed. */
bool notices_choose(struct store *store, int64_t user_id, const struct notice_choices *choices);

/* All mails but those of signing in and of addresses, off or on again; bounces are forgotten. False
 * when the database failed. */
bool notices_switch(struct store *store, int64_t user_id, bool is_on);

/* No notices of one game, or again. False when the user does not sit there, or the database
 * failed. */
bool notices_mute(struct store *store, int64_t user_id, const char *game_id, bool is_muted);

/* An address wants no invitations (or does again), whether it is an account's or becomes one later:
 * none is mailed to it, or when it is invited. False when the database failed. */
bool notices_refuse(struct store *store, const char *address, bool is_refused, int64_t now);

/* The feed's address is another one from now on. False when the database failed. */
bool notices_renew_feed(struct store *store, int64_t user_id);

/* A mail to that address of the user's came back for good, at `now`. One that does so a day or
 * more, and 30 days at most, after the first switches mails off; those in between are of the same
 * trouble. In a job of the writer. */
void notices_bounced(struct db *db, int64_t user_id, const char *address, int64_t now);

/* After a change of a user's addresses, of which mails went to `before` until then ("": none):
 * where they go to another one now, what came back from there counts no more, and mails that were
 * off for it are on again. In a job of the writer. */
void notices_address_was(struct db *db, int64_t user_id, const char *before);

/* ---- For the operator ---- */

/* What waits, is under way, or died lately, a line each; "nothing waits" where that is nothing. */
void notices_list(struct db *db, struct text *out);

/* One that waits or is dead is due now; or is dropped. False when there is no such, or the database
 * failed. */
bool notices_retry(struct store *store, int64_t id, int64_t now);
bool notices_drop(struct store *store, int64_t id, int64_t now);
#define NOTICES_NONE_SUCH "there is no such notice, or it is settled, or asks for what is done"

/* For the clock, every hour: deletes what was settled 90 days ago, and replies of a month ago. */
void notices_tidy(struct store *store, int64_t now);

#endif
