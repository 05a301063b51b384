/* SPDX-License-Identifier: ISC */
/*
 * The table of a game that runs or is over: looking at it, and everything that one does there. A
 * GET shows a draft and changes nothing; each POST is one call of app/turn.h, and leads back to the
 * table.
 */
#include <stdio.h>
#include <string.h>

#include "app/autoplay.h"
#include "app/lobby.h"
#include "app/turn.h"
#include "base/number.h"
#include "web/families.h"
#include "web/lobby.h"
#include "web/page.h"
#include "web/site.h"
#include "web/table_step.h"

/* ---- Looking ---- */

static int zoom_of(const struct request *req)
{
	const char *zoom = request_field(req, "zoom");
	return zoom && zoom[0] >= '1' && zoom[0] <= '0' + ZOOM_MAX && !zoom[1] ? zoom[0] - '0'
	                                                                       : ZOOM_DEFAULT;
}

/* The number of moves that `at` names, -1 for all. */
static long moves_of(const struct request *req)
{
	int64_t at;
	return number_parse(request_field(req, "at"), 0, GAME_MOVES_MAX, &at) ? (long)at : -1;
}

/* Does the draft belong to another state of the game? Then it is told, whether or not it still
 * fits. */
static void tell_if_moved_on(const struct request *req, const struct table *t, const char *draft,
                             cJSON *view)
{
	int64_t rev = -1;
	number_parse(request_field(req, "rev"), 0, NUMBER_MOST, &rev);
	if (request_field(req, "rev") && draft && rev != t->p->row.rev)
		page_notice(view, "",
		            "The game has moved on since; here is the table as it is now.");
}

/* To the last one to agree to more time. */
static void say_granted(const struct table *t, cJSON *view)
{
	char much[ZONE_TEXT], text[ZONE_TEXT + 48];
	zone_words(much, t->p->row.turn_s);
	snprintf(text, sizeof(text), "Everybody agrees: there is %s more.", much);
	page_notice(view, "good", text);
}

static cJSON *table_view(struct request *req, struct table *t, const char *draft, const char *pick)
{
	static const struct {
		const char *word, *kind, *text;
	} said[] = {
		{"already", "", "This was done already."},
		{"done", "good", "Your turn is done."},
		{"spoken", "good", "Your word is given."},
		{"undone", "good", "Your turn is taken back."},
		{"back", "good", "Welcome back: it is yours to play again."},
		{"called", "good", "A caretaker is called, and plays in a moment."},
		{"muted", "good", "You get no mails of this game any more."},
		{"unmuted", "good", "Mails of this game come again."},
		{"agreed", "good", "You agree. There is more time as soon as everybody does."},
	};
	cJSON *view = cJSON_CreateObject();
	const char *word = request_field(req, "said");
	for (size_t i = 0; word && i < sizeof(said) / sizeof(said[0]); i++) {
		if (strcmp(word, said[i].word) == 0)
			page_notice(view, said[i].kind, said[i].text);
	}
	if (word && strcmp(word, "granted") == 0)
		say_granted(t, view);
	table_view_add(req, t, view);
	const char *problem = table_step_add(req, t, draft, pick, view);
	if (req->method != METHOD_POST)
		tell_if_moved_on(req, t, draft, view);
	if (problem)
		cJSON_AddStringToObject(view, "problem", problem);
	return view;
}

/*
 * Loads the game that the path names, for this viewer. False when the answer is another one
 * already: not found, or the page of a game that has not started.
 */
static bool load(struct request *req, struct response *res, struct table *t)
{
	struct db *db = request_db(req);
	const char *id = request_param(req, "id");
	long at = moves_of(req);
	enum play_status status = at < 0 ? play_load(db, req->site->sets, id, t->p)
	                                 : play_replay(db, req->site->sets, id, at, NULL, t->p);
	if (status == PLAY_NOT_FOUND ||
	    lobby_sight(db, t->p, req->viewer.user.id, NULL) == SIGHT_NONE) {
		page_not_found(req, res);
		return false;
	}
	if (status == PLAY_BROKEN) {
		page_error(req, res, 500, "This game cannot be read; the operator can see why.");
		return false;
	}
	if (t->p->row.state != GAME_RUNNING && t->p->row.state != GAME_OVER) {
		lobby_show_open(req, res, t->p, NULL);
		return false;
	}
	t->seat = play_seat_of(t->p, req->viewer.user.id);
	t->zoom = zoom_of(req);
	t->is_past = at >= 0 && t->p->move_count < t->p->stored_count;
	t->has_all_log = request_field(req, "log") != NULL;
	return true;
}

static void show_table(struct request *req, struct response *res)
{
	struct table t = {.p = play_new()};
	if (load(req, res, &t)) {
		request_keep_answer(req);
		page_answer(
			req, res, "table",
			table_view(req, &t, request_field(req, "t"), request_field(req, "pick")));
	}
	play_free(t.p);
}

