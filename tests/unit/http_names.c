/* SPDX-License-Identifier: ISC */
/*
 * Names that want to be more than names (S3): planted wherever somebody may type one, then looked
 * for on every route, by every viewer, in pages, drawings, JSON and mail. Pages are read by
 * libxml2's parser of HTML, which takes them as a browser does, not as we meant them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <libxml/HTMLparser.h>

#include "app/autoplay.h"
#include "app/mailbox.h"
#include "base/json.h"
#include "notify/courier.h"
#include "support/browser.h"
#include "support/party.h"

enum { NOW = 1000000, PATH_BYTES = 600, LINKS_MAX = 300 };

/* Markup and quotes; Hebrew with a full stop, whose place a reader could not tell. */
#define MARKUP "\"'><planted a=b>&amp;{{x}}"
#define RIGHT_TO_LEFT "\xd7\x90\xd7\x91\xd7\x92 1."
#define GAME "</title></svg><planted>\"'&lt;\xd7\x90"
/* All that an address may hold. */
#define ADDRESS "a!#$%&'*+-/=?^_`{|}~.b@planted.example"

#define FIRST_STRONG_ISOLATE "\xe2\x81\xa8"
#define POP_ISOLATE "\xe2\x81\xa9"

enum { STRANGER, OUTSIDER, ADA, BEN, VIEWERS };

struct world {
	struct desk *desk;
	struct party party;
	struct browser viewers[VIEWERS];
	char games[3][GAME_ID_LEN + 1]; /* open, running, over */
	char key[JOIN_KEY_LEN + 1];
	char tokens[2][MAIL_TOKEN_BYTES];    /* of Ada's mails, of mails to nobody's address */
	char feed[MAIL_TOKEN_BYTES];         /* Ada's */
	unsigned pages, drawings, documents; /* looked at */
	unsigned names;                      /* that were found in pages as they were typed */
};

/* ---- Planting ---- */

static int post_name(struct browser *b, const char *path, const char *field, const char *name,
                     const char *more)
{
	struct text form;
	text_init(&form, LIMIT_BODY_BYTES);
	form_escape(&form, field);
	text_add(&form, "=");
	form_escape(&form, name);
	text_add(&form, more);
	int status = browser_post(b, path, text_string(&form));
	text_release(&form);
	return status;
}

static void start(struct world *w, unsigned places, char id[GAME_ID_LEN + 1])
{
	char path[PATH_BYTES];
	party_start(&w->party,
	            &(struct party_game){.people = 2, .places = places, .is_public = true}, id);
	/* GAME in SQL. */
	snprintf(
		path, sizeof(path),
		"UPDATE games SET name = '</title></svg><planted>\"''&lt;\xd7\x90' WHERE id = '%s'",
		id);
	party_sql(&w->party, path);
}

static bool is_far_on(const struct play *p, void *context)
{
	(void)context;
	return p->game.turn_count == 12 && p->game.awaits == AWAITS_PLACE;
}

static int open_world(void **state)
{
	static struct world w;
	static const char *const names[VIEWERS] = {"", MARKUP, MARKUP, RIGHT_TO_LEFT};
	void *desk;
	if (desk_open(&desk))
		return -1;
	w = (struct world){.desk = desk};
	w.desk->http.site.has_mailbox = true;
	party_init(&w.party, w.desk->store, &w.desk->http.sets, NOW);
	for (int v = STRANGER; v < VIEWERS; v++) {
		w.viewers[v].desk = w.desk;
		if (v == STRANGER)
			continue;
		party_session(&w.party, w.party.people[v == OUTSIDER ? 2 : v - ADA],
		              w.viewers[v].session);
		if (post_name(&w.viewers[v], "/settings", "name", names[v], "") != 303)
			return -1;
	}
	start(&w, 3, w.games[0]);
	start(&w, 2, w.games[1]);
	start(&w, 2, w.games[2]);
	if (!party_forward(&w.party, w.games[1], is_far_on, NULL))
		return -1;
	if (!party_forward(&w.party, w.games[2], NULL, NULL))
		return -1;
	/* Clocks that stand still, and one who asks for more time, are told by name. */
	party_sql(&w.party, "INSERT INTO calendars VALUES (1, 'UTC 13:00-14:00')");
	party_sql(&w.party, "UPDATE seats SET calendar_id = 1, deadline_at = 1086400,"
	                    " agrees_more_time = is_awaited, absent_turns = 3 * is_awaited"
	                    " WHERE user_id IS NOT NULL");
	struct play *p = party_load(&w.party, w.games[0]);
	memcpy(w.key, p->row.join_key, sizeof(w.key));
	play_free(p);
	mail_secrets_unsubscribe_user(&w.desk->secrets, w.party.people[0], w.tokens[0]);
	mail_secrets_unsubscribe_address(&w.desk->secrets, ADDRESS, w.tokens[1]);
	mail_secrets_feed(&w.desk->secrets, w.party.people[0], 0, w.feed);
	*state = &w;
	return 0;
}

