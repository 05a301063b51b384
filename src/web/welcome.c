/* SPDX-License-Identifier: ISC */
/*
 * What somebody whose account has just arisen is asked once: the name that others see, and the time
 * zone. Then on to the page that they wanted. Both are settings like any other, and what the
 * account begins with is good enough for who goes elsewhere.
 */
#include "app/accounts.h"
#include "app/names.h"
#include "app/times.h"
#include "web/accounts.h"
#include "web/families.h"
#include "web/page.h"
#include "web/settings.h"
#include "web/site.h"

static cJSON *welcome_view(const struct request *req, const char *name)
{
	cJSON *view = cJSON_CreateObject();
	cJSON_AddStringToObject(view, "title", "Welcome");
	cJSON_AddStringToObject(view, "name", name);
	cJSON_AddStringToObject(view, "zone", req->viewer.user.zone);
	cJSON_AddStringToObject(view, "next", accounts_local_path(request_field(req, "next")));
	if (!req->wants_json)
		settings_add_zones(req, view, req->viewer.user.zone);
	return view;
}

static void show_welcome(struct request *req, struct response *res)
{
	page_answer(req, res, "welcome", welcome_view(req, req->viewer.user.name));
}

/* What is not sent stays as it is. */
static void save(struct request *req, struct response *res)
{
	const struct site *site = req->site;
	struct user u = req->viewer.user;
	struct times_change times = {.does = TIMES_SETS, .zone = request_field(req, "zone")};
	enum calendar_status why = CALENDAR_OK;
	enum times_status status = TIMES_OK;
	const char *name = request_field(req, "name");
	if (name && !name_normalise(name, u.name)) {
		page_refuse(req, res, 422, NAME_SENTENCE, "welcome", welcome_view(req, name));
		return;
	}
	if (times.zone)
		status = times_change(site->store, site->zones, u.id, &times, req->now, &why);
	if (status == TIMES_REFUSED)
		page_refuse(req, res, 422, calendar_sentence(why), "welcome",
		            welcome_view(req, u.name));
	else if (status != TIMES_OK || !accounts_update(site->store, &u))
		page_error(req, res, 500, signin_sentence(SIGNIN_FAILED));
	else
		response_see_other(res, "%s", accounts_local_path(request_field(req, "next")));
}

static const struct field_rule welcome_query[] = {{"next", LIMIT_NEXT_BYTES}, {NULL, 0}};
static const struct field_rule welcome_form[] = {{"name", 2 * LIMIT_NAME_BYTES},
                                                 {"zone", LIMIT_ZONE_BYTES},
                                                 {"next", LIMIT_NEXT_BYTES},
                                                 {NULL, 0}};

const struct route welcome_routes[] = {
	{METHOD_GET, ACCOUNTS_WELCOME_PATH, ACCESS_SESSION, show_welcome, welcome_query, 0},
	{METHOD_POST, ACCOUNTS_WELCOME_PATH, ACCESS_SESSION, save, welcome_form, 0},
	{0},
};
