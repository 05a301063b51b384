/* SPDX-License-Identifier: ISC */
/*
 * What the check of a database finds: nothing in games as they were played, and every row of theirs
 * that somebody changed behind the program's back.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app/fsck.h"
#include "support/party.h"

/* ---- Checking ---- */

struct found {
	char game_id[GAME_ID_LEN + 1], sentence[200]; /* of the first fault */
};

static void keep_first(void *context, const char *id, const char *sentence)
{
	struct found *f = context;
	if (f->sentence[0])
		return;
	snprintf(f->game_id, sizeof(f->game_id), "%s", id);
	snprintf(f->sentence, sizeof(f->sentence), "%s", sentence);
}

static struct fsck_report check(const struct party *p, struct found *f)
{
	struct fsck_report r = {.fault = keep_first, .context = f};
	*f = (struct found){0};
	assert_int_equal(fsck_all(p->store, p->sets, &r), 0);
	assert_int_equal(r.faults > 0, f->sentence[0] != '\0');
	return r;
}

/* ---- Games ---- */

static bool is_in_the_middle(const struct play *p, void *context)
{
	(void)context;
	return p->game.turn_count == 13 && p->game.awaits == AWAITS_ACTION;
}

static void start(struct party *p, char id[GAME_ID_LEN + 1])
{
	party_start(p, &(struct party_game){.people = 2, .bots = 1}, id);
	assert_true(party_forward(p, id, is_in_the_middle, NULL));
}

static void games_as_they_were_played_have_no_fault(void **state)
{
	struct party *p = *state;
	struct found f;
	char id[GAME_ID_LEN + 1];
	assert_int_equal(check(p, &f).games, 0);
	party_start(p, &(struct party_game){.people = 1, .places = 2},
	            id); /* open: not looked at */
	start(p, id);
	party_start(p, &(struct party_game){.people = 3}, id);
	assert_true(party_forward(p, id, NULL, NULL));
	struct fsck_report r = check(p, &f);
	assert_string_equal(f.sentence, "");
	assert_int_equal(r.games, 2);
}

/* More games than are read at once. */
static void every_game_of_many_is_looked_at(void **state)
{
	struct party *p = *state;
	struct found f;
	char id[GAME_ID_LEN + 1];
	party_start(p, &(struct party_game){.people = 2}, id);
	for (int i = 0; i < 300; i++) {
		char sql[400];
		snprintf(sql, sizeof(sql),
		         "CREATE TEMP TABLE g AS SELECT * FROM games WHERE id = '%s';"
		         "UPDATE g SET id = 'zz%d', join_key = 'zz%d'; INSERT INTO games SELECT * "
		         "FROM g; DROP TABLE g",
		         id, i, i);
		party_sql(p, sql);
	}
	struct fsck_report r = check(p, &f);
	assert_int_equal(r.games, 301);
	assert_true(r.faults >= 300); /* these have neither seats nor moves */
}

/* ---- What was changed ---- */

/* Changes the game, sees that it is found, and changes it back. */
static void assert_found(struct party *p, const char *id, const char *sql, const char *sentence)
{
	struct found f;
	party_sql(p, sql);
	check(p, &f);
	if (strncmp(f.sentence, sentence, strlen(sentence)) != 0 || !f.sentence[0])
		fail_msg("%s: found \"%s\"", sql, f.sentence);
	assert_string_equal(f.game_id, id);
	party_sql(p, "PRAGMA defer_foreign_keys = ON;"
	             "DELETE FROM moves; INSERT INTO moves SELECT * FROM kept_moves;"
	             "DELETE FROM seats; INSERT INTO seats SELECT * FROM kept_seats;"
	             "DELETE FROM games; INSERT INTO games SELECT * FROM kept_games");
	check(p, &f);
	assert_string_equal(f.sentence, "");
}

