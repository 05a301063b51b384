/* SPDX-License-Identifier: ISC */
/*
 * What a viewer sees of a game before its start: see open_view.h. Mail addresses of others are
 * shown to nobody but who typed them.
 */
#include "web/open_view.h"

#include <stdio.h>
#include <string.h>

#include "app/notices.h"
#include "app/places.h"
#include "base/hash.h"
#include "base/hex.h"
#include "engine/bots.h"
#include "web/accounts.h"
#include "web/card.h"
#include "web/lobby.h"
#include "web/site.h"

enum { URL_BYTES = 64 };

static bool is_owner(const struct request *req, const struct play *p)
{
	return req->viewer.is_signed_in && p->row.owner_id == req->viewer.user.id;
}

static bool is_viewer(const struct request *req, const struct seat_row *s)
{
	return req->viewer.is_signed_in && s->user_id == req->viewer.user.id;
}

/* ---- The view ---- */

static void add_fact(cJSON *facts, const char *text)
{
	cJSON_AddItemToArray(facts, cJSON_CreateString(text));
}

static void add_game(const struct request *req, cJSON *view, const struct play *p)
{
	const struct game_row *g = &p->row;
	char url[URL_BYTES], pace[CARD_PACE_BYTES];
	cJSON *game = cJSON_AddObjectToObject(view, "game");
	cJSON_AddStringToObject(game, "id", g->id);
	cJSON_AddStringToObject(game, "name", g->name);
	snprintf(url, sizeof(url), "/g/%s", g->id);
	cJSON_AddStringToObject(game, "url", url);
	cJSON_AddStringToObject(game, "state", "open");
	cJSON *facts = cJSON_AddArrayToObject(game, "facts");
	card_pace(pace, g->turn_s);
	add_fact(facts, pace);
	add_fact(facts, g->is_public ? "public" : "private");
	if (g->scores_everyone)
		add_fact(facts, "at the end everybody with a meeple scores");
	if (g->baobabs_afterwards)
		add_fact(facts, "baobab tokens after the points");
	if (p->set && p->set != &req->site->sets->known[0])
		add_fact(facts, p->set->name);
	if (g->is_dev)
		add_fact(facts, "for development, its draws may be known");
}

/* For whom a place is kept. An address is shown to who typed it; in a rematch nobody did. */
static void say_kept(struct request *req, cJSON *seat, const struct play *p,
                     const struct seat_row *s)
{
	struct address a;
	struct user u;
	bool is_known = address_get(request_db(req), s->address, &a) &&
	                user_get(request_db(req), a.user_id, &u);
	bool is_maker = is_known && u.id == p->row.owner_id;
	const char *who = "somebody";
	if (is_known && req->viewer.is_signed_in && u.id == req->viewer.user.id)
		who = "you";
	else if (is_maker || (is_known && is_owner(req, p) && p->row.rematch_of[0]))
		who = u.name;
	else if (is_owner(req, p) && !p->row.rematch_of[0])
		who = s->address;
	cJSON_AddStringToObject(seat, "text", "Kept for");
	cJSON_AddStringToObject(seat, "who", who);
	if (is_owner(req, p))
		cJSON_AddStringToObject(cJSON_AddObjectToObject(seat, "keep"), "address",
		                        p->row.rematch_of[0] ? "" : s->address);
	if (is_owner(req, p) && !is_maker)
		cJSON_AddBoolToObject(seat, "is_unreached",
		                      !notices_may_invite(request_db(req), s->address));
}

static void say_kind(struct request *req, cJSON *seat, const struct play *p,
                     const struct seat_row *s)
{
	switch ((enum seat_kind)s->kind) {
	case SEAT_OPEN:
		cJSON_AddStringToObject(seat, "text",
		                        p->row.is_public ? "Open to all"
		                                         : "Open to all who have the link");
		break;
	case SEAT_LINK:
		cJSON_AddStringToObject(seat, "text", "By link");
		break;
	case SEAT_ADDRESS:
		say_kept(req, seat, p, s);
		break;
	case SEAT_BOT: /* taken from the beginning */
		break;
	}
}

static cJSON *seat_view(struct request *req, const struct play *p, const struct seat_row *s,
                        bool gets_no_mails)
{
	char name[LIMIT_NAME_BYTES + 1];
	cJSON *seat = cJSON_CreateObject();
	cJSON_AddNumberToObject(seat, "place", s->place);
	cJSON_AddBoolToObject(seat, "is_taken", place_is_taken(s));
	if (!place_is_taken(s)) {
		cJSON_AddBoolToObject(seat, "no_color", true);
		say_kind(req, seat, p, s);
		return seat;
	}
	play_seat_name(s, name);
	cJSON_AddStringToObject(seat, "name", name);
	cJSON_AddNumberToObject(seat, "color", s->color);
	cJSON_AddBoolToObject(seat, "is_you", is_viewer(req, s));
	cJSON_AddBoolToObject(seat, "is_held", s->held_until != 0);
	cJSON_AddBoolToObject(seat, "from_server", !s->is_entropy_of_player);
	cJSON_AddBoolToObject(seat, "gets_no_mails", gets_no_mails);
	cJSON_AddBoolToObject(seat, "can_remove",
	                      is_owner(req, p) && s->kind != SEAT_BOT && !is_viewer(req, s));
	return seat;
}

