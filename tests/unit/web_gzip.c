/* SPDX-License-Identifier: ISC */
/*
 * Compression: that it unpacks to what it was, and that the store gives out nothing
 * else. Not how small it is.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include <cmocka.h>

#include "web/gzip.h"

static void unpack(const struct text *packed, char *out, size_t room, size_t *len)
{
	z_stream z = {.next_in = (Bytef *)packed->data,
	              .avail_in = (uInt)packed->len,
	              .next_out = (Bytef *)out,
	              .avail_out = (uInt)room};
	assert_int_equal(inflateInit2(&z, 15 + 16), Z_OK);
	assert_int_equal(inflate(&z, Z_FINISH), Z_STREAM_END);
	*len = z.total_out;
	inflateEnd(&z);
}

static void what_is_packed_unpacks_to_itself_first_and_later(void **state)
{
	(void)state;
	struct kept *c = kept_new(4000);
	char body[2000], back[2000];
	/* More bodies than the store keeps, each asked for twice at once and again at the end. */
	for (int round = 0; round < 600; round++) {
		int n = round % 300;
		for (size_t i = 0; i < sizeof(body); i++)
			body[i] = (char)('a' + (i * (size_t)(n + 7) + i / 7 * (size_t)n) % 26);
		snprintf(body, 20, "body %d", n);
		for (int twice = 0; twice < 2; twice++) {
			struct text packed;
			size_t len;
			text_init(&packed, 1 << 16);
			assert_int_equal(gzip_pack(c, &packed, body, sizeof(body)), 0);
			assert_true(packed.len < sizeof(body));
			unpack(&packed, back, sizeof(back), &len);
			assert_int_equal(len, sizeof(body));
			assert_memory_equal(back, body, sizeof(body));
			text_release(&packed);
		}
	}
	kept_free(c);
}

static void what_does_not_fit_is_said(void **state)
{
	(void)state;
	struct kept *c = kept_new(4000);
	struct text packed;
	text_init(&packed, 20);
	char body[1000];
	memset(body, 'x', sizeof(body));
	assert_int_equal(gzip_pack(c, &packed, body, sizeof(body)), -1);
	text_release(&packed);
	kept_free(c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_packed_unpacks_to_itself_first_and_later),
		cmocka_unit_test(what_does_not_fit_is_said),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
