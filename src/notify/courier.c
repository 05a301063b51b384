/* SPDX-License-Identifier: ISC */
/*
 * The way of notices: see courier.h. Every step on the database is a job of the writer of its own,
 * so nothing slow happens in one.
 */
#include "notify/courier.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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
#include "notify/verdict.h"

enum { DIGEST_LINES_MAX = 200 };

/* What a job of the writer is to do with a notice. */
enum end {
	END_NONE, /* it is to be sent, or was settled */
	END_SENT,
	END_AGAIN,
	END_DEAD,
	END_NOT_SENT,
	END_CANCELLED, /* by others, meanwhile */
	END_DIGEST,
	END_PUT_BACK,
};

/* A notice under way. */
struct errand {
	struct notice notice;
	struct text bytes;
	enum end end;
	bool is_composed; /* here, just now: to be kept */
	bool is_bounce;
	int64_t until; /* END_AGAIN, END_DIGEST, END_PUT_BACK: when it is due */
	char answer[256];
};

struct courier {
	struct courier_options o;
	char from[LIMIT_ADDRESS_BYTES + 1]; /* mail_from, normalised */
	struct letters *letters;
	struct zones *zones;
	struct smtp *smtp; /* NULL: mails land as files */

	/* Those that are claimed. */
	struct errand errands[COURIER_AT_ONCE];
	size_t count;
	int64_t now;      /* read before each step */
	int64_t began_ms; /* monotonic */
};

/* ---- Setting up ---- */

int courier_open(struct courier **out, const struct courier_options *options, struct err *err)
{
	const struct config *config = options->config;
	struct courier *c = memory_resize(NULL, 1, sizeof(*c));
	*c = (struct courier){.o = *options, .zones = zones_new()};
	assert(options->lane == LANE_SIGN_IN || options->lane == LANE_MAIL);
	for (size_t i = 0; i < COURIER_AT_ONCE; i++)
		text_init(&c->errands[i].bytes, MAIL_BYTES_MAX);
	int status =
		letters_open(&c->letters, options->lane == LANE_MAIL ? options->sets : NULL, err);
	if (status == 0 && !address_normalise(config->mail_from, c->from))
		status = err_set(err, "mail_from: %s is not a mail address", config->mail_from);
	if (status == 0)
		status = config->smtp_url[0]
		                 ? relay_open(&c->smtp, config, c->o.timeout_ms, c->o.stops, err)
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
	for (size_t i = 0; i < COURIER_AT_ONCE; i++)
		text_release(&c->errands[i].bytes);
	smtp_close(c->smtp);
	letters_free(c->letters);
	zones_free(c->zones);
	free(c);
}

static void step_done(const struct courier *c, enum courier_step step)
{
	if (c->o.step)
		c->o.step(c->o.step_context, step);
}

