/* SPDX-License-Identifier: ISC */
/*
 * Accounts: see accounts.h. Names and addresses are checked before, by names.h.
 */
#include "app/accounts.h"

#include "app/lobby.h"
#include "base/hash.h"
#include "base/hex.h"
#include "base/secret.h"
#include "store/notices.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

const char *signin_sentence(enum signin_status status)
{
	static const char *const sentences[SIGNIN_STATUS_COUNT] = {
		[SIGNIN_OK] = "You are signed in.",
		[SIGNIN_UNKNOWN] = "This link or code is not good any more; ask for a new mail.",
		[SIGNIN_WRONG_CODE] = "That is not the code in the mail.",
		[SIGNIN_NO_TRIES] = "That was tried too often; ask for a new mail.",
		[SIGNIN_INVITED_ONLY] = "New accounts are by invitation here, and nobody has invited this address yet.",
		[SIGNIN_BOTH_SIT] = "That address belongs to an account that sits in one of your games; finish that game first.",
		[SIGNIN_TOO_MANY] = "An account has at most five addresses.",
		[SIGNIN_FAILED] = "The database failed; nothing was changed.",
	};
	assert((unsigned)status < SIGNIN_STATUS_COUNT);
	return sentences[status];
}

enum { CODES = 1000000 };

void signin_chance_draw(struct signin_chance *c)
{
	secret_random(c->link, sizeof(c->link));
	secret_random(c->browser, sizeof(c->browser));
	secret_random(c->salt, sizeof(c->salt));
	uint32_t number;
	do
		secret_random(&number, sizeof(number));
	while (number >= UINT32_MAX / CODES * CODES); /* so that each code is as likely */
	snprintf(c->code, sizeof(c->code), "%06u", (unsigned)(number % CODES));
}

static void hash_code(unsigned char out[HASH_BYTES], const unsigned char salt[16], const char *code)
{
	unsigned char bytes[16 + ACCOUNTS_CODE_DIGITS];
	memcpy(bytes, salt, 16);
	memcpy(bytes + 16, code, ACCOUNTS_CODE_DIGITS);
	hash_sha256(out, bytes, sizeof(bytes));
}

struct ask {
	const struct signin_request *r;
	int64_t id;
};

static int ask(struct db *db, void *context)
{
	struct ask *a = context;
	const struct signin_request *r = a->r;
	struct signin s = {.user_id = r->user_id, .created_at = r->now, .expires_at = r->now + ACCOUNTS_SIGNIN_S,
	                   .tries_left = ACCOUNTS_TRIES};
	struct notice n = {.kind = "sign in", .channel = "mail", .due_at = r->now, .created_at = r->now};
	char payload[SIGNIN_PAYLOAD_BYTES + 1];
	bool is_too_many = signin_count(db, r->address, r->now - 3600) >= ACCOUNTS_MAILS_AN_HOUR;
	hash_sha256(s.link_hash, r->chance->link, sizeof(r->chance->link));
	hash_sha256(s.browser_hash, r->chance->browser, sizeof(r->chance->browser));
	memcpy(s.code_salt, r->chance->salt, sizeof(s.code_salt));
	hash_code(s.code_hash, r->chance->salt, r->chance->code);
	snprintf(s.address, sizeof(s.address), "%s", r->address);
	snprintf(s.next, sizeof(s.next), "%s", r->next);
	/* The row is there all the same, so that the next page is; nobody can know its secrets. */
	a->id = signin_insert(db, &s);
	if (is_too_many)
		return 0;
	n.signin_id = a->id;
	snprintf(n.address, sizeof(n.address), "%s", r->address);
	hex_format(payload, r->chance->link, sizeof(r->chance->link));
	payload[2 * ACCOUNTS_LINK_BYTES] = ' ';
	memcpy(payload + 2 * ACCOUNTS_LINK_BYTES + 1, r->chance->code, ACCOUNTS_CODE_DIGITS);
	notice_add(db, &n, payload, SIGNIN_PAYLOAD_BYTES);
	return 0;
}

int64_t accounts_ask(struct store *store, const struct signin_request *r)
{
	struct ask a = {.r = r};
	return store_write(store, ask, &a) == STORE_OK ? a.id : 0;
}

