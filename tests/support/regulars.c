/* SPDX-License-Identifier: ISC */
/*
 * People and their games: see regulars.h.
 */
#include "support/regulars.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "app/lobby.h"
#include "app/replays.h"
#include "app/words.h"
#include "base/hash.h"
#include "base/hex.h"
#include "store/people.h"

enum { TURN_S = 3 * 24 * 3600 };

static void must(bool is_so, const char *what)
{
	if (!is_so) {
		fprintf(stderr, "regulars: %s\n", what);
		abort();
	}
}

void regulars_open(struct regulars *r, const char *path, uint64_t seed)
{
	struct err err;
	memset(r, 0, sizeof(*r));
	r->chance.state = seed;
	r->now = time(NULL);
	must(sets_load(&r->sets, NULL, &err) == 0, err.text);
	must(store_open(&r->store, &(struct store_options){.path = path}, &err) == 0, err.text);
	must(sets_offer(&r->sets, r->store, "", &err) == 0, err.text);
	r->sets.replays = replays_new(LIMIT_REPLAYS_BYTES);
}

void regulars_close(struct regulars *r)
{
	store_close(r->store);
	replays_free(r->sets.replays);
	r->sets.replays = NULL;
}

/* ---- People ---- */

struct arrival {
	struct user user;
	struct session session;
};

static int come(struct db *db, void *context)
{
	struct arrival *a = context;
	a->user.id = user_insert(db, &a->user);
	a->session.user_id = a->user.id;
	session_insert(db, &a->session);
	return 0;
}

void regulars_come(struct regulars *r, struct regular *out)
{
	unsigned char secret[SESSION_SECRET_BYTES];
	struct arrival a = {
		.user = {.zone = "Europe/Berlin",
	                 .standing_order = ORDER_NEVER,
	                 .created_at = r->now,
	                 .seen_at = r->now},
		.session = {.agent = "Browser", .created_at = r->now, .seen_at = r->now},
	};
	snprintf(a.user.name, sizeof(a.user.name), "Player %u", ++r->people);
	hash_sha256(secret, a.user.name, strlen(a.user.name));
	hash_sha256(a.session.hash, secret, sizeof(secret));
	must(store_write(r->store, come, &a) == STORE_OK, "somebody comes");
	out->id = a.user.id;
	hex_format(out->cookie, secret, sizeof(secret));
	door_token(out->token, secret);
}

/* ---- Games ---- */

static void fill(struct chance *chance, unsigned char *out, size_t n)
{
	for (size_t i = 0; i < n; i++)
		out[i] = (unsigned char)chance_next(chance);
}

void regulars_begin(struct regulars *r, const struct regular *const *people, size_t count,
                    char id[GAME_ID_LEN + 1])
{
	struct lobby_chance chance;
	struct lobby_setup setup = {
		.turn_s = TURN_S, .tileset = r->sets.known[0].sha256, .place_count = count};
	snprintf(setup.name, sizeof(setup.name), "Game %u", ++r->games);
	fill(&r->chance, chance.seed, sizeof(chance.seed));
	fill(&r->chance, chance.id, sizeof(chance.id));
	fill(&r->chance, chance.join_key, sizeof(chance.join_key));
	fill(&r->chance, chance.entropy[0], sizeof(chance.entropy));
	must(lobby_create(r->store, &r->sets, people[0]->id, &setup, &chance, r->now, id) ==
	             LOBBY_OK,
	     "a game is created");
	for (size_t i = 0; i < count; i++) {
		struct lobby_join join = {
			.game_id = id, .user_id = people[i]->id, .has_key = true, .color = -1};
		must(lobby_join(r->store, &r->sets, &join, &chance, r->now) == LOBBY_OK,
		     "somebody joins");
	}
}

struct play *regulars_load(struct regulars *r, const char *id)
{
	struct play *p = play_new();
	struct db *db = store_read(r->store);
	must(play_load(db, &r->sets, id, p) == PLAY_OK, "a game is loaded");
	store_read_done(r->store, db);
	for (size_t i = 0; i < p->seat_count; i++) {
		p->seats[i].has_own_standing_order = true;
		p->seats[i].standing_order = ORDER_NEVER;
	}
	return p;
}

int regulars_think(const struct play *p, const char *bot, struct chance *chance, struct turn *out)
{
	struct game after = p->game;
	int seat = 0;
	while (seat < (int)p->seat_count && !play_awaits_choice(p, (unsigned)seat))
		seat++;
	if (seat == (int)p->seat_count)
		return -1;
	*out = (struct turn){
		.game_id = p->row.id, .user_id = p->seats[seat].user_id, .base_rev = p->row.rev};
	while (after.awaits != AWAITS_TILE && after.awaits != AWAITS_TOKENS &&
	       (game_awaited_seats(&after) >> seat & 1)) {
		struct entry *e = &out->entries[out->count++];
		bot_find(bot, strlen(bot))->choose(&p->set->ts, &after, (unsigned)seat, chance, e);
		must(game_apply(&p->set->ts, &after, e) == REFUSAL_NONE, "a bot plays");
	}
	return seat;
}

void regulars_play(struct regulars *r, const char *id, const char *bot, int tiles)
{
	for (bool goes_on = true; goes_on;) {
		struct play *p = regulars_load(r, id);
		struct turn turn;
		goes_on = p->game.turn_count < tiles &&
		          regulars_think(p, bot, &r->chance, &turn) >= 0;
		if (goes_on) {
			turn.now = r->now;
			turn_submit(r->store, &r->sets, &turn);
			must(turn.status == TURN_DONE, "a turn is taken");
		}
		play_free(p);
	}
}
