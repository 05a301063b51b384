/* SPDX-License-Identifier: ISC */
/*
 * The way of notices to webhooks: see hook_courier.h. It goes in rounds: look for what is next and
 * compose it, in a snapshot; settle what has ended and claim what was composed, in one job of the
 * writer; post that. While one round composes and commits, the other sides answer what the round
 * before has posted: that is all the waiting there is, and what makes a job worth its sync. Nothing
 * slow happens in the job.
 */
#include "notify/hook_courier.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/hooks.h"
#include "base/base64.h"
#include "base/log.h"
#include "base/memory.h"
#include "notify/backoff.h"
#include "notify/hook_letter.h"
#include "notify/post.h"
#include "notify/verdict.h"

enum {
	HEAD_BYTES = 2048,
	LOOK_MS = 1000, /* while some are under way: when the next is due is not worked out then */
};

enum stage {
	STAGE_FREE,
	STAGE_FOUND, /* judged and composed: to be claimed */
	STAGE_UNDER_WAY,
	STAGE_OVER, /* to be settled */
};

enum end {
	END_NONE,
	END_SENT,
	END_FAILED,
	END_GONE,
	END_NOT_SENT,
	END_LATER,
	END_PUT_BACK,
};

/* A notice with a place here. */
struct errand {
	enum stage stage;
	struct notice notice;
	struct hook hook;
	bool is_failing; /* its hook was when it took its place */
	bool is_claimed; /* STAGE_FOUND: the job did */
	struct text bytes;
	enum end end;  /* STAGE_FOUND: END_NONE: it is to be posted */
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
	int64_t now;                      /* of this round */
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

bool hook_courier_wake(struct hook_courier *c, int64_t due_at)
{
	bool is_news = due_at < atomic_load(&c->waits_until);
	if (is_news)
		posts_wake(c->posts);
	return is_news;
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
}

static void release(struct hook_courier *c, struct errand *e)
{
	c->busy--;
	c->failing -= e->is_failing;
	text_clear(&e->bytes);
	e->stage = STAGE_FREE;
}

/* ---- Looking and composing ---- */

static struct errand *free_place(struct hook_courier *c)
{
	struct errand *e = c->errands;
	while (e->stage != STAGE_FREE)
		e++;
	return e;
}

static void compose(struct hook_courier *c, struct db *db, struct errand *e)
{
	struct verdict v = verdict_of_hook(db, c->zones, &e->notice, c->now, &e->hook);
	struct hook_letter_context context = {c->o.config, db, c->zones};
	e->until = v.at;
	if (v.what == VERDICT_NOTHING) {
		end_with(e, END_NOT_SENT, v.why);
		return;
	}
	if (v.what == VERDICT_LATER) {
		end_with(e, END_LATER, "until the quiet hours end");
		return;
	}
	hooks_host(e->hook.url, e->notice.address);
	if (e->bytes.len == 0 && !hook_letter(&e->bytes, &context, &e->hook, &e->notice)) {
		text_clear(&e->bytes);
		end_with(e, END_NOT_SENT, "it is about what is not there");
	}
}

static void release_found(struct hook_courier *c)
{
	for (size_t i = 0; i < HOOKS_AT_ONCE; i++)
		if (c->errands[i].stage == STAGE_FOUND)
			release(c, &c->errands[i]);
}

/* As many as there are places for: at most that many, to webhooks that failed last or to others. */
static void find(struct hook_courier *c, struct db *db, bool is_failing, unsigned places)
{
	int64_t ids[HOOKS_AT_ONCE];
	size_t count = hook_list_due(db, is_failing, c->now, ids, places);
	for (size_t i = 0; i < count; i++) {
		struct errand *e = free_place(c);
		if (!notice_look(db, ids[i], &e->notice, &e->bytes))
			break; /* the database failed */
		e->stage = STAGE_FOUND;
		e->end = END_NONE;
		e->is_failing = is_failing;
		c->busy++;
		c->failing += is_failing;
		compose(c, db, e);
	}
}

/* How long there is nothing to do but to wait for the other sides. */
static int wait_ms(const struct hook_courier *c, struct db *db, int timeout_ms)
{
	if (is_any(c, STAGE_FOUND) || is_any(c, STAGE_OVER))
		return 0;
	if (c->busy)
		return timeout_ms < LOOK_MS ? timeout_ms : LOOK_MS;
	int64_t due = hook_next_due(db, c->now);
	return due && (due - c->now) * 1000 < timeout_ms ? (int)(due - c->now) * 1000 : timeout_ms;
}

/* Finds what is next and composes it; answers what wait_ms() says then. */
static int look(struct hook_courier *c, int timeout_ms)
{
	struct db *db = store_read(c->o.store);
	unsigned places = HOOKS_AT_ONCE - c->busy, failing = HOOKS_FAILING_AT_ONCE - c->failing;
	find(c, db, true, failing < places ? failing : places);
	find(c, db, false, HOOKS_AT_ONCE - c->busy);
	int ms = wait_ms(c, db, timeout_ms);
	if (!store_read_done(c->o.store, db)) {
		release_found(c);
		return timeout_ms;
	}
	if (is_any(c, STAGE_FOUND))
		step_done(c, HOOK_COMPOSED);
	return ms;
}

/* ---- Settling and claiming ---- */

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
	case END_NONE:
		break;
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
	case END_LATER:
		notice_put_back(db, id, e->until);
		break;
	case END_PUT_BACK:
		notice_put_back(db, id, e->notice.due_at);
		break;
	}
}

