/* SPDX-License-Identifier: ISC */
/*
 * The yardsticks: see bare_service.h.
 */
#include "support/bare_service.h"

#include <arpa/inet.h>
#include <microhttpd.h>
#include <pthread.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/limits.h"

enum { THREADS_MAX = 64, CONNECTION_BYTES = 2 * LIMIT_HEAD_BYTES + 16384 };

struct bare_rows {
	sqlite3 *sqlite;
	sqlite3_stmt *insert;
};

static void must(bool is_so, const char *what)
{
	if (!is_so) {
		fprintf(stderr, "bare service: %s\n", what);
		abort();
	}
}

static void run(sqlite3 *sqlite, const char *sql)
{
	must(sqlite3_exec(sqlite, sql, NULL, NULL, NULL) == SQLITE_OK, sqlite3_errmsg(sqlite));
}

static sqlite3_stmt *prepare(sqlite3 *sqlite, const char *sql)
{
	sqlite3_stmt *stmt;
	must(sqlite3_prepare_v2(sqlite, sql, -1, &stmt, NULL) == SQLITE_OK, sqlite3_errmsg(sqlite));
	return stmt;
}

/* ---- Rows ---- */

struct bare_rows *bare_rows_open(const char *path)
{
	struct bare_rows *rows = calloc(1, sizeof(*rows));
	char insert[80];
	must(rows && sqlite3_open(path, &rows->sqlite) == SQLITE_OK, "can't open its database");
	run(rows->sqlite, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
	                  "CREATE TABLE pages (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL);"
	                  "CREATE TABLE moves (id INTEGER PRIMARY KEY, text TEXT, link BLOB)");
	snprintf(insert, sizeof(insert), "INSERT INTO pages VALUES (1, randomblob(%d))",
	         BARE_PAGE_BYTES);
	run(rows->sqlite, insert);
	rows->insert = prepare(rows->sqlite, "INSERT INTO moves (text, link) "
	                                     "VALUES ('place 3,1 90', randomblob(32))");
	return rows;
}

void bare_rows_commit(struct bare_rows *rows)
{
	must(sqlite3_step(rows->insert) == SQLITE_DONE, "can't commit");
	sqlite3_reset(rows->insert);
}

void bare_rows_close(struct bare_rows *rows)
{
	sqlite3_finalize(rows->insert);
	sqlite3_close(rows->sqlite);
	free(rows);
}

/* ---- Pages ---- */

/* Statements on connections of their own, for the threads to take turns with. */
struct readers {
	pthread_mutex_t lock;
	sqlite3_stmt *free[THREADS_MAX];
	unsigned count;
};

static sqlite3_stmt *take(struct readers *r)
{
	pthread_mutex_lock(&r->lock);
	sqlite3_stmt *stmt = r->free[--r->count];
	pthread_mutex_unlock(&r->lock);
	return stmt;
}

static void give_back(struct readers *r, sqlite3_stmt *stmt)
{
	pthread_mutex_lock(&r->lock);
	r->free[r->count++] = stmt;
	pthread_mutex_unlock(&r->lock);
}

static enum MHD_Result answer(void *context, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *upload,
                              size_t *upload_len, void **slot)
{
	struct readers *readers = context;
	(void)url, (void)method, (void)version, (void)upload, (void)upload_len;
	if (!*slot) {
		*slot = readers; /* the head has come */
		return MHD_YES;
	}
	sqlite3_stmt *stmt = take(readers);
	must(sqlite3_step(stmt) == SQLITE_ROW, "no page");
	struct MHD_Response *response = MHD_create_response_from_buffer(
		(size_t)sqlite3_column_bytes(stmt, 0), (void *)sqlite3_column_blob(stmt, 0),
		MHD_RESPMEM_MUST_COPY);
	sqlite3_reset(stmt);
	give_back(readers, stmt);
	enum MHD_Result result = MHD_queue_response(connection, MHD_HTTP_OK, response);
	MHD_destroy_response(response);
	return result;
}

_Noreturn void bare_serve(const char *path, uint16_t port, unsigned threads)
{
	struct readers readers = {.lock = PTHREAD_MUTEX_INITIALIZER};
	struct sockaddr_in address = {.sin_family = AF_INET,
	                              .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	                              .sin_port = htons(port)};
	sigset_t ends;
	int signal_number;
	must(threads <= THREADS_MAX, "too many threads");
	for (; readers.count < threads; readers.count++) {
		sqlite3 *sqlite;
		must(sqlite3_open_v2(path, &sqlite, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX,
		                     NULL) == SQLITE_OK,
		     "can't open its database");
		readers.free[readers.count] =
			prepare(sqlite, "SELECT bytes FROM pages WHERE id = 1");
	}
	sigemptyset(&ends);
	sigaddset(&ends, SIGTERM);
	pthread_sigmask(SIG_BLOCK, &ends, NULL);
	must(MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ITC | MHD_USE_ERROR_LOG, port,
	                      NULL, NULL, answer, &readers, MHD_OPTION_SOCK_ADDR,
	                      (const struct sockaddr *)&address, MHD_OPTION_THREAD_POOL_SIZE,
	                      threads, MHD_OPTION_CONNECTION_LIMIT, (unsigned)LIMIT_CONNECTIONS,
	                      MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_BYTES,
	                      MHD_OPTION_END) != NULL,
	     "can't listen");
	sigwait(&ends, &signal_number);
	_exit(0);
}
