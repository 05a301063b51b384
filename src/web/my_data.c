/* SPDX-License-Identifier: ISC */
/*
 * "Download my data" (A4): all that is kept of a person, as one JSON document. Turns are in the
 * games' records, below their URLs; secrets and their hashes are not in it. A table that says more
 * of people than this shows fails tests/unit/web_my_data.c.
 */
#include <stdlib.h>

#include "app/accounts.h"
#include "app/clocks.h"
#include "app/hooks.h"
#include "base/zone.h"
#include "store/cards.h"
#include "store/replies.h"
#include "web/settings.h"
#include "web/site.h"

enum {
	GAMES_MAX = 1000, /* in one state */
	ROWS_AT_ONCE = 50,
	SIGNINS_MAX = 200, /* a day's are far fewer */
};

static void add_time(cJSON *object, const char *name, int64_t at)
{
	char text[ZONE_TEXT];
	if (!at)
		return;
	zone_format_utc(text, at);
	cJSON_AddStringToObject(object, name, text);
}

static void add_game_url(struct request *req, cJSON *object, const char *name, const char *id)
{
	struct text url;
	text_init(&url, LIMIT_TARGET_BYTES);
	site_url(req->site, &url, "/g/");
	text_add(&url, id);
	cJSON_AddStringToObject(object, name, text_string(&url));
	text_release(&url);
}

static void add_game(struct request *req, cJSON *list, const char *id, const char *state)
{
	struct game_row g;
	struct seat_row seats[GAME_SEATS_MAX];
	if (!game_get(request_db(req), id, &g))
		return;
	cJSON *game = cJSON_CreateObject();
	add_game_url(req, game, "url", id);
	cJSON_AddStringToObject(game, "name", g.name);
	cJSON_AddStringToObject(game, "state", state);
	cJSON_AddBoolToObject(game, "is_mine", g.owner_id == req->viewer.user.id);
	add_time(game, "created", g.created_at);
	add_time(game, "started", g.started_at);
	add_time(game, "ended", g.ended_at);
	size_t count = seat_list(request_db(req), id, seats);
	for (size_t i = 0; i < count; i++) {
		if (seats[i].user_id != req->viewer.user.id)
			continue;
		cJSON_AddNumberToObject(game, "score", seats[i].score);
		cJSON_AddBoolToObject(game, "has_won", seats[i].has_won);
		add_time(game, "resigned", seats[i].resigned_at);
		cJSON_AddBoolToObject(game, "is_muted", seats[i].is_muted);
		if (seats[i].has_own_standing_order)
			cJSON_AddNumberToObject(game, "standing_order", seats[i].standing_order);
	}
	cJSON_AddItemToArray(list, game);
}

static void add_games(struct request *req, cJSON *data)
{
	static const char *const states[] = {"open", "running", "over"};
	struct game_ref refs[GAMES_MAX];
	cJSON *list = cJSON_AddArrayToObject(data, "games");
	for (enum game_state state = GAME_OPEN; state <= GAME_OVER; state++) {
		size_t count = game_list_of_user(request_db(req), req->viewer.user.id, state, refs,
		                                 GAMES_MAX);
		for (size_t i = 0; i < count; i++)
			add_game(req, list, refs[i].id, states[state]);
	}
}

struct invitations {
	struct request *req;
	cJSON *list;
};

/* A place at somebody's table that is kept for an address of one's own. */
static bool add_invitation(void *context, const struct game_card *card)
{
	const struct invitations *c = context;
	cJSON *game = cJSON_CreateObject();
	add_game_url(c->req, game, "url", card->game.id);
	cJSON_AddStringToObject(game, "name", card->game.name);
	cJSON_AddItemToArray(c->list, game);
	return true;
}

static void add_invitations(struct request *req, cJSON *data)
{
	struct invitations c = {req, cJSON_AddArrayToObject(data, "invitations")};
	game_cards_inviting(request_db(req), req->viewer.user.id,
	                    &(struct card_taker){.take = add_invitation, .context = &c});
}

