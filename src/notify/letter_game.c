/* SPDX-License-Identifier: ISC */
/*
 * Letters about a game that runs or is over, a function for each kind: what it says first, and what
 * else it brings. See writing.h. What matters most stands in the preview, which is the line that a
 * phone shows beside the subject, and in the heading.
 */
#include <stdio.h>
#include <string.h>

#include "app/captions.h"
#include "app/clocks.h"
#include "app/story.h"
#include "notify/writing.h"

/* The heading is the preview's first sentence. */
static void head(struct letter *l, const char *text)
{
	say(letter_sentence(l->view, "heading"), "%s", text);
	say(letter_sentence(l->view, "preview"), "%s.", text);
}

static cJSON *preview(const struct letter *l)
{
	return cJSON_GetObjectItemCaseSensitive(l->view, "preview");
}

static void add_action(struct letter *l, const char *text)
{
	cJSON_AddStringToObject(l->view, "action", text);
	letter_url(l, l->view, "link", "/g/%s#here", l->n->game_id);
	letter_url(l, l->view, "mute", "/g/%s#mails", l->n->game_id);
}

/* Quiet hours and holidays are in the deadline already. */
static void say_rest(struct letter *l, cJSON *said, const struct seat_row *s)
{
	int64_t until = clocks_rests_until(l->c->db, l->c->zones, s, l->n->due_at, NULL);
	char goes_on[LETTER_TIME];
	if (!until)
		return;
	letter_time(l, until, goes_on);
	say(said, " Your clock stands still until %s.", goes_on);
}

void letter_deadline(struct letter *l)
{
	const struct seat_row *s = &l->p->seats[l->seat];
	char until[LETTER_TIME];
	if (!s->is_awaited || !s->deadline_at)
		return;
	letter_time(l, s->deadline_at, until);
	cJSON *said = letter_sentence_in(l->view, "paragraphs");
	say(said, "You have until ");
	say_strong(said, until);
	say(said, ". After that a caretaker %s for you.",
	    l->p->game.awaits == AWAITS_BOOST ? "answers" : "plays this turn");
	say_rest(l, said, s);
	say(preview(l), " You have until %s.", until);
}

static int add_table(struct letter *l, struct err *err)
{
	letter_story(l);
	letter_scores(l);
	return letter_board(l, err);
}

/* For the preview: the turn before. */
static void say_last_turn(struct letter *l)
{
	const struct story *s = &l->p->story;
	size_t at = s->count;
	while (at > 0 && !s->lines[at - 1].begins_turn)
		at--;
	if (!at || s->lines[at - 1].seat == l->seat)
		return;
	const struct story_line *placed = &s->lines[at - 1];
	int points = 0;
	for (; at < s->count; at++)
		points += s->lines[at].seat == placed->seat ? s->lines[at].points : 0;
	say(preview(l), " ");
	say_seat(preview(l), l, (unsigned)placed->seat, true);
	say(preview(l), " placed a tile on column %d, row %d", placed->entry.x, placed->entry.y);
	if (points)
		say(preview(l), " and scored %d point%s", points, points == 1 ? "" : "s");
	say(preview(l), ".");
}

/* ---- Your turn ---- */

void letter_tile(struct letter *l)
{
	const struct game *g = &l->p->game;
	char tile[CAPTION_MAX];
	if (g->awaits != AWAITS_PLACE || g->seat_on_turn != l->seat)
		return;
	caption_tile(&l->p->set->ts, g->tile, 0, tile);
	cJSON *said = letter_sentence_in(l->view, "paragraphs");
	say(said, "You drew a tile: ");
	say_strong(said, tile);
	say(said, ".");
	say(preview(l), " You drew: %s.", tile);
}

int letter_your_turn(struct letter *l, struct err *err)
{
	head(l, "It is your turn");
	letter_deadline(l);
	letter_tile(l);
	say_last_turn(l);
	add_action(l, "Take your turn");
	letter_choices(l, &l->p->game, "");
	return add_table(l, err);
}

/* ---- Your word ---- */