static int close_world(void **state)
{
	struct world *w = *state;
	void *desk = w->desk;
	for (int v = STRANGER; v < VIEWERS; v++)
		browser_close(&w->viewers[v]);
	return desk_close(&desk);
}

/* ---- Pages, as a browser takes them ---- */

static const char *text_of(const xmlNode *node)
{
	return node->content ? (const char *)node->content : "";
}

static bool is_named(const xmlNode *node, const char *name)
{
	return node && node->name && strcmp((const char *)node->name, name) == 0;
}

static bool has_hebrew(const char *text)
{
	return strstr(text, "\xd7\x90") != NULL;
}

static bool is_within(const xmlNode *node, const char *name)
{
	for (node = node->parent; node; node = node->parent) {
		if (is_named(node, name))
			return true;
	}
	return false;
}

/* Is every word of Hebrew between the two marks that keep it to itself? */
static bool is_isolated(const char *text)
{
	while ((text = strstr(text, "\xd7\x90"))) {
		const char *end = strstr(text, POP_ISOLATE),
			   *next = strstr(text, FIRST_STRONG_ISOLATE);
		if (!end || (next && next < end))
			return false;
		text = end;
	}
	return true;
}

static void complain(const char *path, const char *what, const char *where)
{
	fail_msg("%s: %s: %.200s", path, what, where);
}

static void check_attribute(const char *path, const xmlNode *node, const xmlAttr *a)
{
	const char *name = (const char *)a->name;
	const char *value = a->children ? text_of(a->children) : "";
	bool is_url = !strcmp(name, "href") || !strcmp(name, "src") || !strcmp(name, "action") ||
	              !strcmp(name, "xlink:href");
	if (strncmp(name, "on", 2) == 0 || strcmp(name, "style") == 0 || strcmp(name, "a") == 0)
		complain(path, "an attribute that was not meant", name);
	if (is_url && value[0] != '/' && value[0] != '#' && value[0] != '?' &&
	    strncmp(value, "http://127.", 11) != 0 && strncmp(value, "webcal://127.", 13) != 0)
		complain(path, "a URL that leads elsewhere", value);
	(void)node;
}

static void check_element(struct world *w, const char *path, const xmlNode *node)
{
	if (node->type == XML_TEXT_NODE) {
		const char *text = text_of(node);
		w->names += strstr(text, MARKUP) != NULL || strstr(text, GAME) != NULL;
		if (has_hebrew(text) && !is_within(node, "bdi") && !is_within(node, "title") &&
		    !is_within(node, "pre") && !is_isolated(text))
			complain(path, "a name that may turn what follows", text);
		return;
	}
	if (is_named(node, "planted"))
		complain(path, "an element was planted", "");
	if (is_named(node, "script") && (!xmlHasProp(node, BAD_CAST "src") || node->children))
		complain(path, "a script", text_of(node));
	for (const xmlAttr *a = node->properties; node->type == XML_ELEMENT_NODE && a; a = a->next)
		check_attribute(path, node, a);
}

static void check_tree(struct world *w, const char *path, const xmlNode *node)
{
	for (; node; node = node->next) {
		check_element(w, path, node);
		check_tree(w, path, node->children);
	}
}

static void check_page(struct world *w, const char *path, const char *body)
{
	xmlDoc *doc = htmlReadMemory(body, (int)strlen(body), path, "UTF-8",
	                             HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET);
	assert_non_null(doc);
	check_tree(w, path, xmlDocGetRootElement(doc));
	xmlFreeDoc(doc);
	w->pages++;
}

static void check_drawing(struct world *w, const char *path, const char *body)
{
	xmlDoc *doc = xmlReadMemory(body, (int)strlen(body), path, NULL,
	                            XML_PARSE_NONET | XML_PARSE_NOERROR);
	if (!doc)
		complain(path, "no XML", body);
	check_tree(w, path, xmlDocGetRootElement(doc));
	xmlFreeDoc(doc);
	w->drawings++;
}

