/* SPDX-License-Identifier: ISC */
/*
 * The scanner of JSON text (RFC 8259). It checks the grammar and the limits and keeps nothing; the
 * tree is cJSON's. Stricter than the grammar where readers differ: NUL, surrogates that are no
 * pair, numbers that a double does not hold. Duplicate members are not seen here: they need the
 * unescaped names.
 */
#include "base/json_scan.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/utf8.h"

#define INTEGER_MOST 9007199254740992.0 /* 2^53: up to here a double tells all integers apart */

struct scan {
	const char *text;
	size_t len, at;
	struct fault *fault;
};

static int scan_value(struct scan *s, unsigned depth);

/* The byte at s->at; -1 at the end. */
static int scan_peek(const struct scan *s)
{
	return s->at < s->len ? (unsigned char)s->text[s->at] : -1;
}

static int scan_fail(const struct scan *s, size_t at, const char *reason)
{
	char place[32];
	snprintf(place, sizeof(place), "byte %zu", at);
	return fault_set(s->fault, place, "%s", at < s->len ? reason : "the text ends too early");
}

static void scan_space(struct scan *s)
{
	while (s->at < s->len && memchr(" \t\n\r", s->text[s->at], 4))
		s->at++;
}

static bool scan_is_digit(int c)
{
	return c >= '0' && c <= '9';
}

static size_t scan_digits(struct scan *s)
{
	size_t from = s->at;
	while (scan_is_digit(scan_peek(s)))
		s->at++;
	return s->at - from;
}

/* The four digits of \uXXXX at s->at; -1 when there are not four. */
static long scan_unit(struct scan *s)
{
	long unit = 0;
	for (int i = 0; i < 4; i++) {
		int c = scan_peek(s);
		if (scan_is_digit(c))
			c -= '0';
		else if ((c | 32) >= 'a' && (c | 32) <= 'f')
			c = (c | 32) - 'a' + 10;
		else
			return -1;
		unit = unit * 16 + c;
		s->at++;
	}
	return unit;
}

static int scan_escape(struct scan *s)
{
	size_t from = s->at++;
	int c = scan_peek(s);
	if (c < 0 || !memchr("\"\\/bfnrtu", c, 9))
		return scan_fail(s, s->at, "no such escape");
	s->at++;
	if (c != 'u')
		return 0;
	long unit = scan_unit(s);
	if (unit < 0)
		return scan_fail(s, s->at, "four hexadecimal digits must follow \\u");
	if (unit == 0)
		return scan_fail(s, from, "NUL is not allowed");
	if (unit >= 0xdc00 && unit <= 0xdfff)
		return scan_fail(s, from, "a low surrogate without a high one before it");
	if (unit < 0xd800 || unit > 0xdbff)
		return 0;
	if (scan_peek(s) == '\\' && s->at + 1 < s->len && s->text[s->at + 1] == 'u') {
		s->at += 2;
		unit = scan_unit(s);
		if (unit >= 0xdc00 && unit <= 0xdfff)
			return 0;
	}
	return scan_fail(s, from, "a high surrogate without a low one after it");
}

static int scan_string(struct scan *s)
{
	s->at++;
	for (;;) {
		int c = scan_peek(s);
		if (c == '"') {
			s->at++;
			return 0;
		}
		if (c == '\\') {
			if (scan_escape(s) < 0)
				return -1;
			continue;
		}
		if (c < 0x20)
			return scan_fail(s, s->at, "a control character in a string");
		uint32_t point;
		size_t n = utf8_next(s->text + s->at, s->len - s->at, &point);
		if (n == 0)
			return scan_fail(s, s->at, "not UTF-8");
		s->at += n;
	}
}

