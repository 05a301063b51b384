/* SPDX-License-Identifier: ISC */
/*
 * Settings of somebody's times (A4, T1): the zone.
 */
#include <stdio.h>
#include <string.h>

#include "app/accounts.h"
#include "app/mail_secrets.h"
#include "app/notices.h"
#include "base/zone.h"
#include "web/families.h"
#include "web/page.h"
#include "web/settings.h"
#include "web/site.h"

/* ---- The zone ---- */

/* A zone by its place: "America/Argentina/Buenos_Aires" is "Argentina, Buenos Aires" of America. */
static void add_zone(cJSON *zones, const char *name, const char *place, bool is_selected)
{
	struct text words;
	text_init(&words, 2 * LIMIT_ZONE_BYTES);
	for (const char *c = place; *c; c++)
		text_add(&words, *c == '/' ? ", " : *c == '_' ? " " : (char[2]){*c, '\0'});
	page_option(zones, name, text_string(&words), is_selected);
	text_release(&words);
}

static cJSON *add_area(cJSON *areas, const char *name, size_t len)
{
	cJSON *area = cJSON_CreateObject();
	char words[LIMIT_ZONE_BYTES + 1];
	snprintf(words, sizeof(words), "%.*s", (int)len, name);
	cJSON_AddStringToObject(area, "area", words);
	cJSON_AddItemToArray(areas, area);
	return cJSON_AddArrayToObject(area, "zones");
}

/* All zones by area; one that is none of the places, by another name for it, stands before them. */
static void add_zones(const struct request *req, cJSON *view, const char *chosen)
{
	const char *const *names, *before = "";
	size_t count = zones_list(req->site->zones, &names), before_len = 0;
	cJSON *areas = cJSON_AddArrayToObject(view, "areas"), *zones = NULL;
	bool is_found = false;
	for (size_t i = 0; i < count; i++) {
		size_t len = strcspn(names[i], "/");
		if (!zones || len != before_len || strncmp(names[i], before, len) != 0)
			zones = add_area(areas, names[i], len);
		before = names[i];
		before_len = len;
		is_found = is_found || strcmp(names[i], chosen) == 0;
		add_zone(zones, names[i], names[i][len] ? names[i] + len + 1 : names[i],
		         strcmp(names[i], chosen) == 0);
	}
	if (!is_found)
		cJSON_AddStringToObject(view, "other_zone", chosen);
}

/* ---- The page ---- */

/* For calendar programs of one's own. */
static void add_feed(struct request *req, cJSON *view)
{
	char token[MAIL_TOKEN_BYTES], path[MAIL_TOKEN_BYTES + 8];
	struct user_mail mail;
	struct text url;
	if (req->viewer.user.is_guest ||
	    !user_mail_get(request_db(req), req->viewer.user.id, &mail))
		return;
	mail_secrets_feed(req->site->secrets, req->viewer.user.id, mail.feed_number, token);
	snprintf(path, sizeof(path), "/feed/%s", token);
	text_init(&url, LIMIT_TARGET_BYTES);
	site_url(req->site, &url, path);
	cJSON_AddStringToObject(view, "feed", text_string(&url));
	text_release(&url);
}

static cJSON *times_view(struct request *req)
{
	cJSON *view = cJSON_CreateObject();
	cJSON_AddStringToObject(view, "title", "Times");
	cJSON_AddStringToObject(view, "zone", req->viewer.user.zone);
	if (!req->wants_json)
		add_zones(req, view, req->viewer.user.zone);
	add_feed(req, view);
	settings_say_done(req, view);
	return view;
}

static void show_times(struct request *req, struct response *res)
{
	page_answer(req, res, "settings_times", times_view(req));
}

static void refuse(struct request *req, struct response *res, const char *sentence)
{
	page_refuse(req, res, 422, sentence, "settings_times", times_view(req));
}

static void save(struct request *req, struct response *res)
{
	struct user u = req->viewer.user;
	const char *zone = request_field(req, "zone");
	if (zone && !zone_exists(zone)) {
		refuse(req, res, "That is no time zone; they have names such as Europe/Berlin.");
		return;
	}
	if (zone)
		snprintf(u.zone, sizeof(u.zone), "%s", zone);
	settings_go_on(req, res, accounts_update(req->site->store, &u), "/settings/times", "saved");
}

static void renew_feed(struct request *req, struct response *res)
{
	settings_go_on(req, res, notices_renew_feed(req->site->store, req->viewer.user.id),
	               "/settings/times", "renewed");
}

static const struct field_rule times_form[] = {{"zone", LIMIT_ZONE_BYTES}, {NULL, 0}};

const struct route settings_times_routes[] = {
	{METHOD_GET, "/settings/times", ACCESS_SESSION, show_times, settings_query, 0},
	{METHOD_POST, "/settings/times", ACCESS_SESSION, save, times_form, 0},
	{METHOD_POST, "/settings/times/feed", ACCESS_SESSION, renew_feed, NULL, 0},
	{0},
};
