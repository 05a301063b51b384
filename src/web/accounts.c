/* SPDX-License-Identifier: ISC */
/*
 * Signing in and out (A1): the address, then the mail's code here or its link anywhere, then the
 * page that one wanted. What a sign-in leads to is app/accounts.c's; settings of an account are
 * settings.c's.
 *
 * The code works in the browser that asked, by a cookie; a home-screen app has cookies of its own,
 * so one asks there. A link is only looked at by a GET, since programs that check mails open it.
 */
#include "web/accounts.h"

#include <assert.h>
#include <string.h>

#include "app/accounts.h"
#include "app/names.h"
#include "base/hex.h"
#include "base/secret.h"
#include "web/families.h"
#include "web/lobby.h"
#include "web/page.h"
#include "web/session.h"
#include "web/site.h"

static_assert((int)ACCOUNTS_SECRET_BYTES == (int)SESSION_SECRET_BYTES, "one secret, two names");

enum { BROWSER_LEN = 2 * ACCOUNTS_SECRET_BYTES, LINK_LEN = 2 * ACCOUNTS_LINK_BYTES };

/* ---- The cookie of the browser that asked ---- */

static const char *cookie_name(const struct request *req)
{
	return req->site->config->is_https ? "__Host-signin" : "signin";
}

static bool find_browser(const struct request *req, unsigned char out[ACCOUNTS_SECRET_BYTES])
{
	char value[BROWSER_LEN + 1];
	return cookie_find(head_get(req->head, "Cookie"), cookie_name(req), value, sizeof(value)) &&
	       hex_parse(out, ACCOUNTS_SECRET_BYTES, value) == 0;
}

static void set_cookie(const struct request *req, struct response *res, const char *value, long age)
{
	response_cookie(res, cookie_name(req), value, age, req->site->config->is_https);
}

/* ---- Pages ---- */

/* Browsers drop tabs and line ends, and take a backslash for a slash. */
const char *accounts_local_path(const char *path)
{
	if (!path || path[0] != '/' || path[1] == '/')
		return "/";
	for (const char *c = path; *c; c++) {
		if (*c <= ' ' || *c > '~' || *c == '\\')
			return "/";
	}
	return path;
}

static cJSON *signin_view(const char *address, const char *next)
{
	cJSON *view = cJSON_CreateObject();
	cJSON_AddStringToObject(view, "title", "Sign in");
	cJSON_AddStringToObject(view, "address", address ? address : "");
	cJSON_AddStringToObject(view, "next", accounts_local_path(next));
	return view;
}

static void show_signin(struct request *req, struct response *res)
{
	const char *next = request_field(req, "next");
	if (req->viewer.is_signed_in && !req->viewer.user.is_guest && !req->wants_json) {
		response_see_other(res, "%s", accounts_local_path(next));
		return;
	}
	page_answer(req, res, "signin", signin_view(request_field(req, "address"), next));
}

static const char *what_it_does(struct request *req, const struct signin *s)
{
	return signin_adds_address(request_db(req), s) ? "Add this address" : "Sign in";
}

/* The game in which a seat is held until this mail is answered. */
static void add_held_seat(struct request *req, cJSON *view, const struct signin *s)
{
	struct seat_row seats[GAME_SEATS_MAX];
	struct game_row g;
	const char *id = strncmp(s->next, "/g/", 3) == 0 ? s->next + 3 : "";
	if (strlen(id) != GAME_ID_LEN || !game_get(request_db(req), id, &g))
		return;
	size_t count = seat_list(request_db(req), id, seats);
	for (size_t i = 0; i < count; i++) {
		if (seats[i].held_until > req->now && seats[i].signin_id == s->id)
			cJSON_AddStringToObject(view, "held_in", g.name);
	}
}

/* Whatever the address is, known or not, mailed or not: the page is the same. */
static cJSON *code_view(struct request *req, const struct signin *s)
{
	bool is_adding = signin_adds_address(request_db(req), s);
	cJSON *view = cJSON_CreateObject();
	cJSON_AddStringToObject(view, "title", "Look into your mail");
	cJSON_AddStringToObject(view, "address", s->address);
	cJSON_AddNumberToObject(view, "minutes", ACCOUNTS_SIGNIN_S / 60);
	cJSON_AddStringToObject(view, "does", what_it_does(req, s));
	cJSON_AddStringToObject(view, "again", is_adding ? "/settings" : "/signin");
	add_held_seat(req, view, s);
	if (s->tries_left < ACCOUNTS_TRIES)
		cJSON_AddNumberToObject(view, "tries", s->tries_left);
	return view;
}

