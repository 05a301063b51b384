/* SPDX-License-Identifier: ISC */
/*
 * Notices that surely arrive: whole games, played by mail, with webhooks beside it, while the mail
 * server and the webhooks fail in every way and the server is killed again and again
 * (support/soak.h). Then everything is counted: what the other sides took, beside the moves of the
 * games and the rows of notices. Each of the questions below is a query that must find nothing.
 *
 * SLOWSAFARI_GAMES / 50 games are played, 4 without it.
 */
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "app/hooks.h"
#include "base/file.h"
#include "base/hex.h"
#include "support/database.h"
#include "support/soak.h"

extern char **environ;

enum {
	GAMES_EACH = 50, /* one game by mail for so many random ones of other tests */
	GAMES_USUAL = 4,
	GAMES_FOR_ALL = 10, /* from so many on every fault must have come about */
	CLOSED_ONE_IN = 8,  /* lives */
};

/* ---- Questions ---- */

/* mails, refusals and posts are notes of the other sides; turns follow from moves alone: each draw
 * that leads to a turn, whose it is, when it was over. */
static const char tables[] =
	"CREATE TABLE mails (key, address, hash, at, life, is_answered);"
	"CREATE INDEX mails_key ON mails (key);"
	"CREATE TABLE refusals (key, address, at);"
	"CREATE TABLE turns AS SELECT d.game_id, d.rev, m.seat, d.at AS drawn_at,"
	" m.at AS over_at, d.game_id || '.' || d.rev || '.' || m.seat || '.your-turn' AS key"
	" FROM moves d JOIN moves m ON m.game_id = d.game_id AND m.n = d.n + 1"
	" JOIN seats s ON s.game_id = m.game_id AND s.seat = m.seat WHERE d.text = 'draw';"
	"CREATE UNIQUE INDEX turns_key ON turns (key);"
	"CREATE TABLE rows AS SELECT n.*, s.seat, n.game_id || '.' || n.rev || '.' || s.seat || '.'"
	" || replace(n.kind, ' ', '-') || CASE n.number WHEN 0 THEN '' ELSE '.' || n.number END"
	" AS key FROM notices n JOIN seats s ON s.game_id = n.game_id AND s.user_id = n.user_id"
	" WHERE n.channel = 'mail';"
	"CREATE UNIQUE INDEX rows_key ON rows (key);"
	"CREATE TABLE webhooks (id, user_id, removed_at);"
	"CREATE TABLE posts (hook, notice, hash, at, life, status);"
	"CREATE INDEX posts_notice ON posts (notice);"
	"CREATE TABLE told AS SELECT n.*, t.over_at, t.key FROM notices n LEFT JOIN seats s ON"
	" s.game_id = n.game_id AND s.user_id = n.user_id LEFT JOIN turns t ON t.game_id = "
	"n.game_id"
	" AND t.rev = n.rev AND t.seat = s.seat AND n.kind = 'your turn' WHERE n.channel = 'hook';"
	"CREATE UNIQUE INDEX told_id ON told (id);";

