/* SPDX-License-Identifier: ISC */
/*
 * Games before they start: see lobby.h.
 */
#include "app/lobby.h"

#include "app/turn.h"
#include "base/hash.h"
#include "engine/bots.h"
#include "store/people.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { OPEN_DAYS = 30, DAY_S = 86400, OPEN_GAMES_MAX = 50, RULES_VERSION = 1 };

const int64_t lobby_turn_times_s[6] = {0, DAY_S / 2, DAY_S, 2 * DAY_S, 3 * DAY_S, 7 * DAY_S};

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
		[LOBBY_TOO_FEW] = "A game needs at least two players.",
		[LOBBY_TOO_MANY] = "You have too many open games; start or remove one first.",
		[LOBBY_BAD_SETUP] =
			"A game has 2 to 5 places, known bots and one of the turn times on offer.",
		[LOBBY_FAILED] = "The database failed; nothing was changed.",
	};
	assert((unsigned)status < LOBBY_STATUS_COUNT);
	return sentences[status];
}

/* What a job of this file works on. Which of the fields are set is each job's affair. */
struct job {
	const struct sets *sets;
	const struct lobby_chance *chance;
	int64_t now, user_id;
	enum lobby_status status;
	struct play *p;
	const char *game_id;
	const struct lobby_setup *setup;
	const struct lobby_join *join;
	int place;
	const char *bot;
	char id[GAME_ID_LEN + 1];
};

static int answer(struct job *j, enum lobby_status status)
{
	j->status = status;
	return status == LOBBY_OK ? 0 : 1;
}

static enum lobby_status run(struct store *store, int (*change)(struct db *, void *), struct job *j)
{
	j->status = LOBBY_FAILED;
	j->p = play_new();
	if (store_write(store, change, j) == STORE_FAILED)
		j->status = LOBBY_FAILED;
	play_free(j->p);
	return j->status;
}

/* Loads an open game, with its places in the order of creation. */
static enum lobby_status load_open(struct db *db, struct job *j)
{
	if (play_load(db, j->sets, j->game_id, 0, NULL, j->p) == PLAY_NOT_FOUND)
		return LOBBY_NOT_FOUND;
	return j->p->row.state == GAME_OPEN ? LOBBY_OK : LOBBY_NOT_OPEN;
}

static enum lobby_status load_owned(struct db *db, struct job *j)
{
	enum lobby_status status = load_open(db, j);
	return status == LOBBY_OK && j->p->row.owner_id != j->user_id ? LOBBY_NOT_OWNER : status;
}

static void base32(char *out, const unsigned char *bytes, size_t len)
{
	/* Nothing that looks alike: no l, o, 0, 1. */
	static const char digits[] = "abcdefghijkmnpqrstuvwxyz23456789";
	for (size_t i = 0; i < len; i++)
		out[i] = digits[bytes[i] % 32];
	out[len] = '\0';
}

static bool is_taken(const struct seat_row *s)
{
	return s->joined >= 0;
}

/* Behind the last one: holds that were let go leave gaps. */
static int next_joined(const struct play *p)
{
	int next = 0;
	for (size_t i = 0; i < p->seat_count; i++) {
		if (p->seats[i].joined >= next)
			next = p->seats[i].joined + 1;
	}
	return next;
}

static bool has_color(const struct play *p, int color)
{
	for (size_t i = 0; i < p->seat_count; i++) {
		if (is_taken(&p->seats[i]) && p->seats[i].color == color)
			return true;
	}
	return false;
}

static int first_free_color(const struct play *p)
{
	int color = 0;
	while (has_color(p, color))
		color++;
	return color;
}

static void take(struct play *p, struct seat_row *s, int color, const unsigned char *entropy,
                 bool is_of_player)
{
	s->color = color;
	s->has_entropy = true;
	s->is_entropy_of_player = is_of_player;
	memcpy(s->entropy, entropy, sizeof(s->entropy));
	s->joined = next_joined(p);
}

static void leave(struct seat_row *s)
{
	s->user_id = s->held_until = s->signin_id = 0;
	s->joined = s->color = -1;
	s->has_entropy = s->is_entropy_of_player = false;
	memset(s->entropy, 0, sizeof(s->entropy));
}

