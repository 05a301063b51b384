/* SPDX-License-Identifier: ISC */
/*
 * Settings of an account (A4): name, time zone, standing orders (of a game too), addresses,
 * sessions, the end. One's data is my_data.c's; which notices go where is not here.
 */
#include "web/settings.h"

#include <stdio.h>
#include <string.h>

#include "app/accounts.h"
#include "app/names.h"
#include "app/words.h"
#include "base/clock.h"
#include "base/number.h"
#include "base/zone.h"
#include "web/accounts.h"
#include "web/families.h"
#include "web/page.h"
#include "web/session.h"
#include "web/site.h"

enum { NUMBER_BYTES = 20 };

/* ---- Standing orders ---- */

static const struct order {
	const char *value, *text;
	int points;
} orders[] = {
	{"1", "When it gains anything", 1},          {"2", "When it gains at least 2 points", 2},
	{"3", "When it gains at least 3 points", 3}, {"4", "When it gains at least 4 points", 4},
	{"5", "When it gains 5 points", 5},          {"0", "Never", ORDER_NEVER},
	{"-1", "Ask me each time", ORDER_ASK},
};
enum { ORDER_COUNT = sizeof(orders) / sizeof(orders[0]) };

static cJSON *list_orders(bool is_of_seat, bool has_one, int selected)
{
	cJSON *list = cJSON_CreateArray();
	if (is_of_seat)
		page_option(list, "", "As my settings say", !has_one);
	for (size_t i = 0; i < ORDER_COUNT; i++)
		page_option(list, orders[i].value, orders[i].text,
		            has_one && orders[i].points == selected);
	return list;
}

cJSON *settings_seat_orders(const struct seat_row *seat)
{
	return list_orders(true, seat->has_own_standing_order, seat->standing_order);
}

static const struct order *find_order(const char *value)
{
	for (size_t i = 0; i < ORDER_COUNT; i++) {
		if (strcmp(orders[i].value, value) == 0)
			return &orders[i];
	}
	return NULL;
}

/* ---- The page ---- */

/* What to say once, by the query's word. */
static const struct {
	const char *done, *text;
} said[] = {
	{"saved", "Saved."},
	{"welcome", "Welcome! Choose the name that others see."},
	{"removed", "The address was taken away."},
	{"signed-out", "Signed out there."},
};

static void add_said(const struct request *req, cJSON *view)
{
	const char *done = req->method == METHOD_POST ? NULL : request_field(req, "done");
	for (size_t i = 0; done && i < sizeof(said) / sizeof(said[0]); i++) {
		if (strcmp(said[i].done, done) == 0)
			page_notice(view, "good", said[i].text);
	}
}

struct word {
	const char *in_agent, *word;
};

/* The first of them that a browser's name for itself holds. */
static const char *find_word(const char *agent, const struct word *words)
{
	while (words->in_agent && !strstr(agent, words->in_agent))
		words++;
	return words->word;
}

/* "Firefox on Android". Browsers name those that they descend from too, so order matters. */
static void name_agent(const char *agent, char out[LIMIT_AGENT_BYTES + 1])
{
	static const struct word browsers[] = {
		{"Edg", "Edge"},
		{"OPR/", "Opera"},
		{"SamsungBrowser", "Samsung Internet"},
		{"FxiOS", "Firefox"},
		{"Firefox/", "Firefox"},
		{"CriOS", "Chrome"},
		{"Chrome/", "Chrome"},
		{"Safari/", "Safari"},
		{"curl/", "curl"},
		{NULL, NULL},
	};
	static const struct word systems[] = {
		{"Android", "Android"}, {"iPhone", "an iPhone"},
		{"iPad", "an iPad"},    {"Windows", "Windows"},
		{"CrOS", "ChromeOS"},   {"Mac OS X", "a Mac"},
		{"Linux", "Linux"},     {NULL, NULL},
	};
	const char *browser = find_word(agent, browsers), *system = find_word(agent, systems);
	if (browser && system)
		snprintf(out, LIMIT_AGENT_BYTES + 1, "%s on %s", browser, system);
	else
		snprintf(out, LIMIT_AGENT_BYTES + 1, "%s",
		         browser  ? browser
		         : *agent ? agent
		                  : "A browser without a name");
}