static int scan_number(struct scan *s)
{
	size_t from = s->at;
	if (scan_peek(s) == '-')
		s->at++;
	bool begins_with_zero = scan_peek(s) == '0';
	size_t digits = scan_digits(s);
	if (digits == 0)
		return scan_fail(s, s->at, "a digit must follow");
	if (begins_with_zero && digits > 1)
		return scan_fail(s, from, "a number with a leading zero");
	size_t whole_end = s->at;
	if (scan_peek(s) == '.') {
		s->at++;
		if (scan_digits(s) == 0)
			return scan_fail(s, s->at, "a digit must follow");
	}
	if ((scan_peek(s) | 32) == 'e') {
		s->at++;
		if (scan_peek(s) == '+' || scan_peek(s) == '-')
			s->at++;
		if (scan_digits(s) == 0)
			return scan_fail(s, s->at, "a digit must follow");
	}

	char copy[LIMIT_JSON_NUMBER_BYTES + 1];
	size_t len = s->at - from;
	if (len >= sizeof(copy))
		return scan_fail(s, from, "a number with too many digits");
	memcpy(copy, s->text + from, len);
	copy[len] = '\0';
	/* 2^53 + 1 rounds to 2^53: the digits of an integer must be compared, not the double. */
	bool is_beyond = s->at == whole_end
	                         ? digits > 16 || llabs(strtoll(copy, NULL, 10)) > (1LL << 53)
	                         : !(strtod(copy, NULL) <= INTEGER_MOST) ||
	                                   !(strtod(copy, NULL) >= -INTEGER_MOST);
	if (is_beyond)
		return scan_fail(s, from, "a number beyond 2^53");
	return 0;
}

static int scan_word(struct scan *s, const char *word)
{
	for (; *word; word++, s->at++) {
		if (scan_peek(s) != *word)
			return scan_fail(s, s->at, "not a JSON value");
	}
	return 0;
}

/* Both array and object: items between brackets, with a name and a colon before each in an object.
 */
static int scan_items(struct scan *s, unsigned depth, bool is_object)
{
	const int closing = is_object ? '}' : ']';
	if (depth > LIMIT_JSON_DEPTH)
		return scan_fail(s, s->at, "nested too deep");
	s->at++;
	scan_space(s);
	if (scan_peek(s) == closing) {
		s->at++;
		return 0;
	}
	for (size_t count = 1;; count++) {
		if (is_object) {
			if (count > LIMIT_JSON_MEMBERS)
				return scan_fail(s, s->at, "an object with too many members");
			if (scan_peek(s) != '"')
				return scan_fail(s, s->at, "a member's name in quotes must follow");
			if (scan_string(s) < 0)
				return -1;
			scan_space(s);
			if (scan_peek(s) != ':')
				return scan_fail(s, s->at, "a colon must follow");
			s->at++;
			scan_space(s);
		}
		if (scan_value(s, depth) < 0)
			return -1;
		scan_space(s);
		int c = scan_peek(s);
		if (c != ',' && c != closing)
			return scan_fail(s, s->at,
			                 is_object ? "a comma or } must follow"
			                           : "a comma or ] must follow");
		s->at++;
		if (c == closing)
			return 0;
		scan_space(s);
	}
}

/* depth: of the arrays and objects around it. */
static int scan_value(struct scan *s, unsigned depth)
{
	int c = scan_peek(s);
	switch (c) {
	case '{':
	case '[':
		return scan_items(s, depth + 1, c == '{');
	case '"':
		return scan_string(s);
	case 't':
		return scan_word(s, "true");
	case 'f':
		return scan_word(s, "false");
	case 'n':
		return scan_word(s, "null");
	default:
		if (c == '-' || scan_is_digit(c))
			return scan_number(s);
		return scan_fail(s, s->at, "not a JSON value");
	}
}

int json_scan(const char *text, size_t len, struct fault *fault)
{
	struct scan s = {.text = text, .len = len, .fault = fault};
	if (len >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
		return scan_fail(&s, 0, "a byte order mark");
	scan_space(&s);
	if (scan_value(&s, 0) < 0)
		return -1;
	scan_space(&s);
	if (s.at < len)
		return scan_fail(&s, s.at, "something follows after the document");
	return 0;
}
