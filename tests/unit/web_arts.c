/* SPDX-License-Identifier: ISC */
/*
 * The drawings of a tile set as a static file: where pages say that it is, it is.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/http.h"
#include "web/families.h"

static const struct route *const tables[] = {home_routes, NULL};

static int start(void **state)
{
	static struct http h;
	http_start(&h, tables, NULL, 0);
	*state = &h;
	return 0;
}

static int stop(void **state)
{
	http_stop(*state);
	return 0;
}

static struct http_answer get(const struct http *h, struct text *all, const char *path)
{
	return http_ask(h, all, "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%u\r\n\r\n", path,
	                (unsigned)h->config.listen_port);
}

static void a_sets_drawings_are_kept_by_browsers_for_ever(void **state)
{
	const struct http *h = *state;
	const struct record_set *set = &h->sets.known[0];
	struct text all, file;
	char value[200];
	struct http_answer a = get(h, &all, arts_url(h->site.arts, set));
	assert_int_equal(a.status, 200);
	assert_true(http_header(&a, "Content-Type", value, sizeof(value)));
	assert_string_equal(value, "image/svg+xml");
	assert_true(http_header(&a, "Cache-Control", value, sizeof(value)));
	assert_non_null(strstr(value, "immutable"));
	text_init(&file, BOARD_SVG_MAX);
	board_drawings(&file, arts_of(h->site.arts, set));
	assert_int_equal(a.body_len, file.len);
	assert_memory_equal(a.body, file.data, file.len);
	text_release(&file);
	text_release(&all);
}

static void other_contents_would_have_another_url(void **state)
{
	const struct http *h = *state;
	struct text all;
	char *url = strdup(arts_url(h->site.arts, &h->sets.known[0]));
	char *digit = strrchr(url, '.') - 1;
	*digit = *digit == '0' ? '1' : '0';
	assert_int_equal(get(h, &all, url).status, 404);
	text_release(&all);
	free(url);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_sets_drawings_are_kept_by_browsers_for_ever),
		cmocka_unit_test(other_contents_would_have_another_url),
	};
	return cmocka_run_group_tests(tests, start, stop);
}
