/* SPDX-License-Identifier: ISC */
/*
 * Webhooks: see hooks.h.
 */
#include "app/hooks.h"

#include <stdio.h>
#include <string.h>

#include "base/number.h"

static const char *const sentences[HOOKS_STATUS_COUNT] = {
	[HOOKS_NONE_SUCH] = "You have no such webhook, or nothing of that was sent to it.",
	[HOOKS_NO_KIND] = "That is none of the services.",
	[HOOKS_NO_URL] = "A webhook has an address that begins with https://, a host of letters, "
			 "digits, dots and hyphens, and no password.",
	[HOOKS_HAS_IT] = "You have a webhook of that address already.",
	[HOOKS_TOO_MANY] = "You have as many webhooks as one can have; remove one first.",
	[HOOKS_IS_OFF] = "That webhook is off; switch it on first.",
	[HOOKS_FAILED] = "That could not be saved. Please try again.",
};

const char *hooks_sentence(enum hooks_status status)
{
	return sentences[status];
}

/* ---- Addresses ---- */

/* What stands behind the slashes; NULL when it is neither https nor http. */
static const char *authority(const char *url)
{
	if (strncmp(url, "https://", 8) == 0)
		return url + 8;
	return strncmp(url, "http://", 7) == 0 ? url + 7 : NULL;
}

/* "host", "host:port", "[address]:port": what could be nothing else is refused at once, and not
 * when something is to be sent. */
