/* SPDX-License-Identifier: ISC */
/*
 * The page of a game that has not started, and all that may be done there: sit down, leave, and
 * what its maker may. It stands at the table's own URL, so web/table.c calls it; and at /join/KEY
 * for whoever has the link. What it shows is open_view.c's.
 */
#include "web/lobby.h"

#include <stdio.h>
#include <string.h>

#include "app/autoplay.h"
#include "app/names.h"
#include "base/hash.h"
#include "base/hex.h"
#include "web/accounts.h"
#include "web/families.h"
#include "web/open_view.h"
#include "web/site.h"

enum { URL_BYTES = 64, ENTROPY_TEXT_BYTES = 800 };

static void show_removed(struct request *req, struct response *res)
{
	cJSON *view = cJSON_CreateObject(), *action = cJSON_CreateObject();
	cJSON_AddStringToObject(view, "title", "This game is gone");
	cJSON_AddStringToObject(view, "text", "It was taken away before it started.");
	cJSON_AddStringToObject(action, "url", "/");
	cJSON_AddStringToObject(action, "text", "Your games");
	cJSON_AddItemToArray(cJSON_AddArrayToObject(view, "actions"), action);
	page_answer(req, res, "message", view);
}

void lobby_show_open(struct request *req, struct response *res, const struct play *p,
                     const char *key)
{
	if (p->row.state == GAME_OPEN)
		page_answer(req, res, "game_open", open_view(req, p, key));
	else
		show_removed(req, res);
}

/* ---- What is done there ---- */

/* The rows of a game that the viewer may see (S6), or NULL and *res says that there is none. */
static struct play *load(struct request *req, struct response *res, const char *id, const char *key)
{
	struct play *p = play_new();
	struct db *db = request_db(req);
	if (play_peek(db, req->site->sets, id, p) &&
	    lobby_sight(db, p, req->viewer.user.id, key) != SIGHT_NONE)
		return p;
	play_free(p);
	page_not_found(req, res);
	return NULL;
}

static void show_by_link(struct request *req, struct response *res)
{
	const char *key = request_param(req, "key");
	struct game_row g;
	if (!game_by_join_key(request_db(req), key, &g)) {
		page_not_found(req, res);
		return;
	}
	struct play *p = load(req, res, g.id, key);
	if (p && p->row.state == GAME_OPEN)
		lobby_show_open(req, res, p, key);
	else if (p)
		response_see_other(res, "/g/%s", g.id);
	play_free(p);
}

/* The page as it is now, with why not. */
static void refuse(struct request *req, struct response *res, int status, const char *sentence)
{
	const char *key = request_field(req, "key");
	struct play *p = load(req, res, request_param(req, "id"), key);
	if (p && p->row.state == GAME_OPEN)
		page_refuse(req, res, status, sentence, "game_open", open_view(req, p, key));
	else if (p)
		page_error(req, res, status, sentence);
	play_free(p);
}

/* To the table, or why not. Bots that are next have moved before anybody looks. */
static void settle(struct request *req, struct response *res, enum lobby_status status)
{
	const struct site *site = req->site;
	const char *id = request_param(req, "id");
	request_db_done(req);
	if (status != LOBBY_OK) {
		refuse(req, res, lobby_http_status(status), lobby_sentence(status));
		return;
	}
	autoplay_run(site->store, site->sets, id, req->now, AUTOPLAY_ALL);
	response_see_other(res, "/g/%s", id);
}

/*
 * The player's part in the draws (W12): 32 hexadecimal digits that the browser drew, else any text,
 * hashed; neither: *is_there is false. NULL, or what is wrong.
 */
static const char *read_entropy(const struct request *req, unsigned char out[DRAWS_ENTROPY_BYTES],
                                bool *is_there)
{
	const char *digits = request_field(req, "entropy");
	const char *text = request_field(req, "entropy_text");
	unsigned char hash[HASH_BYTES];
	*is_there = true;
	if (digits && *digits)
		return hex_parse(out, DRAWS_ENTROPY_BYTES, digits) == 0
		               ? NULL
		               : "The field `entropy` is 32 hexadecimal digits, or empty.";
	*is_there = text && *text;
	if (*is_there) {
		hash_sha256(hash, text, strlen(text));
		memcpy(out, hash, DRAWS_ENTROPY_BYTES);
	}
	return NULL;
}

/* A digit below a bound; -1 where the field was not sent, -2 where it is something else. */
static int read_digit(const struct request *req, const char *name, int bound)
{
	const char *text = request_field(req, name);
	if (!text)
		return -1;
	return text[0] >= '0' && text[0] < '0' + bound && !text[1] ? text[0] - '0' : -2;
}

