/* SPDX-License-Identifier: ISC */
/*
 * slowsafari legal: what may be chosen at a point of a record, as JSON.
 */
#include "app/play.h"
#include "cli/cli.h"
#include "cli/game_file.h"
#include "engine/notation.h"

#include <stdio.h>

static const char help[] =
	"legal FILE [--at N] [OPTION...]\n"
	"\n"
	"Prints what is awaited after N log entries, of which seats, and everything that\n"
	"they may choose, as one JSON object:\n"
	"\n"
	"  {\"awaits\": \"place\", \"seats\": [0], \"legal\": [\n"
	"    {\"seat\": 0, \"text\": \"place 3,1 90\"}, ...]}\n"
	"\n"
	"  --at N           after N entries of the log; without it, after all\n"
	"  --record N       the N-th record of a file; without it, the first\n"
	"  --tileset FILE   a tile set that is known besides the built-in one\n";

static void print_seats(unsigned mask)
{
	const char *comma = "";
	for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
		if (!(mask >> seat & 1))
			continue;
		printf("%s%u", comma, seat);
		comma = ", ";
	}
}

static void print_legal(const struct tileset *ts, const struct game *g)
{
	const char *comma = "";
	for (unsigned seat = 0; seat < g->seat_count; seat++) {
		struct entry entries[LEGAL_MAX];
		size_t count = game_legal(ts, g, seat, 0, LEGAL_MAX, entries);
		for (size_t i = 0; i < count; i++) {
			char text[NOTATION_MAX];
			notation_format(&entries[i], text);
			printf("%s\n  {\"seat\": %u, \"text\": \"%s\"}", comma, seat, text);
			comma = ",";
		}
	}
}

static int run(int argc, char **argv)
{
	struct game_file_options o = {0};
	const struct cli_option options[] = {
		{.name = "at", .value = &o.at},
		{.name = "record", .value = &o.record},
		{.name = "tileset", .value = &o.tileset},
	};
	struct game_file f;
	int words = cli_options(&cli_legal, argc, argv, options,
	                        sizeof(options) / sizeof(options[0]), NULL);
	if (words < 0)
		return EXIT_USAGE;
	if (words != 1)
		return cli_usage(&cli_legal, "one file is wanted");
	int status = game_file_load(&f, &cli_legal, argv[1], &o);
	if (status != EXIT_YES)
		return status;
	printf("{\"awaits\": \"%s\", \"seats\": [", play_awaits_words[f.game.awaits]);
	print_seats(game_awaited_seats(&f.game));
	fputs("], \"legal\": [", stdout);
	print_legal(&f.record.set->ts, &f.game);
	puts("]}");
	game_file_release(&f);
	return EXIT_YES;
}

const struct cli_command cli_legal = {"legal", "lists what may be chosen at a point of a record",
                                      help, run};
