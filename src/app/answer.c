/* SPDX-License-Identifier: ISC */
/*
 * Lines that choose: see answer.h.
 */
#include "app/answer.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/courtesy.h"
#include "app/turnings.h"
#include "base/number.h"

/* ---- Lists ---- */

static size_t list_places(const struct tileset *ts, const struct game *g, unsigned seat,
                          struct entry *out)
{
	size_t count = 0;
	for (unsigned i = 0; i < g->open_count; i++) {
		const struct game_space *s = &g->spaces[g->open[i]];
		unsigned mask = turnings_of(ts, g, s->x, s->y);
		for (unsigned turns = 0; turns < 4; turns++) {
			if (mask >> turns & 1)
				out[count++] = (struct entry){.type = ENTRY_PLACE,
				                              .seat = (uint8_t)seat,
				                              .x = s->x,
				                              .y = s->y,
				                              .turns = (uint8_t)turns};
		}
	}
	return count;
}

/* As one reads a board: from the top row down, from left to right. */
static int by_space(const void *a, const void *b)
{
	const struct entry *p = a, *q = b;
	return p->y != q->y ? q->y - p->y : p->x != q->x ? p->x - q->x : p->turns - q->turns;
}

size_t answer_list(const struct tileset *ts, const struct game *g, unsigned seat,
                   struct entry out[ANSWER_LIST_MAX])
{
	if (!(game_awaited_seats(g) >> seat & 1))
		return 0;
	if (g->awaits == AWAITS_PLACE) {
		size_t count = list_places(ts, g, seat, out);
		qsort(out, count, sizeof(out[0]), by_space);
		return count;
	}
	size_t count = game_legal(ts, g, seat, 0, ANSWER_LIST_MAX, out);
	if (g->awaits == AWAITS_BOOST && count > 0) {
		struct entry none = out[0];
		memmove(out, out + 1, (count - 1) * sizeof(out[0]));
		out[count - 1] = none;
	}
	return count;
}

/* Those of what is legal, from a game in which the tile lies. */
static size_t list_meeples(const struct tileset *ts, const struct game *g, unsigned seat,
                           struct entry out[ANSWER_MEEPLES_MAX])
{
	/* "pass" comes first, then meeples. */
	struct entry first[ANSWER_MEEPLES_MAX + 1];
	size_t count = 0, legal;
	if (g->awaits != AWAITS_ACTION)
		return 0;
	legal = game_legal(ts, g, seat, 0, ANSWER_MEEPLES_MAX + 1, first);
	for (size_t i = 0; i < legal && i < ANSWER_MEEPLES_MAX + 1; i++) {
		if (first[i].type == ENTRY_MEEPLE || first[i].type == ENTRY_BAOBAB)
			out[count++] = first[i];
	}
	return count;
}

size_t answer_meeples(const struct tileset *ts, const struct game *g, const struct entry *place,
                      struct entry out[ANSWER_MEEPLES_MAX])
{
	struct game after = *g;
	if (game_apply(ts, &after, place) != REFUSAL_NONE)
		return 0;
	return list_meeples(ts, &after, place->seat, out);
}

/* ---- A line's words ---- */

/* Dashes that are written for a minus: U+2010 to U+2015, U+2212. 0: none. */
static size_t dash_len(const char *c)
{
	return strncmp(c, "\xe2\x80", 2) == 0 && (unsigned char)c[2] >= 0x90 &&
	                       (unsigned char)c[2] <= 0x95
	               ? 3
	       : strncmp(c, "\xe2\x88\x92", 3) == 0 ? 3
	                                            : 0;
}

/* Quotes and blanks beyond ASCII: " ' of all kinds, the angles, the blank that does not break, that
 * of ideographs; and the ring of degrees. */
static size_t mark_len(const char *c)
{
	if (strncmp(c, "\xe2\x80", 2) == 0)
		return (unsigned char)c[2] >= 0x98 ? 3 : 0;
	if (strncmp(c, "\xe3\x80\x80", 3) == 0)
		return 3;
	return c[0] == '\xc2' && c[1] && strchr("\xab\xbb\xa0\xb0\xba", c[1]) ? 2 : 0;
}

/* The wide forms of ASCII, U+FF01 to U+FF5E, as phones in Japan write digits. 0: none. */
static char narrow(const char *c)
{
	unsigned char low = (unsigned char)c[0] == 0xef ? (unsigned char)c[1] : 0;
	unsigned char last = low == 0xbc || low == 0xbd ? (unsigned char)c[2] : 0;
	if (last < 0x80 || (low == 0xbc && last == 0x80) || (low == 0xbd && last > 0x9e))
		return 0;
	return (char)(0x20 + (low - 0xbc) * 0x40 + last - 0x80);
}

