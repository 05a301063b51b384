/* SPDX-License-Identifier: ISC */
/*
 * A game as a file: its board as an image, for lists, and its record, for whoever wants to replay
 * or check it. The table that one plays at is web/table.c.
 */
#include <stdio.h>
#include <string.h>

#include "app/export.h"
#include "app/lobby.h"
#include "base/hash.h"
#include "base/number.h"
#include "web/families.h"
#include "web/page.h"
#include "web/site.h"

enum { PICTURE_TILE_PX = 32 };

/* The field `rev`: a number, or -1 where it was not sent. False when it is none. */
static bool read_rev(const struct request *req, int64_t *rev)
{
	const char *text = request_field(req, "rev");
	*rev = -1;
	return !text || number_parse(text, 0, NUMBER_MOST, rev);
}

/* Loads the game as it was at a rev (-1: as it is). False when there is no such board for this
 * viewer. */
static bool load(struct request *req, int64_t rev, struct play *p)
{
	struct db *db = request_db(req);
	const struct sets *sets = req->site->sets;
	const char *id = request_param(req, "id");
	if (play_load(db, sets, id, p) != PLAY_OK ||
	    lobby_sight(db, p, req->viewer.user.id, NULL) == SIGHT_NONE ||
	    (p->row.state != GAME_RUNNING && p->row.state != GAME_OVER) || rev > p->row.rev)
		return false;
	long upto = rev < 0 ? (long)p->move_count : play_count_moves(p, rev);
	return upto == (long)p->move_count || play_replay(db, sets, id, upto, NULL, p) == PLAY_OK;
}

static void draw(struct text *out, const struct site *site, const struct play *p)
{
	uint8_t colors[SEATS_MAX] = {0};
	char title[LIMIT_NAME_BYTES + 32];
	for (size_t i = 0; i < p->seat_count; i++)
		colors[i] = (uint8_t)p->seats[i].color;
	snprintf(title, sizeof(title), "%s, turn %d", p->row.name, (int)p->game.turn_count);
	struct board_options options = {
		.colors = colors,
		.title = title,
		.is_lean = true,
		.tile_px = PICTURE_TILE_PX,
	};
	board_svg(out, arts_of(site->arts, p->set), &p->game, &options);
}

/* With a rev the URL names the board for good. */
static void send_board(struct request *req, struct response *res)
{
	int64_t rev;
	if (!read_rev(req, &rev)) {
		page_error(req, res, 400, "The field `rev` must be a number.");
		return;
	}
	struct play *p = play_new();
	if (load(req, rev, p)) {
		char digest[HASH_HEX];
		draw(&res->body, req->site, p);
		hash_sha256_hex(digest, res->body.data, res->body.len);
		snprintf(res->etag, sizeof(res->etag), "%.20s", digest);
		res->type = "image/svg+xml";
		res->cache = rev < 0 ? CACHE_REVALIDATE : CACHE_FOREVER;
	} else {
		page_not_found(req, res);
	}
	play_free(p);
}

static bool may_see(struct request *req, const char *id)
{
	struct db *db = request_db(req);
	struct play *p = play_new();
	bool may = play_peek(db, req->site->sets, id, p) &&
	           lobby_sight(db, p, req->viewer.user.id, NULL) != SIGHT_NONE;
	play_free(p);
	return may;
}

static void send_record(struct request *req, struct response *res)
{
	const char *id = request_param(req, "id");
	struct record record;
	if (!may_see(req, id) ||
	    export_record(request_db(req), req->site->sets, id, &record) != PLAY_OK) {
		page_not_found(req, res);
		return;
	}
	record_write(&res->body, &record, LAYOUT_FILE);
	res->type = "application/json";
	record_release(&record);
}

static const struct field_rule board_fields[] = {{"rev", 20}, {NULL, 0}};

const struct route picture_routes[] = {
	{METHOD_GET, "/g/:id/board.svg", ACCESS_ANYONE, send_board, board_fields, 0},
	{METHOD_GET, "/g/:id/record.json", ACCESS_ANYONE, send_record, NULL, 0},
	{0},
};
