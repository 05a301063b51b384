/* SPDX-License-Identifier: ISC */
/*
 * The viewer's part of a table: see table_step.h. Which part it is: the own turn, a word, or
 * waiting.
 */
#include "web/table_step.h"

#include <stdio.h>

#include "web/step.h"

/* Has the viewer something to do here, now or later? For who has resigned a caretaker plays. */
static bool plays(const struct table *t)
{
	return t->seat >= 0 && !t->is_past && !play_is_automatic(t->p, (unsigned)t->seat);
}

/* "Ada, Ben and Cleo". */
static void add_names(struct text *out, const struct play *p, unsigned seats)
{
	char name[CAPTION_NAME_BYTES];
	for (unsigned seat = 0, said = 0; seat < p->seat_count; seat++) {
		if (!(seats >> seat & 1))
			continue;
		text_add(out, !said++ ? "" : seats >> seat == 1 ? " and " : ", ");
		caption_name(p, seat, name);
		text_add(out, name);
	}
}

static void add_headline(const struct step *s)
{
	const struct play *p = s->t->p;
	const struct game *g = &p->game;
	struct text headline, status;
	bool is_word = g->awaits == AWAITS_BOOST;
	unsigned awaited = is_word ? game_awaited_seats(g) : 1u << g->seat_on_turn;
	bool is_mine = plays(s->t) && (game_awaited_seats(g) >> s->t->seat & 1);
	bool is_one = (awaited & (awaited - 1)) == 0;
	text_init(&headline, (SEATS_MAX + 1) * CAPTION_NAME_BYTES);
	text_init(&status, (SEATS_MAX + 1) * CAPTION_NAME_BYTES);
	if (s->t->is_past) {
		text_printf(&headline, "After turn %d", g->turn_count);
	} else if (g->awaits == AWAITS_END) {
		text_add(&headline, "The game is over");
	} else if (is_mine) {
		text_add(&headline,
		         is_word && g->seat_on_turn != s->t->seat ? "Your word" : "Your turn");
	} else if (is_one) {
		add_names(&headline, p, awaited);
		text_add(&headline, is_word ? "’s word" : "’s turn");
	} else {
		text_add(&headline, "Words of others");
	}
	if (!is_mine && !s->t->is_past && g->awaits != AWAITS_END) {
		add_names(&status, p, awaited);
		text_add(&status, is_word && is_one          ? " may add a token."
		                  : is_word                  ? " may each add a token."
		                  : g->awaits == AWAITS_TILE ? " draws next."
		                                             : " places a tile.");
		cJSON_AddStringToObject(s->view, "status", text_string(&status));
	}
	cJSON_AddStringToObject(s->view, "headline", text_string(&headline));
	text_release(&headline);
	text_release(&status);
}

const char *table_step_add(struct request *req, const struct table *t, const char *draft,
                           const char *pick, cJSON *view)
{
	struct step s = {.req = req, .t = t, .ts = &t->p->set->ts, .view = view};
	bool is_asked = plays(t) && play_awaits_choice(t->p, (unsigned)t->seat);
	bool is_on_turn = is_asked && t->p->game.seat_on_turn == t->seat;
	draft_read(&s.d, t->p, t->seat >= 0 ? (unsigned)t->seat : 0, is_on_turn ? draft : NULL);
	if (is_on_turn && pick && *pick)
		s.pick = pick;
	add_headline(&s);
	if (is_on_turn)
		step_add_own(&s);
	else if (is_asked)
		step_add_words(&s);
	else if (plays(t))
		step_add_grace(&s);
	step_add_board(&s);
	return s.d.problem;
}
