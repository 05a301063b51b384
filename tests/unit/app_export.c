/* SPDX-License-Identifier: ISC */
/*
 * A stored game as a record: what is told when, and by whom it was played. That records of whole
 * games verify step by step is app_turn.c's.
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
#include "record/replay.h"
#include "support/party.h"

static enum play_status try_export(const struct party *p, const char *id, struct record *r)
{
	struct db *db = store_read(p->store);
	enum play_status status = export_record(db, p->sets, id, r);
	assert_true(store_read_done(p->store, db));
	return status;
}

/* Exports it, sees that it verifies and reads back as the same bytes. */
static void export(const struct party *p, const char *id, struct record *r)
{
	struct record again;
	struct text one, other;
	struct fault fault = {0};
	assert_int_equal(try_export(p, id, r), PLAY_OK);
	if (replay_check(r, &fault))
		fail_msg("%s: %s", fault.place, fault.reason);
	text_init(&one, LIMIT_RECORD_BYTES);
	text_init(&other, LIMIT_RECORD_BYTES);
	record_write(&one, r, LAYOUT_FILE);
	assert_int_equal(record_parse(&again, text_string(&one), one.len, p->sets->known,
	                              p->sets->count, &fault),
	                 0);
	record_write(&other, &again, LAYOUT_FILE);
	assert_string_equal(text_string(&one), text_string(&other));
	record_release(&again);
	text_release(&one);
	text_release(&other);
}

static bool is_in_the_middle(const struct play *p, void *context)
{
	(void)context;
	return p->game.turn_count == 9;
}

static void the_seed_is_told_when_the_game_is_over(void **state)
{
	struct party *p = *state;
	struct record r;
	char id[GAME_ID_LEN + 1];
	party_start(p, &(struct party_game){.people = 3, .bots = 1}, id);
	assert_true(party_forward(p, id, is_in_the_middle, NULL));
	export(p, id, &r);
	assert_false(r.has_seed);
	assert_false(r.has_result);
	record_release(&r);
	assert_true(party_forward(p, id, NULL, NULL));
	export(p, id, &r);
	assert_true(r.has_seed);
	assert_true(r.has_result);
	struct play *play = party_load(p, id);
	assert_memory_equal(r.seed, play->row.seed, sizeof(r.seed));
	assert_memory_equal(r.commitment, play->row.commitment, sizeof(r.commitment));
	assert_int_equal(r.winners_mask, game_winners(&play->game));
	play_free(play);
	record_release(&r);
}

static void seats_are_told_with_names_colours_and_values(void **state)
{
	struct party *p = *state;
	struct record r;
	char id[GAME_ID_LEN + 1];
	party_start(p, &(struct party_game){.people = 2, .bots = 1}, id);
	export(p, id, &r);
	struct play *play = party_load(p, id);
	assert_int_equal(r.seat_count, 3);
	for (unsigned seat = 0; seat < 3; seat++) {
		const struct seat_row *s = &play->seats[seat];
		assert_string_equal(r.seats[seat].name,
		                    s->kind == SEAT_BOT ? "quick 1" : s->user_name);
		assert_string_equal(r.seats[seat].bot, s->kind == SEAT_BOT ? "quick" : "");
		assert_int_equal(r.seats[seat].color, s->color);
		assert_int_equal(r.seats[seat].joined, s->joined);
		assert_memory_equal(r.entropy[s->joined], s->entropy, sizeof(s->entropy));
		assert_int_equal(r.entropy_from[s->joined],
		                 s->kind == SEAT_BOT ? FROM_SERVER : FROM_PLAYER);
	}
	play_free(play);
	record_release(&r);
}

static void a_deleted_person_is_a_former_player(void **state)
{
	struct party *p = *state;
	struct record r;
	char id[GAME_ID_LEN + 1];
	party_start(p, &(struct party_game){.people = 2}, id);
	party_sql(p, "UPDATE users SET deleted_at = 5 WHERE name = 'User 1'");
	export(p, id, &r);
	assert_int_equal((strcmp(r.seats[0].name, "former player") == 0) +
	                         (strcmp(r.seats[1].name, "former player") == 0),
	                 1);
	assert_int_equal((strcmp(r.seats[0].name, "User 0") == 0) +
	                         (strcmp(r.seats[1].name, "User 0") == 0),
	                 1);
	record_release(&r);
	party_sql(p, "UPDATE users SET deleted_at = NULL");
}

