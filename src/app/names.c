/* SPDX-License-Identifier: ISC */
/*
 * Names and addresses: see names.h.
 */
#include "app/names.h"

#include "base/utf8.h"

#include <string.h>

enum { LOCAL_MAX = 64, LABEL_MAX = 63 };

/* The part of a string without space at its ends. */
static const char *trim(const char *text, size_t *len)
{
	text += strspn(text, " \t\r\n");
	*len = strlen(text);
	while (*len && strchr(" \t\r\n", text[*len - 1]))
		--*len;
	return text;
}

static bool is_letter_or_digit(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

/* Atoms with dots between them (RFC 5322, dot-atom), without the quoted form. */
static bool is_local_part(const char *s, size_t len)
{
	if (len < 1 || len > LOCAL_MAX || s[0] == '.' || s[len - 1] == '.')
		return false;
	for (size_t i = 0; i < len; i++) {
		if (!is_letter_or_digit(s[i]) && !strchr("!#$%&'*+-/=?^_`{|}~.", s[i]))
			return false;
		if (s[i] == '.' && s[i + 1] == '.')
			return false;
	}
	return true;
}

static bool is_domain(const char *s)
{
	for (;;) {
		size_t len = strcspn(s, ".");
		if (len < 1 || len > LABEL_MAX || s[0] == '-' || s[len - 1] == '-')
			return false;
		for (size_t i = 0; i < len; i++) {
			if (!is_letter_or_digit(s[i]) && s[i] != '-')
				return false;
		}
		if (!s[len])
			return true;
		s += len + 1;
	}
}

bool address_normalise(const char *text, char out[LIMIT_ADDRESS_BYTES + 1])
{
	char address[LIMIT_ADDRESS_BYTES + 1];
	size_t len;
	text = trim(text, &len);
	if (len > LIMIT_ADDRESS_BYTES)
		return false;
	for (size_t i = 0; i < len; i++)
		address[i] = text[i] >= 'A' && text[i] <= 'Z' ? (char)(text[i] - 'A' + 'a')
		                                              : text[i];
	address[len] = '\0';
	const char *at = strchr(address, '@');
	if (!at || !is_local_part(address, (size_t)(at - address)) || !is_domain(at + 1))
		return false;
	memcpy(out, address, len + 1);
	return true;
}

/* Does it hold a mark that turns what follows from left to right, or ends such a turn (Unicode's
 * embeddings, overrides, isolates)? In a name it would reach beyond it. */
static bool has_turning_mark(const char *s, size_t len)
{
	uint32_t p;
	for (size_t at = 0, n; at < len && (n = utf8_next(s + at, len - at, &p)); at += n) {
		if ((p >= 0x202a && p <= 0x202e) || (p >= 0x2066 && p <= 0x2069))
			return true;
	}
	return false;
}

bool name_normalise(const char *text, char out[LIMIT_NAME_BYTES + 1])
{
	size_t len;
	text = trim(text, &len);
	if (!utf8_is_name(text, len, LIMIT_NAME_CODE_POINTS) || has_turning_mark(text, len))
		return false;
	memcpy(out, text, len);
	out[len] = '\0';
	return true;
}
