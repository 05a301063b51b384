/* SPDX-License-Identifier: ISC */
/*
 * The shapes of quotes and signatures: see quoting.h. Comparisons are made with folded text
 * (plain_fold), so that the tables are in lower case and composed. The words stand in
 * quoting_words.c.
 */
#include "notify/quoting.h"

#include <string.h>

#include "notify/plain.h"
#include "notify/quoting_words.h"

enum {
	FOLDED_BYTES = 800,      /* a longer line is no introduction and no advertisement */
	INTRODUCTION_LINES = 4,  /* over which a program breaks one */
	WRAPPED_FROM_BYTES = 40, /* a line that was broken is at least so long */
	BLOCK_LINES = 6,         /* in which a block of From, Sent, To shows itself */
	LABEL_BYTES = 40,
	LABEL_WORDS = 3,
	ADVERTISEMENT_BYTES = 220,
};

/* ---- Lines ---- */

static struct line trimmed(const char *text, size_t len)
{
	while (len && *text == ' ') {
		text++;
		len--;
	}
	while (len && (text[len - 1] == ' ' || text[len - 1] == '\r'))
		len--;
	return (struct line){text, len};
}

bool lines_next(struct lines *lines, struct line *out)
{
	if (lines->at == lines->end)
		return false;
	const char *lf = memchr(lines->at, '\n', (size_t)(lines->end - lines->at));
	const char *end = lf ? lf : lines->end;
	*out = trimmed(lines->at, (size_t)(end - lines->at));
	lines->at = lf ? lf + 1 : end;
	return true;
}

