/* SPDX-License-Identifier: ISC */
/*
 * slowsafari simulate: bots play games among themselves.
 */
#include "app/match.h"
#include "app/sets.h"
#include "base/number.h"
#include "cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char help[] =
	"simulate --games N --seats P --bot NAME[,NAME...] --seed TEXT\n"
	"                  [OPTION...]\n"
	"\n"
	"Bots play whole games. The same arguments give the same games, byte for byte.\n"
	"Prints how many games there were, each bot's mean score and wins, and games a\n"
	"second.\n"
	"\n"
	"  --games N         how many, 1 to 10000000\n"
	"  --seats P         2 to 5 in each\n"
	"  --bot NAME,...    random or quick; several are dealt to the joiners in turn\n"
	"  --seed TEXT       any text; all draws follow from it\n"
	"  --tileset FILE    the tile set to play with; without it the built-in one\n"
	"  --option NAME=VALUE\n"
	"                    final_scoring=majority or everyone\n"
	"                    baobab_tokens=\"at once\" or afterwards\n"
	"  --records FILE    writes one record a line; - is the standard output\n"
	"  --counts          each chosen entry gets \"choices\": how many were legal\n";

enum { GAMES_MAX = 10000000, PROGRESS_AFTER_S = 2 };

struct setup {
	struct match match;
	unsigned long games;
	const char *records_path;
};

/* What one bot did in all its seats. */
struct tally {
	const struct bot *bot;
	unsigned long seats, wins, shared;
	double points;
};

static int take_option(void *context, const char *value)
{
	struct game_options *o = context;
	if (strcmp(value, "final_scoring=majority") == 0)
		o->final_scoring = FINAL_MAJORITY;
	else if (strcmp(value, "final_scoring=everyone") == 0)
		o->final_scoring = FINAL_EVERYONE;
	else if (strcmp(value, "baobab_tokens=at once") == 0)
		o->baobab_tokens = BAOBAB_AT_ONCE;
	else if (strcmp(value, "baobab_tokens=afterwards") == 0)
		o->baobab_tokens = BAOBAB_AFTERWARDS;
	else
		return cli_usage(&cli_simulate, "--option knows no \"%s\"", value);
	return EXIT_YES;
}

/* Names with commas between them; joiner i plays as name i, and so on in turn. */
static int read_bots(const char *names, struct match *m)
{
	unsigned count = 0;
	for (const char *at = names;; at++) {
		size_t len = strcspn(at, ",");
		if (count == m->seat_count)
			return cli_usage(&cli_simulate, "more bots than seats");
		m->bots[count] = bot_find(at, len);
		if (!m->bots[count++])
			return cli_usage(&cli_simulate, "unknown bot \"%.*s\"", (int)len, at);
		at += len;
		if (!*at)
			break;
	}
	for (unsigned i = count; i < m->seat_count; i++)
		m->bots[i] = m->bots[i % count];
	return EXIT_YES;
}

static int read_setup(int argc, char **argv, struct setup *s, const char **tileset)
{
	const char *games = NULL, *seats = NULL, *names = NULL;
	int64_t number;
	const struct cli_option options[] = {
		{.name = "games", .value = &games},
		{.name = "seats", .value = &seats},
		{.name = "bot", .value = &names},
		{.name = "seed", .value = &s->match.seed},
		{.name = "tileset", .value = tileset},
		{.name = "records", .value = &s->records_path},
		{.name = "counts", .flag = &s->match.counts_choices},
		{.name = "option", .take = take_option},
	};
	int words = cli_options(&cli_simulate, argc, argv, options,
	                        sizeof(options) / sizeof(options[0]), &s->match.options);
	if (words < 0)
		return EXIT_USAGE;
	if (words > 0)
		return cli_usage(&cli_simulate, "unexpected \"%s\"", argv[1]);
	if (!number_parse(games, 1, GAMES_MAX, &number))
		return cli_usage(&cli_simulate, "--games wants a number from 1 to %d", GAMES_MAX);
	s->games = (unsigned long)number;
	if (!number_parse(seats, SEATS_MIN, SEATS_MAX, &number))
		return cli_usage(&cli_simulate, "--seats wants a number from %d to %d", SEATS_MIN,
		                 SEATS_MAX);
	s->match.seat_count = (unsigned)number;
	if (!names)
		return cli_usage(&cli_simulate, "--bot is missing");
	if (!s->match.seed)
		return cli_usage(&cli_simulate, "--seed is missing");
	return read_bots(names, &s->match);
}