static void add_sessions(struct request *req, cJSON *view)
{
	struct session known[ACCOUNTS_SESSIONS_MAX];
	cJSON *list = cJSON_AddArrayToObject(view, "sessions");
	size_t count =
		session_list(request_db(req), req->viewer.user.id, known, ACCOUNTS_SESSIONS_MAX);
	for (size_t i = 0; i < count; i++) {
		char id[NUMBER_BYTES + 1], text[LIMIT_AGENT_BYTES + 1], seen[ZONE_TEXT + 16];
		int64_t days = (req->now - known[i].seen_at) / DAY_S;
		cJSON *session = cJSON_CreateObject();
		snprintf(id, sizeof(id), "%lld", (long long)known[i].id);
		name_agent(known[i].agent, text);
		if (days < 1)
			snprintf(seen, sizeof(seen), "seen today");
		else
			snprintf(seen, sizeof(seen), "seen %lld day%s ago", (long long)days,
			         days == 1 ? "" : "s");
		cJSON_AddStringToObject(session, "id", id);
		cJSON_AddStringToObject(session, "text", text);
		cJSON_AddStringToObject(session, "seen", seen);
		cJSON_AddBoolToObject(session, "is_this", known[i].id == req->viewer.session.id);
		cJSON_AddItemToArray(list, session);
	}
}

static void add_addresses(struct request *req, cJSON *view)
{
	struct address known[ACCOUNTS_ADDRESSES_MAX];
	cJSON *list = cJSON_AddArrayToObject(view, "addresses");
	size_t count =
		address_list(request_db(req), req->viewer.user.id, known, ACCOUNTS_ADDRESSES_MAX);
	for (size_t i = 0; i < count; i++) {
		cJSON *address = cJSON_CreateObject();
		cJSON_AddStringToObject(address, "address", known[i].address);
		cJSON_AddBoolToObject(address, "can_remove", count > 1);
		cJSON_AddItemToArray(list, address);
	}
	cJSON_AddBoolToObject(view, "can_add", count < ACCOUNTS_ADDRESSES_MAX);
}

/* Name, zone and order as they are, or as they were sent. */
static cJSON *settings_view(struct request *req, const char *name, const char *zone, int order)
{
	cJSON *view = cJSON_CreateObject();
	cJSON_AddStringToObject(view, "title", "Settings");
	cJSON_AddStringToObject(view, "name", name);
	cJSON_AddStringToObject(view, "zone", zone);
	cJSON_AddItemToObject(view, "standing_orders", list_orders(false, true, order));
	add_addresses(req, view);
	add_sessions(req, view);
	add_said(req, view);
	return view;
}

static cJSON *view_of_user(struct request *req)
{
	const struct user *u = &req->viewer.user;
	return settings_view(req, u->name, u->zone, u->standing_order);
}

static void show_settings(struct request *req, struct response *res)
{
	page_answer(req, res, "settings", view_of_user(req));
}

static void refuse(struct request *req, struct response *res, const char *sentence)
{
	page_refuse(req, res, 422, sentence, "settings", view_of_user(req));
}

/* ---- Changes ---- */

/* After a change: the page, which says so. */
static void go_on(struct request *req, struct response *res, bool is_done, const char *done)
{
	if (is_done)
		response_see_other(res, "/settings?done=%s", done);
	else
		page_error(req, res, 500, signin_sentence(SIGNIN_FAILED));
}

/* What is not sent stays as it is. */
static void save(struct request *req, struct response *res)
{
	struct user u = req->viewer.user;
	const char *name = request_field(req, "name"), *zone = request_field(req, "zone");
	const char *value = request_field(req, "standing_order"), *wrong = NULL;
	const struct order *order = value ? find_order(value) : NULL;
	if (order)
		u.standing_order = order->points;
	if (zone && zone_exists(zone))
		snprintf(u.zone, sizeof(u.zone), "%s", zone);
	else if (zone)
		wrong = "That is no time zone; they have names such as Europe/Berlin.";
	if (name && !name_normalise(name, u.name))
		wrong = "A name has 1 to 40 characters, none of them a control.";
	if (value && !order)
		wrong = "That is none of the standing orders.";
	if (!wrong) {
		go_on(req, res, accounts_update(req->site->store, &u), "saved");
		return;
	}
	cJSON *view =
		settings_view(req, name ? name : u.name, zone ? zone : u.zone, u.standing_order);
	page_refuse(req, res, 422, wrong, "settings", view);
}

