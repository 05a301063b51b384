/* SPDX-License-Identifier: ISC */
/*
 * Rows of notices: what somebody is to be told, and how far that has come. A queue with few verbs:
 * add, cancel, claim (under a lease), settle or put back. What a kind means, and who wants it, is
 * app/notices.h's business.
 *
 *	waiting --claim--> sending --sent, dead, skip--> settled, for good
 *	   ^                  |
 *	   +------again-------+        cancel: from either; see notice_cancel()
 */
#ifndef STORE_NOTICES_H
#define STORE_NOTICES_H

#include "base/text.h"
#include "store/games.h"
#include "store/people.h"

/* Where a notice waits, and behind which others. */
enum notice_lane {
	LANE_MAIL,
	LANE_SIGN_IN, /* mails that somebody sits and waits for */
	LANE_DIGEST,  /* not by itself: for the mail of the day, which is due then */
	LANE_HOOK,    /* for one webhook: claimed by hook_claim() of hooks.h */
	LANE_COUNT
};

struct notice {
	int64_t id;
	char kind[24];
	int number;                      /* which of its kind for that rev */
	char game_id[GAME_ID_LEN + 1];   /* "" for none */
	int64_t rev, user_id, signin_id; /* 0 for none */
	uint8_t lane;                    /* enum notice_lane */
	int64_t hook_id; /* LANE_HOOK: the webhook it is for; else one that it tells of, or 0 */
	bool is_news;    /* tells what has happened, and asks for nothing */
	/* Where it goes; "": where the user's mails go then. */
	char address[LIMIT_ADDRESS_BYTES + 1];
	int64_t due_at, created_at;
	int tries; /* how often it was claimed, this time included */
};

/* bytes may be NULL: composed when claimed. A second one of the same kind, number, game, rev,
 * user, lane and hook is none. */
void notice_add(struct db *db, const struct notice *n, const void *bytes, size_t len);

/*
 * What is asked in a game of a user (0: of anybody) is done or asked no more: kind, or with NULL
 * all that are no news. One that is under way is cancelled too: it does not wait again whatever the
 * other side answers, but was sent if it was taken.
 */
void notice_cancel(struct db *db, const char *game_id, int64_t user_id, const char *kind,
                   int64_t at);
/* What was cancelled of a game and user at that time goes on as it was: what it asks for is not
 * done after all. */
void notice_restore(struct db *db, const char *game_id, int64_t user_id, int64_t cancelled_at);
/* Those of one user are another one's, settled ones too: a cancelled one may be restored, and what
 * was sent is told. Those that the other one has as well stay. */
void notice_move_all(struct db *db, int64_t from_user, int64_t to_user);

/*
 * Takes the notice of a lane whose lease ran out, or that is due longest, and appends the bytes
 * that were kept, if any. It is the worker's until lease_until; what settles it or puts it back
 * (below) does nothing to one that is nobody's.
 */
bool notice_claim(struct db *db, enum notice_lane lane, int64_t now, int64_t lease_until,
                  struct notice *out, struct text *bytes);
/* Keeps what will be sent, and where. False when it is to be sent no more: cancelled, or gone. */
bool notice_keep_bytes(struct db *db, int64_t id, const char *address, const void *bytes,
                       size_t len);
/* For who judges before it claims: reads one, and appends the bytes that were kept, if any. */
bool notice_look(struct db *db, int64_t id, struct notice *out, struct text *bytes);
/* Is one that was claimed still to be sent? */
bool notice_is_wanted(struct db *db, int64_t id);
/* Settled, for good: the bytes go. answer is what the other side said, or why it is not sent. */
void notice_sent(struct db *db, int64_t id, int64_t at, const char *answer);
void notice_dead(struct db *db, int64_t id, int64_t at, const char *answer);
void notice_skip(struct db *db, int64_t id, int64_t at, const char *answer);
/* Waits again. */
void notice_again(struct db *db, int64_t id, int64_t due_at, const char *answer);
/* Waits until due_at, which is often what it was, as if it had not been claimed. */
void notice_put_back(struct db *db, int64_t id, int64_t due_at);
/* It was found to be cancelled while it was under way, answer says so; one that was restored since
 * waits again as if it had not been claimed. */
void notice_let_go(struct db *db, int64_t id, const char *answer);
/* Waits for the mail of the day. */
void notice_digest(struct db *db, int64_t id, int64_t due_at);
/* Those that wait for a user's mail of the day, in the order in which they were written. */
size_t notice_list_for_digest(struct db *db, int64_t user_id, struct notice *out, size_t cap);
/*
 * All that wait for a user's mail of the day go with one that is added here, due now: they are
 * sent, with that answer. Answers its id; 0 when none waited.
 */
int64_t notice_collect(struct db *db, int64_t user_id, const char *kind, int64_t now,
                       const char *answer);

/* When the next one of a lane is due or its next lease runs out: now if that is past, 0 for never.
 */
int64_t notice_next_due(struct db *db, enum notice_lane lane, int64_t now);

/* So many of a kind, webhooks aside, were written to a user (0: none of ours) or an address since.
 */
unsigned notice_count(struct db *db, const char *kind, int64_t user_id, const char *address,
                      int64_t since);

/* For lists, and for the operator. */
enum notice_state { NOTICE_WAITING, NOTICE_SENDING, NOTICE_SENT, NOTICE_DEAD, NOTICE_CANCELLED };
extern const char *const notice_states[NOTICE_CANCELLED + 1]; /* their words */
struct notice_entry {
	struct notice notice;
	uint8_t state; /* enum notice_state */
	char answer[256];
	int64_t settled_at; /* 0: not yet */
	int64_t digest_id;  /* the mail that it went with; 0: none */
};
bool notice_get(struct db *db, int64_t id, struct notice_entry *out);
/* Of a user, newest first, those before an id (0: from the newest on). */
size_t notice_list_of_user(struct db *db, int64_t user_id, int64_t before_id,
                           struct notice_entry *out, size_t cap);
/* Those that went with a mail of the day, in the order in which they were written. */
size_t notice_list_of_digest(struct db *db, int64_t digest_id, struct notice_entry *out,
                             size_t cap);
/* In one state, by when they are due (waiting, sending) or, the last one first, were settled. */
size_t notice_list(struct db *db, enum notice_state state, struct notice_entry *out, size_t cap);
/* One that waits, or is dead, is due now, its tries forgotten. False when there is no such, or when
 * a dead one asks for what its seat has done since. */
bool notice_retry(struct db *db, int64_t id, int64_t now);
/* One that waits or is under way is cancelled, whatever its kind. False when there is no such. */
bool notice_drop(struct db *db, int64_t id, int64_t now, const char *answer);

/* Deletes what was settled before, at most 1,000 a call; answers how many. */
unsigned notice_delete_old(struct db *db, int64_t settled_before);
/* What was cancelled before will not be restored: its bytes go. */
void notice_forget_bytes(struct db *db, int64_t settled_before);

#endif