static bool is_authority(const char *text, size_t len)
{
	static const char in_name[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				      "0123456789.-_";
	static const char in_literal[] = "0123456789abcdefABCDEF:.";
	char copy[LIMIT_HOOK_URL_BYTES + 1];
	int64_t port;
	snprintf(copy, sizeof(copy), "%.*s", (int)len, text);
	size_t host = strspn(copy, in_name);
	if (copy[0] == '[') {
		size_t n = strspn(copy + 1, in_literal);
		host = n && copy[n + 1] == ']' ? n + 2 : 0;
	}
	if (!host)
		return false;
	return !copy[host] || (copy[host] == ':' && number_parse(copy + host + 1, 1, 65535, &port));
}

bool hooks_url_is_fit(const struct config *config, const char *url)
{
	const char *host = authority(url);
	if (!host || strlen(url) > LIMIT_HOOK_URL_BYTES ||
	    (url[4] != 's' && !config->hook_network_count))
		return false;
	for (const char *c = url; *c; c++) {
		if (*c <= ' ' || *c >= 0x7f || strchr("\"<>\\^`{|}#", *c))
			return false;
	}
	return is_authority(host, strcspn(host, "/?"));
}

void hooks_host(const char *url, char out[LIMIT_ADDRESS_BYTES + 1])
{
	const char *host = authority(url);
	int len = host ? (int)strcspn(host, "/?") : 0;
	snprintf(out, LIMIT_ADDRESS_BYTES + 1, "%.*s", len, host ? host : "");
}

/* ---- Changes ---- */

struct change {
	int64_t user_id, id, notice_id, now;
	const char *kind, *url;
	bool is_on;
	enum hooks_status status;
};

static enum hooks_status run(struct store *store, int (*job)(struct db *db, void *context),
                             struct change *c)
{
	c->status = HOOKS_FAILED;
	enum store_result result = store_write(store, job, c);
	return result == STORE_FAILED ? HOOKS_FAILED : c->status;
}

static int answer(struct change *c, enum hooks_status status)
{
	c->status = status;
	return status == HOOKS_OK ? 0 : 1;
}

static bool get_own(struct db *db, const struct change *c, struct hook *out)
{
	return hook_get(db, c->id, out) && out->user_id == c->user_id;
}

static int add(struct db *db, void *context)
{
	struct change *c = context;
	struct hook known[HOOKS_MAX],
		h = {.user_id = c->user_id, .is_on = true, .created_at = c->now};
	size_t count = hook_list(db, c->user_id, known, HOOKS_MAX);
	for (size_t i = 0; i < count; i++) {
		if (strcmp(known[i].url, c->url) == 0)
			return answer(c, HOOKS_HAS_IT);
	}
	if (count == HOOKS_MAX)
		return answer(c, HOOKS_TOO_MANY);
	snprintf(h.kind, sizeof(h.kind), "%s", c->kind);
	snprintf(h.url, sizeof(h.url), "%s", c->url);
	c->id = hook_insert(db, &h);
	if (!count)
		choice_add_hooks(db, c->user_id);
	return answer(c, HOOKS_OK);
}

enum hooks_status hooks_add(struct store *store, const struct config *config, int64_t user_id,
                            const char *kind, const char *url, int64_t now, int64_t *id)
{
	struct change c = {.user_id = user_id, .kind = kind, .url = url, .now = now};
	if (!hook_kind_of(kind))
		return HOOKS_NO_KIND;
	if (!hooks_url_is_fit(config, url))
		return HOOKS_NO_URL;
	enum hooks_status status = run(store, add, &c);
	*id = c.id;
	return status;
}

static int take_away(struct db *db, void *context)
{
	struct change *c = context;
	struct hook h;
	if (!get_own(db, c, &h))
		return answer(c, HOOKS_NONE_SUCH);
	hook_cancel(db, h.id, c->now, "the webhook was removed");
	hook_delete(db, h.id);
	return answer(c, HOOKS_OK);
}

enum hooks_status hooks_remove(struct store *store, int64_t user_id, int64_t id, int64_t now)
{
	struct change c = {.user_id = user_id, .id = id, .now = now};
	return run(store, take_away, &c);
}

static void switch_off(struct db *db, struct hook *h, int64_t now)
{
	h->is_on = false;
	hook_cancel(db, h->id, now, "the webhook is off");
}

static int turn_switch(struct db *db, void *context)
{
	struct change *c = context;
	struct hook h;
	if (!get_own(db, c, &h))
		return answer(c, HOOKS_NONE_SUCH);
	if (c->is_on)
		h.is_on = true;
	else
		switch_off(db, &h, c->now);
	h.failures = 0;
	h.free_at = h.failing_since = h.told_at = 0;
	hook_update(db, &h);
	return answer(c, HOOKS_OK);
}

enum hooks_status hooks_switch(struct store *store, int64_t user_id, int64_t id, bool is_on,
                               int64_t now)
{
	struct change c = {.user_id = user_id, .id = id, .is_on = is_on, .now = now};
	return run(store, turn_switch, &c);
}

static int rotate(struct db *db, void *context)
{
	struct change *c = context;
	struct hook h;
	if (!get_own(db, c, &h))
		return answer(c, HOOKS_NONE_SUCH);
	if (h.secret_number && c->now >= h.rotated_at && c->now < h.rotated_at + HOOKS_TWICE_S)
		return answer(c, HOOKS_OK);
	h.secret_number++;
	h.rotated_at = c->now;
	hook_update(db, &h);
	return answer(c, HOOKS_OK);
}

enum hooks_status hooks_rotate(struct store *store, int64_t user_id, int64_t id, int64_t now)
{
	struct change c = {.user_id = user_id, .id = id, .now = now};
	return run(store, rotate, &c);
}

/* It may be tried now. */
static void let_try(struct db *db, struct hook *h, int64_t now)
{
	if (h->free_at > now) {
		h->free_at = now;
		hook_update(db, h);
	}
}

static int test(struct db *db, void *context)
{
	struct change *c = context;
	struct hook h;
	struct notice n = notices_new(NOTICE_TEST, c->now);
	if (!get_own(db, c, &h))
		return answer(c, HOOKS_NONE_SUCH);
	if (!h.is_on)
		return answer(c, HOOKS_IS_OFF);
	n.user_id = h.user_id;
	n.lane = LANE_HOOK;
	n.hook_id = h.id;
	let_try(db, &h, c->now);
	notice_add(db, &n, NULL, 0);
	return answer(c, HOOKS_OK);
}

enum hooks_status hooks_test(struct store *store, int64_t user_id, int64_t id, int64_t now)
{
	struct change c = {.user_id = user_id, .id = id, .now = now};
	return run(store, test, &c);
}

static int resend(struct db *db, void *context)
{
	struct change *c = context;
	struct hook h;
	if (!get_own(db, c, &h))
		return answer(c, HOOKS_NONE_SUCH);
	if (!h.is_on)
		return answer(c, HOOKS_IS_OFF);
	if (!hook_resend(db, h.id, c->notice_id, c->now))
		return answer(c, HOOKS_NONE_SUCH);
	let_try(db, &h, c->now);
	return answer(c, HOOKS_OK);
}

enum hooks_status hooks_resend(struct store *store, int64_t user_id, int64_t id, int64_t notice_id,
                               int64_t now)
{
	struct change c = {.user_id = user_id, .id = id, .notice_id = notice_id, .now = now};
	return run(store, resend, &c);
}

/* ---- What became of an attempt ---- */

static void tell_fails(struct db *db, struct hook *h, int64_t now)
{
	struct notice n = notices_new(NOTICE_HOOK_FAILS, now);
	n.user_id = h->user_id;
	n.hook_id = h->id;
	notice_add(db, &n, NULL, 0);
	h->told_at = now;
}

void hooks_took(struct db *db, int64_t id)
{
	struct hook h;
	if (!hook_get(db, id, &h) || !h.failures)
		return;
	h.failures = 0;
	h.free_at = h.failing_since = h.told_at = 0;
	hook_update(db, &h);
}

void hooks_failed(struct db *db, int64_t id, int64_t until, bool is_given_up, int64_t now)
{
	struct hook h;
	if (!hook_get(db, id, &h))
		return;
	h.free_at = until;
	if (!h.failures++)
		h.failing_since = now;
	if (is_given_up && h.is_on && !h.told_at)
		tell_fails(db, &h, now);
	hook_update(db, &h);
}

void hooks_gone(struct db *db, int64_t id, int64_t now)
{
	struct hook h;
	if (!hook_get(db, id, &h) || !h.is_on)
		return;
	switch_off(db, &h, now);
	tell_fails(db, &h, now);
	hook_update(db, &h);
}
