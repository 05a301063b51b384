/* SPDX-License-Identifier: ISC */
/*
 * Views to bytes.
 */
#include "web/page.h"

#include <assert.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/json.h"
#include "base/log.h"
#include "base/number.h"
#include "store/games.h"
#include "web/site.h"

static const char *phrase(int status)
{
	static const struct {
		int status;
		const char *phrase;
	} phrases[] = {
		{400, "Bad request"},
		{401, "Sign in first"},
		{403, "Not allowed"},
		{404, "Not found"},
		{405, "Not by that method"},
		{409, "It has changed"},
		{410, "Gone"},
		{411, "Length required"},
		{413, "Too large"},
		{414, "Address too long"},
		{415, "Unknown format"},
		{417, "Not to be expected"},
		{421, "Another host"},
		{422, "Not possible"},
		{428, "Which state?"},
		{429, "Too often"},
		{431, "Headers too large"},
		{500, "Our mistake"},
		{501, "Unknown method"},
		{503, "Not now"},
		{505, "Unknown version"},
	};
	for (size_t i = 0; i < sizeof(phrases) / sizeof(phrases[0]); i++) {
		if (phrases[i].status == status)
			return phrases[i].phrase;
	}
	return "Error";
}

/* Adds a member unless the view has it; else deletes it. */
static void add(cJSON *view, const char *name, cJSON *item)
{
	if (cJSON_GetObjectItemCaseSensitive(view, name))
		cJSON_Delete(item);
	else
		cJSON_AddItemToObject(view, name, item);
}

static void add_viewer(struct request *req, cJSON *view)
{
	const struct viewer *v = &req->viewer;
	if (!v->is_signed_in)
		return;
	cJSON *me = cJSON_CreateObject();
	json_put_number(me, "id", (double)v->user.id);
	json_put_string(me, "name", v->user.name);
	json_put_bool(me, "is_guest", v->user.is_guest);
	json_put_bool(me, "is_in_utc", strcmp(v->user.zone, "UTC") == 0);
	add(view, "me", me);
	add(view, "token", cJSON_CreateString(v->token));
	size_t count = game_count_awaiting(request_db(req), v->user.id);
	/* For a template 0 is as true as any number. */
	if (count > 0 || req->wants_json)
		add(view, "waiting", cJSON_CreateNumber((double)count));
}

static void add_site(struct request *req, cJSON *view)
{
	const struct site *s = req->site;
	cJSON *site = cJSON_CreateObject();
	json_put_string(site, "name", s->config->site_name);
	json_put_string(site, "url", s->config->base_url);
	json_put_bool(site, "is_dev", s->is_dev);
	json_put_bool(site, "has_mailbox", s->has_mailbox);
	add(view, "site", site);
	add(view, "static", static_urls(s->statics));
	add(view, "here", cJSON_CreateString(req->target));
}

static const char type_html[] = "text/html; charset=utf-8", type_json[] = "application/json";

const char *page_type(const struct request *req)
{
	return req->wants_json ? type_json : type_html;
}

static void write_json(struct response *res, const cJSON *view, const char *type)
{
	char *json = cJSON_PrintUnformatted(view);
	text_add(&res->body, json);
	text_add_char(&res->body, '\n');
	free(json);
	res->type = type;
}

/* The last resort: a page that needs no template. */
static void write_plain(struct response *res, int status, const char *sentence)
{
	response_reset(res);
	res->status = status;
	text_add(&res->body, sentence);
	text_add_char(&res->body, '\n');
}

static void write_html(struct request *req, struct response *res, const char *name,
                       const cJSON *view)
{
	struct err err;
	res->type = type_html;
	if (template_render(req->site->templates, &res->body, name, view, req->parts,
	                    req->part_count, &err) == 0)
		return;
	log_event("web", "template %s: %s", name, err.text);
	write_plain(res, 500, req->site->is_dev ? err.text : "This page could not be made.");
}

void page_answer(struct request *req, struct response *res, const char *name, cJSON *view)
{
	add_viewer(req, view);
	if (req->wants_json) {
		write_json(res, view, type_json);
	} else {
		add_site(req, view);
		write_html(req, res, name, view);
	}
	cJSON_Delete(view);
	if (text_is_over(&res->body)) {
		log_event("web", "the answer to %s is too large", req->path);
		write_plain(res, 500, "This page is too large.");
	}
}

int page_write_part(struct request *req, struct text *out, const char *name, cJSON *view)
{
	struct err err;
	cJSON_AddItemToObject(view, "static", static_urls(req->site->statics));
	int status = template_render(req->site->templates, out, name, view, NULL, 0, &err);
	if (status)
		log_event("web", "template %s: %s", name, err.text);
	cJSON_Delete(view);
	return status;
}

/* Makes the part alone; 0, or -1. */
static int make_part(struct request *req, struct template_part *part, page_maker *make,
                     const void *context)
{
	cJSON *view = cJSON_CreateObject();
	make(context, view);
	return page_write_part(req, &part->html, part->name, view);
}