/* Strings of JSON are what was typed, no more and no less. */
static void check_strings(const char *path, const cJSON *item)
{
	for (; item; item = item->next) {
		const char *text = cJSON_IsString(item) ? item->valuestring : "";
		if (strstr(text, "<planted") && !strstr(text, MARKUP) && !strstr(text, GAME) &&
		    !strstr(text, "<planted onclick=x>") && !strstr(text, "\"><planted>"))
			complain(path, "another name", text);
		check_strings(path, item->child);
	}
}

static void check_document(struct world *w, const char *path, const char *body)
{
	struct fault fault;
	cJSON *doc = json_parse(body, strlen(body), LIMIT_RESPONSE_BYTES, &fault);
	if (!doc)
		complain(path, fault.reason, body);
	check_strings(path, doc);
	cJSON_Delete(doc);
	w->documents++;
}

static void check(struct world *w, const struct browser *b, const char *path)
{
	if (strncmp(b->type, "text/html", 9) == 0)
		check_page(w, path, b->body);
	else if (strncmp(b->type, "image/svg", 9) == 0)
		check_drawing(w, path, b->body);
	else if (strstr(b->type, "json"))
		check_document(w, path, b->body);
	/* Nothing of it in the head: one line is one header. */
	if (strstr(b->head, "planted"))
		complain(path, "in a header", b->head);
}

static void get(struct world *w, int viewer, const char *path)
{
	struct browser *b = &w->viewers[viewer];
	for (int is_json = 0; is_json < 2; is_json++) {
		b->wants_json = is_json;
		browser_get(b, path);
		check(w, b, path);
	}
	b->wants_json = false;
}

static void path_of(const struct world *w, const struct route *r, int n, char out[PATH_BYTES])
{
	const char *name = strchr(r->pattern, ':'), *value = "nothing";
	if (!name) {
		snprintf(out, PATH_BYTES, "%s", r->pattern);
		return;
	}
	if (strncmp(name, ":id", 3) == 0)
		value = w->games[n % 3];
	else if (strncmp(name, ":key", 4) == 0)
		value = w->key;
	else if (strcmp(name, ":token") == 0)
		value = w->tokens[n % 2];
	else if (strcmp(name, ":feed") == 0)
		value = w->feed;
	snprintf(out, PATH_BYTES, "%.*s%s%s", (int)(name - r->pattern), r->pattern, value,
	         name + strcspn(name, "/"));
}

static void get_all_routes(struct world *w)
{
	char path[PATH_BYTES];
	for (const struct route *const *t = site_routes; *t; t++) {
		for (const struct route *r = *t; r->pattern; r++) {
			for (int n = 0; n < 3 * VIEWERS && r->method == METHOD_GET; n++) {
				path_of(w, r, n, path);
				get(w, n / 3, path);
			}
		}
	}
}

/* Every link of a table: each choice, each turn before. */
static void follow_links(struct world *w, int viewer)
{
	struct text first;
	char path[PATH_BYTES];
	size_t count = 0;
	text_init(&first, LIMIT_RESPONSE_BYTES);
	snprintf(path, sizeof(path), "/g/%s", w->games[1]);
	browser_get(&w->viewers[viewer], path);
	text_add(&first, w->viewers[viewer].body);
	for (const char *at = text_string(&first);
	     (at = strstr(at, "href=\"/g/")) && count < LINKS_MAX; count++) {
		size_t len = 0;
		for (at += strlen("href=\""); *at != '"' && *at != '#' && len + 1 < PATH_BYTES;
		     at++) {
			path[len++] = *at;
			if (strncmp(at, "&amp;", 5) == 0)
				at += 4;
		}
		path[len] = '\0';
		get(w, viewer, path);
	}
	assert_true(count > 10);
	text_release(&first);
}

static void a_planted_name_is_inert_wherever_it_is_shown(void **state)
{
	struct world *w = *state;
	get_all_routes(w);
	follow_links(w, ADA);
	follow_links(w, BEN);
	print_message("%u pages, %u drawings, %u documents; the names stood in %u places\n",
	              w->pages, w->drawings, w->documents, w->names);
	assert_true(w->pages > 200 && w->drawings >= 8 && w->documents > 200 && w->names > 200);
}

