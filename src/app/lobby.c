/* SPDX-License-Identifier: ISC */
/*
 * Games before they start: see lobby.h. New ones are made in lobby_create.c, places in places.c.
 */
#include "app/lobby_job.h"

#include "app/notices.h"
#include "app/places.h"
#include "base/clock.h"
#include "engine/bots.h"
#include "store/people.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { OPEN_DAYS = 30, GAMES_AT_ONCE = 50 };

const char *lobby_sentence(enum lobby_status status)
{
	static const char *const sentences[LOBBY_STATUS_COUNT] = {
		[LOBBY_OK] = "Done.",
		[LOBBY_NOT_FOUND] = "There is no such game.",
		[LOBBY_NOT_OPEN] = "This game has started, or was removed.",
		[LOBBY_NOT_OWNER] = "Only whoever made the game can do that.",
		[LOBBY_NO_PLACE] = "No place is free for you.",
		[LOBBY_SEATED] = "You sit in this game already.",
		[LOBBY_NOT_SEATED] = "You do not sit in this game.",
		[LOBBY_GUEST] = "To play with others, sign in by mail first.",
		[LOBBY_COLOR_TAKEN] = "Somebody has that colour already.",
		[LOBBY_NOT_KEPT] = "That place is kept for nobody, or somebody sits there.",
		[LOBBY_TOO_FEW] = "A game needs at least two players.",
		[LOBBY_NOBODY] = "Nobody has sat down yet. Sit down first.",
		[LOBBY_NOT_OVER] = "This game is not over yet.",
		[LOBBY_TOO_MANY] = "You have too many open games; start or remove one first.",
		[LOBBY_BAD_SETUP] =
			"A game has 2 to 5 places, known bots and one of the turn times on offer.",
		[LOBBY_FAILED] = "The database failed; nothing was changed.",
	};
	assert((unsigned)status < LOBBY_STATUS_COUNT);
	return sentences[status];
}

int lobby_answer(struct lobby_job *j, enum lobby_status status)
{
	j->status = status;
	return status == LOBBY_OK ? 0 : 1;
}

enum lobby_status lobby_run(struct store *store, int (*change)(struct db *, void *),
                            struct lobby_job *j)
{
	j->status = LOBBY_FAILED;
	j->p = play_new();
	if (store_write(store, change, j) == STORE_FAILED)
		j->status = LOBBY_FAILED;
	play_free(j->p);
	return j->status;
}

/* Loads an open game, with its places in the order of creation. */
static enum lobby_status load_open(struct db *db, struct lobby_job *j)
{
	if (!play_peek(db, j->sets, j->game_id, j->p))
		return LOBBY_NOT_FOUND;
	return j->p->row.state == GAME_OPEN ? LOBBY_OK : LOBBY_NOT_OPEN;
}

static enum lobby_status load_owned(struct db *db, struct lobby_job *j)
{
	enum lobby_status status = load_open(db, j);
	return status == LOBBY_OK && j->p->row.owner_id != j->user_id ? LOBBY_NOT_OWNER : status;
}

static bool is_address_of(struct db *db, int64_t user_id, const char *address)
{
	struct address a;
	return address_get(db, address, &a) && a.user_id == user_id;
}

static bool may_take(struct db *db, const struct play *p, const struct seat_row *s,
                     const struct lobby_join *join)
{
	bool is_owner = join->user_id && p->row.owner_id == join->user_id;
	switch ((enum seat_kind)s->kind) {
	case SEAT_OPEN:
		return p->row.is_public || join->has_key || is_owner;
	case SEAT_LINK:
		return join->has_key || is_owner;
	case SEAT_ADDRESS:
		return is_address_of(db, join->user_id, s->address) ||
		       (join->address && strcmp(join->address, s->address) == 0);
	case SEAT_BOT:
		break;
	}
	return false;
}

