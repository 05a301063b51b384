/* SPDX-License-Identifier: ISC */
/*
 * slowsafari show: draws the table at a point of a record.
 */
#include "cli/cli.h"
#include "cli/game_file.h"
#include "cli/picture.h"
#include "render/board.h"
#include "render/png.h"
#include "render/text_board.h"

#include <stdio.h>

static const char help[] =
	"show FILE [--at N] [--svg OUT|--png OUT|--text] [OPTION...]\n"
	"\n"
	"Draws the table after N entries of a record's log.\n"
	"\n"
	"  --at N           after N entries of the log; without it, after all\n"
	"  --svg OUT        as SVG; - is the standard output\n"
	"  --png OUT        as PNG, 640 px wide\n"
	"  --text           as text on the standard output; so too without any of these\n"
	"  --letters        each animal with its letter beside it, in SVG and PNG\n"
	"  --record N       the N-th record of a file; without it, the first\n"
	"  --tileset FILE   a tile set that is known besides the built-in one\n";

struct show {
	struct game_file_options file;
	const char *svg_path, *png_path;
	bool is_text, has_letters;
};

static int show_text(const struct game_file *f)
{
	struct text t;
	const char *names[SEATS_MAX] = {NULL};
	for (unsigned seat = 0; seat < f->record.seat_count; seat++)
		names[seat] = f->record.seats[seat].name;
	text_init(&t, TEXT_BOARD_MAX);
	text_board(&t, &f->record.set->ts, &f->game, names);
	int status = picture_write(&t, "-");
	text_release(&t);
	return status;
}

static int show_drawing(const struct game_file *f, const struct show *s)
{
	struct board_art art;
	struct text svg;
	uint8_t colors[SEATS_MAX];
	for (unsigned seat = 0; seat < f->record.seat_count; seat++)
		colors[seat] = f->record.seats[seat].color;
	board_art_init(&art, &f->record.set->ts, s->has_letters);
	text_init(&svg, BOARD_SVG_MAX);
	board_svg(&svg, &art, &f->game,
	          &(struct board_options){.colors = colors, .is_lean = s->png_path != NULL});
	int status = s->svg_path ? picture_write(&svg, s->svg_path)
	                         : picture_write_png(&svg, s->png_path, png_from_svg);
	text_release(&svg);
	board_art_release(&art);
	return status;
}

static int run(int argc, char **argv)
{
	struct show s = {0};
	const struct cli_option options[] = {
		{.name = "at", .value = &s.file.at},
		{.name = "record", .value = &s.file.record},
		{.name = "tileset", .value = &s.file.tileset},
		{.name = "svg", .value = &s.svg_path},
		{.name = "png", .value = &s.png_path},
		{.name = "text", .flag = &s.is_text},
		{.name = "letters", .flag = &s.has_letters},
	};
	struct game_file f;
	int words = cli_options(&cli_show, argc, argv, options,
	                        sizeof(options) / sizeof(options[0]), NULL);
	if (words < 0)
		return EXIT_USAGE;
	if (words != 1)
		return cli_usage(&cli_show, "one file is wanted");
	if ((s.svg_path != NULL) + (s.png_path != NULL) + s.is_text > 1)
		return cli_usage(&cli_show, "--svg, --png and --text exclude each other");
	int status = game_file_load(&f, &cli_show, argv[1], &s.file);
	if (status != EXIT_YES)
		return status;
	status = s.svg_path || s.png_path ? show_drawing(&f, &s) : show_text(&f);
	game_file_release(&f);
	return status;
}

const struct cli_command cli_show = {"show", "draws the table at a point of a record", help, run};
