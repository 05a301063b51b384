/* SPDX-License-Identifier: ISC */
/*
 * The lobby: open games that anybody may join, and making a new one. What happens at a game's own
 * page before it starts is web/open_game.c.
 */
#include "web/lobby.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/autoplay.h"
#include "app/names.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/number.h"
#include "base/secret.h"
#include "base/zone.h"
#include "engine/bots.h"
#include "web/card.h"
#include "web/families.h"
#include "web/site.h"

enum {
	LISTED_MAX = 50,
	LOOKED_AT_MAX = 200,
	KIND_BYTES = LIMIT_BOT_NAME_BYTES + 8,
	DEFAULT_TURN_S = 3 * DAY_S,
};

int lobby_http_status(enum lobby_status status)
{
	switch (status) {
	case LOBBY_OK:
		return 200;
	case LOBBY_NOT_FOUND:
		return 404;
	case LOBBY_NOT_OWNER:
	case LOBBY_GUEST:
		return 403;
	case LOBBY_NOT_OPEN:
	case LOBBY_NO_PLACE:
	case LOBBY_SEATED:
	case LOBBY_NOT_SEATED:
	case LOBBY_NOT_KEPT:
	case LOBBY_NOT_OVER:
	case LOBBY_COLOR_TAKEN:
		return 409;
	case LOBBY_TOO_FEW:
	case LOBBY_NOBODY:
	case LOBBY_TOO_MANY:
	case LOBBY_BAD_SETUP:
		return 422;
	case LOBBY_FAILED:
	case LOBBY_STATUS_COUNT:
		break;
	}
	return 500;
}

/* Fills n bytes, at most HASH_BYTES, that follow from the text of --seed, a name and a number. */
static void derive(unsigned char *out, size_t n, const char *seed, const char *name, size_t number)
{
	unsigned char hash[HASH_BYTES];
	struct text t;
	text_init(&t, 4096);
	text_printf(&t, "%.1000s\n%s\n%zu", seed, name, number);
	hash_sha256(hash, t.data, t.len);
	memcpy(out, hash, n);
	text_release(&t);
}

void lobby_draw_chance(const struct site *site, const char *game_name, struct lobby_chance *out)
{
	secret_random(out, sizeof(*out));
	if (!site->dev_seed)
		return;
	derive(out->seed, sizeof(out->seed), site->dev_seed, game_name, 0);
	for (size_t i = 0; i < GAME_SEATS_MAX; i++)
		derive(out->entropy[i], sizeof(out->entropy[i]), site->dev_seed, game_name, i + 1);
}

/* ---- Open games ---- */

struct found {
	struct request *req;
	cJSON *games;
	size_t count, looked_at;
};

static bool add_found(void *context, const struct game_card *card)
{
	struct found *f = context;
	if (card_count_free(card, SEAT_OPEN)) {
		cJSON_AddItemToArray(f->games, card_view(f->req, card));
		f->count++;
	}
	return ++f->looked_at < LOOKED_AT_MAX && f->count < LISTED_MAX;
}

static void show_lobby(struct request *req, struct response *res)
{
	struct found found = {.req = req};
	cJSON *view = cJSON_CreateObject();
	cJSON_AddStringToObject(view, "title", "Open games");
	found.games = cJSON_AddArrayToObject(view, "games");
	game_cards_open(request_db(req),
	                &(struct card_taker){.take = add_found, .context = &found});
	page_answer(req, res, "lobby", view);
}

/* ---- The form of a new game ---- */

void lobby_bot_words(const char *name, char out[LOBBY_BOT_WORDS_BYTES])
{
	static const struct {
		const char *name, *about;
	} known[] = {{"quick", ", the stronger one"}, {"random", ", the weaker one"}};
	const char *about = "";
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		if (strcmp(known[i].name, name) == 0)
			about = known[i].about;
	}
	snprintf(out, LOBBY_BOT_WORDS_BYTES, "%s%s", name, about);
}

