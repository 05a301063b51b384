/* SPDX-License-Identifier: ISC */
/*
 * Games before they start, on a real database: who may sit where, whose values the draws are made
 * of, what the maker may, and who may see a game (W9, W11, W12, A2).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app/autoplay.h"
#include "app/export.h"
#include "app/fsck.h"
#include "app/lobby.h"
#include "base/utf8.h"
#include "record/replay.h"
#include "store/people.h"
#include "support/lobby_world.h"

/* The seats in joining order: who, colour, whose value, and the value's first byte. */
static const char joined[] =
	"SELECT coalesce(user_id, bot), color, entropy_from, hex(substr(entropy, 1, 1))"
	" FROM seats WHERE joined IS NOT NULL ORDER BY joined";
static const char state_of_game[] = "SELECT state FROM games ORDER BY rowid DESC LIMIT 1";

/* ---- Tests ---- */

static void creating_a_game_seats_its_bots_alone(void **state)
{
	struct world *w = *state;
	lobby_world_make(w, ADA, "lqaqo");
	has(w, "SELECT place, kind, address, bot, user_id, joined, color, seat FROM seats",
	    "0|link|NULL|NULL|NULL|NULL|NULL|NULL\n"
	    "1|bot|NULL|quick|NULL|0|0|NULL\n"
	    "2|address|ben@example.org|NULL|NULL|NULL|NULL|NULL\n"
	    "3|bot|NULL|quick|NULL|1|1|NULL\n"
	    "4|open|NULL|NULL|NULL|NULL|NULL|NULL\n");
	has(w, joined, "quick|0|server|11\nquick|1|server|31\n");
	has(w,
	    "SELECT id, name, owner_id, state, awaits, rev, move_count, length(join_key) FROM "
	    "games",
	    "babbbbbb|Two|1|open|start|0|0|16\n");
}

static void the_commitment_is_the_hash_of_the_seed(void **state)
{
	struct world *w = *state;
	unsigned char hash[HASH_BYTES];
	struct game_row g;
	lobby_world_make(w, ADA, "ll");
	struct db *db = store_read(w->store);
	assert_true(game_get(db, w->id, &g));
	store_read_done(w->store, db);
	hash_sha256(hash, g.seed, sizeof(g.seed));
	assert_memory_equal(g.commitment, hash, sizeof(hash));
}

static void a_setup_that_no_game_can_have_is_refused(void **state)
{
	struct world *w = *state;
	lobby_world_setup(w, "l");
	assert_int_equal(lobby_world_try(w, ADA), LOBBY_BAD_SETUP);
	lobby_world_setup(w, "ll");
	w->setup.place_count = GAME_SEATS_MAX + 1;
	assert_int_equal(lobby_world_try(w, ADA), LOBBY_BAD_SETUP);
	lobby_world_setup(w, "lq");
	snprintf(w->setup.places[1].bot, sizeof(w->setup.places[1].bot), "nobody");
	assert_int_equal(lobby_world_try(w, ADA), LOBBY_BAD_SETUP);
	lobby_world_setup(w, "la");
	w->setup.places[1].address[0] = '\0';
	assert_int_equal(lobby_world_try(w, ADA), LOBBY_BAD_SETUP);
	lobby_world_setup(w, "ll");
	w->setup.turn_s = DAY + 1;
	assert_int_equal(lobby_world_try(w, ADA), LOBBY_BAD_SETUP);
	lobby_world_setup(w, "ll");
	w->setup.tileset = "nothing";
	assert_int_equal(lobby_world_try(w, ADA), LOBBY_BAD_SETUP);
	has(w, "SELECT count(*) FROM games", "0\n");
}

static void every_turn_time_on_offer_can_be_had(void **state)
{
	struct world *w = *state;
	for (size_t i = 0; i < 6; i++) {
		lobby_world_setup(w, "ll");
		w->setup.turn_s = lobby_turn_times_s[i];
		assert_int_equal(lobby_world_try(w, ADA), LOBBY_OK);
	}
	has(w, "SELECT turn_s FROM games ORDER BY turn_s",
	    "0\n43200\n86400\n172800\n259200\n604800\n");
}

static void a_game_without_a_name_gets_the_makers(void **state)
{
	struct world *w = *state;
	lobby_world_setup(w, "ll");
	w->setup.name[0] = '\0';
	assert_int_equal(lobby_world_try(w, ADA), LOBBY_OK);
	has(w, "SELECT name FROM games", "Safari of Ada\n");
}