/* ---- Doing ---- */

static int status_of(enum turn_status status)
{
	switch (status) {
	case TURN_DONE:
	case TURN_ALREADY_DONE:
		return 200;
	case TURN_MOVED_ON:
	case TURN_TAKEN_BACK:
		return 409;
	case TURN_REFUSED:
	case TURN_UNFINISHED:
	case TURN_TOO_LATE:
	case TURN_TOO_EARLY:
	case TURN_NO_CLOCK:
	case TURN_NO_MORE_TIME:
	case TURN_NOT_RUNNING:
	case TURN_RESIGNED:
		return 422;
	case TURN_NOT_SEATED:
		return 403;
	case TURN_NOT_FOUND:
		return 404;
	case TURN_FAILED:
	case TURN_STATUS_COUNT:
		break;
	}
	return 500;
}

/* Against bots alone their turns are done before the answer. */
static void let_bots_play(struct request *req, const struct turn *turn)
{
	if (turn->is_autoplay_due)
		autoplay_run(req->site->store, req->site->sets, turn->game_id, req->now,
		             AUTOPLAY_ALL);
}

/* The table as it is now, with what was wrong; the draft stays where it still fits. */
static void refuse(struct request *req, struct response *res, const struct turn *turn,
                   const char *draft)
{
	struct table t = {.p = play_new()};
	const char *sentence = turn->status == TURN_REFUSED ? refusal_sentence(turn->refusal)
	                                                    : turn_sentence(turn->status);
	if (load(req, res, &t)) {
		cJSON *view = table_view(req, &t, draft, NULL);
		cJSON_DeleteItemFromObjectCaseSensitive(view, "problem");
		page_refuse(req, res, status_of(turn->status), sentence, "table", view);
	} else if (res->status == 200) {
		page_error(req, res, status_of(turn->status), sentence);
	}
	play_free(t.p);
}

/* JSON gets the new view, a browser goes to the table. */
static void answer(struct request *req, struct response *res, const struct turn *turn,
                   const char *draft, const char *said)
{
	if (turn->status == TURN_NOT_FOUND) {
		page_not_found(req, res);
		return;
	}
	if (turn->status != TURN_DONE && turn->status != TURN_ALREADY_DONE) {
		refuse(req, res, turn, draft);
		return;
	}
	const char *word = turn->status == TURN_DONE ? said : "already";
	if (!req->wants_json) {
		response_see_other(res, "/g/%s?zoom=%d%s%s#here", turn->game_id, zoom_of(req),
		                   word ? "&said=" : "", word ? word : "");
		return;
	}
	struct table t = {.p = play_new()};
	if (load(req, res, &t)) {
		cJSON *view = table_view(req, &t, NULL, NULL);
		if (turn->status == TURN_ALREADY_DONE)
			page_notice(view, "", turn_sentence(TURN_ALREADY_DONE));
		page_answer(req, res, "table", view);
	}
	play_free(t.p);
}

/* Who may not even see the game is told that, in place of what is wrong with the question. */
static void hide_unless_seen(struct request *req, struct response *res)
{
	struct play *p = play_new();
	struct db *db = request_db(req);
	if (!play_peek(db, req->site->sets, request_param(req, "id"), p) ||
	    lobby_sight(db, p, req->viewer.user.id, NULL) == SIGHT_NONE)
		page_not_found(req, res);
	play_free(p);
}

/* Whose turn is taken has a seat, and so sees the game; for all others answer() looks (S6). */
static bool begin(struct request *req, struct response *res, struct turn *turn, bool needs_rev)
{
	*turn = (struct turn){.game_id = request_param(req, "id"),
	                      .user_id = req->viewer.user.id,
	                      .now = req->now};
	if (!needs_rev || page_rev(req, res, &turn->base_rev))
		return true;
	hide_unless_seen(req, res);
	return false;
}

/* The text of a turn: the field t, or t1, t2, ... one word each. */
static void join_words(const struct request *req, char out[LIMIT_TURN_BYTES + 1])
{
	const char *t = request_field(req, "t");
	size_t at = 0;
	out[0] = '\0';
	if (t) {
		snprintf(out, LIMIT_TURN_BYTES + 1, "%s", t);
		return;
	}
	for (unsigned i = 1; i <= COMPLETED_MAX; i++) {
		const char *word = request_field(req, (char[3]){'t', (char)('0' + i), '\0'});
		if (word && at < LIMIT_TURN_BYTES)
			at += (size_t)snprintf(out + at, LIMIT_TURN_BYTES + 1 - at, "%s%s",
			                       at ? "; " : "", word);
	}
}

