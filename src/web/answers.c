/* SPDX-License-Identifier: ISC */
/*
 * Answers and viewers in web/kept: each with the conditions under which it holds behind its bytes.
 */
#include "web/answers.h"

#include <stdio.h>
#include <string.h>

#include "web/page.h"
#include "web/site.h"

/* Shorter ones, which are not compressed, are made as fast. */
enum { LEAST_BYTES = 1024 };

/*
 * Appends what holds now, without its conditions; they are in *holds. What was read later than the
 * request's own snapshot may be newer than it: it is not found.
 */
static bool find(const struct request *req, const struct kept_key *key, struct text *out,
                 struct holds *holds)
{
	size_t before = out->len;
	if (!kept_find(req->site->kept, key, out))
		return false;
	if (!text_is_over(out)) {
		out->len -= sizeof(*holds);
		memcpy(holds, out->data + out->len, sizeof(*holds));
		if (holds->from <= req->now && req->now < holds->until &&
		    holds->reading.since <= req->holds.reading.since &&
		    reading_holds(&holds->reading, store_changes(req->site->store)))
			return true;
	}
	out->len = before;
	return false;
}

/* Keeps bytes for as long as what the request has read holds; *bytes is as it was. */
static void keep(const struct request *req, const struct kept_key *key, struct text *bytes)
{
	size_t len = bytes->len;
	if (req->now >= req->holds.until ||
	    !reading_holds(&req->holds.reading, store_changes(req->site->store)))
		return;
	text_add_bytes(bytes, (const char *)&req->holds, sizeof(req->holds));
	if (!text_is_over(bytes))
		kept_add(req->site->kept, key, bytes->data, bytes->len);
	bytes->len = len;
}

/* ---- Answers ---- */

static bool may_be_kept(const struct request *req)
{
	return req->method == METHOD_GET && req->route->access == ACCESS_ANYONE &&
	       !req->site->is_dev && !req->site->is_forgetful;
}

/* All that an answer follows from besides what the rows say: who asks, for what, in which form. */
static struct kept_key key_of(const struct request *req)
{
	struct text described;
	text_init(&described, LIMIT_RESPONSE_BYTES);
	text_printf(&described, "answer %d%d\n", req->wants_json, req->takes_gzip);
	text_add_bytes(&described, (const char *)req->viewer.session.hash,
	               sizeof(req->viewer.session.hash));
	text_add(&described, req->target);
	struct kept_key key = kept_key(req->site->kept, described.data, described.len);
	text_release(&described);
	return key;
}

bool answer_find(const struct request *req, struct response *res)
{
	struct holds holds;
	if (!may_be_kept(req))
		return false;
	struct kept_key key = key_of(req);
	if (!find(req, &key, &res->body, &holds))
		return false;
	res->type = page_type(req);
	res->is_gzipped = req->takes_gzip;
	return true;
}

void answer_keep(const struct request *req, struct response *res)
{
	if (!req->keeps_answer || !may_be_kept(req) || res->status != 200 ||
	    res->type != page_type(req) || res->body.len < LEAST_BYTES ||
	    res->is_gzipped != req->takes_gzip || res->etag[0] || res->cookie_count > 0 ||
	    res->cache != CACHE_NEVER)
		return;
	struct kept_key key = key_of(req);
	keep(req, &key, &res->body);
}

/* ---- Parts ---- */

/* The whole holds no longer than its part. */
static void add_part(struct request *req, const struct holds *part)
{
	request_reads_until(req, part->until);
	reading_add_part(&req->holds.reading, &part->reading);
}

static struct kept_key key_of_part(const struct request *req, const char *name, const char *id)
{
	char described[80];
	int len = snprintf(described, sizeof(described), "part %s %s %lld", name, id,
	                   (long long)req->viewer.user.id);
	return kept_key(req->site->kept, described, (size_t)len);
}

bool answer_find_part(struct request *req, const char *name, const char *id, struct text *out)
{
	struct holds part;
	struct kept_key key = key_of_part(req, name, id);
	if (req->site->is_dev || req->site->is_forgetful || !find(req, &key, out, &part))
		return false;
	add_part(req, &part);
	return true;
}

struct holds answer_begin_part(struct request *req)
{
	struct holds whole = req->holds;
	req->holds = (struct holds){
		.from = req->now, .until = INT64_MAX, .reading.since = whole.reading.since};
	request_shows_person(req, req->viewer.user.id);
	return whole;
}

void answer_end_part(struct request *req, const struct holds *whole, const char *name,
                     const char *id, struct text *part)
{
	struct kept_key key = key_of_part(req, name, id);
	struct holds holds = req->holds;
	keep(req, &key, part);
	req->holds = *whole;
	add_part(req, &holds);
}

/* ---- Viewers ---- */

static struct kept_key key_of_viewer(const struct request *req, const unsigned char *hash)
{
	char described[8 + HASH_BYTES] = "viewer\n";
	memcpy(described + 8, hash, HASH_BYTES);
	return kept_key(req->site->kept, described, sizeof(described));
}

bool answer_find_viewer(struct request *req, const unsigned char hash[HASH_BYTES])
{
	struct text bytes;
	struct holds holds;
	struct kept_key key = key_of_viewer(req, hash);
	text_init(&bytes, sizeof(req->viewer) + sizeof(req->holds) + 1);
	bool is_there = !req->site->is_forgetful && find(req, &key, &bytes, &holds);
	if (is_there)
		memcpy(&req->viewer, bytes.data, sizeof(req->viewer));
	text_release(&bytes);
	return is_there;
}

void answer_keep_viewer(const struct request *req)
{
	struct text bytes;
	struct kept_key key = key_of_viewer(req, req->viewer.session.hash);
	text_init(&bytes, sizeof(req->viewer) + sizeof(req->holds) + 1);
	text_add_bytes(&bytes, (const char *)&req->viewer, sizeof(req->viewer));
	keep(req, &key, &bytes);
	text_release(&bytes);
}