static void add_addresses(struct request *req, cJSON *data)
{
	struct address known[ACCOUNTS_ADDRESSES_MAX];
	cJSON *list = cJSON_AddArrayToObject(data, "addresses");
	size_t count =
		address_list(request_db(req), req->viewer.user.id, known, ACCOUNTS_ADDRESSES_MAX);
	for (size_t i = 0; i < count; i++) {
		cJSON *address = cJSON_CreateObject();
		cJSON_AddStringToObject(address, "address", known[i].address);
		add_time(address, "confirmed", known[i].confirmed_at);
		cJSON_AddBoolToObject(address, "refuses_invitations",
		                      refusal_get(request_db(req), known[i].address));
		cJSON_AddItemToArray(list, address);
	}
}

static void add_sessions(struct request *req, cJSON *data)
{
	struct session known[ACCOUNTS_SESSIONS_MAX];
	cJSON *list = cJSON_AddArrayToObject(data, "sessions");
	size_t count =
		session_list(request_db(req), req->viewer.user.id, known, ACCOUNTS_SESSIONS_MAX);
	for (size_t i = 0; i < count; i++) {
		cJSON *session = cJSON_CreateObject();
		cJSON_AddStringToObject(session, "browser", known[i].agent);
		add_time(session, "created", known[i].created_at);
		add_time(session, "seen", known[i].seen_at);
		cJSON_AddItemToArray(list, session);
	}
}

/* Mails with a code that this account asked for lately. */
static void add_signins(struct request *req, cJSON *data)
{
	struct signin known[SIGNINS_MAX];
	cJSON *list = cJSON_AddArrayToObject(data, "sign_ins");
	size_t count = signin_list(request_db(req), req->viewer.user.id, known, SIGNINS_MAX);
	for (size_t i = 0; i < count; i++) {
		cJSON *signin = cJSON_CreateObject();
		cJSON_AddStringToObject(signin, "address", known[i].address);
		add_time(signin, "asked", known[i].created_at);
		add_time(signin, "used", known[i].used_at);
		cJSON_AddItemToArray(list, signin);
	}
}

/* Zone, quiet hours and holidays, in their one text form. */
static void add_calendar(struct request *req, cJSON *data)
{
	struct calendar c;
	char text[CALENDAR_TEXT];
	if (!clocks_calendar_of(request_db(req), req->viewer.user.id, &c))
		return;
	calendar_format(&c, text);
	cJSON_AddStringToObject(data, "calendar", text);
}

/* How mails are wanted, and those that are known still. */
static void add_mails(struct request *req, cJSON *data)
{
	static const char *const offs[] = {"on", "unwanted", "bounced"};
	struct user_mail mail;
	struct notice_choices choices;
	int64_t user_id = req->viewer.user.id;
	if (!user_mail_get(request_db(req), user_id, &mail))
		return;
	notices_choices(request_db(req), user_id, &choices);
	cJSON *mails = cJSON_AddObjectToObject(data, "mails");
	cJSON_AddStringToObject(mails, "address", mail.address);
	cJSON_AddStringToObject(mails, "state", offs[mail.off]);
	cJSON_AddNumberToObject(mails, "digest_hour", mail.digest_hour);
	cJSON *ways = cJSON_AddObjectToObject(mails, "ways");
	for (int kind = 0; kind < NOTICE_CHOICES; kind++)
		cJSON_AddStringToObject(ways, notice_traits[kind].word,
		                        notice_ways[choices.ways[kind]]);
}

static void add_hooks(struct request *req, cJSON *data)
{
	struct hook hooks[HOOKS_MAX];
	size_t count = hook_list(request_db(req), req->viewer.user.id, hooks, HOOKS_MAX);
	cJSON *list = cJSON_AddArrayToObject(data, "webhooks");
	for (size_t i = 0; i < count; i++) {
		cJSON *hook = cJSON_CreateObject();
		cJSON_AddStringToObject(hook, "kind", hooks[i].kind);
		cJSON_AddStringToObject(hook, "url", hooks[i].url);
		cJSON_AddBoolToObject(hook, "is_on", hooks[i].is_on);
		add_time(hook, "created", hooks[i].created_at);
		cJSON_AddItemToArray(list, hook);
	}
}