static double now_s(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void count_game(struct tally tallies[SEATS_MAX], const struct match *m, const struct game *g,
                       const struct record *r)
{
	unsigned winners = game_winners(g);
	for (unsigned seat = 0; seat < g->seat_count; seat++) {
		const struct bot *bot = m->bots[r->seats[seat].joined];
		struct tally *t = tallies;
		while (t->bot && t->bot != bot)
			t++;
		t->bot = bot;
		t->seats++;
		t->points += g->scores[seat];
		if (winners == 1u << seat)
			t->wins++;
		else if (winners >> seat & 1)
			t->shared++;
	}
}

static void print_summary(FILE *out, const struct setup *s, const struct tally tallies[SEATS_MAX],
                          double seconds)
{
	fprintf(out, "%lu game%s of %u seats\n", s->games, s->games == 1 ? "" : "s",
	        s->match.seat_count);
	fprintf(out, "%-10s %10s %12s %10s %12s\n", "bot", "seats", "mean score", "wins",
	        "shared wins");
	for (unsigned i = 0; i < SEATS_MAX && tallies[i].bot; i++) {
		const struct tally *t = &tallies[i];
		fprintf(out, "%-10s %10lu %12.1f %10lu %12lu\n", t->bot->name, t->seats,
		        t->points / (double)t->seats, t->wins, t->shared);
	}
	fprintf(out, "%.0f games a second\n", (double)s->games / (seconds > 0 ? seconds : 1e-9));
}

static int play_all(const struct setup *s, FILE *records)
{
	struct tally tallies[SEATS_MAX + 1] = {0};
	struct text line;
	double start = now_s(), told = start;
	bool tells = isatty(STDERR_FILENO);
	bool is_written = true;
	text_init(&line, LIMIT_RECORD_BYTES);
	for (unsigned long i = 0; i < s->games && is_written; i++) {
		struct game g;
		struct record r;
		match_play(&s->match, i, &g, &r);
		count_game(tallies, &s->match, &g, &r);
		if (records) {
			text_clear(&line);
			record_write(&line, &r, LAYOUT_LINE);
			is_written = fwrite(text_string(&line), 1, line.len, records) == line.len;
		}
		record_release(&r);
		if (tells && now_s() - told > PROGRESS_AFTER_S) {
			told = now_s();
			fprintf(stderr, "\r%lu of %lu games", i + 1, s->games);
		}
	}
	if (told > start)
		fputc('\n', stderr);
	text_release(&line);
	if (!is_written)
		return records == stdout ? EXIT_NO
		                         : cli_no("%s: %s", s->records_path, strerror(errno));
	print_summary(records == stdout ? stderr : stdout, s, tallies, now_s() - start);
	return EXIT_YES;
}

static int run(int argc, char **argv)
{
	struct sets sets;
	struct setup s = {0};
	const char *tileset = NULL;
	struct err err;
	FILE *records = NULL;
	if (read_setup(argc, argv, &s, &tileset))
		return EXIT_USAGE;
	if (sets_load(&sets, tileset, &err))
		return cli_no("%s", err.text);
	s.match.set = &sets.known[0];
	if (s.records_path) {
		records = strcmp(s.records_path, "-") == 0 ? stdout : fopen(s.records_path, "w");
		if (!records)
			return cli_no("%s: %s", s.records_path, strerror(errno));
	}
	int status = play_all(&s, records);
	if (records && records != stdout && fclose(records) && status == EXIT_YES)
		status = cli_no("%s: %s", s.records_path, strerror(errno));
	return status;
}

const struct cli_command cli_simulate = {"simulate", "bots play games among themselves", help, run};