static const char *field_or(const struct request *req, const char *name, const char *otherwise)
{
	const char *value = request_field(req, name);
	return value ? value : otherwise;
}

/* The field of a numbered place: "place2", "address2". */
static const char *place_field(const struct request *req, const char *name, unsigned number,
                               const char *otherwise)
{
	char field[16];
	snprintf(field, sizeof(field), "%s%u", name, number);
	return field_or(req, field, otherwise);
}

/* At first one seat is to be passed on by link; a guest plays two bots. */
static const char *default_kind(const struct request *req, unsigned number)
{
	if (req->method == METHOD_POST)
		return "";
	if (req->viewer.user.is_guest)
		return number <= 3 ? "bot quick" : "";
	return number == 2 ? "link" : "";
}

static void add_place(const struct request *req, cJSON *places, unsigned number)
{
	static const struct {
		const char *value, *text;
	} people[] = {
		{"link", "By link"}, {"address", "Kept for an address"}, {"open", "Open to all"}};
	const char *chosen = place_field(req, "place", number, default_kind(req, number));
	cJSON *place = cJSON_CreateObject();
	cJSON_AddNumberToObject(place, "number", number);
	cJSON *kinds = cJSON_AddArrayToObject(place, "kinds");
	page_option(kinds, "", "Nobody", !*chosen);
	for (size_t i = 0; i < sizeof(people) / sizeof(people[0]) && !req->viewer.user.is_guest;
	     i++)
		page_option(kinds, people[i].value, people[i].text,
		            !strcmp(chosen, people[i].value));
	for (const struct bot *bot = bots; bot->name; bot++) {
		char value[KIND_BYTES], words[LOBBY_BOT_WORDS_BYTES],
			text[KIND_BYTES + LOBBY_BOT_WORDS_BYTES];
		snprintf(value, sizeof(value), "bot %s", bot->name);
		lobby_bot_words(bot->name, words);
		snprintf(text, sizeof(text), "A bot: %s", words);
		page_option(kinds, value, text, !strcmp(chosen, value));
	}
	cJSON_AddStringToObject(place, "address", place_field(req, "address", number, ""));
	cJSON_AddItemToArray(places, place);
}

static void add_turn_times(const struct request *req, cJSON *view)
{
	char value[24], text[ZONE_TEXT];
	cJSON *times = cJSON_AddArrayToObject(view, "turn_times");
	snprintf(value, sizeof(value), "%d", req->viewer.user.is_guest ? 0 : DEFAULT_TURN_S);
	const char *chosen = field_or(req, "turn_s", value);
	for (size_t i = 0; i < sizeof(lobby_turn_times_s) / sizeof(lobby_turn_times_s[0]); i++) {
		char this_value[24];
		snprintf(this_value, sizeof(this_value), "%lld", (long long)lobby_turn_times_s[i]);
		zone_words(text, lobby_turn_times_s[i]);
		page_option(times, this_value, lobby_turn_times_s[i] ? text : "no limit",
		            strcmp(chosen, this_value) == 0);
	}
}

/* With what was sent, where something was. */
static cJSON *form_view(const struct request *req)
{
	const struct sets *sets = req->site->sets;
	cJSON *view = cJSON_CreateObject();
	cJSON_AddStringToObject(view, "title", "New game");
	cJSON_AddStringToObject(view, "name", field_or(req, "name", ""));
	cJSON *places = cJSON_AddArrayToObject(view, "places");
	for (unsigned number = 2; number <= SEATS_MAX; number++)
		add_place(req, places, number);
	add_turn_times(req, view);
	cJSON_AddBoolToObject(view, "is_public", request_field(req, "is_public") != NULL);
	cJSON_AddBoolToObject(view, "is_everyone",
	                      strcmp(field_or(req, "final_scoring", ""), "everyone") == 0);
	cJSON_AddBoolToObject(view, "is_afterwards",
	                      strcmp(field_or(req, "baobab_tokens", ""), "afterwards") == 0);
	const char *chosen = field_or(req, "tileset", sets->known[0].sha256);
	cJSON *list = cJSON_AddArrayToObject(view, "tilesets");
	for (size_t i = 0; i < sets->offered; i++)
		page_option(list, sets->known[i].sha256, sets->known[i].name,
		            strcmp(chosen, sets->known[i].sha256) == 0);
	cJSON_AddBoolToObject(view, "is_bots_only", req->viewer.user.is_guest);
	return view;
}

