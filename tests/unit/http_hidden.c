/* SPDX-License-Identifier: ISC */
/*
 * Nothing that is shown depends on what is still to be drawn: two games whose pasts are equal and
 * whose futures differ answer byte for byte alike, on every route, for every viewer. Two seeds are
 * searched that agree in seats, first tokens and first three tiles; the same things are asked and
 * done in both games, up to where the fourth tile is held back.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app/beat.h"
#include "base/hash.h"
#include "base/hex.h"
#include "record/dealer.h"
#include "support/browser.h"
#include "support/party.h"

enum {
	NOW = 1000000,
	SEEDS = 120000,
	TILES_EQUAL = 3,
	TOKENS_EQUAL = 4,
	URL_BYTES = 400,
	FORM_BYTES = URL_BYTES + 64,
	LINKS_MAX = 400
};

/* ---- Two seeds ---- */

struct candidate {
	uint8_t seat, tiles[TILES_EQUAL], tokens[TOKENS_EQUAL];
	uint32_t number;
};

static void make_seed(unsigned char seed[DRAWS_SEED_BYTES], uint32_t number)
{
	memset(seed, 0, DRAWS_SEED_BYTES);
	memcpy(seed, &number, sizeof(number));
}

static int compare(const void *a, const void *b)
{
	return memcmp(a, b, offsetof(struct candidate, number));
}

/* As party_start() has it: the players' values are 1 and 2 throughout. */
static void deal(const struct tileset *ts, uint32_t number, struct dealer *d, struct candidate *c)
{
	unsigned char seed[DRAWS_SEED_BYTES], entropy[2][DRAWS_ENTROPY_BYTES];
	uint8_t order[SEATS_MAX];
	make_seed(seed, number);
	memset(entropy[0], 1, sizeof(entropy[0]));
	memset(entropy[1], 2, sizeof(entropy[1]));
	dealer_init(d, ts, seed, entropy[0], 2);
	dealer_seat_order(seed, entropy[0], 2, order);
	memset(c, 0, sizeof(*c));
	c->number = number;
	c->seat = order[0];
	memcpy(c->tiles, d->bag.tiles, sizeof(c->tiles));
	memcpy(c->tokens, d->bag.tokens, sizeof(c->tokens));
}

static void find_seeds(const struct tileset *ts, uint32_t found[2])
{
	struct candidate *all = calloc(SEEDS, sizeof(*all)), other;
	struct dealer one, two;
	assert_non_null(all);
	for (uint32_t i = 0; i < SEEDS; i++)
		deal(ts, i, &one, &all[i]);
	qsort(all, SEEDS, sizeof(*all), compare);
	size_t i = 1;
	while (i < SEEDS && compare(&all[i - 1], &all[i]) != 0)
		i++;
	assert_true(i < SEEDS);
	deal(ts, all[i - 1].number, &one, &other);
	deal(ts, all[i].number, &two, &other);
	assert_int_not_equal(one.bag.tiles[TILES_EQUAL], two.bag.tiles[TILES_EQUAL]);
	assert_memory_not_equal(one.bag.tokens + TOKENS_EQUAL, two.bag.tokens + TOKENS_EQUAL, 8);
	found[0] = all[i - 1].number;
	found[1] = all[i].number;
	free(all);
}

/* ---- One game, and all that is asked of it ---- */

enum { STRANGER, OUTSIDER, ADA, BEN, VIEWERS };

struct world {
	struct desk *desk;
	struct party party;
	char id[GAME_ID_LEN + 1], commitment[2 * HASH_BYTES + 1], host[32];
	struct browser viewers[VIEWERS];
	struct text told; /* every request with its answer */
	unsigned requests;
};

/* Appends a text, with the same word in both games for what may differ: their seal, and the port.
 */
static void tell(struct world *w, const char *text)
{
	const char *const words[] = {w->commitment, w->host};
	while (*text) {
		size_t len = strcspn(text, "0123456789abcdef");
		for (size_t i = 0; i < 2 && len == 0; i++) {
			size_t word = strlen(words[i]);
			if (strncmp(text, words[i], word) == 0) {
				text_add(&w->told, i ? "HOST" : "SEAL");
				text += word;
				len = strcspn(text, "0123456789abcdef");
			}
		}
		size_t rest = len ? len : 1;
		text_add_bytes(&w->told, text, *text ? rest : 0);
		text += *text ? rest : 0;
	}
}

static void tell_answer(struct world *w, const struct browser *b, int viewer, const char *what)
{
	char head[sizeof(b->head)];
	snprintf(head, sizeof(head), "%s", b->head);
	char *date = strstr(head, "\r\nDate: ");
	if (date)
		memmove(date, strstr(date + 2, "\r\n"), strlen(strstr(date + 2, "\r\n")) + 1);
	text_printf(&w->told, "\n==== %d asks %d: ", w->requests++, viewer);
	tell(w, what);
	text_add(&w->told, "\n");
	tell(w, head);
	tell(w, b->body);
}

