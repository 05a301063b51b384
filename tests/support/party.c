/* SPDX-License-Identifier: ISC */
/*
 * Parties: see party.h.
 */
#include "support/party.h"

#include <assert.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <sodium.h>

#include "app/beat.h"
#include "app/replays.h"
#include "base/hex.h"
#include "store/people.h"

/* Bytes that no other call gets. */
static void draw(struct party *p, void *out, size_t len)
{
	unsigned char seed[randombytes_SEEDBYTES] = {0};
	p->serial++;
	memcpy(seed, &p->serial, sizeof(p->serial));
	randombytes_buf_deterministic(out, len, seed);
}

int party_open(void **state)
{
	static struct party p;
	static struct sets sets;
	struct store *store;
	void *database;
	struct err err;
	if (database_folder(&database) < 0)
		return -1;
	const char *path = ((struct database *)database)->path;
	if (store_open(&store, &(struct store_options){.path = path}, &err) < 0 ||
	    sets_load(&sets, NULL, &err) < 0 || sets_offer(&sets, store, "", &err) < 0)
		return -1;
	sets.replays = replays_new(LIMIT_REPLAYS_BYTES);
	party_init(&p, store, &sets, PARTY_BEGINS);
	p.database = database;
	*state = &p;
	return sqlite3_open_v2(path, &p.sqlite, SQLITE_OPEN_READONLY, NULL);
}

int party_close(void **state)
{
	struct party *p = *state;
	sqlite3_close(p->sqlite);
	store_close(p->store);
	replays_free(p->sets->replays);
	return database_remove(&p->database);
}

/* ---- People ---- */

struct person {
	struct user user;
	char address[LIMIT_ADDRESS_BYTES + 1]; /* "": a guest */
};

static int add_person(struct db *db, void *context)
{
	struct person *person = context;
	person->user.id = user_insert(db, &person->user);
	if (person->address[0]) {
		struct address a = {.user_id = person->user.id,
		                    .confirmed_at = person->user.created_at};
		memcpy(a.address, person->address, sizeof(a.address));
		address_insert(db, &a);
	}
	return 0;
}

static int64_t add(struct party *p, const char *name, const char *address)
{
	struct person person = {.user = {.zone = "UTC",
	                                 .standing_order = 2,
	                                 .is_guest = !address[0],
	                                 .created_at = p->now,
	                                 .seen_at = p->now}};
	snprintf(person.user.name, sizeof(person.user.name), "%s", name);
	snprintf(person.address, sizeof(person.address), "%s", address);
	assert_int_equal(store_write(p->store, add_person, &person), STORE_OK);
	return person.user.id;
}

int64_t party_add(struct party *p, const char *name, bool is_guest)
{
	char address[64] = "";
	if (!is_guest)
		snprintf(address, sizeof(address), "someone%u@example.org", ++p->serial);
	return add(p, name, address);
}

void party_init(struct party *p, struct store *store, const struct sets *sets, int64_t now)
{
	*p = (struct party){.store = store, .sets = sets, .now = now};
	for (size_t i = 0; i < PARTY_PEOPLE; i++) {
		char name[16], address[64];
		snprintf(name, sizeof(name), "User %zu", i);
		snprintf(address, sizeof(address), "user%zu@example.org", i);
		p->people[i] = add(p, name, address);
	}
}

static int add_session(struct db *db, void *context)
{
	session_insert(db, context);
	return 0;
}

void party_session(struct party *p, int64_t user_id, char out[PARTY_SESSION_LEN + 1])
{
	unsigned char secret[PARTY_SESSION_LEN / 2];
	struct session s = {.user_id = user_id, .created_at = p->now, .seen_at = p->now};
	draw(p, secret, sizeof(secret));
	hash_sha256(s.hash, secret, sizeof(secret));
	assert_int_equal(store_write(p->store, add_session, &s), STORE_OK);
	hex_format(out, secret, sizeof(secret));
}

static int run_sql(struct db *db, void *context)
{
	int rc = sqlite3_exec(db->sqlite, context, NULL, NULL, NULL);
	if (rc != SQLITE_OK)
		print_error("%s: %s\n", (const char *)context, sqlite3_errmsg(db->sqlite));
	return rc;
}

void party_sql(struct party *p, const char *sql)
{
	char *copy = strdup(sql);
	assert_int_equal(store_write(p->store, run_sql, copy), STORE_OK);
	free(copy);
}