static void show_form(struct request *req, struct response *res)
{
	page_answer(req, res, "new", form_view(req));
}

/* ---- Making one ---- */

/* A place as the form says it. NULL, or what is wrong with it. */
static const char *read_place(const char *kind, const char *address, struct lobby_place *out)
{
	*out = (struct lobby_place){.kind = SEAT_LINK};
	if (strcmp(kind, "open") == 0)
		out->kind = SEAT_OPEN;
	else if (strcmp(kind, "address") == 0)
		out->kind = SEAT_ADDRESS;
	else if (strncmp(kind, "bot ", 4) == 0)
		out->kind = SEAT_BOT;
	else if (strcmp(kind, "link") != 0)
		return "A seat is open, by link, for an address or a bot’s.";
	if (out->kind == SEAT_ADDRESS && !address_normalise(address, out->address))
		return "A seat is to be kept for an address that is none.";
	if (out->kind == SEAT_BOT)
		snprintf(out->bot, sizeof(out->bot), "%s", kind + 4);
	return NULL;
}

/* The maker's own place is kept for an address of theirs; a guest has none, but nobody else can sit
 * down there. */
static void keep_own_place(struct request *req, struct lobby_place *out)
{
	struct address a;
	*out = (struct lobby_place){.kind = SEAT_LINK};
	if (address_list(request_db(req), req->viewer.user.id, &a, 1) == 0)
		return;
	out->kind = SEAT_ADDRESS;
	memcpy(out->address, a.address, sizeof(out->address));
}

static const char *read_options(const struct request *req, struct lobby_setup *s)
{
	const char *scoring = field_or(req, "final_scoring", "majority");
	const char *baobabs = field_or(req, "baobab_tokens", "at once");
	const char *turn_s = field_or(req, "turn_s", "0");
	const char *is_public = field_or(req, "is_public", "");
	const char *name = field_or(req, "name", "");
	s->scores_everyone = strcmp(scoring, "everyone") == 0;
	s->baobabs_afterwards = strcmp(baobabs, "afterwards") == 0;
	s->is_public = strcmp(is_public, "1") == 0;
	s->tileset = field_or(req, "tileset", req->site->sets->known[0].sha256);
	if (!s->scores_everyone && strcmp(scoring, "majority") != 0)
		return "The final scoring is `majority` or `everyone`.";
	if (!s->baobabs_afterwards && strcmp(baobabs, "at once") != 0)
		return "Tokens from baobabs come `at once` or `afterwards`.";
	if (*is_public && !s->is_public)
		return "The field `is_public` is 1, or not sent.";
	if (!number_parse(turn_s, 0, NUMBER_MOST, &s->turn_s))
		return "The time for a turn is a number of seconds.";
	if (name[strspn(name, " ")] && !name_normalise(name, s->name))
		return "A game’s name has at most 40 characters, none of them a control.";
	return NULL;
}

/* What the form asks for. NULL, or what is wrong. */
static const char *read_setup(struct request *req, struct lobby_setup *s)
{
	*s = (struct lobby_setup){.is_dev = req->site->is_dev,
	                          .grace_s = req->site->config->grace_s};
	const char *fault = read_options(req, s);
	keep_own_place(req, &s->places[s->place_count++]);
	for (unsigned number = 2; number <= SEATS_MAX && !fault; number++) {
		const char *kind = place_field(req, "place", number, "");
		const char *address = place_field(req, "address", number, "");
		if (*kind)
			fault = read_place(kind, address, &s->places[s->place_count++]);
	}
	return fault;
}