static void begin_session(struct db *db, int64_t user_id, const char *agent,
                          const unsigned char secret[ACCOUNTS_SECRET_BYTES], int64_t now)
{
	struct session s = {.user_id = user_id, .created_at = now, .seen_at = now};
	hash_sha256(s.hash, secret, ACCOUNTS_SECRET_BYTES);
	snprintf(s.agent, sizeof(s.agent), "%s", agent);
	session_insert(db, &s);
}

/* What is before the @, as a first name for the account. */
static void name_from(const char *address, char out[LIMIT_NAME_BYTES + 1])
{
	size_t len = strcspn(address, "@+");
	if (len > LIMIT_NAME_CODE_POINTS)
		len = LIMIT_NAME_CODE_POINTS;
	memcpy(out, address, len);
	out[len] = '\0';
}

static bool is_invited(struct db *db, const char *address)
{
	struct game_ref ref;
	return game_list_for_address(db, address, &ref, 1) > 0;
}

static void add_address(struct db *db, const char *address, int64_t user_id, int64_t now)
{
	struct address a = {.user_id = user_id, .confirmed_at = now};
	snprintf(a.address, sizeof(a.address), "%s", address);
	address_insert(db, &a);
}

/* The address is nobody's yet: it comes to who asked, or a new account arises. */
static enum signin_status settle_new_address(struct db *db, const struct signin *s, struct signin_answer *a)
{
	struct user u = {.created_at = a->now, .seen_at = a->now, .zone = "UTC", .standing_order = 2};
	struct address known[ACCOUNTS_ADDRESSES_MAX];
	bool has_asker = s->user_id && user_get(db, s->user_id, &u) && !u.is_deleted;
	bool arises = !has_asker || u.is_guest;
	if (arises && a->registration == REGISTRATION_INVITED && !is_invited(db, s->address))
		return SIGNIN_INVITED_ONLY;
	if (!has_asker) {
		name_from(s->address, u.name);
		u.id = user_insert(db, &u);
	} else if (u.is_guest) {
		user_set_guest(db, u.id, false);
	} else if (address_list(db, u.id, known, ACCOUNTS_ADDRESSES_MAX) == ACCOUNTS_ADDRESSES_MAX) {
		return SIGNIN_TOO_MANY;
	}
	add_address(db, s->address, u.id, a->now);
	a->user_id = u.id;
	a->is_new = arises;
	return SIGNIN_OK;
}

/* The address has an account: who asked goes over into it, with all games (A2). */
static enum signin_status settle_known_address(struct db *db, const struct signin *s, int64_t owner_id,
                                               struct signin_answer *a)
{
	struct user asker;
	a->user_id = owner_id;
	if (!s->user_id || s->user_id == owner_id || !user_get(db, s->user_id, &asker) || asker.is_deleted)
		return SIGNIN_OK;
	if (seat_move_all(db, s->user_id, owner_id))
		return SIGNIN_BOTH_SIT;
	address_move_all(db, s->user_id, owner_id);
	user_delete(db, s->user_id, "", a->now);
	return SIGNIN_OK;
}

static enum signin_status find(struct db *db, const struct signin_answer *a, struct signin *s)
{
	unsigned char hash[HASH_BYTES];
	bool is_there;
	if (a->link) {
		hash_sha256(hash, a->link, ACCOUNTS_LINK_BYTES);
		is_there = signin_by_link(db, hash, s);
	} else {
		hash_sha256(hash, a->browser, ACCOUNTS_SECRET_BYTES);
		is_there = signin_by_browser(db, hash, s);
	}
	if (!is_there || s->used_at || s->expires_at <= a->now)
		return SIGNIN_UNKNOWN;
	if (a->link)
		return SIGNIN_OK;
	if (!s->tries_left)
		return SIGNIN_NO_TRIES;
	if (strlen(a->code) != ACCOUNTS_CODE_DIGITS)
		return SIGNIN_WRONG_CODE;
	hash_code(hash, s->code_salt, a->code);
	return secret_equals(hash, s->code_hash, HASH_BYTES) ? SIGNIN_OK : SIGNIN_WRONG_CODE;
}

struct answering {
	struct signin_answer *a;
	const struct sets *sets;
};

