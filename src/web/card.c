/* SPDX-License-Identifier: ISC */
/*
 * Games in lists: see card.h.
 */
#include "web/card.h"

#include <stdio.h>
#include <string.h>

#include "app/clocks.h"
#include "app/notices.h"
#include "app/places.h"
#include "base/json.h"
#include "base/zone.h"
#include "web/answers.h"
#include "web/page.h"
#include "web/site.h"

static bool is_of(const struct seat_row *s, const struct viewer *viewer)
{
	return viewer->is_signed_in && s->user_id == viewer->user.id;
}

static bool is_awaited(const struct seat_row *s)
{
	return s->is_awaited && !s->resigned_at;
}

bool card_is_due(const struct game_card *c, const struct viewer *viewer)
{
	for (size_t i = 0; i < c->seat_count && c->game.state == GAME_RUNNING; i++) {
		if (is_of(&c->seats[i], viewer) && is_awaited(&c->seats[i]))
			return true;
	}
	return false;
}

size_t card_count_free(const struct game_card *c, int kind)
{
	size_t count = 0;
	for (size_t i = 0; i < c->seat_count; i++)
		count += !place_is_taken(&c->seats[i]) && (kind < 0 || c->seats[i].kind == kind);
	return count;
}

void card_pace(char out[CARD_PACE_BYTES], int64_t turn_s)
{
	char words[ZONE_TEXT];
	zone_words(words, turn_s);
	if (turn_s)
		snprintf(out, CARD_PACE_BYTES, "%s a turn", words);
	else
		snprintf(out, CARD_PACE_BYTES, "no time limit");
}

/*
 * A sentence in parts, words of ours and names apart, so that a page can set names off: a name may
 * be written from right to left, or try to turn what follows.
 */
static void add_words(cJSON *sentence, const char *words)
{
	cJSON *part = cJSON_CreateObject();
	json_put_string(part, "says", words);
	cJSON_AddItemToArray(sentence, part);
}

static void add_who(cJSON *sentence, const char *name)
{
	cJSON *part = cJSON_CreateObject();
	json_put_string(part, "who", name);
	cJSON_AddItemToArray(sentence, part);
}

/* Who it is; `you` is what the viewer is called. */
static void add_name(cJSON *sentence, const struct seat_row *s, const struct viewer *viewer,
                     const char *you)
{
	char name[LIMIT_NAME_BYTES + 1];
	play_seat_name(s, name);
	if (is_of(s, viewer))
		add_words(sentence, you);
	else
		add_who(sentence, name);
}

/* Those for whom `is` holds: "Ada, Ben and you"; first_you is "You" where they begin a sentence.
 * Answers how many. */
static unsigned add_names(cJSON *sentence, const struct game_card *c, const struct viewer *viewer,
                          bool (*is)(const struct seat_row *), const char *first_you)
{
	unsigned count = 0, said = 0;
	for (size_t i = 0; i < c->seat_count; i++)
		count += is(&c->seats[i]);
	for (size_t i = 0; i < c->seat_count; i++) {
		if (!is(&c->seats[i]))
			continue;
		if (said > 0)
			add_words(sentence, said + 1 == count ? " and " : ", ");
		add_name(sentence, &c->seats[i], viewer, said == 0 ? first_you : "you");
		said++;
	}
	return count;
}

/* " moved 2 hours ago". */
static void add_ago(cJSON *sentence, struct request *req, const char *what, int64_t at)
{
	char words[ZONE_TEXT], said[ZONE_TEXT + 32];
	page_ago(req, words, at);
	snprintf(said, sizeof(said), "%s %s ago", what, words);
	add_words(sentence, said);
}

/* The seat of a person for which a caretaker played the turn before this one, or NULL. */
static const struct seat_row *find_caretaken(const struct game_card *c)
{
	int count = (int)c->seat_count, last = c->game.seat_on_turn;
	if (strcmp(c->game.awaits, "boost") != 0)
		last = (last + count - 1) % count;
	for (size_t i = 0; i < c->seat_count; i++) {
		if (c->seats[i].seat == last && c->seats[i].absent_turns > 0)
			return &c->seats[i];
	}
	return NULL;
}

static void add_last_move(cJSON *sentence, const struct game_card *c, struct request *req)
{
	const struct seat_row *last = find_caretaken(c);
	if (last) {
		add_words(sentence, "a caretaker played for ");
		add_name(sentence, last, &req->viewer, "you");
		return;
	}
	for (size_t i = 0; i < c->seat_count; i++) {
		const struct seat_row *s = &c->seats[i];
		if (s->moved_at && (!last || s->moved_at > last->moved_at))
			last = s;
	}
	if (last) {
		add_name(sentence, last, &req->viewer, "you");
		add_ago(sentence, req, " moved", last->moved_at);
	} else {
		add_ago(sentence, req, "the game began", c->game.started_at);
	}
}