static const struct {
	const char *none; /* what must not be */
	const char *sql;
} questions[] = {
	{"a game that is not over", "SELECT id, state FROM g.games WHERE state <> 'over'"},
	{"a turn without a notice, or a notice of none",
         "SELECT key FROM turns EXCEPT SELECT key FROM rows"
         " UNION ALL SELECT * FROM (SELECT key FROM rows WHERE kind = 'your turn'"
         " EXCEPT SELECT key FROM turns)"},
	{"somebody who was not to hear that a game is over",
         "SELECT game_id, seat FROM g.seats WHERE NOT EXISTS (SELECT 1 FROM rows"
         " WHERE rows.game_id = seats.game_id AND rows.user_id = seats.user_id"
         " AND kind = 'game over' AND rows.rev = (SELECT rev FROM g.games WHERE id ="
         " seats.game_id))"},
	{"a notice that is left",
         "SELECT key, state FROM rows WHERE state IN ('waiting', 'sending')"},
	{"bytes that are left",
         "SELECT id, state FROM g.notices WHERE settled_at IS NOT NULL AND bytes IS NOT NULL"},
	{"a notice that is sent, and did not arrive",
         "SELECT key FROM rows WHERE state = 'sent' AND key NOT IN (SELECT key FROM mails)"},
	{"a mail of no notice",
         "SELECT mails.key, mails.address FROM mails LEFT JOIN rows USING (key) WHERE rows.key IS"
         " NULL OR mails.address <> rows.address"},
	{"a notice that was given up, and not refused",
         "SELECT key, answer FROM rows WHERE state = 'dead' AND NOT EXISTS (SELECT 1"
         " FROM refusals r WHERE r.at <= rows.settled_at AND r.address = rows.address"
         " AND r.key IN ('', rows.key))"},
	{"a turn that was not mailed, and not over in time",
         "SELECT key, answer FROM rows JOIN turns USING (key) WHERE state = 'cancelled'"
         " AND settled_at <> over_at AND NOT (answer LIKE 'mails are off because%' AND"
         " user_id = (SELECT user_id FROM g.addresses WHERE address ="
         " 'user3@example.org'))"},
	{"a mail for a turn that was over",
         "SELECT key, at, over_at FROM mails JOIN turns USING (key) WHERE at > over_at"},
	{"a mail for what was cancelled",
         "SELECT key, at, settled_at FROM mails JOIN rows USING (key) WHERE state = 'cancelled'"
         " AND at > settled_at"},
	{"a mail that was not due",
         "SELECT key, at, created_at FROM mails JOIN rows USING (key) WHERE at < created_at"},
	{"a mail that came twice without a reason",
         "SELECT key, at FROM (SELECT *, lag(is_answered) OVER w AS was_answered,"
         " lag(life) OVER w AS life_before FROM mails WINDOW w AS (PARTITION BY key"
         " ORDER BY mails.rowid)) WHERE was_answered AND life = life_before"},
	{"a mail that came twice and was not the same",
         "SELECT key FROM mails GROUP BY key HAVING count(DISTINCT hash) > 1"},

	{"a turn of which a webhook was not to hear",
         "SELECT key, w.id FROM turns JOIN seats s USING (game_id, seat) JOIN webhooks w USING"
         " (user_id) WHERE ifnull(w.removed_at, over_at) >= over_at AND NOT EXISTS (SELECT 1 FROM"
         " told WHERE told.key = turns.key AND hook_id = w.id)"},
	{"a webhook's notice that is left",
         "SELECT id, state FROM told WHERE state IN ('waiting', 'sending')"},
	{"a webhook's notice that is sent, and did not arrive",
         "SELECT id, kind FROM told WHERE state = 'sent' AND NOT EXISTS (SELECT 1 FROM posts"
         " WHERE notice = told.id AND status = 204)"},
	{"a webhook's notice that was given up",
         "SELECT id, answer FROM told WHERE state = 'dead'"},
	{"a turn that was not posted, and not over in time",
         "SELECT told.key, answer FROM told LEFT JOIN webhooks w ON w.id = hook_id WHERE state ="
         " 'cancelled' AND kind = 'your turn' AND settled_at <> over_at AND settled_at IS NOT"
         " w.removed_at"},
	{"a post of no notice, or to another webhook",
         "SELECT notice, hook FROM posts LEFT JOIN told ON told.id = notice WHERE hook_id IS NOT"
         " hook"},
	{"a post for a turn that was over",
         "SELECT notice, at FROM posts JOIN told ON told.id = notice WHERE at > over_at"},
	{"a post for what was cancelled",
         "SELECT notice, at FROM posts JOIN told ON told.id = notice WHERE state = 'cancelled'"
         " AND at > settled_at"},
	{"a post to a webhook that was removed",
         "SELECT notice, at FROM posts JOIN webhooks w ON w.id = hook WHERE at > removed_at"},
	{"a post that was not due",
         "SELECT notice, at FROM posts JOIN told ON told.id = notice WHERE at < created_at"},
	{"a post that came twice without a reason",
         "SELECT notice, at FROM (SELECT *, lag(status) OVER w AS status_before, lag(life) OVER w"
         " AS life_before FROM posts WINDOW w AS (PARTITION BY notice ORDER BY posts.rowid))"
         " WHERE status_before = 204 AND life = life_before"},
	{"a post that came twice and was not the same",
         "SELECT notice FROM posts GROUP BY notice HAVING count(DISTINCT hash) > 1"},
	/* One that was refused for what it is goes behind others (422). */
	{"a post that came before one that was due sooner",
         "WITH first AS (SELECT notice, hook, due_at, min(posts.rowid) AS came FROM posts JOIN"
         " told ON told.id = notice GROUP BY notice HAVING sum(posts.status = 422) = 0)"
         " SELECT notice, due_at FROM (SELECT *, max(due_at) OVER (PARTITION BY hook ORDER BY"
         " came) AS latest FROM first) WHERE due_at < latest"},
};

