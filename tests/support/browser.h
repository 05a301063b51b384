/* SPDX-License-Identifier: ISC */
/*
 * A person's browser, for tests of pages: it keeps cookies, says where its forms come from, and
 * puts the token of its session into them. The service's own routes answer, over a socket, on a
 * real database whose clock stands.
 *
 *	struct browser b = {.desk = desk};
 *	assert_int_equal(browser_post(&b, "/signin", "address=ada@example.org"), 303);
 *	assert_string_equal(b.location, "/signin/code");
 *	browser_close(&b);
 */
#ifndef SUPPORT_BROWSER_H
#define SUPPORT_BROWSER_H

#include <sqlite3.h>

#include "support/database.h"
#include "support/http.h"

/* A server with all routes; rates are not limited. A test may change http.config and http.site. */
struct desk {
	void *database; /* its folder; mails land there too */
	struct store *store;
	sqlite3 *sqlite; /* reads what is stored */
	struct mail_secrets secrets;
	struct http http;
};

/* Setup and teardown. One at a time. */
int desk_open(void **state);
int desk_close(void **state);

/* What a statement gives, as rows_are() has it. */
#define stored(desk, sql, expected) rows_are((desk)->sqlite, sql, expected, __FILE__, __LINE__)

struct browser {
	const struct desk *desk;
	bool wants_json;
	const char *headers;          /* of each request besides; NULL: none. Each ends in CRLF */
	char origin[64];              /* that it claims; "": the site's own */
	char session[80], signin[80]; /* cookies; "" for none */

	/* The last answer. */
	int status;
	char location[600], type[80];
	const char *body; /* terminated */
	char head[4096];
	struct text all;
};

/* Answer the status. The body of a POST is a form, without token. */
int browser_get(struct browser *b, const char *path);
int browser_post(struct browser *b, const char *path, const char *form);
/* As those, with any line "POST /path" and body as they are, and a type for it. */
int browser_send(struct browser *b, const char *line, const char *type, const char *body);

bool browser_sees(const struct browser *b, const char *what);

/* The secrets of the newest sign-in mail: where its link leads, and its code. */
enum { MAIL_PATH_BYTES = 80, MAIL_CODE_BYTES = 8 };
void desk_read_mail(const struct desk *d, char path[MAIL_PATH_BYTES], char code[MAIL_CODE_BYTES]);

/* Signs in by the code, as people do. */
void browser_sign_in(struct browser *b, const char *address);

/* Frees the last answer. */
void browser_close(struct browser *b);

#endif
