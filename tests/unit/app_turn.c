/* SPDX-License-Identifier: ISC */
/*
 * Games played through the one way to move, on a real database: whole games of persons and of bots,
 * and what happens when the same thing comes twice, late, or after a take back (W8).
 */
#include "app/autoplay.h"
#include "app/beat.h"
#include "app/export.h"
#include "app/lobby.h"
#include "app/turn.h"
#include "engine/bots.h"
#include "record/replay.h"
#include "store/notices.h"
#include "store/people.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include <sodium.h>

enum { GRACE_S = 60, TURN_S = 86400, START = 1800000000 };

struct world {
	char folder[64];
	struct store *store;
	struct sets sets;
	int64_t users[3], now;
	unsigned long serial; /* makes each game's chance another one */
	struct chance chance;
};

static int add_user(struct db *db, void *context)
{
	struct user *u = context;
	u->id = user_insert(db, u);
	return 0;
}

static int put_set(struct db *db, void *context)
{
	const struct record_set *set = context;
	tileset_put(db, set->sha256, set->name, "x", 1);
	return 0;
}

static int setup(void **state)
{
	struct world *w = calloc(1, sizeof(*w));
	char path[96];
	struct err err;
	assert_non_null(w);
	*state = w;
	snprintf(w->folder, sizeof(w->folder), "/tmp/slowsafari-XXXXXX");
	assert_non_null(mkdtemp(w->folder));
	snprintf(path, sizeof(path), "%s/games.db", w->folder);
	assert_int_equal(store_open(&w->store, &(struct store_options){.path = path}, &err), 0);
	assert_int_equal(sets_load(&w->sets, NULL, &err), 0);
	assert_int_equal(store_write(w->store, put_set, &w->sets.known[0]), STORE_OK);
	w->now = START;
	for (size_t i = 0; i < 3; i++) {
		struct user u = {
			.zone = "UTC", .standing_order = 2, .created_at = START, .seen_at = START};
		snprintf(u.name, sizeof(u.name), "User %zu", i);
		assert_int_equal(store_write(w->store, add_user, &u), STORE_OK);
		w->users[i] = u.id;
	}
	return 0;
}

static int teardown(void **state)
{
	struct world *w = *state;
	store_close(w->store);
	for (const char *const *name = (const char *const[]){"games.db", "games.db-wal",
	                                                     "games.db-shm", "games.db.lock", NULL};
	     *name; name++) {
		char path[128];
		snprintf(path, sizeof(path), "%s/%s", w->folder, *name);
		unlink(path);
	}
	rmdir(w->folder);
	free(w);
	return 0;
}

static struct lobby_chance chance_of(struct world *w)
{
	struct lobby_chance c;
	unsigned char seed[randombytes_SEEDBYTES] = {0};
	w->serial++;
	memcpy(seed, &w->serial, sizeof(w->serial));
	randombytes_buf_deterministic(&c, sizeof(c), seed);
	return c;
}

/* A game of so many persons and bots that has started. */
static void start_game(struct world *w, unsigned persons, unsigned game_bots,
                       char id[GAME_ID_LEN + 1])
{
	struct lobby_setup s = {
		.turn_s = TURN_S, .grace_s = GRACE_S, .tileset = w->sets.known[0].sha256};
	s.place_count = persons + game_bots;
	for (unsigned i = 0; i < s.place_count; i++) {
		s.places[i].kind = i < persons ? SEAT_OPEN : SEAT_BOT;
		if (i >= persons)
			snprintf(s.places[i].bot, sizeof(s.places[i].bot), "quick");
	}
	struct lobby_chance c = chance_of(w);
	assert_int_equal(lobby_create(w->store, &w->sets, w->users[0], &s, &c, w->now, id),
	                 LOBBY_OK);
	for (unsigned i = 0; i < persons; i++) {
		struct lobby_join j = {
			.game_id = id, .user_id = w->users[i], .has_key = true, .color = -1};
		c = chance_of(w);
		assert_int_equal(lobby_join(w->store, &w->sets, &j, &c, w->now), LOBBY_OK);
	}
}

static struct play *load(struct world *w, const char *id)
{
	struct play *p = play_new();
	struct db *db = store_read(w->store);
	assert_int_equal(play_load(db, &w->sets, id, p), PLAY_OK);
	assert_true(store_read_done(w->store, db));
	return p;
}

