/* SPDX-License-Identifier: ISC */
/*
 * Games before they start: created, joined, left, started; and what may be seen of them. Each
 * change is one job of the writer. Time and chance come from the caller.
 */
#ifndef APP_LOBBY_H
#define APP_LOBBY_H

#include "app/play.h"

enum { OPEN_GAMES_MAX = 50 }; /* of one account */

enum lobby_status {
	LOBBY_OK,
	LOBBY_NOT_FOUND,
	LOBBY_NOT_OPEN, /* it has started, or was removed */
	LOBBY_NOT_OWNER,
	LOBBY_NO_PLACE, /* no free place that this person may take */
	LOBBY_SEATED,   /* sits there already */
	LOBBY_NOT_SEATED,
	LOBBY_GUEST, /* to sit with people takes a confirmed address (A2) */
	LOBBY_COLOR_TAKEN,
	LOBBY_NOT_KEPT,  /* that place is kept for no address, or taken */
	LOBBY_TOO_FEW,   /* two seats must be taken to start */
	LOBBY_NOBODY,    /* one of them by a person */
	LOBBY_NOT_OVER,  /* there is a rematch of finished games only */
	LOBBY_TOO_MANY,  /* the account has too many open games */
	LOBBY_BAD_SETUP, /* seats, names or options that a game cannot have */
	LOBBY_FAILED,    /* the database */
	LOBBY_STATUS_COUNT
};

/* One sentence each. Static. */
const char *lobby_sentence(enum lobby_status status);

/* Chance for one call: from the system's generator at the edge; fixed only under --dev. */
struct lobby_chance {
	unsigned char seed[DRAWS_SEED_BYTES];
	unsigned char id[8], join_key[16];
	unsigned char entropy[GAME_SEATS_MAX][DRAWS_ENTROPY_BYTES]; /* the server's values */
};

struct lobby_place {
	uint8_t kind; /* enum seat_kind */
	char address[LIMIT_ADDRESS_BYTES + 1];
	char bot[LIMIT_BOT_NAME_BYTES + 1];
};

struct lobby_setup {
	char name[LIMIT_NAME_BYTES + 1]; /* "" gives one */
	bool is_public, is_dev;
	bool scores_everyone, baobabs_afterwards;
	int64_t turn_s, grace_s;
	const char *tileset;    /* hash of a known set */
	const char *rematch_of; /* NULL or an id */
	size_t place_count;
	struct lobby_place places[GAME_SEATS_MAX];
};

/* Turn times that may be chosen (T1): none, 12 h, 1, 2, 3, 7 days. */
extern const int64_t lobby_turn_times_s[6];

/* A new game, in which nobody sits yet but its bots (W12). *id gets its id. */
enum lobby_status lobby_create(struct store *store, const struct sets *sets, int64_t user_id,
                               const struct lobby_setup *setup, const struct lobby_chance *chance,
                               int64_t now, char id[GAME_ID_LEN + 1]);

/* How a person takes a place. */
struct lobby_join {
	const char *game_id;
	int64_t user_id;
	bool has_key;                 /* came by the game's link */
	int color;                    /* 0 to 4, or -1: the first free one */
	const unsigned char *entropy; /* the player's, DRAWS_ENTROPY_BYTES; NULL: the server's is
	                                 taken, and marked */
	/* 0 and NULL; or the place is only held until the mail of that sign-in, to that address, is
	 * answered. */
	int64_t signin_id, held_until;
	const char *address;
};

/*
 * Would lobby_join() find a place, the game being as *p says? For the page that offers one:
 * LOBBY_OK, or why not. With held_until user_id may be 0, a visitor. Entropy and signin_id are not
 * looked at.
 */
enum lobby_status lobby_may_join(struct db *db, const struct play *p,
                                 const struct lobby_join *join);

/* Takes the best place for the person: the one kept for an address of theirs, one by link, an open
 * one. When it was the last the game starts, unless a place is only held. In a guest's game nobody
 * else sits down (A2). */
enum lobby_status lobby_join(struct store *store, const struct sets *sets,
                             const struct lobby_join *join, const struct lobby_chance *chance,
                             int64_t now);

enum lobby_status lobby_leave(struct store *store, const struct sets *sets, const char *game_id,
                              int64_t user_id);

/* The owner's: removes a joiner, removes the game, fills what is free with bots and starts, starts
 * without what is free. */
enum lobby_status lobby_remove(struct store *store, const struct sets *sets, const char *game_id,
                               int64_t owner_id, int place);
/* The owner's: a place that is kept for an address, and free, is kept for another one, which is
 * invited; or, for "", for whoever has the link. */
enum lobby_status lobby_keep(struct store *store, const struct sets *sets, const char *game_id,
                             int64_t owner_id, int place, const char *address, int64_t now);
enum lobby_status lobby_cancel(struct store *store, const struct sets *sets, const char *game_id,
                               int64_t owner_id, int64_t now);
enum lobby_status lobby_start(struct store *store, const struct sets *sets, const char *game_id,
                              int64_t owner_id, const char *fill_with_bot,
                              const struct lobby_chance *chance, int64_t now);

/* In the job of a sign-in: the places that were held for the user are the user's for good; games
 * that are full start. */
void lobby_confirm(struct db *db, const struct sets *sets, int64_t user_id, int64_t now);

/* Open games end after 30 days (W11), holds that ran out are let go. For the clock. */
void lobby_tidy(struct store *store, int64_t now);

/* The same places, people and options again, as a new open game of the user's; the others are
 * offered theirs. Where one of them has made it already *id is that one's. */
enum lobby_status lobby_rematch(struct store *store, const struct sets *sets, const char *game_id,
                                int64_t user_id, const struct lobby_chance *chance, int64_t now,
                                char id[GAME_ID_LEN + 1]);

/* Who may see a game (S6, W9): the one place that decides. */
enum lobby_sight {
	SIGHT_NONE,      /* as if it did not exist */
	SIGHT_SPECTATOR, /* looks on */
	SIGHT_SEAT,      /* sits there, or owns it */
};
enum lobby_sight lobby_sight(struct db *db, const struct play *p, int64_t user_id,
                             const char *join_key);

#endif