static int add_long_name(struct db *db, void *context)
{
	struct world *w = context;
	char name[LIMIT_NAME_BYTES + 1];
	for (size_t i = 0; i < LIMIT_NAME_CODE_POINTS; i++)
		memcpy(name + 3 * i, "\u6e05", 4);
	w->users[ADA] = database_user(db, name, false);
	return 0;
}

static void a_given_name_is_cut_between_characters(void **state)
{
	struct world *w = *state;
	struct game_row g;
	assert_int_equal(store_write(w->store, add_long_name, w), STORE_OK);
	lobby_world_setup(w, "ll");
	w->setup.name[0] = '\0';
	assert_int_equal(lobby_world_try(w, ADA), LOBBY_OK);
	struct db *db = store_read(w->store);
	assert_true(game_get(db, w->id, &g));
	store_read_done(w->store, db);
	assert_int_equal(strlen(g.name), 10 + 3 * 30);
	assert_true(utf8_is_name(g.name, strlen(g.name), LIMIT_NAME_CODE_POINTS));
}

static void nobody_has_more_open_games_than_fifty(void **state)
{
	struct world *w = *state;
	for (int i = 0; i < 50; i++)
		lobby_world_make(w, ADA, "ll");
	lobby_world_setup(w, "ll");
	assert_int_equal(lobby_world_try(w, ADA), LOBBY_TOO_MANY);
	assert_int_equal(lobby_world_try(w, BEN), LOBBY_OK);
}

static void the_last_seat_starts_the_game(void **state)
{
	struct world *w = *state;
	lobby_world_make(w, ADA, "lll");
	assert_int_equal(lobby_world_join(w, ADA, false), LOBBY_OK);
	assert_int_equal(lobby_world_join(w, BEN, true), LOBBY_OK);
	has(w, "SELECT state, started_at, rev FROM games", "open|NULL|0\n");
	w->now += 5;
	assert_int_equal(lobby_world_join(w, CLEO, true), LOBBY_OK);
	has(w, "SELECT state, started_at, rev, awaits, seat_on_turn, tile IS NOT NULL FROM games",
	    "running|1800000005|1|place|0|1\n");
	has(w, "SELECT text, by FROM moves", "draw|clock\n");
	has(w, "SELECT seat, is_awaited, deadline_at FROM seats ORDER BY seat",
	    "0|1|1800086405\n1|0|NULL\n2|0|NULL\n");
}

static void seats_are_dealt_by_seed_and_values_in_joining_order(void **state)
{
	struct world *w = *state;
	struct seat_row seats[GAME_SEATS_MAX];
	unsigned char seed[DRAWS_SEED_BYTES], entropy[3][DRAWS_ENTROPY_BYTES];
	uint8_t order[SEATS_MAX];
	lobby_world_make(w, ADA, "llq"); /* the bot joins first */
	memset(seed, 1, sizeof(seed));
	memset(entropy[0], 0x21, sizeof(entropy[0]));
	memcpy(entropy[1], "sixteen bytes of", sizeof(entropy[1]));
	memcpy(entropy[2], "something else..", sizeof(entropy[2]));
	assert_int_equal(lobby_world_join_as(w, BEN, 4, "sixteen bytes of"), LOBBY_OK);
	assert_int_equal(lobby_world_join_as(w, ADA, 3, "something else.."), LOBBY_OK);
	dealer_seat_order(seed, entropy[0], 3, order);
	struct db *db = store_read(w->store);
	assert_int_equal(seat_list(db, w->id, seats), 3);
	store_read_done(w->store, db);
	for (size_t seat = 0; seat < 3; seat++) {
		assert_int_equal(seats[seat].seat, seat);
		assert_int_equal(seats[seat].joined, order[seat]);
		assert_memory_equal(seats[seat].entropy, entropy[order[seat]], sizeof(entropy[0]));
	}
	has(w, "SELECT coalesce(user_id, bot), color, entropy_from FROM seats ORDER BY joined",
	    "quick|0|server\n2|4|player\n1|3|player\n");
}

static void who_brings_no_value_plays_with_the_servers_and_is_marked(void **state)
{
	struct world *w = *state;
	lobby_world_make(w, ADA, "lll");
	assert_int_equal(lobby_world_join(w, ADA, false), LOBBY_OK);
	assert_int_equal(lobby_world_join_as(w, BEN, -1, "sixteen bytes of"), LOBBY_OK);
	has(w, joined, "1|0|server|02\n2|1|player|73\n");
}

