/* SPDX-License-Identifier: ISC */
/*
 * Rows of sessions and of sign-in mails that are out: see people.h. Secrets come here hashed.
 */
#include "store/people.h"

#include "store/db.h"

#define SESSION_COLUMNS "hash, id, user_id, agent, created_at, seen_at"

static void read_session(struct query *q, struct session *out)
{
	*out = (struct session){0};
	get_blob(q, out->hash, HASH_BYTES);
	out->id = get_int(q);
	out->user_id = get_int(q);
	get_text(q, out->agent, sizeof(out->agent));
	out->created_at = get_int(q);
	out->seen_at = get_int(q);
}

bool session_get(struct db *db, const unsigned char hash[HASH_BYTES], struct session *out)
{
	struct query q = QUERY(db, "SELECT " SESSION_COLUMNS " FROM sessions WHERE hash = ?");
	put_blob(&q, hash, HASH_BYTES);
	bool is_there = query_step(&q);
	if (is_there)
		read_session(&q, out);
	query_end(&q);
	return is_there;
}

/* The number that names a session in lists: no later one ever gets it again, as would happen with a
 * count. */
static int64_t number_of(const unsigned char hash[HASH_BYTES])
{
	int64_t number = 0;
	for (int i = 0; i < 6; i++)
		number = number << 8 | hash[i];
	return number;
}

int64_t session_insert(struct db *db, const struct session *s)
{
	int64_t id = number_of(s->hash);
	struct query q =
		QUERY(db, "INSERT INTO sessions (" SESSION_COLUMNS ") VALUES (?, ?, ?, ?, ?, ?)");
	put_blob(&q, s->hash, HASH_BYTES);
	put_int(&q, id);
	put_int(&q, s->user_id);
	put_text(&q, s->agent);
	put_int(&q, s->created_at);
	put_int(&q, s->seen_at);
	return query_run(&q) ? id : 0;
}

void session_seen(struct db *db, const unsigned char hash[HASH_BYTES], int64_t at)
{
	struct query q = QUERY(db, "UPDATE sessions SET seen_at = ? WHERE hash = ?");
	put_int(&q, at);
	put_blob(&q, hash, HASH_BYTES);
	query_run(&q);
}

size_t session_list(struct db *db, int64_t user_id, struct session *out, size_t cap)
{
	size_t count = 0;
	struct query q = QUERY(db, "SELECT " SESSION_COLUMNS " FROM sessions WHERE user_id = ?"
	                           " ORDER BY created_at DESC, id LIMIT ?");
	put_int(&q, user_id);
	put_int(&q, (int64_t)cap);
	while (query_step(&q))
		read_session(&q, &out[count++]);
	query_end(&q);
	return count;
}

bool session_delete(struct db *db, int64_t user_id, int64_t id)
{
	struct query q = QUERY(db, "DELETE FROM sessions WHERE user_id = ? AND id = ?");
	put_int(&q, user_id);
	put_int(&q, id);
	return query_run(&q) > 0;
}

void session_delete_all(struct db *db, int64_t user_id)
{
	struct query q = QUERY(db, "DELETE FROM sessions WHERE user_id = ?");
	put_int(&q, user_id);
	query_run(&q);
}

#define SIGNIN_COLUMNS                                                                       \
	"link_hash, browser_hash, code_hash, code_salt, address, user_id, next, created_at," \
	" expires_at, used_at, tries_left"

