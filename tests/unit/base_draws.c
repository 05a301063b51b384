/* SPDX-License-Identifier: ISC */
/*
 * The streams of draws: the test vector of the record's description, as far as it needs no tile set
 * (the order of tiles stands in record_dealer.c), and what the numbers promise.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/draws.h"
#include "base/hash.h"
#include "base/hex.h"

struct vector {
	unsigned char seed[DRAWS_SEED_BYTES];
	unsigned char entropy[2][DRAWS_ENTROPY_BYTES];
};

static void vector_init(struct vector *v)
{
	for (int i = 0; i < DRAWS_SEED_BYTES; i++)
		v->seed[i] = (unsigned char)i;
	memset(v->entropy[0], 0xaa, DRAWS_ENTROPY_BYTES);
	memset(v->entropy[1], 0xbb, DRAWS_ENTROPY_BYTES);
}

static void stream_begins(const char *label, const char *expected)
{
	struct vector v;
	struct draws d;
	vector_init(&v);
	draws_init(&d, label, v.seed, v.entropy[0], 2);
	unsigned char begin[16];
	for (size_t i = 0; i < 4; i++) {
		uint32_t n = draws_next(&d);
		for (size_t k = 0; k < 4; k++)
			begin[4 * i + k] = (unsigned char)(n >> (8 * k));
	}
	char hex[33];
	hex_format(hex, begin, 16);
	assert_string_equal(hex, expected);
}

static void streams_begin_as_in_the_vector(void **state)
{
	(void)state;
	stream_begins("tiles", "e8a624310d852cecb897544e3ac01d66");
	stream_begins("tokens", "90f348f799651e4361199cbc85cac2c7");
}

static void the_commitment_is_that_of_the_vector(void **state)
{
	(void)state;
	struct vector v;
	vector_init(&v);
	char hex[HASH_HEX];
	hash_sha256_hex(hex, v.seed, DRAWS_SEED_BYTES);
	assert_string_equal(hex,
	                    "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd");
}

static void five_seats_are_shuffled_as_in_the_vector(void **state)
{
	(void)state;
	struct vector v;
	struct draws d;
	vector_init(&v);
	draws_init(&d, "seats", v.seed, v.entropy[0], 2);
	uint8_t seats[5] = {0, 1, 2, 3, 4};
	draws_shuffle(&d, seats, 5);
	assert_memory_equal(seats, ((uint8_t[]){0, 4, 1, 3, 2}), 5);
}

static void tokens_are_shuffled_and_the_stream_goes_on(void **state)
{
	(void)state;
	struct vector v;
	struct draws d;
	vector_init(&v);
	draws_init(&d, "tokens", v.seed, v.entropy[0], 2);
	char tokens[51] = "MMMMMMMMMMEEEEEEEEEEGGGGGGGGGGLLLLLLLLLLZZZZZZZZZZ";
	draws_shuffle(&d, (uint8_t *)tokens, 50);
	assert_string_equal(tokens, "ZEEGEGGGMLLMMMEGZEZLELLMMZLEELMGMGEZGGLGEZZLLMZMZZ");
	char supply[8] = "MMELLLZ";
	draws_shuffle(&d, (uint8_t *)supply, 7);
	assert_string_equal(supply, "ZLELMLM");
}

/* The buffer must not show: the stream of one long computation is that of many short ones. */
static void the_stream_is_one_across_its_buffers(void **state)
{
	(void)state;
	struct vector v;
	struct draws whole, copy;
	vector_init(&v);
	draws_init(&whole, "tiles", v.seed, v.entropy[0], 2);
	uint32_t first[4 * DRAWS_BUFFER / 4];
	const size_t count = sizeof(first) / sizeof(first[0]);
	for (size_t i = 0; i < count; i++)
		first[i] = draws_next(&whole);
	for (size_t i = 0; i < count; i++) {
		for (size_t k = 0; k < i; k++)
			assert_int_not_equal(first[i], first[k]);
	}
	draws_init(&whole, "tiles", v.seed, v.entropy[0], 2);
	for (size_t i = 0; i < count; i++) {
		copy = whole;
		assert_int_equal(draws_next(&copy), first[i]);
		assert_int_equal(draws_next(&whole), first[i]);
	}
	assert_int_equal(whole.block * 64, 4 * DRAWS_BUFFER);
}

