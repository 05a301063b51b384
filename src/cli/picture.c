/* SPDX-License-Identifier: ISC */
/*
 * Writing drawings: see picture.h.
 */
#include "cli/picture.h"

#include "base/file.h"
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

enum { PICTURE_MAX = 16 << 20 };

int picture_write(const struct text *drawing, const char *path)
{
	struct err err;
	if (text_is_over(drawing))
		return cli_no("%s: the drawing is longer than %zu bytes", path, drawing->ceiling);
	if (strcmp(path, "-") == 0) {
		/* Whether it arrives is seen at the end: cli_flush(). */
		fwrite(drawing->data, 1, drawing->len, stdout);
		return EXIT_YES;
	}
	return file_write(path, drawing->data, drawing->len, &err) ? cli_no("%s", err.text)
	                                                           : EXIT_YES;
}

int picture_write_png(const struct text *svg, const char *path, picture_png make)
{
	struct text png;
	struct err err;
	text_init(&png, PICTURE_MAX);
	int status = make(&png, svg->data, svg->len, &err) ? cli_no("%s: %s", path, err.text)
	                                                   : picture_write(&png, path);
	text_release(&png);
	return status;
}

bool picture_takes_stdout(const char *svg_path, const char *png_path)
{
	return (svg_path && strcmp(svg_path, "-") == 0) || (png_path && strcmp(png_path, "-") == 0);
}