/* Closes the gaps in the joining order that those left who are gone. */
static void close_gaps(struct play *p)
{
	int order[GAME_SEATS_MAX];
	for (size_t i = 0; i < p->seat_count; i++) {
		order[i] = 0;
		for (size_t k = 0; k < p->seat_count; k++)
			order[i] += p->seats[k].joined < p->seats[i].joined;
	}
	for (size_t i = 0; i < p->seat_count; i++)
		p->seats[i].joined = order[i];
}

static void save_places(struct db *db, const struct play *p)
{
	for (size_t i = 0; i < p->seat_count; i++)
		seat_update(db, &p->seats[i]);
}

static bool is_good_setup(const struct sets *sets, const struct lobby_setup *s)
{
	bool is_time = false;
	for (size_t i = 0; i < sizeof(lobby_turn_times_s) / sizeof(lobby_turn_times_s[0]); i++)
		is_time |= s->turn_s == lobby_turn_times_s[i];
	if (!is_time || s->place_count < SEATS_MIN || s->place_count > SEATS_MAX ||
	    !sets_find(sets, s->tileset))
		return false;
	for (size_t i = 0; i < s->place_count; i++) {
		const struct lobby_place *place = &s->places[i];
		if (place->kind == SEAT_BOT && !bot_find(place->bot, strlen(place->bot)))
			return false;
		if (place->kind == SEAT_ADDRESS && !place->address[0])
			return false;
	}
	return true;
}

static bool is_for_bots_only(const struct lobby_setup *s)
{
	unsigned people = 0;
	for (size_t i = 0; i < s->place_count; i++)
		people += s->places[i].kind != SEAT_BOT;
	return people <= 1 && !s->is_public;
}

/* A game's name is no longer than a person's: of a long one the beginning, in whole characters. */
static void name_game(char out[LIMIT_NAME_BYTES + 1], const char *given, const char *owner)
{
	static const char of[] = "Safari of ";
	size_t len = 0, characters = 0;
	if (given[0]) {
		snprintf(out, LIMIT_NAME_BYTES + 1, "%s", given);
		return;
	}
	for (; owner[len]; len++) {
		bool begins = (owner[len] & 0xc0) != 0x80;
		if (begins && characters++ == LIMIT_NAME_CODE_POINTS - (sizeof(of) - 1))
			break;
	}
	snprintf(out, LIMIT_NAME_BYTES + 1, "%s%.*s", of, (int)len, owner);
}

static int create(struct db *db, void *context)
{
	struct job *j = context;
	const struct lobby_setup *s = j->setup;
	struct game_ref refs[OPEN_GAMES_MAX];
	struct user owner;
	struct game_row g = {
		.owner_id = j->user_id,
		.is_public = s->is_public,
		.is_dev = s->is_dev,
		.rules = RULES_VERSION,
		.scores_everyone = s->scores_everyone,
		.baobabs_afterwards = s->baobabs_afterwards,
		.turn_s = s->turn_s,
		.grace_s = s->grace_s,
		.created_at = j->now,
		.seat_on_turn = -1,
		.awaits = "start",
	};
	if (!user_get(db, j->user_id, &owner))
		return answer(j, LOBBY_NOT_FOUND);
	if (owner.is_guest && !is_for_bots_only(s))
		return answer(j, LOBBY_GUEST);
	if (game_list_of_user(db, j->user_id, GAME_OPEN, refs, OPEN_GAMES_MAX) == OPEN_GAMES_MAX)
		return answer(j, LOBBY_TOO_MANY);
	base32(g.id, j->chance->id, GAME_ID_LEN);
	base32(g.join_key, j->chance->join_key, sizeof(j->chance->join_key));
	name_game(g.name, s->name, owner.name);
	snprintf(g.tileset, sizeof(g.tileset), "%s", s->tileset);
	snprintf(g.rematch_of, sizeof(g.rematch_of), "%s", s->rematch_of ? s->rematch_of : "");
	memcpy(g.seed, j->chance->seed, sizeof(g.seed));
	hash_sha256(g.commitment, g.seed, sizeof(g.seed));
	game_insert(db, &g);
	j->p->seat_count = 0;
	for (size_t i = 0; i < s->place_count; i++) {
		struct seat_row *seat = &j->p->seats[i];
		*seat = (struct seat_row){.place = (int)i,
		                          .kind = s->places[i].kind,
		                          .joined = -1,
		                          .color = -1,
		                          .seat = -1};
		memcpy(seat->game_id, g.id, sizeof(seat->game_id));
		memcpy(seat->address, s->places[i].address, sizeof(seat->address));
		memcpy(seat->bot, s->places[i].bot, sizeof(seat->bot));
		/* Bots named at the creation join before people. */
		if (seat->kind == SEAT_BOT)
			take(j->p, seat, first_free_color(j->p), j->chance->entropy[i], false);
		j->p->seat_count++;
		seat_insert(db, seat);
	}
	memcpy(j->id, g.id, sizeof(j->id));
	return answer(j, LOBBY_OK);
}

