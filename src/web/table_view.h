/* SPDX-License-Identifier: ISC */
/*
 * What anybody who may see a table is told of it, as templates/table.html shows it: everything but
 * the viewer's own choices, which are table_step.h's. Built from an allow-list: what is still to be
 * drawn is not in reach here.
 */
#ifndef WEB_TABLE_VIEW_H
#define WEB_TABLE_VIEW_H

#include <cjson/cJSON.h>

#include "app/play.h"
#include "web/request.h"

/* Zoom 1 shows the whole table, 4 its tiles at their largest; 2 is where nobody asked. */
enum { ZOOM_FIT = 1, ZOOM_DEFAULT = 2, ZOOM_MAX = 4 };

struct table {
	struct play *p;
	int seat;     /* the viewer's, or -1 */
	int zoom;     /* ZOOM_FIT to ZOOM_MAX */
	bool is_past; /* a table of before, by `at` */
	bool has_all_log;
};

/* The words in which pieces and features are told: "bush at column 2, row 1: giraffe, 2 lions, 3
 * birds". */
enum { FEATURE_TEXT_MAX = 256 };
void table_feature_text(const struct tileset *ts, const struct game *g, unsigned feature,
                        char out[FEATURE_TEXT_MAX]);

/* What a tile shows, for who listens: "trail from west to east with a lion; bush in the north with
 * 2 birds". */
void table_tile_text(const struct tileset *ts, unsigned tile, unsigned turns,
                     char out[FEATURE_TEXT_MAX]);

/*
 * A seat's name for the middle of a sentence: kept to itself by Unicode's isolates where it may be
 * written from right to left, as <bdi> does it in a page.
 */
enum { TABLE_NAME_BYTES = LIMIT_NAME_BYTES + 7 };
void table_name(const struct play *p, unsigned seat, char out[TABLE_NAME_BYTES]);

/* A local URL of this table with its zoom, and with rev and more behind:
 * "/g/k7m2p9qd?rev=17&zoom=2". */
void table_url(struct text *out, const struct table *t, bool has_rev);

/* Adds everything to the view. */
void table_view_add(struct request *req, const struct table *t, cJSON *view);

#endif
