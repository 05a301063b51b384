/* SPDX-License-Identifier: ISC */
/*
 * Settings of somebody's notices (N4): which way for each kind, where mails go, and whether any do.
 * Webhooks are settings_hooks.c's, what went out is deliveries.c's, one game's silence
 * settings_seat.c's.
 */
#include <stdio.h>
#include <string.h>

#include "app/accounts.h"
#include "app/mail_secrets.h"
#include "app/names.h"
#include "app/notices.h"
#include "base/number.h"
#include "store/hooks.h"
#include "web/families.h"
#include "web/page.h"
#include "web/settings.h"
#include "web/site.h"

#define PAGE "/settings/notices"

enum { MUTED_MAX = 100 };

/* What the fields of the form are called. */
static const char *const kind_fields[NOTICE_CHOICES] = {
	[NOTICE_YOUR_TURN] = "your_turn",   [NOTICE_YOUR_WORD] = "your_word",
	[NOTICE_REMINDER] = "reminder",     [NOTICE_CARETAKER] = "caretaker",
	[NOTICE_STARTED] = "started",       [NOTICE_GAME_OVER] = "game_over",
	[NOTICE_INVITATION] = "invitation", [NOTICE_MORE_TIME] = "more_time",
};

_Static_assert(sizeof(kind_fields) / sizeof(kind_fields[0]) == 8, "a field for each kind");

/* ---- The page ---- */

/* Who has no webhook chooses among mails. */
static void add_ways(cJSON *list, bool may_digest, bool has_hooks, enum notice_way chosen)
{
	static const char *const ways[WAY_COUNT] = {"A mail at once", "A mail and the webhooks",
	                                            "The webhooks alone", "In the mail of the day",
	                                            "Nothing"};
	if (!has_hooks && (chosen == WAY_BOTH || chosen == WAY_HOOK))
		chosen = WAY_MAIL;
	for (enum notice_way way = WAY_MAIL; way < WAY_COUNT; way++) {
		bool is_for_hooks = way == WAY_BOTH || way == WAY_HOOK;
		if ((may_digest || way != WAY_DIGEST) && (has_hooks || !is_for_hooks))
			page_option(list, notice_ways[way], ways[way], chosen == way);
	}
}

static void add_kinds(struct request *req, cJSON *view, const struct notice_choices *c)
{
	bool has_hooks = hook_list(request_db(req), req->viewer.user.id, &(struct hook){0}, 1) > 0;
	cJSON *kinds = cJSON_AddArrayToObject(view, "kinds");
	for (int k = 0; k < NOTICE_CHOICES; k++) {
		const struct notice_trait *trait = &notice_traits[k];
		cJSON *kind = cJSON_CreateObject();
		cJSON_AddStringToObject(kind, "field", kind_fields[k]);
		cJSON_AddStringToObject(kind, "text", trait->meaning);
		cJSON *list = cJSON_AddArrayToObject(kind, "ways");
		add_ways(list, trait->may_digest, has_hooks, c->ways[k]);
		cJSON_AddItemToArray(kinds, kind);
	}
}

static void add_addresses(struct request *req, cJSON *view, const struct notice_choices *c)
{
	struct address known[ACCOUNTS_ADDRESSES_MAX];
	cJSON *list = cJSON_AddArrayToObject(view, "addresses");
	size_t count =
		address_list(request_db(req), req->viewer.user.id, known, ACCOUNTS_ADDRESSES_MAX);
	for (size_t i = 0; i < count; i++)
		page_option(list, known[i].address, known[i].address,
		            c->address[0] ? strcmp(known[i].address, c->address) == 0 : i == 0);
}

/* Those of the person's addresses that want no invitations, and where that is taken back. */
static void add_refused(struct request *req, cJSON *view)
{
	struct address known[ACCOUNTS_ADDRESSES_MAX];
	cJSON *list = cJSON_AddArrayToObject(view, "refused");
	struct db *db = request_db(req);
	size_t count = address_list(db, req->viewer.user.id, known, ACCOUNTS_ADDRESSES_MAX);
	for (size_t i = 0; i < count; i++) {
		char token[MAIL_TOKEN_BYTES], url[MAIL_TOKEN_BYTES + 16];
		if (!refusal_get(db, known[i].address))
			continue;
		mail_secrets_unsubscribe_address(req->site->secrets, known[i].address, token);
		snprintf(url, sizeof(url), "/unsubscribe/%s", token);
		cJSON *item = cJSON_CreateObject();
		cJSON_AddStringToObject(item, "address", known[i].address);
		cJSON_AddStringToObject(item, "url", url);
		cJSON_AddItemToArray(list, item);
	}
}

static void add_muted(struct request *req, cJSON *view)
{
	struct game_ref refs[MUTED_MAX];
	cJSON *list = cJSON_AddArrayToObject(view, "muted");
	struct db *db = request_db(req);
	size_t count = game_list_muted(db, req->viewer.user.id, refs, MUTED_MAX);
	for (size_t i = 0; i < count; i++) {
		struct game_row game;
		char url[GAME_ID_LEN + 8];
		if (!game_get(db, refs[i].id, &game))
			continue;
		snprintf(url, sizeof(url), "/g/%s", game.id);
		cJSON *item = cJSON_CreateObject();
		cJSON_AddStringToObject(item, "game_name", game.name);
		cJSON_AddStringToObject(item, "url", url);
		cJSON_AddItemToArray(list, item);
	}
}

