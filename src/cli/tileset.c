/* SPDX-License-Identifier: ISC */
/*
 * slowsafari tileset: checks a tile set's file, counts what it shows and draws its sheet.
 */
#include "app/sets.h"
#include "cli/cli.h"
#include "cli/picture.h"
#include "render/board.h"
#include "render/png.h"
#include "render/sheet.h"

#include <stdio.h>

static const char help[] =
	"tileset FILE [--svg OUT] [--png OUT]\n"
	"\n"
	"Checks a tile set; the first mistake is told with its line. Prints what the\n"
	"tiles show and draws the sheet of all kinds.\n"
	"\n"
	"  --svg OUT   the sheet as SVG; - is the standard output\n"
	"  --png OUT   the sheet as PNG\n";

static void print_stats(FILE *out, const struct record_set *set)
{
	static const char *const animals[ANIMAL_COUNT] = {"monkeys", "elephants", "giraffes",
	                                                  "lions", "zebras"};
	struct tileset_stats s;
	tileset_count(&set->ts, &s);
	fprintf(out, "%s: %u tiles of %u kinds, a start of %u space%s\n", set->name,
	        set->ts.tile_count, set->ts.kind_count, set->ts.start_count,
	        set->ts.start_count == 1 ? "" : "s");
	fprintf(out, "sha256        %s\n", set->sha256);
	fprintf(out, "edges         savanna %u, trail %u, bush %u\n", s.edges[TERRAIN_SAVANNA],
	        s.edges[TERRAIN_TRAIL], s.edges[TERRAIN_BUSH]);
	fprintf(out, "pieces        trails %u, bushes %u\n", s.trails, s.bushes);
	fprintf(out, "free corners  %u\n", s.free_corners);
	fputs("animals      ", out);
	for (unsigned a = 0; a < ANIMAL_COUNT; a++)
		fprintf(out, "%s %s %u", a ? "," : "", animals[a], s.animals[a]);
	fprintf(out, "\nbirds         %u\n", s.birds);
	fprintf(out, "baobabs       %u\n", s.baobabs);
}

static int draw(const struct record_set *set, const char *svg_path, const char *png_path)
{
	struct board_art art;
	struct text svg;
	int status = EXIT_YES;
	board_art_init(&art, &set->ts, false);
	text_init(&svg, BOARD_SVG_MAX);
	sheet_svg(&svg, &art, set->name);
	if (svg_path)
		status = picture_write(&svg, svg_path);
	if (png_path && status == EXIT_YES)
		status = picture_write_png(&svg, png_path, png_from_svg_whole);
	text_release(&svg);
	board_art_release(&art);
	return status;
}

static int run(int argc, char **argv)
{
	const char *svg_path = NULL, *png_path = NULL;
	const struct cli_option options[] = {
		{.name = "svg", .value = &svg_path},
		{.name = "png", .value = &png_path},
	};
	struct sets sets;
	struct err err;
	int words = cli_options(&cli_tileset, argc, argv, options,
	                        sizeof(options) / sizeof(options[0]), NULL);
	if (words < 0)
		return EXIT_USAGE;
	if (words != 1)
		return cli_usage(&cli_tileset, "one file is wanted");
	if (sets_load(&sets, argv[1], &err))
		return cli_no("%s", err.text);
	print_stats(picture_takes_stdout(svg_path, png_path) ? stderr : stdout, &sets.known[0]);
	return draw(&sets.known[0], svg_path, png_path);
}

const struct cli_command cli_tileset = {"tileset", "checks a tile set, counts and draws it", help,
                                        run};
