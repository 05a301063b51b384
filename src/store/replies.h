/* SPDX-License-Identifier: ISC */
/*
 * Rows of replies: mails that came in for a game, what each has done, and what its answer says.
 * What a mail may do is notify/inbox.h's business.
 */
#ifndef STORE_REPLIES_H
#define STORE_REPLIES_H

#include "base/hash.h"
#include "store/games.h"
#include "store/people.h"

/* What became of one. */
enum reply_outcome {
	REPLY_DONE,       /* the turn or the word is stored; `said` is its text */
	REPLY_ALREADY,    /* it was before */
	REPLY_OVER,       /* the question was answered, taken back, or the game is over */
	REPLY_UNFINISHED, /* more is to be chosen */
	REPLY_UNCLEAR,    /* not understood */
	REPLY_REFUSED,    /* by a rule: detail */
	REPLY_STATUS,
	REPLY_HELP,
	REPLY_AWAY,     /* detail says until when */
	REPLY_NOT_AWAY, /* detail says why not */
	REPLY_RESIGN,
	REPLY_STRANGER, /* the sender is no address of the player's */
	REPLY_OUTCOMES
};
extern const char *const reply_outcomes[REPLY_OUTCOMES]; /* their words */

struct reply {
	int64_t id;
	unsigned char hash[HASH_BYTES];
	int64_t at, user_id;
	char sender[LIMIT_ADDRESS_BYTES + 1];
	char game_id[GAME_ID_LEN + 1];
	char message_id[LIMIT_INCOMING_ID_BYTES + 1];
	uint8_t outcome; /* enum reply_outcome */
	char said[LIMIT_FIRST_LINE_BYTES + 1];
	char detail[LIMIT_REPLY_DETAIL_BYTES + 1];
	bool is_answered;
};

/* Answers the new id; 0 when one with that hash is there. r->id is not read. */
int64_t reply_insert(struct db *db, const struct reply *r);
bool reply_is_known(struct db *db, const unsigned char hash[HASH_BYTES]);
bool reply_get(struct db *db, int64_t id, struct reply *out);

/* Replies of one sort are counted together: a machine that answers all our mails is an idle one. */
enum reply_sort {
	REPLY_SORT_USEFUL,
	REPLY_SORT_IDLE, /* not understood, or about what is over or was done before */
	REPLY_SORT_STRANGER,
};
enum reply_sort reply_sort_of(enum reply_outcome outcome);

/* Those of its sort that were answered since, of its player's secrets or of its sender, whichever
 * are more. */
unsigned reply_count(struct db *db, const struct reply *r, int64_t since);

/* Those of a player's secrets, in the order in which they came: behind one of them (NULL: from the
 * first on). */
size_t reply_list_of_user(struct db *db, int64_t user_id, const struct reply *after,
                          struct reply *out, size_t cap);

/* Those of its secrets, and what came from its addresses for somebody else's. */
void reply_delete_of_user(struct db *db, int64_t user_id);
/* Those that came before, at most 1,000 a call; answers how many. */
unsigned reply_delete_old(struct db *db, int64_t before);

#endif