enum lobby_status lobby_create(struct store *store, const struct sets *sets, int64_t user_id,
                               const struct lobby_setup *setup, const struct lobby_chance *chance,
                               int64_t now, char id[GAME_ID_LEN + 1])
{
	struct job j = {
		.sets = sets, .chance = chance, .now = now, .user_id = user_id, .setup = setup};
	if (!is_good_setup(sets, setup))
		return LOBBY_BAD_SETUP;
	enum lobby_status status = run(store, create, &j);
	if (status == LOBBY_OK)
		memcpy(id, j.id, sizeof(j.id));
	return status;
}

static int compare_seats(const struct seat_row *a, const struct seat_row *b)
{
	return a->seat - b->seat;
}

/* Seats are dealt by lot (R7); rows follow their seat from here on. */
static void deal_seats(struct play *p)
{
	unsigned char entropy[GAME_SEATS_MAX][DRAWS_ENTROPY_BYTES];
	uint8_t order[SEATS_MAX];
	for (size_t i = 0; i < p->seat_count; i++)
		memcpy(entropy[p->seats[i].joined], p->seats[i].entropy, sizeof(entropy[0]));
	dealer_seat_order(p->row.seed, entropy[0], (unsigned)p->seat_count, order);
	for (size_t seat = 0; seat < p->seat_count; seat++) {
		for (size_t i = 0; i < p->seat_count; i++) {
			if (p->seats[i].joined == order[seat])
				p->seats[i].seat = (int)seat;
		}
	}
	for (size_t i = 1; i < p->seat_count; i++) {
		for (size_t k = i; k > 0 && compare_seats(&p->seats[k - 1], &p->seats[k]) > 0;
		     k--) {
			struct seat_row swapped = p->seats[k];
			p->seats[k] = p->seats[k - 1];
			p->seats[k - 1] = swapped;
		}
	}
}

/* Every place is taken: the game begins, with its first draw. */
static void start(struct db *db, struct play *p, int64_t now)
{
	close_gaps(p);
	deal_seats(p);
	p->row.state = GAME_RUNNING;
	p->row.started_at = now;
	play_genesis(p->row.head, p);
	play_begin(p, NULL);
	for (size_t i = 0; i < p->seat_count; i++)
		p->was_awaited[i] = false;
	turn_first_draw(db, p, now);
}

