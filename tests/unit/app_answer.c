/* SPDX-License-Identifier: ISC */
/*
 * Lines that choose: every number and letter of the lists of many games, by words, with marks, and
 * lines that are none.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "app/answer.h"
#include "app/turn.h"
#include "support/party.h"

static struct play *begin_game(struct party *p)
{
	char id[GAME_ID_LEN + 1];
	party_start(p, &(struct party_game){.people = 2}, id);
	return party_load(p, id);
}

static enum answer_status read_line(const struct play *p, const char *line, struct answer *a)
{
	return answer_read(&p->set->ts, &p->game, p->game.seat_on_turn, line, a);
}

/* The line reads as a turn of that text. */
static void reads(const struct play *p, const char *line, const char *expected)
{
	struct answer a;
	char text[LIMIT_TURN_BYTES + 1];
	enum answer_status status = read_line(p, line, &a);
	if (status != ANSWER_READ)
		print_error("%s: status %d\n", line, (int)status);
	assert_int_equal(status, ANSWER_READ);
	turn_text(a.entries, a.count, text);
	assert_string_equal(text, expected);
}

/* "place 0,1 90; pass" of a number in the list. */
static void expect(const struct play *p, size_t number, const char *then,
                   char out[LIMIT_TURN_BYTES + 1])
{
	struct entry list[ANSWER_LIST_MAX];
	char text[NOTATION_MAX];
	size_t count = answer_list(&p->set->ts, &p->game, p->game.seat_on_turn, list);
	assert_true(number <= count);
	notation_format(&list[number - 1], text);
	snprintf(out, LIMIT_TURN_BYTES + 1, "%s; %s", text, then);
}

static void a_number_is_its_place_and_nothing_more(void **state)
{
	struct play *p = begin_game(*state);
	struct entry list[ANSWER_LIST_MAX];
	size_t count = answer_list(&p->set->ts, &p->game, p->game.seat_on_turn, list);
	assert_true(count > 1);
	for (size_t i = 1; i <= count; i++) {
		char line[32], expected[LIMIT_TURN_BYTES + 1];
		struct answer a;
		expect(p, i, "pass", expected);
		snprintf(line, sizeof(line), "%zu", i);
		if (read_line(p, line, &a) == ANSWER_READ)
			reads(p, line, expected);
		else
			assert_int_equal(a.after.awaits, AWAITS_RELOCATE);
	}
	play_free(p);
}

static void a_letter_is_a_meeple_at_that_place(void **state)
{
	struct play *p = begin_game(*state);
	struct entry list[ANSWER_LIST_MAX], meeples[ANSWER_MEEPLES_MAX];
	size_t count = answer_list(&p->set->ts, &p->game, p->game.seat_on_turn, list), seen = 0;
	for (size_t i = 0; i < count; i++) {
		size_t letters = answer_meeples(&p->set->ts, &p->game, &list[i], meeples);
		for (size_t k = 0; k < letters; k++) {
			char line[32], text[NOTATION_MAX], expected[LIMIT_TURN_BYTES + 1];
			struct answer a;
			notation_format(&meeples[k], text);
			expect(p, i + 1, text, expected);
			snprintf(line, sizeof(line), "%zu %c", i + 1, (char)('a' + k));
			if (read_line(p, line, &a) != ANSWER_READ)
				continue;
			reads(p, line, expected);
			seen++;
			snprintf(line, sizeof(line), "%zu%c.", i + 1, (char)('A' + k));
			reads(p, line, expected);
		}
		char line[32];
		struct answer a;
		snprintf(line, sizeof(line), "%zu %c", i + 1, (char)('a' + letters));
		assert_int_equal(read_line(p, line, &a), ANSWER_NO_NUMBER);
	}
	assert_true(seen > 0);
	play_free(p);
}

/* The first place after which no ranger waits. */
static size_t plain_place(const struct play *p)
{
	for (size_t number = 1;; number++) {
		char line[32];
		struct answer a;
		snprintf(line, sizeof(line), "%zu", number);
		enum answer_status status = read_line(p, line, &a);
		assert_int_not_equal(status, ANSWER_NO_NUMBER);
		if (status == ANSWER_READ)
			return number;
	}
}