/* The next line that is not empty, or false. */
static bool lines_next_filled(struct lines *lines, struct line *out)
{
	while (lines_next(lines, out)) {
		if (out->len)
			return true;
	}
	return false;
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* How many of a line's first bytes are among these. */
static size_t span(struct line line, const char *bytes)
{
	size_t n = 0;
	while (n < line.len && line.text[n] && strchr(bytes, line.text[n]))
		n++;
	return n;
}

bool line_is_quoted(struct line line)
{
	size_t initials = span(line, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
	if (initials <= 3 && initials < line.len && line.text[initials] == '>')
		return true;
	static const char wide[] = "＞";
	return (line.len >= 1 && line.text[0] == '|') ||
	       (line.len >= sizeof(wide) - 1 && memcmp(line.text, wide, sizeof(wide) - 1) == 0);
}

bool line_is_signature_mark(struct line line)
{
	static const char dash[] = "—";
	return (line.len == 2 && memcmp(line.text, "--", 2) == 0) ||
	       (line.len == sizeof(dash) - 1 && memcmp(line.text, dash, line.len) == 0) ||
	       (line.len >= 3 && span(line, "_") == line.len);
}

bool line_begins_signed_text(struct line line)
{
	static const char armour[] = "-----BEGIN PGP SIGNED MESSAGE-----";
	return line.len == sizeof(armour) - 1 && memcmp(line.text, armour, line.len) == 0;
}

bool line_is_ornament(struct line line)
{
	static const char *const pictures[] = {"[image: ", "[cid:", "[image]", "[inline image"};
	/* Dashes, bullets and the mark that a tracker leaves. */
	static const char *const marks[] = {"—", "–", "―", "─", "━", "•", "·", "ᐧ", "…", "￼"};
	char folded[FOLDED_BYTES];
	if (plain_fold(folded, sizeof(folded), line.text, line.len)) {
		size_t n = strlen(folded);
		for (size_t i = 0; i < sizeof(pictures) / sizeof(pictures[0]); i++) {
			if (strncmp(folded, pictures[i], strlen(pictures[i])) == 0 &&
			    strchr(folded, ']') == folded + n - 1)
				return true;
		}
	}
	for (size_t at = 0; at < line.len;) {
		size_t n = span((struct line){line.text + at, line.len - at}, "-_=*~#+. \\");
		for (size_t i = 0; !n && i < sizeof(marks) / sizeof(marks[0]); i++) {
			size_t len = strlen(marks[i]);
			if (line.len - at >= len && memcmp(line.text + at, marks[i], len) == 0)
				n = len;
		}
		if (!n)
			return false;
		at += n;
	}
	return true;
}

/* ---- Words in folded text ---- */

static bool begins_with(const char *text, const char *word)
{
	return strncmp(text, word, strlen(word)) == 0;
}

static bool ends_with(const char *text, const char *word)
{
	size_t len = strlen(text), n = strlen(word);
	return len >= n && memcmp(text + len - n, word, n) == 0 &&
	       (len == n || !is_letter(text[len - n - 1]) || !is_letter(word[0]));
}

/* As a word of its own, where letters with blanks between them make words. */
static bool has_word(const char *text, const char *word)
{
	size_t n = strlen(word);
	for (const char *at = text; (at = strstr(at, word)); at++) {
		bool begins = at == text || !is_letter(at[-1]) || !is_letter(word[0]);
		if (begins && (!is_letter(at[n]) || !is_letter(word[n - 1])))
			return true;
	}
	return false;
}

typedef bool word_test(const char *text, const char *word);

static bool any(const char *const *words, word_test *is_so, const char *text)
{
	for (; *words; words++) {
		if (is_so(text, *words))
			return true;
	}
	return false;
}

bool line_is_advertisement(struct line line)
{
	char folded[ADVERTISEMENT_BYTES + 1];
	size_t n = span(line, "([<*_~ \"'");
	if (!plain_fold(folded, sizeof(folded), line.text + n, line.len - n))
		return false;
	for (n = strlen(folded); n && strchr(")]>*_~ \"'.", folded[n - 1]);)
		folded[--n] = '\0';
	if (any(advertisement_begins, begins_with, folded) ||
	    any(advertisement_ends, ends_with, folded))
		return true;
	/* "The mail was sent from my phone" is a sentence of a person. */
	return (any(sent_words, begins_with, folded) || any(sent_words, ends_with, folded)) &&
	       any(device_words, has_word, folded);
}

/* ---- "On Tue, 3 Mar 2026 at 10:00, Ada <ada@example.org> wrote:" ---- */

static bool has_year(const char *s)
{
	for (const char *at = s; *at; at++) {
		size_t n = strspn(at, "0123456789");
		if (n == 4 && (memcmp(at, "19", 2) == 0 || memcmp(at, "20", 2) == 0 ||
		               memcmp(at, "25", 2) == 0))
			return true;
		at += n;
		if (!*at)
			break;
	}
	return false;
}

/* 10:00, 10.00, 10h00, 9.30 */
static bool has_time(const char *s)
{
	for (const char *at = s; *at; at++) {
		size_t n = strspn(at, "0123456789");
		if ((n == 1 || n == 2) && at[n] && strchr(":.h", at[n]) &&
		    strspn(at + n + 1, "0123456789") == 2)
			return true;
		at += n;
		if (!*at)
			break;
	}
	return false;
}

static bool has_address(const char *s)
{
	const char *at = strchr(s, '@');
	return at && at > s && at[-1] != ' ' && at[1] && at[1] != ' ';
}

static size_t count_digits(const char *s)
{
	size_t count = 0;
	for (; *s; s++)
		count += is_digit(*s);
	return count;
}

/* Without the dashes, stars and blanks around it; and does a colon end it? */
static bool strip(char *s)
{
	size_t n = strlen(s), lead = strspn(s, "-*_ ");
	memmove(s, s + lead, n - lead + 1);
	bool has_colon = false;
	for (n -= lead; n; n--) {
		if (s[n - 1] == ':')
			has_colon = true;
		else if (!strchr("-*_ .", s[n - 1]))
			break;
	}
	s[n] = '\0';
	static const char wide[] = "：";
	if (ends_with(s, wide)) {
		has_colon = true;
		s[n - (sizeof(wide) - 1)] = '\0';
	}
	return has_colon;
}

/* before_quote: marked lines follow, so that less will do. */
static bool is_attribution(const char *folded, bool before_quote)
{
	char s[FOLDED_BYTES];
	memcpy(s, folded, strlen(folded) + 1);
	bool has_colon = strip(s);
	bool is_dated = has_year(s) || has_time(s);
	if (any(wrote_words, ends_with, s))
		return has_colon || (has_year(s) && has_time(s)) || before_quote;
	if (!has_colon) /* "2026-03-03 10:00 GMT+01:00 Ada <ada@example.org>" */
		return is_digit(s[0]) && has_year(s) &&
		       ((has_address(s) && ends_with(s, ">")) ||
		        (has_time(s) && strstr(s, " gmt+")));
	bool says_wrote = any(wrote_words, has_word, s);
	if (has_address(s) && (is_dated || says_wrote || before_quote))
		return true;
	return (says_wrote && (is_dated || count_digits(s) >= 2)) ||
	       (before_quote && is_dated && count_digits(s) >= 4);
}

/* May a line be the first of a broken attribution? */
static bool may_go_on(const char *folded)
{
	return has_year(folded) || has_time(folded) || has_address(folded) ||
	       (strlen(folded) >= WRAPPED_FROM_BYTES && any(on_words, begins_with, folded));
}

static bool is_followed_by_quote(struct lines lines)
{
	struct line next;
	return lines_next_filled(&lines, &next) && line_is_quoted(next);
}

/* Was an address broken before its >? */
static bool is_bracket_open(const char *s)
{
	const char *open = strrchr(s, '<'), *close = strrchr(s, '>');
	return open && (!close || close < open);
}

/* How many lines an attribution takes that begins here. */
static size_t count_attribution(struct lines lines)
{
	char joined[FOLDED_BYTES];
	size_t len = 0;
	for (size_t count = 1; count <= INTRODUCTION_LINES; count++) {
		struct line line;
		char folded[FOLDED_BYTES];
		if (!lines_next(&lines, &line) || !line.len)
			return 0;
		if (line_is_quoted(line) && !(count > 1 && is_bracket_open(joined)))
			return 0;
		if (!plain_fold(folded, sizeof(folded), line.text, line.len))
			return 0;
		size_t n = strlen(folded);
		if (len + n + 2 > sizeof(joined))
			return 0;
		if (len)
			joined[len++] = ' ';
		memcpy(joined + len, folded, n + 1);
		len += n;
		if (is_attribution(joined, is_followed_by_quote(lines)))
			return count;
		if (count == 1 && !may_go_on(joined))
			return 0;
	}
	return 0;
}

/* ---- "-----Original Message-----", "From: ...", "Sent: ..." ---- */

/* Dashes, words, and dashes again; what stands behind these does not matter. */
static bool is_separator(struct line line)
{
	char folded[FOLDED_BYTES];
	size_t dashes = span(line, "-*_= ");
	if (!plain_fold(folded, sizeof(folded), line.text, line.len))
		return false;
	if (any(forwarded_begins, begins_with, folded))
		return true;
	return line.len > dashes && span(line, "*-") >= 2 &&
	       strstr(folded + dashes, dashes >= 4 ? "---" : "--") != NULL;
}

/* The label of "Label: value", folded; false when the line has none. */
static bool read_label(struct line line, char label[LABEL_BYTES])
{
	char folded[FOLDED_BYTES];
	if (!plain_fold(folded, sizeof(folded), line.text, line.len))
		return false;
	char *at = folded + strspn(folded, "* ");
	char *colon = strchr(at, ':'), *wide = strstr(at, "：");
	if (wide && (!colon || wide < colon))
		colon = wide;
	if (!colon || colon == at)
		return false;
	while (colon > at && strchr("* ", colon[-1]))
		colon--;
	*colon = '\0';
	size_t words = 1;
	for (const char *c = at; *c; c++) {
		words += *c == ' ';
		if (is_digit(*c) || strchr("/@<>\"", *c))
			return false;
	}
	if (words > LABEL_WORDS || strlen(at) >= LABEL_BYTES || !*at)
		return false;
	memcpy(label, at, strlen(at) + 1);
	return true;
}

static bool is_same(const char *a, const char *b)
{
	return strcmp(a, b) == 0;
}

static bool is_known_field(struct line line)
{
	char label[LABEL_BYTES];
	return read_label(line, label) && any(header_labels, is_same, label);
}

/* How many lines a block of fields takes that begins here: two whose labels are known, or three
 * one after the other that hold an address and a date. */
static size_t count_block(struct lines lines)
{
	struct lines rest = lines;
	struct line line;
	size_t known = 0, unbroken = 0;
	bool is_broken = false, is_addressed = false, is_dated = false;
	for (size_t i = 0; i < BLOCK_LINES && lines_next(&rest, &line); i++) {
		char label[LABEL_BYTES], folded[FOLDED_BYTES];
		bool is_field = read_label(line, label);
		known += is_known_field(line);
		if (i == 0 && !is_field)
			return 0;
		is_broken |= !is_field;
		if (is_broken)
			continue;
		unbroken++;
		if (plain_fold(folded, sizeof(folded), line.text, line.len)) {
			is_addressed |= has_address(folded);
			is_dated |= has_year(folded) || has_time(folded);
		}
	}
	if (known < 2 && !(unbroken >= 3 && is_addressed && is_dated))
		return 0;
	size_t count = 0;
	while (lines_next(&lines, &line) && line.len && !line_is_quoted(line))
		count++;
	return count;
}

size_t lines_introduce(struct lines lines)
{
	struct lines rest = lines;
	struct line first;
	if (!lines_next(&rest, &first) || !first.len)
		return 0;
	size_t count = count_attribution(lines);
	if (count)
		return count;
	if (!is_separator(first))
		return count_block(lines);
	for (count = 1; lines_next(&rest, &first) && is_known_field(first);)
		count++;
	return count;
}

size_t line_before_introduction(struct line line)
{
	for (size_t at = 1; at + 4 < line.len && line.len < FOLDED_BYTES; at++) {
		if (line.text[at - 1] != ' ' && line.text[at - 1] != '-')
			continue;
		struct line rest = {line.text + at, line.len - at};
		char folded[FOLDED_BYTES];
		bool is_start = false;
		/* With their capital: in the middle of a line a small "on" is a word. */
		for (const char *const *word = on_words_capital; *word; word++) {
			size_t n = strlen(*word);
			is_start |= rest.len > n && memcmp(rest.text, *word, n) == 0;
		}
		if (is_start && plain_fold(folded, sizeof(folded), rest.text, rest.len) &&
		    (has_year(folded) || has_time(folded)) && is_attribution(folded, false)) {
			struct line before = trimmed(line.text, at);
			while (before.len && strchr("- ", before.text[before.len - 1]))
				before.len--;
			return before.len;
		}
	}
	return 0;
}
