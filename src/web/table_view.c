/* SPDX-License-Identifier: ISC */
/*
 * The table as everybody sees it: see table_view.h.
 */
#include "web/table_view.h"

#include <stdio.h>

#include "app/clocks.h"
#include "app/notices.h"
#include "base/hex.h"
#include "base/json.h"
#include "web/card.h"
#include "web/page.h"
#include "web/settings.h"
#include "web/site.h"
#include "web/table_time.h"

enum { LOG_TURNS = 12, MARKER_POINTS = 50 };

void table_url(struct text *out, const struct table *t, bool has_rev)
{
	text_printf(out, "/g/%s?", t->p->row.id);
	if (has_rev)
		text_printf(out, "rev=%lld&", (long long)t->p->row.rev);
	text_printf(out, "zoom=%d", t->zoom);
}

/* name and color, as templates/person.html wants them. */
static void add_person(cJSON *o, const struct play *p, unsigned seat)
{
	char name[LIMIT_NAME_BYTES + 1];
	play_seat_name(&p->seats[seat], name);
	json_put_string(o, "name", name);
	json_put_number(o, "color", p->seats[seat].color);
}

static void add_game(const struct table *t, cJSON *view)
{
	const struct game_row *row = &t->p->row;
	char url[32], pace[CARD_PACE_BYTES], turn[32];
	cJSON *game = json_put_object(view, "game");
	snprintf(url, sizeof(url), "/g/%s", row->id);
	snprintf(turn, sizeof(turn), "%d of %d tiles laid", t->p->game.turn_count,
	         t->p->set->ts.tile_count);
	card_pace(pace, row->turn_s);
	json_put_string(game, "id", row->id);
	json_put_string(game, "name", row->name);
	json_put_string(game, "url", url);
	json_put_number(game, "rev", (double)row->rev);
	json_put_number(game, "zoom", t->zoom);
	json_put_bool(game, "is_dev", row->is_dev);
	cJSON *facts = json_put_array(game, "facts");
	cJSON_AddItemToArray(facts, cJSON_CreateString(turn));
	cJSON_AddItemToArray(facts, cJSON_CreateString(pace));
	cJSON_AddItemToArray(facts, cJSON_CreateString(row->is_public ? "Public" : "Private"));
	if (row->scores_everyone)
		cJSON_AddItemToArray(facts,
		                     cJSON_CreateString("Final scoring: everyone with a meeple"));
	if (row->baobabs_afterwards)
		cJSON_AddItemToArray(facts,
		                     cJSON_CreateString("Baobab tokens are drawn after scoring"));
	if (row->is_dev)
		cJSON_AddItemToArray(facts, cJSON_CreateString("Played on a developer's server"));
}

static const char *seat_state(const struct play *p, unsigned seat)
{
	const struct seat_row *s = &p->seats[seat];
	if (p->game.resigned_mask >> seat & 1)
		return "resigned";
	if (s->kind == SEAT_BOT)
		return "a bot";
	if (clocks_is_absent(s))
		return "away, a caretaker plays";
	return s->absent_turns == 0   ? ""
	       : s->absent_turns == 1 ? "a caretaker played the last turn"
	                              : "a caretaker played the last turns";
}

static void add_seats(struct request *req, const struct table *t, cJSON *view)
{
	const struct game *g = &t->p->game;
	bool runs = t->p->row.state == GAME_RUNNING;
	unsigned awaited = game_awaited_seats(g), winners = game_winners(g);
	request_shows_game(req, t->p->row.id);
	for (unsigned i = 0; i < t->p->seat_count; i++) {
		request_shows_person(req, t->p->seats[i].user_id);
		request_shows_belongings(req, t->p->seats[i].user_id); /* ways to reach them */
	}
	unsigned unreached = runs ? notices_unreached(request_db(req), t->p->row.id) : 0;
	cJSON *seats = json_put_array(view, "seats");
	for (unsigned i = 0; i < t->p->seat_count; i++) {
		cJSON *seat = cJSON_CreateObject();
		int score = g->scores[i];
		add_person(seat, t->p, i);
		json_put_number(seat, "seat", (int)i);
		json_put_number(seat, "score", score);
		json_put_number(seat, "lap", score / MARKER_POINTS * MARKER_POINTS);
		json_put_number(seat, "meeples", g->meeples[i]);
		json_put_string(seat, "state", runs ? seat_state(t->p, i) : "");
		json_put_bool(seat, "gets_no_mails", unreached >> t->p->seats[i].place & 1);
		json_put_bool(seat, "is_you", (int)i == t->seat);
		json_put_bool(seat, "is_awaited", awaited >> i & 1);
		json_put_bool(seat, "is_winner", winners >> i & 1);
		cJSON *tokens = json_put_array(seat, "tokens");
		for (unsigned a = 0; a < ANIMAL_COUNT; a++) {
			if (!g->hands[i][a])
				continue;
			cJSON *token = cJSON_CreateObject();
			json_put_number(token, "animal", (int)a);
			json_put_string(token, "text", story_animals[a]);
			json_put_number(token, "count", g->hands[i][a]);
			cJSON_AddItemToArray(tokens, token);
		}
		cJSON_AddItemToArray(seats, seat);
	}
}

