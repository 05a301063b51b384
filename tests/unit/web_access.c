/* SPDX-License-Identifier: ISC */
/*
 * The way of a request behind the gate, over a socket and with a real database: who gets in by
 * which door, both faces of an answer, what is kept and compressed. The routes are this test's own;
 * those of the service have tests of their own.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/hex.h"
#include "support/database.h"
#include "support/http.h"
#include "web/door.h"
#include "web/page.h"
#include "web/session.h"

enum { NOW = 1000000 };

/* ---- Routes ---- */

static void show(struct request *req, struct response *res)
{
	cJSON *view = cJSON_CreateObject();
	const char *text = request_field(req, "a");
	cJSON_AddStringToObject(view, "title", "A <title>");
	cJSON_AddStringToObject(view, "text", text ? text : "nothing");
	page_answer(req, res, "message", view);
}

static void hide(struct request *req, struct response *res)
{
	page_not_found(req, res);
}

static void refuse(struct request *req, struct response *res)
{
	cJSON *view = cJSON_CreateObject();
	cJSON_AddStringToObject(view, "title", "Again");
	page_refuse(req, res, 422, "That \"is\" <wrong>.", "message", view);
}

static void say_rev(struct request *req, struct response *res)
{
	int64_t rev;
	if (page_rev(req, res, &rev))
		text_printf(&res->body, "rev %lld\n", (long long)rev);
}

static void draw(struct request *req, struct response *res)
{
	(void)req;
	for (int i = 0; i < 1000; i++)
		text_add(&res->body, "<circle/>");
	res->type = "image/svg+xml";
	res->cache = CACHE_REVALIDATE;
	snprintf(res->etag, sizeof(res->etag), "rev-17");
}

static void sign_in(struct request *req, struct response *res)
{
	unsigned char secret[SESSION_SECRET_BYTES] = {7};
	session_begin(req, res, secret);
	response_see_other(res, "/mine?a=%s", "b");
}

static void go_elsewhere(struct request *req, struct response *res)
{
	const char *to = request_field(req, "a");
	response_see_other(res, "%s", to ? to : "");
}

static void tell(struct request *req, struct response *res)
{
	char peer[PEER_TEXT];
	peer_format(peer, req->peer);
	text_printf(&res->body, "%s %d %s|%s", peer, req->is_forwarded, req->agent, req->target);
}

static const struct field_rule fields[] = {{"a", 100}, {"rev", 20}, {NULL, 0}};

static const struct route routes[] = {
	{METHOD_GET, "/open", ACCESS_ANYONE, show, fields, 0},
	{METHOD_POST, "/open", ACCESS_ANYONE, show, fields, 0},
	{METHOD_GET, "/mine", ACCESS_SESSION, show, fields, 0},
	{METHOD_POST, "/mine", ACCESS_SESSION, show, fields, 0},
	{METHOD_GET, "/secret/:key", ACCESS_SECRET, show, fields, 0},
	{METHOD_POST, "/secret/:key", ACCESS_SECRET, show, fields, 0},
	{METHOD_GET, "/hidden", ACCESS_ANYONE, hide, NULL, 0},
	{METHOD_POST, "/again", ACCESS_SECRET, refuse, NULL, 0},
	{METHOD_POST, "/rev", ACCESS_SECRET, say_rev, fields, 0},
	{METHOD_GET, "/board", ACCESS_ANYONE, draw, NULL, 0},
	{METHOD_POST, "/signin", ACCESS_SECRET, sign_in, NULL, 0},
	{METHOD_GET, "/go", ACCESS_SECRET, go_elsewhere, fields, 0},
	{METHOD_GET, "/tell", ACCESS_SECRET, tell, fields, 0},
	{0},
};
static const struct route *const tables[] = {routes, NULL};

/* ---- A server with one user, who has a session ---- */

struct world {
	struct database *database;
	struct store *store;
	struct http http;
	unsigned char secret[SESSION_SECRET_BYTES];
	char cookie[2 * SESSION_SECRET_BYTES + 20];
	char token[FORM_TOKEN_LEN + 1];
	int64_t user_id;
};

static int add_user(struct db *db, void *context)
{
	struct world *w = context;
	struct user user = {.name = "Ada <b>", .zone = "UTC", .created_at = NOW, .seen_at = NOW};
	w->user_id = user_insert(db, &user);
	struct session s = {.user_id = w->user_id, .created_at = NOW, .seen_at = NOW};
	hash_sha256(s.hash, w->secret, sizeof(w->secret));
	session_insert(db, &s);
	return 0;
}

