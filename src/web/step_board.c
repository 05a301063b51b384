/* SPDX-License-Identifier: ISC */
/*
 * The board of a step with its links, and the same links as a list: parts of the page that are
 * kept, since who comes back to a game that waits, and all who look on, see the same ones.
 */
#include "web/step.h"

#include <stdio.h>

#include "render/spaces.h"
#include "web/page.h"
#include "web/site.h"

static void make_places(const void *context, cJSON *view)
{
	const struct step *s = context;
	cJSON *places = cJSON_AddArrayToObject(view, "places");
	for (size_t i = 0; i < s->link_count; i++) {
		const struct board_link *l = &s->links[i];
		char text[64];
		cJSON *place;
		struct text url;
		if (l->is_quiet)
			continue;
		text_init(&url, LIMIT_TARGET_BYTES);
		text_printf(&url, "%s%d,%d", s->prefix, l->x, l->y);
		if (!s->links_are_plain)
			text_printf(&url, "+%u", 90u * l->turns);
		snprintf(text, sizeof(text), "column %d, row %d%s%s", l->x, l->y,
		         l->turns ? ", " : "", story_turns[l->turns]);
		place = cJSON_CreateObject();
		cJSON_AddStringToObject(place, "url", text_string(&url));
		cJSON_AddStringToObject(place, "text", text);
		cJSON_AddItemToArray(places, place);
		text_release(&url);
	}
}

static void add_zoom(cJSON *board, const struct step *s, const char *name, int zoom)
{
	struct table zoomed = *s->t;
	struct text url;
	zoomed.zoom = zoom;
	text_init(&url, LIMIT_TARGET_BYTES);
	table_url(&url, &zoomed, true);
	step_add_draft(&url, &s->d);
	if (s->pick)
		text_printf(&url, "&pick=%s", s->pick);
	cJSON_AddStringToObject(board, name, text_string(&url));
	text_release(&url);
}

static void make_board(const void *context, cJSON *view)
{
	const struct step *s = context;
	static const int tile_px[ZOOM_MAX + 1] = {0, 48, 48, 76, 120};
	const struct table *t = s->t;
	const struct extent x = extent_of(&s->d.after);
	int width = (x.max_x - x.min_x + 1) * BOARD_TILE + 2 * BOARD_RIM;
	int height = (x.max_y - x.min_y + 1) * BOARD_TILE + 2 * BOARD_RIM;
	uint8_t colors[GAME_SEATS_MAX];
	struct text svg;
	cJSON *board = cJSON_AddObjectToObject(view, "board");
	for (size_t i = 0; i < t->p->seat_count; i++)
		colors[i] = (uint8_t)t->p->seats[i].color;
	text_init(&svg, BOARD_SVG_MAX);
	board_svg(&svg, arts_of(s->req->site->arts, t->p->set), &s->d.after,
	          &(struct board_options){
			  .colors = colors,
			  .is_inline = true,
			  .drawings = arts_url(s->req->site->arts, t->p->set),
			  .is_proposal = s->d.count && s->d.entries[0].type == ENTRY_PLACE,
			  .href_prefix = s->link_count ? s->prefix : NULL,
			  .href_suffix = "#here",
			  .links_are_plain = s->links_are_plain,
			  .link_count = s->link_count,
			  .links = s->links,
		  });
	cJSON_AddStringToObject(board, "svg", text_string(&svg));
	text_release(&svg);
	cJSON_AddNumberToObject(board, "width", width);
	cJSON_AddNumberToObject(board, "height", height);
	cJSON_AddNumberToObject(board, "px_width", width * tile_px[t->zoom] / BOARD_TILE);
	cJSON_AddNumberToObject(board, "px_height", height * tile_px[t->zoom] / BOARD_TILE);
	cJSON_AddBoolToObject(board, "is_fit", t->zoom == ZOOM_FIT);
	const struct game_space *last = &s->d.after.spaces[game_last_laid(&s->d.after)->space];
	int focus_x = s->has_focus ? s->focus_x : last->x;
	int focus_y = s->has_focus ? s->focus_y : last->y;
	cJSON *here = cJSON_AddObjectToObject(board, "focus");
	cJSON_AddNumberToObject(here, "x", (focus_x - x.min_x) * BOARD_TILE + BOARD_RIM);
	cJSON_AddNumberToObject(here, "y", (x.max_y - focus_y) * BOARD_TILE + BOARD_RIM);
	if (t->zoom < ZOOM_MAX)
		add_zoom(board, s, "zoom_in", t->zoom + 1);
	if (t->zoom > ZOOM_FIT)
		add_zoom(board, s, "zoom_out", t->zoom - 1);
}

/* Of the viewer there are the links alone: all of them stand here, so that nobody else's come from
 * a part that was kept. */
static void made_of(const struct step *s, struct text *out)
{
	table_made_of(out, s->t);
	step_add_draft(out, &s->d);
	text_printf(out, "\n%s\n%s\n%d %d %d %d ", s->pick ? s->pick : "", s->prefix,
	            s->links_are_plain, s->has_focus, s->focus_x, s->focus_y);
	text_add_bytes(out, (const char *)s->links, s->link_count * sizeof(s->links[0]));
}

void step_add_board(struct step *s)
{
	struct text described;
	text_init(&described, LIMIT_RESPONSE_BYTES);
	made_of(s, &described);
	page_part(s->req, s->view, "table_board", &described, make_board, s);
	page_part(s->req, s->view, "table_places", &described, make_places, s);
	text_release(&described);
}
