/* SPDX-License-Identifier: ISC */
/*
 * The way of notices to webhooks: see hook_courier.h. Nothing slow happens in a job of the writer.
 */
#include "notify/hook_courier.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "app/hooks.h"
#include "base/base64.h"
#include "base/log.h"
#include "base/memory.h"
#include "notify/backoff.h"
#include "notify/hook_letter.h"
#include "notify/post.h"
#include "notify/verdict.h"

enum { GATHER_MS = 5, HEAD_BYTES = 2048 };

enum stage {
	STAGE_FREE,
	STAGE_CLAIMED,
	STAGE_UNDER_WAY,
	STAGE_OVER, /* to be settled */
};

enum end { END_SENT, END_FAILED, END_GONE, END_NOT_SENT, END_CANCELLED, END_LATER, END_PUT_BACK };

/* A notice under way. */
struct errand {
	enum stage stage;
	struct notice notice;
	struct hook hook;
	struct text bytes;
	bool is_composed; /* here, just now: to be kept */
	bool is_failing;  /* its webhook did not take the one before */
	enum end end;
	int status;    /* of the answer; 0: none */
	int64_t until; /* END_LATER: when it is due */
	char answer[POST_WORDS];
};

struct hook_courier {
	struct hook_courier_options o;
	struct posts *posts;
	struct zones *zones;
	struct errand errands[HOOKS_AT_ONCE];
	unsigned busy, failing;           /* not free; of these, of webhooks that failed last */
	int64_t now;                      /* read before each job */
	atomic_int_least64_t waits_until; /* what is due before wakes it */
};

static_assert((int)HOOKS_AT_ONCE <= (int)POSTS_MAX, "each has a place there");

struct hook_courier *hook_courier_open(const struct hook_courier_options *options)
{
	struct hook_courier *c = memory_resize(NULL, 1, sizeof(*c));
	*c = (struct hook_courier){.o = *options, .zones = zones_new()};
	atomic_init(&c->waits_until, INT64_MAX);
	c->posts = posts_open(&(struct posts_options){
		.networks = options->config->hook_networks,
		.network_count = options->config->hook_network_count,
		.ca_file = options->ca_file,
		.timeout_ms = options->timeout_ms,
	});
	for (size_t i = 0; i < HOOKS_AT_ONCE; i++)
		text_init(&c->errands[i].bytes, HOOK_REQUEST_BYTES);
	return c;
}

unsigned hook_courier_busy(const struct hook_courier *c)
{
	return c->busy;
}

void hook_courier_wake(struct hook_courier *c, int64_t due_at)
{
	if (due_at < atomic_load(&c->waits_until))
		posts_wake(c->posts);
}

