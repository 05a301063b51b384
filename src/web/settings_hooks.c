/* SPDX-License-Identifier: ISC */
/*
 * Settings of somebody's webhooks (N5): which there are, what went to each lately, tests, secrets.
 * A secret is on the page that answers its making, and on no other. Of a webhook's address its host
 * and its end are shown: often all of it is a secret. Which kinds of notices go there is
 * settings_notices.c's.
 */
#include <stdio.h>
#include <string.h>

#include "app/hooks.h"
#include "app/mail_secrets.h"
#include "base/base64.h"
#include "base/number.h"
#include "web/families.h"
#include "web/page.h"
#include "web/settings.h"
#include "web/site.h"

#define PAGE "/settings/hooks"

enum { SHOWN_MAX = 5, ID_BYTES = 20, TAIL = 4, WHERE_BYTES = LIMIT_ADDRESS_BYTES + 16 };

/* ---- The page ---- */

static void add_deliveries(struct request *req, cJSON *hook, int64_t id)
{
	struct notice_entry entries[SHOWN_MAX];
	cJSON *list = cJSON_AddArrayToObject(hook, "deliveries");
	size_t count = hook_list_notices(request_db(req), id, entries, SHOWN_MAX);
	for (size_t i = 0; i < count; i++) {
		cJSON *item = settings_delivery(req, &entries[i]);
		enum notice_state state = (enum notice_state)entries[i].state;
		cJSON_AddBoolToObject(item, "can_resend",
		                      state == NOTICE_SENT || state == NOTICE_DEAD ||
		                              (state == NOTICE_WAITING && entries[i].notice.tries));
		cJSON_AddItemToArray(list, item);
	}
}

static void say_where(const struct hook *h, char out[WHERE_BYTES])
{
	char host[LIMIT_ADDRESS_BYTES + 1];
	size_t len = strlen(h->url), cut = strlen("https://");
	hooks_host(h->url, host);
	bool has_tail = len > cut + strlen(host) + 2 * TAIL;
	snprintf(out, WHERE_BYTES, "%s%s%s", host, has_tail ? " …" : "",
	         has_tail ? h->url + len - TAIL : "");
}

static cJSON *hook_view(struct request *req, const struct hook *h)
{
	char id[ID_BYTES + 1], where[WHERE_BYTES], since[ZONE_TEXT];
	const struct hook_kind *kind = hook_kind_of(h->kind);
	cJSON *o = cJSON_CreateObject();
	snprintf(id, sizeof(id), "%lld", (long long)h->id);
	say_where(h, where);
	cJSON_AddStringToObject(o, "id", id);
	cJSON_AddStringToObject(o, "kind", h->kind);
	cJSON_AddStringToObject(o, "name", kind ? kind->name : h->kind);
	cJSON_AddStringToObject(o, "where", where);
	cJSON_AddBoolToObject(o, "is_on", h->is_on);
	cJSON_AddBoolToObject(o, "is_signed", kind && kind->is_signed);
	if (h->failing_since) {
		page_time(req, since, h->failing_since);
		cJSON_AddStringToObject(o, "failing_since", since);
	}
	add_deliveries(req, o, h->id);
	return o;
}

static void add_kinds(const struct request *req, cJSON *view)
{
	const char *chosen = request_field(req, "kind");
	cJSON *kinds = cJSON_AddArrayToObject(view, "kinds");
	for (size_t i = 0; i < HOOK_KINDS; i++) {
		const struct hook_kind *k = &hook_kinds[i];
		page_option(kinds, k->word, k->name, chosen && strcmp(chosen, k->word) == 0);
		cJSON_AddStringToObject(cJSON_GetArrayItem(kinds, (int)i), "address", k->address);
	}
}

static cJSON *hooks_view(struct request *req)
{
	struct hook hooks[HOOKS_MAX];
	cJSON *view = cJSON_CreateObject();
	cJSON_AddStringToObject(view, "title", "Webhooks");
	size_t count = hook_list(request_db(req), req->viewer.user.id, hooks, HOOKS_MAX);
	cJSON *list = cJSON_AddArrayToObject(view, "hooks");
	for (size_t i = 0; i < count; i++)
		cJSON_AddItemToArray(list, hook_view(req, &hooks[i]));
	add_kinds(req, view);
	cJSON_AddBoolToObject(view, "can_add", count < HOOKS_MAX);
	settings_say_done(req, view);
	return view;
}

static void show_hooks(struct request *req, struct response *res)
{
	page_answer(req, res, "settings_hooks", hooks_view(req));
}

/* ---- Changes ---- */

static void refuse(struct request *req, struct response *res, enum hooks_status status)
{
	cJSON *view = hooks_view(req);
	const char *url = request_field(req, "url");
	if (url)
		cJSON_AddStringToObject(view, "url", url);
	page_refuse(req, res, status == HOOKS_FAILED ? 500 : 422, hooks_sentence(status),
	            "settings_hooks", view);
}

