/* SPDX-License-Identifier: ISC */
/*
 * Rows of games: the game, its places, its moves, what was submitted. See people.h for what answers
 * mean. The columns are described in sql/.
 */
#ifndef STORE_GAMES_H
#define STORE_GAMES_H

#include "base/draws.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/text.h"
#include "store/store.h"

enum { GAME_ID_LEN = 8, JOIN_KEY_LEN = 26, GAME_SEATS_MAX = 5 };

enum game_state { GAME_OPEN, GAME_RUNNING, GAME_OVER, GAME_REMOVED };

struct game_row {
	char id[GAME_ID_LEN + 1];
	char name[LIMIT_NAME_BYTES + 1];
	int64_t owner_id;
	bool is_public, is_dev;
	uint8_t state; /* enum game_state */
	int rules;
	char tileset[HASH_HEX];
	bool scores_everyone, baobabs_afterwards; /* options final_scoring, baobab_tokens */
	int64_t turn_s, grace_s;
	char join_key[JOIN_KEY_LEN + 1];
	unsigned char seed[DRAWS_SEED_BYTES], commitment[HASH_BYTES];
	char rematch_of[GAME_ID_LEN + 1];         /* "" for none */
	int64_t created_at, started_at, ended_at; /* 0 for not yet */
	int64_t rev, move_count;
	unsigned char head[HASH_BYTES];
	int64_t draw_at; /* 0: no draw is due */
	bool has_undo;   /* the next two hold */
	int64_t undo_count;
	int undo_seat;
	char awaits[12];
	int seat_on_turn; /* -1 for none */
	char tile[20];    /* "" for none */
	int turn;
};

void game_insert(struct db *db, const struct game_row *g);
bool game_get(struct db *db, const char *id, struct game_row *out);
bool game_by_join_key(struct db *db, const char *key, struct game_row *out);
/* Every column but those that are fixed from the beginning: id, owner, rules, tile set, join key,
 * seed and commitment, rematch_of, created_at, is_dev. */
void game_update(struct db *db, const struct game_row *g);
/* Of these, what a turn changes that does not end the game: rev and what stands below it. */
void game_update_turn(struct db *db, const struct game_row *g);
/* All games of one owner get another one. */
void game_change_owner(struct db *db, int64_t from_user, int64_t to_user);
/* The game with its places, moves, submissions and notices, gone. */
void game_delete(struct db *db, const char *id);

enum seat_kind { SEAT_OPEN, SEAT_LINK, SEAT_ADDRESS, SEAT_BOT };

struct seat_row {
	char game_id[GAME_ID_LEN + 1];
	int place;
	uint8_t kind; /* enum seat_kind */
	char address[LIMIT_ADDRESS_BYTES + 1];
	char bot[LIMIT_BOT_NAME_BYTES + 1];
	int64_t user_id;               /* 0: nobody, or a bot */
	int64_t held_until, signin_id; /* 0: not held */
	int joined, color, seat;       /* -1: none yet */
	bool has_entropy, is_entropy_of_player;
	unsigned char entropy[DRAWS_ENTROPY_BYTES];
	bool has_own_standing_order;
	int standing_order;
	bool is_awaited, has_won;
	int64_t deadline_at, resigned_at, moved_at; /* 0: none */
	int score;
	/* Its clock, app/clocks.h's business: since when it runs, how long (0: no clock), by which
	 * calendar (0: never rests), the next reminder (0: none), how many there were. */
	int64_t awaited_since, clock_s, calendar_id, remind_at;
	int reminders;
	int absent_turns; /* played by the caretaker, in a row */
	bool agrees_more_time, is_muted;
	char user_name[LIMIT_NAME_BYTES + 1]; /* of user_id, by join: read only */
	bool user_is_deleted;
};

void seat_insert(struct db *db, const struct seat_row *s);
void seat_update(struct db *db, const struct seat_row *s);
/* Of these, what turns and clocks change: from is_awaited to agrees_more_time. */
void seat_update_turn(struct db *db, const struct seat_row *s);
void seat_delete(struct db *db, const char *game_id, int place);
/* By seat, then by place. */
size_t seat_list(struct db *db, const char *game_id, struct seat_row out[GAME_SEATS_MAX]);
/* Seats of persons, not resigned, that are awaited, after one of them (0 and "" for the first): in
 * the order of users, then of games. Of a row game_id and user_id alone are set. */
size_t seat_list_awaited(struct db *db, int64_t after_user, const char *after_game,
                         struct seat_row *out, size_t cap);