static void add_notices(struct request *req, cJSON *data)
{
	struct notice_entry entries[ROWS_AT_ONCE];
	cJSON *list = cJSON_AddArrayToObject(data, "notices");
	size_t count = ROWS_AT_ONCE;
	for (int64_t before = 0; count == ROWS_AT_ONCE; before = entries[count - 1].notice.id) {
		count = notice_list_of_user(request_db(req), req->viewer.user.id, before, entries,
		                            ROWS_AT_ONCE);
		for (size_t i = 0; i < count; i++) {
			const struct notice_entry *e = &entries[i];
			cJSON *notice = cJSON_CreateObject();
			cJSON_AddStringToObject(notice, "kind", e->notice.kind);
			cJSON_AddStringToObject(notice, "game", e->notice.game_id);
			cJSON_AddStringToObject(notice, "address", e->notice.address);
			cJSON_AddStringToObject(notice, "state", notice_states[e->state]);
			cJSON_AddStringToObject(notice, "answer", e->answer);
			add_time(notice, "due", e->notice.due_at);
			add_time(notice, "settled", e->settled_at);
			cJSON_AddItemToArray(list, notice);
		}
		if (!count)
			break;
	}
}

/* What was answered to mails, by oneself or by whoever had the mail. */
static void add_replies(struct request *req, cJSON *data)
{
	struct reply replies[ROWS_AT_ONCE], last;
	cJSON *list = cJSON_AddArrayToObject(data, "replies");
	size_t count = ROWS_AT_ONCE;
	for (bool is_first = true; count == ROWS_AT_ONCE; is_first = false) {
		count = reply_list_of_user(request_db(req), req->viewer.user.id,
		                           is_first ? NULL : &last, replies, ROWS_AT_ONCE);
		for (size_t i = 0; i < count; i++) {
			const struct reply *r = &replies[i];
			cJSON *reply = cJSON_CreateObject();
			add_time(reply, "at", r->at);
			add_game_url(req, reply, "game", r->game_id);
			cJSON_AddStringToObject(reply, "from", r->sender);
			cJSON_AddStringToObject(reply, "message_id", r->message_id);
			cJSON_AddStringToObject(reply, "line", r->said);
			cJSON_AddStringToObject(reply, "outcome", reply_outcomes[r->outcome]);
			cJSON_AddStringToObject(reply, "detail", r->detail);
			cJSON_AddBoolToObject(reply, "is_answered", r->is_answered);
			cJSON_AddItemToArray(list, reply);
		}
		if (count)
			last = replies[count - 1];
	}
}

void settings_send_data(struct request *req, struct response *res)
{
	const struct user *u = &req->viewer.user;
	cJSON *data = cJSON_CreateObject();
	cJSON_AddStringToObject(data, "name", u->name);
	cJSON_AddBoolToObject(data, "is_guest", u->is_guest);
	cJSON_AddStringToObject(data, "zone", u->zone);
	cJSON_AddNumberToObject(data, "standing_order", u->standing_order);
	add_time(data, "created", u->created_at);
	add_time(data, "seen", u->seen_at);
	add_calendar(req, data);
	add_addresses(req, data);
	add_mails(req, data);
	add_hooks(req, data);
	add_notices(req, data);
	add_replies(req, data);
	add_sessions(req, data);
	add_signins(req, data);
	add_games(req, data);
	add_invitations(req, data);
	char *json = cJSON_Print(data);
	text_add(&res->body, json);
	text_add_char(&res->body, '\n');
	res->type = "application/json";
	free(json);
	cJSON_Delete(data);
}