static int64_t monotonic_ms(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void step_done(const struct hook_courier *c, enum hook_step step)
{
	if (c->o.step)
		c->o.step(c->o.step_context, step);
}

static bool is_any(const struct hook_courier *c, enum stage stage)
{
	for (size_t i = 0; i < HOOKS_AT_ONCE; i++)
		if (c->errands[i].stage == stage)
			return true;
	return false;
}

static void end_with(struct errand *e, enum end end, const char *answer)
{
	snprintf(e->answer, sizeof(e->answer), "%s", answer);
	e->end = end;
	e->stage = STAGE_OVER;
}

static void release(struct hook_courier *c, struct errand *e)
{
	c->busy--;
	c->failing -= e->is_failing;
	text_clear(&e->bytes);
	e->stage = STAGE_FREE;
}

/* ---- Settling ---- */

static int64_t next_try(const struct hook_courier *c, int tries)
{
	uint32_t chance;
	secret_random(&chance, sizeof(chance));
	return c->now + backoff_s(tries, chance);
}

/* It, and not who sends it, is what the other side does not want. */
static bool is_about_notice(int status)
{
	static const int others[] = {401, 403, 404, 408, 425, 429};
	bool is = status >= 400 && status < 500;
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		is = is && status != others[i];
	return is;
}

static void settle_failed(struct db *db, const struct hook_courier *c, const struct errand *e)
{
	const struct notice *n = &e->notice;
	struct hook h;
	int failures = hook_get(db, n->hook_id, &h) ? h.failures : 0;
	int64_t until = next_try(c, failures + 1);
	/* Who asks for a test looks at what comes of it. */
	bool is_test = notice_kind_of(n->kind) == NOTICE_TEST;
	bool is_given_up = !is_test && until >= n->created_at + HOOKS_GIVE_UP_S;
	hooks_failed(db, n->hook_id, until, is_given_up, c->now);
	if (is_given_up || is_test)
		notice_dead(db, n->id, c->now, e->answer);
	else
		notice_again(db, n->id,
		             is_about_notice(e->status) ? next_try(c, n->tries) : n->due_at,
		             e->answer);
}

static void settle_one(struct db *db, const struct hook_courier *c, const struct errand *e)
{
	int64_t id = e->notice.id, hook_id = e->notice.hook_id;
	switch (e->end) {
	case END_SENT:
		notice_sent(db, id, c->now, e->answer);
		hooks_took(db, hook_id);
		break;
	case END_FAILED:
		settle_failed(db, c, e);
		break;
	case END_GONE:
		notice_dead(db, id, c->now, e->answer);
		hooks_gone(db, hook_id, c->now);
		break;
	case END_NOT_SENT:
		notice_skip(db, id, c->now, e->answer);
		break;
	case END_CANCELLED:
		notice_let_go(db, id, e->answer);
		break;
	case END_LATER:
		notice_put_back(db, id, e->until);
		break;
	case END_PUT_BACK:
		notice_put_back(db, id, e->notice.due_at);
		break;
	}
}

/* Their places are free then. */
static void settle_all(struct db *db, struct hook_courier *c)
{
	for (size_t i = 0; i < HOOKS_AT_ONCE; i++) {
		if (c->errands[i].stage != STAGE_OVER)
			continue;
		settle_one(db, c, &c->errands[i]);
		release(c, &c->errands[i]);
	}
}

static void tell(const struct errand *e)
{
	static const char *const words[] = {
		[END_SENT] = "sent",         [END_FAILED] = "failed",      [END_GONE] = "gone",
		[END_NOT_SENT] = "not sent", [END_CANCELLED] = "not sent", [END_LATER] = "waits",
		[END_PUT_BACK] = "put back"};
	const struct notice *n = &e->notice;
	log_event("hook", "notice %lld, %s%s%s, webhook %lld, try %d: %s: %s", (long long)n->id,
	          n->kind, n->game_id[0] ? ", " : "", n->game_id, (long long)n->hook_id, n->tries,
	          words[e->end], e->answer);
}

static void tell_all(const struct hook_courier *c)
{
	for (size_t i = 0; i < HOOKS_AT_ONCE; i++)
		if (c->errands[i].stage == STAGE_OVER)
			tell(&c->errands[i]);
}

/* ---- Claiming and composing ---- */

static struct errand *free_place(struct hook_courier *c)
{
	struct errand *e = c->errands;
	while (e->stage != STAGE_FREE)
		e++;
	return e;
}

/* As many as there are places for: at most that many, of webhooks that failed last or of others. */
static void claim(struct db *db, struct hook_courier *c, bool is_failing, unsigned places)
{
	int64_t ids[HOOKS_AT_ONCE];
	size_t count = hook_list_due(db, is_failing, c->now, ids, places);
	for (size_t i = 0; i < count; i++) {
		struct errand *e = free_place(c);
		if (!hook_claim(db, ids[i], c->now, c->now + HOOK_LEASE_S, &e->notice, &e->bytes))
			continue;
		e->hook = (struct hook){0};
		hook_get(db, e->notice.hook_id, &e->hook);
		e->is_composed = false;
		e->is_failing = is_failing;
		e->stage = STAGE_CLAIMED;
		c->busy++;
		c->failing += is_failing;
	}
}

static int settle_and_claim(struct db *db, void *context)
{
	struct hook_courier *c = context;
	settle_all(db, c);
	unsigned places = HOOKS_AT_ONCE - c->busy, failing = HOOKS_FAILING_AT_ONCE - c->failing;
	claim(db, c, true, failing < places ? failing : places);
	claim(db, c, false, HOOKS_AT_ONCE - c->busy);
	return 0;
}

static int settle_alone(struct db *db, void *context)
{
	settle_all(db, context);
	return 0;
}

static void compose(struct hook_courier *c, struct db *db, struct errand *e)
{
	struct verdict v = verdict_of_hook(db, c->zones, &e->notice, c->now, &e->hook);
	e->until = v.at;
	if (v.what == VERDICT_NOTHING)
		end_with(e, END_NOT_SENT, v.why);
	else if (!notice_is_wanted(db, e->notice.id))
		end_with(e, END_CANCELLED, "done before it was sent");
	else if (v.what == VERDICT_LATER)
		end_with(e, END_LATER, "until the quiet hours end");
	if (e->stage == STAGE_OVER)
		return;
	hooks_host(e->hook.url, e->notice.address);
	if (e->bytes.len > 0)
		return;
	struct hook_letter_context context = {c->o.config, db, c->zones};
	if (hook_letter(&e->bytes, &context, &e->hook, &e->notice))
		e->is_composed = true;
	else
		end_with(e, END_NOT_SENT, "it is about what is not there");
}

static int keep(struct db *db, void *context)
{
	struct hook_courier *c = context;
	for (size_t i = 0; i < HOOKS_AT_ONCE; i++) {
		struct errand *e = &c->errands[i];
		if (e->stage == STAGE_CLAIMED && e->is_composed &&
		    !notice_keep_bytes(db, e->notice.id, e->notice.address, e->bytes.data,
		                       e->bytes.len))
			end_with(e, END_CANCELLED, "done before it was sent");
	}
	return 0;
}

/* ---- Sending ---- */

static void add_signature(const struct hook_courier *c, struct text *out,
                          const struct text *signed_, int64_t hook_id, int64_t number)
{
	unsigned char key[SECRET_KEY_BYTES], mac[SECRET_MAC_BYTES];
	mail_secrets_hook(c->o.secrets, hook_id, number, key);
	secret_sign(mac, key, signed_->data, signed_->len);
	text_add(out, " v1,");
	base64_add(out, mac, sizeof(mac));
}

/* The Standard Webhooks' three lines: signed is "id.timestamp.body". */
static void add_signatures(const struct hook_courier *c, struct text *head, const struct errand *e,
                           const char *body, size_t len)
{
	const struct hook *h = &e->hook;
	struct text signed_;
	char id[64];
	text_init(&signed_, HOOK_REQUEST_BYTES + 128);
	snprintf(id, sizeof(id), "notice_%lld_%lld", (long long)e->notice.created_at,
	         (long long)e->notice.id);
	text_printf(&signed_, "%s.%lld.", id, (long long)c->now);
	text_add_bytes(&signed_, body, len);
	text_printf(head, "webhook-id: %s\r\nwebhook-timestamp: %lld\r\nwebhook-signature:", id,
	            (long long)c->now);
	add_signature(c, head, &signed_, h->id, h->secret_number);
	if (h->secret_number && c->now < h->rotated_at + HOOKS_OLD_SECRET_S)
		add_signature(c, head, &signed_, h->id, h->secret_number - 1);
	text_add(head, "\r\n");
	text_release(&signed_);
}

static void start(struct hook_courier *c, struct errand *e)
{
	static const char gap[] = "\r\n\r\n";
	const char *bytes = text_string(&e->bytes), *end = strstr(bytes, gap);
	const struct hook_kind *kind = hook_kind_of(e->hook.kind);
	struct text head;
	assert(end && kind);
	const char *body = end + strlen(gap);
	size_t len = e->bytes.len - (size_t)(body - bytes);
	text_init(&head, HEAD_BYTES);
	text_add_bytes(&head, bytes, (size_t)(end - bytes) + 2);
	if (kind->is_signed)
		add_signatures(c, &head, e, body, len);
	posts_start(c->posts, e,
	            &(struct post){e->hook.url, text_string(&head), head.len, body, len});
	text_release(&head);
	e->stage = STAGE_UNDER_WAY;
	step_done(c, HOOK_POSTED);
}

/* Settles, and takes what can be claimed now up to its being posted. False when the database
 * failed: leases must run out. */
static bool send_due(struct hook_courier *c)
{
	bool has_to_keep = false, has_settled = is_any(c, STAGE_OVER);
	tell_all(c);
	if (store_write(c->o.store, settle_and_claim, c) != STORE_OK) {
		for (size_t i = 0; i < HOOKS_AT_ONCE; i++)
			if (c->errands[i].stage == STAGE_CLAIMED ||
			    c->errands[i].stage == STAGE_OVER)
				release(c, &c->errands[i]);
		return false;
	}
	if (has_settled)
		step_done(c, HOOK_SETTLED);
	if (!is_any(c, STAGE_CLAIMED))
		return true;
	step_done(c, HOOK_CLAIMED);
	struct db *db = store_read(c->o.store);
	for (size_t i = 0; i < HOOKS_AT_ONCE; i++) {
		struct errand *e = &c->errands[i];
		if (e->stage == STAGE_CLAIMED)
			compose(c, db, e);
		has_to_keep = has_to_keep || (e->stage == STAGE_CLAIMED && e->is_composed);
	}
	bool is_good = store_read_done(c->o.store, db);
	step_done(c, HOOK_COMPOSED);
	is_good = is_good && (!has_to_keep || store_write(c->o.store, keep, c) == STORE_OK);
	step_done(c, HOOK_KEPT);
	for (size_t i = 0; i < HOOKS_AT_ONCE; i++) {
		struct errand *e = &c->errands[i];
		if (e->stage == STAGE_CLAIMED && is_good)
			start(c, e);
		else if (e->stage == STAGE_CLAIMED)
			release(c, e); /* its lease runs out */
	}
	return is_good;
}

static void end_post(const struct hook_courier *c, const struct post_done *d)
{
	struct errand *e = d->tag;
	e->status = d->status;
	if (d->status >= 200 && d->status < 300)
		end_with(e, END_SENT, d->words);
	else
		end_with(e, d->status == 410 ? END_GONE : END_FAILED, d->words);
	step_done(c, HOOK_ANSWERED);
}

/* Until something is due, if there is a place for it; -1: no longer than the caller wants. */
static int wait_ms(const struct hook_courier *c, int timeout_ms)
{
	struct db *db = store_read(c->o.store);
	int64_t due = hook_next_due(db, c->failing < HOOKS_FAILING_AT_ONCE, c->now);
	store_read_done(c->o.store, db);
	if (c->busy == HOOKS_AT_ONCE || !due || (due - c->now) * 1000 >= timeout_ms)
		return timeout_ms;
	return (int)(due - c->now) * 1000;
}

/* What has come to its end, and what does within a moment: they share the jobs of the writer. */
static void gather(struct hook_courier *c)
{
	struct post_done done;
	int64_t until = 0;
	for (;;) {
		while (posts_next(c->posts, &done)) {
			end_post(c, &done);
			until = until ? until : monotonic_ms() + GATHER_MS;
		}
		int64_t left = until ? until - monotonic_ms() : 0;
		if (left <= 0 || !posts_count(c->posts))
			return;
		posts_wait(c->posts, (int)left);
	}
}

void hook_courier_run(struct hook_courier *c, int timeout_ms)
{
	bool is_good = true;
	c->now = clock_now(c->o.clock);
	if (is_any(c, STAGE_OVER) || wait_ms(c, 1) == 0)
		is_good = send_due(c);
	/* Not at once again where the database fails. */
	if (is_good && timeout_ms > 0)
		timeout_ms = is_any(c, STAGE_OVER) ? 0 : wait_ms(c, timeout_ms);
	atomic_store(&c->waits_until, c->now + timeout_ms / 1000);
	posts_wait(c->posts, timeout_ms);
	/* Until it waits again all that is added is news to it. */
	atomic_store(&c->waits_until, INT64_MAX);
	gather(c);
}

void hook_courier_close(struct hook_courier *c)
{
	if (!c)
		return;
	posts_close(c->posts);
	for (size_t i = 0; i < HOOKS_AT_ONCE; i++)
		if (c->errands[i].stage == STAGE_UNDER_WAY)
			end_with(&c->errands[i], END_PUT_BACK, "the program was to end");
	c->now = clock_now(c->o.clock);
	tell_all(c);
	if (is_any(c, STAGE_OVER))
		store_write(c->o.store, settle_alone, c);
	for (size_t i = 0; i < HOOKS_AT_ONCE; i++)
		text_release(&c->errands[i].bytes);
	zones_free(c->zones);
	free(c);
}