static void get(struct world *w, int viewer, const char *path)
{
	struct browser *b = &w->viewers[viewer];
	for (int is_json = 0; is_json < 2; is_json++) {
		b->wants_json = is_json;
		browser_get(b, path);
		tell_answer(w, b, viewer, path);
	}
	b->wants_json = false;
}

static int post(struct world *w, int viewer, const char *what, const char *form)
{
	struct browser *b = &w->viewers[viewer];
	char path[URL_BYTES];
	snprintf(path, sizeof(path), "/g/%s/%s", w->id, what);
	browser_post(b, path, form);
	tell_answer(w, b, viewer, path);
	return b->status;
}

/* The path of a route, with this game's id; what else stands in patterns names nothing. */
static void path_of(const struct world *w, const struct route *r, char out[URL_BYTES])
{
	const char *name = strchr(r->pattern, ':');
	if (!name)
		snprintf(out, URL_BYTES, "%s", r->pattern);
	else
		snprintf(out, URL_BYTES, "%.*s%s%s", (int)(name - r->pattern), r->pattern,
		         strncmp(name, ":id", 3) == 0 ? w->id : "nothing",
		         name + strcspn(name, "/"));
}

static void get_all_routes(struct world *w)
{
	char path[URL_BYTES];
	for (const struct route *const *t = site_routes; *t; t++) {
		for (const struct route *r = *t; r->pattern; r++) {
			path_of(w, r, path);
			for (int v = STRANGER; v < VIEWERS && r->method == METHOD_GET; v++)
				get(w, v, path);
		}
	}
	snprintf(path, sizeof(path), "/waiting?game=%s", w->id);
	for (int v = STRANGER; v < VIEWERS; v++)
		get(w, v, path);
}

/* Follows every link of a page into the game: drafts, choices, what was before. */
static void follow_links(struct world *w, int viewer)
{
	char path[URL_BYTES], mark[32], seen[LINKS_MAX][URL_BYTES];
	size_t count = 0;
	snprintf(path, sizeof(path), "/g/%s", w->id);
	snprintf(mark, sizeof(mark), "href=\"/g/%s", w->id);
	browser_get(&w->viewers[viewer], path);
	for (const char *at = w->viewers[viewer].body;
	     (at = strstr(at, mark)) && count < LINKS_MAX;) {
		char *out = seen[count++];
		size_t len = 0;
		for (at += strlen("href=\""); *at != '"' && *at != '#' && len + 1 < URL_BYTES;
		     at++) {
			out[len++] = *at;
			if (strncmp(at, "&amp;", 5) == 0)
				at += 4;
		}
		out[len] = '\0';
	}
	assert_in_range(count, 1, LINKS_MAX - 1);
	for (size_t i = 0; i < count; i++)
		get(w, viewer, seen[i]);
}

/* ---- What is done ---- */

static int viewer_on_turn(const struct world *w, const struct play *p)
{
	return p->seats[p->game.seat_on_turn].user_id == w->party.people[0] ? ADA : BEN;
}

/* Lays the tile where no ranger stands, and nothing more. */
static void write_turn(const struct play *p, char form[FORM_BYTES])
{
	struct turn t = {.count = 2, .entries[1].type = ENTRY_PASS};
	struct game g = {.has_displaced = true};
	char text[LIMIT_TURN_BYTES + 1];
	for (size_t i = 0; g.has_displaced; i++) {
		g = p->game;
		assert_int_equal(
			game_legal(&p->set->ts, &g, g.seat_on_turn, i, 1, &t.entries[0]) > i, 1);
		assert_int_equal(game_apply(&p->set->ts, &g, &t.entries[0]), REFUSAL_NONE);
	}
	party_text(&t, text);
	for (char *c = text; *c; c++)
		*c = *c == ' ' ? '+' : *c;
	snprintf(form, FORM_BYTES, "rev=%lld&t=%s", (long long)p->row.rev, text);
}

/* What nobody may do now. */
static void try_in_vain(struct world *w, const struct play *p)
{
	char rev[32], form[URL_BYTES];
	int me = viewer_on_turn(w, p), other = me == ADA ? BEN : ADA;
	snprintf(rev, sizeof(rev), "rev=%lld", (long long)p->row.rev);
	snprintf(form, sizeof(form), "%s&t=place+40,40+0;+pass", rev);
	assert_int_equal(post(w, me, "turn", form), 422);
	assert_int_equal(post(w, other, "turn", form), 422);
	assert_int_equal(post(w, OUTSIDER, "turn", form), 403);
	assert_int_equal(post(w, other, "draw", rev), 422);
	assert_int_equal(post(w, p->row.has_undo ? me : other, "undo", rev), 422);
	snprintf(form, sizeof(form), "rev=%lld&t=pass", (long long)p->row.rev + 5);
	assert_int_equal(post(w, me, "turn", form), 409);
}

static struct play *look_everywhere(struct world *w)
{
	struct play *p = party_load(&w->party, w->id);
	get_all_routes(w);
	for (int v = STRANGER; v < VIEWERS; v++)
		follow_links(w, v);
	try_in_vain(w, p);
	return p;
}

