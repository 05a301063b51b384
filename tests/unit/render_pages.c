/* SPDX-License-Identifier: ISC */
/*
 * The pages' templates as they are carried along, with nothing in their views and with everything:
 * well-formed, inert whatever the names are, and free of what the content security policy forbids.
 * Not what handlers put into the views, nor what pages look like.
 *
 * The view with everything is made from the templates: a string for each name that occurs. A
 * section over a string shows its inside once, where the names are found further out.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/embedded.h"
#include "base/text.h"
#include "render/art.h"
#include "render/mustache.h"

#define FOLDER "templates/"
#define PLANTED "\"'><planted onload=x>&"

enum { PAGE_MAX = 1 << 18, TEMPLATES_MAX = 64, DEPTH_MAX = 64 };

/* Templates by file name. */
struct templates {
	size_t count;
	struct {
		char name[32];
		const struct embedded *file;
		struct mustache *m;
	} items[TEMPLATES_MAX];
};

static const struct mustache *find_template(const void *context, const char *name)
{
	const struct templates *t = context;
	for (size_t i = 0; i < t->count; i++)
		if (strcmp(t->items[i].name, name) == 0)
			return t->items[i].m;
	print_error("no template %s\n", name);
	fail();
	return NULL;
}

static int set_up(void **state)
{
	static struct templates t;
	for (const struct embedded *f = embedded_files; f->path; f++) {
		/* Mails (mail_*.html) are no pages. */
		if (strncmp(f->path, FOLDER, strlen(FOLDER)) != 0 || !strstr(f->path, ".html") ||
		    strstr(f->path, "/mail_"))
			continue;
		const char *name = f->path + strlen(FOLDER);
		snprintf(t.items[t.count].name, sizeof(t.items[0].name), "%.*s",
		         (int)strcspn(name, "."), name);
		struct err err = {""};
		struct mustache *m = mustache_compile((const char *)f->data, f->size, &err);
		if (!m)
			print_error("%s: %s\n", f->path, err.text);
		assert_non_null(m);
		t.items[t.count].file = f;
		t.items[t.count++].m = m;
		assert_true(t.count < TEMPLATES_MAX);
	}
	*state = &t;
	return 0;
}

static int tear_down(void **state)
{
	struct templates *t = *state;
	for (size_t i = 0; i < t->count; i++)
		mustache_free(t->items[i].m);
	return 0;
}

/* ---- The view with everything ---- */

/* Adds what a tag names: "a.b" is a member of an object a. */
static void plant(cJSON *view, const char *name, size_t len)
{
	char step[64];
	const char *dot = memchr(name, '.', len);
	size_t n = dot ? (size_t)(dot - name) : len;
	assert_true(n < sizeof(step));
	memcpy(step, name, n);
	step[n] = '\0';
	cJSON *member = cJSON_GetObjectItemCaseSensitive(view, step);
	if (!dot && !member)
		cJSON_AddStringToObject(view, step, PLANTED);
	if (!dot || n == 0)
		return;
	if (!cJSON_IsObject(member)) {
		cJSON_DeleteItemFromObjectCaseSensitive(view, step);
		member = cJSON_AddObjectToObject(view, step);
	}
	plant(member, dot + 1, len - n - 1);
}

/* Every name in the templates; of raw tags there are two: the board, and the cards of games, which
 * their own template has made. */
static cJSON *everything(const struct templates *t)
{
	cJSON *view = cJSON_CreateObject();
	for (size_t i = 0; i < t->count; i++) {
		const char *at = (const char *)t->items[i].file->data;
		while ((at = strstr(at, "{{"))) {
			at += 2;
			size_t len = strcspn(at, "}");
			if (*at == '{')
				assert_true(strncmp(at, "{svg}", 5) == 0 ||
				            strncmp(at, "{cards}", 7) == 0);
			else if (!strchr("!>/&=", *at))
				plant(view, at + (*at == '#' || *at == '^'),
				      len - (*at == '#' || *at == '^'));
			assert_true(*at != '&' && *at != '=');
			at += len;
		}
	}
	cJSON_AddStringToObject(view, "svg", "<svg/>");
	return view;
}

static char *fill(const struct templates *t, size_t i, const cJSON *view)
{
	struct text page;
	struct err err = {""};
	text_init(&page, PAGE_MAX);
	int answer = mustache_render(&page, t->items[i].m, view, find_template, t, &err);
	if (answer < 0)
		print_error("%s: %s\n", t->items[i].name, err.text);
	assert_int_equal(answer, 0);
	return text_take(&page);
}

static void add_cards(const struct templates *t, cJSON *view)
{
	size_t i = 0;
	while (strcmp(t->items[i].name, "game_card") != 0)
		i++;
	char *cards = fill(t, i, view);
	cJSON_ReplaceItemInObjectCaseSensitive(view, "cards", cJSON_CreateString(cards));
	free(cards);
}

/* ---- Is it well-formed? ---- */

struct element {
	const char *name;
	size_t len;
};

static bool is_element(struct element e, const char *const *names)
{
	for (; *names; names++)
		if (e.len == strlen(*names) && memcmp(e.name, *names, e.len) == 0)
			return true;
	return false;
}

static void complain(const char *at, const char *what)
{
	print_error("%s: %.60s\n", what, at);
	fail();
}

