/* SPDX-License-Identifier: ISC */
/*
 * Whatever the rules allow a seat on turn can be chosen by links alone: the pages of a turn's steps
 * are walked through, and what they lead to is compared with what is legal.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/json.h"
#include "support/browser.h"
#include "support/party.h"

enum { NOW = 1000000, DRAFTS_MAX = 4096, URL_BYTES = 1000, GAMES = 3 };

struct world {
	struct desk *desk;
	struct party party;
	char id[GAME_ID_LEN + 1];
	struct browser b; /* of who is on turn */
	char *drafts[DRAFTS_MAX];
	size_t draft_count;
};

static int open_world(void **state)
{
	static struct world w;
	void *desk;
	if (desk_open(&desk))
		return -1;
	w = (struct world){.desk = desk, .b = {.desk = desk, .wants_json = true}};
	party_init(&w.party, w.desk->store, &w.desk->http.sets, NOW);
	*state = &w;
	return 0;
}

static void forget_drafts(struct world *w)
{
	while (w->draft_count)
		free(w->drafts[--w->draft_count]);
}

static int close_world(void **state)
{
	struct world *w = *state;
	void *desk = w->desk;
	forget_drafts(w);
	browser_close(&w->b);
	return desk_close(&desk);
}

/* ---- What a page leads to ---- */

static int hex_digit(char c)
{
	return c >= '0' && c <= '9' ? c - '0' : (c | 32) - 'a' + 10;
}

/* The value of a field in a URL, decoded; false when it is not there. */
static bool field_of(const char *url, const char *name, char out[URL_BYTES])
{
	const char *at = strstr(url, name);
	size_t len = 0;
	out[0] = '\0';
	if (!at)
		return false;
	for (at += strlen(name); *at && *at != '&' && *at != '#'; at++) {
		char c = *at == '+' ? ' ' : *at;
		if (c == '%') {
			c = (char)(hex_digit(at[1]) << 4 | hex_digit(at[2]));
			at += 2;
		}
		out[len++] = c;
	}
	out[len] = '\0';
	return true;
}

static void walk(struct world *w, const char *url);

/* A link with a longer draft is noted; one that only picks something is followed. */
static void take_link(struct world *w, const cJSON *link)
{
	const char *url = json_get_string(json_member(link, "url"));
	char t[URL_BYTES], pick[URL_BYTES];
	assert_non_null(url);
	if (field_of(url, "&pick=", pick)) {
		char *copy = strdup(url);
		walk(w, copy);
		free(copy);
	} else if (field_of(url, "&t=", t)) {
		assert_true(w->draft_count < DRAFTS_MAX);
		w->drafts[w->draft_count++] = strdup(t);
	}
}

static void take_links(struct world *w, const cJSON *links)
{
	const cJSON *link;
	cJSON_ArrayForEach(link, links) take_link(w, link);
}

/* Where a page leads, links that pick included; and what its Confirm would send. */
static void walk(struct world *w, const char *url)
{
	struct fault fault;
	const cJSON *group;
	assert_int_equal(browser_get(&w->b, url), 200);
	cJSON *view = json_parse(w->b.body, strlen(w->b.body), LIMIT_RESPONSE_BYTES, &fault);
	assert_non_null(view);
	assert_null(json_member(view, "problem"));
	const char *confirmed = json_get_string(json_member(json_member(view, "bar"), "t"));
	if (confirmed)
		w->drafts[w->draft_count++] = strdup(confirmed);
	take_links(w, json_member(view, "places"));
	cJSON_ArrayForEach(group, json_member(json_member(view, "step"), "groups"))
		take_links(w, json_member(group, "choices"));
	cJSON_Delete(view);
}

static bool leads_to(const struct world *w, const char *draft)
{
	for (size_t i = 0; i < w->draft_count; i++) {
		if (strcmp(w->drafts[i], draft) == 0)
			return true;
	}
	return false;
}

/* ---- What is legal ---- */

/* After a draft: every entry that is legal next stands behind a link, or in Confirm. Answers how
 * many there are. */
static size_t all_can_be_chosen(struct world *w, const struct play *p, const struct game *g,
                                const char *draft)
{
	static struct entry entries[LEGAL_MAX];
	unsigned seat = p->game.seat_on_turn;
	size_t count = game_legal(&p->set->ts, g, seat, 0, LEGAL_MAX, entries);
	char url[URL_BYTES + 64];
	snprintf(url, sizeof(url), "/g/%s?rev=%lld&t=%s", w->id, (long long)p->row.rev, draft);
	for (char *c = url; *c; c++)
		*c = *c == ' ' ? '+' : *c;
	forget_drafts(w);
	walk(w, url);
	for (size_t i = 0; i < count; i++) {
		char text[NOTATION_MAX], longer[URL_BYTES + NOTATION_MAX + 2];
		notation_format(&entries[i], text);
		snprintf(longer, sizeof(longer), "%s%s%s", draft, *draft ? "; " : "", text);
		if (!leads_to(w, longer))
			fail_msg("%s: no link leads to \"%s\"", url, longer);
	}
	return count;
}

/* ---- Where to look ---- */

enum kind { ANY, WITH_BAOBAB, DISPLACES, ADDS_A_TOKEN, HAS_NOTHING, KINDS };