static const char *task(const char *awaits)
{
	static const struct {
		const char *awaits, *task;
	} tasks[] = {
		{"tile", "Draw a tile: "},
		{"place", "Lay a tile: "},
		{"boost", "Your word is asked for: "},
	};
	for (size_t i = 0; i < sizeof(tasks) / sizeof(tasks[0]); i++) {
		if (strcmp(awaits, tasks[i].awaits) == 0)
			return tasks[i].task;
	}
	return "Go on with your turn: ";
}

static bool has_won(const struct seat_row *s)
{
	return s->has_won;
}

static void say_end(cJSON *sentence, const struct game_card *c, struct request *req)
{
	unsigned winners = add_names(sentence, c, &req->viewer, has_won, "You");
	add_ago(sentence, req,
	        winners == 0   ? "Nobody won"
	        : winners == 1 ? " won"
	                       : " won together",
	        c->game.ended_at);
}

static void say_open(cJSON *sentence, const struct game_card *c)
{
	char words[64];
	size_t free = card_count_free(c, -1);
	snprintf(words, sizeof(words), "%zu of %zu seats %s free", free, c->seat_count,
	         free == 1 ? "is" : "are");
	add_words(sentence, words);
}

static bool is_away(const struct seat_row *s)
{
	return is_awaited(s) && clocks_is_absent(s);
}

/* " (a caretaker plays for Ben)". */
static void add_absence(cJSON *sentence, const struct game_card *c, const struct viewer *viewer)
{
	bool is_any = false;
	for (size_t i = 0; i < c->seat_count; i++)
		is_any |= is_away(&c->seats[i]);
	if (!is_any)
		return;
	add_words(sentence, " (a caretaker plays for ");
	add_names(sentence, c, viewer, is_away, "you");
	add_words(sentence, ")");
}

/* What the viewer's own seat has missed. */
static void add_missed(cJSON *sentence, const struct game_card *c, const struct viewer *viewer)
{
	for (size_t i = 0; i < c->seat_count; i++) {
		const struct seat_row *s = &c->seats[i];
		if (is_of(s, viewer) && s->absent_turns > 0)
			add_words(sentence,
			          s->absent_turns == 1
			                  ? ". A caretaker played your last turn: come back here"
			                  : ". A caretaker played your last turns: come back here");
	}
}

static bool asks_more_time(const struct seat_row *s)
{
	return s->agrees_more_time;
}

/* ". Ben asks for more time", for who has not agreed yet. */
static void add_more_time(cJSON *sentence, const struct game_card *c, const struct viewer *viewer)
{
	bool is_any = false;
	for (size_t i = 0; i < c->seat_count; i++) {
		if (is_of(&c->seats[i], viewer) && c->seats[i].agrees_more_time)
			return;
		is_any |= c->seats[i].agrees_more_time;
	}
	if (!is_any)
		return;
	add_words(sentence, ". ");
	bool is_one = add_names(sentence, c, viewer, asks_more_time, "You") == 1;
	add_words(sentence, is_one ? " asks for more time" : " ask for more time");
}

static void say_due(cJSON *sentence, const struct game_card *c, struct request *req)
{
	add_words(sentence, task(c->game.awaits));
	add_last_move(sentence, c, req);
}

static void say_waiting(cJSON *sentence, const struct game_card *c, const struct viewer *viewer)
{
	add_words(sentence, "Waiting for ");
	if (!add_names(sentence, c, viewer, is_awaited, "you"))
		add_words(sentence, "a caretaker");
}

static void say_running(cJSON *sentence, const struct game_card *c, struct request *req)
{
	if (card_is_due(c, &req->viewer))
		say_due(sentence, c, req);
	else
		say_waiting(sentence, c, &req->viewer);
	add_absence(sentence, c, &req->viewer);
	add_missed(sentence, c, &req->viewer);
	add_more_time(sentence, c, &req->viewer);
}

static void add_state(cJSON *view, const struct game_card *c, struct request *req)
{
	cJSON *sentence = json_put_array(view, "state");
	switch ((enum game_state)c->game.state) {
	case GAME_OPEN:
		say_open(sentence, c);
		break;
	case GAME_RUNNING:
		say_running(sentence, c, req);
		break;
	case GAME_OVER:
		say_end(sentence, c, req);
		break;
	case GAME_REMOVED:
		add_words(sentence, "It was taken away");
		break;
	}
}

/* The seat whose clock counts of those of a running game: the viewer's own, else the first to end
 * of those that are waited for. NULL where none runs. */
static const struct seat_row *find_clock(const struct seat_row *seats, size_t count,
                                         const struct viewer *viewer)
{
	const struct seat_row *first = NULL;
	for (size_t i = 0; i < count; i++) {
		const struct seat_row *s = &seats[i];
		if (!is_awaited(s))
			continue;
		if (is_of(s, viewer))
			return s->deadline_at ? s : NULL;
		if (s->deadline_at && (!first || s->deadline_at < first->deadline_at))
			first = s;
	}
	return first;
}

