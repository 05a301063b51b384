/* SPDX-License-Identifier: ISC */
/*
 * Fields out of queries, forms and JSON: what is taken, in which order, and what is refused. Which
 * fields a route takes is not asked here.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "web/form.h"

/* Parses and writes fields as name=value lines; "fault N" for a fault. */
static void check(enum form_fault (*parse)(struct fields *, const char *, size_t),
                  const char *bytes, size_t len, const char *expected)
{
	struct fields f = {0};
	struct text said;
	text_init(&said, 4096);
	enum form_fault fault = parse(&f, bytes, len);
	if (fault) {
		text_printf(&said, "fault %d", (int)fault);
		assert_int_equal(f.count, 0);
		assert_null(f.bytes);
	}
	for (size_t i = 0; i < f.count; i++)
		text_printf(&said, "%s=%s|", f.items[i].name, f.items[i].value);
	assert_string_equal(text_string(&said), expected);
	text_release(&said);
	fields_release(&f);
}

static void check_form(const char *bytes, const char *expected)
{
	check(form_parse, bytes, strlen(bytes), expected);
}

static void check_json(const char *bytes, const char *expected)
{
	check(form_parse_json, bytes, strlen(bytes), expected);
}

static void check_fault(const char *bytes, enum form_fault fault)
{
	char expected[20];
	snprintf(expected, sizeof(expected), "fault %d", (int)fault);
	check_form(bytes, expected);
}

static void check_json_fault(const char *bytes, enum form_fault fault)
{
	char expected[20];
	snprintf(expected, sizeof(expected), "fault %d", (int)fault);
	check_json(bytes, expected);
}

static void fields_stand_in_the_order_in_which_they_came(void **state)
{
	(void)state;
	check_form("", "");
	check_form("b=2&a=1", "b=2|a=1|");
	check_form("a", "a=|");
	check_form("a=", "a=|");
	check_form("a=b=c", "a=b=c|");
	check_form("a&b=1&c", "a=|b=1|c=|");
}

static void values_are_decoded_once(void **state)
{
	(void)state;
	check_form("a=%41+b%2B", "a=A b+|");
	check_form("a=%2541", "a=%41|");
	check_form("%61=%3d%26", "a==&|");
	check_form("a=%e2%82%ac", "a=\xe2\x82\xac|");
	check_form("a=one%0D%0Atwo", "a=one\r\ntwo|");
}

static void broken_forms_are_refused(void **state)
{
	(void)state;
	check_fault("=1", FORM_NO_NAME);
	check_fault("a=1&", FORM_NO_NAME);
	check_fault("&a=1", FORM_NO_NAME);
	check_fault("a=1&b=2&a=3", FORM_TWICE);
	check_fault("a=1&%61=1", FORM_TWICE);
	check_fault("a=%", FORM_ESCAPE);
	check_fault("a=%4", FORM_ESCAPE);
	check_fault("a=%4g", FORM_ESCAPE);
	check_fault("a=%4&b=1", FORM_ESCAPE);
	check_fault("a=%00", FORM_NO_TEXT);
	check_fault("%00=a", FORM_NO_TEXT);
	check_fault("a=%ff", FORM_NO_TEXT);
	check_fault("a=\xc0\xaf", FORM_NO_TEXT);
	check(form_parse, "a=\0", 3, "fault 5");
	assert_int_equal(FORM_NO_TEXT, 5);
}

static void as_many_fields_fit_as_the_limit_says(void **state)
{
	(void)state;
	struct text t;
	struct fields f = {0};
	text_init(&t, 4096);
	for (int i = 0; i < LIMIT_FIELDS; i++)
		text_printf(&t, "%sf%d=%d", i ? "&" : "", i, i);
	assert_int_equal(form_parse(&f, t.data, t.len), FORM_OK);
	assert_int_equal(f.count, LIMIT_FIELDS);
	assert_string_equal(fields_get(&f, "f63"), "63");
	assert_null(fields_get(&f, "f64"));
	fields_release(&f);
	text_add(&t, "&g=1");
	assert_int_equal(form_parse(&f, t.data, t.len), FORM_TOO_MANY);
	text_release(&t);
}

static void a_flat_object_is_a_form(void **state)
{
	(void)state;
	check_json("{}", "");
	check_json("{\"b\":\"x y\",\"a\":17}", "b=x y|a=17|");
	check_json("{\"a\":true,\"b\":false,\"c\":\"\"}", "a=1|c=|");
	check_json("{\"a\":-9007199254740992}", "a=-9007199254740992|");
	check_json("{\"\\u00e9\":\"\\ud83d\\ude00\"}", "\xc3\xa9=\xf0\x9f\x98\x80|");
	check_json("{\"a\":0,\"b\":0,\"c\":0,\"d\":0}", "a=0|b=0|c=0|d=0|");
}

static void other_json_is_refused(void **state)
{
	(void)state;
	check_json_fault("", FORM_NO_JSON);
	check_json_fault("[]", FORM_NO_JSON);
	check_json_fault("\"a\"", FORM_NO_JSON);
	check_json_fault("{\"a\":1", FORM_NO_JSON);
	check_json_fault("{\"a\":1}{}", FORM_NO_JSON);
	check_json_fault("{\"a\":1,\"a\":2}", FORM_NO_JSON);
	check_json_fault("{\"a\":\"\\u0000\"}", FORM_NO_JSON);
	check_json_fault("{\"a\":null}", FORM_NOT_FLAT);
	check_json_fault("{\"a\":[1]}", FORM_NOT_FLAT);
	check_json_fault("{\"a\":{}}", FORM_NOT_FLAT);
	check_json_fault("{\"a\":1.5}", FORM_NOT_FLAT);
	check_json_fault("{\"a\":1e2}", FORM_NOT_FLAT);
	check_json_fault("{\"\":1}", FORM_NO_NAME);
}

static void every_fault_has_a_sentence(void **state)
{
	(void)state;
	for (int i = FORM_OK + 1; i < FORM_FAULT_COUNT; i++) {
		const char *s = form_sentence((enum form_fault)i);
		assert_non_null(s);
		assert_int_equal(s[strlen(s) - 1], '.');
	}
}

static void escaping_and_decoding_are_inverse(void **state)
{
	(void)state;
	char every[256], back[256];
	struct text t;
	text_init(&t, 4096);
	for (int i = 1; i < 256; i++)
		every[i - 1] = (char)i;
	every[255] = '\0';
	form_escape(&t, every);
	for (size_t i = 0; i < t.len; i++)
		assert_true(t.data[i] > 0x20 && t.data[i] < 0x7f &&
		            !strchr("&=+#\"'<>", t.data[i]));
	char *decoded = malloc(t.len + 1);
	assert_int_equal(form_unescape(decoded, t.data, t.len, true), 255);
	memcpy(back, decoded, 256);
	assert_memory_equal(back, every, 256);
	free(decoded);
	text_release(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fields_stand_in_the_order_in_which_they_came),
		cmocka_unit_test(values_are_decoded_once),
		cmocka_unit_test(broken_forms_are_refused),
		cmocka_unit_test(as_many_fields_fit_as_the_limit_says),
		cmocka_unit_test(a_flat_object_is_a_form),
		cmocka_unit_test(other_json_is_refused),
		cmocka_unit_test(every_fault_has_a_sentence),
		cmocka_unit_test(escaping_and_decoding_are_inverse),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
