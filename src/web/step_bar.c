/* SPDX-License-Identifier: ISC */
/*
 * The bar that is always on the screen: what Confirm would send; a turn to take back; a tile to
 * draw.
 */
#include "web/step.h"

#include "app/turn.h"

cJSON *step_add_bar(struct step *s, const char *text, const char *action, const char *label)
{
	cJSON *bar = cJSON_AddObjectToObject(s->view, "bar");
	cJSON_AddStringToObject(bar, "text", text);
	if (action) {
		cJSON_AddStringToObject(bar, "action", action);
		cJSON_AddStringToObject(bar, "label", label);
	}
	return bar;
}

/* What is proposed is not done yet: "placed a tile" is told as "place a tile". */
static void tell_as_proposed(char words[STORY_TEXT_MAX])
{
	static const struct {
		const char *past, *present;
	} verbs[] = {{"placed ", "place "},
	             {"moved ", "move "},
	             {"started ", "start "},
	             {"expanded ", "expand "},
	             {"added ", "add "}};
	for (size_t i = 0; i < sizeof(verbs) / sizeof(verbs[0]); i++) {
		size_t past = strlen(verbs[i].past), present = strlen(verbs[i].present);
		if (strncmp(words, verbs[i].past, past) != 0)
			continue;
		memcpy(words, verbs[i].present, present);
		memmove(words + present, words + past, strlen(words + past) + 1);
		return;
	}
}

/* What Confirm would send, in words. */
static void draft_words(const struct draft *d, struct text *out)
{
	const char *comma = "";
	for (size_t i = 0; i < d->count; i++) {
		char words[STORY_TEXT_MAX];
		if (d->entries[i].type == ENTRY_PASS)
			continue;
		story_entry(&d->entries[i], words);
		tell_as_proposed(words);
		text_printf(out, "%s%s", comma, words);
		comma = ", ";
	}
	char *first = text_string(out)[0] ? out->data : NULL;
	if (first && *first >= 'a' && *first <= 'z')
		*first = (char)(*first - 'a' + 'A');
}

/* With nothing more than "pass", may it be sent? */
static bool completes_by_pass(const struct step *s, struct draft *out)
{
	struct entry pass = {.type = ENTRY_PASS, .seat = (uint8_t)s->d.seat};
	if (s->d.after.awaits != AWAITS_ACTION || s->pick)
		return false;
	draft_add(out, &s->d, &pass);
	return draft_is_complete(out);
}

void step_add_draft_bar(struct step *s)
{
	struct draft passed, before;
	const struct draft *sent = &s->d;
	struct text words;
	char t[LIMIT_TURN_BYTES + 1];
	if (completes_by_pass(s, &passed))
		sent = &passed;
	bool is_complete = draft_is_complete(sent);
	text_init(&words, 1024);
	draft_words(sent, &words);
	if (!words.len)
		text_add(&words, s->d.after.awaits == AWAITS_ACTION ? "Do nothing more"
		                                                    : "Your turn is not finished");
	cJSON *bar = step_add_bar(s, text_string(&words), is_complete ? "turn" : NULL, "Confirm");
	cJSON_AddNumberToObject(bar, "gain", draft_gain(sent));
	if (is_complete) {
		turn_text(sent->entries, sent->count, t);
		cJSON_AddStringToObject(bar, "t", t);
	}
	if (s->pick || s->d.count) {
		before = s->d;
		if (!s->pick)
			draft_drop(&before, &s->d);
		step_add_url(bar, "back", s, &before);
	}
	text_release(&words);
}

void step_add_grace(struct step *s)
{
	const struct play *p = s->t->p;
	const struct game *g = &p->game;
	bool is_held = p->row.draw_at > s->req->now;
	if (p->row.has_undo && p->row.undo_seat == s->t->seat && is_held) {
		cJSON *bar = step_add_bar(s, "Your turn is done.", "undo", "Take it back");
		cJSON_AddBoolToObject(bar, "is_quiet", true);
		request_reads_until(s->req, s->req->now + 1);
		cJSON_AddNumberToObject(bar, "seconds", (double)(p->row.draw_at - s->req->now));
	} else if (g->awaits == AWAITS_TILE && g->seat_on_turn == s->t->seat) {
		step_add_bar(s, "It is your turn.", "draw", "Draw your tile");
	}
}