static void a_started_game_is_a_record_that_holds(void **state)
{
	struct world *w = *state;
	struct record record;
	struct fault fault;
	lobby_world_make(w, ADA, "lqqqq");
	assert_int_equal(lobby_world_join(w, ADA, false), LOBBY_OK);
	autoplay_run(w->store, &w->sets, w->id, w->now, AUTOPLAY_ALL);
	struct db *db = store_read(w->store);
	assert_int_equal(export_record(db, &w->sets, w->id, &record), PLAY_OK);
	store_read_done(w->store, db);
	assert_int_equal(replay_check(&record, &fault), 0);
	assert_int_equal(record.seat_count, 5);
	assert_false(record.has_seed);
	record_release(&record);
}

static void each_place_is_for_whom_it_is(void **state)
{
	struct world *w = *state;
	/* A private game: whoever has the link, or made it. */
	lobby_world_make(w, ADA, "oo");
	assert_int_equal(lobby_world_join(w, CLEO, false), LOBBY_NO_PLACE);
	assert_int_equal(lobby_world_join(w, CLEO, true), LOBBY_OK);
	assert_int_equal(lobby_world_join(w, ADA, false), LOBBY_OK);
	lobby_world_make(w, ADA, "ll");
	assert_int_equal(lobby_world_join(w, CLEO, false), LOBBY_NO_PLACE);
	assert_int_equal(lobby_world_join(w, CLEO, true), LOBBY_OK);
	assert_int_equal(lobby_world_join(w, ADA, false), LOBBY_OK);
	/* A public one: open places are everybody's, those by link are not. */
	lobby_world_make_public(w, ADA, "lo");
	assert_int_equal(lobby_world_join(w, CLEO, false), LOBBY_OK);
	has(w,
	    "SELECT count(*) FROM seats JOIN games ON id = game_id"
	    " WHERE is_public AND kind = 'open' AND user_id = 3",
	    "1\n");
	assert_int_equal(lobby_world_join(w, BEN, false), LOBBY_NO_PLACE);
	assert_int_equal(lobby_world_join(w, BEN, true), LOBBY_OK);
	/* One for an address: its account's, link or not. */
	lobby_world_make_public(w, ADA, "aa");
	assert_int_equal(lobby_world_join(w, CLEO, true), LOBBY_NO_PLACE);
	assert_int_equal(lobby_world_join(w, ADA, false), LOBBY_NO_PLACE);
	assert_int_equal(lobby_world_join(w, BEN, false), LOBBY_OK);
}

static void who_has_a_place_of_their_own_leaves_the_others(void **state)
{
	struct world *w = *state;
	lobby_world_make_public(w, ADA, "olaol");
	assert_int_equal(lobby_world_join(w, BEN, true), LOBBY_OK);
	has(w, "SELECT place FROM seats WHERE user_id = 2", "2\n");
	assert_int_equal(lobby_world_join(w, CLEO, true), LOBBY_OK);
	has(w, "SELECT place FROM seats WHERE user_id = 3", "1\n");
}

static void nobody_sits_twice_and_no_colour_is_had_twice(void **state)
{
	struct world *w = *state;
	lobby_world_make(w, ADA, "llq");
	assert_int_equal(lobby_world_join_as(w, ADA, 0, NULL), LOBBY_COLOR_TAKEN); /* the bot's */
	assert_int_equal(lobby_world_join_as(w, ADA, 3, NULL), LOBBY_OK);
	assert_int_equal(lobby_world_join_as(w, ADA, 4, NULL), LOBBY_SEATED);
	assert_int_equal(lobby_world_join_as(w, BEN, 3, NULL), LOBBY_COLOR_TAKEN);
	has(w, "SELECT count(*) FROM seats WHERE user_id IS NOT NULL", "1\n");
	assert_int_equal(lobby_world_join_as(w, BEN, -1, NULL), LOBBY_OK);
	has(w, "SELECT color FROM seats ORDER BY joined", "0\n3\n1\n");
}

static void a_guest_plays_with_bots_alone(void **state)
{
	struct world *w = *state;
	lobby_world_setup(w, "ll");
	assert_int_equal(lobby_world_try(w, GUEST), LOBBY_GUEST);
	lobby_world_setup(w, "lq");
	w->setup.is_public = true;
	assert_int_equal(lobby_world_try(w, GUEST), LOBBY_GUEST);
	lobby_world_make(w, ADA, "ll");
	assert_int_equal(lobby_world_join(w, GUEST, true), LOBBY_GUEST);
	lobby_world_make(w, ADA, "lq"); /* that place is Ada's to take */
	assert_int_equal(lobby_world_join(w, GUEST, true), LOBBY_GUEST);
	lobby_world_make(w, GUEST, "lq");
	assert_int_equal(lobby_world_join(w, BEN, true), LOBBY_NO_PLACE);
	assert_int_equal(lobby_world_join(w, GUEST, false), LOBBY_OK);
	has(w, "SELECT count(*) FROM games WHERE state = 'running'", "1\n");
}