/* 40 characters of four bytes each. */
static void a_long_name_is_whole_wherever_it_is_shown(void **state)
{
	struct world *w = *state;
	char path[PATH_BYTES];
	struct text sql;
	text_init(&sql, 1000);
	text_add(&sql, "UPDATE users SET name = '");
	for (int i = 0; i < LIMIT_NAME_CODE_POINTS; i++)
		text_add(&sql, "\xf0\x9f\xa6\x92");
	text_add(&sql, "'");
	party_sql(&w->party, "CREATE TABLE kept AS SELECT id, name FROM users");
	party_sql(&w->party, text_string(&sql));
	text_release(&sql);
	for (int i = 0; i < 3; i++) {
		snprintf(path, sizeof(path), "/g/%s", w->games[i]);
		get(w, ADA, path);
		browser_get(&w->viewers[ADA], path);
		assert_false(browser_sees(&w->viewers[ADA], "\xef\xbf\xbd"));
	}
	party_sql(&w->party,
	          "UPDATE users SET name = (SELECT name FROM kept WHERE kept.id = users.id)");
	party_sql(&w->party, "DROP TABLE kept");
}

/* What was typed comes back with what was wrong with it. */
static void what_is_refused_comes_back_inert(void **state)
{
	struct world *w = *state;
	static const struct {
		const char *path, *field, *value, *more;
		int status;
	} cases[] = {
		{"/settings/times", "zone", MARKUP, "", 422},
		{"/settings/notices", "address", MARKUP, "", 422},
		{"/settings/notices", "your_turn", "\"><a>", "", 422},
		{"/settings", "standing_order", "\"><planted>", "", 422},
		{"/settings", "name", MARKUP MARKUP MARKUP, "", 422},
		{"/settings/address", "address", MARKUP, "", 422},
		{"/settings/address/remove", "address", MARKUP, "", 422},
		{"/signin", "address", MARKUP, "", 422},
		{"/signin", "next", "/\"><planted>", "&address=x", 422},
		{"/new", "name", MARKUP MARKUP MARKUP, "&place2=link", 422},
		{"/new", "place2", "\"><planted>", "", 422},
		{"/new", "address2", MARKUP, "&place2=address", 422},
		{"/new", "\"><planted>", "x", "", 400},
		{"/signin/code", "code", MARKUP, "", 410},
	};
	for (size_t i = 0; i < 2 * sizeof(cases) / sizeof(cases[0]); i++) {
		struct browser *b = &w->viewers[ADA];
		b->wants_json = i % 2;
		int status = post_name(b, cases[i / 2].path, cases[i / 2].field, cases[i / 2].value,
		                       cases[i / 2].more);
		assert_int_equal(status, cases[i / 2].status);
		check(w, b, cases[i / 2].path);
		b->wants_json = false;
	}
	browser_get(&w->viewers[ADA], "/%22%3E%3Cplanted%3E?x=%3Cplanted%3E");
	check(w, &w->viewers[ADA], "a path");
	browser_get(&w->viewers[STRANGER], "/g/%22%3E%3Cplanted%3E");
	check(w, &w->viewers[STRANGER], "a game");
	browser_get(&w->viewers[STRANGER],
	            "/signin?next=%2F%22%3E%3Cplanted%3E&address=%22%3E%3Cplanted%3E");
	check(w, &w->viewers[STRANGER], "a sign-in");
}

static void controls_and_marks_that_turn_the_text_are_in_no_name(void **state)
{
	struct world *w = *state;
	static const char *const names[] = {
		"a\x01z",
		"a\nz",
		"a\x7fz",
		"a\xc2\x85z",
		"\xe2\x80\xaa"
		"a",
		"\xe2\x80\xab"
		"a",
		"\xe2\x80\xac"
		"a",
		"\xe2\x80\xad"
		"a",
		"\xe2\x80\xae"
		"a",
		"\xe2\x81\xa6"
		"a",
		"\xe2\x81\xa7"
		"a",
		"\xe2\x81\xa8"
		"a",
		"\xe2\x81\xa9"
		"a",
	};
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		assert_int_equal(
			post_name(&w->viewers[OUTSIDER], "/settings", "name", names[i], ""), 422);
		check(w, &w->viewers[OUTSIDER], "/settings");
		assert_int_equal(
			post_name(&w->viewers[OUTSIDER], "/new", "name", names[i], "&place2=link"),
			422);
		check(w, &w->viewers[OUTSIDER], "/new");
	}
	assert_int_equal(browser_post(&w->viewers[OUTSIDER], "/settings", "name=a%00z"), 400);
}