/* All places of one user in games go to another one; those where both sit stay. Answers how many
 * stayed. */
unsigned seat_move_all(struct db *db, int64_t from_user, int64_t to_user);
/* Holds that ran out are let go: the places are free again, without person, colour and entropy.
 * Answers how many. */
unsigned seat_release_holds(struct db *db, int64_t before);
/* Likewise those that are held for a user. */
void seat_let_go(struct db *db, int64_t user_id);
/* Those held for one user become another one's for good (it may be the same); where that one sits
 * already they are let go. */
void seat_confirm_holds(struct db *db, int64_t from_user, int64_t to_user);

struct move_row {
	int seat;
	char by[16];
	int64_t at, rev;
	char text[32];
	unsigned char link[HASH_BYTES];
};

enum { GAME_MOVES_MAX = 2048 };

void move_insert(struct db *db, const char *game_id, int64_t n, const struct move_row *m);
/* In order, from n = 0. */
size_t move_list(struct db *db, const char *game_id, struct move_row *out, size_t cap);
void move_delete_from(struct db *db, const char *game_id, int64_t n);

/* What stands from a seat at a rev; see the table. */
struct submission {
	char text[LIMIT_TURN_BYTES + 1];
	int64_t rev;
	bool is_undone;
};

bool submission_get(struct db *db, const char *game_id, int seat, int64_t base_rev,
                    struct submission *out);
void submission_put(struct db *db, const char *game_id, int seat, int64_t base_rev,
                    const struct submission *s);
/* The one that led to rev is taken back. */
void submission_undo(struct db *db, const char *game_id, int seat, int64_t rev);

/* Lists for home, lobby and clock: ids in the order that their comment names. */
struct game_ref {
	char id[GAME_ID_LEN + 1];
	int64_t rev;
};

/* Where the user sits, and what the user owns, the newest first: by when that state began. */
size_t game_list_of_user(struct db *db, int64_t user_id, enum game_state state,
                         struct game_ref *out, size_t cap);
/* Where a seat of the user, not resigned, is awaited: the least time first, then the longest wait;
 * no deadline comes last. */
size_t game_list_awaiting(struct db *db, int64_t user_id, struct game_ref *out, size_t cap);
/* Those of a user, open or running, that are muted (choices.h), by name. */
size_t game_list_muted(struct db *db, int64_t user_id, struct game_ref *out, size_t cap);
/* How many these are. */
size_t game_count_awaiting(struct db *db, int64_t user_id);
/* Open ones with a place that is kept for the address and not taken yet, newest first. */
size_t game_list_for_address(struct db *db, const char *address, struct game_ref *out, size_t cap);
/* Running ones whose draw is due at that time, the longest due first. */
size_t game_list_draw_due(struct db *db, int64_t at, struct game_ref *out, size_t cap);
int64_t game_next_draw(struct db *db); /* when the first draw_at of all is; 0 for none */
/* Running ones in which a bot's or a resigned seat is awaited, by id. */
size_t game_list_bot_awaited(struct db *db, struct game_ref *out, size_t cap);
/* Running ones in which a seat's time was over at that time, the longest over first; one game may
 * come twice. */
size_t game_list_deadline_due(struct db *db, int64_t at, struct game_ref *out, size_t cap);
/* Likewise in which a reminder is due. */
size_t game_list_remind_due(struct db *db, int64_t at, struct game_ref *out, size_t cap);
/* Running ones in which a person's seat is awaited for which the caretaker played so many turns,
 * and another person's, not resigned, had fewer: by id. */
size_t game_list_absent_awaited(struct db *db, int absent_turns, struct game_ref *out, size_t cap);
/* Open ones that were created before, the oldest first. */
size_t game_list_open_older(struct db *db, int64_t created_before, struct game_ref *out,
                            size_t cap);
/* All after an id ("" for the first), by id: for fsck. */
size_t game_list_all(struct db *db, const char *after_id, struct game_ref *out, size_t cap);
/* The newest game that was made as its rematch and not taken away; false when there is none. */
bool game_find_rematch(struct db *db, const char *of_id, struct game_ref *out);

/* Appends the set's bytes. */
bool tileset_get(struct db *db, const char *sha256, char *name, size_t name_size,
                 struct text *bytes);
/* One that is there already stays as it is. */
size_t tileset_list(struct db *db, char sha256[][HASH_HEX], size_t cap); /* in the order of names */
void tileset_put(struct db *db, const char *sha256, const char *name, const void *bytes,
                 size_t len);

#endif