/* What a seat could submit now: random choices up to the next thing that is not its own. */
static struct turn turn_of(struct world *w, const struct play *p, unsigned seat)
{
	struct turn t = {.game_id = p->row.id,
	                 .user_id = p->seats[seat].user_id,
	                 .base_rev = p->row.rev,
	                 .now = w->now};
	struct game g = p->game;
	const struct bot *bot = bot_find("random", 6);
	while (g.awaits != AWAITS_TILE && g.awaits != AWAITS_TOKENS &&
	       (game_awaited_seats(&g) >> seat & 1)) {
		struct entry *e = &t.entries[t.count++];
		bot->choose(&p->set->ts, &g, seat, &w->chance, e);
		assert_int_equal(game_apply(&p->set->ts, &g, e), REFUSAL_NONE);
	}
	return t;
}

/* One step of a game: a turn or word of a person, or the draw after the grace. */
static void step(struct world *w, const char *id)
{
	struct play *p = load(w, id);
	if (p->game.awaits == AWAITS_TILE) {
		w->now = p->row.draw_at;
		assert_int_equal(beat_games(w->store, &w->sets, w->now), 1);
	} else {
		unsigned seat = (unsigned)__builtin_ctz(game_awaited_seats(&p->game));
		struct turn t = turn_of(w, p, seat);
		turn_submit(w->store, &w->sets, &t);
		assert_int_equal(t.status, TURN_DONE);
	}
	play_free(p);
}

static bool is_over(struct world *w, const char *id)
{
	struct game_row g;
	struct db *db = store_read(w->store);
	assert_true(game_get(db, id, &g));
	store_read_done(w->store, db);
	return g.state == GAME_OVER;
}

static void assert_record_verifies(struct world *w, const char *id)
{
	struct record r;
	struct fault fault = {0};
	struct db *db = store_read(w->store);
	assert_int_equal(export_record(db, &w->sets, id, &r), PLAY_OK);
	store_read_done(w->store, db);
	if (replay_check(&r, &fault))
		fail_msg("%s: %s", fault.place, fault.reason);
	record_release(&r);
}

static void games_of_persons_come_to_their_end_and_verify(void **state)
{
	struct world *w = *state;
	for (unsigned persons = 2; persons <= 3; persons++) {
		char id[GAME_ID_LEN + 1];
		start_game(w, persons, 0, id);
		while (!is_over(w, id)) {
			step(w, id);
			assert_record_verifies(w, id);
		}
		assert_record_verifies(w, id);
	}
}

static void bots_play_on_before_the_answer(void **state)
{
	struct world *w = *state;
	char id[GAME_ID_LEN + 1];
	start_game(w, 1, 2, id);
	autoplay_run(w->store, &w->sets, id, w->now, AUTOPLAY_ALL);
	unsigned turns = 0;
	while (!is_over(w, id)) {
		struct play *p = load(w, id);
		int seat = play_seat_of(p, w->users[0]);
		assert_true(play_awaits_choice(p, (unsigned)seat));
		play_free(p);
		step(w, id);
		autoplay_run(w->store, &w->sets, id, w->now, AUTOPLAY_ALL);
		turns++;
	}
	assert_true(turns >= 24);
	assert_record_verifies(w, id);
}

static void the_same_turn_twice_is_there_once(void **state)
{
	struct world *w = *state;
	char id[GAME_ID_LEN + 1];
	start_game(w, 2, 0, id);
	struct play *p = load(w, id);
	struct turn t = turn_of(w, p, p->game.seat_on_turn), again = t, other = t;
	turn_submit(w->store, &w->sets, &t);
	turn_submit(w->store, &w->sets, &again);
	other.entries[other.count - 1] = (struct entry){.type = ENTRY_PASS};
	turn_submit(w->store, &w->sets, &other);
	assert_int_equal(t.status, TURN_DONE);
	assert_int_equal(again.status, TURN_ALREADY_DONE);
	assert_int_equal(other.status, TURN_MOVED_ON);
	play_free(p);
	p = load(w, id);
	assert_int_equal(p->row.rev, t.rev);
	assert_int_equal(p->game.turn_count, 1);
	play_free(p);
}

static int put_notice(struct db *db, void *context)
{
	notice_add(db, context, NULL, 0);
	return 0;
}

