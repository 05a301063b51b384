/* SPDX-License-Identifier: ISC */
/*
 * The mailbox: mails that landed as files, since no mail server is set up. It is there for this
 * machine or this house alone: whoever reads it can sign in as anybody. A request that a proxy
 * passed on finds nothing, whatever the configuration says; whether there is one at all is the
 * command line's affair (has_mailbox).
 */
#include <stdio.h>
#include <string.h>

#include "app/mailbox.h"
#include "base/zone.h"
#include "web/families.h"
#include "web/page.h"
#include "web/site.h"

enum { MAILS_MAX = 50, LINKS_MAX = 20 };

/* Else the answer is that of a path that there is not. The Host header, by which a server for this
 * machine alone knows its requests, can be made up by others of the network. */
static bool is_open(struct request *req, struct response *res)
{
	bool is_near = !req->site->config->is_loopback || peer_is_loopback(req->peer);
	if (req->site->has_mailbox && !req->is_forwarded && is_near)
		return true;
	page_error(req, res, 404, "There is no such page.");
	return false;
}

static void add_mail(struct request *req, cJSON *object, const struct mailbox_mail *m)
{
	char at[ZONE_TEXT];
	page_time(req, at, m->at);
	cJSON_AddStringToObject(object, "to", m->to);
	cJSON_AddStringToObject(object, "subject", m->subject);
	cJSON_AddStringToObject(object, "at", at);
}

static void show_mailbox(struct request *req, struct response *res)
{
	struct mailbox_mail mails[MAILS_MAX];
	if (!is_open(req, res))
		return;
	cJSON *view = cJSON_CreateObject();
	cJSON_AddStringToObject(view, "title", "Mailbox");
	cJSON *list = cJSON_AddArrayToObject(view, "mails");
	size_t count = mailbox_list(req->site->config->mail_folder, mails, MAILS_MAX);
	for (size_t i = 0; i < count; i++) {
		char url[MAILBOX_NAME_BYTES + 16];
		cJSON *mail = cJSON_CreateObject();
		snprintf(url, sizeof(url), "/mailbox/%.*s", MAILBOX_NAME_BYTES, mails[i].name);
		cJSON_AddStringToObject(mail, "url", url);
		add_mail(req, mail, &mails[i]);
		cJSON_AddItemToArray(list, mail);
	}
	page_answer(req, res, "mailbox", view);
}

/* What follows base_url in a link of ours: a path, so that it leads to this host by whatever name.
 */
static cJSON *list_links(struct request *req, const char *text)
{
	const char *base = req->site->config->base_url;
	size_t base_len = strlen(base);
	cJSON *list = cJSON_CreateArray();
	for (const char *at = text;
	     (at = strstr(at, base)) && cJSON_GetArraySize(list) < LINKS_MAX;) {
		char path[LIMIT_TARGET_BYTES + 1];
		at += base_len;
		size_t len = strcspn(at, " \t\r\n<>\"");
		if (*at != '/' || len >= sizeof(path))
			continue;
		memcpy(path, at, len);
		path[len] = '\0';
		cJSON *link = cJSON_CreateObject();
		cJSON_AddStringToObject(link, "url", path);
		cJSON_AddItemToArray(list, link);
	}
	return list;
}

static void show_mail(struct request *req, struct response *res)
{
	struct mailbox_mail m;
	struct text text;
	if (!is_open(req, res))
		return;
	text_init(&text, MAILBOX_MAIL_BYTES);
	if (mailbox_read(req->site->config->mail_folder, request_param(req, "mail"), &m, &text)) {
		cJSON *view = cJSON_CreateObject();
		cJSON_AddStringToObject(view, "title", m.subject);
		add_mail(req, view, &m);
		cJSON_AddStringToObject(view, "from", m.from);
		cJSON_AddStringToObject(view, "name", m.name);
		cJSON_AddItemToObject(view, "links", list_links(req, text_string(&text)));
		cJSON_AddStringToObject(view, "text", text_string(&text));
		page_answer(req, res, "mail", view);
	} else {
		page_error(req, res, 404, "There is no such mail.");
	}
	text_release(&text);
}

/* With its pictures, for a mail program: no browser shows this type, so nothing in it runs here. */
static void save_mail(struct request *req, struct response *res)
{
	if (!is_open(req, res))
		return;
	res->type = "message/rfc822";
	if (!mailbox_read_whole(req->site->config->mail_folder, request_param(req, "mail"),
	                        &res->body))
		page_error(req, res, 404, "There is no such mail.");
}

const struct route mailbox_routes[] = {
	{METHOD_GET, "/mailbox", ACCESS_ANYONE, show_mailbox, NULL, 0},
	{METHOD_GET, "/mailbox/:mail", ACCESS_ANYONE, show_mail, NULL, 0},
	{METHOD_GET, "/mailbox/:mail/whole", ACCESS_ANYONE, save_mail, NULL, 0},
	{0},
};