/* The best free place for a person, or -1: who has one of their own leaves the others to others. */
static int find_place(struct db *db, const struct play *p, const struct lobby_join *join)
{
	int best = -1;
	for (size_t i = 0; i < p->seat_count; i++) {
		const struct seat_row *s = &p->seats[i];
		if (!place_is_taken(s) && may_take(db, p, s, join) &&
		    (best < 0 || s->kind > p->seats[best].kind))
			best = (int)i;
	}
	return best;
}

static bool has_people_besides(const struct play *p, int64_t user_id)
{
	for (size_t i = 0; i < p->seat_count; i++) {
		const struct seat_row *s = &p->seats[i];
		if (s->kind != SEAT_BOT && s->user_id != user_id &&
		    (s->user_id || p->row.owner_id != user_id))
			return true;
	}
	return false;
}

static bool is_guest(struct db *db, int64_t user_id)
{
	struct user u;
	return !user_get(db, user_id, &u) || u.is_guest;
}

static enum lobby_status check_join(struct db *db, const struct play *p,
                                    const struct lobby_join *join, int *place)
{
	struct user u;
	if (!(join->held_until && !join->user_id) && !user_get(db, join->user_id, &u))
		return LOBBY_NOT_FOUND;
	for (size_t i = 0; i < p->seat_count && join->user_id; i++) {
		if (p->seats[i].user_id == join->user_id)
			return LOBBY_SEATED;
	}
	*place = find_place(db, p, join);
	if (*place < 0 || (p->row.owner_id != join->user_id && is_guest(db, p->row.owner_id)))
		return LOBBY_NO_PLACE;
	if (!join->held_until && u.is_guest && has_people_besides(p, join->user_id))
		return LOBBY_GUEST;
	return join->color >= 0 && places_have_color(p, join->color) ? LOBBY_COLOR_TAKEN : LOBBY_OK;
}

enum lobby_status lobby_may_join(struct db *db, const struct play *p, const struct lobby_join *join)
{
	int place;
	return p->row.state == GAME_OPEN ? check_join(db, p, join, &place) : LOBBY_NOT_OPEN;
}

static int join_game(struct db *db, void *context)
{
	struct lobby_job *j = context;
	const struct lobby_join *join = j->join;
	struct play *p = j->p;
	int place = -1;
	j->game_id = join->game_id;
	enum lobby_status status = load_open(db, j);
	if (status == LOBBY_OK)
		status = check_join(db, p, join, &place);
	if (status != LOBBY_OK)
		return lobby_answer(j, status);
	struct seat_row *s = &p->seats[place];
	place_take(p, s, join->color >= 0 ? join->color : places_free_color(p),
	           join->entropy ? join->entropy : j->chance->entropy[0], join->entropy != NULL);
	s->user_id = join->user_id;
	s->signin_id = join->signin_id;
	s->held_until = join->held_until;
	places_save(db, p);
	if (join->user_id)
		notice_cancel(db, join->game_id, join->user_id,
		              notice_traits[NOTICE_INVITATION].word, j->now);
	if (places_are_full(p))
		places_start(db, p, j->now);
	return lobby_answer(j, LOBBY_OK);
}

enum lobby_status lobby_join(struct store *store, const struct sets *sets,
                             const struct lobby_join *join, const struct lobby_chance *chance,
                             int64_t now)
{
	struct lobby_job j = {
		.sets = sets, .chance = chance, .now = now, .user_id = join->user_id, .join = join};
	return lobby_run(store, join_game, &j);
}

static int leave_game(struct db *db, void *context)
{
	struct lobby_job *j = context;
	enum lobby_status status = load_open(db, j);
	if (status != LOBBY_OK)
		return lobby_answer(j, status);
	for (size_t i = 0; i < j->p->seat_count; i++) {
		if (j->p->seats[i].user_id != j->user_id)
			continue;
		place_leave(&j->p->seats[i]);
		places_save(db, j->p);
		return lobby_answer(j, LOBBY_OK);
	}
	return lobby_answer(j, LOBBY_NOT_SEATED);
}

enum lobby_status lobby_leave(struct store *store, const struct sets *sets, const char *game_id,
                              int64_t user_id)
{
	struct lobby_job j = {.sets = sets, .game_id = game_id, .user_id = user_id};
	return lobby_run(store, leave_game, &j);
}

