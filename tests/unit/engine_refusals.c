/* SPDX-License-Identifier: ISC */
/*
 * Every reason to refuse, brought about at least once: a table of positions, and of what is said in
 * them. That a rule refuses all it should is for the tests of that rule.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/play.h"

/* Seat 0 takes a baobab's two tokens at x,0 and seat 1 places above. */
#define ROUND(x, tokens)                                                        \
	"draw B; 0 place " x ",0 0; 0 meeple baobab; 0 tokens laid " tokens ";" \
	"draw P; 1 place " x ",1 0; 1 pass;"
#define FOUR_ROUNDS ROUND("1", "LL") ROUND("2", "LL") ROUND("3", "LL") ROUND("4", "LL")

static const char AT_BAOBAB[] = "draw B; 0 place 1,0 0; 0 meeple baobab";
static const char PLACED[] = "draw P.1; 0 place 1,0 0";
static const char DUG[] = "draw P; 0 place 1,0 0; 0 dig 0,0 NE L; draw P; 1 place 2,0 0";
static const char DUG_ON[] =
	"draw P; 0 place 1,0 0; 0 dig 0,0 NE L; draw P; 1 place 2,0 0; 1 expand 1,0 NW E;"
	"draw P; 0 place 0,1 0; 0 pass; draw P; 1 place 1,1 0";
static const char HELD[] = "draw V; 0 place 0,1 0; 0 meeple trail E; draw V; 1 place 1,1 0";
static const char COMPLETED[] =
	"draw E.1; 0 place 0,1 90; 0 meeple trail E; draw E.2; 1 place 1,1 270; 1 pass";
static const char COMPLETED_TWO[] =
	"draw E.3; 0 place 0,1 90; 0 meeple trail E; draw P; 1 place 0,2 0; 1 pass;"
	"draw E.4; 0 place 1,2 180; 0 meeple trail S; draw D.1; 1 place 1,1 270; 1 pass";
static const char WITHOUT_MEEPLES[] = FOUR_ROUNDS ROUND("5", "MZ")
	ROUND("6", "MZ") "draw B; 0 place 7,0 0";
static const char WITHOUT_LIONS[] =
	FOUR_ROUNDS ROUND("5", "LZ") "draw B; 0 place 6,0 0; 0 meeple baobab";

struct refused {
	enum refusal reason;
	const char *before, *statement;
};

/* Two seats that drew LM and EE, with the tiles of PLAY_TOY. */
static const struct refused table[] = {
	{REFUSAL_MALFORMED, "", "0 tokens setup -"},
	{REFUSAL_MALFORMED, "draw P", "7 place 1,0 0"},
	{REFUSAL_OVER, "end agreed", "draw P"},
	{REFUSAL_NOT_AWAITED, "", "0 place 1,0 0"},
	{REFUSAL_NOT_YOUR_TURN, "draw P", "1 place 1,0 0"},
	{REFUSAL_SPACE_TAKEN, "draw P", "0 place 0,0 0"},
	{REFUSAL_SPACE_APART, "draw P", "0 place 1,1 0"},
	{REFUSAL_EDGES_DIFFER, "draw E", "0 place 0,1 180"},
	{REFUSAL_NO_MEEPLE, WITHOUT_MEEPLES, "0 meeple baobab"},
	{REFUSAL_NO_SUCH_PIECE, "draw E; 0 place 1,0 0", "0 meeple trail S"},
	{REFUSAL_FEATURE_HELD, HELD, "1 meeple trail E"},
	{REFUSAL_NO_BAOBAB, PLACED, "0 meeple baobab"},
	{REFUSAL_NO_RANGER, PLACED, "0 ranger 0,1 2,0"},
	{REFUSAL_RANGER_MOVED, "draw P; 0 place -1,0 0", "0 ranger 0,-1 1,0"},
	{REFUSAL_RANGER_STAYS, PLACED, "0 ranger -1,0 -1,0"},
	{REFUSAL_RANGER_ON_TILE, PLACED, "0 ranger -1,0 1,0"},
	{REFUSAL_RANGER_APART, PLACED, "0 ranger -1,0 2,2"},
	{REFUSAL_RANGER_MET, PLACED, "0 ranger -1,0 0,-1"},
	{REFUSAL_NO_TILE, PLACED, "0 dig 2,0 NE L"},
	{REFUSAL_CORNER_BUSH, "draw F; 0 place 1,0 0", "0 dig 1,0 NE L"},
	{REFUSAL_CORNER_TAKEN, DUG, "1 dig 0,0 NE E"},
	{REFUSAL_NO_TOKEN, PLACED, "0 dig 1,0 NE Z"},
	{REFUSAL_EXPANDS, DUG, "1 dig 1,0 NW E"},
	{REFUSAL_NOTHING_BESIDE, DUG, "1 expand 1,0 NE E"},
	{REFUSAL_ANIMAL_IN_HOLE, DUG_ON, "1 expand 1,1 SW E"},
	{REFUSAL_NOT_COMPLETED, COMPLETED, "0 boost trail N L"},
	{REFUSAL_NO_WORD, COMPLETED, "1 boost trail W E"},
	{REFUSAL_WORD_ORDER, COMPLETED_TWO, "0 boost trail N L"},
	{REFUSAL_ANIMAL_SHOWN, COMPLETED, "0 boost trail W M"},
	{REFUSAL_TILE_GONE, "draw P.1; 0 place 1,0 0; 0 pass", "draw P.1"},
	{REFUSAL_TILE_GONE, "", "draw N.1"},
	{REFUSAL_TILE_FITS, "", "remove P"},
	{REFUSAL_TILE_FITS_NOT, "", "draw X"},
	{REFUSAL_TOKENS_GONE, WITHOUT_LIONS, "0 tokens laid LZ"},
	{REFUSAL_TOKENS_COUNT, AT_BAOBAB, "0 tokens laid L"},
	{REFUSAL_TOKENS_CAUSE, AT_BAOBAB, "0 tokens baobab LZ"},
	{REFUSAL_RESIGNED, "0 resign", "0 resign"},
	{REFUSAL_NOBODY_LEFT, "0 resign; 1 resign", "end agreed"},
	{REFUSAL_TILES_LEFT, "", "end"},
};

