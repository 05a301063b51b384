/* SPDX-License-Identifier: ISC */
/*
 * Any bytes as a query or form, as JSON, and as the lists of headers. What is accepted is text, has
 * no name twice, and written out as a form again gives the same fields.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "web/accept.h"
#include "web/form.h"
#include "web/session.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool is_so)
{
	if (!is_so)
		abort();
}

static void check_same(const struct fields *a, const struct fields *b)
{
	must(a->count == b->count);
	for (size_t i = 0; i < a->count; i++) {
		must(strcmp(a->items[i].name, b->items[i].name) == 0);
		must(strcmp(a->items[i].value, b->items[i].value) == 0);
	}
}

static void check(const struct fields *f)
{
	struct fields again = {0};
	struct text form;
	text_init(&form, 1 << 22);
	for (size_t i = 0; i < f->count; i++) {
		const struct field *field = &f->items[i];
		must(field->name[0] && utf8_is_valid(field->name, strlen(field->name)));
		must(utf8_is_valid(field->value, strlen(field->value)));
		must(fields_get(f, field->name) == field->value);
		if (i > 0)
			text_add_char(&form, '&');
		form_escape(&form, field->name);
		text_add_char(&form, '=');
		form_escape(&form, field->value);
	}
	must(!text_is_over(&form));
	must(form_parse(&again, form.data, form.len) == FORM_OK);
	check_same(f, &again);
	fields_release(&again);
	text_release(&form);
}

static void check_lists(const char *string)
{
	char value[16];
	int weight = accept_weight(string, "gzip");
	must(weight >= -1 && weight <= 1000);
	if (cookie_find(string, "session", value, sizeof(value)))
		must(strstr(string, value) != NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	enum form_fault (*const parsers[])(struct fields *, const char *,
	                                   size_t) = {form_parse, form_parse_json};
	for (size_t i = 0; i < 2; i++) {
		struct fields f = {0};
		if (parsers[i](&f, (const char *)data, size) == FORM_OK)
			check(&f);
		fields_release(&f);
	}
	struct text string;
	text_init(&string, size + 1);
	text_add_bytes(&string, (const char *)data, size);
	check_lists(text_string(&string));
	text_release(&string);
	return 0;
}
