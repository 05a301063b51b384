/* SPDX-License-Identifier: ISC */
/*
 * What the server's Unix socket answers, and TCP does not: for `slowsafari notices`, plain text as
 * it is printed, and for `slowsafari mail-in`.
 */
#include "app/notices.h"
#include "base/number.h"
#include "web/families.h"
#include "web/page.h"
#include "web/site.h"

static void show_notices(struct request *req, struct response *res)
{
	notices_list(request_db(req), &res->body);
}

static void move(struct request *req, struct response *res,
                 bool (*how)(struct store *store, int64_t id, int64_t now))
{
	int64_t id;
	bool is_done = number_parse(request_param(req, "id"), 1, NUMBER_MOST, &id) &&
	               how(req->site->store, id, req->now);
	res->status = is_done ? 200 : 404;
	if (!is_done)
		text_add(&res->body, NOTICES_NONE_SUCH);
}

static void retry(struct request *req, struct response *res)
{
	move(req, res, notices_retry);
}

static void drop(struct request *req, struct response *res)
{
	move(req, res, notices_drop);
}

static const struct route notices_routes[] = {
	{METHOD_GET, "/notices", ACCESS_SOCKET, show_notices, NULL, 0},
	{METHOD_POST, "/notices/:id/retry", ACCESS_SOCKET, retry, NULL, 0},
	{METHOD_POST, "/notices/:id/drop", ACCESS_SOCKET, drop, NULL, 0},
	{0},
};

/* ---- Mail that comes in ---- */

static void take_mail(struct request *req, struct response *res)
{
	const struct site *s = req->site;
	res->status = 503;
	if (!s->take_mail)
		text_add(&res->body, "mail_in is off");
	else if (!req->is_mail)
		res->status = 415;
	else
		res->status = s->take_mail(s->mail_context, req->mail, req->mail_len);
}

static const struct route mail_routes[] = {
	{METHOD_POST, "/mail", ACCESS_SOCKET, take_mail, NULL, LIMIT_INCOMING_BYTES},
	{0},
};

const struct route *const operator_routes[] = {notices_routes, mail_routes, NULL};