/* A second tap on the same button finds done what it wanted. */
static bool is_done_already(struct request *req, enum lobby_status status)
{
	struct play *p = play_new();
	struct db *db = request_db(req);
	bool is_done = false;
	if (play_peek(db, req->site->sets, request_param(req, "id"), p)) {
		bool has_begun = p->row.state == GAME_RUNNING || p->row.state == GAME_OVER;
		is_done = status == LOBBY_SEATED ||
		          (status == LOBBY_NOT_OPEN && has_begun &&
		           lobby_sight(db, p, req->viewer.user.id, NULL) == SIGHT_SEAT);
	}
	play_free(p);
	return is_done;
}

/* Sends the mail that the held place waits for, after a visitor has become a guest. False, and *res
 * is the answer, when that can't be. */
static bool ask_for_address(struct request *req, struct response *res, struct lobby_join *join,
                            const char *address)
{
	char next[URL_BYTES];
	snprintf(next, sizeof(next), "/g/%s", join->game_id);
	request_db_done(req);
	if (!req->viewer.is_signed_in && !accounts_begin_guest(req, res))
		return false;
	join->user_id = req->viewer.user.id;
	return accounts_send_mail(req, res, address, next, join->user_id, &join->signin_id);
}

/* What is wrong with the form, or NULL and *join, *entropy and *address are what it says. */
static const char *read_join(const struct request *req, bool is_held, struct lobby_join *join,
                             unsigned char entropy[DRAWS_ENTROPY_BYTES],
                             char address[LIMIT_ADDRESS_BYTES + 1])
{
	const char *typed = request_field(req, "address");
	bool has_entropy;
	const char *fault = read_entropy(req, entropy, &has_entropy);
	join->entropy = has_entropy ? entropy : NULL;
	join->color = read_digit(req, "color", GAME_SEATS_MAX);
	if (join->color < -1)
		return "A colour is a number from 0 to 4.";
	if (is_held && (!typed || !address_normalise(typed, address)))
		return "That is not a mail address.";
	join->address = is_held ? address : NULL;
	return fault;
}

/* Somebody takes a place, or has it held. p is the game as it was when that began. */
static void sit(struct request *req, struct response *res, const struct play *p)
{
	const struct site *site = req->site;
	unsigned char entropy[DRAWS_ENTROPY_BYTES];
	char address[LIMIT_ADDRESS_BYTES + 1];
	struct lobby_chance chance;
	struct lobby_join join = open_join(req, p, request_field(req, "key"));
	bool is_held = join.held_until != 0;
	const char *fault = read_join(req, is_held, &join, entropy, address);
	if (fault) {
		refuse(req, res, 422, fault);
		return;
	}
	enum lobby_status status = lobby_may_join(request_db(req), p, &join);
	if (status == LOBBY_OK && is_held && !ask_for_address(req, res, &join, address))
		return;
	request_db_done(req);
	lobby_draw_chance(site, p->row.name, &chance);
	if (status == LOBBY_OK)
		status = lobby_join(site->store, site->sets, &join, &chance, req->now);
	if (status == LOBBY_OK && is_held)
		response_see_other(res, "/signin/code");
	else
		settle(req, res, is_done_already(req, status) ? LOBBY_OK : status);
}

static void sit_down(struct request *req, struct response *res)
{
	struct play *p = load(req, res, request_param(req, "id"), request_field(req, "key"));
	if (p)
		sit(req, res, p);
	play_free(p);
}

/* The same for a visitor, by the door that needs no session; who has one goes through the other. */
static void hold(struct request *req, struct response *res)
{
	if (req->viewer.is_signed_in)
		response_see_other(res, "/g/%s", request_param(req, "id"));
	else
		sit_down(req, res);
}

/* Away from a game that is none of the viewer's any more, or why not. */
static void go_home(struct request *req, struct response *res, enum lobby_status status)
{
	if (status == LOBBY_OK)
		response_see_other(res, "/");
	else
		settle(req, res, status);
}

static void leave(struct request *req, struct response *res)
{
	const struct site *site = req->site;
	const char *id = request_param(req, "id");
	go_home(req, res, lobby_leave(site->store, site->sets, id, req->viewer.user.id));
}

static void remove_joiner(struct request *req, struct response *res)
{
	const struct site *site = req->site;
	int place = read_digit(req, "place", GAME_SEATS_MAX);
	if (place < 0)
		refuse(req, res, 422, "The field `place` is the number of a seat, from 0.");
	else
		settle(req, res,
		       lobby_remove(site->store, site->sets, request_param(req, "id"),
		                    req->viewer.user.id, place));
}

