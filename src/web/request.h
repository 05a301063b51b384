/* SPDX-License-Identifier: ISC */
/*
 * One request, as a handler sees it: checked by the gate, its route found, its fields parsed and
 * allowed by the route, its viewer known and its door passed. It knows no socket and no library.
 *
 *	static void show_settings(struct request *req, struct response *res)
 *	{
 *		cJSON *view = cJSON_CreateObject();
 *		cJSON_AddStringToObject(view, "title", "Settings");
 *		cJSON_AddStringToObject(view, "zone", req->viewer.user.zone);
 *		page_answer(req, res, "settings", view);
 *	}
 *
 * Everything that it points to lives until the handler returns.
 */
#ifndef WEB_REQUEST_H
#define WEB_REQUEST_H

#include <stdbool.h>
#include <stdint.h>

#include "store/changes.h"
#include "store/people.h"
#include "web/form.h"
#include "web/gate.h"
#include "web/peer.h"
#include "web/route.h"
#include "web/template.h"

struct site;
struct db;

enum {
	SESSION_SECRET_BYTES = 32,
	FORM_TOKEN_LEN = 32, /* hexadecimal digits */
};

/* Who asks. Without a session all of it is zero: nobody's id is 0. A guest is signed in too. */
struct viewer {
	bool is_signed_in;
	struct user user;
	struct session session;
	char token[FORM_TOKEN_LEN + 1]; /* that its forms must carry in the field `token` */
};

/* How long what was made for a request holds: in that time, and until something of it changes. */
struct holds {
	int64_t from, until; /* not then any more */
	struct reading reading;
};

struct request {
	struct site *site;
	const struct route *route;
	enum method method; /* METHOD_HEAD where a GET's handler is asked for its head */
	const char *path;   /* decoded once: "/g/k7m2p9qd" */
	const char *target; /* as sent, path and query: to come back to */
	struct route_params params;
	struct fields fields; /* of the query in a GET, of the body in a POST */
	struct viewer viewer;
	bool wants_json;  /* the answer is for a program */
	bool takes_gzip;  /* it may be compressed */
	bool is_json;     /* the body was */
	bool is_unread;   /* the body was of several parts: see ACCESS_SECRET */
	bool is_mail;     /* the body is a mail: see ACCESS_SOCKET */
	const char *mail; /* then: its bytes */
	size_t mail_len;
	bool is_forwarded;   /* some proxy said so, believed or not */
	int64_t rev_matched; /* If-Match: "17"; -1 when there is none */
	struct peer peer;    /* the client, seen through trusted proxies */
	const char
		*agent; /* what the client calls itself, cut to LIMIT_AGENT_BYTES; "" for nothing */
	int64_t now;    /* Unix seconds, the same throughout */

	/* The rest is not for handlers. */
	const struct head *head;
	struct db *db;
	char agent_bytes[LIMIT_AGENT_BYTES + 1];
	unsigned char secret[SESSION_SECRET_BYTES];
	char *path_bytes;
	struct template_part parts[TEMPLATE_PARTS_MAX]; /* of the page, by page_part() */
	size_t part_count;
	struct holds holds;
	bool keeps_answer;
};

/* The value of a field, or NULL when it was not sent. */
const char *request_field(const struct request *req, const char *name);

/* The part of the path that stood for `:name` in the route's pattern. Asking for another is a bug.
 */
const char *request_param(const struct request *req, const char *name);

/*
 * A snapshot of the database for this request, the same at each call; the site lets it go when the
 * handler has returned. A handler that writes lets it go first, so that what it reads afterwards
 * has what it wrote.
 */
struct db *request_db(struct request *req);
void request_db_done(struct request *req);

/*
 * A GET's answer may be kept for as long as it holds (answers.h), if its handler says so and names
 * all that it shows: each game, each person, what belongs to somebody, each address whose places
 * are looked for, as changes.h has them. What is not named goes on being shown after it has
 * changed. The viewer and their belongings are named already.
 */
void request_keep_answer(struct request *req);
void request_shows_game(struct request *req, const char *id);
void request_shows_person(struct request *req, int64_t user_id);
void request_shows_belongings(struct request *req, int64_t user_id);
void request_shows_address(struct request *req, const char *address);

/* From that moment on the answer would read differently, with nothing changed but the time. */
void request_reads_until(struct request *req, int64_t at);

/* ---- For site.c ---- */

/* A request of a head, which it points into: all that follows from the head alone, path and route
 * aside. To be released. */
void request_begin(struct request *req, struct site *site, const struct head *head);

/* Sets the path; false when it is not text: invalid UTF-8, a control character, a broken escape. */
bool request_decode_path(struct request *req);

void request_release(struct request *req);

#endif