static int start(void **state)
{
	static struct world w;
	char hex[2 * SESSION_SECRET_BYTES + 1];
	struct err err;
	void *folder;
	if (database_folder(&folder))
		return -1;
	w.database = folder;
	struct store_options options = {.path = w.database->path, .readers = 2};
	if (store_open(&w.store, &options, &err))
		return -1;
	memset(w.secret, 5, sizeof(w.secret));
	hex_format(hex, w.secret, sizeof(w.secret));
	snprintf(w.cookie, sizeof(w.cookie), "session=%s", hex);
	door_token(w.token, w.secret);
	if (store_write(w.store, add_user, &w) != STORE_OK)
		return -1;
	http_start(&w.http, tables, w.store, 0);
	*state = &w;
	return 0;
}

static int stop(void **state)
{
	struct world *w = *state;
	void *folder = w->database;
	http_stop(&w->http);
	store_close(w->store);
	return database_remove(&folder);
}

/* ---- Asking ---- */

struct asked {
	int status;
	struct http_answer answer;
	struct text all;
};

static struct asked ask(const struct world *w, const char *line, const char *headers,
                        const char *body)
{
	struct asked a;
	a.answer = http_ask(&w->http, &a.all,
	                    "%s HTTP/1.1\r\nHost: 127.0.0.1:%u\r\n%sContent-Length: %zu\r\n\r\n%s",
	                    line, (unsigned)w->http.config.listen_port, headers, strlen(body),
	                    body);
	a.status = a.answer.status;
	return a;
}

static void done(struct asked *a)
{
	text_release(&a->all);
}

static int status_of(const struct world *w, const char *line, const char *headers, const char *body)
{
	struct asked a = ask(w, line, headers, body);
	done(&a);
	return a.status;
}

static bool says(const struct asked *a, const char *what)
{
	return strstr(a->answer.body, what) != NULL;
}

static void assert_header(const struct asked *a, const char *name, const char *expected)
{
	char value[600];
	if (!http_header(&a->answer, name, value, sizeof(value)))
		value[0] = '\0';
	assert_string_equal(value, expected);
}

#define FORM "Content-Type: application/x-www-form-urlencoded\r\n"
#define JSON "Accept: application/json\r\n"
#define OURS "Sec-Fetch-Site: same-origin\r\n"

/* Headers with the session's cookie before them. */
static const char *with_cookie(const struct world *w, char out[800], const char *headers)
{
	snprintf(out, 800, "Cookie: %s\r\n%s", w->cookie, headers);
	return out;
}

/* ---- Tests ---- */

static void everybody_is_let_in_where_anybody_is(void **state)
{
	const struct world *w = *state;
	char headers[800];
	assert_int_equal(status_of(w, "GET /open", "", ""), 200);
	assert_int_equal(status_of(w, "GET /open", with_cookie(w, headers, ""), ""), 200);
	assert_int_equal(status_of(w, "GET /open", "Cookie: session=zz\r\n", ""), 200);
}

static void visitors_are_sent_to_sign_in_and_back(void **state)
{
	const struct world *w = *state;
	struct asked a = ask(w, "GET /mine?a=x%20y", "", "");
	assert_int_equal(a.status, 303);
	assert_header(&a, "Location", "/signin?next=%2Fmine%3Fa%3Dx%2520y");
	done(&a);
	a = ask(w, "POST /mine", FORM OURS, "a=1");
	assert_int_equal(a.status, 303);
	assert_header(&a, "Location", "/signin");
	done(&a);
	a = ask(w, "GET /mine", JSON, "");
	assert_int_equal(a.status, 401);
	assert_header(&a, "Content-Type", "application/problem+json");
	done(&a);
}

static void a_session_opens_its_pages(void **state)
{
	const struct world *w = *state;
	char headers[800];
	struct asked a = ask(w, "GET /mine", with_cookie(w, headers, JSON), "");
	assert_int_equal(a.status, 200);
	assert_true(says(&a, "\"name\":\"Ada <b>\""));
	assert_true(says(&a, w->token));
	assert_true(says(&a, "\"waiting\":0"));
	assert_false(says(&a, "\"static\""));
	done(&a);
	a = ask(w, "GET /mine", with_cookie(w, headers, ""), "");
	assert_true(says(&a, w->token));
	assert_false(says(&a, "(0)"));
	done(&a);
}

