/* SPDX-License-Identifier: ISC */
/*
 * Many games by mail and webhooks, through everything that can go wrong between a turn and what
 * tells of the next one. Two sides, in two processes:
 *
 * The server (soak_server.c) opens the database, sends what is due, and meanwhile plays for the
 * people of the games, who answer when their mail has come, or sometimes look by themselves. It is
 * killed again and again, and started again on the same database.
 *
 * The peer (soak_peer.c) is the mail server, in the process of the test, with a plan of faults;
 * the sink (soak_sink.c) likewise is where the webhooks lead. They note what they took, and tell
 * of mails to the people through memory that both share, where the clock stands too: nobody waits
 * for real time. Whether all was right is for the test to say, from the notes and the database.
 */
#ifndef SUPPORT_SOAK_H
#define SUPPORT_SOAK_H

#include <stdatomic.h>
#include <sys/types.h>

#include "base/clock.h"
#include "base/hash.h"
#include "engine/bots.h"
#include "notify/courier.h"
#include "notify/hook_courier.h"
#include "support/hook_sink.h"
#include "support/party.h"
#include "support/smtp_peer.h"

enum {
	SOAK_GAMES_MAX = 200,
	SOAK_REFUSED = 3, /* of the people: their address is refused for good */
	SOAK_HOOKS = 4,
	/* Of the mails, then of the webhooks. */
	SOAK_STEPS_OF_MAILS = COURIER_SETTLED + 1,
	SOAK_STEPS = SOAK_STEPS_OF_MAILS + HOOK_SETTLED + 1,
	SOAK_TIMEOUT_MS = 5000,   /* of a mail, where the peer says nothing: real time */
	SOAK_STILL_S = 10 * DAY_S /* when nobody acts for so long, something was lost */
};

/* What both sides see, in FOLDER/shared; zero at first. */
struct soak_shared {
	struct clock clock;
	unsigned game_count;
	char ids[SOAK_GAMES_MAX][GAME_ID_LEN + 1];
	int64_t people[PARTY_PEOPLE];
	/* The first person has two of the webhooks; the last one is taken away in mid-course. */
	struct {
		int64_t id, user_id;
		int64_t removed_at; /* 0: not yet */
	} hooks[SOAK_HOOKS];
	/* The rev of the last mail that asked a person for something in a game; and of the game
	 * when the person acted last, the server's. */
	_Atomic(int64_t) asked[SOAK_GAMES_MAX][PARTY_PEOPLE];
	int64_t acted[SOAK_GAMES_MAX][PARTY_PEOPLE];

	/* Of the server's life: where it ends itself, and what its people are like. */
	unsigned life;
	unsigned kill_at;    /* a step */
	unsigned kill_after; /* the n-th such step is its last; 0: never */
	struct chance chance;

	/* What happened, all lives together. */
	unsigned visits, draws, taken_back, rounds;
	unsigned kills[SOAK_STEPS];
};

/* Maps FOLDER/shared, makes it if need be. Aborts rather than fail. */
struct soak_shared *soak_share(const char *folder);
void soak_unshare(struct soak_shared *shared);

/* ---- The server ---- */

/* Its whole life, with what it logs in FOLDER/log. 0 when all games are over and nothing is left to
 * be sent; it has to be killed else, and what is not as it must be ends it with another status. */
int soak_serve(const char *folder, const char *smtp_url);

/* ---- The peer ---- */

/* A mail that was there, whole. */
struct soak_mail {
	char key[64]; /* of its Message-ID, what is before the @ */
	char address[64];
	unsigned char hash[HASH_BYTES];
	int64_t at; /* the clock */
	unsigned life;
	bool is_answered; /* its 250 was said */
};

/* A recipient, or where a mail is named that mail, was refused for good. */
struct soak_refusal {
	char key[64], address[64];
	int64_t at;
};

struct soak_peer;

/* With that plan of faults, which follows from a number; *shared must outlive it. */
struct soak_peer *soak_peer_start(struct soak_shared *shared, uint64_t plan);
const char *soak_peer_url(const struct soak_peer *p);

/* Before each life: of which process, whether connections are refused while it lives. */
void soak_peer_begin_life(struct soak_peer *p, bool listens);
void soak_peer_may_kill(struct soak_peer *p, pid_t pid);
/* After each life, before the process is waited for no more: kills nobody, and waits until all
 * that it has said is noted. */
void soak_peer_end_life(struct soak_peer *p);

/* Everything that was noted, in its order; the peer's. */
const struct soak_mail *soak_peer_mails(const struct soak_peer *p, size_t *count);
const struct soak_refusal *soak_peer_refusals(const struct soak_peer *p, size_t *count);

/* How many kinds of faults never came about; names each in a line on stdout. */
unsigned soak_peer_missing(const struct soak_peer *p);
unsigned soak_peer_faults(const struct soak_peer *p);
unsigned soak_peer_kills(const struct soak_peer *p);
/* For the sink: kills the process of this life. */
void soak_peer_kill(struct soak_peer *p);
void soak_peer_stop(struct soak_peer *p);

/* ---- The sink ---- */

/* A request that was there, whole. */
struct soak_post {
	int64_t hook;                   /* the number in its path */
	char id[64];                    /* webhook-id */
	unsigned char hash[HASH_BYTES]; /* of the body */
	int64_t at;                     /* the clock */
	unsigned life;
	int status; /* that was answered; HOOK_SINK_DROP */
};

struct soak_sink;

/* The peer's may_kill and end_life hold for it, too; both must outlive it. */
struct soak_sink *soak_sink_start(struct soak_shared *shared, struct soak_peer *peer,
                                  uint64_t plan);
/* Where the webhook with that number leads. */
void soak_sink_url(const struct soak_sink *s, int64_t hook, char *out, size_t size);
/* After each life: waits until all that it has sent is noted. */
void soak_sink_end_life(struct soak_sink *s);
size_t soak_sink_count(const struct soak_sink *s);
void soak_sink_post(const struct soak_sink *s, size_t i, struct soak_post *out);
/* How many kinds of faults never came about; names each in a line on stdout. */
unsigned soak_sink_missing(const struct soak_sink *s);
void soak_sink_stop(struct soak_sink *s);

#endif
