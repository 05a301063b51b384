/* SPDX-License-Identifier: ISC */
/*
 * Games that are kept replayed: what is found is what the moves give, and nothing else is found.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "app/fsck.h"
#include "app/replays.h"
#include "support/party.h"

/* The game's row and seats as they are now, and what is kept for them. False when that is nothing.
 */
static bool find(struct party *p, struct replays *r, const char *id, struct play *out)
{
	struct db *db = store_read(p->store);
	assert_true(play_peek(db, p->sets, id, out));
	bool is_found = replays_find(r, out);
	assert_true(store_read_done(p->store, db));
	return is_found;
}

static bool is_kept(struct party *p, struct replays *r, const char *id)
{
	struct play *found = play_new();
	bool is_found = find(p, r, id, found);
	play_free(found);
	return is_found;
}

static struct play *replay(struct party *p, const char *id)
{
	struct play *play = play_new();
	struct db *db = store_read(p->store);
	assert_int_equal(play_replay(db, p->sets, id, -1, NULL, play), PLAY_OK);
	assert_true(store_read_done(p->store, db));
	return play;
}

static void assert_same_moves(const struct play *a, const struct play *b)
{
	assert_int_equal(a->move_count, b->move_count);
	assert_int_equal(a->stored_count, b->stored_count);
	for (size_t i = 0; i < a->move_count; i++) {
		assert_string_equal(a->moves[i].text, b->moves[i].text);
		assert_string_equal(a->moves[i].by, b->moves[i].by);
		assert_int_equal(a->moves[i].at, b->moves[i].at);
		assert_int_equal(a->moves[i].rev, b->moves[i].rev);
		assert_memory_equal(a->moves[i].link, b->moves[i].link, HASH_BYTES);
	}
}

static void assert_same_story(const struct story *a, const struct story *b)
{
	assert_int_equal(a->count, b->count);
	for (size_t i = 0; i < a->count; i++) {
		assert_int_equal(a->lines[i].move, b->lines[i].move);
		assert_int_equal(a->lines[i].turn, b->lines[i].turn);
		assert_int_equal(a->lines[i].seat, b->lines[i].seat);
		assert_int_equal(a->lines[i].points, b->lines[i].points);
		assert_memory_equal(&a->lines[i].entry, &b->lines[i].entry, sizeof(struct entry));
	}
}

/* What is kept of the game is there, and is what a replay of its rows gives. */
static void assert_kept_as_replayed(struct party *p, const char *id)
{
	struct play *kept = play_new(), *fresh = replay(p, id);
	assert_true(find(p, p->sets->replays, id, kept));
	assert_memory_equal(&kept->game, &fresh->game, sizeof(kept->game));
	assert_memory_equal(&kept->dealer.bag, &fresh->dealer.bag, sizeof(kept->dealer.bag));
	assert_int_equal(kept->dealt, fresh->dealt);
	assert_same_moves(kept, fresh);
	assert_same_story(&kept->story, &fresh->story);
	play_free(kept);
	play_free(fresh);
}

/* The seat whose choice is awaited, -1 for none. */
static int awaited(const struct play *play)
{
	for (unsigned seat = 0; seat < play->seat_count; seat++) {
		if (play_awaits_choice(play, seat))
			return (int)seat;
	}
	return -1;
}

/* Somebody's turn or words, or the draw that is due. False when the game is over. */
static bool step(struct party *p, const char *id, struct turn *t)
{
	struct play *play = party_load(p, id);
	int seat = awaited(play);
	bool goes_on = play->game.awaits != AWAITS_END;
	if (seat >= 0) {
		party_choose(p, play, (unsigned)seat, t);
		turn_submit(p->store, p->sets, t);
	} else if (goes_on) {
		*t = (struct turn){.game_id = id, .now = p->now += PARTY_GRACE_S};
		turn_draw_due(p->store, p->sets, t);
	}
	if (goes_on)
		assert_int_equal(t->status, TURN_DONE);
	t->game_id = id; /* the loaded one goes */
	play_free(play);
	return goes_on;
}

