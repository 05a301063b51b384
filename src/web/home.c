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

/* A list of the page. */
struct cards {
	struct request *req;
	cJSON *list, *games;
	size_t count, max;
};

static struct cards new_list(struct request *req, const char *id, const char *title)
{
	cJSON *list = cJSON_CreateObject();
	json_put_string(list, "id", id);
	json_put_string(list, "title", title);
	cJSON *games = json_put_array(list, "games");
	return (struct cards){.req = req, .list = list, .games = games, .max = LISTED_MAX};
}

/* Adds a list to the view, unless it is empty. */
static void keep_list(cJSON *lists, const struct cards *cards)
{
	if (cards->games->child)
		cJSON_AddItemToArray(lists, cards->list);
	else
		cJSON_Delete(cards->list);
}

/* Cards that have no room are counted alone. */
static bool add_card(void *context, const struct game_card *card)
{
	struct cards *cards = context;
	card_show(cards->req, card);
	if (cards->count++ < cards->max)
		cJSON_AddItemToArray(cards->games, card_view(cards->req, card));
	return cards->count <= cards->max;
}

static void add_due(struct request *req, cJSON *lists)
{
	struct cards due = new_list(req, "your-turn", "Your turn");
	game_cards_awaiting(request_db(req), req->viewer.user.id, add_card, &due);
	json_put_string(due.list, "empty", "Nothing waits for you.");
	cJSON_AddItemToArray(lists, due.list);
}

/* The viewer's games that are not due. */
struct others {
	struct cards waiting, open, finished;
};

static bool add_other(void *context, const struct game_card *card)
{
	struct others *others = context;
	switch ((enum game_state)card->game.state) {
	case GAME_OPEN:
		add_card(&others->open, card);
		break;
	case GAME_RUNNING:
		add_card(&others->waiting, card);
		break;
	case GAME_OVER:
		return add_card(&others->finished, card); /* these come last */
	case GAME_REMOVED:
		break;
	}
	return true;
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
	game_cards_of_user(request_db(req), user_id, add_other, &others);
	game_cards_inviting(request_db(req), user_id, add_card, &invited);
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
