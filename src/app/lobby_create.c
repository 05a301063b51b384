/* SPDX-License-Identifier: ISC */
/*
 * New games, and the same again: see lobby.h.
 */
#include "app/lobby_job.h"

#include "app/places.h"
#include "base/clock.h"
#include "base/hash.h"
#include "engine/bots.h"
#include "store/people.h"

#include <stdio.h>
#include <string.h>

enum { RULES_VERSION = 1 };

const int64_t lobby_turn_times_s[6] = {0, DAY_S / 2, DAY_S, 2 * DAY_S, 3 * DAY_S, 7 * DAY_S};

/* Names a game by chance, without what looks alike: no l, o, 0, 1. */
static void spell(char *out, const unsigned char *bytes, size_t len)
{
	static const char digits[] = "abcdefghijkmnpqrstuvwxyz23456789";
	for (size_t i = 0; i < len; i++)
		out[i] = digits[bytes[i] % 32];
	out[len] = '\0';
}

static bool is_good_setup(const struct sets *sets, const struct lobby_setup *s)
{
	bool is_time = false;
	for (size_t i = 0; i < sizeof(lobby_turn_times_s) / sizeof(lobby_turn_times_s[0]); i++)
		is_time |= s->turn_s == lobby_turn_times_s[i];
	if (!is_time || s->place_count < SEATS_MIN || s->place_count > SEATS_MAX ||
	    !(s->rematch_of ? sets_find(sets, s->tileset) != NULL
	                    : sets_is_offered(sets, s->tileset)))
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

static bool is_named_before(const struct lobby_setup *s, size_t place)
{
	bool is = false;
	for (size_t i = 0; i < place; i++)
		is |= s->places[i].kind == SEAT_ADDRESS &&
		      strcmp(s->places[i].address, s->places[place].address) == 0;
	return is;
}

/* Bots named at the creation join before people, so they sit down here. */
static void add_places(struct db *db, struct lobby_job *j, const char *id)
{
	const struct lobby_setup *s = j->setup;
	for (size_t i = 0; i < s->place_count; i++) {
		struct seat_row *seat = &j->p->seats[i];
		*seat = (struct seat_row){.place = (int)i,
		                          .kind = s->places[i].kind,
		                          .joined = -1,
		                          .color = -1,
		                          .seat = -1};
		memcpy(seat->game_id, id, sizeof(seat->game_id));
		memcpy(seat->address, s->places[i].address, sizeof(seat->address));
		memcpy(seat->bot, s->places[i].bot, sizeof(seat->bot));
		if (seat->kind == SEAT_BOT)
			place_take(j->p, seat, places_free_color(j->p), j->chance->entropy[i],
			           false);
		j->p->seat_count++;
		seat_insert(db, seat);
		if (seat->kind == SEAT_ADDRESS && !is_named_before(s, i))
			place_invite(db, id, j->user_id, seat->address, j->now);
	}
}

static int create(struct db *db, void *context)
{
	struct lobby_job *j = context;
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
	/* Whoever asks second finds the game that the first one made. */
	if (s->rematch_of && game_find_rematch(db, s->rematch_of, refs)) {
		memcpy(j->new_id, refs[0].id, sizeof(j->new_id));
		return lobby_answer(j, LOBBY_OK);
	}
	if (!user_get(db, j->user_id, &owner))
		return lobby_answer(j, LOBBY_NOT_FOUND);
	if (owner.is_guest && !is_for_bots_only(s))
		return lobby_answer(j, LOBBY_GUEST);
	if (game_list_of_user(db, j->user_id, GAME_OPEN, refs, OPEN_GAMES_MAX) == OPEN_GAMES_MAX)
		return lobby_answer(j, LOBBY_TOO_MANY);
	spell(g.id, j->chance->id, GAME_ID_LEN);
	spell(g.join_key, j->chance->join_key, sizeof(j->chance->join_key));
	name_game(g.name, s->name, owner.name);
	snprintf(g.tileset, sizeof(g.tileset), "%s", s->tileset);
	snprintf(g.rematch_of, sizeof(g.rematch_of), "%s", s->rematch_of ? s->rematch_of : "");
	memcpy(g.seed, j->chance->seed, sizeof(g.seed));
	hash_sha256(g.commitment, g.seed, sizeof(g.seed));
	game_insert(db, &g);
	add_places(db, j, g.id);
	memcpy(j->new_id, g.id, sizeof(j->new_id));
	return lobby_answer(j, LOBBY_OK);
}

enum lobby_status lobby_create(struct store *store, const struct sets *sets, int64_t user_id,
                               const struct lobby_setup *setup, const struct lobby_chance *chance,
                               int64_t now, char id[GAME_ID_LEN + 1])
{
	struct lobby_job j = {.chance = chance, .now = now, .user_id = user_id, .setup = setup};
	if (!is_good_setup(sets, setup))
		return LOBBY_BAD_SETUP;
	enum lobby_status status = lobby_run(store, create, &j);
	if (status == LOBBY_OK)
		memcpy(id, j.new_id, sizeof(j.new_id));
	return status;
}

/* The game that was, for one of its seats. */
static enum lobby_status load_finished(struct db *db, const struct sets *sets, const char *game_id,
                                       int64_t user_id, struct play *p)
{
	if (!play_peek(db, sets, game_id, p))
		return LOBBY_NOT_FOUND;
	if (p->row.state != GAME_OVER)
		return LOBBY_NOT_OVER;
	return play_seat_of(p, user_id) < 0 ? LOBBY_NOT_SEATED : LOBBY_OK;
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
	struct lobby_setup s = {.rematch_of = game_id};
	struct play *p = play_new();
	struct db *db = store_read(store);
	enum lobby_status status = load_finished(db, sets, game_id, user_id, p);
	if (status == LOBBY_OK)
		repeat_places(db, p, &s);
	store_read_done(store, db);
	if (status == LOBBY_OK) {
		const struct game_row *g = &p->row;
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
	play_free(p);
	return status;
}