static void what_each_turn_leaves_is_what_a_replay_gives(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	struct turn t;
	party_start(p, &(struct party_game){.people = 3}, id);
	for (unsigned steps = 0; step(p, id, &t); steps++)
		assert_kept_as_replayed(p, id);
}

static void what_was_played_in_one_job_is_kept_by_who_reads_it(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	party_start(p, &(struct party_game){.people = 4}, id);
	assert_true(party_forward(p, id, NULL, NULL));
	assert_false(is_kept(p, p->sets->replays, id));
	play_free(party_load(p, id));
	assert_kept_as_replayed(p, id);
}

/* Plays until a turn can be taken back, and takes it back; the game as it was after it is *undone.
 */
static void take_one_back(struct party *p, const char *id, struct play *undone)
{
	struct play *play;
	struct turn t;
	do {
		assert_true(step(p, id, &t));
		play = party_load(p, id);
		if (play->row.has_undo)
			break;
		play_free(play);
	} while (true);
	undone->row = play->row;
	play_copy_replayed(undone, play);
	t.base_rev = play->row.rev;
	t.count = 0;
	turn_take_back(p->store, p->sets, &t);
	assert_int_equal(t.status, TURN_DONE);
	play_free(play);
}

static void a_turn_that_was_taken_back_is_found_no_more(void **state)
{
	struct party *p = *state;
	struct play *undone = play_new(), *kept = play_new();
	char id[GAME_ID_LEN + 1];
	party_start(p, &(struct party_game){.people = 2}, id);
	for (int i = 0; i < 3; i++) {
		take_one_back(p, id, undone);
		assert_true(find(p, p->sets->replays, id, kept));
		assert_true(kept->move_count < undone->move_count);
		assert_int_equal(kept->game.awaits, AWAITS_PLACE);
		assert_kept_as_replayed(p, id);
		/* Nor when somebody who read before comes late with it. */
		replays_keep(p->sets->replays, undone);
		assert_kept_as_replayed(p, id);
	}
	play_free(undone);
	play_free(kept);
}

/* Refused at its last entry, after it was played on: nothing of that is kept. */
static void a_turn_that_is_refused_leaves_nothing(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	struct turn t;
	party_start(p, &(struct party_game){.people = 2}, id);
	struct play *play = party_load(p, id);
	party_choose(p, play, play->game.seat_on_turn, &t);
	t.entries[t.count++] = t.entries[0];
	turn_submit(p->store, p->sets, &t);
	assert_int_equal(t.status, TURN_REFUSED);
	assert_kept_as_replayed(p, id);
	play_free(play);
}

static void a_row_that_was_changed_is_replayed_anew(void **state)
{
	static const char *const changes[][2] = {
		{"rev = rev + 1", "rev = rev - 1"},
		{"move_count = move_count - 1", "move_count = move_count + 1"},
		{"head = zeroblob(32)", NULL},
	};
	struct party *p = *state;
	char id[GAME_ID_LEN + 1], sql[128];
	struct turn t;
	party_start(p, &(struct party_game){.people = 2}, id);
	assert_true(step(p, id, &t) && is_kept(p, p->sets->replays, id));
	for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
		for (int j = 0; j < 2 && changes[i][j]; j++) {
			snprintf(sql, sizeof(sql), "UPDATE games SET %s WHERE id = '%s'",
			         changes[i][j], id);
			party_sql(p, sql);
			assert_int_equal(is_kept(p, p->sets->replays, id), j);
		}
	}
	/* Moves that do not end in the row's head: no page keeps them. */
	play_free(party_load(p, id));
	assert_false(is_kept(p, p->sets->replays, id));
}

static void note_fault(void *context, const char *game_id, const char *sentence)
{
	(void)game_id, (void)sentence;
	++*(unsigned *)context;
}

