/* SPDX-License-Identifier: ISC */
/*
 * What anybody who may see a table is told of it, as templates/table.html shows it: everything but
 * the viewer's own choices, which are table_step.h's. Built from an allow-list: what is still to be
 * drawn is not in reach here.
 */
#ifndef WEB_TABLE_VIEW_H
#define WEB_TABLE_VIEW_H

#include <cjson/cJSON.h>

#include "app/captions.h"
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

/* A local URL of this table with its zoom, and with rev and more behind:
 * "/g/k7m2p9qd?rev=17&zoom=2". */
void table_url(struct text *out, const struct table *t, bool has_rev);

/* What a part of the page that shows the table is made of (page_part()): the game at its rev or
 * before, the zoom, and names, which no rev counts. */
void table_made_of(struct text *out, const struct table *t);

/* Adds everything to the view. */
void table_view_add(struct request *req, const struct table *t, cJSON *view);

#endif
