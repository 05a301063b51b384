/* SPDX-License-Identifier: ISC */
/*
 * Every mistake that a tile set's file can hold, with its line and its reason. What a good file
 * gives is in engine_tileset.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/play.h"

#define START "start S\nspace 0 0 ssss\nranger 1 0\nranger 0 1\n"
#define A "tile A x1 ssss\n"

struct fault {
	const char *text;
	int line;
	const char *reason;
};

static const struct fault faults[] = {
	/* lines and words */
	{A "tiger A\n" START, 2, "unknown word \"tiger\""},
	{"tile A x1 ssss big\n" START, 1, "unknown word \"big\""},
	{"tile A x1 ssss\n baobab tall\n" START, 2, "unknown word \"tall\""},
	{A "start S\nspace 0 0 ssss round\n", 3, "unknown word \"round\""},
	{A "start S far\n", 2, "unknown word \"far\""},
	{A "start S\nspace 0 0 ssss\nranger 0 1 2\n", 4, "unknown word \"2\""},
	{"tile A x1 ss\x01s\n" START, 1, "a byte that is no printable ASCII (0x01)"},
	{"tile A x1 ssss\n# \xff is fine in a comment\n\xc3\xa4\n" START, 3,
         "a byte that is no printable ASCII (0xc3)"},
	{"tile A x1 ssss\rx\n" START, 1, "a byte that is no printable ASCII (0x0d)"},
	/* tiles */
	{"tile\n", 1, "a code has 1 to 15 letters and digits, not \"\""},
	{"tile A-1 x1 ssss\n", 1, "a code has 1 to 15 letters and digits, not \"A-1\""},
	{"tile A234567890123456 x1 ssss\n", 1,
         "a code has 1 to 15 letters and digits, not \"A234567890123456\""},
	{A "tile A x1 ssss\n", 2, "there is a tile A already"},
	{"tile A 2 ssss\n", 1, "copies are x1 to x96, not \"2\""},
	{"tile A x0 ssss\n", 1, "copies are x1 to x96, not \"x0\""},
	{"tile A x97 ssss\n", 1, "copies are x1 to x96, not \"x97\""},
	{"tile A x01 ssss\n", 1, "copies are x1 to x96, not \"x01\""},
	{"tile A x1x ssss\n", 1, "copies are x1 to x96, not \"x1x\""},
	{"tile A x\n", 1, "copies are x1 to x96, not \"x\""},
	{"tile A\n", 1, "copies are x1 to x96, not \"\""},
	{"tile A x90 ssss\ntile B x7 ssss\n", 2, "at most 96 tiles in a set"},
	{"tile A x1 sss\n", 1,
         "four edges wanted (s, t or b for north, east, south, west), not \"sss\""},
	{"tile A x1\n", 1, "four edges wanted (s, t or b for north, east, south, west), not \"\""},
	{"tile A x1 sssq\n", 1, "an edge is s, t or b, not \"q\""},
	{"tile A x1 sss?\n", 1, "an edge is s, t or b, not \"?\""},
	{START, 4, "a set has 1 to 96 tiles"},
	{"", 1, "a set has 1 to 96 tiles"},
	{A START "tile B x1 ssss\n", 6, "tiles stand before the start"},
	/* pieces */
	{"trail N\n", 1, "a piece belongs below a tile or a space of the start"},
	{A "start S\nbush N\n", 3, "a piece belongs below a tile or a space of the start"},
	{A START "trail N\n", 6, "a piece belongs below a tile or a space of the start"},
	{"baobab\n", 1, "a baobab stands on a tile or a space of the start"},
	{"tile A x1 ssss\n baobab\n baobab\n", 3, "A has a baobab already"},
	{"tile A x1 ttss\n trail N\n" START, 1, "side E of A belongs to no piece"},
	{A "tile B x1 sssb\n" A, 2, "side W of B belongs to no piece"},
	{A "start S\nspace 0 0 btss\n bush N\n", 3, "side E of S belongs to no piece"},
	{"tile A x1 ttss\n trail N+E\n trail E\n", 3, "side E belongs to a piece already"},
	{"tile A x1 ttss\n trail N+E+N\n", 2, "side N is named twice"},
	{"tile A x1 btss\n trail N\n", 2, "side N of A shows other terrain"},
	{"tile A x1 btss\n bush N+E\n", 2, "side E of A shows other terrain"},
	{"tile A x1 tsss\n trail S\n", 2, "side S of A shows other terrain"},
	{"tile A x1 tsss\n trail\n", 2, "a piece names the sides that it reaches"},
	{"tile A x1 ttss\n trail NE\n", 2,
         "sides are N, E, S and W with + between them, not \"NE\""},
	{"tile A x1 ttss\n trail N+\n", 2,
         "sides are N, E, S and W with + between them, not \"N+\""},
	{"tile A x1 ttss\n trail +N\n", 2,
         "sides are N, E, S and W with + between them, not \"+N\""},
	{"tile A x1 tsss\n trail n\n", 2, "sides are N, E, S and W with + between them, not \"n\""},
	{"tile A x1 tttt\n trail N\n trail E\n trail S\n trail W\n trail N\n", 6,
         "a tile has at most 4 pieces"},
	/* animals and birds */
	{"tile A x2 tsss\n trail N animals M\n", 2, "animals for 1 copies, but there are 2 of A"},
	{"tile A x2 tsss\n trail N animals M E L\n", 2,
         "animals for 3 copies, but there are 2 of A"},
	{"tile A x2 tsss\n trail N animals\n", 2, "animals for 0 copies, but there are 2 of A"},
	{"tile A x2 bsss\n bush N animals M M birds 1\n", 2,
         "birds for 1 copies, but there are 2 of A"},
	{"tile A x2 bsss\n bush N birds 1 2 3 animals M M\n", 2,
         "birds for 3 copies, but there are 2 of A"},
	{"tile A x1 tsss\n trail N animals H\n", 2, "animals are M, E, G, L, Z or -, not \"H\""},
	{"tile A x1 tsss\n trail N animals M-\n", 2, "animals are M, E, G, L, Z or -, not \"M-\""},
	{"tile A x1 tsss\n trail N animals MEG\n", 2, "at most 2 animals on a piece, not \"MEG\""},
	{"tile A x1 bsss\n bush N birds 8\n", 2, "birds are 0 to 7, not \"8\""},
	{"tile A x1 bsss\n bush N birds -1\n", 2, "birds are 0 to 7, not \"-1\""},
	{"tile A x1 bsss\n bush N birds -0\n", 2, "birds are 0 to 7, not \"-0\""},
	{"tile A x1 bsss\n bush N birds M\n", 2, "birds are 0 to 7, not \"M\""},
	{"tile A x1 tsss\n trail N birds 1\n", 2, "unknown word \"birds\""},
	{"tile A x1 tsss\n trail N animals M animals M\n", 2, "unknown word \"animals\""},
	{"tile A x1 bsss\n bush N birds 1 birds 1\n", 2, "unknown word \"birds\""},
	{"tile A x1 bsss\n bush N lions\n", 2, "unknown word \"lions\""},
	/* the start */
	{A, 1, "the start has no space 0 0"},
	{A "\n\n", 3, "the start has no space 0 0"},
	{A "start S\nspace 0 1 ssss\nranger 1 1\nranger 0 2\n", 2, "the start has no space 0 0"},
	{A START "start T\n", 6, "there is a start already"},
	{A "start A\n", 2, "there is a tile A already"},
	{A "start\n", 2, "a code has 1 to 15 letters and digits, not \"\""},
	{A "space 0 0 ssss\n", 2, "a space belongs below the start"},
	{A "start S\nspace 0 0 ssss\nspace 0 0 ssss\n", 4, "the start has the space 0 0 already"},
	{A "start S\nspace 0 7 ssss\n", 3, "X and Y are numbers from -6 to 6"},
	{A "start S\nspace 0 ssss\n", 3, "X and Y are numbers from -6 to 6"},
	{A "start S\nspace +0 0 ssss\n", 3, "X and Y are numbers from -6 to 6"},
	{A "start S\nspace 0 0 ssss\nranger 1\n", 4, "X and Y are numbers from -6 to 6"},
	{A
         "start S\nspace 0 0 ssss\nspace 1 0 ssss\nspace 2 0 ssss\nspace 3 0 ssss\nspace 4 0 ssss\n"
         "space 5 0 ssss\nspace 6 0 ssss\n",
         9, "at most 6 spaces in the start"},
	{A "start S\nspace 0 0 ssss\nspace 1 1 ssss\nranger 1 0\nranger 0 1\n", 4,
         "the space 1 1 lies apart from the rest of the start"},
	{A "start S\nspace 0 2 ssss\nspace 0 0 ssss\nranger 1 0\nranger 0 1\n", 3,
         "the space 0 2 lies apart from the rest of the start"},
	{A "start S\nspace 0 0 stss\n trail E\nspace 1 0 ssss\nranger 0 1\nranger 0 -1\n", 3,
         "side E does not match the space beside it"},
	{A "start S\nspace 0 1 ssbs\n bush S\nspace 0 0 tsss\n trail N\nranger 1 0\nranger 0 -1\n",
         5, "side N does not match the space beside it"},
	/* the rangers */
	{A "start S\nspace 0 0 ssss\nranger 1 0\n", 2, "the start needs two rangers"},
	{A "start S\nspace 0 0 ssss\n", 2, "the start needs two rangers"},
	{A START "ranger 0 -1\n", 6, "there are two rangers, not three"},
	{A "ranger 1 0\n", 2, "a ranger belongs below the start"},
	{A "start S\nspace 0 0 ssss\nranger 1 0\nranger 1 0\n", 5,
         "the rangers stand on different spaces"},
	{A "start S\nspace 0 0 ssss\nranger 1 0\nranger 0 0\n", 5,
         "a ranger stands on an empty space beside the start, not on 0 0"},
	{A "start S\nspace 0 0 ssss\nranger 1 0\nranger 1 1\n", 5,
         "a ranger stands on an empty space beside the start, not on 1 1"},
	{A "start S\nspace 0 0 ssss\nranger 2 0\nranger 0 1\n", 4,
         "a ranger stands on an empty space beside the start, not on 2 0"},
};