/* What stands in the buffer is what comes: so the edges of the rejection can be put there. */
static uint32_t below_of(uint32_t n, uint32_t first, uint32_t second, unsigned *taken)
{
	struct draws d = {.at = 0, .block = 1};
	for (size_t k = 0; k < 4; k++) {
		d.bytes[k] = (unsigned char)(first >> (8 * k));
		d.bytes[4 + k] = (unsigned char)(second >> (8 * k));
	}
	uint32_t r = draws_below(&d, n);
	*taken = d.at;
	return r;
}

static void numbers_that_would_be_uneven_are_passed_over(void **state)
{
	(void)state;
	static const uint32_t ns[] = {
		1, 2, 3, 5, 7, 10, 50, 64, 72, 96, 1000003, 1U << 31, (1U << 31) + 1, UINT32_MAX};
	for (size_t i = 0; i < sizeof(ns) / sizeof(ns[0]); i++) {
		uint32_t n = ns[i];
		uint64_t limit = (UINT64_C(1) << 32) / n * n;
		unsigned taken;
		assert_int_equal(below_of(n, (uint32_t)(limit - 1), 0, &taken), n - 1);
		assert_int_equal(taken, 4);
		if (limit == UINT64_C(1) << 32)
			continue;
		assert_int_equal(below_of(n, (uint32_t)limit, n / 2, &taken), n / 2);
		assert_int_equal(taken, 8);
		assert_int_equal(below_of(n, UINT32_MAX, 0, &taken), 0);
		assert_int_equal(taken, 8);
	}
}

static void a_pile_of_one_takes_no_bytes(void **state)
{
	(void)state;
	struct vector v;
	struct draws d;
	vector_init(&v);
	draws_init(&d, "tokens", v.seed, v.entropy[0], 2);
	uint8_t pile[2] = {3, 9};
	draws_shuffle(&d, pile, 1);
	draws_shuffle(&d, pile, 0);
	assert_int_equal(pile[0], 3);
	assert_int_equal(draws_next(&d), 0xf748f390);
}

static void seed_label_and_entropy_each_change_the_stream(void **state)
{
	(void)state;
	struct vector v;
	struct draws d;
	uint32_t first[5];
	vector_init(&v);
	draws_init(&d, "tiles", v.seed, v.entropy[0], 2);
	first[0] = draws_next(&d);
	draws_init(&d, "tokens", v.seed, v.entropy[0], 2);
	first[1] = draws_next(&d);
	draws_init(&d, "tiles", v.seed, v.entropy[0], 1);
	first[2] = draws_next(&d);
	v.entropy[1][15] ^= 1;
	draws_init(&d, "tiles", v.seed, v.entropy[0], 2);
	first[3] = draws_next(&d);
	v.entropy[1][15] ^= 1;
	v.seed[31] ^= 1;
	draws_init(&d, "tiles", v.seed, v.entropy[0], 2);
	first[4] = draws_next(&d);
	for (size_t i = 0; i < 5; i++) {
		for (size_t k = 0; k < i; k++)
			assert_int_not_equal(first[i], first[k]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(streams_begin_as_in_the_vector),
		cmocka_unit_test(the_commitment_is_that_of_the_vector),
		cmocka_unit_test(five_seats_are_shuffled_as_in_the_vector),
		cmocka_unit_test(tokens_are_shuffled_and_the_stream_goes_on),
		cmocka_unit_test(the_stream_is_one_across_its_buffers),
		cmocka_unit_test(numbers_that_would_be_uneven_are_passed_over),
		cmocka_unit_test(a_pile_of_one_takes_no_bytes),
		cmocka_unit_test(seed_label_and_entropy_each_change_the_stream),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
