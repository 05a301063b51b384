/* SPDX-License-Identifier: ISC */
/*
 * Random games from beginning to end, compared entry by entry with the rules told a second time
 * (support/rulebook.h) and with what must always be true (support/invariants.h). SLOWSAFARI_GAMES
 * says how many games (500); seats, options and sets take turns.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <stdlib.h>

#include "engine/bots.h"
#include "engine/notation.h"
#include "support/any_draw.h"
#include "support/invariants.h"
#include "support/play.h"
#include "support/rulebook.h"

/* One game that is being played. */
struct course {
	const struct tileset *ts;
	struct game g;
	struct said said;
	struct chance chance;
	int scores[SEATS_MAX];
};

static unsigned below(struct course *c, unsigned n)
{
	return chance_below(&c->chance, n);
}

static int compare_entries(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(struct entry));
}

/* The whole list is that of the rules, without an entry twice. */
static void check_list(struct course *c, unsigned seat, struct entry listed[LEGAL_MAX],
                       size_t count)
{
	struct entry ruled[LEGAL_MAX];
	assert_true(count <= LEGAL_MAX);
	assert_int_equal(rulebook_list(c->ts, &c->g, &c->said, seat, ruled), count);
	qsort(listed, count, sizeof(listed[0]), compare_entries);
	qsort(ruled, count, sizeof(ruled[0]), compare_entries);
	assert_memory_equal(listed, ruled, count * sizeof(listed[0]));
}

/* Any window shows its part of the list and touches nothing else. */
static void check_window(struct course *c, unsigned seat, const struct entry *listed, size_t count)
{
	struct entry window[16];
	size_t first = below(c, (unsigned)count + 2), cap = below(c, 15);
	size_t shown = first >= count ? 0 : count - first < cap ? count - first : cap;
	memset(window, 0x5a, sizeof(window));
	assert_int_equal(game_legal(c->ts, &c->g, seat, first, cap, window), count);
	assert_memory_equal(window, listed + first, shown * sizeof(window[0]));
	for (size_t i = shown; i < 16; i++)
		assert_int_equal(window[i].type, 0x5a);
}

/* Every listed entry is accepted, and its text leads back to it. */
static void check_listed(const struct course *c, const struct entry *e)
{
	struct game copy = c->g;
	struct entry read;
	char text[NOTATION_MAX];
	assert_int_equal(game_apply(c->ts, &copy, e), REFUSAL_NONE);
	size_t len = notation_format(e, text);
	assert_int_equal(strlen(text), len);
	assert_int_equal(notation_parse(text, len, e->seat, &read), 0);
	assert_memory_equal(&read, e, sizeof(read));
}

/* An entry of any kind, with fields that are mostly in range and mostly near the table. */
static struct entry any_entry(struct course *c)
{
	const struct game_space *s = &c->g.spaces[below(c, c->g.space_count)];
	const struct game_space *to = &c->g.spaces[below(c, c->g.space_count)];
	return (struct entry){
		.type = (uint8_t)(ENTRY_PLACE + below(c, ENTRY_BOOST - ENTRY_PLACE + 1)),
		.seat = (uint8_t)below(c, c->g.seat_count),
		.x = (int8_t)(s->x + (below(c, 8) ? 0 : 1)),
		.y = s->y,
		.to_x = to->x,
		.to_y = (int8_t)(to->y - (below(c, 8) ? 0 : 1)),
		.turns = (uint8_t)below(c, 4),
		.terrain = (uint8_t)below(c, 4),
		.side = (uint8_t)below(c, 4),
		.corner = (uint8_t)below(c, 4),
		.animals = {(uint8_t)below(c, 5), 0},
	};
}

/* Allowed by the rules or refused by the game, and then not a byte has changed. */
static void check_any(struct course *c)
{
	struct entry e = any_entry(c);
	struct game copy = c->g;
	bool is_accepted = game_apply(c->ts, &copy, &e) == REFUSAL_NONE;
	assert_int_equal(is_accepted, rulebook_allows(c->ts, &c->g, &c->said, &e));
	if (!is_accepted)
		assert_memory_equal(&copy, &c->g, sizeof(copy));
}

/* A choice of one of the seats that are awaited; at times everything about it is looked at. */
static struct entry choose(struct course *c)
{
	struct entry listed[LEGAL_MAX];
	unsigned mask = game_awaited_seats(&c->g), seat;
	do
		seat = below(c, c->g.seat_count);
	while (!(mask >> seat & 1));
	size_t count = game_legal(c->ts, &c->g, seat, 0, LEGAL_MAX, listed);
	assert_true(count > 0 && count <= LEGAL_MAX);
	check_window(c, seat, listed, count);
	check_any(c);
	check_listed(c, &listed[below(c, (unsigned)count)]);
	struct entry e = listed[below(c, (unsigned)count)];
	if (c->g.awaits == AWAITS_BOOST || below(c, 32) == 0) {
		for (size_t i = 0; i < count; i++)
			check_listed(c, &listed[i]);
		check_list(c, seat, listed, count);
	}
	return e;
}

