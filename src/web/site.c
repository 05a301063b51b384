/* SPDX-License-Identifier: ISC */
/*
 * The way of a request, in the order that the design names: gate, path, route, rate, body, session,
 * door, fields, handler. Each step either goes on or leaves the answer.
 */
#include "web/site.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/log.h"
#include "base/utf8.h"
#include "web/answers.h"
#include "web/door.h"
#include "web/gzip.h"
#include "web/page.h"
#include "web/session.h"

/* Below that a compressed body is no shorter. */
enum { GZIP_LEAST = 400 };

static void find_hosts(struct site *site)
{
	site->hosts.host = strstr(site->config->base_url, "://") + 3;
	site->hosts.is_loopback = site->config->is_loopback;
	const char *colon = strrchr(site->hosts.host, ':');
	site->hosts.port = colon && !strchr(colon, ']') ? colon + 1 : "";
}

int site_open(struct site *site, struct err *err)
{
	if (templates_open(&site->templates, site->is_dev, err))
		return -1;
	site->statics = statics_new(site->is_dev);
	site->rates = rates_new();
	site->kept = kept_new(LIMIT_KEPT_BYTES);
	site->arts = arts_new(site->sets);
	site->zones = zones_new();
	find_hosts(site);
	return 0;
}

void site_close(struct site *site)
{
	zones_free(site->zones);
	arts_free(site->arts);
	kept_free(site->kept);
	rates_free(site->rates);
	statics_free(site->statics);
	templates_free(site->templates);
}

void site_url(const struct site *site, struct text *out, const char *path)
{
	text_add(out, site->config->base_url);
	text_add(out, path);
}

/* ---- What the head says ---- */

static bool find_route(struct request *req, struct response *res)
{
	struct route_match match;
	route_find(req->site->routes, req->method, req->path, &match);
	req->route = match.route;
	req->params = match.params;
	if (match.route)
		return true;
	if (match.is_path_known) {
		page_error(req, res, 405, "This page can't be used in that way.");
		res->allow = match.allow;
	} else {
		page_error(req, res, 404, "There is no such page.");
	}
	return false;
}

/* Is a Content-Type's type that one, parameters aside? */
static bool is_type(const char *value, const char *type)
{
	size_t len = strcspn(value, "; \t");
	return len == strlen(type) && strncasecmp(value, type, len) == 0;
}

static bool check_body(struct request *req, struct response *res, uint64_t len, size_t max)
{
	const char *type = head_get(req->head, "Content-Type");
	if (len > max) {
		page_error(req, res, 413, "The request's body is too large.");
		return false;
	}
	req->is_json = type && is_type(type, "application/json");
	req->is_unread = type && is_type(type, "multipart/form-data") &&
	                 req->route->access == ACCESS_SECRET;
	req->is_mail = type && is_type(type, "message/rfc822") &&
	               req->route->access == ACCESS_SOCKET;
	if (head_get(req->head, "Content-Encoding") ||
	    (len > 0 && !req->is_json && !req->is_unread && !req->is_mail &&
	     !(type && is_type(type, "application/x-www-form-urlencoded")))) {
		page_error(req, res, 415, "The request's body must be a form or JSON.");
		return false;
	}
	return true;
}

static bool check_network(struct request *req, struct response *res)
{
	struct peer network = peer_network(req->peer);
	if (req->site->routes == operator_routes)
		return true; /* this machine's own programs: all mail of a day may come at once */
	if (!page_rate(req, res, RATE_NETWORK, &network, sizeof(network)))
		return false;
	return req->method != METHOD_POST ||
	       page_rate(req, res, RATE_NETWORK_POST, &network, sizeof(network));
}

bool site_begin(struct site *site, const struct head *head, struct request *req,
                struct response *res, size_t *body_max)
{
	request_begin(req, site, head);
	struct gate_verdict verdict = gate_check(head, &site->hosts);
	bool goes_on = false;
	if (verdict.status)
		page_error(req, res, verdict.status, verdict.sentence);
	else if (!request_decode_path(req))
		page_error(req, res, 400, "The request's address is not text.");
	else if (check_network(req, res) && find_route(req, res)) {
		size_t max = req->route->body_max;
		*body_max = max ? max : LIMIT_BODY_BYTES;
		goes_on = check_body(req, res, verdict.body_len, *body_max);
	}
	/* What is not read stands in the way of the next request. */
	res->closes = verdict.closes || (!goes_on && verdict.body_len > 0);
	return goes_on;
}

/* ---- The rest ---- */

static bool parse_fields(struct request *req, const char *body, size_t len, struct response *res)
{
	const char *query = strchr(req->target, '?');
	enum form_fault fault = FORM_OK;
	if (req->method != METHOD_POST && query)
		fault = form_parse(&req->fields, query + 1, strlen(query + 1));
	else if (req->is_json && len > 0)
		fault = form_parse_json(&req->fields, body, len);
	else if (!req->is_unread && !req->is_mail)
		fault = form_parse(&req->fields, body, len);
	req->mail = req->is_mail ? body : NULL;
	req->mail_len = req->is_mail ? len : 0;
	if (fault)
		page_error(req, res, 400, form_sentence(fault));
	else if (req->method == METHOD_POST && query)
		page_error(req, res, 400, "A POST takes no query.");
	else
		return true;
	return false;
}