/* One that was cancelled since it was looked at is not claimed. */
static void claim(struct db *db, const struct hook_courier *c, struct errand *e)
{
	e->is_claimed = hook_claim(db, &e->notice, c->now, c->now + HOOK_LEASE_S, e->bytes.data,
	                           e->bytes.len);
	e->notice.tries += e->is_claimed;
}

static int settle_and_claim(struct db *db, void *context)
{
	struct hook_courier *c = context;
	for (size_t i = 0; i < HOOKS_AT_ONCE; i++) {
		struct errand *e = &c->errands[i];
		if (e->stage == STAGE_FOUND)
			claim(db, c, e);
		if (e->stage == STAGE_OVER || (e->stage == STAGE_FOUND && e->is_claimed))
			settle_one(db, c, e);
	}
	return 0;
}

static void tell(const struct errand *e)
{
	static const char *const words[] = {
		[END_SENT] = "sent",         [END_FAILED] = "failed", [END_GONE] = "gone",
		[END_NOT_SENT] = "not sent", [END_LATER] = "waits",   [END_PUT_BACK] = "put back",
	};
	const struct notice *n = &e->notice;
	log_event("hook", "notice %lld, %s%s%s, webhook %lld, try %d: %s: %s", (long long)n->id,
	          n->kind, n->game_id[0] ? ", " : "", n->game_id, (long long)n->hook_id, n->tries,
	          words[e->end], e->answer);
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
}

/* After the job: it is posted, or its place is free again. */
static void turn_over(struct hook_courier *c, struct errand *e)
{
	if (e->stage == STAGE_FOUND && !e->is_claimed) {
		release(c, e);
	} else if (e->end == END_NONE) {
		start(c, e);
		step_done(c, HOOK_POSTED);
	} else {
		tell(e);
		release(c, e);
	}
}

/* What has ended is settled, what was found is claimed and posted. False when the database failed:
 * what has ended waits for another round. */
static bool turn_all_over(struct hook_courier *c)
{
	bool has_found = is_any(c, STAGE_FOUND), has_ended = is_any(c, STAGE_OVER);
	if (!has_found && !has_ended)
		return true;
	if (store_write(c->o.store, settle_and_claim, c) != STORE_OK) {
		release_found(c);
		return false;
	}
	if (has_ended)
		step_done(c, HOOK_SETTLED);
	if (has_found)
		step_done(c, HOOK_KEPT);
	for (size_t i = 0; i < HOOKS_AT_ONCE; i++)
		if (c->errands[i].stage == STAGE_FOUND || c->errands[i].stage == STAGE_OVER)
			turn_over(c, &c->errands[i]);
	return true;
}

/* Goes on with the posts, and takes note of those that have ended. */
static void wait_for_answers(struct hook_courier *c, int timeout_ms)
{
	struct post_done done;
	atomic_store(&c->waits_until, c->now + timeout_ms / 1000);
	posts_wait(c->posts, timeout_ms);
	/* Until it waits again all that is added is news to it. */
	atomic_store(&c->waits_until, INT64_MAX);
	while (posts_next(c->posts, &done)) {
		struct errand *e = done.tag;
		e->status = done.status;
		e->stage = STAGE_OVER;
		if (done.status >= 200 && done.status < 300)
			end_with(e, END_SENT, done.words);
		else
			end_with(e, done.status == 410 ? END_GONE : END_FAILED, done.words);
		step_done(c, HOOK_ANSWERED);
	}
}

void hook_courier_run(struct hook_courier *c, int timeout_ms)
{
	c->now = clock_now(c->o.clock);
	wait_for_answers(c, look(c, timeout_ms));
	c->now = clock_now(c->o.clock);
	bool is_good = turn_all_over(c);
	/* On their way before the next round composes; and not at once again where the database
	 * fails. */
	posts_wait(c->posts, is_good ? 0 : timeout_ms);
}

void hook_courier_close(struct hook_courier *c)
{
	if (!c)
		return;
	posts_close(c->posts);
	c->now = clock_now(c->o.clock);
	for (size_t i = 0; i < HOOKS_AT_ONCE; i++) {
		struct errand *e = &c->errands[i];
		if (e->stage == STAGE_UNDER_WAY) {
			e->stage = STAGE_OVER;
			end_with(e, END_PUT_BACK, "the program was to end");
		}
	}
	if (c->busy && store_write(c->o.store, settle_and_claim, c) == STORE_OK)
		for (size_t i = 0; i < HOOKS_AT_ONCE; i++)
			if (c->errands[i].stage == STAGE_OVER)
				tell(&c->errands[i]);
	for (size_t i = 0; i < HOOKS_AT_ONCE; i++)
		text_release(&c->errands[i].bytes);
	zones_free(c->zones);
	free(c);
}