static void a_held_place_waits_for_its_mail(void **state)
{
	struct world *w = *state;
	lobby_world_make(w, ADA, "lll");
	assert_int_equal(lobby_world_join(w, ADA, false), LOBBY_OK);
	assert_int_equal(lobby_world_hold(w, GUEST, "zoe@example.org"), LOBBY_OK);
	assert_int_equal(lobby_world_join(w, BEN, true), LOBBY_OK);
	has(w, state_of_game, "open\n");
	has(w, joined, "1|0|server|02\n4|1|server|03\n2|2|server|04\n");
	/* In vain: the place is free again, and the game is as good as before. */
	w->now += DAY;
	lobby_tidy(w->store, w->now);
	has(w, "SELECT count(*) FROM seats WHERE joined IS NULL", "0\n");
	lobby_tidy(w->store, w->now + 1);
	has(w,
	    "SELECT user_id, held_until, color, entropy, entropy_from FROM seats WHERE joined IS "
	    "NULL",
	    "NULL|NULL|NULL|NULL|NULL\n");
	assert_int_equal(lobby_world_join(w, CLEO, true), LOBBY_OK);
	has(w, state_of_game, "running\n");
	has(w, "SELECT user_id, joined, color FROM seats ORDER BY joined", "1|0|0\n2|1|2\n3|2|1\n");
}

static void an_address_opens_the_place_that_is_kept_for_it(void **state)
{
	struct world *w = *state;
	lobby_world_make_public(w, ADA, "ol");
	lobby_world_make_public(w, ADA, "oa");
	assert_int_equal(lobby_world_hold(w, GUEST, "ben@example.org"), LOBBY_OK);
	has(w, "SELECT place FROM seats WHERE user_id = 4", "1\n");
}

static int confirm(struct db *db, void *context)
{
	struct world *w = context;
	user_set_guest(db, w->users[GUEST], false);
	lobby_confirm(db, &w->sets, w->users[GUEST], w->now);
	return 0;
}

static void the_last_mail_answered_starts_the_game(void **state)
{
	struct world *w = *state;
	lobby_world_make(w, ADA, "ll");
	assert_int_equal(lobby_world_hold(w, GUEST, "zoe@example.org"), LOBBY_OK);
	assert_int_equal(lobby_world_join(w, ADA, false), LOBBY_OK);
	has(w, state_of_game, "open\n");
	assert_int_equal(store_write(w->store, confirm, w), STORE_OK);
	has(w, "SELECT state, rev FROM games", "running|1\n");
}

static void what_a_page_offers_is_what_a_post_gets(void **state)
{
	struct world *w = *state;
	struct play *p = play_new();
	lobby_world_make(w, ADA, "lqo");
	assert_int_equal(lobby_world_join(w, ADA, false), LOBBY_OK);
	struct db *db = store_read(w->store);
	assert_int_equal(play_load(db, &w->sets, w->id, p), PLAY_OK);
	struct lobby_join j = {.game_id = w->id, .user_id = w->users[BEN], .color = -1};
	assert_int_equal(lobby_may_join(db, p, &j), LOBBY_NO_PLACE);
	j.has_key = true;
	assert_int_equal(lobby_may_join(db, p, &j), LOBBY_OK);
	j.color = 0;
	assert_int_equal(lobby_may_join(db, p, &j), LOBBY_COLOR_TAKEN);
	j.color = -1;
	j.user_id = w->users[ADA];
	assert_int_equal(lobby_may_join(db, p, &j), LOBBY_SEATED);
	j.user_id = w->users[GUEST];
	assert_int_equal(lobby_may_join(db, p, &j), LOBBY_GUEST);
	j.user_id = 0; /* a visitor */
	assert_int_equal(lobby_may_join(db, p, &j), LOBBY_NOT_FOUND);
	j.held_until = w->now + DAY;
	assert_int_equal(lobby_may_join(db, p, &j), LOBBY_OK);
	j.has_key = false;
	assert_int_equal(lobby_may_join(db, p, &j), LOBBY_NO_PLACE);
	p->row.state = GAME_RUNNING;
	assert_int_equal(lobby_may_join(db, p, &j), LOBBY_NOT_OPEN);
	store_read_done(w->store, db);
	play_free(p);
}