static void marks_of_programs_and_of_habit_do_no_harm(void **state)
{
	static const char *const forms[] = {
		"%zu",
		" %zu ",
		"*%zu*",
		"**%zu**",
		"_%zu_",
		"> %zu",
		">> %zu",
		"\"%zu\"",
		"'%zu'",
		"\xe2\x80\x9c%zu\xe2\x80\x9d",
		"\xc2\xab%zu\xc2\xbb",
		"%zu.",
		"%zu)",
		"#%zu",
		"%zu!",
		"%zu;",
		"%zu; pass",
		"%zu; PASS",
		"%zu pass",
		"\xc2\xa0%zu",
		"nr %zu",
		"Nr. %zu",
		"option %zu",
		"№%zu",
		"n° %zu",
		"%zu please",
		"%zu thanks",
		"%zu :-)",
		"%zu ;-)",
		"%zu 👍",
		"%zu\xef\xb8\x8f\xe2\x83\xa3",
		"I take %zu!",
		"I’ll take %zu",
		"hi, I take number %zu please",
		"ich nehme die %zu, bitte",
		"je prends le numéro %zu s’il vous plaît",
		"%zu番でお願いします。",
		"%zu번으로 할게요",
		"我选第%zu个，谢谢",
	};
	struct play *p = begin_game(*state);
	char expected[LIMIT_TURN_BYTES + 1];
	size_t number = plain_place(p);
	expect(p, number, "pass", expected);
	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		char line[64];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
		snprintf(line, sizeof(line), forms[i], number);
#pragma GCC diagnostic pop
		reads(p, line, expected);
	}
	play_free(p);
}

static void a_turn_by_its_words_is_read_in_any_case(void **state)
{
	struct party *party = *state;
	struct play *p = begin_game(party);
	for (int i = 0; i < 40; i++) {
		struct turn t;
		char text[LIMIT_TURN_BYTES + 1], line[LIMIT_TURN_BYTES + 1];
		party_choose(party, p, p->game.seat_on_turn, &t);
		turn_text(t.entries, t.count, text);
		reads(p, text, text);
		for (size_t k = 0; k <= strlen(text); k++)
			line[k] = (char)(text[k] >= 'a' && text[k] <= 'z' ? text[k] - 32 : text[k]);
		reads(p, line, text);
		for (size_t k = 0; k <= strlen(text); k++)
			line[k] = (char)(text[k] >= 'A' && text[k] <= 'Z' ? text[k] + 32 : text[k]);
		reads(p, line, text);
	}
	play_free(p);
}

static void a_dash_of_any_kind_is_a_minus(void **state)
{
	struct play *p = begin_game(*state);
	struct answer a, b;
	enum answer_status plain = read_line(p, "place -1,0 0", &a);
	assert_int_equal(read_line(p,
	                           "place \xe2\x88\x92"
	                           "1,0 0",
	                           &b),
	                 plain);
	assert_int_equal(b.refusal, a.refusal);
	assert_string_equal(b.line, "place -1,0 0");
	assert_int_equal(read_line(p,
	                           "place \xe2\x80\x93"
	                           "1,0 0",
	                           &b),
	                 plain);
	play_free(p);
}

static void what_is_no_turn_is_none(void **state)
{
	static const char *const lines[] = {
		"",
		"Hello Ben,",
		"7 or 8?",
		"7?",
		"not 7",
		"no 7",
		"I take 7 or 8",
		"I take 7 days off",
		"number 7 number 8",
		"I have 7 meeples",
		"I take",
		"please",
		"99999999999999999999",
		"place",
		"pl 1,1 0",
		"--",
		"7 dig 1,0 NE",
		"place 3,1 91",
		"resign; pass",
	};
	struct play *p = begin_game(*state);
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		struct answer a;
		enum answer_status status = read_line(p, lines[i], &a);
		if (status == ANSWER_READ || status == ANSWER_NEEDS_MORE)
			print_error("%s\n", lines[i]);
		assert_true(status == ANSWER_NONE || status == ANSWER_NO_NUMBER);
	}
	play_free(p);
}

static void numbers_that_stand_in_no_list_are_told_apart(void **state)
{
	static const char *const lines[] = {"0", "9999", "007000", "999 a"};
	struct play *p = begin_game(*state);
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		struct answer a;
		assert_int_equal(read_line(p, lines[i], &a), ANSWER_NO_NUMBER);
	}
	play_free(p);
}

static void what_a_rule_forbids_is_refused_with_that_rule(void **state)
{
	struct play *p = begin_game(*state);
	struct answer a;
	assert_int_equal(read_line(p, "place 0,0 0; pass", &a), ANSWER_REFUSED);
	assert_int_not_equal(a.refusal, REFUSAL_NONE);
	assert_int_equal(read_line(p, "pass", &a), ANSWER_REFUSED);
	play_free(p);
}

/* ---- What a turn still needs ---- */

/* A place with which a ranger is displaced. */
static bool displaces(const struct play *p, void *context)
{
	struct entry list[ANSWER_LIST_MAX];
	char *line = context;
	if (p->game.awaits != AWAITS_PLACE)
		return false;
	size_t count = answer_list(&p->set->ts, &p->game, p->game.seat_on_turn, list);
	for (size_t i = 0; i < count; i++) {
		struct answer a;
		snprintf(line, 32, "%zu", i + 1);
		if (read_line(p, line, &a) == ANSWER_NEEDS_MORE &&
		    a.after.awaits == AWAITS_RELOCATE)
			return true;
	}
	return false;
}

