/* SPDX-License-Identifier: ISC */
/*
 * What stands at a table, for letters: what has happened since the reader's last turn, the points,
 * the board as picture and as text. See writing.h.
 */
#include <stdio.h>
#include <string.h>

#include "app/captions.h"
#include "app/story.h"
#include "notify/writing.h"
#include "render/png.h"
#include "render/text_board.h"

enum {
	TURNS_TOLD = 10,
	STATE_BYTES = 200,
};

/* ---- Since your last turn ---- */

static bool is_by(const struct letter *l, const struct story_line *line, const char *by)
{
	return line->move >= 0 && strcmp(l->p->moves[line->move].by, by) == 0;
}

/* Did the reader choose it? */
static bool is_own(const struct letter *l, const struct story_line *line)
{
	return line->seat == l->seat && !line->is_scored && is_by(l, line, "person");
}

/* The first line after what the reader did last in a turn of theirs; 0 when there was none. */
static size_t find_news(const struct letter *l)
{
	const struct story *s = &l->p->story;
	int turn = 0, move = -1;
	for (size_t i = 0; i < s->count; i++) {
		if (!is_own(l, &s->lines[i]))
			continue;
		if (s->lines[i].begins_turn)
			turn = s->lines[i].turn;
		if (s->lines[i].turn == turn)
			move = s->lines[i].move;
	}
	size_t at = 0;
	while (turn && at < s->count && s->lines[at].move <= move)
		at++;
	return at;
}

/* Points that the end of the game brings. */
static bool is_final(const struct story_line *line)
{
	return line->is_scored && line->points_kind >= POINTS_FINAL_TRAIL;
}

/* Draws are told with the turn that they are for, the end and its points by themselves, and nothing
 * is nothing to tell. */
static bool is_told(const struct story_line *line)
{
	const struct entry *e = &line->entry;
	bool is_nothing = e->type == ENTRY_DRAW || e->type == ENTRY_PASS || e->type == ENTRY_END ||
	                  (e->type == ENTRY_BOOST && e->animals[0] == ANIMAL_NONE);
	return line->is_scored ? !is_final(line) : !is_nothing;
}

static bool has_told(const struct story *s, size_t from, size_t to)
{
	while (from < to && !is_told(&s->lines[from]))
		from++;
	return from < to;
}

/* Who is not the one whose turn it was is named within the sentence. */
static void say_lines(cJSON *parts, const struct letter *l, size_t from, size_t to, int turn_seat)
{
	bool is_first = true;
	for (size_t i = from; i < to; i++) {
		const struct story_line *line = &l->p->story.lines[i];
		char text[STORY_TEXT_MAX];
		if (!is_told(line))
			continue;
		story_text(line, text);
		say(parts, "%s", is_first ? "" : "; ");
		if (line->seat >= 0 && line->seat != turn_seat) {
			say_seat(parts, l, (unsigned)line->seat, false);
			say(parts, " ");
		}
		say(parts, "%s", text);
		is_first = false;
	}
	say(parts, ".");
}

/* Without those of the end, which come behind the last turn. */
static int points_of(const struct story *s, size_t from, size_t to, int seat)
{
	int points = 0;
	for (size_t i = from; i < to; i++) {
		const struct story_line *line = &s->lines[i];
		points += line->seat == seat && !is_final(line) ? line->points : 0;
	}
	return points;
}

static void add_points(cJSON *turn, int points)
{
	char text[32];
	snprintf(text, sizeof(text), "+%d point%s", points, points == 1 ? "" : "s");
	if (points)
		cJSON_AddStringToObject(turn, "points", text);
}

static void say_head(cJSON *turn, const struct letter *l, const struct story_line *first,
                     int points)
{
	cJSON *head = letter_sentence(turn, "head");
	bool is_cared_for = is_by(l, first, "caretaker");
	if (!first->begins_turn) {
		say(head, "After your turn");
		return;
	}
	if (is_cared_for)
		say(head, "A caretaker for ");
	say_seat(head, l, (unsigned)first->seat, !is_cared_for);
	cJSON_AddNumberToObject(turn, "number", first->turn);
	add_points(turn, points);
}

