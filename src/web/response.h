/* SPDX-License-Identifier: ISC */
/*
 * One answer, as a handler leaves it. Headers that every answer has (security, date, length,
 * compression) are the server's; handlers set none of their own.
 *
 * Most handlers call page.h and nothing here.
 */
#ifndef WEB_RESPONSE_H
#define WEB_RESPONSE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/limits.h"
#include "base/text.h"

/* How long the browser may keep the answer; nobody between may. */
enum cache {
	CACHE_NEVER,      /* no-store: the default */
	CACHE_REVALIDATE, /* asked again each time, by ETag */
	CACHE_FOREVER,    /* immutable: its URL names its contents */
};

enum { RESPONSE_COOKIES = 3, COOKIE_BYTES = 256, ETAG_BYTES = 64 };

struct response {
	int status;                            /* 200 until changed */
	const char *type;                      /* a literal: "text/html; charset=utf-8" */
	struct text body;                      /* with a ceiling of LIMIT_RESPONSE_BYTES */
	char location[LIMIT_TARGET_BYTES + 1]; /* "" for none */
	char etag[ETAG_BYTES]; /* without quotes, "" for none: names the bytes of this URL's answer
	                        */
	enum cache cache;
	char cookies[RESPONSE_COOKIES][COOKIE_BYTES]; /* of Set-Cookie */
	size_t cookie_count;
	const char *allow;      /* of a 405 */
	unsigned retry_after_s; /* of a 429 or 503; 0 for none */
	bool closes;            /* the connection ends with this answer */
	bool is_gzipped;        /* the body is; set by the site, not by handlers */
};

/* An empty 200. */
void response_init(struct response *res);
void response_release(struct response *res);

/* Starts over, as response_init(), cookies kept: for an error found half-way. */
void response_reset(struct response *res);

/*
 * 303 See Other to a local path, "/g/k7m2p9qd?rev=17", printf-like. What does not fit, or is not
 * local (does not begin with exactly one slash), leads to "/".
 */
void response_see_other(struct response *res, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * Sets a cookie for this host: Path=/, HttpOnly, SameSite=Lax, Secure where is_secure; kept for
 * max_age_s, 0 takes it away, -1 until the browser closes. The name carries its own prefix.
 */
void response_cookie(struct response *res, const char *name, const char *value, long max_age_s,
                     bool is_secure);

/*
 * Hands every header of an answer to a sink, in a fixed order: what the fields above say, and the
 * security headers, which stand on each (S3). Date and Content-Length are the server's.
 */
typedef void response_sink(void *context, const char *name, const char *value);
void response_headers(const struct response *res, response_sink *sink, void *context);

#endif