static void keep(struct party *p)
{
	party_sql(p, "CREATE TABLE kept_moves AS SELECT * FROM moves;"
	             "CREATE TABLE kept_seats AS SELECT * FROM seats;"
	             "CREATE TABLE kept_games AS SELECT * FROM games;"
	             "DELETE FROM submissions; DELETE FROM notices");
}

static void every_column_that_matters_is_compared(void **state)
{
	struct party *p = *state;
	static const struct {
		const char *sql, *sentence;
	} cases[] = {
		/* What was done. */
		{"UPDATE moves SET at = at + 1 WHERE n = 5",
	         "Move 5 is not the one that was made."},
		{"UPDATE moves SET by = 'bot' WHERE n = 6", "Move 6 is not the one that was made."},
		{"UPDATE moves SET link = zeroblob(32) WHERE n = 7",
	         "Move 7 is not the one that was made."},
		{"UPDATE moves SET text = 'pass' WHERE n = 2 AND text <> 'pass'", ""},
		{"UPDATE moves SET text = 'draw' WHERE n = 1", "Move 1 is against the rules."},
		{"UPDATE moves SET text = 'nonsense' WHERE n = 3", "Move 3 is against the rules."},
		{"UPDATE moves SET seat = 1 - seat WHERE n = 1", "Move 1 is against the rules."},
		{"UPDATE moves SET rev = 1000 WHERE n = 3", "Move 3 came with rev 1000"},
		{"UPDATE moves SET rev = 0 WHERE n = 9", "Move 9 came with rev 0"},
		{"DELETE FROM moves WHERE n = (SELECT max(n) FROM moves)",
	         "The game's row knows of"},
		{"DELETE FROM moves WHERE n = 4", ""},
		{"UPDATE games SET head = zeroblob(32)", "The game's row knows of"},
		{"UPDATE games SET move_count = move_count - 1", "The game's row knows of"},
		/* What it follows from. */
		{"UPDATE games SET final_scoring = 'everyone'",
	         "Move 0 is not the one that was made."},
		{"UPDATE games SET baobab_tokens = 'afterwards'",
	         "Move 0 is not the one that was made."},
		{"UPDATE games SET seed = zeroblob(32)", ""},
		{"UPDATE games SET commitment = zeroblob(32)", "The seed is not the one"},
		{"UPDATE seats SET entropy_from = 'server', entropy = zeroblob(16) WHERE seat = 0",
	         ""},
		{"UPDATE seats SET color = (SELECT 10 - sum(color) - 4 FROM seats) WHERE seat = 0",
	         "Move 0 is not the one that was made."},
		{"UPDATE seats SET bot = 'random' WHERE kind = 'bot'",
	         "Move 0 is not the one that was made."},
		{"UPDATE seats SET kind = 'link' WHERE kind = 'bot'",
	         "The rows of its seats make no game."},
		{"UPDATE seats SET kind = 'bot' WHERE seat = 0 AND kind <> 'bot' OR seat = 1 AND "
	         "kind <> 'bot'",
	         "The rows of its seats make no game."},
		{"UPDATE seats SET seat = 4 WHERE seat = 2", "The rows of its seats make no game."},
		{"UPDATE seats SET joined = 7 WHERE seat = 0",
	         "The rows of its seats make no game."},
		{"UPDATE seats SET color = 5 WHERE seat = 0",
	         "The rows of its seats make no game."},
		{"DELETE FROM seats WHERE seat > 0", "The rows of its seats make no game."},
		/* What lists show. */
		{"UPDATE games SET awaits = 'tile'", "The row says that it awaits \"tile\""},
		{"UPDATE games SET state = 'over', ended_at = 1",
	         "The row says wrongly whether the game is over."},
		{"UPDATE games SET turn = turn + 1", "The row says turn 14"},
		{"UPDATE games SET seat_on_turn = (seat_on_turn + 1) % 3",
	         "The row says wrongly whose turn"},
		{"UPDATE games SET tile = 'CS1.1'", "The row says wrongly which tile"},
		{"UPDATE games SET draw_at = 5", "The row says wrongly whether a draw"},
		{"UPDATE seats SET score = score + 1 WHERE seat = 1", "Seat 1 has "},
		{"UPDATE seats SET is_awaited = 1 - is_awaited WHERE seat = 2",
	         "The row of seat 2"},
		{"UPDATE seats SET has_won = 1 WHERE seat = 0", "The row of seat 0"},
		{"UPDATE seats SET resigned_at = 5 WHERE seat = 0", "The row of seat 0"},
		{"UPDATE seats SET deadline_at = deadline_at + 1 WHERE is_awaited", "Seat "},
		{"UPDATE seats SET remind_at = remind_at + 1 WHERE is_awaited", "Seat "},
		{"UPDATE seats SET awaited_since = awaited_since + 1 WHERE is_awaited", "Seat "},
		{"UPDATE seats SET clock_s = clock_s + 1 WHERE is_awaited", "Seat "},
		{"UPDATE seats SET deadline_at = 5 WHERE NOT is_awaited", "Seat "},
	};
	char id[GAME_ID_LEN + 1];
	start(p, id);
	keep(p);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_found(p, id, cases[i].sql, cases[i].sentence);
}

