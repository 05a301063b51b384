/* SPDX-License-Identifier: ISC */
/*
 * Settings of an account (A4): name, standing order, addresses, the end; and what all pages of
 * settings share. Sessions, notices, times and deliveries have a file each, one's data my_data.c.
 */
#include "web/settings.h"

#include <stdio.h>
#include <string.h>

#include "app/accounts.h"
#include "app/names.h"
#include "web/accounts.h"
#include "web/families.h"
#include "web/page.h"
#include "web/session.h"
#include "web/site.h"

/* ---- What all pages of settings share ---- */

void settings_say_done(const struct request *req, cJSON *view)
{
	static const struct {
		const char *done, *text;
	} said[] = {
		{"saved", "Saved."},
		{"removed", "The address was taken away."},
		{"signed-out", "Signed out there."},
		{"mails-off", "You get no more mails."},
		{"mails-on", "Mails are on."},
		{"hook-added", "The webhook is there. Send it a test."},
		{"hook-removed", "The webhook is gone."},
		{"hook-on", "The webhook is on."},
		{"hook-off", "The webhook is off."},
		{"hook-tested", "A test is on its way; look again in a moment."},
		{"hook-resent", "It is on its way again; look again in a moment."},
		{"renewed", "The calendar has another address now; the one before is gone."},
	};
	const char *done = req->method == METHOD_POST ? NULL : request_field(req, "done");
	for (size_t i = 0; done && i < sizeof(said) / sizeof(said[0]); i++) {
		if (strcmp(said[i].done, done) == 0)
			page_notice(view, "good", said[i].text);
	}
}

void settings_go_on(struct request *req, struct response *res, bool is_done, const char *path,
                    const char *done)
{
	if (is_done)
		response_see_other(res, "%s?done=%s", path, done);
	else
		page_error(req, res, 500, signin_sentence(SIGNIN_FAILED));
}

const struct field_rule settings_query[] = {{"done", 16}, {NULL, 0}};

/* ---- The page ---- */

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

/* The pages of further settings. A guest gets no mails. */
static void add_parts(const struct request *req, cJSON *view)
{
	static const struct {
		const char *url, *text, *about;
		bool is_for_guests;
	} parts[] = {
		{"/settings/notices", "Notices", "When we tell you something, and how", false},
		{"/settings/hooks", "Webhooks", "Messages to a chat room, a phone, a program",
	         false},
		{"/settings/deliveries", "Deliveries", "What was sent to you, and what came of it",
	         false},
		{"/settings/times", "Times",
	         "Your time zone, quiet hours, holidays, a calendar of your deadlines", true},
		{"/settings/sessions", "Sessions", "Where you are signed in", true},
	};
	cJSON *list = cJSON_AddArrayToObject(view, "parts");
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		if (req->viewer.user.is_guest && !parts[i].is_for_guests)
			continue;
		cJSON *part = cJSON_CreateObject();
		cJSON_AddStringToObject(part, "url", parts[i].url);
		cJSON_AddStringToObject(part, "text", parts[i].text);
		cJSON_AddStringToObject(part, "about", parts[i].about);
		cJSON_AddItemToArray(list, part);
	}
}

/* Name and order as they are, or as they were sent. */
static cJSON *settings_view(struct request *req, const char *name, int order)
{
	cJSON *view = cJSON_CreateObject();
	cJSON_AddStringToObject(view, "title", "Settings");
	add_parts(req, view);
	cJSON_AddStringToObject(view, "name", name);
	cJSON_AddItemToObject(view, "standing_orders", settings_orders(order));
	add_addresses(req, view);
	settings_add_mail_off(req, view);
	settings_say_done(req, view);
	return view;
}

static cJSON *view_of_user(struct request *req)
{
	const struct user *u = &req->viewer.user;
	return settings_view(req, u->name, u->standing_order);
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

/* What is not sent stays as it is. */
static void save(struct request *req, struct response *res)
{
	struct user u = req->viewer.user;
	const char *name = request_field(req, "name"),
		   *order = request_field(req, "standing_order");
	const char *wrong = NULL;
	if (name && !name_normalise(name, u.name))
		wrong = NAME_SENTENCE;
	if (order && !settings_find_order(order, &u.standing_order))
		wrong = "That is none of the standing orders.";
	if (wrong)
		page_refuse(req, res, 422, wrong, "settings",
		            settings_view(req, name ? name : u.name, u.standing_order));
	else
		settings_go_on(req, res, accounts_update(req->site->store, &u), "/settings",
		               "saved");
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
	    accounts_drop_address(req->site->store, req->viewer.user.id, address, req->now))
		settings_go_on(req, res, true, "/settings", "removed");
	else
		refuse(req, res, "That is no address of yours, or your last one.");
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

/* ---- Routes ---- */

static const struct field_rule save_form[] = {
	{"name", 2 * LIMIT_NAME_BYTES}, {"standing_order", 20}, {NULL, 0}};
static const struct field_rule address_form[] = {{"address", 2 * LIMIT_ADDRESS_BYTES}, {NULL, 0}};
static const struct field_rule delete_form[] = {{"sure", 1}, {NULL, 0}};

const struct route settings_routes[] = {
	{METHOD_GET, "/settings", ACCESS_SESSION, show_settings, settings_query, 0},
	{METHOD_POST, "/settings", ACCESS_SESSION, save, save_form, 0},
	{METHOD_POST, "/settings/address", ACCESS_SESSION, add_address, address_form, 0},
	{METHOD_POST, "/settings/address/remove", ACCESS_SESSION, remove_address, address_form, 0},
	{METHOD_POST, "/settings/delete", ACCESS_SESSION, delete_account, delete_form, 0},
	{METHOD_GET, "/settings/data", ACCESS_SESSION, settings_send_data, NULL, 0},
	{0},
};