/* The sign-in that this browser asked for, if it can be answered yet. */
static bool find_asked(struct request *req, struct signin *out)
{
	unsigned char browser[ACCOUNTS_SECRET_BYTES];
	return find_browser(req, browser) &&
	       accounts_peek(request_db(req), NULL, browser, req->now, out) == SIGNIN_OK;
}

static void show_code(struct request *req, struct response *res)
{
	struct signin s;
	if (find_asked(req, &s))
		page_answer(req, res, "signin_code", code_view(req, &s));
	else if (req->viewer.is_signed_in && !req->viewer.user.is_guest)
		response_see_other(res, "/");
	else
		page_refuse(req, res, 410,
		            "This browser waits for no code. Ask for a mail here first.", "signin",
		            signin_view(NULL, NULL));
}

/* ---- Asking ---- */

/* Chance for a sign-in's mail, and its cookie. */
static int64_t ask(struct request *req, struct response *res, const char *address, const char *next,
                   int64_t user_id)
{
	struct signin_chance chance;
	char value[BROWSER_LEN + 1];
	struct signin_request r = {
		.address = address,
		.user_id = user_id,
		.next = next,
		.chance = &chance,
		.now = req->now,
	};
	signin_chance_draw(&chance);
	hex_format(value, chance.browser, sizeof(chance.browser));
	int64_t id = accounts_ask(req->site->store, &r);
	if (id)
		set_cookie(req, res, value, ACCOUNTS_SIGNIN_S);
	return id;
}

bool accounts_send_mail(struct request *req, struct response *res, const char *address,
                        const char *next, int64_t user_id, int64_t *signin_id)
{
	struct peer network = peer_network(req->peer);
	if (!page_rate(req, res, RATE_NETWORK_SIGNIN, &network, sizeof(network)) ||
	    !page_rate(req, res, RATE_ADDRESS_MAIL, address, strlen(address)))
		return false;
	*signin_id = ask(req, res, address, accounts_local_path(next), user_id);
	if (!*signin_id)
		page_error(req, res, 500, signin_sentence(SIGNIN_FAILED));
	return *signin_id != 0;
}

static bool read_link(const char *text, unsigned char out[ACCOUNTS_LINK_BYTES])
{
	return text && hex_parse(out, ACCOUNTS_LINK_BYTES, text) == 0;
}

/* Who is to become the account: the guest who is here; or, where a link ran out and another mail is
 * asked for, the guest who asked for that one: places may be held for them. */
static int64_t asking_guest(struct request *req, const char *address)
{
	unsigned char link[ACCOUNTS_LINK_BYTES];
	struct signin s;
	struct user guest;
	if (req->viewer.is_signed_in)
		return req->viewer.user.is_guest ? req->viewer.user.id : 0;
	if (!read_link(request_field(req, "link"), link))
		return 0;
	struct db *db = request_db(req);
	enum signin_status status = accounts_peek(db, link, NULL, req->now, &s);
	bool is_theirs = status != SIGNIN_UNKNOWN && strcmp(s.address, address) == 0 && s.user_id &&
	                 user_get(db, s.user_id, &guest) && guest.is_guest && !guest.is_deleted;
	request_db_done(req);
	return is_theirs ? s.user_id : 0;
}

static void mail_signin(struct request *req, struct response *res)
{
	const char *typed = request_field(req, "address"), *next = request_field(req, "next");
	char address[LIMIT_ADDRESS_BYTES + 1];
	int64_t id;
	if (!typed || !address_normalise(typed, address))
		page_refuse(req, res, 422, "That is not a mail address.", "signin",
		            signin_view(typed, next));
	else if (accounts_send_mail(req, res, address, next, asking_guest(req, address), &id))
		response_see_other(res, "/signin/code");
}

/* ---- Answering ---- */