static void a_game_without_its_tile_set_is_told(void **state)
{
	struct party *p = *state;
	struct sets *none = calloc(1, sizeof(*none));
	struct found f = {0};
	struct fsck_report r = {.fault = keep_first, .context = &f};
	char id[GAME_ID_LEN + 1];
	assert_non_null(none);
	start(p, id);
	assert_int_equal(fsck_all(p->store, none, &r), 0);
	assert_string_equal(f.sentence, "Its tile set is not there.");
	free(none);
}

/* ---- Any byte ---- */

/* Another byte in the place of one of a text, and still a text. */
static unsigned flip_all(struct party *p, const char *id, const char *text, int n)
{
	unsigned missed = 0;
	for (size_t i = 0; text[i]; i++) {
		char sql[300], other[64];
		struct found f;
		snprintf(other, sizeof(other), "%s", text);
		other[i] ^= 1;
		snprintf(sql, sizeof(sql),
		         "UPDATE moves SET text = '%s' WHERE game_id = '%s' AND n = %d", other, id,
		         n);
		party_sql(p, sql);
		check(p, &f);
		if (!f.sentence[0]) {
			print_error("move %d: \"%s\" for \"%s\"\n", n, other, text);
			missed++;
		}
		snprintf(sql, sizeof(sql),
		         "UPDATE moves SET text = '%s' WHERE game_id = '%s' AND n = %d", text, id,
		         n);
		party_sql(p, sql);
	}
	return missed;
}

static void no_byte_of_a_move_can_be_another_one(void **state)
{
	struct party *p = *state;
	struct found f;
	char id[GAME_ID_LEN + 1];
	start(p, id);
	struct play *play = party_load(p, id);
	unsigned missed = 0, flipped = 0;
	for (size_t n = 0; n < play->move_count; n++) {
		missed += flip_all(p, id, play->moves[n].text, (int)n);
		flipped += (unsigned)strlen(play->moves[n].text);
	}
	print_message("%u bytes\n", flipped);
	assert_int_equal(missed, 0);
	assert_true(flipped > 200);
	check(p, &f);
	assert_string_equal(f.sentence, "");
	play_free(play);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(games_as_they_were_played_have_no_fault, party_open,
	                                        party_close),
		cmocka_unit_test_setup_teardown(every_game_of_many_is_looked_at, party_open,
	                                        party_close),
		cmocka_unit_test_setup_teardown(every_column_that_matters_is_compared, party_open,
	                                        party_close),
		cmocka_unit_test_setup_teardown(a_game_without_its_tile_set_is_told, party_open,
	                                        party_close),
		cmocka_unit_test_setup_teardown(no_byte_of_a_move_can_be_another_one, party_open,
	                                        party_close),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
