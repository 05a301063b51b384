/* SPDX-License-Identifier: ISC */
/*
 * Mails taken apart: see mail_parts.h.
 */
#include "support/mail_parts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <sodium.h>

#include "base/quoted.h"

static const char *head_end(struct text *mail)
{
	const char *end = strstr(text_string(mail), "\r\n\r\n");
	assert_non_null(end);
	return end + 2;
}

/* Could the line have been broken: is there a blank with words on both sides? */
static bool is_foldable(const char *line, const char *end)
{
	const char *first = line + strspn(line, " "), *colon = strstr(first, ": ");
	if (*line != ' ' && colon && colon < end)
		first = colon + 2;
	return memchr(first, ' ', (size_t)(end - first)) != NULL;
}

void mail_is_well_formed(struct text *mail)
{
	const char *body = head_end(mail), *last = mail->data + mail->len;
	for (const char *line = mail->data, *end; line < last; line = end + 2) {
		end = strstr(line, "\r\n");
		assert_non_null(end);
		assert_true(end - line <= 998);
		if (line < body && end - line > 78)
			assert_false(is_foldable(line, end));
		for (const char *c = line; c < end; c++)
			assert_true((*c >= ' ' && *c <= '~') || *c == '\t');
	}
}

/* The field's first byte, or NULL; from is at the beginning of a line. */
static const char *find_field(const char *from, const char *end, const char *name)
{
	size_t len = strlen(name);
	for (const char *line = from; line < end; line = strstr(line, "\r\n") + 2) {
		if (strncmp(line, name, len) == 0 && line[len] == ':')
			return line;
	}
	return NULL;
}

bool mail_has_field(struct text *mail, const char *name)
{
	const char *end = head_end(mail);
	return find_field(mail->data, end, name) != NULL;
}

void mail_field(struct text *mail, const char *name, struct text *out)
{
	const char *end = head_end(mail), *at = find_field(mail->data, end, name);
	assert_non_null(at);
	const char *value = at + strlen(name) + 1, *line_end = strstr(value, "\r\n");
	text_add_bytes(out, value + 1, (size_t)(line_end - value) - (line_end > value));
	for (; line_end[2] == ' '; line_end = strstr(value, "\r\n")) {
		value = line_end + 2 + !out->len; /* a value that begins on the second line */
		text_add_bytes(out, value, strcspn(value, "\r"));
	}
	assert_null(find_field(line_end + 2, end, name));
}

static void decode(const char *head, const char *body, const char *end, struct text *out)
{
	const char *base64 = strstr(head, "\r\nContent-Transfer-Encoding: base64\r\n");
	if (!base64 || base64 > body) {
		quoted_read(out, body, (size_t)(end - body));
		return;
	}
	size_t room = (size_t)(end - body), len;
	unsigned char *bytes = malloc(room);
	assert_non_null(bytes);
	assert_int_equal(sodium_base642bin(bytes, room, body, room, "\r\n", &len, NULL,
	                                   sodium_base64_VARIANT_ORIGINAL),
	                 0);
	text_add_bytes(out, (const char *)bytes, len);
	free(bytes);
}

void mail_part(struct text *mail, const char *type, struct text *out)
{
	char begins[64];
	snprintf(begins, sizeof(begins), "\r\nContent-Type: %s; ", type);
	const char *head = strstr(head_end(mail), begins);
	assert_non_null(head);
	assert_null(strstr(head + 1, begins));
	const char *body = strstr(head + 2, "\r\n\r\n");
	assert_non_null(body);
	const char *end = strstr(body + 2, "\r\n--=_");
	assert_non_null(end);
	decode(head, body + 4, end, out);
}