/* A clock that stands still in quiet hours or on a holiday: whose, and until when. */
static void add_rest(cJSON *view, struct request *req, const struct seat_row *s)
{
	int64_t same_until, until = clocks_rests_until(request_db(req), req->site->zones, s,
	                                               req->now, &same_until);
	request_reads_until(req, same_until);
	char text[ZONE_TEXT], name[LIMIT_NAME_BYTES + 1];
	if (!until)
		return;
	cJSON *rest = cJSON_AddObjectToObject(view, "rest");
	page_time(req, text, until);
	cJSON_AddStringToObject(rest, "on_at", text);
	zone_format_utc(text, until);
	cJSON_AddStringToObject(rest, "on_at_iso", text);
	play_seat_name(s, name);
	if (!is_of(s, &req->viewer))
		cJSON_AddStringToObject(rest, "who", name);
}

void card_add_deadline(cJSON *view, struct request *req, const struct seat_row *seats, size_t count)
{
	const struct seat_row *s = find_clock(seats, count, &req->viewer);
	int64_t at = s ? s->deadline_at : 0;
	char text[ZONE_TEXT] = "", left[ZONE_TEXT + 8];
	if (!at)
		return;
	if (at > req->now)
		page_left(req, text, at);
	snprintf(left, sizeof(left), "%s left", text);
	json_put_string(view, "left", at > req->now ? left : "time is over");
	page_time(req, text, at);
	json_put_string(view, "until", text);
	zone_format_utc(text, at);
	json_put_string(view, "until_iso", text);
	add_rest(view, req, s);
}

/* Before the start it is said who hears nothing of it, for those who may join; then the table does.
 */
static void add_people(struct request *req, cJSON *view, const struct game_card *c)
{
	cJSON *people = json_put_array(view, "people");
	bool is_open = c->game.state == GAME_OPEN;
	unsigned unreached = is_open ? notices_unreached(request_db(req), c->game.id) : 0;
	for (size_t i = 0; i < c->seat_count; i++) {
		const struct seat_row *s = &c->seats[i];
		char name[LIMIT_NAME_BYTES + 1];
		if (!place_is_taken(s))
			continue;
		cJSON *person = cJSON_CreateObject();
		play_seat_name(s, name);
		json_put_string(person, "name", name);
		json_put_number(person, "color", s->color);
		if (c->game.state == GAME_RUNNING || c->game.state == GAME_OVER)
			json_put_number(person, "score", s->score);
		if (unreached >> s->place & 1)
			json_put_bool(person, "gets_no_mails", true);
		cJSON_AddItemToArray(people, person);
	}
}

static void add_facts(cJSON *view, const struct game_card *c)
{
	char pace[CARD_PACE_BYTES], facts[CARD_PACE_BYTES + 16];
	card_pace(pace, c->game.turn_s);
	snprintf(facts, sizeof(facts), "%s, %s", pace, c->game.is_public ? "public" : "private");
	json_put_string(view, "facts", facts);
}

cJSON *card_view(struct request *req, const struct game_card *c)
{
	char url[64];
	cJSON *view = cJSON_CreateObject();
	request_shows_game(req, c->game.id);
	for (size_t i = 0; i < c->seat_count; i++)
		request_shows_person(req, c->seats[i].user_id);
	json_put_string(view, "id", c->game.id);
	json_put_number(view, "rev", (double)c->game.rev);
	snprintf(url, sizeof(url), "/g/%s", c->game.id);
	json_put_string(view, "url", url);
	json_put_string(view, "name", c->game.name);
	if (c->game.state == GAME_RUNNING || c->game.state == GAME_OVER) {
		snprintf(url, sizeof(url), "/g/%s/board.svg?rev=%lld", c->game.id,
		         (long long)c->game.rev);
		json_put_string(view, "picture", url);
	} else {
		add_facts(view, c);
	}
	add_state(view, c, req);
	json_put_bool(view, "is_due", card_is_due(c, &req->viewer));
	if (c->game.state == GAME_RUNNING)
		card_add_deadline(view, req, c->seats, c->seat_count);
	add_people(req, view, c);
	return view;
}

static const char part[] = "game_card";

bool card_find(struct request *req, const char *game_id, struct text *out)
{
	return answer_find_part(req, part, game_id, out);
}

void card_make(struct request *req, const struct game_card *c, struct text *out)
{
	struct text html;
	struct holds whole = answer_begin_part(req);
	text_init(&html, LIMIT_RESPONSE_BYTES);
	page_write_part(req, &html, part, card_view(req, c));
	answer_end_part(req, &whole, part, c->game.id, &html);
	text_add_bytes(out, html.data, html.len);
	text_release(&html);
}