static void a_displaced_ranger_is_asked_for_and_chosen_behind_the_line(void **state)
{
	struct party *party = *state;
	char id[GAME_ID_LEN + 1], line[32], more[600];
	struct answer a;
	struct entry list[ANSWER_LIST_MAX];
	party_start(party, &(struct party_game){.people = 2}, id);
	assert_true(party_forward(party, id, displaces, line));
	struct play *p = party_load(party, id);
	assert_int_equal(read_line(p, line, &a), ANSWER_NEEDS_MORE);
	assert_string_equal(a.line, line);
	struct game after = a.after;
	size_t count = answer_list(&p->set->ts, &after, p->game.seat_on_turn, list);
	assert_true(count > 0);
	for (size_t i = 0; i < count; i++) {
		char text[NOTATION_MAX];
		snprintf(more, sizeof(more), "%s %zu", line, i + 1);
		assert_int_equal(read_line(p, more, &a), ANSWER_READ);
		assert_int_equal(a.entries[a.count - 1].type, ENTRY_RELOCATE);
		assert_memory_equal(&a.entries[a.count - 1], &list[i], sizeof(list[i]));
		notation_format(&list[i], text);
		snprintf(more, sizeof(more), "%s; pass; %s", line, text);
		assert_int_equal(read_line(p, more, &a), ANSWER_READ);
	}
	snprintf(more, sizeof(more), "%s %zu", line, count + 1);
	assert_int_equal(read_line(p, more, &a), ANSWER_NO_NUMBER);
	play_free(p);
}

static void a_word_is_a_number_or_pass(void **state)
{
	struct party *party = *state;
	char id[GAME_ID_LEN + 1];
	struct turn t;
	party_start(party, &(struct party_game){.people = 3}, id);
	while (!party_forward(party, id, party_asks_two, &t))
		party_start(party, &(struct party_game){.people = 3}, id);
	struct play *p = party_load(party, id);
	struct game g = p->game;
	for (size_t i = 0; i < t.count; i++)
		assert_int_equal(game_apply(&p->set->ts, &g, &t.entries[i]), REFUSAL_NONE);
	for (unsigned seat = 0; seat < 3; seat++) {
		struct entry list[ANSWER_LIST_MAX];
		struct answer a;
		size_t count = answer_list(&p->set->ts, &g, seat, list);
		if (g.awaits != AWAITS_BOOST || !count)
			continue;
		/* No token is the last one. */
		assert_int_equal(list[count - 1].animals[0], ANIMAL_NONE);
		assert_int_not_equal(list[0].animals[0], ANIMAL_NONE);
		assert_int_equal(answer_read(&p->set->ts, &g, seat, "pass", &a), ANSWER_READ);
		for (size_t i = 0; i < a.count; i++)
			assert_int_equal(a.entries[i].animals[0], ANIMAL_NONE);
		enum answer_status status = answer_read(&p->set->ts, &g, seat, "1", &a);
		assert_true(status == ANSWER_READ || status == ANSWER_NEEDS_MORE);
		assert_memory_equal(&a.entries[0], &list[0], sizeof(list[0]));
	}
	play_free(p);
}

static void lines_of_any_length_end(void **state)
{
	struct play *p = begin_game(*state);
	char line[3 * LIMIT_FIRST_LINE_BYTES];
	struct answer a;
	for (const char *c = "7 ;,-*\xe2\x80"; *c; c++) {
		memset(line, *c, sizeof(line) - 1);
		line[sizeof(line) - 1] = '\0';
		enum answer_status status = read_line(p, line, &a);
		assert_true(status == ANSWER_NONE || status == ANSWER_NO_NUMBER);
	}
	for (size_t i = 0; i + 2 < sizeof(line); i += 2)
		memcpy(line + i, "1 ", 3);
	assert_int_not_equal(read_line(p, line, &a), ANSWER_READ);
	play_free(p);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, party_open, party_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_number_is_its_place_and_nothing_more),
		TEST(a_letter_is_a_meeple_at_that_place),
		TEST(marks_of_programs_and_of_habit_do_no_harm),
		TEST(a_turn_by_its_words_is_read_in_any_case),
		TEST(a_dash_of_any_kind_is_a_minus),
		TEST(what_is_no_turn_is_none),
		TEST(numbers_that_stand_in_no_list_are_told_apart),
		TEST(what_a_rule_forbids_is_refused_with_that_rule),
		TEST(a_displaced_ranger_is_asked_for_and_chosen_behind_the_line),
		TEST(a_word_is_a_number_or_pass),
		TEST(lines_of_any_length_end),
	};
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