/* A comma belongs to a space's numbers where it stands between them. */
static bool is_between(const char *line, const char *comma)
{
	return comma > line && isdigit((unsigned char)comma[-1]) &&
	       (isdigit((unsigned char)comma[1]) || comma[1] == '-' || dash_len(comma + 1));
}

/* "place 3, 1" is "place 3,1"; but "3, 1" is number 3 and then 1. So a blank behind the comma is
 * none of a space's where no word stands before. Answers how many blanks are to be left out. */
static size_t blanks_between(const char *out, size_t at, const char *comma)
{
	size_t blanks = strspn(comma + 1, " ");
	const char *next = comma + 1 + blanks;
	size_t first = at;
	if (!(isdigit((unsigned char)*next) || *next == '-' || dash_len(next)))
		return 0;
	while (first > 0 && (isdigit((unsigned char)out[first - 1]) || out[first - 1] == '-'))
		first--;
	return first < at && first > 1 && out[first - 1] == ' ' &&
	                       isalpha((unsigned char)out[first - 2])
	               ? blanks
	               : 0;
}

/* ASCII and dashes as they are meant, marks as blanks; one blank at most, none at the ends. */
static void clean_marks(const char *line, char out[LIMIT_FIRST_LINE_BYTES + 1])
{
	size_t at = 0;
	for (const char *c = line; *c && at < LIMIT_FIRST_LINE_BYTES;) {
		size_t dash = dash_len(c), mark = mark_len(c);
		size_t blanks = *c == ',' ? blanks_between(out, at, c) : 0;
		bool is_mark = mark || strchr(" \t*_\"'`>#()[]{}.!:", *c) ||
		               (*c == ',' && !blanks && !is_between(line, c));
		char put = dash ? '-' : is_mark ? ' ' : *c;
		if (put != ' ' || (at > 0 && out[at - 1] != ' '))
			out[at++] = put;
		c += dash ? dash : mark ? mark : 1 + blanks;
	}
	while (at > 0 && strchr(" ;", out[at - 1]))
		at--;
	out[at] = '\0';
}

void answer_clean(const char *line, char out[LIMIT_FIRST_LINE_BYTES + 1])
{
	char plain[LIMIT_FIRST_LINE_BYTES + 1];
	size_t at = 0;
	for (const char *c = line; *c && at < LIMIT_FIRST_LINE_BYTES;) {
		char ascii = narrow(c);
		plain[at++] = ascii ? ascii : *c;
		c += ascii ? 3 : 1;
	}
	plain[at] = '\0';
	clean_marks(plain, out);
	courtesy_drop(out);
}

enum { WORDS_MAX = 5 * NOTATION_TURN_MAX, WORD_BYTES = 16 };

/* "7a" is 7 and a. */
static size_t number_len(const char *word, size_t len)
{
	size_t digits = strspn(word, "0123456789");
	return digits > 0 && digits + 1 == len && isalpha((unsigned char)word[digits]) ? digits
	                                                                               : len;
}

/* Sides, corners and animals are written large, all else small. */
static size_t split(const char *line, char words[WORDS_MAX][WORD_BYTES])
{
	size_t count = 0;
	for (const char *c = line; *(c += strspn(c, " ;"));) {
		size_t len = number_len(c, strcspn(c, " ;"));
		if (count == WORDS_MAX || len >= WORD_BYTES)
			return 0;
		for (size_t i = 0; i < len; i++)
			words[count][i] = (char)(len <= 2 ? toupper((unsigned char)c[i])
			                                  : tolower((unsigned char)c[i]));
		words[count++][len] = '\0';
		c += len;
	}
	return count;
}

/* ---- Reading ---- */

struct reader {
	const struct tileset *ts;
	unsigned seat;
	struct answer *out;
};

static enum answer_status choose(struct reader *r, const struct entry *e)
{
	struct answer *a = r->out;
	if (a->count == NOTATION_TURN_MAX)
		return ANSWER_NONE;
	a->refusal = game_apply(r->ts, &a->after, e);
	if (a->refusal != REFUSAL_NONE)
		return ANSWER_REFUSED;
	a->entries[a->count++] = *e;
	return ANSWER_READ;
}

/* Is something to be chosen of the seat, as the game lies now? */
static bool is_asked(const struct reader *r)
{
	const struct game *g = &r->out->after;
	return g->awaits != AWAITS_TOKENS && g->awaits != AWAITS_TILE &&
	       (game_awaited_seats(g) >> r->seat & 1);
}