static void a_seat_that_is_left_is_free_and_leaves_no_gap(void **state)
{
	struct world *w = *state;
	lobby_world_make(w, ADA, "lll");
	assert_int_equal(lobby_world_join(w, ADA, false), LOBBY_OK);
	assert_int_equal(lobby_world_join(w, BEN, true), LOBBY_OK);
	assert_int_equal(lobby_leave(w->store, &w->sets, w->id, w->users[ADA]), LOBBY_OK);
	assert_int_equal(lobby_leave(w->store, &w->sets, w->id, w->users[ADA]), LOBBY_NOT_SEATED);
	has(w, "SELECT user_id, color, entropy, entropy_from, joined FROM seats WHERE place = 0",
	    "NULL|NULL|NULL|NULL|NULL\n");
	assert_int_equal(lobby_world_join(w, CLEO, true), LOBBY_OK);
	assert_int_equal(lobby_world_join(w, ADA, false), LOBBY_OK);
	has(w, "SELECT user_id, joined FROM seats ORDER BY joined", "2|0\n3|1\n1|2\n");
	has(w, state_of_game, "running\n");
}

static void the_maker_alone_removes_joiners(void **state)
{
	struct world *w = *state;
	lobby_world_make(w, ADA, "lll");
	lobby_world_make(w, ADA, "lql");
	assert_int_equal(lobby_world_join(w, BEN, true), LOBBY_OK);
	assert_int_equal(lobby_remove(w->store, &w->sets, w->id, w->users[BEN], 0),
	                 LOBBY_NOT_OWNER);
	assert_int_equal(lobby_remove(w->store, &w->sets, w->id, w->users[ADA], 1),
	                 LOBBY_NOT_SEATED);
	assert_int_equal(lobby_remove(w->store, &w->sets, w->id, w->users[ADA], 2),
	                 LOBBY_NOT_SEATED);
	assert_int_equal(lobby_remove(w->store, &w->sets, w->id, w->users[ADA], 7),
	                 LOBBY_NOT_SEATED);
	has(w, "SELECT count(*) FROM seats WHERE user_id = 2", "1\n");
	assert_int_equal(lobby_remove(w->store, &w->sets, w->id, w->users[ADA], 0), LOBBY_OK);
	has(w, "SELECT count(*) FROM seats WHERE user_id = 2", "0\n");
}

static void the_maker_starts_with_who_is_there(void **state)
{
	struct world *w = *state;
	lobby_world_make(w, ADA, "lloa");
	assert_int_equal(lobby_world_join(w, ADA, false), LOBBY_OK);
	assert_int_equal(lobby_world_start(w, BEN, NULL), LOBBY_NOT_OWNER);
	assert_int_equal(lobby_world_start(w, ADA, NULL), LOBBY_TOO_FEW);
	has(w, "SELECT count(*) FROM seats", "4\n"); /* nothing half done */
	assert_int_equal(lobby_world_hold(w, GUEST, "zoe@example.org"), LOBBY_OK);
	assert_int_equal(lobby_world_start(w, ADA, NULL),
	                 LOBBY_TOO_FEW); /* a held place is nobody's yet */
	has(w, "SELECT count(*) FROM seats WHERE user_id = 4", "1\n");
	assert_int_equal(lobby_world_join(w, CLEO, true), LOBBY_OK);
	assert_int_equal(lobby_world_start(w, ADA, NULL), LOBBY_OK);
	has(w, "SELECT user_id, joined FROM seats ORDER BY joined", "1|0\n3|1\n");
	has(w, state_of_game, "running\n");
}

static void a_game_that_nobody_sits_in_does_not_start(void **state)
{
	struct world *w = *state;
	lobby_world_make(w, ADA, "lqr");
	assert_int_equal(lobby_world_start(w, ADA, NULL), LOBBY_NOBODY);
	assert_int_equal(lobby_world_start(w, ADA, "quick"), LOBBY_NOBODY);
	has(w, "SELECT kind, user_id FROM seats ORDER BY place", "link|NULL\nbot|NULL\nbot|NULL\n");
	has(w, state_of_game, "open\n");
	assert_int_equal(lobby_world_join(w, BEN, true), LOBBY_OK);
	has(w, state_of_game, "running\n");
}

static void bots_that_fill_up_join_last_with_the_servers_values(void **state)
{
	struct world *w = *state;
	lobby_world_make(w, ADA, "alrl");
	assert_int_equal(lobby_world_join_as(w, ADA, 4, "sixteen bytes of"), LOBBY_OK);
	assert_int_equal(lobby_world_hold(w, GUEST, "zoe@example.org"), LOBBY_OK);
	assert_int_equal(lobby_world_start(w, ADA, "nobody"), LOBBY_BAD_SETUP);
	has(w, state_of_game, "open\n");
	assert_int_equal(lobby_world_start(w, ADA, "quick"), LOBBY_OK);
	has(w,
	    "SELECT coalesce(user_id, bot), joined, kind, color, entropy_from, address FROM seats"
	    " ORDER BY joined",
	    "random|0|bot|0|server|NULL\n1|1|link|4|player|NULL\n"
	    "quick|2|bot|1|server|NULL\nquick|3|bot|2|server|NULL\n");
	has(w, state_of_game, "running\n");
}

