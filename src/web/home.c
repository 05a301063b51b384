/* SPDX-License-Identifier: ISC */
/*
 * The first page, the static files, and what a supervisor asks.
 */
#include "web/families.h"
#include "web/page.h"
#include "web/site.h"

static void show_home(struct request *req, struct response *res)
{
	cJSON *view = cJSON_CreateObject();
	cJSON_AddStringToObject(view, "title", req->site->config->site_name);
	page_answer(req, res, "home", view);
}

static void send_static(struct request *req, struct response *res)
{
	const char *type;
	if (!static_find(req->site->statics, request_param(req, "file"), &res->body, &type)) {
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

const struct route home_routes[] = {
	{METHOD_GET, "/", ACCESS_ANYONE, show_home, NULL, 0},
	{METHOD_GET, "/static/:file", ACCESS_ANYONE, send_static, NULL, 0},
	{METHOD_GET, "/healthz", ACCESS_ANYONE, say_health, NULL, 0},
	{0},
};
