/* SPDX-License-Identifier: ISC */
/*
 * The first page, which for somebody signed in is the list of their games (W2), and the way to the
 * next one that waits. Besides: the static files, and what a supervisor asks.
 */
#include <string.h>

#include "app/accounts.h"
#include "base/json.h"
#include "web/card.h"
#include "web/families.h"
#include "web/page.h"
#include "web/settings.h"
#include "web/site.h"

enum {
	LISTED_MAX = 200, /* games of one list: more than anybody plays */
	FINISHED_MAX = 10,
};

/* A list of the page: views of its games for a program, else their cards as HTML. */
struct cards {
	struct request *req;
	cJSON *list, *games; /* games: NULL where HTML is wanted */
	struct text html;
	size_t count, max;
};

static struct cards new_list(struct request *req, const char *id, const char *title)
{
	cJSON *list = cJSON_CreateObject();
	json_put_string(list, "id", id);
	json_put_string(list, "title", title);
	struct cards cards = {.req = req, .list = list, .max = LISTED_MAX};
	if (req->wants_json)
		cards.games = json_put_array(list, "games");
	text_init(&cards.html, LIMIT_RESPONSE_BYTES);
	return cards;
}

/* Adds a list to the view. */
static void add_list(cJSON *lists, struct cards *cards)
{
	if (!cards->games && cards->count > 0)
		json_put_string(cards->list, "cards", text_string(&cards->html));
	text_release(&cards->html);
	cJSON_AddItemToArray(lists, cards->list);
}

/* Unless it is empty. */
static void keep_list(cJSON *lists, struct cards *cards)
{
	if (cards->count > 0)
		add_list(lists, cards);
	else
		cJSON_Delete(cards->list);
}

/* Cards that have no room are counted alone, what is kept is not read again. */
static bool wants_card(void *context, const char *id, enum game_state state)
{
	struct cards *cards = context;
	(void)state;
	if (cards->count < cards->max && (cards->games || !card_find(cards->req, id, &cards->html)))
		return true;
	cards->count++;
	return false;
}

static bool add_card(void *context, const struct game_card *card)
{
	struct cards *cards = context;
	if (cards->games)
		cJSON_AddItemToArray(cards->games, card_view(cards->req, card));
	else
		card_make(cards->req, card, &cards->html);
	cards->count++;
	return true;
}

static struct card_taker taker_of(struct cards *cards)
{
	return (struct card_taker){.wants = wants_card, .take = add_card, .context = cards};
}

static void add_due(struct request *req, cJSON *lists)
{
	struct cards due = new_list(req, "your-turn", "Your turn");
	struct card_taker taker = taker_of(&due);
	game_cards_awaiting(request_db(req), req->viewer.user.id, &taker);
	json_put_string(due.list, "empty", "Nothing waits for you.");
	add_list(lists, &due);
}

/* The viewer's games that are not due. */
struct others {
	struct cards waiting, open, finished;
};

static struct cards *list_of(struct others *others, enum game_state state)
{
	return state == GAME_OPEN      ? &others->open
	       : state == GAME_RUNNING ? &others->waiting
	                               : &others->finished;
}

static bool wants_other(void *context, const char *id, enum game_state state)
{
	return wants_card(list_of(context, state), id, state);
}

static bool add_other(void *context, const struct game_card *card)
{
	return add_card(list_of(context, (enum game_state)card->game.state), card);
}

static void add_lists(struct request *req, cJSON *lists, bool has_all_finished)
{
	int64_t user_id = req->viewer.user.id;
	struct address known[ACCOUNTS_ADDRESSES_MAX];
	size_t known_count = address_list(request_db(req), user_id, known, ACCOUNTS_ADDRESSES_MAX);
	for (size_t i = 0; i < known_count; i++)
		request_shows_address(req, known[i].address);
	struct others others = {new_list(req, "waiting", "Waiting for others"),
	                        new_list(req, "open", "Not started yet"),
	                        new_list(req, "finished", "Finished")};
	struct cards invited = new_list(req, "invited", "Invitations");
	if (!has_all_finished)
		others.finished.max = FINISHED_MAX;
	add_due(req, lists);
	game_cards_of_user(request_db(req), user_id,
	                   &(struct card_taker){wants_other, add_other, &others});
	struct card_taker taker = taker_of(&invited);
	game_cards_inviting(request_db(req), user_id, &taker);
	if (!has_all_finished && others.finished.count > FINISHED_MAX)
		json_put_string(others.finished.list, "more", "/?finished=all");
	keep_list(lists, &others.waiting);
	keep_list(lists, &others.open);
	keep_list(lists, &invited);
	keep_list(lists, &others.finished);
}

static cJSON *home_view(struct request *req)
{
	const char *finished = request_field(req, "finished");
	bool is_all = finished && strcmp(finished, "all") == 0;
	cJSON *view = cJSON_CreateObject();
	json_put_string(view, "title", req->viewer.is_signed_in ? "Your games" : "Welcome");
	cJSON *lists = json_put_array(view, "lists");
	if (!req->viewer.is_signed_in)
		return view;
	settings_add_mail_off(req, view);
	add_lists(req, lists, is_all);
	return view;
}

static void show_home(struct request *req, struct response *res)
{
	request_keep_answer(req);
	page_answer(req, res, "home", home_view(req));
}

/* To the game that waits with the least time left; `after` names one that is not meant, since the
 * viewer comes from there: then to the one behind it in the list, round and round. */
static void go_to_next(struct request *req, struct response *res)
{
	const char *after = request_field(req, "after");
	struct game_ref refs[LISTED_MAX];
	size_t count = game_list_awaiting(request_db(req), req->viewer.user.id, refs, LISTED_MAX);
	size_t next = 0;
	for (size_t i = 0; i < count && after; i++) {
		if (strcmp(refs[i].id, after) == 0)
			next = (i + 1) % count;
	}
	if (count > 0) {
		response_see_other(res, "/g/%s#here", refs[next].id);
		return;
	}
	cJSON *view = home_view(req);
	page_notice(view, "", "No game waits for you just now.");
	page_answer(req, res, "home", view);
}

static void send_static(struct request *req, struct response *res)
{
	const char *file = request_param(req, "file"), *type = "image/svg+xml";
	if (!arts_find(req->site->arts, file, &res->body) &&
	    !static_find(req->site->statics, file, &res->body, &type)) {
		page_error(req, res, 404, "There is no such file.");
		return;
	}
	res->type = type;
	res->cache = CACHE_FOREVER;
}

/* Healthy is who can read its database. */
static void say_health(struct request *req, struct response *res)
{
	request_db(req);
	text_add(&res->body, "ok\n");
}

static const struct field_rule home_fields[] = {{"finished", 3}, {NULL, 0}};
static const struct field_rule next_fields[] = {{"after", GAME_ID_LEN}, {NULL, 0}};

const struct route home_routes[] = {
	{METHOD_GET, "/", ACCESS_ANYONE, show_home, home_fields, 0},
	{METHOD_GET, "/next", ACCESS_SESSION, go_to_next, next_fields, 0},
	{METHOD_GET, "/static/:file", ACCESS_ANYONE, send_static, NULL, 0},
	{METHOD_GET, "/healthz", ACCESS_ANYONE, say_health, NULL, 0},
	{0},
};
