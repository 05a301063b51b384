/* SPDX-License-Identifier: ISC */
/*
 * The way of a notice: see courier.h. Every step on the database is a job of the writer of its own,
 * so nothing slow happens in one.
 */
#include "notify/courier.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/accounts.h"
#include "app/names.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/secret.h"
#include "notify/backoff.h"
#include "notify/folder.h"
#include "notify/letter.h"
#include "notify/mail.h"
#include "notify/relay.h"
#include "store/notices.h"

struct courier {
	struct courier_options o;
	char from[LIMIT_ADDRESS_BYTES + 1]; /* mail_from, normalised */
	struct letters *letters;
	struct smtp *smtp; /* NULL: mails land as files */
};

/* ---- Setting up ---- */

int courier_open(struct courier **out, const struct courier_options *options, struct err *err)
{
	const struct config *config = options->config;
	struct courier *c = memory_resize(NULL, 1, sizeof(*c));
	*c = (struct courier){.o = *options};
	int status = letters_open(&c->letters, NULL, err);
	if (status == 0 && !address_normalise(config->mail_from, c->from))
		status = err_set(err, "mail_from: %s is not a mail address", config->mail_from);
	if (status == 0)
		status = config->smtp_url[0] ? relay_open(&c->smtp, config, 0, c->o.stops, err)
		                             : folder_open(config->mail_folder, err);
	if (status < 0) {
		courier_close(c);
		return -1;
	}
	*out = c;
	return 0;
}

void courier_close(struct courier *c)
{
	if (!c)
		return;
	smtp_close(c->smtp);
	letters_free(c->letters);
	free(c);
}

/* ---- Steps on the database ---- */

/* A notice under way, and what a job is to do with it. */
struct errand {
	struct notice notice;
	struct text bytes;
	struct delivery delivery;
	int64_t now, until; /* the lease's end, or when it is tried again */
};

static int claim(struct db *db, void *context)
{
	struct errand *e = context;
	return notice_claim(db, LANE_SIGN_IN, e->now, e->until, &e->notice, &e->bytes) ? 0 : 1;
}

static int keep(struct db *db, void *context)
{
	struct errand *e = context;
	return notice_keep_bytes(db, e->notice.id, e->bytes.data, e->bytes.len) ? 0 : 1;
}

static int settle(struct db *db, void *context)
{
	struct errand *e = context;
	const struct delivery *d = &e->delivery;
	switch (d->fate) {
	case DELIVERY_TAKEN:
		notice_sent(db, e->notice.id, e->now, d->answer);
		break;
	case DELIVERY_LATER:
	case DELIVERY_GIVEN_UP:
		notice_again(db, e->notice.id, e->until, d->answer);
		break;
	case DELIVERY_REFUSED:
		notice_dead(db, e->notice.id, e->now, d->answer);
		break;
	}
	return 0;
}

/* ---- The way ---- */

static int64_t good_until(const struct notice *n)
{
	bool is_signin = strcmp(n->kind, "sign in") == 0;
	return n->created_at + (is_signin ? ACCOUNTS_SIGNIN_S : BACKOFF_GIVE_UP_S);
}

/* Replaces what the notice was added with by the mail, once; a mail is always longer. 0, or -1 and
 * it is refused. */
static int compose(struct courier *c, struct errand *e)
{
	struct text mail;
	struct err err;
	if (e->bytes.len > SIGNIN_PAYLOAD_BYTES)
		return 0;
	text_init(&mail, MAIL_BYTES_MAX);
	int status = letter_sign_in(c->letters, &mail, c->o.config, &e->notice,
	                            text_string(&e->bytes), e->bytes.len, &err);
	if (status == 0) {
		text_release(&e->bytes);
		e->bytes = mail;
		return 0;
	}
	text_release(&mail);
	e->delivery.fate = DELIVERY_REFUSED;
	snprintf(e->delivery.answer, sizeof(e->delivery.answer), "%.200s", err.text);
	return -1;
}

static void hand_over(struct courier *c, struct errand *e)
{
	const struct notice *n = &e->notice;
	if (c->smtp)
		smtp_send(c->smtp, c->from, n->address, e->bytes.data, e->bytes.len, &e->delivery);
	else
		folder_send(c->o.config->mail_folder, n, e->bytes.data, e->bytes.len, &e->delivery);
}

/* What failed for now is tried again, unless that would be too late. */
static void plan(struct courier *c, struct errand *e)
{
	uint32_t chance;
	secret_random(&chance, sizeof(chance));
	e->now = clock_now(c->o.clock);
	if (e->delivery.fate != DELIVERY_LATER && e->delivery.fate != DELIVERY_GIVEN_UP)
		return;
	e->until = e->now;
	if (e->delivery.fate == DELIVERY_LATER)
		e->until += backoff_s(e->notice.tries, chance);
	if (e->until >= good_until(&e->notice))
		e->delivery.fate = DELIVERY_REFUSED;
}

static void tell(const struct errand *e)
{
	static const char *const words[] = {"sent", "later", "given up", "dead"};
	const struct notice *n = &e->notice;
	log_event("mail", "notice %lld, %s, try %d: %s: %s", (long long)n->id, n->kind, n->tries,
	          words[e->delivery.fate], e->delivery.answer);
}

/* Everything between claim and settlement; false when the database failed and the lease must run
 * out. */
static bool carry(struct courier *c, struct errand *e)
{
	if (e->now >= good_until(&e->notice)) {
		e->delivery = (struct delivery){DELIVERY_REFUSED, "too old"};
		return true;
	}
	size_t payload = e->bytes.len;
	if (compose(c, e) < 0)
		return true;
	if (e->bytes.len != payload && store_write(c->o.store, keep, e) != STORE_OK)
		return false;
	hand_over(c, e);
	return true;
}

bool courier_run(struct courier *c)
{
	struct errand e = {.now = clock_now(c->o.clock)};
	e.until = e.now + COURIER_LEASE_S;
	text_init(&e.bytes, MAIL_BYTES_MAX);
	bool is_done = store_write(c->o.store, claim, &e) == STORE_OK && carry(c, &e);
	if (is_done) {
		plan(c, &e);
		tell(&e);
		is_done = store_write(c->o.store, settle, &e) == STORE_OK;
	}
	text_release(&e.bytes);
	return is_done;
}

int64_t courier_next(struct courier *c)
{
	struct db *db = store_read(c->o.store);
	int64_t at = notice_next_due(db, LANE_SIGN_IN, clock_now(c->o.clock));
	store_read_done(c->o.store, db);
	return at;
}
