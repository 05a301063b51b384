/* SPDX-License-Identifier: ISC */
/*
 * Accounts (A1 to A3): no passwords. A mail with a link and a code signs a person in; an account arises with the
 * first one that is answered. A guest plays bots without an address and becomes an account by the same way. Secrets
 * come from the caller, and only their hashes are stored.
 */
#ifndef APP_ACCOUNTS_H
#define APP_ACCOUNTS_H

#include "app/config.h"
#include "app/sets.h"
#include "store/people.h"

enum {
	ACCOUNTS_SECRET_BYTES = 32,
	ACCOUNTS_LINK_BYTES = 20,      /* 160 bits, in the link */
	ACCOUNTS_CODE_DIGITS = 6,
	ACCOUNTS_SIGNIN_S = 600,       /* how long a mail may be answered */
	ACCOUNTS_TRIES = 5,            /* of the code */
	ACCOUNTS_MAILS_AN_HOUR = 5,    /* to one address, whoever asks */
	ACCOUNTS_ADDRESSES_MAX = 5,
	ACCOUNTS_SESSIONS_MAX = 50,
};

/* Chance for one sign-in, from the system's generator. */
struct signin_chance {
	unsigned char link[ACCOUNTS_LINK_BYTES]; /* in the mail's link */
	unsigned char browser[ACCOUNTS_SECRET_BYTES]; /* in a cookie: the code works in that browser only */
	unsigned char salt[16];
	char code[ACCOUNTS_CODE_DIGITS + 1];
};
void signin_chance_draw(struct signin_chance *c);

struct signin_request {
	const char *address; /* normalised */
	int64_t user_id;     /* who is signed in: a guest, or an account that adds an address; 0 for a visitor */
	const char *next;    /* local path to go on to */
	const struct signin_chance *chance;
	int64_t now;
};

/*
 * Puts a sign-in mail on its way, unless the address got too many within the hour: the answer is the same, and so is
 * the work. Answers the sign-in's id, 0 when the database failed.
 */
int64_t accounts_ask(struct store *store, const struct signin_request *r);

/*
 * The payload of a sign-in's notice, from which the mail is composed: the link's secret as hexadecimal, a space, the
 * code.
 */
enum { SIGNIN_PAYLOAD_BYTES = 2 * ACCOUNTS_LINK_BYTES + 1 + ACCOUNTS_CODE_DIGITS };

enum signin_status {
	SIGNIN_OK,
	SIGNIN_UNKNOWN,     /* no such sign-in, or used, or too old, or the wrong browser */
	SIGNIN_WRONG_CODE,  /* and tries are left */
	SIGNIN_NO_TRIES,
	SIGNIN_INVITED_ONLY,/* registration is by invitation, and nobody invited this address */
	SIGNIN_BOTH_SIT,    /* two accounts would become one that sits twice in a game */
	SIGNIN_TOO_MANY,    /* addresses in one account */
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
	const char *agent;
	const unsigned char *session; /* the new session's secret, ACCOUNTS_SECRET_BYTES */
	enum registration registration;
	int64_t now;
	/* Out. */
	enum signin_status status;
	int64_t user_id;
	bool is_new;                  /* the account has just arisen: it may want a name */
	char next[LIMIT_NEXT_BYTES + 1];
};

/* Uses a sign-in up: the account is found, made or joined, places that were held are its own, and a session begins. */
void accounts_answer(struct store *store, const struct sets *sets, struct signin_answer *a);

/* Is a link still good? Changes nothing. *out may be NULL. */
bool accounts_peek(struct db *db, const unsigned char link[ACCOUNTS_LINK_BYTES], int64_t now, struct signin *out);

/* A guest with a session. Answers the user's id, 0 when the database failed. */
int64_t accounts_guest(struct store *store, const char *name, const char *agent,
                       const unsigned char session[ACCOUNTS_SECRET_BYTES], int64_t now);

/* Ends sessions: one by its number, or all (id 0). */
bool accounts_sign_out(struct store *store, int64_t user_id, int64_t session_id);

/* name, zone, standing order; false when the database failed. */
bool accounts_update(struct store *store, const struct user *u);

/* Takes an address away; false for the last one of an account, or one that is not the user's. */
bool accounts_drop_address(struct store *store, int64_t user_id, const char *address);

/* Deletes the account: running games go on with a caretaker, finished ones keep "former player" (A4). */
bool accounts_delete(struct store *store, int64_t user_id, int64_t now);

#endif
