/* SPDX-License-Identifier: ISC */
/*
 * Answers, before they are sent.
 */
#include "web/response.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void response_init(struct response *res)
{
	memset(res, 0, sizeof(*res));
	res->status = 200;
	res->type = "text/plain; charset=utf-8";
	text_init(&res->body, LIMIT_RESPONSE_BYTES);
}

void response_release(struct response *res)
{
	text_release(&res->body);
}

void response_reset(struct response *res)
{
	char cookies[RESPONSE_COOKIES][COOKIE_BYTES];
	size_t count = res->cookie_count;
	bool closes = res->closes;
	memcpy(cookies, res->cookies, sizeof(cookies));
	response_release(res);
	response_init(res);
	memcpy(res->cookies, cookies, sizeof(cookies));
	res->cookie_count = count;
	res->closes = closes;
}

void response_see_other(struct response *res, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	int len = vsnprintf(res->location, sizeof(res->location), format, args);
	va_end(args);
	res->status = 303;
	bool is_local = res->location[0] == '/' && res->location[1] != '/' &&
	                res->location[1] != '\\';
	bool is_plain = true;
	for (const char *c = res->location; *c; c++)
		is_plain = is_plain && *c > 0x20 && *c < 0x7f;
	if (len >= (int)sizeof(res->location) || !is_local || !is_plain)
		res->location[1] = '\0', res->location[0] = '/';
}

void response_cookie(struct response *res, const char *name, const char *value, long max_age_s,
                     bool is_secure)
{
	assert(res->cookie_count < RESPONSE_COOKIES);
	char age[40] = "";
	if (max_age_s >= 0)
		snprintf(age, sizeof(age), "; Max-Age=%ld", max_age_s);
	int len = snprintf(res->cookies[res->cookie_count++], COOKIE_BYTES,
	                   "%s=%s; Path=/; HttpOnly; SameSite=Lax%s%s", name, value,
	                   is_secure ? "; Secure" : "", age);
	assert(len < COOKIE_BYTES);
}

static const char *const cache_words[] = {
	[CACHE_NEVER] = "no-store",
	[CACHE_REVALIDATE] = "private, no-cache",
	[CACHE_FOREVER] = "private, max-age=31536000, immutable",
};

static const char security_policy[] =
	"default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; "
	"connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
	"frame-ancestors 'none'";

void response_headers(const struct response *res, response_sink *sink, void *context)
{
	char quoted[ETAG_BYTES + 4], seconds[16];
	if (res->status != 304)
		sink(context, "Content-Type", res->type);
	if (res->is_gzipped)
		sink(context, "Content-Encoding", "gzip");
	sink(context, "Vary", "Accept, Accept-Encoding, Cookie");
	sink(context, "Cache-Control", cache_words[res->cache]);
	if (res->etag[0]) {
		/* Weak: the compressed body and the plain one share it. */
		snprintf(quoted, sizeof(quoted), "W/\"%s\"", res->etag);
		sink(context, "ETag", quoted);
	}
	if (res->location[0])
		sink(context, "Location", res->location);
	for (size_t i = 0; i < res->cookie_count; i++)
		sink(context, "Set-Cookie", res->cookies[i]);
	if (res->allow)
		sink(context, "Allow", res->allow);
	if (res->retry_after_s) {
		snprintf(seconds, sizeof(seconds), "%u", res->retry_after_s);
		sink(context, "Retry-After", seconds);
	}
	sink(context, "Content-Security-Policy", security_policy);
	sink(context, "X-Content-Type-Options", "nosniff");
	sink(context, "Referrer-Policy", "same-origin");
	if (res->closes)
		sink(context, "Connection", "close");
}
