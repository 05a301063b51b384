/* SPDX-License-Identifier: ISC */
/*
 * How fast the rules, the records' moves and the drawings are, and how well the quick bot plays.
 * The seed of all games is the first argument; `make bench` gives the commit's hash.
 */
#include "app/match.h"
#include "app/sets.h"
#include "engine/notation.h"
#include "record/dealer.h"
#include "render/board.h"
#include "render/png.h"
#include "support/bare_loop.h"
#include "support/measure.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zlib.h>

enum { MOVES_MAX = 512, QUICK_GAMES = 1000, FULL_GAMES = 40 };

/* A finished game as a store would keep it: the texts of what was chosen, and the draws. */
struct told_game {
	struct record record;
	struct game end;
	char moves[MOVES_MAX][NOTATION_MAX];
	uint8_t seats[MOVES_MAX];
	size_t count;
};

struct bench {
	struct sets sets;
	const struct tileset *ts;
	const char *seed;
	struct chance chance;
	unsigned long number;
	struct bare_table *bare;
	struct told_game told, full; /* of two random bots; the fullest table of quick bots */
	struct game listed;          /* a table in mid-game that awaits a placement */
	struct board_art art;
	struct board_link links[OPEN_MAX * 4];
	size_t link_count;
	struct text svg, lean, png; /* lean: the SVG that a picture is made of */
	uint64_t sink;              /* what keeps a compiler from leaving things out */
};

static double play_bare(void *context)
{
	struct bench *b = context;
	b->sink += bare_loop_play(b->bare, b->ts, &b->chance);
	return 1;
}

static void deal_seed(struct bench *b, unsigned char seed[DRAWS_SEED_BYTES])
{
	for (unsigned i = 0; i < DRAWS_SEED_BYTES; i++)
		seed[i] = (unsigned char)chance_next(&b->chance);
}

static double play_random(void *context)
{
	struct bench *b = context;
	unsigned char seed[DRAWS_SEED_BYTES], entropy[2][DRAWS_ENTROPY_BYTES] = {{1}, {2}};
	struct dealer dealer;
	struct game g;
	const struct bot *bot = bot_find("random", 6);
	deal_seed(b, seed);
	dealer_init(&dealer, b->ts, seed, entropy[0], 2);
	game_init(&g, b->ts, 2, (struct game_options){0});
	while (g.awaits != AWAITS_END) {
		struct entry e;
		if (g.awaits == AWAITS_TOKENS || g.awaits == AWAITS_TILE)
			dealer_draw(&dealer, b->ts, &g, &e);
		else
			bot->choose(b->ts, &g, (unsigned)__builtin_ctz(game_awaited_seats(&g)),
			            &b->chance, &e);
		if (game_apply(b->ts, &g, &e) != REFUSAL_NONE)
			abort();
	}
	b->sink += (uint64_t)g.scores[0];
	return 1;
}

static double list_placements(void *context)
{
	struct bench *b = context;
	struct entry out[LEGAL_MAX];
	size_t count = 0;
	for (unsigned i = 0; i < 64; i++) {
		count += game_legal(b->ts, &b->listed, b->listed.seat_on_turn, 0, LEGAL_MAX, out);
		b->sink += (uint64_t)out[0].x;
	}
	return (double)count;
}

/* From the first draw to the end: texts parsed, tokens and tiles dealt, every rule checked. */
static double replay_moves(void *context)
{
	struct bench *b = context;
	const struct told_game *t = &b->told;
	struct dealer dealer;
	struct game g;
	size_t at = 0;
	dealer_init(&dealer, b->ts, t->record.seed, t->record.entropy[0], t->record.seat_count);
	game_init(&g, b->ts, t->record.seat_count, t->record.options);
	while (g.awaits != AWAITS_END) {
		struct entry e;
		if (g.awaits == AWAITS_TOKENS || g.awaits == AWAITS_TILE) {
			dealer_draw(&dealer, b->ts, &g, &e);
		} else {
			if (notation_parse(t->moves[at], strlen(t->moves[at]), t->seats[at], &e))
				abort();
			at++;
		}
		if (game_apply(b->ts, &g, &e) != REFUSAL_NONE)
			abort();
	}
	if (at != t->count || g.scores[0] != t->end.scores[0])
		abort();
	return 1;
}

static double copy_game(void *context)
{
	struct bench *b = context;
	static struct game copies[2];
	for (unsigned i = 0; i < 256; i++) {
		copies[i % 2] = b->listed;
		__asm__ volatile("" : : "r"(&copies[i % 2]) : "memory");
	}
	return 256;
}

static double draw_svg(void *context)
{
	struct bench *b = context;
	text_clear(&b->svg);
	board_svg(&b->svg, &b->art, &b->full.end,
	          &(struct board_options){.href_prefix = "?rev=317&t=place+",
	                                  .links = b->links,
	                                  .link_count = b->link_count});
	return 1;
}

