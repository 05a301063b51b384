/* SPDX-License-Identifier: ISC */
/*
 * A stored game, loaded by replaying its moves: the engine's game, the dealer who knows what comes,
 * its story, and the rows that it came from. No snapshot is stored that could disagree; what was
 * replayed before may be known still (replays.h). Loading is reading; what a turn changes is
 * turn.h's, and play_save() writes it.
 *
 * A move's row is what a seat chose, or "draw": the draw that was due, with the tiles that fit
 * nowhere, or with the end of the game when no tile was left. Tokens are dealt when the game asks;
 * they need no row.
 */
#ifndef APP_PLAY_H
#define APP_PLAY_H

#include "app/sets.h"
#include "app/story.h"
#include "engine/bots.h"
#include "record/dealer.h"
#include "store/games.h"

struct play {
	struct game_row row;
	struct seat_row seats[GAME_SEATS_MAX]; /* by seat once it runs, by place before */
	size_t seat_count;
	struct seat_row stored_seats[GAME_SEATS_MAX]; /* as the database has them */
	const struct record_set *set;
	struct zones *zones; /* as the sets have them */
	struct dealer dealer;
	struct game game;
	struct story story;               /* of all that was applied */
	struct move_row *moves;           /* grows; stored ones may be shared (base/roll.h) */
	size_t move_count;                /* of moves[], loaded and new */
	size_t stored_count;              /* of them, those that the database has */
	bool was_awaited[GAME_SEATS_MAX]; /* as stored, for clocks */
	unsigned dealt;                   /* times that tokens were dealt, in all */
};

enum play_status {
	PLAY_OK,
	PLAY_NOT_FOUND,
	PLAY_BROKEN, /* the rows do not replay: fsck says why */
};

/* Called after each entry that was applied, draws of tokens included; `move` is the row that it
 * came from, or -1 for the tokens of the setup. */
struct play_watcher {
	void (*applied)(void *context, const struct play *p, const struct entry *e, long move);
	void *context;
};

/* Large and with parts that grow, so on the heap: play_new() aborts rather than fail, play_free()
 * takes NULL. */
struct play *play_new(void);
void play_free(struct play *p);

/*
 * The rows of the game and its seats alone, for who wants to know what it is or who sits there: no
 * move is read, and p->game is not set. False when there is no such game.
 */
bool play_peek(struct db *db, const struct sets *sets, const char *id, struct play *p);

/*
 * Loads a game as it is, running or over (one that is open has no moves: only row and seats are
 * set). Row and seats are read; the rest is replayed, unless sets->replays knows it.
 */
enum play_status play_load(struct db *db, const struct sets *sets, const char *id, struct play *p);

/* Replays the first `upto` moves of a game, -1 for all, from its rows and nothing else. watcher may
 * be NULL. p->moves has all that are stored. */
enum play_status play_replay(struct db *db, const struct sets *sets, const char *id, long upto,
                             const struct play_watcher *watcher, struct play *p);

/* *to gets what replaying has made of *from: game, dealer, moves, story. All moves of *from are
 * stored; they and the story are not copied, but shared. */
void play_copy_replayed(struct play *to, const struct play *from);

/* Of the moves of a game that was loaded, those that were made up to a rev; what was taken back
 * since is not among them. */
long play_count_moves(const struct play *p, int64_t rev);

/* The values that the seats gave for the draws, in the order of joining. Joined are all of them. */
void play_entropy(const struct play *p, unsigned char out[GAME_SEATS_MAX][DRAWS_ENTROPY_BYTES]);

/*
 * Can it begin, with this set and these seats: as many as the rules want, in their order, joined
 * one after another, each with a colour, and bots that there are? What a game that has started is
 * without it was done to its rows.
 */
bool play_can_begin(const struct play *p);

/* The entries of the setup: the game at its start, tokens dealt. For a game that starts or is
 * replayed. */
void play_begin(struct play *p, const struct play_watcher *watcher);

/*
 * Applies a choice of a seat, then deals the tokens that are due. REFUSAL_NONE and one more move,
 * or the rule that forbids it, and nothing has changed. rev is set by play_save().
 */
enum refusal play_choose(struct play *p, const struct entry *e, const char *by, int64_t now);

/* Makes the draw that is due (AWAITS_TILE): a tile, or the end. One more move. */
void play_draw(struct play *p, const char *by, int64_t now);

/*
 * Writes the new moves with the game's rev, what turns change of game and seats, and chains the
 * moves. Whoever calls has set row.rev and what belongs to grace and undo.
 */
void play_save(struct db *db, struct play *p, int64_t now);

/* Writes the new moves alone, for who adds others with a rev of their own and calls play_save()
 * then, in the same job. */
void play_save_moves(struct db *db, struct play *p);

/* Sets the columns of a game's row that follow from its moves: awaits, seat_on_turn, turn, tile. */
void play_derive(const struct play *p, struct game_row *row);

/* The link of a move (design, section 5) from the one before. */
void play_link(unsigned char out[HASH_BYTES], const unsigned char before[HASH_BYTES],
               const struct move_row *m);

/* The first link's predecessor: over options, tile set, commitment, seats and entropy. */
void play_genesis(unsigned char out[HASH_BYTES], const struct play *p);

/* The seat number of a user, or -1. */
int play_seat_of(const struct play *p, int64_t user_id);

/* What a seat is called: its person's name, "quick 2" for a bot, "former player" for who deleted
 * the account. */
void play_seat_name(const struct seat_row *s, char out[LIMIT_NAME_BYTES + 1]);

/* Is a choice of that seat awaited, rather than a draw? */
bool play_awaits_choice(const struct play *p, unsigned seat);

/* Is a seat played by nobody: a bot's, a resigned one or one whose person is gone? */
bool play_is_automatic(const struct play *p, unsigned seat);

/* Does somebody play at another seat? */
bool play_has_other_person(const struct play *p, unsigned seat);

/* Who plays such a seat: its bot, or the caretaker, which is the quick one; and what moves say of
 * that: "bot", "caretaker". */
const struct bot *play_bot_of(const struct seat_row *s);
const char *play_by_of(const struct seat_row *s);

/* The words of `awaits`: as `slowsafari legal` prints them. */
extern const char *const play_awaits_words[AWAITS_COUNT];

#endif