int64_t signin_insert(struct db *db, const struct signin *s)
{
	struct query q = QUERY(db, "INSERT INTO signins (" SIGNIN_COLUMNS ")"
	                           " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
	put_blob(&q, s->link_hash, HASH_BYTES);
	put_blob(&q, s->browser_hash, HASH_BYTES);
	put_blob(&q, s->code_hash, HASH_BYTES);
	put_blob(&q, s->code_salt, sizeof(s->code_salt));
	put_text(&q, s->address);
	put_int_unless(&q, s->user_id, 0);
	put_text(&q, s->next);
	put_int(&q, s->created_at);
	put_int(&q, s->expires_at);
	put_int_unless(&q, s->used_at, 0);
	put_int(&q, s->tries_left);
	return query_insert(&q);
}

static bool step_signin(struct query *q, struct signin *out)
{
	bool is_there = query_step(q);
	if (is_there) {
		*out = (struct signin){.id = get_int(q)};
		get_blob(q, out->link_hash, HASH_BYTES);
		get_blob(q, out->browser_hash, HASH_BYTES);
		get_blob(q, out->code_hash, HASH_BYTES);
		get_blob(q, out->code_salt, sizeof(out->code_salt));
		get_text(q, out->address, sizeof(out->address));
		out->user_id = get_int_or(q, 0);
		get_text(q, out->next, sizeof(out->next));
		out->created_at = get_int(q);
		out->expires_at = get_int(q);
		out->used_at = get_int_or(q, 0);
		out->tries_left = (int)get_int(q);
	}
	return is_there;
}

/* Ends the query. */
static bool read_signin(struct query *q, struct signin *out)
{
	bool is_there = step_signin(q, out);
	query_end(q);
	return is_there;
}

size_t signin_list(struct db *db, int64_t user_id, struct signin *out, size_t cap)
{
	size_t count = 0;
	struct query q = QUERY(db, "SELECT id, " SIGNIN_COLUMNS
	                           " FROM signins WHERE user_id = ? ORDER BY id LIMIT ?");
	put_int(&q, user_id);
	put_int(&q, (int64_t)cap);
	while (count < cap && step_signin(&q, &out[count]))
		count++;
	query_end(&q);
	return count;
}

bool signin_by_link(struct db *db, const unsigned char hash[HASH_BYTES], struct signin *out)
{
	struct query q =
		QUERY(db, "SELECT id, " SIGNIN_COLUMNS " FROM signins WHERE link_hash = ?");
	put_blob(&q, hash, HASH_BYTES);
	return read_signin(&q, out);
}

bool signin_by_browser(struct db *db, const unsigned char hash[HASH_BYTES], struct signin *out)
{
	struct query q =
		QUERY(db, "SELECT id, " SIGNIN_COLUMNS " FROM signins WHERE browser_hash = ?");
	put_blob(&q, hash, HASH_BYTES);
	return read_signin(&q, out);
}

void signin_set_tries(struct db *db, int64_t id, int tries_left)
{
	struct query q = QUERY(db, "UPDATE signins SET tries_left = ? WHERE id = ?");
	put_int(&q, tries_left);
	put_int(&q, id);
	query_run(&q);
}

void signin_set_used(struct db *db, int64_t id, int64_t at)
{
	struct query q = QUERY(db, "UPDATE signins SET used_at = ? WHERE id = ?");
	put_int(&q, at);
	put_int(&q, id);
	query_run(&q);
}

unsigned signin_count(struct db *db, const char *address, int64_t since)
{
	struct query q = QUERY(db,
	                       "SELECT count(*) FROM signins WHERE address = ? AND created_at >= ?"
	                       " AND EXISTS (SELECT 1 FROM notices WHERE signin_id = signins.id)");
	put_text(&q, address);
	put_int(&q, since);
	return (unsigned)query_number(&q);
}

void signin_delete_old(struct db *db, int64_t before)
{
	/* What a place is still held for stays; notices, which name an address, go with what they
	 * were for. */
	struct query notices =
		QUERY(db, "DELETE FROM notices WHERE signin_id IN (SELECT id FROM signins WHERE"
	                  " created_at < ? AND id NOT IN"
	                  " (SELECT signin_id FROM seats WHERE signin_id IS NOT NULL))");
	put_int(&notices, before);
	query_run(&notices);
	struct query q = QUERY(db, "DELETE FROM signins WHERE created_at < ? AND id NOT IN"
	                           " (SELECT signin_id FROM seats WHERE signin_id IS NOT NULL)");
	put_int(&q, before);
	query_run(&q);
}
