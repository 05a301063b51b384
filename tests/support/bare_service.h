/* SPDX-License-Identifier: ISC */
/*
 * What a service made of the same libraries could reach at most, as a yardstick: a server that
 * answers 20 KB after one read, and a program that commits one row after the other. They do nothing
 * else, and use nothing of this project's: no store, no gate, no session, no rules, no page.
 */
#ifndef SUPPORT_BARE_SERVICE_H
#define SUPPORT_BARE_SERVICE_H

#include <stdint.h>

enum { BARE_PAGE_BYTES = 20 * 1024 };

/* A new database at `path`, WAL and synchronous=FULL as the store's, with one page in it. */
struct bare_rows;
struct bare_rows *bare_rows_open(const char *path);
void bare_rows_close(struct bare_rows *rows);

/* One row of a move's size: on the disk when it returns. */
void bare_rows_commit(struct bare_rows *rows);

/*
 * Serves the page of such a database at every path of 127.0.0.1:port, with the flags, the pool and
 * the limits of web/server.c, until SIGTERM. Does not return: call it in a child.
 */
_Noreturn void bare_serve(const char *path, uint16_t port, unsigned threads);

#endif