/* S7: what a route does not take is refused, so that a slip of the pen is not done by halves. */
static bool check_fields(struct request *req, struct response *res)
{
	char sentence[200];
	for (size_t i = 0; i < req->fields.count; i++) {
		const struct field *f = &req->fields.items[i];
		const struct field_rule *rule = route_field(req->route, f->name);
		if (!rule && req->method == METHOD_POST && strcmp(f->name, "token") == 0)
			continue;
		if (rule && strlen(f->value) <= rule->max)
			continue;
		if (rule)
			snprintf(sentence, sizeof(sentence),
			         "The field `%s` is longer than %zu bytes.", rule->name, rule->max);
		else
			snprintf(sentence, sizeof(sentence), "This page knows no field `%.60s`.",
			         f->name);
		page_error(req, res, 400,
		           utf8_is_valid(sentence, strlen(sentence))
		                   ? sentence
		                   : "This page does not know that field.");
		return false;
	}
	return true;
}

static void send_to_signin(struct request *req, struct response *res)
{
	if (req->wants_json) {
		page_error(req, res, 401, "You are not signed in.");
		return;
	}
	struct text next;
	text_init(&next, LIMIT_TARGET_BYTES);
	if (req->method != METHOD_POST)
		form_escape(&next, req->target);
	if (text_is_over(&next) || next.len == 0)
		response_see_other(res, "/signin");
	else
		response_see_other(res, "/signin?next=%s", text_string(&next));
	text_release(&next);
}

/* Does a session count there, and must a POST come from our pages? */
static bool has_cookie_door(const struct route *route)
{
	return route->access == ACCESS_ANYONE || route->access == ACCESS_SESSION;
}

/* S1. */
static bool check_door(struct request *req, struct response *res)
{
	const struct head *h = req->head;
	if (req->method != METHOD_POST || !has_cookie_door(req->route))
		return true;
	if (!door_is_same_origin(head_get(h, "Sec-Fetch-Site"), head_get(h, "Origin"),
	                         req->site->config->base_url)) {
		page_error(req, res, 403, "This request did not come from a page of this site.");
		return false;
	}
	if (req->route->access == ACCESS_ANYONE)
		return true;
	const char *token = request_field(req, "token");
	if (door_is_token(token ? token : head_get(h, "X-Form-Token"), req->secret))
		return true;
	page_error(
		req, res, 403,
		"This form belongs to another sign-in. Go back, load the page anew and try again.");
	return false;
}

static bool check_viewer(struct request *req, struct response *res)
{
	if (has_cookie_door(req->route))
		session_find(req);
	if (!req->viewer.is_signed_in) {
		if (req->route->access != ACCESS_SESSION)
			return true;
		send_to_signin(req, res);
		return false;
	}
	int64_t id = req->viewer.user.id;
	return page_rate(req, res, RATE_ACCOUNT, &id, sizeof(id)) &&
	       (req->method != METHOD_POST ||
	        page_rate(req, res, RATE_ACCOUNT_POST, &id, sizeof(id)));
}

/* 304 where the browser has these very bytes. */
static void check_match(const struct request *req, struct response *res)
{
	const char *had = head_get(req->head, "If-None-Match");
	char quoted[ETAG_BYTES + 4];
	if (!had || !res->etag[0] || res->status != 200 || req->method == METHOD_POST)
		return;
	snprintf(quoted, sizeof(quoted), "\"%s\"", res->etag);
	if (strstr(had, quoted)) {
		res->status = 304;
		text_clear(&res->body);
	}
}

static bool is_compressible(const char *type)
{
	return strncmp(type, "text/", 5) == 0 || strstr(type, "json") || strstr(type, "svg");
}

static void compress(const struct request *req, struct response *res)
{
	struct text packed;
	if (res->body.len < GZIP_LEAST || !is_compressible(res->type) || !req->takes_gzip)
		return;
	text_init(&packed, LIMIT_RESPONSE_BYTES);
	if (gzip_pack(req->site->kept, &packed, res->body.data, res->body.len)) {
		text_release(&packed);
		return;
	}
	text_release(&res->body);
	res->body = packed;
	res->is_gzipped = true;
}

static void finish(struct request *req, struct response *res)
{
	request_db_done(req);
	check_match(req, res);
	compress(req, res);
}

void site_finish(struct request *req, const char *body, size_t len, struct response *res)
{
	if (!parse_fields(req, body, len, res) || !check_viewer(req, res) ||
	    !check_door(req, res) || !check_fields(req, res)) {
		finish(req, res);
	} else if (!answer_find(req, res)) {
		/* A POST's handler writes, and reads what it wrote. */
		if (req->method == METHOD_POST)
			request_db_done(req);
		req->route->handle(req, res);
		finish(req, res);
		answer_keep(req, res);
	}
}