/* The game after a placement, if it is of the kind. */
static bool is_kind(const struct play *p, enum kind kind, const struct entry *place,
                    struct game *after)
{
	struct entry pass = {.type = ENTRY_PASS, .seat = place->seat};
	struct game passed;
	*after = p->game;
	assert_int_equal(game_apply(&p->set->ts, after, place), REFUSAL_NONE);
	passed = *after;
	assert_int_equal(game_apply(&p->set->ts, &passed, &pass), REFUSAL_NONE);
	bool speaks = passed.awaits == AWAITS_BOOST &&
	              (game_awaited_seats(&passed) >> place->seat & 1);
	switch (kind) {
	case ANY:
		return p->game.turn_count >= 20;
	case WITH_BAOBAB:
		return tileset_kind_of(&p->set->ts, p->game.tile)->has_baobab &&
		       after->meeples[place->seat] > 0;
	case DISPLACES:
		return after->has_displaced;
	case ADDS_A_TOKEN:
		return speaks;
	case HAS_NOTHING:
		return after->has_displaced && !after->meeples[place->seat];
	case KINDS:
		break;
	}
	return false;
}

static bool find(const struct play *p, enum kind kind, struct entry *place, struct game *after)
{
	size_t count = game_legal(&p->set->ts, &p->game, p->game.seat_on_turn, 0, 0, NULL);
	for (size_t i = 0; i < count && p->game.awaits == AWAITS_PLACE; i++) {
		game_legal(&p->set->ts, &p->game, p->game.seat_on_turn, i, 1, place);
		if (is_kind(p, kind, place, after))
			return true;
	}
	return false;
}

static bool is_there(const struct play *p, void *context)
{
	struct entry place;
	struct game after;
	return find(p, *(const enum kind *)context, &place, &after);
}

/* The game, at a point where who is on turn can place so. */
static struct play *begin(struct world *w, enum kind kind)
{
	do
		party_start(&w->party, &(struct party_game){.people = 3}, w->id);
	while (!party_forward(&w->party, w->id, is_there, &kind));
	struct play *p = party_load(&w->party, w->id);
	party_session(&w->party, p->seats[p->game.seat_on_turn].user_id, w->b.session);
	return p;
}

/* From a placement of the kind to the end of the turn, by doing nothing more. */
static void to_the_end(struct world *w, enum kind kind)
{
	struct play *p = begin(w, kind);
	unsigned seat = p->game.seat_on_turn;
	struct entry e;
	struct game g;
	char draft[URL_BYTES], text[NOTATION_MAX];
	assert_true(find(p, kind, &e, &g));
	notation_format(&e, draft);
	for (e = (struct entry){.type = ENTRY_PASS, .seat = (uint8_t)seat};;) {
		assert_true(all_can_be_chosen(w, p, &g, draft) > 0);
		assert_int_equal(game_apply(&p->set->ts, &g, &e), REFUSAL_NONE);
		notation_format(&e, text);
		snprintf(draft + strlen(draft), sizeof(draft) - strlen(draft), "; %s", text);
		if (g.awaits == AWAITS_TILE || g.awaits == AWAITS_TOKENS ||
		    !(game_awaited_seats(&g) >> seat & 1))
			break;
		assert_true(game_legal(&p->set->ts, &g, seat, 0, 1, &e) > 0);
	}
	play_free(p);
}

static void whatever_is_legal_can_be_chosen(void **state)
{
	for (unsigned i = 0; i < GAMES; i++)
		to_the_end(*state, ANY);
}

static void so_it_is_with_a_baobab(void **state)
{
	for (unsigned i = 0; i < GAMES; i++)
		to_the_end(*state, WITH_BAOBAB);
}

static void so_it_is_when_a_ranger_is_displaced(void **state)
{
	for (unsigned i = 0; i < GAMES; i++)
		to_the_end(*state, DISPLACES);
}

static void so_it_is_without_a_meeple_when_a_ranger_is_displaced(void **state)
{
	for (unsigned i = 0; i < GAMES; i++)
		to_the_end(*state, HAS_NOTHING);
}

static void so_it_is_when_a_token_may_be_added(void **state)
{
	for (unsigned i = 0; i < GAMES; i++)
		to_the_end(*state, ADDS_A_TOKEN);
}

/* Of rotations that look alike one is enough: each space is there. */
static void every_space_where_the_tile_fits_is_a_link(void **state)
{
	struct world *w = *state;
	for (unsigned n = 0; n < GAMES; n++) {
		struct play *p = begin(w, ANY);
		char url[URL_BYTES];
		snprintf(url, sizeof(url), "/g/%s?rev=%lld", w->id, (long long)p->row.rev);
		forget_drafts(w);
		walk(w, url);
		for (unsigned i = 0; i < p->game.open_count; i++) {
			const struct game_space *s = &p->game.spaces[p->game.open[i]];
			unsigned turns = game_turns_that_fit(&p->set->ts, &p->game, p->game.tile,
			                                     s->x, s->y);
			bool is_linked = false;
			for (unsigned k = 0; k < 4; k++) {
				char text[NOTATION_MAX];
				notation_format(&(struct entry){.type = ENTRY_PLACE,
				                                .x = s->x,
				                                .y = s->y,
				                                .turns = (uint8_t)k},
				                text);
				is_linked |= (turns >> k & 1) && leads_to(w, text);
			}
			assert_int_equal(is_linked, turns != 0);
		}
		play_free(p);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_space_where_the_tile_fits_is_a_link),
		cmocka_unit_test(whatever_is_legal_can_be_chosen),
		cmocka_unit_test(so_it_is_with_a_baobab),
		cmocka_unit_test(so_it_is_when_a_ranger_is_displaced),
		cmocka_unit_test(so_it_is_without_a_meeple_when_a_ranger_is_displaced),
		cmocka_unit_test(so_it_is_when_a_token_may_be_added),
	};
	return cmocka_run_group_tests(tests, open_world, close_world);
}