void page_part(struct request *req, cJSON *view, const char *name, const struct text *made_of,
               page_maker *make, const void *context)
{
	struct kept *kept = req->site->kept;
	if (req->wants_json || req->site->is_dev) {
		make(context, view);
		return;
	}
	struct text described;
	text_init(&described, LIMIT_RESPONSE_BYTES);
	text_printf(&described, "%s\n", name);
	text_add_bytes(&described, made_of->data, made_of->len);
	struct kept_key key = kept_key(kept, described.data, described.len);
	text_release(&described);

	assert(req->part_count < TEMPLATE_PARTS_MAX);
	struct template_part *part = &req->parts[req->part_count++];
	part->name = name;
	text_init(&part->html, LIMIT_RESPONSE_BYTES);
	if (kept_find(kept, &key, &part->html))
		return;
	if (make_part(req, part, make, context) == 0) {
		kept_add(kept, &key, part->html.data, part->html.len);
	} else {
		/* The page itself will fail alike, and says so. */
		text_release(&part->html);
		req->part_count--;
		make(context, view);
	}
}

void page_time(struct request *req, char out[ZONE_TEXT], int64_t at)
{
	const struct viewer *v = &req->viewer;
	const char *zone = v->is_signed_in ? v->user.zone : "UTC";
	zone_format(req->site->zones, out, zone, at, req->now);
	if (strcmp(zone, "UTC") == 0)
		snprintf(out + strlen(out), ZONE_TEXT - strlen(out), " UTC");
	/* The year is said unless it is this one. */
	request_reads_until(req, req->now - req->now % DAY_S + DAY_S);
}

void page_left(struct request *req, char out[ZONE_TEXT], int64_t at)
{
	int64_t left_s = at - req->now, unit_s = zone_words(out, left_s),
		least_s = left_s - left_s % unit_s;
	request_reads_until(req, least_s > 0 ? at - least_s + 1 : at);
}

void page_ago(struct request *req, char out[ZONE_TEXT], int64_t at)
{
	int64_t ago_s = req->now - at, unit_s = zone_words(out, ago_s);
	request_reads_until(req, at + (ago_s < 0 ? 0 : ago_s - ago_s % unit_s) + unit_s);
}

void page_notice(cJSON *view, const char *kind, const char *sentence)
{
	cJSON *notices = cJSON_GetObjectItemCaseSensitive(view, "notices");
	cJSON *notice = cJSON_CreateObject();
	if (!notices)
		notices = json_put_array(view, "notices");
	json_put_string(notice, "kind", kind);
	json_put_string(notice, "text", sentence);
	cJSON_AddItemToArray(notices, notice);
}

void page_option(cJSON *list, const char *value, const char *text, bool is_selected)
{
	cJSON *option = cJSON_CreateObject();
	json_put_string(option, "value", value);
	json_put_string(option, "text", text);
	json_put_bool(option, "is_selected", is_selected);
	cJSON_AddItemToArray(list, option);
}

/* RFC 9457, with the view's members beside; takes the view. */
static void write_problem(struct response *res, int status, const char *sentence, cJSON *view)
{
	cJSON *problem = cJSON_CreateObject();
	json_put_string(problem, "type", "about:blank");
	json_put_string(problem, "title", phrase(status));
	json_put_number(problem, "status", status);
	json_put_string(problem, "detail", sentence);
	while (view && view->child) {
		cJSON *member = cJSON_DetachItemViaPointer(view, view->child);
		add(problem, member->string, member);
	}
	write_json(res, problem, "application/problem+json");
	cJSON_Delete(problem);
	cJSON_Delete(view);
}

void page_refuse(struct request *req, struct response *res, int status, const char *sentence,
                 const char *name, cJSON *view)
{
	response_reset(res);
	res->status = status;
	if (req->wants_json) {
		add_viewer(req, view);
		write_problem(res, status, sentence, view);
	} else {
		add(view, "problem", cJSON_CreateString(sentence));
		page_answer(req, res, name, view);
	}
}

void page_error(struct request *req, struct response *res, int status, const char *sentence)
{
	response_reset(res);
	res->status = status;
	if (req->wants_json) {
		write_problem(res, status, sentence, NULL);
		return;
	}
	cJSON *view = cJSON_CreateObject();
	json_put_string(view, "title", phrase(status));
	json_put_number(view, "status", status);
	json_put_string(view, "detail", sentence);
	page_answer(req, res, "error", view);
}

void page_not_found(struct request *req, struct response *res)
{
	if (req->wants_json || req->viewer.is_signed_in) {
		page_error(req, res, 404, "There is nothing here that you may see.");
		return;
	}
	response_reset(res);
	res->status = 404;
	cJSON *view = cJSON_CreateObject();
	json_put_string(view, "title", "Sign in");
	json_put_string(view, "reason", "You need to sign in to see this.");
	json_put_string(view, "next", req->target);
	page_answer(req, res, "signin", view);
}

bool page_rev(struct request *req, struct response *res, int64_t *rev)
{
	const char *field = request_field(req, "rev");
	int64_t sent = -1;
	bool is_number = number_parse(field, 0, NUMBER_MOST, &sent);
	if (!field && req->rev_matched < 0)
		page_error(req, res, 428,
		           "The request must say to which rev of the game it answers.");
	else if (field && !is_number)
		page_error(req, res, 400, "The field `rev` must be a number.");
	else if (field && req->rev_matched >= 0 && sent != req->rev_matched)
		page_error(req, res, 400, "The field `rev` and If-Match name different revs.");
	else
		return *rev = field ? sent : req->rev_matched, true;
	return false;
}

static int64_t monotonic_ms(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

bool page_rate(struct request *req, struct response *res, enum rate kind, const void *key,
               size_t len)
{
	if (!req->site->config->has_rate_limits)
		return true;
	unsigned wait_s = rates_take(req->site->rates, kind, key, len, monotonic_ms());
	if (!wait_s)
		return true;
	page_error(req, res, 429, "That was too often. Please wait a little and try again.");
	res->retry_after_s = wait_s;
	return false;
}