static void go_on(struct request *req, struct response *res, enum hooks_status status,
                  const char *done)
{
	if (status == HOOKS_OK)
		settings_go_on(req, res, true, PAGE, done);
	else
		refuse(req, res, status);
}

/* The page with the secret that the webhook has from now on. */
static void show_secret(struct request *req, struct response *res, int64_t id)
{
	unsigned char key[SECRET_KEY_BYTES];
	struct hook h;
	struct text secret;
	if (!hook_get(request_db(req), id, &h)) {
		refuse(req, res, HOOKS_NONE_SUCH);
		return;
	}
	cJSON *view = hooks_view(req);
	text_init(&secret, 100);
	text_add(&secret, "whsec_");
	mail_secrets_hook(req->site->secrets, h.id, h.secret_number, key);
	base64_add(&secret, key, sizeof(key));
	cJSON_AddStringToObject(view, "secret", text_string(&secret));
	text_release(&secret);
	page_answer(req, res, "settings_hooks", view);
}

static void add_hook(struct request *req, struct response *res)
{
	const char *kind = request_field(req, "kind"), *url = request_field(req, "url");
	int64_t id = 0;
	if (req->viewer.user.is_guest) {
		page_error(req, res, 403, "Webhooks are for accounts: sign in by mail first.");
		return;
	}
	enum hooks_status status = hooks_add(req->site->store, req->site->config,
	                                     req->viewer.user.id, kind ? kind : "", url ? url : "",
	                                     req->now, &id);
	if (status == HOOKS_OK && hook_kind_of(kind)->is_signed)
		show_secret(req, res, id);
	else
		go_on(req, res, status, "hook-added");
}

/* Numbers of none for what is no number. */
static int64_t field_number(const struct request *req, const char *name)
{
	int64_t number = 0;
	number_parse(request_field(req, name), 0, NUMBER_MOST, &number);
	return number;
}

static void rotate(struct request *req, struct response *res)
{
	int64_t id = field_number(req, "id");
	enum hooks_status status =
		hooks_rotate(req->site->store, req->viewer.user.id, id, req->now);
	if (status == HOOKS_OK)
		show_secret(req, res, id);
	else
		refuse(req, res, status);
}

static void remove_hook(struct request *req, struct response *res)
{
	go_on(req, res,
	      hooks_remove(req->site->store, req->viewer.user.id, field_number(req, "id"),
	                   req->now),
	      "hook-removed");
}

static void switch_hook(struct request *req, struct response *res)
{
	const char *on = request_field(req, "on");
	bool is_on = on && strcmp(on, "1") == 0;
	if (!on || (!is_on && strcmp(on, "0") != 0))
		page_error(req, res, 422, "A webhook is on, 1, or off, 0.");
	else
		go_on(req, res,
		      hooks_switch(req->site->store, req->viewer.user.id, field_number(req, "id"),
		                   is_on, req->now),
		      is_on ? "hook-on" : "hook-off");
}

/* Whoever sends to a stranger's address again and again is slowed down. */
static bool may_send(struct request *req, struct response *res)
{
	return page_rate(req, res, RATE_ACCOUNT_HOOK, &req->viewer.user.id,
	                 sizeof(req->viewer.user.id));
}

static void test_hook(struct request *req, struct response *res)
{
	if (may_send(req, res))
		go_on(req, res,
		      hooks_test(req->site->store, req->viewer.user.id, field_number(req, "id"),
		                 req->now),
		      "hook-tested");
}

static void resend(struct request *req, struct response *res)
{
	if (may_send(req, res))
		go_on(req, res,
		      hooks_resend(req->site->store, req->viewer.user.id, field_number(req, "id"),
		                   field_number(req, "notice"), req->now),
		      "hook-resent");
}

static const struct field_rule add_form[] = {
	{"kind", 16}, {"url", LIMIT_HOOK_URL_BYTES}, {NULL, 0}};
static const struct field_rule hook_form[] = {{"id", ID_BYTES}, {NULL, 0}};
static const struct field_rule switch_form[] = {{"id", ID_BYTES}, {"on", 1}, {NULL, 0}};
static const struct field_rule resend_form[] = {{"id", ID_BYTES}, {"notice", ID_BYTES}, {NULL, 0}};

const struct route settings_hooks_routes[] = {
	{METHOD_GET, PAGE, ACCESS_SESSION, show_hooks, settings_query, 0},
	{METHOD_POST, PAGE, ACCESS_SESSION, add_hook, add_form, 0},
	{METHOD_POST, PAGE "/test", ACCESS_SESSION, test_hook, hook_form, 0},
	{METHOD_POST, PAGE "/resend", ACCESS_SESSION, resend, resend_form, 0},
	{METHOD_POST, PAGE "/rotate", ACCESS_SESSION, rotate, hook_form, 0},
	{METHOD_POST, PAGE "/switch", ACCESS_SESSION, switch_hook, switch_form, 0},
	{METHOD_POST, PAGE "/remove", ACCESS_SESSION, remove_hook, hook_form, 0},
	{0},
};