static void bring_about(const struct refused *row, const char *set)
{
	struct play p;
	play_start(&p, set, "LM EE");
	plays(&p, row->before);
	refuses(&p, row->statement, row->reason);
}

static void every_refusal_can_be_brought_about(void **state)
{
	(void)state;
	static const struct refused last = {REFUSAL_NO_TILES_LEFT, "draw P; 0 place 1,0 0; 0 pass",
	                                    "end agreed"};
	bool is_seen[REFUSAL_COUNT] = {[REFUSAL_NONE] = true, [REFUSAL_NO_TILES_LEFT] = true};
	bring_about(&last, "tile P x1 ssss\nstart S\nspace 0 0 ssss\nranger -1 0\nranger 0 -1\n");
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		bring_about(&table[i], PLAY_TOY);
		is_seen[table[i].reason] = true;
	}
	for (unsigned r = 0; r < REFUSAL_COUNT; r++) {
		if (!is_seen[r])
			fail_msg("never brought about: %s", refusal_sentence((enum refusal)r));
	}
}

static void every_refusal_has_a_sentence_of_its_own(void **state)
{
	(void)state;
	for (unsigned r = 0; r < REFUSAL_COUNT; r++) {
		const char *sentence = refusal_sentence((enum refusal)r);
		assert_non_null(sentence);
		assert_int_equal(sentence[strlen(sentence) - 1], '.');
		for (unsigned other = 0; other < r; other++)
			assert_string_not_equal(sentence, refusal_sentence((enum refusal)other));
	}
}

static struct entry with(enum entry_type type, uint8_t seat)
{
	return (struct entry){.type = (uint8_t)type, .seat = seat};
}

static void is_malformed(const struct play *p, struct entry e)
{
	struct game g = p->g;
	assert_int_equal(game_apply(&p->ts, &g, &e), REFUSAL_MALFORMED);
	assert_memory_equal(&g, &p->g, sizeof(g));
}

/* Any bytes may stand in an entry. */
static void a_field_out_of_its_range_is_no_entry(void **state)
{
	(void)state;
	struct play p;
	struct entry e;
	play_start(&p, PLAY_TOY, "LM EE");
	is_malformed(&p, with(ENTRY_TYPE_COUNT, 0));
	is_malformed(&p, (struct entry){.type = 255});
	is_malformed(&p, with(ENTRY_PASS, 2));
	is_malformed(&p, with(ENTRY_RESIGN, 255));
	e = with(ENTRY_PLACE, 0), e.turns = 4;
	is_malformed(&p, e);
	e = with(ENTRY_MEEPLE, 0), e.side = SIDE_COUNT;
	is_malformed(&p, e);
	e = with(ENTRY_BOOST, 0), e.side = SIDE_COUNT;
	is_malformed(&p, e);
	e = with(ENTRY_BOOST, 0), e.animals[0] = ANIMAL_NONE + 1;
	is_malformed(&p, e);
	e = with(ENTRY_DIG, 0), e.corner = CORNER_COUNT;
	is_malformed(&p, e);
	e = with(ENTRY_DIG, 0), e.animals[0] = ANIMAL_NONE;
	is_malformed(&p, e);
	e = with(ENTRY_EXPAND, 0), e.corner = 255;
	is_malformed(&p, e);
	e = with(ENTRY_EXPAND, 0), e.animals[0] = 255;
	is_malformed(&p, e);
}

static void drawn_tokens_are_one_or_two_animals_with_a_cause(void **state)
{
	(void)state;
	struct play p;
	struct entry e;
	play_start(&p, PLAY_TOY, "LM EE");
	e = with(ENTRY_TOKENS, 0);
	is_malformed(&p, e);
	e.count = 3;
	is_malformed(&p, e);
	e.count = 2, e.cause = CAUSE_COUNT;
	is_malformed(&p, e);
	e.cause = CAUSE_LAID, e.animals[0] = ANIMAL_NONE;
	is_malformed(&p, e);
	e.animals[0] = 0, e.animals[1] = ANIMAL_NONE;
	is_malformed(&p, e);
	/* The second animal of one is not looked at. */
	e.count = 1;
	assert_int_equal(game_apply(&p.ts, &p.g, &e), REFUSAL_NOT_AWAITED);
}

/* The points of the entry before stay where they are. */
static void a_refusal_keeps_the_points_of_the_entry_before(void **state)
{
	(void)state;
	struct play p;
	play_start(&p, PLAY_TOY, "LM EE");
	plays(&p, "draw P; 0 place 1,0 0; 0 dig 0,0 NE L");
	assert_int_equal(p.g.points_count, 1);
	refuses(&p, "0 pass", REFUSAL_NOT_AWAITED);
	refuses(&p, "draw X", REFUSAL_TILE_FITS_NOT);
	assert_int_equal(p.g.points_count, 1);
	plays(&p, "draw P");
	assert_int_equal(p.g.points_count, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_refusal_can_be_brought_about),
		cmocka_unit_test(every_refusal_has_a_sentence_of_its_own),
		cmocka_unit_test(a_field_out_of_its_range_is_no_entry),
		cmocka_unit_test(drawn_tokens_are_one_or_two_animals_with_a_cause),
		cmocka_unit_test(a_refusal_keeps_the_points_of_the_entry_before),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
