/* SPDX-License-Identifier: ISC */
/*
 * Rows of notices: what somebody is to be told, and how far that has come. A queue with few verbs:
 * add, cancel, claim (under a lease), settle or put back.
 */
#ifndef STORE_NOTICES_H
#define STORE_NOTICES_H

#include "base/text.h"
#include "store/games.h"
#include "store/people.h"

struct notice {
	int64_t id;
	char kind[24];
	int number;                      /* which of its kind for that rev */
	char game_id[GAME_ID_LEN + 1];   /* "" for none */
	int64_t rev, user_id, signin_id; /* 0 for none */
	char channel[12];
	char address[LIMIT_ADDRESS_BYTES + 1];
	int64_t due_at, created_at;
	int tries; /* how often it was claimed, this time included */
};

/* bytes may be NULL: composed when claimed. A second one of the same kind, number, game, rev,
 * user and channel is none. */
void notice_add(struct db *db, const struct notice *n, const void *bytes, size_t len);
/* Waiting ones of a game that are asked of a user (0: anybody) are cancelled; kind NULL: of all
 * kinds. */
void notice_cancel(struct db *db, const char *game_id, int64_t user_id, const char *kind,
                   int64_t at);
/* What was cancelled of a game and user at that time waits again: what it asks for is not done
 * after all. */
void notice_restore(struct db *db, const char *game_id, int64_t user_id, int64_t cancelled_at);
/* Waiting ones that are asked of one user are another one's; those that it has too stay. */
void notice_move_all(struct db *db, int64_t from_user, int64_t to_user);
/*
 * Takes the notice of a lane that is due longest, or whose lease ran out (is_signin: sign-in mails,
 * else all others), and appends the bytes that were kept, if any. It is the worker's until
 * lease_until; what settles it or puts it back (below) does nothing to one that is nobody's.
 */
bool notice_claim(struct db *db, bool is_signin, int64_t now, int64_t lease_until,
                  struct notice *out, struct text *bytes);
void notice_keep_bytes(struct db *db, int64_t id, const void *bytes, size_t len);
/* Settled, for good: the bytes go. answer is what the other side said. */
void notice_sent(struct db *db, int64_t id, int64_t at, const char *answer);
void notice_dead(struct db *db, int64_t id, int64_t at, const char *answer);
/* Waits again. */
void notice_again(struct db *db, int64_t id, int64_t due_at, const char *answer);
/* When the next one of a lane is due or its next lease runs out: now if that is past, 0 for never.
 */
int64_t notice_next_due(struct db *db, bool is_signin, int64_t now);

#endif
