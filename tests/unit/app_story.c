/* SPDX-License-Identifier: ISC */
/*
 * A game told in words: each kind of entry, and that the telling of whole games leaves nothing out
 * and counts right.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app/story.h"
#include "support/party.h"

static void every_entry_has_its_words(void **state)
{
	(void)state;
	static const struct {
		struct entry entry;
		const char *text;
	} cases[] = {
		{{.type = ENTRY_TOKENS, .count = 2, .animals = {ANIMAL_LION, ANIMAL_ELEPHANT}},
	         "drew a lion and an elephant"},
		{{.type = ENTRY_TOKENS, .count = 2, .animals = {ANIMAL_ZEBRA, ANIMAL_ZEBRA}},
	         "drew two zebras"},
		{{.type = ENTRY_TOKENS, .count = 1, .animals = {ANIMAL_ELEPHANT}},
	         "drew an elephant"},
		{{.type = ENTRY_DRAW, .tile = 0}, "drew a tile"},
		{{.type = ENTRY_REMOVE, .tile = 0}, "a tile fits nowhere and left the game"},
		{{.type = ENTRY_PLACE, .x = 3, .y = -1, .turns = 1},
	         "placed a tile on column 3, row -1, turned right"},
		{{.type = ENTRY_PLACE, .x = 0, .y = 0}, "placed a tile on column 0, row 0"},
		{{.type = ENTRY_PLACE, .turns = 2},
	         "placed a tile on column 0, row 0, turned upside down"},
		{{.type = ENTRY_PLACE, .turns = 3},
	         "placed a tile on column 0, row 0, turned left"},
		{{.type = ENTRY_MEEPLE, .terrain = TERRAIN_BUSH, .side = SIDE_W},
	         "put a meeple on the bush in the west"},
		{{.type = ENTRY_MEEPLE, .terrain = TERRAIN_TRAIL, .side = SIDE_N},
	         "put a meeple on the trail in the north"},
		{{.type = ENTRY_BAOBAB}, "put a meeple on the baobab"},
		{{.type = ENTRY_RANGER, .x = 0, .y = 2, .to_x = -1, .to_y = 3},
	         "moved the ranger from column 0, row 2 to column -1, row 3"},
		{{.type = ENTRY_DIG,
	          .x = 1,
	          .y = 0,
	          .corner = CORNER_NE,
	          .animals = {ANIMAL_MONKEY}},
	         "started a watering hole with a monkey, north-east corner of column 1, row 0"},
		{{.type = ENTRY_EXPAND,
	          .x = 1,
	          .y = 0,
	          .corner = CORNER_SW,
	          .animals = {ANIMAL_ELEPHANT}},
	         "expanded a watering hole with an elephant, south-west corner of column 1, row 0"},
		{{.type = ENTRY_PASS}, "did nothing more"},
		{{.type = ENTRY_RELOCATE, .to_x = 2, .to_y = -1},
	         "put the ranger back on column 2, row -1"},
		{{.type = ENTRY_BOOST, .terrain = TERRAIN_TRAIL, .animals = {ANIMAL_GIRAFFE}},
	         "added a giraffe to the trail"},
		{{.type = ENTRY_BOOST, .terrain = TERRAIN_BUSH, .animals = {ANIMAL_NONE}},
	         "added no token to the bush"},
		{{.type = ENTRY_RESIGN}, "resigned"},
		{{.type = ENTRY_END_AGREED}, "all agreed to end the game"},
		{{.type = ENTRY_END}, "no tile is left: the game is over"},
	};
	unsigned types = 0;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char text[STORY_TEXT_MAX];
		story_entry(&cases[i].entry, text);
		assert_string_equal(text, cases[i].text);
		types |= 1u << cases[i].entry.type;
	}
	assert_int_equal(types, (1u << ENTRY_TYPE_COUNT) - 1);
}

static void points_are_told_with_what_they_are_for(void **state)
{
	(void)state;
	static const struct {
		struct story_line line;
		const char *text;
	} cases[] = {
		{{.points = 3, .points_kind = POINTS_DIG},
	         "scored 3 points for starting a watering hole"},
		{{.points = 4, .points_kind = POINTS_EXPAND},
	         "scored 4 points for expanding a watering hole"},
		{{.points = 3, .points_kind = POINTS_HOLE},
	         "scored 3 points for the complete watering hole"},
		{{.points = 1, .points_kind = POINTS_TRAIL},
	         "scored 1 point for the complete trail"},
		{{.points = 10, .points_kind = POINTS_BUSH},
	         "scored 10 points for the complete bush"},
		{{.points = 3, .points_kind = POINTS_RANGER},
	         "scored 3 points for displacing a ranger"},
		{{.points = 1, .points_kind = POINTS_FINAL_TRAIL, .entry = {.x = -2, .y = 5}},
	         "scored 1 point for the trail that begins on column -2, row 5"},
		{{.points = 2, .points_kind = POINTS_FINAL_BUSH},
	         "scored 2 points for the bush that begins on column 0, row 0"},
		{{.points = 1, .points_kind = POINTS_FINAL_TOKENS},
	         "scored 1 point for tokens in hand"},
	};
	unsigned kinds = 0;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char text[STORY_TEXT_MAX];
		struct story_line line = cases[i].line;
		line.is_scored = true;
		story_text(&line, text);
		assert_string_equal(text, cases[i].text);
		kinds |= 1u << line.points_kind;
	}
	assert_int_equal(kinds, (1u << POINTS_KIND_COUNT) - 1);
}

/* ---- Whole games ---- */

