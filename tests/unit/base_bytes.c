/* SPDX-License-Identifier: ISC */
/*
 * Bytes and their spellings: UTF-8, hexadecimal, SHA-256.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/hash.h"
#include "base/hex.h"
#include "base/utf8.h"

static void every_code_point_is_read_back(void **state)
{
	(void)state;
	for (uint32_t p = 0; p <= 0x110010; p++) {
		char b[5] = {0};
		size_t n;
		if (p < 0x80) {
			n = 1;
			b[0] = (char)p;
		} else if (p < 0x800) {
			n = 2;
			b[0] = (char)(0xc0 | p >> 6);
			b[1] = (char)(0x80 | (p & 0x3f));
		} else if (p < 0x10000) {
			n = 3;
			b[0] = (char)(0xe0 | p >> 12);
			b[1] = (char)(0x80 | (p >> 6 & 0x3f));
			b[2] = (char)(0x80 | (p & 0x3f));
		} else {
			n = 4;
			b[0] = (char)(0xf0 | p >> 18);
			b[1] = (char)(0x80 | (p >> 12 & 0x3f));
			b[2] = (char)(0x80 | (p >> 6 & 0x3f));
			b[3] = (char)(0x80 | (p & 0x3f));
		}
		bool is_scalar = p < 0xd800 || (p > 0xdfff && p <= 0x10ffff);
		uint32_t got = 0xffffffff;
		size_t taken = utf8_next(b, n, &got);
		if (taken != (is_scalar ? n : 0) || (is_scalar && got != p))
			fail_msg("U+%04X", p);
		if (is_scalar && n > 1 && utf8_next(b, n - 1, &got) != 0)
			fail_msg("U+%04X, cut short", p);
	}
}

static void malformed_utf8_is_refused(void **state)
{
	(void)state;
	static const char *const bad[] = {
		"\x80",
		"\xbf",
		"\xc0\x80",
		"\xc1\xbf",
		"\xe0\x80\x80",
		"\xe0\x9f\xbf",
		"\xf0\x80\x80\x80",
		"\xf0\x8f\xbf\xbf",
		"\xf4\x90\x80\x80",
		"\xf8\x88\x80\x80\x80",
		"\xed\xa0\x80",
		"\xed\xbf\xbf",
		"\xc3",
		"\xc3(",
		"\xe2\x82",
		"\xe2(\xa1",
		"\xff",
		"\xfe",
	};
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		if (utf8_is_valid(bad[i], strlen(bad[i])))
			fail_msg("case %zu", i);
	}
	assert_true(utf8_is_valid("Z\xc3\xbcrich \xe2\x82\xac \xf0\x9f\xa6\x81", 16));
	assert_true(utf8_is_valid("", 0));
	assert_true(utf8_is_valid("a\0b", 3));
}

static void names_are_counted_in_code_points(void **state)
{
	(void)state;
	assert_true(utf8_is_name("\xc3\xbc\xc3\xbc\xc3\xbc", 6, 3));
	assert_false(utf8_is_name("\xc3\xbc\xc3\xbc\xc3\xbc", 6, 2));
	assert_false(utf8_is_name("", 0, 3));
	assert_false(utf8_is_name("\xc3", 1, 3));
}

static void names_hold_no_control_characters(void **state)
{
	(void)state;
	for (int c = 1; c < 0x100; c++) {
		char b[2] = {(char)c};
		size_t n = 1;
		if (c >= 0x80) {
			b[0] = (char)(0xc0 | c >> 6);
			b[1] = (char)(0x80 | (c & 0x3f));
			n = 2;
		}
		assert_int_equal(utf8_is_name(b, n, 1), !(c < 0x20 || (c >= 0x7f && c < 0xa0)));
	}
}

static void hex_goes_both_ways(void **state)
{
	(void)state;
	unsigned char all[256], back[256];
	char digits[513];
	for (int i = 0; i < 256; i++)
		all[i] = (unsigned char)i;
	hex_format(digits, all, 256);
	assert_int_equal(strlen(digits), 512);
	assert_memory_equal(digits, "000102", 6);
	assert_int_equal(hex_parse(back, 256, digits), 0);
	assert_memory_equal(back, all, 256);
}

static void hex_of_another_length_or_case_is_refused(void **state)
{
	(void)state;
	unsigned char out[2];
	assert_int_equal(hex_parse(out, 2, "0a0b"), 0);
	static const char *const bad[] = {"",     "0a0",  "0a0b0", "0a0b0c",
	                                  "0A0b", "0a0g", " a0b",  "0a b"};
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_int_equal(hex_parse(out, 2, bad[i]), -1);
}

static void sha256_is_that_of_the_standard(void **state)
{
	(void)state;
	char hex[HASH_HEX];
	hash_sha256_hex(hex, "abc", 3);
	assert_string_equal(hex,
	                    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
	hash_sha256_hex(hex, "", 0);
	assert_string_equal(hex,
	                    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_code_point_is_read_back),
		cmocka_unit_test(malformed_utf8_is_refused),
		cmocka_unit_test(names_are_counted_in_code_points),
		cmocka_unit_test(names_hold_no_control_characters),
		cmocka_unit_test(hex_goes_both_ways),
		cmocka_unit_test(hex_of_another_length_or_case_is_refused),
		cmocka_unit_test(sha256_is_that_of_the_standard),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