/* What the entry brought is what the rules say, and what was proposed. */
static void check_points(struct course *c, const struct game *before, const struct entry *e)
{
	struct points ruled[POINTS_MAX];
	int gained[SEATS_MAX];
	size_t count = rulebook_points(c->ts, before, &c->g, &c->said, e, ruled);
	assert_int_equal(c->g.points_count, count);
	for (size_t i = 0; i < count; i++) {
		assert_int_equal(c->g.points[i].seat, ruled[i].seat);
		assert_int_equal(c->g.points[i].kind, ruled[i].kind);
		assert_int_equal(c->g.points[i].value, ruled[i].value);
		assert_int_equal(c->g.points[i].piece, ruled[i].piece);
	}
	assert_int_equal(game_propose(c->ts, before, e, 1, gained, NULL), REFUSAL_NONE);
	for (unsigned seat = 0; seat < SEATS_MAX; seat++)
		assert_int_equal(gained[seat], c->g.scores[seat] - before->scores[seat]);
}

static void check_worths(const struct course *c)
{
	struct worth listed[WORTHS_MAX], ruled[WORTHS_MAX];
	size_t count = game_worths(c->ts, &c->g, WORTHS_MAX, listed);
	assert_true(count <= WORTHS_MAX);
	assert_int_equal(rulebook_worths(c->ts, &c->g, ruled), count);
	assert_memory_equal(listed, ruled, count * sizeof(listed[0]));
}

static void step(struct course *c)
{
	struct game before = c->g;
	bool draws = c->g.awaits == AWAITS_TOKENS || c->g.awaits == AWAITS_TILE;
	struct entry e = draws ? any_draw(c->ts, &c->g, below(c, UINT32_MAX)) : choose(c);
	rulebook_note(c->ts, &before, &c->said, &e);
	assert_int_equal(invariants_apply(c->ts, &c->g, &e, c->scores), REFUSAL_NONE);
	check_points(c, &before, &e);
	if (below(c, 16) == 0)
		check_worths(c);
	/* An older copy is an undo: from there the same entry leads to the same game. */
	assert_int_equal(game_apply(c->ts, &before, &e), REFUSAL_NONE);
	assert_memory_equal(&before, &c->g, sizeof(before));
}

static void play_game(const struct tileset *ts, unsigned number)
{
	struct course c = {.ts = ts, .chance = {number}};
	struct game_options options = {number / 4 % 2 ? FINAL_EVERYONE : FINAL_MAJORITY,
	                               number / 8 % 2 ? BAOBAB_AFTERWARDS : BAOBAB_AT_ONCE};
	unsigned entries = 0;
	game_init(&c.g, ts, SEATS_MIN + number % 4, options);
	while (c.g.awaits != AWAITS_END) {
		step(&c);
		assert_true(++entries < 2000);
	}
	assert_int_equal(game_awaited_seats(&c.g), 0);
	assert_int_not_equal(game_winners(&c.g), 0);
}

static unsigned game_count(void)
{
	const char *games = getenv("SLOWSAFARI_GAMES");
	return games ? (unsigned)strtoul(games, NULL, 10) : 500;
}

static void random_games_go_by_the_rules(void **state)
{
	(void)state;
	struct tileset ts;
	assert_true(play_load_set(&ts, "data/safari.tiles"));
	for (unsigned i = 0; i < game_count(); i++)
		play_game(&ts, i);
}

/* R26, R29: where baobabs stand on nearly every tile and tokens run out; a fifth of the games. */
static void random_games_among_baobabs_go_by_the_rules(void **state)
{
	(void)state;
	struct tileset ts;
	if (!play_load_set(&ts, "../shared/data/baobabs.tiles")) {
		print_message("no ../shared/data/baobabs.tiles here\n");
		skip();
	}
	for (unsigned i = 0; i < (game_count() + 4) / 5; i++)
		play_game(&ts, i);
}

/* Pieces of all shapes, two to four of them on a tile, so that one tile completes several features.
 */
static void random_games_with_a_set_of_all_shapes_go_by_the_rules(void **state)
{
	(void)state;
	struct tileset ts;
	play_read(&ts, PLAY_TOY);
	for (unsigned i = 0; i < (game_count() + 4) / 5; i++)
		play_game(&ts, i);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_games_go_by_the_rules),
		cmocka_unit_test(random_games_among_baobabs_go_by_the_rules),
		cmocka_unit_test(random_games_with_a_set_of_all_shapes_go_by_the_rules),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