static void tell(const struct party *p, const char *id, long upto, struct play *play)
{
	struct db *db = store_read(p->store);
	assert_int_equal(play_replay(db, p->sets, id, upto, NULL, play), PLAY_OK);
	assert_true(store_read_done(p->store, db));
}

static void assert_order(const struct story *s)
{
	assert_int_equal(s->lines[0].move, -1);
	assert_int_equal(s->lines[0].turn, 0);
	for (size_t i = 1; i < s->count; i++) {
		assert_true(s->lines[i].move >= s->lines[i - 1].move);
		assert_true(
			s->lines[i].turn == s->lines[i - 1].turn ||
			(s->lines[i].turn == s->lines[i - 1].turn + 1 && s->lines[i].begins_turn));
	}
}

/* Tiles that were placed, each on its space. */
static unsigned count_turns(const struct play *play, const struct story *s)
{
	unsigned turns = 0;
	for (size_t i = 0; i < s->count; i++) {
		const struct game *g = &play->game;
		char text[STORY_TEXT_MAX], begins[64];
		story_text(&s->lines[i], text);
		assert_true(text[0]);
		if (!s->lines[i].begins_turn)
			continue;
		const struct game_laid *laid = &g->laid[play->set->ts.start_count + turns++];
		snprintf(begins, sizeof(begins), "placed a tile on column %d, row %d",
		         g->spaces[laid->space].x, g->spaces[laid->space].y);
		assert_memory_equal(text, begins, strlen(begins));
	}
	return turns;
}

static void a_whole_game_is_told_with_every_point(void **state)
{
	struct party *p = *state;
	for (unsigned people = 2; people <= 5; people++) {
		int sums[SEATS_MAX] = {0};
		char id[GAME_ID_LEN + 1];
		struct play *play = play_new();
		party_start(p, &(struct party_game){.people = people}, id);
		assert_true(party_forward(p, id, NULL, NULL));
		tell(p, id, -1, play);
		const struct story *s = &play->story;
		assert_order(s);
		assert_int_equal(count_turns(play, s), play->game.turn_count);
		for (size_t i = 0; i < s->count; i++) {
			if (s->lines[i].is_scored)
				sums[s->lines[i].seat] += s->lines[i].points;
		}
		for (unsigned seat = 0; seat < people; seat++)
			assert_int_equal(sums[seat], play->game.scores[seat]);
		play_free(play);
	}
}

static void a_part_of_a_game_is_told_as_far_as_it_is_loaded(void **state)
{
	struct party *p = *state;
	struct play *play = play_new();
	char id[GAME_ID_LEN + 1];
	struct story all = {0};
	party_start(p, &(struct party_game){.people = 2}, id);
	assert_true(party_forward(p, id, NULL, NULL));
	tell(p, id, -1, play);
	story_copy(&all, &play->story);
	for (long upto = 0; upto < 12; upto++) {
		tell(p, id, upto, play);
		const struct story *part = &play->story;
		assert_true(part->lines[part->count - 1].move < upto);
		assert_int_equal(all.lines[part->count].move, upto);
	}
	story_release(&all);
	assert_int_equal(all.count, 0);
	play_free(play);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_entry_has_its_words),
		cmocka_unit_test(points_are_told_with_what_they_are_for),
		cmocka_unit_test(a_whole_game_is_told_with_every_point),
		cmocka_unit_test(a_part_of_a_game_is_told_as_far_as_it_is_loaded),
	};
	return cmocka_run_group_tests(tests, party_open, party_close);
}