static double draw_png(void *context)
{
	struct bench *b = context;
	struct err err;
	text_clear(&b->lean);
	text_clear(&b->png);
	board_svg(&b->lean, &b->art, &b->full.end, &(struct board_options){.is_lean = true});
	if (png_from_svg(&b->png, b->lean.data, b->lean.len, &err)) {
		fprintf(stderr, "%s\n", err.text);
		abort();
	}
	return 1;
}

static void tell_game(struct told_game *t, const struct match *m, unsigned long number)
{
	t->count = 0;
	match_play(m, number, &t->end, &t->record);
	for (size_t i = 0; i < t->record.row_count; i++) {
		const struct record_row *row = &t->record.rows[i];
		if (row->is_points || row->entry.type < ENTRY_PLACE ||
		    row->entry.type > ENTRY_BOOST)
			continue;
		assert(t->count < MOVES_MAX);
		notation_format(&row->entry, t->moves[t->count]);
		t->seats[t->count++] = row->entry.seat;
	}
}

static struct match match_of(const struct bench *b, unsigned seats, const char *bot)
{
	struct match m = {.set = &b->sets.known[0], .seat_count = seats, .seed = b->seed};
	for (unsigned i = 0; i < seats; i++)
		m.bots[i] = bot_find(bot, strlen(bot));
	return m;
}

/* How much there is to draw. */
static unsigned things_on(const struct game *g)
{
	unsigned n = g->open_count;
	for (unsigned i = 0; i < g->laid_count; i++) {
		for (unsigned c = 0; c < CORNER_COUNT; c++)
			n += (g->laid[i].tokens[c] ? 1u : 0u) + (g->laid[i].meeples[c] ? 1u : 0u);
		n += g->laid[i].baobab != 0;
	}
	for (unsigned p = 0; p < g->laid_count * TILESET_PIECES_MAX; p++)
		n += g->meeple_on[p] != 0;
	return n;
}

static void find_full_table(struct bench *b)
{
	struct match m = match_of(b, 5, "quick");
	for (unsigned long i = 0; i < FULL_GAMES; i++) {
		struct told_game t = {0};
		tell_game(&t, &m, i);
		if (i && things_on(&t.end) <= things_on(&b->full.end)) {
			record_release(&t.record);
			continue;
		}
		record_release(&b->full.record);
		b->full = t;
	}
	for (unsigned i = 0; i < b->full.end.open_count; i++) {
		const struct game_space *s = &b->full.end.spaces[b->full.end.open[i]];
		b->links[b->link_count++] = (struct board_link){.x = s->x, .y = s->y};
	}
}

/* Up to the middle of the told game, where a tile is in hand. */
static void find_listed_table(struct bench *b)
{
	struct dealer dealer;
	size_t at = 0;
	const struct told_game *t = &b->told;
	dealer_init(&dealer, b->ts, t->record.seed, t->record.entropy[0], 2);
	game_init(&b->listed, b->ts, 2, t->record.options);
	while (b->listed.awaits != AWAITS_PLACE || b->listed.turn_count < b->ts->tile_count / 2) {
		struct entry e;
		if (b->listed.awaits == AWAITS_TOKENS || b->listed.awaits == AWAITS_TILE)
			dealer_draw(&dealer, b->ts, &b->listed, &e);
		else if (notation_parse(t->moves[at], strlen(t->moves[at]), t->seats[at], &e) ||
		         !++at)
			abort();
		if (game_apply(b->ts, &b->listed, &e) != REFUSAL_NONE)
			abort();
	}
}

static unsigned elements_outside_defs(const struct text *svg)
{
	const char *s = svg->data, *end = svg->data + svg->len;
	const char *defs_end = memmem(s, svg->len, "</defs>", 7);
	unsigned n = 1; /* <svg> itself */
	for (s = defs_end ? defs_end : s; s + 1 < end; s++)
		n += s[0] == '<' && s[1] >= 'a' && s[1] <= 'z';
	return n;
}

