/* SPDX-License-Identifier: ISC */
/*
 * Parts of a table's page are kept: whoever asks, and whatever was asked before, gets the page that
 * a service gives which was never asked for another.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/browser.h"
#include "support/party.h"

enum { ADA, BEN, STRANGER, VIEWERS };
enum { NOW = 1000000, URL_BYTES = 200 };

struct world {
	struct desk *desk;
	struct party party;
	char id[GAME_ID_LEN + 1];
	struct browser viewers[VIEWERS];
	int on_turn, waiting; /* ADA or BEN */
};

static bool is_after_some_turns(const struct play *p, void *context)
{
	(void)context;
	return p->game.turn_count >= 20 && p->game.awaits == AWAITS_PLACE;
}

static int open_world(void **state)
{
	static struct world w;
	void *desk;
	if (desk_open(&desk))
		return -1;
	w = (struct world){.desk = desk};
	party_init(&w.party, w.desk->store, &w.desk->http.sets, NOW);
	party_start(&w.party, &(struct party_game){.people = 2, .is_public = true}, w.id);
	assert_true(party_forward(&w.party, w.id, is_after_some_turns, NULL));
	for (int i = ADA; i < VIEWERS; i++)
		w.viewers[i].desk = desk;
	party_session(&w.party, w.party.people[0], w.viewers[ADA].session);
	party_session(&w.party, w.party.people[1], w.viewers[BEN].session);
	struct play *p = party_load(&w.party, w.id);
	bool is_ada = p->seats[p->game.seat_on_turn].user_id == w.party.people[0];
	w.on_turn = is_ada ? ADA : BEN;
	w.waiting = is_ada ? BEN : ADA;
	play_free(p);
	*state = &w;
	return 0;
}

static int close_world(void **state)
{
	struct world *w = *state;
	void *desk = w->desk;
	for (int i = ADA; i < VIEWERS; i++)
		browser_close(&w->viewers[i]);
	return desk_close(&desk);
}

/* The table as a viewer sees it, with a query; the caller's to free. */
static char *look(struct world *w, int viewer, const char *query)
{
	char url[URL_BYTES];
	snprintf(url, sizeof(url), "/g/%s%s", w->id, query);
	assert_int_equal(browser_get(&w->viewers[viewer], url), 200);
	char *page = strdup(w->viewers[viewer].body);
	assert_non_null(page);
	return page;
}

static bool sees(struct world *w, int viewer, const char *query, const char *what)
{
	char *page = look(w, viewer, query);
	bool is_there = strstr(page, what) != NULL;
	free(page);
	return is_there;
}

/* With nothing kept: another store for what is. */
static char *look_anew(struct world *w, int viewer, const char *query)
{
	struct kept *kept = w->desk->http.site.kept;
	w->desk->http.site.kept = kept_new(1 << 20);
	char *page = look(w, viewer, query);
	kept_free(w->desk->http.site.kept);
	w->desk->http.site.kept = kept;
	return page;
}

/* A placing that the page of who is on turn offers, as a query. */
static void find_draft(struct world *w, char out[URL_BYTES])
{
	char *page = look(w, w->on_turn, "");
	/* Of the drawing's links some only say why not. */
	const char *link = strstr(page, "Spaces as a list");
	assert_non_null(link);
	link = strstr(link, "t=place");
	assert_non_null(link);
	while (*link != '?')
		link--;
	size_t n = 0;
	for (; *link != '#' && *link != '"' && n < URL_BYTES - 1; link++) {
		out[n++] = *link;
		if (strncmp(link, "&amp;", 5) == 0)
			link += 4;
	}
	out[n] = '\0';
	free(page);
}

static void a_page_is_the_same_whatever_was_kept(void **state)
{
	struct world *w = *state;
	char draft[URL_BYTES];
	find_draft(w, draft);
	const char *const queries[] = {"", "?zoom=1", "?zoom=4", "?log=all", "?at=12", draft};
	for (int round = 0; round < 2; round++) {
		for (size_t i = 0; i < sizeof(queries) / sizeof(queries[0]); i++) {
			for (int viewer = ADA; viewer < VIEWERS; viewer++) {
				char *kept = look(w, viewer, queries[i]);
				char *anew = look_anew(w, viewer, queries[i]);
				assert_string_equal(kept, anew);
				free(kept);
				free(anew);
			}
		}
	}
}

static void nobody_sees_the_links_of_who_is_on_turn(void **state)
{
	struct world *w = *state;
	char draft[URL_BYTES];
	find_draft(w, draft);
	/* Each after each: what one has seen is kept. */
	for (int round = 0; round < 3; round++) {
		assert_true(sees(w, w->on_turn, "", "t=place"));
		assert_false(sees(w, w->waiting, "", "t=place"));
		assert_false(sees(w, STRANGER, "", "t=place"));
		assert_true(sees(w, w->on_turn, draft, ">Confirm<"));
		assert_false(sees(w, w->waiting, draft, "t=place"));
		assert_false(sees(w, STRANGER, draft, "t=place"));
	}
}

static void who_has_another_name_is_called_by_it_at_once(void **state)
{
	struct world *w = *state;
	assert_true(sees(w, STRANGER, "", "User 0</bdi>\n</a>"));
	party_sql(&w->party, "UPDATE users SET name = 'Renata' WHERE name = 'User 0'");
	char *page = look(w, STRANGER, "");
	assert_null(strstr(page, ">User 0<"));
	assert_non_null(strstr(page, "Renata</bdi>\n</a>"));
	free(page);
}

static void a_turn_is_seen_at_once(void **state)
{
	struct world *w = *state;
	char before[40];
	struct play *p = party_load(&w->party, w->id);
	snprintf(before, sizeof(before), "data-rev=\"%lld\"", (long long)p->row.rev);
	struct turn t;
	party_choose(&w->party, p, p->game.seat_on_turn, &t);
	char *old = look(w, STRANGER, "");
	assert_non_null(strstr(old, before));
	t.now = NOW;
	turn_submit(w->desk->store, w->party.sets, &t);
	assert_int_equal(t.status, TURN_DONE);
	char *now = look(w, STRANGER, ""), *anew = look_anew(w, STRANGER, "");
	assert_null(strstr(now, before));
	assert_string_not_equal(old, now);
	assert_string_equal(now, anew);
	free(old);
	free(now);
	free(anew);
	play_free(p);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_world, close_world)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_page_is_the_same_whatever_was_kept),
		TEST(nobody_sees_the_links_of_who_is_on_turn),
		TEST(who_has_another_name_is_called_by_it_at_once),
		TEST(a_turn_is_seen_at_once),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
