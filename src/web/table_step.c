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

static void add_headline(const struct step *s)
{
	const struct play *p = s->t->p;
	const struct game *g = &p->game;
	char name[CAPTION_NAME_BYTES], headline[CAPTION_NAME_BYTES + 24],
		status[CAPTION_NAME_BYTES + 64] = "";
	unsigned awaited = game_awaited_seats(g);
	bool is_mine = plays(s->t) && (awaited >> s->t->seat & 1);
	caption_name(p,
	             g->awaits == AWAITS_BOOST && awaited ? (unsigned)__builtin_ctz(awaited)
	                                                  : g->seat_on_turn,
	             name);
	if (s->t->is_past)
		snprintf(headline, sizeof(headline), "After turn %d", g->turn_count);
	else if (g->awaits == AWAITS_END)
		snprintf(headline, sizeof(headline), "The game is over");
	else if (is_mine)
		snprintf(headline, sizeof(headline),
		         g->awaits == AWAITS_BOOST && g->seat_on_turn != s->t->seat ? "Your word"
		                                                                    : "Your turn");
	else
		snprintf(headline, sizeof(headline), "%s’s %s", name,
		         g->awaits == AWAITS_BOOST ? "word" : "turn");
	if (!is_mine && !s->t->is_past && g->awaits == AWAITS_BOOST)
		snprintf(status, sizeof(status), "%s may add a token.", name);
	else if (!is_mine && !s->t->is_past && g->awaits == AWAITS_TILE)
		snprintf(status, sizeof(status), "%s draws next.", name);
	else if (!is_mine && !s->t->is_past && g->awaits != AWAITS_END)
		snprintf(status, sizeof(status), "%s places a tile.", name);
	cJSON_AddStringToObject(s->view, "headline", headline);
	if (status[0])
		cJSON_AddStringToObject(s->view, "status", status);
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