static void has_fault(const char *text, size_t len, int line, const char *reason)
{
	struct tileset ts;
	struct tileset_fault fault = {0, ""};
	if (tileset_parse(&ts, text, len, &fault) != -1)
		fail_msg("read without a fault: %s", text);
	assert_string_equal(fault.reason, reason);
	if (fault.line != line)
		fail_msg("line %d instead of %d: %s", fault.line, line, text);
}

static void every_mistake_is_named_by_its_line(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++)
		has_fault(faults[i].text, strlen(faults[i].text), faults[i].line, faults[i].reason);
}

static void at_most_64_kinds(void **state)
{
	(void)state;
	char text[2048];
	size_t at = 0;
	for (int i = 0; i < 65; i++)
		at += (size_t)snprintf(text + at, sizeof(text) - at, "tile K%d x1 ssss\n", i);
	has_fault(text, at, 65, "at most 64 kinds of tiles");
}

static void a_line_has_an_end_of_words(void **state)
{
	(void)state;
	char text[1024];
	memset(text, ' ', sizeof(text));
	for (size_t i = 0; i < sizeof(text); i += 2)
		text[i] = 'x';
	has_fault(text, sizeof(text), 1, "too many words on a line");
}

static void a_file_has_an_end_of_bytes(void **state)
{
	(void)state;
	static char text[TILESET_FILE_MAX + 1];
	memset(text, '\n', sizeof(text));
	has_fault(text, sizeof(text), 1, "a tile set's file has at most 65536 bytes");
	has_fault(text, sizeof(text) - 1, TILESET_FILE_MAX, "a set has 1 to 96 tiles");
	has_fault("tile A\0 x1 ssss", 15, 1, "a byte that is no printable ASCII (0x00)");
}