static int claim_notice(struct db *db, void *context)
{
	struct notice *n = context;
	struct text bytes;
	text_init(&bytes, 1);
	bool is_there = notice_claim(db, LANE_MAIL, START, START + 1, n, &bytes);
	text_release(&bytes);
	return is_there ? 0 : 1;
}

static void a_turn_taken_back_leaves_no_trace_and_can_be_played_again(void **state)
{
	struct world *w = *state;
	char id[GAME_ID_LEN + 1];
	start_game(w, 2, 0, id);
	struct play *before = load(w, id);
	unsigned seat = before->game.seat_on_turn;
	struct turn t = {.game_id = id,
	                 .user_id = before->seats[seat].user_id,
	                 .base_rev = before->row.rev,
	                 .now = w->now,
	                 .count = 2};
	/* Nothing that draws a token: that could not be taken back. */
	game_legal(&before->set->ts, &before->game, seat, 0, 1, &t.entries[0]);
	t.entries[1] = (struct entry){.type = ENTRY_PASS};
	turn_submit(w->store, &w->sets, &t);
	if (t.status == TURN_UNFINISHED) { /* a ranger was displaced */
		game_legal(&before->set->ts, &before->game, seat, 1, 1, &t.entries[0]);
		turn_submit(w->store, &w->sets, &t);
	}
	assert_int_equal(t.status, TURN_DONE);
	struct turn back = {.game_id = id,
	                    .user_id = t.user_id,
	                    .base_rev = t.rev,
	                    .now = w->now + GRACE_S - 1};
	struct turn other = back;
	other.user_id = before->seats[1 - seat].user_id;
	turn_take_back(w->store, &w->sets, &other);
	assert_int_equal(other.status, TURN_TOO_LATE);
	turn_take_back(w->store, &w->sets, &back);
	assert_int_equal(back.status, TURN_DONE);
	struct play *after = load(w, id);
	assert_memory_equal(&after->game, &before->game, sizeof(after->game));
	assert_memory_equal(after->row.head, before->row.head, sizeof(after->row.head));
	assert_int_equal(after->row.move_count, before->row.move_count);
	assert_int_equal(after->seats[seat].deadline_at, before->seats[seat].deadline_at);
	assert_int_equal(after->seats[seat].moved_at, before->seats[seat].moved_at);
	assert_int_equal(after->row.rev, back.rev);
	struct notice n;
	assert_int_equal(store_write(w->store, claim_notice, &n), STORE_OK);
	assert_string_equal(n.kind, "your turn");
	assert_int_equal(n.user_id, t.user_id);
	assert_int_equal(store_write(w->store, claim_notice, &n), STORE_OK);
	assert_string_equal(n.kind, "started");
	assert_int_equal(store_write(w->store, claim_notice, &n), STORE_REFUSED);
	struct turn same = t;
	turn_submit(w->store, &w->sets, &same);
	assert_int_equal(same.status, TURN_TAKEN_BACK);
	same.base_rev = back.rev;
	turn_submit(w->store, &w->sets, &same);
	assert_int_equal(same.status, TURN_DONE);
	back.base_rev = same.rev;
	back.now = w->now + GRACE_S;
	turn_take_back(w->store, &w->sets, &back);
	assert_int_equal(back.status, TURN_TOO_LATE);
	play_free(before);
	play_free(after);
}

static void an_unfinished_turn_stores_nothing(void **state)
{
	struct world *w = *state;
	char id[GAME_ID_LEN + 1];
	start_game(w, 2, 0, id);
	struct play *p = load(w, id);
	struct turn t = {.game_id = id,
	                 .user_id = p->seats[p->game.seat_on_turn].user_id,
	                 .base_rev = p->row.rev,
	                 .now = w->now,
	                 .count = 1};
	game_legal(&p->set->ts, &p->game, p->game.seat_on_turn, 0, 1, &t.entries[0]);
	turn_submit(w->store, &w->sets, &t);
	assert_int_equal(t.status, TURN_UNFINISHED);
	struct play *after = load(w, id);
	assert_int_equal(after->row.rev, p->row.rev);
	assert_int_equal(after->move_count, p->move_count);
	play_free(p);
	play_free(after);
}

