/* SPDX-License-Identifier: ISC */
/*
 * Tiles, features and names in words, as they stand under a picture, for those who listen, and in
 * mails. Plain English text; nothing is escaped. What happened to them is story.h's to tell.
 */
#ifndef APP_CAPTIONS_H
#define APP_CAPTIONS_H

#include "app/play.h"

/* "Bush from column 2, row 1: giraffe, 2 lions, 3 birds". feature is a number as in struct game. */
enum { CAPTION_MAX = 256 };
void caption_feature(const struct tileset *ts, const struct game *g, unsigned feature,
                     char out[CAPTION_MAX]);

/* What a tile shows: "trail to the west and east with a lion; bush in the north with 2 birds". */
void caption_tile(const struct tileset *ts, unsigned tile, unsigned turns, char out[CAPTION_MAX]);

/*
 * A name for the middle of a sentence: kept to itself by Unicode's isolates where it may be written
 * from right to left, as <bdi> does it in a page; a longer one is cut. And a seat's name like that.
 */
enum { CAPTION_NAME_BYTES = LIMIT_NAME_BYTES + 7 };
void caption_alone(const char *name, char out[CAPTION_NAME_BYTES]);
void caption_name(const struct play *p, unsigned seat, char out[CAPTION_NAME_BYTES]);

#endif