/* Words of any length are shown shortened. */
static void a_long_word_is_cut_in_the_reason(void **state)
{
	(void)state;
	char text[4096];
	memset(text, 'y', sizeof(text));
	has_fault(text, sizeof(text), 1, "unknown word \"yyyyyyyyyyyyyyyyyyyyyyyy\"");
}

/* Every beginning of a good file, and every file with one byte changed, is read or refused by its
 * line. */
static void a_damaged_file_is_read_or_refused_by_its_line(void **state)
{
	(void)state;
	struct tileset ts;
	char text[2048];
	size_t len = strlen(PLAY_TOY);
	int lines = 1;
	assert_true(len < sizeof(text));
	for (size_t i = 0; i < len; i++)
		lines += PLAY_TOY[i] == '\n';
	for (size_t i = 0; i < len; i++) {
		struct tileset_fault fault = {0, ""};
		if (tileset_parse(&ts, PLAY_TOY, i, &fault) != -1)
			assert_true(i + 1 == len); /* without the last line's end */
		else
			assert_true(fault.line >= 1 && fault.line <= lines && fault.reason[0]);
		memcpy(text, PLAY_TOY, len);
		text[i] = (char)(text[i] ^ 1 << i % 8);
		fault.line = 0;
		if (tileset_parse(&ts, text, len, &fault) == -1)
			assert_true(fault.line >= 1 && fault.line <= lines);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_mistake_is_named_by_its_line),
		cmocka_unit_test(at_most_64_kinds),
		cmocka_unit_test(a_line_has_an_end_of_words),
		cmocka_unit_test(a_file_has_an_end_of_bytes),
		cmocka_unit_test(a_long_word_is_cut_in_the_reason),
		cmocka_unit_test(a_damaged_file_is_read_or_refused_by_its_line),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