static void a_wrong_cookie_opens_nothing(void **state)
{
	const struct world *w = *state;
	char cookie[400], wrong[200];
	snprintf(wrong, sizeof(wrong), "%s", w->cookie);
	wrong[strlen(wrong) - 1] ^= 1;
	snprintf(cookie, sizeof(cookie), "Cookie: %s\r\n", wrong);
	assert_int_equal(status_of(w, "GET /mine", cookie, ""), 303);
	snprintf(cookie, sizeof(cookie), "Cookie: %s; %s\r\n", w->cookie, w->cookie);
	assert_int_equal(status_of(w, "GET /mine", cookie, ""), 303);
	snprintf(cookie, sizeof(cookie), "Cookie: __Host-%s\r\n", w->cookie);
	assert_int_equal(status_of(w, "GET /mine", cookie, ""), 303);
	snprintf(cookie, sizeof(cookie), "Cookie: %s0\r\n", w->cookie);
	assert_int_equal(status_of(w, "GET /mine", cookie, ""), 303);
	snprintf(cookie, sizeof(cookie), "Cookie: %s\r\nCookie: a=b\r\n", w->cookie);
	assert_int_equal(status_of(w, "GET /mine", cookie, ""), 400);
}

/* S1: what a POST with a cookie must bring besides. */
static void a_post_with_a_session_needs_origin_and_token(void **state)
{
	const struct world *w = *state;
	char good[100], origin[400], headers[800];
	snprintf(good, sizeof(good), "token=%s&a=1", w->token);
	snprintf(origin, sizeof(origin), FORM "Origin: %s\r\n", w->http.config.base_url);
	const struct {
		const char *headers, *body;
		int status;
	} cases[] = {
		{FORM OURS, good, 200},
		{origin, good, 200},
		{FORM OURS "Origin: null\r\n", good, 403},
		{FORM, good, 403},
		{FORM "Origin: null\r\n", good, 403},
		{FORM "Origin: http://evil.example\r\n", good, 403},
		{FORM "Sec-Fetch-Site: cross-site\r\n", good, 403},
		{FORM "Sec-Fetch-Site: same-site\r\n", good, 403},
		{FORM "Sec-Fetch-Site: none\r\n", good, 403},
		{FORM OURS, "a=1", 403},
		{FORM OURS, "a=1&token=", 403},
		{FORM OURS, "a=1&token=00000000000000000000000000000000", 403},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_int_equal(status_of(w, "POST /mine",
		                           with_cookie(w, headers, cases[i].headers),
		                           cases[i].body),
		                 cases[i].status);
}

static void a_program_may_send_the_token_as_json_or_header(void **state)
{
	const struct world *w = *state;
	char body[100], headers[800], token[300];
	snprintf(body, sizeof(body), "{\"a\":1,\"token\":\"%s\"}", w->token);
	const char *json = JSON OURS "Content-Type: application/json\r\n";
	assert_int_equal(status_of(w, "POST /mine", with_cookie(w, headers, json), body), 200);
	assert_int_equal(status_of(w, "POST /mine", with_cookie(w, headers, json), "{\"a\":1}"),
	                 403);
	snprintf(token, sizeof(token), "%sX-Form-Token: %s\r\n", json, w->token);
	assert_int_equal(status_of(w, "POST /mine", with_cookie(w, headers, token), "{\"a\":1}"),
	                 200);
}

static void a_visitors_post_needs_the_origin_alone(void **state)
{
	const struct world *w = *state;
	char headers[800];
	assert_int_equal(status_of(w, "POST /open", FORM OURS, "a=1"), 200);
	assert_int_equal(status_of(w, "POST /open", FORM, "a=1"), 403);
	assert_int_equal(status_of(w, "POST /open", with_cookie(w, headers, FORM OURS), "a=1"),
	                 200);
	assert_int_equal(status_of(w, "POST /open", with_cookie(w, headers, FORM), "a=1"), 403);
}

/* RFC 8058: the mail provider posts without cookie or origin; a cookie would change nothing. */
static void a_mailed_secret_needs_neither_and_knows_nobody(void **state)
{
	const struct world *w = *state;
	char headers[800];
	struct asked a = ask(w, "POST /secret/abc",
	                     with_cookie(w, headers, FORM JSON "Origin: null\r\n"), "a=1");
	assert_int_equal(a.status, 200);
	assert_false(says(&a, "\"me\""));
	done(&a);
}

static void parts_of_a_body_are_let_in_by_a_secret_alone_and_not_read(void **state)
{
	const struct world *w = *state;
	static const char body[] = "--x\r\nContent-Disposition: form-data; name=\"colour\"\r\n"
				   "\r\nred\r\n--x--\r\n";
	const char *parts = JSON OURS "Content-Type: multipart/form-data; boundary=x\r\n";
	struct asked a = ask(w, "POST /secret/abc", parts, body);
	assert_int_equal(a.status, 200);
	assert_true(says(&a, "\"text\":\"nothing\""));
	done(&a);
	assert_int_equal(status_of(w, "POST /open", parts, body), 415);
}

static void fields_that_a_route_does_not_know_are_refused(void **state)
{
	const struct world *w = *state;
	struct asked a = ask(w, "GET /open?colour=red", JSON, "");
	assert_int_equal(a.status, 400);
	assert_true(says(&a, "This page knows no field `colour`."));
	done(&a);
	char line[200];
	snprintf(line, sizeof(line), "GET /open?a=%0100d", 0);
	assert_int_equal(status_of(w, line, "", ""), 200);
	snprintf(line, sizeof(line), "GET /open?a=%0101d", 0);
	assert_int_equal(status_of(w, line, "", ""), 400);
	/* A token is a form's alone. */
	assert_int_equal(status_of(w, "GET /open?token=1", "", ""), 400);
}

static void what_is_said_is_escaped_in_both_faces(void **state)
{
	const struct world *w = *state;
	struct asked a = ask(w, "GET /open?a=%3Cb%3E%22%27%26", "", "");
	assert_header(&a, "Content-Type", "text/html; charset=utf-8");
	assert_true(says(&a, "&lt;b&gt;&quot;"));
	assert_false(says(&a, "<b>\""));
	done(&a);
	a = ask(w, "GET /open?a=%3Cb%3E%22", JSON, "");
	assert_header(&a, "Content-Type", "application/json");
	assert_true(says(&a, "\"text\":\"<b>\\\"\""));
	done(&a);
}

static void json_goes_to_those_who_want_it_more(void **state)
{
	const struct world *w = *state;
	static const struct {
		const char *accept;
		bool is_json;
	} cases[] = {
		{"", false},
		{"Accept: */*\r\n", false},
		{"Accept: text/html,application/xhtml+xml,*/*;q=0.8\r\n", false},
		{"Accept: application/json\r\n", true},
		{"Accept: application/json, text/plain, */*\r\n", true},
		{"Accept: application/problem+json\r\n", true},
		{"Accept: text/html, application/json\r\n", false},
		{"Accept: text/html;q=0.5, application/json\r\n", true},
		{"Accept: application/json;q=0.5, text/html\r\n", false},
		{"Accept: application/json;q=0\r\n", false},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct asked a = ask(w, "GET /open", cases[i].accept, "");
		assert_header(&a, "Content-Type",
		              cases[i].is_json ? "application/json" : "text/html; charset=utf-8");
		done(&a);
	}
}

static void what_is_not_for_a_visitor_asks_to_sign_in(void **state)
{
	const struct world *w = *state;
	char headers[800];
	struct asked a = ask(w, "GET /hidden", "", "");
	assert_int_equal(a.status, 404);
	assert_true(says(&a, "action=\"/signin\""));
	assert_true(says(&a, "value=\"/hidden\""));
	done(&a);
	a = ask(w, "GET /hidden", with_cookie(w, headers, ""), "");
	assert_int_equal(a.status, 404);
	assert_false(says(&a, "action=\"/signin\""));
	done(&a);
	a = ask(w, "GET /hidden", JSON, "");
	assert_int_equal(a.status, 404);
	assert_true(says(&a, "\"status\":404"));
	done(&a);
}

static void a_refusal_is_the_page_again(void **state)
{
	const struct world *w = *state;
	struct asked a = ask(w, "POST /again", "", "");
	assert_int_equal(a.status, 422);
	assert_true(says(&a, "That &quot;is&quot; &lt;wrong&gt;."));
	done(&a);
	a = ask(w, "POST /again", JSON, "");
	assert_int_equal(a.status, 422);
	assert_header(&a, "Content-Type", "application/problem+json");
	assert_true(says(&a, "\"detail\":\"That \\\"is\\\" <wrong>.\""));
	assert_true(says(&a, "\"title\":\"Not possible\""));
	done(&a);
}

static void the_rev_comes_by_field_or_header(void **state)
{
	const struct world *w = *state;
	static const struct {
		const char *headers, *body;
		int status;
		const char *said;
	} cases[] = {
		{FORM, "rev=17", 200, "rev 17\n"},
		{FORM "If-Match: \"17\"\r\n", "", 200, "rev 17\n"},
		{FORM "If-Match: \"17\"\r\n", "rev=17", 200, "rev 17\n"},
		{FORM "If-Match: \"17\"\r\n", "rev=18", 400, ""},
		{FORM, "", 428, ""},
		{FORM "If-Match: 17\r\n", "", 428, ""},
		{FORM "If-Match: *\r\n", "", 428, ""},
		{FORM, "rev=", 400, ""},
		{FORM, "rev=-1", 400, ""},
		{FORM, "rev=17x", 400, ""},
		{FORM, "rev=99999999999999999999", 400, ""},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct asked a = ask(w, "POST /rev", cases[i].headers, cases[i].body);
		assert_int_equal(a.status, cases[i].status);
		if (a.status == 200)
			assert_string_equal(a.answer.body, cases[i].said);
		done(&a);
	}
}

static void what_the_browser_has_is_not_sent_again(void **state)
{
	const struct world *w = *state;
	struct asked a = ask(w, "GET /board", "", "");
	assert_int_equal(a.status, 200);
	assert_header(&a, "ETag", "W/\"rev-17\"");
	assert_header(&a, "Cache-Control", "private, no-cache");
	assert_int_equal(a.answer.body_len, 9000);
	done(&a);
	a = ask(w, "GET /board", "If-None-Match: \"rev-16\", W/\"rev-17\"\r\n", "");
	assert_int_equal(a.status, 304);
	assert_int_equal(a.answer.body_len, 0);
	done(&a);
	assert_int_equal(status_of(w, "GET /board", "If-None-Match: \"rev-1\"\r\n", ""), 200);
}

static void bodies_are_compressed_for_those_who_take_it(void **state)
{
	const struct world *w = *state;
	for (int twice = 0; twice < 2; twice++) {
		struct asked a = ask(w, "GET /board", "Accept-Encoding: gzip, br\r\n", "");
		assert_header(&a, "Content-Encoding", "gzip");
		assert_true(a.answer.body_len < 500);
		assert_memory_equal(a.answer.body, "\x1f\x8b", 2);
		done(&a);
	}
	struct asked a = ask(w, "GET /board", "Accept-Encoding: gzip;q=0\r\n", "");
	assert_header(&a, "Content-Encoding", "");
	done(&a);
}

static void a_head_is_that_of_the_get(void **state)
{
	const struct world *w = *state;
	struct asked a = ask(w, "HEAD /board", "", "");
	assert_int_equal(a.status, 200);
	assert_header(&a, "Content-Length", "9000");
	assert_header(&a, "Content-Type", "image/svg+xml");
	assert_int_equal(strlen(a.answer.body), 0);
	done(&a);
}

static void a_new_session_is_a_cookie_of_this_host(void **state)
{
	const struct world *w = *state;
	struct asked a = ask(w, "POST /signin", "", "");
	assert_int_equal(a.status, 303);
	assert_header(&a, "Location", "/mine?a=b");
	assert_header(&a, "Set-Cookie",
	              "session=0700000000000000000000000000000000000000000000000000000000000000; "
	              "Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000");
	done(&a);
}

static void nobody_is_sent_to_another_site(void **state)
{
	const struct world *w = *state;
	static const char *const targets[] = {
		"//evil.example", "/%5Cevil.example", "https://evil.example", "",
		"evil",           "/a%0D%0AX-B:c"};
	for (size_t i = 0; i < sizeof(targets) / sizeof(targets[0]); i++) {
		char line[100];
		snprintf(line, sizeof(line), "GET /go?a=%s", targets[i]);
		struct asked a = ask(w, line, "", "");
		assert_int_equal(a.status, 303);
		assert_header(&a, "Location", "/");
		done(&a);
	}
}

static void handlers_see_client_and_target(void **state)
{
	const struct world *w = *state;
	struct asked a = ask(w, "GET /tell?a=%41", "User-Agent: Snake/1\r\n", "");
	assert_string_equal(a.answer.body, "127.0.0.1 0 Snake/1|/tell?a=%41");
	done(&a);
	a = ask(w, "GET /tell", "X-Forwarded-For: 192.0.2.1\r\nUser-Agent: \xff\r\n", "");
	assert_string_equal(a.answer.body, "127.0.0.1 1 |/tell");
	done(&a);
	static const char *const marks[] = {"Forwarded: x", "Via: x", "X-Real-IP: x",
	                                    "X-Forwarded-Proto: x"};
	for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
		char header[60];
		snprintf(header, sizeof(header), "%s\r\n", marks[i]);
		a = ask(w, "GET /tell", header, "");
		assert_string_equal(a.answer.body, "127.0.0.1 1 |/tell");
		done(&a);
	}
}

