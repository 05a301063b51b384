/* SPDX-License-Identifier: ISC */
/*
 * Where the link at a mail's end leads (N4): no more mails, without signing in. Looking changes
 * nothing, since programs that check mails open links; the button, or the mail provider's one click
 * (RFC 8058), does, and the same page takes it back. The secret in the path is the door's key.
 *
 * The answer to the POST is the page itself: RFC 8058 forbids to lead elsewhere.
 */
#include <stdio.h>

#include "app/mail_secrets.h"
#include "app/notices.h"
#include "web/families.h"
#include "web/page.h"
#include "web/site.h"

/* Whose mails it is about: all of a user's, or the invitations to an address, which may have become
 * an account's since: its settings lead here. */
struct subscriber {
	int64_t user_id; /* 0: the address */
	char address[LIMIT_ADDRESS_BYTES + 1];
	char name[LIMIT_NAME_BYTES + 1];
	bool is_off, is_on_again; /* by this very request */
};

/* False, and *res says why, when the token is none or its account is gone. */
static bool find(struct request *req, struct response *res, struct subscriber *out)
{
	struct db *db = request_db(req);
	struct user u;
	struct user_mail mail;
	if (!mail_secrets_read_unsubscribe(req->site->secrets, request_param(req, "token"),
	                                   &out->user_id, out->address)) {
		page_error(req, res, 404, "This link is not whole. Use the one in the mail.");
		return false;
	}
	if (!out->user_id) {
		out->is_off = refusal_get(db, out->address);
		return true;
	}
	if (!user_get(db, out->user_id, &u) || u.is_deleted ||
	    !user_mail_get(db, out->user_id, &mail)) {
		page_error(req, res, 410, "This account is gone, and gets no mails any more.");
		return false;
	}
	snprintf(out->name, sizeof(out->name), "%s", u.name);
	out->is_off = mail.off != MAIL_ON;
	return true;
}

static void answer(struct request *req, struct response *res, const struct subscriber *s)
{
	cJSON *view = cJSON_CreateObject();
	cJSON_AddStringToObject(view, "title",
	                        s->is_off        ? "No more mails"
	                        : s->is_on_again ? "Mails are on again"
	                                         : "Mails to you");
	cJSON_AddStringToObject(view, "who", s->user_id ? s->name : s->address);
	cJSON_AddBoolToObject(view, "is_account", s->user_id != 0);
	cJSON_AddBoolToObject(view, "is_off", s->is_off);
	cJSON_AddBoolToObject(view, "is_on_again", s->is_on_again);
	cJSON_AddStringToObject(view, "url", req->path);
	page_answer(req, res, "unsubscribe", view);
}

static void show_unsubscribe(struct request *req, struct response *res)
{
	struct subscriber s = {.user_id = 0};
	if (find(req, res, &s))
		answer(req, res, &s);
}

/* Off, whatever the body says, but for the field of the button that takes it back. */
static void unsubscribe(struct request *req, struct response *res)
{
	struct subscriber s = {.user_id = 0};
	bool is_undone = request_field(req, "undo") != NULL;
	struct store *store = req->site->store;
	if (!find(req, res, &s))
		return;
	request_db_done(req);
	if (s.user_id ? !notices_switch(store, s.user_id, is_undone)
	              : !notices_refuse(store, s.address, !is_undone, req->now)) {
		page_error(req, res, 500, "That did not work. Please try again in a minute.");
		return;
	}
	s.is_off = !is_undone;
	s.is_on_again = is_undone;
	answer(req, res, &s);
}

static const struct field_rule unsubscribe_form[] = {
	{"List-Unsubscribe", 32}, {"undo", 1}, {NULL, 0}};

const struct route unsubscribe_routes[] = {
	{METHOD_GET, "/unsubscribe/:token", ACCESS_SECRET, show_unsubscribe, NULL, 0},
	{METHOD_POST, "/unsubscribe/:token", ACCESS_SECRET, unsubscribe, unsubscribe_form, 0},
	{0},
};