/* A place is kept for another address, or, where none is sent, for nobody. */
static void keep(struct request *req, struct response *res)
{
	const struct site *site = req->site;
	const char *typed = request_field(req, "address");
	char address[LIMIT_ADDRESS_BYTES + 1] = "";
	int place = read_digit(req, "place", GAME_SEATS_MAX);
	if (place < 0)
		refuse(req, res, 422, "The field `place` is the number of a seat, from 0.");
	else if (typed && *typed && !address_normalise(typed, address))
		refuse(req, res, 422, "That is not a mail address.");
	else if (!address[0] || page_rate(req, res, RATE_ACCOUNT_INVITE, &req->viewer.user.id,
	                                  sizeof(req->viewer.user.id)))
		settle(req, res,
		       lobby_keep(site->store, site->sets, request_param(req, "id"),
		                  req->viewer.user.id, place, address, req->now));
}

static void cancel(struct request *req, struct response *res)
{
	const struct site *site = req->site;
	const char *id = request_param(req, "id");
	go_home(req, res, lobby_cancel(site->store, site->sets, id, req->viewer.user.id, req->now));
}

/* Chance for what the viewer does with a game. False, and *res says that there is none. */
static bool draw_chance(struct request *req, struct response *res, struct lobby_chance *out)
{
	struct play *p = load(req, res, request_param(req, "id"), NULL);
	if (!p)
		return false;
	lobby_draw_chance(req->site, p->row.name, out);
	play_free(p);
	request_db_done(req);
	return true;
}

static void start(struct request *req, struct response *res)
{
	const struct site *site = req->site;
	const char *id = request_param(req, "id");
	struct lobby_chance chance;
	if (!draw_chance(req, res, &chance))
		return;
	enum lobby_status status = lobby_start(site->store, site->sets, id, req->viewer.user.id,
	                                       request_field(req, "fill"), &chance, req->now);
	settle(req, res, is_done_already(req, status) ? LOBBY_OK : status);
}

static void rematch(struct request *req, struct response *res)
{
	const struct site *site = req->site;
	const char *id = request_param(req, "id");
	struct lobby_chance chance;
	char next[GAME_ID_LEN + 1];
	if (!draw_chance(req, res, &chance))
		return;
	enum lobby_status status = lobby_rematch(site->store, site->sets, id, req->viewer.user.id,
	                                         &chance, req->now, next);
	if (status == LOBBY_OK)
		response_see_other(res, "/g/%s", next);
	else
		page_error(req, res, lobby_http_status(status), lobby_sentence(status));
}

static const struct field_rule join_fields[] = {
	{"color", 1},
	{"entropy", 2 * DRAWS_ENTROPY_BYTES},
	{"entropy_text", ENTROPY_TEXT_BYTES},
	{"key", JOIN_KEY_LEN},
	{"address", LIMIT_ADDRESS_BYTES + 2},
	{"zone", LIMIT_ZONE_BYTES},
	{NULL, 0},
};
static const struct field_rule remove_fields[] = {{"place", 1}, {NULL, 0}};
static const struct field_rule keep_fields[] = {
	{"place", 1}, {"address", LIMIT_ADDRESS_BYTES + 2}, {NULL, 0}};
static const struct field_rule start_fields[] = {{"fill", LIMIT_BOT_NAME_BYTES}, {NULL, 0}};

const struct route open_game_routes[] = {
	{METHOD_GET, "/join/:key", ACCESS_ANYONE, show_by_link, NULL, 0},
	{METHOD_POST, "/g/:id/join", ACCESS_SESSION, sit_down, join_fields, 0},
	{METHOD_POST, "/g/:id/hold", ACCESS_ANYONE, hold, join_fields, 0},
	{METHOD_POST, "/g/:id/leave", ACCESS_SESSION, leave, NULL, 0},
	{METHOD_POST, "/g/:id/remove", ACCESS_SESSION, remove_joiner, remove_fields, 0},
	{METHOD_POST, "/g/:id/keep", ACCESS_SESSION, keep, keep_fields, 0},
	{METHOD_POST, "/g/:id/cancel", ACCESS_SESSION, cancel, NULL, 0},
	{METHOD_POST, "/g/:id/start", ACCESS_SESSION, start, start_fields, 0},
	{METHOD_POST, "/g/:id/rematch", ACCESS_SESSION, rematch, NULL, 0},
	{0},
};