static void add_worths(const struct table *t, cJSON *view)
{
	const struct tileset *ts = &t->p->set->ts;
	const struct game *g = &t->p->game;
	struct worth worths[WORTHS_MAX];
	size_t count = game_worths(ts, g, WORTHS_MAX, worths);
	cJSON *list = json_put_array(view, "worths");
	for (size_t i = 0; i < count; i++) {
		char text[CAPTION_MAX];
		cJSON *worth = cJSON_CreateObject();
		caption_feature(ts, g, worths[i].feature, text);
		json_put_string(worth, "text", text);
		cJSON *shares = json_put_array(worth, "shares");
		for (unsigned seat = 0; seat < t->p->seat_count; seat++) {
			if (!g->features[worths[i].feature].meeples[seat])
				continue;
			cJSON *share = cJSON_CreateObject();
			add_person(share, t->p, seat);
			json_put_number(share, "now", worths[i].now[seat]);
			json_put_number(share, "final", worths[i].final[seat]);
			cJSON_AddItemToArray(shares, share);
		}
		cJSON_AddItemToArray(list, worth);
	}
}

static void add_remaining(const struct table *t, cJSON *view)
{
	const struct tileset *ts = &t->p->set->ts;
	const struct game *g = &t->p->game;
	int tokens = 0;
	cJSON *remaining = json_put_object(view, "remaining");
	json_put_number(remaining, "tiles", g->left_count);
	cJSON *kinds = json_put_array(remaining, "kinds");
	for (unsigned k = 0; k < ts->kind_count; k++) {
		int count = 0;
		unsigned first = ts->kinds[k].first_tile;
		for (unsigned tile = first; tile < first + ts->kinds[k].copies; tile++)
			count += (int)(g->left_mask[tile / 64] >> (tile % 64) & 1);
		if (!count)
			continue;
		cJSON *kind = cJSON_CreateObject();
		json_put_number(kind, "kind", (int)k);
		json_put_number(kind, "count", count);
		json_put_string(kind, "text", ts->kinds[k].code);
		cJSON_AddItemToArray(kinds, kind);
	}
	cJSON *animals = json_put_array(remaining, "animals");
	for (unsigned a = 0; a < ANIMAL_COUNT; a++) {
		cJSON *animal = cJSON_CreateObject();
		json_put_number(animal, "animal", (int)a);
		json_put_string(animal, "text", story_animals[a]);
		json_put_number(animal, "count", g->supply[a]);
		tokens += g->supply[a];
		cJSON_AddItemToArray(animals, animal);
	}
	json_put_number(remaining, "tokens", tokens);
}

static void add_draws(const struct table *t, cJSON *view)
{
	const struct play *p = t->p;
	char hex[2 * HASH_BYTES + 1];
	cJSON *draws = json_put_object(view, "draws");
	hex_format(hex, p->row.commitment, sizeof(p->row.commitment));
	json_put_string(draws, "commitment", hex);
	if (p->row.state == GAME_OVER) {
		hex_format(hex, p->row.seed, sizeof(p->row.seed));
		json_put_string(draws, "seed", hex);
	}
	cJSON *entropy = json_put_array(draws, "entropy");
	for (int joined = 0; joined < (int)p->seat_count; joined++) {
		for (unsigned seat = 0; seat < p->seat_count; seat++) {
			if (p->seats[seat].joined != joined)
				continue;
			cJSON *value = cJSON_CreateObject();
			add_person(value, p, seat);
			hex_format(hex, p->seats[seat].entropy, sizeof(p->seats[seat].entropy));
			json_put_string(value, "value", hex);
			json_put_bool(value, "from_server", !p->seats[seat].is_entropy_of_player);
			cJSON_AddItemToArray(entropy, value);
		}
	}
}