static unsigned long gzipped(const struct text *t)
{
	uLongf len = compressBound(t->len);
	Bytef *out = malloc(len);
	z_stream z = {.next_in = (Bytef *)t->data,
	              .avail_in = (uInt)t->len,
	              .next_out = out,
	              .avail_out = (uInt)len};
	if (!out || deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK ||
	    deflate(&z, Z_FINISH) != Z_STREAM_END)
		abort();
	deflateEnd(&z);
	free(out);
	return z.total_out;
}

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* Seats change by the lot that each game's seed draws, and by who joins first. */
static void measure_quick(struct bench *b)
{
	static double choices_ms[QUICK_GAMES * 160];
	size_t count = 0;
	unsigned wins = 0, shared = 0;
	const struct bot *quick = bot_find("quick", 5), *random = bot_find("random", 6);
	for (unsigned long i = 0; i < QUICK_GAMES; i++) {
		struct match m = match_of(b, 2, "quick");
		struct game g;
		struct record r;
		m.bots[0] = i % 2 ? random : quick;
		m.bots[1] = i % 2 ? quick : random;
		match_play(&m, i, &g, &r);
		unsigned seat = strcmp(r.seats[0].bot, "quick") == 0 ? 0 : 1,
			 winners = game_winners(&g);
		wins += winners == 1u << seat;
		shared += winners == 3;
		record_release(&r);
	}
	for (unsigned long i = 0; i < FULL_GAMES; i++) { /* again, for the time of a choice */
		struct match m = match_of(b, 2, "quick");
		struct game g, now;
		struct record r;
		match_play(&m, i, &g, &r);
		game_init(&now, b->ts, 2, m.options);
		for (size_t k = 0; k < r.row_count; k++) {
			const struct entry *e = &r.rows[k].entry;
			if (r.rows[k].is_points)
				continue;
			if (e->type >= ENTRY_PLACE && e->type <= ENTRY_BOOST) {
				struct entry chosen;
				struct timespec t0, t1;
				clock_gettime(CLOCK_MONOTONIC, &t0);
				quick->choose(b->ts, &now, e->seat, &b->chance, &chosen);
				clock_gettime(CLOCK_MONOTONIC, &t1);
				choices_ms[count++] = (double)(t1.tv_sec - t0.tv_sec) * 1e3 +
				                      (double)(t1.tv_nsec - t0.tv_nsec) * 1e-6;
			}
			if (game_apply(b->ts, &now, e) != REFUSAL_NONE)
				abort();
		}
		record_release(&r);
	}
	qsort(choices_ms, count, sizeof(choices_ms[0]), compare_doubles);
	printf("quick against random, %d two-seat games: %u won, %u shared (aim: 970 won)\n",
	       QUICK_GAMES, wins, shared);
	printf("quick, a choice in ms: median %.3f, 99 of 100 below %.3f, most %.3f (aim: below "
	       "5)\n",
	       choices_ms[count / 2], choices_ms[count * 99 / 100], choices_ms[count - 1]);
}

static void print_all(const struct bench *b, const struct measure *m)
{
	struct text body = b->svg;
	printf("%-46s %12.0f   spread %2.0f %%\n", "bare bit-mask loop, tables a second",
	       measure_median(&m[0]), measure_spread(&m[0]));
	printf("%-46s %12.0f   spread %2.0f %%, ratio to the bare loop %.2f\n",
	       "complete random two-seat games a second", measure_median(&m[1]),
	       measure_spread(&m[1]), measure_ratio(&m[1], &m[0]));
	printf("%-46s %12.0f   spread %2.0f %%\n", "legal placements listed a second",
	       measure_median(&m[2]), measure_spread(&m[2]));
	printf("%-46s %12.1f   spread %2.0f %%, %zu moves\n", "replay from the moves' text, us",
	       1e6 / measure_median(&m[3]), measure_spread(&m[3]), b->told.count);
	printf("%-46s %12.3f   spread %2.0f %%, %zu bytes\n", "copy of struct game, us",
	       1e6 / measure_median(&m[4]), measure_spread(&m[4]), sizeof(struct game));
	printf("%-46s %12.1f   spread %2.0f %%, %u elements outside defs, %zu bytes, %lu gzipped\n",
	       "SVG of a full table with its links, us", 1e6 / measure_median(&m[5]),
	       measure_spread(&m[5]), elements_outside_defs(&body), body.len, gzipped(&body));
	printf("%-46s %12.1f   spread %2.0f %%, %zu bytes\n", "PNG of it, ms",
	       1e3 / measure_median(&m[6]), measure_spread(&m[6]), b->png.len);
}

int main(int argc, char **argv)
{
	static struct bench b;
	struct err err;
	if (sodium_init() < 0 || sets_load(&b.sets, NULL, &err))
		return 1;
	b.ts = &b.sets.known[0].ts;
	b.seed = argc > 1 ? argv[1] : "bench";
	b.chance.state = strtoull(b.seed, NULL, 16);
	b.bare = calloc(1, sizeof(*b.bare));
	assert(b.bare);
	struct match random_match = match_of(&b, 2, "random");
	tell_game(&b.told, &random_match, 0);
	find_listed_table(&b);
	find_full_table(&b);
	board_art_init(&b.art, b.ts, false);
	text_init(&b.svg, BOARD_SVG_MAX);
	text_init(&b.lean, BOARD_SVG_MAX);
	text_init(&b.png, BOARD_SVG_MAX);
	struct measure measures[] = {
		{.run = play_bare, .context = &b, .seconds = 1},
		{.run = play_random, .context = &b, .seconds = 1},
		{.run = list_placements, .context = &b, .seconds = 0.3},
		{.run = replay_moves, .context = &b, .seconds = 0.5},
		{.run = copy_game, .context = &b, .seconds = 0.3},
		{.run = draw_svg, .context = &b, .seconds = 0.5},
		{.run = draw_png, .context = &b, .seconds = 1},
	};
	printf("engine: seed %s, median of %d interleaved rounds, ", b.seed, MEASURE_ROUNDS);
	measure_pin();
	measure_all(measures, sizeof(measures) / sizeof(measures[0]));
	print_all(&b, measures);
	measure_quick(&b);
	return b.sink == 1;
}