static void take_turn(struct world *w)
{
	struct play *p = look_everywhere(w);
	char form[FORM_BYTES];
	assert_int_equal(p->game.awaits, AWAITS_PLACE);
	write_turn(p, form);
	assert_int_equal(post(w, viewer_on_turn(w, p), "turn", form), 303);
	play_free(p);
}

static void take_back(struct world *w)
{
	struct play *p = look_everywhere(w);
	char form[URL_BYTES];
	assert_int_equal(p->game.awaits, AWAITS_TILE);
	snprintf(form, sizeof(form), "rev=%lld", (long long)p->row.rev);
	assert_int_equal(post(w, viewer_on_turn(w, p) == ADA ? BEN : ADA, "undo", form), 303);
	play_free(p);
}

static void draw_by_hand(struct world *w)
{
	struct play *p = look_everywhere(w);
	char form[URL_BYTES];
	snprintf(form, sizeof(form), "rev=%lld", (long long)p->row.rev);
	assert_int_equal(post(w, viewer_on_turn(w, p), "draw", form), 303);
	play_free(p);
}

static void draw_by_clock(struct world *w)
{
	play_free(look_everywhere(w));
	w->party.now += PARTY_GRACE_S;
	atomic_store(&w->desk->http.clock.at, w->party.now);
	assert_int_equal(beat_games(w->desk->store, w->party.sets, w->party.now), 1);
}

static void open_world(struct world *w, uint32_t number)
{
	unsigned char seed[DRAWS_SEED_BYTES], commitment[HASH_BYTES];
	void *desk;
	assert_int_equal(desk_open(&desk), 0);
	*w = (struct world){.desk = desk};
	text_init(&w->told, 256 << 20);
	party_init(&w->party, w->desk->store, &w->desk->http.sets, NOW);
	make_seed(seed, number);
	hash_sha256(commitment, seed, sizeof(seed));
	hex_format(w->commitment, commitment, sizeof(commitment));
	snprintf(w->host, sizeof(w->host), "%s", strstr(w->desk->http.config.base_url, "127."));
	party_start(&w->party, &(struct party_game){.people = 2, .is_public = true, .seed = seed},
	            w->id);
	for (int v = STRANGER; v < VIEWERS; v++) {
		w->viewers[v].desk = w->desk;
		if (v != STRANGER)
			party_session(&w->party, w->party.people[v == OUTSIDER ? 2 : v - ADA],
			              w->viewers[v].session);
	}
}

static void close_world(struct world *w)
{
	void *desk = w->desk;
	for (int v = STRANGER; v < VIEWERS; v++)
		browser_close(&w->viewers[v]);
	assert_int_equal(desk_close(&desk), 0);
}

/* Plays the game to where the fourth tile is held back; then, in *after, on. */
static void play_through(uint32_t number, struct text *told, struct text *after)
{
	struct world w;
	open_world(&w, number);
	take_turn(&w);
	take_back(&w);
	take_turn(&w);
	draw_by_hand(&w);
	take_turn(&w);
	draw_by_clock(&w);
	take_turn(&w);
	play_free(look_everywhere(&w));
	*told = w.told;
	text_init(&w.told, 256 << 20);
	draw_by_hand(&w);
	get_all_routes(&w);
	*after = w.told;
	close_world(&w);
}

static void show_difference(const char *one, const char *other)
{
	size_t at = 0;
	while (one[at] == other[at] && one[at])
		at++;
	size_t from = at;
	while (from > 0 && strncmp(one + from, "\n====", 5) != 0)
		from--;
	print_error("%.100s\n...%.200s\n...%.200s\n", one + from, one + (at > 100 ? at - 100 : 0),
	            other + (at > 100 ? at - 100 : 0));
}

static void what_is_shown_does_not_depend_on_what_is_to_come(void **state)
{
	struct sets *sets = malloc(sizeof(*sets));
	struct text told[2], after[2];
	struct err err;
	uint32_t seeds[2];
	(void)state;
	assert_non_null(sets);
	assert_int_equal(sets_load(sets, NULL, &err), 0);
	find_seeds(&sets->known[0].ts, seeds);
	free(sets);
	for (int i = 0; i < 2; i++) {
		play_through(seeds[i], &told[i], &after[i]);
		assert_false(text_is_over(&told[i]));
	}
	print_message("seeds %u and %u: %zu bytes in each\n", seeds[0], seeds[1], told[0].len);
	if (strcmp(text_string(&told[0]), text_string(&told[1])) != 0)
		show_difference(text_string(&told[0]), text_string(&told[1]));
	assert_int_equal(told[0].len, told[1].len);
	assert_memory_equal(told[0].data, told[1].data, told[0].len);
	/* And then it is another game. */
	assert_string_not_equal(text_string(&after[0]), text_string(&after[1]));
	for (int i = 0; i < 2; i++) {
		text_release(&told[i]);
		text_release(&after[i]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_shown_does_not_depend_on_what_is_to_come),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
