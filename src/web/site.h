/* SPDX-License-Identifier: ISC */
/*
 * The web site: what its pages share, and the way of every request from the gate's check to the
 * finished answer. It knows no socket: server.h brings requests here, and tests may do so too.
 */
#ifndef WEB_SITE_H
#define WEB_SITE_H

#include <stdbool.h>
#include <stdint.h>

#include "app/config.h"
#include "app/mail_secrets.h"
#include "app/sets.h"
#include "base/clock.h"
#include "base/zone.h"
#include "store/store.h"
#include "web/arts.h"
#include "web/gate.h"
#include "web/kept.h"
#include "web/rate.h"
#include "web/request.h"
#include "web/response.h"
#include "web/route.h"
#include "web/static.h"
#include "web/template.h"

struct mail_secrets;

struct site {
	const struct config *config;
	struct store *store;
	struct sets *sets;
	struct clock *clock;
	const struct route *const *routes;
	bool is_dev;       /* every page says so; templates and static files come from the tree */
	bool is_forgetful; /* every answer is made anew, for tests to compare */
	const char *dev_seed;               /* of new games, under --dev only; NULL: chance */
	bool has_mailbox;                   /* mails land as files and are readable at /mailbox */
	const struct mail_secrets *secrets; /* in mails' links; NULL where no page reads them */
	/* A mail has come in: what is done is done when it returns, 200; 422: it can't be read;
	 * 503: later. NULL where no mail comes in. */
	int (*take_mail)(void *context, const char *bytes, size_t len);
	void *mail_context;
	/* Under --dev: told when the clock was moved, from any thread; NULL where nobody waits. */
	void (*clock_was_moved)(void *context);
	void *clock_context;

	/* Made by site_open(). */
	struct templates *templates;
	struct statics *statics;
	struct rates *rates;
	struct kept *kept; /* parts of pages, compressed bodies, answers, viewers */
	struct arts *arts;
	struct zones *zones;
	struct gate_hosts hosts;
};

/*
 * Opens a site of which config, store, sets, clock, routes and is_dev are set; they stay the
 * caller's. 0, or -1 when a template does not compile; nothing is to be closed then.
 */
int site_open(struct site *site, struct err *err);
void site_close(struct site *site);

/*
 * What is known once a request's head is there: the gate, the route, the body's ceiling.
 * True when the request may go on; *body_max is then the most bytes its body may have. False when
 * *res is the answer already, and the body is not read. Either way request_release() follows.
 */
bool site_begin(struct site *site, const struct head *head, struct request *req,
                struct response *res, size_t *body_max);

/* The rest: fields, viewer, door, rates, and the handler. */
void site_finish(struct request *req, const char *body, size_t len, struct response *res);

/* Absolute URL of a local path, from base_url: for mails and JSON. Appends to *out. */
void site_url(const struct site *site, struct text *out, const char *path);

#endif