/* Who is not the one whose turn it was is named within the line. */
static void add_line(const struct play *p, cJSON *lines, const struct story_line *line,
                     int turn_seat)
{
	char name[CAPTION_NAME_BYTES] = "", said[STORY_TEXT_MAX],
	     text[STORY_TEXT_MAX + CAPTION_NAME_BYTES + 1];
	bool is_named = line->seat >= 0 && line->seat != turn_seat;
	if (is_named)
		caption_name(p, (unsigned)line->seat, name);
	story_text(line, said);
	snprintf(text, sizeof(text), "%s%s%s", name, is_named ? " " : "", said);
	cJSON_AddItemToArray(lines, cJSON_CreateString(text));
}

/* The lines of one turn: from a tile's placing to before the next one's. That a tile was drawn
 * goes without saying. */
static cJSON *turn_view(const struct table *t, size_t from, size_t to)
{
	const struct story_line *first = &t->p->story.lines[from];
	cJSON *turn = cJSON_CreateObject();
	struct text url;
	int points = 0;
	json_put_number(turn, "number", first->turn);
	add_person(turn, t->p, (unsigned)first->seat);
	cJSON *lines = json_put_array(turn, "lines");
	for (size_t i = from; i < to; i++) {
		if (t->p->story.lines[i].entry.type != ENTRY_DRAW || t->p->story.lines[i].is_scored)
			add_line(t->p, lines, &t->p->story.lines[i], first->seat);
		points += t->p->story.lines[i].seat == first->seat ? t->p->story.lines[i].points
		                                                   : 0;
	}
	json_put_number(turn, "points", points);
	json_put_bool(turn, "is_cared_for", strcmp(t->p->moves[first->move].by, "caretaker") == 0);
	text_init(&url, LIMIT_TARGET_BYTES);
	table_url(&url, t, false);
	text_printf(&url, "&at=%d", t->p->story.lines[to - 1].move + 1);
	json_put_string(turn, "url", text_string(&url));
	text_release(&url);
	return turn;
}

static void add_log(const struct table *t, cJSON *view)
{
	cJSON *log = json_put_array(view, "log");
	size_t to = t->p->story.count, turns = 0;
	for (size_t i = t->p->story.count; i-- > 0;) {
		if (!t->p->story.lines[i].begins_turn)
			continue;
		if (!t->has_all_log && ++turns > LOG_TURNS) {
			struct text url;
			text_init(&url, LIMIT_TARGET_BYTES);
			table_url(&url, t, false);
			text_add(&url, "&log=all");
			json_put_string(view, "log_all", text_string(&url));
			text_release(&url);
			break;
		}
		cJSON_AddItemToArray(log, turn_view(t, i, to));
		to = i;
	}
}

enum { WINNERS_TEXT_MAX = SEATS_MAX * (CAPTION_NAME_BYTES + 8) + 64 };

static void winners_text(const struct play *p, char out[WINNERS_TEXT_MAX])
{
	unsigned winners = game_winners(&p->game);
	unsigned left = winners;
	size_t at = 0;
	int best = 0;
	for (unsigned seat = 0; seat < p->seat_count; seat++) {
		char name[CAPTION_NAME_BYTES];
		if (!(winners >> seat & 1))
			continue;
		left &= ~(1u << seat);
		best = p->game.scores[seat];
		caption_name(p, seat, name);
		at += (size_t)snprintf(out + at, WINNERS_TEXT_MAX - at, "%s%s",
		                       !at    ? ""
		                       : left ? ", "
		                              : " and ",
		                       name);
	}
	if (!winners)
		snprintf(out, WINNERS_TEXT_MAX, "Nobody wins: all have resigned.");
	else
		snprintf(out + at, WINNERS_TEXT_MAX - at, " win%s with %d points.",
		         winners & (winners - 1) ? "" : "s", best);
}

