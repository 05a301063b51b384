/* SPDX-License-Identifier: ISC */
/*
 * Accounts: see accounts.h. Names and addresses are checked before, by names.h.
 */
#include "app/accounts.h"

#include "app/lobby.h"
#include "app/notices.h"
#include "app/turn.h"
#include "app/words.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/hex.h"
#include "base/secret.h"
#include "base/zone.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

const char *signin_sentence(enum signin_status status)
{
	static const char *const sentences[SIGNIN_STATUS_COUNT] = {
		[SIGNIN_OK] = "You are signed in.",
		[SIGNIN_UNKNOWN] = "This link or code is not good any more; ask for a new mail.",
		[SIGNIN_EXPIRED] = "This link or code is not good any more; ask for a new mail.",
		[SIGNIN_WRONG_CODE] = "That is not the code in the mail.",
		[SIGNIN_NO_TRIES] = "That was tried too often; ask for a new mail.",
		[SIGNIN_ELSEWHERE] = "An address is added to an account where that account is "
				     "signed in; open the link "
				     "there, or type the code.",
		[SIGNIN_INVITED_ONLY] = "New accounts are by invitation here, and nobody has "
					"invited this address yet.",
		[SIGNIN_BOTH_SIT] = "That address belongs to an account that sits in one of your "
				    "games, so the two cannot become one.",
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

bool signin_adds_address(struct db *db, const struct signin *s)
{
	struct user asker;
	return s->user_id && user_get(db, s->user_id, &asker) && !asker.is_guest;
}

struct ask {
	const struct signin_request *r;
	int64_t id;
};

static int ask(struct db *db, void *context)
{
	struct ask *a = context;
	const struct signin_request *r = a->r;
	struct signin s = {.user_id = r->user_id,
	                   .created_at = r->now,
	                   .expires_at = r->now + ACCOUNTS_SIGNIN_S,
	                   .tries_left = ACCOUNTS_TRIES};
	struct notice n = notices_new(NOTICE_SIGN_IN, r->now);
	struct text payload;
	char link[2 * ACCOUNTS_LINK_BYTES + 1];
	bool is_too_many = signin_count(db, r->address, r->now - HOUR_S) >=
	                           ACCOUNTS_MAILS_AN_HOUR ||
	                   signin_count(db, r->address, r->now - DAY_S) >= ACCOUNTS_MAILS_A_DAY;
	hash_sha256(s.link_hash, r->chance->link, sizeof(r->chance->link));
	hash_sha256(s.browser_hash, r->chance->browser, sizeof(r->chance->browser));
	memcpy(s.code_salt, r->chance->salt, sizeof(s.code_salt));
	/* Without a mail the row is there all the same, so that the next page is; nobody can know
	 * its link, and what is no code's hash lets nobody guess. */
	if (is_too_many)
		hash_sha256(s.code_hash, r->chance, sizeof(*r->chance));
	else
		hash_code(s.code_hash, r->chance->salt, r->chance->code);
	snprintf(s.address, sizeof(s.address), "%s", r->address);
	snprintf(s.next, sizeof(s.next), "%s", r->next);
	a->id = signin_insert(db, &s);
	if (is_too_many)
		return 0;
	n.signin_id = a->id;
	snprintf(n.address, sizeof(n.address), "%s", r->address);
	hex_format(link, r->chance->link, sizeof(r->chance->link));
	text_init(&payload, SIGNIN_PAYLOAD_BYTES);
	text_printf(&payload, "%s %s%s", link, r->chance->code,
	            signin_adds_address(db, &s) ? "+" : "");
	notice_add(db, &n, payload.data, payload.len);
	text_release(&payload);
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
	/* One too many: the oldest goes. */
	struct session known[ACCOUNTS_SESSIONS_MAX + 1];
	if (session_list(db, user_id, known, ACCOUNTS_SESSIONS_MAX + 1) > ACCOUNTS_SESSIONS_MAX)
		session_delete(db, user_id, known[ACCOUNTS_SESSIONS_MAX].id);
}

/* What is before the @, and before a tag if there is more, as a first name for the account. */
static void name_from(const char *address, char out[LIMIT_NAME_BYTES + 1])
{
	size_t len = strcspn(address, "@+");
	if (len == 0)
		len = strcspn(address, "@");
	if (len > LIMIT_NAME_CODE_POINTS)
		len = LIMIT_NAME_CODE_POINTS;
	memcpy(out, address, len);
	out[len] = '\0';
}

/* A user as all begin; the name is to be set. */
static struct user new_user(const char *zone, int64_t now)
{
	struct user u = {.standing_order = ORDER_DEFAULT, .created_at = now, .seen_at = now};
	bool is_known = zone && strlen(zone) <= LIMIT_ZONE_BYTES && zone_exists(zone);
	snprintf(u.zone, sizeof(u.zone), "%s", is_known ? zone : "UTC");
	return u;
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

/* All addresses of an account are told that they change, whatever its person has chosen (A4). */
static void tell_addresses(struct db *db, int64_t user_id, int64_t now)
{
	struct address known[ACCOUNTS_ADDRESSES_MAX];
	size_t count = address_list(db, user_id, known, ACCOUNTS_ADDRESSES_MAX);
	for (size_t i = 0; i < count; i++) {
		struct notice n = notices_new(NOTICE_ADDRESS, now);
		n.user_id = user_id;
		memcpy(n.address, known[i].address, sizeof(n.address));
		notice_add(db, &n, NULL, 0);
	}
}

/* The guest becomes an account. */
static void confirm_guest(struct db *db, struct user *guest, const struct signin *s,
                          const struct signin_answer *a)
{
	user_set_guest(db, guest->id, false);
	/* Whoever asked need not be who answers: a browser that gets the mail's account must have
	 * answered it. */
	if (a->viewer_id != guest->id)
		session_delete_all(db, guest->id);
	if (strcmp(guest->name, ACCOUNTS_GUEST_NAME) != 0)
		return;
	name_from(s->address, guest->name);
	user_update(db, guest);
}

/* The address is nobody's yet: it comes to who asked, or a new account arises. */
static enum signin_status settle_new_address(struct db *db, const struct signin *s,
                                             struct user *asker, struct signin_answer *a)
{
	struct user u = new_user(a->zone, a->now);
	struct address known[ACCOUNTS_ADDRESSES_MAX];
	a->is_new = !asker || asker->is_guest;
	if (a->is_new && a->registration == REGISTRATION_INVITED && !is_invited(db, s->address))
		return SIGNIN_INVITED_ONLY;
	if (!asker) {
		name_from(s->address, u.name);
		a->user_id = user_insert(db, &u);
	} else {
		if (address_list(db, asker->id, known, ACCOUNTS_ADDRESSES_MAX) ==
		    ACCOUNTS_ADDRESSES_MAX)
			return SIGNIN_TOO_MANY;
		if (asker->is_guest)
			confirm_guest(db, asker, s, a);
		a->user_id = asker->id;
		tell_addresses(db, asker->id, a->now);
	}
	add_address(db, s->address, a->user_id, a->now);
	return SIGNIN_OK;
}

/* The address has an account: who asked goes over into it. */
static enum signin_status settle_known_address(struct db *db, const struct user *asker,
                                               int64_t owner_id, struct signin_answer *a)
{
	struct address known[ACCOUNTS_ADDRESSES_MAX];
	char before[LIMIT_ADDRESS_BYTES + 1] = "";
	a->user_id = owner_id;
	if (!asker || asker->id == owner_id)
		return SIGNIN_OK;
	if (address_list(db, owner_id, known, ACCOUNTS_ADDRESSES_MAX) +
	            address_list(db, asker->id, known, ACCOUNTS_ADDRESSES_MAX) >
	    ACCOUNTS_ADDRESSES_MAX)
		return SIGNIN_TOO_MANY;
	seat_confirm_holds(db, asker->id, owner_id);
	if (seat_move_all(db, asker->id, owner_id))
		return SIGNIN_BOTH_SIT;
	game_change_owner(db, asker->id, owner_id);
	notice_move_all(db, asker->id, owner_id);
	user_mail_address(db, owner_id, before);
	address_move_all(db, asker->id, owner_id);
	notices_address_was(db, owner_id, before);
	if (!asker->is_guest)
		tell_addresses(db, owner_id, a->now);
	user_delete(db, asker->id, "", a->now);
	return SIGNIN_OK;
}

enum signin_status accounts_peek(struct db *db, const unsigned char *link,
                                 const unsigned char *browser, int64_t now, struct signin *out)
{
	unsigned char hash[HASH_BYTES];
	hash_sha256(hash, link ? link : browser,
	            link ? ACCOUNTS_LINK_BYTES : ACCOUNTS_SECRET_BYTES);
	if (!(link ? signin_by_link : signin_by_browser)(db, hash, out))
		return SIGNIN_UNKNOWN;
	return out->used_at || out->expires_at <= now ? SIGNIN_EXPIRED : SIGNIN_OK;
}

static enum signin_status check_code(struct db *db, const struct signin *s, const char *code)
{
	unsigned char hash[HASH_BYTES];
	if (!s->tries_left)
		return SIGNIN_NO_TRIES;
	if (strlen(code) == ACCOUNTS_CODE_DIGITS) {
		hash_code(hash, s->code_salt, code);
		if (secret_equals(hash, s->code_hash, HASH_BYTES))
			return SIGNIN_OK;
	}
	signin_set_tries(db, s->id, s->tries_left - 1);
	return s->tries_left > 1 ? SIGNIN_WRONG_CODE : SIGNIN_NO_TRIES;
}

struct answering {
	struct signin_answer *a;
	const struct sets *sets;
};

static enum signin_status settle(struct db *db, const struct sets *sets, const struct signin *s,
                                 struct signin_answer *a)
{
	struct user u;
	struct address known;
	/* A guest who signs in by a link that nobody's browser asked for takes the games along. */
	int64_t asker_id = s->user_id ? s->user_id : a->viewer_id;
	bool has_asker = asker_id && user_get(db, asker_id, &u) && !u.is_deleted &&
	                 (s->user_id || u.is_guest);
	if (has_asker && !u.is_guest && a->link && a->viewer_id != u.id)
		return SIGNIN_ELSEWHERE;
	struct user *asker = has_asker ? &u : NULL;
	enum signin_status status = address_get(db, s->address, &known)
	                                    ? settle_known_address(db, asker, known.user_id, a)
	                                    : settle_new_address(db, s, asker, a);
	if (status != SIGNIN_OK)
		return status;
	signin_set_used(db, s->id, a->now);
	session_delete(db, a->viewer_id, a->session_id);
	begin_session(db, a->user_id, a->agent, a->session, a->now);
	lobby_confirm(db, sets, a->user_id, a->now);
	memcpy(a->next, s->next, sizeof(a->next));
	return SIGNIN_OK;
}

static int answer(struct db *db, void *context)
{
	struct answering *c = context;
	struct signin s;
	c->a->status = accounts_peek(db, c->a->link, c->a->browser, c->a->now, &s);
	if (c->a->status == SIGNIN_OK && !c->a->link) {
		c->a->status = check_code(db, &s, c->a->code);
		/* That a try was used stands though the answer is no. */
		if (c->a->status != SIGNIN_OK)
			return 0;
	}
	if (c->a->status == SIGNIN_OK)
		c->a->status = settle(db, c->sets, &s, c->a);
	return c->a->status == SIGNIN_OK ? 0 : 1;
}

void accounts_answer(struct store *store, const struct sets *sets, struct signin_answer *a)
{
	struct answering context = {a, sets};
	a->status = SIGNIN_FAILED;
	a->user_id = 0;
	a->is_new = false;
	a->next[0] = '\0';
	if (store_write(store, answer, &context) == STORE_FAILED)
		a->status = SIGNIN_FAILED;
}

/* A job's context for the small changes. */
struct change {
	const struct user *user;
	int64_t user_id, session_id, now;
	const char *agent, *zone, *address, *game_id;
	const unsigned char *session;
	const int *order;
};

static int make_guest(struct db *db, void *context)
{
	struct change *c = context;
	struct user u = new_user(c->zone, c->now);
	snprintf(u.name, sizeof(u.name), "%s", ACCOUNTS_GUEST_NAME);
	u.is_guest = true;
	c->user_id = user_insert(db, &u);
	begin_session(db, c->user_id, c->agent, c->session, c->now);
	return 0;
}

int64_t accounts_guest(struct store *store, const char *agent, const char *zone,
                       const unsigned char session[ACCOUNTS_SECRET_BYTES], int64_t now)
{
	struct change c = {.agent = agent, .zone = zone, .session = session, .now = now};
	return store_write(store, make_guest, &c) == STORE_OK ? c.user_id : 0;
}

static int end_session(struct db *db, void *context)
{
	const struct change *c = context;
	return session_delete(db, c->user_id, c->session_id) ? 0 : 1;
}

bool accounts_sign_out(struct store *store, int64_t user_id, int64_t session_id)
{
	struct change c = {.user_id = user_id, .session_id = session_id};
	return store_write(store, end_session, &c) == STORE_OK;
}

static int end_other_sessions(struct db *db, void *context)
{
	const struct change *c = context;
	struct session known[ACCOUNTS_SESSIONS_MAX];
	size_t count = session_list(db, c->user_id, known, ACCOUNTS_SESSIONS_MAX);
	for (size_t i = 0; i < count; i++) {
		if (known[i].id != c->session_id)
			session_delete(db, c->user_id, known[i].id);
	}
	return 0;
}

bool accounts_sign_out_others(struct store *store, int64_t user_id, int64_t session_id)
{
	struct change c = {.user_id = user_id, .session_id = session_id};
	return store_write(store, end_other_sessions, &c) == STORE_OK;
}

static int update(struct db *db, void *context)
{
	const struct change *c = context;
	struct user u;
	if (!user_get(db, c->user->id, &u))
		return 1;
	memcpy(u.name, c->user->name, sizeof(u.name));
	u.standing_order = c->user->standing_order;
	user_update(db, &u);
	return 0;
}

bool accounts_update(struct store *store, const struct user *u)
{
	struct change c = {.user = u};
	return store_write(store, update, &c) == STORE_OK;
}

static int set_order(struct db *db, void *context)
{
	const struct change *c = context;
	struct seat_row seats[GAME_SEATS_MAX];
	size_t count = seat_list(db, c->game_id, seats);
	for (size_t i = 0; i < count; i++) {
		if (seats[i].user_id != c->user_id)
			continue;
		seats[i].has_own_standing_order = c->order != NULL;
		seats[i].standing_order = c->order ? *c->order : 0;
		seat_update(db, &seats[i]);
		return 0;
	}
	return 1;
}

bool accounts_set_order(struct store *store, int64_t user_id, const char *game_id, const int *order)
{
	struct change c = {.user_id = user_id, .game_id = game_id, .order = order};
	return store_write(store, set_order, &c) == STORE_OK;
}

static int drop_address(struct db *db, void *context)
{
	const struct change *c = context;
	struct address known[ACCOUNTS_ADDRESSES_MAX], a;
	char before[LIMIT_ADDRESS_BYTES + 1] = "";
	if (!address_get(db, c->address, &a) || a.user_id != c->user_id ||
	    address_list(db, c->user_id, known, ACCOUNTS_ADDRESSES_MAX) < 2)
		return 1;
	tell_addresses(db, c->user_id, c->now);
	user_mail_address(db, c->user_id, before);
	address_delete(db, c->address);
	notices_address_was(db, c->user_id, before);
	return 0;
}

bool accounts_drop_address(struct store *store, int64_t user_id, const char *address, int64_t now)
{
	struct change c = {.user_id = user_id, .address = address, .now = now};
	return store_write(store, drop_address, &c) == STORE_OK;
}

enum { GAMES_MAX = 1000 }; /* of one user in one state: more than anybody has */

/* Nobody waits for somebody who is gone. */
static void leave_games(struct store *store, const struct sets *sets, int64_t user_id, int64_t now)
{
	struct game_ref open[GAMES_MAX], running[GAMES_MAX];
	struct db *db = store_read(store);
	size_t open_count = game_list_of_user(db, user_id, GAME_OPEN, open, GAMES_MAX);
	size_t running_count = game_list_of_user(db, user_id, GAME_RUNNING, running, GAMES_MAX);
	store_read_done(store, db);
	for (size_t i = 0; i < open_count; i++) {
		lobby_leave(store, sets, open[i].id, user_id);
		lobby_cancel(store, sets, open[i].id, user_id, now);
	}
	for (size_t i = 0; i < running_count; i++) {
		struct turn t = {.game_id = running[i].id, .user_id = user_id, .now = now};
		turn_resign(store, sets, &t);
	}
}

static int delete_account(struct db *db, void *context)
{
	const struct change *c = context;
	user_delete(db, c->user_id, "former player", c->now);
	return 0;
}

bool accounts_delete(struct store *store, const struct sets *sets, int64_t user_id, int64_t now)
{
	struct change c = {.user_id = user_id, .now = now};
	leave_games(store, sets, user_id, now);
	return store_write(store, delete_account, &c) == STORE_OK;
}
