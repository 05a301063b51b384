/* SPDX-License-Identifier: ISC */
/*
 * Putting a turn together, step by step: what the files step*.c share. Private to them; pages call
 * table_step.h.
 *
 * A step is found from what the game awaits after the draft (step_choose.c); a choice of many, a
 * corner and an animal, a ranger and a space, is made in two, the first of which stands in `pick`.
 * Every choice is a link to the same table with a longer draft.
 */
#ifndef WEB_STEP_H
#define WEB_STEP_H

#include "render/board.h"
#include "web/draft.h"
#include "web/table_view.h"

enum { STEP_LINKS_MAX = OPEN_MAX + LAID_MAX };

struct step {
	struct request *req;
	const struct table *t;
	const struct tileset *ts;
	struct draft d;
	const char *pick; /* NULL: none */
	cJSON *view;      /* of the page */
	cJSON *groups;    /* of choices, in the step; NULL before step_begin() */
	struct board_link links[STEP_LINKS_MAX]; /* of the board */
	size_t link_count;
	char prefix[400]; /* of their URLs: X,Y and, unless they are plain, the rotation follow */
	bool links_are_plain;
	int focus_x, focus_y; /* what the step is about */
	bool has_focus;
};

/* The URL of the table with a draft (NULL: none) and more, printf-like, behind. */
void step_url(struct text *out, const struct step *s, const struct draft *d, const char *format,
              ...) __attribute__((format(printf, 4, 5)));
/* The part of it that is the draft's: "&t=place+3,1+90", nothing for an empty one. */
void step_add_draft(struct text *out, const struct draft *d);
/* The URL of a draft as a member of an object. */
void step_add_url(cJSON *o, const char *name, const struct step *s, const struct draft *d);

/* Links of the board are that URL with a tail and then their space: "&t=place+3,1+90"
 * "%3B+relocate+" "2,-1". */
void step_set_prefix(struct step *s, const struct draft *d, const char *tail);
void step_link(struct step *s, struct board_link link);
void step_focus(struct step *s, int x, int y);

/* Begins the view's "step", which it answers; hint may be NULL. */
cJSON *step_begin(struct step *s, const char *heading, const char *hint);

/* A group of choices in it. */
cJSON *step_group(struct step *s, const char *heading);

/* A choice: of one more entry, with what it brings over `without`; or one that leads to a step of
 * its own. animal is that of its token, or -1. */
void step_offer(const struct step *s, cJSON *choices, const struct entry *e, const char *text,
                int animal, int without);
void step_offer_pick(const struct step *s, cJSON *choices, const char *pick, const char *text,
                     int animal);

/* What the seat may choose after the draft. */
size_t step_legal(const struct step *s, struct entry out[LEGAL_MAX]);

/* The parts of the view: the own step with its bar (step_choose.c); a bar, which it answers, with a
 * button or (action NULL) without, the bar of the draft, or of the grace (step_bar.c); the words
 * that are asked (step_words.c); the board and its spaces as a list (step_board.c). */
void step_add_own(struct step *s);
cJSON *step_add_bar(struct step *s, const char *text, const char *action, const char *label);
void step_add_draft_bar(struct step *s);
void step_add_grace(struct step *s);
void step_add_words(struct step *s);
void step_add_board(struct step *s);

#endif