/* Final points, feature by feature, then the tokens in hand. */
static void add_final_points(const struct play *p, cJSON *list)
{
	cJSON *item = NULL, *shares = NULL;
	for (unsigned i = 0; i < p->game.points_count; i++) {
		const struct points *points = &p->game.points[i], *before = points - 1;
		if (points->kind < POINTS_FINAL_TRAIL)
			continue;
		if (!item || before->kind != points->kind || before->piece != points->piece) {
			char text[CAPTION_MAX] = "Tokens in hand";
			if (points->kind != POINTS_FINAL_TOKENS)
				caption_feature(&p->set->ts, &p->game, points->piece, text);
			item = cJSON_CreateObject();
			json_put_string(item, "text", text);
			shares = json_put_array(item, "shares");
			cJSON_AddItemToArray(list, item);
		}
		cJSON *share = cJSON_CreateObject();
		add_person(share, p, points->seat);
		json_put_number(share, "points", points->value);
		cJSON_AddItemToArray(shares, share);
	}
}

/* Its seats go on to the next game, or may make it. */
static void add_rematch(struct request *req, const struct table *t, cJSON *result)
{
	struct game_ref next;
	char url[32];
	bool is_there = t->seat >= 0 && game_find_rematch(request_db(req), t->p->row.id, &next);
	if (is_there) {
		snprintf(url, sizeof(url), "/g/%s", next.id);
		json_put_string(result, "rematch", url);
	}
	json_put_bool(result, "can_rematch", t->seat >= 0 && !is_there);
}

static void add_result(struct request *req, const struct table *t, cJSON *view)
{
	char text[WINNERS_TEXT_MAX];
	if (t->p->game.awaits != AWAITS_END)
		return;
	cJSON *result = json_put_object(view, "result");
	winners_text(t->p, text);
	json_put_string(result, "text", text);
	add_final_points(t->p, json_put_array(result, "features"));
	add_rematch(req, t, result);
}

void table_made_of(struct text *out, const struct table *t)
{
	text_printf(out, "%s %lld %zu %d\n", t->p->row.id, (long long)t->p->row.rev,
	            t->p->move_count, t->zoom);
	for (unsigned i = 0; i < t->p->seat_count; i++) {
		char name[LIMIT_NAME_BYTES + 1];
		play_seat_name(&t->p->seats[i], name);
		text_printf(out, "%d %s\n", t->p->seats[i].color, name);
	}
}

static void add_drawings(const struct request *req, const struct table *t, cJSON *view)
{
	json_put_string(view, "drawings", arts_url(req->site->arts, t->p->set));
}

struct ledger {
	const struct request *req;
	const struct table *t;
};

static void make_ledger(const void *context, cJSON *view)
{
	const struct ledger *ledger = context;
	const struct table *t = ledger->t;
	if (!json_member(view, "drawings"))
		add_drawings(ledger->req, t, view);
	add_worths(t, view);
	add_remaining(t, view);
	add_log(t, view);
}

static void add_ledger(struct request *req, const struct table *t, cJSON *view)
{
	struct text made_of;
	text_init(&made_of, LIMIT_RESPONSE_BYTES);
	table_made_of(&made_of, t);
	text_printf(&made_of, "%d", t->has_all_log);
	page_part(req, view, "table_ledger", &made_of, make_ledger, &(struct ledger){req, t});
	text_release(&made_of);
}

void table_view_add(struct request *req, const struct table *t, cJSON *view)
{
	char record[40];
	json_put_string(view, "title", t->p->row.name);
	add_game(t, view);
	if (t->p->row.state == GAME_RUNNING && !t->is_past)
		card_add_deadline(view, req, t->p->seats, t->p->seat_count);
	add_seats(req, t, view);
	add_drawings(req, t, view);
	add_ledger(req, t, view);
	add_draws(t, view);
	add_result(req, t, view);
	snprintf(record, sizeof(record), "/g/%s/record.json", t->p->row.id);
	json_put_string(view, "record", record);
	if (t->seat >= 0 && t->p->row.state == GAME_RUNNING)
		cJSON_AddItemToObject(json_put_object(view, "order"), "options",
		                      settings_seat_orders(&t->p->seats[t->seat]));
	table_time_add(req, t, view);
	json_put_bool(view, "can_resign",
	              t->seat >= 0 && t->p->row.state == GAME_RUNNING && !t->is_past &&
	                      !(t->p->game.resigned_mask >> t->seat & 1));
}
