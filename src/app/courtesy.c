/* SPDX-License-Identifier: ISC */
/*
 * Words around a choice: see courtesy.h. A word is in a list only where it can't turn the meaning:
 * "no" is in none, as "no 3" may be number three or anything but; neither is "a", a meeple's
 * letter.
 */
#include "app/courtesy.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

/* Marks are blanks by now: "I'll" is "i ll", "n°" is "n". */
static const char *const before[] = {
	/* greetings, and please */
	"hi",
	"hello",
	"hallo",
	"hola",
	"ciao",
	"bonjour",
	"hej",
	"hoi",
	"olá",
	"ok",
	"okay",
	"please",
	"bitte",
	/* I take */
	"i",
	"ll",
	"d",
	"take",
	"like",
	"choose",
	"pick",
	"want",
	"go with",
	"my choice is",
	"ich",
	"nehme",
	"wähle",
	"möchte",
	"je",
	"prends",
	"choisis",
	"tomo",
	"elijo",
	"prendo",
	"scelgo",
	"escolho",
	"ik",
	"neem",
	"kies",
	"jeg",
	"jag",
	"tar",
	"väljer",
	"vælger",
	"biorę",
	"wybieram",
	"beru",
	"otan",
	"беру",
	"我选",
	"我選",
	/* the number */
	"the",
	"die",
	"den",
	"le",
	"la",
	"el",
	"il",
	"nr",
	"n",
	"number",
	"option",
	"nummer",
	"numéro",
	"numero",
	"número",
	"opción",
	"opzione",
	"opção",
	"optie",
	"numer",
	"číslo",
	"номер",
	"№",
	"第",
};

static const char *const after[] = {
	"please",
	"pls",
	"thanks",
	"thank you",
	"thx",
	"bitte",
	"danke",
	"merci",
	"s il vous plaît",
	"s il te plaît",
	"svp",
	"gracias",
	"por favor",
	"obrigado",
	"obrigada",
	"grazie",
	"per favore",
	"graag",
	"alstublieft",
	"dank je",
	"tack",
	"takk",
	"tak",
	"kiitos",
	"děkuji",
	"prosím",
	"proszę",
	"dziękuję",
	"pozdrawiam",
	"спасибо",
	"пожалуйста",
	"teşekkürler",
	"lütfen",
	"-",
	"。",
	"、",
	"番",
	"番で",
	"お願いします",
	"でお願いします",
	"번",
	"번이요",
	"번으로",
	"할게요",
	"号",
	"號",
	"个",
	"個",
	"谢谢",
	"謝謝",
};

/* Scripts from U+2000 on: they need no blank between words, and signs like № none behind them. */
static bool needs_blank(const char *word)
{
	return (unsigned char)word[0] < 0xe2;
}

/* How much of the line's front is that word, with the blank behind it. */
static size_t front_len(const char *line, const char *word)
{
	size_t len = strlen(word);
	if (strncasecmp(line, word, len) != 0)
		return 0;
	if (line[len] == ' ')
		return len + 1;
	return needs_blank(word) ? 0 : len;
}

static size_t end_len(const char *line, size_t line_len, const char *word)
{
	size_t len = strlen(word);
	if (len >= line_len || strncasecmp(line + line_len - len, word, len) != 0)
		return 0;
	char left = line[line_len - len - 1];
	return left == ' ' || left == ';' || !needs_blank(word) ? len : 0;
}

/* A picture of one code point at the end: U+1F000 to U+1FFFF, U+2600 to U+27BF, and what makes a
 * picture of the sign before it. */
static size_t picture_len(const char *line, size_t line_len)
{
	const unsigned char *end = (const unsigned char *)line + line_len;
	if (line_len > 4 && end[-4] == 0xf0 && end[-3] == 0x9f)
		return 4;
	if (line_len > 3 && end[-3] == 0xe2 && end[-2] >= 0x98 && end[-2] <= 0x9e)
		return 3;
	if (line_len > 3 &&
	    (memcmp(end - 3, "\xef\xb8\x8f", 3) == 0 || memcmp(end - 3, "\xe2\x83\xa3", 3) == 0))
		return 3;
	return 0;
}

static size_t any_at_front(const char *line)
{
	size_t best = 0;
	for (size_t i = 0; i < sizeof(before) / sizeof(before[0]); i++) {
		size_t len = front_len(line, before[i]);
		best = len > best ? len : best;
	}
	return best;
}

static size_t any_at_end(const char *line, size_t line_len)
{
	size_t best = picture_len(line, line_len);
	for (size_t i = 0; i < sizeof(after) / sizeof(after[0]); i++) {
		size_t len = end_len(line, line_len, after[i]);
		best = len > best ? len : best;
	}
	return best;
}

void courtesy_drop(char *line)
{
	size_t from = 0, to = strlen(line), len;
	while ((len = any_at_front(line + from)) > 0)
		from += len;
	while (to > from && (len = any_at_end(line + from, to - from)) > 0) {
		to -= len;
		while (to > from && strchr(" ;", line[to - 1]))
			to--;
	}
	if (to == from)
		return;
	memmove(line, line + from, to - from);
	line[to - from] = '\0';
}
