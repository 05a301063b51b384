/* SPDX-License-Identifier: ISC */
/*
 * What is kept of a person (A4): the download has all of it, and nothing of it is left when the
 * account is deleted. Both walk all tables of the database, so that a table or a column that is
 * new, and tells of people, fails here until somebody has decided what becomes of it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/browser.h"

#define ADA "ada@example.org"

/* Columns by which a row is a person's, by id or by address, and the list of the download that
 * shows it ("a.b": a list in an object). */
static const struct {
	const char *column, *shown;
	bool stays; /* the row, when the account goes: see user_delete() */
} kept[] = {
	{"addresses.address", "addresses", false},
	{"addresses.user_id", "addresses", false},
	{"games.owner_id", "games", true},
	{"hooks.user_id", "webhooks", false},
	{"notice_choices.user_id", "mails.ways", false},
	{"notices.address", "notices", false},
	{"notices.user_id", "notices", false},
	{"refusals.address", "addresses", true},
	{"replies.sender", "replies", false},
	{"replies.user_id", "replies", false},
	{"seats.address", "invitations", true},
	{"seats.user_id", "games", true},
	{"sessions.user_id", "sessions", false},
	{"signins.address", "sign_ins", false},
	{"signins.user_id", "sign_ins", false},
	{"users.mail_address", "mails", false},
};
enum { KEPT = sizeof(kept) / sizeof(kept[0]) };