/* Reads an opening tag's attributes; the byte after its ">". *is_closed: it ends in "/>". */
static const char *read_attributes(const char *at, bool *is_closed)
{
	for (;;) {
		at += strspn(at, " \n");
		*is_closed = *at == '/';
		at += *is_closed;
		if (*at == '>')
			return at + 1;
		size_t n = strspn(
			at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-0123456789");
		if (n == 0 || *is_closed)
			complain(at, "no attribute");
		if (strncmp(at, "style", n) == 0 || strncmp(at, "on", 2) == 0)
			complain(at, "forbidden by the policy");
		at += n;
		if (*at != '=')
			continue;
		if (at[1] != '"')
			complain(at, "a value without quotes");
		at += 2 + strcspn(at + 2, "\"<");
		if (*at != '"')
			complain(at, "a value that is not closed");
		at++;
	}
}

static void assert_well_formed(const char *page)
{
	static const char *const voids[] = {"meta", "link", "img", "input", NULL};
	struct element open[DEPTH_MAX];
	size_t depth = 0;
	for (const char *at = page; (at = strchr(at, '<'));) {
		const char *begin = at++;
		bool is_end = *at == '/';
		at += is_end;
		if (strncmp(at, "!doctype html>", 14) == 0)
			continue;
		struct element e = {at, strspn(at, "abcdefghijklmnopqrstuvwxyz123456")};
		if (e.len == 0)
			complain(begin, "no element");
		at += e.len;
		if (is_end) {
			if (depth == 0 || open[--depth].len != e.len ||
			    memcmp(open[depth].name, e.name, e.len) != 0 || *at != '>')
				complain(begin, "closes what is not open");
			continue;
		}
		bool is_closed;
		at = read_attributes(at, &is_closed);
		if (is_element(e, (const char *const[]){"script", NULL}) &&
		    (!strstr(begin, " src=") || strncmp(at, "</script>", 9) != 0))
			complain(begin, "a script within the page");
		if (is_element(e, (const char *const[]){"style", "base", NULL}))
			complain(begin, "forbidden by the policy");
		if (is_closed || is_element(e, voids))
			continue;
		assert_true(depth < DEPTH_MAX);
		open[depth++] = e;
	}
	if (depth > 0)
		complain(open[depth - 1].name, "not closed");
}

/* ---- The tests ---- */

/* The parts of pages, which are no whole documents. */
static bool is_partial(const char *name)
{
	return strcmp(name, "header") == 0 || strcmp(name, "footer") == 0;
}

static void check_all(const struct templates *t, const cJSON *view)
{
	for (size_t i = 0; i < t->count; i++) {
		char *page = fill(t, i, view);
		assert_null(strstr(page, "<planted"));
		assert_null(strstr(page, "{{"));
		if (!is_partial(t->items[i].name))
			assert_well_formed(page);
		free(page);
	}
}

static void there_are_templates(void **state)
{
	const struct templates *t = *state;
	assert_true(t->count >= 15);
	print_message("%zu templates\n", t->count);
}

static void every_page_with_nothing_in_its_view_is_well_formed(void **state)
{
	cJSON *view = cJSON_CreateObject();
	check_all(*state, view);
	cJSON_Delete(view);
}

static void every_page_with_everything_in_its_view_is_well_formed_and_inert(void **state)
{
	const struct templates *t = *state;
	cJSON *view = everything(t);
	add_cards(t, view);
	check_all(t, view);
	char *page = NULL;
	for (size_t i = 0; i < t->count; i++)
		if (strcmp(t->items[i].name, "table") == 0)
			page = fill(t, i, view);
	assert_non_null(page);
	/* The names arrive, and each section was shown. */
	assert_non_null(strstr(page, "&quot;&#39;&gt;&lt;planted onload=x&gt;&amp;"));
	assert_non_null(strstr(page, "<svg/>"));
	assert_non_null(strstr(page, "Final scoring"));
	assert_non_null(strstr(page, "Resign for good"));
	free(page);
	cJSON_Delete(view);
}

static void every_post_of_a_session_carries_its_token(void **state)
{
	const struct templates *t = *state;
	/* These change nothing of an account, so their door asks for no token. */
	static const char *const without[] = {"/guest", "/signin", "/signin/code", "{{url}}", NULL};
	for (size_t i = 0; i < t->count; i++) {
		const char *at = (const char *)t->items[i].file->data;
		while ((at = strstr(at, "method=\"post\" action=\""))) {
			at += strlen("method=\"post\" action=\"");
			struct element action = {at, strcspn(at, "\"")};
			const char *end = strstr(at, "</form>"),
				   *token = strstr(at, "name=\"token\"");
			assert_non_null(end);
			if (!is_element(action, without))
				assert_true(token && token < end);
		}
	}
}

static void the_pages_pieces_are_drawn_as_on_the_board(void **state)
{
	(void)state;
	const struct embedded *file = embedded_find("static/pieces.svg");
	assert_non_null(file);
	const struct art *all[11] = {&art_ranger};
	for (size_t i = 0; i < 5; i++) {
		all[1 + i] = &art_animal[i];
		all[6 + i] = &art_meeple[i];
	}
	for (size_t i = 0; i < 11; i++)
		for (size_t k = 0; k < all[i]->count; k++)
			assert_non_null(strstr((const char *)file->data, all[i]->layers[k].path));
}

static void style_and_script_stay_small(void **state)
{
	(void)state;
	const struct embedded *style = embedded_find("static/style.css");
	const struct embedded *script = embedded_find("static/app.js");
	assert_non_null(style);
	assert_non_null(script);
	assert_in_range(style->size, 1, 12 << 10);
	assert_in_range(script->size, 1, 8 << 10);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(there_are_templates),
		cmocka_unit_test(every_page_with_nothing_in_its_view_is_well_formed),
		cmocka_unit_test(every_page_with_everything_in_its_view_is_well_formed_and_inert),
		cmocka_unit_test(every_post_of_a_session_carries_its_token),
		cmocka_unit_test(the_pages_pieces_are_drawn_as_on_the_board),
		cmocka_unit_test(style_and_script_stay_small),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