/* ---- Browsers and mails ---- */

static void a_browsers_name_for_itself_is_inert(void **state)
{
	struct world *w = *state;
	struct browser b = {.desk = w->desk};
	party_sql(&w->party, "UPDATE sessions SET agent = 'Mozilla/5.0 \"''><planted onclick=x>'");
	memcpy(b.session, w->viewers[ADA].session, sizeof(b.session));
	assert_int_equal(browser_get(&b, "/settings/sessions"), 200);
	check(w, &b, "/settings/sessions");
	assert_int_equal(browser_get(&b, "/settings/data"), 200);
	check(w, &b, "/settings/data");
	assert_true(browser_sees(&b, "<planted onclick=x>"));
	browser_close(&b);
}

static unsigned count(const char *text, const char *what)
{
	unsigned n = 0;
	for (; (text = strstr(text, what)); text += strlen(what))
		n++;
	return n;
}

static void a_mail_to_a_planted_address_has_one_recipient(void **state)
{
	struct world *w = *state;
	struct courier *courier;
	struct mailbox_mail mail;
	struct text bytes;
	struct err err;
	char path[PATH_BYTES];
	struct courier_options options = {.store = w->desk->store,
	                                  .config = &w->desk->http.config,
	                                  .clock = &w->desk->http.clock,
	                                  .lane = LANE_SIGN_IN};
	assert_int_equal(courier_open(&courier, &options, &err), 0);
	assert_int_equal(post_name(&w->viewers[STRANGER], "/signin", "address", ADDRESS, ""), 303);
	get(w, STRANGER, "/signin/code");
	assert_true(courier_run(courier));
	courier_close(courier);
	assert_int_equal(mailbox_list(w->desk->http.config.mail_folder, &mail, 1), 1);
	assert_string_equal(mail.to, ADDRESS);

	snprintf(path, sizeof(path), "%.250s/%.40s.eml", w->desk->http.config.mail_folder,
	         mail.name);
	text_init(&bytes, 1 << 20);
	FILE *f = fopen(path, "r");
	assert_non_null(f);
	for (int c; (c = fgetc(f)) != EOF;)
		text_add_char(&bytes, (char)c);
	fclose(f);
	assert_int_equal(count(text_string(&bytes), "\r\nTo: <" ADDRESS ">\r\n"), 1);
	assert_int_equal(count(text_string(&bytes), "planted"), 1);
	text_release(&bytes);

	get(w, STRANGER, "/mailbox");
	snprintf(path, sizeof(path), "/mailbox/%s", mail.name);
	get(w, STRANGER, path);
	assert_int_equal(w->viewers[STRANGER].status, 200);
}

/* A mail that somebody else put there, or that a later version writes. */
static void a_planted_mail_is_inert(void **state)
{
	struct world *w = *state;
	char path[PATH_BYTES];
	snprintf(path, sizeof(path), "%.250s/000000000005-1.eml", w->desk->http.config.mail_folder);
	FILE *f = fopen(path, "w");
	assert_non_null(f);
	fprintf(f,
	        "From: <\"><planted>@x>\r\nTo: <\"><planted>@x>\r\nSubject: \"><planted>\r\n"
	        "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
	        "</pre><planted>\"'\x01\r\n%s/\"><planted>\r\n%s/<planted>\r\n",
	        w->desk->http.config.base_url, w->desk->http.config.base_url);
	fclose(f);
	get(w, STRANGER, "/mailbox");
	get(w, STRANGER, "/mailbox/000000000005-1");
	assert_int_equal(w->viewers[STRANGER].status, 200);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_planted_name_is_inert_wherever_it_is_shown),
		cmocka_unit_test(a_long_name_is_whole_wherever_it_is_shown),
		cmocka_unit_test(what_is_refused_comes_back_inert),
		cmocka_unit_test(controls_and_marks_that_turn_the_text_are_in_no_name),
		cmocka_unit_test(a_browsers_name_for_itself_is_inert),
		cmocka_unit_test(a_mail_to_a_planted_address_has_one_recipient),
		cmocka_unit_test(a_planted_mail_is_inert),
	};
	return cmocka_run_group_tests(tests, open_world, close_world);
}