static int64_t monotonic_ms(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

__attribute__((format(printf, 3, 4))) static void end_with(struct errand *e, enum end end,
                                                           const char *format, ...)
{
	va_list args;
	va_start(args, format);
	vsnprintf(e->answer, sizeof(e->answer), format, args);
	va_end(args);
	e->end = end;
}

/* ---- Claiming ---- */

/* The mail of the day of one user for whom it is due: what is still wanted goes with it. */
static bool collect(struct db *db, struct courier *c)
{
	struct notice n, lines[DIGEST_LINES_MAX];
	struct text none;
	text_init(&none, 0);
	if (!notice_claim(db, LANE_DIGEST, c->now, c->now + COURIER_LEASE_S, &n, &none))
		return false;
	notice_put_back(db, n.id, n.due_at);
	size_t count = notice_list_for_digest(db, n.user_id, lines, DIGEST_LINES_MAX);
	for (size_t i = 0; i < count; i++) {
		struct verdict v = verdict_of(db, NULL, &lines[i], c->now);
		if (v.what == VERDICT_NOTHING)
			notice_drop(db, lines[i].id, c->now, v.why);
	}
	notice_collect(db, n.user_id, notice_traits[NOTICE_DIGEST].word, c->now,
	               "with the mail of the day");
	return true;
}

static int claim(struct db *db, void *context)
{
	struct courier *c = context;
	c->count = 0;
	for (int i = 0; i < COURIER_AT_ONCE && c->o.lane == LANE_MAIL && collect(db, c); i++)
		;
	for (; c->count < COURIER_AT_ONCE; c->count++) {
		struct errand *e = &c->errands[c->count];
		text_clear(&e->bytes);
		if (!notice_claim(db, c->o.lane, c->now, c->now + COURIER_LEASE_S, &e->notice,
		                  &e->bytes))
			break;
		e->end = END_NONE;
		e->is_composed = e->is_bounce = false;
		e->answer[0] = '\0';
	}
	return 0;
}

/* ---- Composing ---- */

/* Whether there is any use in another attempt. What has never been tried is, however late. */
static bool is_too_old(const struct notice *n, int64_t at)
{
	if (n->lane == LANE_SIGN_IN)
		return at >= n->created_at + ACCOUNTS_SIGNIN_S;
	return n->tries > 1 && at >= n->created_at + BACKOFF_GIVE_UP_S;
}

/* Failed for now: tried again, unless that would be too late. */
static void end_later(const struct courier *c, struct errand *e, const char *answer)
{
	uint32_t chance;
	secret_random(&chance, sizeof(chance));
	e->until = c->now + backoff_s(e->notice.tries, chance);
	struct notice next = e->notice;
	next.tries++;
	end_with(e, is_too_old(&next, e->until) ? END_DEAD : END_AGAIN, "%s", answer);
}

/* A sign-in mail instead of what the notice was added with. */
static int compose_sign_in(const struct courier *c, struct errand *e, struct text *mail,
                           struct err *err)
{
	return letter_sign_in(c->letters, mail, c->o.config, &e->notice, text_string(&e->bytes),
	                      e->bytes.len, err);
}

static int compose_letter(const struct courier *c, struct db *db, struct errand *e,
                          struct text *mail, struct err *err)
{
	struct verdict v = verdict_of(db, c->zones, &e->notice, c->now);
	if (v.what == VERDICT_NOTHING)
		end_with(e, END_NOT_SENT, "%s", v.why);
	if (v.what == VERDICT_LATER) {
		e->end = END_PUT_BACK;
		e->until = v.at;
	}
	if (v.what == VERDICT_NOTHING || v.what == VERDICT_LATER || e->bytes.len > 0)
		return 0; /* what was composed goes where it was to go */
	if (v.what == VERDICT_DIGEST) {
		end_with(e, END_DIGEST, "for the mail of the day");
		e->until = v.at;
		return 0;
	}
	memcpy(e->notice.address, v.address, sizeof(e->notice.address));
	struct letter_context context = {c->o.config, c->o.sets, db, c->zones, c->o.secrets};
	return letter_compose(c->letters, mail, &context, &e->notice, err);
}

/* Judges and composes, once: what has bytes is judged alone. A mail is longer than what a sign-in's
 * notice is added with. */
static void compose(struct courier *c, struct errand *e)
{
	struct text mail;
	struct err err;
	bool is_read = true;
	int status = 0;
	if (is_too_old(&e->notice, c->now)) {
		end_with(e, END_DEAD, "too old");
		return;
	}
	text_init(&mail, MAIL_BYTES_MAX);
	if (c->o.lane == LANE_MAIL) {
		struct db *db = store_read(c->o.store);
		status = compose_letter(c, db, e, &mail, &err);
		is_read = store_read_done(c->o.store, db);
	} else if (e->bytes.len <= SIGNIN_PAYLOAD_BYTES) {
		status = compose_sign_in(c, e, &mail, &err);
	}
	/* What the same rows do not give now they never will. */
	if (!is_read)
		end_later(c, e, "the database failed");
	else if (status < 0)
		end_with(e, END_DEAD, "%s", err.text);
	e->is_composed = e->end == END_NONE && mail.len > 0;
	if (e->is_composed) {
		text_release(&e->bytes);
		e->bytes = mail;
	} else {
		text_release(&mail);
	}
}

static int keep(struct db *db, void *context)
{
	struct courier *c = context;
	for (size_t i = 0; i < c->count; i++) {
		struct errand *e = &c->errands[i];
		if (e->is_composed && e->end == END_NONE &&
		    !notice_keep_bytes(db, e->notice.id, e->notice.address, e->bytes.data,
		                       e->bytes.len))
			end_with(e, END_CANCELLED, "done before it was sent");
	}
	return 0;
}

static bool has_to_keep(const struct courier *c)
{
	bool has = false;
	for (size_t i = 0; i < c->count; i++)
		has |= c->errands[i].is_composed;
	return has;
}

/* ---- Settling ---- */

static void settle_one(struct db *db, const struct errand *e, int64_t now)
{
	int64_t id = e->notice.id;
	switch (e->end) {
	case END_NONE:
		break;
	case END_SENT:
		notice_sent(db, id, now, e->answer);
		break;
	case END_AGAIN:
		notice_again(db, id, e->until, e->answer);
		break;
	case END_DEAD:
		notice_dead(db, id, now, e->answer);
		if (e->is_bounce && e->notice.user_id)
			notices_bounced(db, e->notice.user_id, e->notice.address, now);
		break;
	case END_NOT_SENT:
		notice_skip(db, id, now, e->answer);
		break;
	case END_CANCELLED:
		notice_let_go(db, id, e->answer);
		break;
	case END_DIGEST:
		notice_digest(db, id, e->until);
		break;
	case END_PUT_BACK:
		notice_put_back(db, id, e->until);
		break;
	}
}

static int settle_all(struct db *db, void *context)
{
	const struct courier *c = context;
	for (size_t i = 0; i < c->count; i++)
		settle_one(db, &c->errands[i], c->now);
	return 0;
}

static void tell(const struct errand *e)
{
	static const char *const words[] = {
		[END_SENT] = "sent",         [END_AGAIN] = "later",        [END_DEAD] = "dead",
		[END_NOT_SENT] = "not sent", [END_CANCELLED] = "not sent", [END_DIGEST] = "waits",
	};
	const struct notice *n = &e->notice;
	if (e->end == END_NONE || e->end == END_PUT_BACK)
		return;
	log_event("mail", "notice %lld, %s%s%s, try %d: %s: %s", (long long)n->id, n->kind,
	          n->game_id[0] ? ", " : "", n->game_id, n->tries, words[e->end], e->answer);
}

/* Those that have come to an end. False when the database failed, and their leases must run out. */
static bool settle(struct courier *c)
{
	c->now = clock_now(c->o.clock);
	for (size_t i = 0; i < c->count; i++)
		tell(&c->errands[i]);
	if (store_write(c->o.store, settle_all, c) != STORE_OK)
		return false;
	for (size_t i = 0; i < c->count; i++) {
		struct errand *e = &c->errands[i];
		if (e->end != END_NONE)
			text_release(&e->bytes);
		e->end = END_NONE;
	}
	step_done(c, COURIER_SETTLED);
	return true;
}

/* ---- Sending ---- */

/* Mails that come back name the player whose address is not good. */
static void hand_over(struct courier *c, const struct errand *e, struct delivery *out)
{
	const struct notice *n = &e->notice;
	char sender[LIMIT_ADDRESS_BYTES + 1];
	memcpy(sender, c->from, sizeof(sender));
	if (n->user_id && c->o.config->has_mail_plus)
		mail_secrets_bounce(c->o.secrets, c->from, n->user_id, sender);
	if (c->smtp)
		smtp_send(c->smtp, sender, n->address, e->bytes.data, e->bytes.len, out);
	else
		folder_send(c->o.config->mail_folder, n, e->bytes.data, e->bytes.len, out);
}

static bool is_wanted(const struct courier *c, const struct errand *e)
{
	struct db *db = store_read(c->o.store);
	bool is_wanted = notice_is_wanted(db, e->notice.id);
	return !store_read_done(c->o.store, db) || is_wanted;
}

static void send_one(struct courier *c, struct errand *e)
{
	struct delivery d = {.fate = DELIVERY_LATER};
	if (!is_wanted(c, e)) {
		end_with(e, END_CANCELLED, "done before it was sent");
		return;
	}
	hand_over(c, e, &d);
	c->now = clock_now(c->o.clock);
	switch (d.fate) {
	case DELIVERY_TAKEN:
		end_with(e, END_SENT, "%s", d.answer);
		break;
	case DELIVERY_LATER:
		end_later(c, e, d.answer);
		break;
	case DELIVERY_GIVEN_UP:
		end_with(e, END_AGAIN, "%s", d.answer);
		e->until = c->now;
		break;
	case DELIVERY_REFUSED:
		end_with(e, END_DEAD, "%s", d.answer);
		e->is_bounce = d.is_bounce;
		break;
	}
	step_done(c, COURIER_SENT);
}

/* The lease might not cover another attempt, or it all is to end. */
static bool must_stop(const struct courier *c)
{
	return monotonic_ms() - c->began_ms > 1000 * COURIER_LEASE_S - 2 * SMTP_TIMEOUT_MS ||
	       (c->o.stops && atomic_load(c->o.stops));
}

/* Sends what is to be sent, or puts it back. */
static bool send_all(struct courier *c)
{
	int64_t settled_ms = monotonic_ms();
	for (size_t i = 0; i < c->count; i++) {
		struct errand *e = &c->errands[i];
		int64_t ms = monotonic_ms();
		if (e->end != END_NONE || e->bytes.len == 0)
			continue;
		if (ms - settled_ms >= COURIER_SETTLE_MS) {
			if (!settle(c))
				return false;
			settled_ms = ms;
		}
		if (!must_stop(c)) {
			send_one(c, e);
			continue;
		}
		e->end = END_PUT_BACK;
		e->until = e->notice.due_at;
	}
	return true;
}

bool courier_run(struct courier *c)
{
	int64_t next = courier_next(c);
	c->now = clock_now(c->o.clock);
	c->began_ms = monotonic_ms();
	if (next == 0 || next > c->now || store_write(c->o.store, claim, c) != STORE_OK)
		return false;
	if (c->count == 0)
		return false; /* nobody wanted a mail of the day that was due */
	step_done(c, COURIER_CLAIMED);
	for (size_t i = 0; i < c->count; i++)
		compose(c, &c->errands[i]);
	step_done(c, COURIER_COMPOSED);
	if (has_to_keep(c) && store_write(c->o.store, keep, c) != STORE_OK)
		return false;
	step_done(c, COURIER_KEPT);
	return send_all(c) && settle(c);
}

int64_t courier_next(struct courier *c)
{
	int64_t now = clock_now(c->o.clock);
	struct db *db = store_read(c->o.store);
	int64_t at = notice_next_due(db, c->o.lane, now);
	int64_t digest = c->o.lane == LANE_MAIL ? notice_next_due(db, LANE_DIGEST, now) : 0;
	store_read_done(c->o.store, db);
	return !at || (digest && digest < at) ? digest : at;
}
