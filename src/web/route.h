/* SPDX-License-Identifier: ISC */
/*
 * What there is to ask for: one table row for each method and path, with who may, which fields it
 * takes, and the handler. Rows are data, so that tests can walk them. Each family of pages has its
 * own table (web/<family>.c); routes.c lists the families.
 *
 *	static const struct field_rule turn_fields[] = {
 *		{"rev", 20}, {"turn", LIMIT_TURN_BYTES}, {0},
 *	};
 *	const struct route table_routes[] = {
 *		{METHOD_GET, "/g/:id", ACCESS_ANYONE, show_table, .fields = table_fields},
 *		{METHOD_POST, "/g/:id/turn", ACCESS_SESSION, take_turn, .fields = turn_fields},
 *		{0},
 *	};
 *
 * A path that has only a GET answers HEAD too, by the same handler; the body is dropped.
 */
#ifndef WEB_ROUTE_H
#define WEB_ROUTE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/limits.h"

struct request;
struct response;

/* METHOD_OTHER is one that HTTP has and no route takes: it finds 404 or 405. */
enum method { METHOD_GET, METHOD_HEAD, METHOD_POST, METHOD_OTHER };

/* Who may come in, and by which door (S1). */
enum access {
	/* Visitors too. A POST needs the same origin; with a session its form's token is not asked
	 * for, since nothing of the account may change here. */
	ACCESS_ANYONE,
	/* A session. A POST needs the same origin and the form's token. Others are sent to sign in
	 * (GET: and back), or get 401 where they want JSON. */
	ACCESS_SESSION,
	/* A secret in the path, mailed for this one purpose: cookies are ignored, a POST needs
	 * neither origin nor token. The handler checks the secret. A body of several parts is let
	 * in and not read: RFC 8058 has mail providers send one, and what is to be done stands in
	 * the path. */
	ACCESS_SECRET,
	/* Whoever can open the server's Unix socket (socket.h): cookies are ignored, a POST needs
	 * neither origin nor token. TCP has no such route. A mail (message/rfc822) may be a body,
	 * for the handler to read. */
	ACCESS_SOCKET,
};

/* A field that a route takes: of the query in a GET, of the body in a POST. */
struct field_rule {
	const char *name;
	size_t max; /* bytes of its value */
};

typedef void route_handler(struct request *req, struct response *res);

struct route {
	enum method method;  /* METHOD_GET or METHOD_POST */
	const char *pattern; /* "/g/:id/turn"; NULL in the row that ends a table */
	enum access access;
	route_handler *handle;
	const struct field_rule *fields; /* ended by {0}; NULL for none. `token` needs no row. */
	size_t body_max;                 /* bytes of a POST's body; 0: LIMIT_BODY_BYTES */
};

enum { ROUTE_PARAMS = 2, ROUTE_PARAM_BYTES = 480 /* the longest is a token with an address */ };

/* What stood for the pattern's names, in its order. */
struct route_params {
	char values[ROUTE_PARAMS][ROUTE_PARAM_BYTES];
};

struct route_match {
	const struct route *route; /* NULL: no such path, or not by this method */
	bool is_path_known;        /* then: 405, and `allow` says which methods there are */
	const char *allow;         /* static */
	struct route_params params;
};

/*
 * Looks a decoded path up in tables (an array that NULL ends). `:name` stands for one whole segment
 * that is not empty; a plain segment goes before a name.
 */
void route_find(const struct route *const *tables, enum method method, const char *path,
                struct route_match *out);

/* The index of `:name` in a route's pattern, or -1. */
int route_param_index(const struct route *route, const char *name);

/* The rule of a field, or NULL when the route does not take it. */
const struct field_rule *route_field(const struct route *route, const char *name);

/* All tables, ended by NULL: those of the site, and those of its Unix socket alone. */
extern const struct route *const site_routes[];
extern const struct route *const operator_routes[];

#endif
