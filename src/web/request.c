/* SPDX-License-Identifier: ISC */
/*
 * What a request's head says, and what handlers ask of it.
 */
#include "web/request.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/memory.h"
#include "base/utf8.h"
#include "web/accept.h"
#include "web/site.h"

static enum method method_of(const char *name)
{
	static const char *const names[] = {
		[METHOD_GET] = "GET", [METHOD_HEAD] = "HEAD", [METHOD_POST] = "POST"};
	for (unsigned i = METHOD_GET; i <= METHOD_POST; i++) {
		if (strcmp(name, names[i]) == 0)
			return (enum method)i;
	}
	return METHOD_OTHER;
}

static bool is_json_wanted(const char *accept)
{
	int json = accept_weight(accept, "application/json");
	int problem = accept_weight(accept, "application/problem+json");
	int html = accept_weight(accept, "text/html");
	return (json > problem ? json : problem) > (html > 0 ? html : 0);
}

static int64_t read_if_match(const char *value)
{
	size_t digits = value && value[0] == '"' ? strspn(value + 1, "0123456789") : 0;
	if (digits == 0 || digits > 15 || strcmp(value + 1 + digits, "\"") != 0)
		return -1;
	return strtoll(value + 1, NULL, 10);
}

void request_begin(struct request *req, struct site *site, const struct head *head)
{
	const struct config *c = site->config;
	memset(req, 0, sizeof(*req));
	req->site = site;
	req->head = head;
	req->target = head->target;
	req->path = "/";
	req->method = method_of(head->method);
	req->now = clock_now(site->clock);
	req->wants_json = is_json_wanted(head_get(head, "Accept"));
	req->takes_gzip = accept_weight(head_get(head, "Accept-Encoding"), "gzip") > 0;
	req->holds = (struct holds){.from = req->now, .until = INT64_MAX};
	if (site->store)
		reading_begin(&req->holds.reading, store_changes(site->store));
	req->rev_matched = read_if_match(head_get(head, "If-Match"));
	req->peer = peer_behind(head->near, head_get(head, "X-Forwarded-For"), c->trusted_proxies,
	                        c->trusted_proxy_count);
	for (size_t i = 0; i < head->header_count; i++) {
		const char *name = head->headers[i].name;
		req->is_forwarded = req->is_forwarded || strcasecmp(name, "Forwarded") == 0 ||
		                    strcasecmp(name, "Via") == 0 ||
		                    strcasecmp(name, "X-Real-IP") == 0 ||
		                    strncasecmp(name, "X-Forwarded-", 12) == 0;
	}
	const char *agent = head_get(head, "User-Agent");
	if (agent && utf8_is_valid(agent, strlen(agent)))
		snprintf(req->agent_bytes, sizeof(req->agent_bytes), "%s", agent);
	/* A cut in the middle of a character leaves no text. */
	if (!utf8_is_valid(req->agent_bytes, strlen(req->agent_bytes)))
		req->agent_bytes[0] = '\0';
	req->agent = req->agent_bytes;
}

bool request_decode_path(struct request *req)
{
	size_t len = strcspn(req->target, "?");
	req->path_bytes = memory_resize(NULL, len + 1, 1);
	long n = form_unescape(req->path_bytes, req->target, len, false);
	if (n < 0 || !utf8_is_valid(req->path_bytes, (size_t)n))
		return false;
	for (long i = 0; i < n; i++) {
		unsigned char c = (unsigned char)req->path_bytes[i];
		if (c < 0x20 || c == 0x7f)
			return false;
	}
	req->path = req->path_bytes;
	return true;
}

const char *request_field(const struct request *req, const char *name)
{
	return fields_get(&req->fields, name);
}

const char *request_param(const struct request *req, const char *name)
{
	int index = route_param_index(req->route, name);
	assert(index >= 0);
	return req->params.values[index];
}

struct db *request_db(struct request *req)
{
	if (!req->db)
		req->db = store_read(req->site->store);
	return req->db;
}

void request_db_done(struct request *req)
{
	if (req->db)
		store_read_done(req->site->store, req->db);
	req->db = NULL;
}

void request_keep_answer(struct request *req)
{
	req->keeps_answer = true;
}

void request_shows_game(struct request *req, const char *id)
{
	reading_add_game(&req->holds.reading, id);
}

void request_shows_person(struct request *req, int64_t user_id)
{
	reading_add_person(&req->holds.reading, user_id);
}

void request_shows_belongings(struct request *req, int64_t user_id)
{
	reading_add_belongings(&req->holds.reading, user_id);
}

void request_shows_address(struct request *req, const char *address)
{
	reading_add_address(&req->holds.reading, address);
}

void request_reads_until(struct request *req, int64_t at)
{
	if (at < req->holds.until)
		req->holds.until = at;
}

void request_release(struct request *req)
{
	request_db_done(req);
	fields_release(&req->fields);
	while (req->part_count > 0)
		text_release(&req->parts[--req->part_count].html);
	free(req->path_bytes);
	req->path_bytes = NULL;
}