/* A turn, or with no beginning what came after the reader's own. */
static void add_turn(cJSON *turns, const struct letter *l, size_t from, size_t to)
{
	const struct story *s = &l->p->story;
	const struct story_line *first = &s->lines[from];
	int seat = first->begins_turn ? first->seat : l->seat;
	cJSON *turn = cJSON_CreateObject();
	say_head(turn, l, first, points_of(s, from, to, seat));
	say_lines(letter_sentence(turn, "parts"), l, from, to, first->begins_turn ? seat : -1);
	cJSON_AddItemToArray(turns, turn);
}

static int count_turns(const struct story *s, size_t from)
{
	int count = 0;
	for (size_t i = from; i < s->count; i++)
		count += s->lines[i].begins_turn;
	return count;
}

/* The turns from a line on, the last ones where they are many. */
static void add_turns(struct letter *l, size_t from)
{
	const struct story *s = &l->p->story;
	int left_out = count_turns(s, from) - TURNS_TOLD, turn = 0;
	cJSON *turns = cJSON_AddArrayToObject(l->view, "turns");
	for (size_t i = from, end; i < s->count; i = end) {
		for (end = i + 1; end < s->count && !s->lines[end].begins_turn;)
			end++;
		turn += s->lines[i].begins_turn;
		if (has_told(s, i, end) && (left_out <= 0 || turn > left_out))
			add_turn(turns, l, i, end);
	}
	if (left_out > 0)
		cJSON_AddNumberToObject(l->view, "turns_before", left_out);
}

void letter_story(struct letter *l)
{
	const struct story *s = &l->p->story;
	size_t from = find_news(l);
	const char *title = from ? "Since your last turn" : "What has happened so far";
	/* The tokens of the setup are told on the table's page. */
	while (from < s->count && !s->lines[from].turn)
		from++;
	if (!has_told(s, from, s->count))
		return;
	cJSON_AddStringToObject(l->view, "story", title);
	add_turns(l, from);
}

/* ---- Points ---- */

/* What the end brought to a seat, feature by feature. */
static void add_final(cJSON *finals, const struct letter *l, unsigned seat)
{
	const struct story *s = &l->p->story;
	cJSON *final = cJSON_CreateObject(), *parts = letter_sentence(final, "parts");
	int points = 0;
	for (size_t i = 0; i < s->count; i++) {
		char text[STORY_TEXT_MAX];
		if (!is_final(&s->lines[i]) || s->lines[i].seat != (int)seat)
			continue;
		story_text(&s->lines[i], text);
		say(parts, "%s%s", points ? "; " : "", text);
		points += s->lines[i].points;
	}
	say(parts, "%s.", points ? "" : "got no more points");
	say_seat(letter_sentence(final, "head"), l, seat, true);
	add_points(final, points);
	cJSON_AddItemToArray(finals, final);
}

void letter_finals(struct letter *l)
{
	cJSON *finals = cJSON_AddArrayToObject(l->view, "finals");
	for (unsigned seat = 0; seat < l->p->game.seat_count; seat++)
		add_final(finals, l, seat);
}

unsigned letter_place(const struct letter *l, unsigned seat)
{
	const struct game *g = &l->p->game;
	unsigned place = 1;
	for (unsigned s = 0; s < g->seat_count; s++) {
		int resigned = (g->resigned_mask >> s & 1) - (g->resigned_mask >> seat & 1);
		place += resigned < 0 || (!resigned && g->scores[s] > g->scores[seat]);
	}
	return place;
}

static const char *const shapes[BOARD_COLOR_COUNT] = {
	[BOARD_YELLOW] = "yellow person", [BOARD_RED] = "red tent",
	[BOARD_GREEN] = "green jeep",     [BOARD_BLUE] = "blue balloon",
	[BOARD_BLACK] = "black star",
};

/* ", 5 meeples, tokens: monkey, 2 lions": who answers by mail has no other place to see them. */
static void add_hand(struct text *out, const struct game *g, unsigned seat)
{
	bool is_first = true;
	text_printf(out, ", %u meeple%s", g->meeples[seat], g->meeples[seat] == 1 ? "" : "s");
	for (unsigned a = 0; a < ANIMAL_COUNT; a++) {
		unsigned count = g->hands[seat][a];
		if (!count)
			continue;
		text_add(out, is_first ? ", tokens: " : ", ");
		if (count > 1)
			text_printf(out, "%u ", count);
		text_printf(out, "%s%s", story_animals[a], count > 1 ? "s" : "");
		is_first = false;
	}
	if (is_first)
		text_add(out, ", no tokens");
}

