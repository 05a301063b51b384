/* SPDX-License-Identifier: ISC */
/*
 * Same origin, and the form's token.
 */
#include "web/door.h"

#include <string.h>

#include "base/hex.h"
#include "base/secret.h"

bool door_is_same_origin(const char *sec_fetch_site, const char *origin, const char *base_url)
{
	if (origin && strcmp(origin, "null") == 0)
		return false;
	if (sec_fetch_site)
		return strcmp(sec_fetch_site, "same-origin") == 0;
	return origin && strcmp(origin, base_url) == 0;
}

void door_token(char out[FORM_TOKEN_LEN + 1], const unsigned char secret[SESSION_SECRET_BYTES])
{
	static const char label[] = "form token";
	unsigned char bytes[FORM_TOKEN_LEN / 2];
	secret_derive(bytes, sizeof(bytes), secret, label, sizeof(label) - 1);
	hex_format(out, bytes, sizeof(bytes));
}

bool door_is_token(const char *token, const unsigned char secret[SESSION_SECRET_BYTES])
{
	char expected[FORM_TOKEN_LEN + 1];
	if (!token || strlen(token) != FORM_TOKEN_LEN)
		return false;
	door_token(expected, secret);
	return secret_equals(token, expected, FORM_TOKEN_LEN);
}