static const struct entry *pass_of(unsigned seat, struct entry *e)
{
	*e = (struct entry){.type = ENTRY_PASS, .seat = (uint8_t)seat};
	return e;
}

static enum answer_status choose_number(struct reader *r, const char *word)
{
	struct entry list[ANSWER_LIST_MAX], pass;
	int64_t number;
	/* Behind a place: nothing but the place, and on to what follows. */
	if (r->out->after.awaits == AWAITS_ACTION && r->out->count > 0) {
		enum answer_status status = choose(r, pass_of(r->seat, &pass));
		if (status != ANSWER_READ)
			return status;
	}
	size_t count = is_asked(r) ? answer_list(r->ts, &r->out->after, r->seat, list) : 0;
	if (!number_parse(word, 1, (int64_t)count, &number))
		return ANSWER_NO_NUMBER;
	return choose(r, &list[number - 1]);
}

static enum answer_status choose_letter(struct reader *r, char letter)
{
	struct entry list[ANSWER_MEEPLES_MAX];
	size_t count = list_meeples(r->ts, &r->out->after, r->seat, list);
	size_t index = (size_t)(letter - 'A');
	if (r->out->count == 0)
		return ANSWER_NONE;
	return index < count ? choose(r, &list[index]) : ANSWER_NO_NUMBER;
}

/* No token, for each feature for which the seat is asked. */
static enum answer_status add_none(struct reader *r)
{
	struct entry list[ANSWER_LIST_MAX];
	enum answer_status status = ANSWER_READ;
	while (status == ANSWER_READ && is_asked(r) && r->out->after.awaits == AWAITS_BOOST) {
		size_t count = answer_list(r->ts, &r->out->after, r->seat, list);
		status = choose(r, &list[count - 1]);
	}
	return status;
}

static size_t words_of(const char *first, const char *second)
{
	static const struct {
		const char *word;
		size_t count;
	} kinds[] = {{"place", 3},  {"meeple", 3}, {"ranger", 3},   {"dig", 4},
	             {"expand", 4}, {"pass", 1},   {"relocate", 2}, {"boost", 4}};
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (strcmp(first, kinds[i].word) == 0)
			return strcmp(second, "baobab") == 0 ? 2 : kinds[i].count;
	}
	return 0;
}

/* An entry by its words, from words[0] on; *used of them. */
static enum answer_status choose_words(struct reader *r, char (*words)[WORD_BYTES], size_t count,
                                       size_t *used)
{
	char text[4 * WORD_BYTES + 8] = "";
	struct entry e;
	size_t len = 0, wanted = words_of(words[0], count > 1 ? words[1] : "");
	if (wanted == 0 || wanted > count)
		return ANSWER_NONE;
	for (size_t i = 0; i < wanted; i++)
		len += (size_t)snprintf(text + len, sizeof(text) - len, "%s%s", i ? " " : "",
		                        words[i]);
	*used = wanted;
	if (strcmp(words[0], "pass") == 0 && r->out->after.awaits == AWAITS_BOOST && is_asked(r))
		return add_none(r);
	if (notation_parse(text, len, r->seat, &e) < 0)
		return ANSWER_NONE;
	return choose(r, &e);
}

static enum answer_status read_word(struct reader *r, char (*words)[WORD_BYTES], size_t count,
                                    size_t *used)
{
	const char *word = words[0];
	*used = 1;
	if (isdigit((unsigned char)word[0]))
		return strspn(word, "0123456789") == strlen(word) ? choose_number(r, word)
		                                                  : ANSWER_NONE;
	if (isupper((unsigned char)word[0]) && !word[1])
		return choose_letter(r, word[0]);
	return choose_words(r, words, count, used);
}

enum answer_status answer_read(const struct tileset *ts, const struct game *g, unsigned seat,
                               const char *line, struct answer *out)
{
	char words[WORDS_MAX][WORD_BYTES];
	struct reader r = {ts, seat, out};
	struct entry pass;
	*out = (struct answer){.after = *g};
	answer_clean(line, out->line);
	size_t count = split(out->line, words);
	enum answer_status status = count ? ANSWER_READ : ANSWER_NONE;
	for (size_t i = 0, used; i < count && status == ANSWER_READ; i += used)
		status = read_word(&r, words + i, count - i, &used);
	if (status == ANSWER_READ && out->after.awaits == AWAITS_ACTION && is_asked(&r))
		status = choose(&r, pass_of(seat, &pass));
	return status == ANSWER_READ && is_asked(&r) ? ANSWER_NEEDS_MORE : status;
}