static int64_t seen_at(const struct world *w)
{
	struct session s;
	unsigned char hash[HASH_BYTES];
	hash_sha256(hash, w->secret, sizeof(w->secret));
	struct db *db = store_read(w->store);
	assert_true(session_get(db, hash, &s));
	store_read_done(w->store, db);
	return s.seen_at;
}

static void being_here_is_noted_once_a_day(void **state)
{
	struct world *w = *state;
	char headers[800];
	with_cookie(w, headers, "");
	atomic_store(&w->http.clock.at, NOW + DAY_S - 1);
	assert_int_equal(status_of(w, "GET /mine", headers, ""), 200);
	assert_int_equal(seen_at(w), NOW);
	atomic_store(&w->http.clock.at, NOW + DAY_S);
	assert_int_equal(status_of(w, "GET /mine", headers, ""), 200);
	assert_int_equal(seen_at(w), NOW + DAY_S);
	atomic_store(&w->http.clock.at, NOW);
}

static void who_asks_too_often_is_told_when_to_come_back(void **state)
{
	struct world *w = *state;
	char wait[20];
	w->http.config.has_rate_limits = true;
	int posts = 0;
	struct asked a = {0};
	do {
		done(&a);
		a = ask(w, "POST /open", FORM OURS, "a=1");
		posts++;
	} while (a.status == 200 && posts < 10000);
	assert_int_equal(a.status, 429);
	assert_true(posts > 10);
	assert_true(http_header(&a.answer, "Retry-After", wait, sizeof(wait)));
	assert_true(strtol(wait, NULL, 10) >= 1);
	done(&a);
	w->http.config.has_rate_limits = false;
	assert_int_equal(status_of(w, "POST /open", FORM OURS, "a=1"), 200);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(everybody_is_let_in_where_anybody_is),
		cmocka_unit_test(visitors_are_sent_to_sign_in_and_back),
		cmocka_unit_test(a_session_opens_its_pages),
		cmocka_unit_test(a_wrong_cookie_opens_nothing),
		cmocka_unit_test(a_post_with_a_session_needs_origin_and_token),
		cmocka_unit_test(a_program_may_send_the_token_as_json_or_header),
		cmocka_unit_test(a_visitors_post_needs_the_origin_alone),
		cmocka_unit_test(a_mailed_secret_needs_neither_and_knows_nobody),
		cmocka_unit_test(parts_of_a_body_are_let_in_by_a_secret_alone_and_not_read),
		cmocka_unit_test(fields_that_a_route_does_not_know_are_refused),
		cmocka_unit_test(what_is_said_is_escaped_in_both_faces),
		cmocka_unit_test(json_goes_to_those_who_want_it_more),
		cmocka_unit_test(what_is_not_for_a_visitor_asks_to_sign_in),
		cmocka_unit_test(a_refusal_is_the_page_again),
		cmocka_unit_test(the_rev_comes_by_field_or_header),
		cmocka_unit_test(what_the_browser_has_is_not_sent_again),
		cmocka_unit_test(bodies_are_compressed_for_those_who_take_it),
		cmocka_unit_test(a_head_is_that_of_the_get),
		cmocka_unit_test(a_new_session_is_a_cookie_of_this_host),
		cmocka_unit_test(nobody_is_sent_to_another_site),
		cmocka_unit_test(handlers_see_client_and_target),
		cmocka_unit_test(being_here_is_noted_once_a_day),
		cmocka_unit_test(who_asks_too_often_is_told_when_to_come_back),
	};
	return cmocka_run_group_tests(tests, start, stop);
}