static void add_address(struct request *req, struct response *res)
{
	char address[LIMIT_ADDRESS_BYTES + 1];
	const char *typed = request_field(req, "address");
	struct address known[ACCOUNTS_ADDRESSES_MAX];
	struct db *db = request_db(req);
	size_t count = address_list(db, req->viewer.user.id, known, ACCOUNTS_ADDRESSES_MAX);
	request_db_done(req);
	int64_t id;
	if (!typed || !address_normalise(typed, address))
		refuse(req, res, "That is not a mail address.");
	else if (count == ACCOUNTS_ADDRESSES_MAX)
		refuse(req, res, signin_sentence(SIGNIN_TOO_MANY));
	else if (accounts_send_mail(req, res, address, "/settings", req->viewer.user.id, &id))
		response_see_other(res, "/signin/code");
}

static void remove_address(struct request *req, struct response *res)
{
	char address[LIMIT_ADDRESS_BYTES + 1];
	const char *typed = request_field(req, "address");
	if (typed && address_normalise(typed, address) &&
	    accounts_drop_address(req->site->store, req->viewer.user.id, address))
		go_on(req, res, true, "removed");
	else
		refuse(req, res, "That is no address of yours, or your last one.");
}

static void end_session(struct request *req, struct response *res)
{
	int64_t id;
	if (number_parse(request_field(req, "id"), 0, NUMBER_MOST, &id) &&
	    accounts_sign_out(req->site->store, req->viewer.user.id, id))
		go_on(req, res, true, "signed-out");
	else
		refuse(req, res, "You are not signed in there any more.");
}

static void end_others(struct request *req, struct response *res)
{
	const struct viewer *v = &req->viewer;
	go_on(req, res, accounts_sign_out_others(req->site->store, v->user.id, v->session.id),
	      "signed-out");
}

static void delete_account(struct request *req, struct response *res)
{
	const char *sure = request_field(req, "sure");
	if (!sure || strcmp(sure, "1") != 0) {
		refuse(req, res, "To delete the account, tick that you are sure.");
		return;
	}
	const struct site *site = req->site;
	if (!accounts_delete(site->store, site->sets, req->viewer.user.id, req->now)) {
		page_error(req, res, 500, signin_sentence(SIGNIN_FAILED));
		return;
	}
	session_end(req, res);
	response_see_other(res, "/");
}

/* The standing order of a seat. */
static void save_seat_order(struct request *req, struct response *res)
{
	const char *value = request_field(req, "order"), *game_id = request_param(req, "id");
	const struct order *order = value ? find_order(value) : NULL;
	if (!value || (*value && !order))
		page_error(req, res, 422, "That is none of the standing orders.");
	else if (accounts_set_order(req->site->store, req->viewer.user.id, game_id,
	                            order ? &order->points : NULL))
		response_see_other(res, "/g/%s", game_id);
	else
		page_not_found(req, res);
}

/* ---- Routes ---- */

static const struct field_rule page_query[] = {{"done", 16}, {NULL, 0}};
static const struct field_rule save_form[] = {{"name", 2 * LIMIT_NAME_BYTES},
                                              {"zone", LIMIT_ZONE_BYTES},
                                              {"standing_order", NUMBER_BYTES},
                                              {NULL, 0}};
static const struct field_rule address_form[] = {{"address", 2 * LIMIT_ADDRESS_BYTES}, {NULL, 0}};
static const struct field_rule session_form[] = {{"id", NUMBER_BYTES}, {NULL, 0}};
static const struct field_rule delete_form[] = {{"sure", 1}, {NULL, 0}};
static const struct field_rule order_form[] = {{"order", NUMBER_BYTES}, {NULL, 0}};

const struct route settings_routes[] = {
	{METHOD_GET, "/settings", ACCESS_SESSION, show_settings, page_query, 0},
	{METHOD_POST, "/settings", ACCESS_SESSION, save, save_form, 0},
	{METHOD_POST, "/settings/address", ACCESS_SESSION, add_address, address_form, 0},
	{METHOD_POST, "/settings/address/remove", ACCESS_SESSION, remove_address, address_form, 0},
	{METHOD_POST, "/settings/session/remove", ACCESS_SESSION, end_session, session_form, 0},
	{METHOD_POST, "/settings/sessions/remove", ACCESS_SESSION, end_others, NULL, 0},
	{METHOD_POST, "/settings/delete", ACCESS_SESSION, delete_account, delete_form, 0},
	{METHOD_GET, "/settings/data", ACCESS_SESSION, settings_send_data, NULL, 0},
	{METHOD_POST, "/g/:id/order", ACCESS_SESSION, save_seat_order, order_form, 0},
	{0},
};
