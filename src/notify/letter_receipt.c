/* SPDX-License-Identifier: ISC */
/*
 * The answers to mails that came in (N7): what was done, or why nothing was, and what can be
 * answered next. See writing.h; what a mail does is inbox.h's.
 */
#include <string.h>

#include "app/answer.h"
#include "notify/inbox.h"
#include "notify/writing.h"
#include "store/replies.h"

static void head(struct letter *l, const char *text)
{
	say(letter_sentence(l->view, "heading"), "%s", text);
	say(letter_sentence(l->view, "preview"), "%s.", text);
}

static void quote(struct letter *l, const char *said)
{
	cJSON *line = letter_sentence_in(l->view, "paragraphs");
	say(line, said[0] ? "Your line: " : "There was no line of yours above the mail.");
	say_strong(line, said);
}

static void paragraph(struct letter *l, const char *text)
{
	if (text[0])
		say(letter_sentence_in(l->view, "paragraphs"), "%s", text);
}

/* Who is waited for, as the game lies. */
static void say_awaited(struct letter *l)
{
	const struct game *g = &l->p->game;
	unsigned seats = g->awaits == AWAITS_TILE ? 1u << g->seat_on_turn : game_awaited_seats(g);
	cJSON *said = letter_sentence_in(l->view, "paragraphs");
	if (g->awaits == AWAITS_END || !seats) {
		say(said, "The game is over.");
		return;
	}
	say(said, g->awaits == AWAITS_TILE ? "Next: " : "Waited for: ");
	say_seats(said, l, seats, false);
	say(said, ".");
}

static void say_done(struct letter *l, const struct reply *r)
{
	bool is_word = strncmp(r->said, "boost ", 6) == 0;
	bool goes_on = play_awaits_choice(l->p, (unsigned)l->seat);
	head(l, is_word   ? "Your word is given"
	        : goes_on ? "Your turn goes on"
	                  : "Your turn is played");
	letter_own_move(l);
	if (goes_on)
		paragraph(l, "You drew tokens, and there is more for you to choose.");
	else
		say_awaited(l);
}

/* The line was good as far as it goes; behind it comes one of the numbers. */
static void say_unfinished(struct letter *l, const struct reply *r)
{
	struct answer a;
	head(l, "More is to be chosen");
	quote(l, r->said);
	paragraph(l, "Nothing is played yet: answer with the whole line, one of those below.");
	if (l->can_answer && answer_read(&l->p->set->ts, &l->p->game, (unsigned)l->seat, r->said,
	                                 &a) == ANSWER_NEEDS_MORE)
		letter_choices(l, &a.after, a.line);
}

static void say_away(struct letter *l, const struct reply *r)
{
	head(l, r->outcome == REPLY_AWAY ? "Your holiday is noted" : "That holiday can't be taken");
	paragraph(l, r->detail);
	if (r->outcome == REPLY_AWAY)
		paragraph(l, "A clock that runs already goes on; it counts from your next turns.");
}

static void say_outcome(struct letter *l, const struct reply *r)
{
	switch ((enum reply_outcome)r->outcome) {
	case REPLY_DONE:
		say_done(l, r);
		break;
	case REPLY_ALREADY:
		head(l, "This was done already");
		say_awaited(l);
		break;
	case REPLY_OVER:
		head(l, "The turn is over");
		paragraph(l, r->detail[0] ? r->detail
		                          : "What that mail asked was answered or taken back "
		                            "since, so nothing was moved. Below is the table.");
		say_awaited(l);
		break;
	case REPLY_UNFINISHED:
		say_unfinished(l, r);
		break;
	case REPLY_UNCLEAR:
	case REPLY_REFUSED:
		head(l, r->outcome == REPLY_REFUSED ? "That can't be played"
		                                    : "Your answer was not understood");
		quote(l, r->said);
		paragraph(l, r->detail);
		paragraph(l, "Nothing was moved. The first line of an answer counts.");
		break;
	case REPLY_STATUS:
		head(l, "How the game stands");
		say_awaited(l);
		break;
	case REPLY_HELP:
		head(l, "Playing by mail");
		paragraph(l, "Answer the mails of a game, with your choice in the first line.");
		break;
	case REPLY_AWAY:
	case REPLY_NOT_AWAY:
		say_away(l, r);
		break;
	case REPLY_RESIGN:
		head(l, "Resigning takes one more tap");
		paragraph(l, "Nothing has happened yet. Resigning is for good: a caretaker plays "
		             "your seat to the end, and it can't win. If you mean it, open the "
		             "game and tap “Resign for good”.");
		break;
	case REPLY_STRANGER:
	case REPLY_OUTCOMES:
		break;
	}
}

int letter_receipt(struct letter *l, struct err *err)
{
	struct reply r;
	if (!reply_get(l->c->db, l->n->number, &r) || r.user_id != l->n->user_id)
		return err_set(err, "reply %d is not there", l->n->number);
	say_outcome(l, &r);
	letter_deadline(l);
	letter_tile(l);
	bool is_resign = r.outcome == REPLY_RESIGN;
	cJSON_AddStringToObject(l->view, "action",
	                        is_resign ? "Resign, with one more tap" : "See the table");
	letter_url(l, l->view, "link", "/g/%s#%s", l->n->game_id, is_resign ? "resign" : "here");
	if (!cJSON_HasObjectItem(l->view, "choices_head"))
		letter_choices(l, &l->p->game, "");
	letter_story(l);
	letter_scores(l);
	return letter_board(l, err);
}

int letter_stranger(struct letter *l, struct err *err)
{
	const char *site = l->c->config->site_name;
	(void)err;
	head(l, "Your mail was not taken");
	cJSON *said = letter_sentence_in(l->view, "paragraphs");
	say(said, "It came from ");
	say_strong(said, l->n->address);
	say(said, ", which is no address of the player it would play for. Nothing was moved.");
	paragraph(l, "If it is yours: sign in with the address at which you get the mails of your "
	             "games, add this one in the settings, and send your mail once more.");
	say(letter_sentence_in(l->view, "paragraphs"),
	    "If you have never heard of %s: somebody has used your address, and there is nothing "
	    "to do.",
	    site);
	cJSON_AddStringToObject(l->view, "action", "To the settings");
	letter_url(l, l->view, "link", "/settings");
	return 0;
}