/* The row of the game vouches for its moves; whether it does so rightly is not asked here. */
static void moves_that_were_changed_behind_the_row_are_seen_by_fsck(void **state)
{
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	struct turn t;
	unsigned faults = 0;
	struct fsck_report report = {.fault = note_fault, .context = &faults};
	party_start(p, &(struct party_game){.people = 2}, id);
	assert_true(step(p, id, &t));
	assert_int_equal(fsck_all(p->store, p->sets, &report), 0);
	unsigned before = faults;
	party_sql(p, "UPDATE moves SET at = at + 1 WHERE n = 1");
	assert_true(is_kept(p, p->sets->replays, id));
	assert_int_equal(fsck_all(p->store, p->sets, &report), 0);
	assert_true(faults > before);
}

/* Looks for the games in turn; answers which are kept, bit by game. */
static unsigned kept_mask(struct party *p, struct replays *r, char ids[][GAME_ID_LEN + 1],
                          unsigned count)
{
	unsigned mask = 0;
	for (unsigned i = 0; i < count; i++)
		mask |= (unsigned)is_kept(p, r, ids[i]) << i;
	return mask;
}

static void the_games_not_looked_for_the_longest_make_room(void **state)
{
	enum { GAMES = 4 };
	struct party *p = *state;
	char ids[GAMES][GAME_ID_LEN + 1];
	struct play *games[GAMES];
	for (unsigned i = 0; i < GAMES; i++) {
		party_start(p, &(struct party_game){.people = 2}, ids[i]);
		games[i] = replay(p, ids[i]);
	}
	/* For three games of one move, not for four. */
	struct replays *r = replays_new(3 * sizeof(struct play) + sizeof(struct play) / 2);
	for (unsigned i = 0; i < 3; i++)
		replays_keep(r, games[i]);
	assert_int_equal(kept_mask(p, r, ids, GAMES), 7);
	assert_true(is_kept(p, r, ids[0]));
	replays_keep(r, games[3]);
	assert_int_equal(kept_mask(p, r, ids, GAMES), 1 + 4 + 8);
	replays_free(r);
	/* Where not even one has room, none is kept. */
	r = replays_new(sizeof(struct play) / 2);
	replays_keep(r, games[0]);
	assert_int_equal(kept_mask(p, r, ids, GAMES), 0);
	replays_free(r);
	replays_keep(NULL, games[0]);
	assert_int_equal(kept_mask(p, NULL, ids, GAMES), 0);
	for (unsigned i = 0; i < GAMES; i++)
		play_free(games[i]);
}

static void more_games_than_there_are_places_take_turns(void **state)
{
	enum { MORE = 600 };
	struct party *p = *state;
	char id[GAME_ID_LEN + 1];
	party_start(p, &(struct party_game){.people = 2}, id);
	struct play *play = replay(p, id);
	struct replays *r = replays_new((size_t)1 << 30);
	for (unsigned i = 0; i < MORE; i++) {
		snprintf(play->row.id, sizeof(play->row.id), "game%04u", i);
		replays_keep(r, play);
		assert_true(replays_find(r, play));
	}
	snprintf(play->row.id, sizeof(play->row.id), "game%04u", 0);
	assert_false(replays_find(r, play));
	replays_free(r);
	play_free(play);
}

#define WITH_PARTY(test) cmocka_unit_test_setup_teardown(test, party_open, party_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_PARTY(what_each_turn_leaves_is_what_a_replay_gives),
		WITH_PARTY(what_was_played_in_one_job_is_kept_by_who_reads_it),
		WITH_PARTY(a_turn_that_was_taken_back_is_found_no_more),
		WITH_PARTY(a_turn_that_is_refused_leaves_nothing),
		WITH_PARTY(a_row_that_was_changed_is_replayed_anew),
		WITH_PARTY(moves_that_were_changed_behind_the_row_are_seen_by_fsck),
		WITH_PARTY(the_games_not_looked_for_the_longest_make_room),
		WITH_PARTY(more_games_than_there_are_places_take_turns),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