static void a_game_that_began_is_not_the_lobbys_any_more(void **state)
{
	struct world *w = *state;
	lobby_world_make(w, ADA, "llq");
	assert_int_equal(lobby_world_join(w, ADA, false), LOBBY_OK);
	assert_int_equal(lobby_world_join(w, BEN, true), LOBBY_OK);
	assert_int_equal(lobby_world_join(w, CLEO, true), LOBBY_NOT_OPEN);
	assert_int_equal(lobby_world_start(w, ADA, NULL), LOBBY_NOT_OPEN);
	assert_int_equal(lobby_world_start(w, ADA, "quick"), LOBBY_NOT_OPEN);
	assert_int_equal(lobby_leave(w->store, &w->sets, w->id, w->users[BEN]), LOBBY_NOT_OPEN);
	assert_int_equal(lobby_remove(w->store, &w->sets, w->id, w->users[ADA], 1), LOBBY_NOT_OPEN);
	assert_int_equal(lobby_cancel(w->store, &w->sets, w->id, w->users[ADA], w->now),
	                 LOBBY_NOT_OPEN);
	has(w, "SELECT count(*) FROM seats", "3\n");
	memcpy(w->id, "zzzzzzzz", sizeof(w->id));
	assert_int_equal(lobby_world_join(w, CLEO, true), LOBBY_NOT_FOUND);
	assert_int_equal(lobby_world_start(w, ADA, NULL), LOBBY_NOT_FOUND);
}

static void a_game_whose_tiles_are_gone_does_not_start(void **state)
{
	struct world *w = *state;
	lobby_world_make(w, ADA, "ll");
	assert_int_equal(lobby_world_join(w, ADA, false), LOBBY_OK);
	w->sets.count = 0;
	assert_int_equal(lobby_world_join(w, BEN, true), LOBBY_OK);
	assert_int_equal(lobby_world_start(w, ADA, NULL), LOBBY_FAILED);
	has(w, state_of_game, "open\n");
}

static void a_game_that_was_taken_away_is_gone(void **state)
{
	struct world *w = *state;
	lobby_world_make(w, ADA, "ll");
	assert_int_equal(lobby_cancel(w->store, &w->sets, w->id, w->users[BEN], w->now),
	                 LOBBY_NOT_OWNER);
	assert_int_equal(lobby_cancel(w->store, &w->sets, w->id, w->users[ADA], w->now), LOBBY_OK);
	has(w, state_of_game, "removed\n");
	assert_int_equal(lobby_world_join(w, BEN, true), LOBBY_NOT_OPEN);
}

static void open_games_end_after_thirty_days(void **state)
{
	struct world *w = *state;
	lobby_world_make(w, ADA, "ll");
	w->now += 10;
	lobby_world_make(w, ADA, "lq");
	assert_int_equal(lobby_world_join(w, ADA, false),
	                 LOBBY_OK); /* runs: none of the clock's business */
	lobby_world_make(w, ADA, "ll");
	lobby_tidy(w->store, START + 30 * (int64_t)DAY);
	has(w, "SELECT state FROM games ORDER BY state", "open\nopen\nrunning\n");
	lobby_tidy(w->store, START + 30 * (int64_t)DAY + 1);
	has(w, "SELECT state FROM games ORDER BY state", "open\nremoved\nrunning\n");
}

/* ---- Rematch ---- */

static void resign(struct world *w, int user)
{
	struct turn t = {.game_id = w->id, .user_id = w->users[user], .now = w->now};
	turn_resign(w->store, &w->sets, &t);
	assert_int_equal(t.status, TURN_DONE);
}

static enum lobby_status rematch(struct world *w, int user, char id[GAME_ID_LEN + 1])
{
	struct lobby_chance c = lobby_world_chance(w);
	return lobby_rematch(w->store, &w->sets, w->id, w->users[user], &c, w->now, id);
}

