/* SPDX-License-Identifier: ISC */
/*
 * Names and values out of a query, a form or a flat JSON object. Our own small reader: no
 * multipart, no files, nothing that streams.
 */
#include "web/form.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/utf8.h"

static const char *const sentences[FORM_FAULT_COUNT] = {
	[FORM_OK] = "",
	[FORM_TOO_MANY] = "The request has too many fields.",
	[FORM_NO_NAME] = "The request has a field without a name.",
	[FORM_TWICE] = "The request has one field twice.",
	[FORM_ESCAPE] = "The request has a broken % escape.",
	[FORM_NO_TEXT] = "The request has bytes that are no UTF-8 text.",
	[FORM_NO_JSON] = "The request's body is not one valid JSON object.",
	[FORM_NOT_FLAT] =
		"Members of the request's JSON object must be strings, integers, true or false.",
};

const char *form_sentence(enum form_fault fault)
{
	return sentences[fault];
}

static int digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

long form_unescape(char *out, const char *text, size_t len, bool plus)
{
	size_t used = 0;
	for (size_t i = 0; i < len; i++) {
		char c = text[i];
		if (c == '+' && plus) {
			c = ' ';
		} else if (c == '%') {
			int high = i + 2 < len ? digit(text[i + 1]) : -1;
			int low = i + 2 < len ? digit(text[i + 2]) : -1;
			if (high < 0 || low < 0)
				return -1;
			c = (char)(high << 4 | low);
			i += 2;
		}
		out[used++] = c;
	}
	out[used] = '\0';
	return (long)used;
}

void form_escape(struct text *out, const char *string)
{
	static const char plain[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
	for (const char *c = string; *c; c++) {
		if (strchr(plain, *c))
			text_add_char(out, *c);
		else
			text_printf(out, "%%%02X", (unsigned char)*c);
	}
}

void fields_release(struct fields *f)
{
	free(f->bytes);
	f->bytes = NULL;
	f->count = 0;
}

const char *fields_get(const struct fields *f, const char *name)
{
	for (size_t i = 0; i < f->count; i++) {
		if (strcmp(f->items[i].name, name) == 0)
			return f->items[i].value;
	}
	return NULL;
}

static enum form_fault add(struct fields *f, const char *name, const char *value)
{
	if (!*name)
		return FORM_NO_NAME;
	if (f->count == LIMIT_FIELDS)
		return FORM_TOO_MANY;
	if (fields_get(f, name))
		return FORM_TWICE;
	f->items[f->count++] = (struct field){name, value};
	return FORM_OK;
}

/* Decodes one name or value to *at, which moves on behind its terminator. */
static enum form_fault decode(char **at, const char *text, size_t len, const char **out)
{
	long n = form_unescape(*at, text, len, true);
	if (n < 0)
		return FORM_ESCAPE;
	if (memchr(*at, '\0', (size_t)n) || !utf8_is_valid(*at, (size_t)n))
		return FORM_NO_TEXT;
	*out = *at;
	*at += n + 1;
	return FORM_OK;
}

static enum form_fault parse_pairs(struct fields *out, const char *text, size_t len)
{
	char *at = out->bytes;
	for (const char *end = text + len;;) {
		const char *amp = memchr(text, '&', (size_t)(end - text));
		size_t pair = (size_t)((amp ? amp : end) - text);
		const char *equals = memchr(text, '=', pair);
		size_t name_len = equals ? (size_t)(equals - text) : pair;
		const char *name, *value = "";
		enum form_fault fault = decode(&at, text, name_len, &name);
		if (!fault && equals)
			fault = decode(&at, equals + 1, pair - name_len - 1, &value);
		if (!fault)
			fault = add(out, name, value);
		if (fault || !amp)
			return fault;
		text = amp + 1;
	}
}

enum form_fault form_parse(struct fields *out, const char *text, size_t len)
{
	assert(!out->bytes && out->count == 0);
	if (len == 0)
		return FORM_OK;
	/* Decoding never grows, and each terminator stands for a & or = or the end. */
	out->bytes = memory_resize(NULL, len + 2, 1);
	enum form_fault fault = parse_pairs(out, text, len);
	if (fault)
		fields_release(out);
	return fault;
}

/* Copies a string to *at, which moves on behind it. */
static const char *copy(char **at, const char *string)
{
	char *copied = *at;
	size_t size = strlen(string) + 1;
	memcpy(copied, string, size);
	*at += size;
	return copied;
}

static enum form_fault add_member(struct fields *out, char **at, const cJSON *member)
{
	const char *value = json_get_string(member);
	char digits[32];
	long number;
	if (cJSON_IsFalse(member))
		return FORM_OK;
	if (cJSON_IsTrue(member)) {
		value = "1";
	} else if (json_get_integer(member, -(1L << 53), 1L << 53, &number) == 0) {
		struct text t;
		text_init(&t, sizeof(digits));
		text_add_int(&t, number);
		memcpy(digits, text_string(&t), t.len + 1);
		text_release(&t);
		value = digits;
	}
	if (!value)
		return FORM_NOT_FLAT;
	const char *name = copy(at, member->string);
	return add(out, name, copy(at, value));
}

enum form_fault form_parse_json(struct fields *out, const char *text, size_t len)
{
	assert(!out->bytes && out->count == 0);
	struct fault where;
	enum form_fault fault = FORM_NO_JSON;
	cJSON *object = json_parse(text, len, len, &where);
	if (cJSON_IsObject(object)) {
		/* A member is at least as long in the text as its name and value here, but for an
		 * integer like 1: `"a":1,` becomes a, 1 and two terminators. */
		out->bytes = memory_resize(NULL, len + 2, 1);
		char *at = out->bytes;
		fault = FORM_OK;
		for (const cJSON *m = object->child; m && !fault; m = m->next)
			fault = add_member(out, &at, m);
		assert(at <= out->bytes + len + 2);
	}
	cJSON_Delete(object);
	if (fault)
		fields_release(out);
	return fault;
}