static void refuse_form(struct request *req, struct response *res, int status, const char *sentence)
{
	page_refuse(req, res, status, sentence, "new", form_view(req));
}

/* Each place that is kept for an address is an invitation, but for the first: it is one's own.
 * False, and *res is the answer, when they were too many. */
static bool may_invite(struct request *req, struct response *res, const struct lobby_setup *s)
{
	for (size_t i = 1; i < s->place_count; i++) {
		if (s->places[i].kind == SEAT_ADDRESS &&
		    !page_rate(req, res, RATE_ACCOUNT_INVITE, &req->viewer.user.id,
		               sizeof(req->viewer.user.id)))
			return false;
	}
	return true;
}

static void make_game(struct request *req, struct response *res)
{
	const struct site *site = req->site;
	struct lobby_setup setup;
	struct lobby_chance chance;
	char id[GAME_ID_LEN + 1];
	const char *fault = read_setup(req, &setup);
	if (fault) {
		refuse_form(req, res, 422, fault);
		return;
	}
	if (!may_invite(req, res, &setup))
		return;
	request_db_done(req);
	lobby_draw_chance(site, setup.name, &chance);
	enum lobby_status status = lobby_create(site->store, site->sets, req->viewer.user.id,
	                                        &setup, &chance, req->now, id);
	if (status == LOBBY_OK)
		response_see_other(res, "/g/%s", id);
	else
		refuse_form(req, res, lobby_http_status(status), lobby_sentence(status));
}

void lobby_practice(struct request *req, struct response *res, int64_t user_id)
{
	const struct site *site = req->site;
	struct lobby_setup setup = {
		.name = "Practice",
		.is_dev = site->is_dev,
		.grace_s = site->config->grace_s,
		.tileset = site->sets->known[0].sha256,
		.place_count = 3,
		.places = {{.kind = SEAT_LINK},
	                   {.kind = SEAT_BOT, .bot = "quick"},
	                   {.kind = SEAT_BOT, .bot = "quick"}},
	};
	struct lobby_chance chance;
	char id[GAME_ID_LEN + 1];
	request_db_done(req);
	lobby_draw_chance(site, setup.name, &chance);
	enum lobby_status status =
		lobby_create(site->store, site->sets, user_id, &setup, &chance, req->now, id);
	if (status == LOBBY_OK) {
		struct lobby_join join = {.game_id = id, .user_id = user_id, .color = -1};
		status = lobby_join(site->store, site->sets, &join, &chance, req->now);
	}
	if (status != LOBBY_OK) {
		page_error(req, res, lobby_http_status(status), lobby_sentence(status));
		return;
	}
	autoplay_run(site->store, site->sets, id, req->now, AUTOPLAY_ALL);
	response_see_other(res, "/g/%s", id);
}

static const struct field_rule new_fields[] = {
	{"name", LIMIT_NAME_BYTES * 2},
	{"place2", KIND_BYTES},
	{"place3", KIND_BYTES},
	{"place4", KIND_BYTES},
	{"place5", KIND_BYTES},
	{"address2", LIMIT_ADDRESS_BYTES + 2},
	{"address3", LIMIT_ADDRESS_BYTES + 2},
	{"address4", LIMIT_ADDRESS_BYTES + 2},
	{"address5", LIMIT_ADDRESS_BYTES + 2},
	{"turn_s", 10},
	{"is_public", 1},
	{"final_scoring", 16},
	{"baobab_tokens", 16},
	{"tileset", HASH_HEX},
	{NULL, 0},
};

const struct route lobby_routes[] = {
	{METHOD_GET, "/lobby", ACCESS_ANYONE, show_lobby, NULL, 0},
	{METHOD_GET, "/new", ACCESS_SESSION, show_form, NULL, 0},
	{METHOD_POST, "/new", ACCESS_SESSION, make_game, new_fields, 0},
	{0},
};