static void add_score(cJSON *seats, const struct letter *l, unsigned seat)
{
	static const char *const fills[BOARD_COLOR_COUNT] = {"#F0E442", "#D55E00", "#009E73",
	                                                     "#0072B2", "#000"};
	const struct play *p = l->p;
	char column[8];
	struct text state;
	cJSON *view = cJSON_CreateObject();
	say_seat(letter_sentence(view, "name"), l, seat, true);
	cJSON_AddNumberToObject(view, "score", p->game.scores[seat]);
	snprintf(column, sizeof(column), "%3d", p->game.scores[seat]);
	cJSON_AddStringToObject(view, "score_column", column);
	cJSON_AddStringToObject(view, "fill", fills[p->seats[seat].color]);
	text_init(&state, STATE_BYTES);
	text_add(&state, shapes[p->seats[seat].color]);
	if (p->game.awaits == AWAITS_END)
		cJSON_AddNumberToObject(view, "place", letter_place(l, seat));
	else
		add_hand(&state, &p->game, seat);
	if (p->game.resigned_mask >> seat & 1)
		text_add(&state, ", resigned");
	cJSON_AddStringToObject(view, "state", text_string(&state));
	text_release(&state);
	cJSON_AddItemToArray(seats, view);
}

void letter_scores(struct letter *l)
{
	unsigned count = l->p->game.seat_count;
	bool is_over = l->p->game.awaits == AWAITS_END;
	cJSON_AddStringToObject(l->view, "scores", is_over ? "The result" : "Points");
	cJSON *seats = cJSON_AddArrayToObject(l->view, "seats");
	for (unsigned place = 1; place <= count; place++) {
		for (unsigned seat = 0; seat < count; seat++) {
			if (is_over ? letter_place(l, seat) == place : seat + 1 == place)
				add_score(seats, l, seat);
		}
	}
}

/* ---- The board ---- */

/* What the picture marks: everybody's last tile. */
static void add_alt(struct letter *l)
{
	const struct game *g = &l->p->game;
	cJSON *alt = letter_sentence(l->view, "alt");
	say(alt, "The board after turn %d of %d.", g->turn_count, l->p->set->ts.tile_count);
	for (unsigned seat = 0; seat < g->seat_count; seat++) {
		if (!g->last_laid[seat])
			continue;
		const struct game_space *at = &g->spaces[g->laid[g->last_laid[seat] - 1].space];
		say(alt, " Last tile of ");
		say_seat(alt, l, seat, false);
		say(alt, ", %s: column %d, row %d.", shapes[l->p->seats[seat].color], at->x, at->y);
	}
}

static int add_picture(struct letter *l, struct err *err)
{
	uint8_t colors[SEATS_MAX] = {0};
	struct text svg;
	for (size_t i = 0; i < l->p->seat_count; i++)
		colors[i] = (uint8_t)l->p->seats[i].color;
	text_init(&svg, BOARD_SVG_MAX);
	board_svg(&svg, l->art, &l->p->game,
	          &(struct board_options){.colors = colors, .is_lean = true});
	int status = png_from_svg(&l->picture, text_string(&svg), svg.len, err);
	text_release(&svg);
	return status;
}

int letter_board(struct letter *l, struct err *err)
{
	char names[SEATS_MAX][CAPTION_NAME_BYTES];
	const char *by_seat[SEATS_MAX] = {0};
	struct text board;
	for (unsigned seat = 0; seat < l->p->seat_count; seat++) {
		caption_name(l->p, seat, names[seat]);
		by_seat[seat] = names[seat];
	}
	text_init(&board, TEXT_BOARD_MAX);
	text_board(&board, &l->p->set->ts, &l->p->game, by_seat);
	cJSON_AddStringToObject(l->view, "board", text_string(&board));
	text_release(&board);
	add_alt(l);
	return add_picture(l, err);
}

void letter_own_move(struct letter *l)
{
	const struct story *s = &l->p->story;
	size_t from = s->count;
	while (from > 0 && s->lines[from - 1].move >= 0 &&
	       l->p->moves[s->lines[from - 1].move].rev == l->n->rev)
		from--;
	if (!has_told(s, from, s->count))
		return;
	int points = points_of(s, from, s->count, l->seat);
	cJSON *said = letter_sentence_in(l->view, "paragraphs");
	say(said, "You ");
	say_lines(said, l, from, s->count, l->seat);
	if (points)
		say(said, " That brings you %d point%s.", points, points == 1 ? "" : "s");
}
