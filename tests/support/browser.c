/* SPDX-License-Identifier: ISC */
/*
 * A browser that follows nothing by itself: see browser.h.
 */
#include "support/browser.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app/accounts.h"
#include "base/hex.h"
#include "store/service.h"
#include "web/door.h"

static int begin_service(struct db *db, void *context)
{
	service_insert(db, context);
	return 0;
}

int desk_open(void **state)
{
	static struct desk desk;
	struct desk *d = &desk;
	struct err err;
	if (database_folder(&d->database) < 0)
		return -1;
	const struct database *files = d->database;
	if (store_open(&d->store, &(struct store_options){.path = files->path}, &err) < 0 ||
	    sqlite3_open_v2(files->path, &d->sqlite, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK)
		return -1;
	http_start(&d->http, site_routes, d->store, 0);
	/* Secrets in links are the same in each world. */
	struct service service = {.key = {1}, .beat_at = 1000000};
	if (sets_offer(d->http.site.sets, d->store, "", &err) < 0 ||
	    store_write(d->store, begin_service, &service) != STORE_OK ||
	    mail_secrets_open(&d->secrets, d->store, 1000000, &err) < 0)
		return -1;
	d->http.site.secrets = &d->secrets;
	snprintf(d->http.config.mail_folder, sizeof(d->http.config.mail_folder), "%s",
	         files->folder);
	*state = d;
	return 0;
}

int desk_close(void **state)
{
	struct desk *d = *state;
	http_stop(&d->http);
	sqlite3_close(d->sqlite);
	store_close(d->store);
	return database_remove(&d->database);
}

/* ---- Cookies ---- */

static void keep_cookie(struct browser *b, const char *pair, size_t len)
{
	struct {
		const char *name;
		char *value;
	} jar[] = {{"session=", b->session}, {"signin=", b->signin}};
	for (size_t i = 0; i < 2; i++) {
		size_t name_len = strlen(jar[i].name);
		if (len >= name_len && memcmp(pair, jar[i].name, name_len) == 0)
			snprintf(jar[i].value, sizeof(b->session), "%.*s", (int)(len - name_len),
			         pair + name_len);
	}
}

static void keep_cookies(struct browser *b)
{
	static const char field[] = "\r\nSet-Cookie: ";
	for (const char *at = b->head; (at = strstr(at, field));) {
		at += sizeof(field) - 1;
		keep_cookie(b, at, strcspn(at, ";\r"));
	}
}

/* ---- Requests ---- */

int browser_send(struct browser *b, const char *line, const char *type, const char *body)
{
	const struct http *h = &b->desk->http;
	const char *origin = b->origin[0] ? b->origin : h->config.base_url;
	struct http_answer a;
	text_release(&b->all);
	a = http_ask(
		h, &b->all,
		"%s HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nUser-Agent: Mozilla/5.0 (Android 14; Mobile)"
		" Firefox/128.0\r\nOrigin: %s\r\nAccept: %s\r\nCookie: session=%s; signin=%s\r\n"
		"%s%s%sContent-Length: %zu\r\n%s\r\n%s",
		line, (unsigned)h->config.listen_port, origin,
		b->wants_json ? "application/json" : "text/html", b->session, b->signin,
		*type ? "Content-Type: " : "", type, *type ? "\r\n" : "", strlen(body),
		b->headers ? b->headers : "", body);
	b->status = a.status;
	b->body = a.body ? a.body : "";
	b->location[0] = b->type[0] = b->head[0] = '\0';
	if (!a.head)
		return b->status;
	http_header(&a, "Location", b->location, sizeof(b->location));
	http_header(&a, "Content-Type", b->type, sizeof(b->type));
	snprintf(b->head, sizeof(b->head), "%.*s\r\n", (int)a.head_len, a.head);
	keep_cookies(b);
	return b->status;
}

int browser_get(struct browser *b, const char *path)
{
	char line[1024];
	snprintf(line, sizeof(line), "GET %s", path);
	return browser_send(b, line, "", "");
}

int browser_post(struct browser *b, const char *path, const char *form)
{
	char line[1024], body[4096], token[FORM_TOKEN_LEN + 1] = "";
	unsigned char secret[SESSION_SECRET_BYTES];
	if (hex_parse(secret, sizeof(secret), b->session) == 0)
		door_token(token, secret);
	snprintf(line, sizeof(line), "POST %s", path);
	snprintf(body, sizeof(body), "%s%stoken=%s", form, *form ? "&" : "", token);
	return browser_send(b, line, "application/x-www-form-urlencoded", body);
}

bool browser_sees(const struct browser *b, const char *what)
{
	return strstr(b->body, what) != NULL;
}

void browser_close(struct browser *b)
{
	text_release(&b->all);
}

/* ---- Signing in ---- */

void desk_read_mail(const struct desk *d, char path[MAIL_PATH_BYTES], char code[MAIL_CODE_BYTES])
{
	sqlite3_stmt *q = NULL;
	sqlite3_prepare_v2(d->sqlite,
	                   "SELECT CAST(bytes AS TEXT) FROM notices WHERE kind = 'sign in'"
	                   " ORDER BY id DESC LIMIT 1",
	                   -1, &q, NULL);
	assert_int_equal(sqlite3_step(q), SQLITE_ROW);
	const char *payload = (const char *)sqlite3_column_text(q, 0);
	snprintf(path, MAIL_PATH_BYTES, ACCOUNTS_LINK_PATH "%.*s", 2 * ACCOUNTS_LINK_BYTES,
	         payload);
	snprintf(code, MAIL_CODE_BYTES, "%s", payload + 2 * ACCOUNTS_LINK_BYTES + 1);
	sqlite3_finalize(q);
}

void browser_sign_in(struct browser *b, const char *address)
{
	char path[MAIL_PATH_BYTES], code[MAIL_CODE_BYTES], form[400];
	snprintf(form, sizeof(form), "address=%s", address);
	assert_int_equal(browser_post(b, "/signin", form), 303);
	desk_read_mail(b->desk, path, code);
	snprintf(form, sizeof(form), "code=%s", code);
	assert_int_equal(browser_post(b, "/signin/code", form), 303);
}
