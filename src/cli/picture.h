/* SPDX-License-Identifier: ISC */
/*
 * Writing drawings to the files that options name.
 */
#ifndef CLI_PICTURE_H
#define CLI_PICTURE_H

#include "base/err.h"
#include "base/text.h"

#include <stdbool.h>

/* One of render/png.h's ways to make a PNG. */
typedef int (*picture_png)(struct text *out, const char *svg, size_t len, struct err *err);

/* Each answers EXIT_YES, or EXIT_NO and has said why. */
int picture_write(const struct text *drawing, const char *path);
int picture_write_png(const struct text *svg, const char *path, picture_png make);

/* Does a drawing go to the standard output, so that words go elsewhere? The paths may be NULL. */
bool picture_takes_stdout(const char *svg_path, const char *png_path);

#endif