struct lobby_join open_join(struct request *req, const struct play *p, const char *key)
{
	struct lobby_join join = {
		.game_id = p->row.id,
		.user_id = req->viewer.user.id,
		.has_key = key && strcmp(key, p->row.join_key) == 0,
		.color = -1,
	};
	if (!req->viewer.is_signed_in || lobby_may_join(request_db(req), p, &join) == LOBBY_GUEST)
		join.held_until = req->now + ACCOUNTS_SEAT_HELD_S;
	return join;
}

/* A place on offer for the viewer, and the colours that are left. */
static void add_join(struct request *req, cJSON *view, const struct play *p, const char *key)
{
	static const char *const colors[] = {"Yellow, a person", "Red, a tent", "Green, a jeep",
	                                     "Blue, a balloon", "Black, a star"};
	bool is_first = true;
	const char *address = request_field(req, "address");
	struct lobby_join join = open_join(req, p, key);
	if (lobby_may_join(request_db(req), p, &join) != LOBBY_OK)
		return;
	cJSON *offer = cJSON_AddObjectToObject(view, "join");
	cJSON_AddStringToObject(offer, "does", req->viewer.is_signed_in ? "join" : "hold");
	cJSON_AddStringToObject(offer, "key", join.has_key ? key : "");
	cJSON_AddBoolToObject(offer, "needs_address", join.held_until != 0);
	cJSON_AddStringToObject(offer, "address", address ? address : "");
	cJSON *list = cJSON_AddArrayToObject(offer, "colors");
	for (int i = 0; i < GAME_SEATS_MAX; i++) {
		if (places_have_color(p, i))
			continue;
		cJSON *color = cJSON_CreateObject();
		cJSON_AddNumberToObject(color, "value", i);
		cJSON_AddStringToObject(color, "text", colors[i]);
		cJSON_AddBoolToObject(color, "is_checked", is_first);
		cJSON_AddItemToArray(list, color);
		is_first = false;
	}
}

static void add_owner(cJSON *view, const struct play *p, bool is_seated)
{
	size_t seated = 0;
	for (size_t i = 0; i < p->seat_count; i++)
		seated += place_is_taken(&p->seats[i]) && !p->seats[i].held_until;
	cJSON *owner = cJSON_AddObjectToObject(view, "owner");
	cJSON_AddBoolToObject(owner, "can_start", seated >= SEATS_MIN);
	cJSON_AddBoolToObject(owner, "is_outside", !is_seated);
	cJSON *list = cJSON_AddArrayToObject(owner, "bots");
	for (const struct bot *bot = bots; bot->name; bot++) {
		char words[LOBBY_BOT_WORDS_BYTES];
		cJSON *b = cJSON_CreateObject();
		cJSON_AddStringToObject(b, "value", bot->name);
		lobby_bot_words(bot->name, words);
		cJSON_AddStringToObject(b, "text", words);
		cJSON_AddItemToArray(list, b);
	}
}

/* The link is of use while a place is left that it leads to; a guest's games are for bots. */
static void add_share(struct request *req, cJSON *view, const struct play *p)
{
	char path[URL_BYTES];
	struct text url;
	size_t count = 0;
	for (size_t i = 0; i < p->seat_count; i++) {
		const struct seat_row *s = &p->seats[i];
		count += !place_is_taken(s) && (s->kind == SEAT_LINK || s->kind == SEAT_OPEN);
	}
	if (!count || req->viewer.user.is_guest)
		return;
	text_init(&url, 1024);
	snprintf(path, sizeof(path), "/join/%s", p->row.join_key);
	site_url(req->site, &url, path);
	cJSON_AddStringToObject(cJSON_AddObjectToObject(view, "share"), "url", text_string(&url));
	text_release(&url);
}

cJSON *open_view(struct request *req, const struct play *p, const char *key)
{
	char text[HASH_HEX];
	size_t free = 0;
	bool is_seated = false;
	cJSON *view = cJSON_CreateObject();
	struct user maker = {0};
	cJSON_AddStringToObject(view, "title", p->row.name);
	add_game(req, view, p);
	user_get(request_db(req), p->row.owner_id, &maker);
	cJSON_AddStringToObject(view, "maker", maker.name);
	hex_format(text, p->row.commitment, sizeof(p->row.commitment));
	cJSON_AddStringToObject(view, "commitment", text);
	cJSON *seats = cJSON_AddArrayToObject(view, "seats");
	unsigned unreached = notices_unreached(request_db(req), p->row.id);
	for (size_t i = 0; i < p->seat_count; i++) {
		cJSON_AddItemToArray(
			seats, seat_view(req, p, &p->seats[i], unreached >> p->seats[i].place & 1));
		free += !place_is_taken(&p->seats[i]);
		is_seated |= is_viewer(req, &p->seats[i]);
	}
	snprintf(text, sizeof(text), "%zu of %zu seats %s free.", free, p->seat_count,
	         free == 1 ? "is" : "are");
	cJSON_AddStringToObject(view, "free", text);
	add_join(req, view, p, key);
	cJSON_AddBoolToObject(view, "can_leave", is_seated);
	if (is_owner(req, p)) {
		add_share(req, view, p);
		add_owner(view, p, is_seated);
	}
	return view;
}