static void who_is_not_on_turn_and_who_has_no_seat_are_refused(void **state)
{
	struct world *w = *state;
	char id[GAME_ID_LEN + 1];
	start_game(w, 2, 0, id);
	struct play *p = load(w, id);
	struct turn t = turn_of(w, p, p->game.seat_on_turn), outsider = t;
	t.user_id = p->seats[1 - p->game.seat_on_turn].user_id;
	outsider.user_id = w->users[2];
	turn_submit(w->store, &w->sets, &t);
	turn_submit(w->store, &w->sets, &outsider);
	assert_int_equal(t.status, TURN_REFUSED);
	assert_int_equal(t.refusal, REFUSAL_NOT_YOUR_TURN);
	assert_int_equal(outsider.status, TURN_NOT_SEATED);
	struct turn nowhere = t;
	nowhere.game_id = "nowhere2";
	turn_submit(w->store, &w->sets, &nowhere);
	assert_int_equal(nowhere.status, TURN_NOT_FOUND);
	play_free(p);
}

static void a_resigned_seat_is_played_to_the_end_and_cannot_win(void **state)
{
	struct world *w = *state;
	char id[GAME_ID_LEN + 1];
	start_game(w, 2, 0, id);
	struct turn t = {.game_id = id, .user_id = w->users[0], .now = w->now};
	turn_resign(w->store, &w->sets, &t);
	assert_int_equal(t.status, TURN_DONE);
	turn_resign(w->store, &w->sets, &t);
	assert_int_equal(t.status, TURN_ALREADY_DONE);
	while (!is_over(w, id)) {
		struct play *p = load(w, id);
		int seat = play_seat_of(p, w->users[1]);
		bool is_mine = play_awaits_choice(p, (unsigned)seat);
		play_free(p);
		if (is_mine)
			step(w, id);
		else
			assert_true(autoplay_run(w->store, &w->sets, id, w->now, AUTOPLAY_ALL) > 0);
	}
	struct play *p = load(w, id);
	assert_int_equal(game_winners(&p->game), 1u << play_seat_of(p, w->users[1]));
	play_free(p);
	assert_record_verifies(w, id);
}

static void who_has_resigned_plays_no_more(void **state)
{
	struct world *w = *state;
	char id[GAME_ID_LEN + 1];
	start_game(w, 3, 0, id);
	struct play *p = load(w, id);
	int64_t user = p->seats[p->game.seat_on_turn].user_id;
	struct turn resigns = {.game_id = id, .user_id = user, .now = w->now};
	turn_resign(w->store, &w->sets, &resigns);
	assert_int_equal(resigns.status, TURN_DONE);
	play_free(p);
	p = load(w, id);
	struct turn t = turn_of(w, p, p->game.seat_on_turn);
	turn_submit(w->store, &w->sets, &t);
	assert_int_equal(t.status, TURN_RESIGNED);
	play_free(p);
	/* Round to that seat again: the draw before its turn is no affair of theirs either. */
	assert_true(autoplay_run(w->store, &w->sets, id, w->now, 1) == 1);
	for (p = load(w, id);
	     p->game.awaits != AWAITS_TILE || p->seats[p->game.seat_on_turn].user_id != user;
	     p = load(w, id)) {
		play_free(p);
		step(w, id);
	}
	struct turn draws = {.game_id = id, .user_id = user, .base_rev = p->row.rev, .now = w->now};
	turn_draw(w->store, &w->sets, &draws);
	assert_int_equal(draws.status, TURN_RESIGNED);
	play_free(p);
}

/* Blanks left out, numbers as long as they get: written again it is longer than it was. */
static void whatever_can_be_read_as_a_turn_is_answered(void **state)
{
	struct world *w = *state;
	static const char *const entries[] = {
		"place -127,-127 270",
		"meeple trail N",
		"ranger -127,-127 -127,-127",
		"expand -127,-127 NE L",
		"dig -127,-127 NE L",
		"relocate -127,-127",
		"boost trail N none",
		"pass",
		"ranger 0,1 2,22",
	};
	char id[GAME_ID_LEN + 1];
	start_game(w, 2, 0, id);
	struct play *p = load(w, id);
	for (size_t i = 0; i < sizeof(entries) / sizeof(entries[0]); i++) {
		char text[LIMIT_TURN_BYTES + 1];
		size_t at = 0, fault;
		struct turn t = {.game_id = id,
		                 .user_id = p->seats[0].user_id,
		                 .base_rev = p->row.rev,
		                 .now = w->now};
		for (unsigned n = 0;
		     n < NOTATION_TURN_MAX && at + strlen(entries[i]) < LIMIT_TURN_BYTES; n++)
			at += (size_t)snprintf(text + at, sizeof(text) - at, "%s%s", n ? ";" : "",
			                       entries[i]);
		assert_int_equal(
			notation_parse_turn(text, strlen(text), 0, t.entries, &t.count, &fault), 0);
		turn_submit(w->store, &w->sets, &t);
		assert_int_equal(t.status, TURN_REFUSED);
	}
	play_free(p);
}