static int http_status(enum signin_status status)
{
	switch (status) {
	case SIGNIN_OK:
		return 200;
	case SIGNIN_UNKNOWN:
	case SIGNIN_EXPIRED:
	case SIGNIN_NO_TRIES:
		return 410;
	case SIGNIN_WRONG_CODE:
		return 422;
	case SIGNIN_ELSEWHERE:
	case SIGNIN_INVITED_ONLY:
		return 403;
	case SIGNIN_BOTH_SIT:
	case SIGNIN_TOO_MANY:
		return 409;
	case SIGNIN_FAILED:
	case SIGNIN_STATUS_COUNT:
		break;
	}
	return 500;
}

/* What can't be answered any more leads to the form for another mail; the view is taken. */
static void refuse(struct request *req, struct response *res, enum signin_status status,
                   cJSON *view)
{
	if (http_status(status) == 410) {
		page_refuse(req, res, 410, signin_sentence(status), "signin", view);
		return;
	}
	cJSON_Delete(view);
	page_error(req, res, http_status(status), signin_sentence(status));
}

/* The wrong code's page again. The row is read anew: a try was used. */
static void refuse_code(struct request *req, struct response *res, enum signin_status status)
{
	struct signin s;
	if (status == SIGNIN_WRONG_CODE && find_asked(req, &s))
		page_refuse(req, res, 422, signin_sentence(status), "signin_code",
		            code_view(req, &s));
	else
		refuse(req, res, status, signin_view(NULL, NULL));
}

/* A new account has a name that nobody chose. */
static void go_on(struct response *res, const struct signin_answer *a)
{
	const char *next = accounts_local_path(a->next);
	struct text escaped;
	text_init(&escaped, 3 * LIMIT_NEXT_BYTES);
	form_escape(&escaped, next);
	if (a->is_new)
		response_see_other(res, ACCOUNTS_WELCOME_PATH "?next=%s", text_string(&escaped));
	else
		response_see_other(res, "%s", next);
	text_release(&escaped);
}

/* Uses the sign-in up; false, and the status says why, when it can't be. */
static bool answer(struct request *req, struct response *res, struct signin_answer *a)
{
	unsigned char session[SESSION_SECRET_BYTES];
	secret_random(session, sizeof(session));
	a->session = session;
	a->viewer_id = req->viewer.user.id;
	a->session_id = req->viewer.session.id;
	a->agent = req->agent;
	a->zone = request_field(req, "zone");
	a->registration = req->site->config->registration;
	a->now = req->now;
	accounts_answer(req->site->store, req->site->sets, a);
	if (a->status != SIGNIN_OK)
		return false;
	session_begin(req, res, session);
	set_cookie(req, res, "", 0);
	go_on(res, a);
	return true;
}

/* The digits of a code as people type it: "123 456". */
static void read_code(const char *typed, char out[ACCOUNTS_CODE_DIGITS + 2])
{
	size_t len = 0;
	for (const char *c = typed; *c && len <= ACCOUNTS_CODE_DIGITS; c++) {
		if (*c != ' ' && *c != '-')
			out[len++] = *c;
	}
	out[len] = '\0';
}

static void take_code(struct request *req, struct response *res)
{
	unsigned char browser[ACCOUNTS_SECRET_BYTES];
	char code[ACCOUNTS_CODE_DIGITS + 2];
	const char *typed = request_field(req, "code");
	struct signin_answer a = {.browser = browser, .code = code};
	read_code(typed ? typed : "", code);
	if (!find_browser(req, browser))
		refuse_code(req, res, SIGNIN_UNKNOWN);
	else if (!answer(req, res, &a))
		refuse_code(req, res, a.status);
}

/* The form is filled in where the link was one. */
static void refuse_link(struct request *req, struct response *res, enum signin_status status,
                        const struct signin *s)
{
	cJSON *view = signin_view(s ? s->address : NULL, s ? s->next : NULL);
	if (s && !s->used_at)
		cJSON_AddStringToObject(view, "link", request_param(req, "secret"));
	refuse(req, res, status, view);
}

