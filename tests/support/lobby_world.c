/* SPDX-License-Identifier: ISC */
/*
 * People and games for the lobby's tests: see lobby_world.h.
 */
#include "support/lobby_world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "store/people.h"

static int add_users(struct db *db, void *context)
{
	struct world *w = context;
	static const char *const names[USERS] = {"Ada", "Ben", "Cleo", "Guest"};
	static const char *const addresses[] = {"ada@example.org", "ben@example.org",
	                                        "cleo@example.org"};
	for (size_t i = 0; i < USERS; i++) {
		w->users[i] = database_user(db, names[i], i == GUEST);
		if (i == GUEST)
			continue;
		struct address a = {.user_id = w->users[i]};
		snprintf(a.address, sizeof(a.address), "%s", addresses[i]);
		address_insert(db, &a);
	}
	return 0;
}

int lobby_world_open(void **state)
{
	struct world *w = calloc(1, sizeof(*w));
	struct err err;
	if (!w || database_folder(&w->database) < 0)
		return -1;
	struct database *d = w->database;
	*state = w;
	w->now = START;
	if (store_open(&w->store, &(struct store_options){.path = d->path}, &err) < 0 ||
	    sets_load(&w->sets, NULL, &err) < 0 || sets_offer(&w->sets, w->store, "", &err) < 0 ||
	    store_write(w->store, add_users, w) != STORE_OK)
		return -1;
	return sqlite3_open_v2(d->path, &w->sqlite, SQLITE_OPEN_READONLY, NULL);
}

int lobby_world_close(void **state)
{
	struct world *w = *state;
	sqlite3_close(w->sqlite);
	store_close(w->store);
	int rc = database_remove(&w->database);
	free(w);
	return rc;
}

struct lobby_chance lobby_world_chance(struct world *w)
{
	struct lobby_chance c;
	w->serial++;
	memset(&c, (int)w->serial, sizeof(c));
	c.id[1] = c.join_key[1] = (unsigned char)(w->serial / 32); /* letters stand for 0 to 31 */
	for (size_t i = 0; i < GAME_SEATS_MAX; i++)
		memset(c.entropy[i], (int)(16 * i + w->serial), sizeof(c.entropy[i]));
	return c;
}

void lobby_world_setup(struct world *w, const char *places)
{
	w->setup = (struct lobby_setup){
		.name = "Two", .turn_s = DAY, .grace_s = 60, .tileset = w->sets.known[0].sha256};
	for (; places[w->setup.place_count]; w->setup.place_count++) {
		struct lobby_place *place = &w->setup.places[w->setup.place_count];
		switch (places[w->setup.place_count]) {
		case 'o':
			place->kind = SEAT_OPEN;
			break;
		case 'l':
			place->kind = SEAT_LINK;
			break;
		case 'a':
			place->kind = SEAT_ADDRESS;
			snprintf(place->address, sizeof(place->address), "ben@example.org");
			break;
		default:
			place->kind = SEAT_BOT;
			snprintf(place->bot, sizeof(place->bot), "%s",
			         places[w->setup.place_count] == 'q' ? "quick" : "random");
		}
	}
}

enum lobby_status lobby_world_try(struct world *w, int user)
{
	struct lobby_chance c = lobby_world_chance(w);
	return lobby_create(w->store, &w->sets, w->users[user], &w->setup, &c, w->now, w->id);
}

void lobby_world_make(struct world *w, int user, const char *places)
{
	lobby_world_setup(w, places);
	assert_int_equal(lobby_world_try(w, user), LOBBY_OK);
}

void lobby_world_make_public(struct world *w, int user, const char *places)
{
	lobby_world_setup(w, places);
	w->setup.is_public = true;
	assert_int_equal(lobby_world_try(w, user), LOBBY_OK);
}

enum lobby_status lobby_world_join(struct world *w, int user, bool has_key)
{
	struct lobby_chance c = lobby_world_chance(w);
	struct lobby_join j = {
		.game_id = w->id, .user_id = w->users[user], .has_key = has_key, .color = -1};
	return lobby_join(w->store, &w->sets, &j, &c, w->now);
}

enum lobby_status lobby_world_join_as(struct world *w, int user, int color, const char *entropy)
{
	struct lobby_chance c = lobby_world_chance(w);
	struct lobby_join j = {.game_id = w->id,
	                       .user_id = w->users[user],
	                       .has_key = true,
	                       .color = color,
	                       .entropy = (const unsigned char *)entropy};
	return lobby_join(w->store, &w->sets, &j, &c, w->now);
}

enum lobby_status lobby_world_hold(struct world *w, int user, const char *address)
{
	struct lobby_chance c = lobby_world_chance(w);
	struct lobby_join j = {.game_id = w->id,
	                       .user_id = w->users[user],
	                       .has_key = true,
	                       .color = -1,
	                       .held_until = w->now + DAY,
	                       .address = address};
	return lobby_join(w->store, &w->sets, &j, &c, w->now);
}

enum lobby_status lobby_world_start(struct world *w, int user, const char *bot)
{
	struct lobby_chance c = lobby_world_chance(w);
	return lobby_start(w->store, &w->sets, w->id, w->users[user], bot, &c, w->now);
}
