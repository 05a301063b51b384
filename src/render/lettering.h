/* SPDX-License-Identifier: ISC */
/*
 * Digits and a few letters as strokes in path data. A board carries its own lettering because fonts
 * differ from machine to machine and cost more to load than the whole picture to draw. Not for
 * words.
 */
#ifndef RENDER_LETTERING_H
#define RENDER_LETTERING_H

#include "base/text.h"

enum { LETTERING_W = 6, LETTERING_H = 10, LETTERING_STEP = 9 };

/*
 * Appends the strokes of s around x, y, for a path with a stroke and no fill. s holds digits, "-",
 * "+" and the letters of animals. A character is LETTERING_W wide and LETTERING_H high; the next
 * stands LETTERING_STEP on.
 */
void lettering_add(struct text *t, int x, int y, const char *s);

/* The same for a number. */
void lettering_add_int(struct text *t, int x, int y, int number);

#endif