/* Can it begin? Not with a tile set that is not here any more. */
static bool is_full(const struct play *p)
{
	if (!p->set)
		return false;
	for (size_t i = 0; i < p->seat_count; i++) {
		if (!is_taken(&p->seats[i]) || p->seats[i].held_until)
			return false;
	}
	return true;
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
		if (!is_taken(s) && may_take(db, p, s, join) &&
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
	return join->color >= 0 && has_color(p, join->color) ? LOBBY_COLOR_TAKEN : LOBBY_OK;
}

enum lobby_status lobby_may_join(struct db *db, const struct play *p, const struct lobby_join *join)
{
	int place;
	return p->row.state == GAME_OPEN ? check_join(db, p, join, &place) : LOBBY_NOT_OPEN;
}

static int join_game(struct db *db, void *context)
{
	struct job *j = context;
	const struct lobby_join *join = j->join;
	struct play *p = j->p;
	int place = -1;
	j->game_id = join->game_id;
	enum lobby_status status = load_open(db, j);
	if (status == LOBBY_OK)
		status = check_join(db, p, join, &place);
	if (status != LOBBY_OK)
		return answer(j, status);
	struct seat_row *s = &p->seats[place];
	take(p, s, join->color >= 0 ? join->color : first_free_color(p),
	     join->entropy ? join->entropy : j->chance->entropy[0], join->entropy != NULL);
	s->user_id = join->user_id;
	s->signin_id = join->signin_id;
	s->held_until = join->held_until;
	save_places(db, p);
	if (is_full(p))
		start(db, p, j->now);
	return answer(j, LOBBY_OK);
}

enum lobby_status lobby_join(struct store *store, const struct sets *sets,
                             const struct lobby_join *join, const struct lobby_chance *chance,
                             int64_t now)
{
	struct job j = {
		.sets = sets, .chance = chance, .now = now, .user_id = join->user_id, .join = join};
	return run(store, join_game, &j);
}

static int leave_game(struct db *db, void *context)
{
	struct job *j = context;
	enum lobby_status status = load_open(db, j);
	if (status != LOBBY_OK)
		return answer(j, status);
	for (size_t i = 0; i < j->p->seat_count; i++) {
		if (j->p->seats[i].user_id != j->user_id)
			continue;
		leave(&j->p->seats[i]);
		save_places(db, j->p);
		return answer(j, LOBBY_OK);
	}
	return answer(j, LOBBY_NOT_SEATED);
}

enum lobby_status lobby_leave(struct store *store, const struct sets *sets, const char *game_id,
                              int64_t user_id)
{
	struct job j = {.sets = sets, .game_id = game_id, .user_id = user_id};
	return run(store, leave_game, &j);
}

static int remove_joiner(struct db *db, void *context)
{
	struct job *j = context;
	enum lobby_status status = load_owned(db, j);
	if (status != LOBBY_OK)
		return answer(j, status);
	for (size_t i = 0; i < j->p->seat_count; i++) {
		struct seat_row *s = &j->p->seats[i];
		if (s->place != j->place || s->kind == SEAT_BOT || !is_taken(s))
			continue;
		leave(s);
		save_places(db, j->p);
		return answer(j, LOBBY_OK);
	}
	return answer(j, LOBBY_NOT_SEATED);
}

enum lobby_status lobby_remove(struct store *store, const struct sets *sets, const char *game_id,
                               int64_t owner_id, int place)
{
	struct job j = {.sets = sets, .game_id = game_id, .user_id = owner_id, .place = place};
	return run(store, remove_joiner, &j);
}

static int cancel(struct db *db, void *context)
{
	struct job *j = context;
	enum lobby_status status = load_owned(db, j);
	if (status != LOBBY_OK)
		return answer(j, status);
	j->p->row.state = GAME_REMOVED;
	game_update(db, &j->p->row);
	return answer(j, LOBBY_OK);
}

enum lobby_status lobby_cancel(struct store *store, const struct sets *sets, const char *game_id,
                               int64_t owner_id)
{
	struct job j = {.sets = sets, .game_id = game_id, .user_id = owner_id};
	return run(store, cancel, &j);
}

/* Bots sit down in free places, or those places go; what is only held goes too. */
static void fill(struct db *db, struct job *j)
{
	struct play *p = j->p;
	size_t kept = 0;
	for (size_t i = 0; i < p->seat_count; i++) {
		if (p->seats[i].held_until)
			leave(&p->seats[i]);
	}
	for (size_t i = 0; i < p->seat_count; i++) {
		struct seat_row *s = &p->seats[i];
		if (!is_taken(s) && j->bot) {
			s->kind = SEAT_BOT;
			s->address[0] = '\0';
			snprintf(s->bot, sizeof(s->bot), "%s", j->bot);
			take(p, s, first_free_color(p), j->chance->entropy[i], false);
		}
	}
	for (size_t i = 0; i < p->seat_count; i++) {
		if (is_taken(&p->seats[i]))
			p->seats[kept++] = p->seats[i];
		else
			seat_delete(db, p->row.id, p->seats[i].place);
	}
	p->seat_count = kept;
}

static int start_game(struct db *db, void *context)
{
	struct job *j = context;
	enum lobby_status status = load_owned(db, j);
	if (status != LOBBY_OK)
		return answer(j, status);
	fill(db, j);
	if (j->p->seat_count < SEATS_MIN)
		return answer(j, LOBBY_TOO_FEW);
	if (!j->p->set)
		return answer(j, LOBBY_FAILED);
	start(db, j->p, j->now);
	return answer(j, LOBBY_OK);
}

enum lobby_status lobby_start(struct store *store, const struct sets *sets, const char *game_id,
                              int64_t owner_id, const char *fill_with_bot,
                              const struct lobby_chance *chance, int64_t now)
{
	struct job j = {.sets = sets,
	                .game_id = game_id,
	                .user_id = owner_id,
	                .bot = fill_with_bot,
	                .chance = chance,
	                .now = now};
	if (fill_with_bot && !bot_find(fill_with_bot, strlen(fill_with_bot)))
		return LOBBY_BAD_SETUP;
	return run(store, start_game, &j);
}

void lobby_confirm(struct db *db, const struct sets *sets, int64_t from_user, int64_t to_user,
                   int64_t now)
{
	struct game_ref refs[OPEN_GAMES_MAX];
	struct play *p = play_new();
	seat_confirm_holds(db, from_user, to_user);
	size_t count = game_list_of_user(db, to_user, GAME_OPEN, refs, OPEN_GAMES_MAX);
	for (size_t i = 0; i < count; i++) {
		if (play_load(db, sets, refs[i].id, 0, NULL, p) == PLAY_OK && is_full(p))
			start(db, p, now);
	}
	play_free(p);
}

static int tidy(struct db *db, void *context)
{
	struct job *j = context;
	struct game_ref refs[OPEN_GAMES_MAX];
	seat_release_holds(db, j->now);
	size_t count =
		game_list_open_older(db, j->now - (int64_t)OPEN_DAYS * DAY_S, refs, OPEN_GAMES_MAX);
	for (size_t i = 0; i < count; i++) {
		struct game_row g;
		if (!game_get(db, refs[i].id, &g))
			continue;
		g.state = GAME_REMOVED;
		game_update(db, &g);
	}
	return answer(j, LOBBY_OK);
}

void lobby_tidy(struct store *store, int64_t now)
{
	struct job j = {.now = now};
	run(store, tidy, &j);
}

static int load_finished(struct db *db, void *context)
{
	struct job *j = context;
	if (play_load(db, j->sets, j->game_id, 0, NULL, j->p) == PLAY_NOT_FOUND)
		return answer(j, LOBBY_NOT_FOUND);
	if (j->p->row.state != GAME_OVER)
		return answer(j, LOBBY_NOT_OPEN);
	return answer(j, play_seat_of(j->p, j->user_id) < 0 ? LOBBY_NOT_SEATED : LOBBY_OK);
}

/* A place for each seat of the game that was: for the first address of its person, or by link. */
static void repeat_places(struct db *db, const struct play *p, struct lobby_setup *s)
{
	s->place_count = p->seat_count;
	for (size_t i = 0; i < p->seat_count; i++) {
		struct address a;
		struct lobby_place *place = &s->places[i];
		*place = (struct lobby_place){.kind = SEAT_LINK};
		if (p->seats[i].kind == SEAT_BOT) {
			place->kind = SEAT_BOT;
			snprintf(place->bot, sizeof(place->bot), "%s", p->seats[i].bot);
		} else if (p->seats[i].user_id && address_list(db, p->seats[i].user_id, &a, 1)) {
			place->kind = SEAT_ADDRESS;
			snprintf(place->address, sizeof(place->address), "%s", a.address);
		}
	}
}

enum lobby_status lobby_rematch(struct store *store, const struct sets *sets, const char *game_id,
                                int64_t user_id, const struct lobby_chance *chance, int64_t now,
                                char id[GAME_ID_LEN + 1])
{
	struct job j = {.sets = sets, .game_id = game_id, .user_id = user_id, .p = play_new()};
	struct lobby_setup s = {.rematch_of = game_id};
	struct db *db = store_read(store);
	if (load_finished(db, &j) == 0)
		repeat_places(db, j.p, &s);
	store_read_done(store, db);
	enum lobby_status status = j.status;
	if (status == LOBBY_OK) {
		const struct game_row *g = &j.p->row;
		memcpy(s.name, g->name, sizeof(s.name));
		s.is_public = g->is_public;
		s.is_dev = g->is_dev;
		s.scores_everyone = g->scores_everyone;
		s.baobabs_afterwards = g->baobabs_afterwards;
		s.turn_s = g->turn_s;
		s.grace_s = g->grace_s;
		s.tileset = g->tileset;
		status = lobby_create(store, sets, user_id, &s, chance, now, id);
	}
	play_free(j.p);
	return status;
}

enum lobby_sight lobby_sight(struct db *db, const struct play *p, int64_t user_id,
                             const char *join_key)
{
	if (p->row.state == GAME_REMOVED && p->row.owner_id != user_id)
		return SIGHT_NONE;
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
	if (p->row.is_public)
		return SIGHT_SPECTATOR;
	/* The link to join shows a game until it starts. */
	return join_key && p->row.state == GAME_OPEN && strcmp(join_key, p->row.join_key) == 0
	               ? SIGHT_SPECTATOR
	               : SIGHT_NONE;
}
