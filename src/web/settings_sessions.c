/* SPDX-License-Identifier: ISC */
/*
 * Where somebody is signed in (A3): the sessions, named by their browsers, and how to end them. The
 * cookie itself is session.h's.
 */
#include <stdio.h>
#include <string.h>

#include "app/accounts.h"
#include "base/clock.h"
#include "base/number.h"
#include "base/zone.h"
#include "web/families.h"
#include "web/page.h"
#include "web/settings.h"
#include "web/site.h"

enum { NUMBER_BYTES = 20 };

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

static cJSON *sessions_view(struct request *req)
{
	cJSON *view = cJSON_CreateObject();
	cJSON_AddStringToObject(view, "title", "Where you are signed in");
	add_sessions(req, view);
	settings_say_done(req, view);
	return view;
}

static void show_sessions(struct request *req, struct response *res)
{
	page_answer(req, res, "settings_sessions", sessions_view(req));
}

static void end_session(struct request *req, struct response *res)
{
	int64_t id;
	if (number_parse(request_field(req, "id"), 0, NUMBER_MOST, &id) &&
	    accounts_sign_out(req->site->store, req->viewer.user.id, id))
		settings_go_on(req, res, true, "/settings/sessions", "signed-out");
	else
		page_refuse(req, res, 422, "You are not signed in there any more.",
		            "settings_sessions", sessions_view(req));
}

static void end_others(struct request *req, struct response *res)
{
	const struct viewer *v = &req->viewer;
	settings_go_on(req, res,
	               accounts_sign_out_others(req->site->store, v->user.id, v->session.id),
	               "/settings/sessions", "signed-out");
}

static const struct field_rule session_form[] = {{"id", NUMBER_BYTES}, {NULL, 0}};

const struct route settings_sessions_routes[] = {
	{METHOD_GET, "/settings/sessions", ACCESS_SESSION, show_sessions, settings_query, 0},
	{METHOD_POST, "/settings/sessions/remove", ACCESS_SESSION, end_session, session_form, 0},
	{METHOD_POST, "/settings/sessions/remove-others", ACCESS_SESSION, end_others, NULL, 0},
	{0},
};