static void take_turn(struct request *req, struct response *res)
{
	struct turn turn;
	char text[LIMIT_TURN_BYTES + 1];
	size_t fault;
	if (!begin(req, res, &turn, true))
		return;
	join_words(req, text);
	if (notation_parse_turn(text, strlen(text), 0, turn.entries, &turn.count, &fault)) {
		turn.count = 0;
		turn.status = TURN_REFUSED;
		turn.refusal = REFUSAL_MALFORMED;
		answer(req, res, &turn, NULL, NULL);
		return;
	}
	turn_submit(req->site->store, req->site->sets, &turn);
	let_bots_play(req, &turn);
	answer(req, res, &turn, text, turn.entries[0].type == ENTRY_BOOST ? "spoken" : "done");
}

static void draw_tile(struct request *req, struct response *res)
{
	struct turn turn;
	if (!begin(req, res, &turn, true))
		return;
	turn_draw(req->site->store, req->site->sets, &turn);
	answer(req, res, &turn, NULL, NULL);
}

static void take_back(struct request *req, struct response *res)
{
	struct turn turn;
	if (!begin(req, res, &turn, true))
		return;
	turn_take_back(req->site->store, req->site->sets, &turn);
	answer(req, res, &turn, NULL, "undone");
}

static void resign(struct request *req, struct response *res)
{
	struct turn turn;
	if (!begin(req, res, &turn, false))
		return;
	turn_resign(req->site->store, req->site->sets, &turn);
	let_bots_play(req, &turn);
	answer(req, res, &turn, NULL, NULL);
}

/* ---- Time ---- */

static void act_on_time(struct request *req, struct response *res,
                        void (*act)(struct store *, const struct sets *, struct turn *),
                        const char *said)
{
	struct turn turn;
	if (!begin(req, res, &turn, false))
		return;
	act(req->site->store, req->site->sets, &turn);
	answer(req, res, &turn, NULL, turn.is_granted ? "granted" : said);
}

static void come_back(struct request *req, struct response *res)
{
	act_on_time(req, res, turn_return, "back");
}

static void call_caretaker(struct request *req, struct response *res)
{
	act_on_time(req, res, turn_call_caretaker, "called");
}

static void agree_more_time(struct request *req, struct response *res)
{
	act_on_time(req, res, turn_more_time, "agreed");
}

/* ---- What the page asks now and then ---- */

static void tell_waiting(struct request *req, struct response *res)
{
	const char *id = request_field(req, "game");
	cJSON *view = cJSON_CreateObject();
	struct play *p = play_new();
	struct db *db = request_db(req);
	if (id && play_peek(db, req->site->sets, id, p) &&
	    lobby_sight(db, p, req->viewer.user.id, NULL) != SIGHT_NONE)
		cJSON_AddNumberToObject(view, "rev", (double)p->row.rev);
	play_free(p);
	req->wants_json = true;
	page_answer(req, res, "message", view);
}

static const struct field_rule table_fields[] = {
	{"rev", 20},  {"t", LIMIT_TURN_BYTES},
	{"pick", 24}, {"zoom", 1},
	{"at", 5},    {"log", 3},
	{"said", 10}, {"key", 40},
	{NULL, 0},
};
static const struct field_rule turn_fields[] = {
	{"rev", 20},          {"t", LIMIT_TURN_BYTES}, {"t1", NOTATION_MAX}, {"t2", NOTATION_MAX},
	{"t3", NOTATION_MAX}, {"t4", NOTATION_MAX},    {"zoom", 1},          {NULL, 0},
};
static const struct field_rule rev_fields[] = {{"rev", 20}, {"zoom", 1}, {NULL, 0}};
static const struct field_rule plain_fields[] = {{"zoom", 1}, {NULL, 0}};
static const struct field_rule waiting_fields[] = {{"game", 16}, {NULL, 0}};

const struct route table_routes[] = {
	{METHOD_GET, "/g/:id", ACCESS_ANYONE, show_table, table_fields, 0},
	{METHOD_POST, "/g/:id/turn", ACCESS_SESSION, take_turn, turn_fields, 0},
	{METHOD_POST, "/g/:id/draw", ACCESS_SESSION, draw_tile, rev_fields, 0},
	{METHOD_POST, "/g/:id/undo", ACCESS_SESSION, take_back, rev_fields, 0},
	{METHOD_POST, "/g/:id/resign", ACCESS_SESSION, resign, plain_fields, 0},
	{METHOD_POST, "/g/:id/return", ACCESS_SESSION, come_back, plain_fields, 0},
	{METHOD_POST, "/g/:id/caretaker", ACCESS_SESSION, call_caretaker, plain_fields, 0},
	{METHOD_POST, "/g/:id/more-time", ACCESS_SESSION, agree_more_time, plain_fields, 0},
	{METHOD_GET, "/waiting", ACCESS_ANYONE, tell_waiting, waiting_fields, 0},
	{0},
};
