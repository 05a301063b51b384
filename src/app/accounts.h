/* SPDX-License-Identifier: ISC */
/*
 * Accounts (A1 to A3): no passwords. A mail with a link and a code signs a person in; an account
 * arises with the first one that is answered. A guest plays bots without an address and becomes an
 * account by the same way. Secrets come from the caller, and only their hashes are stored.
 */
#ifndef APP_ACCOUNTS_H
#define APP_ACCOUNTS_H

#include "app/config.h"
#include "app/sets.h"
#include "store/people.h"

enum {
	ACCOUNTS_SECRET_BYTES = 32,
	ACCOUNTS_LINK_BYTES = 20, /* 160 bits, in the link */
	ACCOUNTS_CODE_DIGITS = 6,
	ACCOUNTS_SIGNIN_S = 600,    /* how long a mail may be answered */
	ACCOUNTS_TRIES = 5,         /* of the code */
	ACCOUNTS_MAILS_AN_HOUR = 5, /* to one address, whoever asks */
	ACCOUNTS_MAILS_A_DAY =
		20, /* bounds both nuisance and guesses: a mail's code has its tries */
	ACCOUNTS_ADDRESSES_MAX = 5,
	ACCOUNTS_SESSIONS_MAX = 50,
};

/* The local path of a mail's link, before its secret as hexadecimal; what a guest is called at
 * first. */
#define ACCOUNTS_LINK_PATH "/signin/link/"
#define ACCOUNTS_GUEST_NAME "Guest"

/* Chance for one sign-in, from the system's generator. */
struct signin_chance {
	unsigned char link[ACCOUNTS_LINK_BYTES];      /* in the mail's link */
	unsigned char browser[ACCOUNTS_SECRET_BYTES]; /* in a cookie: the code works in that browser
	                                                 only */
	unsigned char salt[16];
	char code[ACCOUNTS_CODE_DIGITS + 1];
};
void signin_chance_draw(struct signin_chance *c);

struct signin_request {
	const char *address; /* normalised */
	int64_t user_id;     /* a guest, or an account that adds an address; 0: whoever answers, and
	                        nobody yet */
	const char *next;    /* local path to go on to */
	const struct signin_chance *chance;
	int64_t now;
};

/*
 * Puts a sign-in mail on its way, unless the address got too many lately: the answer is the same,
 * and so is the work, but no code is right. Answers the sign-in's id, 0 when the database failed.
 */
int64_t accounts_ask(struct store *store, const struct signin_request *r);

/*
 * The payload of a sign-in's notice, from which the mail is composed: the link's secret as
 * hexadecimal, a space, the code, and a + where it adds an address to an account.
 */
enum { SIGNIN_PAYLOAD_BYTES = 2 * ACCOUNTS_LINK_BYTES + 1 + ACCOUNTS_CODE_DIGITS + 1 };

/* Was it an account that asked, for one more address? */
bool signin_adds_address(struct db *db, const struct signin *s);

enum signin_status {
	SIGNIN_OK,
	SIGNIN_UNKNOWN,      /* no such sign-in */
	SIGNIN_EXPIRED,      /* used, or too old */
	SIGNIN_WRONG_CODE,   /* and tries are left */
	SIGNIN_NO_TRIES,     /* or that was the last one */
	SIGNIN_ELSEWHERE,    /* an account adds an address: its own browser must answer */
	SIGNIN_INVITED_ONLY, /* registration is by invitation, and nobody invited this address */
	SIGNIN_BOTH_SIT,     /* two accounts would become one that sits twice in a game */
	SIGNIN_TOO_MANY,     /* addresses in one account */
	SIGNIN_FAILED,
	SIGNIN_STATUS_COUNT
};

/* One sentence each. Static. */
const char *signin_sentence(enum signin_status status);

/* What answering a mail leads to. */
struct signin_answer {
	/* In: the link's secret (ACCOUNTS_LINK_BYTES), or the browser's and the code. */
	const unsigned char *link, *browser;
	const char *code;
	int64_t viewer_id,
		session_id; /* who is signed in in this browser, and by which session; 0: nobody */
	const char *agent;
	const char *zone;             /* that a new account begins in; NULL or unknown: UTC */
	const unsigned char *session; /* the new session's secret, ACCOUNTS_SECRET_BYTES */
	enum registration registration;
	int64_t now;
	/* Out. */
	enum signin_status status;
	int64_t user_id;
	bool is_new; /* the account has just arisen: it may want a name */
	char next[LIMIT_NEXT_BYTES + 1];
};

/*
 * Uses a sign-in up. The account is found or arises; where a guest asked, or answers, that guest
 * becomes the account or goes over into it, and an account that adds an address gets it, or goes
 * over into the address's account: with all games, addresses and notices (refused where both sit in
 * one). Addresses that were there before are told of new ones (A4). Places that were held are the
 * account's own. A session begins, and the one that this browser had ends.
 *
 * A link that somebody else asked for does no harm: an account's links work where that account is
 * signed in only, and a guest's sessions end when another browser answers. Nothing has changed
 * unless the status is SIGNIN_OK, but for the tries.
 */
void accounts_answer(struct store *store, const struct sets *sets, struct signin_answer *a);

/*
 * The sign-in that a link or a browser's cookie names (the other is NULL), and whether it can still
 * be answered. Changes nothing. SIGNIN_UNKNOWN and *out is unspecified; or *out, and SIGNIN_OK, or
 * SIGNIN_EXPIRED where it is used or too old.
 */
enum signin_status accounts_peek(struct db *db, const unsigned char *link,
                                 const unsigned char *browser, int64_t now, struct signin *out);

/* A guest with a session, in that zone (NULL or unknown: UTC). Answers the user's id, 0 when the
 * database failed. */
int64_t accounts_guest(struct store *store, const char *agent, const char *zone,
                       const unsigned char session[ACCOUNTS_SECRET_BYTES], int64_t now);

/* Ends one session by its number; or all but that one. False when there is no such, or the database
 * failed. */
bool accounts_sign_out(struct store *store, int64_t user_id, int64_t session_id);
bool accounts_sign_out_others(struct store *store, int64_t user_id, int64_t session_id);

/* name and standing order (the zone is times.h's); false when the database failed. */
bool accounts_update(struct store *store, const struct user *u);

/* What is done when the user is asked for a word in that game (words.h): *order, or NULL for what
 * the account says. False when the user does not sit there, or the database failed. */
bool accounts_set_order(struct store *store, int64_t user_id, const char *game_id,
                        const int *order);

/* Takes an address away, which is told to it and to those that stay (A4); false for the last one of
 * an account, or one that is not the user's. */
bool accounts_drop_address(struct store *store, int64_t user_id, const char *address, int64_t now);

/*
 * Deletes the account, a guest's too (A4): it resigns in running games, which a caretaker plays on,
 * leaves games that have not started, and those of its own end; finished ones keep "former player".
 * False when the database failed: then it is there still, and may have resigned or left.
 */
bool accounts_delete(struct store *store, const struct sets *sets, int64_t user_id, int64_t now);

#endif