/* "a monkey, giraffe or zebra" */
static void list_animals(unsigned mask, char *out, size_t size)
{
	size_t at = 0;
	bool is_first = true;
	for (unsigned a = 0; a < ANIMAL_COUNT && at < size; a++) {
		if (!(mask >> a & 1))
			continue;
		at += (size_t)snprintf(out + at, size - at, "%s%s",
		                       is_first          ? a == ANIMAL_ELEPHANT ? "an " : "a "
		                       : mask >> (a + 1) ? ", "
		                                         : " or ",
		                       story_animals[a]);
		is_first = false;
	}
}

/* What the feature brings, and what a token adds to that (R24). Answers the gain. */
static int say_feature(struct letter *l, unsigned feature, unsigned usable)
{
	const struct game_feature *f = &l->p->game.features[feature];
	char text[CAPTION_MAX], animals[80], more[8];
	int points = game_feature_points(f, f->animal_mask);
	int gain = game_feature_points(f, f->animal_mask | (usable & -usable)) - points;
	caption_feature(&l->p->set->ts, &l->p->game, feature, text);
	list_animals(usable, animals, sizeof(animals));
	snprintf(more, sizeof(more), "%d", gain);
	cJSON *said = letter_sentence_in(l->view, "paragraphs");
	say_strong(said, text);
	say(said, ". It brings you %d point%s; ", points, points == 1 ? "" : "s");
	say(said, "%s would add ", animals);
	say_strong(said, more);
	say(said, ".");
	return gain;
}

int letter_your_word(struct letter *l, struct err *err)
{
	const struct game *g = &l->p->game;
	unsigned seat = (unsigned)l->seat;
	int most = 0;
	if (!(game_awaited_seats(g) >> seat & 1) || g->awaits != AWAITS_BOOST)
		return err_set(err, "no word of the seat was awaited at rev %lld",
		               (long long)l->n->rev);
	head(l, "Your word is asked for");
	cJSON *said = letter_sentence_in(l->view, "paragraphs");
	say_seat(said, l, g->seat_on_turn, true);
	say(said, " completed something on which you have most meeples. You may add a token of "
	          "yours, and so may the others who share it.");
	for (unsigned i = g->words[seat]; i < g->completed_count; i++) {
		unsigned usable = game_usable(g, seat, &g->features[g->completed[i]]);
		if (!(game_majority(g, &g->features[g->completed[i]]) >> seat & 1) || !usable)
			continue;
		int gain = say_feature(l, g->completed[i], usable);
		most = gain > most ? gain : most;
	}
	say(preview(l), " A token would bring you %d point%s more.", most, most == 1 ? "" : "s");
	letter_deadline(l);
	add_action(l, "Give your word");
	letter_choices(l, &l->p->game, "");
	return add_table(l, err);
}

/* ---- The clock ---- */

int letter_reminder(struct letter *l, struct err *err)
{
	bool is_word = l->p->game.awaits == AWAITS_BOOST;
	const struct seat_row *s = &l->p->seats[l->seat];
	head(l, is_word ? "Your word is still awaited" : "It is still your turn");
	letter_deadline(l);
	if (!s->deadline_at && s->awaited_since) {
		char since[LETTER_TIME];
		letter_time(l, s->awaited_since, since);
		cJSON *said = letter_sentence_in(l->view, "paragraphs");
		say(said, "The others have waited for you since ");
		say_strong(said, since);
		say(said, ".");
	}
	letter_tile(l);
	add_action(l, is_word ? "Give your word" : "Take your turn");
	letter_choices(l, &l->p->game, "");
	return add_table(l, err);
}

int letter_caretaker(struct letter *l, struct err *err)
{
	head(l, "A caretaker has played for you");
	cJSON *said = letter_sentence_in(l->view, "paragraphs");
	say(said, "Your time was over. So that the others need not wait, a caretaker has played "
	          "what was asked of you; it is told below.");
	if (clocks_is_absent(&l->p->seats[l->seat]))
		say(said, " It goes on to play for you until you are back.");
	said = letter_sentence_in(l->view, "paragraphs");
	say_strong(said, "You have your seat back with one tap");
	say(said, ": open the game and play on, any time.");
	say(preview(l), " You have your seat back with one tap.");
	add_action(l, "Back to my seat");
	return add_table(l, err);
}