static void a_rematch_has_the_same_people_and_options(void **state)
{
	struct world *w = *state;
	struct game_ref ref;
	char id[GAME_ID_LEN + 1];
	lobby_world_setup(w, "llr");
	w->setup.is_public = w->setup.scores_everyone = w->setup.baobabs_afterwards = true;
	assert_int_equal(lobby_world_try(w, ADA), LOBBY_OK);
	assert_int_equal(lobby_world_join(w, ADA, true), LOBBY_OK);
	assert_int_equal(lobby_world_join(w, BEN, true), LOBBY_OK);
	assert_int_equal(rematch(w, ADA, id), LOBBY_NOT_OVER);
	resign(w, ADA);
	resign(w, BEN);
	autoplay_run(w->store, &w->sets, w->id, w->now, AUTOPLAY_ALL);
	has(w, "SELECT state FROM games", "over\n");
	assert_int_equal(rematch(w, CLEO, id), LOBBY_NOT_SEATED);
	assert_int_equal(rematch(w, BEN, id), LOBBY_OK);
	has(w,
	    "SELECT b.owner_id, b.rematch_of = a.id, b.name = a.name, b.turn_s = a.turn_s, "
	    "b.is_public,"
	    " b.final_scoring, b.baobab_tokens, b.tileset = a.tileset, b.seed = a.seed, b.state"
	    " FROM games a JOIN games b ON b.rematch_of = a.id",
	    "2|1|1|1|1|everyone|afterwards|1|0|open\n");
	has(w,
	    "SELECT kind, coalesce(address, bot), joined FROM seats JOIN games ON id = game_id"
	    " WHERE state = 'open' ORDER BY 2",
	    "address|ada@example.org|NULL\naddress|ben@example.org|NULL\nbot|random|0\n");
	struct db *db = store_read(w->store);
	assert_int_equal(game_list_for_address(db, "ada@example.org", &ref, 1), 1);
	assert_string_equal(ref.id, id);
	store_read_done(w->store, db);
	memcpy(w->id, id, sizeof(w->id));
	assert_int_equal(lobby_world_join(w, BEN, false), LOBBY_OK);
	assert_int_equal(lobby_world_join(w, ADA, false), LOBBY_OK);
	has(w, "SELECT count(*) FROM games WHERE state = 'running'", "1\n");
}

static void who_asks_second_for_a_rematch_finds_the_first_one(void **state)
{
	struct world *w = *state;
	char first[GAME_ID_LEN + 1], id[GAME_ID_LEN + 1];
	lobby_world_make(w, ADA, "ll");
	assert_int_equal(lobby_world_join(w, ADA, true), LOBBY_OK);
	assert_int_equal(lobby_world_join(w, BEN, true), LOBBY_OK);
	resign(w, ADA);
	resign(w, BEN);
	autoplay_run(w->store, &w->sets, w->id, w->now, AUTOPLAY_ALL);
	assert_int_equal(rematch(w, BEN, first), LOBBY_OK);
	assert_int_equal(rematch(w, BEN, id), LOBBY_OK);
	assert_string_equal(id, first);
	assert_int_equal(rematch(w, ADA, id), LOBBY_OK);
	assert_string_equal(id, first);
	assert_int_equal(lobby_cancel(w->store, &w->sets, first, w->users[BEN], w->now), LOBBY_OK);
	assert_int_equal(rematch(w, ADA, id), LOBBY_OK);
	assert_string_not_equal(id, first);
	has(w, "SELECT count(*) FROM games", "3\n");
}

static void a_guest_has_a_rematch_too(void **state)
{
	struct world *w = *state;
	char id[GAME_ID_LEN + 1];
	lobby_world_make(w, GUEST, "lq");
	assert_int_equal(lobby_world_join(w, GUEST, false), LOBBY_OK);
	resign(w, GUEST);
	autoplay_run(w->store, &w->sets, w->id, w->now, AUTOPLAY_ALL);
	assert_int_equal(rematch(w, GUEST, id), LOBBY_OK);
	memcpy(w->id, id, sizeof(w->id));
	assert_int_equal(lobby_world_join(w, GUEST, false), LOBBY_OK);
}

/* ---- Who may see ---- */

/* As letters for nobody, Ada (who made it), Ben, Cleo, and nobody with the link: - not,
 * s(pectator), S(eat). */
static void sights_are(struct world *w, const char *expected)
{
	char seen[6] = "";
	struct play *p = play_new();
	struct db *db = store_read(w->store);
	assert_int_equal(play_load(db, &w->sets, w->id, p), PLAY_OK);
	const int64_t viewers[] = {0, w->users[ADA], w->users[BEN], w->users[CLEO], 0};
	for (size_t i = 0; i < 5; i++) {
		enum lobby_sight sight =
			lobby_sight(db, p, viewers[i], i == 4 ? p->row.join_key : NULL);
		seen[i] = sight == SIGHT_NONE ? '-' : sight == SIGHT_SPECTATOR ? 's' : 'S';
	}
	assert_int_equal(lobby_sight(db, p, 0, "another key"), lobby_sight(db, p, 0, NULL));
	store_read_done(w->store, db);
	play_free(p);
	assert_string_equal(seen, expected);
}