static void what_no_person_chose_says_so(void **state)
{
	struct party *p = *state;
	struct record r;
	char id[GAME_ID_LEN + 1];
	unsigned by[BY_COUNT] = {0};
	party_start(p, &(struct party_game){.people = 1, .bots = 1}, id);
	struct turn t = {.game_id = id, .user_id = p->people[0], .now = p->now};
	turn_resign(p->store, p->sets, &t);
	assert_int_equal(t.status, TURN_DONE);
	autoplay_run(p->store, p->sets, id, p->now, AUTOPLAY_ALL);
	export(p, id, &r);
	struct play *play = party_load(p, id);
	for (size_t i = 0; i < r.row_count; i++) {
		const struct record_row *row = &r.rows[i];
		bool is_chosen = !row->is_points && row->entry.type >= ENTRY_PLACE &&
		                 row->entry.type < ENTRY_RESIGN;
		if (!is_chosen)
			continue;
		assert_int_equal(row->by, play->seats[row->entry.seat].kind == SEAT_BOT
		                                  ? BY_BOT
		                                  : BY_CARETAKER);
		by[row->by]++;
	}
	assert_true(by[BY_BOT] > 50 && by[BY_CARETAKER] > 50);
	play_free(play);
	record_release(&r);
}

/* ---- The last turn ---- */

static bool is_at_the_last_tile(const struct play *p, void *context)
{
	(void)context;
	return !p->game.left_count && p->game.awaits == AWAITS_PLACE;
}

/* Without it nothing final is told, and the seed is not. */
static void a_last_turn_that_can_be_taken_back_is_left_out(void **state)
{
	struct party *p = *state;
	struct record before, within, after;
	char id[GAME_ID_LEN + 1];
	struct turn t;
	/* A turn that draws tokens can't be taken back. */
	struct play *play = NULL;
	do {
		play_free(play);
		party_start(p, &(struct party_game){.people = 2}, id);
		assert_true(party_forward(p, id, is_at_the_last_tile, NULL));
		export(p, id, &before);
		play = party_load(p, id);
		party_choose(p, play, play->game.seat_on_turn, &t);
		turn_submit(p->store, p->sets, &t);
		play_free(play);
		play = party_load(p, id);
		if (!play->row.has_undo)
			record_release(&before);
	} while (!play->row.has_undo);
	assert_int_equal(play->row.state, GAME_RUNNING);
	play_free(play);

	export(p, id, &within);
	assert_int_equal(within.row_count, before.row_count);
	assert_false(within.has_seed);
	assert_false(within.has_result);
	struct turn draw = {.game_id = id, .now = p->now + PARTY_GRACE_S};
	turn_draw_due(p->store, p->sets, &draw);
	assert_int_equal(draw.status, TURN_DONE);
	export(p, id, &after);
	assert_true(after.row_count > before.row_count);
	assert_true(after.has_seed);
	assert_true(after.has_result);
	record_release(&before);
	record_release(&within);
	record_release(&after);
}

static void what_has_not_started_or_does_not_replay_is_no_record(void **state)
{
	struct party *p = *state;
	struct record r;
	char id[GAME_ID_LEN + 1], sql[100];
	assert_int_equal(try_export(p, "nowhere2", &r), PLAY_NOT_FOUND);
	party_start(p, &(struct party_game){.people = 1, .places = 2}, id);
	assert_int_equal(try_export(p, id, &r), PLAY_NOT_FOUND);
	party_start(p, &(struct party_game){.people = 2}, id);
	snprintf(sql, sizeof(sql), "UPDATE moves SET text = 'pass' WHERE game_id = '%s'", id);
	party_sql(p, sql);
	assert_int_equal(try_export(p, id, &r), PLAY_BROKEN);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_seed_is_told_when_the_game_is_over),
		cmocka_unit_test(seats_are_told_with_names_colours_and_values),
		cmocka_unit_test(a_deleted_person_is_a_former_player),
		cmocka_unit_test(what_no_person_chose_says_so),
		cmocka_unit_test(a_last_turn_that_can_be_taken_back_is_left_out),
		cmocka_unit_test(what_has_not_started_or_does_not_replay_is_no_record),
	};
	return cmocka_run_group_tests(tests, party_open, party_close);
}