static int remove_joiner(struct db *db, void *context)
{
	struct lobby_job *j = context;
	enum lobby_status status = load_owned(db, j);
	if (status != LOBBY_OK)
		return lobby_answer(j, status);
	for (size_t i = 0; i < j->p->seat_count; i++) {
		struct seat_row *s = &j->p->seats[i];
		if (s->place != j->place || s->kind == SEAT_BOT || !place_is_taken(s))
			continue;
		place_leave(s);
		places_save(db, j->p);
		return lobby_answer(j, LOBBY_OK);
	}
	return lobby_answer(j, LOBBY_NOT_SEATED);
}

enum lobby_status lobby_remove(struct store *store, const struct sets *sets, const char *game_id,
                               int64_t owner_id, int place)
{
	struct lobby_job j = {
		.sets = sets, .game_id = game_id, .user_id = owner_id, .place = place};
	return lobby_run(store, remove_joiner, &j);
}

static int keep_place(struct db *db, void *context)
{
	struct lobby_job *j = context;
	enum lobby_status status = load_owned(db, j);
	if (status != LOBBY_OK)
		return lobby_answer(j, status);
	for (size_t i = 0; i < j->p->seat_count; i++) {
		struct seat_row *s = &j->p->seats[i];
		if (s->place != j->place || s->kind != SEAT_ADDRESS || place_is_taken(s))
			continue;
		bool is_same = strcmp(s->address, j->address) == 0;
		if (!is_same)
			place_uninvite(db, j->game_id, s->address, j->now);
		s->kind = j->address[0] ? SEAT_ADDRESS : SEAT_LINK;
		snprintf(s->address, sizeof(s->address), "%s", j->address);
		seat_update(db, s);
		if (j->address[0] && !is_same)
			place_invite(db, j->game_id, j->user_id, s->address, j->now);
		return lobby_answer(j, LOBBY_OK);
	}
	return lobby_answer(j, LOBBY_NOT_KEPT);
}

enum lobby_status lobby_keep(struct store *store, const struct sets *sets, const char *game_id,
                             int64_t owner_id, int place, const char *address, int64_t now)
{
	struct lobby_job j = {.sets = sets,
	                      .game_id = game_id,
	                      .user_id = owner_id,
	                      .place = place,
	                      .address = address,
	                      .now = now};
	return lobby_run(store, keep_place, &j);
}

/* Nobody is invited any more. */
static void remove_game(struct db *db, struct game_row *g, int64_t now)
{
	g->state = GAME_REMOVED;
	game_update(db, g);
	notice_cancel(db, g->id, 0, notice_traits[NOTICE_INVITATION].word, now);
}

static int cancel(struct db *db, void *context)
{
	struct lobby_job *j = context;
	enum lobby_status status = load_owned(db, j);
	if (status != LOBBY_OK)
		return lobby_answer(j, status);
	remove_game(db, &j->p->row, j->now);
	return lobby_answer(j, LOBBY_OK);
}

enum lobby_status lobby_cancel(struct store *store, const struct sets *sets, const char *game_id,
                               int64_t owner_id, int64_t now)
{
	struct lobby_job j = {.sets = sets, .game_id = game_id, .user_id = owner_id, .now = now};
	return lobby_run(store, cancel, &j);
}

/* Bots sit down in free places, or those places go; what is only held goes too. */
static void fill(struct db *db, struct lobby_job *j)
{
	struct play *p = j->p;
	size_t kept = 0;
	for (size_t i = 0; i < p->seat_count; i++) {
		if (p->seats[i].held_until)
			place_leave(&p->seats[i]);
	}
	for (size_t i = 0; i < p->seat_count; i++) {
		struct seat_row *s = &p->seats[i];
		if (!place_is_taken(s) && j->bot) {
			s->kind = SEAT_BOT;
			s->address[0] = '\0';
			snprintf(s->bot, sizeof(s->bot), "%s", j->bot);
			place_take(p, s, places_free_color(p), j->chance->entropy[i], false);
		}
	}
	for (size_t i = 0; i < p->seat_count; i++) {
		if (place_is_taken(&p->seats[i]))
			p->seats[kept++] = p->seats[i];
		else
			seat_delete(db, p->row.id, p->seats[i].place);
	}
	p->seat_count = kept;
}