static int settle(struct db *db, void *context)
{
	struct answering *context_of = context;
	struct signin_answer *a = context_of->a;
	struct signin s;
	struct address known;
	a->status = find(db, a, &s);
	if (a->status == SIGNIN_WRONG_CODE) {
		/* This change stands though the answer is no. */
		signin_set_tries(db, s.id, s.tries_left - 1);
		return 0;
	}
	if (a->status != SIGNIN_OK)
		return 1;
	a->status = address_get(db, s.address, &known) ? settle_known_address(db, &s, known.user_id, a)
	                                               : settle_new_address(db, &s, a);
	if (a->status != SIGNIN_OK)
		return 1;
	signin_set_used(db, s.id, a->now);
	begin_session(db, a->user_id, a->agent, a->session, a->now);
	lobby_confirm(db, context_of->sets, s.id, a->user_id, a->now);
	memcpy(a->next, s.next, sizeof(a->next));
	return 0;
}

void accounts_answer(struct store *store, const struct sets *sets, struct signin_answer *a)
{
	struct answering context = {a, sets};
	a->status = SIGNIN_FAILED;
	a->user_id = 0;
	a->is_new = false;
	a->next[0] = '\0';
	if (store_write(store, settle, &context) == STORE_FAILED)
		a->status = SIGNIN_FAILED;
}

bool accounts_peek(struct db *db, const unsigned char link[ACCOUNTS_LINK_BYTES], int64_t now, struct signin *out)
{
	struct signin s;
	unsigned char hash[HASH_BYTES];
	hash_sha256(hash, link, ACCOUNTS_LINK_BYTES);
	bool is_good = signin_by_link(db, hash, &s) && !s.used_at && s.expires_at > now;
	if (is_good && out)
		*out = s;
	return is_good;
}

/* A job's context for the small changes. */
struct change {
	const struct user *user;
	int64_t user_id, id, now;
	const char *name, *agent, *address;
	const unsigned char *session;
};

static int make_guest(struct db *db, void *context)
{
	struct change *c = context;
	struct user u = {.is_guest = true, .zone = "UTC", .standing_order = 2, .created_at = c->now, .seen_at = c->now};
	snprintf(u.name, sizeof(u.name), "%s", c->name);
	c->user_id = user_insert(db, &u);
	begin_session(db, c->user_id, c->agent, c->session, c->now);
	return 0;
}

int64_t accounts_guest(struct store *store, const char *name, const char *agent,
                       const unsigned char session[ACCOUNTS_SECRET_BYTES], int64_t now)
{
	struct change c = {.name = name, .agent = agent, .session = session, .now = now};
	return store_write(store, make_guest, &c) == STORE_OK ? c.user_id : 0;
}

static int end_sessions(struct db *db, void *context)
{
	const struct change *c = context;
	if (c->id)
		return session_delete(db, c->user_id, c->id) ? 0 : 1;
	session_delete_all(db, c->user_id);
	return 0;
}

bool accounts_sign_out(struct store *store, int64_t user_id, int64_t session_id)
{
	struct change c = {.user_id = user_id, .id = session_id};
	return store_write(store, end_sessions, &c) == STORE_OK;
}

static int update(struct db *db, void *context)
{
	const struct change *c = context;
	user_update(db, c->user);
	return 0;
}

bool accounts_update(struct store *store, const struct user *u)
{
	struct change c = {.user = u};
	return store_write(store, update, &c) == STORE_OK;
}

static int drop_address(struct db *db, void *context)
{
	const struct change *c = context;
	struct address known[ACCOUNTS_ADDRESSES_MAX], a;
	if (!address_get(db, c->address, &a) || a.user_id != c->user_id ||
	    address_list(db, c->user_id, known, ACCOUNTS_ADDRESSES_MAX) < 2)
		return 1;
	address_delete(db, c->address);
	return 0;
}

bool accounts_drop_address(struct store *store, int64_t user_id, const char *address)
{
	struct change c = {.user_id = user_id, .address = address};
	return store_write(store, drop_address, &c) == STORE_OK;
}

static int delete_account(struct db *db, void *context)
{
	const struct change *c = context;
	user_delete(db, c->user_id, "former player", c->now);
	return 0;
}

bool accounts_delete(struct store *store, int64_t user_id, int64_t now)
{
	struct change c = {.user_id = user_id, .now = now};
	return store_write(store, delete_account, &c) == STORE_OK;
}
