/* SPDX-License-Identifier: ISC */
/*
 * The one way to move: pages, API, mails, bots and the clock all come through here. Each call is
 * one job of the writer: it loads the game, lets the engine judge, draws what is due, and stores
 * moves, derived columns and the notices that this makes due, or nothing at all.
 *
 * rev is the game's counter: each turn, word, draw, resignation and take back adds one. A call
 * names the rev at which its question was put (base_rev). Words and resignations of other seats
 * since then do not void it; anything else does. What was submitted before and stands is "already
 * done".
 *
 * Grace: for grace_s seconds after a person's turn the next draw is held back, and the turn can be
 * taken back, where another person sits in the game and no token was drawn. A word of a person, a
 * draw or a resignation ends that at once.
 */
#ifndef APP_TURN_H
#define APP_TURN_H

#include "app/play.h"
#include "engine/notation.h"

enum turn_status {
	TURN_DONE,
	TURN_ALREADY_DONE, /* the same submission stands */
	TURN_MOVED_ON,     /* 409: the game has another rev since */
	TURN_TAKEN_BACK,   /* 409: it was submitted, and taken back since */
	TURN_REFUSED,      /* 422: by a rule: refusal, failed */
	TURN_UNFINISHED,   /* 422: more is to be chosen before it can be stored */
	TURN_TOO_LATE,     /* 422: nothing to take back, or no draw is due */
	TURN_TOO_EARLY,    /* 422: a caretaker's turn has not come */
	TURN_NO_CLOCK,     /* 422: nobody's time runs */
	TURN_NO_MORE_TIME, /* 422: it was given LIMIT_MORE_TIMES times */
	TURN_NOT_SEATED,   /* the user has no seat here */
	TURN_RESIGNED,     /* 422: the seat is a caretaker's now (R35) */
	TURN_NOT_FOUND,
	TURN_NOT_RUNNING, /* the game has not started, or is over */
	TURN_FAILED,      /* 500: the database */
	TURN_STATUS_COUNT
};

struct turn {
	/* In: who, or for a seat that plays by itself: user_id 0, seat and by. */
	const char *game_id;
	int64_t user_id;
	int seat;
	const char *by; /* NULL: "person" */
	int64_t base_rev;
	int64_t now;
	size_t count;
	struct entry entries[NOTATION_TURN_MAX];

	/* Out. */
	enum turn_status status;
	enum refusal refusal;
	size_t failed;        /* index of the entry refused */
	int64_t rev;          /* of the game now */
	bool is_granted;      /* turn_more_time(): that was the last to agree, there is more time */
	bool is_autoplay_due; /* TURN_DONE, and autoplay_run() may find something */
};

/* A turn, a rest of one after tokens were drawn, or a seat's words: all entries are the seat's. */
void turn_submit(struct store *store, const struct sets *sets, struct turn *t);

/* The draw, before the grace is over, by whoever is next. */
void turn_draw(struct store *store, const struct sets *sets, struct turn *t);

/* The draw that is due by the clock; TURN_TOO_LATE when none is. Only game_id and now are read. */
void turn_draw_due(struct store *store, const struct sets *sets, struct turn *t);

/* Takes the user's last turn back. */
void turn_take_back(struct store *store, const struct sets *sets, struct turn *t);

/* Resigns for good (R35). */
void turn_resign(struct store *store, const struct sets *sets, struct turn *t);

/*
 * Time (T1, T3). Every act of a person is a return: the caretaker, who plays at once for a seat
 * that is absent, lets go of it. These change no rev, and t->base_rev is not read.
 */

/* "I am back", and nothing else. TURN_ALREADY_DONE for a seat that was not away. */
void turn_return(struct store *store, const struct sets *sets, struct turn *t);

/* In a game without a clock: who has waited for others for 60 days hands what they are asked for,
 * this once, to the caretaker. TURN_TOO_EARLY where nobody was waited for that long. */
void turn_call_caretaker(struct store *store, const struct sets *sets, struct turn *t);

/*
 * The seat wants more time, for itself or for others. When all persons agree who are not absent,
 * each clock that runs has one more turn's time. The others are told by whoever is the first to
 * ask. The end of the turn forgets who agreed. TURN_NO_CLOCK when none runs.
 */
void turn_more_time(struct store *store, const struct sets *sets, struct turn *t);

/* Is the question that was put to the seat at that rev still put: may an answer to it be submitted?
 * Of a game that was loaded as it is. */
bool turn_is_put(const struct play *p, int64_t base_rev, int seat);

/* The entries' text, as it is stored and sent: "place 3,1 90; meeple trail N". It fits: what could
 * be read can be written. */
void turn_text(const struct entry *entries, size_t count, char out[LIMIT_TURN_BYTES + 1]);

/* One sentence for a status other than TURN_DONE and TURN_REFUSED (for that: refusal_sentence()).
 * Static. */
const char *turn_sentence(enum turn_status status);

/* For those who start a game: the first draw and its notice. p was begun, row.rev counts up by one.
 */
void turn_first_draw(struct db *db, struct play *p, int64_t now);

#endif