static bool has_person(const struct play *p)
{
	for (size_t i = 0; i < p->seat_count; i++) {
		if (p->seats[i].user_id)
			return true;
	}
	return false;
}

static int start_game(struct db *db, void *context)
{
	struct lobby_job *j = context;
	enum lobby_status status = load_owned(db, j);
	if (status != LOBBY_OK)
		return lobby_answer(j, status);
	fill(db, j);
	if (j->p->seat_count < SEATS_MIN)
		return lobby_answer(j, LOBBY_TOO_FEW);
	if (!has_person(j->p))
		return lobby_answer(j, LOBBY_NOBODY);
	if (!j->p->set)
		return lobby_answer(j, LOBBY_FAILED);
	places_start(db, j->p, j->now);
	return lobby_answer(j, LOBBY_OK);
}

enum lobby_status lobby_start(struct store *store, const struct sets *sets, const char *game_id,
                              int64_t owner_id, const char *fill_with_bot,
                              const struct lobby_chance *chance, int64_t now)
{
	struct lobby_job j = {.sets = sets,
	                      .game_id = game_id,
	                      .user_id = owner_id,
	                      .bot = fill_with_bot,
	                      .chance = chance,
	                      .now = now};
	if (fill_with_bot && !bot_find(fill_with_bot, strlen(fill_with_bot)))
		return LOBBY_BAD_SETUP;
	return lobby_run(store, start_game, &j);
}

void lobby_confirm(struct db *db, const struct sets *sets, int64_t user_id, int64_t now)
{
	struct game_ref refs[GAMES_AT_ONCE];
	struct play *p = play_new();
	seat_confirm_holds(db, user_id, user_id);
	size_t count = game_list_of_user(db, user_id, GAME_OPEN, refs, GAMES_AT_ONCE);
	for (size_t i = 0; i < count; i++) {
		if (play_peek(db, sets, refs[i].id, p) && places_are_full(p))
			places_start(db, p, now);
	}
	play_free(p);
}

static int tidy(struct db *db, void *context)
{
	struct lobby_job *j = context;
	struct game_ref refs[GAMES_AT_ONCE];
	seat_release_holds(db, j->now);
	size_t count =
		game_list_open_older(db, j->now - (int64_t)OPEN_DAYS * DAY_S, refs, GAMES_AT_ONCE);
	for (size_t i = 0; i < count; i++) {
		struct game_row g;
		if (game_get(db, refs[i].id, &g))
			remove_game(db, &g, j->now);
	}
	return lobby_answer(j, LOBBY_OK);
}

void lobby_tidy(struct store *store, int64_t now)
{
	struct lobby_job j = {.now = now};
	lobby_run(store, tidy, &j);
}

enum lobby_sight lobby_sight(struct db *db, const struct play *p, int64_t user_id,
                             const char *join_key)
{
	if (user_id && p->row.owner_id == user_id)
		return SIGHT_SEAT;
	for (size_t i = 0; i < p->seat_count; i++) {
		const struct seat_row *s = &p->seats[i];
		if (user_id && s->user_id == user_id)
			return SIGHT_SEAT;
		if (user_id && s->address[0] && p->row.state == GAME_OPEN &&
		    is_address_of(db, user_id, s->address))
			return SIGHT_SPECTATOR;
	}
	/* Who was there is told that a game is gone; to others it never was. */
	if (p->row.state == GAME_REMOVED)
		return SIGHT_NONE;
	if (p->row.is_public)
		return SIGHT_SPECTATOR;
	/* The link to join shows a game until it starts. */
	return join_key && p->row.state == GAME_OPEN && strcmp(join_key, p->row.join_key) == 0
	               ? SIGHT_SPECTATOR
	               : SIGHT_NONE;
}