/* ---- Games ---- */

static void create(struct party *p, const struct party_game *g, char id[GAME_ID_LEN + 1])
{
	struct lobby_setup s = {.is_public = g->is_public,
	                        .turn_s = g->turn_s < 0 ? 0
	                                  : g->turn_s   ? g->turn_s
	                                                : PARTY_TURN_S,
	                        .grace_s = PARTY_GRACE_S,
	                        .tileset = g->tileset ? g->tileset : p->sets->known[0].sha256};
	struct lobby_chance c;
	unsigned places = g->places ? g->places : g->people;
	s.place_count = places + g->bots;
	for (unsigned i = 0; i < s.place_count; i++) {
		s.places[i].kind = i < places ? SEAT_OPEN : SEAT_BOT;
		if (i >= places)
			snprintf(s.places[i].bot, sizeof(s.places[i].bot), "quick");
	}
	draw(p, &c, sizeof(c));
	if (g->seed)
		memcpy(c.seed, g->seed, sizeof(c.seed));
	assert_int_equal(lobby_create(p->store, p->sets, p->people[0], &s, &c, p->now, id),
	                 LOBBY_OK);
}

void party_start(struct party *p, const struct party_game *g, char id[GAME_ID_LEN + 1])
{
	create(p, g, id);
	for (unsigned i = 0; i < g->people; i++) {
		struct lobby_join j = {
			.game_id = id, .user_id = p->people[i], .has_key = true, .color = -1};
		struct lobby_chance c;
		draw(p, &c, sizeof(c));
		/* Like that of a player's browser, and the same in every game. */
		memset(c.entropy[0], (int)i + 1, sizeof(c.entropy[0]));
		j.entropy = c.entropy[0];
		assert_int_equal(lobby_join(p->store, p->sets, &j, &c, p->now), LOBBY_OK);
	}
}

struct play *party_load(const struct party *p, const char *id)
{
	struct play *play = play_new();
	struct db *db = store_read(p->store);
	assert_int_equal(play_load(db, p->sets, id, play), PLAY_OK);
	assert_true(store_read_done(p->store, db));
	return play;
}

void party_choose(struct party *p, const struct play *play, unsigned seat, struct turn *t)
{
	struct game g = play->game;
	const struct bot *bot = bot_find("random", strlen("random"));
	*t = (struct turn){.game_id = play->row.id,
	                   .user_id = play->seats[seat].user_id,
	                   .base_rev = play->row.rev,
	                   .now = p->now};
	while (g.awaits != AWAITS_TILE && g.awaits != AWAITS_TOKENS &&
	       (game_awaited_seats(&g) >> seat & 1)) {
		struct entry *e = &t->entries[t->count++];
		assert_true(t->count <= NOTATION_TURN_MAX);
		bot->choose(&play->set->ts, &g, seat, &p->chance, e);
		assert_int_equal(game_apply(&play->set->ts, &g, e), REFUSAL_NONE);
	}
	assert_true(t->count > 0);
}

void party_take_turn(struct party *p, const char *id)
{
	struct play *play = party_load(p, id);
	const struct game *g = &play->game;
	struct turn t = {.count = 0};
	struct game after;
	struct entry place;
	for (size_t i = 0;; i++) {
		assert_true(game_legal(&play->set->ts, g, g->seat_on_turn, i, 1, &place) > i);
		if (party_lay(play, &place, &t, &after))
			break;
	}
	t.game_id = id;
	t.user_id = play->seats[g->seat_on_turn].user_id;
	t.base_rev = play->row.rev;
	t.now = p->now;
	turn_submit(p->store, p->sets, &t);
	assert_int_equal(t.status, TURN_DONE);
	play_free(play);
}

void party_later(struct party *p, int64_t seconds)
{
	p->now += seconds;
	beat_games(p->store, p->sets, p->now);
	beat_clocks(p->store, p->sets, p->now);
}

enum turn_status party_does(struct party *p, const char *id, int64_t user_id,
                            void (*act)(struct store *, const struct sets *, struct turn *))
{
	struct play *play = party_load(p, id);
	struct turn t = {
		.game_id = id, .user_id = user_id, .base_rev = play->row.rev, .now = p->now};
	play_free(play);
	act(p->store, p->sets, &t);
	return t.status;
}

int64_t party_user_at(struct party *p, const char *id, unsigned seat)
{
	struct play *play = party_load(p, id);
	int64_t user_id = play->seats[seat].user_id;
	play_free(play);
	return user_id;
}