static void who_may_see_a_game(void **state)
{
	struct world *w = *state;
	lobby_world_make(w, ADA, "ll");
	sights_are(w, "-S--s");
	assert_int_equal(lobby_world_join(w, BEN, true), LOBBY_OK);
	sights_are(w, "-SS-s");
	assert_int_equal(lobby_world_join(w, CLEO, true), LOBBY_OK);
	sights_are(w, "-SSS-");         /* the link is for joining */
	lobby_world_make(w, ADA, "al"); /* Ben is invited */
	sights_are(w, "-Ss-s");
	assert_int_equal(lobby_cancel(w->store, &w->sets, w->id, w->users[ADA], w->now), LOBBY_OK);
	sights_are(w, "-S---");
	lobby_world_make_public(w, ADA, "al");
	sights_are(w, "sSsss");
	assert_int_equal(lobby_world_join(w, BEN, false), LOBBY_OK);
	assert_int_equal(lobby_world_join(w, CLEO, true), LOBBY_OK);
	sights_are(w, "sSSSs");
	lobby_world_make_public(w, ADA, "ll");
	assert_int_equal(lobby_world_join(w, CLEO, true), LOBBY_OK);
	assert_int_equal(lobby_cancel(w->store, &w->sets, w->id, w->users[ADA], w->now), LOBBY_OK);
	sights_are(w, "-S-S-"); /* who sat there learns that it is gone */
}

static void an_invitation_ends_with_the_start(void **state)
{
	struct world *w = *state;
	lobby_world_make(w, ADA, "lla");
	assert_int_equal(lobby_world_join(w, ADA, false), LOBBY_OK);
	assert_int_equal(lobby_world_join(w, CLEO, true), LOBBY_OK);
	sights_are(w, "-SsSs");
	assert_int_equal(lobby_world_start(w, ADA, NULL), LOBBY_OK);
	sights_are(w, "-S-S-");
}

static void every_status_has_its_sentence(void **state)
{
	(void)state;
	for (int i = 0; i < LOBBY_STATUS_COUNT; i++) {
		const char *sentence = lobby_sentence((enum lobby_status)i);
		assert_non_null(sentence);
		assert_int_equal(sentence[strlen(sentence) - 1], '.');
	}
}

int main(void)
{
#define with_world(test) cmocka_unit_test_setup_teardown(test, lobby_world_open, lobby_world_close)
	const struct CMUnitTest tests[] = {
		with_world(creating_a_game_seats_its_bots_alone),
		with_world(the_commitment_is_the_hash_of_the_seed),
		with_world(a_setup_that_no_game_can_have_is_refused),
		with_world(every_turn_time_on_offer_can_be_had),
		with_world(a_game_without_a_name_gets_the_makers),
		with_world(a_given_name_is_cut_between_characters),
		with_world(nobody_has_more_open_games_than_fifty),
		with_world(the_last_seat_starts_the_game),
		with_world(seats_are_dealt_by_seed_and_values_in_joining_order),
		with_world(who_brings_no_value_plays_with_the_servers_and_is_marked),
		with_world(a_started_game_is_a_record_that_holds),
		with_world(each_place_is_for_whom_it_is),
		with_world(who_has_a_place_of_their_own_leaves_the_others),
		with_world(nobody_sits_twice_and_no_colour_is_had_twice),
		with_world(a_guest_plays_with_bots_alone),
		with_world(a_held_place_waits_for_its_mail),
		with_world(an_address_opens_the_place_that_is_kept_for_it),
		with_world(the_last_mail_answered_starts_the_game),
		with_world(what_a_page_offers_is_what_a_post_gets),
		with_world(a_seat_that_is_left_is_free_and_leaves_no_gap),
		with_world(the_maker_alone_removes_joiners),
		with_world(the_maker_starts_with_who_is_there),
		with_world(a_game_that_nobody_sits_in_does_not_start),
		with_world(bots_that_fill_up_join_last_with_the_servers_values),
		with_world(a_game_that_began_is_not_the_lobbys_any_more),
		with_world(a_game_whose_tiles_are_gone_does_not_start),
		with_world(a_game_that_was_taken_away_is_gone),
		with_world(open_games_end_after_thirty_days),
		with_world(a_rematch_has_the_same_people_and_options),
		with_world(who_asks_second_for_a_rematch_finds_the_first_one),
		with_world(a_guest_has_a_rematch_too),
		with_world(who_may_see_a_game),
		with_world(an_invitation_ends_with_the_start),
		cmocka_unit_test(every_status_has_its_sentence),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