static void show_link(struct request *req, struct response *res)
{
	unsigned char link[ACCOUNTS_LINK_BYTES];
	struct signin s;
	enum signin_status status = SIGNIN_UNKNOWN;
	if (read_link(request_param(req, "secret"), link))
		status = accounts_peek(request_db(req), link, NULL, req->now, &s);
	if (status != SIGNIN_OK) {
		refuse_link(req, res, status, status == SIGNIN_UNKNOWN ? NULL : &s);
		return;
	}
	const char *does = what_it_does(req, &s);
	cJSON *view = cJSON_CreateObject();
	cJSON_AddStringToObject(view, "title", does);
	cJSON_AddStringToObject(view, "url", req->path);
	cJSON_AddStringToObject(view, "address", s.address);
	cJSON_AddStringToObject(view, "does", does);
	cJSON_AddBoolToObject(view, "adds_address", signin_adds_address(request_db(req), &s));
	page_answer(req, res, "signin_link", view);
}

static void take_link(struct request *req, struct response *res)
{
	unsigned char link[ACCOUNTS_LINK_BYTES];
	struct signin_answer a = {.link = link, .status = SIGNIN_UNKNOWN};
	struct signin s;
	if (read_link(request_param(req, "secret"), link) && answer(req, res, &a))
		return;
	bool is_there = a.status != SIGNIN_UNKNOWN &&
	                accounts_peek(request_db(req), link, NULL, req->now, &s) != SIGNIN_UNKNOWN;
	refuse_link(req, res, a.status, is_there ? &s : NULL);
}

/* ---- Guests, and the end ---- */

bool accounts_begin_guest(struct request *req, struct response *res)
{
	struct peer network = peer_network(req->peer);
	unsigned char session[SESSION_SECRET_BYTES];
	if (!page_rate(req, res, RATE_NETWORK_GUEST, &network, sizeof(network)))
		return false;
	secret_random(session, sizeof(session));
	int64_t id = accounts_guest(req->site->store, req->agent, request_field(req, "zone"),
	                            session, req->now);
	if (!id) {
		page_error(req, res, 500, signin_sentence(SIGNIN_FAILED));
		return false;
	}
	session_begin(req, res, session);
	req->viewer.is_signed_in = user_get(request_db(req), id, &req->viewer.user);
	request_db_done(req);
	return true;
}

static void sign_out(struct request *req, struct response *res)
{
	const struct viewer *v = &req->viewer;
	accounts_sign_out(req->site->store, v->user.id, v->session.id);
	session_end(req, res);
	response_see_other(res, "/");
}

/* "Play a bot now": a game for whoever is here. */
static void play_bots(struct request *req, struct response *res)
{
	if (req->viewer.is_signed_in || accounts_begin_guest(req, res))
		lobby_practice(req, res, req->viewer.user.id);
}

static const struct field_rule signin_query[] = {
	{"next", LIMIT_NEXT_BYTES}, {"address", 2 * LIMIT_ADDRESS_BYTES}, {NULL, 0}};
static const struct field_rule signin_form[] = {{"address", 2 * LIMIT_ADDRESS_BYTES},
                                                {"next", LIMIT_NEXT_BYTES},
                                                {"link", LINK_LEN},
                                                {NULL, 0}};
static const struct field_rule code_form[] = {{"code", 40}, {"zone", LIMIT_ZONE_BYTES}, {NULL, 0}};
static const struct field_rule zone_form[] = {{"zone", LIMIT_ZONE_BYTES}, {NULL, 0}};

const struct route accounts_routes[] = {
	{METHOD_GET, "/signin", ACCESS_ANYONE, show_signin, signin_query, 0},
	{METHOD_POST, "/signin", ACCESS_ANYONE, mail_signin, signin_form, 0},
	{METHOD_GET, "/signin/code", ACCESS_ANYONE, show_code, NULL, 0},
	{METHOD_POST, "/signin/code", ACCESS_ANYONE, take_code, code_form, 0},
	{METHOD_GET, ACCOUNTS_LINK_PATH ":secret", ACCESS_ANYONE, show_link, NULL, 0},
	{METHOD_POST, ACCOUNTS_LINK_PATH ":secret", ACCESS_ANYONE, take_link, zone_form, 0},
	{METHOD_POST, "/signout", ACCESS_SESSION, sign_out, NULL, 0},
	{METHOD_POST, "/guest", ACCESS_ANYONE, play_bots, zone_form, 0},
	{0},
};