/* "3 days a turn". */
static void say_pace(cJSON *said, const struct letter *l)
{
	char words[ZONE_TEXT];
	zone_words(words, l->p->row.turn_s);
	if (l->p->row.turn_s)
		say(said, "A turn may take %s.", words);
	else
		say(said, "There is no time limit.");
}

int letter_more_time(struct letter *l, struct err *err)
{
	char words[ZONE_TEXT];
	unsigned asking = 0;
	for (unsigned seat = 0; seat < l->p->seat_count; seat++)
		asking |= (unsigned)l->p->seats[seat].agrees_more_time << seat;
	for (int i = 0; i < 2; i++) {
		cJSON *said = letter_sentence(l->view, i ? "preview" : "heading");
		if (asking)
			say_seats(said, l, asking, true);
		else
			say(said, "Somebody");
		say(said, " ask%s for more time%s", asking & (asking - 1) ? "" : "s", i ? "." : "");
	}
	zone_words(words, l->p->row.turn_s);
	cJSON *said = letter_sentence_in(l->view, "paragraphs");
	say(said, "When everybody who plays agrees, each clock that runs gets ");
	say_strong(said, words);
	say(said, " more.");
	say(preview(l), " When everybody agrees, each clock gets %s more.", words);
	add_action(l, "Agree, or see the game");
	return add_table(l, err);
}

/* ---- Begin and end ---- */

int letter_started(struct letter *l, struct err *err)
{
	unsigned others = ((1u << l->p->seat_count) - 1) & ~(1u << l->seat);
	head(l, "The game has begun");
	cJSON *said = letter_sentence_in(l->view, "paragraphs");
	say(said, "You play with ");
	say_seats(said, l, others, false);
	say(said, ". ");
	say_seat(said, l, l->p->game.seat_on_turn, true);
	say(said, " begin%s. ", l->p->game.seat_on_turn == l->seat ? "" : "s");
	say_pace(said, l);
	say(preview(l), " You play with ");
	say_seats(preview(l), l, others, false);
	say(preview(l), ".");
	add_action(l, "See the table");
	letter_scores(l);
	return letter_board(l, err);
}

/* "Ben and you have won" */
static void say_result(cJSON *said, const struct letter *l)
{
	unsigned winners = game_winners(&l->p->game);
	bool is_one = !(winners & (winners - 1)), is_reader = winners >> l->seat & 1;
	if (!winners) {
		say(said, "Nobody has won: all have resigned");
		return;
	}
	say_seats(said, l, winners, false);
	say(said, " ha%s won with %d points", is_one && !is_reader ? "s" : "ve",
	    l->p->game.scores[__builtin_ctz(winners)]);
}

int letter_game_over(struct letter *l, struct err *err)
{
	static const char *const places[SEATS_MAX + 1] = {"",      "first",  "second",
	                                                  "third", "fourth", "fifth"};
	const struct game *g = &l->p->game;
	unsigned seat = (unsigned)l->seat;
	cJSON *said = letter_sentence(l->view, "heading");
	say(said, "The game is over: ");
	say_result(said, l);
	say(letter_sentence(l->view, "preview"), "The game is over: ");
	say_result(preview(l), l);
	say(preview(l), ".");
	if (!(game_winners(g) >> seat & 1) && !(g->resigned_mask >> seat & 1)) {
		said = letter_sentence_in(l->view, "paragraphs");
		say(said, "You are %s of %u, with %d points.", places[letter_place(l, seat)],
		    g->seat_count, g->scores[seat]);
		say(preview(l), " You are %s of %u, with %d points.", places[letter_place(l, seat)],
		    g->seat_count, g->scores[seat]);
	}
	add_action(l, "See the result");
	letter_finals(l);
	letter_url(l, l->view, "record", "/g/%s/record.json", l->n->game_id);
	return add_table(l, err);
}