/* The one number that a statement gives. */
static int64_t number(const struct desk *d, const char *sql)
{
	sqlite3_stmt *q = NULL;
	assert_int_equal(sqlite3_prepare_v2(d->sqlite, sql, -1, &q, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_step(q), SQLITE_ROW);
	int64_t n = sqlite3_column_int64(q, 0);
	sqlite3_finalize(q);
	return n;
}

static int run(struct db *db, void *sql)
{
	char *why = NULL;
	if (sqlite3_exec(db->sqlite, sql, NULL, NULL, &why) != SQLITE_OK)
		fail_msg("%s", why);
	return 0;
}

/* Rows of Ada in every table. Game g is hers, and begun; Ben keeps a place for her in game h. */
static void fill(struct desk *d, struct browser *b)
{
	static char sql[] =
		"UPDATE users SET name = 'Ada Unmistakable', zone = 'Europe/Paris', mail_address = "
		"'" ADA "', digest_hour = 6 WHERE id = 1;"
		"INSERT INTO users (id, name, is_guest, created_at, seen_at) VALUES (99, 'Ben', 0, "
		"1, 1);"
		"CREATE TEMP TABLE h AS SELECT * FROM games LIMIT 1;"
		"UPDATE h SET id = 'hhhhhhhh', owner_id = 99, state = 'open', join_key = 'another';"
		"INSERT INTO games SELECT * FROM h; DROP TABLE h;"
		"INSERT INTO seats (game_id, place, kind, address) VALUES ('hhhhhhhh', 1, "
		"'address', '" ADA "');"
		"INSERT INTO hooks (user_id, kind, url, state, created_at) VALUES (1, 'generic',"
		" 'https://hook.example/x', 'on', 1);"
		"INSERT INTO refusals VALUES ('" ADA "', 1);"
		"INSERT INTO notices (kind, user_id, channel, address, due_at, created_at, state)"
		" VALUES ('game over', 1, 'mail', '" ADA "', 1, 1, 'sent'),"
		" ('invitation', NULL, 'mail', '" ADA "', 1, 1, 'sent');"
		"INSERT INTO signins VALUES (77, randomblob(32), randomblob(32), randomblob(32), "
		"randomblob(16), '" ADA "', 1, '/', 1, 2, 5, NULL), (78, randomblob(32), "
		"randomblob(32), randomblob(32), randomblob(16), '" ADA
		"', NULL, '/', 1, 2, 5, NULL);"
		"INSERT INTO replies (hash, at, user_id, sender, game_id, message_id, outcome, "
		"said,"
		" detail, is_answered) SELECT randomblob(32), 7, 1, '" ADA
		"', id, '<1@phone>', 'done', 'pass', '',"
		" 1 FROM games LIMIT 1;"
		"INSERT INTO replies (hash, at, user_id, sender, game_id, message_id, outcome, "
		"said,"
		" detail, is_answered) SELECT randomblob(32), 7, 99, '" ADA
		"', id, '', 'stranger', '', '', 1"
		" FROM games LIMIT 1;";
	browser_sign_in(b, ADA);
	assert_int_equal(number(d, "SELECT id FROM users"), 1);
	assert_int_equal(browser_post(b, "/guest", ""), 303); /* a game against bots */
	assert_int_equal(browser_post(b, "/settings/notices", "your_turn=off"), 303);
	assert_int_equal(store_write(d->store, run, sql), STORE_OK);
}

static void every_column_that_tells_of_people_is_known(void **state)
{
	struct desk *d = *state;
	char expected[2000] = "";
	for (size_t i = 0; i < KEPT; i++) {
		size_t len = strlen(expected);
		snprintf(expected + len, sizeof(expected) - len, "%s\n", kept[i].column);
	}
	/* By its name, or because it refers to a row of users. */
	stored(d,
	       "SELECT DISTINCT t.name || '.' || c.name FROM sqlite_schema t"
	       " JOIN pragma_table_info(t.name) c"
	       " LEFT JOIN pragma_foreign_key_list(t.name) f ON f.\"from\" = c.name"
	       " WHERE t.type = 'table' AND (f.\"table\" = 'users' OR c.name LIKE '%user_id%'"
	       " OR c.name LIKE '%address%' OR c.name LIKE '%sender%' OR c.name LIKE '%mail_to%')"
	       " ORDER BY 1",
	       expected);
}

static const cJSON *find(const cJSON *data, const char *path)
{
	char name[40];
	const char *dot = strchr(path, '.');
	snprintf(name, sizeof(name), "%.*s", (int)strcspn(path, "."), path);
	const cJSON *found = cJSON_GetObjectItem(data, name);
	return dot ? cJSON_GetObjectItem(found, dot + 1) : found;
}

static const char *text_of(const cJSON *list, const char *name)
{
	return cJSON_GetStringValue(cJSON_GetObjectItem(cJSON_GetArrayItem(list, 0), name));
}

static void the_download_has_all_of_them(void **state)
{
	struct desk *d = *state;
	struct browser b = {.desk = d};
	fill(d, &b);
	assert_int_equal(browser_get(&b, "/settings/data"), 200);
	cJSON *data = cJSON_Parse(b.body);
	assert_non_null(data);
	for (size_t i = 0; i < KEPT; i++) {
		if (cJSON_GetArraySize(find(data, kept[i].shown)) == 0)
			fail_msg("%s: nothing in %s", kept[i].column, kept[i].shown);
	}
	const cJSON *replies = find(data, "replies"), *addresses = find(data, "addresses");
	assert_int_equal(cJSON_GetArraySize(replies), 1);
	assert_string_equal(text_of(replies, "at"), "1970-01-01T00:00:07Z");
	assert_string_equal(text_of(replies, "line"), "pass");
	assert_string_equal(text_of(replies, "outcome"), "done");
	assert_string_equal(text_of(replies, "from"), ADA);
	assert_true(cJSON_IsTrue(
		cJSON_GetObjectItem(cJSON_GetArrayItem(addresses, 0), "refuses_invitations")));
	assert_string_equal(text_of(find(data, "sign_ins"), "address"), ADA);
	assert_non_null(strstr(text_of(find(data, "invitations"), "url"), "/g/hhhhhhhh"));
	cJSON_Delete(data);
	browser_close(&b);
}

/* Replies are read some at a time, by time and number. */
static void no_reply_is_missing_when_there_are_many(void **state)
{
	static char sql[] =
		"WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 120)"
		" INSERT INTO replies (hash, at, user_id, sender, game_id, message_id, outcome, "
		"said,"
		" detail, is_answered) SELECT randomblob(32), 1000 - i / 60, 1, '" ADA
		"', games.id, '', 'done', i, '', 1 FROM n, games WHERE owner_id = 1";
	struct desk *d = *state;
	struct browser b = {.desk = d};
	char seen[122] = "";
	fill(d, &b);
	assert_int_equal(store_write(d->store, run, sql), STORE_OK);
	assert_int_equal(browser_get(&b, "/settings/data"), 200);
	cJSON *data = cJSON_Parse(b.body);
	const cJSON *reply;
	cJSON_ArrayForEach(reply, find(data, "replies"))
	{
		int i = (int)strtol(cJSON_GetStringValue(cJSON_GetObjectItem(reply, "line")), NULL,
		                    10);
		assert_true(i >= 0 && i <= 120);
		seen[i]++;
	}
	for (int i = 0; i <= 120; i++) /* 0: the one of fill() */
		assert_int_equal(seen[i], 1);
	cJSON_Delete(data);
	browser_close(&b);
}

/* No column of any table has her name or address, and no row is hers but those that may stay. */
static void nothing_is_left_when_the_account_goes(void **state)
{
	struct desk *d = *state;
	struct browser b = {.desk = d};
	sqlite3_stmt *q = NULL;
	fill(d, &b);
	assert_int_equal(browser_post(&b, "/settings/delete", "sure=1"), 303);
	stored(d, "SELECT name, zone, mail_address, digest_hour FROM users WHERE id = 1",
	       "former player|UTC|NULL|8\n");
	assert_int_equal(sqlite3_prepare_v2(d->sqlite,
	                                    "SELECT t.name, c.name FROM sqlite_schema t"
	                                    " JOIN pragma_table_info(t.name) c"
	                                    " WHERE t.type = 'table'",
	                                    -1, &q, NULL),
	                 SQLITE_OK);
	while (sqlite3_step(q) == SQLITE_ROW) {
		char sql[400], column[80];
		bool stays = false, is_id = false;
		snprintf(column, sizeof(column), "%s.%s", sqlite3_column_text(q, 0),
		         sqlite3_column_text(q, 1));
		for (size_t i = 0; i < KEPT; i++) {
			if (strcmp(kept[i].column, column) == 0) {
				stays = kept[i].stays;
				is_id = strstr(column, "_id") != NULL;
			}
		}
		if (is_id)
			snprintf(sql, sizeof(sql), "SELECT count(*) FROM %s WHERE %s = 1",
			         sqlite3_column_text(q, 0), column);
		else
			snprintf(sql, sizeof(sql),
			         "SELECT count(*) FROM %s WHERE instr(%s, 'ada@')"
			         " OR instr(%s, 'Unmistakable')",
			         sqlite3_column_text(q, 0), column, column);
		if (!stays && number(d, sql) != 0)
			fail_msg("%s still tells of her", column);
	}
	sqlite3_finalize(q);
	browser_close(&b);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, desk_open, desk_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(every_column_that_tells_of_people_is_known),
		TEST(the_download_has_all_of_them),
		TEST(no_reply_is_missing_when_there_are_many),
		TEST(nothing_is_left_when_the_account_goes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
