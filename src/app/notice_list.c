/* SPDX-License-Identifier: ISC */
/*
 * Notices as the operator sees and moves them: see notices.h.
 */
#include "app/notices.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/zone.h"
#include "store/choices.h"
#include "store/people.h"

enum { LISTED_MAX = 1000, DEAD_MAX = 50 };

/* Words from outside, for a terminal: controls are blanks. */
static void add_answer(struct text *out, const char *answer)
{
	for (; *answer; answer++)
		text_add_char(out, (unsigned char)*answer < ' ' || *answer == 0x7f ? ' ' : *answer);
}

/* Whom it is for, and where it went or would go now. */
static void add_person(struct text *out, struct db *db, const struct notice *n)
{
	struct user u;
	char address[LIMIT_ADDRESS_BYTES + 1];
	if (n->user_id && user_get(db, n->user_id, &u))
		text_printf(out, "  %s (user %lld)", u.name, (long long)u.id);
	if (n->lane == LANE_HOOK)
		text_printf(out, "  to webhook %lld", (long long)n->hook_id);
	else if (n->address[0])
		text_printf(out, "  to %s", n->address);
	else if (n->user_id && user_mail_address(db, n->user_id, address))
		text_printf(out, "  to %s", address);
}

static void add_line(struct text *out, struct db *db, const struct notice_entry *e)
{
	const struct notice *n = &e->notice;
	char due[ZONE_TEXT];
	zone_format_utc(due, n->due_at);
	text_printf(out, "%lld  %s  %s", (long long)n->id, notice_states[e->state], n->kind);
	if (n->game_id[0])
		text_printf(out, "  game %s", n->game_id);
	add_person(out, db, n);
	text_printf(out, "  due %s  tries %d", due, n->tries);
	if (e->answer[0]) {
		text_add(out, "  ");
		add_answer(out, e->answer);
	}
	text_add(out, "\n");
}

void notices_list(struct db *db, struct text *out)
{
	static const enum notice_state states[] = {NOTICE_SENDING, NOTICE_WAITING, NOTICE_DEAD};
	struct notice_entry *entries = memory_resize(NULL, LISTED_MAX, sizeof(*entries));
	size_t shown = 0;
	for (size_t i = 0; i < sizeof(states) / sizeof(states[0]); i++) {
		size_t cap = states[i] == NOTICE_DEAD ? DEAD_MAX : LISTED_MAX;
		size_t count = notice_list(db, states[i], entries, cap);
		for (size_t k = 0; k < count; k++)
			add_line(out, db, &entries[k]);
		if (count == cap)
			text_printf(out, "... and perhaps more that are %s\n",
			            notice_states[states[i]]);
		shown += count;
	}
	free(entries);
	if (!shown)
		text_add(out, "nothing waits\n");
}

struct move {
	int64_t id, now;
};

static int retry(struct db *db, void *context)
{
	const struct move *m = context;
	return notice_retry(db, m->id, m->now) ? 0 : 1;
}

bool notices_retry(struct store *store, int64_t id, int64_t now)
{
	struct move m = {id, now};
	return store_write(store, retry, &m) == STORE_OK;
}

static int drop(struct db *db, void *context)
{
	const struct move *m = context;
	return notice_drop(db, m->id, m->now, "dropped by the operator") ? 0 : 1;
}

bool notices_drop(struct store *store, int64_t id, int64_t now)
{
	struct move m = {id, now};
	return store_write(store, drop, &m) == STORE_OK;
}