struct soak {
	struct database *files;
	struct soak_shared *shared;
	struct soak_peer *peer;
	struct soak_sink *sink;
	sqlite3 *sqlite;
	unsigned lives;
};

static void run_sql(struct soak *s, const char *sql)
{
	char *error = NULL;
	if (sqlite3_exec(s->sqlite, sql, NULL, NULL, &error) != SQLITE_OK)
		print_error("%s: %s\n", sql, error);
	assert_null(error);
}

static int64_t number(struct soak *s, const char *sql)
{
	sqlite3_stmt *stmt = NULL;
	assert_int_equal(sqlite3_prepare_v2(s->sqlite, sql, -1, &stmt, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
	int64_t n = sqlite3_column_int64(stmt, 0);
	sqlite3_finalize(stmt);
	return n;
}

/* Tells the first rows that it finds; how many there are. */
static unsigned ask(struct soak *s, const char *none, const char *sql)
{
	enum { TOLD = 5 };
	sqlite3_stmt *stmt = NULL;
	unsigned found = 0;
	if (sqlite3_prepare_v2(s->sqlite, sql, -1, &stmt, NULL) != SQLITE_OK)
		print_error("%s: %s\n", sql, sqlite3_errmsg(s->sqlite));
	assert_non_null(stmt);
	for (; sqlite3_step(stmt) == SQLITE_ROW; found++) {
		const unsigned char *about = sqlite3_column_text(stmt, 1);
		if (found < TOLD)
			print_error("%s: %s, %s\n", none, sqlite3_column_text(stmt, 0),
			            about ? (const char *)about : "");
	}
	assert_int_equal(sqlite3_finalize(stmt), SQLITE_OK);
	if (found > TOLD)
		print_error("%s: %u in all\n", none, found);
	return found;
}

/* ---- Before ---- */

static unsigned game_count(void)
{
	const char *games = getenv("SLOWSAFARI_GAMES");
	unsigned count = games ? (unsigned)strtoul(games, NULL, 10) / GAMES_EACH : GAMES_USUAL;
	return count < 1 ? 1 : count > SOAK_GAMES_MAX ? SOAK_GAMES_MAX : count;
}

/* The first one has two. */
static void make_hooks(struct soak *s, struct party *p)
{
	struct soak_shared *shared = s->shared;
	struct config config;
	char url[100];
	config_init(&config);
	config.hook_network_count = 1;
	for (unsigned i = 0; i < SOAK_HOOKS; i++) {
		shared->hooks[i].user_id = p->people[i > 0 ? i - 1 : 0];
		soak_sink_url(s->sink, i + 1, url, sizeof(url));
		assert_int_equal(hooks_add(p->store, &config, shared->hooks[i].user_id, "generic",
		                           url, p->now, &shared->hooks[i].id),
		                 HOOKS_OK);
		assert_int_equal(shared->hooks[i].id, i + 1);
	}
}

/* Two to five of the people sit in a game, one in two has a clock. One of them is asked for each
 * word; the others have standing orders. */
static void make_games(struct soak *s)
{
	static struct party p;
	static struct sets sets;
	struct soak_shared *shared = s->shared;
	struct store *store;
	struct err err;
	assert_int_equal(store_open(&store, &(struct store_options){.path = s->files->path}, &err),
	                 0);
	assert_int_equal(sets_load(&sets, NULL, &err), 0);
	assert_int_equal(sets_offer(&sets, store, "", &err), 0);
	party_init(&p, store, &sets, PARTY_BEGINS);
	memcpy(shared->people, p.people, sizeof(shared->people));
	party_sql(&p, "UPDATE users SET standing_order = -1 WHERE name = 'User 1'");
	make_hooks(s, &p);
	shared->game_count = game_count();
	for (unsigned i = 0; i < shared->game_count; i++) {
		for (unsigned j = 0; j < PARTY_PEOPLE; j++)
			p.people[j] = shared->people[(i + j) % PARTY_PEOPLE];
		party_start(&p,
		            &(struct party_game){.people = SEATS_MIN + i / PARTY_PEOPLE % 4,
		                                 .turn_s = i % 2 ? -1 : 0},
		            shared->ids[i]);
	}
	store_close(store);
	shared->clock.stands = true;
	atomic_store(&shared->clock.at, PARTY_BEGINS);
}

/* ---- Lives ---- */

static pid_t spawn(struct soak *s)
{
	pid_t pid;
	char *argv[] = {(char[]){"notify_soak"}, (char[]){"--server"}, s->files->folder,
	                (char *)(uintptr_t)soak_peer_url(s->peer), NULL};
	assert_int_equal(posix_spawn(&pid, "/proc/self/exe", NULL, NULL, argv, environ), 0);
	return pid;
}

/* Where it will end itself: at each step in turn, soon or later. Some steps are done by up to 16
 * mails together. */
/* After which the server was killed least: many a life ends in mid-talk before its step comes. */
static unsigned rarest_step(const struct soak_shared *shared)
{
	unsigned step = 0;
	for (unsigned i = 1; i < SOAK_STEPS; i++)
		step = shared->kills[i] < shared->kills[step] ? i : step;
	return step;
}

static void plan_life(struct soak *s, struct chance *chance)
{
	struct soak_shared *shared = s->shared;
	unsigned step = rarest_step(shared);
	shared->life = s->lives++;
	shared->kill_at = step;
	shared->kill_after = 1 + chance_below(chance, !shared->kills[step]   ? 8
	                                              : step == COURIER_SENT ? 100
	                                                                     : 25);
	shared->chance.state = chance_next(chance);
	soak_peer_begin_life(s->peer, chance_below(chance, CLOSED_ONE_IN) != 0);
}

static void tell_last_words(const struct soak *s, int status)
{
	enum { WORDS = 800 };
	char path[128];
	struct text log;
	struct err err;
	text_init(&log, 64 << 20);
	snprintf(path, sizeof(path), "%s/log", s->files->folder);
	assert_int_equal(file_read(path, &log, &err), 0);
	print_error("life %u ended with status %x: ...%s\n", s->lives, (unsigned)status,
	            text_string(&log) + (log.len > WORDS ? log.len - WORDS : 0));
	text_release(&log);
}

/* True when it was killed, and another one is to come. */
static bool live(struct soak *s)
{
	int status;
	pid_t pid = spawn(s);
	soak_peer_may_kill(s->peer, pid);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	soak_peer_end_life(s->peer);
	soak_sink_end_life(s->sink);
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
		return true;
	if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
		tell_last_words(s, status);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	return false;
}

/* ---- After ---- */

static void copy_notes(struct soak *s)
{
	size_t count;
	char sql[400], hash[HASH_HEX];
	const struct soak_mail *mail = soak_peer_mails(s->peer, &count);
	run_sql(s, "BEGIN");
	for (size_t i = 0; i < count; i++) {
		hex_format(hash, mail[i].hash, HASH_BYTES);
		snprintf(sql, sizeof(sql),
		         "INSERT INTO mails VALUES ('%s', '%s', '%s', %lld, %u, %d)", mail[i].key,
		         mail[i].address, hash, (long long)mail[i].at, mail[i].life,
		         mail[i].is_answered);
		run_sql(s, sql);
	}
	const struct soak_refusal *refusal = soak_peer_refusals(s->peer, &count);
	for (size_t i = 0; i < count; i++) {
		snprintf(sql, sizeof(sql), "INSERT INTO refusals VALUES ('%s', '%s', %lld)",
		         refusal[i].key, refusal[i].address, (long long)refusal[i].at);
		run_sql(s, sql);
	}
	for (size_t i = 0; i < soak_sink_count(s->sink); i++) {
		struct soak_post post;
		soak_sink_post(s->sink, i, &post);
		hex_format(hash, post.hash, HASH_BYTES);
		snprintf(sql, sizeof(sql),
		         "INSERT INTO posts VALUES (%lld, %s, '%s %s', %lld, %u, %d)",
		         (long long)post.hook, strrchr(post.id, '_') + 1, post.id, hash,
		         (long long)post.at, post.life, post.status);
		run_sql(s, sql);
	}
	for (unsigned i = 0; i < SOAK_HOOKS; i++) {
		snprintf(sql, sizeof(sql),
		         "INSERT INTO webhooks VALUES (%u, %lld, nullif(%lld, 0))", i + 1,
		         (long long)s->shared->hooks[i].user_id,
		         (long long)s->shared->hooks[i].removed_at);
		run_sql(s, sql);
	}
	run_sql(s, "COMMIT");
}

static void open_questions(struct soak *s)
{
	char sql[200];
	assert_int_equal(sqlite3_open(":memory:", &s->sqlite), SQLITE_OK);
	snprintf(sql, sizeof(sql), "ATTACH '%s' AS g", s->files->path);
	run_sql(s, sql);
	run_sql(s, tables);
	copy_notes(s);
}

static void tell(struct soak *s)
{
	const struct soak_shared *shared = s->shared;
	print_message(
		"# %lld turns in %u games: %lld mailed, %lld over in time, %lld to who gets none; "
		"%lld mails came %lld times; %lld posts came %lld times; "
		"%u faults, %u kills (%u in mid-talk), %u rounds; "
		"%u taken back, %u drawn by hand, %u acts without a mail; %lld days\n",
		(long long)number(s, "SELECT count(*) FROM turns"), shared->game_count,
		(long long)number(s, "SELECT count(*) FROM turns WHERE key IN (SELECT key FROM"
	                             " mails)"),
		(long long)number(s, "SELECT count(*) FROM turns JOIN rows USING (key) WHERE state"
	                             " = 'cancelled' AND settled_at = over_at"),
		(long long)number(s, "SELECT count(*) FROM turns JOIN rows USING (key) WHERE state"
	                             " = 'dead' OR answer LIKE 'mails are off%'"),
		(long long)number(s, "SELECT count(DISTINCT key) FROM mails"),
		(long long)number(s, "SELECT count(*) FROM mails"),
		(long long)number(s, "SELECT count(DISTINCT notice) FROM posts"),
		(long long)number(s, "SELECT count(*) FROM posts"), soak_peer_faults(s->peer),
		s->lives - 1, soak_peer_kills(s->peer), shared->rounds, shared->taken_back,
		shared->draws, shared->visits,
		(long long)(clock_now(&shared->clock) - PARTY_BEGINS) / DAY_S);
}

static void every_turn_is_told_whatever_fails(void **state)
{
	struct soak s = {.files = *state};
	struct chance chance = {17};
	s.shared = soak_share(s.files->folder);
	s.peer = soak_peer_start(s.shared, 4711);
	s.sink = soak_sink_start(s.shared, s.peer, 815);
	make_games(&s);
	do
		plan_life(&s, &chance);
	while (live(&s));
	open_questions(&s);
	tell(&s);
	unsigned found = 0;
	for (size_t i = 0; i < sizeof(questions) / sizeof(questions[0]); i++)
		found += ask(&s, questions[i].none, questions[i].sql);
	assert_int_equal(found, 0);
	int64_t turns = number(&s, "SELECT count(*) FROM turns");
	assert_true(turns >= 50 * s.shared->game_count);
	assert_true(number(&s, "SELECT count(*) FROM posts") > turns / 2);
	assert_true(s.shared->hooks[SOAK_HOOKS - 1].removed_at > 0);
	assert_true(number(&s, "SELECT count(*) FROM turns WHERE key IN (SELECT key FROM mails)") >
	            turns / 2);
	if (s.shared->game_count >= GAMES_FOR_ALL) {
		assert_int_equal(soak_peer_missing(s.peer), 0);
		assert_int_equal(soak_sink_missing(s.sink), 0);
		for (int i = 0; i < SOAK_STEPS; i++)
			assert_true(s.shared->kills[i] > 0);
		assert_true(s.shared->taken_back > 0 && s.shared->visits > 0 &&
		            s.shared->draws > 0);
		assert_true(number(&s, "SELECT count(*) FROM mails") >
		            number(&s, "SELECT count(DISTINCT key) FROM mails"));
		assert_true(number(&s, "SELECT count(*) FROM posts p JOIN posts q USING (notice)"
		                       " WHERE p.life < q.life") > 0);
	}
	sqlite3_close(s.sqlite);
	soak_sink_stop(s.sink);
	soak_peer_stop(s.peer);
	soak_unshare(s.shared);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(every_turn_is_told_whatever_fails, database_folder,
	                                        database_remove),
	};
	if (argc == 4 && strcmp(argv[1], "--server") == 0)
		return soak_serve(argv[2], argv[3]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