static void the_next_player_may_draw_before_the_grace_is_over(void **state)
{
	struct world *w = *state;
	char id[GAME_ID_LEN + 1];
	start_game(w, 2, 0, id);
	struct play *p = load(w, id);
	while (p->game.awaits != AWAITS_TILE) {
		step(w, id);
		play_free(p);
		p = load(w, id);
	}
	struct turn t = {.game_id = id,
	                 .user_id = p->seats[1 - p->game.seat_on_turn].user_id,
	                 .base_rev = p->row.rev,
	                 .now = w->now};
	turn_draw(w->store, &w->sets, &t);
	assert_int_equal(t.status, TURN_TOO_LATE);
	t.user_id = p->seats[p->game.seat_on_turn].user_id;
	turn_draw(w->store, &w->sets, &t);
	assert_int_equal(t.status, TURN_DONE);
	struct turn again = t;
	turn_draw(w->store, &w->sets, &again);
	assert_int_equal(again.status, TURN_ALREADY_DONE);
	play_free(p);
	p = load(w, id);
	assert_int_equal(p->game.awaits, AWAITS_PLACE);
	assert_int_equal(p->row.rev, t.rev);
	play_free(p);
}

static void what_a_person_is_to_be_told_outlasts_the_turns_of_bots(void **state)
{
	struct world *w = *state;
	char id[GAME_ID_LEN + 1];
	struct notice n = {.kind = "chat", .rev = 1, .user_id = w->users[0], .due_at = 1};
	start_game(w, 1, 1, id);
	autoplay_run(w->store, &w->sets, id, w->now, AUTOPLAY_ALL);
	step(w, id);
	memcpy(n.game_id, id, sizeof(n.game_id));
	assert_int_equal(store_write(w->store, put_notice, &n), STORE_OK);
	assert_true(autoplay_run(w->store, &w->sets, id, w->now, AUTOPLAY_ALL) > 0);
	assert_int_equal(store_write(w->store, claim_notice, &n), STORE_OK);
	assert_string_equal(n.kind, "chat");
	/* One's own turn is an answer. */
	n.rev = 2;
	assert_int_equal(store_write(w->store, put_notice, &n), STORE_OK);
	step(w, id);
	if (store_write(w->store, claim_notice, &n) == STORE_OK)
		assert_string_not_equal(n.kind, "chat");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(games_of_persons_come_to_their_end_and_verify,
	                                        setup, teardown),
		cmocka_unit_test_setup_teardown(bots_play_on_before_the_answer, setup, teardown),
		cmocka_unit_test_setup_teardown(the_same_turn_twice_is_there_once, setup, teardown),
		cmocka_unit_test_setup_teardown(
			a_turn_taken_back_leaves_no_trace_and_can_be_played_again, setup, teardown),
		cmocka_unit_test_setup_teardown(an_unfinished_turn_stores_nothing, setup, teardown),
		cmocka_unit_test_setup_teardown(who_is_not_on_turn_and_who_has_no_seat_are_refused,
	                                        setup, teardown),
		cmocka_unit_test_setup_teardown(a_resigned_seat_is_played_to_the_end_and_cannot_win,
	                                        setup, teardown),
		cmocka_unit_test_setup_teardown(who_has_resigned_plays_no_more, setup, teardown),
		cmocka_unit_test_setup_teardown(whatever_can_be_read_as_a_turn_is_answered, setup,
	                                        teardown),
		cmocka_unit_test_setup_teardown(the_next_player_may_draw_before_the_grace_is_over,
	                                        setup, teardown),
		cmocka_unit_test_setup_teardown(
			what_a_person_is_to_be_told_outlasts_the_turns_of_bots, setup, teardown),
	};
	if (sodium_init() < 0)
		return 1;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
