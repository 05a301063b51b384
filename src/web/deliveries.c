/* SPDX-License-Identifier: ISC */
/*
 * What went to somebody by mail or webhook, when and where, and what the other side answered (N6).
 * Of the person's own notices alone, the newest first; what they said is not kept.
 */
#include <stdio.h>
#include <string.h>

#include "app/hooks.h"
#include "base/number.h"
#include "web/families.h"
#include "web/page.h"
#include "web/settings.h"
#include "web/site.h"

enum { LISTED_MAX = 50, STATE_BYTES = 2 * ZONE_TEXT + 64 };

static const char *what(const struct notice *n)
{
	enum notice_kind kind = notice_kind_of(n->kind);
	switch (kind) {
	case NOTICE_DIGEST:
		return "The mail of the day";
	case NOTICE_ADDRESS:
		return "Your addresses have changed";
	case NOTICE_RECEIPT:
	case NOTICE_STRANGER:
		return "The answer to a mail of yours";
	case NOTICE_SIGN_IN:
		return "To sign in";
	case NOTICE_HOOK_FAILS:
		return "A webhook of yours fails";
	case NOTICE_TEST:
		return "A test";
	case NOTICE_YOUR_TURN:
	case NOTICE_YOUR_WORD:
	case NOTICE_REMINDER:
	case NOTICE_CARETAKER:
	case NOTICE_STARTED:
	case NOTICE_GAME_OVER:
	case NOTICE_INVITATION:
	case NOTICE_MORE_TIME:
		return notice_traits[kind].meaning;
	case NOTICE_KINDS:
		break;
	}
	return n->kind;
}

/* How far it has come, in words with the time, which `at` is. */
static void say_state(struct request *req, const struct notice_entry *e, int64_t at,
                      char out[STATE_BYTES])
{
	char when[ZONE_TEXT];
	page_time(req, when, at);
	switch ((enum notice_state)e->state) {
	case NOTICE_WAITING:
		if (e->notice.lane == LANE_DIGEST)
			snprintf(out, STATE_BYTES, "In the mail of %s", when);
		else if (e->notice.tries > 0)
			snprintf(out, STATE_BYTES, "Not taken yet; tried again %s", when);
		else
			snprintf(out, STATE_BYTES, "Due %s", when);
		break;
	case NOTICE_SENDING:
		snprintf(out, STATE_BYTES, "On its way");
		break;
	case NOTICE_SENT:
		snprintf(out, STATE_BYTES, "%s %s", e->digest_id ? "In the mail of" : "Sent", when);
		break;
	case NOTICE_DEAD:
		snprintf(out, STATE_BYTES, "Given up %s", when);
		break;
	case NOTICE_CANCELLED:
		snprintf(out, STATE_BYTES, "Not sent, %s", when);
		break;
	}
}

/* What the other side said last; or why it was not sent: what is cancelled without a word was asked
 * for, and has been done before. */
static const char *say_answer(const struct notice_entry *e)
{
	bool is_needless = e->state == NOTICE_CANCELLED && !e->answer[0];
	enum notice_kind kind = notice_kind_of(e->notice.kind);
	if (!is_needless)
		return e->answer;
	return kind == NOTICE_YOUR_TURN || kind == NOTICE_REMINDER
	               ? "Not needed any more: that turn had been played already."
	               : "Not needed any more.";
}

static void add_game(struct request *req, cJSON *item, const char *id)
{
	struct game_row game;
	char url[GAME_ID_LEN + 8];
	if (!id[0] || !game_get(request_db(req), id, &game))
		return;
	snprintf(url, sizeof(url), "/g/%s", id);
	cJSON *o = cJSON_AddObjectToObject(item, "game");
	cJSON_AddStringToObject(o, "id", id);
	cJSON_AddStringToObject(o, "name", game.name);
	cJSON_AddStringToObject(o, "url", url);
}

/* When what is not settled is due: a webhook that has failed rests before that. */
static int64_t when_due(struct request *req, const struct notice *n)
{
	struct hook h;
	bool rests = n->lane == LANE_HOOK && hook_get(request_db(req), n->hook_id, &h) &&
	             h.failures && h.free_at > n->due_at;
	return rests ? h.free_at : n->due_at;
}

cJSON *settings_delivery(struct request *req, const struct notice_entry *e)
{
	int64_t at = e->settled_at ? e->settled_at : when_due(req, &e->notice);
	char state[STATE_BYTES], iso[ZONE_TEXT];
	cJSON *item = cJSON_CreateObject();
	cJSON_AddNumberToObject(item, "id", (double)e->notice.id);
	cJSON_AddStringToObject(item, "what", what(&e->notice));
	add_game(req, item, e->notice.game_id);
	cJSON_AddStringToObject(item, "to", e->notice.address);
	cJSON_AddBoolToObject(item, "is_hook", e->notice.lane == LANE_HOOK);
	if (e->notice.lane == LANE_HOOK)
		cJSON_AddNumberToObject(item, "hook", (double)e->notice.hook_id);
	cJSON_AddStringToObject(item, "state", notice_states[e->state]);
	say_state(req, e, at, state);
	zone_format_utc(iso, at);
	cJSON_AddStringToObject(item, "text", state);
	cJSON_AddStringToObject(item, "iso", iso);
	cJSON_AddStringToObject(item, "answer", say_answer(e));
	cJSON_AddBoolToObject(item, "is_bad", e->state == NOTICE_DEAD);
	return item;
}

static void show_deliveries(struct request *req, struct response *res)
{
	struct notice_entry entries[LISTED_MAX + 1];
	char more[64];
	int64_t before = 0;
	cJSON *view = cJSON_CreateObject();
	number_parse(request_field(req, "before"), 0, NUMBER_MOST, &before);
	cJSON_AddStringToObject(view, "title", "Deliveries");
	cJSON *list = cJSON_AddArrayToObject(view, "deliveries");
	size_t count = notice_list_of_user(request_db(req), req->viewer.user.id, before, entries,
	                                   LISTED_MAX + 1);
	for (size_t i = 0; i < count && i < LISTED_MAX; i++)
		cJSON_AddItemToArray(list, settings_delivery(req, &entries[i]));
	if (count > LISTED_MAX) {
		snprintf(more, sizeof(more), "/settings/deliveries?before=%lld",
		         (long long)entries[LISTED_MAX - 1].notice.id);
		cJSON_AddStringToObject(view, "more", more);
	}
	page_answer(req, res, "deliveries", view);
}

static const struct field_rule deliveries_query[] = {{"before", 20}, {NULL, 0}};

const struct route deliveries_routes[] = {
	{METHOD_GET, "/settings/deliveries", ACCESS_SESSION, show_deliveries, deliveries_query, 0},
	{0},
};
