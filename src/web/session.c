/* SPDX-License-Identifier: ISC */
/*
 * The session's cookie.
 */
#include "web/session.h"

#include <string.h>

#include "app/seen.h"
#include "base/hex.h"
#include "web/answers.h"
#include "web/door.h"
#include "web/site.h"

enum { VALUE_LEN = 2 * SESSION_SECRET_BYTES };

const char *session_cookie_name(const struct config *config)
{
	/* The prefix makes browsers refuse a cookie of that name from anybody else, but only over
	 * https. */
	return config->is_https ? "__Host-session" : "session";
}

bool cookie_find(const char *header, const char *name, char *out, size_t room)
{
	size_t name_len = strlen(name);
	unsigned count = 0;
	for (const char *at = header; at && *at; at += *at == ';') {
		at += strspn(at, " \t");
		size_t len = strcspn(at, ";");
		if (len > name_len && at[name_len] == '=' && memcmp(at, name, name_len) == 0) {
			size_t value_len = len - name_len - 1;
			if (value_len >= room || ++count > 1)
				return false;
			memcpy(out, at + name_len + 1, value_len);
			out[value_len] = '\0';
		}
		at += len;
	}
	return count == 1;
}

static void show_viewer(struct request *req)
{
	request_shows_person(req, req->viewer.user.id);
	request_shows_belongings(req, req->viewer.user.id);
}

/* From its rows; nobody's where there are none. */
static void read_viewer(struct request *req, const unsigned char hash[HASH_BYTES])
{
	struct viewer *v = &req->viewer;
	struct db *db = request_db(req);
	if (!session_get(db, hash, &v->session) || !user_get(db, v->session.user_id, &v->user) ||
	    v->user.is_deleted) {
		*v = (struct viewer){0};
		return;
	}
	v->is_signed_in = true;
	door_token(v->token, req->secret);
	show_viewer(req);
	answer_keep_viewer(req);
}

void session_find(struct request *req)
{
	char value[VALUE_LEN + 1];
	unsigned char hash[HASH_BYTES];
	struct viewer *v = &req->viewer;
	const char *header = head_get(req->head, "Cookie");
	if (!cookie_find(header, session_cookie_name(req->site->config), value, sizeof(value)) ||
	    hex_parse(req->secret, sizeof(req->secret), value))
		return;
	hash_sha256(hash, req->secret, sizeof(req->secret));
	if (answer_find_viewer(req, hash))
		show_viewer(req);
	else
		read_viewer(req, hash);
	if (v->is_signed_in)
		seen_note(req->site->store, &v->session, req->now);
}

void session_begin(struct request *req, struct response *res,
                   const unsigned char secret[SESSION_SECRET_BYTES])
{
	char value[VALUE_LEN + 1];
	const struct config *config = req->site->config;
	hex_format(value, secret, SESSION_SECRET_BYTES);
	response_cookie(res, session_cookie_name(config), value, SESSION_AGE_S, config->is_https);
}

void session_end(struct request *req, struct response *res)
{
	const struct config *config = req->site->config;
	response_cookie(res, session_cookie_name(config), "", 0, config->is_https);
}