static void add_hours(cJSON *view, const struct notice_choices *c)
{
	cJSON *hours = cJSON_AddArrayToObject(view, "hours");
	for (int hour = 0; hour < 24; hour++) {
		char value[12], text[16];
		snprintf(value, sizeof(value), "%d", hour);
		snprintf(text, sizeof(text), "%02d:00", hour);
		page_option(hours, value, text, hour == c->digest_hour);
	}
}

static cJSON *notices_view(struct request *req)
{
	struct notice_choices c;
	cJSON *view = cJSON_CreateObject();
	cJSON_AddStringToObject(view, "title", "Notices");
	notices_choices(request_db(req), req->viewer.user.id, &c);
	settings_add_mail_off(req, view);
	add_kinds(req, view, &c);
	add_addresses(req, view, &c);
	add_refused(req, view);
	add_muted(req, view);
	add_hours(view, &c);
	settings_say_done(req, view);
	return view;
}

void settings_add_mail_off(struct request *req, cJSON *view)
{
	struct user_mail mail;
	char address[LIMIT_ADDRESS_BYTES + 1];
	if (!req->viewer.is_signed_in || req->viewer.user.is_guest ||
	    !user_mail_get(request_db(req), req->viewer.user.id, &mail) || mail.off == MAIL_ON)
		return;
	cJSON *off = cJSON_AddObjectToObject(view, "mail_off");
	cJSON_AddBoolToObject(off, "is_bounced", mail.off == MAIL_BOUNCED);
	if (user_mail_address(request_db(req), req->viewer.user.id, address))
		cJSON_AddStringToObject(off, "address", address);
}

static void show_notices(struct request *req, struct response *res)
{
	page_answer(req, res, "settings_notices", notices_view(req));
}

static void refuse(struct request *req, struct response *res, const char *sentence)
{
	page_refuse(req, res, 422, sentence, "settings_notices", notices_view(req));
}

/* ---- Changes ---- */

/* What is not sent stays as it is. What was wrong with it, or NULL. */
static const char *read_choices(const struct request *req, struct notice_choices *c)
{
	const char *address = request_field(req, "address");
	const char *hour = request_field(req, "digest_hour");
	int64_t number = c->digest_hour;
	for (int k = 0; k < NOTICE_CHOICES; k++) {
		const char *value = request_field(req, kind_fields[k]);
		int way = 0;
		while (value && way < WAY_COUNT && strcmp(value, notice_ways[way]) != 0)
			way++;
		if (way == WAY_COUNT ||
		    (value && way == WAY_DIGEST && !notice_traits[k].may_digest))
			return "That is no way in which you can be told of it.";
		if (value)
			c->ways[k] = (enum notice_way)way;
	}
	if (address && !address_normalise(address, c->address))
		return "That is not a mail address.";
	if (hour && !number_parse(hour, 0, 23, &number))
		return "The mail of the day has an hour from 0 to 23.";
	c->digest_hour = (int)number;
	return NULL;
}

static bool is_own(struct request *req, const char *address)
{
	struct address a;
	return address_get(request_db(req), address, &a) && a.user_id == req->viewer.user.id;
}

static void save(struct request *req, struct response *res)
{
	struct notice_choices c;
	char before[LIMIT_ADDRESS_BYTES + 1], now[LIMIT_ADDRESS_BYTES + 1];
	notices_choices(request_db(req), req->viewer.user.id, &c);
	memcpy(before, c.address, sizeof(before));
	const char *wrong = read_choices(req, &c);
	if (!wrong && c.address[0] && !is_own(req, c.address))
		wrong = "That is no address of yours; add it to your settings first.";
	/* Where they go by themselves is no choice: they follow when it is taken away. */
	if (user_mail_address(request_db(req), req->viewer.user.id, now) &&
	    strcmp(now, c.address) == 0)
		memcpy(c.address, before, sizeof(before));
	request_db_done(req);
	if (wrong)
		refuse(req, res, wrong);
	else
		settings_go_on(req, res, notices_choose(req->site->store, req->viewer.user.id, &c),
		               PAGE, "saved");
}

static void switch_off(struct request *req, struct response *res)
{
	settings_go_on(req, res, notices_switch(req->site->store, req->viewer.user.id, false), PAGE,
	               "mails-off");
}

static void switch_on(struct request *req, struct response *res)
{
	settings_go_on(req, res, notices_switch(req->site->store, req->viewer.user.id, true), PAGE,
	               "mails-on");
}

enum { WAY_BYTES = 8 };
static const struct field_rule notices_form[] = {
	{"your_turn", WAY_BYTES},
	{"your_word", WAY_BYTES},
	{"reminder", WAY_BYTES},
	{"caretaker", WAY_BYTES},
	{"started", WAY_BYTES},
	{"game_over", WAY_BYTES},
	{"invitation", WAY_BYTES},
	{"more_time", WAY_BYTES},
	{"address", 2 * LIMIT_ADDRESS_BYTES},
	{"digest_hour", 2},
	{NULL, 0},
};

const struct route settings_notices_routes[] = {
	{METHOD_GET, PAGE, ACCESS_SESSION, show_notices, settings_query, 0},
	{METHOD_POST, PAGE, ACCESS_SESSION, save, notices_form, 0},
	{METHOD_POST, PAGE "/off", ACCESS_SESSION, switch_off, NULL, 0},
	{METHOD_POST, PAGE "/on", ACCESS_SESSION, switch_on, NULL, 0},
	{0},
};