void party_text(const struct turn *t, char out[LIMIT_TURN_BYTES + 1])
{
	size_t at = 0;
	for (size_t i = 0; i < t->count; i++) {
		char entry[NOTATION_MAX];
		notation_format(&t->entries[i], entry);
		at += (size_t)snprintf(out + at, LIMIT_TURN_BYTES + 1 - at, "%s%s", i ? "; " : "",
		                       entry);
		assert_true(at <= LIMIT_TURN_BYTES);
	}
}

/* ---- Playing on ---- */

struct forward {
	struct party *party;
	const char *id;
	bool (*is_there)(const struct play *play, void *context);
	void *context;
};

/* Meeples stand wherever they may, and nobody spends tokens: so that words come to be asked. */
static void choose_eagerly(struct party *p, const struct play *play, unsigned seat,
                           struct entry *out)
{
	struct entry legal[LEGAL_MAX];
	size_t count = game_legal(&play->set->ts, &play->game, seat, 0, LEGAL_MAX, legal);
	*out = legal[0];
	if (play->game.awaits != AWAITS_ACTION) {
		*out = legal[play->game.awaits == AWAITS_BOOST
		                     ? 0
		                     : chance_below(&p->chance, (uint32_t)count)];
		return;
	}
	for (size_t i = 0; i < count; i++) {
		if (legal[i].type == ENTRY_MEEPLE || legal[i].type == ENTRY_BAOBAB)
			*out = legal[i];
	}
}

/* In the writer's thread, from which no test can be failed: what goes wrong aborts. */
static int forward(struct db *db, void *context)
{
	struct forward *f = context;
	struct play *p = play_new();
	int64_t now = f->party->now;
	enum play_status status = play_load(db, f->party->sets, f->id, p);
	assert(status == PLAY_OK);
	(void)status;
	for (size_t i = 0; i < p->seat_count; i++)
		p->was_awaited[i] = false;
	while (p->game.awaits != AWAITS_END) {
		struct entry e;
		if (p->game.awaits == AWAITS_TILE) {
			play_draw(p, "clock", now);
			continue;
		}
		if (f->is_there && f->is_there(p, f->context))
			break;
		unsigned seat = (unsigned)__builtin_ctz(game_awaited_seats(&p->game));
		choose_eagerly(f->party, p, seat, &e);
		enum refusal r = play_choose(p, &e, "person", now);
		assert(r == REFUSAL_NONE);
		(void)r;
	}
	bool is_missed = f->is_there && p->game.awaits == AWAITS_END;
	p->row.rev++;
	p->row.draw_at = 0;
	p->row.has_undo = false;
	if (!is_missed)
		play_save(db, p, now);
	play_free(p);
	return is_missed;
}

bool party_forward(struct party *p, const char *id,
                   bool (*is_there)(const struct play *play, void *context), void *context)
{
	struct forward f = {p, id, is_there, context};
	enum store_result r = store_write(p->store, forward, &f);
	assert_int_not_equal(r, STORE_FAILED);
	return r == STORE_OK;
}

/* ---- Words ---- */

bool party_lay(const struct play *p, const struct entry *place, struct turn *t, struct game *after)
{
	*after = p->game;
	*t = (struct turn){.count = 2,
	                   .entries = {*place, {.type = ENTRY_PASS, .seat = place->seat}}};
	return game_apply(&p->set->ts, after, &t->entries[0]) == REFUSAL_NONE &&
	       game_apply(&p->set->ts, after, &t->entries[1]) == REFUSAL_NONE &&
	       after->awaits != AWAITS_RELOCATE;
}

bool party_asks_two(const struct play *p, void *turn)
{
	const struct game *g = &p->game;
	struct entry places[LEGAL_MAX];
	if (g->awaits != AWAITS_PLACE)
		return false;
	size_t count = game_legal(&p->set->ts, g, g->seat_on_turn, 0, LEGAL_MAX, places);
	for (size_t i = 0; i < count; i++) {
		struct game after;
		if (!party_lay(p, &places[i], turn, &after))
			continue;
		unsigned asked = game_awaited_seats(&after);
		if (after.awaits == AWAITS_BOOST && __builtin_popcount(asked) >= 2 &&
		    !(asked >> g->seat_on_turn & 1))
			return true;
	}
	return false;
}
